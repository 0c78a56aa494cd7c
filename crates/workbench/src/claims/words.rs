//! Words and repetition: C9, C10, C11, the words of C13, C20.
//!
//! Finite statements and printed tables are settled here with `word` and `repetition` certificates; the statements about
//! every n of C10, C11 and C13 have parts of their own, settled by automata. C20 needs one of those too: blocks that code a
//! word carry cube-freeness from the word to the moves, and the word is Thue–Morse.

use std::collections::HashMap;
use std::hash::Hash;

use hissho_certificate::Claim;
use hissho_certificate::records::{self, RepetitionClaim, RepetitionFact};
use hissho_certificate::words::{self, Identity, Subject, WordClaim, WordFact};
use hissho_rules::records::{RecordGame, RecordPosition};
use hissho_rules::words::{Definition, Word};
use hissho_solve::records::{Rule, Trace, distinct_positions, powers};
use hissho_solve::words::avoid::{self, Avoid, Continuation};
use hissho_solve::words::runs::{Repetition, summarise};

use super::laws::formula;
use super::printed::{printed, printed_one};
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
pub(super) const TABLE: Table =
    &[("C9", sennichite), ("C10", thue_morse), ("C11", fibonacci), ("C13", metallic), ("C20", evasion)];

/// A fact about a word, certified.
fn of_word(settling: &Settling<'_>, statement: &str, subject: Subject, fact: WordFact) -> Part {
    let claim = WordClaim { subject, fact };
    settling.certify(statement, &Claim::Word(claim.clone()), || Ok::<_, String>(words::write(&claim)))
}

/// The beginning of the s-th Fibonacci word as printed under `key`, by the cutting line.
fn begins(settling: &Settling<'_>, statement: &str, s: u32, key: &str) -> Part {
    let fact = WordFact::Begins { by: Definition::CuttingLine, text: printed_one(key) };
    of_word(settling, statement, Subject::Word(Word::Fibonacci(s)), fact)
}

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

    /// A statement about the record, settled by a fact that is found by looking and then goes through the checker: `judge`
    /// says where the statement fails, if it does.
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

fn thue_morse(settling: &Settling<'_>) -> Vec<Part> {
    let subject = || Subject::Word(Word::ThueMorse);
    let terms: String = printed_one("thue-morse");
    let mut parts = vec![of_word(
        settling,
        "the four definitions agree on the first 2^18 terms",
        subject(),
        WordFact::Agree { length: 1 << 18, by: Word::ThueMorse.definitions().to_vec() },
    )];
    parts.push(of_word(
        settling,
        &format!("the {} printed terms, by binary digits", terms.len()),
        subject(),
        WordFact::Begins { by: Definition::Digits, text: terms.clone() },
    ));
    for (m, text) in printed::<String>("thue-morse-y").into_iter().enumerate() {
        parts.push(of_word(
            settling,
            &format!("the printed Y{m}, by concatenation"),
            subject(),
            WordFact::Begins { by: Definition::Concatenation, text },
        ));
    }
    parts.push(of_word(
        settling,
        &format!("exercise 31: no block occurs three times in a row in the first {} terms", terms.len()),
        subject(),
        WordFact::PowerFree { copies: 3, length: terms.len() },
    ));
    parts.push(of_word(
        settling,
        "theorem 36 on the first 2^13 terms: no cube; more than that, no overlap",
        subject(),
        WordFact::OverlapFree { length: 1 << 13 },
    ));
    parts.push(formula(
        "the step of the proof of theorem 36 for even d, that halving the first repetition, at i, gives an earlier one, uses",
        "forall i . i div 2 < i",
        settling,
    ));
    let built =
        avoid::continue_word(b"0", b"01", Avoid::Power(3), 100, |_| Ok::<_, std::convert::Infallible>(()));
    if let Ok(Continuation::Found(text)) = built {
        parts.push(of_word(
            settling,
            "exercise 29: a word of 100 terms without cubes, built term by term, each the smallest that can be continued",
            Subject::Text(String::from_utf8_lossy(&text).into_owned()),
            WordFact::PowerFree { copies: 3, length: 100 },
        ));
    }
    parts.push(count_cube_free(settling));
    parts
}

/// "There are many": counted by growing words, and for short ones by looking at every word.
fn count_cube_free(settling: &Settling<'_>) -> Part {
    let meter = settling.limits.start();
    let counts = match avoid::count(Avoid::Power(3), 2, 30, |n| meter.spend(n)) {
        Ok(counts) => counts,
        Err(stop) => return Part::missing("there are many words without cubes", stop.to_string()),
    };
    let by_looking = |length: usize| {
        let is_free = |bits: &u32| {
            let text: Vec<u8> = (0..length).map(|at| (bits >> at & 1) as u8).collect();
            summarise(&text).first_cube.is_none()
        };
        (0..1u32 << length).filter(is_free).count() as u64
    };
    let statement = format!(
        "there are many words without cubes: {} of 10 terms, {} of 20, {} of 30",
        counts[10], counts[20], counts[30]
    );
    if (0..=12).all(|length| by_looking(length) == counts[length]) {
        Part::computed(statement, "grown term by term; up to 12 terms also by looking at every word")
    } else {
        Part::open(statement, "two programs disagree")
    }
}

