//! The question `value`: who wins one position, by which moves, and why.

use hissho_rules::language::tuple;
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tables::{self, Format, Mark, View};
use super::{Explained, Found, ImpartialError, Law, Outcome, Sum, explain, numbers, table_of_sum, value};
use crate::answer::{Attachment, Ending, Findings, Told};
use crate::games::GameText;
use crate::question::{Ask, other_claim};
use crate::{Certified, Desk, Fault, Watch};

/// The value of a position, who wins, and every winning move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// The game, or a sum of games.
    pub game: GameText,
    /// The position.
    pub position: Numbers,
    /// The player who cannot move wins.
    #[serde(default)]
    pub misere: bool,
    /// List the options by kind of move with their values.
    #[serde(default)]
    pub explain: bool,
    /// Draw the table with the options marked: `svg` or `png`.
    #[serde(default)]
    pub picture: Option<String>,
}

/// The numbers of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Numbers {
    /// As numbers.
    List(Vec<u64>),
    /// As text, such as `6,10`.
    Text(String),
}

impl Numbers {
    /// The position of `sum` that is meant.
    pub fn of(&self, sum: &Sum) -> Result<Vec<u64>, Fault> {
        let position = match self {
            Numbers::List(numbers) => numbers.clone(),
            Numbers::Text(text) => numbers(text).ok_or_else(|| {
                let wanted = format!("expected {} numbers with commas, such as 6,10", sum.dimension());
                Fault::bad_input(format_args!("position `{text}`: {wanted}")).in_field("position")
            })?,
        };
        sum.split(&position).map_err(|error| Fault::from(error).in_field("position"))?;
        Ok(position)
    }
}

/// The value of a position.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Valued {
    /// The game.
    pub game: String,
    /// The position.
    pub position: Vec<u64>,
    /// The Grundy value; none under misère play, and where a law gives only the outcome.
    pub grundy: Option<u64>,
    /// `P`: the player to move loses. `N`: the player to move wins. Or `gave-up`.
    pub outcome: String,
    /// The positions that winning moves lead to, sorted.
    pub moves: Vec<Vec<u64>>,
    /// The same moves in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_in_words: Option<Vec<String>>,
    /// Laws proved for every position that gave the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laws: Option<Vec<String>>,
    /// Laws that were only tested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conjectures: Option<Vec<Conjecture>>,
    /// False if there may be winning moves that are not listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_are_listed: Option<bool>,
    /// The options of each game of the sum.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explained: Vec<Explained>,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A law that was tested on a table and not proved.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Conjecture {
    /// What is said.
    pub claim: String,
    /// The greatest number in each coordinate up to which it was tested.
    pub checked_to: u64,
}

impl Ask for Value {
    type Facts = Valued;

