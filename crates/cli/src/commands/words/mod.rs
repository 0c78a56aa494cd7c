//! `hissho words`: infinite words by each of their definitions, one symbol far out, streams, pictures.

mod build;
mod count;
mod repetitions;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::bail;
use hissho_rules::words::Definition;
use hissho_workbench::words::{TermNumber, WordFormat, WordPicture, WordQuestion};
use hissho_workbench::{Answer, Facts, Fault};
use serde_json::json;

use crate::exit::Exit;
use crate::limit_arguments;
use crate::session::{Output, Session};

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
    #[arg(long, value_name = "N", conflicts_with_all = ["length", "by", "packed", "picture", "output"])]
    symbol: Option<TermNumber>,
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

pub(crate) fn run(arguments: &WordsArguments, session: &Session) -> anyhow::Result<Exit> {
    match &arguments.command {
        Some(WordsCommand::Repetitions(inner)) => return repetitions::run(inner, session),
        Some(WordsCommand::Build(inner)) => return build::run(inner, session),
        Some(WordsCommand::Count(inner)) => return count::run(inner, session),
        None => {}
    }
    let path = arguments.output.as_deref().filter(|path| path.as_os_str() != "-");
    let mut question = WordQuestion {
        word: arguments.word.name.clone(),
        morphism: arguments.word.morphism.clone(),
        length: arguments.length,
        by: arguments.by.map(|by| by.to_string()),
        symbol: arguments.symbol,
        picture: arguments.picture.map(WordPicture::from),
        format: None,
    };
    if arguments.symbol.is_some() {
        return session.tell(&session.ask(question)?);
    }
    if arguments.picture.is_some() {
        let is_png = |path: &Path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("png"));
        question.format = path.map(|path| if is_png(path) { WordFormat::Png } else { WordFormat::Svg });
        let answer = session.ask(question)?;
        return match path {
            Some(path) => write_picture(path, &answer, session),
            None => session.tell(&answer),
        };
    }
    question.format = Some(if arguments.packed { WordFormat::Packed } else { WordFormat::Text });
    match path {
        Some(path) => to_file(path, question, session),
        None => to_output(question, session),
    }
}

impl From<Picture> for WordPicture {
    fn from(picture: Picture) -> WordPicture {
        match picture {
            Picture::BarCode => WordPicture::BarCode,
            Picture::DotPlot => WordPicture::DotPlot,
            Picture::CuttingLine => WordPicture::CuttingLine,
        }
    }
}

/// Writes the symbols to a file, whole or not at all.
fn to_file(path: &Path, question: WordQuestion, session: &Session) -> anyhow::Result<Exit> {
    let packed = question.format == Some(WordFormat::Packed);
    let mut answer = None;
    hissho_store::write_whole_with(path, |out| {
        answer = Some(ask_while_writing(question, &Mutex::new(out), session)?);
        anyhow::Ok(())
    })
    .map_err(|error| match error.is::<io::Error>() {
        true => error.context(path.display().to_string()),
        false => error,
    })?;
    let Some(Facts::Word(written)) = answer.map(|answer| answer.facts) else {
        bail!("a word has another answer")
    };
    let file = path.display().to_string();
    session.answer(
        || json!({"word": written.name, "length": written.length, "packed": packed, "file": file}),
        String::new,
    )?;
    Ok(Exit::Answered)
}

/// Writes the symbols to standard output while they are made.
fn to_output(question: WordQuestion, session: &Session) -> anyhow::Result<Exit> {
    let packed = question.format == Some(WordFormat::Packed);
    if packed && session.is_json() {
        bail!("--packed with --json needs a file: -o FILE");
    }
    let (before, after) = match (packed, session.is_json()) {
        (true, _) => ("", ""),
        (false, true) => ("{\"word\":\"", "\"}\n"),
        (false, false) => ("", "\n"),
    };
    let out = Mutex::new(Between { out: raw_output()?, before });
    ask_while_writing(question, &out, session)?;
    let mut out = out.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    out.write_all(after.as_bytes())?;
    Ok(Exit::Answered)
}

/// Asks, and writes the file while it is made. An error of writing comes back as itself.
pub(super) fn ask_while_writing<W: Write + Send>(
    question: impl Into<hissho_workbench::Question>,
    out: &Mutex<W>,
    session: &Session,
) -> anyhow::Result<Answer> {
    let failure = Mutex::new(None);
    let write = |bytes: &[u8]| {
        let mut out = out.lock().map_err(|_| io::Error::other("stopped"))?;
        out.write_all(bytes).map_err(|error| {
            let told = io::Error::new(error.kind(), error.to_string());
            if let Ok(mut failure) = failure.lock() {
                *failure = Some(error);
            }
            told
        })
    };
    let found: Result<Answer, Fault> =
        session.ask_with(question, &Output { file: Some(&write), ..Output::default() });
    match failure.into_inner() {
        Ok(Some(error)) => Err(error.into()),
        _ => Ok(found?),
    }
}

/// Puts a text before the first byte, so that nothing is written before there is something to write.
struct Between<W> {
    out: W,
    before: &'static str,
}

impl<W: Write> Write for Between<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write_all(std::mem::take(&mut self.before).as_bytes())?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes the picture of an answer to a file.
pub(super) fn write_picture(path: &Path, answer: &Answer, session: &Session) -> anyhow::Result<Exit> {
    let [picture] = &answer.files[..] else { bail!("there is no picture") };
    hissho_store::write_whole(path, picture.as_bytes())?;
    let file = path.display().to_string();
    session.answer(|| json!({ "picture": file }), String::new)?;
    Ok(Exit::Answered)
}

/// Standard output without buffers, for large amounts.
#[cfg(unix)]
pub(super) fn raw_output() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

/// Standard output, for large amounts.
#[cfg(not(unix))]
pub(super) fn raw_output() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}
