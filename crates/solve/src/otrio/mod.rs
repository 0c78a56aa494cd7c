//! Otrio and Qubic: the value of any position, and strategies for the checker.
//!
//! Two questions, "does the first side win?" and "does the second?", give the three values (Teramura and Matsuzaki, 2019,
//! table 1). Each is put to df-pn first, which finds short forced wins at once, and to depth-first search when that
//! has not answered after a while, which is the quicker one where nothing is forced. Tables are kept from one
//! position to the next: asking for all moves of a position costs little more than asking for its value.
//!
//! Out: values, with the nodes visited; replies for [`certificate::strategy`].
//! Cost: milliseconds from the sixth move on, seconds to a minute for the first two.

mod cube;
pub mod paper;
mod question;

use certificate::strategy::{self, Goal, Strategy, StrategyError};
use rules::filling::{Board, FillingGame};

use crate::engine::proof_number::ProofTable;
use crate::engine::table::WordTable;
use crate::engine::{Answer, Game, Look, Outcome, depth_first, proof_number};
use crate::limits::{Limits, Meter, Stop};
use cube::{Cube, Position, inner_slot, outer_slot};
use question::Question;

/// Positions that df-pn may expand before depth-first search is asked.
const PATIENCE: u64 = 400_000;

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The side of the player who opened.
    First,
    /// The other side.
    Second,
    /// Nobody.
    Draw,
}

/// Decides positions of one game, and remembers what it found.
#[derive(Debug)]
pub struct Solver {
    cube: Cube,
    answers: [WordTable; 2],
    proofs: [ProofTable<u128>; 2],
}

impl Solver {
    /// A solver for a game on the cube between two sides, with tables of about `bytes`; `None` for other games.
    pub fn new(game: &FillingGame, bytes: usize) -> Option<Solver> {
        let cube = Cube::new(game)?;
        Some(Solver {
            cube,
            answers: [WordTable::with_bytes(bytes / 4), WordTable::with_bytes(bytes / 4)],
            proofs: [ProofTable::with_bytes(bytes / 4), ProofTable::with_bytes(bytes / 4)],
        })
    }

    /// Whether `side` wins.
    pub fn wins(&self, board: &Board<'_>, side: usize, limits: &Limits, meter: &Meter) -> Outcome {
        self.decide(&self.cube.position(board), side, limits, meter)
    }

    /// The value of a position.
    pub fn value(&self, board: &Board<'_>, limits: &Limits, meter: &Meter) -> Result<(Value, u64), Stop> {
        let mut nodes = 0;
        for (side, value) in [(0, Value::First), (1, Value::Second)] {
            let answer = self.wins(board, side, limits, meter)?;
            nodes += answer.nodes;
            if answer.yes {
                return Ok((value, nodes));
            }
        }
        Ok((Value::Draw, nodes))
    }

    fn decide(&self, position: &Position, side: usize, limits: &Limits, meter: &Meter) -> Outcome {
        let question = Question { cube: &self.cube, prover: side };
        let decided = |yes| Ok(Answer { yes, nodes: 1 });
        match question.glance(position) {
            Err(look) => return decided(look == Look::Yes),
            Ok(_) => {
                if let Some(yes) = self.known(&question, position) {
                    return decided(yes);
                }
            }
        }
        let patience = Limits { nodes: Some(PATIENCE), ..limits.clone() };
        let trial = patience.start();
        let searched = proof_number::search_shared(&question, position, &self.proofs[side], &trial, limits);
        meter.spend(trial.spent())?;
        match searched {
            Err(Stop::Nodes) => {
                let searched =
                    depth_first::search_shared(&question, position, &self.answers[side], meter, limits)?;
                Ok(Answer { nodes: searched.nodes + trial.spent(), ..searched })
            }
            other => other,
        }
    }

    /// What the tables know.
    fn known(&self, question: &Question<'_>, position: &Position) -> Option<bool> {
        use crate::engine::table::Answers;
        let key = question.key(position);
        self.proofs[question.prover].answer(key).or_else(|| self.answers[question.prover].get(key))
    }

    /// The replies that prove `claim`, which must be true.
    pub fn certify(
        &self,
        claim: &Strategy,
        limits: &Limits,
        meter: &Meter,
    ) -> Result<Vec<usize>, CertifyError> {
        let mut stopped = None;
        let walked = strategy::walk(claim, u64::MAX, |board| match self.reply(board, claim, limits, meter) {
            Ok(slot) => slot,
            Err(stop) => {
                stopped = Some(stop);
                None
            }
        });
        match (walked, stopped) {
            (_, Some(stop)) => Err(CertifyError::Stopped(stop)),
            (Ok(replies), None) => Ok(replies),
            (Err(error), None) => Err(CertifyError::False(error)),
        }
    }

