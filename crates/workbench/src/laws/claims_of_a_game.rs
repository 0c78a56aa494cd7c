//! The question `prove`: do the claims of a game hold at every position? Or: is a formula about
//! numbers true?

use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Decision, LawGame, LawReport, Settings, numeration, prove_claim, prove_formula};
use crate::answer::{Ending, Findings, Told};
use crate::games::GameText;
use crate::question::{Ask, other_claim};
use crate::{Certified, Desk, Fault, Verdict, Watch};

/// Do the claims of a game hold at every position? Or: is a formula about numbers true?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prove {
    /// The game; a sum of heaps counts as one game.
    #[serde(default)]
    pub game: Option<GameText>,
    /// A claim to decide instead of those in the text, such as `grundy = x xor y`.
    #[serde(default)]
    pub claim: Option<String>,
    /// A closed formula about numbers, with no game.
    #[serde(default)]
    pub formula: Option<String>,
    /// How numbers are written: `msd_2`, `lsd_2`, `fib`, `mu_2`, `ost_1_2`. Chosen by the claim
    /// when not given.
    #[serde(default)]
    pub numeration: Option<String>,
    /// Give up when an automaton has more states than this.
    #[serde(default)]
    pub states: Option<u64>,
}

/// What became of the claims.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Decided {
    /// The game; none for a formula.
    pub game: Option<String>,
    /// The claims in the order of the text.
    pub claims: Vec<DecidedClaim>,
}

