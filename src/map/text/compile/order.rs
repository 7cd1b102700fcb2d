//! Forward references between buckets (spec 05 section 4.1).
#![forbid(unsafe_code)]

use super::{CompileFault, Failure};
use crate::map::text::syntax::{BucketStatement, Statement};
use std::collections::HashMap;

/// Exchanges buckets with buckets that they contain, if these stand behind them.
///
/// This follows upstream to the letter, since the order decides ids: each bucket is looked up where it stood at first,
/// not where earlier exchanges put it, so that not every text with forward references comes out in a good order.
pub(super) fn put_items_first(statements: &mut [Statement<'_>]) -> Result<(), Failure> {
    let exchanges = exchanges(statements)?;
    for (a, b) in exchanges {
        statements.swap(a, b);
    }
    Ok(())
}

/// Places of statements to exchange, one pair after the other.
fn exchanges(statements: &[Statement<'_>]) -> Result<Vec<(usize, usize)>, Failure> {
    let buckets: Vec<_> = statements.iter().enumerate().filter_map(as_bucket).collect();
    let numbers: HashMap<_, _> =
        (0..).zip(&buckets).map(|(number, (_, bucket))| (bucket.name.value, number)).collect();
    let mut exchanges = Vec::new();
    for (number, (place, bucket)) in buckets.iter().enumerate() {
        let mut later: Vec<usize> =
            bucket.items.iter().filter_map(|item| numbers.get(item.name.value).copied()).collect();
        later.retain(|&other| other > number);
        later.sort_unstable();
        later.dedup();
        for other in later {
            let Some((other_place, other)) = buckets.get(other) else { continue };
            if other.items.iter().any(|item| item.name.value == bucket.name.value) {
                let names = (bucket.name.text(), other.name.text());
                return Err(other.name.fault(CompileFault::IncludeEachOther(names.0, names.1)));
            }
            exchanges.push((*place, *other_place));
        }
    }
    Ok(exchanges)
}

fn as_bucket<'s, 't>(
    (place, statement): (usize, &'s Statement<'t>),
) -> Option<(usize, &'s BucketStatement<'t>)> {
    match statement {
        Statement::Bucket(bucket) => Some((place, bucket)),
        _ => None,
    }
}
