//! What every command shares: its options, limits, progress, and how answers reach the user.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use hissho_solve::limits::{Cancel, Limits, Outside, Pulse};
use hissho_store::Clock;
use serde_json::Value;

use crate::limit_arguments;
use crate::terminal_progress::TerminalProgress;

/// Options that every command takes.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct SessionArguments {
    /// Print exactly one JSON document on standard output
    #[arg(long, global = true)]
    json: bool,
    /// Silence progress bars and remarks
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Say more about how the answer was found
    #[arg(long, short, global = true)]
    verbose: bool,
    /// Threads to use; all cores when not given
    #[arg(long, global = true, allow_hyphen_values = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Give up after this time: 30s, 5m, 2h
    #[arg(long, global = true, allow_hyphen_values = true, value_name = "TIME", value_parser = limit_arguments::duration)]
    time: Option<Duration>,
    /// Give up rather than use more memory for tables: 500M, 4G
    #[arg(long, global = true, allow_hyphen_values = true, value_name = "SIZE", value_parser = limit_arguments::memory)]
    memory: Option<u64>,
    /// Give up after this many nodes: 1_000_000, 3e6
    #[arg(long, global = true, allow_hyphen_values = true, value_name = "COUNT", value_parser = limit_arguments::count)]
    nodes: Option<u64>,
}

/// One run of the program.
pub(crate) struct Session {
    json: bool,
    quiet: bool,
    verbose: bool,
    limits: Limits,
    progress: TerminalProgress,
}

impl Session {
    /// Sets up limits, threads and Ctrl-C. The first Ctrl-C asks the work to stop, the second
    /// ends the program.
    pub(crate) fn new(arguments: &SessionArguments) -> Session {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let cancel = Cancel::default();
        let limits = Limits {
            time: arguments.time,
            nodes: arguments.nodes,
            // Most of what is free, so that no question takes the machine down.
            memory: arguments.memory.or_else(|| Some((hissho_store::free_memory()? / 4 * 3).max(1 << 30))),
            threads: arguments.threads.map_or(cores, usize::from),
            pulse: Pulse::of(Arc::new(Clock::start(cancel.clone()))),
        };
        // Checkers may walk deep: as much stack as the main thread has.
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(limits.threads).stack_size(8 << 20).build_global();
        debug_assert!(pool.is_ok(), "nothing has used rayon before this");
        // A system without signals just goes without.
        let _ = ctrlc::set_handler(move || {
            if cancel.is_cancelled() {
                std::process::exit(130);
            }
            cancel.cancel();
        });
        Session {
            json: arguments.json,
            quiet: arguments.quiet,
            verbose: arguments.verbose,
            limits,
            progress: TerminalProgress::new(!arguments.quiet),
        }
    }

    /// Limits for solvers, with the flag that Ctrl-C sets.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Where solvers report; a bar on a terminal, nothing elsewhere.
    pub(crate) fn progress(&self) -> &TerminalProgress {
        &self.progress
    }

    /// Prints the answer: the JSON document or the text, which say the same.
    pub(crate) fn answer(
        &self,
        json: impl FnOnce() -> Value,
        text: impl FnOnce() -> String,
    ) -> anyhow::Result<()> {
        self.progress.clear();
        let mut text = if self.json { json().to_string() } else { text() };
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }

    /// Whether the answer is to be one JSON document.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// A remark for people on standard error, unless silenced.
    pub(crate) fn remark(&self, remark: impl std::fmt::Display) {
        if !self.quiet {
            self.progress.suspend(|| anstream::eprintln!("{remark}"));
        }
    }

    /// A remark only shown with `--verbose`.
    pub(crate) fn detail(&self, remark: impl std::fmt::Display) {
        if self.verbose {
            self.remark(remark);
        }
    }

    /// Says what is wrong with the input.
    pub(crate) fn complain(&self, error: &anyhow::Error) {
        self.progress.clear();
        let red = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
        anstream::eprintln!("{red}error:{red:#} {error:#}");
    }
}

/// Whether the reader of our output has gone away, which is no error of anyone's.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
    kind == Some(std::io::ErrorKind::BrokenPipe)
}
