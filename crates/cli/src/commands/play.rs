//! `hissho play`: a game of numbers in the terminal.

use std::io::{BufRead, Write};

use rules::language::tuple;
use workbench::impartial::{ImpartialError, Match, Outcome, Reply, Sum};

use crate::exit::Exit;
use crate::session::Session;

/// Play a number game against the perfect opponent, or two people against each other.
///
/// Type the position you move to (5,3), or: hint, moves, undo, quit.
#[derive(Debug, clap::Args)]
pub(crate) struct PlayArguments {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The position to begin with, such as 6,10
    #[arg(value_name = "POSITION")]
    position: Option<String>,
    /// Two people play; the program only keeps the rules
    #[arg(long)]
    two: bool,
    /// Let the program begin
    #[arg(long, conflicts_with = "two")]
    second: bool,
}

pub(crate) fn run(arguments: &PlayArguments, session: &Session) -> anyhow::Result<Exit> {
    if let Some(size) = workbench::hex::board(&arguments.game) {
        let size = size.map_err(|error| anyhow::anyhow!(error))?;
        return super::play_hex::run(size, arguments.position.as_deref(), session);
    }
    if rules::filling::FillingGame::is_name(&arguments.game) {
        let record = arguments.position.as_deref().unwrap_or("");
        return super::play_filling::run(&arguments.game, record, arguments.two, arguments.second, session);
    }
    let sum = Sum::named(&arguments.game)?;
    let position = match &arguments.position {
        Some(text) => sum.parse_position(text)?,
        None => default_position(&sum),
    };
    let mut game = Match::new(sum, &position, session.limits())?;
    let mut out = std::io::stdout();
    let mut lines = std::io::stdin().lock().lines();
    let mut programs_turn = arguments.second;
    let mut turn = 1;
    writeln!(out, "{} from {}; whoever cannot move loses", game.sum().name, tuple(game.position()))?;
    loop {
        let who = match (arguments.two, programs_turn) {
            (true, _) => format!("player {turn}"),
            (false, true) => "the program".to_owned(),
            (false, false) => "you".to_owned(),
        };
        if game.is_over()? {
            let lost = if who == "you" { "cannot move: you lose" } else { "cannot move and loses" };
            writeln!(out, "{who} {lost}")?;
            return Ok(Exit::Answered);
        }
        if programs_turn {
            let Some(to) = game.best()? else { continue };
            writeln!(out, "the program moves to {}", tuple(&to))?;
            game.go(&to)?;
            programs_turn = false;
            continue;
        }
        write!(out, "{} {who}> ", tuple(game.position()))?;
        out.flush()?;
        let Some(line) = lines.next().transpose()? else {
            writeln!(out)?;
            return Ok(Exit::Answered);
        };
        match line.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Exit::Answered),
            "hint" | "h" => {
                let hint = game.hint()?;
                match (hint.outcome, hint.moves.first()) {
                    (Outcome::Next, Some(best)) => writeln!(out, "{}, to {}", best.words, tuple(&best.to))?,
                    _ => writeln!(out, "every move loses against best play")?,
                }
            }
            "moves" | "m" => {
                let options: Vec<String> = game.options()?.iter().map(|o| tuple(o)).collect();
                writeln!(out, "{}", options.join(" "))?;
            }
            "undo" | "u" => {
                // Against the program one's own move comes back too.
                let undone = game.undo() && (arguments.two || game.undo());
                if undone {
                    turn = 3 - turn;
                } else {
                    writeln!(out, "nothing to take back")?;
                }
            }
            text => match game.go_to(text) {
                Err(error @ ImpartialError::Position(_)) => {
                    writeln!(out, "{error}; or: hint, moves, undo, quit")?;
                }
                Err(error) => return Err(error.into()),
                Ok(Reply::NoSuchMove) => {
                    writeln!(
                        out,
                        "there is no move to ({}); `moves` lists them",
                        text.trim_matches(['(', ')'])
                    )?;
                }
                Ok(Reply::Made) => {
                    programs_turn = !arguments.two;
                    turn = 3 - turn;
                }
            },
        }
    }
}

/// A small position to begin with.
fn default_position(sum: &Sum) -> Vec<u64> {
    (0..sum.dimension() as u64).map(|i| 3 + 2 * i).collect()
}
