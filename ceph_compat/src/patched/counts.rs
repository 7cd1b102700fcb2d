//! How often each function of ours was called: the file that the patcher keeps, see `patcher/src/counts.rs`.

use super::PatchError;
use std::collections::BTreeMap;
use std::path::Path;

/// Bytes of a record, and of the name at its beginning.
const RECORD: usize = 64;
const NAME: usize = 56;

/// Calls by function; functions that were never called are there with 0.
#[derive(Clone, Default)]
pub(crate) struct Counts(BTreeMap<String, u64>);

impl Counts {
    /// Reads a file; one that is not there has no calls, since no program was patched.
    pub(crate) fn read(path: &Path) -> Result<Self, PatchError> {
        match std::fs::read(path) {
            Ok(bytes) => Self::parsed(&bytes).ok_or_else(|| PatchError::Counts(path.to_owned())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(PatchError::Io(path.to_owned(), error)),
        }
    }

    fn parsed(bytes: &[u8]) -> Option<Self> {
        let (records, []) = bytes.as_chunks::<RECORD>() else { return None };
        let record = |record: &[u8; RECORD]| {
            let (name, count) = record.split_at(NAME);
            let name = std::str::from_utf8(name).ok()?.trim_end_matches('\0').to_owned();
            Some((name, u64::from_le_bytes(count.try_into().ok()?)))
        };
        records.iter().map(record).collect::<Option<_>>().map(Self)
    }

    /// Calls of all functions.
    pub(crate) fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// Adds the calls of another run.
    pub(crate) fn add(&mut self, other: &Self) {
        for (name, count) in &other.0 {
            *self.0.entry(name.clone()).or_default() += count;
        }
    }

    /// Functions with their calls, by name.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, &count)| (name.as_str(), count))
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    fn record(name: &str, count: u64) -> Vec<u8> {
        let mut record = name.as_bytes().to_vec();
        record.resize(super::NAME, 0);
        record.extend(count.to_le_bytes());
        record
    }

    #[test]
    fn records_are_read_and_added_up() {
        let bytes = [record("crush_create", 3), record("crush_hash32", 0)].concat();
        let mut counts = Counts::parsed(&bytes).expect("well formed");
        counts.add(&Counts::parsed(&record("crush_create", 4)).expect("well formed"));
        assert_eq!(counts.iter().collect::<Vec<_>>(), [("crush_create", 7), ("crush_hash32", 0)]);
        assert_eq!(counts.total(), 7);
    }

    #[test]
    fn a_cut_file_is_refused() {
        assert!(Counts::parsed(&record("crush_create", 3)[1..]).is_none());
    }
}
