//! One module per command.

mod bricks;
mod check;
mod completions;
mod discover;
mod games;
mod hex;
mod htp;
mod play;
mod play_filling;
mod play_hex;
mod play_lines;
mod play_match;
mod play_screen;
mod prove;
mod record;
mod reproduce;
mod solve;
mod solve_filling;
mod strategy;
mod table;
mod table_openings;
mod value;
mod word;

use crate::exit::Exit;
use crate::session::Session;

/// What the user asks for.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Decide the claims of a game for every position, or a formula about numbers
    Prove(prove::ProveArguments),
    /// Find a law of a game from a table, then prove it
    Discover(discover::DiscoverArguments),
    /// Infinite words: symbols, repetitions, pictures
    Word(Box<word::WordArguments>),
    /// What repeats in a game record, and when each rule fires
    Record(record::RecordArguments),
    /// Settle the claims of the source documents
    Reproduce(reproduce::ReproduceArguments),
    /// Infinite Connect-Four: strategies that only answer and never lose
    Strategy(strategy::StrategyArguments),
    /// Winner of a board position, with a proof
    Solve(solve::SolveArguments),
    /// Hex: lemmas about connections, maps of openings
    Hex(hex::HexArguments),
    /// Hex text protocol on standard input, for HexGui and scripts
    Htp,
    /// List the games and what can be asked of each
    Games(games::GamesArguments),
    /// Value, outcome and winning moves of one position
    Value(value::ValueArguments),
    /// Values of all positions in a box: text, data, pictures
    Table(table::TableArguments),
    /// Play against a perfect opponent
    Play(play::PlayArguments),
    /// Count and draw brick buildings
    Bricks(bricks::BricksArguments),
    /// Check certificates with the independent checker
    Check(check::CheckArguments),
    /// Print completions for a shell
    Completions(completions::CompletionsArguments),
}

/// Runs one command.
pub(crate) fn run(command: Command, session: &Session) -> anyhow::Result<Exit> {
    match command {
        Command::Prove(arguments) => prove::run(&arguments, session),
        Command::Discover(arguments) => discover::run(&arguments, session),
        Command::Word(arguments) => word::run(&arguments, session),
        Command::Record(arguments) => record::run(&arguments, session),
        Command::Reproduce(arguments) => reproduce::run(&arguments, session),
        Command::Strategy(arguments) => strategy::run(&arguments, session),
        Command::Solve(arguments) => solve::run(&arguments, session),
        Command::Hex(arguments) => hex::run(&arguments, session),
        Command::Htp => htp::run(session),
        Command::Games(arguments) => games::run(&arguments, session),
        Command::Value(arguments) => value::run(&arguments, session),
        Command::Table(arguments) => table::run(&arguments, session),
        Command::Play(arguments) => play::run(&arguments, session),
        Command::Bricks(arguments) => bricks::run(&arguments, session),
        Command::Check(arguments) => check::run(&arguments, session),
        Command::Completions(arguments) => completions::run(&arguments),
    }
}
