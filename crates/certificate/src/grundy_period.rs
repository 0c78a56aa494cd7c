//! Certificate: the Grundy sequence of a subtraction game repeats for ever.
//!
//! Claim: `g(n + period) = g(n)` for every heap `n >= preperiod`.
//!
//! Evidence: the values `g(0), …, g(preperiod + period + w - 1)`, where `w` is the largest take.
//! They are right if each is the mex of its options, and they are enough: `g(n)` depends on the
//! `w` values before it, so once two windows of length `w` agree, everything after them agrees by
//! induction (Berlekamp, Conway, Guy, Winning Ways, 1982, chapter 4).
//!
//! Cost: one pass over the values, each looking at as many options as there are takes.

use std::fmt;

use rules::{Heap, ImpartialGame, Subtraction, mex};

use crate::text::{Reader, Writer};
use crate::{Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "grundy-period";

/// `g(n + period) = g(n)` for every heap `n >= preperiod`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrundyPeriod {
    /// The rules.
    pub game: Subtraction,
    /// From this heap on the values repeat.
    pub preperiod: usize,
    /// The distance at which they repeat.
    pub period: usize,
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
    /// A value that is not the mex of its options.
    #[error("heap {heap}: value {found} given, the rules give {expected}")]
    WrongValue {
        /// The heap.
        heap: usize,
        /// The value given.
        found: u32,
        /// The mex of its options.
        expected: u32,
    },
    /// Two values that should be equal are not.
    #[error("heap {heap}: its value is not that of the heap one period later")]
    DoesNotRepeat {
        /// The first such heap.
        heap: usize,
    },
}

/// Checks the evidence `values` for `claim`.
pub fn check(claim: GrundyPeriod, values: &[u32]) -> Result<Proved<GrundyPeriod>, GrundyPeriodError> {
    let GrundyPeriod {
        ref game,
        preperiod,
        period,
    } = claim;
    let window = game.largest_take();
    if period == 0 {
        return Err(GrundyPeriodError::ZeroPeriod);
    }
    let needed = preperiod.saturating_add(period).saturating_add(window);
    if values.len() != needed {
        return Err(GrundyPeriodError::WrongLength {
            found: values.len(),
            needed,
        });
    }
    for (heap, &found) in values.iter().enumerate() {
        let expected = mex(game.options(Heap(heap)).map(|Heap(smaller)| values[smaller]));
        if found != expected {
            return Err(GrundyPeriodError::WrongValue {
                heap,
                found,
                expected,
            });
        }
    }
    match (preperiod..preperiod + window).find(|&n| values[n] != values[n + period]) {
        Some(heap) => Err(GrundyPeriodError::DoesNotRepeat { heap }),
        None => Ok(Proved::by_check(claim)),
    }
}

/// The certificate as text.
pub fn write(claim: &GrundyPeriod, values: &[u32]) -> String {
    let mut writer = Writer::new(KIND);
    writer.line(format_args!("takes{}", spaced(claim.game.takes())));
    writer.line(format_args!("preperiod {}", claim.preperiod));
    writer.line(format_args!("period {}", claim.period));
    for row in values.chunks(32) {
        writer.line(format_args!("values{}", spaced(row)));
    }
    writer.finish()
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, _: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let line = reader.field("takes")?;
    let game = Subtraction::new(line.parse_all()?).map_err(|error| Refusal::evidence(KIND, error))?;
    let preperiod = reader.field("preperiod")?.parse()?;
    let period = reader.field("period")?.parse()?;
    let mut values = Vec::new();
    while reader.peek().is_some() {
        values.extend(reader.field("values")?.parse_all::<u32>()?);
    }
    let claim = GrundyPeriod {
        game,
        preperiod,
        period,
    };
    let proved = check(claim, &values).map_err(|error| Refusal::evidence(KIND, error))?;
    Ok(proved.into_claim())
}

/// The numbers, each after a space.
fn spaced<T: fmt::Display>(numbers: &[T]) -> String {
    numbers.iter().map(|number| format!(" {number}")).collect()
}
