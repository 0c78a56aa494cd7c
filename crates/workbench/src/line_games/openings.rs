//! The question `openings`: the value of every opening of Otrio or Qubic, with the nodes of both
//! questions, beside those of the paper's method and the printed ones.

use hissho_rules::line_games::{Board, LineGame};
use hissho_solve::engine::Answer;
use hissho_solve::limits::{Limits, Stop};
use hissho_solve::line_games::otrio;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Value, named, openings, table_bytes, value_name};
use crate::answer::{Ending, Findings, Told};
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// Bytes for tables when no limit is given.
const USUAL_MEMORY: u64 = 2 << 30;

/// The most moves of an opening.
const MOST_PLIES: u64 = 3;

/// The values of all openings of a game on the cube between two sides, one of each class of
/// symmetric ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Openings {
    /// The game with its parameters, such as `otrio(stock=2)`.
    pub game: String,
    /// The number of moves, 1 to 3.
    pub plies: u64,
    /// Which programs decide.
    #[serde(default)]
    pub engine: Engine,
}

/// Which programs decide a table of openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// The solver of this program.
    #[default]
    Own,
    /// Also the method of Teramura and Matsuzaki (2019), with its node counts.
    Paper,
}

/// The table of openings.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OpeningTable {
    /// The game.
    pub game: String,
    /// The number of moves.
    pub plies: u64,
    /// Which programs decided.
    pub engine: Engine,
    /// The openings in the order of the slots; those decided so far if it was given up.
    pub openings: Vec<ValuedOpening>,
    /// `gave-up`, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// An opening with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ValuedOpening {
    /// The moves.
    pub moves: Vec<String>,
    /// `first`, `second` or `draw`.
    pub value: String,
    /// Positions visited to decide "does the first side win?" and "does the second?".
    pub nodes: Sides,
    /// The same by the method of the paper, where it was asked for and came to an end.
    pub paper_nodes: Option<Sides>,
    /// The same in millions, as printed.
    pub printed_million_nodes: Option<[String; 2]>,
}

/// A number for each of the two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sides {
    /// Does the first side win?
    pub first: u64,
    /// Does the second?
    pub second: u64,
}

impl Sides {
    fn nodes([first, second]: &[Answer; 2]) -> Sides {
        Sides { first: first.nodes, second: second.nodes }
    }
}

impl Ask for Openings {
    type Facts = OpeningTable;

