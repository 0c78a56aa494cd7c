//! Boards of Hex up to 19 columns and rows, for records, pictures and play; solving ends at 11.
//!
//! The trusted rules keep a board in one word of 128 bits, which is what solvers and checkers need.
//! A record of a 13×13 or 19×19 game is only read, shown and played on, so here a board is a list
//! of cells. The move it suggests is one that stands on short ways of both sides, where a bridge
//! counts as one step; nothing is proved by it. Cost: a suggestion looks at every cell and its
//! twelve nearest a few times.

use hissho_rules::hex::{CellSet, LONGEST_SIDE, Player, Position, Size};

/// The longest side of a board that can be read and played on.
pub const LONGEST_READ: usize = 19;

const NEIGHBOURS: [(i32, i32); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// Stones on a board and the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideBoard {
    columns: usize,
    rows: usize,
    /// Row by row; as many as the board has cells.
    stones: Vec<Option<Player>>,
    /// Who moves next.
    pub to_move: Player,
}

impl WideBoard {
    /// The empty board, Black to move.
    pub(crate) fn new(columns: usize, rows: usize) -> Result<WideBoard, String> {
        let sides = 1..=LONGEST_READ;
        if !sides.contains(&columns) || !sides.contains(&rows) {
            return Err(format!(
                "a board of {columns} columns and {rows} rows, each side must be from 1 to {LONGEST_READ}"
            ));
        }
        Ok(WideBoard { columns, rows, stones: vec![None; columns * rows], to_move: Player::Black })
    }

