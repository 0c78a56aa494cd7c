//! The question `reply` for line games. The solver's tables stay on the desk: the next move is
//! found sooner.

use hissho_rules::line_games::{End, LineGame};
use hissho_solve::limits::Limits;

use super::{Solver, after, named, table_bytes, value_name};
use crate::reply::{Replied, Reply, Wanted};
use crate::{Desk, Fault};

/// Bytes for the tables of the opponent, at most.
const MEMORY: usize = 1 << 29;

const SIDES: [&str; 2] = ["first", "second"];

/// Answers [`Reply`] for a line game.
pub(crate) fn reply(question: &Reply, desk: &Desk, limits: &Limits) -> Result<Replied, Fault> {
    let game = named(&question.game)?;
    let board = after(&game, &question.position)?;
    if game.side_count() > 2 || Solver::new(&game, 0).is_none() {
        let message = format!("{game} is not between two sides, or too large to be played here");
        return Err(Fault::too_large(message).in_field("game"));
    }
    let side = |number: usize| SIDES[number].to_owned();
    let names = board.moves().into_iter().map(|slot| game.slot_name(slot).to_owned());
    let mut replied = Replied {
        game: game.to_string(),
        position: question.position.clone(),
        to_move: board.turn().filter(|_| board.end().is_none()).map(|colour| side(game.sides()[colour])),
        colour: board.turn().filter(|_| board.end().is_none()).map(|colour| colour + 1),
        over: board.end().map(|end| match end {
            End::Win(winner) => side(winner),
            End::Draw => "draw".to_owned(),
        }),
        legal: if board.end().is_none() { names.collect() } else { Vec::new() },
        reply: None,
        value: None,
        moves: Vec::new(),
        reason: None,
    };
    if question.wanted == Wanted::Turn || replied.over.is_some() {
        return Ok(replied);
    }
    let solver = desk.line_game_solver(&game, limits)?;
    let all_moves = question.wanted == Wanted::Values;
    let solution = match solver.solve(&board, all_moves, limits) {
        Ok(solution) => solution,
        Err(stop) => return Ok(Replied { reason: Some(stop.to_string()), ..replied }),
    };
    replied.value = Some(value_name(solution.value).to_owned());
    if all_moves {
        replied.moves = solution.settled_moves();
    } else {
        let best = solution.moves.iter().find(|(_, value)| *value == solution.value);
        replied.reply = best.map(|(name, _)| name.clone());
        if replied.reply.is_none() {
            replied.reason = Some("the solver knows no move".to_owned());
        }
    }
    Ok(replied)
}

impl Desk {
    /// A solver for replies in this game, with what it remembers.
    pub(super) fn line_game_solver(
        &self,
        game: &LineGame,
        limits: &Limits,
    ) -> Result<std::sync::Arc<Solver>, Fault> {
        // Half of what the desk has room for, so that it stays there until the next move.
        let bytes = MEMORY.min(self.room() / 2).min(table_bytes(limits, MEMORY as u64));
        let make = || Solver::new(game, bytes).ok_or_else(|| Fault::too_large("no solver for this board"));
        self.keep(&format!("line game solver {game} {bytes}"), make, |_| bytes)
    }
}
