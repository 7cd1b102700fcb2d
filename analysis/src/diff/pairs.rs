//! How often each device gave a replica to each other.

/// From, to, and how often.
pub type Move = (i32, i32, u64);

/// Moves that are kept one by one at most before equal ones are put together.
const LOOSE: usize = 1 << 20;

/// A sparse matrix that is filled one by one.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    loose: Vec<u64>,
    counted: Vec<(u64, u64)>,
}

impl Pairs {
    pub(super) fn add(&mut self, from: i32, to: i32) {
        self.loose.push(u64::from(from.cast_unsigned()) << 32 | u64::from(to.cast_unsigned()));
        if self.loose.len() >= LOOSE {
            self.settle();
        }
    }

    fn settle(&mut self) {
        self.loose.sort_unstable();
        let fresh =
            self.loose.chunk_by(|one, other| one == other).map(|equal| (equal[0], equal.len() as u64));
        let all = merged(std::mem::take(&mut self.counted), fresh.collect());
        self.counted = all;
        self.loose.clear();
    }

    pub(super) fn merge(&mut self, mut other: Self) {
        self.settle();
        other.settle();
        self.counted = merged(std::mem::take(&mut self.counted), other.counted);
    }

    /// All moves, by from and to.
    pub(super) fn into_moves(mut self) -> Vec<Move> {
        self.settle();
        let device = |half: u64| (half as u32).cast_signed();
        self.counted.into_iter().map(|(key, count)| (device(key >> 32), device(key), count)).collect()
    }
}

/// Two sorted lists of counts as one.
fn merged(one: Vec<(u64, u64)>, other: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    if one.is_empty() {
        return other;
    }
    let mut all = one;
    all.extend(other);
    all.sort_by_key(|&(key, _)| key);
    all.dedup_by(|next, kept| {
        let equal = next.0 == kept.0;
        if equal {
            kept.1 += next.1;
        }
        equal
    });
    all
}
