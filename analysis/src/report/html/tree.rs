//! The tree, whose buckets open and close.

use super::deviation;
use super::text::{escape, number, weight};
use crate::report::Node;

/// Items that are open at first, all levels together.
const OPEN: usize = 40;

pub(super) fn section(roots: &[Node]) -> String {
    if roots.is_empty() {
        return "<p>There are no buckets.</p>\n".to_owned();
    }
    let mut page = "<p class=\"hint\">Bars show what is held against the share that weights give: to the right is too much. \
                    Grey is what chance explains.</p>\n<div class=\"tree\">"
        .to_owned();
    let depth = open_depth(roots);
    roots.iter().for_each(|root| write(&mut page, root, 0, depth));
    page.push_str("</div>\n");
    page
}

/// Levels that can be open at first.
fn open_depth(roots: &[Node]) -> usize {
    let (mut depth, mut level, mut shown) = (0, roots.iter().collect::<Vec<_>>(), roots.len());
    loop {
        level = level.iter().flat_map(|node| &node.children).collect();
        shown += level.len();
        if level.is_empty() || shown > OPEN {
            return depth;
        }
        depth += 1;
    }
}

fn write(page: &mut String, node: &Node, depth: usize, open: usize) {
    let row = row(node);
    if node.children.is_empty() {
        page.push_str(&format!("<div class=\"leaf\">{row}</div>\n"));
        return;
    }
    let is_open = if depth < open { " open" } else { "" };
    page.push_str(&format!("<details{is_open}><summary>{row}</summary>\n"));
    node.children.iter().for_each(|child| write(page, child, depth + 1, open));
    page.push_str("</details>\n");
}

fn row(node: &Node) -> String {
    let devices = if node.id < 0 {
        format!(" &middot; {} devices", number(node.devices as u64))
    } else {
        String::new()
    };
    format!(
        "<span class=\"row\"><span class=\"name\"><small>{}</small> {}</span>\
         <span class=\"weight\">{}{devices}</span>{}</span>",
        escape(&node.kind),
        escape(&node.name),
        weight(node.weight),
        deviation(node.held, node.expected)
    )
}
