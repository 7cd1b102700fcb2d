//! Which operations upstream survives, and what it leaves undefined (spec 03 section 12).

use super::{Operation, Verb};
use crate::case::alg;
use crate::library::Overview;
use crate::reference::tree_depth;

/// Items that a tree bucket can hold.
const TREE_LIMIT: usize = 64;

/// Whether an operation has a defined outcome in upstream, given the buckets as they are.
pub(super) fn allowed(operation: &Operation, buckets: &[Overview], rules: &(Vec<i32>, u32)) -> bool {
    let bucket = buckets.iter().find(|bucket| bucket.slot == operation.slot);
    let size = operation.list.len();
    match operation.verb {
        // 65 items corrupt memory; ids from 1 up address memory before the table.
        Verb::AddBucket => operation.number <= 0 && (operation.alg != alg::TREE || size <= TREE_LIMIT),
        Verb::DropBucket => operation.alg != alg::TREE || size <= TREE_LIMIT,
        Verb::AddItem => bucket.is_none_or(|bucket| bucket.alg != alg::TREE || tree_may_grow(bucket)),
        Verb::Reweight => bucket.is_none_or(|bucket| whole_below(bucket, buckets, &mut Vec::new())),
        Verb::CalcStraw => bucket.is_none_or(|bucket| bucket.alg == alg::STRAW),
        // The item weights of uniform and tree buckets are looked for where others have them.
        Verb::ChooseArgs => {
            let copies = |bucket: &Overview| bucket.alg != alg::UNIFORM && bucket.alg != alg::TREE;
            operation.number == 0 || buckets.iter().all(|bucket| bucket.items.is_empty() || copies(bucket))
        }
        // Without a free number below 256 upstream aborts.
        Verb::AddRule => operation.number >= 0 || rules.0.len() < 250 && rules.1 <= 256,
        _ => true,
    }
}

/// A tree may get an item if it need not get deeper: upstream leaves new nodes as the heap had them, but for the
/// first two items.
fn tree_may_grow(bucket: &Overview) -> bool {
    let size = bucket.items.len();
    size < TREE_LIMIT && (size < 2 || tree_depth(size + 1) == tree_depth(size))
}

/// Every bucket below exists, and none is below itself.
fn whole_below(bucket: &Overview, buckets: &[Overview], path: &mut Vec<usize>) -> bool {
    if path.contains(&bucket.slot) {
        return false;
    }
    path.push(bucket.slot);
    let whole = bucket.items.iter().filter(|item| **item < 0).all(|&item| {
        let child = buckets.iter().find(|child| child.slot as i64 == -1 - i64::from(item));
        child.is_some_and(|child| whole_below(child, buckets, path))
    });
    path.pop();
    whole
}

/// Whether removing an item frees the array that the bucket goes on pointing to.
pub(super) fn leaves_dangling(operation: &Operation, bucket: &Overview) -> bool {
    let Some(at) = bucket.items.iter().position(|&item| item == operation.item) else { return false };
    operation.verb == Verb::RemoveItem
        && match bucket.alg {
            alg::UNIFORM | alg::LIST => bucket.items.len() == 1,
            // The trailing items without weight go as well.
            alg::TREE => bucket.leaves.iter().enumerate().all(|(i, &leaf)| i == at || leaf == 0),
            _ => false,
        }
}
