//! Game records and repetition rules: C9, C20.
//!
//! Settled with `repetition` certificates. C20 needs a law about a word too: blocks that code a
//! word carry cube-freeness from the word to the moves, and the word is Thue–Morse.

use std::collections::HashMap;
use std::hash::Hash;

use hissho_certificate::Claim;
use hissho_certificate::records::{self, RepetitionClaim, RepetitionFact};
use hissho_certificate::words::{Subject, WordFact};
use hissho_rules::records::{RecordGame, RecordPosition};
use hissho_solve::records::{Rule, Trace, distinct_positions, powers};

use super::printed::{printed, printed_one};
use super::words::of_word;
use super::{Part, Settling, Table};
use crate::records::examples::{
    BLOCKS, FIGURE_11, FIGURE_12, KNIGHTS, ORDER, ORDERS, sixty_moves, thue_morse_moves,
};

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A gold, a promoted pawn and a promoted lance, and eight moves that send them round in a circle.
const THREE_GENERALS: &str = "8k/9/9/9/4G+P3/5+L3/9/9/K8 b - 1";
const CIRCLE: &str = "4f5f 1a2a 4e4f 2a1a 5e4e 1a2a 5f5e 2a1a";

/// So many blocks are played in every order.
const ORDERS_TRIED: u32 = 9;

/// The ids settled here, and how.
pub(super) const TABLE: Table = &[("C9", sennichite), ("C20", evasion)];

/// A record to be certified.
struct Record<'a> {
    game: RecordGame,
    start: &'a str,
    moves: Vec<String>,
    /// The number of its first move.
    first: usize,
}

impl Record<'_> {
    fn shogi<'a>(start: &'a str, moves: &str) -> Record<'a> {
        Record { game: RecordGame::Shogi, start, moves: words(moves), first: 1 }
    }

    /// The record as numbers, by the rules of the checker; checks are of no interest here.
    fn trace(&self) -> Result<Trace, String> {
        let start = RecordPosition::parse(self.game, self.start).map_err(|error| error.to_string())?;
        let positions = start.replay(&self.moves).map_err(|error| error.to_string())?;
        Ok(Trace {
            positions: numbered(&positions),
            // a move is one side's
            moves: numbered(&self.moves.iter().zip([true, false].into_iter().cycle()).collect::<Vec<_>>()),
            checks: vec![false; self.moves.len()],
        })
    }

    /// A statement about the record, settled by a fact that is found by looking and then goes
    /// through the checker: `judge` says where the statement fails, if it does.
    fn look(
        &self,
        settling: &Settling<'_>,
        statement: impl Fn(&RepetitionFact) -> String,
        find: impl FnOnce(&Trace) -> RepetitionFact,
        judge: impl FnOnce(&Trace, &RepetitionFact) -> Option<String>,
    ) -> Part {
        let trace = match self.trace() {
            Ok(trace) => trace,
            Err(reason) => return Part::missing("the moves can be played", reason),
        };
        let fact = find(&trace);
        let said = statement(&fact);
        let start = match RecordPosition::parse(self.game, self.start) {
            Ok(start) => start,
            Err(error) => return Part::missing(said, error.to_string()),
        };
        let claim = RepetitionClaim { start, moves: self.moves.clone(), fact };
        match settling.make_and_check(|| Ok::<_, String>(records::write(&claim))) {
            Ok((proof, evidence)) => match judge(&trace, &claim.fact) {
                _ if *proof.claim() != Claim::Repetition(claim.clone()) => {
                    Part::refused(said, format!("it establishes another claim: {}", proof.claim()))
                }
                None => Part::established(said, &proof, evidence),
                Some(counterexample) => Part::refuted(said, &proof, counterexample, evidence),
            },
            Err(failure) => failure.part(said),
        }
    }

    /// The block of moves brings the first position back, not before its end.
    fn returns(&self, settling: &Settling<'_>, statement: &str) -> Part {
        self.look(
            settling,
            |_| statement.to_owned(),
            returns,
            |_, fact| {
                let RepetitionFact::Returns { at } = fact else { return None };
                (at[..] != [0, self.moves.len()])
                    .then(|| format!("the first position stands after moves {at:?}"))
            },
        )
    }

    /// No block of moves is played so many times in a row.
    fn has_no_power(&self, settling: &Settling<'_>, copies: usize, statement: &str) -> Part {
        let find = |trace: &Trace| RepetitionFact::Powers { copies, at: powers(trace, copies) };
        self.look(settling, |_| statement.to_owned(), find, |trace, fact| {
            let RepetitionFact::Powers { at, .. } = fact else { return None };
            let &(place, period) = at.first()?;
            let number = |ply: usize| self.first + ply;
            let same = trace.positions[place] == trace.positions[place + period];
            Some(format!(
                "moves {} to {} ({}) are played again as {} to {}; the positions before them are {}; such places: {}",
                number(place),
                number(place + period - 1),
                self.moves[place..place + period].join(", "),
                number(place + period),
                number(place + 2 * period - 1),
                if same { "the same" } else { "different, so that no rule about positions is touched" },
                at.len()
            ))
        })
    }

    /// A rule applies to these moves, or does not.
    fn rule(&self, settling: &Settling<'_>, rule: Rule, applies: bool, what: &str) -> Part {
        let find = |trace: &Trace| {
            let ply = rule.fires_at(trace);
            match rule {
                Rule::SennichiteOld => RepetitionFact::OldRule { ply },
                _ => RepetitionFact::Occurs { count: 4, ply },
            }
        };
        let name = if rule == Rule::SennichiteOld { "the old rule" } else { "the rule of 1983" };
        let when = |fact: &RepetitionFact| match fact {
            RepetitionFact::OldRule { ply } | RepetitionFact::Occurs { ply, .. } => {
                ply.map(|ply| self.first + ply - 1)
            }
            _ => None,
        };
        let statement = |fact: &RepetitionFact| match (applies, when(fact)) {
            (true, Some(number)) => format!("{what}: {name} applies, after move {number}"),
            (true, None) => format!("{what}: {name} applies"),
            (false, _) => format!("{what}: {name} does not apply"),
        };
        self.look(settling, statement, find, |_, fact| match (applies, when(fact)) {
            (true, None) => Some("it never applies".to_owned()),
            (false, Some(number)) => Some(format!("it applies after move {number}")),
            _ => None,
        })
    }
}

