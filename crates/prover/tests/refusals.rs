//! What the checker must not accept: damaged certificates, and false claims with the best evidence
//! one could write.

use hissho_certificate::laws::automaton::{Automaton, Relation};
use hissho_certificate::laws::operations::project;
use hissho_certificate::laws::{Automatic, AutomaticError, Evidence, Operation, write};
use hissho_certificate::{Claim, Context, Proved};
use hissho_prover::{Budget, Verdict, prove};
use hissho_rules::Account;
use hissho_testkit::damage_at_most;

const NIM: &str = "game nim\nposition x, y\nmove x' < x, y' = y\nmove x' = x, y' < y\n";

fn law(rules: &str, claim: &str) -> Automatic {
    Automatic::Claim { rules: rules.to_owned(), parameters: Vec::new(), claim: claim.to_owned() }
}

fn nim() -> Automatic {
    law(NIM, "grundy = x xor y")
}

fn check(claim: Automatic, evidence: &Evidence) -> Result<Proved<Automatic>, AutomaticError> {
    hissho_certificate::laws::check(claim, evidence, &Account::unlimited())
}

fn formula(text: &str) -> Automatic {
    Automatic::Formula { text: text.to_owned(), holds: true }
}

fn proof(claim: &Automatic, system: &str) -> Evidence {
    match prove(claim, system.parse().unwrap(), Budget::default()).unwrap().verdict {
        Verdict::Proved(evidence) => evidence,
        Verdict::Refuted(failure, ..) | Verdict::NotFalling(failure, ..) => panic!("{failure:?}"),
    }
}

fn accepted(text: &str) -> Option<Claim> {
    hissho_certificate::check(text, &Context::default()).ok().map(|proved| proved.claim().clone())
}

#[test]
fn a_damaged_certificate_never_establishes_another_claim_that_is_false() {
    for (claim, system) in [
        (nim(), "msd_2"),
        (formula("forall x . exists y . x = 2*y or x = 2*y + 1"), "lsd_2"),
        (formula("forall i . floor(i*(1 + phi)) = floor(i*phi) + i"), "fib"),
        (formula("forall i . i <= floor(i*sqrt(3))"), "ost_1_2"),
    ] {
        let text = write(&claim, &proof(&claim, system));
        let original = accepted(&text).expect("the certificate itself is accepted");
        for survivor in damage_at_most(400, &text, accepted) {
            // A change may survive when the claim stays the same (a set that is never asked for,
            // say), or when it is another true one.
            if survivor.accepted != original {
                let Claim::Automatic(other) = &survivor.accepted else { panic!("another kind") };
                let verdict =
                    prove(other, system.parse().unwrap(), Budget::default()).map(|report| report.verdict);
                assert!(matches!(verdict, Ok(Verdict::Proved(_))), "{}: {other}", survivor.change);
            }
        }
    }
}

#[test]
fn the_steps_of_a_true_law_do_not_prove_a_false_one() {
    let evidence = proof(&nim(), "msd_2");
    let diagonal = format!("{NIM}move x' = x - 1, y' = y - 1\n");
    for (rules, wrong) in [
        (NIM, "grundy = (x xor y) + 1"),
        (NIM, "grundy = x + y"),
        (&diagonal, "grundy = x xor y"),
        (&NIM.replace("position x, y", "position x, y where x <= y"), "grundy = x xor y"),
    ] {
        assert!(check(law(rules, wrong), &evidence).is_err(), "{rules}{wrong}");
    }
}

#[test]
fn a_false_formula_is_refused_whatever_its_last_automaton_is_said_to_accept() {
    let text = "forall x, y . x xor y <= x + y and (x < y implies x + 1 < y)";
    let verdict = prove(&formula(text), "msd_2".parse().unwrap(), Budget::default()).unwrap().verdict;
    let Verdict::Refuted(_, _, mut evidence) = verdict else { panic!("it is false") };
    assert!(matches!(check(formula(text), &evidence), Err(AutomaticError::NotMet { .. })));
    // Say that everything is one state.
    let numbers = evidence.steps.iter_mut().rev().find_map(|operation| match operation {
        Operation::Join(_, _, numbers) => Some(numbers),
        Operation::Forget(..) => None,
    });
    numbers.expect("there is a join").fill(0);
    assert!(matches!(check(formula(text), &evidence), Err(AutomaticError::WrongAcceptance { .. })));
}

