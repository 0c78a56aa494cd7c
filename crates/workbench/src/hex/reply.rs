//! The question `reply` for Hex: a move by a proof where there is one, else the cell most current
//! passes through.
//!
//! The proof of the start is also a strategy ([`hissho_solve::hex::play::strategy`]), kept on the
//! desk; replaying the game costs the depth of the derivation per move. Who does not win the start,
//! or has left the strategy, has the present position solved. A limit, or a wish to stop, leads to
//! the best move known, which is then not called proved.

use std::sync::Arc;

use hissho_certificate::hex::Geometry;
use hissho_rules::hex::{Cell, CellSet, Notation, Player, Position};
use hissho_solve::hex::board::HexBoard;
use hissho_solve::hex::play::strategy::Strategy;
use hissho_solve::hex::resistance;
use hissho_solve::limits::Limits;

use super::solving::{kept_proof, position_of, recorded, size_of, winning_move};
use super::{GOAL, Help, Unsolved, solve_helped, wide_reply};
use crate::answer::Told;
use crate::line_games::SolvedMove;
use crate::reply::{Board, Replied, Reply, Wanted, plain};
use crate::{Desk, Fault, Watch};

/// A solved position as a player needs it.
struct ProofPlayer {
    winner: Player,
    /// The move that wins, if the winner begins.
    first: Option<Cell>,
    strategy: Strategy,
    steps: usize,
}

