//! A map with everything that its file holds.
#![forbid(unsafe_code)]

use super::choose_args::{ChooseArgsMap, DEFAULT_CHOOSE_ARGS};
use super::classes::Classes;
use super::codec::{self, DecodeError, EncodeError};
use super::names::NameTable;
use super::release::Release;
use super::text::{self, CompileError, CompileLog, DecompileError, Quiet, TextForm};
use crate::builder::{BuildError, MapTunables, OwnedMap, StoredBucket, StoredRule};
use crate::view::MapView;
use std::collections::BTreeMap;

/// A crush map: hierarchy, rules and tunables, with names, device classes and choose_args.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use crush::map::{Map, Release};
///
/// let empty = Map::new()?;
/// let bytes = empty.encode(Release::Tentacle)?;
/// assert_eq!(Map::decode(&bytes)?, empty);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Map {
    pub(super) crush: OwnedMap,
    pub(super) types: NameTable,
    pub(super) names: NameTable,
    pub(super) rule_names: NameTable,
    pub(super) classes: Classes,
    pub(super) choose_args: BTreeMap<i64, ChooseArgsMap>,
    /// The two MSR tunables, for the C interfaces whose struct has no place for them.
    pub(super) msr: [u32; 2],
}

/// Whether the C struct has the MSR tunables.
const STRUCT_HAS_MSR: bool = cfg!(not(any(feature = "abi-pacific", feature = "abi-reef")));

/// Values of both MSR tunables where nothing else is said.
pub(super) const DEFAULT_MSR: u32 = 100;

impl Map {
    /// An empty map with the tunables of a new one: the jewel profile and `straw_calc_version` 1 (spec 06 section 3).
    ///
    /// # Errors
    /// `NoMemory`.
    pub fn new() -> Result<Self, BuildError> {
        let mut crush = OwnedMap::new()?;
        let tunables = MapTunables {
            straw_calc_version: 1,
            msr_descents: DEFAULT_MSR,
            msr_collision_tries: DEFAULT_MSR,
            ..crush.tunables()
        };
        crush.set_tunables(&tunables);
        Ok(Self {
            crush,
            types: NameTable::default(),
            names: NameTable::default(),
            rule_names: NameTable::default(),
            classes: Classes::default(),
            choose_args: BTreeMap::new(),
            msr: [DEFAULT_MSR; 2],
        })
    }

