//! `hissho table otrio --plies N`: the value of every opening, with the nodes of both questions, beside those of the
//! paper's method and the printed ones.

use hissho_rules::line_games::LineGame;
use hissho_workbench::line_games::{Engine, Openings};
use hissho_workbench::{Facts, Fault};

use super::solve_line_games::with_argument;
use crate::exit::Exit;
use crate::session::Session;

pub(crate) fn run(name: &str, plies: u64, engine: &str, session: &Session) -> anyhow::Result<Exit> {
    let engine = if engine == "paper" { Engine::Paper } else { Engine::Own };
    let answer = session.ask(Openings { game: name.to_owned(), plies, engine }).map_err(|fault| {
        let fault = with_argument(fault);
        match LineGame::named(name) {
            Ok(_) => fault,
            Err(_) => Fault { message: format!("{}; --plies is for otrio", fault.message), ..fault },
        }
    })?;
    if let Facts::Openings(table) = &answer.facts {
        for row in &table.openings {
            session.detail(format_args!("{}: {}", row.moves.join(" "), row.value));
        }
    }
    session.tell(&answer)
}
