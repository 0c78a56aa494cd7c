//! `hissho play` for Otrio, Qubic and Connect-Four: the board, and the solver as the opponent.

use hissho_rules::line_games::{Board, End, LineGame, MoveError};
use hissho_solve::limits::Limits;
use hissho_workbench::line_games::SolvedMove;
use hissho_workbench::reply::{Replied, Reply, Wanted};
use hissho_workbench::{Answer, Facts, Fault};

use super::play_match::{Place, Table, Turn, Valued};

/// Who is asked for the program's moves.
pub(super) type Asked<'a> = &'a (dyn Fn(Reply, &Limits) -> Result<Answer, Fault> + Sync);

/// A line game between two sides.
pub(super) struct LineGameTable<'g> {
    pub(super) game: &'g LineGame,
    pub(super) start: Line<'g>,
    pub(super) ask: Asked<'g>,
}

/// A position with the moves that led to it.
#[derive(Clone, Debug)]
pub(super) struct Line<'g> {
    board: Board<'g>,
    record: String,
}

impl<'g> Line<'g> {
    /// The position after these moves.
    pub(super) fn after(game: &'g LineGame, record: &str) -> Result<Line<'g>, MoveError> {
        let (board, record) = Board::with_moves(game, record)?;
        Ok(Line { board, record })
    }
}

const SIDES: [&str; 2] = ["first", "second"];

impl LineGameTable<'_> {
    /// What the program knows of a position.
    fn reply(&self, line: &Line<'_>, wanted: Wanted, limits: &Limits) -> Result<Replied, String> {
        let question = Reply { game: self.game.to_string(), position: line.record.clone(), wanted };
        let answer = (self.ask)(question, limits).map_err(|fault| fault.message)?;
        let Facts::Reply(replied) = answer.facts else { return Err("a reply has another answer".to_owned()) };
        match replied.reason {
            Some(reason) => Err(reason),
            None => Ok(replied),
        }
    }
}

impl<'g> Table for LineGameTable<'g> {
    type State = Line<'g>;

    fn title(&self) -> String {
        self.game.to_string()
    }

    fn example(&self) -> String {
        self.game.slot_name(self.game.slot_count() / 2).to_owned()
    }

    fn start(&self) -> Line<'g> {
        self.start.clone()
    }

    fn turn(&self, line: &Line<'g>) -> Turn {
        match (line.board.end(), line.board.turn()) {
            (None, Some(colour)) => {
                let side = self.game.sides()[colour];
                Turn::Of(side, format!("{} side, colour {}", SIDES[side], colour + 1))
            }
            (Some(End::Win(side)), _) => Turn::Over(format!("the {} side has a line and wins", SIDES[side])),
            _ => Turn::Over("nobody can place a piece: a draw".to_owned()),
        }
    }

    fn play(&self, line: &Line<'g>, word: &str) -> Result<Line<'g>, String> {
        let slot = line.board.moves().into_iter().find(|&slot| self.game.slot_name(slot) == word);
        let board = slot.and_then(|slot| line.board.play(slot));
        let board = board.ok_or_else(|| format!("{word} is not a legal move here"))?;
        Ok(Line { board, record: format!("{} {word}", line.record) })
    }

    fn best(&self, line: &Line<'g>, limits: &Limits) -> Result<String, String> {
        let replied = self.reply(line, Wanted::Move, limits)?;
        replied.reply.ok_or_else(|| "the game is over".to_owned())
    }

    fn values(&self, line: &Line<'g>, limits: &Limits) -> Result<Vec<Valued>, String> {
        let replied = self.reply(line, Wanted::Values, limits)?;
        let mover = replied.to_move.unwrap_or_default();
        let valued = |SolvedMove { name, value, score }: SolvedMove| {
            let sign = match value.as_str() {
                "draw" => 0,
                winner if winner == mover => 1,
                _ => -1,
            };
            let score = score.map_or(String::new(), |score| format!(" ({score:+})"));
            Valued { name, value: format!("{value}{score}"), sign }
        };
        Ok(replied.moves.into_iter().map(valued).collect())
    }

    fn text(&self, line: &Line<'g>) -> String {
        drawn(&line.board)
    }

    fn places(&self, line: &Line<'g>) -> Vec<Place> {
        match column_count(self.game) {
            Some(width) => column_places(&line.board, width as u16),
            None => cube_places(&line.board),
        }
    }
}

/// The number of columns of a game with gravity.
fn column_count(game: &LineGame) -> Option<usize> {
    let width = (0..game.slot_count()).filter(|&slot| game.rests_on(slot).is_none()).count();
    (width < game.slot_count()).then_some(width)
}

/// The board as text: colours are numbers, `.` is empty, `#` forbidden.
fn drawn(board: &Board<'_>) -> String {
    let game = board.game();
    let mark = |slot: usize| match board.content()[slot] {
        Some(colour) => char::from_digit(colour as u32 + 1, 10).unwrap_or('?'),
        None if game.is_forbidden(slot) => '#',
        None => '.',
    };
    let mut text = String::new();
    if let Some(width) = column_count(game) {
        for y in (0..game.slot_count() / width).rev() {
            let row: Vec<String> = (0..width).map(|x| mark(y * width + x).to_string()).collect();
            text += &format!("  {}\n", row.join(" "));
        }
        let names: Vec<&str> = (0..width).map(|x| game.slot_name(x)).collect();
        return text + &format!("  {}\n", names.join(" "));
    }
    text += "     a   b   c\n";
    for row in 0..3 {
        let cells: Vec<String> =
            (0..3).map(|column| (0..3).map(|size| mark((row * 3 + column) * 3 + size)).collect()).collect();
        text += &format!("  {} {}\n", row + 1, cells.join(" "));
    }
    text
}

/// The columns, their numbers above: these are what the cursor chooses.
fn column_places(board: &Board<'_>, width: u16) -> Vec<Place> {
    let game = board.game();
    let height = game.slot_count() as u16 / width;
    let mut places = Vec::new();
    for x in 0..width {
        let name = game.slot_name(x.into()).to_owned();
        places.push(Place { chooses: Some(name.clone()), ..Place::label(2 + 4 * x, 0, name) });
        for y in 0..height {
            let colour = board.content()[usize::from(y * width + x)];
            let sign = colour.map_or("·", |colour| ["●", "○"][colour % 2]);
            places.push(Place { colour, ..Place::label(2 + 4 * x, 1 + height - y, sign) });
        }
    }
    places
}

/// Nine cells with three slots each; a free slot shows its size or level, a piece its ring and its colour.
fn cube_places(board: &Board<'_>) -> Vec<Place> {
    let game = board.game();
    let mut places = Vec::new();
    for (at, letter) in (0..).zip(["a", "b", "c"]) {
        places.push(Place::label(6 + 11 * at, 0, letter));
        places.push(Place::label(0, 2 + 2 * at, (at + 1).to_string()));
    }
    for slot in 0..27 {
        let name = game.slot_name(slot);
        let colour = board.content()[slot];
        let sign = match colour {
            Some(colour) => format!("{}{}", ["◯", "○", "∘"][slot % 3], colour + 1),
            None if game.is_forbidden(slot) => "#".to_owned(),
            None => name.chars().skip(2).collect(),
        };
        let (x, y) = (3 + 11 * (slot / 3 % 3) + 3 * (slot % 3), 2 + 2 * (slot / 9));
        let label = Place::label(x as u16, y as u16, sign);
        places.push(Place { colour, chooses: Some(name.to_owned()), ..label });
    }
    places
}
