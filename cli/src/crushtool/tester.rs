//! `--test`: maps a range of inputs and reports (spec 08).

use crate::exit::Exit;
use crate::settings::{MappingSettings, TestOutput};
use crush::abi::CRUSH_ITEM_NONE;
use crush::hash::HashKind;
use crush::map::{Map, MapMapper};
use std::collections::{BTreeMap, TryReserveError};
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;

/// Weight of a device that is in.
const IN: u32 = 0x1_0000;
/// Index of the choose_args that tests use, whatever the pool.
const CHOOSE_ARGS: i64 = 0;

/// Runs a test and prints to standard output.
pub(crate) fn test(map: &Map, settings: &MappingSettings, output: TestOutput) -> Result<(), Exit> {
    let out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut test = Test {
        rules: rule_range(map, settings.rule),
        replicas: replica_range(settings.replicas)?,
        inputs: input_range(settings.x),
        pool: settings.pool,
        weights: device_weights(map, &settings.weights).map_err(no_memory)?,
        output,
        mapper: map.mapper(CHOOSE_ARGS).map_err(no_memory)?,
        map,
        out,
    };
    test.run()?;
    Ok(test.out.flush()?)
}

fn no_memory(_: TryReserveError) -> Exit {
    Exit::failure("out of memory")
}

/// Either end missing means all rules.
fn rule_range(map: &Map, (first, last): (i32, i32)) -> RangeInclusive<i32> {
    let end = i32::try_from(map.max_rules()).unwrap_or(i32::MAX) - 1;
    if first < 0 || last < 0 { 0..=end } else { first..=last.min(end) }
}

/// Either end missing means the default.
fn input_range((first, last): (i32, i32)) -> RangeInclusive<i32> {
    if first < 0 || last < 0 { 0..=1023 } else { first..=last }
}

/// Both ends must be given: with only one, upstream crashes or maps to -1 replicas.
fn replica_range((least, most): (i32, i32)) -> Result<RangeInclusive<i32>, Exit> {
    if least < 0 || most < 0 {
        return Err(Exit::failure("must specify --num-rep or both --min-rep and --max-rep"));
    }
    Ok(least..=most)
}

/// Devices that some bucket holds are in, others out, unless the command line says otherwise.
fn device_weights(map: &Map, given: &BTreeMap<i32, u32>) -> Result<Vec<u32>, TryReserveError> {
    let devices = usize::try_from(map.max_devices()).unwrap_or(0);
    let mut weights = Vec::new();
    weights.try_reserve_exact(devices)?;
    weights.resize(devices, 0);
    let mut set = |device: i32, weight| {
        if let Some(place) = usize::try_from(device).ok().and_then(|device| weights.get_mut(device)) {
            *place = weight;
        }
    };
    map.buckets().flat_map(|bucket| bucket.items).for_each(|&item| set(item, IN));
    given.iter().for_each(|(&device, &weight)| set(device, weight));
    Ok(weights)
}

struct Test<'a, W: Write> {
    rules: RangeInclusive<i32>,
    replicas: RangeInclusive<i32>,
    inputs: RangeInclusive<i32>,
    pool: i64,
    weights: Vec<u32>,
    output: TestOutput,
    mapper: MapMapper<'a>,
    map: &'a Map,
    out: W,
}

impl<W: Write> Test<'_, W> {
    fn run(&mut self) -> Result<(), Exit> {
        for rule in self.rules.clone() {
            if self.map.rule(rule.cast_unsigned()).is_none() {
                if self.output.statistics {
                    writeln!(self.out, "rule {rule} dne")?;
                }
                continue;
            }
            self.run_rule(rule)?;
        }
        Ok(())
    }

    fn run_rule(&mut self, rule: i32) -> Result<(), Exit> {
        if self.output.statistics {
            write!(self.out, "rule {rule} (")?;
            self.write_rule_name(rule)?;
            let (x, replicas) = (&self.inputs, &self.replicas);
            writeln!(
                self.out,
                "), x = {}..{}, numrep = {}..{}",
                x.start(),
                x.end(),
                replicas.start(),
                replicas.end()
            )?;
        }
        // With all devices out nothing is mapped.
        if self.weights.iter().all(|&weight| weight == 0) {
            return Ok(());
        }
        self.replicas.clone().try_for_each(|replicas| self.run_replicas(rule, replicas))
    }

    fn run_replicas(&mut self, rule: i32, replicas: i32) -> Result<(), Exit> {
        let mut result = Vec::new();
        let places = usize::try_from(replicas).unwrap_or(0);
        result.try_reserve_exact(places).map_err(no_memory)?;
        result.resize(places, 0);
        let mut sizes = BTreeMap::<usize, u64>::new();
        for x in self.inputs.clone() {
            let seed = self.seed(x);
            let ruleno = rule.cast_unsigned();
            let len = self.mapper.place(ruleno, seed, &self.weights, &mut result).map_err(no_memory)?;
            self.report(rule, x, replicas, &result[..len])?;
            *sizes.entry(len).or_default() += 1;
        }
        if self.output.statistics {
            self.write_sizes(rule, replicas, &sizes)?;
        }
        Ok(())
    }

    /// The input to map: hashed with the pool's id, if there is one.
    fn seed(&self, x: i32) -> u32 {
        let x = x.cast_unsigned();
        // A pool's low 32 bits are what is hashed.
        if self.pool == -1 { x } else { HashKind::Rjenkins1.hash2(x, self.pool as u32) }
    }

    fn report(&mut self, rule: i32, x: i32, replicas: i32, items: &[i32]) -> io::Result<()> {
        if self.output.mappings {
            write!(self.out, "CRUSH rule {rule} x {x} ")?;
            self.write_items(items)?;
        }
        let bad = items.len() != usize::try_from(replicas).unwrap_or(0) || items.contains(&CRUSH_ITEM_NONE);
        if self.output.bad_mappings && bad {
            write!(self.out, "bad mapping rule {rule} x {x} num_rep {replicas} result ")?;
            self.write_items(items)?;
        }
        Ok(())
    }

    fn write_items(&mut self, items: &[i32]) -> io::Result<()> {
        self.out.write_all(b"[")?;
        for (place, item) in items.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(self.out, "{comma}{item}")?;
        }
        self.out.write_all(b"]\n")
    }

    fn write_sizes(&mut self, rule: i32, replicas: i32, sizes: &BTreeMap<usize, u64>) -> io::Result<()> {
        let inputs = i64::from(*self.inputs.end()) - i64::from(*self.inputs.start()) + 1;
        for (size, count) in sizes {
            write!(self.out, "rule {rule} (")?;
            self.write_rule_name(rule)?;
            writeln!(self.out, ") num_rep {replicas} result size == {size}:\t{count}/{inputs}")?;
        }
        Ok(())
    }

    fn write_rule_name(&mut self, rule: i32) -> io::Result<()> {
        let name = self.map.rule_names().name(rule).map(|name| name.as_bytes());
        self.out.write_all(name.unwrap_or_default())
    }
}
