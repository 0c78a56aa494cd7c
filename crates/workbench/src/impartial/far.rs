//! Positions beyond any table, by a law that is proved for every position.
//!
//! A number game answers through a `claim grundy` or `claim losing` of its text that the prover proves and the checker
//! accepts; an octal game through its period. Without such a law there is no answer.

use certificate::octal_period;
use certificate::{Claim, Context};
use rules::language::{ClaimBody, Evaluator, NoFunctions};
use rules::name::Component;
use solve::grundy;
use solve::limits::Limits;
use solve::progress::Silent;

use crate::laws::{Answer, LawGame, Settings, prove_claim};

/// What a law says about one position.
pub(super) struct Far {
    /// The Grundy value, if the law gives it.
    pub(super) grundy: Option<u64>,
    /// Whether the player to move loses.
    pub(super) is_losing: bool,
    /// The law.
    pub(super) law: String,
}

/// The answer of a proved law, if the game has one.
pub(super) fn by_law(component: &Component, position: &[u64], limits: &Limits) -> Option<Far> {
    match component {
        Component::Octal(octal) => {
            let found = grundy::octal_period(octal, limits, &Silent).ok()?;
            let claim = octal_period::OctalPeriod {
                game: octal.clone(),
                preperiod: found.preperiod,
                period: found.period,
                values: found.values,
            };
            let proof = certificate::check(&octal_period::write(&claim), &Context::default()).ok()?;
            let Claim::OctalPeriod(law) = proof.claim() else {
                return None;
            };
            let value = law.value(usize::try_from(position[0]).ok()?);
            Some(Far { grundy: Some(u64::from(value)), is_losing: value == 0, law: law.to_string() })
        }
        Component::Numbers(game) => {
            let law_game = LawGame::of_components(std::slice::from_ref(component))?;
            let settings = Settings { limits, states: None, system: None };
            let mut evaluator = Evaluator::new(law_game.game.names.len(), &NoFunctions);
            evaluator.values[..position.len()].copy_from_slice(position);
            for (number, claim) in law_game.game.claims.iter().enumerate() {
                evaluator.limit = 10_000_000;
                let (grundy, is_losing) = match &claim.body {
                    ClaimBody::Grundy(term) => match evaluator.term(term) {
                        Ok(Some(value)) => (Some(value), value == 0),
                        _ => continue,
                    },
                    ClaimBody::Losing(condition) => match evaluator.formula(condition) {
                        Ok(Some(truth)) => (truth.then_some(0), truth),
                        _ => continue,
                    },
                    ClaimBody::Formula(_) => continue,
                };
                let Answer::Proved(_) = prove_claim(&law_game, number, &settings).answer else {
                    continue;
                };
                let law = format!("{}: {}", game.title(), claim.text);
                return Some(Far { grundy, is_losing, law });
            }
            None
        }
    }
}
