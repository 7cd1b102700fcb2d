//! Numbers as C prints them.

/// Significant digits.
const DIGITS: i32 = 6;

/// A number in the format `%g` of C: six significant digits, without trailing zeros.
pub(crate) fn general(value: f64) -> String {
    if value.is_nan() {
        return if value.is_sign_negative() { "-nan" } else { "nan" }.to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    // The exponent counts after rounding.
    let scientific = format!("{value:.*e}", (DIGITS - 1) as usize);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..DIGITS).contains(&exponent) {
        let decimals = usize::try_from(DIGITS - 1 - exponent).unwrap_or(0);
        return without_zeros(&format!("{value:.decimals$}")).to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", without_zeros(mantissa), exponent.abs())
}

fn without_zeros(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_look_as_in_c() {
        let cases = [
            (0.0, "0"),
            (-0.0, "-0"),
            (99.0, "99"),
            (307.2, "307.2"),
            (361.4118, "361.412"),
            (1_024_000.0, "1.024e+06"),
            (999_999.5, "1e+06"),
            (0.0001, "0.0001"),
            (0.000_012_3, "1.23e-05"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "nan"),
            (1e100, "1e+100"),
            (-2.5, "-2.5"),
        ];
        for (value, text) in cases {
            assert_eq!(general(value), text);
        }
    }
}
