//! How much memory the statements of a text may take: a text of few bytes can have very many lists.
#![forbid(unsafe_code)]

use crate::map::limits;

/// Why a list of the text cannot grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// The statements would exceed what they may take.
    Room,
    /// The system has no memory.
    Memory,
}

/// What is left for statements, and what went wrong.
#[derive(Debug)]
pub(super) struct Room {
    left: usize,
    lack: Option<Lack>,
}

/// As much as a text may have.
impl Default for Room {
    fn default() -> Self {
        Self::of(limits::MAX_STATEMENT_BYTES)
    }
}

impl Room {
    /// So many bytes.
    pub(super) fn of(bytes: usize) -> Self {
        Self { left: bytes, lack: None }
    }

    /// Appends to a list; false if it cannot grow.
    pub(super) fn push<T>(&mut self, list: &mut Vec<T>, value: T) -> bool {
        let Some(left) = self.left.checked_sub(size_of::<T>()) else { return self.fail(Lack::Room) };
        if list.try_reserve(1).is_err() {
            return self.fail(Lack::Memory);
        }
        self.left = left;
        list.push(value);
        true
    }

    fn fail(&mut self, lack: Lack) -> bool {
        self.lack.get_or_insert(lack);
        // What follows is not read any more.
        self.left = 0;
        false
    }

    /// What went wrong.
    pub(super) fn lack(&self) -> Option<Lack> {
        self.lack
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_where_the_room_ends() {
        let mut room = Room::of(15);
        let mut list = Vec::new();
        assert!(room.push(&mut list, 1_u64));
        assert_eq!(room.lack(), None);
        assert!(!room.push(&mut list, 2) && !room.push(&mut Vec::new(), 3_u8));
        assert_eq!((list, room.lack()), (vec![1], Some(Lack::Room)));
    }
}
