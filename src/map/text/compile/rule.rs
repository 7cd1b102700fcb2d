//! Rules.
#![forbid(unsafe_code)]

use super::{CompileFault, Compiler, Failure, text};
use crate::abi::crush_rule_step;
use crate::builder::StoredRule;
use crate::map::limits;
use crate::map::release::Release;
use crate::map::shadow::ShadowError;
use crate::map::step::op;
use crate::map::text::syntax::{RuleStatement, StepLine, Word};

impl<'t> Compiler<'t, '_> {
    pub(super) fn rule(&mut self, rule: &RuleStatement<'t>) -> Result<(), Failure> {
        self.begin_rules().map_err(|fault| (fault, rule.offset))?;
        let name = rule.name.map(text).unwrap_or_default();
        if rule.name.is_some_and(|name| self.map.rule_names.id(name).is_some()) {
            return Err((CompileFault::RuleNameTwice(name), rule.offset));
        }
        self.warn_of_sizes(rule);
        let number = self.rule_number(rule, &name)?;
        let steps = rule.steps.iter().map(|step| self.step(step, &name)).collect::<Result<Vec<_>, _>>()?;
        let (min_size, max_size) = self.sizes(rule);
        // As many as fit into a byte, as just checked.
        let stored =
            StoredRule { ruleset: number as u8, r#type: rule.kind, min_size, max_size, steps: &steps };
        self.map.crush.add_rule(&stored, Some(number)).map_err(|_| (CompileFault::NoMemory, rule.offset))?;
        if let (Some(name), Ok(number)) = (rule.name, i32::try_from(number)) {
            self.map.rule_names.set(number, name.into());
        }
        Ok(())
    }

    /// The first rule finds the shadow trees in place. Upstream ignores when they cannot be built.
    fn begin_rules(&mut self) -> Result<(), CompileFault> {
        if self.rules_begun {
            return Ok(());
        }
        self.rules_begun = true;
        match self.map.populate_shadows(&self.shadow_ids) {
            // A slot that no file of ours has is not the original's reason.
            Err(ShadowError::IdOutOfRange { id: ..0, .. }) => {
                Err(CompileFault::TooLarge("id of a shadow bucket"))
            }
            Err(ShadowError::TooLarge) => Err(CompileFault::TooLarge("size of the shadow trees")),
            _ => Ok(()),
        }
    }

    /// What is stored of the numbers of places that a rule is for. The low bytes are.
    fn sizes(&self, rule: &RuleStatement<'_>) -> (u8, u8) {
        let given = rule.min_size.zip(rule.max_size).filter(|_| self.release <= Release::Pacific);
        given.map_or((1, 100), |(min, max)| (min as u8, max as u8))
    }

    fn warn_of_sizes(&mut self, rule: &RuleStatement<'_>) {
        if self.release <= Release::Pacific {
            return;
        }
        if rule.min_size.is_some() {
            self.log.warning("WARNING: min_size is no longer supported, ignoring");
        }
        if rule.max_size.is_some() {
            self.log.warning("WARNING: max_size is no longer supported, ignoring");
        }
    }

    fn rule_number(&self, rule: &RuleStatement<'_>, name: &str) -> Result<u32, Failure> {
        let id = rule.id.value;
        let number = u32::try_from(id).ok();
        if number.is_some_and(|number| self.map.rule(number).is_some()) {
            return Err(rule.id.fault(CompileFault::RuleTwice(id)));
        }
        // Upstream stores higher numbers in a file that it cannot read.
        let storable = number.filter(|&number| (number as usize) < limits::MAX_RULES);
        storable.ok_or_else(|| rule.id.fault(CompileFault::RuleNotStorable { id, name: name.to_owned() }))
    }

    fn step(&mut self, step: &StepLine<'t>, rule: &str) -> Result<crush_rule_step, Failure> {
        let step = match step {
            StepLine::Emit => (op::EMIT, 0, 0),
            StepLine::Set { op, value } => (*op, *value, 0),
            StepLine::Take { item, class } => (op::TAKE, self.taken_item(item, class.as_ref(), rule)?, 0),
            StepLine::Choose { op, count, kind } => {
                let unknown = || CompileFault::UnknownRuleType { rule: rule.to_owned(), kind: kind.text() };
                let kind_id = self.types.get(kind.value).copied().ok_or_else(|| kind.fault(unknown()))?;
                (*op, *count, kind_id)
            }
        };
        Ok(crush_rule_step { op: step.0, arg1: step.1, arg2: step.2 })
    }

    /// The item that a rule takes, or its shadow for a class.
    fn taken_item(&mut self, item: &Word<'t>, class: Option<&Word<'t>>, rule: &str) -> Result<i32, Failure> {
        let names = || (rule.to_owned(), item.text());
        let Some(&id) = self.items.get(item.value) else {
            let (rule, item_name) = names();
            return Err(item.fault(CompileFault::UnknownRuleItem { rule, item: item_name }));
        };
        let Some(class) = class else {
            self.log.trace(&|| format!("rule {rule} take {}", item.text()));
            return Ok(id);
        };
        let classes = &self.map.classes;
        let class_id = classes.names.id(class.value);
        let class_id = class_id.ok_or_else(|| class.fault(CompileFault::UnknownClass(class.text())))?;
        if !classes.shadows.contains_key(&id) {
            let (rule, item_name) = names();
            return Err(item.fault(CompileFault::NoClassInformation { rule, item: item_name }));
        }
        let shadow = classes.shadow(id, class_id).ok_or_else(|| {
            let (rule, item_name) = names();
            class.fault(CompileFault::NoBucketForClass { rule, item: item_name, class: class.text() })
        })?;
        let shadow_name = self.map.names.name(shadow);
        self.log.trace(&|| {
            let shadow = shadow_name.map(ToString::to_string).unwrap_or_default();
            format!("rule {rule} take {} remapped to {shadow}", item.text())
        });
        Ok(shadow)
    }
}
