//! Certificate: the Grundy sequence of a subtraction game, for ever.
//!
//! Claim: `g(n)` is `values[n]` for `n < preperiod + period`, and `g(n + period) = g(n)` for every
//! heap `n >= preperiod`. The values are part of the claim, so it says what every heap is worth.
//!
//! Evidence: none beyond the claim. It gives each heap a value; the values are right if each is
//! the mex of its options. Checking `n < preperiod + period + w`, where `w` is the largest take, is
//! enough: the options of a later heap lie one period above options already checked, so its mex
//! is the one found there (Berlekamp, Conway, Guy, Winning Ways, 1982, chapter 4).
//!
//! Cost: one pass over the values, each looking at as many options as there are takes.

use std::fmt;

use hissho_rules::impartial::octal::OctalError;
use hissho_rules::{Account, Exhausted, Heap, ImpartialGame, Subtraction, mex};

use crate::text::{Reader, Writer};
use crate::{CheckError, Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "grundy-period";

/// The values of all heaps: some first ones, then a period that repeats for ever. Octal games have
/// such claims too ([`crate::impartial::octal_period`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapPeriod<G> {
    /// The rules.
    pub game: G,
    /// From this heap on the values repeat.
    pub preperiod: usize,
    /// The distance at which they repeat.
    pub period: usize,
    /// The values of the heaps `0, …, preperiod + period - 1`.
    pub values: Vec<u32>,
}

/// The values of all heaps of a subtraction game.
pub type GrundyPeriod = HeapPeriod<Subtraction>;

impl<G> HeapPeriod<G> {
    /// The value the claim gives to `heap`.
    pub fn value(&self, heap: usize) -> u32 {
        if heap < self.preperiod {
            self.values[heap]
        } else {
            self.values[self.preperiod + (heap - self.preperiod) % self.period]
        }
    }

    /// Whether there are as many values as the claim needs, and at least one.
    pub(crate) fn check_length(&self) -> Result<(), GrundyPeriodError> {
        if self.period == 0 {
            return Err(GrundyPeriodError::ZeroPeriod);
        }
        let (found, needed) = (self.values.len(), self.preperiod.saturating_add(self.period));
        if found != needed {
            return Err(GrundyPeriodError::WrongLength { found, needed });
        }
        Ok(())
    }

    /// Whether each of the first `heaps` heaps has the mex of its options, whose values `options`
    /// lists. A heap has at most `most` options.
    pub(crate) fn check_values(
        self,
        account: &Account,
        (heaps, most): (usize, usize),
        options: impl Fn(&Self, usize) -> Vec<u32>,
    ) -> Result<Proved<Self>, GrundyPeriodError> {
        for heap in 0..heaps {
            account.charge(most.saturating_add(1) as u64)?;
            let (found, expected) = (self.value(heap), mex(options(&self, heap)));
            if found != expected {
                return Err(GrundyPeriodError::WrongValue { heap, found, expected });
            }
        }
        Ok(Proved::by_check(self))
    }

    /// The lines after the rules.
    pub(crate) fn write_values(&self, writer: &mut Writer<'_>) {
        writer.line(format_args!("preperiod {}", self.preperiod));
        writer.line(format_args!("period {}", self.period));
        for row in self.values.chunks(32) {
            writer.line(format_args!("values{}", spaced(row)));
        }
    }

    /// Reads the lines after the rules.
    pub(crate) fn read_values(game: G, reader: &mut Reader<'_>, account: &Account) -> Result<Self, Refusal> {
        let preperiod = reader.field("preperiod")?.parse()?;
        let period = reader.field("period")?.parse()?;
        let mut values = Vec::new();
        while reader.peek().is_some() {
            values.extend(reader.field("values")?.parse_all::<u32>(account)?);
        }
        Ok(HeapPeriod { game, preperiod, period, values })
    }
}

impl fmt::Display for GrundyPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let takes: Vec<String> = self.game.takes().iter().map(ToString::to_string).collect();
        write!(
            f,
            "subtraction({}): the Grundy value of heap n + {} is that of heap n, for every n >= {}",
            takes.join(","),
            self.period,
            self.preperiod
        )
    }
}

/// Why the evidence does not establish the claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrundyPeriodError {
    /// A period of 0 says nothing.
    #[error("period 0 given, a period is at least 1")]
    ZeroPeriod,
    /// Too few or too many values.
    #[error("{found} values given, the claim needs exactly {needed}")]
    WrongLength {
        /// How many values there are.
        found: usize,
        /// How many the claim needs.
        needed: usize,
    },
    /// The rules are those of a relative of the octal games.
    #[error("code of the game: {0}")]
    NotOctal(#[from] OctalError),
    /// The check takes more than it was given.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// A value that is not the mex of its options.
    #[error("heap {heap}: value {found} claimed, the rules give {expected}")]
    WrongValue {
        /// The heap.
        heap: usize,
        /// The value claimed.
        found: u32,
        /// The mex of its options.
        expected: u32,
    },
}

impl CheckError for GrundyPeriodError {
    fn exhausted(&self) -> Option<Exhausted> {
        if let GrundyPeriodError::Exhausted(exhausted) = self { Some(*exhausted) } else { None }
    }
}

/// Checks `claim`, which carries its own evidence.
pub fn check(claim: GrundyPeriod, account: &Account) -> Result<Proved<GrundyPeriod>, GrundyPeriodError> {
    claim.check_length()?;
    let heaps = claim.values.len().saturating_add(claim.game.largest_take());
    let most = claim.game.takes().len();
    claim.check_values(account, (heaps, most), |claim, heap| {
        claim.game.options(Heap(heap)).map(|Heap(smaller)| claim.value(smaller)).collect()
    })
}

/// The certificate as text.
pub fn write(claim: &GrundyPeriod) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, &mut writer);
    writer.finish()
}

/// The lines after the head.
fn lines(claim: &GrundyPeriod, writer: &mut Writer<'_>) {
    writer.line(format_args!("takes{}", spaced(claim.game.takes())));
    claim.write_values(writer);
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let line = reader.field("takes")?;
    let takes = line.parse_all::<usize>(&context.account)?;
    let game = Subtraction::new(takes).map_err(|error| line.refuse(error))?;
    let claim = HeapPeriod::read_values(game, reader, &context.account)?;
    reader.must_be(|writer| lines(&claim, writer))?;
    let proved = check(claim, &context.account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}

/// The numbers, each after a space.
fn spaced<T: fmt::Display>(numbers: &[T]) -> String {
    numbers.iter().map(|number| format!(" {number}")).collect()
}
