//! Numbers as decimals.
#![forbid(unsafe_code)]

/// A number as C's `%g` prints it: up to six significant digits, no zeros at the end.
pub(in crate::map) fn general(value: f64) -> String {
    general_with(value, 6)
}

/// A number as C's `%g` prints it with another number of significant digits.
pub(in crate::map) fn general_with(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0".to_owned() } else { format!("{value}").to_lowercase() };
    }
    // Rounding to so many digits decides the exponent.
    let scientific = format!("{value:.*e}", digits.saturating_sub(1));
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let after_point = i32::try_from(digits).unwrap_or(i32::MAX).saturating_sub(1).saturating_sub(exponent);
    if exponent >= -4 && after_point >= 0 {
        let decimals = usize::try_from(after_point).unwrap_or(0);
        return without_zeros(&format!("{value:.decimals$}")).to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", without_zeros(mantissa), exponent.abs())
}

fn without_zeros(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

/// A 16.16 weight as text maps show it: signed, in single precision, with so many decimals.
pub(super) fn weight(weight: u32, decimals: usize) -> String {
    let value = weight.cast_signed() as f32 / 65536.0;
    format!("{value:.decimals$}")
}

/// A 16.16 weight in as many decimals as it takes to compile to the same weight, if any decimals do.
pub(super) fn exact_weight(weight: u32) -> String {
    let value = f64::from(weight) / 65536.0;
    if value.fract() == 0.0 { format!("{value:.1}") } else { format!("{value}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn general_is_that_of_c() {
        let cases =
            [(0.0, "0"), (1.0, "1"), (307.2, "307.2"), (361.41163, "361.412"), (1024000.0, "1.024e+06")];
        let odd = [
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (999999.5, "1e+06"),
            (-12.5, "-12.5"),
            (1234567.0, "1.23457e+06"),
        ];
        for (value, text) in cases.into_iter().chain(odd) {
            assert_eq!(general(value), text);
        }
    }

    #[test]
    fn weights_round_to_even_from_their_exact_value() {
        let cases =
            [(6553, "0.09999"), (0x400, "0.01562"), (0xc00, "0.04688"), (0x9c40_0000, "-25536.00000")];
        for (value, text) in cases {
            assert_eq!(weight(value, 5), text);
        }
        assert_eq!((weight(6553, 3), exact_weight(6553)), ("0.100".into(), "0.0999908447265625".into()));
        assert_eq!(exact_weight(0x9c40_0000), "40000.0");
    }
}
