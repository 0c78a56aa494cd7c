//! Otrio for two (E1–E9), and Connect-Four on 7 columns and 6 rows (A15).
//!
//! The printed tables are in data/otrio-*.csv, an empty second move for the first-move tables. A
//! row is settled by a strategy: one for a decided row, one for each side of a drawn one. They are
//! in proofs/, those of the draws with the same first move in one file for each side; a row without
//! one there is recomputed and called `computed`.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use hissho_certificate::Claim;
use hissho_certificate::line_games::{Goal, Strategy};
use hissho_rules::line_games::{Board, LineGame};
use hissho_solve::limits::{Limits, Stop};
use hissho_solve::line_games::{connect_four, otrio};
use hissho_solve::parallel;

use super::{Part, Settling, Table};
use crate::Accepted;
use crate::line_games::{PrintedOpening, Solver, Value, printed_openings, value_name};

const NORMAL: &str = "otrio";
const NO_CENTRE: &str = "otrio(forbidden=b2M)";
const TABLE_BYTES: usize = 1 << 30;
/// The share of work of a question that may stay open.
const OPEN_NODES: u64 = 10_000_000;

/// The ids settled here, and how.
pub(super) const TABLE: Table = &[
    ("E1", |settling| Rows::new(settling).rows(NORMAL, 1)),
    ("E2", |settling| Rows::new(settling).rows(NORMAL, 2)),
    ("E3", |settling| Rows::new(settling).rows(NO_CENTRE, 1)),
    ("E4", |settling| Rows::new(settling).no_centre_pairs()),
    ("E5", |settling| Rows::new(settling).any_position()),
    ("E6", |settling| Rows::new(settling).several_players()),
    ("E7", |settling| Rows::new(settling).prose()),
    ("E8", |settling| {
        let bound = format!("5^27/8 = {}; the stock and the 16 symmetries make it less", 5_u64.pow(27) / 8);
        vec![
            Part::computed("at most 5^27/8, about 10^18, states", bound),
            Rows::new(settling).part("two-player Otrio is weakly solved", NORMAL, "", 0, Goal::Win),
        ]
    }),
    ("E9", |settling| {
        let desk = Rows::new(settling);
        vec![
            desk.part("3x3x3 Qubic is a first-player win", "qubic(3)", "", 0, Goal::Win),
            desk.part("also without the centre", "qubic(3,forbidden=centre)", "", 0, Goal::Win),
        ]
    }),
    ("A15", |settling| Rows::new(settling).connect_four()),
];

/// How many of the openings of one and of two moves are drawn.
fn balance(name: &str) -> String {
    let rows = printed_openings(name);
    let share = |plies: usize| {
        let of_length = rows.iter().filter(|row| row.plies() == plies);
        let drawn = of_length.clone().filter(|row| row.value == Value::Draw).count();
        format!("{drawn} of {}", of_length.count())
    };
    format!("{name}, {} first moves and {} pairs of moves are drawn", share(1), share(2))
}

/// The ways to fill the slots of Otrio so that the colours moved in turn and kept to the stock, by
/// the number of moves.
fn placements_by_ply(stock: usize) -> Vec<u128> {
    // Ways to put `counts` pieces of the four colours into nine slots.
    let ways = |counts: [usize; 4]| {
        let mut free = 9_u128;
        counts.iter().try_fold(1_u128, |ways, &count| {
            let mut choices = 1;
            for picked in 0..count as u128 {
                choices = choices * free.checked_sub(picked)? / (picked + 1);
            }
            free = free.checked_sub(count as u128)?;
            Some(ways * choices)
        })
    };
    let in_one_size: Vec<([usize; 4], u128)> = (0..(stock + 1).pow(4))
        .map(|code| [0, 1, 2, 3].map(|colour| code / (stock + 1).pow(colour) % (stock + 1)))
        .filter_map(|counts| ways(counts).filter(|&ways| ways > 0).map(|ways| (counts, ways)))
        .collect();
    let mut table = BTreeMap::from([([0; 4], 1_u128)]);
    for _size in 0..3 {
        let mut next = BTreeMap::new();
        for (counts, ways) in &table {
            for (more, more_ways) in &in_one_size {
                let sum: [usize; 4] = std::array::from_fn(|colour| counts[colour] + more[colour]);
                *next.entry(sum).or_insert(0) += ways * more_ways;
            }
        }
        table = next;
    }
    let in_turn = |plies: usize| [0, 1, 2, 3].map(|colour| (plies + 3 - colour) / 4);
    (0..=27).map(|plies| table.get(&in_turn(plies)).copied().unwrap_or(0)).collect()
}

