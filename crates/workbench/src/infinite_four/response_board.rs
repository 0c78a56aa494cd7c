//! The question `response-board`: what the board of a strategy looks like.

use hissho_certificate::infinite_four::response::Node;
use hissho_rules::infinite_four::Board;
use hissho_solve::infinite_four::responder::Responder;
use hissho_solve::infinite_four::windows;
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{SideLetter, StrategyText, columns, within};
use crate::answer::{Attachment, Findings, Told};
use crate::picture::infinite_four::Window;
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// What does the board of this strategy look like?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResponseBoard {
    /// The strategy.
    pub strategy: StrategyText,
    /// The first and the last column; the core and one period of each tail when not given.
    #[serde(default)]
    pub columns: Option<(i64, i64)>,
    /// The rows, 1 to 200.
    #[serde(default = "seven")]
    pub rows: u32,
    /// Fill all zone cells with one side.
    #[serde(default)]
    pub fill: Option<SideLetter>,
    /// Count the different 4×4 windows of the board.
    #[serde(default)]
    pub windows: bool,
    /// Draw it: `svg`.
    #[serde(default)]
    pub picture: Option<String>,
}

fn seven() -> u32 {
    7
}

/// The board of a strategy.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DrawnBoard {
    /// What the strategy is called.
    pub strategy: String,
    /// What it is to show.
    pub claim: String,
    /// The first column.
    pub first: i64,
    /// The last column.
    pub last: i64,
    /// The highest row first. Stones are in brackets, certain ones are X and O, the cells of a pair
    /// share a letter.
    pub rows: Vec<String>,
    /// The number of different 4×4 windows up to reflection, if it was asked for.
    pub windows: Option<usize>,
}

impl Ask for ResponseBoard {
    type Facts = DrawnBoard;
    const IS_KEPT: bool = false;

    fn answer(&self, desk: &Desk, _: &Limits, watch: &dyn Watch) -> Result<Told<DrawnBoard>, Fault> {
        let rows = within(self.rows, 1..=200, "rows")?;
        let loaded = desk.usable_strategy(&self.strategy, "drawn", watch)?;
        let (claim, strategy) = (&loaded.claim, &loaded.strategy);
        if !matches!(strategy.root, Node::Static(_)) {
            let why = "a tree of replies has no single board; `hissho infinite-four play` walks through it";
            return Err(loaded.fault(why));
        }
        let responder = Responder::new(claim, strategy, 2, None);
        let (first, last) = responder.pattern().core();
        let (left, right) = (strategy.left.word.len() as i64, strategy.right.word.len() as i64);
        let is_infinite = responder.pattern().board() == Board::INFINITE;
        let shown = match self.columns {
            Some(given) => columns(given, "columns")?,
            None if is_infinite => (first - left, last + right),
            None => (first, last),
        };
        if !(is_infinite || (first <= shown.0 && shown.1 <= last)) {
            let (from, to) = shown;
            let message = format!("--columns {from}..{to}: the board has {first}..{last}");
            return Err(Fault::bad_input(message).in_field("columns"));
        }
        let fill = self.fill.map(Into::into);
        let view = Window::new(responder.pattern(), &responder.position, shown, rows, fill);
        let facts = DrawnBoard {
            strategy: loaded.name.clone(),
            claim: claim.to_string(),
            first: shown.0,
            last: shown.1,
            rows: view.text().lines().take(rows as usize).map(|line| line[4..].to_owned()).collect(),
            windows: self.windows.then(|| windows::of_board(claim, strategy).len()),
        };
        let title = format!("{}: {claim}", loaded.name);
        match self.picture.as_deref() {
            None => Ok(facts.into()),
            Some("svg") => Ok(Told::from(facts).with_file(Attachment::text("svg", view.svg(&title)))),
            Some(_) => Err(Fault::bad_input("a picture of a strategy is svg").in_field("picture")),
        }
    }
}

impl Findings for DrawnBoard {
    fn text(&self) -> String {
        let mut text = format!("{}: {}\n\n", self.strategy, self.claim);
        for (line, row) in self.rows.iter().zip((1..=self.rows.len()).rev()) {
            text += &format!("{row:>3} {line}\n");
        }
        let numbers: String = (self.first..=self.last).map(|column| format!("{column:>3} ")).collect();
        text += &format!("    {}\n", numbers.trim_end());
        if let Some(count) = self.windows {
            text += &format!("\n{count} different 4x4 windows up to reflection\n");
        }
        text
    }
}
