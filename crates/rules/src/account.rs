//! The account of one piece of work: how many steps and how much memory it may still use.
//!
//! A text of any content must end, decided or not, within limits that its reader sets. So whoever evaluates
//! rules or checks evidence *charges* each step before it is made, and *holds* memory before it is taken. What is
//! left can only be seen from outside as an answer: done, or [`Exhausted`]. There is no clock here: the same
//! text uses the same steps on every machine.
//!
//! Cost: an addition and a comparison per charge; loops charge for a whole round at once.

use std::cell::Cell;
use std::fmt;

/// Steps and memory that one piece of work may use.
#[derive(Clone, Debug)]
pub struct Account {
    steps: u64,
    memory: u64,
    /// Invariant: at most `steps`.
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
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exhausted::Steps { allowed } => write!(f, "needs more than {allowed} steps, give --steps"),
            Exhausted::Memory { allowed } => {
                write!(f, "needs more than {allowed} bytes of memory, give --memory")
            }
            Exhausted::Numbers => write!(f, "needs numbers beyond 64 bits, which this program does not have"),
        }
    }
}

impl std::error::Error for Exhausted {}

impl Account {
    /// An account of this many steps and bytes.
    pub fn new(steps: u64, memory: u64) -> Account {
        Account { steps, memory, spent: Cell::new(0), held: Cell::new(0) }
    }

    /// An account that is never exhausted, for work that something else bounds.
    pub fn unlimited() -> Account {
        Account::new(u64::MAX, u64::MAX)
    }

    /// Uses up `steps`, before they are made.
    #[inline]
    pub fn charge(&self, steps: u64) -> Result<(), Exhausted> {
        match self.spent.get().checked_add(steps) {
            Some(spent) if spent <= self.steps => {
                self.spent.set(spent);
                Ok(())
            }
            _ => Err(Exhausted::Steps { allowed: self.steps }),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

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
