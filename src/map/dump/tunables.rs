//! Tunables, and what a map asks for, in a dump.
#![forbid(unsafe_code)]

use super::writer::Writer;
use crate::map::model::Map;
use crate::map::profile::{Requirements, TunablesProfile};
use crate::map::release::Release;

impl Map {
    pub(super) fn dump_tunables(&self, out: &mut impl Writer, release: Release) {
        let msr = release >= Release::Squid;
        let mut requirements = self.requirements();
        requirements.msr_rules &= msr;
        requirements.nondefault_msr &= msr;
        self.dump_values(out, msr);
        let profile = self.tunables_profile();
        out.string("profile", profile.map_or("unknown", TunablesProfile::name));
        out.flag("optimal_tunables", profile == Some(TunablesProfile::Jewel));
        out.flag("legacy_tunables", profile == Some(TunablesProfile::Argonaut));
        out.string("minimum_required_version", requirements.minimum_version().name());
        dump_requirements(out, &requirements, msr);
    }

    fn dump_values(&self, out: &mut impl Writer, msr: bool) {
        let tunables = self.tunables();
        let mut integer = |key: &str, value: i64| out.integer(key, value);
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

fn dump_requirements(out: &mut impl Writer, requirements: &Requirements, msr: bool) {
    out.flag("require_feature_tunables", requirements.nondefault_tunables);
    out.flag("require_feature_tunables2", requirements.nondefault_tunables2);
    out.flag("has_v2_rules", requirements.v2_rules);
    out.flag("require_feature_tunables3", requirements.nondefault_tunables3);
    out.flag("has_v3_rules", requirements.v3_rules);
    out.flag("has_v4_buckets", requirements.v4_buckets);
    out.flag("require_feature_tunables5", requirements.nondefault_tunables5);
    out.flag("has_v5_rules", requirements.v5_rules);
    if msr {
        out.flag("has_msr_rules", requirements.msr_rules);
    }
}