    /// Reads a map file of any release up to Tentacle, as Tentacle reads it (spec 04).
    ///
    /// # Errors
    /// What is wrong with the file, and where.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        codec::decode(bytes, Release::default())
    }

    /// Reads a map file as `release` reads it: up to Pacific a rule may have a ruleset that is not its number, and up to
    /// Reef the MSR tunables at the end are not looked at.
    ///
    /// # Errors
    /// What is wrong with the file, and where.
    pub fn decode_as(bytes: &[u8], release: Release) -> Result<Self, DecodeError> {
        codec::decode(bytes, release)
    }

    /// The map's file for readers of `release`: the bytes that the genuine tool writes.
    ///
    /// # Errors
    /// `Unsupported` when the release cannot read or would not understand what the map holds; and what no file can hold.
    pub fn encode(&self, release: Release) -> Result<Vec<u8>, EncodeError> {
        codec::unsupported(self, release)?;
        codec::encode(self, release)
    }

    /// The map's file for readers of `release`, without what their file form lacks. What it does have is kept, even rules
    /// and buckets that the release cannot map with: leaving them out would renumber others.
    ///
    /// # Errors
    /// What no file can hold.
    pub fn encode_lossy(&self, release: Release) -> Result<Vec<u8>, EncodeError> {
        codec::encode(self, release)
    }

    /// Compiles a text map to what Tentacle's `crushtool -c` makes of it (spec 05).
    ///
    /// ```
    /// use crush::map::Map;
    ///
    /// let error = Map::compile(b"device 0 a\ntype 1 host\nhost h { item a }\n").unwrap_err();
    /// assert_eq!((error.line, error.column), (3, 10));
    /// assert_eq!(error.to_string(), "line 3, column 10: expected `alg`");
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn compile(text: &[u8]) -> Result<Self, CompileError> {
        text::compile(text, Release::default(), &mut Quiet)
    }

    /// Compiles a text map and tells `log` about it.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn compile_with(text: &[u8], log: &mut dyn CompileLog) -> Result<Self, CompileError> {
        text::compile(text, Release::default(), log)
    }

    /// Compiles a text map as `release` does: up to Pacific rules must say for how many places they are, and before Squid
    /// there are no MSR rules and tunables.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn compile_as(text: &[u8], release: Release, log: &mut dyn CompileLog) -> Result<Self, CompileError> {
        text::compile(text, release, log)
    }

    /// The map as text, in the form that `crushtool -d` writes (spec 05 section 5).
    ///
    /// # Errors
    /// What the text cannot say, with the text up to there.
    pub fn decompile(&self, form: TextForm) -> Result<Vec<u8>, DecompileError> {
        text::decompile(self, form)
    }

    /// The C struct's owner.
    pub fn crush(&self) -> &OwnedMap {
        &self.crush
    }

    /// The map as the mapper sees it, without choose_args.
    pub fn view(&self) -> MapView<'_> {
        self.crush.view()
    }

    /// Names of types; type 0 is that of devices.
    pub fn types(&self) -> &NameTable {
        &self.types
    }

    /// Names of devices and buckets.
    pub fn names(&self) -> &NameTable {
        &self.names
    }

    /// Names of rules.
    pub fn rule_names(&self) -> &NameTable {
        &self.rule_names
    }

    /// Device classes.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// Choose_args by index, which is a pool's id or [`DEFAULT_CHOOSE_ARGS`].
    pub fn choose_args(&self) -> &BTreeMap<i64, ChooseArgsMap> {
        &self.choose_args
    }

    /// The choose_args that serve a pool: its own, else the default ones, else none (spec 06 section 9.1).
    pub fn choose_args_for(&self, pool: i64) -> Option<&ChooseArgsMap> {
        self.choose_args.get(&pool).or_else(|| self.choose_args.get(&DEFAULT_CHOOSE_ARGS))
    }

    /// All tunables.
    pub fn tunables(&self) -> MapTunables {
        let stored = self.crush.tunables();
        let [msr_descents, msr_collision_tries] = self.msr;
        if STRUCT_HAS_MSR { stored } else { MapTunables { msr_descents, msr_collision_tries, ..stored } }
    }

    /// Sets all tunables.
    pub fn set_tunables(&mut self, tunables: &MapTunables) {
        self.crush.set_tunables(tunables);
        self.msr = [tunables.msr_descents, tunables.msr_collision_tries];
    }

    /// Number of bucket slots; the bucket with id `-1 - i` is in slot i.
    pub fn max_buckets(&self) -> usize {
        self.crush.max_buckets()
    }

    /// Number of rule slots.
    pub fn max_rules(&self) -> u32 {
        self.crush.max_rules()
    }

    /// One more than the highest device id that occurs in a bucket or has a name.
    pub fn max_devices(&self) -> i32 {
        self.crush.max_devices()
    }

    /// The bucket with a (negative) id.
    pub fn bucket(&self, id: i32) -> Option<StoredBucket<'_>> {
        if id < 0 { self.crush.bucket(usize::try_from(!id).ok()?) } else { None }
    }

    /// All buckets, shadow buckets included, from id -1 down.
    pub fn buckets(&self) -> impl Iterator<Item = StoredBucket<'_>> {
        (0..self.max_buckets()).filter_map(|slot| self.crush.bucket(slot))
    }

    /// The rule with a number.
    pub fn rule(&self, number: u32) -> Option<StoredRule<'_>> {
        self.crush.rule(number)
    }

    /// All rules with their numbers, ascending.
    pub fn rules(&self) -> impl Iterator<Item = (u32, StoredRule<'_>)> {
        (0..self.max_rules()).filter_map(|number| Some((number, self.rule(number)?)))
    }

    /// Whether an item is a shadow bucket: it has a name, and that is not a valid one (spec 06 section 2).
    pub fn is_shadow(&self, item: i32) -> bool {
        self.names.name(item).is_some_and(|name| !name.is_valid())
    }

    /// Computes what follows from the rest: the number of devices and the size of a mapping's workspace (spec 04
    /// section 4.2).
    pub fn finalize(&mut self) {
        self.crush.finalize();
        let named = self.names.last_id().map_or(0, |id| id.saturating_add(1));
        if named > self.crush.max_devices() {
            self.crush.set_max_devices(named);
        }
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        let shape = |map: &Self| (map.max_buckets(), map.max_rules(), map.max_devices(), map.tunables());
        shape(self) == shape(other)
            && self.buckets().eq(other.buckets())
            && self.rules().eq(other.rules())
            && (&self.types, &self.names, &self.rule_names) == (&other.types, &other.names, &other.rule_names)
            && (&self.classes, &self.choose_args) == (&other.classes, &other.choose_args)
    }
}

impl Eq for Map {}
