//! Numbers on the command line: strict ones with upstream's messages, and lenient weights (spec 07 section 2.2).

use std::num::IntErrorKind;

/// A word that is no number: what is said about it, and the value that some options use all the same.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BadNumber {
    pub(crate) message: Vec<u8>,
    pub(crate) value: i64,
}

impl BadNumber {
    fn new(before: &str, word: &[u8], after: &str, value: i64) -> Self {
        Self { message: [before.as_bytes(), word, after.as_bytes()].concat(), value }
    }
}

/// A whole number between `min` and `max`.
pub(crate) fn integer(word: &[u8], min: i64, max: i64) -> Result<i64, BadNumber> {
    check_shape(word)?;
    let text = String::from_utf8_lossy(word);
    match text.parse::<i64>() {
        Ok(value) if (min..=max).contains(&value) => Ok(value),
        Err(error) if !matches!(error.kind(), IntErrorKind::PosOverflow | IntErrorKind::NegOverflow) => {
            Err(BadNumber::new("Expected option value to be integer, got '", word, "'", 0))
        }
        _ => Err(BadNumber::new("The option value '", word, "' seems to be invalid", 0)),
    }
}

/// A number of single precision.
pub(crate) fn float(word: &[u8]) -> Result<f32, BadNumber> {
    check_shape(word)?;
    // The shape leaves nothing to refuse but words without a digit.
    let value = String::from_utf8_lossy(word).parse();
    value.map_err(|_| BadNumber::new("strict_strtof: expected float, got: '", word, "'", 0))
}

/// The test that all numbers pass first: digits, one leading minus sign, at most one dot.
fn check_shape(word: &[u8]) -> Result<(), BadNumber> {
    let digits = match word {
        [b'-', rest @ ..] if !rest.is_empty() => rest,
        _ => word,
    };
    let dots = digits.iter().filter(|&&byte| byte == b'.').count();
    if dots <= 1 && digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.') {
        return Ok(());
    }
    if word.starts_with(b"-") {
        return Err(BadNumber { message: b"Missing option value".to_vec(), value: 1 });
    }
    Err(BadNumber::new("The option value '", word, "' is invalid", 1))
}

/// What C's `atoi` makes of a word: the low 32 bits of the whole number that it begins with, 0 without one.
pub(crate) fn leading_integer(word: &[u8]) -> i32 {
    let blanks = word.iter().take_while(|byte| b" \t\n\x0b\x0c\r".contains(byte)).count();
    let word = &word[blanks..];
    let sign = usize::from(matches!(word.first(), Some(b'-' | b'+')));
    let digits = word[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let text = String::from_utf8_lossy(&word[..sign + digits]);
    let limit = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    let value: i64 = text.parse().unwrap_or(if digits == 0 { 0 } else { limit });
    value as i32
}

/// What C's `atof` makes of a word: the longest prefix that is a number, 0 without one.
pub(crate) fn lenient(word: &[u8]) -> f64 {
    let blanks = word.iter().take_while(|byte| b" \t\n\x0b\x0c\r".contains(byte)).count();
    let word = &word[blanks..];
    let (negative, digits) = match word {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, word),
    };
    let magnitude = magnitude(digits);
    if negative { -magnitude } else { magnitude }
}

fn magnitude(word: &[u8]) -> f64 {
    let starts =
        |prefix: &str| word.get(..prefix.len()).is_some_and(|p| p.eq_ignore_ascii_case(prefix.as_bytes()));
    if starts("inf") {
        return f64::INFINITY;
    }
    if starts("nan") {
        return f64::NAN;
    }
    if starts("0x")
        && let Some(value) = hexadecimal(&word[2..])
    {
        return value;
    }
    let mantissa = mantissa_len(word, |byte| byte.is_ascii_digit()).unwrap_or(0);
    let len = mantissa + exponent_len(&word[mantissa..], b'e');
    let text = std::str::from_utf8(&word[..len]).unwrap_or_default();
    if mantissa == 0 { 0.0 } else { text.parse().unwrap_or(0.0) }
}

