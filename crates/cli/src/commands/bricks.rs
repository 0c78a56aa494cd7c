//! `hissho bricks`: count brick buildings, and draw them.

use std::path::{Path, PathBuf};

use anyhow::bail;
use hissho_store::{CheckpointFile, write_certified, write_whole};
use hissho_workbench::Facts;
use hissho_workbench::bricks::{Buildings, CountedBuildings, DrawBuildings, FlatBuildings};

use crate::exit::Exit;
use crate::session::{Output, Session};

/// From this many bricks on finished parts are kept while the work goes on.
const KEPT_FROM: u32 = 7;

/// Count the buildings of N bricks of P×Q studs.
///
/// Buildings that differ by a shift or a turn about a vertical axis are the same, mirror images are
/// not. The count goes through the checker: "checked" when it counted every part itself, else
/// "computed". Ctrl-C keeps the finished parts; the same command goes on from there.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct BricksArguments {
    #[command(subcommand)]
    command: Option<BricksCommand>,
    #[command(flatten)]
    size: Option<Size>,
    /// Only buildings of H storeys; with H = N the closed formula is evaluated as well
    #[arg(long, value_name = "H", conflicts_with = "profile", value_parser = clap::value_parser!(u32).range(1..))]
    storeys: Option<u32>,
    /// Only buildings with so many bricks per storey, from the ground up: 1,2,2,1
    #[arg(long, value_name = "LIST")]
    profile: Option<String>,
    /// Count turned copies as different: up to shifts only
    #[arg(long)]
    fixed: bool,
    /// Only buildings that a turn by this angle brings back
    #[arg(long, value_name = "ANGLE", value_parser = ["180", "90"])]
    symmetric: Option<String>,
    /// Show the count for each number of storeys
    #[arg(long)]
    by_height: bool,
    /// Show the count for each profile
    #[arg(long)]
    by_profile: bool,
    /// Count N bricks on one more brick that is fixed and alone on the ground
    #[arg(long, conflicts_with_all = ["storeys", "profile", "fixed"])]
    on_base: bool,
    /// Only flat buildings, all bricks in one vertical plane; P must be 1
    #[arg(long, conflicts_with_all = ["storeys", "profile", "on_base", "by_profile", "output", "checkpoint"])]
    flat: bool,
    /// Leave parts with at most this many buildings to the checker to recount
    #[arg(long, value_name = "COUNT", default_value_t = 50_000)]
    recount: u64,
    /// Where finished parts are kept until all are done
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write the certificate
    #[arg(short, long, value_name = "CERT")]
    output: Option<PathBuf>,
}

/// The bricks.
#[derive(Clone, Debug, clap::Args)]
struct Size {
    /// Studs along the shorter side
    #[arg(value_name = "P", allow_hyphen_values = true, value_parser = number)]
    p: u32,
    /// Studs along the longer side
    #[arg(value_name = "Q", allow_hyphen_values = true, value_parser = number)]
    q: u32,
    /// How many bricks
    #[arg(value_name = "N", allow_hyphen_values = true, value_parser = number)]
    n: u32,
}

#[derive(Debug, clap::Subcommand)]
enum BricksCommand {
    /// Draw buildings: an isometric picture (svg, png) or a model for LEGO viewers (ldr)
    Draw(DrawArguments),
}

