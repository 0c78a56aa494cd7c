//! Limits on long work: time, nodes, memory, and a way to stop it from outside.
//!
//! Every search takes [`Limits`], starts a [`Meter`] and spends from it; a spent meter answers
//! with [`Stop`], which the search hands up as an ordinary value. Cost: one atomic addition per
//! call of [`Meter::spend`], a look at the clock every few thousand nodes; engines call it once
//! per batch of nodes.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use hissho_rules::Account;

/// Bytes of memory for tables and for listing moves, unless a limit is given.
pub const DEFAULT_MEMORY: u64 = 4 << 30;

/// How much a search may use. The default is: everything, on one thread.
#[derive(Clone, Debug)]
pub struct Limits {
    /// All work ends when the pulse says that so much time has passed since the question was asked.
    pub time: Option<Duration>,
    /// Nodes searched, positions valued, states made: the domain's own unit of work.
    pub nodes: Option<u64>,
    /// Steps that one check of a certificate may use; the checker's own measure when not given.
    pub steps: Option<u64>,
    /// Bytes of memory for tables.
    pub memory: Option<u64>,
    /// Threads, at least 1.
    pub threads: usize,
    /// The clock, and whether someone wants the work to stop.
    pub pulse: Pulse,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: None, nodes: None, steps: None, memory: None, threads: 1, pulse: Pulse::default() }
    }
}

/// The world outside as a search sees it. A solver has no clock of its own.
pub trait Outside: Send + Sync {
    /// The time since the question was asked. Without a clock it is always nothing.
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    /// Whether someone wants the work to stop.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// A handle on the world outside; clones share it. The default has no clock and never stops.
#[derive(Clone, Default)]
pub struct Pulse(Option<Arc<dyn Outside>>);

impl Pulse {
    /// The pulse of `outside`.
    pub fn of(outside: Arc<dyn Outside>) -> Pulse {
        Pulse(Some(outside))
    }

    /// The time since the question was asked.
    pub fn elapsed(&self) -> Duration {
        self.0.as_ref().map_or(Duration::ZERO, |outside| outside.elapsed())
    }

    /// Whether someone wants the work to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.as_ref().is_some_and(|outside| outside.is_cancelled())
    }
}

impl fmt::Debug for Pulse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pulse")
    }
}

/// A flag that stops work; clones share it. By itself it is an outside without a clock.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks every search that sees this flag to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Outside for Cancel {
    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Which limit ended the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time is over.
    Time,
    /// The nodes are spent.
    Nodes,
    /// The memory is not enough.
    Memory,
    /// Stopped from outside.
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "the time limit was reached",
            Stop::Nodes => "the node limit was reached",
            Stop::Memory => "the memory limit was reached",
            Stop::Cancelled => "it was stopped",
        })
    }
}

impl std::error::Error for Stop {}

impl Limits {
    /// Starts the count.
    pub fn start(&self) -> Meter {
        Meter {
            time: self.time,
            nodes: AtomicU64::new(self.nodes.unwrap_or(u64::MAX)),
            pulse: self.pulse.clone(),
            spent: AtomicU64::new(0),
            threads: self.threads,
        }
    }

    /// The same limits, with all work ending at most `time` from now.
    pub fn within(&self, time: Duration) -> Limits {
        let end = self.pulse.elapsed().checked_add(time);
        Limits { time: self.time.into_iter().chain(end).min(), ..self.clone() }
    }

    /// An account for listing moves: the memory allowed, and as many steps as the clock lets pass.
    pub fn account(&self) -> Account {
        let meter = self.start();
        let account = Account::new(u64::MAX, self.memory.unwrap_or(DEFAULT_MEMORY));
        account.asking(move || meter.look().is_ok())
    }
}

/// Counts the work of one search and says when to stop. Threads share it by reference.
#[derive(Debug)]
pub struct Meter {
    time: Option<Duration>,
    nodes: AtomicU64,
    pulse: Pulse,
    spent: AtomicU64,
    threads: usize,
}

impl Meter {
    /// Counts `nodes` more nodes; an error when a limit is passed.
    pub fn spend(&self, nodes: u64) -> Result<(), Stop> {
        let before = self.spent.fetch_add(nodes, Ordering::Relaxed);
        let after = before.saturating_add(nodes);
        if after > self.nodes.load(Ordering::Relaxed) {
            return Err(Stop::Nodes);
        }
        // The clock is looked at only now and then.
        const EVERY: u64 = 4096;
        if before / EVERY != after / EVERY || before == 0 { self.look() } else { Ok(()) }
    }

    /// Looks at the clock and the flag at once, without counting.
    pub fn look(&self) -> Result<(), Stop> {
        if self.pulse.is_cancelled() {
            Err(Stop::Cancelled)
        } else if self.time.is_some_and(|time| self.pulse.elapsed() >= time) {
            Err(Stop::Time)
        } else {
            Ok(())
        }
    }

    /// Threads that may work at the same time.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Nodes that may still be spent.
    pub fn left(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed).saturating_sub(self.spent.load(Ordering::Relaxed))
    }

    /// Forgets the nodes counted so far and allows so many more: a search that was stopped by their number may go on.
    pub fn refill(&self, nodes: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
        self.spent.store(0, Ordering::Relaxed);
    }

    /// The nodes counted so far.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_stops_at_its_node_limit_and_not_before() {
        let meter = Limits { nodes: Some(10), ..Limits::default() }.start();
        assert_eq!(meter.spend(10), Ok(()));
        assert_eq!(meter.spend(1), Err(Stop::Nodes));
    }

    #[test]
    fn a_refilled_meter_goes_on_with_the_nodes_it_is_given() {
        let meter = Limits { nodes: Some(10), ..Limits::default() }.start();
        assert_eq!(meter.spend(11), Err(Stop::Nodes));
        meter.refill(20);
        assert_eq!(meter.spent(), 0);
        assert_eq!(meter.spend(20), Ok(()));
        assert_eq!(meter.spend(1), Err(Stop::Nodes));
        let over = Limits { time: Some(Duration::ZERO), ..Limits::default() }.start();
        over.refill(5);
        assert_eq!(over.look(), Err(Stop::Time), "time is not given back");
    }

    #[test]
    fn a_deadline_counts_for_every_search_started_before_it() {
        let limits = Limits::default().within(Duration::ZERO);
        assert_eq!(limits.start().look(), Err(Stop::Time));
        assert_eq!(limits.within(Duration::from_secs(3600)).start().look(), Err(Stop::Time));
    }

    #[test]
    fn cancelling_any_clone_stops_the_work() {
        let cancel = Cancel::default();
        let limits = Limits { pulse: Pulse::of(Arc::new(cancel.clone())), ..Limits::default() };
        let meter = limits.start();
        cancel.clone().cancel();
        assert_eq!(meter.look(), Err(Stop::Cancelled));
    }
}
