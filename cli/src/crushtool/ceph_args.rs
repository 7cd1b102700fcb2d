//! Settings of Ceph's libraries in the environment (spec 07 section 1).

use super::words::dashes_to_underscores;
use std::os::unix::ffi::OsStringExt;

/// The number that `CEPH_ARGS` gives an option of Ceph's; what is no number counts for nothing.
pub(crate) fn ceph_args(option: &str) -> Option<i32> {
    last_value(&std::env::var_os("CEPH_ARGS")?.into_vec(), option)
}

fn last_value(arguments: &[u8], option: &str) -> Option<i32> {
    let wanted = [b"--", option.as_bytes()].concat();
    let mut words = arguments.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let mut found = None;
    while let Some(word) = words.next() {
        let (name, value) = match word.iter().position(|&byte| byte == b'=') {
            Some(end) => (&word[..end], Some(&word[end + 1..])),
            None => (word, None),
        };
        if dashes_to_underscores(name) == wanted {
            let value = value.or_else(|| words.next()).unwrap_or_default();
            found = std::str::from_utf8(value).ok().and_then(|value| value.parse().ok()).or(found);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found_in_both_forms() {
        let value = |arguments: &str| last_value(arguments.as_bytes(), "osd_crush_chooseleaf_type");
        assert_eq!(value("--debug-crush 3  --osd-crush-chooseleaf-type 2"), Some(2));
        assert_eq!(value("--osd_crush_chooseleaf_type=0 --osd-crush-chooseleaf-type=x"), Some(0));
        assert_eq!((value(""), value("--osd-crush-chooseleaf-type")), (None, None));
    }
}
