//! Questions about infinite Connect-Four: response strategies, the words they are made of, forced
//! wins, play.
//!
//! ```
//! use hissho_solve::limits::Limits;
//! use hissho_workbench::{Alone, Desk, Question};
//!
//! let question: Question = serde_json::from_str(r#"{"response":{"strategy":"cup-o"}}"#)?;
//! let answer = Desk::default().ask(&question, &Limits::default(), &Alone)?;
//! assert_eq!(answer.document()["verdict"], "accepted");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod contest;
mod forced_win;
mod handicap;
mod replies;
mod response;
mod response_board;
mod response_search;
mod strategy_verdict;
mod zone_words;

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::sync::Arc;

use hissho_certificate::Context;
use hissho_certificate::infinite_four::response::{self as certificate, ResponseError, Strategy};
use hissho_certificate::text::Reader;
use hissho_rules::Account;
use hissho_rules::infinite_four::{Board, LARGEST_COLUMN, Position, Side, Stone, parse_stones};
use hissho_solve::infinite_four::library;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Desk, Fault, Watch};

pub use contest::{Contest, Contested, Duel, Fought};
pub use forced_win::{ForcedWin, FoundWin};
pub use handicap::{Handicap, HandicapTable, SettledDistance};
pub use replies::{AnsweredMove, Replies, ResponderPlay};
pub use response::{CheckedResponse, Response};
pub use response_board::{DrawnBoard, ResponseBoard};
pub use response_search::{FoundResponse, ResponseSearch};
pub use strategy_verdict::StrategyVerdict;
pub use zone_words::{ListedWords, NamedStrategy, PeriodWords, ZoneWords};

/// A strategy in a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum StrategyText {
    /// A named strategy such as `cup-o` or `cup-o(slide=3)`; or, if it has several lines, its text.
    Name(String),
    /// The text of a strategy file or of a certificate, with what it is called.
    WithText {
        /// What it is called.
        name: String,
        /// The text.
        text: String,
    },
}

impl From<&str> for StrategyText {
    fn from(name: &str) -> StrategyText {
        StrategyText::Name(name.to_owned())
    }
}

