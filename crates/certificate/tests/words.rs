//! Word and repetition certificates: true ones are accepted, every false one is refused.

use std::collections::BTreeMap;

use hissho_certificate::records::{self, RepetitionClaim, RepetitionFact};
use hissho_certificate::words::{self, Identity, Subject, WordClaim, WordFact};
use hissho_certificate::{Allowance, Claim, Context, Refusal, Strength, check};
use hissho_rules::records::{RecordGame, RecordPosition};
use hissho_rules::words::{Definition, Word};
use hissho_testkit::{damage, sign, unsigned};

fn checked(text: &str) -> Result<Claim, Refusal> {
    check(text, &Context::default()).map(|proved| proved.claim().clone())
}

fn about(subject: &str, fact: WordFact) -> WordClaim {
    let subject = match subject.parse::<Word>() {
        Ok(word) => Subject::Word(word),
        Err(_) => Subject::Text(subject.to_owned()),
    };
    WordClaim { subject, fact }
}

fn fig_12(fact: RepetitionFact, blocks: &str) -> RepetitionClaim {
    let moves = blocks.chars().flat_map(block).collect();
    let start = RecordPosition::parse(RecordGame::Shogi, "8k/6Gpl/8p/9/9/9/9/9/4K4 w Gg 1").unwrap();
    RepetitionClaim { start, moves, fact }
}

fn block(name: char) -> Vec<String> {
    let moves = if name == 'A' { "G*2a G*3c 2a3b 3c3b" } else { "G*2a G*4c 2a3b 4c3b" };
    moves.split(' ').map(str::to_owned).collect()
}

/// True claims, one of each kind of fact.
fn true_words() -> Vec<WordClaim> {
    use Definition::*;
    let all = vec![Digits, Recurrence, Concatenation, Substitution];
    let mut claims = vec![
        about("thue-morse", WordFact::Agree { length: 300, by: all }),
        about(
            "fibonacci(3)",
            WordFact::Agree { length: 300, by: vec![CuttingLine, Concatenation, Substitution] },
        ),
        about("thue-morse", WordFact::Begins { by: Digits, text: "0110100110010110".into() }),
        about("thue-morse", WordFact::PowerFree { copies: 3, length: 500 }),
        about("thue-morse", WordFact::OverlapFree { length: 500 }),
        about("fibonacci", WordFact::PowerFree { copies: 4, length: 500 }),
        about("fibonacci", WordFact::Repeats { start: 5, period: 3, copies: 3 }),
        about("00101101", WordFact::PowerFree { copies: 3, length: 8 }),
        about("fibonacci", WordFact::Places { symbol: '0', at: vec![1, 3, 4, 6, 8, 9, 11, 12, 14] }),
        about("fibonacci(2)", WordFact::Places { symbol: '1', at: vec![3, 6, 10, 13, 17, 20, 23, 27, 30] }),
    ];
    use Identity::*;
    for identity in [Mean, Ones, Zeros, Term3, Term4, Term5, PlacesOfZeros, PlacesOfOnes, Difference, Split] {
        let limit = if identity == Mean { 1 } else { 400 };
        claims.push(about("fibonacci", WordFact::Holds { identity, limit }));
    }
    for s in 2..8 {
        for identity in [Mean, PlacesOfZeros, PlacesOfOnes, Difference] {
            let limit = if identity == Mean { 1 } else { 100 };
            claims.push(about(&format!("fibonacci({s})"), WordFact::Holds { identity, limit }));
        }
    }
    claims
}

fn true_records() -> Vec<RepetitionClaim> {
    vec![
        fig_12(RepetitionFact::Positions { plies: 12, distinct: 6 }, "ABA"),
        fig_12(RepetitionFact::Returns { at: vec![0, 4, 8, 12] }, "ABA"),
        fig_12(RepetitionFact::Occurs { count: 4, ply: Some(12) }, "ABAB"),
        fig_12(RepetitionFact::Occurs { count: 5, ply: None }, "ABA"),
        fig_12(RepetitionFact::Powers { copies: 3, at: vec![] }, "ABBABAAB"),
        fig_12(RepetitionFact::Powers { copies: 2, at: vec![(4, 4), (5, 4)] }, "ABBA"),
        fig_12(RepetitionFact::OldRule { ply: None }, "ABABBA"),
        fig_12(RepetitionFact::OldRule { ply: Some(16) }, "BAAAA"),
        fig_12(RepetitionFact::Coding { other: block('B') }, "A"),
        fig_12(RepetitionFact::Orders { other: block('B'), length: 4 }, "A"),
    ]
}

