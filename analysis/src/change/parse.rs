//! Changes from the values of options.

use super::{Change, ChangeError, Tunable};
use crush::map::{Location, Name};

/// Options that make changes: name, what its value looks like, what it does. An empty form is an option without value.
const OPTIONS: [(&str, &str, &str); 21] = [
    ("tunables", "PROFILE", "All tunables of a profile: legacy, bobtail, firefly, hammer, jewel, optimal"),
    ("tunable", "NAME=N", "One tunable, such as chooseleaf_stable=1"),
    ("weight", "ITEM=W", "Crush weight of a device, or of each device below a bucket"),
    ("reweight", "ITEM=W", "How far a device, or each below a bucket, is in: from 0 (out) to 1 (in)"),
    ("out", "ITEM", "A device, or all below a bucket, are out"),
    ("in", "ITEM", "A device, or all below a bucket, are in"),
    ("down", "ITEM", "A device, or all below a bucket, are down"),
    ("up", "ITEM", "A device, or all below a bucket, are up"),
    ("add", "DEVICE=W:TYPE=BUCKET,...", "A new device, up and in; buckets that are not there are made"),
    ("add-bucket", "BUCKET=TYPE[:TYPE=BUCKET,...]", "A new, empty bucket"),
    ("remove", "ITEM", "A device goes, or a bucket with all below it"),
    ("move", "ITEM:TYPE=BUCKET,...", "A device or bucket is elsewhere"),
    ("class", "ITEM=CLASS", "Class of a device, or of each device below a bucket; nothing behind = for none"),
    (
        "weight-set",
        "POOL:ITEM=W,...",
        "Weights of an item by position in a pool's weight-set; -1 for the general one",
    ),
    ("remove-weight-set", "POOL", "A weight-set goes; -1 for the general one"),
    ("rule-steps", "RULE=STEP;...", "Other steps for a rule, as in a text map without the word step"),
    ("rule-domain", "RULE=TYPE", "Another failure domain for a rule"),
    ("rule-class", "RULE=CLASS", "Another class for a rule; nothing behind = for devices of all classes"),
    ("pool-rule", "POOL=RULE", "Another rule for a pool"),
    ("pool-size", "POOL=N", "Another number of replicas for a pool"),
    ("pg-num", "POOL=N", "Another number of PGs for a pool, and of their distinct placements"),
];

/// Tunables by name.
const TUNABLES: [(&str, Tunable); 9] = [
    ("choose_local_tries", Tunable::ChooseLocalTries),
    ("choose_local_fallback_tries", Tunable::ChooseLocalFallbackTries),
    ("choose_total_tries", Tunable::ChooseTotalTries),
    ("chooseleaf_descend_once", Tunable::ChooseleafDescendOnce),
    ("chooseleaf_vary_r", Tunable::ChooseleafVaryR),
    ("chooseleaf_stable", Tunable::ChooseleafStable),
    ("straw_calc_version", Tunable::StrawCalcVersion),
    ("msr_descents", Tunable::MsrDescents),
    ("msr_collision_tries", Tunable::MsrCollisionTries),
];

impl Change {
    /// The change that an option of [`Change::options`] with a value makes; `straw2` takes none.
    ///
    /// # Errors
    /// A value of another form.
    pub fn parse(option: &str, text: &str) -> Result<Self, ChangeError> {
        if option == "straw2" {
            return Ok(Self::Straw2);
        }
        let form =
            OPTIONS.iter().find(|(name, ..)| *name == option).map_or("a known option", |known| known.1);
        read(option, text).ok_or_else(|| ChangeError::Form { text: text.to_owned(), form })
    }

    /// Options that make changes: name, form of the value, help.
    pub fn options() -> &'static [(&'static str, &'static str, &'static str)] {
        &OPTIONS
    }
}

