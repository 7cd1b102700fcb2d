//! Names (spec 06 section 2).
#![forbid(unsafe_code)]

use super::create_bucket::valid_name;
use super::{EditError, Result};
use crate::map::model::Map;
use crate::map::names::Name;

impl Map {
    /// Names a type. Type 0 is that of devices.
    ///
    /// # Errors
    /// `InvalidName`.
    pub fn set_type_name(&mut self, r#type: u16, name: impl Into<Name>) -> Result<()> {
        self.types.set(r#type.into(), valid_name(name.into())?);
        Ok(())
    }

    /// Names an item; the name that it had is forgotten.
    ///
    /// # Errors
    /// `InvalidName`, `NameTaken`.
    pub fn set_item_name(&mut self, item: i32, name: impl Into<Name>) -> Result<()> {
        let name = valid_name(name.into())?;
        match self.names.id(&name) {
            Some(id) if id != item => Err(EditError::NameTaken { name, id }),
            _ => {
                self.names.set(item, name);
                Ok(())
            }
        }
    }

    /// Gives an item another name. Shadow buckets are named after it when the shadow trees are next built anew.
    ///
    /// # Errors
    /// `NoSource`, `DestinationExists`, `AlreadyRenamed` when both are the case, `DestinationInvalid`.
    pub fn rename_item(&mut self, from: impl Into<Name>, to: impl Into<Name>) -> Result<()> {
        let (from, to) = (from.into(), to.into());
        let item = self.renamable(&from, &to)?;
        self.names.set(item, to);
        Ok(())
    }

    /// As [`rename_item`](Self::rename_item), for buckets only.
    ///
    /// # Errors
    /// Those of `rename_item`, and `SourceIsDevice`.
    pub fn rename_bucket(&mut self, from: impl Into<Name>, to: impl Into<Name>) -> Result<()> {
        let (from, to) = (from.into(), to.into());
        let item = self.renamable(&from, &to)?;
        if item >= 0 {
            return Err(EditError::SourceIsDevice { name: from, id: item });
        }
        self.names.set(item, to);
        Ok(())
    }

    /// The item of a name that may become another.
    fn renamable(&self, from: &Name, to: &Name) -> Result<i32> {
        match (self.names.id(from), self.names.id(to)) {
            (Some(_), Some(_)) => Err(EditError::DestinationExists(to.clone())),
            (None, Some(_)) => Err(EditError::AlreadyRenamed { from: from.clone(), to: to.clone() }),
            (None, None) => Err(EditError::NoSource(from.clone())),
            (Some(item), None) if valid_name(to.clone()).is_ok() => Ok(item),
            (Some(_), None) => Err(EditError::DestinationInvalid(to.clone())),
        }
    }

    /// Gives a rule another name.
    ///
    /// # Errors
    /// `NoSourceRule`, `DestinationRuleExists`.
    pub fn rename_rule(&mut self, from: impl Into<Name>, to: impl Into<Name>) -> Result<()> {
        let (from, to) = (from.into(), to.into());
        let Some(rule) = self.rule_names.id(&from) else { return Err(EditError::NoSourceRule(from)) };
        if self.rule_names.id(&to).is_some() {
            return Err(EditError::DestinationRuleExists(to));
        }
        self.rule_names.set(rule, to);
        Ok(())
    }

    /// Gives a class another name, and its shadow buckets names that go with it.
    ///
    /// # Errors
    /// `UnknownClass`, `ClassExists`, `InvalidName`.
    pub fn rename_class(&mut self, from: impl Into<Name>, to: impl Into<Name>) -> Result<()> {
        let (from, to) = (from.into(), to.into());
        let Some(class) = self.classes.names.id(&from) else { return Err(EditError::UnknownClass(from)) };
        if self.classes.names.id(&to).is_some() {
            return Err(EditError::ClassExists(to));
        }
        let to = valid_name(to)?;
        let shadows = self.classes.of_item.range(..0).filter(|&(_, &of)| of == class);
        for shadow in shadows.map(|(&shadow, _)| shadow).collect::<Vec<_>>() {
            let Some(name) = self.names.name(shadow) else { continue };
            let base = name.as_bytes().split(|&byte| byte == b'~').next().unwrap_or_default();
            let renamed = [base, b"~", to.as_bytes()].concat();
            self.names.set(shadow, renamed[..].into());
        }
        self.classes.names.set(class, to);
        Ok(())
    }
}
