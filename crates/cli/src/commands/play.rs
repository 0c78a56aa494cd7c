//! `hissho play`: board games on a screen or on lines of text, games of numbers on lines.

use std::io::{BufRead, IsTerminal, Write};

use anyhow::anyhow;
use hissho_rules::hex::{LONGEST_SIDE, Size};
use hissho_rules::language::tuple;
use hissho_rules::line_games::LineGame;
use hissho_solve::limits::Limits;
use hissho_workbench::Facts;
use hissho_workbench::hex::wide_board::LONGEST_READ;
use hissho_workbench::hex::{self, HexBoard, Unsolved};
use hissho_workbench::impartial::{self, ImpartialError, Match, Outcome, Sum};
use hissho_workbench::reply::{Reply, Wanted};

use super::play_hex::{self, HexTable};
use super::play_line_games::{Line, LineGameTable};
use super::play_match::{self, Table};
use super::play_wide_hex::{WideHexState, WideHexTable};
use super::solve::position_or_record;
use super::{play_lines, play_screen, solve_line_games};
use crate::exit::Exit;
use crate::session::{Output, Session};

/// Play against the perfect opponent, or two people against each other.
///
/// Otrio, Qubic, Connect-Four and Hex have a screen on a terminal; --plain, or a pipe, is for lines
/// of text: type a move, or
/// values, undo, quit. Games of numbers: type the position you move to (5,3), or: hint, moves,
/// undo, quit.
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
    /// Lines of text instead of a screen
    #[arg(long)]
    plain: bool,
}

pub(crate) fn run(arguments: &PlayArguments, session: &Session) -> anyhow::Result<Exit> {
    if let Some(Ok((columns, rows))) = hex::sides(&arguments.game)
        && (LONGEST_SIDE + 1..=LONGEST_READ).contains(&columns.max(rows))
    {
        return wide_hex_game(arguments, session);
    }
    if let Some(size) = hex::board(&arguments.game) {
        let size = size.map_err(|error| anyhow!(error))?;
        return hex_game(arguments, size, session);
    }
    if LineGame::is_name(&arguments.game) {
        return line_game(arguments, session);
    }
    let sum = Sum::of(&session.game(&arguments.game)?)?;
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
                Ok(impartial::Reply::NoSuchMove) => {
                    writeln!(
                        out,
                        "there is no move to ({}); `moves` lists them",
                        text.trim_matches(['(', ')'])
                    )?;
                }
                Ok(impartial::Reply::Made) => {
                    programs_turn = !arguments.two;
                    turn = 3 - turn;
                }
            },
        }
    }
}

/// Otrio, Qubic, Connect-Four.
fn line_game(arguments: &PlayArguments, session: &Session) -> anyhow::Result<Exit> {
    let record = arguments.position.as_deref().unwrap_or("");
    let ask = |question: Reply, limits: &Limits| {
        session.ask_with(question, &Output { limits: Some(limits), ..Output::default() })
    };
    let start = Reply { game: arguments.game.clone(), position: record.to_owned(), wanted: Wanted::Turn };
    session.ask(start).map_err(solve_line_games::with_argument)?;
    let game = LineGame::named(&arguments.game)?;
    let table = LineGameTable { game: &game, start: Line::after(&game, record)?, ask: &ask };
    let programs_side = if arguments.two { None } else { Some(usize::from(!arguments.second)) };
    at_table(&table, programs_side, arguments.plain, session)
}

/// Hex. The program takes the side that wins.
fn hex_game(arguments: &PlayArguments, size: Size, session: &Session) -> anyhow::Result<Exit> {
    let position = match &arguments.position {
        Some(text) => hex::position(size, text)?,
        None => play_hex::opening(size, arguments.two),
    };
    if arguments.two {
        return at_table(&HexTable::for_two(position), None, arguments.plain, session);
    }
    let solved = match hex::solve(&position, session.limits()) {
        Ok(solved) => solved,
        Err(Unsolved::Stopped(stop)) => {
            writeln!(std::io::stdout(), "no proven strategy was found: {stop}")?;
            return Ok(Exit::GaveUp);
        }
        Err(error) => return Err(error.into()),
    };
    let table = HexTable::against(position, &solved).map_err(|error| anyhow!(error))?;
    at_table(&table, table.programs_side(), arguments.plain, session)
}

/// Hex on a board too large to be solved, also from a record.
fn wide_hex_game(arguments: &PlayArguments, session: &Session) -> anyhow::Result<Exit> {
    let (moves, record) = position_or_record(arguments.position.as_deref().unwrap_or(""))?;
    let ask = |moves: &str| {
        let question =
            HexBoard { game: arguments.game.clone(), position: moves.to_owned(), record: record.clone() };
        match session.ask(question).map_err(|fault| fault.message)?.facts {
            Facts::HexBoard(shown) => Ok(shown),
            _ => Err("a board has another answer".to_owned()),
        }
    };
    let shown = ask(&moves).map_err(|error| anyhow!(error))?;
    let programs_side = if arguments.two { None } else { Some(usize::from(!arguments.second)) };
    let table = WideHexTable { start: WideHexState { moves, shown }, ask: &ask };
    at_table(&table, programs_side, arguments.plain, session)
}

/// On a screen where there is one, else on lines.
fn at_table<T: Table>(
    table: &T,
    programs_side: Option<usize>,
    plain: bool,
    session: &Session,
) -> anyhow::Result<Exit> {
    let game = play_match::Match::new(table, programs_side);
    if !plain && std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
        return play_screen::run(game, session.limits());
    }
    play_lines::run(game, session.limits(), std::io::stdin().lock(), std::io::stdout())
}

/// A small position to begin with.
fn default_position(sum: &Sum) -> Vec<u64> {
    (0..sum.dimension() as u64).map(|i| 3 + 2 * i).collect()
}
