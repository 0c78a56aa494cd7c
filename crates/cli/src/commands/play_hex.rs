//! `hissho play 'hex(7)'`: White, the user, against a proven strategy of Black.

use std::io::{BufRead, Write};

use anyhow::anyhow;
use rules::hex::{Notation, Position, Size};
use solve::hex::strategy::Strategy;
use workbench::hex::{self, Unsolved, draw};

use crate::exit::Exit;
use crate::session::Session;

/// Plays from `text`, or from an opening in the middle. The program takes the side that wins.
pub(super) fn run(size: Size, text: Option<&str>, session: &Session) -> anyhow::Result<Exit> {
    let mut position = match text {
        Some(text) => hex::position(size, text)?,
        None => {
            let (column, row) = (size.columns().div_ceil(2) as i32, size.rows().div_ceil(2) as i32);
            let middle = size.at(column, row).expect("the middle is on the board");
            Position::start(size).after(middle)?
        }
    };
    let mut out = std::io::stdout();
    let solved = match hex::solve(&position, session.limits()) {
        Ok(solved) => solved,
        Err(Unsolved::Stopped(stop)) => {
            writeln!(out, "no proven strategy was found: {stop}")?;
            return Ok(Exit::GaveUp);
        }
        Err(error) => return Err(error.into()),
    };
    let winner = solved.solution.winner;
    let mut strategy =
        Strategy::new(size, winner, &solved.solution.evidence.steps).map_err(|error| anyhow!("{error}"))?;
    writeln!(
        out,
        "the program is {winner} and has a proof; `*` is what the proof needs. Type a cell, or quit"
    )?;
    if position.to_move == winner {
        position =
            position.after(solved.solution.winning_move.unwrap_or_else(|| hex::htp::busiest(&position)))?;
    }
    let mut lines = std::io::stdin().lock().lines();
    loop {
        let carrier = strategy.carrier(position.stones(winner)).and(position.empty());
        write!(out, "{}", draw(&position, |cell| if carrier.contains(cell) { '*' } else { '.' }))?;
        if let Some(winner) = position.winner() {
            writeln!(out, "{winner} is connected")?;
            return Ok(Exit::Answered);
        }
        write!(out, "{}> ", position.to_move)?;
        out.flush()?;
        let Some(line) = lines.next().transpose()? else {
            return Ok(Exit::Answered);
        };
        let word = line.trim();
        if word == "quit" {
            return Ok(Exit::Answered);
        }
        let next = size.cell(word).and_then(|cell| Ok((cell, position.after(cell)?)));
        let (cell, after) = match next {
            Ok(next) => next,
            Err(error) => {
                writeln!(out, "{error}")?;
                continue;
            }
        };
        position = after;
        let answer =
            strategy.answer(cell, position.stones(winner)).filter(|cell| position.empty().contains(*cell));
        let needed = strategy.carrier(position.stones(winner)).and(position.empty());
        let free = if needed.is_empty() { position.empty() } else { needed };
        if let Some(reply) = answer.or_else(|| free.cells().next()) {
            writeln!(out, "{winner} plays {}", size.name(reply, Notation::Digits))?;
            position = position.after(reply)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::hex::{CellSet, Player};

    use super::*;

    #[test]
    fn the_strategy_wins_whatever_white_plays() {
        let size = Size::new(5, 5).unwrap();
        let position = Position::from_moves(size, "33").unwrap();
        let solved = hex::solve(&position, &Default::default()).unwrap();
        let mut seed = 1u64;
        for _ in 0..2_000 {
            let mut strategy = Strategy::new(size, Player::Black, &solved.solution.evidence.steps).unwrap();
            let mut game = position;
            while game.winner().is_none() {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let empty: Vec<_> = game.empty().cells().collect();
                let cell = empty[(seed >> 33) as usize % empty.len()];
                game = game.after(cell).unwrap();
                let own: CellSet = game.stones(Player::Black);
                let answer = strategy.answer(cell, own).filter(|cell| game.empty().contains(*cell));
                let needed = strategy.carrier(own).and(game.empty());
                let spare = if needed.is_empty() { game.empty() } else { needed };
                if let Some(reply) = answer.or_else(|| spare.cells().next()) {
                    game = game.after(reply).unwrap();
                }
            }
            assert_eq!(game.winner(), Some(Player::Black));
        }
    }
}
