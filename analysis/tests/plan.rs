//! A plan that is followed step by step comes to its target, and costs what it says.

use analysis::change::Change;
use analysis::cluster::Cluster;
use analysis::diff::{Diff, Options};
use analysis::plan::{Plan, Step};
use crush::builder::BucketAlgorithm;
use crush::map::{Layer, Map, SimpleRule};

const SHARE: f64 = 0.05;

fn cluster() -> Cluster {
    let layer = |name: &str, size| Layer { name: name.into(), algorithm: BucketAlgorithm::Straw2, size };
    let mut map = Map::build(12, &[layer("host", 3), layer("root", 0)]).unwrap();
    map.add_simple_rule(&SimpleRule::replicated("copies", "root", "host")).unwrap();
    Cluster::bare(map).unwrap()
}

fn options() -> Options {
    Options { inputs: 400, ..Options::default() }
}

fn target(changes: &[(&str, &str)]) -> Cluster {
    let mut target = cluster();
    for (option, value) in changes {
        target.apply(&[Change::parse(option, value).unwrap()]).unwrap();
    }
    target
}

/// What the commands of a step say, as changes.
fn changes(step: &Step) -> Vec<Change> {
    let mut all = Vec::new();
    for weight in &step.weights {
        let device = weight.device;
        if let Some(crush) = weight.crush {
            let text = format!("osd.{device}={}", f64::from(crush) / 65536.0);
            all.push(Change::parse("weight", &text).unwrap());
        }
        if let Some(reweight) = weight.reweight {
            let text = format!("osd.{device}={}", f64::from(reweight) / 65536.0);
            all.push(Change::parse("reweight", &text).unwrap());
        }
    }
    all
}

fn follow(mut here: Cluster, target: &Cluster, plan: &Plan) {
    let mut moved = 0;
    for step in &plan.steps {
        let mut next = here.try_clone().unwrap();
        next.apply(&changes(step)).unwrap();
        let cost = Diff::between(&here, &next, &options()).unwrap().total;
        assert_eq!(cost, step.cost);
        assert!(cost.moved as f64 <= SHARE * cost.replicas as f64);
        moved += cost.moved;
        here = next;
    }
    assert_eq!(moved, plan.moved);
    assert!(plan.moved >= plan.at_once.moved);
    assert_eq!(Diff::between(&here, target, &options()).unwrap().total.changed, 0);
    assert_eq!(here.map.weights(), target.map.weights());
}

#[test]
fn weights_go_up_and_down_in_steps() {
    let target = target(&[("weight", "osd.1=3"), ("weight", "osd.7=0"), ("reweight", "osd.4=0.25")]);
    let plan = Plan::new(&cluster(), &target, SHARE, &options()).unwrap();
    assert!(plan.steps.len() > 3, "{} steps", plan.steps.len());
    follow(cluster(), &target, &plan);
}

#[test]
fn new_devices_come_without_weight_first() {
    let target = target(&[("add", "osd.12=1:host=new,root=root"), ("add", "osd.13=1:host=new,root=root")]);
    let plan = Plan::new(&cluster(), &target, SHARE, &options()).unwrap();
    let mut start = cluster();
    for device in &plan.devices {
        let place = device.location.replace(' ', ",");
        let text = format!("osd.{}=0:{place}", device.device);
        start.apply(&[Change::parse("add", &text).unwrap()]).unwrap();
    }
    assert_eq!(plan.preparation.moved, 0);
    assert_eq!(plan.devices.len(), 2);
    follow(start, &target, &plan);
}

#[test]
fn what_a_plan_cannot_do_is_refused() {
    for (changes, says) in [
        (&[("tunables", "bobtail")][..], "tunables change too"),
        (&[("remove", "osd.3")], "give it weight 0 first"),
        (&[("move", "host1:root=other")], "items move"),
        (&[("rule-domain", "copies=osd")], "rules change too"),
    ] {
        let error = Plan::new(&cluster(), &target(changes), SHARE, &options()).unwrap_err().to_string();
        assert!(error.contains(says), "{changes:?}: {error}");
    }
    let target = target(&[("weight", "osd.1=3")]);
    let error = Plan::new(&cluster(), &target, 1e-9, &options()).unwrap_err().to_string();
    assert!(error.contains("allow more"), "{error}");
}
