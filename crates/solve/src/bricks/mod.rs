//! Counting the buildings of n equal bricks, by profile, with the layer method.
//!
//! For each profile (bricks per storey) three numbers are found: `fixed`, the buildings up to
//! shifts, and how many of those a half turn and a quarter turn bring back. Burnside's lemma gives
//! the buildings up to rotation: (fixed + half + 2·quarter) / 4.
//!
//! A profile is cut at every inner storey of one brick (the parts multiply, one direction of the
//! shared brick each time); a profile and its reverse count the same. What is left, the *pieces*,
//! is counted
//! * by gluing at a storey of few bricks ([`glue`]), with the ways on each side by partition
//!   ([`side`]), over the possible layers up to symmetry ([`layer`]); or, where no cut serves,
//! * one by one with the last brick counted at once ([`grow`]).
//!
//! Symmetric buildings are grown orbit by orbit ([`symmetric`]).
//!
//! Sources: Abrahamsen and Eilers, On the asymptotic enumeration of LEGO structures, 2011 (the
//! product rule, counting the last layer at once); gluing with partitions at storeys of three and
//! four bricks is ours.
//!
//! Cost for 2×4 bricks, in CPU seconds of one core: n = 6 0.3, n = 7 6, n = 8 225; memory 110 MB
//! (`bench_bricks 2 4 8`).
//!
//! Out: the claim and evidence of `hissho_certificate::bricks::buildings`.

pub mod flat;
mod glue;
mod grow;
mod layer;
mod list;
mod ones;
mod partition;
mod side;
mod symmetric;

use std::time::Duration;

use hissho_certificate::bricks::buildings::{
    ALWAYS_RECOUNTED, BuildingCount, Counts, Piece, Scope, all_pieces,
};
use hissho_rules::bricks::{Brick, BrickError, Profile};

use crate::checkpoint::Checkpoint;
use crate::limits::{Limits, Meter, Pulse, Stop};
use crate::progress::Progress;
use glue::Cut;
pub use list::{buildings, each_building, random_building};
use ones::Ones;
use symmetric::Turn;

/// What to count.
#[derive(Clone, Debug)]
pub struct Question {
    /// The brick.
    pub brick: Brick,
    /// How many.
    pub bricks: u32,
    /// Which buildings.
    pub scope: Scope,
    /// Pieces with at most this many buildings are left to the checker to recount.
    pub recount: u128,
}

/// Why a count was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The question makes no sense.
    #[error(transparent)]
    Rules(#[from] BrickError),
    /// A limit was reached.
    #[error("{stop} with {done} of {all} parts finished, the others take about {}", spell(*.seconds_left as f64))]
    Stopped {
        /// Which limit.
        stop: Stop,
        /// Parts finished, and kept where there is a checkpoint.
        done: usize,
        /// Parts in all.
        all: usize,
        /// About how long the others take, right within a factor of three or so as long as little
        /// was done.
        seconds_left: u64,
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
        CountError::Stopped { stop, done: 0, all: 0, seconds_left: 0 }
    }
}

/// Counts the buildings in question: the claim, with the pieces that carry it.
pub fn count(
    question: &Question,
    limits: &Limits,
    progress: &dyn Progress,
    checkpoint: &dyn Checkpoint,
) -> Result<BuildingCount, CountError> {
    match ones::instruction() {
        Some(instruction) => count_with(question, instruction, limits, progress, checkpoint),
        None => count_with(question, ones::Portable, limits, progress, checkpoint),
    }
}

fn count_with<O: Ones>(
    question: &Question,
    ones: O,
    limits: &Limits,
    progress: &dyn Progress,
    checkpoint: &dyn Checkpoint,
) -> Result<BuildingCount, CountError> {
    let brick = question.brick;
    let meter = limits.start();
    let profiles = all_pieces(&question.scope.profiles(question.bricks)?);
    let mut known: Vec<Option<Counts>> = profiles
        .iter()
        .map(|piece| checkpoint.load(&key(brick, piece)).and_then(|text| read(&text)))
        .collect();
    let missing: Vec<usize> = (0..profiles.len()).filter(|&i| known[i].is_none()).collect();
    let stopped = |stop: Stop, known: &[Option<Counts>], seconds_left: f64| CountError::Stopped {
        stop,
        done: known.iter().flatten().count(),
        all: known.len(),
        seconds_left: seconds_left.round() as u64,
    };
    let mut work: Vec<(f64, usize)> =
        missing.iter().map(|&i| (expected_cost(brick, profiles[i].storeys()), i)).collect();
    work.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut forecast = Forecast::new(work.iter().map(|part| part.0).sum(), limits);
    let mut is_kept = true;
    for (number, (cost, i)) in work.iter().copied().enumerate() {
        let piece = &profiles[i];
        let seconds_left = forecast.seconds_left();
        let head = Head {
            inner: progress,
            name: format!("{piece} ({}/{})", number + 1, work.len()),
            remark: format!("about {} for all that is left", spell(seconds_left)),
        };
        let fixed = count_fixed(brick, piece.storeys(), ones, &meter, &head);
        let counts = fixed
            .and_then(|fixed| Ok(Counts { fixed, ..count_symmetric(brick, piece, &meter)? }))
            .map_err(|error| match error {
            CountError::Stopped { stop, .. } => stopped(stop, &known, seconds_left),
            other => other,
        })?;
        let text = format!("{} {} {}", counts.fixed, counts.half, counts.quarter);
        if let Err(reason) = checkpoint.save(&key(brick, piece), &text) {
            if is_kept {
                progress.warn(&format!("finished parts are not kept: {reason}; an interruption loses them"));
            }
            is_kept = false;
        }
        known[i] = Some(counts);
        forecast.done(cost);
    }
    let pieces = profiles.into_iter().zip(known.into_iter().flatten());
    Ok(BuildingCount {
        brick,
        bricks: question.bricks,
        scope: question.scope.clone(),
        pieces: pieces
            .map(|(profile, counts)| Piece {
                recounted: counts.fixed <= question.recount || profile.bricks() <= ALWAYS_RECOUNTED,
                profile,
                counts,
            })
            .collect(),
    })
}

