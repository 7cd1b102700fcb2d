//! How evenly devices are filled.

use super::deviation;
use super::text::{escape, number, weight};
use crate::report::{Device, DeviceState};

/// Devices that are listed one by one.
const LISTED: usize = 40;
/// Fullest and emptiest ones that are listed where there are more.
const ENDS: usize = 12;
/// Half the bars of the histogram, each for 4%.
const BARS: i32 = 12;
const STEP: f64 = 0.04;

pub(super) fn section(devices: &[Device]) -> String {
    let mut with_share: Vec<&Device> = devices.iter().filter(|device| device.expected > 0.0).collect();
    if with_share.is_empty() {
        return "<p>No device has a share.</p>\n".to_owned();
    }
    with_share.sort_by(|a, b| b.load().total_cmp(&a.load()));
    let mut page = format!("<p class=\"hint\">{}</p>\n{}", spread(&with_share), histogram(&with_share));
    if with_share.len() <= LISTED {
        page.push_str(&table("", &with_share));
    } else {
        page.push_str(&table("Fullest", &with_share[..ENDS]));
        page.push_str(&table("Emptiest", &with_share[with_share.len() - ENDS..]));
    }
    page
}

/// How far devices are from their shares, and what chance alone would give.
fn spread(devices: &[&Device]) -> String {
    let count = devices.len() as f64;
    let deviation = (devices.iter().map(|device| (device.load() - 1.0).powi(2)).sum::<f64>() / count).sqrt();
    let chance = (devices.iter().map(|device| 1.0 / device.expected).sum::<f64>() / count).sqrt();
    format!(
        "What devices hold differs from their shares by {:.1}% (standard deviation). A lottery with these chances would give \
         {:.1}%.",
        deviation * 100.0,
        chance * 100.0
    )
}

/// Devices by how far they are from their share.
fn histogram(devices: &[&Device]) -> String {
    let mut counts = vec![0u64; 2 * BARS as usize];
    for device in devices {
        let bar = ((device.load() - 1.0) / STEP).floor() as i32;
        counts[(bar.clamp(-BARS, BARS - 1) + BARS) as usize] += 1;
    }
    let most = counts.iter().max().copied().unwrap_or(1).max(1);
    let mut bars = String::new();
    for (at, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (x, height) = (at as f64 * 20.0, 100.0 * count as f64 / most as f64);
        let class = if at < BARS as usize { "less" } else { "more" };
        let y = 112.0 - height;
        bars.push_str(&format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{y:.1}\" width=\"18\" height=\"{height:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\">{count}</text>",
            x + 1.0,
            x + 10.0,
            y - 3.0
        ));
    }
    let label = |at: i32| {
        let x = f64::from(at + BARS) * 20.0;
        format!("<text x=\"{x}\" y=\"126\">{:+.0}%</text>", f64::from(at) * STEP * 100.0)
    };
    let labels: String = [-10, -5, 0, 5, 10].into_iter().map(label).collect();
    format!(
        "<figure><svg class=\"histogram\" viewBox=\"0 0 480 132\" role=\"img\" \
         aria-label=\"Devices by how far they are from their share\">{bars}\
         <line x1=\"0\" y1=\"112.5\" x2=\"480\" y2=\"112.5\"/><line x1=\"240\" y1=\"0\" x2=\"240\" y2=\"116\"/>{labels}</svg>\
         <figcaption>Devices by how far what they hold is from their share; the bars at the ends hold all beyond</figcaption></figure>\n"
    )
}

fn table(caption: &str, devices: &[&Device]) -> String {
    let rows: String = devices.iter().map(|device| row(device)).collect();
    let caption = if caption.is_empty() { String::new() } else { format!("<h3>{caption}</h3>") };
    format!(
        "{caption}<div class=\"wide\"><table class=\"devices\"><thead><tr><th>device</th><th class=\"r\">weight</th>\
         <th class=\"r\">holds</th><th class=\"r\">share</th><th colspan=\"2\">difference</th></tr></thead>\
         <tbody>{rows}</tbody></table></div>\n"
    )
}

fn row(device: &Device) -> String {
    let state = match device.state {
        DeviceState::In => "",
        DeviceState::Partly => " <b class=\"badge\">partly in</b>",
        DeviceState::Out => " <b class=\"badge\">out</b>",
        DeviceState::Down => " <b class=\"badge\">down</b>",
    };
    let class =
        if device.class.is_empty() { String::new() } else { format!(" <em>{}</em>", escape(&device.class)) };
    let bar = deviation(device.held, device.expected)
        .replace("</span><span class=\"num\">", "</span></td><td class=\"r\"><span class=\"num\">");
    format!(
        "<tr><td title=\"{}\">{}{class}{state}</td><td class=\"r\">{}</td><td class=\"r\">{}</td><td class=\"r\">{:.1}</td>\
         <td class=\"bar\">{bar}</td></tr>\n",
        escape(&device.place),
        escape(&device.name),
        weight(device.weight),
        number(device.held),
        device.expected,
    )
}