/// The file in proofs/ for a claim.
pub fn proof_file(claim: &Strategy) -> String {
    let plain = |text: String| -> String {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-")
    };
    let goal = match claim.goal {
        Goal::Win => "wins",
        Goal::NotLose => "holds",
    };
    let side = ["first", "second"][claim.owner];
    let game = plain(claim.game.to_string());
    let after = plain(claim.record.clone());
    let file = [after.as_str(), side, goal].into_iter().filter(|word| !word.is_empty());
    format!("line_games/{game}/{}.cert.zst", file.collect::<Vec<_>>().join("-"))
}

/// Whether what was proved is the claim, or the claim for several positions, this one among them.
fn includes(proved: &Claim, claim: &Strategy) -> bool {
    let Claim::Strategy(proved) = proved else { return false };
    let of_record = |record: &str| Strategy { record: record.to_owned(), ..proved.clone() };
    proved.record.split(" / ").any(|record| of_record(record) == *claim)
}

/// A value with the nodes that it took.
type Recomputed = Result<(Value, u64), Stop>;

struct Rows<'a> {
    settling: &'a Settling<'a>,
    /// Solvers of the two rule sets, made when first needed.
    solvers: [OnceCell<Solver>; 2],
    /// Values of rows that were recomputed, by game and record.
    values: RefCell<BTreeMap<(String, String), Recomputed>>,
}

