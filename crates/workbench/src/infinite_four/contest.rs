//! The questions `contest` and `duel`: opponents with dice, or another strategy, play against a
//! strategy.

use hissho_rules::infinite_four::write_stones;
use hissho_solve::infinite_four::opponents::{ContestOutcome, Course, duel, numbered};
use hissho_solve::infinite_four::responder::Responder;
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Loaded, StrategyText, within};
use crate::answer::{Ending, Findings, Told};
use crate::picture::infinite_four::Window;
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// How do random and greedy opponents fare against a strategy?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    /// The strategy.
    pub strategy: StrategyText,
    /// How many opponents.
    pub games: u32,
    /// The moves of each of them.
    #[serde(default = "two_thousand")]
    pub length: u32,
    /// The seed of their dice.
    #[serde(default = "one")]
    pub seed: u64,
}

fn two_thousand() -> u32 {
    2_000
}

fn one() -> u64 {
    1
}

/// How the games ended.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Contested {
    /// What the strategy is called.
    pub strategy: String,
    /// The games that were played.
    pub games: u32,
    /// The moves of each opponent.
    pub moves: u32,
    /// Games that would go on.
    pub goes_on: u32,
    /// Games that the strategy won.
    pub won: u32,
    /// Games that it lost.
    pub lost: u32,
    /// Games in which it had no reply.
    pub no_reply: u32,
    /// Why not all were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Ask for Contest {
    type Facts = Contested;

    fn answer(&self, desk: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<Contested>, Fault> {
        let loaded = desk.usable_strategy(&self.strategy, "played", watch)?;
        let course = Course::new(&loaded.claim, &loaded.strategy, 2);
        let mut course = course.ok_or_else(|| {
            Fault::bad_input("a tree of replies is not played this way").in_field("strategy")
        })?;
        let meter = limits.start();
        let mut counts = [0u32; 4];
        let (mut played, mut reason) = (0, None);
        for game in 0..self.games {
            if let Err(stop) = meter.look() {
                reason = Some(stop.to_string());
                break;
            }
            let (opponent, reach, mut dice) = numbered(self.seed.wrapping_add(u64::from(game)));
            let outcome = course.play(opponent, self.length as usize, reach, &mut dice);
            counts[outcome as usize] += 1;
            played += 1;
        }
        let count = |outcome: ContestOutcome| counts[outcome as usize];
        let facts = Contested {
            strategy: loaded.name.clone(),
            games: played,
            moves: self.length,
            goes_on: count(ContestOutcome::GoesOn),
            won: count(ContestOutcome::Won),
            lost: count(ContestOutcome::Lost),
            no_reply: count(ContestOutcome::NoReply),
            reason,
        };
        Ok(facts.into())
    }
}

impl Findings for Contested {
    fn text(&self) -> String {
        let Contested { games, moves, goes_on, won, lost, no_reply, .. } = self;
        format!(
            "{games} games of {moves} moves: {goes_on} go on, {won} won, {lost} lost, {no_reply} without a reply\n"
        )
    }

    fn ending(&self) -> Ending {
        match (self.lost > 0 || self.no_reply > 0, &self.reason) {
            (true, _) => Ending::Refuted,
            (false, Some(_)) => Ending::GaveUp,
            (false, None) => Ending::Answered,
        }
    }
}

/// How does a strategy of X play against one of O?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Duel {
    /// The strategy of X, with one stone on the board.
    pub strategy: StrategyText,
    /// The strategy of O, on the empty board.
    pub against: StrategyText,
    /// The moves of both sides, 2 to 1000000.
    #[serde(default = "forty")]
    pub plies: u32,
}

fn forty() -> u32 {
    40
}

/// A game between two strategies.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fought {
    /// The moves.
    pub record: String,
    /// Fours on the board.
    pub fours: usize,
    /// The board as lines of text.
    pub board: String,
}

impl Ask for Duel {
    type Facts = Fought;
    const IS_KEPT: bool = false;

    fn answer(&self, desk: &Desk, _: &Limits, watch: &dyn Watch) -> Result<Told<Fought>, Fault> {
        let plies = within(self.plies, 2..=1_000_000, "plies")?;
        let x = desk.usable_strategy(&self.strategy, "played", watch)?;
        let o = desk.usable_strategy(&self.against, "played", watch)?;
        if x.claim.stones.len() != 1 || !o.claim.stones.is_empty() || o.claim.responder == x.claim.responder {
            let message =
                "the first strategy must be one of X with one stone, the second one of O without stones";
            return Err(Fault::bad_input(message).in_field("against"));
        }
        let pair = |loaded: &Loaded| (loaded.claim.clone(), loaded.strategy.clone());
        let Some((record, position)) = duel(&pair(&x), &pair(&o), plies as usize) else {
            return Err(Fault::bad_input(format_args!("the game ended before {plies} moves")));
        };
        let fours = position.occupied().filter(|&column| position.four_at_top(column).is_some()).count();
        let responder = Responder::new(&x.claim, &x.strategy, 0, None);
        let low = position.occupied().next().unwrap_or(0);
        let high = position.occupied().next_back().unwrap_or(0).min(low + 40);
        let rows = position.occupied().map(|column| position.height(column)).max().unwrap_or(0);
        let view = Window::new(responder.pattern(), &position, (low, high), rows.min(20), None);
        Ok(Fought { record: write_stones(&record), fours, board: view.text() }.into())
    }
}

impl Findings for Fought {
    fn text(&self) -> String {
        format!("{}\n\n{}\nfours: {}\n", self.record, self.board, self.fours)
    }
}
