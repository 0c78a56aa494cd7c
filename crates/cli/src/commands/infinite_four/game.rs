//! `hissho infinite-four play`: the responder answers whatever is dropped.

use std::io::{BufRead, IsTerminal};

use hissho_workbench::infinite_four::{Contest, Duel, Replies, ResponderPlay, StrategyText};
use hissho_workbench::{Answer, Facts};

use super::strategy;
use crate::exit::Exit;
use crate::session::Session;

/// Play against a strategy.
///
/// Columns are read from standard input, one a line. With --moves, --games or --against nothing is
/// read: the moves given, random opponents, or another strategy play.
#[derive(Debug, clap::Args)]
pub(crate) struct PlayArguments {
    /// A named strategy, a strategy file, or a certificate
    #[arg(value_name = "NAME|FILE")]
    strategy: String,
    /// Your columns in order, as in "1 -1 2"
    #[arg(long, allow_hyphen_values = true, value_name = "COLUMNS")]
    moves: Option<String>,
    /// Let another strategy play; the first must be X's, this one O's
    #[arg(long, value_name = "NAME|FILE")]
    against: Option<String>,
    /// Moves of both sides in a game against a strategy
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    plies: u32,
    /// Let so many random and greedy opponents play
    #[arg(long)]
    games: Option<u32>,
    /// The moves of each of these opponents
    #[arg(long, default_value_t = 2_000)]
    length: u32,
    /// The seed of their dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn play(arguments: &PlayArguments, session: &Session) -> anyhow::Result<Exit> {
    let plan = strategy(&arguments.strategy)?;
    let answer = if let Some(other) = &arguments.against {
        session.ask(Duel { strategy: plan, against: strategy(other)?, plies: arguments.plies })?
    } else if let Some(games) = arguments.games {
        let PlayArguments { length, seed, .. } = *arguments;
        session.ask(Contest { strategy: plan, games, length, seed })?
    } else if let Some(moves) = &arguments.moves {
        session.ask(Replies { strategy: plan, moves: moves.clone() })?
    } else if std::io::stdin().is_terminal() {
        at_terminal(plan, session)?
    } else {
        let lines: Vec<String> = std::io::stdin().lock().lines().map_while(Result::ok).collect();
        session.ask(Replies { strategy: plan, moves: lines.join("\n") })?
    };
    session.tell(&answer)
}

/// Answers one column after the other, and shows the board after each.
fn at_terminal(strategy: StrategyText, session: &Session) -> anyhow::Result<Answer> {
    let mut moves = String::new();
    let mut answer = session.ask(Replies { strategy: strategy.clone(), moves: String::new() })?;
    let responder = played(&answer)?.responder.clone();
    let you = if responder == "X" { "O" } else { "X" };
    session.remark(format_args!("{responder} answers; you are {you}. Type a column, or end with Ctrl-D."));
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        if line.trim().is_empty() {
            continue;
        }
        moves = moves + "\n" + &line;
        answer = session.ask(Replies { strategy: strategy.clone(), moves: moves.clone() })?;
        let play = played(&answer)?;
        if let (Some(answered), None) = (play.replies.last(), play.last) {
            session.remark(format_args!("{}\n{}", play.line(answered), play.board));
        }
        if play.over.is_some() {
            break;
        }
    }
    Ok(answer)
}

fn played(answer: &Answer) -> anyhow::Result<&ResponderPlay> {
    match &answer.facts {
        Facts::Replies(play) => Ok(play),
        _ => anyhow::bail!("a game has another answer"),
    }
}
