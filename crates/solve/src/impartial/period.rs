//! Periods of subtraction games, found by walking the Grundy sequence once.
//!
//! The value of heap `n` depends on the `w` values before it (`w` = the largest take), so the
//! first window of `w` values seen twice starts the period. There are finitely many windows: the
//! walk ends for every game (Berlekamp, Conway, Guy, Winning Ways, 1982, chapter 4).
//!
//! Out: the claim of [`hissho_certificate::impartial::grundy_period`].
//! Cost: `preperiod + period + w` values; Brent's cycle search keeps one window, so memory is the
//! values themselves.

use hissho_certificate::impartial::grundy_period::GrundyPeriod;
use hissho_rules::Subtraction;

use crate::limits::{Limits, Stop};

/// The period of `game` with the values it repeats.
pub fn find_period(game: &Subtraction, limits: &Limits) -> Result<GrundyPeriod, Stop> {
    let meter = limits.start();
    let mut values = Values { takes: game.takes().to_vec(), known: Vec::new() };
    let window = game.largest_take();
    // Brent (1980): the anchor jumps to powers of two; the first window equal to the anchored one
    // gives the period.
    let (mut anchor, mut reach) = (0, 1);
    let period = loop {
        meter.spend(reach as u64)?;
        values.extend_to(anchor + reach + window);
        let known = &values.known;
        let anchored = &known[anchor..anchor + window];
        if let Some(distance) =
            (1..=reach).find(|&distance| known[anchor + distance..][..window] == *anchored)
        {
            break distance;
        }
        anchor += reach;
        reach *= 2;
    };
    // The preperiod ends where the windows one period apart agree for the first time.
    let mut preperiod = anchor;
    while preperiod > 0 && values.known[preperiod - 1] == values.known[preperiod - 1 + period] {
        preperiod -= 1;
    }
    values.known.truncate(preperiod + period);
    let claim = GrundyPeriod { game: game.clone(), preperiod, period, values: values.known };
    debug_assert!(
        hissho_certificate::impartial::grundy_period::check(
            claim.clone(),
            &hissho_rules::Account::unlimited()
        )
        .is_ok()
    );
    Ok(claim)
}

struct Values {
    takes: Vec<usize>,
    known: Vec<u32>,
}

impl Values {
    fn extend_to(&mut self, length: usize) {
        let mut used = vec![usize::MAX; self.takes.len() + 1];
        for heap in self.known.len()..length {
            // `used[v] == heap` marks v as the value of an option of this heap.
            for &take in self.takes.iter().take_while(|&&take| take <= heap) {
                let value = self.known[heap - take] as usize;
                used[value] = heap;
            }
            let value = used.iter().position(|&mark| mark != heap).unwrap_or(self.takes.len());
            self.known.push(value as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_periods_are_found() {
        // takes, preperiod, period; the last two from Winning Ways, chapter 4.
        let known: &[(&[usize], usize, usize)] = &[
            (&[1, 2, 3], 0, 4),
            (&[2, 4, 7], 8, 3),
            (&[2, 3, 5], 0, 7),
            (&[1, 3, 4], 0, 7),
            (&[2, 5, 7], 0, 22),
        ];
        for &(takes, preperiod, period) in known {
            let game = Subtraction::new(takes.iter().copied()).unwrap();
            let claim = find_period(&game, &Limits::default()).unwrap();
            assert_eq!((claim.preperiod, claim.period), (preperiod, period), "{takes:?}");
        }
    }

    #[test]
    fn a_node_limit_is_an_answer() {
        let game = Subtraction::new([2, 5, 7]).unwrap();
        let limits = Limits { nodes: Some(3), ..Limits::default() };
        assert_eq!(find_period(&game, &limits), Err(Stop::Nodes));
    }
}
