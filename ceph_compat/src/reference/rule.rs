//! The interpreter of ordinary rules (spec 02 section 10.3).

use super::firstn::Firstn;
use super::indep::Indep;
use super::{Branch, Mapper, Stop};
use crate::case::{Rule, Step, op, rule_type};

/// What set steps change, for the rest of the rule.
struct Settings {
    tries: i32,
    leaf_tries: i32,
    local_retries: i32,
    local_fallback: i32,
    vary_r: i32,
    stable: i32,
}

impl<'a> Mapper<'a> {
    /// `crush_do_rule`.
    pub(super) fn rule(&mut self, number: i32, result: &mut [Option<i32>]) -> Result<i32, Stop> {
        let map = self.setting.map;
        let Some(rule) = usize::try_from(number).ok().and_then(|number| map.rules.get(number)) else {
            self.count(Branch::RuleNumberOutOfRange);
            return Ok(0);
        };
        let is_msr = rule.kind == rule_type::MSR_FIRSTN || rule.kind == rule_type::MSR_INDEP;
        if self.setting.profile.has_msr() && is_msr {
            return self.msr_rule(rule, result);
        }
        self.ordinary_rule(rule, result)
    }

    fn ordinary_rule(&mut self, rule: &Rule, result: &mut [Option<i32>]) -> Result<i32, Stop> {
        let tunables = self.setting.map.tunables;
        let mut settings = Settings {
            tries: tunables.total_tries.wrapping_add(1) as i32,
            leaf_tries: 0,
            local_retries: tunables.local_tries as i32,
            local_fallback: tunables.local_fallback_tries as i32,
            vary_r: i32::from(tunables.vary_r),
            stable: i32::from(tunables.stable),
        };
        let mut selection: Vec<i32> = Vec::new();
        let mut emitted = 0;
        for step in &rule.steps {
            match step.op {
                op::TAKE => self.take(step.arg1, &mut selection),
                op::CHOOSE_FIRSTN | op::CHOOSE_INDEP | op::CHOOSELEAF_FIRSTN | op::CHOOSELEAF_INDEP => {
                    if selection.is_empty() {
                        self.count(Branch::ChooseFromNothing);
                    } else {
                        selection = self.choose_step(step, &settings, &selection)?;
                    }
                }
                op::EMIT => {
                    for item in selection.drain(..) {
                        if emitted < result.len() {
                            self.count(Branch::EmitItem);
                            result[emitted] = Some(item);
                            emitted += 1;
                        } else {
                            self.count(Branch::EmitBeyondResult);
                        }
                    }
                }
                _ => self.set_step(step, &mut settings),
            }
        }
        Ok(emitted as i32)
    }

    fn take(&mut self, item: i32, selection: &mut Vec<i32>) {
        let map = self.setting.map;
        let valid = if item >= 0 { item < map.max_devices } else { map.bucket(item).is_some() };
        self.count(match (valid, item >= 0) {
            (false, _) => Branch::TakeInvalid,
            (true, true) => Branch::TakeDevice,
            (true, false) => Branch::TakeBucket,
        });
        if valid {
            *selection = vec![item];
        }
    }

    fn set_step(&mut self, step: &Step, settings: &mut Settings) {
        let (variable, least, taken, ignored) = match step.op {
            op::SET_CHOOSE_TRIES => (&mut settings.tries, 1, Branch::SetTries, Branch::SetTriesIgnored),
            op::SET_CHOOSELEAF_TRIES => {
                (&mut settings.leaf_tries, 1, Branch::SetLeafTries, Branch::SetLeafTriesIgnored)
            }
            op::SET_CHOOSE_LOCAL_TRIES => {
                (&mut settings.local_retries, 0, Branch::SetLocalTries, Branch::SetLocalTriesIgnored)
            }
            op::SET_CHOOSE_LOCAL_FALLBACK_TRIES => {
                (&mut settings.local_fallback, 0, Branch::SetFallbackTries, Branch::SetFallbackTriesIgnored)
            }
            op::SET_CHOOSELEAF_VARY_R => (&mut settings.vary_r, 0, Branch::SetVaryR, Branch::SetVaryRIgnored),
            op::SET_CHOOSELEAF_STABLE => {
                (&mut settings.stable, 0, Branch::SetStable, Branch::SetStableIgnored)
            }
            _ => return self.count(Branch::StepIgnored),
        };
        let applies = step.arg1 >= least;
        if applies {
            *variable = step.arg1;
        }
        self.count(if applies { taken } else { ignored });
    }

