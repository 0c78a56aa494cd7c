//! The question `response-search`: a strategy against given stones.

use hissho_certificate::Claim;
use hissho_certificate::infinite_four::response::{self, Arena, Excludes, Strategy};
use hissho_rules::infinite_four::{Position, Side, Stone, write_stones};
use hissho_solve::infinite_four::handicap::{Effort, Tree, describe, find_static, find_tree};
use hissho_solve::infinite_four::search::{find_core, static_strategy};
use hissho_solve::limits::{Limits, Meter, Stop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{SideLetter, StrategyText, StrategyVerdict, columns, read, stones, within};
use crate::answer::{Ending, Findings, Told};
use crate::question::{Ask, other_claim};
use crate::{Certified, Desk, Fault, Watch};

/// Is there a strategy against these stones? Outside the core there are CUPs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResponseSearch {
    /// The stones, such as `X0 X3`.
    pub stones: String,
    /// Who shall never lose.
    pub responder: SideLetter,
    /// Who moves next; the responder when not given.
    #[serde(default)]
    pub to_move: Option<SideLetter>,
    /// Columns of the core beyond the stones on each side, 0 to 30.
    #[serde(default = "nine")]
    pub reach: i64,
    /// Only this core: its first and its last column.
    #[serde(default)]
    pub core: Option<(i64, i64)>,
    /// If no static strategy is found, look for trees of replies: so many positions for each core.
    #[serde(default)]
    pub tree: Option<u64>,
    /// Columns with so many stones are answered on top in a tree, 1 to 12.
    #[serde(default = "three")]
    pub settled: u32,
}

fn nine() -> i64 {
    9
}

fn three() -> u32 {
    3
}

/// A strategy, or none.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FoundResponse {
    /// The stones.
    pub stones: String,
    /// Who shall never lose.
    pub responder: String,
    /// `accepted`, `none` or `gave-up`.
    pub verdict: StrategyVerdict,
    /// What is established.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// The strategy as a file has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<String>,
    /// Where the certificate was written.
    pub certificate: Option<String>,
    /// Columns of the core beyond the stones.
    pub reach: i64,
    /// What was found of trees of replies, if there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<String>,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

type Found = Result<Option<(response::Response, Strategy)>, Stop>;

/// The question with its stones read.
struct Search<'a> {
    question: &'a ResponseSearch,
    stones: &'a [Stone],
    position: &'a Position,
    responder: Side,
    /// Whether the opponent is to move.
    waits: bool,
}

impl Ask for ResponseSearch {
    type Facts = FoundResponse;

    fn answer(&self, _: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<FoundResponse>, Fault> {
        let (given, position) = stones(&self.stones)?;
        within(self.reach, 0..=30, "reach")?;
        within(self.settled, 1..=12, "settled")?;
        self.core.map(|core| columns(core, "core")).transpose()?;
        let responder = Side::from(self.responder);
        let (low, high) = ends(&position);
        let span = high - low;
        if span > 200 {
            let message = format!("the stones are {span} columns apart, at most 200 are searched");
            return Err(Fault::bad_input(message).in_field("stones"));
        }
        let waits = self.to_move.is_some_and(|side| side != self.responder);
        let search = Search { question: self, stones: &given, position: &position, responder, waits };
        let mut tried = Vec::new();
        let found = search.run(limits, &mut tried);
        let mut facts = FoundResponse {
            stones: write_stones(&given),
            responder: responder.to_string(),
            verdict: StrategyVerdict::NONE,
            claim: None,
            strategy: None,
            certificate: None,
            reach: self.reach,
            tried,
            reason: None,
        };
        let (claim, strategy) = match found {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(facts.into()),
            Err(stop) => {
                facts.verdict = StrategyVerdict::GAVE_UP;
                facts.reason = Some(stop.to_string());
                return Ok(facts.into());
            }
        };
        let certified = Certified::check(response::write(&claim, &strategy), limits)?;
        facts.settle(&certified, &claim, &strategy);
        Ok(Told::from(facts).with([certified]))
    }

    fn confirm(
        &self,
        mut kept: FoundResponse,
        certified: &[Certified],
        _: &Limits,
    ) -> Result<FoundResponse, Fault> {
        let (given, _) = stones(&self.stones)?;
        let responder = Side::from(self.responder);
        (kept.stones, kept.responder) = (write_stones(&given), responder.to_string());
        kept.reach = self.reach;
        match certified {
            // Nothing was found: the search's word, and no promise.
            [] if kept.claim.is_none() && kept.strategy.is_none() => Ok(kept),
            [by] => {
                let (claim, strategy) = read(&StrategyText::Name(by.text().to_owned()))?;
                let to_move = self.to_move.map_or(responder, Side::from);
                if *by.claim() != Claim::from(claim.clone())
                    || (claim.arena, claim.excludes) != (Arena::Infinite, Excludes::Opponent)
                    || (&claim.stones, claim.to_move, claim.responder) != (&given, to_move, responder)
                {
                    return Err(other_claim());
                }
                kept.settle(by, &claim, &strategy);
                Ok(kept)
            }
            _ => Err(other_claim()),
        }
    }
}

impl FoundResponse {
    fn settle(&mut self, by: &Certified, claim: &response::Response, strategy: &Strategy) {
        self.verdict = StrategyVerdict::accepted(by);
        self.claim = Some(by.claim().to_string());
        self.strategy = Some(response::write_body(claim, strategy));
    }
}

/// The first and the last column with stones.
fn ends(position: &Position) -> (i64, i64) {
    (position.occupied().next().unwrap_or(0), position.occupied().next_back().unwrap_or(0))
}

impl Search<'_> {
    fn run(&self, limits: &Limits, tried: &mut Vec<String>) -> Found {
        let meter = limits.start();
        let found = if self.waits || self.question.core.is_some() {
            self.one_core(&meter)?
        } else {
            find_static(self.stones, self.responder, self.question.reach, &meter)?
        };
        match (found, self.question.tree) {
            (None, Some(nodes)) => self.tree(nodes, limits, tried),
            (found, _) => Ok(found),
        }
    }

