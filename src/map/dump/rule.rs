//! Rules in a dump.
#![forbid(unsafe_code)]

use super::names;
use super::writer::Writer;
use crate::abi::crush_rule_step;
use crate::map::model::Map;
use crate::map::release::Release;
use crate::map::step::op;

impl Map {
    pub(super) fn dump_rules(&self, out: &mut impl Writer, release: Release) {
        for (number, rule) in self.rules() {
            out.object("rule", |out| {
                out.integer("rule_id", number.into());
                if let Some(name) = self.rule_name(number) {
                    out.string("rule_name", name);
                }
                let masked = release <= Release::Pacific;
                if masked {
                    out.integer("ruleset", rule.ruleset.into());
                }
                out.integer("type", rule.r#type.into());
                if masked {
                    out.integer("min_size", rule.min_size.into());
                    out.integer("max_size", rule.max_size.into());
                }
                out.array("steps", |out| {
                    rule.steps.iter().for_each(|step| self.dump_step(out, step, release));
                });
            });
        }
    }

    fn dump_step(&self, out: &mut impl Writer, step: &crush_rule_step, release: Release) {
        out.object("step", |out| {
            let Some((word, arguments)) = known(step.op, release) else {
                out.integer("opcode", step.op.into());
                out.integer("arg1", step.arg1.into());
                return out.integer("arg2", step.arg2.into());
            };
            out.string("op", word);
            match arguments {
                Arguments::None => {}
                Arguments::Item => {
                    out.integer("item", step.arg1.into());
                    let name = self.names().name(step.arg1);
                    out.string("item_name", name.map_or(&b""[..], |name| name.as_bytes()));
                }
                Arguments::Number => out.integer("num", step.arg1.into()),
                Arguments::NumberAndType => {
                    out.integer("num", step.arg1.into());
                    out.string("type", names::type_or_stand_in(self, step.arg2));
                }
            }
        });
    }
}

enum Arguments {
    None,
    Item,
    Number,
    NumberAndType,
}

/// Word and arguments of an operation that the dump of a release names.
fn known(operation: u32, release: Release) -> Option<(&'static str, Arguments)> {
    Some(match operation {
        op::NOOP => ("noop", Arguments::None),
        op::TAKE => ("take", Arguments::Item),
        op::EMIT => ("emit", Arguments::None),
        op::CHOOSE_FIRSTN => ("choose_firstn", Arguments::NumberAndType),
        op::CHOOSE_INDEP => ("choose_indep", Arguments::NumberAndType),
        op::CHOOSELEAF_FIRSTN => ("chooseleaf_firstn", Arguments::NumberAndType),
        op::CHOOSELEAF_INDEP => ("chooseleaf_indep", Arguments::NumberAndType),
        op::SET_CHOOSE_TRIES => ("set_choose_tries", Arguments::Number),
        op::SET_CHOOSELEAF_TRIES => ("set_chooseleaf_tries", Arguments::Number),
        _ if release < Release::Squid => return None,
        op::CHOOSE_MSR => ("choosemsr", Arguments::NumberAndType),
        op::SET_MSR_DESCENTS => ("set_msr_descents", Arguments::Number),
        op::SET_MSR_COLLISION_TRIES => ("set_msr_collision_tries", Arguments::Number),
        _ => return None,
    })
}
