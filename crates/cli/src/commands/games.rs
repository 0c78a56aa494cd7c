//! `hissho games`: what can be asked about what.

use hissho_rules::language::Game;
use hissho_rules::name::BUILT_IN;
use serde_json::json;

use crate::exit::Exit;
use crate::session::Session;

/// List the games with their parameters and what can be asked of each.
#[derive(Debug, clap::Args)]
pub(crate) struct GamesArguments {
    /// Print the rules text of this game, ready to be saved as a .game file
    #[arg(value_name = "GAME")]
    game: Option<String>,
}

/// Games that have no rules text: name, parameters, what it is, commands.
const OTHERS: &[(&str, &str, &str, &str)] = &[
    ("nim(n)", "n = 2", "n heaps; take any number from one", "value table play"),
    (
        "corner(PIECE)",
        "",
        "a piece driven to the corner: rook, queen, dragon-king, dragon-horse, king, knight",
        "value table prove play",
    ),
    ("subtraction(a,b,…)", "", "one heap; take one of the given amounts", "value table prove play"),
    ("0.77", "", "an octal code: take and break (kayles = 0.77, dawson = 0.07)", "value table play"),
    ("otrio", "forbidden, stock, players", "three sizes of rings on a board of nine cells", "solve play"),
    ("hex(n)", "n", "join your two sides of an n x n rhombus", "solve play"),
    ("qubic(3)", "forbidden", "three in a row in a cube of 27 cells", "solve play"),
    ("connect4(w,h)", "w = 7, h = 6, k = 4", "k in a row with gravity", "solve play"),
];

pub(crate) fn run(arguments: &GamesArguments, session: &Session) -> anyhow::Result<Exit> {
    if let Some(name) = &arguments.game {
        let sum = hissho_workbench::impartial::Sum::named(name)?;
        let texts: Vec<String> = sum
            .components
            .iter()
            .filter_map(|component| match component {
                hissho_rules::name::Component::Numbers(game) => Some(game.text.clone()),
                hissho_rules::name::Component::Octal(_) => None,
            })
            .collect();
        if texts.is_empty() {
            anyhow::bail!("{name} has no rules text");
        }
        session.answer(|| json!({"game": sum.name, "rules": texts}), || texts.join("\n"))?;
        return Ok(Exit::Answered);
    }
    let mut rows = Vec::new();
    for (name, text) in BUILT_IN {
        let game = Game::parse(text, &[])?;
        let parameters: Vec<String> =
            game.parameters.iter().map(|p| format!("{} = {}", p.name, p.default)).collect();
        let first = game.description.lines().next().unwrap_or("").to_owned();
        let commands = "value table prove discover play";
        rows.push(((*name).to_owned(), parameters.join(", "), first, commands.to_owned()));
    }
    for (name, parameters, text, commands) in OTHERS {
        rows.push(((*name).to_owned(), (*parameters).to_owned(), (*text).to_owned(), (*commands).to_owned()));
    }
    session.answer(
        || {
            let games: Vec<_> = rows
                .iter()
                .map(|(name, parameters, text, commands)| {
                    let commands: Vec<&str> = commands.split(' ').collect();
                    json!({"game": name, "parameters": parameters, "about": text, "commands": commands})
                })
                .collect();
            json!({ "games": games })
        },
        || {
            let mut out = String::new();
            for (name, parameters, text, commands) in &rows {
                let parameters = if parameters.is_empty() { String::new() } else { format!("  ({parameters})") };
                out += &format!("{name}{parameters}\n    {text}\n    {commands}\n");
            }
            out += "\nA file whose name ends in .game is a game too; `a + b` is the sum of two.\n`hissho games NAME` prints the rules text of a game.\n";
            out
        },
    )?;
    Ok(Exit::Answered)
}