    /// Searches trees of replies.
    fn tree(&self, nodes: u64, limits: &Limits, tried: &mut Vec<String>) -> Found {
        let (low, high) = ends(self.position);
        let openings: Vec<Option<i64>> =
            if self.waits { vec![None] } else { (low - 2..=high + 2).map(Some).collect() };
        let ResponseSearch { reach, settled, core, .. } = *self.question;
        let effort = Effort { reach, cores: usize::MAX, nodes, settled };
        match find_tree(self.stones, self.responder, &openings, core, effort, limits)? {
            Tree::Found(found) => Ok(Some(*found)),
            Tree::None { refuted, unfinished, stuck } => {
                tried.push(format!(
                    "no tree for {refuted} cores and first replies, {unfinished} unfinished after {nodes} positions"
                ));
                tried.extend(
                    stuck.map(|stuck| format!("held up at {}, {} to move", describe(&stuck), self.responder)),
                );
                Ok(None)
            }
        }
    }

    /// Searches with the opponent to move, or with one core only.
    fn one_core(&self, meter: &Meter) -> Found {
        let (low, high) = ends(self.position);
        let reach = self.question.reach;
        let cores: Vec<(i64, i64)> = match self.question.core {
            Some(core) if core.0 <= low && high <= core.1 => vec![core],
            Some(_) => Vec::new(),
            None => (0..=2 * reach)
                .flat_map(|sum| (0..=sum).map(move |left| (left, sum - left)))
                .filter(|(left, right)| *left <= reach && *right <= reach)
                .map(|(left, right)| (low - left, high + right))
                .collect(),
        };
        for (first, last) in cores {
            let openings: Vec<Option<i64>> =
                if self.waits { vec![None] } else { (first..=last).map(Some).collect() };
            for opening in openings {
                let mut position = self.position.clone();
                if let Some(column) = opening {
                    let _ = position.drop_stone(Stone { side: self.responder, column });
                }
                if let Some(core) = find_core(&position, self.responder, first, last, meter)? {
                    let found = static_strategy(self.stones, self.responder, opening, first, last, core);
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }
}

impl Findings for FoundResponse {
    fn text(&self) -> String {
        match (&self.reason, &self.claim, &self.strategy) {
            (Some(reason), ..) => format!("gave up: {reason}\n"),
            (None, Some(claim), Some(strategy)) => format!("# accepted: {claim}\n{strategy}"),
            _ => format!("no static strategy found for {} within reach {}\n", self.responder, self.reach),
        }
    }

    fn ending(&self) -> Ending {
        if self.reason.is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}
