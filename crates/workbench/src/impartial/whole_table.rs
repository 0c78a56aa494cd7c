//! The question `table`: the values of all positions in a box, as numbers, text, data or a picture.

use std::ops::Range;
use std::sync::Arc;

use hissho_rules::name::Component;
use hissho_solve::impartial::{self, Table, TableError, Values};
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tables::{self, Format, RowWriter, View};
use super::{Sum, certify_box, certify_period, table_of_sum};
use crate::answer::{Attachment, Ending, Findings, Told};
use crate::games::GameText;
use crate::outlet::Outlet;
use crate::question::Ask;
use crate::{Desk, Fault, Verdict, Watch};

/// The Grundy values of all positions in a box.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableQuestion {
    /// The game, or a sum of games.
    pub game: GameText,
    /// The number of values of each coordinate, from 0.
    pub shape: Vec<u64>,
    /// Show only these values of the first coordinate, the second number left out.
    #[serde(default)]
    pub rows: Option<(u64, u64)>,
    /// Show only the losing positions.
    #[serde(default)]
    pub only_losing: bool,
    /// A file in this format: text, csv, json, npy, bfile, parquet, png, svg, tex.
    #[serde(default)]
    pub format: Option<String>,
    /// Certify the values; of an octal game, its period.
    #[serde(default)]
    pub certificate: bool,
    /// Only the values themselves, for those in the same process: no text and no JSON is made.
    #[serde(skip)]
    pub bare: bool,
}

/// A table of values.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tabulated {
    /// The game.
    pub game: String,
    /// The number of values of each coordinate.
    pub shape: Vec<u64>,
    /// The rows that are shown, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<(u64, u64)>,
    /// Rows of rows of values; null where there is no position. Absent if a file was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<serde_json::Value>,
    /// The losing positions, if only these were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losing: Option<serde_json::Value>,
    /// What was certified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// `gave-up`, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// The values themselves, for those in the same process.
    #[serde(skip)]
    pub table: Option<Arc<Table>>,
    #[serde(skip)]
    lines: String,
}

impl Tabulated {
    /// A table of which nothing is known yet.
    pub(super) fn new(game: &str, shape: &[usize]) -> Tabulated {
        Tabulated {
            game: game.to_owned(),
            shape: shape.iter().map(|&side| side as u64).collect(),
            rows: None,
            values: None,
            losing: None,
            claim: None,
            verdict: None,
            reason: None,
            engine: None,
            table: None,
            lines: String::new(),
        }
    }
}

impl Ask for TableQuestion {
    type Facts = Tabulated;
    // The text is laid out from the table itself, which is not kept.
    const IS_KEPT: bool = false;

