//! The question `response`: is a strategy accepted?

use hissho_certificate::infinite_four::response::{ResponseError, write};
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{StrategyText, StrategyVerdict};
use crate::answer::{Ending, Findings, Told};
use crate::question::Ask;
use crate::{Certified, Desk, Fault, Watch};

/// Is this strategy accepted by the checker?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Response {
    /// The strategy.
    pub strategy: StrategyText,
}

/// What the checker says of a strategy.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckedResponse {
    /// What it is called.
    pub strategy: String,
    /// `accepted` or `refused`.
    pub verdict: StrategyVerdict,
    /// Why it is refused.
    pub reason: Option<String>,
    /// What it is to show.
    pub claim: String,
    /// Whether it may have to pass.
    pub passes: bool,
    /// Where its certificate was written.
    pub certificate: Option<String>,
    /// How long reading and checking the certificate took.
    pub seconds: f64,
}

impl Ask for Response {
    type Facts = CheckedResponse;
    const IS_KEPT: bool = false;

    fn answer(&self, desk: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<CheckedResponse>, Fault> {
        let loaded = desk.response_strategy(&self.strategy)?;
        if let Some(problem) = loaded.problem.as_ref().filter(|problem| is_malformed(problem)) {
            return Err(loaded.fault(problem));
        }
        let start = limits.pulse.elapsed();
        let checked = Certified::check(write(&loaded.claim, &loaded.strategy), limits);
        let seconds = (limits.pulse.elapsed() - start).as_secs_f64();
        let (verdict, claim, reason) = match &checked {
            Ok(certified) => (StrategyVerdict::accepted(certified), certified.claim().to_string(), None),
            Err(refusal) => (StrategyVerdict::REFUSED, loaded.claim.to_string(), Some(refusal.to_string())),
        };
        let facts = CheckedResponse {
            strategy: loaded.name.clone(),
            verdict,
            reason,
            claim,
            passes: loaded.strategy.passes,
            certificate: None,
            seconds,
        };
        Ok(Told::from(facts).with(checked.ok()))
    }
}

/// Whether the error is one of writing, not of play.
fn is_malformed(error: &ResponseError) -> bool {
    match error {
        ResponseError::InBranch { problem, .. } => is_malformed(problem),
        ResponseError::OpenLine { .. }
        | ResponseError::Unsupported { .. }
        | ResponseError::Unpaired { .. }
        | ResponseError::Passes(_)
        | ResponseError::Exhausted(_)
        | ResponseError::GameOver => false,
        _ => true,
    }
}

impl Findings for CheckedResponse {
    fn text(&self) -> String {
        let CheckedResponse { strategy, claim, seconds, .. } = self;
        if let Some(reason) = &self.reason {
            return format!("{strategy}: refused\n{claim}\n{reason}\n");
        }
        let passes = match self.passes {
            true => "it may have to pass: only for boards of infinite width",
            false => "it never passes",
        };
        let time = format!("{:.1} ms, reading and checking the certificate", seconds * 1e3);
        format!("{strategy}: accepted ({time})\n{claim}\n{passes}\n")
    }

    fn ending(&self) -> Ending {
        if self.reason.is_none() { Ending::Answered } else { Ending::Refuted }
    }
}
