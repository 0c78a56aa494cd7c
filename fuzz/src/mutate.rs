//! Fuzzing without a nightly compiler: `cargo run --release [SECONDS]` changes the built-in rules texts at random and reads them.
//!
//! Pieces of texts are cut, doubled, exchanged, or replaced by bytes and words of the language. A panic prints the text
//! that caused it.

use std::time::{Duration, Instant};

use rules::name::BUILT_IN;

const WORDS: &[&str] = &[
    "game ",
    "param ",
    "position ",
    "move ",
    "claim ",
    "order ",
    "where ",
    "exists i . ",
    "forall j . ",
    "x'",
    "y'",
    " < ",
    " = ",
    " <= ",
    " div ",
    " mod ",
    " xor ",
    "min(",
    "max(",
    "floor(",
    "mu(",
    "phi",
    "(",
    ")",
    ",",
    "\n",
    "#",
    "0",
    "1",
    "18446744073709551615",
    "999999999999",
    "if ",
    " then ",
    " else ",
    "not ",
    " and ",
    " or ",
    " iff ",
    "\u{e9}",
];

/// Marsaglia, Xorshift RNGs, 2003.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

fn main() {
    let seconds = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(10);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut corpus: Vec<Vec<u8>> = BUILT_IN.iter().map(|(_, text)| text.as_bytes().to_vec()).collect();
    let mut count = 0u64;
    while Instant::now() < end {
        let mut text = corpus[random.below(corpus.len())].clone();
        for _ in 0..=random.below(6) {
            change(&mut text, &corpus, &mut random);
        }
        let shown = text.clone();
        let result = std::panic::catch_unwind(|| hissho_fuzz::rules_language(&text));
        if result.is_err() {
            println!("this text makes the reader panic:\n{}", String::from_utf8_lossy(&shown));
            std::process::exit(1);
        }
        count += 1;
        // Some changed texts are changed again.
        if corpus.len() < 2000 && shown.len() < 4000 && random.below(20) == 0 {
            corpus.push(shown);
        }
    }
    println!("{count} texts read in {seconds} s, none of them made the reader panic");
}

fn change(text: &mut Vec<u8>, corpus: &[Vec<u8>], random: &mut Random) {
    let at = random.below(text.len() + 1);
    let end = (at + random.below(12)).min(text.len());
    match random.below(5) {
        0 => text.drain(at..end).for_each(drop),
        1 => text.splice(at..at, WORDS[random.below(WORDS.len())].bytes()).for_each(drop),
        2 => text.splice(at..end, [random.below(256) as u8]).for_each(drop),
        3 => {
            let piece = text[at..end].to_vec();
            text.splice(at..at, piece.repeat(1 + random.below(40))).for_each(drop);
        }
        _ => {
            let other = &corpus[random.below(corpus.len())];
            let from = random.below(other.len() + 1);
            let to = (from + random.below(60)).min(other.len());
            text.splice(at..end, other[from..to].iter().copied()).for_each(drop);
        }
    }
}
