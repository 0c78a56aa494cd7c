//! `hissho play` on lines of text: for pipes, scripts, `--plain`, and games without a board of cells.

use std::io::Write;
use std::time::Duration;

use hissho_workbench::reply::Wanted;
use hissho_workbench::{Cancel, Limits};

use super::play_board::text;
use super::play_match::{Match, Turn, answer, values};
use crate::exit::Exit;
use crate::session::Session;
use crate::typed_lines::TypedLines;

/// Plays until the game ends, the input ends, `quit`, or Ctrl-C.
pub(super) fn run(mut game: Match<'_>, think: Duration, session: &Session) -> anyhow::Result<Exit> {
    let mut out = std::io::stdout().lock();
    let lines = TypedLines::read();
    let limits = || -> Limits { session.limits_from_now(Some(think), &Cancel::default()) };
    write!(out, "{}", help(&game))?;
    loop {
        write!(out, "{}", text(game.state()))?;
        let name = match game.turn() {
            Turn::Over(how) => {
                writeln!(out, "{how}")?;
                return Ok(Exit::Answered);
            }
            Turn::Of(_, name) => name,
        };
        if game.is_programs_turn() {
            let limits = limits();
            let reply = answer(game.ask, game.question(Wanted::Move, false), &limits);
            let played =
                reply.map_err(|fault| fault.message).and_then(|reply| game.play_reply(&reply, &limits));
            match played {
                Ok(word) => writeln!(out, "the program plays {word}")?,
                Err(reason) => {
                    writeln!(out, "the program gives up: {reason}")?;
                    return Ok(Exit::GaveUp);
                }
            }
            continue;
        }
        write!(out, "{name}: ")?;
        out.flush()?;
        let Some(line) = lines.next(session) else {
            writeln!(out)?;
            return Ok(Exit::Answered);
        };
        let asked = |wanted: Wanted| answer(game.ask, game.question(wanted, true), &limits());
        match line.text.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Exit::Answered),
            "?" | "help" | "？" => write!(out, "{}", help(&game))?,
            "undo" | "u" => {
                if !game.undo() {
                    writeln!(out, "there is nothing to take back")?;
                }
            }
            "hint" => match asked(Wanted::Move) {
                Ok(reply) => writeln!(out, "{}", reply.hint.or(reply.reason).unwrap_or_default())?,
                Err(fault) => writeln!(out, "{fault}")?,
            },
            "moves" | "m" => writeln!(out, "{}", game.state().legal.join(" "))?,
            "values" | "v" => match asked(Wanted::Values).map_err(|fault| fault.message).and_then(values) {
                Ok(values) => {
                    for valued in values {
                        writeln!(out, "{}: {}", valued.name, valued.value)?;
                    }
                }
                Err(reason) => writeln!(out, "{reason}")?,
            },
            word => {
                if let Err(error) = game.play(word, &limits()) {
                    writeln!(out, "{error}")?;
                }
            }
        }
    }
}

/// What the game is about, and what can be typed.
fn help(game: &Match<'_>) -> String {
    let state = game.state();
    let example = state.legal.get(state.legal.len() / 2).map_or("", String::as_str);
    format!(
        "{}: {}\nType a move such as {example}, or: hint, values, moves, undo, quit; ? shows this again\n",
        state.game, state.goal
    )
}
