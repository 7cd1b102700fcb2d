//! An observer that wants events in order changes no answer, and is told of every choice and judgement.

use super::hostile_map::{HostileMap, Numbers, map};
use super::plain::UNTOUCHED;
use crate::mapper::{DeviceWeights, Event, Judgement, NONE, Observer, Slot, Topology, do_rule, scratch_used};
use std::cell::RefCell;

/// What is told to an observer, in order or not.
#[derive(Default)]
struct Told<const IN_ORDER: bool> {
    tries: RefCell<Vec<u32>>,
    events: RefCell<Vec<Event>>,
    choices: RefCell<usize>,
}

impl<const IN_ORDER: bool> Observer for Told<IN_ORDER> {
    const IN_ORDER: bool = IN_ORDER;

    fn tries(&self, tries: u32) {
        self.tries.borrow_mut().push(tries);
    }

    fn choice(&self, _: usize) {
        *self.choices.borrow_mut() += 1;
    }

    fn event(&self, event: Event) {
        self.events.borrow_mut().push(event);
    }
}

fn answer<O: Observer>(map: &HostileMap, x: i32, devices: &[u32], places: usize, told: &O) -> Vec<i32> {
    let used = scratch_used(map, &map.rule(0).unwrap(), places).unwrap();
    let (mut result, mut scratch) = (vec![UNTOUCHED; places], vec![Slot::EMPTY; used]);
    let placed = do_rule(map, 0, x, &mut result, DeviceWeights(devices), &mut scratch, told);
    result.truncate(placed);
    result
}

#[test]
fn answers_are_the_same_over_hostile_maps() {
    let mut numbers = Numbers(0x05ee_d0f0_bde5);
    let mut placed = 0;
    for case in 0..1500 {
        let map = map(&mut numbers);
        let devices: Vec<u32> = (0..90).map(|_| numbers.pick(&[0, 0x8000, 0x1_0000, 0x1_0000])).collect();
        for _ in 0..4 {
            let (x, places) = (numbers.next().cast_signed(), numbers.pick(&[1, 3, 6, 20, 40]));
            let (usual, ordered) = (Told::<false>::default(), Told::<true>::default());
            let expected = answer(&map, x, &devices, places, &usual);
            let found = answer(&map, x, &devices, places, &ordered);
            assert_eq!(found, expected, "case {case}, input {x}");
            assert_eq!(ordered.tries, usual.tries, "case {case}, input {x}");
            placed += check(&map, &ordered, &found);
        }
    }
    assert!(placed > 1_500, "{placed} items were placed: the maps are too hostile");
}

/// Every choice is told once, and every item of the result was accepted, unless the rule takes it.
fn check(map: &HostileMap, told: &Told<true>, result: &[i32]) -> usize {
    let events = told.events.borrow();
    let chosen = events.iter().filter(|event| matches!(event, Event::Chose { .. })).count();
    assert_eq!(chosen, *told.choices.borrow());
    let rule = map.rule(0).unwrap();
    let placed = result.iter().filter(|&&item| item != NONE);
    for &item in placed.clone() {
        let accepted = Event::Judged { item: Some(item), judgement: Judgement::Accepted };
        // Such a step keeps devices that it finds to be out as their own leaves.
        let leaf_of_itself = Event::Judged { item: Some(item), judgement: Judgement::Out };
        let ways = [accepted, Event::LeafFound(Some(item)), leaf_of_itself];
        let told = events.iter().any(|event| ways.contains(event));
        assert!(told || rule.steps.iter().any(|step| step.arg1 == item), "{item}: {events:?}");
    }
    placed.count()
}
