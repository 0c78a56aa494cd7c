//! The question `zone-words`: the words of zone heights of a period, or the named strategies.

use hissho_solve::infinite_four::library::NAMED;
use hissho_solve::infinite_four::words::Words;
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::within;
use crate::answer::{Ending, Findings, Told};
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// Which words of zone heights have this period? Without a period: which strategies have names?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZoneWords {
    /// The period, 1 to 200.
    #[serde(default)]
    pub period: Option<u32>,
    /// Every period up to the given one.
    #[serde(default)]
    pub up_to: bool,
    /// Also the pairings of each word: the smallest ones, up to symmetry.
    #[serde(default)]
    pub pairings: bool,
}

/// The words, or the named strategies.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ListedWords {
    /// Of several periods.
    Periods {
        /// In order; those listed so far if it was given up.
        periods: Vec<PeriodWords>,
        /// Why it was given up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Of one period.
    Period(PeriodWords),
    /// The strategies.
    Strategies {
        /// In order.
        strategies: Vec<NamedStrategy>,
    },
}

/// The words of a period: digits, once up to rotation and reflection, words that repeat a shorter
/// one among them.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PeriodWords {
    /// The period.
    pub period: u32,
    /// The words.
    pub words: Vec<String>,
    /// For each word its pairings, each a list of pairs of cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairings: Option<Vec<Vec<Vec<String>>>>,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A strategy at hand.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NamedStrategy {
    /// Its name.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
}

impl Ask for ZoneWords {
    type Facts = ListedWords;

    fn answer(&self, _: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<ListedWords>, Fault> {
        let Some(period) = self.period else {
            let strategies = NAMED.iter().map(|(name, text)| NamedStrategy {
                name: (*name).to_owned(),
                about: text.lines().next().unwrap_or("").trim_start_matches("# ").to_owned(),
            });
            return Ok(ListedWords::Strategies { strategies: strategies.collect() }.into());
        };
        let period = within(period, 1..=200, "period")?;
        let words = Words::new();
        let meter = limits.start();
        let mut periods = Vec::new();
        let mut reason = None;
        for period in if self.up_to { 1 } else { period }..=period {
            let found = words.of_period(period as usize, &meter);
            reason = found.as_ref().err().map(|stop| format!("gave up at period {period}: {stop}"));
            let found = found.unwrap_or_default();
            let pairs = |word: &String| {
                let choices = words.pairings(word, 100).into_iter().map(|pairs| {
                    pairs.iter().map(|pair| format!("{}-{}", pair.cells[0], pair.cells[1])).collect()
                });
                choices.collect()
            };
            let pairings = self.pairings.then(|| found.iter().map(pairs).collect());
            if reason.is_some() && self.up_to {
                break;
            }
            periods.push(PeriodWords { period, words: found, pairings, reason: reason.clone() });
        }
        Ok(match periods.pop() {
            Some(only) if !self.up_to => ListedWords::Period(only),
            last => ListedWords::Periods { periods: periods.into_iter().chain(last).collect(), reason },
        }
        .into())
    }
}

impl PeriodWords {
    fn lines(&self) -> String {
        let mut text = format!("period {}: {} words\n", self.period, self.words.len());
        for (at, word) in self.words.iter().enumerate() {
            text += &format!("  {word}\n");
            let choices = self.pairings.as_ref().and_then(|pairings| pairings.get(at));
            for choice in choices.into_iter().flatten() {
                text += &format!("    {}\n", choice.join(" "));
            }
        }
        text
    }
}

impl ListedWords {
    fn reason(&self) -> Option<&String> {
        match self {
            ListedWords::Periods { reason, .. } => reason.as_ref(),
            ListedWords::Period(period) => period.reason.as_ref(),
            ListedWords::Strategies { .. } => None,
        }
    }
}

impl Findings for ListedWords {
    fn text(&self) -> String {
        let text: String = match self {
            ListedWords::Strategies { strategies } => {
                strategies.iter().map(|named| format!("{:<24} {}\n", named.name, named.about)).collect()
            }
            ListedWords::Period(period) if period.reason.is_some() => String::new(),
            ListedWords::Period(period) => period.lines(),
            ListedWords::Periods { periods, .. } => periods.iter().map(PeriodWords::lines).collect(),
        };
        match self.reason() {
            Some(reason) => format!("{text}{reason}\n"),
            None => text,
        }
    }

    fn ending(&self) -> Ending {
        if self.reason().is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}
