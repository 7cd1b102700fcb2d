//! A whole map as JSON (spec 06 section 13).
#![forbid(unsafe_code)]

use super::json::{Json, JsonForm};
use super::names;
use crate::builder::StoredBucket;
use crate::builder::item_weight::item_weight;
use crate::map::choose_args::BucketArgs;
use crate::map::model::Map;
use crate::map::release::Release;

impl Map {
    /// The map as JSON, byte for byte what `crushtool --dump` of a release prints.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crush::map::{JsonForm, Map, Release};
    ///
    /// let json = String::from_utf8(Map::new()?.dump_json(JsonForm::Compact, Release::Tentacle))?;
    /// assert!(json.starts_with(r#"{"devices":[],"types":[],"buckets":[],"rules":[],"tunables":{"choose_local_tries":0"#));
    /// # Ok(())
    /// # }
    /// ```
    pub fn dump_json(&self, form: JsonForm, release: Release) -> Vec<u8> {
        let mut json = Json::new(form);
        json.object(None, |json| {
            json.array(Some("devices"), |json| self.dump_devices(json));
            json.array(Some("types"), |json| self.dump_types(json));
            json.array(Some("buckets"), |json| {
                self.buckets().for_each(|bucket| self.dump_bucket(json, &bucket));
            });
            json.array(Some("rules"), |json| self.dump_rules(json, release));
            json.object(Some("tunables"), |json| self.dump_tunables(json, release));
            json.object(Some("choose_args"), |json| self.dump_choose_args(json));
        });
        json.finish()
    }

    /// Every number below that of the devices, gaps included.
    fn dump_devices(&self, json: &mut Json) {
        for id in 0..self.max_devices() {
            json.object(None, |json| {
                json.integer(Some("id"), id.into());
                let stand_in = || format!("device{id}").as_str().into();
                json.string(Some("name"), self.names().name(id).cloned().unwrap_or_else(stand_in));
                if let Some(class) = self.class_name_of(id) {
                    json.string(Some("class"), class);
                }
            });
        }
    }

    fn dump_types(&self, json: &mut Json) {
        let mut entry = |id: i32, name: &[u8]| {
            json.object(None, |json| {
                json.integer(Some("type_id"), id.into());
                json.string(Some("name"), name);
            });
        };
        // Without type 0 there is one all the same, if there are any.
        if !self.types().is_empty() && self.types().name(0).is_none() {
            entry(0, b"device");
        }
        self.types().iter().for_each(|(id, name)| entry(id, name.as_bytes()));
    }

    fn dump_bucket(&self, json: &mut Json, bucket: &StoredBucket<'_>) {
        json.object(None, |json| {
            json.integer(Some("id"), bucket.id.into());
            if let Some(name) = self.names().name(bucket.id) {
                json.string(Some("name"), name);
            }
            json.integer(Some("type_id"), bucket.r#type.into());
            if let Some(name) = self.types().name(bucket.r#type.into()) {
                json.string(Some("type_name"), name);
            }
            json.integer(Some("weight"), bucket.weight.cast_signed().into());
            json.string(Some("alg"), names::algorithm(bucket.weights.algorithm()));
            json.string(Some("hash"), names::hash(bucket.hash));
            json.array(Some("items"), |json| dump_items(json, bucket));
        });
    }

    fn dump_choose_args(&self, json: &mut Json) {
        for (index, args) in self.choose_args() {
            json.array(Some(&index.to_string()), |json| {
                args.iter().for_each(|(slot, entry)| dump_entry(json, !slot.cast_signed(), entry));
            });
        }
    }

    /// Name of an item's class, if it has one.
    pub(super) fn class_name_of(&self, item: i32) -> Option<&[u8]> {
        let class = self.classes().of(item)?;
        Some(self.classes().names.name(class).map_or(&b""[..], |name| name.as_bytes()))
    }
}

fn dump_items(json: &mut Json, bucket: &StoredBucket<'_>) {
    for (place, &item) in (0_i64..).zip(bucket.items) {
        json.object(None, |json| {
            let weight = item_weight(bucket, place as usize);
            json.integer(Some("id"), item.into());
            json.integer(Some("weight"), weight.cast_signed().into());
            json.integer(Some("pos"), place);
        });
    }
}

fn dump_entry(json: &mut Json, bucket: i32, entry: &BucketArgs) {
    json.object(None, |json| {
        json.integer(Some("bucket_id"), bucket.into());
        if !entry.weight_set.is_empty() {
            json.array(Some("weight_set"), |json| {
                for weights in &entry.weight_set {
                    json.array(None, |json| {
                        weights.iter().for_each(|&weight| json.number(None, single(weight)));
                    });
                }
            });
        }
        if !entry.ids.is_empty() {
            json.array(Some("ids"), |json| entry.ids.iter().for_each(|&id| json.integer(None, id.into())));
        }
    });
}

/// A weight in single precision.
pub(super) fn single(weight: u32) -> f64 {
    f64::from(weight as f32 / 65536.0)
}
