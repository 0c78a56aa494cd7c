//! `hissho play 'hex(7)'`: a proven strategy against you, or two people.

use hissho_rules::hex::{Cell, Notation, Player, Position, Size};
use hissho_solve::hex::play::strategy::Strategy;
use hissho_solve::limits::Limits;
use hissho_workbench::hex::{Solved, draw, htp};

use super::play_match::{Place, Table, Turn, Valued};

/// A board of Hex; without a strategy two people play.
#[derive(Debug)]
pub(super) struct HexTable<'s> {
    start: HexState<'s>,
    winner: Option<Player>,
    opening: Option<Cell>,
}

/// A position, and what the strategy still has to keep.
#[derive(Clone, Debug)]
pub(super) struct HexState<'s> {
    position: Position,
    strategy: Option<Strategy<'s>>,
    /// The strategy's answer to the last move; `None`: any move will do.
    answer: Option<Cell>,
}

/// Where play begins: at the start for two people, after an opening in the middle against the program.
pub(super) fn opening(size: Size, two: bool) -> Position {
    let start = Position::start(size);
    let (column, row) = (size.columns().div_ceil(2) as i32, size.rows().div_ceil(2) as i32);
    let middle = size.at(column, row).filter(|_| !two);
    middle.and_then(|middle| start.after(middle).ok()).unwrap_or(start)
}

impl<'s> HexTable<'s> {
    /// For two people.
    pub(super) fn for_two(position: Position) -> HexTable<'s> {
        let start = HexState { position, strategy: None, answer: None };
        HexTable { start, winner: None, opening: None }
    }

    /// Against the strategy of a solved position.
    pub(super) fn against(position: Position, solved: &'s Solved) -> Result<HexTable<'s>, String> {
        let winner = solved.solution.winner;
        let strategy = Strategy::new(position.size, winner, &solved.solution.evidence.steps)
            .map_err(|error| error.to_string())?;
        let start = HexState { position, strategy: Some(strategy), answer: None };
        let opening = solved.solution.winning_move.or_else(|| Some(htp::busiest(&position)));
        Ok(HexTable { start, winner: Some(winner), opening })
    }

    /// The side of the program.
    pub(super) fn programs_side(&self) -> Option<usize> {
        self.winner.map(side)
    }

    /// The free cells the proof still needs.
    fn needs(&self, state: &HexState<'s>, cell: Cell) -> bool {
        let (Some(strategy), Some(winner)) = (&state.strategy, self.winner) else { return false };
        strategy.carrier(state.position.stones(winner)).contains(cell)
    }
}

fn side(player: Player) -> usize {
    usize::from(player == Player::White)
}

impl<'s> Table for HexTable<'s> {
    type State = HexState<'s>;

    fn title(&self) -> String {
        let size = self.start.position.size;
        match self.winner {
            Some(winner) => {
                format!("Hex {size}: the program is {winner} and has a proof; `*` is what the proof needs")
            }
            None => format!("Hex {size}"),
        }
    }

    fn example(&self) -> String {
        "b2".to_owned()
    }

    fn start(&self) -> HexState<'s> {
        self.start.clone()
    }

    fn turn(&self, state: &HexState<'s>) -> Turn {
        match state.position.winner() {
            Some(winner) => Turn::Over(format!("{winner} is connected")),
            None => Turn::Of(side(state.position.to_move), state.position.to_move.to_string()),
        }
    }

    fn play(&self, state: &HexState<'s>, word: &str) -> Result<HexState<'s>, String> {
        let cell = state.position.size.cell(word).map_err(|error| error.to_string())?;
        let mover = state.position.to_move;
        let position = state.position.after(cell).map_err(|error| error.to_string())?;
        let mut next = HexState { position, answer: None, strategy: state.strategy.clone() };
        if let (Some(strategy), Some(winner)) = (&mut next.strategy, self.winner)
            && mover != winner
        {
            next.answer = strategy.answer(cell, position.stones(winner));
        }
        Ok(next)
    }

    fn best(&self, state: &HexState<'s>, _: &Limits) -> Result<String, String> {
        let position = &state.position;
        let free = position.empty();
        let first = self.opening.filter(|_| *position == self.start.position);
        let wanted = state.answer.or(first).filter(|cell| free.contains(*cell));
        let needed = || free.cells().find(|&cell| self.needs(state, cell));
        let cell = wanted.or_else(needed).or_else(|| free.cells().next());
        cell.map(|cell| position.size.name(cell, Notation::Digits))
            .ok_or_else(|| "the board is full".to_owned())
    }

    fn values(&self, _: &HexState<'s>, _: &Limits) -> Result<Vec<Valued>, String> {
        Err("the values of single moves are not asked for in Hex: try `hissho solve`".to_owned())
    }

    fn text(&self, state: &HexState<'s>) -> String {
        draw(&state.position, |cell| if self.needs(state, cell) { '*' } else { '.' })
    }

    fn places(&self, state: &HexState<'s>) -> Vec<Place> {
        let position = &state.position;
        let size = position.size;
        let mut places = Vec::new();
        for column in 0..size.columns() as u16 {
            places.push(Place::label(4 + 4 * column, 0, char::from(b'a' + column as u8).to_string()));
        }
        for row in 0..size.rows() as u16 {
            places.push(Place::label(2 * row, 1 + row, format!("{:>2}", row + 1)));
            for column in 0..size.columns() as u16 {
                let Some(cell) = size.at(column as i32 + 1, row as i32 + 1) else { continue };
                let stone = |player: Player| position.stones(player).contains(cell);
                let (sign, colour) = match (stone(Player::Black), stone(Player::White)) {
                    (true, _) => ("●", Some(0)),
                    (_, true) => ("○", Some(1)),
                    _ if self.needs(state, cell) => ("*", None),
                    _ => ("·", None),
                };
                let label = Place::label(4 + 4 * column + 2 * row, 1 + row, sign);
                places.push(Place { colour, chooses: Some(size.name(cell, Notation::Letters)), ..label });
            }
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use hissho_workbench::hex;

    use super::*;

    #[test]
    fn the_strategy_wins_whatever_white_plays() {
        let size = Size::new(5, 5).unwrap();
        let position = Position::from_moves(size, "33").unwrap();
        let solved = hex::solve(&position, &Default::default()).unwrap();
        let mut seed = 1u64;
        let table = HexTable::against(position, &solved).unwrap();
        for _ in 0..2_000 {
            let mut state = table.start();
            while let Turn::Of(side, _) = table.turn(&state) {
                let word = if Some(side) == table.programs_side() {
                    table.best(&state, &Limits::default()).unwrap()
                } else {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let empty: Vec<_> = state.position.empty().cells().collect();
                    size.name(empty[(seed >> 33) as usize % empty.len()], Notation::Letters)
                };
                state = table.play(&state, &word).unwrap();
            }
            assert_eq!(state.position.winner(), Some(Player::Black));
        }
    }
}
