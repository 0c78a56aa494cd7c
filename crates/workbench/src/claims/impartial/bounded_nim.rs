//! Nim and its relatives: bounded nim (C5).

use hissho_certificate::Claim;
use hissho_certificate::impartial::grundy_period;
use hissho_rules::Subtraction;
use hissho_solve::impartial::period::find_period;

use crate::claims::{Part, Settling};

/// The bounds m for which bounded nim is settled one by one.
const BOUNDS: std::ops::RangeInclusive<usize> = 1..=32;

/// One part for each bound.
pub(super) fn parts(settling: &Settling<'_>) -> Vec<Part> {
    BOUNDS.map(|bound| bounded_nim(bound, settling)).collect()
}

/// One pile from which 1 to `bound` may be taken: P exactly at the multiples of `bound + 1`.
fn bounded_nim(bound: usize, settling: &Settling<'_>) -> Part {
    let statement = format!("take 1 to {bound}: the pile a is P exactly when a mod {} is 0", bound + 1);
    // The claim gives every heap its value; both sides repeat, so one common period decides.
    let means = |claim: &Claim| match claim {
        Claim::GrundyPeriod(found) => {
            let agree = |heap| (found.value(heap) == 0) == (heap % (bound + 1) == 0);
            found.game.takes().iter().copied().eq(1..=bound)
                && (0..found.preperiod + found.period * (bound + 1)).all(agree)
        }
        _ => false,
    };
    settling.certify_if(statement, means, || {
        let game = Subtraction::new(1..=bound).map_err(|error| error.to_string())?;
        let claim = find_period(&game, settling.limits).map_err(|stop| stop.to_string())?;
        Ok::<_, String>(grundy_period::write(&claim))
    })
}
