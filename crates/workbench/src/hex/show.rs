//! The question `hex-board`: a position on a board of up to 19, shown, with a move that looks good.

use hissho_rules::hex::Player;
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::solving::read_record;
use super::wide_board::WideBoard;
use super::{position, sides};
use crate::answer::{Findings, Told};
use crate::check::NamedFile;
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// How does a position of Hex look? Nothing is solved, so the board may have up to 19 columns and
/// rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexBoard {
    /// The board, such as `hex(13)`; may be left out with a record.
    #[serde(default)]
    pub game: String,
    /// The moves so far, or after the record; up to 11 columns and rows also a set-up.
    #[serde(default)]
    pub position: String,
    /// A record in SGF; its last position is meant, or where it is played on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<NamedFile>,
}

/// A position of Hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShownHex {
    /// The board, as in `hex(13)` or `hex(13,11)`.
    pub game: String,
    /// Columns and rows.
    pub sides: (usize, usize),
    /// Cells with a black stone.
    pub black: Vec<String>,
    /// Cells with a white stone.
    pub white: Vec<String>,
    /// The player to move; none when the game is over.
    pub to_move: Option<String>,
    /// The player whose edges are joined.
    pub winner: Option<String>,
    /// A move that looks good; nothing is proved about it.
    pub suggestion: Option<String>,
    /// The board as text.
    pub board: String,
}

impl Ask for HexBoard {
    type Facts = ShownHex;

    fn answer(&self, _: &Desk, _: &Limits, _: &dyn Watch) -> Result<Told<ShownHex>, Fault> {
        Ok(shown(&self.board()?).into())
    }
}

impl HexBoard {
    /// The board that is meant.
    pub(super) fn board(&self) -> Result<WideBoard, Fault> {
        let in_game = |error: String| Fault::bad_input(error).in_field("game");
        let in_position = |error: String| Fault::bad_input(error).in_field("position");
        let asked = match (self.game.as_str(), &self.record) {
            ("", Some(_)) => None,
            (game, _) => {
                let unknown = || Err(format!("`{game}` is not a board of Hex; write 'hex(13)'"));
                Some(sides(game).unwrap_or_else(unknown).map_err(in_game)?)
            }
        };
        if let Some(file) = &self.record {
            let mut board = read_record(file)?;
            if asked.is_some_and(|asked| asked != board.sides()) {
                let (columns, rows) = board.sides();
                let message =
                    format!("the record is of a {columns}x{rows} board, `{}` was asked for", self.game);
                return Err(Fault::bad_input(message).in_field("record"));
            }
            for word in self.position.split_whitespace() {
                board.cell(word).and_then(|cell| board.play(cell)).map_err(in_position)?;
            }
            return Ok(board);
        }
        let (columns, rows) = asked.unwrap_or_default();
        let mut board = WideBoard::new(columns, rows).map_err(in_game)?;
        if !self.position.contains('=') {
            return WideBoard::after_moves(columns, rows, &self.position).map_err(in_position);
        }
        let size = board.position().map_err(in_position)?.size;
        let set_up = position(size, &self.position).map_err(|error| in_position(error.to_string()))?;
        for player in [Player::Black, Player::White] {
            for cell in set_up.stones(player).cells() {
                board.put(usize::from(cell.0), player).map_err(in_position)?;
            }
        }
        board.to_move = set_up.to_move;
        Ok(board)
    }
}

fn shown(board: &WideBoard) -> ShownHex {
    let winner = board.winner();
    ShownHex {
        game: board.game(),
        sides: board.sides(),
        black: board.stones(Player::Black),
        white: board.stones(Player::White),
        to_move: winner.is_none().then(|| board.to_move.to_string()),
        winner: winner.map(|winner| winner.to_string()),
        suggestion: board.good_move().map(|cell| board.name(cell)),
        board: board.text(),
    }
}

impl Findings for ShownHex {
    fn text(&self) -> String {
        let says = match (&self.winner, &self.to_move) {
            (Some(winner), _) => format!("{winner} is connected"),
            (None, Some(player)) => format!("{player} to move"),
            (None, None) => String::new(),
        };
        format!("{}{}: {says}", self.board, self.game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alone, Question};

    fn ask(question: HexBoard) -> Result<serde_json::Value, Fault> {
        let answer = Desk::default().ask(&Question::from(question), &Limits::default(), &Alone)?;
        Ok(answer.document())
    }

    #[test]
    fn a_wide_board_is_shown_with_a_move() {
        let question = HexBoard { game: "hex(13)".into(), position: "g7 f8".into(), record: None };
        let shown = ask(question).unwrap();
        assert_eq!((&shown["black"][0], &shown["to_move"]), (&"g7".into(), &"black".into()));
        assert!(shown["suggestion"].is_string());
    }

    #[test]
    fn a_set_up_is_shown_and_what_is_no_board_is_refused() {
        let set_up = "black=a1,a2 white=b2 to-move=black";
        let question = HexBoard { game: "hex(3)".into(), position: set_up.into(), record: None };
        assert_eq!(ask(question).unwrap()["black"], serde_json::json!(["a1", "a2"]));
        for game in ["", "hex(20)", "chess"] {
            assert!(ask(HexBoard { game: game.into(), ..HexBoard::default() }).is_err(), "{game}");
        }
    }
}
