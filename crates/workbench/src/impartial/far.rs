//! Positions beyond any table, by a law for every position.
//!
//! A number game answers through a `claim grundy` or `claim losing` of its text that the prover
//! proves and the checker accepts; a game on one heap with finitely many amounts to take, and an
//! octal game, through its period; any other game through a law that is discovered and proved on
//! the way. A claim that could not be proved is tested on a table and then called a conjecture.
//! Without any of these there is no answer.

use hissho_certificate::Claim;
use hissho_certificate::impartial::{grundy_period, octal_period};
use hissho_rules::impartial::octal::Octal;
use hissho_rules::language::moves::alternatives;
use hissho_rules::language::{ClaimBody, Comparison, Evaluator, Formula, Game, NoFunctions, Term, Variable};
use hissho_rules::name::Component;
use hissho_rules::{Account, Subtraction};
use hissho_solve::impartial;
use hissho_solve::impartial::period::find_period;
use hissho_solve::limits::Limits;
use hissho_solve::progress::Progress;
use std::time::Duration;

use super::Law;
use crate::Certified;
use crate::laws::{Decision, LawGame, Settings, discover, prove_claim};

/// What a law says about one position.
pub(super) struct Far {
    /// The Grundy value, if the law gives it.
    pub(super) grundy: Option<u64>,
    /// Whether the player to move loses.
    pub(super) is_losing: bool,
    /// The law.
    pub(super) law: Law,
    /// The claim of the rules language that says it, if it is one: `losing = …` or `grundy = …`.
    pub(super) claim: Option<String>,
}

/// Most heaps of an octal game looked at for a period, unless a limit is given.
const MOST_HEAPS: u64 = 1 << 24;
/// Longest search for a law that the game's text does not give.
const LONGEST_SEARCH: Duration = Duration::from_secs(60);
/// Side of the tables a law is discovered from.
const DISCOVERY_SIDE: usize = 512;
/// Steps for one evaluation of a claim.
const STEPS: u64 = 10_000_000;

/// The answer of a law, if the game has one.
pub(super) fn by_law(
    component: &Component,
    position: &[u64],
    limits: &Limits,
    progress: &dyn Progress,
) -> Option<Far> {
    match component {
        Component::Octal(octal) => octal_law(octal, position[0], limits, progress),
        Component::Numbers(game) => {
            let law_game = LawGame::of_components(std::slice::from_ref(component))?;
            let (proved, unproved) = by_claim(&law_game, position, limits);
            proved
                .or_else(|| subtraction_law(game, position, limits))
                .or_else(|| unproved.and_then(|number| by_conjecture(&law_game, number, position, limits)))
                .or_else(|| by_discovery(&law_game, position, limits, progress))
        }
    }
}

/// The answer of a claim of the text that is proved; or else the number of one that has an answer
/// but no proof.
fn by_claim(game: &LawGame, position: &[u64], limits: &Limits) -> (Option<Far>, Option<usize>) {
    let settings = Settings { limits, states: None, system: None };
    let mut unproved = None;
    for (number, claim) in game.game.claims.iter().enumerate() {
        let Some((grundy, is_losing)) = evaluate(&game.game, &claim.body, position) else { continue };
        let report = prove_claim(game, number, &settings);
        match report.decision {
            Decision::Proved(proof) => {
                let text = format!("{}: {}", game.game.title(), report.claim);
                let law = Law { text, certificate: Some(proof), checked_to: None };
                let claim = Some(report.claim);
                return (Some(Far { grundy, is_losing, law, claim }), None);
            }
            Decision::GaveUp(_) | Decision::Cannot(_) => unproved = unproved.or(Some(number)),
            Decision::Refuted { .. } => {}
        }
    }
    (None, unproved)
}

