//! A subject in one library.
#![forbid(unsafe_code)]

use super::{Subject, Workspaces};
use crate::library::{Caller, Library, NativeArgs, NativeMap, NativePlacer};

/// A subject whose map was built by a library.
pub(crate) struct Bound<'l> {
    library: &'l Library,
    subject: &'l Subject,
    map: NativeMap<'l>,
    args: Option<NativeArgs>,
}

impl<'l> Bound<'l> {
    /// Builds the map.
    pub(crate) fn new(library: &'l Library, subject: &'l Subject) -> Self {
        let map = NativeMap::build(library, &subject.case);
        let slots = map.max_buckets().max(0) as usize;
        let args = subject.case.choose_args.as_ref().map(|list| NativeArgs::new(list, slots));
        Self { library, subject, map, args }
    }

    /// All that calls take.
    pub(crate) fn caller(&self) -> Caller<'_> {
        let Self { library, subject, map, args } = self;
        let fresh = subject.workspaces == Workspaces::Fresh;
        Caller::new(library, map, subject.result_max, &subject.case.device_weights, args.as_ref(), fresh)
    }

    /// The same, prepared; `None` in a library that cannot.
    pub(crate) fn placer(&self) -> Option<NativePlacer> {
        let Self { library, subject, map, args } = self;
        let weights = &subject.case.device_weights;
        NativePlacer::new(library, map, 0, subject.result_max, weights, args.as_ref()).ok()
    }
}
