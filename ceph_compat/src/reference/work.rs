//! The size of a workspace (spec 02 section 4.1).

use super::Map;
use super::msr_block::longest;
use crate::case::rule_type;
use crate::profile::Profile;

impl Map {
    /// `crush_work_size`.
    pub(crate) fn work_size(&self, profile: Profile, result_max: i32) -> usize {
        if !profile.has_msr() {
            let vectors = i64::from(result_max.wrapping_mul(3)) as usize;
            return self.working_size().wrapping_add(vectors.wrapping_mul(4));
        }
        let is_msr = |kind| kind == rule_type::MSR_FIRSTN || kind == rule_type::MSR_INDEP;
        let msr_rules = self.rules.iter().filter(|rule| is_msr(rule.kind));
        let vectors = msr_rules.map(|rule| longest(&rule.steps, result_max as u32)).max().unwrap_or(0).max(3);
        let places = (result_max as u32).wrapping_mul(vectors as u32);
        self.working_size().wrapping_add((places as usize).wrapping_mul(4))
    }
}
