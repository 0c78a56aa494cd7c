//! The theorems of the sources, proved and checked.

use automata::{Budget, Verdict, prove};
use certificate::automata::{Automatic, check, write};

fn game_claim(rules: &str, parameters: &[(&str, u64)]) -> Automatic {
    let parameters = parameters.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
    Automatic::Claim { rules: rules.to_owned(), parameters, claim: 0 }
}

/// Proves, writes, checks; returns the number of states.
fn proved(claim: &Automatic, system: &str) -> usize {
    let report = prove(claim, system.parse().unwrap(), Budget::default()).unwrap();
    let Verdict::Proved(evidence) = report.verdict else { panic!("refuted: {:?}", report.verdict) };
    let text = write(claim, &evidence);
    eprintln!("{} bytes, peak {}, states {}", text.len(), report.peak, report.states);
    let accepted = certificate::check(&text, &certificate::Context::default()).unwrap();
    assert_eq!(accepted.claim(), &certificate::Claim::Automatic(claim.clone()));
    check(claim.clone(), &evidence).unwrap();
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
    let accepted = certificate::check(&text, &certificate::Context::default()).unwrap();
    assert_eq!(accepted.claim(), &certificate::Claim::Automatic(fails));
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
