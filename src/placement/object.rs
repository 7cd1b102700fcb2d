//! What identifies an object in a pool, and its hash (spec 09 section 1).
#![forbid(unsafe_code)]

use super::StringHash;

/// Stands between namespace and name.
const SEPARATOR: u8 = 0x1f;

/// What of an object decides where it is: byte strings, as librados has them.
///
/// ```
/// use crush::placement::{ObjectLocator, StringHash};
///
/// let object = ObjectLocator::new(b"obj1").with_namespace(b"ns").with_key(b"lockey");
/// assert_eq!(object.hash(StringHash::Rjenkins), 0x679d_011a);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObjectLocator<'a> {
    /// The object's name.
    pub name: &'a [u8],
    /// Its namespace; empty for the default one.
    pub namespace: &'a [u8],
    /// Its locator key, which takes the place of the name; empty for none.
    pub key: &'a [u8],
    /// An explicit position, which takes the place of the hash.
    pub position: Option<u32>,
}

impl<'a> ObjectLocator<'a> {
    /// An object in the default namespace, placed by its name.
    pub fn new(name: &'a [u8]) -> Self {
        Self { name, ..Self::default() }
    }

    /// The same in a namespace.
    #[must_use]
    pub fn with_namespace(self, namespace: &'a [u8]) -> Self {
        Self { namespace, ..self }
    }

    /// The same placed by a locator key.
    #[must_use]
    pub fn with_key(self, key: &'a [u8]) -> Self {
        Self { key, ..self }
    }

    /// The object's place among those of its pool: the whole 32 bits, of which a PG is the remainder.
    pub fn hash(&self, kind: StringHash) -> u32 {
        let placed_by = if self.key.is_empty() { self.name } else { self.key };
        self.position.unwrap_or_else(|| match self.namespace {
            [] => kind.hash(placed_by),
            namespace => kind.hash_parts(&[namespace, &[SEPARATOR], placed_by]),
        })
    }
}

/// The hash of an object placed by its name, in a namespace that may be empty.
pub fn object_hash(kind: StringHash, name: &[u8], namespace: &[u8]) -> u32 {
    ObjectLocator::new(name).with_namespace(namespace).hash(kind)
}

#[cfg(test)]
mod tests {
    use super::{ObjectLocator, StringHash};

    #[test]
    fn keys_namespaces_and_positions() {
        let hash = |object: ObjectLocator<'_>| object.hash(StringHash::Rjenkins);
        let foo = ObjectLocator::new(b"foo");
        assert_eq!(hash(ObjectLocator::new(b"bar").with_key(b"foo")), hash(foo));
        assert_eq!(hash(foo.with_namespace(b"ns")), 0xac17_f0b6);
        assert_eq!(hash(foo.with_namespace(b"ns")), hash(ObjectLocator::new(b"ns\x1ffoo")));
        assert_eq!(hash(ObjectLocator { position: Some(7), ..foo }), 7);
    }
}
