//! Laws for every position: proving the claims of a rules text, and discovering a law from the
//! rules alone.
//!
//! The prover is not trusted. Every answer here that says "proved" or "refuted" holds a [`Proved`]
//! that the checker made from the certificate's text.

mod discover;
pub mod export;
mod shapes;
pub(crate) mod systems;

pub use discover::{Discovery, Finding, discover};

use hissho_certificate::laws::automaton::Automaton;
use hissho_certificate::laws::numeration::Numeration;
use hissho_certificate::laws::{Automatic, one_line, write};
use hissho_certificate::{Claim, Context, Proved, rules_text};
use hissho_prover::{Budget, GaveUp, Verdict, prove};
use hissho_rules::Account;
use hissho_rules::language::{ClaimBody, Evaluator, Game, LanguageError, NoFunctions};
use hissho_rules::name::Component;
use hissho_solve::impartial::General;
use hissho_solve::limits::{Limits, Meter};

/// A game given by one rules text.
#[derive(Clone, Debug)]
pub struct LawGame {
    /// The text as it stands in a certificate.
    pub rules: String,
    /// Its parameters.
    pub parameters: Vec<(String, u64)>,
    /// The game read from it; its claims need not stand in the text.
    pub game: Game,
}

impl LawGame {
    /// The game of a rules text with the given parameters.
    pub fn new(rules: &str, parameters: &[(&str, u64)]) -> Result<LawGame, LanguageError> {
        let game = Game::parse(rules, parameters)?;
        let (rules, parameters) = rules_text::of(&game);
        Ok(LawGame { rules, parameters, game })
    }

    /// One game, or a sum of heaps as one text. `None` for octal games and other sums.
    pub fn of_components(components: &[Component]) -> Option<LawGame> {
        match components {
            [Component::Numbers(game)] => {
                let parameters: Vec<(&str, u64)> =
                    game.parameters.iter().map(|p| (p.name.as_str(), p.value)).collect();
                LawGame::new(&game.text, &parameters).ok()
            }
            _ => {
                let bounds: Option<Vec<u64>> = components.iter().map(heap_bound).collect();
                LawGame::new(&heaps_text(&bounds?), &[]).ok()
            }
        }
    }

    /// What one of its claims says, for a certificate.
    pub fn claim(&self, number: usize) -> Automatic {
        let claim = one_line(&self.game.claims[number].text);
        Automatic::Claim { rules: self.rules.clone(), parameters: self.parameters.clone(), claim }
    }

    /// The same game with one more claim, written as after the word `claim`.
    pub fn with_claim(&self, claim: &str) -> Result<LawGame, LanguageError> {
        let mut game = self.clone();
        game.game.add_claim(claim)?;
        Ok(game)
    }
}

/// The bound on what may be taken from a heap; 0 means none.
fn heap_bound(component: &Component) -> Option<u64> {
    match component {
        Component::Numbers(game) if game.name == "heap" => {
            Some(game.parameters.iter().find(|p| p.name == "max").map_or(0, |p| p.value))
        }
        _ => None,
    }
}

/// Several heaps as one rules text; from heap `i` at most `bounds[i]` may be taken, or anything
/// where that is 0.
pub fn heaps_text(bounds: &[u64]) -> String {
    let names: Vec<String> = (1..=bounds.len()).map(|i| format!("a{i}")).collect();
    let mut text = format!("game heaps\nposition {}\n", names.join(", "));
    for (i, &bound) in bounds.iter().enumerate() {
        let part = |(j, name): (usize, &String)| match (i == j, bound) {
            (false, _) => format!("{name}' = {name}"),
            (true, 0) => format!("{name}' < {name}"),
            (true, bound) => format!("{name}' < {name}, {name} <= {name}' + {bound}"),
        };
        let parts: Vec<String> = names.iter().enumerate().map(part).collect();
        text.push_str(&format!("move {}\n", parts.join(", ")));
    }
    text
}

