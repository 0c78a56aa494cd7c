//! `hissho hex lemma`, `hissho hex map`, `hissho hex tree`, `hissho hex leaf`, `hissho hex shorten`
//! and `hissho hex match`.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use hissho_rules::hex::{Notation, Size};
use hissho_store::CheckpointFile;
use hissho_workbench::Facts;
use hissho_workbench::hex::lemma::{BUILT_IN, built_in};
use hissho_workbench::hex::{
    HexBoard, HexMap, LeafQuestion, LemmaQuestion, LemmaText, Match, ProvedLemmas, ShortenQuestion,
    TreeLeaves, Walk, half, opening_of,
};

use super::solve::{named_file, named_files, position_or_record};
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
    /// Show a kept proof of a win as the tree of a paper: groups of the loser's moves and their
    /// answers
    Tree(TreeArguments),
    /// Show a position, also on boards up to 19 that cannot be solved
    Show(ShowArguments),
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
    /// Of the promises, only those that need at most this many cells end the tree; two thirds of
    /// the board's unless given
    #[arg(long, value_name = "CELLS")]
    largest: Option<usize>,
    /// List the moves whose answer makes a leaf at once in one line, as no part of the tree
    #[arg(long)]
    deep: bool,
    /// Write the tree as a picture, a board for each group of moves with its answer, what is needed
    /// shaded
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
    /// Leaves are also positions in which promises about each edge by itself, in different cells,
    /// make the win
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
struct ShowArguments {
    /// The board: 'hex(13)', which may be left out before @FILE
    game: String,
    /// The moves so far, or a set-up, or @FILE with a record in SGF
    position: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct LeafArguments {
    /// The board: 'hex(8)'
    game: String,
    /// The moves so far, or a set-up such as 'black=63,55 white=62 to-move=white', or @FILE with a
    /// record in SGF
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
    /// S, S-edge, T, fig3, fig4, fig12, fig21, SC1, SC2, SE1, SE2, prop5, prop6, all of these, or
    /// files with lemmas
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
    /// Write the certificate of each opening of half the board into this directory; those there are
    /// not made again
    #[arg(long, short, value_name = "DIRECTORY")]
    output: Option<PathBuf>,
    /// Keep what is proved in this file; a later run goes on with it, also in the middle of an
    /// opening
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
        HexQuestion::Show(arguments) => run_show(arguments, session),
        HexQuestion::Leaf(arguments) => run_leaf(arguments, session),
        HexQuestion::Shorten(arguments) => run_shorten(arguments, session),
        HexQuestion::Match(arguments) => run_match(arguments, session),
    }
}

fn run_lemma(arguments: &LemmaArguments, session: &Session) -> anyhow::Result<Exit> {
    let count = match &arguments.lemmas[..] {
        [word] if word == "all" => BUILT_IN.len(),
        given => given.len(),
    };
    if count > 1 && arguments.output.is_some() {
        bail!("`--output` writes the certificate of one lemma, {count} are given");
    }
    let read = |name: &String| {
        let path = Path::new(name);
        let is_file = name != "all" && built_in(name).is_none() && path.exists();
        Ok(if is_file { LemmaText::Text(named_file(path)?) } else { LemmaText::Name(name.clone()) })
    };
    let lemmas = arguments.lemmas.iter().map(read).collect::<anyhow::Result<_>>()?;
    let mut answer = session.ask(LemmaQuestion { lemmas, no_minimal: arguments.no_minimal })?;
    if let (Some(path), [certified], Facts::Lemma(ProvedLemmas::One(lemma))) =
        (&arguments.output, &answer.certified[..], &mut answer.facts)
    {
        hissho_store::write_certified(path, certified)?;
        lemma.certificate = Some(path.display().to_string());
    }
    session.tell(&answer)
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

fn run_show(arguments: &ShowArguments, session: &Session) -> anyhow::Result<Exit> {
    let (game, position) = match arguments.game.starts_with('@') {
        true => (String::new(), arguments.game.clone()),
        false => (arguments.game.clone(), arguments.position.join(" ")),
    };
    let (position, record) = position_or_record(&position)?;
    session.tell(&session.ask(HexBoard { game, position, record })?)
}

fn run_leaf(arguments: &LeafArguments, session: &Session) -> anyhow::Result<Exit> {
    let (position, record) = position_or_record(&arguments.position.join(" "))?;
    let question = LeafQuestion {
        game: arguments.game.clone(),
        position,
        record,
        answers: arguments.answers,
        sigma_effort: arguments.sigma_effort,
        largest: arguments.largest,
        effort: arguments.effort,
        known: named_files(&arguments.known)?,
        letters: arguments.letters,
    };
    let mut answer = session.ask(question)?;
    if let Facts::Leaf(found) = &mut answer.facts {
        found.leaves.iter().for_each(|leaf| session.detail(leaf.title()));
        if let (Some(path), Some(certified)) = (&arguments.output, answer.certified.first()) {
            hissho_store::write_certified(path, certified)?;
            found.certificate = Some(path.display().to_string());
        }
    }
    session.tell(&answer)
}

fn run_shorten(arguments: &ShortenArguments, session: &Session) -> anyhow::Result<Exit> {
    let hints = match &arguments.hints {
        Some(path) => std::fs::read_to_string(path).with_context(|| path.display().to_string())?,
        None => String::new(),
    };
    let question = ShortenQuestion {
        certificate: named_file(&arguments.certificate)?,
        sigma_effort: arguments.sigma.then_some(arguments.sigma_effort),
        largest: arguments.largest,
        deviations: arguments.deviations,
        effort: arguments.effort,
        known: named_files(&arguments.known)?,
        hints: hints.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect(),
        letters: arguments.letters,
    };
    let mut answer = session.ask(question)?;
    if let (Some(path), [certified], Facts::Shorten(short)) =
        (&arguments.output, &answer.certified[..], &mut answer.facts)
    {
        hissho_store::write_certified(path, certified)?;
        short.certificate = Some(path.display().to_string());
    }
    session.tell(&answer)
}

fn run_match(arguments: &MatchArguments, session: &Session) -> anyhow::Result<Exit> {
    let certificates = named_files(&arguments.certificates)?;
    let answer = session.ask(Match { certificates, games: arguments.games, seed: arguments.seed })?;
    session.tell(&answer)
}