    /// The board named `hex(13)` or `hex(13,11)` with these moves, `swap` as the second of them.
    pub(crate) fn after_moves(columns: usize, rows: usize, moves: &str) -> Result<WideBoard, String> {
        let mut board = WideBoard::new(columns, rows)?;
        let words = moves.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty());
        for (index, word) in words.enumerate() {
            match word {
                "swap" | "swap-pieces" if index == 1 => board.swap_pieces()?,
                "swap" | "swap-pieces" => return Err(LATE_SWAP.to_owned()),
                _ => board.play(board.cell(word)?)?,
            }
        }
        Ok(board)
    }

    /// Columns and rows.
    pub fn sides(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// The name of the board.
    pub fn game(&self) -> String {
        match self.sides() {
            (columns, rows) if columns == rows => format!("hex({columns})"),
            (columns, rows) => format!("hex({columns},{rows})"),
        }
    }

    /// The cells with a stone of `player`, by name.
    pub fn stones(&self, player: Player) -> Vec<String> {
        self.cells_with(Some(player)).map(|cell| self.name(cell)).collect()
    }

    /// The cells without a stone, by name.
    pub fn empty(&self) -> Vec<String> {
        self.cells_with(None).map(|cell| self.name(cell)).collect()
    }

    fn cells_with(&self, stone: Option<Player>) -> impl Iterator<Item = usize> {
        (0..self.stones.len()).filter(move |&cell| self.stones[cell] == stone)
    }

    /// The cell called `text`: `k11`, or `63` on boards up to nine.
    pub(crate) fn cell(&self, text: &str) -> Result<usize, String> {
        let refused = || format!("`{text}` is not a cell of the {}x{} board", self.columns, self.rows);
        let first = text.chars().next().ok_or_else(refused)?;
        let row: u8 = text[first.len_utf8()..].parse().map_err(|_| refused())?;
        let column = match first.to_ascii_lowercase() {
            letter @ 'a'..='z' => letter as usize - 'a' as usize + 1,
            digit @ '1'..='9' if self.columns.max(self.rows) <= 9 => digit as usize - '0' as usize,
            _ => return Err(refused()),
        };
        self.at(column as i32 - 1, i32::from(row) - 1).ok_or_else(refused)
    }

    /// The cell's name, a letter and a number.
    pub fn name(&self, cell: usize) -> String {
        format!("{}{}", char::from(b'a' + (cell % self.columns) as u8), cell / self.columns + 1)
    }

    /// The cell in this column and row, from 0.
    pub fn at(&self, column: i32, row: i32) -> Option<usize> {
        let on_board = (0..self.columns as i32).contains(&column) && (0..self.rows as i32).contains(&row);
        on_board.then(|| row as usize * self.columns + column as usize)
    }

    /// Puts a stone of `player` on an empty cell.
    pub(crate) fn put(&mut self, cell: usize, player: Player) -> Result<(), String> {
        match &mut self.stones[cell] {
            Some(_) => Err(format!("cell {} already has a stone", self.name(cell))),
            empty => {
                *empty = Some(player);
                Ok(())
            }
        }
    }

    /// The player to move takes `cell`.
    pub(crate) fn play(&mut self, cell: usize) -> Result<(), String> {
        self.put(cell, self.to_move)?;
        self.to_move = self.to_move.other();
        Ok(())
    }

    /// The opening stone becomes the other side's, reflected in the long diagonal.
    pub(crate) fn swap_pieces(&mut self) -> Result<(), String> {
        let mut stones = (0..self.stones.len()).filter_map(|cell| Some((cell, self.stones[cell]?)));
        let (Some((cell, owner)), None, true) = (stones.next(), stones.next(), self.columns == self.rows)
        else {
            return Err(LATE_SWAP.to_owned());
        };
        self.stones[cell] = None;
        self.stones[cell % self.columns * self.columns + cell / self.columns] = Some(owner.other());
        self.to_move = owner;
        Ok(())
    }

    /// The player to move by the number of stones: White when Black has more.
    pub fn side_by_count(&self) -> Player {
        let count = |player| self.cells_with(Some(player)).count();
        if count(Player::Black) > count(Player::White) { Player::White } else { Player::Black }
    }

    /// The same as a position that can be solved, if the board is small enough.
    pub(crate) fn position(&self) -> Result<Position, String> {
        let size = Size::new(self.columns, self.rows).map_err(|_| {
            format!(
                "boards up to {LONGEST_SIDE} can be solved, this one is {}x{}: `hissho hex show` and \
                 `hissho play` take it",
                self.columns, self.rows
            )
        })?;
        let set = |player| {
            let on = self.cells_with(Some(player)).filter_map(|cell| {
                size.at((cell % self.columns) as i32 + 1, (cell / self.columns) as i32 + 1)
            });
            on.collect::<CellSet>()
        };
        Position::set_up(size, set(Player::Black), set(Player::White), self.to_move)
            .map_err(|error| error.to_string())
    }

    /// The player whose stones join both own edges.
    pub fn winner(&self) -> Option<Player> {
        [Player::Black, Player::White].into_iter().find(|&player| {
            let ways = self.steps_from_edge(player, false, false);
            let owned = self.cells_with(Some(player));
            owned.into_iter().any(|cell| ways[cell] == 0 && self.edges(cell, player)[1])
        })
    }

    /// Whether the cell lies on the first and on the second edge of the player.
    fn edges(&self, cell: usize, player: Player) -> [bool; 2] {
        let (place, side) = match player {
            Player::Black => (cell / self.columns, self.rows),
            Player::White => (cell % self.columns, self.columns),
        };
        [place == 0, place + 1 == side]
    }

    /// For each cell, how many empty cells the player has to take to join it to the first or to the
    /// second edge; with bridges, if the opponent does not break them.
    fn steps_from_edge(&self, player: Player, second: bool, bridges: bool) -> Vec<u32> {
        const NEVER: u32 = u32::MAX / 4;
        let price = |cell: usize| match self.stones[cell] {
            Some(owner) if owner == player => 0,
            Some(_) => NEVER,
            None => 1,
        };
        let is_start = |cell: usize| self.edges(cell, player)[usize::from(second)];
        let first = |cell: usize| if is_start(cell) { price(cell) } else { NEVER };
        let mut steps: Vec<u32> = (0..self.stones.len()).map(first).collect();
        // Prices are 0 and 1: a few passes over the board settle it.
        loop {
            let mut changed = false;
            for cell in 0..steps.len() {
                let least = self.reached(cell, bridges).map(|other| steps[other]).min().unwrap_or(NEVER);
                let through = least.saturating_add(price(cell)).min(NEVER);
                changed |= through < steps[cell];
                steps[cell] = steps[cell].min(through);
            }
            if !changed {
                return steps;
            }
        }
    }

    /// The cells that touch this one, and with bridges those whose two shared cells are empty.
    fn reached(&self, cell: usize, bridges: bool) -> impl Iterator<Item = usize> {
        let (column, row) = ((cell % self.columns) as i32, (cell / self.columns) as i32);
        let by = move |(right, down): (i32, i32)| self.at(column + right, row + down);
        (0..6)
            .flat_map(move |turn| {
                let (one, two) = (NEIGHBOURS[turn], NEIGHBOURS[(turn + 1) % 6]);
                let is_free = |place| by(place).is_some_and(|cell| self.stones[cell].is_none());
                let is_bridge = bridges && is_free(one) && is_free(two);
                [by(one), by((one.0 + two.0, one.1 + two.1)).filter(|_| is_bridge)]
            })
            .flatten()
    }

    /// A move that looks good: it wins, or the other would win with it, or it stands on short ways
    /// of both sides. Nothing when the game is over.
    pub fn good_move(&self) -> Option<usize> {
        if self.winner().is_some() {
            return None;
        }
        let through = |player, bridges| {
            let [one, two] = [false, true].map(|second| self.steps_from_edge(player, second, bridges));
            one.into_iter().zip(two).map(|(one, two)| one.saturating_add(two)).collect::<Vec<u32>>()
        };
        let players = [self.to_move, self.to_move.other()];
        let [own, others] = players.map(|player| through(player, true));
        let [own_stones, others_stones] = players.map(|player| through(player, false));
        // The cell itself counts on both ways: a way of 2 has no other empty cell.
        let is_open = |cell: usize| (own_stones[cell] > 2, others_stones[cell] > 2);
        let off_centre = |cell: usize| {
            let (column, row) = (cell % self.columns, cell / self.columns);
            (2 * column).abs_diff(self.columns - 1) + (2 * row).abs_diff(self.rows - 1)
        };
        self.cells_with(None)
            .min_by_key(|&cell| (is_open(cell), own[cell].saturating_add(others[cell]), off_centre(cell)))
    }

    /// The board as text, row by row with growing indent.
    pub fn text(&self) -> String {
        let mut text = String::from(" ");
        for column in 0..self.columns {
            text.push_str(&format!("  {}", char::from(b'a' + column as u8)));
        }
        text.push('\n');
        for (row, stones) in self.stones.chunks(self.columns).enumerate() {
            text.push_str(&format!("{:row$}{:>2}", "", row + 1));
            for stone in stones {
                text.push_str(match stone {
                    Some(Player::Black) => "  B",
                    Some(Player::White) => "  W",
                    None => "  .",
                });
            }
            text.push('\n');
        }
        text
    }
}

