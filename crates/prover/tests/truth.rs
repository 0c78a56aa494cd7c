//! Two ways agree: random formulas over small ranges, evaluated and proved.

use hissho_certificate::laws::automaton::{Automaton, Relation};
use hissho_certificate::laws::numeration::{Atom, Numeration, Period};
use hissho_certificate::laws::{Automatic, check, parse_statement};
use hissho_prover::kernel::solutions::holds;
use hissho_prover::{Budget, GaveUp, Verdict, floors, prove};
use hissho_rules::Account;
use hissho_rules::language::{Evaluator, NoFunctions, Quadratic};

/// A small source of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn term(&mut self, names: &[&str], depth: u64, has_xor: bool, has_floor: bool) -> String {
        let kind = if depth == 0 { self.below(2) } else { self.below(12) };
        let sub = |this: &mut Random| this.term(names, depth - 1, has_xor, has_floor);
        match kind {
            0 => self.below(6).to_string(),
            2 => format!("({} + {})", sub(self), sub(self)),
            3 | 4 => format!("({} - {})", sub(self), sub(self)),
            5 => format!("{}*({})", 1 + self.below(3), sub(self)),
            6 => format!("({}) div {}", sub(self), 1 + self.below(4)),
            7 => format!("({}) mod {}", sub(self), 1 + self.below(4)),
            8 if has_xor => format!("({} xor {})", sub(self), sub(self)),
            8 if has_floor => {
                let slope = ["phi", "(1 + phi)", "(3 - phi)", "(1/phi)", "(phi/2)"][self.below(5) as usize];
                format!("floor({}*{slope})", names[self.below(names.len() as u64) as usize])
            }
            9 => format!("min({}, {})", sub(self), sub(self)),
            10 => format!("max({}, {})", sub(self), sub(self)),
            11 => {
                let condition = self.formula(names, 0, has_xor, has_floor);
                format!(
                    "(if {condition} then {} else {})",
                    sub_term(self, names, depth, has_xor, has_floor),
                    sub_term(self, names, depth, has_xor, has_floor)
                )
            }
            _ => names[self.below(names.len() as u64) as usize].to_owned(),
        }
    }

    fn formula(&mut self, names: &[&str], depth: u64, has_xor: bool, has_floor: bool) -> String {
        let kind = if depth == 0 { 0 } else { self.below(9) };
        match kind {
            1 => format!("not ({})", self.formula(names, depth - 1, has_xor, has_floor)),
            2..=5 => {
                let connective = ["and", "or", "implies", "iff"][kind as usize - 2];
                let a = self.formula(names, depth - 1, has_xor, has_floor);
                format!("(({a}) {connective} ({}))", self.formula(names, depth - 1, has_xor, has_floor))
            }
            6 | 7 => {
                let fresh = ["u", "v", "w"][names.len().min(4) - 2];
                let quantifier = ["exists", "forall"][self.below(2) as usize];
                let names: Vec<&str> = names.iter().copied().chain([fresh]).collect();
                let bound = 2 + self.below(5);
                format!(
                    "({quantifier} {fresh} < {bound} . {})",
                    self.formula(&names, depth - 1, has_xor, has_floor)
                )
            }
            _ => {
                let comparison = ["=", "<", "<=", ">", ">="][self.below(5) as usize];
                let a = self.term(names, 2, has_xor, has_floor);
                format!("{a} {comparison} {}", self.term(names, 2, has_xor, has_floor))
            }
        }
    }
}

fn sub_term(random: &mut Random, names: &[&str], depth: u64, has_xor: bool, has_floor: bool) -> String {
    random.term(names, depth - 1, has_xor, has_floor)
}

