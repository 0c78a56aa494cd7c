//! The question `reply` for line games. The solver's tables stay on the desk: the next move is
//! found sooner.

use hissho_rules::line_games::{self as rules, End, LineGame};
use hissho_solve::limits::Limits;

use super::{Solver, after, named, table_bytes, value_name};
use crate::reply::{Board, Replied, Reply, Slot, Wanted, plain};
use crate::{Desk, Fault};

/// Bytes for the tables of the opponent, at most.
const MEMORY: usize = 1 << 29;

const SIDES: [&str; 2] = ["first", "second"];

/// Answers [`Reply`] for a line game.
pub(crate) fn reply(question: &Reply, desk: &Desk, limits: &Limits) -> Result<Replied, Fault> {
    let game = named(question.game.name())?;
    let mut board = after(&game, &question.position)?;
    if game.side_count() > 2 || Solver::new(&game, 0).is_none() {
        let message = format!("{game} is not between two sides, or too large to be played here");
        return Err(Fault::too_large(message).in_field("game"));
    }
    let mut played = Vec::new();
    for word in &question.moves {
        let slot = slot_of(&board, word);
        let next = slot.and_then(|slot| board.play(slot));
        board = next.ok_or_else(|| Fault::bad_input(format_args!("{word} is not a legal move here")))?;
        played.extend(slot.map(|slot| game.slot_name(slot).to_owned()));
    }
    let side = |number: usize| SIDES[number].to_owned();
    let names = board.moves().into_iter().map(|slot| game.slot_name(slot).to_owned());
    let words = std::iter::once(question.position.trim()).chain(played.iter().map(String::as_str));
    let mut replied = Replied {
        game: game.to_string(),
        position: question.position.clone(),
        now: words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "),
        to_move: board.turn().filter(|_| board.end().is_none()).map(|colour| side(game.sides()[colour])),
        colour: board.turn().filter(|_| board.end().is_none()).map(|colour| colour + 1),
        over: board.end().map(|end| match end {
            End::Win(winner) => side(winner),
            End::Draw => "draw".to_owned(),
        }),
        legal: if board.end().is_none() { names.collect() } else { Vec::new() },
        board: shown(&board),
        goal: goal(&game),
        played,
        ..Replied::default()
    };
    if question.wanted == Wanted::Turn || replied.over.is_some() {
        return Ok(replied);
    }
    if question.wanted == Wanted::Move {
        let wins = |name: &str| {
            let slot = board.moves().into_iter().find(|&slot| game.slot_name(slot) == name);
            slot.zip(board.turn()).is_some_and(|(slot, colour)| board.completes_line(colour, slot))
        };
        if let Some(name) = question.mistake(&replied.legal, wins) {
            return Ok(Replied { reply: Some(name.clone()), ..replied });
        }
    }
    let solver = desk.line_game_solver(&game, limits)?;
    let all_moves = question.wanted == Wanted::Values;
    let solution = match solver.solve(&board, all_moves, limits) {
        Ok(solution) => solution,
        Err(stop) => return Ok(Replied { reason: Some(stop.to_string()), ..replied }),
    };
    let value = value_name(solution.value).to_owned();
    if all_moves {
        replied.moves = solution.settled_moves();
    } else {
        let best = solution.moves.iter().find(|(_, value)| *value == solution.value);
        replied.reply = best.map(|(name, _)| name.clone());
        replied.is_proved = replied.reply.is_some();
        if replied.reply.is_none() {
            replied.reason = Some("the solver knows no move".to_owned());
        }
        let outcome = match replied.to_move == Some(value.clone()) {
            _ if value == "draw" => "draws",
            true => "wins",
            false => "loses as every move does",
        };
        replied.hint = replied.reply.as_ref().map(|name| format!("{name} {outcome}"));
    }
    replied.value = Some(value);
    Ok(replied)
}

/// The slot that a typed move means.
fn slot_of(board: &rules::Board<'_>, word: &str) -> Option<usize> {
    let word = plain(word);
    // What a hint says may be typed.
    let word = word.split(' ').next().unwrap_or("");
    board.moves().into_iter().find(|&slot| board.game().slot_name(slot).to_lowercase() == word)
}

fn goal(game: &LineGame) -> String {
    match column_count(game) {
        Some(_) => {
            let length = game.lines().first().map_or(4, Vec::len);
            format!("Drop a piece into a column; {length} of yours in a row, in any direction, win.")
        }
        None if game.to_string().starts_with("qubic") => {
            "Place a piece; three of yours in a row, also across the levels, win.".to_owned()
        }
        None => {
            "Place a ring; three of yours in a row of one size, or of growing sizes, or all three sizes in \
                 one cell, win."
                .to_owned()
        }
    }
}

/// The number of columns of a game with gravity.
fn column_count(game: &LineGame) -> Option<usize> {
    let width = (0..game.slot_count()).filter(|&slot| game.rests_on(slot).is_none()).count();
    (width < game.slot_count()).then_some(width)
}

fn shown(board: &rules::Board<'_>) -> Board {
    let game = board.game();
    let colours = board.content().iter().map(|colour| colour.map(|colour| colour + 1));
    match column_count(game) {
        Some(width) => {
            let colours: Vec<Option<usize>> = colours.collect();
            Board::Columns { width, rows: colours.chunks(width).map(<[_]>::to_vec).collect() }
        }
        None => {
            let slot = |(slot, colour): (usize, Option<usize>)| Slot {
                name: game.slot_name(slot).to_owned(),
                colour,
                is_forbidden: game.is_forbidden(slot),
            };
            Board::Cube { slots: colours.enumerate().map(slot).collect() }
        }
    }
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
