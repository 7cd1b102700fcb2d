//! Tunables, devices and types.
#![forbid(unsafe_code)]

use super::{CompileFault, Compiler, Failure, text};
use crate::map::limits;
use crate::map::release::Release;
use crate::map::text::syntax::{At, Word};

impl<'t> Compiler<'t, '_> {
    pub(super) fn tunable(&mut self, name: &Word<'t>, value: i32) -> Result<(), Failure> {
        let mut tunables = self.map.tunables();
        let number = value.cast_unsigned();
        // The low byte is what is stored.
        let byte = number as u8;
        match name.value {
            b"choose_local_tries" => tunables.choose_local_tries = number,
            b"choose_local_fallback_tries" => tunables.choose_local_fallback_tries = number,
            b"choose_total_tries" => tunables.choose_total_tries = number,
            b"chooseleaf_descend_once" => tunables.chooseleaf_descend_once = u32::from(number != 0),
            b"chooseleaf_vary_r" => tunables.chooseleaf_vary_r = byte,
            b"chooseleaf_stable" => tunables.chooseleaf_stable = byte,
            b"straw_calc_version" => tunables.straw_calc_version = byte,
            b"allowed_bucket_algs" => tunables.allowed_bucket_algs = number,
            b"msr_descents" if self.knows_msr() => tunables.msr_descents = number,
            b"msr_collision_tries" if self.knows_msr() => tunables.msr_collision_tries = number,
            _ => return Err(name.fault(CompileFault::UnknownTunable(name.text()))),
        }
        self.map.set_tunables(&tunables);
        self.log.trace(&|| format!("tunable {} {value}", name.text()));
        Ok(())
    }

    fn knows_msr(&self) -> bool {
        self.release >= Release::Squid
    }

    pub(super) fn device(
        &mut self,
        id: &At<i32>,
        name: &Word<'t>,
        class: Option<&'t [u8]>,
    ) -> Result<(), Failure> {
        if self.items.contains_key(name.value) {
            return Err(name.fault(CompileFault::DeviceTwice(name.text())));
        }
        if !(0..limits::END_OF_DEVICES).contains(&id.value) {
            return Err(id.fault(CompileFault::DeviceId(id.value)));
        }
        self.map.names.set(id.value, name.value.into());
        self.items.insert(name.value, id.value);
        if let Some(class) = class {
            let class = self.class(class).map_err(|fault| name.fault(fault))?;
            self.map.classes.of_item.insert(id.value, class);
        }
        self.log.trace(&|| {
            let class = class.map(|class| format!(" class '{}'", text(class))).unwrap_or_default();
            format!("device {} '{}'{class}", id.value, name.text())
        });
        Ok(())
    }

    pub(super) fn kind(&mut self, id: i32, name: &'t [u8]) {
        self.map.types.set(id, name.into());
        self.types.insert(name, id);
        self.log.trace(&|| format!("type {id} '{}'", text(name)));
    }
}
