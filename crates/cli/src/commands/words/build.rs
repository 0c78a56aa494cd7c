//! `hissho words build`: exercise 29 at a prompt, and continuing a prefix.

use std::io::{BufRead, IsTerminal, Write};

use anyhow::bail;
use hissho_workbench::Facts;
use hissho_workbench::words::{BuildWord, TypeWord};
use serde_json::json;

use crate::exit::Exit;
use crate::session::Session;

/// Build a word of 0 and 1 without cubes.
///
/// Type 0 and 1; the first cube is shown the moment it appears, and its last symbol is taken back. `u` takes one back, `?`
/// asks how the word can be continued, `q` or the end of input ends. With --continue a prefix is continued instead.
#[derive(Debug, clap::Args)]
pub(super) struct BuildArguments {
    /// Continue this prefix as far as --length, or say that it is a dead end
    #[arg(long = "continue", value_name = "PREFIX")]
    prefix: Option<String>,
    /// How long the continued word is to be
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    length: u64,
}

pub(super) fn run(arguments: &BuildArguments, session: &Session) -> anyhow::Result<Exit> {
    let Some(prefix) = &arguments.prefix else { return prompt(session) };
    let answer = session.ask(BuildWord { prefix: prefix.clone(), length: arguments.length })?;
    if let Facts::BuildWord(built) = &answer.facts
        && let Some(reason) = &built.reason
    {
        session.remark(format_args!("gave up: {reason}"));
    }
    session.tell(&answer)
}

fn prompt(session: &Session) -> anyhow::Result<Exit> {
    let input = std::io::stdin();
    let talks = input.is_terminal() && !session.is_json();
    let say = |text: &str| -> std::io::Result<()> {
        if session.is_json() {
            return Ok(());
        }
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    };
    if talks {
        say("type 0 and 1; u takes one back, ? asks for help, q ends\n")?;
    }
    let (mut word, mut first_cube) = (String::new(), None);
    let mut lines = input.lock().lines();
    loop {
        if talks {
            say(&format!("{word}> "))?;
        }
        let Some(typed) = lines.next().transpose()? else { break };
        let answer = session.ask(TypeWord { word: std::mem::take(&mut word), typed })?;
        let Facts::TypeWord(now) = answer.facts else { bail!("a typed word has another answer") };
        say(&now.said)?;
        word = now.word;
        first_cube = first_cube.or(now.cube);
        if now.ended {
            break;
        }
    }
    session.answer(
        || json!({"word": word, "length": word.len(), "cube": first_cube}),
        || format!("{word}\n{} symbols without a cube", word.len()),
    )?;
    Ok(Exit::Answered)
}
