//! `hissho games`: what can be asked about what.

use hissho_workbench::games::Games;

use crate::exit::Exit;
use crate::session::Session;

/// List the games with their parameters and what can be asked of each.
#[derive(Debug, clap::Args)]
pub(crate) struct GamesArguments {
    /// Print the rules text of this game, ready to be saved as a .game file
    #[arg(value_name = "GAME")]
    game: Option<String>,
}

pub(crate) fn run(arguments: &GamesArguments, session: &Session) -> anyhow::Result<Exit> {
    let game = arguments.game.as_deref().map(|name| session.game(name)).transpose()?;
    let answer = session.ask(Games { game })?;
    session.tell(&answer)
}