/// The answer of a claim without a proof, if it agrees with a table.
fn by_conjecture(game: &LawGame, number: usize, position: &[u64], limits: &Limits) -> Option<Far> {
    let claim = &game.game.claims[number];
    let (grundy, is_losing) = evaluate(&game.game, &claim.body, position)?;
    let side = match position.len() {
        1 => 20_000,
        2 => 200,
        _ => 16,
    };
    let table =
        impartial::table(&game.game, &vec![side; position.len()], limits, &hissho_solve::progress::Silent)
            .ok()?;
    let agrees = table.cells().all(|(at, value)| {
        let Some(value) = value else { return true };
        let at: Vec<u64> = at.iter().map(|&c| c as u64).collect();
        evaluate(&game.game, &claim.body, &at).is_some_and(|(grundy, is_losing)| {
            is_losing == (value == 0) && grundy.is_none_or(|grundy| grundy == u64::from(value))
        })
    });
    if !agrees {
        return None;
    }
    let text = format!("{}: {}", game.game.title(), claim.text.trim());
    let law = Law { text, certificate: None, checked_to: Some(side as u64 - 1) };
    Some(Far { grundy, is_losing, law, claim: Some(claim.text.trim().to_owned()) })
}

/// The answer of a law found from tables and then proved.
fn by_discovery(game: &LawGame, position: &[u64], limits: &Limits, progress: &dyn Progress) -> Option<Far> {
    let limits = limits.within(LONGEST_SEARCH);
    let settings = Settings { limits: &limits, states: None, system: None };
    let found = discover(game, DISCOVERY_SIDE, &settings, progress).finding?;
    let game = game.with_claim(found.closed_form.as_ref()?).ok()?;
    let claim = game.game.claims.last()?;
    let (grundy, is_losing) = evaluate(&game.game, &claim.body, position)?;
    let text = format!("{}: {}", game.game.title(), claim.text.trim());
    let law = Law { text, certificate: Some(found.proof), checked_to: None };
    Some(Far { grundy, is_losing, law, claim: Some(claim.text.trim().to_owned()) })
}

/// The answer of the period of a heap from which one of finitely many amounts is taken.
fn subtraction_law(game: &Game, position: &[u64], limits: &Limits) -> Option<Far> {
    let takes = impartial::takes(game)?;
    let claim = find_period(&Subtraction::new(takes).ok()?, limits).ok()?;
    let certified = Certified::check(grundy_period::write(&claim), limits).ok()?;
    let Claim::GrundyPeriod(law) = certified.claim() else { return None };
    let (value, text) = (law.value(usize::try_from(position[0]).ok()?), law.to_string());
    Some(of_period(value, text, certified))
}

fn octal_law(octal: &Octal, heap: u64, limits: &Limits, progress: &dyn Progress) -> Option<Far> {
    if !octal.is_octal() {
        return None;
    }
    let mut limits = limits.clone();
    if limits.time.is_none() && limits.nodes.is_none() {
        limits = limits.within(LONGEST_SEARCH);
        limits.memory = Some(limits.memory.unwrap_or(u64::MAX).min(4 * MOST_HEAPS));
    }
    let certified = octal_certificate(octal, &limits, progress).ok()??;
    let Claim::OctalPeriod(law) = certified.claim() else { return None };
    let (value, text) = (law.value(usize::try_from(heap).ok()?), law.to_string());
    Some(of_period(value, text, certified))
}

