//! The machine's clock and memory, for those below who have neither.

use std::time::{Duration, Instant};

use hissho_workbench::{Cancel, Outside};

/// Time since the question was asked, and a flag that stops the work.
#[derive(Clone, Debug)]
pub struct Clock {
    asked: Instant,
    cancel: Cancel,
}

impl Clock {
    /// A clock that starts now; `cancel` stops what looks at it.
    pub fn start(cancel: Cancel) -> Clock {
        Clock { asked: Instant::now(), cancel }
    }
}

impl Outside for Clock {
    fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

/// Bytes of memory that are free on this machine, where the system says so.
pub fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}