/// Length of digits with at most one dot; `None` without a digit.
fn mantissa_len(word: &[u8], is_digit: impl Fn(&u8) -> bool) -> Option<usize> {
    let whole = word.iter().take_while(|byte| is_digit(byte)).count();
    let fraction = match &word[whole..] {
        [b'.', rest @ ..] => Some(rest.iter().take_while(|byte| is_digit(byte)).count()),
        _ => None,
    };
    let digits = whole + fraction.unwrap_or(0);
    (digits > 0).then(|| digits + usize::from(fraction.is_some()))
}

/// Length of an exponent with its letter, 0 if it is none.
fn exponent_len(word: &[u8], letter: u8) -> usize {
    let Some(rest) =
        word.split_first().filter(|(first, _)| first.eq_ignore_ascii_case(&letter)).map(|(_, r)| r)
    else {
        return 0;
    };
    let sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
    let digits = rest[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 { 0 } else { 1 + sign + digits }
}

/// A hexadecimal number without its `0x`. Digits past the 15th weigh nothing in a weight of 24 bits.
fn hexadecimal(word: &[u8]) -> Option<f64> {
    let len = mantissa_len(word, u8::is_ascii_hexdigit)?;
    let dot = word[..len].iter().position(|&byte| byte == b'.').unwrap_or(len);
    let mut value = 0.0_f64;
    for (place, &byte) in word[..len].iter().filter(|&&byte| byte != b'.').enumerate() {
        let digit = f64::from(char::from(byte).to_digit(16).unwrap_or(0));
        let exponent = dot as f64 - place as f64 - 1.0;
        value += digit * (exponent * 4.0).exp2();
    }
    let exponent = &word[len..len + exponent_len(&word[len..], b'p')];
    let power = std::str::from_utf8(exponent.get(1..).unwrap_or_default()).unwrap_or_default();
    Some(value * power.parse::<f64>().unwrap_or(0.0).exp2())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(word: &str) -> Result<i64, String> {
        integer(word.as_bytes(), i32::MIN.into(), i32::MAX.into())
            .map_err(|bad| format!("{} -> {}", String::from_utf8(bad.message).unwrap(), bad.value))
    }

    #[test]
    fn integers_and_their_messages() {
        assert_eq!((int("0"), int("-12"), int("2147483647")), (Ok(0), Ok(-12), Ok(i32::MAX.into())));
        for word in ["--x", "-x", "-", "--5"] {
            assert_eq!(int(word), Err("Missing option value -> 1".into()), "{word}");
        }
        for word in ["abc", "5x", "+5", " 7", "0x10", "1e2", "1.2.3"] {
            assert_eq!(int(word), Err(format!("The option value '{word}' is invalid -> 1")));
        }
        for word in ["", "5.", ".5"] {
            assert_eq!(int(word), Err(format!("Expected option value to be integer, got '{word}' -> 0")));
        }
        for word in ["2147483648", "99999999999999999999"] {
            assert_eq!(int(word), Err(format!("The option value '{word}' seems to be invalid -> 0")));
        }
    }

    #[test]
    fn sizes_take_the_digits_in_front() {
        for (word, value) in
            [("2x", 2), (" -7", -7), ("abc", 0), ("+3.9", 3), ("", 0), ("-", 0), ("4294967298", 2)]
        {
            assert_eq!(leading_integer(word.as_bytes()), value, "{word}");
        }
    }

    #[test]
    fn lenient_weights_take_the_longest_prefix() {
        let cases =
            [("0.5", 0.5), (" 1.5x", 1.5), ("abc", 0.0), ("1e2", 100.0), ("1e", 1.0), ("-.25", -0.25)];
        let odd =
            [("0x10", 16.0), ("0x1.8p1", 3.0), ("0x", 0.0), ("", 0.0), (".", 0.0), ("infx", f64::INFINITY)];
        for (word, value) in cases.into_iter().chain(odd) {
            assert_eq!(lenient(word.as_bytes()), value, "{word}");
        }
        assert!(lenient(b"nan").is_nan());
    }
}
