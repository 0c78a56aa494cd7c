//! Impartial games: Grundy values of single positions and of whole boxes.
//!
//! [`table`] finds the shape of the moves in the rules text and runs the tile engine; a game without such a shape goes to
//! the general evaluator. Nothing here is trusted: a table becomes a fact when its certificate is checked.

mod general;
mod lines;
mod octal;
pub mod period;
mod shape;
pub mod table;
mod tiles;

use hissho_rules::Account;
use hissho_rules::language::Game;

pub use general::{General, GeneralError};
pub use octal::{OctalPeriod, octal_period, octal_values};
pub use table::{Table, Values};

use crate::limits::{DEFAULT_MEMORY, Limits, Meter, Stop};
use crate::progress::Progress;
use shape::Shapes;
use table::Cell;
use tiles::Board;

/// Rows of a table as they are finished: the first row's number and whole rows of values.
pub trait RowSink: Send {
    /// Takes some rows; refusing stops the work.
    fn rows(&mut self, first: usize, rows: Values) -> Result<(), Stop>;
}

/// Why a table was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// It would not fit.
    #[error("this table takes {} and {} are allowed", bytes_text(*needed), bytes_text(*allowed))]
    TooLarge {
        /// Bytes it would take.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The number of sizes is not the number of coordinates.
    #[error("{found} sizes given, the game has {expected} coordinates")]
    WrongDimension {
        /// Sizes given.
        found: usize,
        /// Coordinates of the game.
        expected: usize,
    },
    /// A limit was reached.
    #[error("{0}")]
    Stop(Stop),
    /// The rules do not give a value somewhere.
    #[error("at {position:?}: {reason}")]
    Stuck {
        /// Where.
        position: Vec<u64>,
        /// Why.
        reason: String,
    },
}

/// What is known about a table before it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Why the fast engine cannot be used, if it cannot.
    pub general_because: Option<String>,
    /// Whether half the board is computed.
    pub is_symmetric: bool,
    /// Whether two bytes hold every value.
    pub is_narrow: bool,
    /// Bytes of memory for making it, the finished table aside.
    pub working_bytes: u64,
    /// Bytes of the finished table.
    pub table_bytes: u64,
}

/// The amounts that may be taken, if the game is one heap from which one of finitely many amounts is taken.
pub fn takes(game: &Game) -> Option<Vec<usize>> {
    let shapes = Shapes::of(game).ok()?;
    let is_plain = game.dimension == 1 && shapes.rays.is_empty() && shapes.domain.is_empty();
    (is_plain && !shapes.steps.is_empty()).then(|| shapes.steps.iter().map(|&(_, take)| take).collect())
}

/// How a table of this shape would be made.
pub fn plan(game: &Game, shape: &[usize]) -> Result<Plan, TableError> {
    if shape.len() != game.dimension {
        return Err(TableError::WrongDimension { found: shape.len(), expected: game.dimension });
    }
    let cells = shape.iter().try_fold(1u64, |all, &n| all.checked_mul(n as u64)).unwrap_or(u64::MAX);
    let reach = shape.iter().fold(0usize, |all, &n| all.saturating_add(n));
    // A value is at most the number of moves a play can have: the sum of the coordinates, unless another measure falls.
    let is_narrow = reach < 65_000 && !game.order_is_given;
    let width = if is_narrow { 2 } else { 4 };
    let table_bytes = cells.saturating_mul(width);
    let shapes = if reach > 1 << 31 { Err("sizes too large".to_owned()) } else { Shapes::of(game) };
    Ok(match shapes {
        Ok(shapes) => {
            let (rows, columns) = two(shape);
            let is_symmetric = shapes.is_symmetric() && rows == columns;
            let working_bytes = match is_narrow {
                true => Board::<u16>::bytes(&shapes, rows, columns, true, 1),
                false => Board::<u32>::bytes(&shapes, rows, columns, true, 1),
            };
            Plan { general_because: None, is_symmetric, is_narrow, working_bytes, table_bytes }
        }
        Err(reason) => Plan {
            general_because: Some(reason),
            is_symmetric: false,
            is_narrow: false,
            working_bytes: cells.saturating_mul(64 + 8 * shape.len() as u64),
            table_bytes,
        },
    })
}

/// Makes the table row by row into `sink`, within `limits`.
pub fn stream(
    game: &Game,
    shape: &[usize],
    limits: &Limits,
    progress: &dyn Progress,
    sink: &mut dyn RowSink,
) -> Result<Plan, TableError> {
    let plan = plan(game, shape)?;
    let allowed = limits.memory.unwrap_or(DEFAULT_MEMORY);
    let meter = limits.start();
    let shapes = if plan.general_because.is_none() { Shapes::of(game).ok() } else { None };
    let Some(shapes) = &shapes else {
        if plan.working_bytes > allowed {
            return Err(TableError::TooLarge { needed: plan.working_bytes, allowed });
        }
        general_rows(game, shape, (&meter, &limits.account()), progress, sink)?;
        return Ok(plan);
    };
    let (rows, columns) = two(shape);
    progress.begin("rows", rows as u64);
    let run = Run { shapes, rows, columns, allowed, threads: limits.threads, meter: &meter, progress };
    let result = match plan.is_narrow {
        true => run.fast::<u16>(sink),
        false => run.fast::<u32>(sink),
    };
    result.map(|()| plan)
}

