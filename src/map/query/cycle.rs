//! Whether a bucket is below itself.
#![forbid(unsafe_code)]

use crate::map::model::Map;

/// What is known about the bucket in a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unseen,
    OnPath,
    Done,
}

impl Map {
    /// A bucket that is below itself, if there is any.
    pub fn cycle(&self) -> Option<i32> {
        let mut marks = vec![Mark::Unseen; self.max_buckets()];
        let mut path = Vec::new();
        for bucket in self.buckets() {
            self.enter(bucket.id, &mut marks, &mut path);
            while let Some((id, place)) = path.last_mut() {
                let item = self.bucket(*id).and_then(|bucket| bucket.items.get(*place).copied());
                *place += 1;
                match item {
                    Some(0..) => {}
                    Some(item) if self.mark(item, &marks) == Some(Mark::OnPath) => return Some(item),
                    Some(item) => self.enter(item, &mut marks, &mut path),
                    None => self.leave(&mut marks, &mut path),
                }
            }
        }
        None
    }

    fn mark(&self, id: i32, marks: &[Mark]) -> Option<Mark> {
        marks.get(usize::try_from(!id).ok()?).copied()
    }

    fn enter(&self, id: i32, marks: &mut [Mark], path: &mut Vec<(i32, usize)>) {
        let Some(mark) = usize::try_from(!id).ok().and_then(|slot| marks.get_mut(slot)) else { return };
        if *mark == Mark::Unseen {
            *mark = Mark::OnPath;
            path.push((id, 0));
        }
    }

    fn leave(&self, marks: &mut [Mark], path: &mut Vec<(i32, usize)>) {
        let Some((id, _)) = path.pop() else { return };
        if let Some(mark) = usize::try_from(!id).ok().and_then(|slot| marks.get_mut(slot)) {
            *mark = Mark::Done;
        }
    }
}
