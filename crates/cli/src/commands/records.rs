//! `hissho records`: what repeats in a game record, and when each rule fires.

use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, bail};
use hissho_workbench::check::NamedFile;
use hissho_workbench::records::{
    BoardAfter, LARGEST_RECORD, Notation, RecordQuestion, Recorded, ReportFormat, rule,
};
use hissho_workbench::{Contents, Facts, Fault};

use super::words::{ask_while_writing, raw_output, write_picture};
use crate::exit::Exit;
use crate::session::Session;

/// Repetitions in a game record: KIF, KI2, CSA, USI (shogi) or PGN (chess).
///
/// Prints each position that occurs more than once with the move numbers after which it stands,
/// when each repetition rule first applies, and which blocks of moves are played twice or more in a
/// row. In chess moves are numbered by half-moves. A file may hold many games; they are read one at
/// a time.
#[derive(Debug, clap::Args)]
pub(crate) struct RecordsArguments {
    /// The record, or - for standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["example", "thue_morse"])]
    file: Option<PathBuf>,
    /// A built-in record: yonenaga-tanigawa, figure-12, euwe
    #[arg(long, value_name = "NAME", conflicts_with = "file")]
    example: Option<String>,
    /// Play this many blocks of four moves in the order of the Thue-Morse word: figure 12, or
    /// --example euwe
    #[arg(long, value_name = "BLOCKS", conflicts_with = "file", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    thue_morse: Option<u64>,
    /// The notation: kif, csa, usi, pgn; told by the name or the first line when not given
    #[arg(long, value_name = "NAME", value_parser = notation)]
    format: Option<Notation>,
    /// Ask about this rule only; may be given several times
    #[arg(long, value_name = "RULE", value_parser = rule_name)]
    rule: Vec<String>,
    /// Draw the position after this move, or the last one
    #[arg(long, value_name = "MOVE", num_args = 0..=1)]
    board: Option<Option<u64>>,
    /// Look at this game of the file only, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Tell of all games together how many there are and in how many each rule applies
    #[arg(long, conflicts_with_all = ["game", "board", "output"])]
    summary: bool,
    /// Write the drawing (SVG) here; or, with one --rule, the certificate
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn notation(name: &str) -> Result<Notation, String> {
    let found = Notation::ALL.iter().find(|(_, other)| *other == name);
    found
        .map(|(notation, _)| *notation)
        .ok_or_else(|| "the formats are kif (KI2 too), csa, usi, pgn".to_owned())
}

fn rule_name(name: &str) -> Result<String, Fault> {
    rule(name).map(|rule| rule.name().to_owned())
}

pub(crate) fn run(arguments: &RecordsArguments, session: &Session) -> anyhow::Result<Exit> {
    let path = arguments.output.as_deref();
    let picture = path.filter(|path| arguments.board.is_some() && path.as_os_str() != "-");
    if let Some(path) = picture
        && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
    {
        bail!("-o {}: boards need letters, which PNG pictures are drawn without; use .svg", path.display());
    }
    let is_example = arguments.file.is_none();
    let question = RecordQuestion {
        file: arguments.file.as_deref().map(read_file).transpose()?,
        example: arguments.example.clone(),
        thue_morse: arguments.thue_morse.filter(|_| is_example),
        notation: arguments.format,
        rules: arguments.rule.clone(),
        game: arguments.game,
        board: arguments.board.map(|number| number.map_or(BoardAfter::Last, BoardAfter::Move)),
        picture: picture.map(|_| "svg".to_owned()),
        certificate: path.is_some() && arguments.board.is_none(),
        summary: arguments.summary,
        report: Some(if session.is_json() { ReportFormat::Json } else { ReportFormat::Text }),
    };
    // Of several games each is reported as it is read.
    let out = Mutex::new(BufWriter::new(raw_output()?));
    let answer = ask_while_writing(question, &out, session)?;
    out.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).flush()?;
    let Facts::Record(recorded) = &answer.facts else { bail!("a record has another answer") };
    if let Recorded::Games(games) = recorded {
        if games.summary.is_some() {
            session.tell(&answer)?;
        }
        games.errors.iter().for_each(|error| session.blame(error));
        if games.unreadable > 0 {
            return Ok(Exit::BadInput);
        }
        if let Some(reason) = &games.reason {
            session.remark(format_args!("gave up: {reason}"));
        }
        return Ok(answer.ending().into());
    }
    if let Some(path) = picture {
        return write_picture(path, &answer, session);
    }
    if let (Some(path), [certified]) = (path, &answer.certified[..]) {
        session.keep(path, certified)?;
    }
    session.tell(&answer)
}

/// The record, never more than a little above what is read.
fn read_file(path: &Path) -> anyhow::Result<NamedFile> {
    let name = path.display().to_string();
    let cannot = || format!("{name}: cannot be read");
    let mut bytes = Vec::new();
    if name == "-" {
        std::io::stdin().take(LARGEST_RECORD + 1).read_to_end(&mut bytes).with_context(cannot)?;
    } else {
        let file = std::fs::File::open(path).with_context(cannot)?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            bail!("{name}: it is a directory, a record is needed");
        }
        file.take(LARGEST_RECORD + 1).read_to_end(&mut bytes).with_context(cannot)?;
    }
    Ok(NamedFile { name, contents: Contents::Hex(bytes) })
}
