//! Otrio and Qubic: the value of any position, and strategies for the checker.
//!
//! Two questions, "does the first side win?" and "does the second?", give the three values (Teramura and Matsuzaki, 2019,
//! table 1). Each is put to df-pn first, which finds short forced wins at once, and to depth-first search when that
//! has not answered after a while, which is the quicker one where nothing is forced. Tables are kept from one
//! position to the next: asking for all moves of a position costs little more than asking for its value.
//!
//! Out: values, with the nodes visited; replies for [`hissho_certificate::line_games`].
//! Cost: milliseconds from the fourth move on, a second or so for the first two.

mod cube;
pub mod paper;
mod question;

use std::sync::Mutex;

use hissho_certificate::line_games::{Goal, Strategy};
use hissho_rules::line_games::{Board, LineGame};

use crate::engine::proof_number::ProofTable;
use crate::engine::table::{Answers, WordTable};
use crate::engine::{Answer, Game, Look, Outcome, depth_first, proof_number};
use crate::limits::{Limits, Meter, Stop};
use crate::line_games::{CertifyError, replies};
use crate::parallel;
use cube::{Cube, Position, inner_slot, outer_slot};
use question::Question;

/// Positions that df-pn may expand before depth-first search is asked.
const PATIENCE: u64 = 2_000;

/// Df-pn gives up long before it fills more than this.
const PROOF_BYTES: usize = 1 << 24;

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
    answers: WordTable,
    proofs: ProofTable<u64>,
}

impl Solver {
    /// A solver for a game on the cube between two sides, with tables of about `bytes`; `None` for other games.
    pub fn new(game: &LineGame, bytes: usize) -> Option<Solver> {
        let cube = Cube::new(game)?;
        let proofs = ProofTable::with_bytes((bytes / 4).min(PROOF_BYTES));
        Some(Solver { cube, answers: WordTable::with_bytes(bytes - bytes / 4), proofs })
    }