/// Makes the whole table in memory.
///
/// ```
/// use hissho_rules::language::Game;
/// use hissho_solve::{impartial::table, limits::Limits, progress::Silent};
///
/// let rook = Game::read("game rook\nposition x, y\nmove x' < x, y' = y\nmove x' = x, y' < y\n", &[])?;
/// let table = table(&rook, &[8, 8], &Limits::default(), &Silent)?;
/// assert_eq!(table.get(&[5, 3]), Some(5 ^ 3));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn table(
    game: &Game,
    shape: &[usize],
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Table, TableError> {
    let plan = plan(game, shape)?;
    let allowed = limits.memory.unwrap_or(DEFAULT_MEMORY);
    let needed = plan.table_bytes.saturating_add(plan.working_bytes);
    if needed > allowed {
        return Err(TableError::TooLarge { needed, allowed });
    }
    struct Collect(Values);
    impl RowSink for Collect {
        fn rows(&mut self, _: usize, rows: Values) -> Result<(), Stop> {
            match (&mut self.0, rows) {
                (Values::U16(all), Values::U16(more)) => all.extend(more),
                (Values::U32(all), Values::U32(more)) => all.extend(more),
                (all, more) => {
                    // The first rows decide the width; an empty table has none yet.
                    debug_assert!(all.is_empty());
                    *all = more;
                }
            }
            Ok(())
        }
    }
    let mut collect = Collect(if plan.is_narrow { Values::U16(Vec::new()) } else { Values::U32(Vec::new()) });
    stream(game, shape, limits, progress, &mut collect)?;
    Ok(Table { shape: shape.to_vec(), values: collect.0 })
}

/// Rows and columns; a game on one heap is a single row.
fn two(shape: &[usize]) -> (usize, usize) {
    match *shape {
        [n] => (1, n),
        [rows, columns] => (rows, columns),
        _ => (0, 0),
    }
}

/// One computation by tiles.
struct Run<'a> {
    shapes: &'a Shapes,
    rows: usize,
    columns: usize,
    allowed: u64,
    threads: usize,
    meter: &'a Meter,
    progress: &'a dyn Progress,
}

impl Run<'_> {
    fn fast<V: Cell>(&self, sink: &mut dyn RowSink) -> Result<(), TableError> {
        let &Run { shapes, rows, columns, allowed, threads, .. } = self;
        let half = Board::<V>::bytes(shapes, rows, columns, true, threads) <= allowed;
        let needed = Board::<V>::bytes(shapes, rows, columns, half, threads);
        if needed > allowed {
            return Err(TableError::TooLarge { needed, allowed });
        }
        let board = Board::<V>::new(shapes, rows, columns, half);
        let mut hand_over = |first, rows| sink.rows(first, V::wrap(rows));
        board.run(threads, self.meter, self.progress, &mut hand_over).map_err(TableError::Stop)
    }
}

fn general_rows(
    game: &Game,
    shape: &[usize],
    (meter, account): (&Meter, &Account),
    progress: &dyn Progress,
    sink: &mut dyn RowSink,
) -> Result<(), TableError> {
    let mut general = General::new(game, account)
        .map_err(|error| TableError::Stuck { position: Vec::new(), reason: error.to_string() })?;
    let rows = if shape.len() == 1 { 1 } else { shape[0] };
    let row: usize = if shape.len() == 1 { shape[0] } else { shape[1..].iter().product() };
    progress.begin("rows", rows as u64);
    let inner = if shape.len() == 1 { shape } else { &shape[1..] };
    for x in 0..rows {
        let mut values = Vec::with_capacity(row);
        for index in 0..row {
            let mut position = vec![0u64; inner.len()];
            let mut rest = index;
            for (p, &n) in position.iter_mut().zip(inner).rev() {
                *p = (rest % n) as u64;
                rest /= n;
            }
            if shape.len() > 1 {
                position.insert(0, x as u64);
            }
            let value = match general.value(&position, meter) {
                Ok(value) => value,
                Err(GeneralError::Stop(stop)) => return Err(TableError::Stop(stop)),
                Err(error) => {
                    return Err(TableError::Stuck { position, reason: error.to_string() });
                }
            };
            values.push(value.unwrap_or(table::ABSENT));
        }
        progress.advance(1);
        sink.rows(x, Values::U32(values)).map_err(TableError::Stop)?;
    }
    Ok(())
}

fn bytes_text(bytes: u64) -> String {
    match bytes {
        u64::MAX => format!("more than {} GiB", u64::MAX >> 30),
        b if b >= 10 << 30 => format!("{} GiB", b >> 30),
        b if b >= 10 << 20 => format!("{} MiB", b >> 20),
        b if b >= 10 << 10 => format!("{} KiB", b >> 10),
        b => format!("{b} bytes"),
    }
}
