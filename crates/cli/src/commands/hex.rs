//! `hissho hex lemma`, `hissho hex map`, `hissho hex tree`, `hissho hex leaf`, `hissho hex shorten` and `hissho hex match`.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use hissho_certificate::hex::Geometry;
use hissho_rules::hex::{CellSet, Notation, Player, Size};
use hissho_store::CheckpointFile;
use hissho_workbench::Facts;
use hissho_workbench::hex::leaf::{self, Leaf};
use hissho_workbench::hex::lemma::{self, Outcome};
use hissho_workbench::hex::proof::{self, Win};
use hissho_workbench::hex::shorten::{self, Short};
use hissho_workbench::hex::{HexMap, Match, TreeLeaves, TreeSizes, Walk, half, opening_of};
use serde_json::{Value, json};

use super::solve::{named_file, named_files, read_known, read_position};
use crate::exit::Exit;
use crate::session::{Output, Session};

/// Questions about Hex.
#[derive(Debug, clap::Args)]
pub(crate) struct HexArguments {
    #[command(subcommand)]
    question: HexQuestion,
}

#[derive(Debug, clap::Subcommand)]
enum HexQuestion {
    /// Prove a statement about connections, and that no cell of its carrier can be left out
    Lemma(LemmaArguments),
    /// Find the winner of every opening, and what to answer under the swap rule
    Map(MapArguments),
    /// Show a kept proof of a win as the tree of a paper: groups of the loser's moves and their answers
    Tree(TreeArguments),
    /// Is the winner of a position seen at once, by promises about each edge in different cells?
    Leaf(LeafArguments),
    /// Look for a short proof of the same win: few moves of the loser that need an answer
    Shorten(ShortenArguments),
    /// Play the strategies of kept proofs against opponents who try to break them
    Match(MatchArguments),
}

#[derive(Debug, clap::Args)]
struct TreeArguments {
    /// The certificate of a win
    certificate: PathBuf,
    /// Show only this many moves of the loser in a row
    #[arg(long, value_name = "MOVES")]
    depth: Option<usize>,
    /// End in bridges and the paper's lemmas alone, not in every virtual connection
    #[arg(long, conflicts_with = "sigma")]
    named: bool,
    /// End also where promises about each edge by itself, in different cells, make the win
    #[arg(long)]
    sigma: bool,
    /// Of the promises, only those that need at most this many cells end the tree; two thirds of the board's unless given
    #[arg(long, value_name = "CELLS")]
    largest: Option<usize>,
    /// List the moves whose answer makes a leaf at once in one line, as no part of the tree
    #[arg(long)]
    deep: bool,
    /// Write the tree as a picture, a board for each group of moves with its answer, what is needed shaded
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write cells as a1 instead of 11
    #[arg(long)]
    letters: bool,
}

#[derive(Debug, clap::Args)]
struct ShortenArguments {
    /// The certificate of a win in which the loser is to move
    certificate: PathBuf,
    /// Write the certificate of the shortest proof found here
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Leaves are also positions in which promises about each edge by itself, in different cells, make the win
    #[arg(long)]
    sigma: bool,
    /// Nodes the solver may spend on one such promise: the more, the larger promises are found
    #[arg(long, value_name = "COUNT", default_value_t = 1_000, requires = "sigma")]
    sigma_effort: u64,
    /// The most cells that such a promise may need; two thirds of the board's unless given
    #[arg(long, value_name = "CELLS", requires = "sigma")]
    largest: Option<usize>,
    /// Leave the first choice of an answer at most this often along a line
    #[arg(long, value_name = "TIMES", default_value_t = 3)]
    deviations: usize,
    /// Nodes the solver may spend on one question
    #[arg(long, value_name = "COUNT", default_value_t = 20_000)]
    effort: u64,
    /// Use what these kept proofs of other positions on the same board prove
    #[arg(long, value_name = "CERTIFICATE", num_args = 1..)]
    known: Vec<PathBuf>,
    /// Lines of moves, such as `54 57 27`, whose last move is to be tried first
    #[arg(long, value_name = "FILE")]
    hints: Option<PathBuf>,
    /// Write cells as a1 instead of 11
    #[arg(long)]
    letters: bool,
}