    /// A move with which the side to move wins, or at least does not lose; `None` when there is none.
    pub fn keeping_move(
        &self,
        board: &Board<'_>,
        goal: Goal,
        limits: &Limits,
        meter: &Meter,
    ) -> Result<Option<usize>, Stop> {
        let Some(turn) = board.turn() else { return Ok(None) };
        let mut winning = board.moves().into_iter().filter(|&slot| board.completes_line(turn, slot));
        if let Some(slot) = winning.next() {
            return Ok(Some(slot));
        }
        let game = board.game();
        let claim = Strategy { game: game.clone(), record: String::new(), owner: game.sides()[turn], goal };
        self.reply(board, &claim, limits, meter)
    }

    /// A reply that keeps the owner's goal; `None` when there is none.
    fn reply(
        &self,
        board: &Board<'_>,
        claim: &Strategy,
        limits: &Limits,
        meter: &Meter,
    ) -> Result<Option<usize>, Stop> {
        let (prover, wanted) = match claim.goal {
            Goal::Win => (claim.owner, true),
            Goal::NotLose => (1 - claim.owner, false),
        };
        let question = Question { cube: &self.cube, prover };
        let position = self.cube.position(board);
        let mut moves = Vec::new();
        if question.look(&position, &mut moves) != Look::Open {
            moves.extend(board.moves().into_iter().map(|slot| inner_slot(slot) as u8));
        }
        let mut open = Vec::new();
        for &slot in &moves {
            let next = question.play(&position, slot);
            match question.glance(&next) {
                Err(look) if (look == Look::Yes) == wanted => return Ok(Some(outer_slot(usize::from(slot)))),
                Err(_) => {}
                Ok(_) => open.push((slot, next)),
            }
        }
        for (slot, next) in &open {
            if self.known(&question, next) == Some(wanted) {
                return Ok(Some(outer_slot(usize::from(*slot))));
            }
        }
        for (slot, next) in &open {
            if self.decide(next, prover, limits, meter)?.yes == wanted {
                return Ok(Some(outer_slot(usize::from(*slot))));
            }
        }
        Ok(None)
    }
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertifyError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(Stop),
    /// The claim is false, or the checker does not follow.
    #[error(transparent)]
    False(StrategyError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The next number of a small generator (Marsaglia, Xorshift RNGs, 2003).
    fn next(seed: &mut u64) -> u64 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed
    }

    fn random_board<'g>(game: &'g FillingGame, plies: usize, seed: &mut u64) -> Board<'g> {
        'again: loop {
            let mut board = Board::new(game);
            for _ in 0..plies {
                let moves = board.moves();
                if moves.is_empty() {
                    continue 'again;
                }
                board = board.play(moves[next(seed) as usize % moves.len()]).unwrap();
            }
            if board.end().is_none() {
                return board;
            }
        }
    }

    /// 1, 0, -1: side 0 wins, draw, side 1 wins; by plain recursion on the board of the rules.
    fn naive(board: &Board<'_>, known: &mut HashMap<(Vec<Option<usize>>, Option<usize>), i32>) -> i32 {
        match board.end() {
            Some(rules::filling::End::Win(0)) => return 1,
            Some(rules::filling::End::Win(_)) => return -1,
            Some(rules::filling::End::Draw) => return 0,
            None => {}
        }
        let key = (board.content().to_vec(), board.turn());
        if let Some(&value) = known.get(&key) {
            return value;
        }
        let sign = if board.game().sides()[board.turn().unwrap()] == 0 { 1 } else { -1 };
        let mut best = -1;
        for slot in board.moves() {
            best = best.max(sign * naive(&board.play(slot).unwrap(), known));
            if best == 1 {
                break;
            }
        }
        known.insert(key, sign * best);
        sign * best
    }

    #[test]
    fn random_late_positions_have_the_value_of_plain_search() {
        let mut seed = 20190719;
        for name in [
            "otrio",
            "otrio(forbidden=b2M)",
            "otrio(stock=2)",
            "otrio(teams=12v34)",
            "otrio(players=3,teams=1v23)",
            "qubic(3)",
        ] {
            let game = FillingGame::named(name).unwrap();
            let cube = cube::Cube::new(&game).unwrap();
            let questions = [0, 1].map(|prover| question::Question { cube: &cube, prover });
            let tables = [0, 1].map(|_| WordTable::with_bytes(0));
            let proofs = [0, 1].map(|_| proof_number::ProofTable::with_bytes(1 << 24));
            let meter = Limits::default().start();
            for round in 0..12 {
                let plies = if game.sides().len() == 2 {
                    10
                } else if game.stock() == Some(2) {
                    13
                } else {
                    17
                } + round % 3;
                let board = random_board(&game, plies, &mut seed);
                let expected = naive(&board, &mut HashMap::new());
                let position = cube.position(&board);
                for prover in 0..2 {
                    let wanted = expected == [1, -1][prover];
                    let df =
                        depth_first::search(&questions[prover], &position, &tables[prover], &meter).unwrap();
                    let pn =
                        proof_number::search(&questions[prover], &position, &proofs[prover], &meter).unwrap();
                    assert_eq!(df.yes, wanted, "{name} {board:?} {:?}", questions[prover].key(&position));
                    assert_eq!(pn.yes, wanted, "{name} {board:?} {:?}", questions[prover].key(&position));
                }
            }
        }
    }
}
