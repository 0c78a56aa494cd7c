//! `hissho check`: accept or refuse certificates.

use std::path::{Path, PathBuf};

use hissho_workbench::check::{Check, CheckedFile, NamedFile};
use hissho_workbench::{Contents, Facts};

use crate::exit::Exit;
use crate::session::{Output, Session};

/// Check certificates with the independent checker (also the stand-alone binary `hissho-check`).
///
/// The exit code is the first that occurs of 2 (a file cannot be read), 1 (one is refused), 3 (one needs more steps or
/// memory), 4 (one is a count that was added up, but not proved), 0 (all are accepted).
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArguments {
    /// Certificate files, plain or zstd-compressed
    #[arg(required = true, value_name = "CERT")]
    files: Vec<PathBuf>,
    /// The steps that one check may use
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
}

pub(crate) fn run(arguments: &CheckArguments, session: &Session) -> anyhow::Result<Exit> {
    let (mut files, mut unreadable) = (Vec::new(), Vec::new());
    for path in &arguments.files {
        let name = path.to_string_lossy().into_owned();
        match read(path) {
            Ok(bytes) => files.push(NamedFile { name, contents: Contents::Hex(bytes) }),
            Err(error) => {
                unreadable.push((files.len() + unreadable.len(), CheckedFile::unreadable(&name, &error)))
            }
        }
    }
    let beside = arguments.files.iter().filter_map(|path| path.parent().map(Path::to_owned)).collect();
    let limits = session.limits_of_a_check();
    let output = Output { beside, steps: arguments.steps, limits: Some(&limits), ..Output::default() };
    let mut answer = session.ask_with(Check { files, beside: Vec::new() }, &output)?;
    let exit = Exit::from(answer.ending());
    if let Facts::Check(checked) = &mut answer.facts {
        let is_one_unreadable = !unreadable.is_empty();
        for (at, file) in unreadable {
            checked.files.insert(at, file);
        }
        session.tell(&answer)?;
        return Ok(if is_one_unreadable { Exit::BadInput } else { exit });
    }
    session.tell(&answer)
}

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    if path.is_dir() {
        return Err(std::io::Error::other("it is a directory, a certificate file is needed"));
    }
    std::fs::read(path)
}