#[test]
fn true_claims_are_accepted_and_read_back_as_they_were_written() {
    for claim in true_words() {
        assert_eq!(checked(&words::write(&claim)), Ok(Claim::Word(claim.clone())), "{claim}");
    }
    for claim in true_records() {
        let accepted = checked(&records::write(&claim));
        assert_eq!(accepted, Ok(Claim::Repetition(claim.clone())), "{claim}");
        let universal = matches!(claim.fact, RepetitionFact::Coding { .. });
        assert_eq!(accepted.unwrap().strength() == Strength::Universal, universal);
    }
}

#[test]
fn false_claims_are_refused_however_well_they_are_signed() {
    use Definition::*;
    let words = [
        about("thue-morse", WordFact::Begins { by: Digits, text: "0110100110010111".into() }),
        about("thue-morse", WordFact::PowerFree { copies: 2, length: 3 }),
        about("fibonacci", WordFact::PowerFree { copies: 3, length: 14 }),
        about("fibonacci", WordFact::OverlapFree { length: 20 }),
        about("fibonacci", WordFact::Repeats { start: 4, period: 3, copies: 3 }),
        about("fibonacci", WordFact::Repeats { start: 5, period: 0, copies: 3 }),
        about("fibonacci", WordFact::Repeats { start: 5, period: 3, copies: 1 }),
        about("fibonacci", WordFact::Repeats { start: 5, period: usize::MAX, copies: 3 }),
        about("0010001", WordFact::PowerFree { copies: 3, length: 7 }),
        about("0010", WordFact::PowerFree { copies: 3, length: 7 }),
        about("0010", WordFact::Begins { by: Digits, text: "0".into() }),
        about("0010", WordFact::PowerFree { copies: 1, length: 0 }),
        about("fibonacci", WordFact::Places { symbol: '0', at: vec![1, 3, 4, 6, 8, 9, 12] }),
        about("fibonacci", WordFact::Places { symbol: '0', at: vec![0] }),
        about("fibonacci", WordFact::Places { symbol: '0', at: vec![] }),
        about("thue-morse", WordFact::Holds { identity: Identity::Split, limit: 3 }),
        about("fibonacci(2)", WordFact::Holds { identity: Identity::Ones, limit: 3 }),
        about("thue-morse", WordFact::Holds { identity: Identity::Ones, limit: 3 }),
        about("thue-morse", WordFact::Agree { length: 5, by: vec![Digits] }),
        about("thue-morse", WordFact::Agree { length: 5, by: vec![Digits, CuttingLine] }),
        about("thue-morse", WordFact::PowerFree { copies: 3, length: usize::MAX }),
        about("fibonacci", WordFact::Holds { identity: Identity::Difference, limit: u64::MAX }),
    ];
    for claim in words {
        assert!(checked(&words::write(&claim)).is_err(), "{claim}");
    }
    let records = [
        fig_12(RepetitionFact::Positions { plies: 12, distinct: 7 }, "ABA"),
        fig_12(RepetitionFact::Positions { plies: 11, distinct: 6 }, "ABA"),
        fig_12(RepetitionFact::Returns { at: vec![0, 4, 8] }, "ABA"),
        fig_12(RepetitionFact::Occurs { count: 4, ply: Some(13) }, "ABAB"),
        fig_12(RepetitionFact::Occurs { count: 4, ply: None }, "ABAB"),
        fig_12(RepetitionFact::Occurs { count: 1, ply: Some(0) }, "ABAB"),
        fig_12(RepetitionFact::Powers { copies: 3, at: vec![] }, "AAA"),
        fig_12(RepetitionFact::Powers { copies: 1, at: vec![] }, "A"),
        fig_12(RepetitionFact::Powers { copies: 2, at: vec![(4, 4)] }, "ABBA"),
        fig_12(RepetitionFact::OldRule { ply: None }, "BAAA"),
        fig_12(RepetitionFact::OldRule { ply: Some(12) }, "BAAA"),
        fig_12(RepetitionFact::Coding { other: block('A') }, "A"),
        fig_12(RepetitionFact::Coding { other: vec![] }, ""),
        fig_12(RepetitionFact::Coding { other: [block('B'), block('B')].concat() }, "AA"),
        fig_12(RepetitionFact::Coding { other: [block('B'), block('B')].concat() }, "AB"),
        fig_12(RepetitionFact::Coding { other: block('B')[..2].to_vec() }, "A"),
        fig_12(RepetitionFact::Orders { other: block('B')[..2].to_vec(), length: 3 }, "A"),
        fig_12(RepetitionFact::Orders { other: block('B'), length: 39 }, "A"),
    ];
    for claim in records {
        assert!(checked(&records::write(&claim)).is_err(), "{claim}");
    }
}

