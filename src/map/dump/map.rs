//! A whole map in the forms of `crushtool --dump` (spec 06 section 13).
#![forbid(unsafe_code)]

use super::columns::{Columns, Layout};
use super::form::DumpForm;
use super::json::{Json, JsonForm};
use super::markup::{Markup, Values};
use super::names;
use super::writer::Writer;
use crate::builder::StoredBucket;
use crate::builder::item_weight::item_weight;
use crate::map::choose_args::BucketArgs;
use crate::map::model::Map;
use crate::map::release::Release;

impl Map {
    /// The map in a form of `crushtool --dump`, byte for byte what that of a release prints.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use crush::map::{DumpForm, Map, Release};
    ///
    /// let xml = String::from_utf8(Map::new()?.dump(DumpForm::Xml, Release::Tentacle))?;
    /// assert!(xml.starts_with("<crush_map><devices></devices><types></types>"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn dump(&self, form: DumpForm, release: Release) -> Vec<u8> {
        let markup = |values, is_pretty| self.dump_to(Markup::new(values, is_pretty), release);
        match form {
            DumpForm::JsonPretty => self.dump_json(JsonForm::Pretty, release),
            DumpForm::Json => self.dump_json(JsonForm::Compact, release),
            DumpForm::Xml => markup(Values::Xml, false),
            DumpForm::XmlPretty => markup(Values::Xml, true),
            DumpForm::Html => markup(Values::Html, false),
            DumpForm::HtmlPretty => markup(Values::Html, true),
            DumpForm::Table => self.dump_to(Columns::new(Layout::Framed), release),
            DumpForm::TableKv => self.dump_to(Columns::new(Layout::Pairs), release),
        }
    }

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
        self.dump_to(Json::new(form), release)
    }

    fn dump_to(&self, mut out: impl Writer, release: Release) -> Vec<u8> {
        out.object("crush_map", |out| {
            out.array("devices", |out| self.dump_devices(out));
            out.array("types", |out| self.dump_types(out));
            out.array("buckets", |out| {
                self.buckets().for_each(|bucket| self.dump_bucket(out, &bucket));
            });
            out.array("rules", |out| self.dump_rules(out, release));
            out.object("tunables", |out| self.dump_tunables(out, release));
            out.object("choose_args", |out| self.dump_choose_args(out));
        });
        out.finish()
    }

    /// Every number below that of the devices, gaps included.
    fn dump_devices(&self, out: &mut impl Writer) {
        for id in 0..self.max_devices() {
            out.object("device", |out| {
                out.integer("id", id.into());
                let stand_in = || format!("device{id}").as_str().into();
                out.string("name", self.names().name(id).cloned().unwrap_or_else(stand_in));
                if let Some(class) = self.class_name_of(id) {
                    out.string("class", class);
                }
            });
        }
    }

    fn dump_types(&self, out: &mut impl Writer) {
        let mut entry = |id: i32, name: &[u8]| {
            out.object("type", |out| {
                out.integer("type_id", id.into());
                out.string("name", name);
            });
        };
        // Without type 0 there is one all the same, if there are any.
        if !self.types().is_empty() && self.types().name(0).is_none() {
            entry(0, b"device");
        }
        self.types().iter().for_each(|(id, name)| entry(id, name.as_bytes()));
    }

    fn dump_bucket(&self, out: &mut impl Writer, bucket: &StoredBucket<'_>) {
        out.object("bucket", |out| {
            out.integer("id", bucket.id.into());
            if let Some(name) = self.names().name(bucket.id) {
                out.string("name", name);
            }
            out.integer("type_id", bucket.r#type.into());
            if let Some(name) = self.types().name(bucket.r#type.into()) {
                out.string("type_name", name);
            }
            out.integer("weight", bucket.weight.cast_signed().into());
            out.string("alg", bucket.weights.algorithm().name());
            out.string("hash", names::hash(bucket.hash));
            out.array("items", |out| dump_items(out, bucket));
        });
    }

    fn dump_choose_args(&self, out: &mut impl Writer) {
        for (index, args) in self.choose_args() {
            out.array(&index.to_string(), |out| {
                args.iter().for_each(|(slot, entry)| dump_entry(out, !slot.cast_signed(), entry));
            });
        }
    }

    /// Name of an item's class, if it has one.
    pub(super) fn class_name_of(&self, item: i32) -> Option<&[u8]> {
        let class = self.classes().of(item)?;
        Some(self.classes().names.name(class).map_or(&b""[..], |name| name.as_bytes()))
    }
}

fn dump_items(out: &mut impl Writer, bucket: &StoredBucket<'_>) {
    for (place, &item) in (0_i64..).zip(bucket.items) {
        out.object("item", |out| {
            let weight = item_weight(bucket, place as usize);
            out.integer("id", item.into());
            out.integer("weight", weight.cast_signed().into());
            out.integer("pos", place);
        });
    }
}

fn dump_entry(out: &mut impl Writer, bucket: i32, entry: &BucketArgs) {
    out.object("choose_args", |out| {
        out.integer("bucket_id", bucket.into());
        if !entry.weight_set.is_empty() {
            out.array("weight_set", |out| {
                for weights in &entry.weight_set {
                    out.array("weights", |out| {
                        weights.iter().for_each(|&weight| out.number("weight", single(weight)));
                    });
                }
            });
        }
        if !entry.ids.is_empty() {
            out.array("ids", |out| entry.ids.iter().for_each(|&id| out.integer("id", id.into())));
        }
    });
}

/// A weight in single precision.
pub(super) fn single(weight: u32) -> f64 {
    f64::from(weight as f32 / 65536.0)
}