/// Equal things get equal numbers.
fn numbered<T: Eq + Hash>(things: &[T]) -> Vec<u32> {
    let mut numbers = HashMap::new();
    let number = |thing| {
        let next = numbers.len() as u32;
        *numbers.entry(thing).or_insert(next)
    };
    things.iter().map(number).collect()
}

/// When the first position stands again.
fn returns(trace: &Trace) -> RepetitionFact {
    let stands = |ply: &usize| trace.positions[*ply] == trace.positions[0];
    RepetitionFact::Returns { at: (0..trace.positions.len()).filter(stands).collect() }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn sennichite(settling: &Settling<'_>) -> Vec<Part> {
    [game_of_1983(settling), figure_12(settling)].concat()
}

/// The game of 1983: its blocks, its length and what repeats in it.
fn game_of_1983(settling: &Settling<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    for (name, block) in BLOCKS {
        let record = Record::shogi(FIGURE_11, block);
        let length = record.moves.len();
        let statement = format!("block {name} of the 1983 game ({length} moves) returns to figure 11");
        parts.push(record.returns(settling, &statement));
    }
    let numbers: Vec<usize> = printed("game-of-1983-moves");
    let (first, last) = (numbers[0], numbers[1]);
    let game = Record { first, ..Record::shogi(FIGURE_11, &sixty_moves().join(" ")) };
    let positions = |trace: &Trace| RepetitionFact::Positions {
        plies: trace.moves.len(),
        distinct: distinct_positions(trace),
    };
    let length: usize = printed_one("game-of-1983-length");
    let blocks = ORDER.chars().map(|c| c.to_string()).collect::<Vec<_>>().join(" ");
    parts.push(game.look(
        settling,
        |_| format!("as printed: the blocks {blocks}, moves {first} to {last}, are {length} moves"),
        positions,
        |trace, _| {
            let plies = trace.moves.len();
            let lengths: Vec<String> = ORDER
                .chars()
                .filter_map(|name| BLOCKS.iter().find(|(other, _)| *other == name))
                .map(|(_, block)| words(block).len().to_string())
                .collect();
            let sum = lengths.join(" + ");
            (plies != length)
                .then(|| format!("{sum} = {plies}, and {last} - {first} + 1 = {}", last - first + 1))
        },
    ));
    parts.push(game.look(
        settling,
        |fact| match fact {
            RepetitionFact::Positions { plies, distinct } => format!(
                "the blocks {blocks}, moves {first} to {last}, are {plies} moves; they pass through {distinct} different positions"
            ),
            _ => String::new(),
        },
        positions,
        |trace, _| (trace.moves.len() != last + 1 - first).then(|| "another number of moves".to_owned()),
    ));
    let times: usize = printed_one("game-of-1983-occurrences");
    parts.push(game.look(
        settling,
        |fact| match fact {
            RepetitionFact::Returns { at } => {
                let moves: Vec<String> = at.iter().map(|ply| (first + ply - 1).to_string()).collect();
                format!(
                    "the position of figure 11 occurs {times} times in all, after moves {}",
                    moves.join(", ")
                )
            }
            _ => String::new(),
        },
        returns,
        |_, fact| match fact {
            RepetitionFact::Returns { at } if at.len() != times => Some(format!("{} times", at.len())),
            _ => None,
        },
    ));
    parts.push(game.rule(settling, Rule::Sennichite1983, true, "today the game would have ended"));
    let none = "no sequence of moves occurs three times in a row, whatever its length";
    parts.push(game.has_no_power(settling, 3, none));
    parts.push(of_word(
        settling,
        &format!("\"not even twice in a row\", of the blocks: {blocks} has no square"),
        Subject::Text(ORDER.to_owned()),
        WordFact::PowerFree { copies: 2, length: ORDER.len() },
    ));
    parts.push(game.has_no_power(settling, 2, "\"not even twice in a row\", of the moves themselves"));
    parts
}

/// The two orders of figure 12, and the rules old and new beside each other.
fn figure_12(settling: &Settling<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    let [a, b] = ORDERS;
    for (name, order) in [("A", a), ("B", b)] {
        let statement = format!("figure 12: the order {name} = {order} returns to its start");
        parts.push(Record::shogi(FIGURE_12, order).returns(settling, &statement));
    }
    let aaa = Record::shogi(FIGURE_12, &[a, a, a].join(" "));
    parts.push(aaa.rule(settling, Rule::SennichiteOld, true, "A A A"));
    parts.push(aaa.rule(settling, Rule::Sennichite1983, true, "A A A"));
    let aba = Record::shogi(FIGURE_12, &[a, b, a].join(" "));
    parts.push(aba.rule(settling, Rule::SennichiteOld, false, "A B A"));
    parts.push(aba.rule(settling, Rule::Sennichite1983, true, "A B A"));
    parts.push(Record::shogi(FIGURE_12, a).look(
        settling,
        |_| {
            format!(
                "the old rule's event implies the new one's, looked at in one position only: in each of the {} orders of \
                 {ORDERS_TRIED} blocks A, B from figure 12, when a block of moves that returns to the position before it has been \
                 played three times in a row, some position has occurred four times",
                1 << ORDERS_TRIED
            )
        },
        |_| RepetitionFact::Orders { other: words(b), length: ORDERS_TRIED },
        |_, _| None,
    ));
    let generals = Record::shogi(THREE_GENERALS, &[CIRCLE, CIRCLE, CIRCLE].join(" "));
    parts.push(generals.look(
        settling,
        |_| {
            "(beside the text) the same moves three times in a row and back at the first position, which has yet occurred only \
             twice: gold, promoted pawn and promoted lance go round in a circle, their moves written as squares. The implication needs \
             moves that name their piece, as printed ones do"
                .to_owned()
        },
        returns,
        |trace, fact| {
            let whole = words(CIRCLE).len();
            let RepetitionFact::Returns { at } = fact else { return None };
            let is_cube = powers(trace, 3).contains(&(0, whole));
            (!is_cube || at[..] != [0, 3 * whole]).then(|| format!("it stands after {at:?}"))
        },
    ));
    parts
}

fn evasion(settling: &Settling<'_>) -> Vec<Part> {
    let pairs = [
        (RecordGame::Shogi, FIGURE_12, ORDERS, "figure 12", "the old rule"),
        (RecordGame::Chess, CHESS, KNIGHTS, "Euwe's knights", "the old German rule"),
    ];
    let mut parts = Vec::new();
    for (game, start, pair, name, rule) in pairs {
        let [a, b] = pair;
        let block = Record { game, start, moves: words(a), first: 1 };
        let statement = format!(
            "{name}: A = {a} and B = {b} return to the start; played in the order of any word without cubes, for ever, no sequence of \
             moves occurs three times in a row, and {rule} never applies"
        );
        let coding = |_: &Trace| RepetitionFact::Coding { other: words(b) };
        parts.push(block.look(settling, |_| statement.clone(), coding, |_, _| None));
        let moves: Vec<String> = thue_morse_moves(pair, 256).map(str::to_owned).collect();
        let played = Record { game, start, moves, first: 1 };
        let statement = format!(
            "{name}: the first 256 blocks in the order of the Thue-Morse word, replayed: no cube of moves"
        );
        parts.push(played.has_no_power(settling, 3, &statement));
    }
    // Theorem 36, with the parts above: the players can go on for ever.
    parts.push(super::laws::cube_free(settling));
    parts
}