fn fibonacci(settling: &Settling<'_>) -> Vec<Part> {
    let subject = || Subject::Word(Word::Fibonacci(1));
    let mut parts = vec![
        of_word(
            settling,
            "cutting sequence, concatenation and substitution agree on the first 2^18 terms",
            subject(),
            WordFact::Agree { length: 1 << 18, by: Word::Fibonacci(1).definitions().to_vec() },
        ),
        begins(settling, "the printed terms, by the cutting line", 1, "fibonacci"),
    ];
    for (m, text) in printed::<String>("fibonacci-g").into_iter().enumerate() {
        parts.push(of_word(
            settling,
            &format!("the printed G{m} = {text}, by concatenation"),
            subject(),
            WordFact::Begins { by: Definition::Concatenation, text },
        ));
    }
    let identities = [
        (Identity::Mean, "lemma 39: phi² = phi + 1 and 1/phi = phi - 1", 1),
        (Identity::Ones, "proposition 40 (1), ones among the first n terms, for n up to 100000", 100_000),
        (Identity::Zeros, "proposition 40 (2), zeros among the first n terms, for n up to 100000", 100_000),
        (Identity::Term3, "proposition 40 (3) for n up to 100000", 100_000),
        (Identity::Term4, "proposition 40 (4) for n up to 100000", 100_000),
        (Identity::Term5, "proposition 40 (5) for n up to 100000", 100_000),
        (Identity::PlacesOfZeros, "proposition 42 (1), k_i = floor(i phi), for i up to 30000", 30_000),
        (Identity::PlacesOfOnes, "proposition 42 (2), l_i = floor(i phi²), for i up to 30000", 30_000),
        (Identity::Difference, "proposition 42 (3), l_i - k_i = i, for i up to 30000", 30_000),
        (Identity::Split, "the numbers floor(i phi) and floor(i phi²) are 1 to 100000, each once", 100_000),
    ];
    for (identity, statement, limit) in identities {
        parts.push(of_word(settling, statement, subject(), WordFact::Holds { identity, limit }));
    }
    for (symbol, letter) in [('0', "k"), ('1', "l")] {
        let at: Vec<u64> = printed(&format!("fibonacci-{letter}"));
        let statement = format!("the printed table of {letter}_i, i = 1 to {}", at.len());
        parts.push(of_word(settling, &statement, subject(), WordFact::Places { symbol, at }));
    }
    parts.push(formula(
        "as printed in the proof of proposition 40 (1), *vertical* lines crossed up to x are floor(x/phi); at x = i, where i have been crossed",
        "forall i . i >= 1 implies i = floor(i*(1/phi))",
        settling,
    ));
    parts.push(formula(
        "as printed in the proof of proposition 40 (1), floor(x/phi) + 1 > floor((n+1)/phi²) > floor(x/phi); at the vertical crossings x = i",
        "forall i, n . i >= 1 and n = i + floor(i*(1/phi)) implies floor(i*(1/phi)) + 1 > floor((n + 1)*(1/(1 + phi))) \
         and floor((n + 1)*(1/(1 + phi))) > floor(i*(1/phi))",
        settling,
    ));
    const LOOKED_AT: usize = 1 << 13;
    let text = Word::Fibonacci(1).prefix(Definition::Concatenation, LOOKED_AT).unwrap_or_default();
    if let Some(Repetition { start, period }) = summarise(&text).first_cube {
        let block = String::from_utf8_lossy(&text[start..start + period]).into_owned();
        parts.push(of_word(
            settling,
            &format!(
                "(beside the text) this word has cubes, so it would not do for the players: {block} three times from term {} on",
                start + 1
            ),
            subject(),
            WordFact::Repeats { start, period, copies: 3 },
        ));
    }
    parts.push(of_word(
        settling,
        &format!("(beside the text) and no fourth power in the first {LOOKED_AT} terms"),
        subject(),
        WordFact::PowerFree { copies: 4, length: LOOKED_AT },
    ));
    parts
}

fn metallic(settling: &Settling<'_>) -> Vec<Part> {
    let mut parts = vec![begins(
        settling,
        "example 47: the printed terms of the second Fibonacci word, by the cutting line",
        2,
        "fibonacci-2",
    )];
    for (symbol, letter) in [('0', "k"), ('1', "l")] {
        let at: Vec<u64> = printed(&format!("fibonacci-2-{letter}"));
        parts.push(of_word(
            settling,
            &format!("example 47: the printed {letter}_i, i = 1 to {}", at.len()),
            Subject::Word(Word::Fibonacci(2)),
            WordFact::Places { symbol, at },
        ));
    }
    for s in 1..=8 {
        let word = Word::Fibonacci(s);
        parts.push(of_word(
            settling,
            &format!("s = {s}: cutting line, concatenation and substitution agree on the first 2^16 terms"),
            Subject::Word(word.clone()),
            WordFact::Agree { length: 1 << 16, by: word.definitions().to_vec() },
        ));
        for (identity, statement) in [
            (Identity::Mean, "mu² = s mu + 1 and 1/mu = mu - s"),
            (Identity::PlacesOfZeros, "proposition 48 (1), k_i = floor(i (1/mu + 1))"),
            (Identity::PlacesOfOnes, "proposition 48 (2), l_i = floor(i (mu + 1))"),
            (Identity::Difference, "proposition 48 (3), l_i - k_i = s i"),
        ] {
            let limit = if identity == Identity::Mean { 1 } else { 5_000 };
            let range = if limit == 1 { String::new() } else { format!(", for i up to {limit}") };
            let statement = format!("s = {s}: {statement}{range}");
            parts.push(of_word(
                settling,
                &statement,
                Subject::Word(word.clone()),
                WordFact::Holds { identity, limit },
            ));
        }
    }
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