    /// Whether `side` wins.
    pub fn wins(&self, board: &Board<'_>, side: usize, limits: &Limits, meter: &Meter) -> Outcome {
        let position = self.cube.position(board);
        let question = Question { cube: &self.cube, prover: side };
        if let Some(yes) = self.known(&question, &position) {
            return Ok(Answer { yes, nodes: 1 });
        }
        let patience = Limits { nodes: Some(PATIENCE), ..limits.clone() };
        let trial = patience.start();
        let searched = proof_number::search_shared(&question, &position, &self.proofs, &trial, limits);
        meter.spend(trial.spent())?;
        match searched {
            Err(Stop::Nodes) => {
                let searched =
                    depth_first::search_shared(&question, &position, &self.answers, meter, limits)?;
                Ok(Answer { nodes: searched.nodes + trial.spent(), ..searched })
            }
            other => other,
        }
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

    /// Both questions for many positions, all of them on one table; `each` is told of every position, in order.
    ///
    /// Threads take whole questions. On one thread the node counts are the same in every run.
    pub fn answers(
        &self,
        boards: &[Board<'_>],
        limits: &Limits,
        meter: &Meter,
        each: impl FnMut(usize, [Answer; 2]) + Send,
    ) -> Result<(), Stop> {
        let ask = |row: usize, prover: usize| {
            let question = Question { cube: &self.cube, prover };
            depth_first::search(&question, &self.cube.position(&boards[row]), &self.answers, meter)
        };
        ask_all(boards.len(), limits, ask, each)
    }

    /// What is known without search.
    fn known(&self, question: &Question<'_>, position: &Position) -> Option<bool> {
        match question.glance(position) {
            Err(look) => Some(look == Look::Yes),
            Ok(_) => {
                let key = question.key(position);
                self.answers.get(key).or_else(|| self.proofs.answer(key))
            }
        }
    }

    /// The replies that prove `claim`, which must be true.
    pub fn certify(&self, claim: &Strategy, limits: &Limits, meter: &Meter) -> Result<Vec<u8>, CertifyError> {
        replies(claim, |board| self.reply(board, claim, limits, meter))
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
    ///
    /// Of several that are known to keep it, the one that leaves the other side the fewest lines to hope for: the
    /// checker's walk below it ends soonest.
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
        question.order(&position, &mut moves);
        let outer = |slot: u8| outer_slot(usize::from(slot));
        let (mut best, mut open) = (None, Vec::new());
        for &slot in &moves {
            let next = question.play(&position, slot);
            match self.known(&question, &next) {
                Some(yes) if yes == wanted => {
                    // A win that forced play shows comes before one that the table knows.
                    let seen = question.glance(&next).is_ok();
                    let rank = (seen && wanted, self.cube.hopes(&next, 1 - claim.owner), slot);
                    best = best.into_iter().chain([rank]).min();
                }
                Some(_) => {}
                None => open.push((slot, next)),
            }
        }
        if let Some((_, _, slot)) = best {
            return Ok(Some(outer(slot)));
        }
        for (slot, next) in &open {
            let searched = depth_first::search_shared(&question, next, &self.answers, meter, limits)?;
            if searched.yes == wanted {
                return Ok(Some(outer(*slot)));
            }
        }
        Ok(None)
    }
}

/// Puts both questions, `ask(row, side)`, for so many rows, each thread taking whole questions, and tells `each` of every
/// row, in order.
fn ask_all(
    rows: usize,
    limits: &Limits,
    ask: impl Fn(usize, usize) -> Outcome + Sync,
    each: impl FnMut(usize, [Answer; 2]) + Send,
) -> Result<(), Stop> {
    let questions: Vec<(usize, usize)> = (0..rows).flat_map(|row| [(row, 0), (row, 1)]).collect();
    let state = Mutex::new((vec![[None; 2]; rows], 0, each));
    parallel::try_map(limits.threads, &questions, |&(row, side)| {
        let answer = ask(row, side)?;
        let (given, told, each) = &mut *state.lock().expect("nobody panics while he tells");
        given[row][side] = Some(answer);
        while let Some(&[Some(first), Some(second)]) = given.get(*told) {
            each(*told, [first, second]);
            *told += 1;
        }
        Ok(())
    })?;
    Ok(())
}

/// The openings of a number of plies, one of each class of symmetric ones, in the order of the slots.
pub fn openings(game: &LineGame, plies: usize) -> Vec<String> {
    let mut records = vec![String::new()];
    for _ in 0..plies {
        let mut next = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for record in &records {
            let board = Board::after(game, record).expect("made of legal moves");
            for slot in board.moves() {
                let after = board.play(slot).expect("a legal move");
                let images = game.symmetries().iter().map(|symmetry| {
                    let mut image = vec![None; after.content().len()];
                    after.content().iter().zip(symmetry).for_each(|(&content, &to)| image[to] = content);
                    image
                });
                if seen.insert(images.min().unwrap_or_default()) {
                    next.push(format!("{record} {}", game.slot_name(slot)).trim().to_owned());
                }
            }
        }
        records = next;
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;
    use hissho_certificate::line_games;
    use hissho_rules::Account;
    use std::collections::HashMap;

    /// The next number of a small generator (Marsaglia, Xorshift RNGs, 2003).
    fn next(seed: &mut u64) -> u64 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed
    }

    /// Random moves after which the game is not over.
    fn random_record(game: &LineGame, plies: usize, seed: &mut u64) -> String {
        'again: loop {
            let (mut board, mut record) = (Board::new(game), Vec::new());
            for _ in 0..plies {
                let moves = board.moves();
                if moves.is_empty() {
                    continue 'again;
                }
                let slot = moves[next(seed) as usize % moves.len()];
                board = board.play(slot).unwrap();
                record.push(game.slot_name(slot));
            }
            if board.end().is_none() {
                return record.join(" ");
            }
        }
    }

    /// 1, 0, -1: side 0 wins, draw, side 1 wins; by plain recursion on the board of the rules.
    fn naive(board: &Board<'_>, known: &mut HashMap<(Vec<Option<usize>>, Option<usize>), i32>) -> i32 {
        match board.end() {
            Some(hissho_rules::line_games::End::Win(0)) => return 1,
            Some(hissho_rules::line_games::End::Win(_)) => return -1,
            Some(hissho_rules::line_games::End::Draw) => return 0,
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
        // The game, the plies from which plain search is quick, the number of positions.
        for (name, from, rounds) in [
            ("otrio", 15, 12),
            ("otrio(forbidden=b2M)", 15, 12),
            ("otrio(stock=2)", 13, 8),
            ("otrio(stock=none)", 17, 8),
            ("otrio(teams=12v34)", 15, 18),
            ("otrio(teams=14v23)", 15, 18),
            ("otrio(players=3,teams=1v23)", 17, 8),
            ("otrio(teams=1v234)", 17, 8),
            ("qubic(3)", 11, 8),
        ] {
            let game = LineGame::named(name).unwrap();
            let cube = cube::Cube::new(&game).unwrap();
            let questions = [0, 1].map(|prover| question::Question { cube: &cube, prover });
            let table = WordTable::with_bytes(0);
            let proofs = ProofTable::with_bytes(1 << 24);
            let meter = Limits::default().start();
            for round in 0..rounds {
                let plies = from + round % 6;
                let record = random_record(&game, plies, &mut seed);
                let board = Board::after(&game, &record).unwrap();
                let expected = naive(&board, &mut HashMap::new());
                let position = cube.position(&board);
                for prover in 0..2 {
                    let wanted = expected == [1, -1][prover];
                    let df = depth_first::search(&questions[prover], &position, &table, &meter).unwrap();
                    let pn = proof_number::search(&questions[prover], &position, &proofs, &meter).unwrap();
                    assert_eq!(df.yes, wanted, "{name} {record}");
                    assert_eq!(pn.yes, wanted, "{name} {record}");
                }
            }
        }
    }

    #[test]
    fn strategies_of_random_positions_are_accepted_whatever_the_seats() {
        let mut seed = 20191108;
        let limits = Limits { threads: 1, ..Limits::default() };
        for name in [
            "otrio",
            "otrio(stock=2)",
            "otrio(stock=none)",
            "otrio(teams=12v34)",
            "otrio(teams=14v23)",
            "otrio(teams=1v234)",
            "otrio(players=3,teams=12v3)",
            "otrio(players=3,teams=13v2)",
            "qubic(3)",
        ] {
            let game = LineGame::named(name).unwrap();
            let solver = Solver::new(&game, 0).unwrap();
            for round in 0..12 {
                let record = random_record(&game, 10 + round % 6, &mut seed);
                let board = Board::after(&game, &record).unwrap();
                let (value, _) = solver.value(&board, &limits, &limits.start()).unwrap();
                let claims = match value {
                    Value::First => vec![(0, Goal::Win)],
                    Value::Second => vec![(1, Goal::Win)],
                    Value::Draw => vec![(0, Goal::NotLose), (1, Goal::NotLose)],
                };
                for (owner, goal) in claims {
                    let claim = Strategy { game: game.clone(), record: record.clone(), owner, goal };
                    let replies = solver.certify(&claim, &limits, &limits.start());
                    let replies = replies.unwrap_or_else(|error| panic!("{claim}: {error}"));
                    line_games::check(claim, &replies, &Account::unlimited()).unwrap();
                }
            }
        }
    }
}
