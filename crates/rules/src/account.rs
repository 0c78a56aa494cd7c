//! The account of one piece of work: how many steps and how much memory it may still use.
//!
//! A text of any content must end, decided or not, within limits that its reader sets. So whoever
//! evaluates rules or checks evidence *charges* each step before it is made, and *holds* memory
//! before it is taken. What is left can only be seen from outside as an answer: done, or
//! [`Exhausted`]. There is no clock here: the same text uses the same steps on every machine.
//! Whoever has a clock may hand in a question that is asked now and then.
//!
//! Cost: an addition and a comparison per charge; loops charge for a whole round at once.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

/// Steps from one question whether to go on to the next.
const EVERY: u64 = 1 << 20;

/// Asked now and then: whether to go on.
type MayGoOn = Arc<dyn Fn() -> bool + Send + Sync>;

/// Steps and memory that one piece of work may use.
#[derive(Clone)]
pub struct Account {
    steps: u64,
    memory: u64,
    /// Steps up to which nothing is asked. Invariant: at most `steps`.
    until: Cell<u64>,
    may_go_on: Option<MayGoOn>,
    /// Invariant: at most `until`.
    spent: Cell<u64>,
    /// Invariant: at most `memory`.
    held: Cell<u64>,
}

/// A limit was reached. It says nothing about what was being worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// More steps than allowed.
    Steps {
        /// Steps allowed.
        allowed: u64,
    },
    /// More bytes than allowed.
    Memory {
        /// Bytes allowed.
        allowed: u64,
    },
    /// A number passed 64 bits.
    Numbers,
    /// The work was stopped from outside.
    Stopped,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exhausted::Steps { allowed } => write!(f, "needs more than {allowed} steps, give --steps"),
            Exhausted::Memory { allowed } => {
                write!(f, "needs more than {allowed} bytes of memory, give --memory")
            }
            Exhausted::Numbers => write!(f, "needs numbers beyond 64 bits, which this program does not have"),
            Exhausted::Stopped => write!(f, "was stopped"),
        }
    }
}

impl std::error::Error for Exhausted {}

impl Account {
    /// An account of this many steps and bytes.
    pub fn new(steps: u64, memory: u64) -> Account {
        let until = Cell::new(steps);
        Account { steps, memory, until, may_go_on: None, spent: Cell::new(0), held: Cell::new(0) }
    }

    /// The same account, of work that goes on only as long as `may_go_on` says so.
    pub fn asking(self, may_go_on: impl Fn() -> bool + Send + Sync + 'static) -> Account {
        Account { until: Cell::new(0), may_go_on: Some(Arc::new(may_go_on)), ..self }
    }

    /// An account that is never exhausted, for work that something else bounds.
    pub fn unlimited() -> Account {
        Account::new(u64::MAX, u64::MAX)
    }

    /// Uses up `steps`, before they are made.
    #[inline]
    pub fn charge(&self, steps: u64) -> Result<(), Exhausted> {
        match self.spent.get().checked_add(steps) {
            Some(spent) if spent <= self.until.get() => {
                self.spent.set(spent);
                Ok(())
            }
            Some(spent) if spent <= self.steps => self.ask(spent),
            _ => Err(Exhausted::Steps { allowed: self.steps }),
        }
    }

    #[cold]
    fn ask(&self, spent: u64) -> Result<(), Exhausted> {
        if self.may_go_on.as_ref().is_some_and(|may_go_on| !may_go_on()) {
            return Err(Exhausted::Stopped);
        }
        self.until.set(spent.saturating_add(EVERY).min(self.steps));
        self.spent.set(spent);
        Ok(())
    }

    /// Uses up `a * b` steps.
    pub fn charge_product(&self, a: usize, b: usize) -> Result<(), Exhausted> {
        self.charge((a as u64).saturating_mul(b as u64))
    }

    /// Takes room for `count` values of type `T`, before it is taken.
    pub fn hold<T>(&self, count: usize) -> Result<(), Exhausted> {
        let bytes = (count as u64).saturating_mul(size_of::<T>() as u64);
        match self.held.get().checked_add(bytes) {
            Some(held) if held <= self.memory => {
                self.held.set(held);
                Ok(())
            }
            _ => Err(Exhausted::Memory { allowed: self.memory }),
        }
    }

    /// Gives back room for `count` values of type `T` that was held and is free again.
    pub fn release<T>(&self, count: usize) {
        let bytes = (count as u64).saturating_mul(size_of::<T>() as u64);
        self.held.set(self.held.get().saturating_sub(bytes));
    }

    /// Steps used so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} of {} steps, {} of {} bytes",
            self.spent.get(),
            self.steps,
            self.held.get(),
            self.memory
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_that_asks_goes_on_until_the_answer_is_no_and_keeps_its_limit() {
        let is_over = Arc::new(std::sync::atomic::AtomicBool::new(false));
        let flag = is_over.clone();
        let account =
            Account::new(10 * EVERY, 0).asking(move || !flag.load(std::sync::atomic::Ordering::Relaxed));
        for _ in 0..8 {
            assert_eq!(account.charge(EVERY), Ok(()));
        }
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(account.charge(3 * EVERY), Err(Exhausted::Steps { allowed: 10 * EVERY }));
        assert_eq!(account.charge(2 * EVERY), Err(Exhausted::Stopped));
        is_over.store(false, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(account.charge(2 * EVERY), Ok(()));
        assert_eq!(account.charge(1), Err(Exhausted::Steps { allowed: 10 * EVERY }));
    }

    #[test]
    fn an_account_pays_up_to_its_limit_and_not_one_step_more() {
        let account = Account::new(10, 16);
        assert_eq!(account.charge(10), Ok(()));
        assert_eq!(account.charge(1), Err(Exhausted::Steps { allowed: 10 }));
        assert_eq!(account.charge(u64::MAX), Err(Exhausted::Steps { allowed: 10 }));
        assert_eq!(account.charge(0), Ok(()));
        assert_eq!(account.hold::<u64>(2), Ok(()));
        assert_eq!(account.hold::<u8>(1), Err(Exhausted::Memory { allowed: 16 }));
        assert_eq!(account.hold::<u64>(usize::MAX), Err(Exhausted::Memory { allowed: 16 }));
        account.release::<u64>(1);
        assert_eq!(account.hold::<u64>(1), Ok(()));
        assert_eq!(account.spent(), 10);
    }
}
