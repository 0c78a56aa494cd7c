//! `hissho ask` and `hissho schema`: the one door for programs.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use hissho_workbench::{Fault, Question, schema};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::session::Session;

/// Answer a question that is given as JSON.
///
/// The answer is one JSON document with the facts, and the certificates and files in full; a fault is
/// {"fault": …}. `hissho schema` says what can be asked.
#[derive(Debug, clap::Args)]
pub(crate) struct AskArguments {
    /// The file with the question; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn run(arguments: &AskArguments, session: &Session) -> anyhow::Result<Exit> {
    let question = read(&arguments.file).and_then(|text| Ok(Question::read(&text)?));
    let answer = question.and_then(|question| Ok(session.ask(question)?));
    match answer {
        Ok(answer) => {
            session.answer(|| answer.whole(), || answer.whole().to_string())?;
            Ok(answer.ending().into())
        }
        Err(error) => {
            // With --json the fault is printed as it is for every other command.
            if !session.is_json() {
                let fault = error.downcast_ref::<Fault>().cloned();
                let fault = fault.unwrap_or_else(|| Fault::bad_input(format_args!("{error:#}")));
                session.answer(|| Value::Null, || json!({ "fault": fault }).to_string())?;
            }
            Err(error)
        }
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    if path != Path::new("-") {
        return std::fs::read_to_string(path).with_context(|| path.display().to_string());
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).context("standard input")?;
    Ok(text)
}

/// Prints the schema.
pub(crate) fn run_schema(session: &Session) -> anyhow::Result<Exit> {
    let text = serde_json::to_string_pretty(&schema())?;
    session.answer(schema, || text)?;
    Ok(Exit::Answered)
}
