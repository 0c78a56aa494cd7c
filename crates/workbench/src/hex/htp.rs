//! The Hex text protocol, so that HexGui and scripts can attach: one command a line, answers `= …`
//! or `? …`.
//!
//! Moves are written with letters, as all programs of this protocol do. `genmove` plays a proven
//! winning move when one is found within the limits, else the cell most current passes through;
//! `dfpn-solve-state` names the winner.

use hissho_rules::hex::{Cell, Notation, Player, Position, Size};
use hissho_solve::hex::board::HexBoard;
use hissho_solve::hex::resistance;
use hissho_solve::limits::Limits;

/// The state of one conversation.
#[derive(Debug)]
pub struct Conversation {
    position: Position,
    history: Vec<Position>,
    limits: Limits,
    /// Set by `quit`.
    pub over: bool,
}

const COMMANDS: &str = "boardsize clear_board dfpn-solve-state final_score genmove known_command list_commands name \
                        play protocol_version quit showboard undo version";

impl Conversation {
    /// A conversation that begins with an empty 11×11 board.
    pub fn new(limits: Limits) -> Conversation {
        let size = Size::new(11, 11).expect("eleven is a side a board may have");
        Conversation { position: Position::start(size), history: vec![], limits, over: false }
    }

    /// The whole answer to one line, closed by an empty line; nothing for an empty line or a
    /// remark.
    pub fn answer(&mut self, line: &str) -> String {
        let line = line.split('#').next().unwrap_or("").trim();
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or("");
        let Some(command) = words.next() else {
            return String::new();
        };
        let arguments: Vec<&str> = words.collect();
        match self.run(command, &arguments) {
            Ok(text) => format!("={id} {text}\n\n"),
            Err(text) => format!("?{id} {text}\n\n"),
        }
    }

    fn run(&mut self, command: &str, arguments: &[&str]) -> Result<String, String> {
        let size = self.position.size;
        match (command, arguments) {
            ("name", _) => Ok("hissho".into()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").into()),
            ("protocol_version", _) => Ok("2".into()),
            ("list_commands", _) => Ok(COMMANDS.split_whitespace().collect::<Vec<_>>().join("\n")),
            ("known_command", [name]) => {
                Ok(COMMANDS.split_whitespace().any(|known| known == *name).to_string())
            }
            ("quit", _) => {
                self.over = true;
                Ok(String::new())
            }
            ("boardsize", sides @ ([_] | [_, _])) => {
                let side = |index: usize| {
                    let word = sides.get(index).unwrap_or(&sides[0]);
                    word.parse::<usize>().map_err(|_| format!("`{word}` is not a number of cells"))
                };
                let size = Size::new(side(0)?, side(1)?).map_err(|error| error.to_string())?;
                (self.position, self.history) = (Position::start(size), vec![]);
                Ok(String::new())
            }
            ("clear_board", _) => {
                (self.position, self.history) = (Position::start(size), vec![]);
                Ok(String::new())
            }
            ("play", [colour, cell]) => {
                let to_move = player(colour)?;
                let before = self.position;
                let after = match *cell {
                    "swap-pieces" | "swap" => before.swapped(),
                    name => size.cell(name).and_then(|cell| with_mover(before, to_move).after(cell)),
                };
                self.position = after.map_err(|error| error.to_string())?;
                self.history.push(before);
                Ok(String::new())
            }
            ("undo", _) => {
                self.position = self.history.pop().ok_or("there is no move to take back")?;
                Ok(String::new())
            }
            ("showboard", _) => Ok(format!("\n{}", super::draw(&self.position, |_| '.').trim_end())),
            ("genmove", [colour]) => self.generate(player(colour)?),
            ("dfpn-solve-state", [colour]) => {
                let position = with_mover(self.position, player(colour)?);
                let solved = super::solve(&position, &self.limits).map_err(|error| error.to_string())?;
                Ok(solved.solution.winner.to_string())
            }
            ("final_score", _) => Ok(match self.position.winner() {
                Some(Player::Black) => "B+".into(),
                Some(Player::White) => "W+".into(),
                None => "cannot score".into(),
            }),
            _ => Err(format!("unknown command `{command}` with {} arguments", arguments.len())),
        }
    }

    fn generate(&mut self, to_move: Player) -> Result<String, String> {
        let before = self.position;
        if before.winner().is_some() || before.empty().is_empty() {
            return Err("the game is over".into());
        }
        let position = with_mover(before, to_move);
        let proven =
            super::solve(&position, &self.limits).ok().and_then(|solved| solved.solution.winning_move);
        let cell = proven.unwrap_or_else(|| busiest(&position));
        self.position = position.after(cell).map_err(|error| error.to_string())?;
        self.history.push(before);
        Ok(position.size.name(cell, Notation::Letters))
    }
}

fn with_mover(mut position: Position, to_move: Player) -> Position {
    position.to_move = to_move;
    position
}

fn player(word: &str) -> Result<Player, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Player::Black),
        "w" | "white" => Ok(Player::White),
        _ => Err(format!("`{word}` is not a colour, black or white is needed")),
    }
}

/// The empty cell through which most of both players' current passes.
pub fn busiest(position: &Position) -> Cell {
    let empty = position.empty();
    let flow = |player| {
        let board = HexBoard::new(hissho_certificate::hex::Geometry::new(position.size, player));
        resistance::currents_between(&board, position.stones(player), empty, board.geometry.edges()).0
    };
    let (black, white) = (flow(Player::Black), flow(Player::White));
    let score = |cell: Cell| black[usize::from(cell.0)] + white[usize::from(cell.0)];
    let best = empty.cells().max_by(|&a, &b| score(a).total_cmp(&score(b)));
    best.expect("the caller has an empty cell")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_plays_a_proven_game() {
        let mut talk = Conversation::new(Limits::default());
        assert_eq!(talk.answer("1 boardsize 4"), "=1 \n\n");
        assert_eq!(talk.answer("play b b3 # a remark"), "= \n\n");
        assert!(talk.answer("play w b3").starts_with("? cell 23 already"));
        assert!(talk.answer("play w z9").starts_with("? "));
        assert_eq!(talk.answer("dfpn-solve-state w"), "= black\n\n");
        for _ in 0..8 {
            if talk.position.winner().is_some() {
                break;
            }
            talk.answer("genmove w");
            talk.answer("genmove b");
        }
        assert_eq!(talk.answer("final_score"), "= B+\n\n");
        assert!(talk.answer("nonsense").starts_with('?'));
        assert_eq!(talk.answer(""), "");
    }
}
