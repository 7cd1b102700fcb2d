//! From a map to its text (spec 05 section 5).
#![forbid(unsafe_code)]

mod bucket;
mod choose_args;
mod error;
mod names;
mod rule;

use super::decimal;
use crate::builder::MapTunables;
use crate::map::model::Map;
use crate::map::profile::LEGACY;
use crate::map::release::Release;
pub use error::{DecompileError, DecompileFault};
use std::io::Write;

/// How weights are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WeightForm {
    /// As the release does: 5 decimals, up to Pacific 3. Most weights change when the text is compiled.
    #[default]
    Rounded,
    /// With as many decimals as a weight takes to stay what it is.
    Exact,
}

/// Which text to write; by default that of Tentacle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextForm {
    /// The release whose tool shall read the text.
    pub release: Release,
    /// How weights are written.
    pub weights: WeightForm,
}

/// Writes a map as text.
pub(in crate::map) fn decompile(map: &Map, form: TextForm) -> Result<Vec<u8>, DecompileError> {
    let mut writer = TextWriter { map, form, text: Vec::new() };
    match writer.write() {
        Ok(()) => Ok(writer.text),
        Err(fault) => Err(DecompileError { written: writer.text, fault }),
    }
}

/// A text in the making.
struct TextWriter<'a> {
    map: &'a Map,
    form: TextForm,
    text: Vec<u8>,
}

impl TextWriter<'_> {
    fn write(&mut self) -> Result<(), DecompileFault> {
        self.put("# begin crush map\n");
        self.tunables();
        self.put("\n# devices\n");
        self.devices();
        self.put("\n# types\n");
        self.types();
        self.put("\n# buckets\n");
        self.buckets()?;
        self.put("\n# rules\n");
        self.rules()?;
        if !self.map.choose_args.is_empty() {
            self.put("\n# choose_args\n");
            self.choose_args();
        }
        self.put("\n# end crush map\n");
        Ok(())
    }

    fn put(&mut self, text: impl AsRef<[u8]>) {
        self.text.extend_from_slice(text.as_ref());
    }

    fn number(&mut self, number: impl std::fmt::Display) {
        // A vector takes whatever is written.
        let _ = write!(self.text, "{number}");
    }

    fn weight(&mut self, weight: u32) {
        let decimals = if self.form.release <= Release::Pacific { 3 } else { 5 };
        self.put(match self.form.weights {
            WeightForm::Rounded => decimal::weight(weight, decimals),
            WeightForm::Exact => decimal::exact_weight(weight),
        });
    }

    /// Whether the text's reader knows MSR rules.
    fn knows_msr(&self) -> bool {
        self.form.release >= Release::Squid
    }

    /// Tunables that are not what they are without being mentioned.
    fn tunables(&mut self) {
        let tunables = self.map.tunables();
        for (name, value) in
            named_tunables(&tunables).into_iter().zip(named_tunables(&LEGACY)).filter_map(changed)
        {
            self.tunable(name, value);
        }
        let msr = [tunables.msr_descents, tunables.msr_collision_tries];
        if self.knows_msr() && msr != [LEGACY.msr_descents, LEGACY.msr_collision_tries] {
            self.tunable("msr_descents", msr[0].into());
            self.tunable("msr_collision_tries", msr[1].into());
        }
    }

    fn tunable(&mut self, name: &str, value: i64) {
        self.put("tunable ");
        self.put(name);
        self.put(" ");
        self.number(value);
        self.put("\n");
    }

    fn devices(&mut self) {
        let map = self.map;
        for (id, name) in map.names.iter().filter(|&(id, _)| id >= 0 && id < map.max_devices()) {
            self.put("device ");
            self.number(id);
            self.put(" ");
            self.put(name);
            if let Some(class) = map.classes.of(id).and_then(|class| map.classes.names.name(class)) {
                self.put(" class ");
                self.put(class);
            }
            self.put("\n");
        }
    }

    fn types(&mut self) {
        let types = &self.map.types;
        if !types.is_empty() && types.name(0).is_none() {
            self.put("type 0 osd\n");
        }
        for (id, name) in types.iter() {
            self.put("type ");
            self.number(id);
            self.put(" ");
            self.put(name);
            self.put("\n");
        }
    }
}

/// Tunables in the order of the text. The first four are shown as signed numbers.
fn named_tunables(tunables: &MapTunables) -> [(&'static str, i64); 8] {
    let signed = |value: u32| i64::from(value.cast_signed());
    [
        ("choose_local_tries", signed(tunables.choose_local_tries)),
        ("choose_local_fallback_tries", signed(tunables.choose_local_fallback_tries)),
        ("choose_total_tries", signed(tunables.choose_total_tries)),
        ("chooseleaf_descend_once", signed(tunables.chooseleaf_descend_once)),
        ("chooseleaf_vary_r", tunables.chooseleaf_vary_r.into()),
        ("chooseleaf_stable", tunables.chooseleaf_stable.into()),
        ("straw_calc_version", tunables.straw_calc_version.into()),
        ("allowed_bucket_algs", tunables.allowed_bucket_algs.into()),
    ]
}

fn changed<T: PartialEq>((actual, usual): (T, T)) -> Option<T> {
    (actual != usual).then_some(actual)
}