/// Puts the name of the piece in front of every stage, and the forecast behind.
struct Head<'a> {
    inner: &'a dyn Progress,
    name: String,
    remark: String,
}

impl Progress for Head<'_> {
    fn begin(&self, what: &str, total: u64) {
        self.inner.begin(&format!("{}: {what}", self.name), total);
        if !self.remark.is_empty() {
            self.inner.note(&self.remark);
        }
    }
    fn advance(&self, units: u64) {
        self.inner.advance(units);
    }
    fn note(&self, remark: &str) {
        self.inner.note(remark);
    }
    fn warn(&self, remark: &str) {
        self.inner.warn(remark);
    }
}

/// What is left: at first what the parts are expected to cost, then more and more what the parts so
/// far took.
struct Forecast {
    left: f64,
    spent: f64,
    threads: usize,
    pulse: Pulse,
    started: Duration,
}

/// Nanoseconds for a unit of expected cost, so that eight 2×4 bricks come out right.
const UNIT: f64 = 1.6;

/// Expected cost after which what was measured weighs as much as what was expected.
const TRUSTED: f64 = 2e9;

impl Forecast {
    fn new(total: f64, limits: &Limits) -> Forecast {
        let pulse = limits.pulse.clone();
        Forecast { left: total, spent: 0.0, threads: limits.threads, started: pulse.elapsed(), pulse }
    }

    fn done(&mut self, cost: f64) {
        self.left -= cost;
        self.spent += cost;
    }

    fn seconds_left(&self) -> f64 {
        let expected = TRUSTED * UNIT / 1e9 / self.threads as f64;
        (expected + (self.pulse.elapsed() - self.started).as_secs_f64()) / (TRUSTED + self.spent) * self.left
    }
}

/// The buildings of one profile up to shifts, grown one by one: slower than [`count`], and
/// independent of gluing.
pub fn count_by_growing(brick: Brick, profile: &Profile, limits: &Limits) -> Result<u128, CountError> {
    grow::count(brick, profile.storeys(), ones::Portable, &limits.start(), &crate::progress::Silent)
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

/// What half turns and quarter turns bring back.
fn count_symmetric(brick: Brick, piece: &Profile, meter: &Meter) -> Result<Counts, Stop> {
    let kept_by = |turn| symmetric::count(brick, piece.storeys(), turn, meter);
    Ok(Counts { fixed: 0, half: kept_by(Turn::Half)?, quarter: kept_by(Turn::Quarter)? })
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

fn key(brick: Brick, piece: &Profile) -> String {
    format!("{}x{} {piece}", brick.short(), brick.long())
}

fn read(text: &str) -> Option<Counts> {
    let mut numbers = text.split(' ').map(|word| word.parse().ok());
    let counts = Counts { fixed: numbers.next()??, half: numbers.next()??, quarter: numbers.next()?? };
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
    fn the_forecast_for_eight_bricks_is_right_within_a_factor_of_three() {
        let brick = Brick::new(2, 4).unwrap();
        let pieces = all_pieces(&Profile::all(8).unwrap());
        let expected: f64 = pieces.iter().map(|piece| expected_cost(brick, piece.storeys())).sum();
        // Measured with bench_bricks on one machine: 225 CPU seconds.
        let ratio = expected * UNIT / 225e9;
        assert!((1.0 / 3.0..3.0).contains(&ratio), "{ratio}");
        let mut forecast = Forecast::new(1e12, &Limits { threads: 2, ..Limits::default() });
        assert!((799.0..805.0).contains(&forecast.seconds_left()));
        forecast.done(1e12);
        assert_eq!(forecast.seconds_left(), 0.0);
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
