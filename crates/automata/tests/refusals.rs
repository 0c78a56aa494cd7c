//! What the checker must not accept: damaged certificates, and false claims with the best evidence one could write.

use automata::{Budget, Verdict, prove};
use certificate::automata::{Automatic, AutomaticError, Operation, check, write};
use certificate::{Claim, Context};
use testkit::damage_at_most;

const NIM: &str =
    "game nim\nposition x, y\nmove x' < x, y' = y\nmove x' = x, y' < y\nclaim grundy = x xor y\n";

fn claim(rules: &str) -> Automatic {
    Automatic::Claim { rules: rules.to_owned(), parameters: Vec::new(), claim: 0 }
}

fn formula(text: &str) -> Automatic {
    Automatic::Formula { text: text.to_owned(), holds: true }
}

fn proof(claim: &Automatic, system: &str) -> certificate::automata::Evidence {
    match prove(claim, system.parse().unwrap(), Budget::default()).unwrap().verdict {
        Verdict::Proved(evidence) => evidence,
        Verdict::Refuted(failure, ..) => panic!("{failure:?}"),
    }
}

fn accepted(text: &str) -> Option<Claim> {
    certificate::check(text, &Context::default()).ok().map(|proved| proved.claim().clone())
}

#[test]
fn a_damaged_certificate_never_establishes_another_claim_that_is_false() {
    for (claim, system) in [
        (claim(NIM), "msd_2"),
        (formula("forall x . exists y . x = 2*y or x = 2*y + 1"), "lsd_2"),
        (formula("forall i . floor(i*(1 + phi)) = floor(i*phi) + i"), "fib"),
        (formula("forall i . i <= floor(i*sqrt(3))"), "ost_1_2"),
    ] {
        let text = write(&claim, &proof(&claim, system));
        let original = accepted(&text).expect("the certificate itself is accepted");
        for survivor in damage_at_most(400, &text, accepted) {
            // A change may survive when the claim stays the same (a set that is never asked for, say), or when it is another true one.
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
    let evidence = proof(&claim(NIM), "msd_2");
    for wrong in [
        NIM.replace("x xor y\n", "(x xor y) + 1\n"),
        NIM.replace("x xor y\n", "x + y\n"),
        NIM.replace("move x' < x, y' = y\n", "move x' < x, y' = y\nmove x' = x - 1, y' = y - 1\n"),
        NIM.replace("position x, y", "position x, y where x <= y"),
    ] {
        assert!(check(claim(&wrong), &evidence).is_err(), "{wrong}");
    }
}

#[test]
fn a_false_formula_is_refused_whatever_its_last_automaton_is_said_to_accept() {
    let text = "forall x, y . x xor y <= x + y and (x < y implies x + 1 < y)";
    let verdict = prove(&formula(text), "msd_2".parse().unwrap(), Budget::default()).unwrap().verdict;
    let Verdict::Refuted(_, _, mut evidence) = verdict else { panic!("it is false") };
    evidence.witness.clear();
    assert!(matches!(check(formula(text), &evidence), Err(AutomaticError::NotMet { .. })));
    // Say that nothing is accepted.
    let mut silent = evidence.clone();
    let step = silent.steps.iter_mut().rev().find_map(|operation| match operation {
        Operation::Join(_, _, step) => Some(step),
        _ => None,
    });
    step.expect("there is a join").accepting.fill(false);
    assert!(matches!(check(formula(text), &silent), Err(AutomaticError::WrongAcceptance { .. })));
    // Say that everything is one dead state.
    let mut dead = evidence.clone();
    for operation in dead.steps.iter_mut().rev() {
        if let Operation::Join(_, _, step) = operation {
            step.accepting = vec![false];
            step.merge.fill(0);
            step.table = vec![0];
            step.dead = Some(0);
            step.entries.clear();
            break;
        }
    }
    assert!(matches!(check(formula(text), &dead), Err(AutomaticError::MissingPair { .. })));
}

#[test]
fn an_automaton_that_counts_leading_zeros_is_no_law() {
    let game = "game empty\nposition x\nmove x' < x\n";
    let system = "msd_2".parse().unwrap();
    // Accepts only words of even length: right about no number, yet "functional" and "total" on words of one length.
    let automaton = certificate::automata::automaton::Automaton {
        tracks: 2,
        class_of: vec![0, 1, 1, 0],
        classes: 2,
        table: vec![1, 2, 0, 2, 2, 2],
        accepting: vec![true, false, false],
    };
    let claim = Automatic::Automaton { rules: game.into(), parameters: Vec::new(), system, automaton };
    let evidence = certificate::automata::Evidence {
        system,
        floors: Vec::new(),
        steps: Vec::new(),
        witness: Vec::new(),
    };
    assert!(matches!(check(claim, &evidence), Err(AutomaticError::CountsZeros | AutomaticError::TooFew)));
}

#[test]
fn another_function_cannot_pass_for_the_floor() {
    let claim = formula("forall i . floor(i*(1 + phi)) = floor(i*phi) + i");
    let good = proof(&claim, "fib");
    let mut bad = good.clone();
    let states = good.floors[0].states();
    let flip = |bad: &mut certificate::automata::Evidence, state: usize| {
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
    let wrong = claim(&NIM.replace("x xor y\n", "x + y\n"));
    let verdict = prove(&wrong, "msd_2".parse().unwrap(), Budget::default()).unwrap().verdict;
    let Verdict::Refuted(_, fails, evidence) = verdict else { panic!("it is false") };
    let Automatic::Fails { obligation, values, .. } = fails.clone() else { panic!("a refutation") };
    let twice = Automatic::Fails { of: Box::new(fails.clone()), obligation, values };
    assert!(check(twice, &evidence).is_err());
    let Automatic::Fails { of, obligation, mut values } = fails else { panic!("a refutation") };
    values[0] += 1;
    assert!(check(Automatic::Fails { of, obligation, values }, &evidence).is_err());
}

#[test]
fn a_law_that_is_right_for_the_first_three_thousand_rows_is_refuted_after_them() {
    let rules = NIM.replace("x xor y\n", "if x >= 3000 then (x xor y) + 1 else x xor y\n");
    let verdict = prove(&claim(&rules), "msd_2".parse().unwrap(), Budget::default()).unwrap().verdict;
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
fn a_counterexample_may_not_be_moved_by_forgetting_where_it_is() {
    let text = "forall x . x < 2 or x > 2";
    let verdict = prove(&formula(text), "msd_2".parse().unwrap(), Budget::default()).unwrap().verdict;
    let Verdict::Refuted(failure, fails, mut evidence) = verdict else { panic!("it is false") };
    assert_eq!(failure.witness, [("x".to_owned(), 2)]);
    check(fails.clone(), &evidence).unwrap();
    // Forget x at the very end: something still satisfies the condition, but nobody can say where.
    let Automatic::Fails { of, obligation, values } = fails else { panic!("a refutation") };
    let Some(Operation::End) = evidence.steps.pop() else { panic!("steps end") };
    let Some(Operation::Join(a, b, last)) = evidence.steps.last() else { panic!("one join") };
    let part = a.max(b) + 1;
    let states: Vec<u32> = (0..last.accepting.len() as u32).filter(|s| last.dead != Some(*s)).collect();
    let step = certificate::automata::automaton::Step {
        merge: vec![0],
        accepting: vec![true],
        table: vec![0],
        dead: None,
        entries: vec![(states, 0)],
    };
    evidence.steps.push(Operation::Forget(0, part, step));
    evidence.steps.push(Operation::End);
    evidence.witness.clear();
    for moved in [vec![0], values] {
        let claim = Automatic::Fails { of: of.clone(), obligation, values: moved };
        assert!(check(claim, &evidence).is_err());
    }
}
