//! The question `batch`: the values of many positions of one game, with one table for all.
//!
//! Threads share the positions among themselves; each position is searched by one. What a position
//! is worth does not depend on those before it, only the time does.

use std::sync::atomic::{AtomicUsize, Ordering};

use hissho_rules::line_games::{Board, LineGame};
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Solver, named, value_name};
use crate::answer::{Ending, Findings, Told};
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// The values of many positions of Connect-Four, Otrio or Qubic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The game with its parameters, such as `connect4(7,6)`.
    pub game: String,
    /// The moves that lead to each position.
    pub positions: Vec<String>,
}

/// The values of many positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SolvedBatch {
    /// The game.
    pub game: String,
    /// The positions, in the order in which they were given.
    pub positions: Vec<BatchEntry>,
}

/// One of many positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BatchEntry {
    /// The position, as it was given.
    pub position: String,
    /// `first`, `second`, `draw` or `gave-up`; none for what is no position.
    pub value: Option<String>,
    /// Connect-Four: the score for the player to move.
    pub score: Option<i32>,
    /// What is wrong, or why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Ask for Batch {
    type Facts = SolvedBatch;

    const IS_KEPT: bool = false;

    fn answer(&self, desk: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<SolvedBatch>, Fault> {
        let game = named(&self.game)?;
        let solver = desk.line_game_solver(&game, limits)?;
        let one = &Limits { threads: 1, ..limits.clone() };
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(position) = self.positions.get(at) else { return found };
                found.push((at, entry(&solver, &game, position, one)));
            }
        };
        let threads = limits.threads.min(self.positions.len()).max(1);
        let mut found = match threads {
            1 => work(),
            _ => std::thread::scope(|scope| {
                let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
                let join = |handle: std::thread::ScopedJoinHandle<'_, Vec<_>>| {
                    handle.join().expect("a search does not panic")
                };
                handles.into_iter().flat_map(join).collect()
            }),
        };
        found.sort_by_key(|(at, _)| *at);
        let positions = found.into_iter().map(|(_, entry)| entry).collect();
        Ok(SolvedBatch { game: game.to_string(), positions }.into())
    }
}

fn entry(solver: &Solver, game: &LineGame, position: &str, limits: &Limits) -> BatchEntry {
    let mut entry = BatchEntry { position: position.to_owned(), value: None, score: None, reason: None };
    let board = match Board::after(game, position) {
        Ok(board) => board,
        Err(error) => return BatchEntry { reason: Some(error.to_string()), ..entry },
    };
    match solver.value_and_score(&board, limits) {
        Ok((value, score)) => {
            entry.value = Some(value_name(value).to_owned());
            entry.score = score;
        }
        Err(stop) => {
            entry.value = Some("gave-up".to_owned());
            entry.reason = Some(stop.to_string());
        }
    }
    entry
}

impl Findings for SolvedBatch {
    fn text(&self) -> String {
        let line = |entry: &BatchEntry| {
            let says = match (&entry.value, entry.score) {
                (Some(_), Some(score)) => score.to_string(),
                (Some(value), None) => value.clone(),
                (None, _) => format!("error: {}", entry.reason.as_deref().unwrap_or("no position")),
            };
            format!("{} {says}\n", entry.position)
        };
        self.positions.iter().map(line).collect()
    }

    fn ending(&self) -> Ending {
        let gave_up = |entry: &BatchEntry| entry.value.as_deref() == Some("gave-up");
        if self.positions.iter().any(gave_up) { Ending::GaveUp } else { Ending::Answered }
    }
}