/// What survives damage must be a claim that is true and that says what its text says.
#[test]
fn damage_is_refused_or_leaves_another_true_claim() {
    for claim in true_words() {
        for survivor in damage(&words::write(&claim), |text| checked(text).ok()) {
            let Claim::Word(accepted) = survivor.accepted else { panic!("{}", survivor.change) };
            assert_eq!(
                words::write(&accepted),
                survivor.text,
                "{}: two texts for one claim",
                survivor.change
            );
            assert_ne!(accepted, claim, "{}", survivor.change);
            assert!(is_plainly_true(&accepted), "{accepted}");
        }
    }
    for claim in true_records() {
        for survivor in damage(&records::write(&claim), |text| checked(text).ok()) {
            let Claim::Repetition(accepted) = survivor.accepted else { panic!("{}", survivor.change) };
            let again = records::write(&accepted);
            assert_eq!(again, survivor.text, "{}: two texts for one claim", survivor.change);
            assert_ne!(accepted, claim, "{}", survivor.change);
            assert!(is_plainly_true_of_record(&accepted), "{accepted}");
        }
    }
}

/// A second opinion on the facts, by other means than the checker's.
fn is_plainly_true(claim: &WordClaim) -> bool {
    let symbols = |length: usize| match &claim.subject {
        Subject::Word(word) => word.prefix(Definition::Substitution, length).unwrap(),
        Subject::Text(text) => text.as_bytes()[..length].to_vec(),
    };
    let has = |text: &[u8], length: usize, period: usize| {
        text.windows(length).any(|window| window[period..] == window[..length - period])
    };
    match &claim.fact {
        WordFact::PowerFree { copies, length } => {
            let text = symbols(*length);
            (1..=length / copies).all(|period| !has(&text, copies * period, period))
        }
        WordFact::OverlapFree { length } => {
            let text = symbols(*length);
            (1..).take_while(|p| 2 * p < *length).all(|period| !has(&text, 2 * period + 1, period))
        }
        WordFact::Repeats { start, period, copies } => {
            let text = symbols(start + period * copies);
            text[*start..].chunks(*period).all(|copy| *copy == text[*start..start + period])
        }
        WordFact::Begins { text, .. } => symbols(text.len()) == text.as_bytes(),
        WordFact::Places { symbol, at } => {
            let first = if let Subject::Word(word) = &claim.subject { word.first_index() } else { 0 };
            let text = symbols((at[at.len() - 1] + 1 - first) as usize);
            text.iter().zip(first..).all(|(&found, n)| (char::from(found) == *symbol) == at.contains(&n))
        }
        WordFact::Agree { length, by } => {
            let Subject::Word(word) = &claim.subject else { return false };
            by.iter().all(|&by| word.prefix(by, *length).unwrap() == symbols(*length))
        }
        WordFact::Holds { .. } => true,
    }
}

/// Squares of the naive board by name, the hands as lists, the side to move: no code of
/// [`hissho_rules::records`].
type Naive = (BTreeMap<String, String>, Vec<String>, bool);

