//! Files of nodes.

use crate::failure::Failure;
use crate::input;
use crush::rendezvous::Node;
use std::collections::HashMap;
use std::path::Path;

/// Nodes, and the names of their domains.
#[derive(Debug)]
pub(super) struct Nodes {
    /// The nodes, whose domain is an index of `names`.
    pub(super) list: Vec<Node>,
    names: Vec<String>,
    domain_of: HashMap<u64, usize>,
}

impl Nodes {
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let text = String::from_utf8(input::read(path)?)
            .map_err(|_| Failure::new(format!("{}: no text, so no file of nodes", path.display())))?;
        Self::parse(&text).map_err(|error| Failure::new(format!("{}: {error}", path.display())))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut nodes = Self { list: Vec::new(), names: Vec::new(), domain_of: HashMap::new() };
        let mut index_of = HashMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let mut words = line.split('#').next().unwrap_or("").split_whitespace();
            let Some(id) = words.next() else { continue };
            let (weight, domain) = (words.next(), words.next());
            if words.next().is_some() {
                return Err(format!("line {number}: more than an id, a weight and a domain"));
            }
            let id = id.parse().map_err(|_| format!("line {number}: '{id}' is no id: ids are numbers"))?;
            let weight = weight.ok_or_else(|| format!("line {number}: node {id} has no weight"))?;
            let weight = weight
                .parse()
                .map_err(|_| format!("line {number}: '{weight}' is no weight: weights are whole numbers"))?;
            // A domain of one node has a name that no word of a file is.
            let name = domain.map_or_else(|| format!("node {id}"), str::to_owned);
            let index = *index_of.entry(name).or_insert_with_key(|name| {
                nodes.names.push(name.clone());
                nodes.names.len() - 1
            });
            nodes.domain_of.insert(id, index);
            nodes.list.push(Node { id, weight, domain: index as u64 });
        }
        Ok(nodes)
    }

    /// The name of a node's domain.
    pub(super) fn domain(&self, id: u64) -> &str {
        self.domain_of.get(&id).map_or("", |&index| &self.names[index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_with_and_without_domains() {
        let nodes = Nodes::parse("# nodes\n1 10 a\n\n2 20 # alone\n3 -5 a\n").unwrap();
        let shape = |node: &Node| (node.id, node.weight, node.domain);
        assert_eq!(nodes.list.iter().map(shape).collect::<Vec<_>>(), [(1, 10, 0), (2, 20, 1), (3, -5, 0)]);
        assert_eq!((nodes.domain(1), nodes.domain(2)), ("a", "node 2"));
    }

    #[test]
    fn faults_are_named_with_their_line() {
        for (text, fault) in [
            ("1 2 a\nx 1", "line 2: 'x' is no id"),
            ("1", "line 1: node 1 has no weight"),
            ("1 2.5", "line 1: '2.5' is no weight"),
            ("1 2 a b", "line 1: more than"),
        ] {
            assert!(Nodes::parse(text).unwrap_err().starts_with(fault), "{text}");
        }
    }
}
