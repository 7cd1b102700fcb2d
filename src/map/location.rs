//! Where an item is, or shall be: names of types and of buckets of these types (spec 06 section 6).
#![forbid(unsafe_code)]

use super::names::Name;
use core::fmt;
use std::collections::BTreeMap;

/// A bucket for each of some types, in byte order of the types' names.
///
/// ```
/// use crush::map::Location;
///
/// let location: Location = [("root", "default"), ("host", "alpha")].into_iter().collect();
/// assert_eq!(location.to_string(), "{host=alpha,root=default}");
/// assert_eq!(Location::parse(["host=alpha", "root=default"]), Ok(location));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location(BTreeMap<Name, Name>);

/// A word that is not `TYPE=BUCKET`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not of the form TYPE=BUCKET")]
pub struct LocationError(pub Name);

impl Location {
    /// A location without any pair.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads words `TYPE=BUCKET`; of several with one type the last counts.
    ///
    /// # Errors
    /// A word without `=`, or with nothing behind it.
    pub fn parse<W: AsRef<[u8]>>(words: impl IntoIterator<Item = W>) -> Result<Self, LocationError> {
        words.into_iter().map(|word| pair(word.as_ref())).collect()
    }

    /// Names the bucket of a type; one that was named before is forgotten.
    pub fn set(&mut self, r#type: impl Into<Name>, bucket: impl Into<Name>) {
        self.0.insert(r#type.into(), bucket.into());
    }

    /// The bucket of a type.
    pub fn bucket(&self, r#type: impl AsRef<[u8]>) -> Option<&Name> {
        self.0.get(r#type.as_ref())
    }

    /// All pairs of type and bucket, in byte order of the types.
    pub fn iter(&self) -> impl Iterator<Item = (&Name, &Name)> + Clone {
        self.0.iter()
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn pair(word: &[u8]) -> Result<(Name, Name), LocationError> {
    let fault = || LocationError(word.into());
    let equals = word.iter().position(|&byte| byte == b'=').ok_or_else(fault)?;
    let (r#type, bucket) = (&word[..equals], &word[equals + 1..]);
    if bucket.is_empty() { Err(fault()) } else { Ok((r#type.into(), bucket.into())) }
}

impl<T: Into<Name>, B: Into<Name>> FromIterator<(T, B)> for Location {
    fn from_iter<I: IntoIterator<Item = (T, B)>>(pairs: I) -> Self {
        Self(pairs.into_iter().map(|(r#type, bucket)| (r#type.into(), bucket.into())).collect())
    }
}

/// `{host=alpha,root=default}`.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (place, (r#type, bucket)) in self.0.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(f, "{comma}{}={}", r#type, bucket)?;
        }
        f.write_str("}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_pairs() {
        let parsed = Location::parse(["host=a", "root=x=y", "host=b"]).unwrap();
        assert_eq!(parsed.to_string(), "{host=b,root=x=y}");
        for wrong in ["host", "host=", ""] {
            assert_eq!(Location::parse([wrong]), Err(LocationError(wrong.into())), "{wrong}");
        }
    }
}