    /// A choose step with a selection that is not empty; returns the new selection.
    fn choose_step(&mut self, step: &Step, s: &Settings, selection: &[i32]) -> Result<Vec<i32>, Stop> {
        let room = self.result_max as usize;
        let leaf = matches!(step.op, op::CHOOSELEAF_FIRSTN | op::CHOOSELEAF_INDEP);
        let firstn = matches!(step.op, op::CHOOSE_FIRSTN | op::CHOOSELEAF_FIRSTN);
        let (mut out, mut leaves) = (vec![0; room], vec![0; room]);
        let mut size = 0;
        for &parent in selection {
            let Some(n) = self.choose_count(step.arg1) else { continue };
            let Some(bucket) = (parent < 0).then(|| self.setting.map.bucket(parent)).flatten() else {
                self.count(Branch::ChooseParentIsNoBucket);
                continue;
            };
            let leaves = leaf.then_some(&mut leaves[size..]);
            if firstn {
                let f = Firstn {
                    count: n,
                    kind: step.arg2,
                    tries: s.tries as u32,
                    leaf_tries: self.firstn_leaf_tries(s),
                    local_retries: s.local_retries as u32,
                    local_fallback: s.local_fallback as u32,
                    leaf,
                    vary_r: s.vary_r as u32,
                    stable: s.stable as u32,
                    parent_r: 0,
                };
                size += self.firstn(bucket, f, &mut out[size..], 0, (room - size) as i32, leaves)?;
            } else {
                let count = (n as usize).min(room - size);
                self.count(if count < n as usize { Branch::IndepCountCut } else { Branch::IndepCountFull });
                let i = Indep {
                    count,
                    n,
                    kind: step.arg2,
                    tries: s.tries as u32,
                    leaf_tries: self.indep_leaf_tries(s),
                    leaf,
                    parent_r: 0,
                };
                self.indep(bucket, i, &mut out[size..], 0, leaves)?;
                size += count;
            }
        }
        self.count(if leaf { Branch::ChooseYieldsLeaves } else { Branch::ChooseYieldsItems });
        let mut chosen = if leaf { leaves } else { out };
        chosen.truncate(size);
        Ok(chosen)
    }

    /// The count of a choose step; none if the parent is skipped.
    fn choose_count(&mut self, arg1: i32) -> Option<i32> {
        if arg1 > 0 {
            self.count(Branch::CountPositive);
            return Some(arg1);
        }
        let n = arg1.wrapping_add(self.result_max);
        self.count(if n > 0 { Branch::CountRelative } else { Branch::CountNothing });
        (n > 0).then_some(n)
    }

    fn firstn_leaf_tries(&mut self, s: &Settings) -> u32 {
        let (tries, branch) = match (s.leaf_tries, self.setting.map.tunables.descend_once) {
            (0, 0) => (s.tries as u32, Branch::FirstnLeafTriesAll),
            (0, _) => (1, Branch::FirstnLeafTriesOnce),
            (set, _) => (set as u32, Branch::FirstnLeafTriesSet),
        };
        self.count(branch);
        tries
    }

    fn indep_leaf_tries(&mut self, s: &Settings) -> u32 {
        self.count(if s.leaf_tries != 0 { Branch::IndepLeafTriesSet } else { Branch::IndepLeafTriesOnce });
        if s.leaf_tries != 0 { s.leaf_tries as u32 } else { 1 }
    }
}
