//! Laws for every position: proving the claims of a rules text, and discovering a law from the
//! rules alone.
//!
//! The prover is not trusted. Every decision here that says "proved" or "refuted" holds a
//! [`Certified`] that the checker made from the certificate's text.
//!
//! ```
//! use hissho_solve::limits::Limits;
//! use hissho_workbench::{Alone, Desk, Question};
//!
//! let question: Question = serde_json::from_str(r#"{"prove":{"game":"rook"}}"#)?;
//! let answer = Desk::default().ask(&question, &Limits::default(), &Alone)?;
//! assert_eq!(answer.document()["claims"][0]["verdict"], "proved");
//! let claim = answer.certified[0].claim().to_string();
//! assert_eq!(claim, "rook, at every position: grundy = x xor y");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod claims_of_a_game;
mod discover;
pub mod export;
mod law_of_a_game;
mod shapes;
pub(crate) mod systems;

pub use claims_of_a_game::{Decided, DecidedClaim, Prove};
pub use discover::{Discovery, Finding, discover};
pub use law_of_a_game::{Discover, Discovered};

use hissho_certificate::laws::automaton::Automaton;
use hissho_certificate::laws::numeration::Numeration;
use hissho_certificate::laws::obligations::Condition;
use hissho_certificate::laws::{Automatic, AutomaticError, Evidence, one_line, write};
use hissho_certificate::{Claim, rules_text};
use hissho_prover::{Budget, GaveUp, Verdict, prove};
use hissho_rules::Account;
use hissho_rules::language::{ClaimBody, Evaluator, Game, LanguageError, NoFunctions};
use hissho_rules::name::Component;
use hissho_solve::impartial::General;
use hissho_solve::limits::{Limits, Meter};

