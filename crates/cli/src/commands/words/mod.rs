//! `hissho words`: infinite words by each of their definitions, one symbol far out, streams, pictures.

mod build;
mod count;
mod repetitions;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use hissho_rules::words::{Definition, Word};
use hissho_solve::words::access::Access;
use hissho_solve::words::stream::{write_packed, write_text};
use hissho_workbench::picture::{self, to_png};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::limit_arguments;
use crate::session::Session;

/// Infinite words: Thue-Morse, Fibonacci, and any word that a substitution makes.
///
/// Terms are numbered as in the sources: Thue-Morse from 0, the Fibonacci words from 1.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct WordsArguments {
    #[command(subcommand)]
    command: Option<WordsCommand>,
    #[command(flatten)]
    word: Named,
    /// How many symbols; 64 when not given, 21 for a cutting line
    #[arg(long, value_name = "N", value_parser = limit_arguments::count)]
    length: Option<u64>,
    /// Use this definition: digits, recurrence, concatenation, substitution, cutting-line
    #[arg(long, value_name = "DEFINITION")]
    by: Option<Definition>,
    /// Print only the symbol with this number
    #[arg(long, value_name = "N", value_parser = whole_number, conflicts_with_all = ["length", "by", "packed", "picture", "output"])]
    symbol: Option<u128>,
    /// Eight symbols to a byte, the first in the highest bit
    #[arg(long, conflicts_with_all = ["by", "picture"])]
    packed: bool,
    /// Draw it: bar-code, dot-plot, cutting-line
    #[arg(long, value_name = "KIND")]
    picture: Option<Picture>,
    /// Write to this file; a picture becomes PNG when the name ends in .png, else SVG
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, clap::Subcommand)]
enum WordsCommand {
    /// All repetitions of a word or a text: runs, squares, cubes, overlaps, the exponent
    Repetitions(repetitions::RepetitionsArguments),
    /// Type a word and be shown the first cube the moment it appears; or continue a prefix
    Build(build::BuildArguments),
    /// How many words there are without cubes, overlaps or squares, by length
    Count(count::CountArguments),
}

#[derive(Clone, Copy, Debug, PartialEq, clap::ValueEnum)]
enum Picture {
    BarCode,
    DotPlot,
    CuttingLine,
}

/// A word by name or by its substitution.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Named {
    /// thue-morse, fibonacci, 'fibonacci(2)'
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// The fixed point of this substitution, beginning with its first letter: "0->01,1->10"
    #[arg(long, value_name = "RULES", conflicts_with = "name")]
    morphism: Option<String>,
}

impl Named {
    fn word(&self) -> anyhow::Result<Word> {
        named_word(self.name.as_deref(), self.morphism.as_deref())?
            .context("which word? Name one, as thue-morse, or give --morphism \"0->01,1->10\"")
    }
}

/// The word that was asked for, if any.
fn named_word(name: Option<&str>, morphism: Option<&str>) -> anyhow::Result<Option<Word>> {
    match (name, morphism) {
        (Some(name), _) => Ok(Some(name.parse()?)),
        (None, Some(rules)) => {
            let substitution = rules.parse().with_context(|| format!("--morphism {rules:?}"))?;
            Ok(Some(Word::FixedPoint(substitution)))
        }
        (None, None) => Ok(None),
    }
}

/// A whole number, `_` and `1e18` allowed.
fn whole_number(text: &str) -> Result<u128, String> {
    let wrong = || format!("{text:?} is not a whole number, as 1000000 or 1e18");
    let plain = text.replace('_', "");
    if let Some((digits, power)) = plain.split_once(['e', 'E']) {
        let digits: u128 = digits.parse().map_err(|_| wrong())?;
        let power: u32 = power.parse().map_err(|_| wrong())?;
        return 10u128.checked_pow(power).and_then(|power| digits.checked_mul(power)).ok_or_else(wrong);
    }
    plain.parse().map_err(|_| wrong())
}

