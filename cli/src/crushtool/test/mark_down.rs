//! Taking devices out before a test (spec 08 section 6).

use super::plan::Plan;
use super::random::Random;
use crush::builder::StoredBucket;

/// Sets the weights of some devices of some buckets to 0.
pub(super) fn mark_down(plan: &mut Plan<'_>, random: &mut Random) {
    let (ratio, bucket_ratio) = (plan.settings.mark_down, plan.settings.mark_down_buckets);
    // No number is no ratio either.
    if ratio.is_nan() || ratio <= 0.0 {
        return;
    }
    let map = plan.map;
    let mut buckets: Vec<_> = map.buckets().filter(holds_devices).map(|bucket| bucket.items).collect();
    shuffle(&mut buckets, random);
    for items in buckets.iter().take(part(bucket_ratio, buckets.len())) {
        // A shuffle whose outcome is not used.
        for _ in *items {
            let _ = random.draw();
        }
        for &item in items.iter().take(part(ratio, items.len())) {
            if let Some(weight) = usize::try_from(item).ok().and_then(|item| plan.weights.get_mut(item)) {
                *weight = 0;
            }
        }
    }
}

fn holds_devices(bucket: &StoredBucket<'_>) -> bool {
    bucket.weight.cast_signed() > 0 && bucket.items.first().is_some_and(|&item| item >= 0)
}

fn shuffle<T>(things: &mut [T], random: &mut Random) {
    // The last place is never drawn. With one thing the original divides by 0 here.
    let end = things.len().saturating_sub(1);
    (0..things.len()).for_each(|place| things.swap(place, random.below(end)));
}

/// Conversions of floating point saturate, and cut off the fraction.
fn part(ratio: f32, count: usize) -> usize {
    (ratio * count as f32) as usize
}
