//! Which buckets a pattern means.
#![forbid(unsafe_code)]

/// The name of the bucket that a bucket's items go to, if its name matches: what `%` stands for, or `default` for a
/// pattern without one.
pub(super) fn base_name<'a>(pattern: &[u8], name: &'a [u8], default: &'a [u8]) -> Option<&'a [u8]> {
    if let Some(suffix) = pattern.strip_prefix(b"%") {
        name.strip_suffix(suffix).filter(|base| !base.is_empty())
    } else if let Some(prefix) = pattern.strip_suffix(b"%") {
        name.strip_prefix(prefix).filter(|base| !base.is_empty())
    } else {
        (pattern == name).then_some(default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_sign_stands_for() {
        assert_eq!(base_name(b"%-ssd", b"n1-ssd", b"d"), Some(&b"n1"[..]));
        assert_eq!(base_name(b"ssd-%", b"ssd-n1", b"d"), Some(&b"n1"[..]));
        assert_eq!(base_name(b"ssd", b"ssd", b"d"), Some(&b"d"[..]));
        for (pattern, name) in [("%-ssd", "n1-hdd"), ("%-ssd", "-ssd"), ("ssd-%", "n1-ssd"), ("ssd", "ssd2")]
        {
            assert_eq!(base_name(pattern.as_bytes(), name.as_bytes(), b"d"), None, "{pattern} {name}");
        }
    }
}
