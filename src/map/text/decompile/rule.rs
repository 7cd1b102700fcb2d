//! Rules (spec 05 section 5.2).
#![forbid(unsafe_code)]

use super::{DecompileFault, TextWriter};
use crate::abi::crush_rule_step;
use crate::builder::StoredRule;
use crate::map::edit::RuleType;
use crate::map::release::Release;
use crate::map::step::op;

impl TextWriter<'_> {
    pub(super) fn rules(&mut self) -> Result<(), DecompileFault> {
        let map = self.map;
        map.rules().try_for_each(|(number, rule)| self.rule(number, &rule))
    }

    fn rule(&mut self, number: u32, rule: &StoredRule<'_>) -> Result<(), DecompileFault> {
        self.put("rule ");
        if let Some(name) = i32::try_from(number).ok().and_then(|number| self.map.rule_names.name(number)) {
            self.put(name);
        }
        self.put(" {\n\tid ");
        self.number(number);
        self.put("\n");
        let has_mask = self.form.release <= Release::Pacific;
        if has_mask && u32::from(rule.ruleset) != number {
            self.put(format!(
                "\t# WARNING: ruleset {} != id {number}; this will not recompile to the same map\n",
                rule.ruleset
            ));
        }
        self.put("\ttype ");
        self.rule_type(rule.r#type);
        self.put("\n");
        if has_mask {
            self.put(format!("\tmin_size {}\n\tmax_size {}\n", rule.min_size, rule.max_size));
        }
        rule.steps.iter().try_for_each(|step| self.step(number, step))?;
        self.put("}\n");
        Ok(())
    }

    fn rule_type(&mut self, r#type: u8) {
        match RuleType::of_number(r#type) {
            Some(RuleType::MsrFirstn | RuleType::MsrIndep) if !self.knows_msr() => self.number(r#type),
            Some(known) => self.put(known.name()),
            None => self.number(r#type),
        }
    }

    fn step(&mut self, rule: u32, step: &crush_rule_step) -> Result<(), DecompileFault> {
        match step.op {
            op::NOOP => self.put("\tstep noop\n"),
            op::TAKE => return self.take(rule, step.arg1),
            op::EMIT => self.put("\tstep emit\n"),
            op::CHOOSE_FIRSTN => self.choose("choose firstn", step),
            op::CHOOSE_INDEP => self.choose("choose indep", step),
            op::CHOOSELEAF_FIRSTN => self.choose("chooseleaf firstn", step),
            op::CHOOSELEAF_INDEP => self.choose("chooseleaf indep", step),
            op::CHOOSE_MSR if self.knows_msr() => self.choose("choosemsr", step),
            op::SET_CHOOSE_TRIES => self.set("choose_tries", step),
            op::SET_CHOOSELEAF_TRIES => self.set("chooseleaf_tries", step),
            op::SET_CHOOSE_LOCAL_TRIES => self.set("choose_local_tries", step),
            op::SET_CHOOSE_LOCAL_FALLBACK_TRIES => self.set("choose_local_fallback_tries", step),
            op::SET_CHOOSELEAF_VARY_R => self.set("chooseleaf_vary_r", step),
            op::SET_CHOOSELEAF_STABLE => self.set("chooseleaf_stable", step),
            op::SET_MSR_DESCENTS if self.knows_msr() => self.set("msr_descents", step),
            op::SET_MSR_COLLISION_TRIES if self.knows_msr() => self.set("msr_collision_tries", step),
            // Upstream leaves out what it does not know.
            _ => {}
        }
        Ok(())
    }

    fn choose(&mut self, how: &str, step: &crush_rule_step) {
        self.put(format!("\tstep {how} {} type ", step.arg1));
        self.type_name(step.arg2);
        self.put("\n");
    }

    fn set(&mut self, what: &str, step: &crush_rule_step) {
        self.put(format!("\tstep set_{what} {}\n", step.arg1));
    }

    fn take(&mut self, rule: u32, item: i32) -> Result<(), DecompileFault> {
        self.put("\tstep take ");
        let map = self.map;
        let unnamed = DecompileFault::UnnamedTake { rule, item };
        let name = map.names.name(item).ok_or(unnamed.clone())?.as_bytes();
        let Some(end) = name.iter().position(|&byte| byte == b'~') else {
            self.put(name);
            self.put("\n");
            return Ok(());
        };
        let (base, class) = (&name[..end], &name[end + 1..]);
        if map.names.id(base).is_none() || map.classes.names.id(class).is_none() {
            return Err(unnamed);
        }
        self.put(base);
        self.put(" class ");
        self.put(class);
        self.put("\n");
        Ok(())
    }
}
