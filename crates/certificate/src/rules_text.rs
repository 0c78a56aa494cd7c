//! A rules text inside a certificate: its lines, its game, and the name a sentence may give it.
//!
//! The text stands in its plain spelling ([`hissho_rules::language::plain`]), and every parameter
//! is given once, in the order of the text. A sentence says `queen` only of the rules that are
//! built in under that name; any other text is named by what it calls itself *and* by its digest,
//! so that two games are never taken for one.

use hissho_rules::language::{Game, LARGEST_TEXT, LanguageError, plain};
use hissho_rules::name::BUILT_IN;

use crate::Refusal;
use crate::text::{Reader, Writer, digest_of};

/// Values of a game's parameters, in the order of the text.
pub type Parameters = Vec<(String, u64)>;

/// The game of `rules` with its parameters put in.
pub fn game(rules: &str, parameters: &[(String, u64)]) -> Result<Game, LanguageError> {
    let parameters: Vec<(&str, u64)> =
        parameters.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    Game::read(rules, &parameters)
}

/// The rules text and the parameters of `game`, as they stand in a certificate.
pub fn of(game: &Game) -> (String, Parameters) {
    (plain(&game.text), game.parameters.iter().map(|p| (p.name.clone(), p.value)).collect())
}

/// The name by which a sentence speaks of the game of a rules text.
pub fn title(rules: &str, parameters: &[(String, u64)]) -> String {
    let Ok(game) = game(rules, parameters) else {
        return format!("an unreadable rules text, sha256:{}", digest_of(rules.as_bytes()));
    };
    match BUILT_IN.iter().find(|(name, _)| *name == game.name) {
        Some((_, text)) if plain(text) == rules => game.title(),
        _ => {
            let digest = digest_of(rules.as_bytes());
            format!("a game that calls itself {}, rules sha256:{digest}", game.title())
        }
    }
}

/// Writes the lines of a rules text and its parameters.
pub(crate) fn write(writer: &mut Writer<'_>, rules: &str, parameters: &[(String, u64)]) {
    writer.block("rules", &plain(rules));
    let parameters: String = parameters.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    writer.line(format_args!("parameters{parameters}"));
}

/// Reads the lines of a rules text and its parameters. A text that has another spelling is refused
/// by [`Reader::must_be`], parameters that are not those of the text here.
pub(crate) fn read(reader: &mut Reader<'_>) -> Result<(String, Parameters, Game), Refusal> {
    let first = reader.peek().map_or(0, |line| line.number);
    let rules = reader.block("rules")?;
    let line = reader.field("parameters")?;
    let order = "every parameter of the text once, in its order";
    if line.text.len() > LARGEST_TEXT {
        return Err(line.refuse(order));
    }
    let mut parameters = Vec::new();
    for word in line.words() {
        let (name, value) = word.split_once('=').ok_or_else(|| line.refuse("parameters as NAME=NUMBER"))?;
        parameters.push((name.to_owned(), line.value(value)?));
    }
    let wrong = |error: LanguageError| {
        let place = first.saturating_add(error.line);
        Refusal::malformed(place, "a rules text that is no game", error.message)
    };
    let read = game(&rules, &parameters).map_err(wrong)?;
    if of(&read).1 != parameters {
        return Err(line.refuse(order));
    }
    Ok((rules, parameters, read))
}
