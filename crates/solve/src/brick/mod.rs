//! Counting the buildings of n equal bricks, by profile, with the layer method.
//!
//! For each profile (bricks per storey) three numbers are found: `fixed`, the buildings up to shifts, and how
//! many of those a half turn and a quarter turn bring back. Burnside's lemma gives the buildings up to rotation:
//! (fixed + half + 2·quarter) / 4.
//!
//! A profile is cut at every inner storey of one brick (the parts multiply, one direction of the shared brick each
//! time); a profile and its reverse count the same. What is left, the *pieces*, is counted
//! * by gluing at a storey of few bricks ([`glue`]), with the ways on each side by partition ([`side`]), over
//!   the possible layers up to symmetry ([`layer`]); or, where no cut serves,
//! * one by one with the last brick counted at once ([`grow`]).
//!
//! Symmetric buildings are grown orbit by orbit ([`symmetric`]).
//!
//! Sources: Abrahamsen and Eilers, On the asymptotic enumeration of LEGO structures, 2011 (the product rule,
//! counting the last layer at once); gluing with partitions at storeys of three and four bricks is ours.
//!
//! Cost for 2×4 bricks, in CPU seconds of one core: n = 6 0.3, n = 7 6, n = 8 200; memory under 300 MB.
//!
//! Out: the claim and evidence of `certificate::bricks`.

mod glue;
mod grow;
mod layer;
mod ones;
mod partition;
mod side;
mod symmetric;

use std::collections::BTreeMap;
use std::time::Instant;

use rayon::prelude::*;
use rules::brick::{Brick, Profile};

use crate::checkpoint::Checkpoint;
use crate::limits::{Limits, Meter, Stop};
use crate::progress::Progress;
use glue::Cut;
use ones::Ones;
use symmetric::Turn;

/// Buildings of one profile: up to shifts, and those brought back by a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Buildings up to shifts.
    pub fixed: u128,
    /// Of these, brought back by a half turn.
    pub half: u128,
    /// Of these, brought back by a quarter turn.
    pub quarter: u128,
}

impl Counts {
    /// Buildings up to shifts and rotations, by Burnside's lemma.
    pub fn free(&self) -> u128 {
        (self.fixed + self.half + 2 * self.quarter) / 4
    }

    /// Of these, symmetric under a half turn at least. Two quarter turns are a half turn.
    pub fn free_half(&self) -> u128 {
        (self.half + self.quarter) / 2
    }
}

/// Why a count was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// A limit was reached.
    #[error("{stop} with {done} of {all} parts finished")]
    Stopped {
        /// Which limit.
        stop: Stop,
        /// Parts finished, and kept where there is a checkpoint.
        done: usize,
        /// Parts in all.
        all: usize,
    },
    /// A number does not fit.
    #[error("the count does not fit in 128 bits")]
    TooLarge,
    /// A building can be wider than the boards of the counter.
    #[error("so many bricks of this size can be wider than 127 studs, more than the counter holds")]
    TooWide,
}

impl From<Stop> for CountError {
    fn from(stop: Stop) -> CountError {
        CountError::Stopped {
            stop,
            done: 0,
            all: 0,
        }
    }
}

/// Counts the buildings of each profile, in the order given.
pub fn count(
    brick: Brick,
    profiles: &[Profile],
    limits: &Limits,
    progress: &dyn Progress,
    checkpoint: &dyn Checkpoint,
) -> Result<Vec<Counts>, CountError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(limits.thread_count())
        .build();
    let work = || match ones::instruction() {
        Some(instruction) => count_with(brick, profiles, instruction, limits, progress, checkpoint),
        None => count_with(brick, profiles, ones::Portable, limits, progress, checkpoint),
    };
    match pool {
        Ok(pool) => pool.install(work),
        // No thread could be started: the global pool decides.
        Err(_) => work(),
    }
}

fn count_with<O: Ones>(
    brick: Brick,
    profiles: &[Profile],
    ones: O,
    limits: &Limits,
    progress: &dyn Progress,
    checkpoint: &dyn Checkpoint,
) -> Result<Vec<Counts>, CountError> {
    let meter = limits.start();
    let mut known: BTreeMap<Vec<u8>, Counts> = BTreeMap::new();
    let mut missing: Vec<Vec<u8>> = profiles
        .iter()
        .flat_map(|profile| pieces(profile.storeys()))
        .collect();
    missing.sort_unstable();
    missing.dedup();
    let all = missing.len();
    missing.retain(|piece| {
        let kept = checkpoint.load(&key(brick, piece)).and_then(|text| read(&text));
        kept.is_none_or(|counts| known.insert(piece.clone(), counts).is_some())
    });
    let symmetric = count_symmetric(brick, &missing, &meter).map_err(|stop| CountError::Stopped {
        stop,
        done: all - missing.len(),
        all,
    })?;
    let mut work: Vec<_> = missing
        .iter()
        .zip(symmetric)
        .map(|(piece, s)| (expected_cost(brick, piece), piece, s))
        .collect();
    work.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let total: f64 = work.iter().map(|part| part.0).sum();
    let (mut spent, started) = (0.0, Instant::now());
    for (cost, piece, mut counts) in work {
        let name = text(piece);
        if spent > 1e9 {
            let seconds = started.elapsed().as_secs_f64() * (total - spent) / spent;
            progress.note(&format!(
                "profile {name}; about {} to go, by the cost of the parts so far",
                spell(seconds)
            ));
        } else {
            progress.note(&format!("profile {name}"));
        }
        counts.fixed = count_fixed(brick, piece, ones, &meter, progress).map_err(|error| match error {
            CountError::Stopped { stop, .. } => CountError::Stopped {
                stop,
                done: known.len(),
                all,
            },
            other => other,
        })?;
        checkpoint.save(
            &key(brick, piece),
            &format!("{} {} {}", counts.fixed, counts.half, counts.quarter),
        );
        known.insert(piece.clone(), counts);
        spent += cost;
    }
    profiles
        .iter()
        .map(|profile| assemble(brick, &pieces(profile.storeys()), &known))
        .collect()
}