fn read(option: &str, text: &str) -> Option<Change> {
    let item = || Some(Name::from(text)).filter(|name| !name.as_bytes().is_empty());
    let pair = || text.split_once('=').filter(|(name, _)| !name.is_empty());
    let named = || pair().map(|(name, value)| (Name::from(name), value));
    let optional = |class: &str| Some(class).filter(|class| !class.is_empty()).map(Name::from);
    Some(match option {
        "tunables" => Change::Tunables(text.parse().ok()?),
        "tunable" => {
            let (name, value) = pair()?;
            let name = name.replace('-', "_");
            let tunable = TUNABLES.iter().find(|(known, _)| *known == name)?.1;
            Change::Tunable(tunable, value.parse().ok()?)
        }
        "weight" => named().and_then(|(item, weight)| Some(Change::Weight(item, weight.parse().ok()?)))?,
        "reweight" => named().and_then(|(item, weight)| Some(Change::Reweight(item, share(weight)?)))?,
        "out" => Change::Reweight(item()?, 0),
        "in" => Change::Reweight(item()?, 0x1_0000),
        "down" => Change::Down(item()?),
        "up" => Change::Up(item()?),
        "add" => {
            let (device, rest) = named()?;
            let (weight, place) = rest.split_once(':')?;
            Change::Add { device, weight: weight.parse().ok()?, location: location(place)? }
        }
        "add-bucket" => {
            let (bucket, rest) = named()?;
            let (r#type, place) = rest.split_once(':').unwrap_or((rest, ""));
            Change::AddBucket { bucket, r#type: r#type.into(), location: location(place)? }
        }
        "remove" => Change::Remove(item()?),
        "move" => {
            let (item, place) = text.split_once(':')?;
            Change::Move(item.into(), location(place)?)
        }
        "class" => named().map(|(item, class)| Change::Class(item, optional(class)))?,
        "weight-set" => {
            let (index, rest) = text.split_once(':')?;
            let (item, weights) = rest.split_once('=')?;
            let weights: Option<_> = weights.split(',').map(|weight| weight.parse().ok()).collect();
            Change::WeightSet { index: index.parse().ok()?, item: item.into(), weights: weights? }
        }
        "remove-weight-set" => Change::RemoveWeightSet(text.parse().ok()?),
        "rule-steps" => named().map(|(rule, steps)| Change::RuleSteps(rule, steps.to_owned()))?,
        "rule-domain" => named().map(|(rule, r#type)| Change::RuleDomain(rule, r#type.into()))?,
        "rule-class" => named().map(|(rule, class)| Change::RuleClass(rule, optional(class)))?,
        "pool-rule" => pair().map(|(pool, rule)| Change::PoolRule(pool.to_owned(), rule.into()))?,
        "pool-size" => {
            pair().and_then(|(pool, size)| Some(Change::PoolSize(pool.to_owned(), size.parse().ok()?)))?
        }
        "pg-num" => {
            let number =
                |text: &str| text.parse().ok().filter(|&number: &u32| number > 0 && number < 1 << 31);
            pair().and_then(|(pool, pgs)| Some(Change::PoolPgNum(pool.to_owned(), number(pgs)?)))?
        }
        _ => return None,
    })
}

/// From 0 (out) to 1 (in), as 16.16.
fn share(text: &str) -> Option<u32> {
    let share: f64 = text.parse().ok()?;
    (0.0..=1.0).contains(&share).then(|| (share * 65536.0).round() as u32)
}

/// `TYPE=BUCKET,...`.
fn location(text: &str) -> Option<Location> {
    Location::parse(text.split(',').filter(|pair| !pair.is_empty())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_options_say() {
        let parsed = |option, text| Change::parse(option, text).unwrap();
        assert_eq!(parsed("out", "h1"), Change::Reweight("h1".into(), 0));
        assert_eq!(parsed("reweight", "osd.1=0.5"), Change::Reweight("osd.1".into(), 0x8000));
        assert_eq!(parsed("tunable", "chooseleaf-stable=0"), Change::Tunable(Tunable::ChooseleafStable, 0));
        assert_eq!(parsed("class", "osd.1="), Change::Class("osd.1".into(), None));
        let location = Location::parse(["host=h", "root=r"]).unwrap();
        assert_eq!(parsed("move", "osd.1:host=h,root=r"), Change::Move("osd.1".into(), location.clone()));
        let add = Change::Add { device: "osd.9".into(), weight: 1.5, location };
        assert_eq!(parsed("add", "osd.9=1.5:host=h,root=r"), add);
        assert_eq!(parsed("straw2", ""), Change::Straw2);
    }

    #[test]
    fn what_says_no_change() {
        for (option, text) in [
            ("weight", "osd.1"),
            ("weight", "osd.1=heavy"),
            ("reweight", "osd.1=2"),
            ("out", ""),
            ("tunable", "stable=1"),
            ("add", "osd.1=1.0"),
            ("move", "osd.1:host"),
            ("pool-size", "1=300"),
            ("pg-num", "1=0"),
        ] {
            let error = Change::parse(option, text).unwrap_err().to_string();
            assert!(error.contains("write "), "{option} {text}: {error}");
        }
    }
}
