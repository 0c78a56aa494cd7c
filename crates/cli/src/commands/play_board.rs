//! Boards of all games as lines of text, and those with a cursor as signs at their places.

use hissho_workbench::reply::{Board, Replied, Slot};

/// A sign on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) x: u16,
    pub(super) y: u16,
    pub(super) sign: String,
    /// The colour of the piece or of the edge, if it has one.
    pub(super) colour: Option<usize>,
    /// The move that choosing this place makes; `None` where the cursor does not stop.
    pub(super) chooses: Option<String>,
}

impl Place {
    /// A sign that is neither a piece nor a move.
    fn label(x: usize, y: usize, sign: impl Into<String>) -> Place {
        Place { x: x as u16, y: y as u16, sign: sign.into(), colour: None, chooses: None }
    }
}

/// Most counters, or cells in a row, that are drawn one by one.
const MOST: u64 = 60;

/// The board as text; colours are numbers, `.` is empty, `#` forbidden, `*` what a proof of Hex
/// still needs.
pub(super) fn text(state: &Replied) -> String {
    match &state.board {
        Board::None => String::new(),
        Board::Rhombus { columns, rows, black, white } => {
            let mut text = String::from(" ");
            (0..*columns).for_each(|column| text += &format!("  {}", letter(column)));
            text.push('\n');
            for row in 0..*rows {
                text += &format!("{:row$}{:>2}", "", row + 1);
                for column in 0..*columns {
                    let name = cell_name(column, row);
                    let sign = match () {
                        () if black.contains(&name) => 'B',
                        () if white.contains(&name) => 'W',
                        () if state.needed.contains(&name) => '*',
                        () => '.',
                    };
                    text += &format!("  {sign}");
                }
                text.push('\n');
            }
            text
        }
        Board::Columns { width, rows } => {
            let line = |row: &Vec<Option<usize>>| {
                let signs: Vec<String> = row.iter().map(|colour| mark(*colour, false)).collect();
                format!("  {}\n", signs.join(" "))
            };
            let names: Vec<String> = (1..=*width).map(|name| name.to_string()).collect();
            rows.iter().rev().map(line).collect::<String>() + &format!("  {}\n", names.join(" "))
        }
        Board::Cube { slots } => {
            let mut text = String::from("     a   b   c\n");
            for (row, cells) in slots.chunks(9).enumerate() {
                let cell = |cell: &[Slot]| {
                    cell.iter().map(|slot| mark(slot.colour, slot.is_forbidden)).collect::<String>()
                };
                let cells: Vec<String> = cells.chunks(3).map(cell).collect();
                text += &format!("  {} {}\n", row + 1, cells.join(" "));
            }
            text
        }
        Board::Heaps { heaps } => {
            let line = |(at, &heap): (usize, &u64)| {
                let dots = "●".repeat(heap.min(MOST) as usize);
                let more = if heap > MOST { "…" } else { "" };
                format!("  heap {}: {dots}{more} {heap}\n", at + 1)
            };
            heaps.iter().enumerate().map(line).collect()
        }
        Board::Piece { x, y } => piece(*x, *y),
        Board::Chocolate { bars } => bars.iter().map(|bar| chocolate(bar)).collect::<Vec<_>>().join("\n"),
    }
}

fn mark(colour: Option<usize>, is_forbidden: bool) -> String {
    match colour {
        Some(colour) => colour.to_string(),
        None if is_forbidden => "#".to_owned(),
        None => ".".to_owned(),
    }
}

fn letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

fn cell_name(column: usize, row: usize) -> String {
    format!("{}{}", letter(column), row + 1)
}

/// The piece on its board, the corner it is driven to marked.
fn piece(x: u64, y: u64) -> String {
    if x.max(y) >= MOST / 2 {
        return format!("  the piece is {x} from the left and {y} from the top\n");
    }
    let mut text = String::from("   ");
    (0..=x.max(3)).for_each(|column| text += &format!("{column:>3}"));
    text.push('\n');
    for row in 0..=y.max(3) {
        text += &format!("{row:>3}");
        for column in 0..=x.max(3) {
            let sign = match (column, row) {
                at if at == (x, y) => '♛',
                (0, 0) => '✕',
                _ => '·',
            };
            text += &format!("  {sign}");
        }
        text.push('\n');
    }
    text
}

