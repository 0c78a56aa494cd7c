//! The one door. A desk answers questions and keeps, within a memory bound, what the next one may
//! need.
//!
//! Answers never depend on what is kept: a table or an accepted certificate that is found on the
//! shelf is the same that would be made anew, only sooner.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hissho_certificate::Allowance;
use hissho_certificate::file::text_of;
use hissho_certificate::text::digest_of;
use hissho_solve::limits::Limits;

use crate::{Accepted, Answer, Certified, Fault, Question, Watch};

/// Bytes that a desk keeps when nothing is said.
const SHELF: usize = 256 << 20;

/// Keeps tables and accepted certificates between questions.
pub struct Desk {
    shelf: Mutex<Shelf>,
}

#[derive(Default)]
struct Shelf {
    room: usize,
    used: usize,
    clock: u64,
    things: HashMap<String, Kept>,
}

struct Kept {
    thing: Arc<dyn Any + Send + Sync>,
    bytes: usize,
    last_use: u64,
}

impl Default for Desk {
    fn default() -> Desk {
        Desk::with_room(SHELF)
    }
}

impl Desk {
    /// A desk that keeps at most so many bytes.
    pub fn with_room(bytes: usize) -> Desk {
        Desk { shelf: Mutex::new(Shelf { room: bytes, ..Shelf::default() }) }
    }

    /// Answers a question.
    ///
    /// ```
    /// use hissho_solve::limits::Limits;
    /// use hissho_workbench::{Alone, Desk, Question};
    ///
    /// let question = r#"{"value":{"game":"wythoff","position":[6,10]}}"#;
    /// let question: Question = serde_json::from_str(question)?;
    /// let answer = Desk::default().ask(&question, &Limits::default(), &Alone)?;
    /// assert_eq!(answer.document()["outcome"], "P");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn ask(&self, question: &Question, limits: &Limits, watch: &dyn Watch) -> Result<Answer, Fault> {
        let limits = Limits { pulse: watch.pulse(), ..limits.clone() };
        question.put(self, &limits, watch)
    }

    /// The claim of a kept proof, checked once however many questions rest on it; nothing if there
    /// is none.
    pub(crate) fn kept(
        &self,
        name: &str,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Option<Result<Arc<Accepted>, Fault>> {
        let key = format!("kept {name}");
        if let Some(found) = self.shelf().find(&key) {
            return Some(Ok(found));
        }
        let checked = self.kept_with_text(name, limits, watch)?;
        Some(self.keep(&key, || Ok(checked?.into_accepted()), |_| 1024))
    }

    /// A kept proof with its text, checked.
    pub(crate) fn kept_with_text(
        &self,
        name: &str,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Option<Result<Certified, Fault>> {
        Some(self.accepted(&watch.kept(name)?, limits).map(|accepted| Certified::clone(&accepted)))
    }

    /// A certificate, plain or compressed, checked once however often it is asked about.
    pub(crate) fn accepted(&self, bytes: &[u8], limits: &Limits) -> Result<Arc<Certified>, Fault> {
        let make = || {
            let text = text_of(bytes, Allowance::default()).map_err(Fault::refused)?;
            Ok(Certified::check(text, limits)?)
        };
        self.keep(&format!("accepted {}", digest_of(bytes)), make, |accepted| accepted.size())
    }

    /// What is kept under `key`, or what `make` makes, which is then kept if it fits. `bytes` is
    /// its size.
    pub(crate) fn keep<T: Send + Sync + 'static, E>(
        &self,
        key: &str,
        make: impl FnOnce() -> Result<T, E>,
        bytes: impl FnOnce(&T) -> usize,
    ) -> Result<Arc<T>, E> {
        if let Some(found) = self.shelf().find::<T>(key) {
            return Ok(found);
        }
        // Made without holding the shelf: others may ask meanwhile.
        let made = Arc::new(make()?);
        let bytes = bytes(&made) + key.len();
        self.shelf().put(key, made.clone(), bytes);
        Ok(made)
    }

    /// Bytes that it keeps at most.
    pub(crate) fn room(&self) -> usize {
        self.shelf().room
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    fn find<T: Send + Sync + 'static>(&mut self, key: &str) -> Option<Arc<T>> {
        self.clock += 1;
        let kept = self.things.get_mut(key)?;
        kept.last_use = self.clock;
        kept.thing.clone().downcast().ok()
    }

    fn put(&mut self, key: &str, thing: Arc<dyn Any + Send + Sync>, bytes: usize) {
        if bytes > self.room {
            return;
        }
        self.clock += 1;
        let kept = Kept { thing, bytes, last_use: self.clock };
        self.used += bytes;
        if let Some(before) = self.things.insert(key.to_owned(), kept) {
            self.used -= before.bytes;
        }
        while self.used > self.room {
            let oldest = self.things.iter().min_by_key(|(_, kept)| kept.last_use);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else { break };
            self.used -= self.things.remove(&oldest).map_or(0, |kept| kept.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_used_for_longest_makes_room() {
        let desk = Desk::with_room(100);
        let get =
            |key: &str, value: u32| -> u32 { *desk.keep::<u32, ()>(key, || Ok(value), |_| 40).unwrap() };
        assert_eq!((get("a", 1), get("b", 2)), (1, 2));
        assert_eq!(get("a", 9), 1, "a is kept");
        assert_eq!(get("c", 3), 3);
        assert_eq!(get("a", 9), 1, "a was used after b");
        assert_eq!(get("b", 7), 7, "b made room for c");
    }
}