fn naive_start(text: &str) -> Naive {
    let fields: Vec<&str> = text.split(' ').collect();
    let mut squares = BTreeMap::new();
    for (row, rank) in fields[0].split('/').zip('a'..) {
        let (mut file, mut mark) = (9, String::new());
        for symbol in row.chars() {
            match symbol.to_digit(10) {
                Some(empty) => file -= empty,
                None if symbol == '+' => mark = "+".into(),
                None => {
                    squares.insert(format!("{file}{rank}"), format!("{mark}{symbol}"));
                    (file, mark) = (file - 1, String::new());
                }
            }
        }
    }
    let mut hands = Vec::new();
    let mut count = 0;
    for symbol in fields[2].chars().filter(|symbol| *symbol != '-') {
        match symbol.to_digit(10) {
            Some(digit) => count = 10 * count + digit,
            None => {
                hands.extend(vec![symbol.to_string(); count.max(1) as usize]);
                count = 0;
            }
        }
    }
    hands.sort();
    (squares, hands, fields[1] == "b")
}

/// A shogi move by plain string handling; `None` where the page refuses it.
fn naive_play((squares, hands, upper): &Naive, text: &str) -> Option<Naive> {
    let (mut squares, mut hands) = (squares.clone(), hands.clone());
    let case = |text: &str, up: bool| if up { text.to_uppercase() } else { text.to_lowercase() };
    let is_square = |name: &str| match name.as_bytes() {
        [b'1'..=b'9', b'a'..=b'i'] => Some(()),
        _ => None,
    };
    if let Some((piece, to)) = text.split_once('*') {
        is_square(to)?;
        let mine = case(piece, *upper);
        let at = hands.iter().position(|held| *held == mine).filter(|_| piece == case(piece, true))?;
        hands.remove(at);
        if squares.insert(to.into(), mine).is_some() {
            return None;
        }
    } else {
        let (from, to, mark) = (text.get(..2)?, text.get(2..4)?, text.get(4..)?);
        is_square(to).filter(|_| from != to)?;
        let mut piece = squares.remove(from).filter(|piece| *piece == case(piece, *upper))?;
        if mark == "+" && "PLNSBR".contains(&case(&piece, true)) {
            piece = format!("+{piece}");
        } else if !mark.is_empty() {
            return None;
        }
        if let Some(taken) = squares.insert(to.into(), piece) {
            if taken == case(&taken, *upper) || case(&taken, true) == "K" {
                return None;
            }
            hands.push(case(taken.trim_start_matches('+'), *upper));
            hands.sort();
        }
    }
    Some((squares, hands, !upper))
}

fn naive_replay(start: &str, moves: &[String]) -> Option<Vec<Naive>> {
    let mut positions = vec![naive_start(start)];
    for text in moves {
        positions.push(naive_play(positions.last()?, text)?);
    }
    Some(positions)
}

/// The places and lengths of the blocks played `copies` times in a row, by comparing slices; a
/// block of odd length would begin with another side.
fn naive_powers(moves: &[String], copies: usize) -> Vec<(usize, usize)> {
    let is_power = |place: usize, period: usize| {
        let block = &moves[place..place + period];
        (1..copies).all(|n| moves[place + n * period..][..period] == *block)
    };
    let places = |period: usize| (0..=moves.len() - copies * period).map(move |place| (place, period));
    let periods = (1..=moves.len() / copies).filter(|period| period % 2 == 0);
    periods.flat_map(places).filter(|&(place, period)| is_power(place, period)).collect()
}

fn naive_old_rule(positions: &[Naive], moves: &[String]) -> Option<usize> {
    let returning = |&(place, period): &(usize, usize)| positions[place] == positions[place + period];
    naive_powers(moves, 3).into_iter().filter(returning).map(|(place, period)| place + 3 * period).min()
}

fn naive_occurs(positions: &[Naive], count: usize) -> Option<usize> {
    (0..positions.len())
        .find(|&end| positions[..=end].iter().filter(|p| **p == positions[end]).count() == count)
}

