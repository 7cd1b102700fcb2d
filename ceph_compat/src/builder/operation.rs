//! Operations on a map under construction, as plain values with a text form.

use std::fmt;
use std::str::FromStr;

/// Declares the verbs with their names in text.
macro_rules! verbs {
    ($($(#[$doc:meta])* $verb:ident = $name:literal,)*) => {
        /// What an operation does. Which of the numbers of [`Operation`] count is said at each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Verb {
            $($(#[$doc])* $verb,)*
        }

        impl Verb {
            fn name(self) -> &'static str {
                match self {
                    $(Self::$verb => $name,)*
                }
            }

            fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$verb),)*
                    _ => None,
                }
            }
        }
    };
}

verbs! {
    /// `set_legacy_crush_map`.
    SetLegacy = "set-legacy",
    /// `set_optimal_crush_map`.
    SetOptimal = "set-optimal",
    /// Write `straw_calc_version`: `number`.
    SetStrawVersion = "set-straw-version",
    /// Make a bucket and add it: `alg`, `hash`, `kind`, `list`, `weights`, and `number` as the id (0: the next free).
    AddBucket = "add-bucket",
    /// Make a bucket of `number` items without any, which must be refused: `alg`.
    RefuseBucket = "refuse-bucket",
    /// Make a bucket and destroy it: as `AddBucket`, without an id.
    DropBucket = "drop-bucket",
    /// `crush_remove_bucket`: `slot`.
    RemoveBucket = "remove-bucket",
    /// `crush_get_next_bucket_id`.
    NextBucketId = "next-bucket-id",
    /// Add an item: `slot`, `item`, `weights[0]`.
    AddItem = "add-item",
    /// Remove an item: `slot`, `item`.
    RemoveItem = "remove-item",
    /// Change the weight of an item: `slot`, `item`, `weights[0]`.
    AdjustItem = "adjust-item",
    /// `crush_get_bucket_item_weight`: `slot`, `number` as the position.
    ItemWeight = "item-weight",
    /// Write the weight of a bucket, as callers do: `slot`, `weights[0]`.
    SetWeight = "set-weight",
    /// `crush_reweight_bucket`: `slot`.
    Reweight = "reweight",
    /// `crush_calc_straw`: `slot`.
    CalcStraw = "calc-straw",
    /// Make a rule and add it: `kind`, `list` as three numbers for each step, `number` as its number (negative: the
    /// next free), `weights` as ruleset, least and greatest size where rules have them.
    AddRule = "add-rule",
    /// Destroy the rule `number` and clear its slot.
    RemoveRule = "remove-rule",
    /// `crush_find_rule`: `list` as ruleset, type and size.
    FindRule = "find-rule",
    /// `crush_make_choose_args` and its end: `number` positions.
    ChooseArgs = "choose-args",
    /// `crush_finalize`.
    Finalize = "finalize",
}

/// One operation; numbers that its verb does not use are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Operation {
    pub(crate) verb: Verb,
    /// Use the function of the bucket's algorithm instead of the general one.
    pub(crate) special: bool,
    /// The library of the other side does it on this side's map.
    pub(crate) crossed: bool,
    pub(crate) slot: usize,
    pub(crate) item: i32,
    pub(crate) number: i32,
    pub(crate) alg: u8,
    pub(crate) hash: u8,
    pub(crate) kind: u16,
    pub(crate) list: Vec<i32>,
    pub(crate) weights: Vec<u32>,
}

impl Operation {
    /// An operation without numbers.
    pub(crate) fn new(verb: Verb) -> Self {
        Self {
            verb,
            special: false,
            crossed: false,
            slot: 0,
            item: 0,
            number: 0,
            alg: 0,
            hash: 0,
            kind: 0,
            list: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// The first weight, for operations on one item.
    pub(crate) fn weight(&self) -> u32 {
        self.weights.first().copied().unwrap_or(0)
    }
}

fn list<T: ToString>(values: &[T]) -> String {
    if values.is_empty() {
        "-".to_owned()
    } else {
        values.iter().map(T::to_string).collect::<Vec<_>>().join(",")
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { slot, item, number, alg, hash, kind, .. } = self;
        let flags = (u8::from(self.special), u8::from(self.crossed));
        write!(f, "{} {} {} {slot} {item} {number} ", self.verb.name(), flags.0, flags.1)?;
        write!(f, "{alg} {hash} {kind} {} {}", list(&self.list), list(&self.weights))
    }
}

fn word<T: FromStr>(words: &mut std::str::SplitWhitespace<'_>) -> Result<T, String> {
    let word = words.next().ok_or("a word is missing")?;
    word.parse().map_err(|_| format!("{word} is not understood"))
}

fn words<T: FromStr>(words: &mut std::str::SplitWhitespace<'_>) -> Result<Vec<T>, String> {
    let text: String = word(words)?;
    if text == "-" {
        return Ok(Vec::new());
    }
    text.split(',').map(|part| part.parse().map_err(|_| format!("{part} is not understood"))).collect()
}

impl FromStr for Operation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut rest = text.split_whitespace();
        let verb: String = word(&mut rest)?;
        let verb = Verb::named(&verb).ok_or_else(|| format!("{verb} is no operation"))?;
        let operation = Self {
            verb,
            special: word::<u8>(&mut rest)? != 0,
            crossed: word::<u8>(&mut rest)? != 0,
            slot: word(&mut rest)?,
            item: word(&mut rest)?,
            number: word(&mut rest)?,
            alg: word(&mut rest)?,
            hash: word(&mut rest)?,
            kind: word(&mut rest)?,
            list: words(&mut rest)?,
            weights: words(&mut rest)?,
        };
        rest.next().map_or(Ok(operation), |word| Err(format!("{word} is one word too many")))
    }
}

#[cfg(test)]
mod tests {
    use super::{Operation, Verb};

    #[test]
    fn what_is_written_is_read_back() {
        let operation = Operation {
            special: true,
            number: -7,
            list: vec![1, -2],
            weights: vec![u32::MAX],
            ..Operation::new(Verb::AddBucket)
        };
        assert_eq!(operation.to_string().parse(), Ok(operation));
        assert_eq!("add-bucket 0".parse::<Operation>(), Err("a word is missing".to_owned()));
    }
}