/// What became of one claim.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DecidedClaim {
    /// `grundy`, `losing` or `formula`.
    pub kind: String,
    /// The claim as written.
    pub claim: String,
    /// `proved`, `refuted` or `gave-up`.
    pub verdict: Verdict,
    /// The smallest place where it fails, by variable. Numbers beyond 64 bits are texts.
    pub counterexample: Option<Map<String, Value>>,
    /// The condition that fails there.
    pub condition: Option<String>,
    /// States of the law's minimal automaton, the dead one included.
    pub states: u64,
    /// Most states explored in one step.
    pub peak: u64,
    /// How numbers were written.
    pub numeration: Option<String>,
    /// The file with the certificate, if one was written.
    pub certificate: Option<String>,
    /// What the claim says at the counterexample, what the rules give, and the moves.
    #[serde(default)]
    pub detail: Option<String>,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Ask for Prove {
    type Facts = Decided;

    fn answer(&self, _: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<Decided>, Fault> {
        let states = self.states.map(|states| usize::try_from(states).unwrap_or(usize::MAX));
        let settings = Settings { limits, states, system: numeration(self.numeration.as_deref())? };
        let (game, reports) = match (&self.game, &self.formula) {
            (Some(game), None) => self.of_game(game, &settings)?,
            (None, Some(_)) if self.claim.is_some() => {
                return Err(
                    Fault::bad_input("a claim is about a game, a formula stands alone").in_field("claim")
                );
            }
            (None, Some(formula)) => (None, vec![prove_formula(formula, &settings)]),
            (Some(_), Some(_)) => {
                return Err(Fault::bad_input("give a game or a formula, not both").in_field("formula"));
            }
            (None, None) => return Err(Fault::bad_input("a game or a formula is needed").in_field("game")),
        };
        let (mut claims, mut certified) = (Vec::new(), Vec::new());
        for report in reports {
            let (claim, proof) = told(report)?;
            claims.push(claim);
            certified.extend(proof);
        }
        Ok(Told::from(Decided { game, claims }).with(certified))
    }

    fn confirm(&self, kept: Decided, certified: &[Certified], limits: &Limits) -> Result<Decided, Fault> {
        let system = numeration(self.numeration.as_deref())?;
        let settings = Settings { limits, states: None, system };
        let game = self.game.as_ref().map(|game| self.claimed(game)).transpose()?;
        let count = game.as_ref().map_or(1, |(game, first)| game.game.claims.len() - first);
        if kept.claims.len() != count || certified.len() != count {
            return Err(other_claim());
        }
        let one = |(number, (kept, by)): (usize, (DecidedClaim, &Certified))| {
            let report = match (&game, &self.formula) {
                (Some((game, first)), _) => LawReport::of_claim(game, first + number, by, &settings),
                (None, Some(formula)) => LawReport::of_formula(formula, by, &settings),
                (None, None) => None,
            };
            let mut report = report.ok_or_else(other_claim)?;
            // How many states there were is no part of the claim.
            (report.states, report.peak) = (kept.states as usize, kept.peak as usize);
            Ok(told(report)?.0)
        };
        let claims = kept.claims.into_iter().zip(certified).enumerate().map(one);
        let claims = claims.collect::<Result<_, Fault>>()?;
        Ok(Decided { game: game.map(|(game, _)| game.game.title()), claims })
    }
}

impl Prove {
    /// The game with the claims that are asked for, and the number of the first of them.
    fn claimed(&self, named: &GameText) -> Result<(LawGame, usize), Fault> {
        let mut game = LawGame::of(named)?;
        let mut first = 0;
        if let Some(claim) = &self.claim {
            game = game.with_claim(claim).map_err(|error| Fault::language("claim", &error))?;
            first = game.game.claims.len() - 1;
        }
        if game.game.claims.len() == first {
            let title = game.game.title();
            let name = if named.name().contains('\n') { &title } else { named.name() };
            return Err(Fault::bad_input(format_args!(
                "`{name}` makes no claim; add one with --claim 'grundy = …', or try `hissho discover`"
            ))
            .in_field("claim"));
        }
        Ok((game, first))
    }

    /// The game's title, and what became of the claims that are asked for.
    fn of_game(
        &self,
        named: &GameText,
        settings: &Settings<'_>,
    ) -> Result<(Option<String>, Vec<LawReport>), Fault> {
        let (game, first) = self.claimed(named)?;
        let reports = (first..game.game.claims.len()).map(|number| prove_claim(&game, number, settings));
        Ok((Some(game.game.title()), reports.collect()))
    }
}

/// The facts of one claim, with the certificate they rest on.
fn told(report: LawReport) -> Result<(DecidedClaim, Option<Certified>), Fault> {
    let mut facts = DecidedClaim {
        kind: report.kind.to_owned(),
        claim: report.claim,
        verdict: Verdict::GAVE_UP,
        counterexample: None,
        condition: None,
        states: report.states as u64,
        peak: report.peak as u64,
        numeration: report.system.map(|system| system.to_string()),
        certificate: None,
        detail: None,
        reason: None,
    };
    let proof = match report.decision {
        Decision::Proved(by) => {
            facts.verdict = Verdict::established(&by);
            Some(by)
        }
        Decision::Refuted { by, counterexample, condition, detail } => {
            let number = |v: u128| u64::try_from(v).map_or_else(|_| Value::from(v.to_string()), Value::from);
            facts.verdict = Verdict::refuted(&by);
            facts.counterexample =
                Some(counterexample.into_iter().map(|(name, v)| (name, number(v))).collect());
            (facts.condition, facts.detail) = (Some(condition), detail);
            Some(by)
        }
        Decision::GaveUp(reason) => {
            facts.reason = Some(reason);
            None
        }
        Decision::Cannot(fault) => return Err(fault),
    };
    Ok((facts, proof))
}

impl Findings for Decided {
    fn text(&self) -> String {
        self.claims.iter().map(|claim| claim.text(self.game.as_deref())).collect()
    }

    fn ending(&self) -> Ending {
        if self.claims.iter().any(|claim| claim.reason.is_some()) {
            Ending::GaveUp
        } else if self.claims.iter().any(|claim| claim.counterexample.is_some()) {
            Ending::Refuted
        } else {
            Ending::Answered
        }
    }
}

impl DecidedClaim {
    fn text(&self, game: Option<&str>) -> String {
        let name = game.map_or(String::new(), |title| format!("{title}: "));
        let claim = self.claim.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut text = format!("{name}{claim}\n");
        text += &match (&self.counterexample, &self.reason) {
            (Some(place), _) => {
                let of = |(name, value): (&String, &Value)| match value {
                    Value::String(digits) => format!("{name} = {digits}"),
                    number => format!("{name} = {number}"),
                };
                let place: Vec<String> = place.iter().map(of).collect();
                let place =
                    if place.is_empty() { String::new() } else { format!(" at {}", place.join(", ")) };
                let detail = self.detail.as_ref().map_or(String::new(), |detail| format!("\n  {detail}"));
                let condition = self.condition.as_deref().unwrap_or_default();
                format!("  {}{place}: not so that {condition}{detail}\n", self.verdict)
            }
            (None, Some(reason)) => format!("  {reason}\n"),
            (None, None) => {
                let every = if game.is_none() { "" } else { " for every position" };
                let system =
                    self.numeration.as_ref().map_or(String::new(), |name| format!(", numbers in {name}"));
                format!("  {}{every}; {} states{system}\n", self.verdict, self.states)
            }
        };
        if let Some(path) = &self.certificate {
            text += &format!("  certificate: {path}\n");
        }
        text
    }
}