/// What became of a claim.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It holds at every position.
    Proved(Proved<Claim>),
    /// It does not.
    Refuted {
        /// The checker's word for it.
        proof: Proved<Claim>,
        /// The least place, by variable.
        counterexample: Vec<(String, u128)>,
        /// The condition that fails there.
        condition: String,
        /// What the claim says there and what the rules give, where that could be evaluated.
        detail: Option<String>,
    },
    /// There is no answer within the limits.
    GaveUp(String),
    /// The claim cannot be read or expressed.
    Cannot(String),
}

/// A claim, its answer, and what it took.
#[derive(Clone, Debug)]
pub struct LawReport {
    /// `grundy`, `losing` or `formula`.
    pub kind: &'static str,
    /// The claim as written.
    pub claim: String,
    /// The answer.
    pub answer: Answer,
    /// States of the law's minimal automaton, the dead one included.
    pub states: usize,
    /// Most states explored in one step.
    pub peak: usize,
    /// How numbers were written, if there was a way.
    pub system: Option<Numeration>,
    /// The certificate.
    pub certificate: Option<String>,
    /// The law's automaton, over the coordinates and the value.
    pub law: Option<Automaton>,
}

/// How far the prover may go.
pub struct Settings<'a> {
    /// Time, and a flag to stop.
    pub limits: &'a Limits,
    /// Most states of an automaton, if not the usual bound.
    pub states: Option<usize>,
    /// How numbers are written, if not chosen by the claim.
    pub system: Option<Numeration>,
}

/// Decides one claim of a game.
pub fn prove_claim(game: &LawGame, number: usize, settings: &Settings<'_>) -> LawReport {
    let claim = &game.game.claims[number];
    let kind = match claim.body {
        ClaimBody::Grundy(_) => "grundy",
        ClaimBody::Losing(_) => "losing",
        ClaimBody::Formula(_) => "formula",
    };
    let system = settings.system.map_or_else(|| systems::of_claim(&claim.body), Ok);
    let automatic = game.claim(number);
    let mut report = decide(&automatic, kind, claim.text.trim(), system, settings);
    if let Answer::Refuted { counterexample, detail, .. } = &mut report.answer {
        *detail = explain(game, &claim.body, counterexample, settings.limits);
    }
    report
}

/// Decides a formula that stands alone.
pub fn prove_formula(text: &str, settings: &Settings<'_>) -> LawReport {
    let automatic = Automatic::Formula { text: one_line(text), holds: true };
    let system = settings.system.map_or_else(|| systems::of_formula(text), Ok);
    decide(&automatic, "formula", text.trim(), system, settings)
}

/// Proves or refutes, and has the certificate checked.
pub(crate) fn decide(
    claim: &Automatic,
    kind: &'static str,
    text: &str,
    system: Result<Numeration, String>,
    settings: &Settings<'_>,
) -> LawReport {
    let meter = settings.limits.start();
    let stop = || is_over(&meter);
    let usual = Budget::default();
    let nodes = settings.limits.nodes.and_then(|n| usize::try_from(n).ok());
    let states = settings.states.or(nodes).unwrap_or(usual.states);
    let budget = Budget { states, stop: &stop, ..usual };
    let report = |answer, states, peak, certificate| LawReport {
        kind,
        claim: text.to_owned(),
        answer,
        states,
        peak,
        system: system.clone().ok(),
        certificate,
        law: None,
    };
    let system = match &system {
        Ok(system) => *system,
        Err(reason) => return report(Answer::Cannot(reason.clone()), 0, 0, None),
    };
    let proved = match prove(claim, system, budget) {
        Ok(proved) => proved,
        Err(GaveUp::Cannot(error)) => return report(Answer::Cannot(describe(&error, claim)), 0, 0, None),
        Err(gave_up) => return report(Answer::GaveUp(gave_up.to_string()), 0, 0, None),
    };
    let (states, peak) = (proved.states, proved.peak);
    match proved.verdict {
        Verdict::Proved(evidence) => {
            let text = write(claim, &evidence);
            match hissho_certificate::check(&text, &Context::default()) {
                Ok(proof) => {
                    LawReport { law: proved.law, ..report(Answer::Proved(proof), states, peak, Some(text)) }
                }
                Err(refusal) => {
                    report(Answer::GaveUp(format!("certificate refused: {refusal}")), states, peak, None)
                }
            }
        }
        // Not a verdict on the law: the game itself is not one that must end.
        Verdict::NotFalling(_, fails, evidence) => {
            let text = write(&fails, &evidence);
            match hissho_certificate::check(&text, &Context::default()) {
                Ok(proof) => report(Answer::Cannot(not_falling(proof.claim())), states, peak, None),
                Err(refusal) => {
                    report(Answer::GaveUp(format!("certificate refused: {refusal}")), states, peak, None)
                }
            }
        }
        Verdict::Refuted(failure, fails, evidence) => {
            let text = write(&fails, &evidence);
            match hissho_certificate::check(&text, &Context::default()) {
                Ok(proof) => {
                    let (condition, counterexample) = (failure.condition, failure.witness);
                    let answer = Answer::Refuted { proof, counterexample, condition, detail: None };
                    report(answer, states, peak, Some(text))
                }
                Err(refusal) => {
                    report(Answer::GaveUp(format!("certificate refused: {refusal}")), states, peak, None)
                }
            }
        }
    }
}

