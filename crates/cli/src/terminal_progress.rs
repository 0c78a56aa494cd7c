//! A progress bar on the terminal; nothing when standard error is not one.

use std::io::IsTerminal;
use std::time::Duration;

use hissho_workbench::Progress;
use indicatif::{ProgressBar, ProgressStyle};

/// Shows one bar at a time.
pub(crate) struct TerminalProgress {
    bar: ProgressBar,
    /// Whether remarks are wanted at all.
    wanted: bool,
}

impl TerminalProgress {
    /// A bar that shows itself only when `wanted` and on a terminal.
    pub(crate) fn new(wanted: bool) -> TerminalProgress {
        let is_shown = wanted && std::io::stderr().is_terminal();
        let bar = if is_shown { ProgressBar::no_length() } else { ProgressBar::hidden() };
        TerminalProgress { bar, wanted }
    }

    /// Takes the bar off the screen.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Takes the bar off the screen while `print` prints.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }
}

impl Progress for TerminalProgress {
    fn begin(&self, what: &str, total: u64) {
        if self.bar.is_hidden() {
            return;
        }
        let template = match total {
            0 => "{spinner} {prefix} {human_pos} {elapsed} {wide_msg}",
            _ => "{prefix} {bar:30} {human_pos}/{human_len} {elapsed}, {eta} left {wide_msg}",
        };
        let style = ProgressStyle::with_template(template);
        self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.bar.reset();
        self.bar.set_prefix(what.to_owned());
        self.bar.set_message("");
        match total {
            0 => self.bar.unset_length(),
            _ => self.bar.set_length(total),
        }
        self.bar.enable_steady_tick(Duration::from_millis(200));
    }

    fn advance(&self, units: u64) {
        self.bar.inc(units);
    }

    fn note(&self, remark: &str) {
        self.bar.set_message(remark.to_owned());
    }

    fn warn(&self, remark: &str) {
        if self.wanted {
            self.suspend(|| anstream::eprintln!("{remark}"));
        }
    }
}