fn is_plainly_true_of_record(claim: &RepetitionClaim) -> bool {
    let start = claim.start.to_string();
    let Some(positions) = naive_replay(&start, &claim.moves) else { return false };
    let all = |blocks: Vec<&Vec<String>>| blocks.into_iter().flatten().cloned().collect::<Vec<String>>();
    match &claim.fact {
        RepetitionFact::Positions { plies, distinct } => {
            let different = (0..positions.len()).filter(|&at| !positions[..at].contains(&positions[at]));
            (claim.moves.len(), different.count()) == (*plies, *distinct)
        }
        RepetitionFact::Returns { at } => {
            (0..positions.len()).filter(|&ply| positions[ply] == positions[0]).eq(at.iter().copied())
        }
        RepetitionFact::Occurs { count, ply } => naive_occurs(&positions, *count) == *ply,
        RepetitionFact::Powers { copies, at } => naive_powers(&claim.moves, *copies) == *at,
        RepetitionFact::OldRule { ply } => naive_old_rule(&positions, &claim.moves) == *ply,
        RepetitionFact::Coding { other } => {
            // every cube-free order of seven blocks
            (0..1 << 7).all(|order: u32| {
                let word: Vec<u32> = (0..7).map(|n| order >> n & 1).collect();
                let is_cube = |at: usize, p: usize| (at..at + 2 * p).all(|i| word[i] == word[i + p]);
                let has_cube = (1..=2).any(|p| (0..=7 - 3 * p).any(|at| is_cube(at, p)));
                let blocks = word.iter().map(|&n| if n == 0 { &claim.moves } else { other }).collect();
                let moves = all(blocks);
                has_cube || naive_replay(&start, &moves).is_some() && naive_powers(&moves, 3).is_empty()
            })
        }
        RepetitionFact::Orders { other, length } => (0..1u32 << length).all(|order| {
            let block = |n| if order >> n & 1 == 0 { &claim.moves } else { other };
            let moves = all((0..*length).map(block).collect());
            let Some(positions) = naive_replay(&start, &moves) else { return false };
            let old = naive_old_rule(&positions, &moves);
            old.is_none_or(|old| naive_occurs(&positions, 4).is_some_and(|new| new <= old))
        }),
    }
}

/// Random small records: the checker accepts exactly the facts that hold by naive means, and plays
/// exactly the moves that the naive board plays.
#[test]
fn random_records_agree_with_naive_boards() {
    let start = "k8/9/9/9/4p+p3/4G4/9/9/K8 b Gg";
    let mut seed = 7u64;
    let mut random = move |n: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % n as u64) as usize
    };
    let names = ["5e", "5f", "4e", "4f", "1a", "9a", "9i", "9h", "0a", "5j"];
    let mut played = 0;
    for _ in 0..60 {
        let mut moves: Vec<String> = Vec::new();
        let mut naive = naive_start(start);
        let position = RecordPosition::parse(RecordGame::Shogi, start).unwrap();
        let mut replayed = position.clone();
        for _ in 0..400 {
            let mark = ["", "", "", "+", "=", "*"][random(6)];
            let text = match random(4) {
                0 => format!("{}*{}", ["G", "g", "P", "p", "K"][random(5)], names[random(names.len())]),
                1 if moves.len() > 4 => moves[moves.len() - 4].clone(),
                _ => format!("{}{}{mark}", names[random(names.len())], names[random(names.len())]),
            };
            let (next, expected) = (replayed.play(&text).ok(), naive_play(&naive, &text));
            assert_eq!(next.is_some(), expected.is_some(), "{text} from {replayed}");
            if let (Some(next), Some(expected)) = (next, expected) {
                assert_eq!(naive_start(&next.to_string()), expected, "{text} from {replayed}");
                (replayed, naive) = (next, expected);
                moves.push(text);
            }
            if moves.len() == 24 {
                break;
            }
        }
        played += moves.len();
        let about = |fact| RepetitionClaim { start: position.clone(), moves: moves.clone(), fact };
        for n in 0..5 {
            let ply = [None, Some(random(moves.len() + 1))][random(2)];
            let copies = 2 + random(3);
            let facts = [
                RepetitionFact::Positions { plies: moves.len(), distinct: moves.len() + 1 - n },
                RepetitionFact::Occurs { count: copies, ply },
                RepetitionFact::Powers { copies, at: naive_powers(&moves, copies) },
                RepetitionFact::Powers { copies, at: vec![] },
                RepetitionFact::OldRule { ply },
            ];
            for claim in facts.map(about) {
                let accepted = checked(&records::write(&claim)).is_ok();
                assert_eq!(accepted, !moves.is_empty() && is_plainly_true_of_record(&claim), "{claim}");
            }
        }
    }
    assert!(played > 600, "{played}");
}

