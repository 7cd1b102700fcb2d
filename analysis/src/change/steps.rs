//! Steps of rules as text, and what changes in them.

use super::ChangeError;
use crate::step::{CHOOSE_STEPS, EMIT, SET_STEPS, TAKE, chooses};
use crush::abi::crush_rule_step;
use crush::map::{Map, Name};

/// Steps in the form of a text map, separated by semicolons: `take default class ssd; chooseleaf firstn 0 type host; emit`.
/// The word `step` in front is not needed.
pub(super) fn parse(map: &Map, text: &str) -> Result<Vec<crush_rule_step>, ChangeError> {
    let texts = text.split(';').map(str::trim).filter(|step| !step.is_empty());
    texts.map(|step| parse_one(map, step)).collect()
}

fn parse_one(map: &Map, text: &str) -> Result<crush_rule_step, ChangeError> {
    let fail = |why: &str| ChangeError::Step { step: text.to_owned(), why: why.to_owned() };
    let words: Vec<&str> = text.split_whitespace().skip_while(|&word| word == "step").collect();
    let number = |word: &str| word.parse::<i32>().map_err(|_| fail(&format!("'{word}' is no number")));
    let step = |op, arg1, arg2| Ok(crush_rule_step { op, arg1, arg2 });
    match words.as_slice() {
        ["emit"] => step(EMIT, 0, 0),
        ["take", item] => step(TAKE, take(map, item, None).map_err(|why| fail(&why))?, 0),
        ["take", item, "class", class] => {
            step(TAKE, take(map, item, Some(class)).map_err(|why| fail(&why))?, 0)
        }
        [choose @ .., count, "type", r#type] => {
            let name = choose.join(" ");
            let known = CHOOSE_STEPS.iter().find(|(_, known)| *known == name);
            let (op, _) = known
                .ok_or_else(|| fail("expected choose or chooseleaf with firstn or indep, or choosemsr"))?;
            let r#type = map.types().id(r#type).ok_or_else(|| fail(&format!("there is no type '{type}'")))?;
            step(*op, number(count)?, r#type)
        }
        [name, value] => {
            let known = SET_STEPS.iter().find(|(_, known)| known == name);
            let (op, _) = known.ok_or_else(|| fail("expected take, choose, chooseleaf, emit or set_..."))?;
            step(*op, number(value)?, 0)
        }
        _ => Err(fail("expected take, choose, chooseleaf, emit or set_...")),
    }
}

/// What `take` with a class takes.
fn take(map: &Map, item: &str, class: Option<&str>) -> Result<i32, String> {
    let id = map.names().id(item).ok_or_else(|| format!("the map has no '{item}'"))?;
    let Some(class) = class else { return Ok(id) };
    let number = map.classes().names.id(class).ok_or_else(|| format!("there is no class '{class}'"))?;
    map.classes().shadow(id, number).ok_or_else(|| format!("'{item}' has no devices of class '{class}'"))
}

/// Replaces the type of the last choice of buckets before each emit.
pub(super) fn with_domain(steps: &[crush_rule_step], r#type: i32) -> Option<Vec<crush_rule_step>> {
    let mut changed = false;
    let mut all = steps.to_vec();
    for part in all.split_mut(|step| step.op == EMIT) {
        if let Some(step) = part.iter_mut().rev().find(|step| chooses(step.op) && step.arg2 > 0) {
            step.arg2 = r#type;
            changed = true;
        }
    }
    changed.then_some(all)
}

/// Replaces the class of what is taken.
pub(super) fn with_class(
    map: &Map,
    steps: &[crush_rule_step],
    class: Option<&Name>,
) -> Result<Vec<crush_rule_step>, ChangeError> {
    let replaced = |&step: &crush_rule_step| {
        if step.op != TAKE {
            return Ok(step);
        }
        let base = map.split_id_class(step.arg1).map_or(step.arg1, |(base, _)| base);
        let name = map.names().name(base).map_or_else(|| base.to_string(), ToString::to_string);
        let class = class.map(ToString::to_string);
        let taken = take(map, &name, class.as_deref());
        let fail = |why| ChangeError::Step { step: format!("take {name}"), why };
        Ok(crush_rule_step { arg1: taken.map_err(fail)?, ..step })
    };
    steps.iter().map(replaced).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::tests::TWO_PARTS;

    #[test]
    fn text_gives_the_steps_of_the_map() {
        let map = Map::compile(TWO_PARTS).unwrap();
        let text = "step take all class ssd; chooseleaf firstn 1 type host; emit; \
                    take all class hdd; chooseleaf firstn -1 type host; emit";
        assert_eq!(parse(&map, text).unwrap(), map.rule(0).unwrap().steps);
        for wrong in ["take nothing", "take all class nvme", "choose 1 type host", "emit now", "set_tries 4"]
        {
            assert!(parse(&map, wrong).is_err(), "{wrong}");
        }
        let tries = parse(&map, "set_chooseleaf_tries 5").unwrap();
        assert_eq!((tries[0].op, tries[0].arg1), (9, 5));
    }

    #[test]
    fn domains_and_classes_change_alone() {
        let map = Map::compile(TWO_PARTS).unwrap();
        let steps = map.rule(0).unwrap().steps;
        let root = with_domain(steps, 2).unwrap();
        assert_eq!((root[1].arg2, root[4].arg2, root[4].arg1), (2, 2, -1));
        let all = with_class(&map, steps, None).unwrap();
        assert_eq!(all[0].arg1, map.names().id("all").unwrap());
        assert_eq!(with_class(&map, &all, Some(&"ssd".into())).unwrap()[0], steps[0]);
    }
}
