//! Who is told what the algorithm does.
#![forbid(unsafe_code)]

/// Told of each event of a mapping. Every method does nothing by default, and costs nothing then.
pub trait Observer {
    /// An ordinary choice ended after `tries` failures (firstn) or passes (indep): spec 02 section 11.
    #[inline]
    fn tries(&self, tries: u32) {
        let _ = tries;
    }

    /// A choice among so many items is made, wanted in the end or not.
    #[inline]
    fn choice(&self, items: usize) {
        let _ = items;
    }
}

/// Nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}