/// Draw buildings.
///
/// Without `--index` or `--random` all of them go on one sheet, those brought back by a half turn
/// on a tinted ground. Buildings are numbered from 1, those with fewer storeys first.
#[derive(Debug, clap::Args)]
struct DrawArguments {
    #[command(flatten)]
    size: Size,
    /// The building with this number
    #[arg(long, value_name = "NUMBER", conflicts_with = "random", value_parser = clap::value_parser!(u64).range(1..))]
    index: Option<u64>,
    /// A building drawn by lot, each equally likely
    #[arg(long)]
    random: bool,
    /// Start of the lot: the same seed gives the same building
    #[arg(long, value_name = "SEED", requires = "random")]
    seed: Option<u64>,
    /// How many buildings, from the one asked for on
    #[arg(long, value_name = "COUNT")]
    count: Option<u64>,
    /// Only buildings with so many bricks per storey
    #[arg(long, value_name = "LIST", conflicts_with = "random")]
    profile: Option<String>,
    /// The file: .svg, .png or .ldr; svg on standard output when not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A whole number, with a message that names what was found.
fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{text}` is not a whole number of at least 1"))
}

pub(crate) fn run(arguments: &BricksArguments, session: &Session) -> anyhow::Result<Exit> {
    match (&arguments.command, &arguments.size) {
        (Some(BricksCommand::Draw(draw)), _) => run_draw(draw, session),
        (None, Some(size)) => run_count(arguments, size, session),
        (None, None) => bail!("P, Q and N are needed: hissho bricks 2 4 6"),
    }
}

fn run_flat(arguments: &BricksArguments, size: &Size, session: &Session) -> anyhow::Result<Exit> {
    if size.p != 1 {
        bail!("--flat: bricks of 1 stud across lie in one plane, these have {}", size.p);
    }
    if arguments.symmetric.as_deref() == Some("90") {
        bail!("--flat: a quarter turn brings no flat building back but the tower of single studs");
    }
    let question = FlatBuildings {
        q: size.q,
        n: size.n,
        fixed: arguments.fixed,
        symmetric: arguments.symmetric.is_some(),
    };
    session.tell(&session.ask(question)?)
}

fn run_count(arguments: &BricksArguments, size: &Size, session: &Session) -> anyhow::Result<Exit> {
    if arguments.flat {
        return run_flat(arguments, size, session);
    }
    let question = Buildings {
        p: size.p,
        q: size.q,
        n: size.n,
        storeys: arguments.storeys,
        profile: arguments.profile.clone(),
        fixed: arguments.fixed,
        symmetric: arguments.symmetric.as_deref().map(|angle| if angle == "90" { 90 } else { 180 }),
        on_base: arguments.on_base,
        by_profile: arguments.by_profile,
        recount: arguments.recount,
    };
    // No file is made for a question that makes no sense.
    question.validate()?;
    let kept = open_checkpoint(arguments, size, session)?;
    let output = Output { checkpoint: kept.as_ref().map(|(file, _)| file), ..Output::default() };
    let mut answer = session.ask_with(question, &output)?;
    let Facts::Buildings(found) = &mut answer.facts else { bail!("buildings have another answer") };
    match found {
        CountedBuildings::Counted(numbers) => {
            if let (Some(path), Some(proof)) = (&arguments.output, answer.certified.first()) {
                write_certified(path, proof)?;
                numbers.certificate = Some(path.display().to_string());
            }
            if let Some((file, _)) = kept {
                file.finish()?;
            }
            let text = numbers.report(arguments.by_height);
            session.answer(|| answer.document(), || text)?;
            Ok(answer.ending().into())
        }
        CountedBuildings::GaveUp(unfinished) => {
            if let Some((file, path)) = kept {
                unfinished.parts_not_kept = file.unwritten() as u64;
                unfinished.checkpoint = Some(path.display().to_string());
            }
            session.tell(&answer)
        }
    }
}

/// The file with finished parts: the one asked for, or for long work one in the user's cache.
fn open_checkpoint(
    arguments: &BricksArguments,
    size: &Size,
    session: &Session,
) -> anyhow::Result<Option<(CheckpointFile, PathBuf)>> {
    let Size { p, q, n } = *size;
    let what = format!("bricks {p}x{q}");
    let going_on = |file: &CheckpointFile, path: &Path| {
        if !file.is_empty() {
            session.remark(format_args!("going on with {} finished parts in {}", file.len(), path.display()));
        }
    };
    if let Some(path) = &arguments.checkpoint {
        let file = CheckpointFile::open(path, &what)?;
        going_on(&file, path);
        return Ok(Some((file, path.clone())));
    }
    if n < KEPT_FROM {
        return Ok(None);
    }
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")));
    let directory = cache.unwrap_or_else(std::env::temp_dir).join("hissho");
    let path = directory.join(format!("bricks-{p}x{q}.checkpoint"));
    let opened = std::fs::create_dir_all(&directory)
        .map_err(anyhow::Error::from)
        .and_then(|()| Ok(CheckpointFile::open(&path, &what)?));
    match opened {
        Ok(file) => {
            going_on(&file, &path);
            Ok(Some((file, path)))
        }
        Err(error) => {
            session.remark(format_args!("finished parts are not kept: {error:#}"));
            Ok(None)
        }
    }
}

fn run_draw(arguments: &DrawArguments, session: &Session) -> anyhow::Result<Exit> {
    let Size { p, q, n } = arguments.size;
    let question = DrawBuildings {
        p,
        q,
        n,
        index: arguments.index,
        random: arguments.random.then(|| arguments.seed.unwrap_or_else(clock)),
        count: arguments.count,
        profile: arguments.profile.clone(),
        picture: Some(format_of(arguments.output.as_deref())?.to_owned()),
    };
    let mut answer = session.ask(question)?;
    let Facts::DrawBuildings(drawn) = &mut answer.facts else { bail!("buildings have another answer") };
    if let [file] = &answer.files[..] {
        match &arguments.output {
            Some(path) => {
                write_whole(path, file.as_bytes())?;
                drawn.file = Some(path.display().to_string());
            }
            None => drawn.svg = Some(String::from_utf8(file.as_bytes().to_vec())?),
        }
    }
    session.tell(&answer)
}

/// How a picture is written: by the ending of the file's name, svg on standard output.
fn format_of(path: Option<&Path>) -> anyhow::Result<&'static str> {
    let extension = path.and_then(Path::extension).and_then(|extension| extension.to_str());
    match (path, extension) {
        (None, _) | (_, Some("svg")) => Ok("svg"),
        (_, Some("png")) => Ok("png"),
        (_, Some("ldr")) => Ok("ldr"),
        (Some(path), _) if path == Path::new("-") => Ok("svg"),
        (Some(path), _) => bail!("{}: the name must end in .svg, .png or .ldr", path.display()),
    }
}

/// A seed nobody chose.
fn clock() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}
