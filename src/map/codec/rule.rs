//! Rule slots (spec 04 section 2.2).
#![forbid(unsafe_code)]

use super::error::{DecodeError, DecodeFault};
use super::reader::Reader;
use super::writer::Sink;
use crate::abi::crush_rule_step;
use crate::builder::{OwnedMap, StoredRule};
use crate::map::limits;
use crate::map::release::Release;

/// Reads all slots into a map that has none yet.
pub(super) fn decode_all(
    reader: &mut Reader<'_>,
    count: u32,
    at: usize,
    map: &mut OwnedMap,
    release: Release,
) -> Result<(), DecodeError> {
    const FIELD: &str = "max_rules";
    reader.check_count(count, 4, limits::MAX_RULES).map_err(|fault| fault.at(at, FIELD))?;
    map.set_max_rules(count).map_err(|error| DecodeFault::from(error).at(at, FIELD))?;
    (0..count).try_for_each(|number| decode(reader, number, map, release))
}

fn decode(
    reader: &mut Reader<'_>,
    number: u32,
    map: &mut OwnedMap,
    release: Release,
) -> Result<(), DecodeError> {
    let at = reader.offset();
    if reader.u32("rule present")? == 0 {
        return Ok(());
    }
    // Four bytes stand between the number of steps and the steps.
    let len = reader.count("rule len", 12, limits::MAX_STEPS)?;
    let ruleset_at = reader.offset();
    let ruleset = reader.u8("rule ruleset")?;
    if u32::from(ruleset) != number && release > Release::Pacific {
        return Err(DecodeFault::RulesetMismatch.at(ruleset_at, "rule ruleset"));
    }
    let r#type = reader.u8("rule type")?;
    let min_size = reader.u8("rule min_size")?;
    let max_size = reader.u8("rule max_size")?;
    let steps = reader.list("rule step", len, decode_step)?;
    let rule = StoredRule { ruleset, r#type, min_size, max_size, steps: &steps };
    map.add_rule(&rule, Some(number)).map_err(|error| DecodeFault::from(error).at(at, "rule"))?;
    Ok(())
}

fn decode_step(reader: &mut Reader<'_>, field: &'static str) -> Result<crush_rule_step, DecodeError> {
    Ok(crush_rule_step { op: reader.u32(field)?, arg1: reader.i32(field)?, arg2: reader.i32(field)? })
}

/// Writes a slot for readers of `release`.
pub(super) fn encode(sink: &mut impl Sink, number: u32, rule: Option<StoredRule<'_>>, release: Release) {
    let Some(rule) = rule else { return sink.u32(0) };
    sink.u32(1);
    sink.count(rule.steps.len());
    // Numbers are below 256: `add_rule` and `decode_all` see to that.
    let ruleset = if release > Release::Pacific { number as u8 } else { rule.ruleset };
    let (min_size, max_size) =
        if release >= Release::Quincy { (1, 100) } else { (rule.min_size, rule.max_size) };
    [ruleset, rule.r#type, min_size, max_size].into_iter().for_each(|byte| sink.u8(byte));
    for step in rule.steps {
        sink.u32(step.op);
        sink.i32(step.arg1);
        sink.i32(step.arg2);
    }
}