/// The certificate of an octal game's period; `None` if the period is longer than the checker
/// takes.
pub(super) fn octal_certificate(
    octal: &Octal,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Option<Certified>, hissho_solve::limits::Stop> {
    if !octal.is_octal() {
        return Ok(None);
    }
    let found = impartial::octal_period(octal, limits, progress)?;
    let claim = octal_period::OctalPeriod {
        game: octal.clone(),
        preperiod: found.preperiod,
        period: found.period,
        values: found.values,
    };
    Ok(Certified::check(octal_period::write(&claim), limits).ok())
}

fn of_period(value: u32, text: String, certificate: Certified) -> Far {
    let law = Law { text, certificate: Some(certificate), checked_to: None };
    Far { grundy: Some(u64::from(value)), is_losing: value == 0, law, claim: None }
}

/// What a claim says about a position: the Grundy value if it gives it, and whether the player to
/// move loses.
fn evaluate(game: &Game, body: &ClaimBody, position: &[u64]) -> Option<(Option<u64>, bool)> {
    let account = Account::new(STEPS, u64::MAX);
    let mut evaluator = Evaluator::new(game.names.len(), &NoFunctions, &account);
    evaluator.values[..position.len()].copy_from_slice(position);
    match body {
        ClaimBody::Grundy(term) => {
            let value = evaluator.term(term).ok()??;
            Some((Some(value), value == 0))
        }
        ClaimBody::Losing(condition) => {
            let truth = truth(&mut evaluator, condition)?;
            Some((truth.then_some(0), truth))
        }
        ClaimBody::Formula(_) => None,
    }
}

/// Whether a condition holds. An `exists i` is not tried number by number where an equation such as
/// `x = floor(i*phi)` leaves few numbers: its right side grows with `i`.
fn truth(evaluator: &mut Evaluator<'_>, condition: &Formula) -> Option<bool> {
    match condition {
        Formula::Exists(i, body) => {
            let all = alternatives(body)?;
            let mut is_true = false;
            for parts in &all {
                let few = parts.iter().find_map(|part| solutions(evaluator, *i, part))?;
                for number in few {
                    evaluator.values[i.0] = number;
                    let mut parts = parts.iter().map(|part| truth(evaluator, part));
                    is_true |= parts.try_fold(true, |all, part| Some(all && part?))?;
                }
            }
            Some(is_true)
        }
        Formula::Not(inner) => truth(evaluator, inner).map(|truth| !truth),
        Formula::And(parts) => {
            parts.iter().map(|part| truth(evaluator, part)).try_fold(true, |all, part| Some(all & part?))
        }
        Formula::Or(parts) => {
            parts.iter().map(|part| truth(evaluator, part)).try_fold(false, |any, part| Some(any | part?))
        }
        other => evaluator.formula(other).ok().flatten(),
    }
}

/// All `i` with `x = floor(i*q)` or `x = i`, if `part` is such an equation and they are few.
fn solutions(evaluator: &mut Evaluator<'_>, i: Variable, part: &Formula) -> Option<Vec<u64>> {
    let Formula::Compare(Comparison::Equal, a, b) = part else { return None };
    let grows = |term: &Term| match term {
        Term::Variable(v) => *v == i,
        Term::Floor(inner, _) => **inner == Term::Variable(i),
        _ => false,
    };
    let (side, other) = if grows(a) { (a, b) } else { (b, a) };
    let (true, Term::Variable(x)) = (grows(side), other) else { return None };
    if *x == i {
        return None;
    }
    let wanted = evaluator.values[x.0];
    let mut value = |number: u64| {
        evaluator.values[i.0] = number;
        evaluator.term(side).ok().flatten()
    };
    // The least number that reaches what is wanted lies in (low, high].
    let mut high = 1u64;
    while value(high)? < wanted {
        high = high.checked_mul(2)?;
    }
    let mut low = 0;
    if value(0)? >= wanted {
        high = 0;
    }
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if value(middle)? < wanted { low = middle } else { high = middle }
    }
    let mut all = Vec::new();
    while value(high)? == wanted {
        all.push(high);
        high += 1;
        if all.len() > 64 {
            return None;
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impartial::Sum;

    fn law_game(name: &str) -> LawGame {
        LawGame::of_components(&Sum::of(&name.into()).unwrap().components).unwrap()
    }

    #[test]
    fn a_claim_evaluated_by_its_equations_agrees_with_trying_every_number() {
        for name in ["queen", "wythoff(2)", "wythoff(3)"] {
            let LawGame { game, .. } = law_game(name);
            let ClaimBody::Losing(condition) = &game.claims[0].body else {
                panic!("{name} has a losing claim")
            };
            for (x, y) in (0..40).flat_map(|x| (0..40).map(move |y| (x, y))) {
                let account = Account::new(STEPS, u64::MAX);
                let mut evaluator = Evaluator::new(game.names.len(), &NoFunctions, &account);
                evaluator.values[..2].copy_from_slice(&[x, y]);
                let slow = evaluator.formula(condition).unwrap().unwrap();
                let (_, quick) = evaluate(&game, &game.claims[0].body, &[x, y]).unwrap();
                assert_eq!(quick, slow, "{name} ({x}, {y})");
            }
        }
    }

    #[test]
    fn a_claim_that_is_only_tested_is_called_a_conjecture_and_a_wrong_one_is_not_used() {
        let right = law_game("rook");
        let far = by_conjecture(&right, 0, &[1 << 30, 3], &Limits::default()).unwrap();
        assert_eq!((far.grundy, far.law.checked_to), (Some((1 << 30) + 3), Some(199)));
        assert!(far.law.certificate.is_none());
        let wrong = right.with_claim("grundy = x + y").unwrap();
        assert!(by_conjecture(&wrong, 1, &[1 << 30, 3], &Limits::default()).is_none());
    }
}
