//! Rules as JSON.
#![forbid(unsafe_code)]

use super::json::Json;
use super::names;
use crate::abi::crush_rule_step;
use crate::map::model::Map;
use crate::map::release::Release;
use crate::map::step::op;

impl Map {
    pub(super) fn dump_rules(&self, json: &mut Json, release: Release) {
        for (number, rule) in self.rules() {
            json.object(None, |json| {
                json.integer(Some("rule_id"), number.into());
                if let Some(name) = self.rule_name(number) {
                    json.string(Some("rule_name"), name);
                }
                let masked = release <= Release::Pacific;
                if masked {
                    json.integer(Some("ruleset"), rule.ruleset.into());
                }
                json.integer(Some("type"), rule.r#type.into());
                if masked {
                    json.integer(Some("min_size"), rule.min_size.into());
                    json.integer(Some("max_size"), rule.max_size.into());
                }
                json.array(Some("steps"), |json| {
                    rule.steps.iter().for_each(|step| self.dump_step(json, step, release));
                });
            });
        }
    }

    fn dump_step(&self, json: &mut Json, step: &crush_rule_step, release: Release) {
        json.object(None, |json| {
            let Some((word, arguments)) = known(step.op, release) else {
                json.integer(Some("opcode"), step.op.into());
                json.integer(Some("arg1"), step.arg1.into());
                return json.integer(Some("arg2"), step.arg2.into());
            };
            json.string(Some("op"), word);
            match arguments {
                Arguments::None => {}
                Arguments::Item => {
                    json.integer(Some("item"), step.arg1.into());
                    let name = self.names().name(step.arg1);
                    json.string(Some("item_name"), name.map_or(&b""[..], |name| name.as_bytes()));
                }
                Arguments::Number => json.integer(Some("num"), step.arg1.into()),
                Arguments::NumberAndType => {
                    json.integer(Some("num"), step.arg1.into());
                    json.string(Some("type"), names::type_or_stand_in(self, step.arg2));
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
