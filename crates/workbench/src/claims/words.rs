//! Words: C10, C11, the words of C13.
//!
//! Finite statements and printed tables are settled here with `word` certificates; the statements
//! about every n have parts of their own, settled by automata.

use hissho_certificate::Claim;
use hissho_certificate::words::{self, Identity, Subject, WordClaim, WordFact};
use hissho_rules::words::{Definition, Word};
use hissho_solve::words::avoid::{self, Avoid, Continuation};
use hissho_solve::words::runs::{Repetition, summarise};

use super::laws::formula;
use super::printed::{printed, printed_one};
use super::{Part, Settling, Table};

/// The ids settled here, and how.
pub(super) const TABLE: Table = &[("C10", thue_morse), ("C11", fibonacci), ("C13", metallic)];

/// A fact about a word, certified.
pub(super) fn of_word(settling: &Settling<'_>, statement: &str, subject: Subject, fact: WordFact) -> Part {
    let claim = WordClaim { subject, fact };
    settling.certify(statement, &Claim::Word(claim.clone()), || Ok::<_, String>(words::write(&claim)))
}

/// The beginning of the s-th Fibonacci word as printed under `key`, by the cutting line.
fn begins(settling: &Settling<'_>, statement: &str, s: u32, key: &str) -> Part {
    let fact = WordFact::Begins { by: Definition::CuttingLine, text: printed_one(key) };
    of_word(settling, statement, Subject::Word(Word::Fibonacci(s)), fact)
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
