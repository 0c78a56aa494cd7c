//! Certificate: the Grundy sequence of an octal game, for ever.
//!
//! Claim: `g(n)` is `values[n]` for `n < preperiod + period`, and `g(n + period) = g(n)` for every
//! heap `n >= preperiod`.
//!
//! Evidence: none beyond the claim, which gives each heap a value. They are right if each is the
//! mex of its options for `n < 2 * preperiod + 2 * period + t + 2`, where `t` is the largest take:
//! for a larger `n` the larger heap `b` that a move leaves is at least `preperiod + period + 1`, so
//! `(a, b)` has the value of `(a, b - period)`, an option of `n - period`, and the other way round;
//! the options of `n` and of `n - period` have the same values (Guy and Smith, The G-values of
//! various games, 1956).
//!
//! Cost: the square of the number of heaps checked, times the digits of the code.

use std::fmt;

use hissho_rules::Account;
use hissho_rules::impartial::octal::Octal;

use crate::impartial::grundy_period::{GrundyPeriodError, HeapPeriod};
use crate::text::{Reader, Writer};
use crate::{Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "octal-period";

/// The values of all heaps of an octal game.
pub type OctalPeriod = HeapPeriod<Octal>;

impl fmt::Display for OctalPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HeapPeriod { game, preperiod, period, .. } = self;
        write!(
            f,
            "{game}: the Grundy value of heap n + {period} is that of heap n, for every n >= {preperiod}"
        )
    }
}

/// Checks `claim`, which carries its own evidence.
pub fn check(claim: OctalPeriod, account: &Account) -> Result<Proved<OctalPeriod>, GrundyPeriodError> {
    claim.check_length()?;
    let heaps = claim.values.len().saturating_mul(2).saturating_add(claim.game.largest_take() + 2);
    let most = heaps.saturating_mul(claim.game.digits().len());
    claim.check_values(account, (heaps, most), |claim, heap| {
        let mut options = Vec::new();
        claim.game.for_each_option(heap, &mut |a, b| options.push(claim.value(a) ^ claim.value(b)));
        options
    })
}

/// The certificate as text.
pub fn write(claim: &OctalPeriod) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, &mut writer);
    writer.finish()
}

/// The lines after the head.
fn lines(claim: &OctalPeriod, writer: &mut Writer<'_>) {
    writer.line(format_args!("code {}", claim.game));
    claim.write_values(writer);
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let line = reader.field("code")?;
    let game = Octal::parse(line.text).map_err(|error| line.refuse(error))?;
    let claim = HeapPeriod::read_values(game, reader, &context.account)?;
    reader.must_be(|writer| lines(&claim, writer))?;
    let proved = check(claim, &context.account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}
