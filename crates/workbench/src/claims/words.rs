//! Words and repetition: C9, C10, C11, the words of C13, C20.
//!
//! Finite statements and printed tables are settled here with `word` and `repetition` certificates; the statements about
//! every n of C10, C11 and C13 have parts of their own, settled by automata. C20 needs one of those too: blocks that code a
//! word carry cube-freeness from the word to the moves, and the word is Thue–Morse.

use certificate::Claim;
use certificate::repetition::{self, RepetitionClaim, RepetitionFact};
use certificate::word::{self, Identity, Subject, WordClaim, WordFact};
use rules::record::RecordGame;
use rules::word::{Definition, Word};
use solve::words::avoid::{self, Avoid, Continuation};
use solve::words::runs::summarise;

use super::{Part, Settling};
use crate::record::examples::{
    BLOCKS, FIGURE_11, FIGURE_12, KNIGHTS, ORDER, ORDERS, sixty_moves, thue_morse_moves,
};

/// The ids settled here.
pub(super) const IDS: &[&str] = &["C9", "C10", "C11", "C13", "C20"];

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A gold, a promoted pawn and a promoted lance, and eight moves that send them round in a circle.
const THREE_GENERALS: &str = "8k/9/9/9/4G+P3/5+L3/9/9/K8 b - 1";
const CIRCLE: &str = "4f5f 1a2a 4e4f 2a1a 5e4e 1a2a 5f5e 2a1a";

pub(super) fn settle(id: &str, settling: &Settling<'_>) -> Vec<Part> {
    match id {
        "C9" => sennichite(settling),
        "C10" => thue_morse(settling),
        "C11" => fibonacci(settling),
        "C13" => metallic(settling),
        "C20" => evasion(settling),
        _ => Vec::new(),
    }
}

/// A fact about a word, certified.
fn of_word(settling: &Settling<'_>, statement: &str, subject: Subject, fact: WordFact) -> Part {
    let claim = WordClaim { subject, fact };
    settling.certify(statement, &Claim::Word(claim.clone()), || Ok::<_, String>(word::write(&claim)))
}

/// A printed statement contradicted by a fact about a word.
fn refuted_by_word(
    settling: &Settling<'_>,
    statement: &str,
    counterexample: &str,
    subject: Subject,
    fact: WordFact,
) -> Part {
    let claim = WordClaim { subject, fact };
    match settling.make_and_check(|| Ok::<_, String>(word::write(&claim))) {
        Ok((proof, evidence)) => Part::refuted(statement, &proof, counterexample, evidence),
        Err(failure) => failure.part(statement),
    }
}

/// A record to be certified.
struct Record<'a> {
    game: RecordGame,
    start: &'a str,
    moves: Vec<String>,
}

