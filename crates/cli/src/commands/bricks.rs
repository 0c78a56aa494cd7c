//! `hissho bricks`: count brick buildings, and draw them.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use hissho_certificate::bricks::buildings::{Counts, Scope};
use hissho_rules::bricks::{Brick, Building, Profile};
use hissho_solve::bricks::{CountError, Question, buildings, random_building};
use hissho_solve::checkpoint::{Checkpoint, Forget};
use hissho_solve::progress::Progress;
use hissho_store::{CheckpointFile, write_certificate, write_whole};
use hissho_workbench::bricks::{Answer, AnswerError, Measure, answer};
use hissho_workbench::picture::bricks::{Exhibit, MOST, ldraw, sheet};
use hissho_workbench::picture::to_png;
use serde_json::{Map, Value, json};

use crate::exit::Exit;
use crate::session::Session;

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
    #[arg(long, conflicts_with_all = ["storeys", "profile", "fixed", "symmetric"])]
    on_base: bool,
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
/// Without `--index` or `--random` all of them go on one sheet, those brought back by a half turn on a
/// tinted ground. Buildings are numbered from 1, those with fewer storeys first.
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
    count: Option<usize>,
    /// Only buildings with so many bricks per storey
    #[arg(long, value_name = "LIST", conflicts_with = "random")]
    profile: Option<String>,
    /// The file: .svg, .png or .ldr; svg on standard output when not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The number asked for, from the counts of some profiles.
type Number<'a> = dyn Fn(&Counts) -> Option<u128> + 'a;

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

fn run_count(arguments: &BricksArguments, size: &Size, session: &Session) -> anyhow::Result<Exit> {
    let brick = Brick::new(size.p, size.q)?;
    let scope = scope_of(arguments, size.n)?;
    scope.profiles(size.n)?;
    let question = Question { brick, bricks: size.n, scope, recount: u128::from(arguments.recount) };
    let measure = match (arguments.symmetric.as_deref(), arguments.fixed) {
        (None, false) => Measure::Free,
        (None, true) => Measure::Fixed,
        (Some("90"), _) => Measure::Quarter,
        (Some(_), fixed) => Measure::Half { fixed },
    };
    let kept = open_checkpoint(arguments, &question, session)?;
    let checkpoint: &dyn Checkpoint = kept.as_ref().map_or(&Forget, |(file, _)| file);
    match answer(&question, session.limits(), session.progress(), checkpoint) {
        Ok(answer) => {
            if let Some((file, _)) = kept {
                file.finish()?;
            }
            if let Some(path) = &arguments.output {
                write_certificate(path, &answer.certificate)?;
            }
            let directions = brick.directions().len() as u128;
            let value = |counts: &Counts| match question.scope {
                Scope::OnBase => Some(counts.fixed / directions),
                _ => measure.of(counts),
            };
            let count = value(&answer.total).context("the count does not fit in 128 bits")?;
            session.answer(
                || document(arguments, size, count, &value, &answer),
                || report(arguments, count, &value, &answer),
            )?;
            Ok(Exit::Answered)
        }
        Err(AnswerError::Count(error @ CountError::Stopped { .. })) => {
            let lost = kept.as_ref().map_or(0, |(file, _)| file.unwritten());
            let kept = kept.map(|(_, path)| path.display().to_string());
            session.answer(
                || {
                    json!({"p": size.p, "q": size.q, "n": size.n, "count": null, "gave_up": error.to_string(),
                        "checkpoint": kept, "parts_not_kept": lost})
                },
                || match &kept {
                    Some(file) if lost > 0 => {
                        format!(
                            "gave up: {error}\nkept in {file}, except {lost} parts that could not be written"
                        )
                    }
                    Some(file) => {
                        format!("gave up: {error}\nkept in {file}: the same command goes on from there")
                    }
                    None => format!("gave up: {error}"),
                },
            )?;
            Ok(Exit::GaveUp)
        }
        Err(error) => Err(error.into()),
    }
}

fn scope_of(arguments: &BricksArguments, bricks: u32) -> anyhow::Result<Scope> {
    if let Some(text) = &arguments.profile {
        return Ok(Scope::Profile(Profile::parse(text)?));
    }
    if let Some(storeys) = arguments.storeys {
        if storeys > bricks {
            bail!("--storeys {storeys}: {bricks} bricks have at most {bricks} storeys");
        }
        return Ok(Scope::Storeys(storeys as usize));
    }
    Ok(if arguments.on_base { Scope::OnBase } else { Scope::All })
}

