//! `hissho words repetitions`: every repetition of a word, a file or what is typed.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use hissho_workbench::Contents;
use hissho_workbench::check::NamedFile;
use hissho_workbench::words::{LONGEST_TEXT, ListedRuns, Repetitions};

use crate::exit::Exit;
use crate::limit_arguments;
use crate::session::Session;

/// All repetitions of a word, a file (`-` for standard input) or a text.
///
/// Places count from 0. A run is a stretch with a period that fits at least twice and that cannot be made longer; the
/// exponent is the greatest length of a run divided by its period. Line ends in a file are not symbols.
#[derive(Debug, clap::Args)]
pub(super) struct RepetitionsArguments {
    /// A file to look at, or - for standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["word", "morphism"])]
    file: Option<PathBuf>,
    /// A word: thue-morse, fibonacci, 'fibonacci(2)'
    #[arg(long, value_name = "NAME")]
    word: Option<String>,
    /// The fixed point of this substitution
    #[arg(long, value_name = "RULES", conflicts_with = "word")]
    morphism: Option<String>,
    /// How many symbols of the word, or at most of the file; 1024 when not given for a word
    #[arg(long, value_name = "N", value_parser = limit_arguments::count)]
    length: Option<u64>,
    /// List runs in the order in which their first square, overlap or cube ends: all, or those with an overlap or a cube
    #[arg(long, value_name = "WHICH")]
    list: Option<Which>,
    /// How many to list
    #[arg(long, value_name = "N", default_value_t = 20, requires = "list")]
    limit: u64,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Which {
    Runs,
    Overlaps,
    Cubes,
}

pub(super) fn run(arguments: &RepetitionsArguments, session: &Session) -> anyhow::Result<Exit> {
    let list = arguments.list.map(|which| match which {
        Which::Runs => ListedRuns::Runs,
        Which::Overlaps => ListedRuns::Overlaps,
        Which::Cubes => ListedRuns::Cubes,
    });
    let answer = session.ask(Repetitions {
        word: arguments.word.clone(),
        morphism: arguments.morphism.clone(),
        file: arguments.file.as_deref().map(read_file).transpose()?,
        length: arguments.length,
        list,
        limit: arguments.limit,
    })?;
    session.tell(&answer)
}

/// The file, never more than a little above what is looked at.
fn read_file(path: &Path) -> anyhow::Result<NamedFile> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    if name == "-" {
        std::io::stdin().take(LONGEST_TEXT + 1).read_to_end(&mut bytes).context("standard input")?;
    } else {
        let cannot = || format!("{name}: cannot be read");
        let file = std::fs::File::open(path).with_context(cannot)?;
        file.take(LONGEST_TEXT + 1).read_to_end(&mut bytes).with_context(cannot)?;
    }
    Ok(NamedFile { name, contents: Contents::Hex(bytes) })
}