    fn answer(&self, desk: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<Tabulated>, Fault> {
        let sum = desk.sum(&self.game)?;
        match self.make(&sum, limits, watch) {
            Err(fault) if fault.is_giving_up() => {
                let mut facts = Tabulated::new(&sum.name, &self.sides());
                facts.values = Some(serde_json::Value::Null);
                facts.verdict = Some(Verdict::GAVE_UP);
                facts.reason = Some(fault.message);
                Ok(facts.into())
            }
            made => made,
        }
    }
}

impl TableQuestion {
    fn make(&self, sum: &Sum, limits: &Limits, watch: &dyn Watch) -> Result<Told<Tabulated>, Fault> {
        let shape = self.sides();
        if shape.len() != sum.dimension() {
            let error = TableError::WrongDimension { found: shape.len(), expected: sum.dimension() };
            return Err(Fault::bad_input(format_args!("{}: {error}", sum.name)).in_field("shape"));
        }
        let rows = self.shown_rows(&shape)?;
        let format = match &self.format {
            Some(name) => Some(name.parse::<Format>().map_err(|wanted| {
                Fault::bad_input(format_args!("format `{name}`: {wanted}")).in_field("format")
            })?),
            None => None,
        };
        let axes = sum.axes();
        let view = |table| View {
            title: &sum.name,
            axes: &axes,
            table,
            rows: rows.clone(),
            only_losing: self.only_losing,
            marks: &[],
        };
        let mut facts = Tabulated::new(&sum.name, &shape);
        if let [Component::Numbers(game)] = &sum.components[..] {
            let plan = impartial::plan(game, &shape).map_err(super::ImpartialError::from)?;
            facts.engine = Some(match &plan.general_because {
                Some(reason) => format!("general evaluator: {reason}"),
                None if plan.is_symmetric => "rays and steps on tiles, half the board".to_owned(),
                None => "rays and steps on tiles".to_owned(),
            });
            if let Some(format) = format.filter(|format| format.is_streamed() && !self.certificate) {
                let empty = Table { shape: Vec::new(), values: Values::U16(Vec::new()) };
                let mut out = Outlet::new(watch);
                let mut writer = RowWriter::with_shape(&mut out, format, &view(&empty), &shape);
                let made = impartial::stream(game, &shape, limits, watch, &mut writer);
                let written = writer.finish();
                drop(writer);
                made.map_err(super::ImpartialError::from)?;
                written.map_err(Fault::bad_input)?;
                let told = Told::from(facts);
                return Ok(match out.into_file(format.name()) {
                    Some(file) => told.with_file(file),
                    None => told,
                });
            }
        }
        let table = Arc::new(table_of_sum(sum, &shape, limits, watch)?);
        let certified = match (self.certificate, &sum.components[..]) {
            (false, _) => None,
            (true, [Component::Numbers(game)]) => Some(certify_box(game, &table, limits)?),
            (true, [Component::Octal(octal)]) => Some(certify_period(octal, &table, limits, watch)?),
            _ => {
                return Err(
                    Fault::bad_input("a certificate is for one game, not a sum").in_field("certificate")
                );
            }
        };
        facts.claim = certified.as_ref().map(|certified| certified.claim().to_string());
        let file = match format {
            Some(format) => {
                let bytes = tables::render(&view(&table), format).map_err(Fault::too_large)?;
                Some(match String::from_utf8(bytes) {
                    Ok(text) => Attachment::text(format.name(), text),
                    Err(bytes) => Attachment::bytes(format.name(), bytes.into_bytes()),
                })
            }
            None if self.bare => None,
            None => {
                tables::tell(&view(&table), &mut facts);
                facts.lines = tables::text(&view(&table));
                None
            }
        };
        facts.table = Some(table);
        let told = Told::from(facts).with(certified);
        Ok(match file {
            Some(file) => told.with_file(file),
            None => told,
        })
    }

    fn sides(&self) -> Vec<usize> {
        self.shape.iter().map(|&side| usize::try_from(side).unwrap_or(usize::MAX)).collect()
    }

    /// The rows that are shown; a table of one coordinate has one.
    fn shown_rows(&self, shape: &[usize]) -> Result<Range<usize>, Fault> {
        let all = if shape.len() == 1 { 1 } else { shape[0] };
        let Some((from, to)) = self.rows else { return Ok(0..all) };
        let wrong = |message: String| Fault::bad_input(message).in_field("rows");
        let (from, to) =
            (usize::try_from(from).unwrap_or(usize::MAX), usize::try_from(to).unwrap_or(usize::MAX));
        if shape.len() == 1 {
            return Err(wrong("--rows is for games of two or more coordinates".to_owned()));
        }
        if from >= all || from >= to {
            return Err(wrong(format!("--rows {from}..: the table has rows 0 to {}", all - 1)));
        }
        Ok(from..to.min(all))
    }
}

impl Findings for Tabulated {
    fn text(&self) -> String {
        match &self.reason {
            Some(reason) => format!("gave up: {reason}"),
            None => self.lines.clone(),
        }
    }

    fn ending(&self) -> Ending {
        if self.reason.is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}