impl StrategyText {
    /// What it is called.
    fn name(&self) -> &str {
        match self {
            StrategyText::Name(text) if text.contains('\n') => "strategy",
            StrategyText::Name(name) | StrategyText::WithText { name, .. } => name,
        }
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SideLetter {
    /// The player who begins.
    X,
    /// The other.
    O,
}

impl From<SideLetter> for Side {
    fn from(letter: SideLetter) -> Side {
        match letter {
            SideLetter::X => Side::X,
            SideLetter::O => Side::O,
        }
    }
}

/// Whether this is the name of a strategy at hand, perhaps changed as in `cup-o(slide=3)`.
pub fn is_named(name: &str) -> bool {
    let plain = name.strip_suffix(')').and_then(|name| name.split_once('(')).map_or(name, |(plain, _)| plain);
    library::NAMED.iter().any(|(known, _)| *known == name || *known == plain)
}

/// A strategy that was read, and what the checker has against it.
struct Loaded {
    name: String,
    claim: certificate::Response,
    strategy: Strategy,
    problem: Option<ResponseError>,
}

impl Desk {
    /// The strategy of a question, read and checked once.
    fn response_strategy(&self, given: &StrategyText) -> Result<Arc<Loaded>, Fault> {
        let make = || {
            let (claim, strategy) = read(given)?;
            let problem = certificate::check(claim.clone(), &strategy, &Context::default().account).err();
            Ok(Loaded { name: given.name().to_owned(), claim, strategy, problem })
        };
        let text = match given {
            StrategyText::Name(text) | StrategyText::WithText { text, .. } => text,
        };
        let bytes = 16 * text.len() + (1 << 14);
        self.keep(&format!("response {given:?}"), make, |_| bytes)
    }

    /// The same if it can at least be `used` (drawn, played) although it may be refused.
    fn usable_strategy(
        &self,
        given: &StrategyText,
        used: &str,
        watch: &dyn Watch,
    ) -> Result<Arc<Loaded>, Fault> {
        let loaded = self.response_strategy(given)?;
        if let Some(problem) = &loaded.problem {
            watch.warn(&format!("this strategy is refused: {problem}"));
            if !matches!(problem, ResponseError::OpenLine { .. }) {
                return Err(loaded.fault(format_args!("cannot be {used}: {problem}")));
            }
        }
        Ok(loaded)
    }
}

impl Loaded {
    fn fault(&self, message: impl Display) -> Fault {
        Fault::bad_input(format_args!("{}: {message}", self.name)).in_field("strategy")
    }
}

/// A named strategy, a strategy file, or the strategy in a certificate; `NAME(cylinder=W)` closes
/// it to a ring, `NAME(slide=S)` moves it.
fn read(given: &StrategyText) -> Result<(certificate::Response, Strategy), Fault> {
    let name = given.name();
    let wrong = |message: String| Fault::bad_input(message).in_field("strategy");
    let text = match given {
        StrategyText::Name(text) if text.contains('\n') => text,
        StrategyText::WithText { text, .. } => text,
        StrategyText::Name(name) => {
            let changed = name.strip_suffix(')').and_then(|name| name.split_once('('));
            if let Some((plain, change)) = changed
                && let Some(found) = library::named(plain)
            {
                return self::changed(name, &found, change).map_err(wrong);
            }
            return library::named(name).ok_or_else(|| {
                let names: Vec<&str> = library::NAMED.iter().map(|(name, _)| *name).collect();
                let names = names.join(", ");
                wrong(format!("{name}: neither a file nor a named strategy; the names are: {names}"))
            });
        }
    };
    let read = if text.starts_with("hissho-certificate") {
        Reader::new(text).and_then(|mut reader| {
            let read = certificate::read(&mut reader, &Account::unlimited())?;
            reader.end()?;
            Ok(read)
        })
    } else {
        library::parse(text)
    };
    read.map_err(|refusal| wrong(format!("{name}: {refusal}")))
}

/// A named strategy that is moved, or closed to a ring.
fn changed(
    name: &str,
    found: &(certificate::Response, Strategy),
    change: &str,
) -> Result<(certificate::Response, Strategy), String> {
    let number = |text: &str| text.trim().parse::<i64>().ok().filter(|number| number.abs() <= 10_000);
    match change.split_once('=').map(|(key, value)| (key.trim(), number(value))) {
        Some(("slide", Some(by))) => Ok(library::slid(found, by)),
        Some(("cylinder", Some(width))) => {
            let closed = u32::try_from(width).ok().and_then(|width| library::on_cylinder(found, width));
            closed.ok_or_else(|| {
                let widths = (4..=40).filter(|&width| library::on_cylinder(found, width).is_some());
                let widths: Vec<String> = widths.map(|width| width.to_string()).collect();
                match widths.join(", ").as_str() {
                    "" => format!("{name}: this strategy closes to no cylinder of up to 40 columns"),
                    widths => format!(
                        "{name}: this strategy does not close to that cylinder, but to those of {widths} columns"
                    ),
                }
            })
        }
        _ => Err(format!("{name}: `(cylinder=W)` or `(slide=S)` may follow a name, numbers up to 10000")),
    }
}

/// The stones of a question, which can be dropped in this order.
fn stones(text: &str) -> Result<(Vec<Stone>, Position), Fault> {
    let wrong = |error| Fault::bad_input(error).in_field("stones");
    let stones = parse_stones(text).map_err(wrong)?;
    let position = Position::of(Board::INFINITE, &stones).map_err(wrong)?;
    Ok((stones, position))
}

/// The columns of a question, both ends included.
fn columns((first, last): (i64, i64), field: &str) -> Result<(i64, i64), Fault> {
    let far = LARGEST_COLUMN / 2;
    if last < first || first < -far || last > far || last - first >= 400 {
        let message = format!("{first}..{last}: 1 to 400 columns are shown, none beyond {far}");
        return Err(Fault::bad_input(message).in_field(field));
    }
    Ok((first, last))
}

/// A number of a question that has to lie in a range.
fn within<T: PartialOrd + Display>(number: T, range: RangeInclusive<T>, field: &str) -> Result<T, Fault> {
    if range.contains(&number) {
        return Ok(number);
    }
    let message = format!("{field} {number}: it must be {} to {}", range.start(), range.end());
    Err(Fault::bad_input(message).in_field(field))
}