    fn answer(&self, _: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<OpeningTable>, Fault> {
        let game = named(&self.game)?;
        let plies = usize::try_from(self.plies).ok().filter(|_| (1..=MOST_PLIES).contains(&self.plies));
        let plies = plies.ok_or_else(|| {
            let message = format!("{} plies: 1 to {MOST_PLIES} are tabulated", self.plies);
            Fault::bad_input(message).in_field("plies")
        })?;
        let (openings, stopped) = opening_table(&game, plies, self.engine, limits, watch)?;
        let facts = OpeningTable {
            game: game.to_string(),
            plies: self.plies,
            engine: self.engine,
            openings,
            value: stopped.map(|_| "gave-up".to_owned()),
            reason: stopped.map(|stop| stop.to_string()),
        };
        Ok(facts.into())
    }
}

/// The rows, and what ended the work before all were decided. Own nodes are those of a solver whose
/// table is shared by all rows; the method of the paper begins every question with an empty one.
/// When that reaches a limit, the rows from there on have no count.
fn opening_table(
    game: &LineGame,
    plies: usize,
    engine: Engine,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<(Vec<ValuedOpening>, Option<Stop>), Fault> {
    let bytes = table_bytes(limits, USUAL_MEMORY);
    let solver = otrio::Solver::new(game, bytes).ok_or_else(|| {
        Fault::bad_input(format_args!("{game} is not played on the cube between two sides")).in_field("game")
    })?;
    let meter = limits.start();
    let records = openings(game, plies);
    let boards: Vec<Board<'_>> =
        records.iter().map(|record| Board::after(game, record).expect("made of legal moves")).collect();
    let printed = printed_openings(&game.to_string());
    let tell = |row: &ValuedOpening| watch.note(&format!("{}: {}", row.moves.join(" "), row.value));
    let mut table: Vec<ValuedOpening> = Vec::new();
    watch.begin(&format!("openings of {game}"), 0);
    let stopped = solver.answers(&boards, limits, &meter, |number, answers| {
        debug_assert!(!(answers[0].yes && answers[1].yes), "two sides do not both win");
        let record = &records[number];
        let as_printed = printed.iter().find(|row| row.record == *record);
        let row = ValuedOpening {
            moves: record.split(' ').map(str::to_owned).collect(),
            value: value_name(value_of_answers(&answers)).to_owned(),
            nodes: Sides::nodes(&answers),
            paper_nodes: None,
            printed_million_nodes: as_printed.map(|row| row.nodes.clone()),
        };
        if engine == Engine::Own {
            tell(&row);
        }
        table.push(row);
    });
    if let Err(stop) = stopped {
        return Ok((table, Some(stop)));
    }
    if engine == Engine::Paper {
        drop(solver);
        let stopped = otrio::paper::answers(&boards, game, bytes, limits, &meter, |number, answers| {
            let row = &mut table[number];
            let value = value_name(value_of_answers(&answers));
            assert_eq!(value, row.value, "{}: two methods, one value", row.moves.join(" "));
            row.paper_nodes = Some(Sides::nodes(&answers));
            tell(row);
        });
        debug_assert!(stopped.is_some(), "a game of the solver is one of the cube");
    }
    Ok((table, None))
}

fn value_of_answers([first, second]: &[Answer; 2]) -> Value {
    match (first.yes, second.yes) {
        (true, _) => Value::First,
        (_, true) => Value::Second,
        _ => Value::Draw,
    }
}

impl Findings for OpeningTable {
    fn text(&self) -> String {
        let gave_up = self.reason.as_ref().map(|reason| format!("gave up: {reason}"));
        if let (Some(gave_up), true) = (&gave_up, self.openings.is_empty()) {
            return gave_up.clone();
        }
        let mut heads = vec!["nodes"];
        if self.engine == Engine::Paper {
            heads.push("by the paper's method");
        }
        if !printed_openings(&self.game).is_empty() {
            heads.push("printed, in millions");
        }
        let mut text = format!("{:<20}", "");
        heads.iter().for_each(|head| text += &format!(" {head:>27}"));
        text += &format!("\n{:<12} {:<7}", "opening", "value");
        heads.iter().for_each(|_| text += &format!(" {:>13} {:>13}", "first?", "second?"));
        let counts = |nodes: Sides| [nodes.first.to_string(), nodes.second.to_string()];
        for row in &self.openings {
            text += &format!("\n{:<12} {:<7}", row.moves.join(" "), row.value);
            let mut cells = vec![counts(row.nodes)];
            if self.engine == Engine::Paper {
                let given_up = || [0, 1].map(|_| "gave up".to_owned());
                cells.push(row.paper_nodes.map_or_else(given_up, counts));
            }
            cells.extend(row.printed_million_nodes.clone());
            cells.iter().for_each(|[first, second]| text += &format!(" {first:>13} {second:>13}"));
        }
        gave_up.into_iter().fold(text, |text, gave_up| format!("{text}\n{gave_up}"))
    }

    fn ending(&self) -> Ending {
        let has_paper = self.openings.iter().all(|row| row.paper_nodes.is_some());
        let is_whole = self.reason.is_none() && (self.engine == Engine::Own || has_paper);
        if is_whole { Ending::Answered } else { Ending::GaveUp }
    }
}

/// A row of the tables of Teramura and Matsuzaki (2019).
#[derive(Clone, Debug)]
pub struct PrintedOpening {
    /// The moves, with one space between.
    pub record: String,
    /// Its value.
    pub value: Value,
    /// Millions of nodes for "does the first side win?" and "does the second?", as they stand
    /// there.
    pub nodes: [String; 2],
}

impl PrintedOpening {
    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.record.split(' ').count()
    }
}

/// The printed tables of openings of `otrio` and `otrio(forbidden=b2M)`; nothing for other games.
pub fn printed_openings(game: &str) -> Vec<PrintedOpening> {
    let table = match game {
        "otrio" => include_str!("../../data/otrio-normal.csv"),
        "otrio(forbidden=b2M)" => include_str!("../../data/otrio-nocentre.csv"),
        _ => return vec![],
    };
    let row = |line: &str| {
        let [first, second, result, nodes @ ..] = &line.split(',').collect::<Vec<_>>()[..] else {
            return None;
        };
        let values = [Value::First, Value::Second, Value::Draw];
        let value = values.into_iter().find(|&value| value_name(value) == *result)?;
        let nodes = [nodes.first()?, nodes.get(1)?].map(|text| (*text).to_owned());
        Some(PrintedOpening { record: format!("{first} {second}").trim().to_owned(), value, nodes })
    };
    table.lines().skip(1).filter_map(row).collect()
}