/// The file with finished parts: the one asked for, or for long work one in the user's cache.
fn open_checkpoint(
    arguments: &BricksArguments,
    question: &Question,
    session: &Session,
) -> anyhow::Result<Option<(CheckpointFile, PathBuf)>> {
    let (p, q) = (question.brick.short(), question.brick.long());
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
    if question.bricks < KEPT_FROM {
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

fn document(
    arguments: &BricksArguments,
    size: &Size,
    count: u128,
    value: &Number<'_>,
    answer: &Answer,
) -> Value {
    let text = |number: Option<u128>| number.map(|number| number.to_string());
    let heights = answer.by_height.iter().map(|(h, c)| (h.to_string(), json!(text(value(c)))));
    let mut document = json!({
        "p": size.p,
        "q": size.q,
        "n": size.n,
        "count": count.to_string(),
        "by_height": heights.collect::<Map<_, _>>(),
        "fixed": answer.total.fixed.to_string(),
        "symmetric_180": answer.total.half.to_string(),
        "symmetric_90": answer.total.quarter.to_string(),
        "verdict": answer.verdict(),
        "claim": answer.claim().to_string(),
        "certificate": arguments.output.as_ref().map(|path| path.display().to_string()),
    });
    if arguments.by_profile {
        let profiles = answer.by_profile.iter().map(|(p, c)| (p.to_string(), json!(text(value(c)))));
        document["by_profile"] = json!(profiles.collect::<Map<_, _>>());
    }
    if let Some(tower) = &answer.tower {
        document["formula"] = json!({"statement": tower.statement(), "count": tower.count.to_string()});
    }
    document
}

fn report(arguments: &BricksArguments, count: u128, value: &Number<'_>, answer: &Answer) -> String {
    let mut lines = format!("{count}\n");
    if arguments.by_height {
        for (height, counts) in &answer.by_height {
            lines += &format!("{height:>3} storeys  {}\n", value(counts).unwrap_or_default());
        }
    }
    if arguments.by_profile {
        for (profile, counts) in &answer.by_profile {
            lines += &format!("{profile:>24}  {}\n", value(counts).unwrap_or_default());
        }
    }
    if !arguments.on_base {
        lines += &format!(
            "up to shifts {}; symmetric under a half turn {}, a quarter turn {}\n",
            answer.total.fixed, answer.total.half, answer.total.quarter
        );
    }
    if let Some(tower) = &answer.tower {
        lines += &format!("proved: {}\n", tower.statement());
    }
    lines += &format!("{}: {}\n", answer.verdict(), answer.claim());
    lines
}

/// How a picture is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
    Ldraw,
}

fn run_draw(arguments: &DrawArguments, session: &Session) -> anyhow::Result<Exit> {
    let Size { p, q, n } = arguments.size;
    let brick = Brick::new(p, q)?;
    let profiles = match &arguments.profile {
        Some(text) => Scope::Profile(Profile::parse(text)?).profiles(n)?,
        None => Profile::all(n)?,
    };
    let format = format_of(arguments.output.as_deref())?;
    let count =
        arguments.count.unwrap_or(if arguments.index.is_some() || arguments.random { 1 } else { MOST + 1 });
    if format == Format::Ldraw && count != 1 {
        bail!("an .ldr file holds one building: choose it with --index or --random");
    }
    let meter = session.limits().start();
    session.progress().begin("buildings", 0);
    let found: Result<Vec<(Building, Option<u64>)>, _> = if arguments.random {
        let seed = arguments.seed.unwrap_or_else(clock);
        (0..count as u64)
            .map(|i| Ok((random_building(brick, n, seed.wrapping_add(i), &meter)?, None)))
            .collect()
    } else {
        let from = arguments.index.unwrap_or(1) - 1;
        buildings(brick, &profiles, from, count, &meter)
            .map(|list| list.into_iter().zip(from + 1..).map(|(b, i)| (b, Some(i))).collect())
    };
    let found = match found {
        Ok(found) => found,
        Err(stop) => {
            session.answer(|| json!({"gave_up": stop.to_string()}), || format!("gave up: {stop}"))?;
            return Ok(Exit::GaveUp);
        }
    };
    if found.is_empty() {
        bail!("there is no building with number {}", arguments.index.unwrap_or(1));
    }
    let title = format!("buildings of {n} bricks {brick}");
    let exhibits: Vec<Exhibit<'_>> =
        found.iter().map(|(building, number)| Exhibit { building, number: *number }).collect();
    let bytes = match format {
        Format::Ldraw => ldraw(brick, &found[0].0, &title).into_bytes(),
        Format::Svg => sheet(brick, &exhibits, &title)?.into_bytes(),
        Format::Png => to_png(&sheet(brick, &exhibits, &title)?, 2.0)?,
    };
    let Some(path) = &arguments.output else {
        let svg = String::from_utf8(bytes).expect("svg is text");
        session.answer(|| json!({"buildings": list(&found), "svg": &svg}), || svg.clone())?;
        return Ok(Exit::Answered);
    };
    write_whole(path, &bytes)?;
    session.answer(
        || json!({"p": p, "q": q, "n": n, "buildings": list(&found), "file": path.display().to_string()}),
        || format!("{} written: {} {}", path.display(), found.len(), title),
    )?;
    Ok(Exit::Answered)
}

fn format_of(path: Option<&Path>) -> anyhow::Result<Format> {
    let extension = path.and_then(Path::extension).and_then(|extension| extension.to_str());
    match (path, extension) {
        (None, _) | (_, Some("svg")) => Ok(Format::Svg),
        (_, Some("png")) => Ok(Format::Png),
        (_, Some("ldr")) => Ok(Format::Ldraw),
        (Some(path), _) if path == Path::new("-") => Ok(Format::Svg),
        (Some(path), _) => bail!("{}: the name must end in .svg, .png or .ldr", path.display()),
    }
}

fn list(found: &[(Building, Option<u64>)]) -> Value {
    found
        .iter()
        .map(|(building, number)| {
            let bricks: Vec<Value> = building
                .bricks()
                .iter()
                .map(|p| json!({"x": p.x, "y": p.y, "z": p.z, "turned": p.turned}))
                .collect();
            json!({"number": number, "profile": building.profile().to_string(), "bricks": bricks})
        })
        .collect()
}

/// A seed nobody chose.
fn clock() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}
