//! `hissho value`: one position of an impartial game.

use std::path::PathBuf;

use hissho_workbench::impartial::{Numbers, Value};

use crate::exit::Exit;
use crate::session::Session;

/// The Grundy value of a position, who wins, and every winning move.
///
/// GAME is a name with parameters (wythoff(s=2), nim(3), chocolate(k=3), 0.77), a `.game` file, or a sum of games
/// (heap + heap(max=3)); POSITION is its numbers with commas.
#[derive(Debug, clap::Args)]
pub(crate) struct ValueArguments {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The position, such as 6,10
    #[arg(value_name = "POSITION")]
    position: String,
    /// Show the options by kind of move with their values, then the mex
    #[arg(long)]
    explain: bool,
    /// The player who cannot move wins
    #[arg(long, conflicts_with_all = ["explain", "certificate"])]
    misere: bool,
    /// With --explain: draw the table with the options marked (svg or png)
    #[arg(long, value_name = "FILE", requires = "explain")]
    picture: Option<PathBuf>,
    /// For a position beyond any table: write the certificate of the law that gave the answer
    #[arg(long, value_name = "CERT")]
    certificate: Option<PathBuf>,
}

pub(crate) fn run(arguments: &ValueArguments, session: &Session) -> anyhow::Result<Exit> {
    let format = arguments.picture.as_ref().map(|file| {
        let is_png = file.extension().is_some_and(|extension| extension == "png");
        (if is_png { "png" } else { "svg" }).to_owned()
    });
    let question = Value {
        game: session.game(&arguments.game)?,
        position: Numbers::Text(arguments.position.clone()),
        misere: arguments.misere,
        explain: arguments.explain,
        picture: format,
    };
    let answer = session.ask(question)?;
    if let Some(path) = &arguments.certificate {
        let [proof] = &answer.certified[..] else {
            anyhow::bail!(
                "--certificate: this answer does not come from one proved law; \
                 `hissho table GAME SIZE… --certificate` certifies values"
            );
        };
        session.keep(path, proof)?;
    }
    if let (Some(path), [file]) = (&arguments.picture, &answer.files[..]) {
        hissho_store::write_whole(path, file.as_bytes())?;
    }
    session.tell(&answer)
}
