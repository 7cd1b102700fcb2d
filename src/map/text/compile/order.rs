//! Forward references between buckets (spec 05 section 4.1).
#![forbid(unsafe_code)]

use super::{CompileFault, Failure};
use crate::map::limits;
use crate::map::text::syntax::{BucketStatement, Statement};
use std::collections::{HashMap, HashSet};

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

/// The bucket statements of one name. A name should be there once; where it is not, upstream takes the items of all
/// statements together and the place of the last.
#[derive(Default)]
struct Named<'t> {
    place: usize,
    numbers: Vec<usize>,
    items: HashSet<&'t [u8]>,
}

impl Named<'_> {
    /// Numbers of the statements behind one.
    fn behind(&self, number: usize) -> impl Iterator<Item = usize> {
        let first = self.numbers.partition_point(|&own| own <= number);
        self.numbers.iter().skip(first).copied()
    }
}

/// Places of statements to exchange, one pair after the other.
fn exchanges(statements: &[Statement<'_>]) -> Result<Vec<(usize, usize)>, Failure> {
    let buckets: Vec<_> = statements.iter().enumerate().filter_map(as_bucket).collect();
    let mut named = HashMap::<&[u8], Named<'_>>::new();
    for (number, (place, bucket)) in buckets.iter().enumerate() {
        let named = named.entry(bucket.name.value).or_default();
        named.place = *place;
        named.numbers.push(number);
        named.items.extend(bucket.items.iter().map(|item| item.name.value));
    }
    let mut exchanges = Vec::new();
    let mut work = 0;
    for (number, (_, bucket)) in buckets.iter().enumerate() {
        let Some(own) = named.get(bucket.name.value) else { continue };
        // In the order of the text, and only those that come later.
        let items = own.items.iter().filter_map(|item| named.get(item));
        let mut later: Vec<_> = items.flat_map(|item| item.behind(number).map(move |n| (n, item))).collect();
        later.sort_unstable_by_key(|&(other, _)| other);
        work += own.items.len() + later.len();
        if work > limits::MAX_REFERENCES {
            return Err(bucket.name.fault(CompileFault::TooLarge("number of items of buckets of one name")));
        }
        for (other, item) in later {
            if item.items.contains(bucket.name.value) {
                let other = buckets.get(other).map_or(bucket.name, |(_, other)| other.name);
                return Err(other.fault(CompileFault::IncludeEachOther(bucket.name.text(), other.text())));
            }
            exchanges.push((own.place, item.place));
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
