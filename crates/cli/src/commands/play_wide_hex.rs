//! `hissho play 'hex(13)'`: boards too large to be solved, two people or a program that plays
//! without a proof.

use hissho_solve::limits::Limits;
use hissho_workbench::hex::ShownHex;

use super::play_match::{Place, Table, Turn, Valued};

/// What the door says about the moves so far.
pub(super) type AskBoard<'a> = dyn Fn(&str) -> Result<ShownHex, String> + Sync + 'a;

/// A large board of Hex.
pub(super) struct WideHexTable<'a> {
    pub(super) start: WideHexState,
    pub(super) ask: &'a AskBoard<'a>,
}

/// The moves so far and how the board looks.
#[derive(Clone, Debug)]
pub(super) struct WideHexState {
    pub(super) moves: String,
    pub(super) shown: ShownHex,
}

impl Table for WideHexTable<'_> {
    type State = WideHexState;

    fn title(&self) -> String {
        format!("{}: too large to be solved; the program plays without a proof", self.start.shown.game)
    }

    fn example(&self) -> String {
        "b2".to_owned()
    }

    fn start(&self) -> WideHexState {
        self.start.clone()
    }

    fn turn(&self, state: &WideHexState) -> Turn {
        match (&state.shown.winner, &state.shown.to_move) {
            (Some(winner), _) => Turn::Over(format!("{winner} is connected")),
            (None, player) => {
                let player = player.clone().unwrap_or_default();
                Turn::Of(usize::from(player == "white"), player)
            }
        }
    }

    fn play(&self, state: &WideHexState, word: &str) -> Result<WideHexState, String> {
        let moves = format!("{} {word}", state.moves);
        let shown = (self.ask)(&moves)?;
        Ok(WideHexState { moves, shown })
    }

    fn best(&self, state: &WideHexState, _: &Limits) -> Result<String, String> {
        state.shown.suggestion.clone().ok_or_else(|| "the game is over".to_owned())
    }

    fn values(&self, _: &WideHexState, _: &Limits) -> Result<Vec<Valued>, String> {
        Err("the values of single moves are not known on a board of this size".to_owned())
    }

    fn text(&self, state: &WideHexState) -> String {
        state.shown.board.clone()
    }

    fn places(&self, state: &WideHexState) -> Vec<Place> {
        let (columns, rows) = state.shown.sides;
        let mut places = Vec::new();
        let letter = |column: usize| char::from(b'a' + column as u8);
        for column in 0..columns {
            places.push(Place::label(4 + 4 * column as u16, 0, letter(column).to_string()));
        }
        for row in 0..rows {
            let y = 1 + row as u16;
            places.push(Place::label(2 * row as u16, y, format!("{:>2}", row + 1)));
            for column in 0..columns {
                let name = format!("{}{}", letter(column), row + 1);
                let (sign, colour) = if state.shown.black.contains(&name) {
                    ("●", Some(0))
                } else if state.shown.white.contains(&name) {
                    ("○", Some(1))
                } else {
                    ("·", None)
                };
                let label = Place::label((4 + 4 * column + 2 * row) as u16, y, sign);
                places.push(Place { colour, chooses: Some(name), ..label });
            }
        }
        places
    }
}