impl<'a> Rows<'a> {
    fn new(settling: &'a Settling<'a>) -> Rows<'a> {
        Rows { settling, solvers: [OnceCell::new(), OnceCell::new()], values: RefCell::default() }
    }

    /// The printed openings of so many moves.
    fn rows(&self, game: &str, plies: usize) -> Vec<Part> {
        let rows = printed_openings(game);
        let rows: Vec<&PrintedOpening> = rows.iter().filter(|row| row.plies() == plies).collect();
        self.check_files(game, &rows);
        rows.into_iter().flat_map(|row| self.row(game, row)).collect()
    }

    /// E4: the printed pairs of moves without the centre, and what they say together.
    fn no_centre_pairs(&self) -> Vec<Part> {
        let printed = printed_openings(NO_CENTRE);
        // Values first: checking the strategies that are kept must not use up the time for the
        // others.
        let is_drawn = |row: &&PrintedOpening| row.plies() == 2 && row.value == Value::Draw;
        for row in printed.iter().filter(is_drawn).filter(|row| !self.has_files(NO_CENTRE, row)) {
            if self.recomputed(NO_CENTRE, row).is_err() {
                break;
            }
        }
        let mut parts = self.rows(NO_CENTRE, 2);
        let statement = "with b2M forbidden no class of two moves is won by the second player";
        let is_settled = parts.iter().all(|part| part.verdict().is_settled());
        let second = printed.iter().filter(|row| row.value == Value::Second).count();
        parts.push(match (is_settled, second) {
            (true, 0) => Part::computed(statement, "every row above is settled, none of them so"),
            (true, _) => Part::missing(statement, format!("{second} of the rows above are")),
            (false, _) => Part::missing(statement, "not every row above is settled"),
        });
        parts
    }

    fn with_solver<T>(&self, game: &LineGame, ask: impl FnOnce(&Solver) -> T) -> T {
        let make = || Solver::new(game, TABLE_BYTES).expect("a game on the cube between two sides");
        match game.to_string().as_str() {
            NORMAL => ask(self.solvers[0].get_or_init(make)),
            NO_CENTRE => ask(self.solvers[1].get_or_init(make)),
            _ => ask(&make()),
        }
    }

    /// The fact, from proofs/ or made now.
    fn fact(&self, claim: &Strategy) -> Result<(Accepted, String), Part> {
        if let Some(kept) = self.kept(claim) {
            return kept;
        }
        let make = || self.with_solver(&claim.game, |solver| solver.certificate(claim, self.settling.limits));
        self.settling.make_and_check(make).map_err(|failure| failure.part(claim.to_string()))
    }

    /// The file in proofs/ that a claim should rest on: its own, or that of the draws with the same
    /// first move.
    fn file(&self, claim: &Strategy) -> Option<String> {
        let first = claim.record.split(' ').next().unwrap_or_default();
        let draws = Strategy { record: format!("{first} draws"), ..claim.clone() };
        let mut files = [claim, &draws].map(proof_file).into_iter();
        files.find(|file| self.settling.has_kept(file))
    }

    /// Whether all files are there for the claims of a row.
    fn has_files(&self, game: &str, row: &PrintedOpening) -> bool {
        let rules = LineGame::named(game).expect("a name written in this file");
        let claims = Solver::claims(&rules, &row.record, row.value);
        self.settling.fresh || claims.iter().all(|claim| self.file(claim).is_some())
    }

    /// Has the files of some rows checked, on all threads.
    fn check_files(&self, game: &str, rows: &[&PrintedOpening]) {
        let rules = LineGame::named(game).expect("a name written in this file");
        let claims = rows.iter().flat_map(|row| Solver::claims(&rules, &row.record, row.value));
        let mut files: Vec<String> = claims.filter_map(|claim| self.file(&claim)).collect();
        files.sort_unstable();
        files.dedup();
        let (desk, limits, watch) = (self.settling.desk, self.settling.limits, self.settling.watch);
        parallel::map(limits.threads, &files, |file| drop(desk.kept(file, limits, watch)));
    }

    /// The fact from proofs/.
    fn kept(&self, claim: &Strategy) -> Option<Result<(Accepted, String), Part>> {
        let file = &self.file(claim)?;
        match self.settling.kept(file)? {
            Ok(proof) if includes(proof.claim(), claim) => {
                Some(Ok((Accepted::clone(&proof), format!("proofs/{file}, accepted"))))
            }
            Ok(_) if *file != proof_file(claim) => None,
            Ok(proof) => {
                let other = format!("proofs/{file} establishes: {}", proof.claim());
                Some(Err(Part::refused(claim.to_string(), other)))
            }
            Err(error) => Some(Err(Part::refused(claim.to_string(), format!("proofs/{file}: {error}")))),
        }
    }

    fn part(&self, statement: &str, game: &str, record: &str, owner: usize, goal: Goal) -> Part {
        let claim = claim(game, record, owner, goal);
        match self.fact(&claim) {
            Ok((proof, evidence)) => Part::established(format!("{statement}: {claim}"), &proof, evidence),
            Err(part) => part,
        }
    }

    /// A row of a printed table: its strategies when they are kept or cheap, else the value
    /// recomputed.
    fn row(&self, game: &str, row: &PrintedOpening) -> Vec<Part> {
        let rules = LineGame::named(game).expect("a name written in this file");
        let statement = format!("{game} after {}: {}", row.record, value_name(row.value));
        let claims = Solver::claims(&rules, &row.record, row.value);
        let kept: Vec<_> = match self.settling.fresh {
            true => claims.iter().map(|claim| (claim, self.fact(claim))).collect(),
            false => claims.iter().filter_map(|claim| Some((claim, self.kept(claim)?))).collect(),
        };
        let is_whole = kept.len() == claims.len();
        let part = |(claim, fact): (&Strategy, Result<_, Part>)| match fact {
            Ok((proof, evidence)) => Part::established(format!("{statement}: {claim}"), &proof, evidence),
            Err(part) => part,
        };
        let mut parts: Vec<Part> = kept.into_iter().map(part).collect();
        if is_whole {
            return parts;
        }
        parts.push(match self.recomputed(game, row) {
            Ok((value, nodes)) if value == row.value => Part::computed(statement, format!("{nodes} nodes")),
            Ok((value, _)) => Part::missing(statement, format!("the solver finds {}", value_name(value))),
            Err(stop) => Part::missing(statement, stop.to_string()),
        });
        parts
    }

    /// The value of a row by search, once.
    fn recomputed(&self, game: &str, row: &PrintedOpening) -> Recomputed {
        let key = (game.to_owned(), row.record.clone());
        if let Some(known) = self.values.borrow().get(&key) {
            return *known;
        }
        let rules = LineGame::named(game).expect("a name written in this file");
        let board = Board::after(&rules, &row.record).expect("a record of the printed tables");
        let limits = self.settling.limits;
        let found = self.with_solver(&rules, |solver| solver.value(&board, limits, &limits.start()));
        self.values.borrow_mut().insert(key, found);
        found
    }

    /// E5: random positions from the fourth ply on, both questions each.
    fn any_position(&self) -> Vec<Part> {
        let game = LineGame::named(NORMAL).expect("a name written in this file");
        let limits = self.settling.limits;
        let start = limits.pulse.elapsed();
        let mut seed = 2019_u64;
        let [mut first, mut second, mut both, mut neither] = [0; 4];
        for round in 0..200 {
            let board = random_position(&game, 4 + round % 12, &mut seed);
            let solver = otrio::Solver::new(&game, 1 << 26).expect("a game on the cube");
            let ask = |side| solver.wins(&board, side, limits, &limits.start()).map(|answer| answer.yes);
            match (ask(0), ask(1)) {
                (Ok(true), Ok(true)) => both += 1,
                (Ok(true), Ok(false)) => first += 1,
                (Ok(false), Ok(true)) => second += 1,
                (Ok(false), Ok(false)) => neither += 1,
                (Err(stop), _) | (_, Err(stop)) => {
                    return vec![Part::missing("200 random positions", stop.to_string())];
                }
            }
        }
        let mean = (limits.pulse.elapsed() - start).as_secs_f64() * 1000.0 / 200.0;
        let table_1 = "table 1: the two questions decide the three values, and never both say yes";
        let counts = format!("first {first}, second {second}, neither, a draw, {neither}, both {both}");
        vec![
            Part::computed(
                "200 random positions after 4 to 15 moves are decided in practical time",
                format!("both questions, {mean:.1} ms for each position"),
            ),
            match both {
                0 => Part::computed(table_1, format!("on the same 200 positions: {counts}")),
                _ => Part::missing(table_1, counts),
            },
        ]
    }

    /// E6: one player against all others together, and two teams of two colours. The solution
    /// concept is the coalition: with more than two sides that play for themselves there is no
    /// value without one.
    fn several_players(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        for seats in [3, 4] {
            for player in 1..=seats {
                let others: String =
                    (1..=seats).filter(|&seat| seat != player).map(|seat| seat.to_string()).collect();
                let statement = format!("{seats} players, player {player} alone against the others together");
                parts
                    .push(self.value(&statement, &format!("otrio(players={seats},teams={player}v{others})")));
            }
        }
        for teams in ["12v34", "13v24", "14v23"] {
            let statement = format!("two teams of two colours, {teams} in the order of the turns");
            parts.push(self.value(&statement, &format!("otrio(teams={teams})")));
        }
        let game = LineGame::named(NORMAL).expect("a name written in this file");
        let placements = placements_by_ply(game.stock().unwrap_or(9));
        let (total, symmetries) = (placements.iter().sum::<u128>(), game.symmetries().len() as u128);
        let (peak, _) = placements.iter().enumerate().max_by_key(|(_, count)| **count).unwrap_or((0, &0));
        let classes = total / symmetries;
        parts.push(Part::computed(
            "what a strong solution would cost, as a table of all positions",
            format!(
                "{total} placements keep to the turns and the stock, lines not looked at, most after {peak} moves; by {symmetries} \
                 symmetries at least {classes} classes, {} terabytes at two bits each: no table, but any position is \
                 decided on demand (E5)",
                classes / 4 / 10_u128.pow(12),
            ),
        ));
        parts
    }

    /// The value of a game from the start, with the winner's strategy; open when its share of work
    /// is not enough.
    fn value(&self, statement: &str, name: &str) -> Part {
        let game = LineGame::named(name).expect("a name written in this file");
        let nodes = self.settling.limits.nodes.or(Some(OPEN_NODES));
        let limits = Limits { nodes, ..self.settling.limits.clone() };
        let solved =
            self.with_solver(&game, |solver| solver.value(&Board::new(&game), &limits, &limits.start()));
        let (value, nodes) = match solved {
            Ok(found) => found,
            Err(stop) => return Part::open(statement, format!("not decided: {stop}")),
        };
        match &Solver::claims(&game, "", value)[..] {
            [win] => match self.fact(win) {
                Ok((proof, evidence)) => Part::established(format!("{statement}: {win}"), &proof, evidence),
                Err(part) => Part::open(
                    statement,
                    format!(
                        "a search of {nodes} nodes says: {win}; no strategy of it was accepted: {}",
                        part.evidence()
                    ),
                ),
            },
            _ => Part::computed(format!("{statement}: {game} is drawn"), format!("{nodes} nodes")),
        }
    }

    /// E7: sentences of the text that the tables contradict.
    fn prose(&self) -> Vec<Part> {
        // A sentence gives some rows of the tables one value; the first row with another one
        // contradicts it, once a strategy shows that the side said to lose does better.
        let rows = printed_openings(NORMAL);
        let sentence = |statement: &str, says: Value, speaks_of: &dyn Fn(&[&str]) -> bool| {
            let is_contrary = |row: &&PrintedOpening| {
                let moves: Vec<&str> = row.record.split(' ').collect();
                speaks_of(&moves) && row.value != says
            };
            let Some(row) = rows.iter().find(is_contrary) else {
                return Part::computed(statement, "no row of the printed tables is against it");
            };
            let owner = usize::from(says == Value::First);
            let goal = if row.value == Value::Draw { Goal::NotLose } else { Goal::Win };
            let claim = claim(NORMAL, &row.record, owner, goal);
            match self.fact(&claim) {
                Ok((proof, evidence)) => Part::refuted(statement, &proof, claim.to_string(), evidence),
                Err(part) => part,
            }
        };
        let (middle, centre) = ("b2M", "b2");
        vec![
            sentence(
                "\"if the first player does not open b2M, the second has a winning reply\"",
                Value::Second,
                &|moves| matches!(moves, [first] if *first != middle),
            ),
            sentence(
                "\"the reply b2M wins for the second player\"",
                Value::Second,
                &|moves| matches!(moves, [_, reply] if *reply == middle),
            ),
            sentence(
                "\"any other reply than b2M loses\"",
                Value::First,
                &|moves| matches!(moves, [_, reply] if *reply != middle),
            ),
            sentence(
                "\"a piece in the centre wins\" (of any size)",
                Value::First,
                &|moves| matches!(moves, [first] if first.starts_with(centre)),
            ),
            self.part("repaired: the middle piece in the centre wins", NORMAL, "b2M", 0, Goal::Win),
            Part::open(
                "\"the variant is the better balanced game\"",
                format!(
                    "a judgement, for which the printed tables count: {}; {}",
                    balance(NORMAL),
                    balance(NO_CENTRE)
                ),
            ),
        ]
    }

    /// A15: the first player wins with the middle column and, if it is asked for anew, with no
    /// other: that takes minutes, and the claim does not speak of it.
    fn connect_four(&self) -> Vec<Part> {
        let game = LineGame::named("connect4(7,6)").expect("a name written in this file");
        let limits = self.settling.limits;
        let solver = connect_four::Solver::new(&game, TABLE_BYTES).expect("a board of at most 63 bits");
        let after = |column: usize| Board::after(&game, &column.to_string()).expect("an empty column");
        // The second player is to move after the first stone, and stays below 0 where the first
        // player wins.
        let wins = |column: usize| {
            let holds = solver.reaches(&after(column), 0, limits, &limits.start())?;
            Ok::<_, Stop>((!holds.0, holds.1))
        };
        let width = Board::new(&game).moves().len();
        let (middle, outside) = (width.div_ceil(2), 1..=width / 2);
        let is_won = format!("column {middle}, the middle one, wins");
        let statement = "Connect-Four on 7 columns and 6 rows is a first-player win";
        let settled = |statement: String, found: Result<(bool, u64), Stop>, expected: bool| match found {
            Ok((found, nodes)) if found == expected => {
                Part::computed(statement, format!("{nodes} positions, no opening book"))
            }
            Ok(_) => Part::missing(statement, "the solver finds otherwise"),
            Err(stop) => Part::missing(statement, stop.to_string()),
        };
        let mut parts = vec![settled(format!("{statement}: {is_won}"), wins(middle), true)];
        for column in outside.filter(|_| self.settling.fresh) {
            let found = wins(column);
            if found.is_err() {
                // What a limit leaves out is not missed.
                break;
            }
            let mirrored = width + 1 - column;
            let statement = format!(
                "the first player does not win with column {column}, nor with its mirror image {mirrored}"
            );
            parts.push(settled(statement, found, false));
        }
        parts
    }
}

