//! Questions about Hex: lemmas in the notation of the papers, winners of positions, maps of
//! openings.

pub mod leaf;
mod leaf_question;
pub mod lemma;
mod lemma_question;
mod map;
pub mod patterns;
pub mod proof;
mod refutation;
mod reply;
pub mod sgf;
pub mod shorten;
mod shorten_question;
mod show;
mod solving;
mod trial;
mod walk;
pub mod wide_board;
mod wide_reply;

use hissho_certificate::Claim;
use hissho_certificate::hex::{self, Connection};
use hissho_rules::hex::{Cell, CellSet, HexError, Notation, Player, Position, Size};
use hissho_solve::checkpoint::Checkpoint;
use hissho_solve::hex::pattern_strategy::{Patterns, Reading, derive};
use hissho_solve::hex::search::{HexSearch, Solution};
use hissho_solve::limits::{Limits, Meter, Stop};
use hissho_solve::progress::{Progress, Silent};

pub use leaf_question::{FoundLeaf, FoundLeaves, LeafPromise, LeafQuestion};
pub use lemma_question::{LemmaPart, LemmaQuestion, LemmaText, ProvedLemma, ProvedLemmas};
pub use map::{HexMap, OpeningMap, opening_of};
use proof::Win;
pub(crate) use reply::reply;
pub use shorten_question::{ShortenQuestion, ShortenedProof};
pub use show::{HexBoard, ShownHex};
pub use solving::SolvedHex;
pub(crate) use solving::{confirm, solve as answer_solve};
pub use trial::{Match, Matches, PlayedMatch};
pub use walk::{NodesAndLeaves, SigmaSizes, TreeLeaves, TreeSizes, Walk, WalkedProof};

use crate::{Certified, Fault};

/// What the game is about.
const GOAL: &str = "Black joins top and bottom, White left and right, with a chain of stones.";

/// The board named by `hex(8)` or `hex(8,6)` (columns, rows); `None` if the name is not one of Hex
/// at all.
pub fn board(name: &str) -> Option<Result<Size, Fault>> {
    let solvable = |(columns, rows): (usize, usize)| {
        Size::new(columns, rows).map_err(|error| {
            let hint = "; larger ones can be shown and played: `hissho hex show`, `hissho play`";
            let is_read = columns.max(rows) <= wide_board::LONGEST_READ && columns.min(rows) > 0;
            Fault::bad_input(format_args!("{error}{}", if is_read { hint } else { "" }))
        })
    };
    Some(sides(name)?.map_err(Fault::bad_input).and_then(solvable))
}

/// Columns and rows in the name of a board, of any size.
pub(crate) fn sides(name: &str) -> Option<Result<(usize, usize), String>> {
    let rest = name.trim().strip_prefix("hex")?;
    let inner = rest.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or("");
    let sides: Result<Vec<usize>, _> = inner.split(',').map(|word| word.trim().parse::<usize>()).collect();
    Some(match sides.ok().as_deref() {
        Some(&[side]) => Ok((side, side)),
        Some(&[columns, rows]) => Ok((columns, rows)),
        _ => Err(format!("`{name}`: write hex(8), or hex(8,6) for 8 columns and 6 rows")),
    })
}