#[test]
fn an_automaton_that_counts_leading_zeros_is_no_law() {
    let game = "game empty\nposition x\nmove x' < x\n";
    let system = "msd_2".parse().unwrap();
    // Accepts only words of even length: right about no number, yet "functional" and "total" on
    // words of one length.
    let automaton = hissho_certificate::laws::automaton::Automaton {
        tracks: 2,
        class_of: vec![0, 1, 1, 0],
        classes: 2,
        table: vec![1, 2, 0, 2, 2, 2],
        accepting: vec![true, false, false],
    };
    let claim = Automatic::Automaton { rules: game.into(), parameters: Vec::new(), system, automaton };
    let evidence = Evidence { system, floors: Vec::new(), steps: Vec::new() };
    assert!(matches!(check(claim, &evidence), Err(AutomaticError::CountsZeros)));
}

#[test]
fn another_function_cannot_pass_for_the_floor() {
    let claim = formula("forall i . floor(i*(1 + phi)) = floor(i*phi) + i");
    let good = proof(&claim, "fib");
    let mut bad = good.clone();
    let states = good.floors[0].states();
    let flip = |bad: &mut Evidence, state: usize| {
        let accepting = &mut bad.floors[0].accepting;
        accepting[state] = !accepting[state];
    };
    for state in 0..states {
        flip(&mut bad, state);
        assert!(check(claim.clone(), &bad).is_err(), "state {state}");
        flip(&mut bad, state);
    }
}

#[test]
fn a_denial_of_a_denial_is_not_accepted() {
    let wrong = law(NIM, "grundy = x + y");
    let verdict = prove(&wrong, "msd_2".parse().unwrap(), Budget::default()).unwrap().verdict;
    let Verdict::Refuted(_, fails, evidence) = verdict else { panic!("it is false") };
    assert_eq!(
        fails.to_string(),
        format!(
            "false: {wrong} (\"every smaller value is reached\" fails at x = 1, y = 1, value = 2, other = 0)"
        )
    );
    let Automatic::Fails { condition, values, .. } = fails.clone() else { panic!("a refutation") };
    let twice = Automatic::Fails { of: Box::new(fails.clone()), condition, values };
    assert!(matches!(check(twice, &evidence), Err(AutomaticError::NoSuchCondition { .. })));
    let Automatic::Fails { of, condition, mut values } = fails else { panic!("a refutation") };
    values[0] += 1;
    assert!(check(Automatic::Fails { of, condition, values }, &evidence).is_err());
}

#[test]
fn a_law_that_is_right_for_the_first_three_thousand_rows_is_refuted_after_them() {
    let wrong = law(NIM, "grundy = if x >= 3000 then (x xor y) + 1 else x xor y");
    let verdict = prove(&wrong, "msd_2".parse().unwrap(), Budget::default()).unwrap().verdict;
    let Verdict::Refuted(failure, fails, evidence) = verdict else { panic!("it is false") };
    assert_eq!(failure.witness[..2], [("x".to_owned(), 3000), ("y".to_owned(), 0)]);
    check(fails, &evidence).unwrap();
}

#[test]
fn limits_and_bad_formulas_are_answers() {
    let ask = |text: &str, system: &str, states: usize| {
        let budget = Budget { states, ..Budget::default() };
        prove(&formula(text), system.parse().unwrap(), budget)
            .map(|report| report.peak)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        ask("forall x, y . x xor y <= x + y", "msd_2", 1),
        "gave up: an automaton needs more than 1 states"
    );
    assert!(
        ask("forall x . x xor x = 0", "fib", 99)
            .contains("xor cannot be expressed in the numeration system mu_1")
    );
    assert!(ask("forall x . floor(x*phi) >= x", "msd_2", 9).contains("cannot be expressed"));
    assert!(ask("forall x . floor(x*mu(2)) >= x", "fib", 9).contains("the square root of 2"));
    assert!(ask("x = x", "msd_2", 9).contains('x'));
    assert!(ask("forall n . tribonacci(n) = 0", "msd_2", 9).contains("tribonacci"));
}

