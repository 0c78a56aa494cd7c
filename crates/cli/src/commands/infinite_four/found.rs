//! `hissho infinite-four list`, `search`, `win` and `handicap`: what can be found.

use std::path::PathBuf;

use hissho_rules::infinite_four::{Stone, write_stones};
use hissho_workbench::Facts;
use hissho_workbench::infinite_four::{ForcedWin, Handicap, ResponseSearch, SideLetter, ZoneWords};

use super::{columns, keep, side, stones};
use crate::exit::Exit;
use crate::session::Session;

/// List the words of zone heights of a period.
///
/// A word is given as digits, once up to rotation and reflection; words that repeat a shorter one are
/// among them. Without a period, the named strategies are listed.
#[derive(Debug, clap::Args)]
pub(crate) struct ListArguments {
    /// The period
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=200))]
    period: Option<u32>,
    /// List every period up to the given one
    #[arg(long, requires = "period")]
    up_to: bool,
    /// Also give the pairings of each word: the smallest ones, up to symmetry
    #[arg(long, requires = "period")]
    pairings: bool,
}

pub(crate) fn list(arguments: &ListArguments, session: &Session) -> anyhow::Result<Exit> {
    let ListArguments { period, up_to, pairings } = *arguments;
    let answer = session.ask(ZoneWords { period, up_to, pairings })?;
    session.tell(&answer)
}

/// Look for a strategy against given stones.
///
/// The responder is to move, unless --to-move says otherwise. Outside the core there are CUPs. A static strategy is
/// looked for; with --tree also trees of replies with static strategies at the leaves, for one core after the other.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArguments {
    /// The stones, as in "X0 X3"
    #[arg(long, value_parser = stones, allow_hyphen_values = true)]
    stones: std::vec::Vec<Stone>,
    /// Who shall never lose
    #[arg(long, value_parser = side)]
    responder: SideLetter,
    /// Who moves next
    #[arg(long, value_parser = side)]
    to_move: Option<SideLetter>,
    /// Columns of the core beyond the stones on each side
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(i64).range(0..=30))]
    reach: i64,
    /// Only this core, as in -5..5
    #[arg(long, value_parser = columns, allow_hyphen_values = true, value_name = "FIRST..LAST")]
    core: Option<(i64, i64)>,
    /// If no static strategy is found, look for trees: so many positions for each core
    #[arg(long, value_name = "NODES")]
    tree: Option<u64>,
    /// Columns with so many stones are answered on top in a tree
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=12))]
    settled: u32,
    /// Write the certificate to this file
    #[arg(long, short, value_name = "CERT")]
    output: Option<PathBuf>,
}

pub(crate) fn search(arguments: &SearchArguments, session: &Session) -> anyhow::Result<Exit> {
    let question = ResponseSearch {
        stones: write_stones(&arguments.stones),
        responder: arguments.responder,
        to_move: arguments.to_move,
        reach: arguments.reach,
        core: arguments.core,
        tree: arguments.tree,
        settled: arguments.settled,
    };
    let mut answer = session.ask(question)?;
    let kept = keep(arguments.output.as_ref(), &answer.certified, session)?;
    if let Facts::ResponseSearch(found) = &mut answer.facts {
        found.tried.iter().for_each(|remark| session.remark(remark));
        found.certificate = kept;
    }
    session.tell(&answer)
}

/// Look for a win by threats alone.
#[derive(Debug, clap::Args)]
pub(crate) struct WinArguments {
    /// The stones, as in "X0O1X1O-1X-1O2"
    #[arg(long, value_parser = stones, allow_hyphen_values = true)]
    stones: std::vec::Vec<Stone>,
    /// Who shall win
    #[arg(long, value_parser = side, default_value = "X")]
    winner: SideLetter,
    /// Who moves next; the winner when not given
    #[arg(long, value_parser = side)]
    to_move: Option<SideLetter>,
    /// The most moves of the winner
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=40))]
    depth: u16,
    /// Write the certificate to this file
    #[arg(long, short, value_name = "CERT")]
    output: Option<PathBuf>,
}

pub(crate) fn win(arguments: &WinArguments, session: &Session) -> anyhow::Result<Exit> {
    let question = ForcedWin {
        stones: write_stones(&arguments.stones),
        winner: arguments.winner,
        to_move: arguments.to_move,
        depth: arguments.depth,
    };
    let mut answer = session.ask(question)?;
    let kept = keep(arguments.output.as_ref(), &answer.certified, session)?;
    if let Facts::ForcedWin(found) = &mut answer.facts {
        found.certificate = kept;
    }
    session.tell(&answer)
}

/// One handicap stone: X has stones in the columns 0 and D, and O is to move.
#[derive(Debug, clap::Args)]
pub(crate) struct HandicapArguments {
    /// Only this distance
    #[arg(long, short, value_parser = clap::value_parser!(i64).range(0..=40))]
    distance: Option<i64>,
    /// Columns of the core beyond the stones on each side
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(i64).range(1..=30))]
    reach: i64,
    /// Positions looked at for each core and first reply of a tree of replies; 0 for static strategies only
    #[arg(long, default_value_t = 100, value_name = "NODES")]
    tree: u64,
    /// Cores tried for trees of replies: each lets the tails lie in another way
    #[arg(long, default_value_t = 9)]
    cores: usize,
    /// Columns with so many stones are answered on top in a tree
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=12))]
    settled: u32,
    /// Write the certificates into this directory
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(crate) fn handicap(arguments: &HandicapArguments, session: &Session) -> anyhow::Result<Exit> {
    let question = Handicap {
        distance: arguments.distance,
        reach: arguments.reach,
        tree: arguments.tree,
        cores: arguments.cores as u64,
        settled: arguments.settled,
    };
    let mut answer = session.ask(question)?;
    if let (Some(folder), Facts::Handicap(table)) = (&arguments.output, &mut answer.facts) {
        // One certificate for each draw, in their order.
        let draws = table.distances.iter_mut().filter(|row| row.verdict.word() == "draw");
        for (row, certified) in draws.zip(&answer.certified) {
            let path = folder.join(format!("handicap-{}.cert", row.distance));
            session.keep(&path, certified)?;
            row.certificate = Some(path.display().to_string());
        }
    }
    session.tell(&answer)
}
