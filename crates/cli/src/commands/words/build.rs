//! `hissho words build`: exercise 29 at a prompt, and continuing a prefix.

use std::io::{BufRead, IsTerminal, Write};

use anyhow::bail;
use hissho_solve::words::avoid::{Avoid, Continuation, continue_word, forbidden_suffix};
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

const CUBES: Avoid = Avoid::Power(3);

pub(super) fn run(arguments: &BuildArguments, session: &Session) -> anyhow::Result<Exit> {
    match &arguments.prefix {
        Some(prefix) => continue_prefix(prefix, arguments.length as usize, session),
        None => prompt(session),
    }
}

fn continue_prefix(prefix: &str, length: usize, session: &Session) -> anyhow::Result<Exit> {
    if let Some((at, wrong)) = prefix.char_indices().find(|(_, symbol)| !matches!(symbol, '0' | '1')) {
        bail!("--continue {prefix:?}: {wrong:?} at place {at}, only 0 and 1 are symbols");
    }
    let meter = session.limits().start();
    let (verdict, word, exit) =
        match continue_word(prefix.as_bytes(), b"01", CUBES, length, |n| meter.spend(n)) {
            Ok(Continuation::Found(word)) => ("continued", word, Exit::Answered),
            Ok(Continuation::DeadEnd(word)) => ("dead-end", word, Exit::Answered),
            Ok(Continuation::Forbidden { end, period }) => {
                bail!(
                    "--continue {prefix:?}: it has a cube already, {} three times from place {}",
                    &prefix[end - period..end],
                    end - 3 * period
                );
            }
            Err(stop) => {
                session.remark(format_args!("gave up: {stop}"));
                ("gave-up", prefix.as_bytes().to_vec(), Exit::GaveUp)
            }
        };
    let word = String::from_utf8_lossy(&word).into_owned();
    session.answer(
        || json!({"prefix": prefix, "verdict": verdict, "word": word, "length": word.len()}),
        || match verdict {
            "continued" => word.clone(),
            "dead-end" => format!("dead end: no continuation has more than {} symbols: {word}", word.len()),
            _ => "gave up".to_owned(),
        },
    )?;
    Ok(exit)
}

fn prompt(session: &Session) -> anyhow::Result<Exit> {
    let input = std::io::stdin();
    let talks = input.is_terminal() && !session.is_json();
    let mut word: Vec<u8> = Vec::new();
    let mut first_cube = None;
    let say = |text: String| -> std::io::Result<()> {
        if session.is_json() {
            return Ok(());
        }
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    };
    if talks {
        say("type 0 and 1; u takes one back, ? asks for help, q ends\n".to_owned())?;
    }
    let mut lines = input.lock().lines();
    'typing: loop {
        if talks {
            say(format!("{}> ", String::from_utf8_lossy(&word)))?;
        }
        let Some(line) = lines.next().transpose()? else {
            break;
        };
        for symbol in line.chars().filter(|symbol| !symbol.is_whitespace()) {
            match symbol {
                'q' => break 'typing,
                'u' => _ = word.pop(),
                '?' => say(advice(&word, session))?,
                '0' | '1' => {
                    word.push(symbol as u8);
                    if let Some(period) = forbidden_suffix(&word, CUBES) {
                        let start = word.len() - 3 * period;
                        let block = String::from_utf8_lossy(&word[start..start + period]).into_owned();
                        first_cube.get_or_insert((start, period));
                        say(format!(
                            "{}\n{}{}\ncube: {block} three times from place {start}; {symbol} is taken back\n",
                            String::from_utf8_lossy(&word),
                            " ".repeat(start),
                            format!("^{}", "-".repeat(period - 1)).repeat(3),
                        ))?;
                        word.pop();
                    }
                }
                other => bail!("{other:?} is not 0, 1, u, ? or q"),
            }
        }
    }
    let text = String::from_utf8_lossy(&word).into_owned();
    session.answer(
        || {
            let cube = first_cube.map(|(start, period)| json!({"start": start, "period": period}));
            json!({"word": text, "length": text.len(), "cube": cube})
        },
        || format!("{text}\n{} symbols without a cube", text.len()),
    )?;
    Ok(Exit::Answered)
}

fn advice(word: &[u8], session: &Session) -> String {
    let meter = session.limits().start();
    match continue_word(word, b"01", CUBES, word.len() + 30, |n| meter.spend(n)) {
        Ok(Continuation::Found(longer)) => {
            format!("it goes on, for example with {}\n", String::from_utf8_lossy(&longer[word.len()..]))
        }
        Ok(_) => "a dead end: take some back with u\n".to_owned(),
        Err(stop) => format!("gave up: {stop}\n"),
    }
}