#[test]
fn a_counterexample_may_not_be_moved() {
    let text = "forall x . x < 2 or x > 2";
    let verdict = prove(&formula(text), "msd_2".parse().unwrap(), Budget::default()).unwrap().verdict;
    let Verdict::Refuted(failure, fails, evidence) = verdict else { panic!("it is false") };
    assert_eq!(failure.witness, [("x".to_owned(), 2)]);
    assert_eq!(fails.to_string(), format!("false: {text} is true (\"the statement holds\" fails at x = 2)"));
    check(fails.clone(), &evidence).unwrap();
    let Automatic::Fails { of, condition, .. } = fails else { panic!("a refutation") };
    for values in [vec![], vec![0], vec![3], vec![10], vec![2, 2]] {
        let claim = Automatic::Fails { of: of.clone(), condition, values };
        assert!(matches!(check(claim, &evidence), Err(AutomaticError::NoWitness)));
    }
    // x must remain: it is what the counterexample is about.
    let mut forgets = evidence;
    forgets.steps.push(Operation::Forget(0, vec![0]));
    let claim = Automatic::Fails { of, condition, values: vec![2] };
    assert!(matches!(check(claim, &forgets), Err(AutomaticError::LeftOver(1))));
}

/// The recipe made a counter of comparisons (sets of states × classes of letters) pass its type, whereupon the only
/// accepting state was dropped from a set. No such counter is left; here are four million comparisons before the
/// accepting state is met for the first time.
#[test]
fn audit_h1_no_state_is_lost_however_many_sets_and_letters_are_compared() {
    const DIGITS: usize = 64;
    const CLASSES: usize = DIGITS * DIGITS;
    const LENGTH: u32 = 1000;
    // Tracks x, y and the one forgotten, which makes no difference. State i goes on with one letter of its own,
    // the last but one with the class of the recipe; every other letter leads to the state that has lost.
    let own = |state: u32| if state + 1 == LENGTH { 4094 } else { 1 + (state as usize * 37) % (CLASSES - 1) };
    let (accepting, lost) = (LENGTH, LENGTH + 1);
    let mut table = vec![lost; (LENGTH as usize + 2) * CLASSES];
    table[0] = 0;
    (0..LENGTH).for_each(|state| table[state as usize * CLASSES + own(state)] = state + 1);
    let automaton = Automaton {
        tracks: 3,
        class_of: (0..DIGITS * CLASSES).map(|letter| (letter % CLASSES) as u32).collect(),
        classes: CLASSES,
        table,
        accepting: (0..=lost).map(|state| state == accepting).collect(),
    };
    let relation = Relation { automaton, variables: vec![0, 1, 2], negated: false };
    let forget = |numbers: &[u32]| project(&relation, 2, numbers, DIGITS, true, &Account::unlimited());
    // Every set a state of its own: {0}, lost, {1}, {2}, …
    let honest: Vec<u32> = (0..=lost).collect();
    let result = forget(&honest).unwrap();
    assert!(result.is_satisfiable());
    let word = |length: u32| (0..length).map(own);
    assert!(result.holds_at(result.automaton.run(word(LENGTH))));
    assert!(!result.holds_at(result.automaton.run(word(LENGTH - 1))));
    // The set with the accepting state, found last, is said to be lost, or to be the one before it.
    for forged in [1, LENGTH] {
        let mut numbers = honest.clone();
        numbers[lost as usize] = forged;
        assert!(matches!(forget(&numbers), Err(AutomaticError::WrongAcceptance { .. })));
    }
}

