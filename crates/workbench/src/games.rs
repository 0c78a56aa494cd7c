//! The games: one list, in order, with their names, parameters and the questions they answer.

use std::collections::BTreeMap;

use hissho_rules::language::Game;
use hissho_rules::name::{BUILT_IN, Component, GameName, NameError};
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Findings, Told};
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// A game in a question: a name with parameters such as `wythoff(s=2)`, or a rules text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum GameText {
    /// The name; or, if it has several lines, the rules.
    Name(String),
    /// A name in which files occur, with their texts.
    WithFiles {
        /// The name, such as `my.game(k=3) + heap`.
        name: String,
        /// The text of each file.
        files: BTreeMap<String, String>,
    },
}

impl From<&str> for GameText {
    fn from(name: &str) -> GameText {
        GameText::Name(name.to_owned())
    }
}

impl GameText {
    /// The games of a sum of impartial games, and its name in one spelling.
    pub fn impartial(&self) -> Result<(String, Vec<Component>), Fault> {
        let none = BTreeMap::new();
        let (name, files) = match self {
            GameText::Name(text) if text.contains('\n') => return rules(text),
            GameText::Name(name) => (name, &none),
            GameText::WithFiles { name, files } => (name, files),
        };
        let parsed = GameName::parse(name)?;
        let load = |file: &str| match files.get(file) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => Err("no such file".to_owned()),
        };
        match parsed.resolve(&load) {
            Ok(components) => Ok((parsed.to_string(), components)),
            Err(NameError::Text { name, error }) => Err(Fault::language(&name, &error)),
            Err(error @ NameError::Unknown { .. }) => Err(misplaced(name, Fault::from(error))),
            Err(error) => Err(error.into()),
        }
    }

    /// The name as it was given; of a rules text, all of it.
    pub fn name(&self) -> &str {
        match self {
            GameText::Name(name) | GameText::WithFiles { name, .. } => name,
        }
    }
}

/// A rules text by itself.
fn rules(text: &str) -> Result<(String, Vec<Component>), Fault> {
    let game = Game::parse(text, &[]).map_err(|error| Fault::language("rules", &error))?;
    Ok((game.title(), vec![Component::Numbers(Box::new(game))]))
}

/// A right game with the wrong question is told the right one.
fn misplaced(name: &str, fault: Fault) -> Fault {
    let word = name.split('(').next().unwrap_or(name).trim();
    let Some(game) = BOARDS.iter().find(|game| game.name.split('(').next() == Some(word)) else {
        return fault;
    };
    let commands = game.commands.split(' ').map(|command| format!("`hissho {command} '{name}'`"));
    let commands: Vec<String> = commands.collect();
    Fault::bad_input(format_args!("{name} is a board game without Grundy values"))
        .in_field("game")
        .with_help(format_args!("ask {}", commands.join(" or ")))
}

/// A game that has no rules text.
struct Named {
    name: &'static str,
    parameters: &'static str,
    about: &'static str,
    commands: &'static str,
}

/// Families of number games.
const FAMILIES: &[Named] = &[
    Named {
        name: "nim(n)",
        parameters: "n = 2",
        about: "n heaps; take any number from one",
        commands: "value table play",
    },
    Named {
        name: "corner(PIECE)",
        parameters: "",
        about: "a piece driven to the corner: rook, queen, dragon-king, dragon-horse, king, knight",
        commands: "value table prove play",
    },
    Named {
        name: "subtraction(a,b,…)",
        parameters: "",
        about: "one heap; take one of the given amounts",
        commands: "value table prove play",
    },
    Named {
        name: "all-but(a,b,…)",
        parameters: "",
        about: "one heap; take any amount but the given ones",
        commands: "value table prove play",
    },
    Named {
        name: "0.77",
        parameters: "",
        about: "an octal code: take and break (kayles = 0.77, dawson = 0.07), also hexadecimal (0.3F) and grundy = 4!.0",
        commands: "value table play",
    },
];

/// Games on boards.
const BOARDS: &[Named] = &[
    Named {
        name: "otrio",
        parameters: "forbidden, stock, players",
        about: "three sizes of rings on a board of nine cells",
        commands: "solve play",
    },
    Named {
        name: "hex(n)",
        parameters: "n",
        about: "join your two sides of an n x n rhombus",
        commands: "solve play",
    },
    Named {
        name: "qubic(3)",
        parameters: "forbidden",
        about: "three in a row in a cube of 27 cells",
        commands: "solve play",
    },
    Named {
        name: "connect4(w,h)",
        parameters: "w = 7, h = 6, k = 4",
        about: "k in a row with gravity",
        commands: "solve play",
    },
];

/// Which games are there? Or: what are the rules of this one?
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The game whose rules text is wanted; all games are listed when there is none.
    #[serde(default)]
    pub game: Option<GameText>,
}

/// The games, or the rules of one.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Listed {
    /// All of them.
    Games {
        /// In order.
        games: Vec<ListedGame>,
    },
    /// One game, or a sum.
    Rules {
        /// Its name.
        game: String,
        /// The text of each game of the sum.
        rules: Vec<String>,
    },
}

/// A game of the list.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ListedGame {
    /// How it is named.
    pub game: String,
    /// Its parameters with their defaults.
    pub parameters: String,
    /// What it is, in a line.
    pub about: String,
    /// The commands that take it.
    pub commands: Vec<String>,
}

impl Ask for Games {
    type Facts = Listed;
    const IS_KEPT: bool = false;

    fn answer(&self, _: &Desk, _: &Limits, _: &dyn Watch) -> Result<Told<Listed>, Fault> {
        let Some(game) = &self.game else { return Ok(Listed::Games { games: list()? }.into()) };
        let (name, components) = game.impartial()?;
        let texts = components.iter().filter_map(|component| match component {
            Component::Numbers(game) => Some(game.text.clone()),
            Component::Octal(_) => None,
        });
        let rules: Vec<String> = texts.collect();
        if rules.is_empty() {
            return Err(Fault::bad_input(format_args!("{name} has no rules text")).in_field("game"));
        }
        Ok(Listed::Rules { game: name, rules }.into())
    }
}

fn list() -> Result<Vec<ListedGame>, Fault> {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    let mut games = Vec::new();
    for (name, text) in BUILT_IN {
        let game = Game::parse(text, &[]).map_err(|error| Fault::language(name, &error))?;
        let parameters = game.parameters.iter().map(|p| format!("{} = {}", p.name, p.default));
        games.push(ListedGame {
            game: (*name).to_owned(),
            parameters: parameters.collect::<Vec<_>>().join(", "),
            about: game.description.lines().next().unwrap_or("").to_owned(),
            commands: words("value table prove discover play"),
        });
    }
    for named in FAMILIES.iter().chain(BOARDS) {
        games.push(ListedGame {
            game: named.name.to_owned(),
            parameters: named.parameters.to_owned(),
            about: named.about.to_owned(),
            commands: words(named.commands),
        });
    }
    Ok(games)
}

impl Findings for Listed {
    fn text(&self) -> String {
        let games = match self {
            Listed::Rules { rules, .. } => return rules.join("\n"),
            Listed::Games { games } => games,
        };
        let mut out = String::new();
        for ListedGame { game, parameters, about, commands } in games {
            let parameters = if parameters.is_empty() { String::new() } else { format!("  ({parameters})") };
            out += &format!("{game}{parameters}\n    {about}\n    {}\n", commands.join(" "));
        }
        out += "\nA file whose name ends in .game is a game too; `a + b` is the sum of two.\n\
                `hissho games NAME` prints the rules text of a game.\n";
        out
    }
}