pub(crate) fn run(arguments: &WordsArguments, session: &Session) -> anyhow::Result<Exit> {
    match &arguments.command {
        Some(WordsCommand::Repetitions(inner)) => return repetitions::run(inner, session),
        Some(WordsCommand::Build(inner)) => return build::run(inner, session),
        Some(WordsCommand::Count(inner)) => return count::run(inner, session),
        None => {}
    }
    let word = arguments.word.word()?;
    if let Some(number) = arguments.symbol {
        return print_symbol(&word, number, session);
    }
    let usual = if arguments.picture == Some(Picture::CuttingLine) { 21 } else { 64 };
    let length = arguments.length.unwrap_or(usual);
    if let Some(picture) = arguments.picture {
        return draw(&word, picture, length, arguments.output.as_deref(), session);
    }
    let chosen = match arguments.by {
        Some(by) => {
            let length = usize::try_from(length).context("--length")?;
            Some(word.prefix(by, length)?)
        }
        None => None,
    };
    let write = |out: &mut dyn Write| -> io::Result<()> {
        match &chosen {
            Some(symbols) => out.write_all(symbols),
            None if arguments.packed => write_packed(&word, length, &mut &mut *out),
            None => write_text(&word, length, &mut &mut *out),
        }
    };
    if arguments.packed && word.substitution().rows().iter().any(|(letter, _)| !matches!(letter, b'0' | b'1'))
    {
        bail!("--packed: only words over 0 and 1 can be packed, {word} has other symbols");
    }
    match &arguments.output {
        Some(path) if path.as_os_str() != "-" => {
            hissho_store::write_whole_with(path, |out| {
                write(out).map_err(|error| anyhow::Error::new(error).context(path.display().to_string()))
            })?;
            let path = path.display().to_string();
            session.answer(
                || json!({"word": word.to_string(), "length": length, "packed": arguments.packed, "file": path}),
                String::new,
            )?;
        }
        _ if arguments.packed && session.is_json() => bail!("--packed with --json needs a file: -o FILE"),
        _ if arguments.packed => write(&mut raw_output()?)?,
        _ => {
            let (before, after) = if session.is_json() { ("{\"word\":\"", "\"}\n") } else { ("", "\n") };
            let mut out = raw_output()?;
            out.write_all(before.as_bytes())?;
            write(&mut out)?;
            out.write_all(after.as_bytes())?;
        }
    }
    Ok(Exit::Answered)
}

fn print_symbol(word: &Word, number: u128, session: &Session) -> anyhow::Result<Exit> {
    let first = word.first_index();
    if number < u128::from(first) {
        bail!("--symbol {number}: the terms of {word} are numbered from {first}");
    }
    let Some(symbol) = Access::new(word).symbol(number) else {
        bail!("--symbol {number}: {word} grows too slowly to be looked at so far out");
    };
    let value = match symbol {
        b'0'..=b'9' => json!(symbol - b'0'),
        _ => json!(char::from(symbol).to_string()),
    };
    session.answer(|| json!({ "symbol": value }), || char::from(symbol).to_string())?;
    Ok(Exit::Answered)
}

fn draw(
    word: &Word,
    kind: Picture,
    length: u64,
    output: Option<&Path>,
    session: &Session,
) -> anyhow::Result<Exit> {
    let length = usize::try_from(length).context("--length")?;
    let symbols = || -> anyhow::Result<Vec<u8>> {
        let mut symbols = Vec::new();
        write_text(word, length.min(1 << 20) as u64, &mut symbols)?;
        Ok(symbols)
    };
    let svg = match (kind, word) {
        (Picture::BarCode, _) => picture::words::bar_code(&symbols()?)?,
        (Picture::DotPlot, _) => picture::words::dot_plot(&symbols()?)?,
        (Picture::CuttingLine, Word::Fibonacci(s)) => picture::words::cutting_line(*s, length)?,
        (Picture::CuttingLine, _) => bail!("--picture cutting-line: only Fibonacci words are cut by a line"),
    };
    write_picture(&svg, output, session)?;
    Ok(Exit::Answered)
}

/// Writes a picture to a file (PNG by its name, else SVG) or to standard output.
pub(super) fn write_picture(svg: &str, output: Option<&Path>, session: &Session) -> anyhow::Result<()> {
    let Some(path) = output.filter(|path| path.as_os_str() != "-") else {
        return session.answer(|| json!({ "svg": svg }), || svg.to_owned());
    };
    let is_png = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    let bytes = if is_png { to_png(svg, 2.0)? } else { svg.as_bytes().to_vec() };
    hissho_store::write_whole(path, &bytes)?;
    let file = path.display().to_string();
    session.answer(|| json!({ "picture": file }), String::new)
}

/// Standard output without buffers, for large amounts.
#[cfg(unix)]
pub(super) fn raw_output() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

/// Standard output, for large amounts.
#[cfg(not(unix))]
pub(super) fn raw_output() -> io::Result<io::StdoutLock<'static>> {
    Ok(io::stdout().lock())
}

/// A place and a period for JSON.
fn place(found: Option<hissho_solve::words::runs::Repetition>) -> Value {
    found.map_or(Value::Null, |found| json!({"start": found.start, "period": found.period}))
}