#[test]
fn audit_h1_the_sentence_of_the_recipe_is_refused_and_its_denial_accepted() {
    let text = "forall a, b, c . not (a = 126 and b = 127 and c = 64)";
    let verdict = prove(&formula(text), "msd_64".parse().unwrap(), Budget::default()).unwrap().verdict;
    let Verdict::Refuted(failure, fails, evidence) = verdict else { panic!("it is false") };
    assert_eq!(failure.witness.iter().map(|(_, value)| *value).collect::<Vec<_>>(), [126, 127, 64]);
    check(fails, &evidence).unwrap();
    assert!(matches!(check(formula(text), &evidence), Err(AutomaticError::NotMet { .. })));
    // No other numbering of the last relation makes it true.
    let at = evidence.steps.len() - 1;
    let (Operation::Join(_, _, numbers) | Operation::Forget(_, numbers)) = &evidence.steps[at];
    for (thing, &number) in numbers.iter().enumerate() {
        for other in [number.wrapping_sub(1), number + 1] {
            let mut forged = evidence.clone();
            let (Operation::Join(_, _, numbers) | Operation::Forget(_, numbers)) = &mut forged.steps[at];
            numbers[thing] = other;
            assert!(check(formula(text), &forged).is_err(), "thing {thing}, {other}");
        }
    }
}

#[test]
fn audit_h6_a_measure_that_does_not_fall_is_no_refutation_of_the_law() {
    let rules = "game short\nposition x\nmove x' < x\norder min(x, 100)\n";
    for claim in ["grundy = x", "losing = x = 0", "grundy = x + 1"] {
        let verdict = prove(&law(rules, claim), "msd_2".parse().unwrap(), Budget::default()).unwrap().verdict;
        let Verdict::NotFalling(failure, fails, evidence) = verdict else { panic!("the game is at fault") };
        assert_eq!(failure.witness, [("x".to_owned(), 101)]);
        let text = write(&fails, &evidence);
        let said = accepted(&text).expect("the checker agrees").to_string();
        assert!(said.starts_with("a game that calls itself short, rules sha256:"), "{said}");
        assert!(said.ends_with(": the measure does not fall with move `x' < x` at x = 101"), "{said}");
    }
}

#[test]
fn audit_coordinates_named_like_the_words_of_a_condition_get_the_least_counterexample() {
    let rules = "game queer\nposition v, w\nmove v' < v, w' = w\nmove v' = v, w' < w\n";
    let verdict = prove(&law(rules, "grundy = v + w"), "msd_2".parse().unwrap(), Budget::default());
    let Verdict::Refuted(failure, ..) = verdict.unwrap().verdict else { panic!("it is false") };
    assert_eq!(failure.witness[..2], [("v".to_owned(), 1), ("w".to_owned(), 1)]);
}

#[test]
fn audit_translations_that_doubled_are_linear_in_the_text() {
    let system = "msd_2".parse().unwrap();
    let mut nested = "x".to_owned();
    let mut chain = "x - 1 = 0".to_owned();
    for _ in 0..24 {
        nested = format!("if {nested} = 0 then 1 else x");
    }
    for _ in 0..45 {
        chain = format!("(x - 1 = 0 iff {chain})");
    }
    for text in [format!("forall x . {nested} <= x + 1"), format!("exists x . {chain}")] {
        let account = Account::new(1_000_000, 50_000_000);
        let problem = formula(&text).problem(system, &[], &account).unwrap();
        assert!(problem.definitions.len() <= 100, "{}", problem.definitions.len());
        let claim = formula(&text);
        let report = prove(&claim, system, Budget::default()).unwrap();
        let Verdict::Proved(evidence) = report.verdict else { panic!("it is true") };
        let account = Account::new(20_000_000, 64_000_000);
        hissho_certificate::laws::check(claim, &evidence, &account).unwrap();
    }
}

#[test]
fn audit_sixteen_million_letters_are_given_up_and_not_tried() {
    let text = "forall a, b, c, d . a + 64*b + 4096*c + 262144*d >= 0";
    let evidence = Evidence { system: "lsd_64".parse().unwrap(), floors: Vec::new(), steps: Vec::new() };
    let account = Account::new(100_000_000_000, 200_000_000);
    let refused = hissho_certificate::laws::check(formula(text), &evidence, &account);
    assert!(matches!(refused, Err(AutomaticError::Exhausted(_))), "{refused:?}");
}

