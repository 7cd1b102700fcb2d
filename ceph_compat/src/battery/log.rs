//! The log of genuine programs, which a thread of theirs writes among what the program itself has to say.

/// What a program wrote, without its log.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WithoutLog {
    pub(super) text: Vec<u8>,
    /// Where log was, in bytes of the text without line ends. It may begin in the middle of a line, and end with an empty
    /// one: which line ends around it are the program's own cannot be known.
    gaps: Vec<usize>,
}

/// Takes the log out: from a time to the end of its line, wherever that begins. Whether a line of it is written before the
/// program ends is chance.
pub(super) fn without_log(written: &[u8]) -> WithoutLog {
    let (mut text, mut gaps, mut length) = (Vec::new(), Vec::new(), 0);
    for line in written.split_inclusive(|&byte| byte == b'\n') {
        let log = (0..line.len()).find(|&at| is_time(&line[at..]));
        let own = &line[..log.unwrap_or(line.len())];
        length += own.iter().filter(|&&byte| byte != b'\n').count();
        gaps.extend(log.map(|_| length));
        text.extend_from_slice(own);
    }
    WithoutLog { text, gaps }
}

/// As in `2026-11-30T05:20:21.202+0000 `.
fn is_time(text: &[u8]) -> bool {
    const FORM: &[u8] = b"0000-00-00T00:00:00.000+0000 ";
    let fits = |(&byte, &form): (&u8, &u8)| match form {
        b'0' => byte.is_ascii_digit(),
        b'+' => matches!(byte, b'+' | b'-'),
        _ => byte == form,
    };
    text.len() >= FORM.len() && text.iter().zip(FORM).all(fits)
}

impl WithoutLog {
    /// The texts to compare: without the line ends where one side has log.
    pub(super) fn comparable(&self, other: &Self) -> (Vec<u8>, Vec<u8>) {
        let of = |side: &Self| {
            let mut at = 0;
            let counts = |byte: &u8| {
                at += usize::from(*byte != b'\n');
                *byte != b'\n' || !self.gaps.contains(&at) && !other.gaps.contains(&at)
            };
            side.text.iter().copied().filter(counts).collect()
        };
        (of(self), of(other))
    }
}

#[cfg(test)]
mod tests {
    use super::without_log;

    const LOG: &str = "2026-11-30T05:20:21.202+0000 7f5b9a89ef00  1 remove_item";

    fn alike(a: &str, b: &str) -> bool {
        let (a, b) = without_log(a.as_bytes()).comparable(&without_log(b.as_bytes()));
        a == b
    }

    #[test]
    fn log_goes_wherever_it_begins() {
        let plain = "crushtool (39) not empty\n";
        assert!(alike(plain, &format!("{LOG}\n\ncrushtool (39) not empty\n")));
        assert!(alike(plain, &format!("crushtool{LOG}\n (39) not empty\n")));
        assert!(alike(plain, &format!("crushtool (39) not empty{LOG}\n\n\n")));
        assert!(alike(plain, &format!("crushtool (39) not empty\n{LOG}\n{LOG}\n")));
    }

    #[test]
    fn all_else_counts() {
        assert!(!alike("a\nb\n", "a\nb\n\n"));
        assert!(!alike("a\n", &format!("{LOG}\nb\n")));
        assert!(!alike("a\n", "a\n2026-11 b\n"));
        // Line ends away from the log.
        assert!(!alike("a\nb\nc\n", &format!("a\n\nb\nc\n{LOG}\n")));
        assert!(!alike("a\nb\nc\n", &format!("{LOG}\n\nab\nc\n")));
        assert!(!alike(&format!("a\n{LOG}\nb\nc\n"), &format!("a\nb\nc{LOG}\n\n\n ")));
        assert!(!alike(&format!("a\nb{LOG}\nc\nd\n"), "a\nb\ncd\n"));
    }
}
