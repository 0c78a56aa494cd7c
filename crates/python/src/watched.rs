//! Long work beside the interpreter. The engine works in a thread of its own; the thread that asked
//! holds the interpreter now and then to look for signals and to show how it goes, so that Ctrl-C is
//! seen within a twentieth of a second.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hissho_workbench::{Cancel, Checkpoint, NotKept, Outside, Progress, Pulse, Watch};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);

/// Checkers may walk deep: as much stack as a main thread has.
const STACK: usize = 16 << 20;

/// What a question sees of Python.
pub(crate) struct Watcher {
    asked: Instant,
    cancel: Cancel,
    /// Answer within this time or not at all.
    patience: Option<Duration>,
    seen: Mutex<Seen>,
}

/// How far the work is.
#[derive(Clone, Default)]
struct Seen {
    what: String,
    total: u64,
    done: u64,
    remark: String,
    warnings: Vec<String>,
}

impl Watcher {
    /// One who waits as long as it takes.
    pub(crate) fn patient() -> Arc<Watcher> {
        Watcher::new(None)
    }

    /// One who waits so long and no longer.
    pub(crate) fn for_at_most(patience: Duration) -> Arc<Watcher> {
        Watcher::new(Some(patience))
    }

    fn new(patience: Option<Duration>) -> Arc<Watcher> {
        let (asked, cancel, seen) = (Instant::now(), Cancel::default(), Mutex::default());
        Arc::new(Watcher { asked, cancel, patience, seen })
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The watcher as a clock.
struct ClockOf(Arc<Watcher>);

impl Outside for ClockOf {
    fn elapsed(&self) -> Duration {
        self.0.asked.elapsed()
    }

    fn is_cancelled(&self) -> bool {
        self.0.cancel.is_cancelled() || self.0.patience.is_some_and(|time| self.0.asked.elapsed() > time)
    }
}

/// The watcher as the engine sees it.
pub(crate) struct Shared(pub(crate) Arc<Watcher>);

impl Progress for Shared {
    fn begin(&self, what: &str, total: u64) {
        let mut seen = self.0.seen();
        (seen.what, seen.total, seen.done) = (what.to_owned(), total, 0);
        seen.remark.clear();
    }

    fn advance(&self, units: u64) {
        let mut seen = self.0.seen();
        seen.done = seen.done.saturating_add(units);
    }

    fn note(&self, remark: &str) {
        remark.clone_into(&mut self.0.seen().remark);
    }

    fn warn(&self, remark: &str) {
        self.0.seen().warnings.push(remark.to_owned());
    }
}

impl Checkpoint for Shared {
    fn load(&self, _key: &str) -> Option<String> {
        None
    }

    fn save(&self, _key: &str, _value: &str) -> Result<(), NotKept> {
        Ok(())
    }
}

impl Watch for Shared {
    fn pulse(&self) -> Pulse {
        Pulse::of(Arc::new(ClockOf(self.0.clone())))
    }
}

/// What became of watched work.
pub(crate) enum Watched<T> {
    /// It ended by itself.
    Done(T),
    /// A signal came; this is what was found until then.
    Interrupted(T),
}

/// Does `work` in a thread of its own. `progress` is called with what is done, how much of it, of how
/// much, and a remark.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Shared) -> T + Send,
) -> PyResult<Watched<T>> {
    let watcher = Watcher::patient();
    let (sender, mut receiver) = channel();
    std::thread::scope(|scope| {
        let shared = Shared(watcher.clone());
        let thread = std::thread::Builder::new().stack_size(STACK).name("hissho".to_owned());
        let started = thread.spawn_scoped(scope, move || {
            // Nobody listens any more only if the asking thread has gone, which waits for this one.
            let _ = sender.send(work(&shared));
        });
        if let Err(error) = started {
            return Err(PyMemoryError::new_err(format!("no thread for the engine: {error}")));
        }
        let mut stopped = false;
        loop {
            // Only this thread receives, and says so by borrowing it alone.
            let receiver = &mut receiver;
            match py.detach(move || receiver.recv_timeout(LOOK)) {
                Ok(result) => {
                    tell(py, &watcher, None)?;
                    return Ok(if stopped { Watched::Interrupted(result) } else { Watched::Done(result) });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the engine stopped by a fault of its own"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let shown = if stopped { Ok(()) } else { tell(py, &watcher, progress) };
            if py.check_signals().and(shown).is_err() {
                stopped = true;
                watcher.cancel.cancel();
            }
        }
    })
}

/// Hands remarks and warnings to Python.
fn tell(py: Python<'_>, watcher: &Watcher, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let seen = {
        let mut seen = watcher.seen();
        let warnings = std::mem::take(&mut seen.warnings);
        Seen { warnings, ..seen.clone() }
    };
    for warning in &seen.warnings {
        py.import("warnings")?.getattr("warn")?.call1((warning,))?;
    }
    if let Some(progress) = progress.filter(|_| !seen.what.is_empty()) {
        progress.call1((seen.what, seen.done, seen.total, seen.remark))?;
    }
    Ok(())
}
