//! Statements of a text map, as they stand in the file.
#![forbid(unsafe_code)]

use crate::map::release::Release;
use crate::map::step::{op, rule_type};

/// A number or name, with the place in the joined text where it begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct At<T> {
    pub(super) value: T,
    pub(super) offset: usize,
}

/// A name.
pub(super) type Word<'t> = At<&'t [u8]>;

#[derive(Debug, PartialEq)]
pub(super) enum Statement<'t> {
    Tunable { name: Word<'t>, value: i32 },
    Device { id: At<i32>, name: Word<'t>, class: Option<&'t [u8]> },
    Type { id: i32, name: &'t [u8] },
    Bucket(BucketStatement<'t>),
    Rule(RuleStatement<'t>),
    ChooseArgs(ChooseArgsStatement),
}

impl Statement<'_> {
    /// Where a release's grammar lacks the statement, and what it would have there.
    pub(super) fn unknown_to(&self, release: Release) -> Option<(usize, &'static str)> {
        let Self::Rule(rule) = self else { return None };
        let needs_sizes = release <= Release::Pacific;
        if needs_sizes && (rule.min_size.is_none() || rule.max_size.is_none()) {
            return Some((rule.offset, "a rule with `min_size` and `max_size`"));
        }
        let knows_msr = release >= Release::Squid;
        (!knows_msr && rule.is_msr()).then_some((rule.offset, "a rule without MSR"))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct BucketStatement<'t> {
    pub(super) kind: Word<'t>,
    pub(super) name: Word<'t>,
    pub(super) ids: Vec<(At<i32>, Option<&'t [u8]>)>,
    pub(super) algorithm: Word<'t>,
    /// The last one counts.
    pub(super) hashes: Vec<i32>,
    pub(super) items: Vec<ItemLine<'t>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ItemLine<'t> {
    pub(super) name: Word<'t>,
    /// 16.16.
    pub(super) weight: Option<u32>,
    pub(super) position: Option<i32>,
}

#[derive(Debug, PartialEq)]
pub(super) struct RuleStatement<'t> {
    pub(super) offset: usize,
    pub(super) name: Option<&'t [u8]>,
    pub(super) id: At<i32>,
    pub(super) kind: u8,
    pub(super) min_size: Option<i32>,
    pub(super) max_size: Option<i32>,
    pub(super) steps: Vec<StepLine<'t>>,
}

impl RuleStatement<'_> {
    fn is_msr(&self) -> bool {
        const OPS: [u32; 3] = [op::SET_MSR_DESCENTS, op::SET_MSR_COLLISION_TRIES, op::CHOOSE_MSR];
        let is_msr = |step: &StepLine<'_>| matches!(step, StepLine::Set { op, .. } | StepLine::Choose { op, .. } if OPS.contains(op));
        [rule_type::MSR_FIRSTN, rule_type::MSR_INDEP].contains(&self.kind) || self.steps.iter().any(is_msr)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum StepLine<'t> {
    Take {
        item: Word<'t>,
        class: Option<Word<'t>>,
    },
    /// A step whose only argument is a number.
    Set {
        op: u32,
        value: i32,
    },
    /// A step that chooses.
    Choose {
        op: u32,
        count: i32,
        kind: Word<'t>,
    },
    Emit,
}

#[derive(Debug, PartialEq)]
pub(super) struct ChooseArgsStatement {
    pub(super) index: At<i32>,
    pub(super) entries: Vec<ChooseArgEntry>,
}

#[derive(Debug, PartialEq)]
pub(super) struct ChooseArgEntry {
    pub(super) bucket: At<i32>,
    /// 16.16.
    pub(super) weight_set: Vec<Vec<u32>>,
    pub(super) ids: Vec<i32>,
}