/// Answers [`Reply`] for Hex.
pub(crate) fn reply(
    question: &Reply,
    desk: &Desk,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Told<Replied>, Fault> {
    if let Some(board) = wide_reply::start_of(question)? {
        return Ok(wide_reply::reply(question, board)?.into());
    }
    let (mut start, game) = start_of(question)?;
    let size = start.size;
    let (mut now, mut cells, mut played) = (start, Vec::new(), Vec::new());
    let name = |cell: Cell| size.name(cell, Notation::Letters);
    for word in &question.moves {
        let word = plain(word);
        if matches!(word.as_str(), "swap" | "swap-pieces") {
            now = now.swapped().map_err(Fault::bad_input)?;
            (start, cells) = (now, Vec::new());
            played.push("swap".to_owned());
            continue;
        }
        // What a hint says may be typed.
        let typed = word.strip_prefix("play ").unwrap_or(&word).split(' ').next().unwrap_or("");
        let cell = size.cell(typed).map_err(Fault::bad_input)?;
        now = now.after(cell).map_err(Fault::bad_input)?;
        cells.push(cell);
        played.push(name(cell));
    }
    let names = |cells: CellSet| cells.cells().map(name).collect::<Vec<_>>();
    let over = now.winner();
    let mut replied = Replied {
        game,
        position: question.position.clone(),
        played,
        now: written(&now),
        to_move: over.is_none().then(|| now.to_move.to_string()),
        over: over.map(|winner| winner.to_string()),
        legal: if over.is_none() { names(now.empty()) } else { Vec::new() },
        board: Board::Rhombus {
            columns: size.columns(),
            rows: size.rows(),
            black: names(now.stones(Player::Black)),
            white: names(now.stones(Player::White)),
        },
        goal: GOAL.to_owned(),
        ..Replied::default()
    };
    if question.wanted == Wanted::Turn || over.is_some() {
        return Ok(replied.into());
    }
    if question.wanted == Wanted::Values {
        values(&now, &mut replied, limits, watch);
        return Ok(replied.into());
    }
    let ends = |name: &str| {
        let after = size.cell(name).ok().and_then(|cell| now.after(cell).ok());
        after.is_some_and(|after| after.winner().is_some())
    };
    if let Some(mistake) = question.mistake(&replied.legal, ends) {
        replied.reply = Some(mistake.clone());
        return Ok(replied.into());
    }
    let found = best(&start, &cells, &now, desk, limits, watch)?;
    replied.value = found.winner.map(|winner| winner.to_string());
    replied.is_proved = found.winner.is_some();
    let own = if found.winner == Some(now.to_move) { CellSet::of(found.cell) } else { CellSet::EMPTY };
    replied.needed = names(found.needed.minus(own));
    replied.reason = found.reason;
    let cell = name(found.cell);
    replied.hint = Some(match found.winner {
        Some(winner) if winner == now.to_move => format!("{cell} wins"),
        Some(_) => "every move loses against best play".to_owned(),
        None => format!("{cell} seems best, which is not proved"),
    });
    replied.reply = Some(cell);
    Ok(replied.into())
}

/// Where the game began, and the name of its board.
fn start_of(question: &Reply) -> Result<(Position, String), Fault> {
    let game = question.game.name();
    if let (Some(record), "hex") = (&question.record, game) {
        let start = recorded(record)?;
        return Ok((start, format!("hex({},{})", start.size.columns(), start.size.rows())));
    }
    let size = size_of(game)?;
    let (start, _) = position_of(game, size, &question.position, question.record.as_ref())?;
    Ok((start, game.to_owned()))
}

/// A move, and what is known of it.
struct Found {
    cell: Cell,
    /// Who wins the position, if it is proved.
    winner: Option<Player>,
    /// Free cells that the proof still needs.
    needed: CellSet,
    reason: Option<String>,
}

fn best(
    start: &Position,
    cells: &[Cell],
    now: &Position,
    desk: &Desk,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Found, Fault> {
    for (from, since) in [(start, cells), (now, &[])] {
        let player = match desk.hex_player(from, limits, watch) {
            Ok(player) => player,
            Err(Unsolved::Stopped(stop)) => {
                // Without a proof of the start the present position may still be within reach.
                if from != now && !limits.pulse.is_cancelled() && limits.start().look().is_ok() {
                    continue;
                }
                let reason = Some(stop.to_string());
                return Ok(Found { cell: busiest(now), winner: None, needed: CellSet::EMPTY, reason });
            }
            Err(error) => return Err(Fault::bad_input(error)),
        };
        if let Some(found) = player.go_on(from, since, now) {
            return Ok(found);
        }
    }
    Ok(Found { cell: busiest(now), winner: None, needed: CellSet::EMPTY, reason: None })
}

impl ProofPlayer {
    /// The move after `since`; nothing if the winner left the strategy on the way, or it is the
    /// other's win and not yet known that it still is.
    fn go_on(&self, from: &Position, since: &[Cell], now: &Position) -> Option<Found> {
        let (mut position, mut strategy) = (*from, self.strategy.clone());
        let mut due = self.first.filter(|_| from.to_move == self.winner);
        for &cell in since {
            if position.to_move == self.winner {
                if due.is_some_and(|due| due != cell && position.empty().contains(due)) {
                    return None;
                }
                position = position.after(cell).ok()?;
            } else {
                position = position.after(cell).ok()?;
                due = strategy.answer(cell, position.stones(self.winner));
            }
        }
        let needed = strategy.carrier(now.stones(self.winner)).and(now.empty());
        if now.to_move != self.winner {
            // The opponent has nothing better than to make it hard.
            let among = if needed.is_empty() { now.empty() } else { needed };
            return Some(Found {
                cell: busiest_of(now, among),
                winner: Some(self.winner),
                needed,
                reason: None,
            });
        }
        let due = due.filter(|&cell| now.empty().contains(cell));
        let any = || busiest_of(now, if needed.is_empty() { now.empty() } else { needed });
        Some(Found { cell: due.unwrap_or_else(any), winner: Some(self.winner), needed, reason: None })
    }
}

/// What every move is worth, the likeliest first, as far as the limits allow.
fn values(now: &Position, replied: &mut Replied, limits: &Limits, watch: &dyn Watch) {
    let size = now.size;
    watch.begin("moves", now.empty().len() as u64);
    for cell in now.empty().cells() {
        let Ok(after) = now.after(cell) else { continue };
        let winner = match after.winner() {
            Some(winner) => Ok(winner),
            None => {
                solve_helped(&after, limits, watch, &Help::default()).map(|solved| solved.solution.winner)
            }
        };
        match winner {
            Ok(winner) => replied.moves.push(SolvedMove {
                name: size.name(cell, Notation::Letters),
                value: winner.to_string(),
                score: None,
            }),
            Err(error) => {
                replied.reason = Some(error.to_string());
                return;
            }
        }
        watch.advance(1);
    }
    let wins = replied.moves.iter().any(|one| Some(&one.value) == replied.to_move.as_ref());
    let winner = if wins { now.to_move } else { now.to_move.other() };
    replied.value = Some(winner.to_string());
}

/// A position as a set-up that [`super::position`] reads.
pub(super) fn written(position: &Position) -> String {
    let cells = |player: Player| {
        let names = position.stones(player).cells().map(|cell| position.size.name(cell, Notation::Letters));
        names.collect::<Vec<_>>().join(",")
    };
    format!("black={} white={} to-move={}", cells(Player::Black), cells(Player::White), position.to_move)
}

/// The empty cell through which most of both players' current passes; the middle of an empty board.
fn busiest(position: &Position) -> Cell {
    let size = position.size;
    let middle = size.at(size.columns().div_ceil(2) as i32, size.rows().div_ceil(2) as i32);
    let is_empty = position.empty() == size.all();
    middle.filter(|_| is_empty).unwrap_or_else(|| busiest_of(position, position.empty()))
}

/// The same among some of the empty cells.
fn busiest_of(position: &Position, among: CellSet) -> Cell {
    let empty = position.empty();
    let flow = |player| {
        let board = HexBoard::new(Geometry::new(position.size, player));
        resistance::currents_between(&board, position.stones(player), empty, board.geometry.edges()).0
    };
    let (black, white) = (flow(Player::Black), flow(Player::White));
    let score = |cell: Cell| black[usize::from(cell.0)] + white[usize::from(cell.0)];
    let best = among.cells().max_by(|&a, &b| score(a).total_cmp(&score(b)));
    best.expect("a game that is not over has an empty cell")
}

impl Desk {
    /// The strategy of a position's proof: a kept one, or one found within the limits.
    fn hex_player(
        &self,
        position: &Position,
        limits: &Limits,
        watch: &dyn Watch,
    ) -> Result<Arc<ProofPlayer>, Unsolved> {
        let make = || {
            let (winner, first, steps) = match kept_proof(position, self, limits, watch) {
                Some((_, win, _)) => (win.winner, winning_move(&win), win.evidence.steps),
                None => {
                    let solved = solve_helped(position, limits, watch, &Help::default())?;
                    let solution = solved.solution;
                    (solution.winner, solution.winning_move, solution.evidence.steps)
                }
            };
            let strategy = Strategy::new(position.size, winner, &steps)
                .map_err(|error| Unsolved::Refused(error.to_string()))?;
            Ok(ProofPlayer { winner, first, strategy, steps: steps.len() })
        };
        let key = format!("hex strategy {} {}", position.size, written(position));
        self.keep(&key, make, |player| player.steps * 256)
    }
}