/// A measure that does not fall is a fault of the text.
pub(crate) fn not_falling(fault: &Claim) -> String {
    format!(
        "{fault}; every move must lower the sum of the coordinates, or a measure that an `order` line names"
    )
}

fn is_over(meter: &Meter) -> bool {
    meter.spend(0).is_err()
}

/// The message, with the place in the formula where there is one.
fn describe(error: &hissho_certificate::laws::AutomaticError, claim: &Automatic) -> String {
    match (error, claim) {
        (hissho_certificate::laws::AutomaticError::Rules(error), Automatic::Formula { .. }) => {
            error.render("formula")
        }
        (hissho_certificate::laws::AutomaticError::Rules(error), _) => error.render("rules"),
        _ => error.to_string(),
    }
}

/// What the claim says at the counterexample, what the rules give, and the moves.
fn explain(game: &LawGame, body: &ClaimBody, at: &[(String, u128)], limits: &Limits) -> Option<String> {
    let position: Vec<u64> =
        at.iter().take(game.game.dimension).map(|&(_, v)| u64::try_from(v).ok()).collect::<Option<_>>()?;
    if position.len() != game.game.dimension || position.iter().sum::<u64>() > 2_000 {
        return None;
    }
    let steps = Account::new(10_000_000, u64::MAX);
    let mut evaluator = Evaluator::new(game.game.names.len(), &NoFunctions, &steps);
    evaluator.values[..position.len()].copy_from_slice(&position);
    let meter = limits.start();
    let account = limits.account();
    let mut general = General::new(&game.game, &account).ok()?;
    let actual = general.value(&position, &meter).ok()??;
    let options = general.moves().options(&position).ok()?;
    let mut shown: Vec<String> = Vec::new();
    for option in options.iter().take(12) {
        let value = general.value(option, &meter).ok()??;
        shown.push(format!("{} = {value}", hissho_rules::language::tuple(option)));
    }
    if options.len() > 12 {
        shown.push(format!("… ({} moves)", options.len()));
    }
    let moves =
        if shown.is_empty() { "no moves".to_owned() } else { format!("moves to {}", shown.join(", ")) };
    let place = hissho_rules::language::tuple(&position);
    match body {
        ClaimBody::Grundy(term) => {
            let claimed = evaluator.term(term).ok()?.map_or("no value".to_owned(), |v| v.to_string());
            Some(format!("at {place} the claim says {claimed}, the rules give {actual}: {moves}"))
        }
        ClaimBody::Losing(formula) => {
            let claimed = if evaluator.holds(formula).ok()? { "losing" } else { "not losing" };
            let actual = if actual == 0 { "losing" } else { "not losing" };
            Some(format!("at {place} the claim says {claimed}, the rules give {actual}: {moves}"))
        }
        ClaimBody::Formula(_) => Some(format!("it is not true at {place}")),
    }
}
