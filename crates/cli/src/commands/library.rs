//! `hissho library`: what was answered before.

use std::path::PathBuf;

use anyhow::Context;
use hissho_store::{Entry, Verified, write_whole};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::session::Session;

/// What was answered before, with its certificates.
///
/// Settled answers that took a while are kept and given again at once; their certificates are checked again each time.
/// --library DIR or HISSHO_LIBRARY says where, `none` keeps nothing.
#[derive(Debug, clap::Args)]
pub(crate) struct LibraryArguments {
    #[command(subcommand)]
    command: LibraryCommand,
}

#[derive(Debug, clap::Subcommand)]
enum LibraryCommand {
    /// List the answers, the latest first
    List,
    /// Show one answer: its question, its facts, its certificates
    Show {
        /// The key, or the beginning of it
        key: String,
    },
    /// Write an answer and its certificates to a directory
    Export {
        /// The key, or the beginning of it
        key: String,
        /// The directory
        directory: PathBuf,
    },
    /// Check all certificates again
    Verify,
    /// Forget what older versions answered, and certificates that nothing needs
    Prune {
        /// Forget everything
        #[arg(long)]
        all: bool,
    },
}

pub(crate) fn run(arguments: &LibraryArguments, session: &Session) -> anyhow::Result<Exit> {
    let library = session.library()?;
    let find = |key: &str| {
        let none = || format!("there is no answer `{key}`; `hissho library list` shows them");
        library.entry(key)?.with_context(none)
    };
    match &arguments.command {
        LibraryCommand::List => {
            let all = library.list()?;
            let document = || json!({ "answers": all.iter().map(document).collect::<Vec<_>>() });
            session.answer(document, || all.iter().map(line).collect())?;
        }
        LibraryCommand::Show { key } => {
            let entry = find(key)?;
            library.answer(&entry, session.limits())?;
            session.answer(|| document(&entry), || shown(&entry))?;
        }
        LibraryCommand::Export { key, directory } => {
            let entry = find(key)?;
            library.answer(&entry, session.limits())?;
            std::fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
            let answer = directory.join(format!("{}.json", short(&entry.key)));
            write_whole(&answer, format!("{}\n", document(&entry)).as_bytes())?;
            library.export(&entry, directory)?;
            session.answer(|| json!({ "file": answer }), || format!("{}\n", answer.display()))?;
        }
        LibraryCommand::Verify => return verify(session),
        LibraryCommand::Prune { all } => {
            let (answers, certificates) = library.prune(*all)?;
            session.answer(
                || json!({ "answers": answers, "certificates": certificates }),
                || format!("{answers} answers and {certificates} certificates forgotten\n"),
            )?;
        }
    }
    Ok(Exit::Answered)
}

fn verify(session: &Session) -> anyhow::Result<Exit> {
    let mut found: Vec<Verified> = Vec::new();
    session.library()?.verify(session.limits(), |verified| found.push(verified))?;
    let word = |verified: &Verified| if verified.fault.is_none() { "holds" } else { "damaged" };
    let document = || {
        let all = found.iter().map(|verified| {
            json!({ "key": verified.entry.key, "verdict": word(verified), "reason": verified.fault })
        });
        json!({ "answers": all.collect::<Vec<_>>() })
    };
    let lines = || {
        let line = |verified: &Verified| {
            let reason = verified.fault.as_deref().map_or(String::new(), |reason| format!(": {reason}"));
            format!("{} {}{reason}\n", short(&verified.entry.key), word(verified))
        };
        found.iter().map(line).collect()
    };
    session.answer(document, lines)?;
    let is_whole = found.iter().all(|verified| verified.fault.is_none());
    Ok(if is_whole { Exit::Answered } else { Exit::Refuted })
}

/// The beginning of a key, enough to name the answer.
fn short(key: &str) -> &str {
    key.get(..12).unwrap_or(key)
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}

fn document(entry: &Entry) -> Value {
    json!({
        "key": entry.key, "question": parsed(&entry.question), "answer": parsed(&entry.answer),
        "certificates": entry.certificates, "version": entry.version, "made": entry.made, "seconds": entry.seconds,
    })
}

fn line(entry: &Entry) -> String {
    let question: String = entry.question.chars().take(90).collect();
    format!("{} {:8.1} s  {question}\n", short(&entry.key), entry.seconds)
}

fn shown(entry: &Entry) -> String {
    let certificates = entry.certificates.join("\n  ");
    format!(
        "key          {}\nquestion     {}\nanswer       {}\nversion      {}\nseconds      {:.1}\ncertificates\n  {certificates}\n",
        entry.key, entry.question, entry.answer, entry.version, entry.seconds
    )
}
