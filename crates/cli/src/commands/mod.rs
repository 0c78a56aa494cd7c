//! One module per command.

mod ask;
mod bricks;
mod check;
mod completions;
mod discover;
mod games;
mod hex;
mod htp;
mod infinite_four;
mod library;
mod play;
mod play_board;
mod play_lines;
mod play_match;
mod play_screen;
mod prove;
mod records;
mod reproduce;
mod serve;
mod solve;
mod solve_line_games;
mod table;
mod table_openings;
mod value;
mod words;

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
    Words(Box<words::WordsArguments>),
    #[command(hide = true)]
    Word(Box<words::WordsArguments>),
    /// What repeats in a game record, and when each rule fires
    Records(records::RecordsArguments),
    #[command(hide = true)]
    Record(records::RecordsArguments),
    /// Settle the claims of the source documents
    Reproduce(reproduce::ReproduceArguments),
    /// Infinite Connect-Four: strategies that only answer and never lose
    InfiniteFour(infinite_four::InfiniteFourArguments),
    #[command(hide = true)]
    Strategy(infinite_four::InfiniteFourArguments),
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
    /// Answer a question given as JSON, for programs
    Ask(ask::AskArguments),
    /// Print the JSON schema of questions and answers
    Schema,
    /// Check certificates with the independent checker
    Check(check::CheckArguments),
    /// Show the page in a browser, with this program behind it
    Serve(serve::ServeArguments),
    /// What was answered before, with certificates
    Library(library::LibraryArguments),
    /// Print completions for a shell
    Completions(completions::CompletionsArguments),
}

/// Runs one command.
pub(crate) fn run(command: Command, session: &Session) -> anyhow::Result<Exit> {
    match command {
        Command::Prove(arguments) => prove::run(&arguments, session),
        Command::Discover(arguments) => discover::run(&arguments, session),
        Command::Words(arguments) => words::run(&arguments, session),
        Command::Word(arguments) => {
            renamed("word", "words", session);
            words::run(&arguments, session)
        }
        Command::Records(arguments) => records::run(&arguments, session),
        Command::Record(arguments) => {
            renamed("record", "records", session);
            records::run(&arguments, session)
        }
        Command::Reproduce(arguments) => reproduce::run(&arguments, session),
        Command::InfiniteFour(arguments) => infinite_four::run(&arguments, session),
        Command::Strategy(arguments) => {
            renamed("strategy", "infinite-four", session);
            infinite_four::run(&arguments, session)
        }
        Command::Solve(arguments) => solve::run(&arguments, session),
        Command::Hex(arguments) => hex::run(&arguments, session),
        Command::Htp => htp::run(session),
        Command::Games(arguments) => games::run(&arguments, session),
        Command::Value(arguments) => value::run(&arguments, session),
        Command::Table(arguments) => table::run(&arguments, session),
        Command::Play(arguments) => play::run(&arguments, session),
        Command::Bricks(arguments) => bricks::run(&arguments, session),
        Command::Ask(arguments) => ask::run(&arguments, session),
        Command::Schema => ask::run_schema(session),
        Command::Check(arguments) => check::run(&arguments, session),
        Command::Serve(arguments) => serve::run(&arguments, session),
        Command::Library(arguments) => library::run(&arguments, session),
        Command::Completions(arguments) => completions::run(&arguments),
    }
}

/// Says that a command has a new name. The old names work in version 0.2 and no longer.
fn renamed(old: &str, new: &str, session: &Session) {
    session.remark(format_args!(
        "`hissho {old}` is called `hissho {new}` now; the old name works in this version only"
    ));
}
