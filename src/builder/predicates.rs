//! Overflow predicates of the C interface (spec 03 section 9).

/// Says whether `a + b` does not fit into 32 bits.
pub(crate) fn addition_is_unsafe(a: u32, b: u32) -> bool {
    a.checked_add(b).is_none()
}

/// Says whether `a * b` does not fit into 32 bits; upstream also answers yes for `b` 0 unless `a` is 0.
pub(crate) fn multiplication_is_unsafe(a: u32, b: u32) -> bool {
    a != 0 && u32::MAX.checked_div(b).is_none_or(|largest| largest < a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addition_is_unsafe_from_two_to_the_32() {
        assert!(!addition_is_unsafe(0xffff_ffff, 0));
        assert!(!addition_is_unsafe(0x8000_0000, 0x7fff_ffff));
        assert!(addition_is_unsafe(0x8000_0000, 0x8000_0000));
        assert!(addition_is_unsafe(1, 0xffff_ffff));
    }

    #[test]
    fn multiplication_treats_zero_factors_differently() {
        let cases = [
            (0, 0, false),
            (0, 5, false),
            (5, 0, true),
            (0x1_0000, 0xffff, false),
            (0x1_0000, 0x1_0000, true),
            (1, 0xffff_ffff, false),
            (2, 0xffff_ffff, true),
        ];
        for (a, b, answer) in cases {
            assert_eq!(multiplication_is_unsafe(a, b), answer, "{a:#x} * {b:#x}");
        }
    }
}
