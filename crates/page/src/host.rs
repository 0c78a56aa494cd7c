//! The border with the page: memory goes across here and nowhere else.
//!
//! The page calls `room(n)`, writes `n` bytes of a question there, calls `ask()`, which gives the
//! length of the answer, and reads it at `out()`. While it is asked, the engine calls the imports of
//! the module `page`: the clock, whether to stop, news as JSON, and kept proofs by name.
//!
//! Pointers are only given, never followed: the page reads and writes inside the `Vec` it was pointed
//! to, before the next call, and the engine then uses that `Vec`.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hissho_workbench::{Checkpoint, NotKept, Outside, Progress, Pulse, Watch};
use serde_json::{Value, json};

thread_local! {
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

// SAFETY: the page gives these functions these types (crates/page/engine.js); none keeps a pointer.
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some fixed time.
    safe fn now() -> f64;
    /// Not 0 when someone wants the work to stop.
    safe fn should_stop() -> u32;
    /// Takes news: UTF-8 JSON of so many bytes.
    safe fn news(text: *const u8, length: usize);
    /// Puts the kept file of this name into `room` and gives its length, or less than 0.
    safe fn kept(name: *const u8, length: usize) -> isize;
}

/// Room for `length` bytes, which the page fills.
// SAFETY: no other item of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(length, 0);
        room.as_mut_ptr()
    })
}

/// Answers the question in the room; the length of the answer.
// SAFETY: no other item of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn ask() -> usize {
    std::panic::set_hook(Box::new(|panic| tell(&json!({ "panic": panic.to_string() }))));
    let bytes = ROOM.take();
    let answer = crate::ask(&String::from_utf8_lossy(&bytes), &Page::default());
    OUT.set(answer.into_bytes());
    OUT.with_borrow(Vec::len)
}

/// The answer.
// SAFETY: no other item of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn out() -> *const u8 {
    OUT.with_borrow(|out| out.as_ptr())
}

fn tell(what: &Value) {
    let text = what.to_string();
    news(text.as_ptr(), text.len());
}

/// The clock of one question.
struct Clock {
    asked: f64,
}

impl Outside for Clock {
    fn elapsed(&self) -> Duration {
        Duration::try_from_secs_f64((now() - self.asked) / 1000.0).unwrap_or_default()
    }

    fn is_cancelled(&self) -> bool {
        should_stop() != 0
    }
}

/// The page as the engine sees it.
struct Page {
    pulse: Pulse,
    /// Units done and not yet told.
    done: AtomicU64,
    told: Mutex<f64>,
}

/// Milliseconds between two news of units done.
const PAUSE: f64 = 50.0;

impl Default for Page {
    fn default() -> Page {
        let asked = now();
        Page { pulse: Pulse::of(Arc::new(Clock { asked })), done: AtomicU64::new(0), told: Mutex::new(asked) }
    }
}

impl Progress for Page {
    fn begin(&self, what: &str, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        tell(&json!({ "begin": what, "total": total }));
    }

    fn advance(&self, units: u64) {
        let done = self.done.fetch_add(units, Ordering::Relaxed) + units;
        let (now, mut told) = (now(), self.told.lock().expect("there is one thread"));
        if now - *told >= PAUSE {
            *told = now;
            tell(&json!({ "done": done }));
        }
    }

    fn note(&self, remark: &str) {
        tell(&json!({ "note": remark }));
    }

    fn warn(&self, remark: &str) {
        tell(&json!({ "warning": remark }));
    }
}

impl Checkpoint for Page {
    fn load(&self, _key: &str) -> Option<String> {
        None
    }

    fn save(&self, _key: &str, _value: &str) -> Result<(), NotKept> {
        Ok(())
    }
}

impl Watch for Page {
    fn pulse(&self) -> Pulse {
        self.pulse.clone()
    }

    fn kept(&self, name: &str) -> Option<Vec<u8>> {
        let length = kept(name.as_ptr(), name.len());
        (length >= 0).then(|| ROOM.take())
    }
}
