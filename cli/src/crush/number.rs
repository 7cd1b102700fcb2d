//! Numbers as C programs print them with `%g`.

use std::fmt;

/// A number of six significant digits, in the shorter of both notations.
pub(crate) struct General(pub(crate) f64);

/// Significant digits.
const DIGITS: i32 = 6;

impl fmt::Display for General {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_nan() {
            return f.write_str("-nan");
        }
        let scientific = format!("{:.*e}", (DIGITS - 1) as usize, self.0);
        let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        if !(-4..DIGITS).contains(&exponent) {
            let sign = if exponent < 0 { '-' } else { '+' };
            return write!(f, "{}e{sign}{:02}", trimmed(digits), exponent.abs());
        }
        let places = usize::try_from(DIGITS - 1 - exponent).unwrap_or(0);
        f.write_str(trimmed(&format!("{:.places$}", self.0)))
    }
}

/// Without zeros that say nothing.
fn trimmed(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

#[cfg(test)]
mod tests {
    use super::General;

    #[test]
    fn as_c_prints_them() {
        for (number, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (0.0999908, "0.0999908"),
            (3.5590260840104374, "3.55903"),
            (1234567.0, "1.23457e+06"),
            (999999.5, "1e+06"),
            (100000.0, "100000"),
            (0.00001234, "1.234e-05"),
            (f64::NAN, "-nan"),
        ] {
            assert_eq!(General(number).to_string(), text);
        }
    }
}
