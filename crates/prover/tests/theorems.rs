//! The theorems of the sources, proved and checked.

use hissho_certificate::laws::numeration::Numeration;
use hissho_certificate::laws::{Automatic, check, one_line, write};
use hissho_prover::kernel::reduce;
use hissho_prover::learn::{Place, Target, learn};
use hissho_prover::{Budget, Verdict, prove};
use hissho_rules::Account;
use hissho_rules::language::Game;

/// The first claim of a rules text, which is left out of the text.
fn game_claim(rules: &str, parameters: &[(&str, u64)]) -> Automatic {
    let game = Game::parse(rules, parameters).unwrap();
    let (text, parameters) = hissho_certificate::rules_text::of(&game);
    Automatic::Claim { rules: text, parameters, claim: one_line(&game.claims[0].text) }
}

/// Proves, writes, checks; returns the number of states.
fn proved(claim: &Automatic, system: &str) -> usize {
    let report = prove(claim, system.parse().unwrap(), Budget::default()).unwrap();
    let Verdict::Proved(evidence) = report.verdict else { panic!("refuted: {:?}", report.verdict) };
    let text = write(claim, &evidence);
    eprintln!("{} bytes, peak {}, states {}", text.len(), report.peak, report.states);
    let accepted = hissho_certificate::check(&text, &hissho_certificate::Context::default()).unwrap();
    assert_eq!(accepted.claim(), &hissho_certificate::Claim::Automatic(claim.clone()));
    check(claim.clone(), &evidence, &Account::unlimited()).unwrap();
    report.states
}

const DRAGON_KING: &str = "game dragon-king
position x, y
move x' < x, y' = y
move x' = x, y' < y
move x' = x - 1, y' = y - 1
claim grundy = (x + y) mod 3 + 3 * ((x div 3) xor (y div 3))
";

#[test]
fn the_dragon_king_law_holds_everywhere() {
    assert_eq!(proved(&game_claim(DRAGON_KING, &[]), "msd_2"), 23);
}

#[test]
fn nim_with_three_heaps() {
    let rules = "game nim\nposition a, b, c\nmove a' < a, b' = b, c' = c\nmove a' = a, b' < b, c' = c\nmove a' = a, b' = b, c' < c\nclaim grundy = a xor b xor c\n";
    proved(&game_claim(rules, &[]), "msd_2");
}

const WYTHOFF: &str = "game wythoff
param s = 1
position x, y
move x' < x, y' = y
move x' = x, y' < y
move x' < x, y' < y, x - x' < y - y' + s, y - y' < x - x' + s
claim losing = exists i . (x = floor(i*(1 + 1/mu(s))) and y = floor(i*(1 + mu(s))))
                       or (y = floor(i*(1 + 1/mu(s))) and x = floor(i*(1 + mu(s))))
";

#[test]
fn wythoff() {
    proved(&game_claim(WYTHOFF, &[]), "mu_1");
    proved(&game_claim(WYTHOFF, &[("s", 2)]), "mu_2");
}

/// The counterexample, once the checker has accepted it.
fn refuted(claim: &Automatic, system: &str) -> (String, Vec<(String, u128)>) {
    let report = prove(claim, system.parse().unwrap(), Budget::default()).unwrap();
    let Verdict::Refuted(failure, fails, evidence) = report.verdict else { panic!("proved") };
    let text = write(&fails, &evidence);
    let accepted = hissho_certificate::check(&text, &hissho_certificate::Context::default()).unwrap();
    assert_eq!(accepted.claim(), &hissho_certificate::Claim::Automatic(fails));
    (failure.condition, failure.witness)
}

#[test]
fn a_wrong_factor_is_refuted_at_the_first_wrong_value() {
    let rules = DRAGON_KING.replace("3 *", "4 *");
    let (condition, witness) = refuted(&game_claim(&rules, &[]), "msd_2");
    assert_eq!(condition, "every smaller value is reached");
    assert_eq!(witness[..2], [("x".to_owned(), 0), ("y".to_owned(), 3)]);
}

#[test]
fn a_missing_move_is_noticed_at_the_first_wrong_value() {
    let rules = DRAGON_KING.replace("move x' = x - 1, y' = y - 1\n", "");
    let (_, witness) = refuted(&game_claim(&rules, &[]), "msd_2");
    assert_eq!(witness[..2], [("x".to_owned(), 1), ("y".to_owned(), 1)]);
}

const CHOCOLATE: &str = include_str!("../../../games/chocolate.game");

/// The values of the staircase bar with three columns per step.
fn chocolate_3(y: u64, z: u64) -> Option<u64> {
    let line = 4 * y + if y.is_multiple_of(2) { 5 } else { 3 };
    match (y + z) % 2 {
        _ if 3 * y > z => None,
        0 => Some(z + y.div_ceil(2)),
        _ => Some(z - y.div_ceil(2) - line.saturating_sub(z) / 6),
    }
}

#[test]
fn an_automaton_that_fits_a_table_of_2048_rows_is_refuted_at_its_first_wrong_place() {
    const SIDE: u64 = 2048;
    let system = Numeration::MostFirst(2);
    let place = |position: &[u64]| match position {
        &[y, z] if y < SIDE && z < SIDE => chocolate_3(y, z).map_or(Place::Outside, Place::Value),
        _ => Place::Beyond,
    };
    let claim = |automaton| Automatic::Automaton {
        rules: hissho_rules::language::plain(CHOCOLATE),
        parameters: vec![("k".to_owned(), 3)],
        system,
        automaton,
    };
    let right = reduce(&learn(&place, 2, Target::Values, system, 5, 600).unwrap(), 2);
    assert_eq!(proved(&claim(right.clone()), "msd_2"), 87);
    // The same for numbers of at most twelve digits (some values are above 2048), and nothing for
    // longer ones: state `s` after `n` digits is `s + n * states`.
    let (states, classes) = (right.states() as u32, right.classes as u32);
    let longest = SIDE.ilog2() + 1;
    let dead = states * longest + states;
    let mut wrong = right.clone();
    (wrong.table, wrong.accepting) = (Vec::new(), Vec::new());
    for digits in 0..=longest {
        for state in 0..states {
            for class in 0..classes {
                let next = right.next(state, class);
                let starts = digits > 0 || next != 0;
                let next = next + states * (digits + u32::from(starts));
                wrong.table.push(if next < dead { next } else { dead });
            }
            wrong.accepting.push(right.accepting[state as usize]);
        }
    }
    wrong.table.extend((0..classes).map(|_| dead));
    wrong.accepting.push(false);
    let wrong = reduce(&wrong, 2);
    let accepts = |y: u64, z: u64, value: u64| {
        let word = system.word(&[y, z, value].map(u128::from)).unwrap();
        wrong.accepting[wrong.run(word) as usize]
    };
    for z in 0..SIDE {
        for y in (0..=z / 3).step_by(5) {
            let value = chocolate_3(y, z).unwrap();
            assert!(accepts(y, z, value) && !accepts(y, z, value ^ 1), "({y}, {z})");
        }
    }
    let (condition, witness) = refuted(&claim(wrong), "msd_2");
    assert_eq!(witness[..2], [("y".to_owned(), 0), ("z".to_owned(), 2 * u128::from(SIDE))], "{condition}");
}
