//! Which instructions are used.

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

/// A set of instructions that kernels are written for, from the plainest up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Nothing beyond what every processor of the architecture has: the definition of all answers.
    Scalar,
    /// AVX2, FMA, BMI1, BMI2, LZCNT and POPCNT of x86-64: what came with AVX2.
    Avx2,
    /// AVX-512 F, BW and VL as well.
    Avx512,
}

impl Level {
    /// The name that `CRUSHX_SIMD` and `crushx_simd_level` use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// The level in use: the best that the processor has, or a lower one that the environment variable `CRUSHX_SIMD`
    /// names ("scalar", "avx2", "avx512"). Found out once; other names change nothing.
    #[inline]
    pub fn current() -> Self {
        #[cfg(test)]
        if let Some(level) = forced::LEVEL.get() {
            return level.min(Self::best());
        }
        static CURRENT: OnceLock<Level> = OnceLock::new();
        *CURRENT.get_or_init(|| Self::best().lowered(std::env::var("CRUSHX_SIMD").ok().as_deref()))
    }

    /// This level, or the one that `asked` names if that is lower.
    fn lowered(self, asked: Option<&str>) -> Self {
        let asked = asked.and_then(|name| Self::ALL.into_iter().find(|level| level.name() == name));
        asked.map_or(self, |level| level.min(self))
    }

    pub(crate) const ALL: [Self; 3] = [Self::Scalar, Self::Avx2, Self::Avx512];

    fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if x86::has_avx2() {
            return if x86::has_avx512() { Self::Avx512 } else { Self::Avx2 };
        }
        Self::Scalar
    }
}

/// What the processor has.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::is_x86_feature_detected as has;

    pub(super) fn has_avx2() -> bool {
        has!("avx2") && has!("fma") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")
    }

    pub(super) fn has_avx512() -> bool {
        has!("avx512f") && has!("avx512bw") && has!("avx512vl")
    }
}

/// Tests compare levels inside one process.
#[cfg(test)]
mod forced {
    use super::Level;
    use std::cell::Cell;

    thread_local! {
        pub(super) static LEVEL: Cell<Option<Level>> = const { Cell::new(None) };
    }

    impl Level {
        /// What `work` yields when it uses this level on this thread, if the processor has it.
        pub(crate) fn during<R>(self, work: impl FnOnce() -> R) -> R {
            let before = LEVEL.replace(Some(self));
            let yielded = work();
            LEVEL.set(before);
            yielded
        }
    }
}
