//! From statements to a map (spec 05 section 4).
#![forbid(unsafe_code)]

mod bucket;
mod choose_args;
mod declare;
mod error;
mod order;
mod rule;
mod size;

use super::grammar::{self, GrammarError, SyntaxError};
use super::lines::Joined;
use super::room::{Lack, Room};
use super::syntax::{At, Statement, Word};
use crate::map::limits;
use crate::map::model::Map;
use crate::map::profile::LEGACY;
use crate::map::release::Release;
use crate::map::shadow::Shadows;
pub use error::{CompileError, CompileFault};
use std::collections::{HashMap, HashSet};

/// Told what the compiler has to say while it works.
pub trait CompileLog {
    /// Something is ignored.
    fn warning(&mut self, message: &str) {
        let _ = message;
    }

    /// What is read from a line of the file, by its number from 1: the line without its comment, and its words with one blank
    /// between them.
    fn line(&mut self, number: usize, line: &[u8], words: &[u8]) {
        let _ = (number, line, words);
    }

    /// The words of all lines, which is what is parsed.
    fn joined(&mut self, words: &[u8]) {
        let _ = words;
    }

    /// A statement was compiled. `message` is made only when somebody listens.
    fn trace(&mut self, message: &dyn Fn() -> String) {
        let _ = message;
    }
}

/// Nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl CompileLog for Quiet {}

/// Compiles a text, as the tool of a release does.
pub(in crate::map) fn compile(
    file: &[u8],
    release: Release,
    log: &mut dyn CompileLog,
) -> Result<Map, CompileError> {
    if file.len() > limits::MAX_BYTES {
        return Err(CompileFault::TooLarge("file").at_start());
    }
    let joined = Joined::new(file).map_err(|_| CompileFault::NoMemory.at_start())?;
    joined.lines().for_each(|(number, line, words)| log.line(number, line, words));
    log.joined(&joined.text);
    let statements = grammar::statements(&joined.text, release, Room::default());
    let statements = statements.map_err(|error| match error {
        GrammarError::Syntax(error) => syntax_error(&joined, error),
        GrammarError::Lack(Lack::Room) => CompileFault::TooLarge("number of statements").at_start(),
        GrammarError::Lack(Lack::Memory) => CompileFault::NoMemory.at_start(),
    })?;
    let mut compiler = Compiler::new(release, log).map_err(|fault| fault.at_start())?;
    compiler.run(statements).map_err(|(fault, offset)| fault.at(joined.place(offset)))?;
    let mut map = compiler.map;
    map.finalize();
    size::check(&map).map_err(|fault| fault.at_start())?;
    Ok(map)
}

fn syntax_error(joined: &Joined<'_>, error: SyntaxError) -> CompileError {
    let (line, rest) = joined.reported(error.consumed);
    let fault = CompileFault::Syntax { line, rest: rest.to_vec(), expected: error.expected };
    fault.at(joined.place(error.offset))
}

/// What is wrong, and where in the joined text.
type Failure = (CompileFault, usize);

/// A map in the making, and what names mean in the text so far.
struct Compiler<'t, 'l> {
    map: Map,
    release: Release,
    log: &'l mut dyn CompileLog,
    types: HashMap<&'t [u8], i32>,
    /// Devices and buckets. Names of devices whose id was named anew stay valid.
    items: HashMap<&'t [u8], i32>,
    /// Sum of each bucket's weights.
    bucket_weights: HashMap<i32, u32>,
    /// Ids that are given to some bucket anywhere in the text, or were handed out.
    taken: HashSet<i32>,
    /// Where to look for the next free id.
    next_id: i32,
    /// Ids that the text gives to shadow buckets.
    shadow_ids: Shadows,
    rules_begun: bool,
}

impl<'t, 'l> Compiler<'t, 'l> {
    fn new(release: Release, log: &'l mut dyn CompileLog) -> Result<Self, CompileFault> {
        let mut map = Map::new()?;
        map.set_tunables(&LEGACY);
        Ok(Self {
            map,
            release,
            log,
            types: HashMap::new(),
            items: HashMap::new(),
            bucket_weights: HashMap::new(),
            taken: HashSet::new(),
            next_id: -1,
            shadow_ids: Shadows::new(),
            rules_begun: false,
        })
    }

    fn run(&mut self, mut statements: Vec<Statement<'t>>) -> Result<(), Failure> {
        order::put_items_first(&mut statements)?;
        self.reserve_ids(&statements);
        statements.into_iter().try_for_each(|statement| self.statement(statement))
    }

    fn reserve_ids(&mut self, statements: &[Statement<'t>]) {
        for statement in statements {
            if let Statement::Bucket(bucket) = statement {
                self.taken.extend(bucket.ids.iter().map(|(id, _)| id.value));
            }
        }
    }

    fn statement(&mut self, statement: Statement<'t>) -> Result<(), Failure> {
        match statement {
            Statement::Tunable { name, value } => self.tunable(&name, value),
            Statement::Device { id, name, class } => self.device(&id, &name, class),
            Statement::Type { id, name } => {
                self.kind(id, name);
                Ok(())
            }
            Statement::Bucket(bucket) => self.bucket(&bucket),
            Statement::Rule(rule) => self.rule(&rule),
            Statement::ChooseArgs(args) => self.choose_args(args),
        }
    }

    /// The id of a class, which is created when it is new.
    fn class(&mut self, name: &[u8]) -> Result<i32, CompileFault> {
        let names = &mut self.map.classes.names;
        if let Some(class) = names.id(name) {
            return Ok(class);
        }
        let class = names.last_id().map_or(Some(0), |last| last.checked_add(1));
        let class = class.ok_or(CompileFault::TooLarge("class id"))?;
        names.set(class, name.into());
        Ok(class)
    }
}

/// A name as text; names in a text are ASCII.
fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

impl Word<'_> {
    fn text(&self) -> String {
        text(self.value)
    }
}

impl<T> At<T> {
    /// A fault at this place.
    fn fault(&self, fault: CompileFault) -> Failure {
        (fault, self.offset)
    }
}