/// The buildings of a piece up to shifts.
fn count_fixed<O: Ones>(
    brick: Brick,
    piece: &[u8],
    ones: O,
    meter: &Meter,
    progress: &dyn Progress,
) -> Result<u128, CountError> {
    match (piece, Cut::best(brick, piece)) {
        ([1], _) => Ok(brick.directions().len() as u128),
        ([_], _) => Ok(0),
        (_, Some(cut)) => cut.count(brick, ones, meter, progress),
        (_, None) => grow::count(brick, piece, ones, meter, progress),
    }
}

/// What half turns and quarter turns bring back, for each piece.
fn count_symmetric(brick: Brick, pieces: &[Vec<u8>], meter: &Meter) -> Result<Vec<Counts>, Stop> {
    let one = |piece: &Vec<u8>| {
        Ok(Counts {
            fixed: 0,
            half: symmetric::count(brick, piece, Turn::Half, meter)?,
            quarter: symmetric::count(brick, piece, Turn::Quarter, meter)?,
        })
    };
    pieces.par_iter().map(one).collect()
}

/// A rough forecast, for the order of work and the time left.
fn expected_cost(brick: Brick, piece: &[u8]) -> f64 {
    match Cut::best(brick, piece) {
        _ if piece.len() == 1 => 0.0,
        Some(cut) => cut.cost,
        // About 100 times more with each brick, 2 ns each.
        None => 2.0 * 100f64.powi(piece.iter().map(|&k| i32::from(k)).sum::<i32>() - 2),
    }
}

/// The parts of a profile between inner storeys of one brick, each with these storeys, the lesser end first.
fn pieces(storeys: &[u8]) -> Vec<Vec<u8>> {
    let mut parts = Vec::new();
    let mut from = 0;
    for to in 1..storeys.len() {
        if to == storeys.len() - 1 || storeys[to] == 1 {
            let part = storeys[from..=to].to_vec();
            let reversed: Vec<u8> = part.iter().rev().copied().collect();
            parts.push(part.min(reversed));
            from = to;
        }
    }
    if parts.is_empty() {
        parts.push(storeys.to_vec());
    }
    parts
}

/// The product rule: neighbouring pieces share one brick, in each of its directions equally often.
fn assemble(
    brick: Brick,
    parts: &[Vec<u8>],
    known: &BTreeMap<Vec<u8>, Counts>,
) -> Result<Counts, CountError> {
    let directions = brick.directions().len() as u128;
    let product = |of: fn(&Counts) -> u128| {
        let mut values = parts.iter().map(|part| of(&known[part]));
        let first = values.next().unwrap_or(0);
        values.try_fold(first, |product, value| {
            Some(product.checked_mul(value)? / directions)
        })
    };
    let counts = product(|c| c.fixed)
        .zip(product(|c| c.half))
        .zip(product(|c| c.quarter));
    let ((fixed, half), quarter) = counts.ok_or(CountError::TooLarge)?;
    Ok(Counts { fixed, half, quarter })
}

fn text(piece: &[u8]) -> String {
    piece.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

fn key(brick: Brick, piece: &[u8]) -> String {
    format!("{}x{} {}", brick.short(), brick.long(), text(piece))
}

fn read(text: &str) -> Option<Counts> {
    let mut numbers = text.split(' ').map(|word| word.parse().ok());
    let counts = Counts {
        fixed: numbers.next()??,
        half: numbers.next()??,
        quarter: numbers.next()??,
    };
    numbers.next().is_none().then_some(counts)
}

/// A time a person can read.
fn spell(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} seconds"),
        s if s < 6000.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} hours", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;

    #[test]
    fn a_profile_is_cut_at_its_inner_single_bricks() {
        assert_eq!(pieces(&[1]), [[1]]);
        assert_eq!(pieces(&[3]), [[3]]);
        assert_eq!(pieces(&[2, 1]), [[1, 2]]);
        assert_eq!(pieces(&[1, 1, 1]), [[1, 1], [1, 1]]);
        assert_eq!(pieces(&[2, 2, 1, 3, 1]), [vec![1, 2, 2], vec![1, 3, 1]]);
    }

    #[test]
    fn gluing_and_growing_agree_on_every_small_piece() {
        let meter = Limits::default().start();
        for (p, q, n) in [(2, 4, 4), (1, 2, 5), (2, 2, 4), (1, 3, 4)] {
            let brick = Brick::new(p, q).unwrap();
            for profile in Profile::all(n).unwrap() {
                let storeys = profile.storeys();
                let Some(cut) = Cut::best(brick, storeys) else {
                    continue;
                };
                let glued = cut.count(brick, ones::Portable, &meter, &Silent).unwrap();
                let grown = grow::count(brick, storeys, ones::Portable, &meter, &Silent).unwrap();
                assert_eq!(glued, grown, "{brick} {profile}");
            }
        }
    }
}
