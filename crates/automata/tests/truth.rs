//! Two ways agree: random formulas over small ranges, evaluated and proved.

use automata::{Budget, Verdict, prove};
use certificate::automata::{Automatic, check, parse_statement};
use rules::language::{Evaluator, NoFunctions};

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
    let (mut yes, mut no) = (0, 0);
    for round in 0..200 {
        let system = ["msd_2", "lsd_2", "msd_3", "fib", "mu_2"][round % 5];
        let (has_xor, has_floor) = (round % 5 < 2, round % 5 == 3);
        let inner = random.formula(&["x", "y"], 2, has_xor, has_floor);
        let text = format!("forall x < 6 . forall y < 5 . {inner}");
        // A constant below zero is refused by the language; such a formula is none.
        let Ok(statement) = parse_statement(&text) else {
            continue;
        };
        let mut evaluator = Evaluator::new(statement.names.len(), &NoFunctions);
        evaluator.limit = 20_000_000;
        let Ok(expected) = evaluator.formula(&statement.formula) else {
            continue;
        };
        let claim = Automatic::Formula { text: text.clone(), holds: true };
        let report = prove(&claim, system.parse().unwrap(), Budget::default()).unwrap();
        match report.verdict {
            Verdict::Proved(evidence) => {
                assert_eq!(expected, Some(true), "{system}: {text}");
                check(claim, &evidence).unwrap_or_else(|error| panic!("{text}: {error}"));
                yes += 1;
            }
            Verdict::Refuted(failure, fails, evidence) => {
                assert_ne!(expected, Some(true), "{system}: {text}: {failure:?}");
                check(fails, &evidence).unwrap_or_else(|error| panic!("{text}: {error}"));
                no += 1;
            }
        }
    }
    assert!(yes > 20 && no > 20, "{yes} true, {no} false");
}

#[test]
fn addition_of_metallic_numbers_agrees_with_addition() {
    for s in 1..=3 {
        let system = certificate::automata::numeration::Numeration::Metallic(s);
        let sum = certificate::automata::numeration::Atom::Linear {
            coefficients: vec![1, 1, -1],
            constant: 0,
            exactly: true,
        };
        let automaton = sum.automaton(system).unwrap();
        let relation =
            certificate::automata::automaton::Relation::new(&automaton, &[0, 1, 2], system.digits()).unwrap();
        for x in 0..22 {
            for y in 0..22 {
                for z in 0..45 {
                    let holds = automata::kernel::solutions::holds(&relation, &[x, y, z], system);
                    assert_eq!(holds, x + y == z, "s = {s}: {x} + {y} = {z}");
                }
            }
        }
    }
}

#[test]
fn floors_agree_with_exact_arithmetic() {
    for s in 1..=4u32 {
        let system = certificate::automata::numeration::Numeration::Metallic(s);
        let automaton = automata::beatty::automaton(s);
        let relation =
            certificate::automata::automaton::Relation::new(&automaton, &[0, 1], system.digits()).unwrap();
        let mu = rules::language::Quadratic::metallic_mean(s.into()).unwrap();
        for i in 0..60u64 {
            // floor(i (1 + 1/mu)) = floor(i (1 + mu)) - s i.
            let k = i + mu.floor_times(i).unwrap() - u64::from(s) * i;
            for n in 0..120u64 {
                let holds = automata::kernel::solutions::holds(&relation, &[i.into(), n.into()], system);
                assert_eq!(holds, n == k, "s = {s}, i = {i}, n = {n}");
            }
        }
    }
}
