//! Other steps for a rule.
#![forbid(unsafe_code)]

use crate::abi::crush_rule_step;
use crate::builder::StoredRule;
use crate::map::edit::{EditError, Result};
use crate::map::model::Map;

impl Map {
    /// Gives a rule other steps; its name and everything else stay. Steps are not checked, as those of a file are not.
    ///
    /// # Errors
    /// `UnknownRule`; not enough memory.
    pub fn set_rule_steps(&mut self, rule: u32, steps: &[crush_rule_step]) -> Result<()> {
        self.edit(|map| {
            let old = map.rule(rule).ok_or(EditError::UnknownRule(rule))?;
            let (ruleset, r#type, min_size, max_size) = (old.ruleset, old.r#type, old.min_size, old.max_size);
            let new = StoredRule { ruleset, r#type, min_size, max_size, steps };
            map.crush.add_rule(&new, Some(rule))?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::{SimpleRule, TunablesProfile};

    #[test]
    fn steps_change_and_the_rest_stays() {
        let mut map = Map::compile(
            b"device 0 a\ntype 0 osd\ntype 1 root\nroot r { alg straw2 item a weight 1 }\n\
              rule x { id 2 type erasure step take r step choose indep 0 type osd step emit }",
        )
        .unwrap();
        let steps: Vec<_> = map.rule(2).unwrap().steps[..1].to_vec();
        map.set_rule_steps(2, &steps).unwrap();
        let rule = map.rule(2).unwrap();
        assert_eq!((rule.steps, rule.r#type, map.rule_id("x")), (&steps[..], 3, Some(2)));
        assert!(matches!(map.set_rule_steps(1, &steps), Err(EditError::UnknownRule(1))));
        assert_eq!(map.tunables_profile(), Some(TunablesProfile::Argonaut));
        map.add_simple_rule(&SimpleRule::replicated("y", "r", "osd")).unwrap();
    }
}
