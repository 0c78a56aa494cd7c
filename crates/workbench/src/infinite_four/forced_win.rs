//! The question `forced-win`: is there a win by threats alone?

use hissho_certificate::infinite_four::forced_win;
use hissho_rules::infinite_four::{Side, Stone, parse_stones, write_stones};
use hissho_solve::infinite_four::threats::{FindWinError, find_win};
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{SideLetter, StrategyVerdict, stones, within};
use crate::answer::{Ending, Findings, Told};
use crate::question::{Ask, other_claim};
use crate::{Certified, Desk, Fault, Watch};

/// Is there a win by threats alone?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForcedWin {
    /// The stones, such as `X0O1X1O-1X-1O2`.
    pub stones: String,
    /// Who shall win.
    #[serde(default = "x")]
    pub winner: SideLetter,
    /// Who moves next; the winner when not given.
    #[serde(default)]
    pub to_move: Option<SideLetter>,
    /// The most moves of the winner, 1 to 40.
    #[serde(default = "eight")]
    pub depth: u16,
}

fn x() -> SideLetter {
    SideLetter::X
}

fn eight() -> u16 {
    8
}

/// A win by threats, or none.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FoundWin {
    /// The stones.
    pub stones: String,
    /// `win`, `none` or `gave-up`.
    pub verdict: StrategyVerdict,
    /// The longest line.
    pub line: Option<String>,
    /// Its stones of both sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// Where the certificate was written.
    pub certificate: Option<String>,
    /// What is established.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// Who shall win.
    pub winner: String,
    /// The most moves of the winner.
    pub depth: u16,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Ask for ForcedWin {
    type Facts = FoundWin;

    fn answer(&self, _: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<FoundWin>, Fault> {
        let (given, _) = stones(&self.stones)?;
        let depth = within(self.depth, 1..=40, "depth")?;
        let winner = Side::from(self.winner);
        let to_move = self.to_move.map_or(winner, Side::from);
        let mut facts = FoundWin {
            stones: write_stones(&given),
            verdict: StrategyVerdict::NONE,
            line: None,
            plies: None,
            certificate: None,
            claim: None,
            winner: winner.to_string(),
            depth,
            reason: None,
        };
        let found = match find_win(&given, to_move, winner, usize::from(depth), &limits.start()) {
            Ok(found) => found,
            Err(FindWinError::Stop(stop)) => {
                facts.verdict = StrategyVerdict::GAVE_UP;
                facts.reason = Some(stop.to_string());
                return Ok(facts.into());
            }
            Err(error) => return Err(Fault::bad_input(error).in_field("stones")),
        };
        let Some((claim, line)) = found else { return Ok(facts.into()) };
        let certified = Certified::check(forced_win::write(&claim, &line), limits)?;
        facts.settle(&certified, &line);
        Ok(Told::from(facts).with([certified]))
    }

    fn confirm(&self, mut kept: FoundWin, certified: &[Certified], _: &Limits) -> Result<FoundWin, Fault> {
        let (given, _) = stones(&self.stones)?;
        let winner = Side::from(self.winner);
        let to_move = self.to_move.map_or(winner, Side::from);
        (kept.stones, kept.winner, kept.depth) = (write_stones(&given), winner.to_string(), self.depth);
        match (certified, kept.line.as_deref().map(parse_stones)) {
            // Nothing was found: the search's word, and no promise.
            ([], None) if kept.claim.is_none() => Ok(kept),
            ([by], Some(Ok(line))) => {
                let claim = forced_win::ForcedWin { stones: given, to_move, winner, plies: line.len() };
                // The line is the evidence, and a certificate has one spelling.
                if by.text() != forced_win::write(&claim, &line) {
                    return Err(other_claim());
                }
                kept.settle(by, &line);
                Ok(kept)
            }
            _ => Err(other_claim()),
        }
    }
}

impl FoundWin {
    fn settle(&mut self, by: &Certified, line: &[Stone]) {
        self.verdict = StrategyVerdict::win(by);
        self.line = Some(write_stones(line));
        self.plies = Some(line.len());
        self.claim = Some(by.claim().to_string());
    }
}

impl Findings for FoundWin {
    fn text(&self) -> String {
        match (&self.reason, &self.claim, &self.line) {
            (Some(reason), ..) => format!("gave up: {reason}\n"),
            (None, Some(claim), Some(line)) => format!("{claim}\n{line}\n"),
            _ => format!("no win by threats for {} in {} moves\n", self.winner, self.depth),
        }
    }

    fn ending(&self) -> Ending {
        if self.reason.is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}