#[test]
fn constants_cost_as_many_states_as_they_have_digits() {
    let claim = formula("exists x . x = 1000000000000 and x > 999999999999 and x mod 5 = 0");
    let report = prove(&claim, "msd_2".parse().unwrap(), Budget::default()).unwrap();
    assert!(report.peak < 1000, "{}", report.peak);
    let Verdict::Proved(evidence) = report.verdict else { panic!("it is true") };
    check(claim, &evidence).unwrap();
}

/// "Every x is below a or above b", which is true exactly when a > b and fails from a to b.
fn gap(a: u64, b: u64, holds: bool) -> Automatic {
    Automatic::Formula { text: format!("forall x . x < {a} or x > {b}"), holds }
}

/// Whether the claim is true, by looking at every number that could matter.
fn is_true(claim: &Automatic) -> bool {
    let numbers = |text: &str| -> (u128, u128) {
        let mut found = text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok());
        (found.next().unwrap(), found.next().unwrap())
    };
    let fails = |text: &str, x: u128| {
        let (a, b) = numbers(text);
        !(x < a || x > b)
    };
    match claim {
        Automatic::Formula { text, holds } => *holds != (0..300).any(|x| fails(text, x)),
        Automatic::Fails { of, values, .. } => match (&**of, &values[..]) {
            (Automatic::Formula { text, holds: true }, &[x]) => fails(text, x),
            (Automatic::Formula { holds: false, .. }, []) => !is_true(of),
            other => panic!("{other:?}"),
        },
        other => panic!("{other}"),
    }
}

#[test]
fn audit_mutated_evidence_is_accepted_only_for_what_brute_force_finds_true() {
    let mut seed = 22u64;
    let mut random = |below: usize| {
        let below = below.max(1);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..36 {
        let system = ["msd_2", "lsd_2", "mu_1", "msd_3", "ost_1_2", "lsd_5"][round % 6];
        let (a, b) = ([1, 3, 5, 70][random(4)], [2, 3, 4, 71][random(4)]);
        let base = gap(a, b, round % 12 < 6);
        let verdict = prove(&base, system.parse().unwrap(), Budget::default()).unwrap().verdict;
        let (claim, evidence) = match verdict {
            Verdict::Proved(evidence) => (base, evidence),
            Verdict::Refuted(_, fails, evidence) => (fails, evidence),
            Verdict::NotFalling(..) => panic!("there is no game"),
        };
        assert!(is_true(&claim), "{claim}");
        check(claim.clone(), &evidence).unwrap();
        for _ in 0..60 {
            let (mut other, mut steps) = (claim.clone(), evidence.clone());
            for _ in 0..1 + random(2) {
                let number = if steps.steps.is_empty() { 0 } else { random(steps.steps.len()) };
                match (random(8), steps.steps.get_mut(number)) {
                    (0, _) => {
                        let changed =
                            gap(a + random(3) as u64 - u64::from(a > 0), b + random(3) as u64, true);
                        match &mut other {
                            Automatic::Fails { of, .. } => **of = changed,
                            plain => *plain = changed,
                        }
                    }
                    (1, _) => {
                        if let Automatic::Fails { values, .. } = &mut other {
                            values.iter_mut().for_each(|value| *value = random(80) as u128);
                        }
                    }
                    (2, Some(Operation::Join(first, second, _))) => {
                        (*first, *second) = (random(5), random(7));
                    }
                    (3, Some(Operation::Forget(variable, _))) => *variable = random(6) as u32,
                    (4, Some(_)) => drop(steps.steps.remove(number)),
                    (_, Some(Operation::Join(_, _, numbers) | Operation::Forget(_, numbers))) => {
                        let at = random(numbers.len());
                        if numbers.is_empty() {
                            continue;
                        }
                        match random(3) {
                            0 => drop(numbers.remove(at)),
                            1 => numbers.insert(at, numbers[at]),
                            _ => numbers[at] = random(numbers.len()) as u32,
                        }
                    }
                    (_, None) => {}
                }
            }
            match check(other.clone(), &steps) {
                Ok(_) => {
                    assert!(is_true(&other), "{system}: {other}");
                    accepted += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(accepted > 40 && refused > 1000, "{accepted} accepted, {refused} refused");
}