const LATE_SWAP: &str = "`swap` is possible only as the second move, on a board with as many columns as rows";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards_agree_with_the_trusted_rules() {
        let size = Size::new(5, 4).unwrap();
        let mut seed = 7u64;
        for _ in 0..300 {
            let (mut position, mut board) = (Position::start(size), WideBoard::new(5, 4).unwrap());
            while position.winner().is_none() {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let empty: Vec<_> = position.empty().cells().collect();
                let cell = empty[(seed >> 33) as usize % empty.len()];
                position = position.after(cell).unwrap();
                board.play(usize::from(cell.0)).unwrap();
                assert_eq!(board.winner(), position.winner());
                assert_eq!(board.position().unwrap(), position);
            }
            assert_eq!(board.good_move(), None);
        }
    }

    #[test]
    fn the_suggested_moves_beat_moves_at_random_on_a_wide_board() {
        let mut seed = 3u64;
        for side in [13, 19] {
            let mut board = WideBoard::new(side, side).unwrap();
            while board.winner().is_none() {
                let cell = if board.to_move == Player::White {
                    board.good_move().unwrap()
                } else {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let empty = board.empty();
                    board.cell(&empty[(seed >> 33) as usize % empty.len()]).unwrap()
                };
                board.play(cell).unwrap();
            }
            assert_eq!(board.winner(), Some(Player::White), "{}", board.text());
            assert!(board.position().unwrap_err().contains("up to 11"));
        }
    }

    #[test]
    fn a_swap_reflects_the_opening_stone() {
        let board = WideBoard::after_moves(13, 13, "m6 swap").unwrap();
        assert_eq!((board.stones(Player::White), board.to_move), (vec!["f13".to_owned()], Player::Black));
        assert!(WideBoard::after_moves(13, 13, "m6 a1 swap").is_err());
        assert!(WideBoard::new(20, 5).is_err());
    }
}