/// How cells are written.
fn notation(letters: bool) -> Notation {
    if letters { Notation::Letters } else { Notation::Digits }
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A cell or a move that cannot be.
    #[error(transparent)]
    Hex(#[from] HexError),
    /// A word that sets up nothing.
    #[error("`{0}`: a position is set up by black=CELLS, white=CELLS and to-move=black or to-move=white")]
    Word(String),
}

/// A position written as moves, with the swap rule, or set up as `black=63,55 white=62
/// to-move=white`.
pub fn position(size: Size, text: &str) -> Result<Position, PositionError> {
    if !text.contains('=') {
        return Ok(Position::from_moves(size, text)?);
    }
    let cells = |text: &str| {
        let names = text.split(',').filter(|name| !name.is_empty());
        names.map(|name| size.cell(name)).collect::<Result<Vec<Cell>, _>>()
    };
    let (mut black, mut white, mut to_move) = (CellSet::EMPTY, CellSet::EMPTY, None);
    for word in text.split_whitespace() {
        let refused = || PositionError::Word(word.to_owned());
        let (key, value) = word.split_once('=').ok_or_else(refused)?;
        match (key, value) {
            ("black" | "white", _) => {
                for cell in cells(value)? {
                    if black.or(white).contains(cell) {
                        return Err(HexError::Occupied { cell: size.name(cell, Notation::Digits) }.into());
                    }
                    if key == "black" { black = black.with(cell) } else { white = white.with(cell) }
                }
            }
            ("to-move", "black") => to_move = Some(Player::Black),
            ("to-move", "white") => to_move = Some(Player::White),
            _ => return Err(refused()),
        }
    }
    let by_count = if black.len() > white.len() { Player::White } else { Player::Black };
    Ok(Position::set_up(size, black, white, to_move.unwrap_or(by_count))?)
}

/// A solved position with its certificate, which the checker has accepted.
#[derive(Clone, Debug)]
pub struct Solved {
    /// What the search found.
    pub solution: Solution,
    /// The accepted certificate.
    pub certificate: Certified,
    /// What became of the strategy given as hints.
    pub reading: Option<Reading>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsolved {
    /// A limit was reached.
    #[error("{0}")]
    Stopped(Stop),
    /// What was kept cannot be used.
    #[error("{0}")]
    Checkpoint(String),
    /// The checker refused the search's own certificate: a fault of the search.
    #[error("the certificate of the search was refused: {0}")]
    Refused(String),
}

/// Solves `position` with `search` and has the certificate checked.
pub fn solve_with(search: &mut HexSearch<'_>, position: &Position) -> Result<Solved, Unsolved> {
    let solution = search.solve(position).map_err(Unsolved::Stopped)?;
    let certificate = hex::write(&solution.claim, &solution.evidence);
    match Certified::check(certificate, &Limits::default()) {
        Ok(certificate) if *certificate.claim() == Claim::Connection(solution.claim.clone()) => {
            Ok(Solved { solution, certificate, reading: None })
        }
        Ok(certificate) => Err(Unsolved::Refused(format!("it proves {}", certificate.claim()))),
        Err(refusal) => Err(Unsolved::Refused(refusal.to_string())),
    }
}

/// Solves `position` on the threads of `limits` and has the certificate checked.
pub fn solve(position: &Position, limits: &Limits) -> Result<Solved, Unsolved> {
    solve_helped(position, limits, &Silent, &Help::default())
}

/// What a search may start from.
#[derive(Clone, Copy, Default)]
pub struct Help<'a> {
    /// Where to go on, and where to keep what is proved.
    pub checkpoint: Option<&'a dyn Checkpoint>,
    /// Wins of other positions on the same board.
    pub known: &'a [Win],
    /// A strategy for Black whose first pattern is meant for the position.
    pub hints: Option<&'a Patterns>,
}

/// The same with help, telling how it goes.
pub fn solve_helped(
    position: &Position,
    limits: &Limits,
    progress: &dyn Progress,
    help: &Help<'_>,
) -> Result<Solved, Unsolved> {
    let meter = limits.start();
    let mut search = search(position.size, limits, &meter, progress, help.checkpoint)?;
    for win in help.known {
        let learned = search.learn(win.winner, &win.evidence.steps);
        learned.map_err(|error| Unsolved::Refused(error.to_string()))?;
    }
    let mut solve = || {
        let follow = |patterns| derive(patterns, position, &mut search, &meter, progress);
        let reading = help.hints.map(follow).transpose().map_err(Unsolved::Stopped)?;
        Ok(Solved { reading, ..solve_with(&mut search, position)? })
    };
    let solved = solve();
    keep(&mut search, progress);
    solved
}

/// A search within `limits` that goes on with what `checkpoint` has.
pub fn search<'a>(
    size: Size,
    limits: &Limits,
    meter: &'a Meter,
    progress: &'a dyn Progress,
    checkpoint: Option<&'a dyn Checkpoint>,
) -> Result<HexSearch<'a>, Unsolved> {
    let search = HexSearch::new(size, meter).with_threads(limits.threads);
    let mut search = search.within(limits.memory).told_to(progress);
    if let Some(checkpoint) = checkpoint {
        search = search.kept_in(checkpoint).map_err(|error| Unsolved::Checkpoint(error.to_string()))?;
    }
    if search.known() > 0 {
        progress.note(&format!("going on with {} statements that were proved before", search.known()));
    }
    Ok(search)
}

/// Saves what `search` has proved, and says so when that fails.
pub fn keep(search: &mut HexSearch<'_>, progress: &dyn Progress) {
    if let Err(reason) = search.keep() {
        progress.warn(&format!("not everything that was proved is kept: {reason}"));
    }
}

/// The claim that `winner` wins on this board after the moves.
pub fn wins(size: Size, moves: &str, winner: Player) -> Result<Claim, HexError> {
    let position = Position::from_moves(size, moves)?;
    Ok(Claim::Connection(Connection::Wins { position, winner }))
}

/// The cells of half a board: every opening up to the half turn, which exchanges equal openings.
pub fn half(size: Size) -> impl Iterator<Item = Cell> {
    size.all().cells().filter(move |&cell| cell <= size.turned(cell))
}

/// A board as text, row by row with growing indent. `mark` gives empty cells a sign.
pub fn draw(position: &Position, mark: impl Fn(Cell) -> char) -> String {
    let size = position.size;
    let mut text = String::from(" ");
    for column in 0..size.columns() {
        text.push_str(&format!("  {}", char::from(b'a' + column as u8)));
    }
    text.push('\n');
    for row in 1..=size.rows() as i32 {
        text.push_str(&format!("{:indent$}{row:>2}", "", indent = row as usize - 1));
        for column in 1..=size.columns() as i32 {
            let cell = size.at(column, row).expect("a cell of the board");
            let sign = match cell {
                _ if position.stones(Player::Black).contains(cell) => 'B',
                _ if position.stones(Player::White).contains(cell) => 'W',
                _ => mark(cell),
            };
            text.push_str(&format!("  {sign}"));
        }
        text.push('\n');
    }
    text
}