#[test]
fn random_formulas_have_the_truth_value_that_evaluating_them_gives() {
    let mut random = Random(2026);
    let (mut yes, mut no, mut too_large) = (0, 0, 0);
    for round in 0..240 {
        let system = ["msd_2", "lsd_2", "msd_3", "fib", "mu_2", "ost_1_2"][round % 6];
        let (has_xor, has_floor) = (round % 6 < 2, round % 6 == 3);
        let inner = random.formula(&["x", "y"], 2, has_xor, has_floor);
        let text = format!("forall x < 6 . forall y < 5 . {inner}");
        // A constant below zero is refused by the language; such a formula is none.
        let Ok(statement) = parse_statement(&text) else {
            continue;
        };
        let account = Account::new(20_000_000, u64::MAX);
        let mut evaluator = Evaluator::new(statement.names.len(), &NoFunctions, &account);
        let Ok(expected) = evaluator.formula(&statement.formula) else {
            continue;
        };
        let claim = Automatic::Formula { text: text.clone(), holds: true };
        // Some formulas are beyond reason; where to stop depends on the formula alone.
        let budget = Budget { states: 20_000, entries: 1_000_000, ..Budget::default() };
        let report = match prove(&claim, system.parse().unwrap(), budget) {
            Ok(report) => report,
            Err(GaveUp::States { .. } | GaveUp::Entries { .. }) => {
                too_large += 1;
                continue;
            }
            Err(error) => panic!("{system}: {text}: {error}"),
        };
        match report.verdict {
            Verdict::Proved(evidence) => {
                assert_eq!(expected, Some(true), "{system}: {text}");
                check(claim, &evidence, &Account::unlimited())
                    .unwrap_or_else(|error| panic!("{text}: {error}"));
                yes += 1;
            }
            Verdict::NotFalling(..) => panic!("{text}: there is no game"),
            Verdict::Refuted(failure, fails, evidence) => {
                assert_ne!(expected, Some(true), "{system}: {text}: {failure:?}");
                check(fails, &evidence, &Account::unlimited())
                    .unwrap_or_else(|error| panic!("{text}: {error}"));
                no += 1;
            }
        }
    }
    assert!(yes > 20 && no > 20 && too_large < 20, "{yes} true, {no} false, {too_large} too large");
}

fn relation(automaton: &Automaton, variables: &[u32], system: Numeration) -> Relation {
    Relation::new(automaton, variables, system.digits(), &Account::unlimited()).unwrap()
}

#[test]
fn addition_agrees_with_addition_in_every_ostrowski_system() {
    for name in ["mu_1", "mu_2", "mu_3", "ost_1_2", "ost_2_1", "ost_1_1_3"] {
        let system: Numeration = name.parse().unwrap();
        let sum = Atom::Linear { coefficients: vec![1, 1, -1], constant: 0, exactly: true };
        let relation = relation(&sum.automaton(system, &Account::unlimited()).unwrap(), &[0, 1, 2], system);
        for x in 0..22 {
            for y in 0..22 {
                for z in 0..45 {
                    assert_eq!(holds(&relation, &[x, y, z], system), x + y == z, "{name}: {x} + {y} = {z}");
                }
            }
        }
    }
}

#[test]
fn the_words_of_an_ostrowski_system_are_the_numbers_in_order() {
    for name in ["mu_1", "mu_3", "ost_1_2", "ost_3_1_2"] {
        let system: Numeration = name.parse().unwrap();
        let (digits, length) = (system.digits(), 6);
        let valid = Atom::Valid.automaton(system, &Account::unlimited()).unwrap();
        let mut expected = 0;
        for number in 0..digits.pow(length) {
            let word: Vec<usize> = (0..length).rev().map(|m| number / digits.pow(m) % digits).collect();
            if valid.accepting[valid.run(word.iter().copied()) as usize] {
                let short = system.word(&[expected]).unwrap();
                let padded = [vec![0; word.len().saturating_sub(short.len())], short].concat();
                assert_eq!(padded, word, "{name}");
                expected += 1;
            }
        }
        assert!(expected > 12, "{name}");
        assert!(!valid.accepting[valid.run([0; 7]) as usize] || system.period() == 1, "{name}");
    }
}

#[test]
fn floors_agree_with_exact_arithmetic() {
    for terms in [&[1][..], &[2], &[4], &[1, 2], &[2, 1], &[1, 1, 1, 4], &[3, 5]] {
        let period = Period::new(terms).unwrap();
        let system = Numeration::Ostrowski(period);
        // beta = (x - w + √D)/(2 z).
        let (x, y, z, w) = period.matrix();
        let natural = |n: i128| Quadratic::natural(n as u64).unwrap();
        let root = Quadratic::root(((x - w) * (x - w) + 4 * y * z) as u64).unwrap();
        let beta = natural(x - w).plus(root).unwrap().over(natural(2 * z)).unwrap();
        let slope = natural(1).over(beta).unwrap();
        let automaton = &floors::automata(period).unwrap()[0];
        let relation = relation(automaton, &[0, 1], system);
        for i in 0..60u64 {
            for n in 0..60u64 {
                let is_floor = slope.floor_times(i) == Some(n);
                assert_eq!(holds(&relation, &[i.into(), n.into()], system), is_floor, "{terms:?}: {i}, {n}");
            }
        }
    }
}
