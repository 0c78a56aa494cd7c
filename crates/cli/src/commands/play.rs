//! `hissho play`: board games on a screen or on lines of text, games of numbers on lines.

use std::io::IsTerminal;
use std::time::Duration;

use hissho_rules::line_games::LineGame;
use hissho_workbench::reply::{Level, Reply, Wanted};
use hissho_workbench::{Cancel, Limits};

use super::play_match::{Match, Players};
use super::solve::position_or_record;
use super::{play_board, play_lines, play_screen, solve_line_games};
use crate::exit::Exit;
use crate::session::{Output, Session};

/// How long the program thinks about a move unless `--time` says otherwise.
const THINK: Duration = Duration::from_secs(10);

/// Play against the program, or two people against each other.
///
/// Otrio, Qubic, Connect-Four and Hex have a screen on a terminal; --plain, or a pipe, is for lines
/// of text: type a move, or hint, values, moves, undo, quit. In games of numbers a move is the
/// position you move to (5,3), or `take 2 from heap 1`.
#[derive(Debug, clap::Args)]
pub(crate) struct PlayArguments {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The position to begin with, such as 6,10
    #[arg(value_name = "POSITION")]
    position: Option<String>,
    /// Two people play; the program only keeps the rules
    #[arg(long)]
    two: bool,
    /// Let the program begin
    #[arg(long, conflicts_with = "two")]
    second: bool,
    /// How well the program plays
    #[arg(long, value_enum, default_value_t = LevelName::Perfect, conflicts_with = "two")]
    level: LevelName,
    /// Another number gives other moves below the perfect level
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Lines of text instead of a screen
    #[arg(long)]
    plain: bool,
}

/// How well the program plays.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum LevelName {
    /// Any move, but it sees a win in one move
    Beginner,
    /// One move in three is any move
    Careless,
    /// Without mistakes
    Perfect,
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Level {
        match name {
            LevelName::Beginner => Level::Beginner,
            LevelName::Careless => Level::Careless,
            LevelName::Perfect => Level::Perfect,
        }
    }
}

pub(crate) fn run(arguments: &PlayArguments, session: &Session) -> anyhow::Result<Exit> {
    let ask = |question: Reply, limits: &Limits| {
        session.ask_with(question, &Output { limits: Some(limits), is_silent: true, ..Output::default() })
    };
    let (position, record) = position_or_record(arguments.position.as_deref().unwrap_or(""))?;
    let start =
        Reply { record, ..Reply::new(session.game(&arguments.game)?, &position, Vec::new(), Wanted::Turn) };
    let PlayArguments { two, second, level, seed, plain, .. } = *arguments;
    let players = Players { two, second, level: level.into(), seed };
    let limits = session.limits_from_now(Some(THINK), &Cancel::default());
    let is_line_game = LineGame::is_name(&arguments.game);
    let game = Match::begin(&ask, start, players, &limits)
        .map_err(|fault| if is_line_game { solve_line_games::with_argument(fault) } else { fault })?;
    let is_terminal = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    if !plain && is_terminal && play_board::has_places(&game.state().board) {
        return play_screen::run(game, THINK, session);
    }
    play_lines::run(game, THINK, session)
}
