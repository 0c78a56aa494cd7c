//! `hissho play` for Otrio, Qubic and Connect-Four: a board in the terminal, against the solver or between two people.

use std::io::{BufRead, Write};

use anyhow::{anyhow, bail};
use rules::filling::{Board, End, FillingGame};
use workbench::filling::{Solver, value_name};

use crate::exit::Exit;
use crate::session::Session;

/// Memory for the tables of the opponent.
const MEMORY: usize = 1 << 29;

pub(crate) fn run(
    name: &str,
    record: &str,
    two: bool,
    program_begins: bool,
    session: &Session,
) -> anyhow::Result<Exit> {
    let game = FillingGame::named(name).map_err(|error| anyhow!("argument GAME: {error}"))?;
    let start = Board::after(&game, record).map_err(|error| anyhow!("argument POSITION: {error}"))?;
    let Some(solver) = Solver::new(&game, MEMORY) else {
        bail!(
            "argument GAME: {game} is not between two sides, or too large to be played against the program"
        );
    };
    let limits = session.limits();
    let mut out = std::io::stdout();
    let mut lines = std::io::stdin().lock().lines();
    let mut history = vec![start];
    let programs_side = if program_begins { 0 } else { 1 };
    writeln!(out, "{game}; moves such as {}, or: values, undo, quit", game.slot_name(game.slot_count() / 2))?;
    loop {
        let board = history.last().expect("the start is never taken back").clone();
        write!(out, "{}", drawn(&board))?;
        match board.end() {
            Some(End::Win(side)) => {
                writeln!(out, "the {} side has a line and wins", ["first", "second"][side])?;
                return Ok(Exit::Answered);
            }
            Some(End::Draw) => {
                writeln!(out, "nobody can place a piece: a draw")?;
                return Ok(Exit::Answered);
            }
            None => {}
        }
        let Some(colour) = board.turn() else {
            return Ok(Exit::Answered);
        };
        let side = game.sides()[colour];
        if !two && side == programs_side {
            let solution = solver.solve(&board, false, limits)?;
            let best = solution.moves.iter().find(|(_, value)| *value == solution.value);
            let Some((name, _)) = best else { bail!("the solver knows no move") };
            writeln!(out, "the program plays {name}")?;
            let slot = board.moves().into_iter().find(|&slot| game.slot_name(slot) == name);
            let next = slot
                .and_then(|slot| board.play(slot))
                .ok_or_else(|| anyhow!("{name} is not a legal move"))?;
            history.push(next);
            continue;
        }
        write!(out, "{} side, colour {}: ", ["first", "second"][side], colour + 1)?;
        out.flush()?;
        let Some(line) = lines.next() else {
            return Ok(Exit::Answered);
        };
        match line?.trim() {
            "" => {}
            "quit" => return Ok(Exit::Answered),
            "undo" => {
                // Against the program its move is taken back as well.
                for _ in 0..if two { 1 } else { 2 } {
                    if history.len() > 1 {
                        history.pop();
                    }
                }
            }
            "values" => {
                let solution = solver.solve(&board, true, limits)?;
                for (name, value) in &solution.moves {
                    writeln!(out, "{name}: {}", value_name(*value))?;
                }
            }
            word => {
                let slot = board.moves().into_iter().find(|&slot| game.slot_name(slot) == word);
                match slot.and_then(|slot| board.play(slot)) {
                    Some(next) => history.push(next),
                    None => writeln!(out, "{word} is not a legal move here")?,
                }
            }
        }
    }
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
    let width = (0..game.slot_count()).filter(|&slot| game.rests_on(slot).is_none()).count();
    if width < game.slot_count() {
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
