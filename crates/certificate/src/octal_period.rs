//! Certificate: the Grundy sequence of an octal game, for ever.
//!
//! Claim: `g(n)` is `values[n]` for `n < preperiod + period`, and `g(n + period) = g(n)` for every heap `n >= preperiod`.
//!
//! Evidence: none beyond the claim, which gives each heap a value. They are right if each is the mex of its options for
//! `n < 2 * preperiod + 2 * period + t + 2`, where `t` is the largest take: for a larger `n` the larger heap `b` that a move leaves
//! is at least `preperiod + period + 1`, so `(a, b)` has the value of `(a, b - period)`, an option of `n - period`, and the other
//! way round; the options of `n` and of `n - period` have the same values (Guy and Smith, The G-values of various
//! games, 1956).
//!
//! Cost: the square of the number of heaps checked, times the digits of the code.

use std::fmt;

use rules::mex;
use rules::octal::Octal;

use crate::text::{Reader, Writer};
use crate::{Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "octal-period";

/// The values of all heaps: some first ones, then a period that repeats for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OctalPeriod {
    /// The rules.
    pub game: Octal,
    /// From this heap on the values repeat.
    pub preperiod: usize,
    /// The distance at which they repeat.
    pub period: usize,
    /// The values of the heaps `0, …, preperiod + period - 1`.
    pub values: Vec<u32>,
}

impl OctalPeriod {
    /// The value the claim gives to `heap`.
    pub fn value(&self, heap: usize) -> u32 {
        if heap < self.preperiod {
            self.values[heap]
        } else {
            self.values[self.preperiod + (heap - self.preperiod) % self.period]
        }
    }
}

impl fmt::Display for OctalPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OctalPeriod { game, preperiod, period, .. } = self;
        write!(
            f,
            "{game}: the Grundy value of heap n + {period} is that of heap n, for every n >= {preperiod}"
        )
    }
}

/// Why the claim is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OctalPeriodError {
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
    /// The check would take more steps than allowed.
    #[error("the check takes {needed} steps, {allowed} are allowed")]
    TooLong {
        /// Steps it takes.
        needed: u64,
        /// Steps allowed.
        allowed: u64,
    },
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

/// Checks `claim`, which carries its own evidence, in at most `steps` steps.
pub fn check(claim: OctalPeriod, steps: u64) -> Result<Proved<OctalPeriod>, OctalPeriodError> {
    if claim.period == 0 {
        return Err(OctalPeriodError::ZeroPeriod);
    }
    let needed = claim.preperiod.saturating_add(claim.period);
    if claim.values.len() != needed {
        return Err(OctalPeriodError::WrongLength { found: claim.values.len(), needed });
    }
    let heaps = needed.saturating_mul(2).saturating_add(claim.game.largest_take() + 2);
    let digits = claim.game.digits().len() as u64;
    let cost = (heaps as u64).saturating_mul(heaps as u64).saturating_mul(digits);
    if cost > steps {
        return Err(OctalPeriodError::TooLong { needed: cost, allowed: steps });
    }
    for heap in 0..heaps {
        let mut options = Vec::new();
        claim.game.for_each_option(heap, &mut |a, b| options.push(claim.value(a) ^ claim.value(b)));
        let (found, expected) = (claim.value(heap), mex(options));
        if found != expected {
            return Err(OctalPeriodError::WrongValue { heap, found, expected });
        }
    }
    Ok(Proved::by_check(claim))
}

/// The certificate as text.
pub fn write(claim: &OctalPeriod) -> String {
    let mut writer = Writer::new(KIND);
    writer.line(format_args!("code {}", claim.game));
    writer.line(format_args!("preperiod {}", claim.preperiod));
    writer.line(format_args!("period {}", claim.period));
    for row in claim.values.chunks(32) {
        let row: String = row.iter().map(|value| format!(" {value}")).collect();
        writer.line(format_args!("values{row}"));
    }
    writer.finish()
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let line = reader.field("code")?;
    let game = Octal::parse(line.text).map_err(|error| line.refuse(error))?;
    if game.to_string() != line.text {
        return Err(line.refuse(format_args!("the code as {game}")));
    }
    let preperiod = reader.field("preperiod")?.parse()?;
    let period = reader.field("period")?.parse()?;
    let mut values = Vec::new();
    while reader.peek().is_some() {
        values.extend(reader.field("values")?.parse_all::<u32>()?);
    }
    let claim = OctalPeriod { game, preperiod, period, values };
    let proved = check(claim, context.steps).map_err(|error| Refusal::evidence(KIND, error))?;
    Ok(proved.into_claim())
}