    fn answer(&self, desk: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<Valued>, Fault> {
        let sum = desk.sum(&self.game)?;
        let position = self.position.of(&sum)?;
        let found = match value(desk, &sum, &position, self.misere, limits, watch) {
            Ok(found) => found,
            Err(error) if error.is_giving_up() => return Ok(gave_up(&sum, position, &error).into()),
            Err(error) => return Err(error.into()),
        };
        let explained = match self.explain {
            true => explain(desk, &sum, &position, limits, watch)?,
            false => Vec::new(),
        };
        let picture = match &self.picture {
            Some(format) => Some(draw(&sum, &position, &explained, format, limits, watch)?),
            None => None,
        };
        let certificates: Vec<_> = found.laws.iter().filter_map(|law| law.certificate.clone()).collect();
        let told = Told::from(told(&sum, position, found, explained)).with(certificates);
        Ok(match picture {
            Some(file) => told.with_file(file),
            None => told,
        })
    }

    /// A value that rests on laws is found again: only the law is certified, not its use.
    fn confirm(&self, kept: Valued, certified: &[Certified], _: &Limits) -> Result<Valued, Fault> {
        if certified.is_empty() && kept.laws.is_none() { Ok(kept) } else { Err(other_claim()) }
    }
}

fn gave_up(sum: &Sum, position: Vec<u64>, error: &ImpartialError) -> Valued {
    Valued {
        game: sum.name.clone(),
        position,
        grundy: None,
        outcome: "gave-up".to_owned(),
        moves: Vec::new(),
        moves_in_words: None,
        laws: None,
        conjectures: None,
        moves_are_listed: None,
        explained: Vec::new(),
        reason: Some(error.to_string()),
    }
}

fn told(sum: &Sum, position: Vec<u64>, found: Found, explained: Vec<Explained>) -> Valued {
    let (moves, words) = found.moves.into_iter().map(|winning| (winning.to, winning.words)).unzip();
    let by_law = !found.laws.is_empty();
    let proved = |law: &&Law| law.checked_to.is_none();
    let laws = found.laws.iter().filter(proved).map(|law| law.text.clone()).collect();
    let conjectures = found
        .laws
        .iter()
        .filter_map(|law| Some(Conjecture { claim: law.text.clone(), checked_to: law.checked_to? }));
    Valued {
        game: sum.name.clone(),
        position,
        grundy: found.grundy,
        outcome: found.outcome.letter().to_owned(),
        moves,
        moves_in_words: Some(words),
        conjectures: by_law.then(|| conjectures.collect()),
        laws: by_law.then_some(laws),
        moves_are_listed: by_law.then_some(false),
        explained,
        reason: None,
    }
}

/// The table up to the position, with its options marked.
fn draw(
    sum: &Sum,
    position: &[u64],
    explained: &[Explained],
    format: &str,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Attachment, Fault> {
    let wrong = |message: &str| Fault::bad_input(message).in_field("picture");
    let [part] = explained else {
        return Err(wrong("a picture is for one game, not a sum, and goes with `explain`"));
    };
    let kind = format.parse::<Format>().ok().filter(|f| matches!(f, Format::Svg | Format::Png));
    let kind = kind.ok_or_else(|| wrong("a picture is svg or png"))?;
    let shape: Vec<usize> = position.iter().map(|&p| p as usize + 1).collect();
    let table = table_of_sum(sum, &shape, limits, watch)?;
    let mark = |at: &[u64], group: usize| match *at {
        [column] => Mark { row: 0, column: column as usize, group },
        [row, column, ..] => Mark { row: row as usize, column: column as usize, group },
        [] => Mark { row: 0, column: 0, group },
    };
    let options = part.groups.iter().enumerate();
    let mut marks: Vec<Mark> =
        options.flat_map(|(group, g)| g.options.iter().map(move |o| mark(&o.to, group + 1))).collect();
    marks.push(mark(position, 0));
    let axes = sum.axes();
    let rows = 0..shape[0];
    let view = View { title: &sum.name, axes: &axes, table: &table, rows, only_losing: false, marks: &marks };
    Ok(Attachment::bytes(format, tables::render(&view, kind).map_err(Fault::too_large)?))
}

impl Findings for Valued {
    fn text(&self) -> String {
        if let Some(reason) = &self.reason {
            return format!("gave up: {reason}");
        }
        let mut out = format!("{} at {}\n", self.game, tuple(&self.position));
        let explained = &self.explained;
        for part in explained {
            if explained.len() > 1 {
                out += &format!("\n{} at {}\n", part.game, tuple(&part.position));
            }
            out += &part.text();
        }
        if explained.len() > 1 {
            let values: Vec<String> = explained.iter().map(|part| part.mex.to_string()).collect();
            out += &format!("{} = {}\n", values.join(" xor "), self.grundy.unwrap_or(0));
        }
        let who = match self.outcome == Outcome::Previous.letter() {
            true => "the player to move loses (P-position)",
            false => "the player to move wins (N-position)",
        };
        match self.grundy {
            Some(value) => out += &format!("Grundy value {value}: {who}\n"),
            None if self.laws.is_none() => out += &format!("misère play: {who}\n"),
            None => out += &format!("{who}\n"),
        }
        for law in self.laws.iter().flatten() {
            out += &format!("by a law proved for every position: {law}\n");
        }
        for Conjecture { claim, checked_to } in self.conjectures.iter().flatten() {
            out += &format!("by a conjecture, checked to {checked_to}: {claim}\n");
        }
        if !self.moves.is_empty() {
            out += "winning moves:\n";
            for (to, words) in self.moves.iter().zip(self.moves_in_words.iter().flatten()) {
                out += &format!("  {words}, to {}\n", tuple(to));
            }
        }
        out
    }

    fn ending(&self) -> Ending {
        if self.reason.is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}

impl Explained {
    fn text(&self) -> String {
        let mut out = String::new();
        for group in &self.groups {
            let values: Vec<String> = group.options.iter().map(|option| option.grundy.to_string()).collect();
            out += &format!("  {}\n", group.kind);
            for option in &group.options {
                out += &format!("    {} has {}\n", tuple(&option.to), option.grundy);
            }
            out += &format!("    values {{{}}}\n", values.join(", "));
        }
        let mut all: Vec<u32> = self.groups.iter().flat_map(|g| g.options.iter().map(|o| o.grundy)).collect();
        all.sort_unstable();
        all.dedup();
        let all: Vec<String> = all.iter().map(u32::to_string).collect();
        out + &format!("  mex {{{}}} = {}\n", all.join(", "), self.mex)
    }
}