fn claim(game: &str, record: &str, owner: usize, goal: Goal) -> Strategy {
    let game = LineGame::named(game).expect("a name written in this file");
    Strategy { game, record: record.to_owned(), owner, goal }
}

/// A position after `plies` random moves in which the game is not over.
fn random_position<'g>(game: &'g LineGame, plies: usize, seed: &mut u64) -> Board<'g> {
    // Marsaglia, Xorshift RNGs, 2003: the same positions on every machine.
    let mut next = || {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed as usize
    };
    loop {
        let mut board = Board::new(game);
        for _ in 0..plies {
            let moves = board.moves();
            if let Some(after) = moves.get(next() % moves.len().max(1)).and_then(|&slot| board.play(slot)) {
                board = after;
            }
        }
        if board.end().is_none() {
            return board;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_for_several_positions_is_one_for_each_and_for_no_other() {
        let both = Claim::Strategy(claim(NORMAL, "a1L b2M / a1L", 1, Goal::NotLose));
        assert!(includes(&both, &claim(NORMAL, "a1L", 1, Goal::NotLose)));
        assert!(includes(&both, &claim(NORMAL, "a1L b2M", 1, Goal::NotLose)));
        assert!(!includes(&both, &claim(NORMAL, "a1L", 0, Goal::NotLose)));
        assert!(!includes(&both, &claim(NORMAL, "a1L", 1, Goal::Win)));
        assert!(!includes(&both, &claim(NORMAL, "b2M", 1, Goal::NotLose)));
        assert!(!includes(&both, &claim(NO_CENTRE, "a1L", 1, Goal::NotLose)));
    }

    #[test]
    fn placements_are_counted_as_boards_of_the_rules_are() {
        let game = LineGame::named(NORMAL).unwrap();
        let mut boards = vec![Board::new(&game)];
        for expected in &placements_by_ply(3)[..4] {
            assert_eq!(boards.len() as u128, *expected);
            boards = boards
                .iter()
                .flat_map(|board| {
                    board.moves().into_iter().map(|slot| board.play(slot).unwrap()).collect::<Vec<_>>()
                })
                .collect();
            boards.dedup();
        }
    }
}