/// A bar from the top, its bitter piece in the bottom left.
fn chocolate(heights: &[u64]) -> String {
    let highest = heights.iter().copied().max().unwrap_or(0).min(MOST);
    let mut text = String::new();
    for row in (1..=highest).rev() {
        let sign = |(column, height): (usize, &u64)| match (column, row) {
            (0, 1) => '✕',
            _ if *height >= row => '■',
            _ => ' ',
        };
        let line: String = heights.iter().enumerate().map(sign).map(|sign| format!("{sign} ")).collect();
        text += &format!("  {}\n", line.trim_end());
    }
    text
}

/// Whether the board has places that a cursor can choose.
pub(super) fn has_places(board: &Board) -> bool {
    matches!(board, Board::Rhombus { .. } | Board::Columns { .. } | Board::Cube { .. })
}

/// The board as signs at their places.
pub(super) fn places(state: &Replied) -> Vec<Place> {
    match &state.board {
        Board::Rhombus { columns, rows, .. } => rhombus(state, *columns, *rows),
        Board::Columns { width, rows } => {
            let mut places = Vec::new();
            for x in 0..*width {
                let name = (x + 1).to_string();
                places.push(Place { chooses: Some(name.clone()), ..Place::label(2 + 4 * x, 0, name) });
                for (y, row) in rows.iter().enumerate() {
                    let colour = row[x].map(|colour| colour - 1);
                    let sign = colour.map_or("·", |colour| ["●", "○"][colour % 2]);
                    places.push(Place { colour, ..Place::label(2 + 4 * x, 1 + rows.len() - y, sign) });
                }
            }
            places
        }
        Board::Cube { slots } => cube(slots),
        _ => Vec::new(),
    }
}

/// Hex. Letters stand at Black's edges and numbers at White's, in their colours.
fn rhombus(state: &Replied, columns: usize, rows: usize) -> Vec<Place> {
    let Board::Rhombus { black, white, .. } = &state.board else { return Vec::new() };
    let edge = |x: usize, y: usize, sign: String, side: usize| Place {
        colour: Some(side),
        ..Place::label(x, y, sign)
    };
    let mut places = Vec::new();
    for column in 0..columns {
        let sign = letter(column).to_string();
        places.push(edge(4 + 4 * column, 0, sign.clone(), 0));
        places.push(edge(4 + 4 * column + 2 * rows, 1 + rows, sign, 0));
    }
    for row in 0..rows {
        places.push(edge(2 * row, 1 + row, format!("{:>2}", row + 1), 1));
        places.push(edge(4 + 4 * columns + 2 * row, 1 + row, (row + 1).to_string(), 1));
        for column in 0..columns {
            let name = cell_name(column, row);
            let (sign, colour) = match () {
                () if black.contains(&name) => ("●", Some(0)),
                () if white.contains(&name) => ("○", Some(1)),
                () if state.needed.contains(&name) => ("*", None),
                () => ("·", None),
            };
            let label = Place::label(4 + 4 * column + 2 * row, 1 + row, sign);
            places.push(Place { colour, chooses: Some(name), ..label });
        }
    }
    places
}

/// Nine cells with three slots each; a free slot shows its size or level, a piece its ring and its
/// colour.
fn cube(slots: &[Slot]) -> Vec<Place> {
    let mut places = Vec::new();
    for (at, letter) in ["a", "b", "c"].into_iter().enumerate() {
        places.push(Place::label(6 + 11 * at, 0, letter));
        places.push(Place::label(0, 2 + 2 * at, (at + 1).to_string()));
    }
    for (number, slot) in slots.iter().enumerate() {
        let sign = match slot.colour {
            Some(colour) => format!("{}{colour}", ["◯", "○", "∘"][number % 3]),
            None if slot.is_forbidden => "#".to_owned(),
            None => slot.name.chars().skip(2).collect(),
        };
        let (x, y) = (3 + 11 * (number / 3 % 3) + 3 * (number % 3), 2 + 2 * (number / 9));
        let colour = slot.colour.map(|colour| colour - 1);
        places.push(Place { colour, chooses: Some(slot.name.clone()), ..Place::label(x, y, sign) });
    }
    places
}