#[derive(Debug, clap::Args)]
struct LeafArguments {
    /// The board: 'hex(8)'
    game: String,
    /// The moves so far, or a set-up such as 'black=63,55 white=62 to-move=white', or @FILE with a record in SGF
    position: Vec<String>,
    /// Look which moves of the player to move make a leaf, not whether the position is one
    #[arg(long)]
    answers: bool,
    /// Nodes the solver may spend on one promise: the more, the larger promises are found
    #[arg(long, value_name = "COUNT", default_value_t = 1_000)]
    sigma_effort: u64,
    /// The most cells that a promise may need; two thirds of the board's unless given
    #[arg(long, value_name = "CELLS")]
    largest: Option<usize>,
    /// Nodes the solver may spend on the question whether an answer wins
    #[arg(long, value_name = "COUNT", default_value_t = 1_000, requires = "answers")]
    effort: u64,
    /// Use what these kept proofs of other positions on the same board prove
    #[arg(long, value_name = "CERTIFICATE", num_args = 1..)]
    known: Vec<PathBuf>,
    /// Write the certificate of the position, or of the position after the first answer found, here
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write cells as a1 instead of 11
    #[arg(long)]
    letters: bool,
}

#[derive(Debug, clap::Args)]
struct MatchArguments {
    /// Certificates of wins
    #[arg(required = true)]
    certificates: Vec<PathBuf>,
    /// Games for each certificate
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Another number gives other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, clap::Args)]
struct LemmaArguments {
    /// S, S-edge, T, fig3, fig4, fig12, fig21, SC1, SC2, SE1, SE2, prop5, prop6, all of these, or files with lemmas
    #[arg(required = true)]
    lemmas: Vec<String>,
    /// Do not look whether cells of the carrier can be left out, unless the lemma claims it
    #[arg(long)]
    no_minimal: bool,
    /// Write the certificate of the claim here
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
struct MapArguments {
    /// The side of the board
    size: usize,
    /// Write the certificate of each opening of half the board into this directory; those there are not made again
    #[arg(long, short, value_name = "DIRECTORY")]
    output: Option<PathBuf>,
    /// Keep what is proved in this file; a later run goes on with it, also in the middle of an opening
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write cells as a1 instead of 11
    #[arg(long)]
    letters: bool,
}

pub(crate) fn run(arguments: &HexArguments, session: &Session) -> anyhow::Result<Exit> {
    match &arguments.question {
        HexQuestion::Lemma(arguments) => run_lemma(arguments, session),
        HexQuestion::Map(arguments) => run_map(arguments, session),
        HexQuestion::Tree(arguments) => run_tree(arguments, session),
        HexQuestion::Leaf(arguments) => run_leaf(arguments, session),
        HexQuestion::Shorten(arguments) => run_shorten(arguments, session),
        HexQuestion::Match(arguments) => run_match(arguments, session),
    }
}

fn run_lemma(arguments: &LemmaArguments, session: &Session) -> anyhow::Result<Exit> {
    let all = lemma::BUILT_IN.iter().map(|&(name, _)| name.to_owned());
    let names: Vec<String> = match &arguments.lemmas[..] {
        [word] if word == "all" => all.collect(),
        given => given.to_vec(),
    };
    if names.len() > 1 && arguments.output.is_some() {
        bail!("`--output` writes the certificate of one lemma, {} are given", names.len());
    }
    let (mut lines, mut values) = (Vec::new(), Vec::new());
    let mut exit = Exit::Answered;
    for name in &names {
        let (value, end) = prove_lemma(name, arguments, session, &mut lines)?;
        values.push(value);
        exit = if end == Exit::Answered { exit } else { end };
    }
    session.answer(
        || match <[Value; 1]>::try_from(values) {
            Ok([value]) => value,
            Err(values) => json!({ "lemmas": values }),
        },
        || lines.join("\n"),
    )?;
    Ok(exit)
}

/// Proves every statement of one lemma; a line for each.
fn prove_lemma(
    name: &str,
    arguments: &LemmaArguments,
    session: &Session,
    lines: &mut Vec<String>,
) -> anyhow::Result<(Value, Exit)> {
    let text = match lemma::built_in(name) {
        Some(text) => text.to_owned(),
        None if Path::new(name).exists() => std::fs::read_to_string(name).with_context(|| name.to_owned())?,
        None => {
            let known: Vec<&str> = lemma::BUILT_IN.iter().map(|(name, _)| *name).collect();
            bail!("`{name}` is neither a file nor a known lemma; the lemmas are: {}", known.join(", "));
        }
    };
    let lemma = lemma::parse(&text).with_context(|| name.to_owned())?;
    let geometry = Geometry::new(lemma.size, Player::Black);
    let meter = session.limits().start();
    let mut parts = Vec::new();
    let (mut exit, mut main) = (Exit::Answered, json!({}));
    for (index, one) in lemma.statements.iter().enumerate() {
        let formula = one.formula.text(&geometry);
        let minimal_too = index == 0 && !arguments.no_minimal;
        let outcome =
            lemma::prove(lemma.size, one, minimal_too, &meter).map_err(|error| anyhow!("{name}: {error}"))?;
        let (verdict, minimal, note) = match &outcome {
            Outcome::Proved { minimal, superfluous, steps, .. } => {
                let note = match minimal {
                    Some(true) => format!("proved in {steps} steps; no cell can be left out"),
                    Some(false) => {
                        format!(
                            "proved in {steps} steps; each of {} can be left out",
                            geometry.names(*superfluous)
                        )
                    }
                    None => format!("proved in {steps} steps"),
                };
                if one.minimal && *minimal == Some(false) {
                    exit = Exit::Refuted;
                }
                ("proved", *minimal, note)
            }
            Outcome::Refuted(first) => {
                exit = Exit::Refuted;
                let by = first.map_or(String::new(), |cell| format!(" by White {}", geometry.name(cell)));
                ("refuted", None, format!("refuted{by}"))
            }
            Outcome::Stopped(stop) => {
                exit = Exit::GaveUp;
                ("gave-up", None, format!("gave up: {stop}"))
            }
        };
        let mut written = None;
        if let (0, Some(path), Outcome::Proved { certificate, .. }) = (index, &arguments.output, &outcome) {
            hissho_store::write_certificate(path, certificate)?;
            written = Some(path.display().to_string());
        }
        lines.push(format!("{} {}: {formula}: {note}", lemma.name, one.title));
        let value =
            json!({ "statement": one.title, "formula": formula, "verdict": verdict, "minimal": minimal });
        if index == 0 {
            main = json!({
                "lemma": lemma.name, "verdict": verdict, "minimal": minimal.unwrap_or(false),
                "certificate": written,
            });
        }
        parts.push(value);
    }
    main["parts"] = Value::Array(parts);
    Ok((main, exit))
}

fn run_map(arguments: &MapArguments, session: &Session) -> anyhow::Result<Exit> {
    let size = Size::new(arguments.size, arguments.size)?;
    let file_of = |directory: &Path, name: &str| directory.join(format!("hex{size}-{name}.cert.zst"));
    let mut known = Vec::new();
    if let Some(directory) = &arguments.output {
        std::fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
        let names = half(size).map(|cell| size.name(cell, Notation::Digits));
        known = names.filter_map(|name| named_file(&file_of(directory, &name)).ok()).collect();
    }
    let checkpoint = open_checkpoint(arguments.checkpoint.as_deref(), size)?;
    let output = Output { checkpoint: checkpoint.as_ref(), ..Output::default() };
    let fresh = session.is_fresh();
    let question = HexMap { size: arguments.size, known, letters: arguments.letters, fresh };
    let answer = session.ask_with(question, &output)?;
    if let Facts::HexMap(map) = &answer.facts {
        map.remarks.iter().for_each(|remark| session.detail(remark));
    }
    if let Some(directory) = &arguments.output {
        for certified in &answer.certified {
            let Some(name) = opening_of(certified) else { continue };
            let file = file_of(directory, &name);
            if !hissho_store::read_certificate(&file).is_ok_and(|text| text == certified.text()) {
                hissho_store::write_certified(&file, certified)?;
            }
        }
    }
    session.tell(&answer)
}

/// The file with what was proved on boards of this size, if one was asked for.
pub(super) fn open_checkpoint(path: Option<&Path>, size: Size) -> anyhow::Result<Option<CheckpointFile>> {
    Ok(path.map(|path| CheckpointFile::open(path, &format!("hex {size}"))).transpose()?)
}

fn run_tree(arguments: &TreeArguments, session: &Session) -> anyhow::Result<Exit> {
    let leaves = match arguments {
        TreeArguments { named: true, .. } => TreeLeaves::Named,
        TreeArguments { sigma: true, .. } => TreeLeaves::Sigma,
        _ => TreeLeaves::Connections,
    };
    let question = Walk {
        certificate: named_file(&arguments.certificate)?,
        depth: arguments.depth,
        leaves,
        largest: arguments.largest,
        deep: arguments.deep,
        picture: arguments.svg.as_ref().map(|_| "svg".to_owned()),
        letters: arguments.letters,
    };
    let answer = session.ask(question)?;
    if let (Some(path), [picture]) = (&arguments.svg, &answer.files[..]) {
        hissho_store::write_whole(path, picture.as_bytes())?;
    }
    session.tell(&answer)
}

fn run_leaf(arguments: &LeafArguments, session: &Session) -> anyhow::Result<Exit> {
    let size = match hissho_workbench::hex::board(&arguments.game) {
        Some(size) => size.map_err(|error| anyhow!(error))?,
        None => bail!("`{}` is not a board of Hex; write 'hex(8)'", arguments.game),
    };
    let notation = if arguments.letters { Notation::Letters } else { Notation::Digits };
    let text = arguments.position.join(" ");
    let position = read_position(&arguments.game, size, &text)?;
    let options = shorten::Options {
        sigma: Some(arguments.sigma_effort),
        largest: arguments.largest,
        effort: arguments.effort,
        known: read_known(&arguments.known, size)?,
        ..shorten::Options::default()
    };
    let title = |leaf: &Leaf| match leaf.answer {
        Some(cell) => format!("{} makes a leaf", size.name(cell, notation)),
        None => "a leaf".to_owned(),
    };
    let found = |leaf: &Leaf| session.detail(title(leaf));
    let looked = match arguments.answers {
        true => leaf::answers(&position, &options, session.limits(), session.progress(), found),
        false => leaf::leaf(&position, &options, session.limits()),
    };
    let (leaves, stopped) = looked.map_err(|error| anyhow!(error))?;
    let mut shown = String::new();
    for leaf in &leaves {
        let board = leaf.text(notation).map_err(|error| anyhow!(error))?;
        shown.push_str(&format!("{}: {} wins\n{board}", title(leaf), leaf.short.win.winner));
    }
    let mut written = None;
    if let (Some(path), Some(leaf)) = (&arguments.output, leaves.first()) {
        hissho_store::write_certificate(path, &leaf.short.certificate)?;
        written = Some(path.display().to_string());
    }
    session.answer(
        || {
            let names =
                |cells: CellSet| cells.cells().map(|cell| size.name(cell, notation)).collect::<Vec<_>>();
            let of = |leaf: &Leaf| {
                let promises: Vec<Value> = leaf
                    .promises()
                    .into_iter()
                    .map(|(formula, carrier)| json!({ "formula": formula, "carrier": names(carrier) }))
                    .collect();
                let answer = leaf.answer.map(|cell| size.name(cell, notation));
                json!({ "answer": answer, "winner": leaf.short.win.winner.to_string(), "promises": promises })
            };
            json!({
                "game": arguments.game, "position": text, "leaves": leaves.iter().map(of).collect::<Vec<_>>(),
                "certificate": written, "stopped": stopped.map(|stop| stop.to_string()),
            })
        },
        || {
            let mut text = shown;
            match stopped {
                Some(stop) => text.push_str(&format!("gave up: {stop}")),
                None if leaves.is_empty() && arguments.answers => {
                    text.push_str("no answer is found to make a leaf")
                }
                None if leaves.is_empty() => text.push_str("the position is not found to be a leaf"),
                None => {}
            }
            text
        },
    )?;
    Ok(if leaves.is_empty() { Exit::GaveUp } else { Exit::Answered })
}

fn run_shorten(arguments: &ShortenArguments, session: &Session) -> anyhow::Result<Exit> {
    let win = read_win(&arguments.certificate).map_err(|error| anyhow!(error))?;
    let hints = match &arguments.hints {
        Some(path) => std::fs::read_to_string(path).with_context(|| path.display().to_string())?,
        None => String::new(),
    };
    let known: Result<Vec<Win>, String> = arguments.known.iter().map(|path| read_win(path)).collect();
    let options = shorten::Options {
        sigma: arguments.sigma.then_some(arguments.sigma_effort),
        largest: arguments.largest,
        deviations: arguments.deviations,
        effort: arguments.effort,
        known: known.map_err(|error| anyhow!(error))?,
        hints: hints.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect(),
    };
    let given = win.trees(arguments.largest).map_err(|error| anyhow!(error))?;
    session.remark(format!("given:\n{}", win.summary(&given)));
    let mut failure = None;
    let found = |short: &Short| match short.win.trees(arguments.largest) {
        Ok(trees) => session.remark(format!("found:\n{}", short.win.summary(&trees))),
        Err(error) => failure = Some(error),
    };
    let (best, stopped) =
        shorten::shorten(&win, &options, session.limits(), found).map_err(|error| anyhow!(error))?;
    if let Some(error) = failure {
        bail!(error);
    }
    if let Some(path) = &arguments.output {
        hissho_store::write_certificate(path, &best.certificate)?;
    }
    let trees = best.win.trees(arguments.largest).map_err(|error| anyhow!(error))?;
    let notation = if arguments.letters { Notation::Letters } else { Notation::Digits };
    session.answer(
        || {
            let mut answer = json!(TreeSizes::new(&best.win, &trees));
            answer["certificate"] = json!(arguments.output.as_ref().map(|path| path.display().to_string()));
            answer["stopped"] = json!(stopped.map(|stop| stop.to_string()));
            answer
        },
        || {
            let tree = if arguments.sigma { &trees.sigma } else { &trees.connections };
            let text = best.win.text(tree, (usize::MAX, true), notation);
            let stopped =
                stopped.map_or(String::new(), |stop| format!("\n{stop}, perhaps there is a shorter one"));
            format!("{} wins\n{text}{}{stopped}", best.win.winner, best.win.summary(&trees))
        },
    )?;
    Ok(Exit::Answered)
}

fn run_match(arguments: &MatchArguments, session: &Session) -> anyhow::Result<Exit> {
    let certificates = named_files(&arguments.certificates)?;
    let answer = session.ask(Match { certificates, games: arguments.games, seed: arguments.seed })?;
    session.tell(&answer)
}

/// Reads a certificate of a win, which must pass the checker first.
pub(super) fn read_win(path: &Path) -> Result<Win, String> {
    let in_file = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = hissho_certificate::file::read_text(path, hissho_certificate::Allowance::default())
        .map_err(|error| in_file(&error))?;
    let certified =
        hissho_workbench::Certified::check(text, &Default::default()).map_err(|error| in_file(&error))?;
    proof::win_of(&certified).map_err(|error| in_file(&error))
}