impl Record<'_> {
    fn shogi<'a>(start: &'a str, moves: &str) -> Record<'a> {
        Record { game: RecordGame::Shogi, start, moves: words(moves) }
    }

    fn claim(&self, fact: RepetitionFact) -> RepetitionClaim {
        RepetitionClaim { game: self.game, start: self.start.to_owned(), moves: self.moves.clone(), fact }
    }

    fn certify(&self, settling: &Settling<'_>, statement: &str, fact: RepetitionFact) -> Part {
        let claim = self.claim(fact);
        let expected = Claim::Repetition(claim.clone());
        settling.certify(statement, &expected, || Ok::<_, String>(repetition::write(&claim)))
    }

    fn refute(
        &self,
        settling: &Settling<'_>,
        statement: &str,
        counterexample: &str,
        fact: RepetitionFact,
    ) -> Part {
        let claim = self.claim(fact);
        match settling.make_and_check(|| Ok::<_, String>(repetition::write(&claim))) {
            Ok((proof, evidence)) => Part::refuted(statement, &proof, counterexample, evidence),
            Err(failure) => failure.part(statement),
        }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn sennichite(settling: &Settling<'_>) -> Vec<Part> {
    use RepetitionFact::*;
    let mut parts = Vec::new();
    for (name, block) in BLOCKS {
        let record = Record::shogi(FIGURE_11, block);
        let length = record.moves.len();
        let statement = format!(
            "block {name} of the 1983 game ({length} moves) returns to figure 11, not before its end"
        );
        parts.push(record.certify(settling, &statement, Returns { at: vec![0, length] }));
    }
    let game = Record::shogi(FIGURE_11, &sixty_moves().join(" "));
    parts.push(game.refute(
        settling,
        "as printed: the blocks A B A C B D C A, moves 119 to 178, are 62 moves",
        "seven blocks of 8 moves and one of 4 are 60 moves, and 178 - 119 + 1 = 60",
        Positions { plies: 60, distinct: 13 },
    ));
    parts.push(game.certify(
        settling,
        "the blocks A B A C B D C A, moves 119 to 178, are 60 moves and pass through 13 different positions",
        Positions { plies: 60, distinct: 13 },
    ));
    let nine = vec![0, 8, 16, 24, 32, 40, 44, 52, 60];
    parts.push(game.certify(
        settling,
        "the position of figure 11 occurs nine times: after moves 118, 126, 134, 142, 150, 158, 162, 170, 178",
        Returns { at: nine },
    ));
    parts.push(game.certify(
        settling,
        "under the rule of 1983 the game ends after move 142, the fourth occurrence",
        Occurs { count: 4, ply: Some(24) },
    ));
    parts.push(game.certify(
        settling,
        "no sequence of moves occurs three times in a row, whatever its length",
        Powers { copies: 3, at: Vec::new() },
    ));
    parts.push(of_word(
        settling,
        "\"not even twice in a row\", of the blocks: A B A C B D C A has no square",
        Subject::Text(ORDER.to_owned()),
        WordFact::PowerFree { copies: 2, length: ORDER.len() },
    ));
    parts.push(game.refute(
        settling,
        "\"not even twice in a row\", of the moves themselves",
        "moves 157 to 160 (8g7h, 6g7h, S*8g, S*6g) are played again as 161 to 164; move 157 takes a gold and 161 a silver, so the \
         positions before them differ and neither rule is touched",
        Powers { copies: 2, at: vec![(38, 4)] },
    ));
    let [a, b] = ORDERS;
    for (name, order) in [("A", a), ("B", b)] {
        parts.push(Record::shogi(FIGURE_12, order).certify(
            settling,
            &format!("figure 12: the order {name} = {order} returns to its start"),
            Returns { at: vec![0, 4] },
        ));
    }
    let aaa = Record::shogi(FIGURE_12, &[a, a, a].join(" "));
    parts.push(aaa.certify(settling, "A A A meets the old rule after 12 moves", OldRule { ply: Some(12) }));
    parts.push(aaa.certify(
        settling,
        "A A A meets the new rule after 12 moves",
        Occurs { count: 4, ply: Some(12) },
    ));
    let aba = Record::shogi(FIGURE_12, &[a, b, a].join(" "));
    parts.push(aba.certify(settling, "A B A does not meet the old rule", OldRule { ply: None }));
    parts.push(aba.certify(
        settling,
        "A B A meets the new rule after 12 moves",
        Occurs { count: 4, ply: Some(12) },
    ));
    parts.push(Record::shogi(FIGURE_12, a).certify(
        settling,
        "the old rule's event implies the new one's: in each of the 512 orders of nine blocks A, B from figure 12",
        Orders { other: words(b), length: 9 },
    ));
    let generals = Record::shogi(THREE_GENERALS, &[CIRCLE, CIRCLE, CIRCLE].join(" "));
    parts.push(generals.certify(
        settling,
        "(beside the text) that needs moves that name their piece, as printed ones do: here the same eight moves, written as squares, are \
         played three times in a row",
        Powers {
            copies: 3,
            at: vec![(0, 8)],
        },
    ));
    parts.push(generals.certify(
        settling,
        "(beside the text) and the first position returns at their end, yet has occurred only twice: gold, promoted pawn and promoted \
         lance have gone round in a circle",
        Returns { at: vec![0, 24] },
    ));
    parts
}

fn thue_morse(settling: &Settling<'_>) -> Vec<Part> {
    let subject = || Subject::Word(Word::ThueMorse);
    let printed = "01101001100101101001011001101001";
    let mut parts = vec![of_word(
        settling,
        "the four definitions agree on the first 2^18 terms",
        subject(),
        WordFact::Agree { length: 1 << 18, by: Word::ThueMorse.definitions().to_vec() },
    )];
    parts.push(of_word(
        settling,
        "the 32 printed terms, by binary digits",
        subject(),
        WordFact::Begins { by: Definition::Digits, text: printed.to_owned() },
    ));
    for (m, length) in [(0, 1), (1, 2), (2, 4), (3, 8), (4, 16), (5, 32)] {
        parts.push(of_word(
            settling,
            &format!("the printed Y{m}, by concatenation"),
            subject(),
            WordFact::Begins { by: Definition::Concatenation, text: printed[..length].to_owned() },
        ));
    }
    parts.push(of_word(
        settling,
        "exercise 31: no block occurs three times in a row in the first 32 terms",
        subject(),
        WordFact::PowerFree { copies: 3, length: 32 },
    ));
    parts.push(of_word(
        settling,
        "theorem 36 on the first 2^13 terms: no cube; more than that, no overlap",
        subject(),
        WordFact::OverlapFree { length: 1 << 13 },
    ));
    parts.push(refuted_by_word(
        settling,
        "as used in the proof of theorem 36, even d: halving the first repetition, at i, gives an earlier one, at floor(i/2)",
        "i = 0: floor(0/2) = 0 is not earlier (the proof holds when the shortest repetition is taken instead of the first)",
        subject(),
        WordFact::Fails { identity: Identity::ProofHalving, n: 0 },
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
        of_word(
            settling,
            "the 15 printed terms, by the cutting line",
            subject(),
            WordFact::Begins { by: Definition::CuttingLine, text: "010010100100101".to_owned() },
        ),
    ];
    for (m, text) in ["0", "01", "010", "01001", "01001010", "0100101001001"].iter().enumerate() {
        parts.push(of_word(
            settling,
            &format!("the printed G{m} = {text}, by concatenation"),
            subject(),
            WordFact::Begins { by: Definition::Concatenation, text: (*text).to_owned() },
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
    for (symbol, letter, at) in
        [('0', "k", vec![1, 3, 4, 6, 8, 9, 11, 12, 14]), ('1', "l", vec![2, 5, 7, 10, 13, 15, 18, 20, 23])]
    {
        let statement = format!("the printed table of {letter}_i, i = 1 to 9");
        parts.push(of_word(settling, &statement, subject(), WordFact::Places { symbol, at }));
    }
    parts.push(refuted_by_word(
        settling,
        "as printed in the proof of proposition 40 (1): the *vertical* lines crossed are as many as the ones",
        "n = 1: the first crossing is vertical and there is no one yet; the horizontal lines are meant",
        subject(),
        WordFact::Fails { identity: Identity::ProofVertical, n: 1 },
    ));
    parts.push(refuted_by_word(
        settling,
        "as printed in the proof of proposition 40 (1): floor(x/phi) + 1 > floor((n+1)/phi²) > floor(x/phi)",
        "n = 1: it would read 1 > 0 > 0; no integer lies strictly between neighbours, and the conclusion does not follow from it",
        subject(),
        WordFact::Fails { identity: Identity::ProofStrict, n: 1 },
    ));
    parts.push(of_word(
        settling,
        "(beside the text) this word has cubes, so it would not do for the players: 010 three times from term 6 on",
        subject(),
        WordFact::Repeats { start: 5, period: 3, copies: 3 },
    ));
    parts.push(of_word(
        settling,
        "(beside the text) and no fourth power in the first 2^13 terms",
        subject(),
        WordFact::PowerFree { copies: 4, length: 1 << 13 },
    ));
    parts
}

fn metallic(settling: &Settling<'_>) -> Vec<Part> {
    let second = || Subject::Word(Word::Fibonacci(2));
    let mut parts = vec![
        of_word(
            settling,
            "example 47: the 15 printed terms of the second Fibonacci word",
            second(),
            WordFact::Begins { by: Definition::CuttingLine, text: "001001000100100".to_owned() },
        ),
        of_word(
            settling,
            "example 47: the printed k_i, i = 1 to 9",
            second(),
            WordFact::Places { symbol: '0', at: vec![1, 2, 4, 5, 7, 8, 9, 11, 12] },
        ),
        of_word(
            settling,
            "example 47: the printed l_i, i = 1 to 9",
            second(),
            WordFact::Places { symbol: '1', at: vec![3, 6, 10, 13, 17, 20, 23, 27, 30] },
        ),
    ];
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
        let block = Record { game, start, moves: words(a) };
        parts.push(block.certify(
            settling,
            &format!(
                "{name}: A = {a} and B = {b} return to the start; played in the order of any word without cubes, for ever, no sequence of \
                 moves occurs three times in a row, and {rule} never applies"
            ),
            RepetitionFact::Coding { other: words(b) },
        ));
        let moves: Vec<String> = thue_morse_moves(pair, 256).map(str::to_owned).collect();
        let played = Record { game, start, moves };
        parts.push(played.certify(
            settling,
            &format!(
                "{name}: the first 256 blocks in the order of the Thue-Morse word, replayed: no cube of moves"
            ),
            RepetitionFact::Powers { copies: 3, at: Vec::new() },
        ));
    }
    // Theorem 36, with the parts above: the players can go on for ever.
    parts.push(super::laws::cube_free(settling));
    parts
}
