//! The `hissho` command: settle a game, prove it, hand over the proof.
//!
//! One module per command in `commands/`. What all of them share (one JSON document, limits,
//! progress, exit codes, clear messages) is in [`session`] and done once.

mod commands;
mod exit;
mod limit_arguments;
mod session;
mod terminal_progress;
mod typed_lines;

use std::process::ExitCode;

use clap::Parser;
use hissho_workbench::Fault;

use crate::commands::Command;
use crate::exit::Exit;
use crate::session::Session;

/// Settles combinatorial games: tabulates, solves, finds the law, proves it, and hands over a
/// certificate that a small separate checker accepts.
///
/// Exit codes: 0 answered or accepted, 1 refuted or refused, 2 bad input, 3 gave up.
#[derive(Debug, Parser)]
#[command(name = "hissho", version, propagate_version = true, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    session: session::SessionArguments,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are answers; everything else is bad input.
            let code = if error.use_stderr() { Exit::BadInput } else { Exit::Answered };
            if error.use_stderr() && std::env::args().any(|argument| argument == "--json") {
                let fault = Fault::bad_input(error.render().to_string().trim_end());
                println!("{}", serde_json::json!({ "fault": fault }));
            }
            let _ = error.print();
            return code.into();
        }
    };
    let session = Session::new(&arguments.session);
    match commands::run(arguments.command, &session) {
        Ok(exit) => exit.into(),
        Err(error) if session::is_broken_pipe(&error) => Exit::Answered.into(),
        Err(error) => session.complain(&error).into(),
    }
}