use crate::games::GameText;
use crate::{Certified, Fault};

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

    /// The game of a question.
    pub fn of(game: &GameText) -> Result<LawGame, Fault> {
        let (name, components) = game.impartial()?;
        LawGame::of_components(&components).ok_or_else(|| {
            Fault::bad_input(format_args!(
                "`{name}`: laws are proved for one game on numbers, or for a sum of heaps"
            ))
            .in_field("game")
        })
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
pub enum Decision {
    /// It holds at every position.
    Proved(Certified),
    /// It does not.
    Refuted {
        /// The certificate of a place where it fails.
        by: Certified,
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
    Cannot(Fault),
}

/// A claim, what became of it, and what that took.
#[derive(Clone, Debug)]
pub struct LawReport {
    /// `grundy`, `losing` or `formula`.
    pub kind: &'static str,
    /// The claim as written.
    pub claim: String,
    /// What became of it.
    pub decision: Decision,
    /// States of the law's minimal automaton, the dead one included.
    pub states: usize,
    /// Most states explored in one step.
    pub peak: usize,
    /// How numbers were written, if there was a way.
    pub system: Option<Numeration>,
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

impl LawReport {
    /// What an accepted certificate says of one claim of a game; `None` if it is about something
    /// else.
    fn of_claim(game: &LawGame, number: usize, by: &Certified, settings: &Settings<'_>) -> Option<LawReport> {
        let claim = &game.game.claims[number];
        let system = settings.system.or_else(|| systems::of_claim(&claim.body).ok());
        let mut decision = Decision::of(&game.claim(number), by)?;
        decision.explain(game, &claim.body, settings.limits);
        Some(LawReport::decided(kind(&claim.body), claim.text.trim(), decision, system))
    }

    /// The same of a formula that stands alone.
    fn of_formula(text: &str, by: &Certified, settings: &Settings<'_>) -> Option<LawReport> {
        let system = settings.system.or_else(|| systems::of_formula(text).ok());
        let decision = Decision::of(&Automatic::Formula { text: one_line(text), holds: true }, by)?;
        Some(LawReport::decided("formula", text.trim(), decision, system))
    }

    fn decided(kind: &'static str, text: &str, decision: Decision, system: Option<Numeration>) -> LawReport {
        LawReport { kind, claim: text.to_owned(), decision, states: 0, peak: 0, system, law: None }
    }
}

impl Decision {
    /// What an accepted certificate says of `claim`.
    fn of(claim: &Automatic, by: &Certified) -> Option<Decision> {
        let Claim::Automatic(accepted) = by.claim() else { return None };
        match accepted {
            accepted if accepted == claim => Some(Decision::Proved(by.clone())),
            Automatic::Fails { of, condition, values } if **of == *claim => {
                let (condition, words, names) = claim.conditions().ok()?.into_iter().nth(*condition)?;
                // A measure that does not fall is a fault of the game, and no verdict on its claim.
                if matches!(condition, Condition::Falls(_)) {
                    return None;
                }
                let counterexample = names.into_iter().zip(values.iter().copied()).collect();
                let (by, condition) = (by.clone(), words);
                Some(Decision::Refuted { by, counterexample, condition, detail: None })
            }
            _ => None,
        }
    }

    /// Says of a refuted claim what it says at the counterexample, and what the rules give.
    fn explain(&mut self, game: &LawGame, body: &ClaimBody, limits: &Limits) {
        if let Decision::Refuted { counterexample, detail, .. } = self {
            *detail = explain(game, body, counterexample, limits);
        }
    }
}

fn kind(body: &ClaimBody) -> &'static str {
    match body {
        ClaimBody::Grundy(_) => "grundy",
        ClaimBody::Losing(_) => "losing",
        ClaimBody::Formula(_) => "formula",
    }
}

/// Decides one claim of a game.
pub fn prove_claim(game: &LawGame, number: usize, settings: &Settings<'_>) -> LawReport {
    let claim = &game.game.claims[number];
    let system = settings.system.map_or_else(|| systems::of_claim(&claim.body), Ok);
    let automatic = game.claim(number);
    let mut report = decide(&automatic, kind(&claim.body), claim.text.trim(), system, settings);
    report.decision.explain(game, &claim.body, settings.limits);
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
    system: Result<Numeration, Fault>,
    settings: &Settings<'_>,
) -> LawReport {
    let mut report = LawReport {
        kind,
        claim: text.to_owned(),
        decision: Decision::GaveUp(String::new()),
        states: 0,
        peak: 0,
        system: system.clone().ok(),
        law: None,
    };
    report.decision = match system {
        Ok(system) => attempt(claim, system, settings, &mut report),
        Err(fault) => Decision::Cannot(fault),
    };
    report
}

/// The decision; what it took goes into the report.
fn attempt(
    claim: &Automatic,
    system: Numeration,
    settings: &Settings<'_>,
    report: &mut LawReport,
) -> Decision {
    let meter = settings.limits.start();
    let stop = || is_over(&meter);
    let usual = Budget::default();
    let nodes = settings.limits.nodes.and_then(|n| usize::try_from(n).ok());
    let states = settings.states.or(nodes).unwrap_or(usual.states);
    let proved = match prove(claim, system, Budget { states, stop: &stop, ..usual }) {
        Ok(proved) => proved,
        Err(GaveUp::Cannot(error)) => return Decision::Cannot(describe(&error, claim)),
        Err(gave_up) => return Decision::GaveUp(gave_up.to_string()),
    };
    (report.states, report.peak) = (proved.states, proved.peak);
    let certify = |claim: &Automatic, evidence: &Evidence| {
        Certified::check(write(claim, evidence), settings.limits)
            .map_err(|refusal| format!("certificate refused: {refusal}"))
    };
    let decided = match proved.verdict {
        Verdict::Proved(evidence) => certify(claim, &evidence).map(|by| {
            report.law = proved.law;
            Decision::Proved(by)
        }),
        // Not a verdict on the law: the game itself is not one that must end.
        Verdict::NotFalling(_, fails, evidence) => certify(&fails, &evidence)
            .map(|by| Decision::Cannot(Fault::bad_input(not_falling(by.claim())).in_field("game"))),
        Verdict::Refuted(failure, fails, evidence) => certify(&fails, &evidence).map(|by| {
            let (condition, counterexample) = (failure.condition, failure.witness);
            Decision::Refuted { by, counterexample, condition, detail: None }
        }),
    };
    decided.unwrap_or_else(Decision::GaveUp)
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
fn describe(error: &AutomaticError, claim: &Automatic) -> Fault {
    match (error, claim) {
        (AutomaticError::Rules(error), Automatic::Formula { .. }) => Fault::language("formula", error),
        (AutomaticError::Rules(error), _) => Fault::language("rules", error),
        _ => Fault::bad_input(error),
    }
}

/// The numeration system that a question names.
pub(crate) fn numeration(name: Option<&str>) -> Result<Option<Numeration>, Fault> {
    let read = |name: &str| {
        name.parse()
            .map_err(|error| Fault::bad_input(format_args!("numeration: {error}")).in_field("numeration"))
    };
    name.map(read).transpose()
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
