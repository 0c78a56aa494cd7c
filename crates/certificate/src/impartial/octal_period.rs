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
//! The mex of a heap is not taken of all its options. Fix a mask and call a value *rare* if it has
//! an even number of ones under it: two rare values, or two common ones, make a rare one by xor, so
//! two heaps whose value is common are a rare one and a common one. If the value claimed is common,
//! all splits with a rare heap are looked at, which shows that no option has it; what is still
//! missing below it is looked for among all splits, until all was found. If it is rare, all splits
//! are looked at. Every mask is right; the one with the fewest rare heaps is quick (Winning Ways,
//! chapter 4).
//!
//! Cost: the number of heaps checked times that of rare heaps, times the digits of the code that
//! split; at worst the square of the number of heaps, times those digits.

use std::fmt;

use hissho_rules::impartial::octal::Octal;
use hissho_rules::{Account, mex};

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
    claim.game.must_be_octal()?;
    let heaps = claim.values.len().saturating_mul(2).saturating_add(claim.game.largest_take() + 2);
    account.hold::<u32>(heaps)?;
    account.charge(heaps as u64)?;
    let values: Vec<u32> = (0..heaps).map(|heap| claim.value(heap)).collect();
    let mask = choose_mask(&claim.values, account)?;
    let is_rare = |value: u32| (value & mask).count_ones().is_multiple_of(2);
    account.hold::<usize>(heaps)?;
    let rare: Vec<usize> = (1..heaps).filter(|&heap| is_rare(values[heap])).collect();
    // A mex is at most the number of options, of which each digit gives fewer than there are heaps.
    let largest = claim.values.iter().copied().max().unwrap_or(0);
    if largest as usize > heaps.saturating_mul(claim.game.digits().len()) {
        let heap = claim.values.iter().position(|&value| value == largest).unwrap_or(0);
        return Err(wrong_value(&claim.game, &values, heap, account));
    }
    // No xor of two values reaches this.
    let width = (largest as usize + 1).next_power_of_two() * 2;
    account.hold::<usize>(width)?;
    // The last heap, counted from 1, that has an option of this value.
    let mut met = vec![0usize; width];
    for heap in 0..heaps {
        let (found, now) = (values[heap], heap + 1);
        let mut lefts = Vec::new();
        for (take, &digit) in claim.game.digits().iter().enumerate().take_while(|&(take, _)| take <= heap) {
            let left = heap - take;
            if digit & 1 != 0 && left == 0 {
                met[0] = now;
            }
            if digit & 2 != 0 && left > 0 {
                met[values[left] as usize] = now;
            }
            if digit & 4 != 0 {
                lefts.push(left);
            }
        }
        let known = if is_rare(found) { 0 } else { rare.partition_point(|&part| part < heap) };
        account.charge_product(known + 1, lefts.len())?;
        for &left in &lefts {
            for &part in rare[..known].iter().take_while(|&&part| part < left) {
                met[(values[part] ^ values[left - part]) as usize] = now;
            }
        }
        account.charge(u64::from(found) + 1)?;
        let mut missing: Vec<u32> = (0..found).filter(|&value| met[value as usize] != now).collect();
        let mut from = 1;
        while !lefts.is_empty() && (!missing.is_empty() || is_rare(found)) && 2 * from <= heap {
            let to = from + BLOCK;
            account.charge_product(BLOCK + missing.len(), lefts.len())?;
            for &left in &lefts {
                for part in from..to.min(left / 2 + 1) {
                    met[(values[part] ^ values[left - part]) as usize] = now;
                }
            }
            missing.retain(|&value| met[value as usize] != now);
            from = to;
        }
        if !missing.is_empty() || met[found as usize] == now {
            return Err(wrong_value(&claim.game, &values, heap, account));
        }
    }
    Ok(Proved::by_check(claim))
}

/// Pairs of heaps looked at between two looks at what is still missing.
const BLOCK: usize = 64;
/// Bits of the masks that are tried.
const MASK_BITS: u32 = 10;

/// The mask under which the fewest heaps are rare. Whatever it is, the check is right.
fn choose_mask(values: &[u32], account: &Account) -> Result<u32, GrundyPeriodError> {
    let mut counts = [0usize; 1 << MASK_BITS];
    values.iter().for_each(|&value| counts[value as usize % counts.len()] += 1);
    account.charge_product(counts.len(), counts.len())?;
    let rare = |mask: &u32| -> usize {
        let even = |value: &u32| (value & mask).count_ones().is_multiple_of(2);
        (0..1u32 << MASK_BITS).filter(even).map(|value| counts[value as usize]).sum()
    };
    Ok((1..1u32 << MASK_BITS).min_by_key(rare).unwrap_or(1))
}

/// The refusal of a heap whose value is not the mex of its options.
fn wrong_value(game: &Octal, values: &[u32], heap: usize, account: &Account) -> GrundyPeriodError {
    // A digit gives at most `heap / 2 + 1` options; they are gathered and sorted.
    let most = game.digits().len().saturating_mul(heap / 2 + 1);
    if let Err(exhausted) = account.hold::<[u32; 3]>(most).and_then(|()| account.charge_product(most, 32)) {
        return exhausted.into();
    }
    let mut options = Vec::new();
    game.for_each_option(heap, &mut |[_, a, b]| options.push(values[a] ^ values[b]));
    GrundyPeriodError::WrongValue { heap, found: values[heap], expected: mex(options) }
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
