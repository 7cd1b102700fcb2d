//! Tunables, and what a map asks for, as JSON.
#![forbid(unsafe_code)]

use super::json::Json;
use crate::map::model::Map;
use crate::map::profile::{Requirements, TunablesProfile};
use crate::map::release::Release;

impl Map {
    pub(super) fn dump_tunables(&self, json: &mut Json, release: Release) {
        let msr = release >= Release::Squid;
        let mut requirements = self.requirements();
        requirements.msr_rules &= msr;
        requirements.nondefault_msr &= msr;
        self.dump_values(json, msr);
        let profile = self.tunables_profile();
        json.string(Some("profile"), profile.map_or("unknown", TunablesProfile::name));
        json.flag("optimal_tunables", profile == Some(TunablesProfile::Jewel));
        json.flag("legacy_tunables", profile == Some(TunablesProfile::Argonaut));
        json.string(Some("minimum_required_version"), requirements.minimum_version().name());
        dump_requirements(json, &requirements, msr);
    }

    fn dump_values(&self, json: &mut Json, msr: bool) {
        let tunables = self.tunables();
        let mut integer = |key: &str, value: i64| json.integer(Some(key), value);
        // Which of them are printed with a sign is upstream's choice.
        integer("choose_local_tries", tunables.choose_local_tries.cast_signed().into());
        integer("choose_local_fallback_tries", tunables.choose_local_fallback_tries.cast_signed().into());
        integer("choose_total_tries", tunables.choose_total_tries.cast_signed().into());
        integer("chooseleaf_descend_once", tunables.chooseleaf_descend_once.cast_signed().into());
        integer("chooseleaf_vary_r", tunables.chooseleaf_vary_r.into());
        integer("chooseleaf_stable", tunables.chooseleaf_stable.into());
        if msr {
            integer("msr_descents", tunables.msr_descents.into());
            integer("msr_collision_tries", tunables.msr_collision_tries.into());
        }
        integer("straw_calc_version", tunables.straw_calc_version.into());
        integer("allowed_bucket_algs", tunables.allowed_bucket_algs.into());
    }
}

fn dump_requirements(json: &mut Json, requirements: &Requirements, msr: bool) {
    json.flag("require_feature_tunables", requirements.nondefault_tunables);
    json.flag("require_feature_tunables2", requirements.nondefault_tunables2);
    json.flag("has_v2_rules", requirements.v2_rules);
    json.flag("require_feature_tunables3", requirements.nondefault_tunables3);
    json.flag("has_v3_rules", requirements.v3_rules);
    json.flag("has_v4_buckets", requirements.v4_buckets);
    json.flag("require_feature_tunables5", requirements.nondefault_tunables5);
    json.flag("has_v5_rules", requirements.v5_rules);
    if msr {
        json.flag("has_msr_rules", requirements.msr_rules);
    }
}
