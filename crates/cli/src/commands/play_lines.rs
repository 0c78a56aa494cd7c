//! `hissho play` on lines of text: for pipes, scripts and `--plain`.

use std::io::{BufRead, Write};

use hissho_solve::limits::Limits;

use super::play_match::{Match, Table, Turn};
use crate::exit::Exit;

/// Plays until the game ends, the input ends, or `quit`.
pub(super) fn run<T: Table>(
    mut game: Match<'_, T>,
    limits: &Limits,
    input: impl BufRead,
    mut out: impl Write,
) -> anyhow::Result<Exit> {
    let table = game.table;
    let mut lines = input.lines();
    writeln!(out, "{}; moves such as {}, or: values, undo, quit", table.title(), table.example())?;
    loop {
        write!(out, "{}", table.text(game.state()))?;
        let name = match game.turn() {
            Turn::Over(how) => {
                writeln!(out, "{how}")?;
                return Ok(Exit::Answered);
            }
            Turn::Of(_, name) => name,
        };
        if game.is_programs_turn() {
            let word = match table.best(game.state(), limits) {
                Ok(word) => word,
                Err(reason) => {
                    writeln!(out, "the program gives up: {reason}")?;
                    return Ok(Exit::GaveUp);
                }
            };
            writeln!(out, "the program plays {word}")?;
            game.play(&word).map_err(|error| anyhow::anyhow!("the program's move: {error}"))?;
            continue;
        }
        write!(out, "{name}: ")?;
        out.flush()?;
        let Some(line) = lines.next().transpose()? else {
            writeln!(out)?;
            return Ok(Exit::Answered);
        };
        match line.trim() {
            "" => {}
            "quit" | "q" => return Ok(Exit::Answered),
            "undo" | "u" => {
                if !game.undo() {
                    writeln!(out, "there is nothing to take back")?;
                }
            }
            "values" | "v" => match table.values(game.state(), limits) {
                Ok(values) => {
                    for valued in values {
                        writeln!(out, "{}: {}", valued.name, valued.value)?;
                    }
                }
                Err(reason) => writeln!(out, "{reason}")?,
            },
            word => {
                if let Err(error) = game.play(word) {
                    writeln!(out, "{error}")?;
                }
            }
        }
    }
}