/// Every text of up to six letters over two, and every power, overlap and repetition in it.
#[test]
fn facts_about_texts_agree_with_naive_search() {
    for length in 1..=6usize {
        for bits in 0..1u32 << length {
            let text: String = (0..length).map(|n| if bits >> n & 1 == 0 { 'a' } else { 'b' }).collect();
            for n in 1..=length {
                let mut facts = vec![WordFact::OverlapFree { length: n }];
                for k in 2..=n {
                    facts.push(WordFact::PowerFree { copies: k, length: n });
                    facts.extend((0..n).map(|start| WordFact::Repeats { start, period: n / k, copies: k }));
                }
                for fact in facts {
                    let is_senseless = match fact {
                        WordFact::OverlapFree { length } => length < 3,
                        WordFact::Repeats { start, period, copies } => start + period * copies > length,
                        _ => false,
                    };
                    let claim = about(&text, fact);
                    let expected = !is_senseless && is_plainly_true(&claim);
                    assert_eq!(checked(&words::write(&claim)).is_ok(), expected, "{claim}");
                }
            }
        }
    }
}

/// Recipe H4 of the audit: one block in two spellings passed as two blocks.
#[test]
fn audit_h4_one_block_in_two_spellings_is_no_pair() {
    let other = block('A').iter().map(|text| text.replace("G*2a", "g*2a")).collect();
    let forged = fig_12(RepetitionFact::Coding { other }, "A");
    let refusal = checked(&records::write(&forged)).unwrap_err();
    assert_eq!(refusal.name(), "Record", "{refusal}");
}

/// Recipe of the audit: the work in the second block was not counted.
#[test]
fn audit_orders_of_a_long_second_block_end() {
    let long: Vec<String> = (0..5_000).flat_map(|_| block('B')).collect();
    let claim = fig_12(RepetitionFact::Orders { other: long, length: 14 }, "A");
    let context = Context::new(Allowance { steps: 10_000_000, ..Allowance::default() });
    let refusal = check(&records::write(&claim), &context).unwrap_err();
    assert_eq!(refusal.name(), "Exhausted", "{refusal}");
    let nothing = fig_12(RepetitionFact::Orders { other: block('B'), length: 14 }, "");
    assert_eq!(checked(&records::write(&nothing)).unwrap_err().name(), "NoMoves");
}

/// Section 3 of the audit: what is counted from where is said, and long subjects are named by their
/// digest.
#[test]
fn audit_sentences_about_words_and_records_can_be_read_in_one_way() {
    let places = |subject: &str, at| about(subject, WordFact::Places { symbol: '1', at }).to_string();
    assert!(places("fibonacci", vec![2]).contains("counted from 1"), "{}", places("fibonacci", vec![2]));
    assert!(places("thue-morse", vec![1]).contains("counted from 0"));
    let (one, other) = ("01".repeat(60), "01".repeat(59) + "00");
    let sentence = |text: &str| about(text, WordFact::OverlapFree { length: 20 }).to_string();
    assert_ne!(sentence(&one), sentence(&other));
    let sentence = |blocks| fig_12(RepetitionFact::OldRule { ply: None }, blocks).to_string();
    assert_ne!(sentence("AABAABA"), sentence("AABAABB"));
}

#[test]
fn a_block_that_repeats_a_move_at_another_place_does_not_code() {
    // A = x y, B = x x would let A B = x y x x … hide cubes: the same move at two places is refused
    let lines = unsigned(&records::write(&fig_12(RepetitionFact::Coding { other: block('B') }, "A")));
    let forged: Vec<String> =
        lines.iter().map(|line| line.replace("G*2a G*4c 2a3b 4c3b", "G*2a G*4c 2a3b 4c3b G*2a")).collect();
    assert!(checked(&sign(&forged)).is_err());
    let twice = fig_12(RepetitionFact::Coding { other: [block('A'), block('B')].concat() }, "BA");
    let refusal = checked(&records::write(&twice)).unwrap_err();
    assert_eq!(refusal.name(), "TwoPlaces", "{refusal}");
}
