//! The page: one file, readable on a phone, on paper, and without its script.

mod devices;
mod findings;
mod movement;
mod rules;
mod text;
mod tree;

use super::{Device, DeviceState, Report};
use text::{escape, number, percent};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

impl Report {
    /// The page, whole: style and script are in it, and nothing is fetched.
    pub fn html(&self) -> String {
        let title = escape(&self.title);
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}: placement report</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header><h1>{title}</h1><p class=\"facts\">{}</p></header>\n<main>\n",
            facts(&self.facts)
        );
        page.push_str(&self.summary());
        for (id, heading, body) in [
            ("change", "What the change moves", movement::section(self.movement.as_ref())),
            ("findings", "Findings", Some(findings::section(&self.findings))),
            ("fill", "Filled against share", Some(devices::section(&self.devices))),
            ("tree", "Tree", Some(tree::section(&self.tree))),
            ("spread", "Spread over failure domains", Some(rules::spread(&self.uses))),
            ("tries", "Tries", Some(rules::tries(&self.uses))),
        ] {
            if let Some(body) = body {
                page.push_str(&format!("<section id=\"{id}\"><h2>{heading}</h2>\n{body}</section>\n"));
            }
        }
        page.push_str(&format!("</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"));
        page
    }

    /// The numbers to see first.
    fn summary(&self) -> String {
        let sets: u64 = self.uses.iter().map(|used| used.sets).sum();
        let incomplete: u64 = self.uses.iter().map(|used| used.incomplete).sum();
        let is_exact = self.uses.iter().all(|used| used.is_exact);
        let fullest = self
            .devices
            .iter()
            .filter(|device| device.expected > 0.0)
            .max_by(|a, b| a.load().total_cmp(&b.load()));
        let mut tiles = vec![
            tile("devices", &number(self.devices.len() as u64), &taking_part(&self.devices)),
            tile(
                if is_exact { "placement groups" } else { "sets sampled" },
                &number(sets),
                &if incomplete == 0 {
                    "all complete".to_owned()
                } else {
                    format!("{} incomplete", number(incomplete))
                },
            ),
        ];
        if let Some(device) = fullest {
            let room = 100.0 / device.load();
            let (name, over) = (escape(&device.name), percent(device.load() - 1.0));
            tiles.push(tile("fullest device", &over, &format!("{name} against its share")));
            tiles.push(tile(
                "usable",
                &format!("{room:.0}%"),
                &format!("of the capacity when {name} is full"),
            ));
        }
        format!("<div class=\"tiles\">{}</div>\n", tiles.concat())
    }
}

impl Device {
    /// What it holds for one that it should hold.
    fn load(&self) -> f64 {
        if self.expected > 0.0 { self.held as f64 / self.expected } else { 1.0 }
    }
}

fn taking_part(devices: &[Device]) -> String {
    let count = |state| devices.iter().filter(|device| device.state == state).count();
    let (out, down) = (count(DeviceState::Out), count(DeviceState::Down));
    match (out, down) {
        (0, 0) => "all in".to_owned(),
        (out, 0) => format!("{out} out"),
        (0, down) => format!("{down} down"),
        (out, down) => format!("{out} out, {down} down"),
    }
}

fn tile(name: &str, value: &str, more: &str) -> String {
    format!("<div class=\"tile\"><span>{name}</span><b>{value}</b><small>{more}</small></div>")
}

/// Names and values in a row.
fn facts(facts: &[(String, String)]) -> String {
    let fact =
        |(name, value): &(String, String)| format!("<span>{} <b>{}</b></span>", escape(name), escape(value));
    facts.iter().map(fact).collect::<Vec<_>>().join(" ")
}

/// How far something is from its share: a bar from the middle, right for too much. `chance` is what is within two standard
/// deviations of a fair lottery.
fn deviation(held: u64, expected: f64) -> String {
    if expected <= 0.0 {
        return "<span class=\"dev none\"></span><span class=\"num\">&ndash;</span>".to_owned();
    }
    let over = held as f64 / expected - 1.0;
    let chance = 2.0 / expected.sqrt();
    // The bar ends at 50%.
    let width = |part: f64| (part.abs() * 100.0).min(50.0);
    let (class, left) = if over < 0.0 { ("less", 50.0 - width(over)) } else { ("more", 50.0) };
    let odd = if over.abs() > chance { " odd" } else { "" };
    let (band_left, band) = (50.0 - width(chance), 2.0 * width(chance));
    format!(
        "<span class=\"dev{odd}\"><u style=\"left:{band_left:.1}%;width:{band:.1}%\"></u>\
         <i class=\"{class}\" style=\"left:{left:.1}%;width:{:.1}%\"></i></span><span class=\"num\">{}</span>",
        width(over),
        percent(over)
    )
}

#[cfg(test)]
mod tests;
