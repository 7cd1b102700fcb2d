//! A good file, cut and altered at every place.

use super::sample::sample;
use super::{DecodeFault, decode};
use crate::map::Release;

#[test]
fn a_sample_of_everything_survives() {
    let map = sample();
    let bytes = map.encode(Release::Tentacle).unwrap();
    let again = decode(&bytes).unwrap();
    assert_eq!(again, map);
    assert_eq!(again.encode(Release::Tentacle).unwrap(), bytes);
}

#[test]
fn a_cut_file_is_an_older_map_or_an_error() {
    let bytes = sample().encode(Release::Tentacle).unwrap();
    let accepted: Vec<_> = (0..bytes.len()).filter(|&len| decode(&bytes[..len]).is_ok()).collect();
    // The ends of fields 9, 12, 13, 14, 15, 16, 17, 20 and 21.
    assert_eq!(accepted.len(), 9, "{accepted:?}");
    assert_eq!(accepted.last(), Some(&(bytes.len() - 8)));
    let steps: Vec<_> = accepted.windows(2).map(|ends| ends[1] - ends[0]).collect();
    assert_eq!(steps[..6], [12, 4, 1, 1, 4, 1]);
}

#[test]
fn cuts_are_reported_where_they_are() {
    let bytes = sample().encode(Release::Tentacle).unwrap();
    let error = decode(&bytes[..6]).unwrap_err();
    assert_eq!((error.offset, error.field, error.fault), (4, "max_buckets", DecodeFault::Truncated));
    let error = decode(&bytes[..bytes.len() - 1]).unwrap_err();
    assert_eq!((error.offset, error.field), (bytes.len() - 4, "msr_collision_tries"));
    assert_eq!(
        error.to_string(),
        format!("msr_collision_tries at byte {}: the file ends here", bytes.len() - 4)
    );
}

#[test]
fn altered_bytes_give_another_map_or_an_error() {
    let bytes = sample().encode(Release::Tentacle).unwrap();
    let mut accepted = 0;
    for place in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut altered = bytes.clone();
            altered[place] ^= flip;
            accepted += usize::from(decode(&altered).is_ok());
        }
    }
    let tried = bytes.len() * 3;
    assert!(accepted > tried / 4 && accepted < tried, "{accepted} of {tried}");
}

#[test]
fn words_of_extreme_values_give_another_map_or_an_error() {
    let bytes = sample().encode(Release::Tentacle).unwrap();
    for place in 0..bytes.len() - 3 {
        for word in [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x4000_0000_u32] {
            let mut altered = bytes.clone();
            altered[place..place + 4].copy_from_slice(&word.to_le_bytes());
            let _ = decode(&altered);
        }
    }
}
