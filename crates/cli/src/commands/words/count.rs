//! `hissho words count`: how many words avoid a repetition.

use hissho_workbench::words::{Avoided, CountWords};

use crate::exit::Exit;
use crate::session::Session;

/// How many words there are without cubes (or overlaps, or squares), for each length.
#[derive(Debug, clap::Args)]
pub(super) struct CountArguments {
    /// What to avoid
    #[arg(long, value_name = "WHAT", default_value = "cubes")]
    avoid: What,
    /// The size of the alphabet
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=26))]
    letters: u8,
    /// The longest words counted
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=60))]
    length: u64,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum What {
    Squares,
    Overlaps,
    Cubes,
}

pub(super) fn run(arguments: &CountArguments, session: &Session) -> anyhow::Result<Exit> {
    let avoid = match arguments.avoid {
        What::Squares => Avoided::Squares,
        What::Overlaps => Avoided::Overlaps,
        What::Cubes => Avoided::Cubes,
    };
    let answer = session.ask(CountWords { avoid, letters: arguments.letters, length: arguments.length })?;
    session.tell(&answer)
}
