//! `hissho words repetitions`: every repetition of a word, a file or what is typed.

use std::io::Read;
use std::path::PathBuf;

use anyhow::{Context, bail};
use hissho_rules::words::Word;
use hissho_solve::words::runs::{Holds, InOrder, Run, Summary, summarise};
use hissho_solve::words::stream::write_text;
use serde_json::{Value, json};

use super::{named_word, place};
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
    limit: usize,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Which {
    Runs,
    Overlaps,
    Cubes,
}

/// Longer texts would not fit the tables.
const LONGEST: u64 = 1 << 31;

pub(super) fn run(arguments: &RepetitionsArguments, session: &Session) -> anyhow::Result<Exit> {
    let word = named_word(arguments.word.as_deref(), arguments.morphism.as_deref())?;
    if let Some(length) = arguments.length.filter(|length| *length > LONGEST) {
        bail!("--length {length}: at most {LONGEST} symbols are looked at");
    }
    let (title, symbols) = match (&word, &arguments.file) {
        (Some(word), _) => {
            let mut symbols = Vec::new();
            write_text(word, arguments.length.unwrap_or(1024), &mut symbols)?;
            (word.to_string(), Symbols::Bytes(symbols))
        }
        (None, Some(path)) => (path.display().to_string(), read_file(path, arguments.length)?),
        (None, None) => bail!("of what? Give --word NAME, a file, or - for standard input"),
    };
    match symbols {
        Symbols::Bytes(symbols) => report(&title, word.as_ref(), &symbols, arguments, session),
        Symbols::Characters(symbols) => report(&title, None, &symbols, arguments, session),
    }
}

enum Symbols {
    Bytes(Vec<u8>),
    Characters(Vec<char>),
}

fn read_file(path: &std::path::Path, length: Option<u64>) -> anyhow::Result<Symbols> {
    let name = path.display();
    let mut bytes = Vec::new();
    let limit = LONGEST + 1;
    if path.as_os_str() == "-" {
        std::io::stdin().take(limit).read_to_end(&mut bytes).context("standard input")?;
    } else {
        let file = std::fs::File::open(path).with_context(|| format!("{name}: cannot be read"))?;
        file.take(limit).read_to_end(&mut bytes).with_context(|| format!("{name}: cannot be read"))?;
    }
    if bytes.len() as u64 > LONGEST {
        bail!("{name}: at most {LONGEST} symbols are looked at; shorten it");
    }
    bytes.retain(|byte| !matches!(byte, b'\n' | b'\r'));
    let length = length.map_or(usize::MAX, |length| length as usize);
    if bytes.is_ascii() {
        bytes.truncate(length);
        return Ok(Symbols::Bytes(bytes));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Symbols::Characters(text.chars().take(length).collect())),
        Err(error) => {
            let mut bytes = error.into_bytes();
            bytes.truncate(length);
            Ok(Symbols::Bytes(bytes))
        }
    }
}

fn report<T: Copy + Ord>(
    title: &str,
    word: Option<&Word>,
    symbols: &[T],
    arguments: &RepetitionsArguments,
    session: &Session,
) -> anyhow::Result<Exit> {
    let summary = summarise(symbols);
    let listed = arguments.list.map(|which| {
        let (holds, total) = match which {
            Which::Runs => (Holds::Square, summary.runs),
            Which::Overlaps => (Holds::Overlap, summary.overlap_runs),
            Which::Cubes => (Holds::Cube, summary.cube_runs),
        };
        (InOrder::new(symbols, holds).take(arguments.limit).collect::<Vec<_>>(), total)
    });
    let exponent = exponent(&summary, symbols);
    let below = match (word, exponent) {
        (Some(Word::Fibonacci(1)), Some(exponent)) => Some(is_below_two_plus_phi(exponent)),
        _ => None,
    };
    session.answer(
        || {
            let mut answer = json!({
                "length": summary.length,
                "cube": place(summary.first_cube),
                "exponent": exponent.map(|(length, period)| length as f64 / period as f64),
                "runs": summary.runs,
                "exponent_exact": exponent.map(|(length, period)| format!("{length}/{period}")),
                "power": summary.power,
                "squares": summary.squares.to_string(),
                "cubes": summary.cubes.to_string(),
                "square": place(summary.first_square),
                "overlap": place(summary.first_overlap),
            });
            if let Some(below) = below {
                answer["below_2_plus_phi"] = json!(below);
            }
            if let Some((runs, total)) = &listed {
                answer["listed"] = runs.iter().map(run_json).collect();
                answer["listed_of"] = json!(total);
            }
            answer
        },
        || text(title, &summary, exponent, below, listed.as_ref()),
    )?;
    Ok(Exit::Answered)
}

/// Length and period of the factor of the greatest exponent. Without squares all factors are tried, if they are few.
fn exponent<T: Copy + Ord>(summary: &Summary, symbols: &[T]) -> Option<(usize, usize)> {
    if let Some(run) = summary.densest {
        return Some((run.length(), run.period));
    }
    const FEW: usize = 4_000;
    let n = symbols.len();
    if n == 0 || n > FEW {
        return None;
    }
    let mut best = (1, 1);
    for period in 1..n {
        let mut length = period;
        for at in period..n {
            length = if symbols[at] == symbols[at - period] { length + 1 } else { period };
            if length * best.1 > best.0 * period {
                best = (length, period);
            }
        }
    }
    Some(best)
}

/// Whether `length / period < 2 + φ = (5 + √5)/2`, in integers.
fn is_below_two_plus_phi((length, period): (usize, usize)) -> bool {
    let (length, period) = (length as i128, period as i128);
    let over = 2 * length - 5 * period;
    over < 0 || over * over < 5 * period * period
}

fn run_json(run: &Run) -> Value {
    json!({"start": run.start, "period": run.period, "length": run.length()})
}

fn text(
    title: &str,
    summary: &Summary,
    exponent: Option<(usize, usize)>,
    below: Option<bool>,
    listed: Option<&(Vec<Run>, usize)>,
) -> String {
    let mut text = format!("{title}, {} symbols: {} runs\n", summary.length, summary.runs);
    let first = |name: &str, found: Option<hissho_solve::words::runs::Repetition>, count: Option<u64>| match (
        found, count,
    ) {
        (None, _) => format!("{name:<9} none\n"),
        (Some(found), Some(count)) => {
            format!(
                "{name:<9} {count}, the first to end from place {}, period {}\n",
                found.start, found.period
            )
        }
        (Some(found), None) => {
            format!("{name:<9} the first to end from place {}, period {}\n", found.start, found.period)
        }
    };
    text += &first("squares", summary.first_square, Some(summary.squares));
    text += &first("overlaps", summary.first_overlap, None);
    text += &first("cubes", summary.first_cube, Some(summary.cubes));
    match summary.power {
        3 => text += "fourths   none\n",
        4.. => text += &format!("powers    up to {}\n", summary.power),
        _ => {}
    }
    match exponent {
        Some((length, period)) => {
            let side = match below {
                Some(true) => ", below 2 + phi",
                Some(false) => ", not below 2 + phi",
                None => "",
            };
            text += &format!("exponent  {length}/{period} = {:.6}{side}\n", length as f64 / period as f64);
        }
        None => text += "exponent  below 2\n",
    }
    if let Some((runs, total)) = listed {
        text += &format!("listed    {} of {total}\n", runs.len());
        for run in runs {
            text +=
                &format!("  place {:>9}  period {:>8}  length {:>9}\n", run.start, run.period, run.length());
        }
    }
    text
}
