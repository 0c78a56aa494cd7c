//! From tokens to the statements of a game: `game`, `param`, `position`, `move`, `order`, `claim`.
//!
//! A statement begins with its keyword at the start of a line and runs to the next one. Expressions
//! are read by [`super::expression`].

use super::error::{LanguageError, Span, nearest};
use super::expression::{Meaning, Reader};
use super::lexer::{Comment, Kind, LARGEST_NUMBER};
use super::syntax::{Claim, ClaimBody, Formula, Game, Move, Parameter, Statement, Term, Variable};
use super::{Function, LARGEST_TEXT};

/// Words that begin a statement.
const STATEMENTS: &[&str] = &["game", "param", "position", "move", "order", "claim"];
/// Most coordinates a game may have.
const MOST_COORDINATES: usize = 8;

/// Reads a whole rules text. `parameters` replaces defaults by name.
pub(super) fn game(text: &str, parameters: &[(&str, u64)]) -> Result<Game, LanguageError> {
    let mut reader = Reader::new(text, LARGEST_TEXT, &[])?;
    let start = Span { start: 0, end: 0 };
    let mut game = Game {
        name: String::new(),
        description: String::new(),
        parameters: Vec::new(),
        dimension: 0,
        names: Vec::new(),
        domain: Formula::True,
        moves: Vec::new(),
        order: Term::Number(0),
        order_is_given: false,
        claims: Vec::new(),
        text: text.to_owned(),
    };
    while !reader.is_at_end() {
        let keyword = reader.here();
        let word = statement_word(&reader)?;
        reader.advance();
        match word.as_str() {
            "game" => game_line(&mut reader, &mut game, keyword)?,
            "param" => param_line(&mut reader, &mut game, parameters)?,
            "position" => position_line(&mut reader, &mut game, keyword)?,
            _ if game.dimension == 0 => {
                return Err(reader
                    .error(keyword, format!("`{word}` before the `position` line"))
                    .help("say first what a position is, for example: position x, y"));
            }
            "move" => game.moves.push(move_line(&mut reader)?),
            "order" => {
                if game.order_is_given {
                    return Err(reader.error(keyword, "a second `order` line"));
                }
                game.order = without_primes(&mut reader, |r| r.term())?;
                game.order_is_given = true;
            }
            _ => {
                let claim = claim_line(&mut reader)?;
                game.claims.push(claim);
            }
        }
        end_of_statement(&reader)?;
    }
    if game.name.is_empty() {
        return Err(reader
            .error(start, "no `game` line")
            .help("begin with a name, for example: game dragon-king"));
    }
    if game.dimension == 0 {
        return Err(reader.error(reader.here(), "no `position` line").help("for example: position x, y"));
    }
    for (name, _) in parameters {
        if !game.parameters.iter().any(|p| p.name == *name) {
            let known: Vec<&str> = game.parameters.iter().map(|p| p.name.as_str()).collect();
            let list = if known.is_empty() {
                "it has none".to_owned()
            } else {
                format!("it has {}", known.join(", "))
            };
            return Err(reader.error(start, format!("`{}` has no parameter `{name}`; {list}", game.name)));
        }
    }
    if !game.order_is_given {
        game.order = game
            .coordinates()
            .map(Term::Variable)
            .reduce(|a, b| Term::Add(Box::new(a), Box::new(b)))
            .unwrap_or(Term::Number(0));
    }
    game.names = reader.names.clone();
    game.description = description(&reader.comments, text);
    Ok(game)
}

/// Reads one more claim, as `--claim` gives it, for a game already read.
pub(super) fn claim(game: &mut Game, text: &str) -> Result<(), LanguageError> {
    let mut reader = Reader::new(text, LARGEST_TEXT, &[])?;
    reader.names = game.names.clone();
    for parameter in &game.parameters {
        reader.scope.push((parameter.name.clone(), Meaning::Number(parameter.value)));
    }
    for v in game.coordinates() {
        reader.scope.push((game.names[v.0].clone(), Meaning::Coordinate(v, game.primed(v))));
    }
    if reader.next_is_word("claim") {
        reader.advance();
    }
    let claim = claim_line(&mut reader)?;
    end_of_statement(&reader)?;
    if !reader.is_at_end() {
        return Err(reader.unexpected("the end of the claim"));
    }
    game.names = reader.names;
    game.claims.push(claim);
    Ok(())
}

/// Reads a formula on its own over the given free variables and functions.
pub(super) fn statement(
    text: &str,
    free: &[&str],
    functions: &[Function],
) -> Result<Statement, LanguageError> {
    let mut reader = Reader::new(text, LARGEST_TEXT, functions)?;
    for name in free {
        let v = reader.fresh(name);
        reader.scope.push(((*name).to_owned(), Meaning::Variable(v)));
    }
    let formula = reader.formula()?;
    if !reader.is_at_end() {
        return Err(reader.unexpected("the end of the formula"));
    }
    Ok(Statement { names: reader.names, free: free.len(), formula, text: text.to_owned() })
}

fn statement_word(reader: &Reader<'_>) -> Result<String, LanguageError> {
    let expected = "one of `game`, `param`, `position`, `move`, `order`, `claim`";
    match reader.kind() {
        Kind::Word(word, false) if STATEMENTS.contains(&word.as_str()) => Ok(word.clone()),
        Kind::Word(word, _) => {
            let error = reader.error(reader.here(), format!("found `{word}`, expected {expected}"));
            Err(match nearest(word, STATEMENTS.iter().copied()) {
                Some(meant) => error.help(format!("did you mean `{meant}`?")),
                None => error,
            })
        }
        _ => Err(reader.unexpected(expected)),
    }
}

/// The statement must be followed by another one or the end.
fn end_of_statement(reader: &Reader<'_>) -> Result<(), LanguageError> {
    match reader.kind() {
        Kind::End => Ok(()),
        Kind::Word(word, false) if reader.starts_line() && STATEMENTS.contains(&word.as_str()) => Ok(()),
        _ if reader.starts_line() => statement_word(reader).map(|_| ()),
        _ => Err(reader.unexpected("the end of the line")),
    }
}

fn game_line(reader: &mut Reader<'_>, game: &mut Game, keyword: Span) -> Result<(), LanguageError> {
    if !game.name.is_empty() {
        return Err(reader.error(keyword, "a second `game` line; a file holds one game"));
    }
    let first = reader.here();
    let mut last = first;
    while !reader.starts_line() && !reader.is_at_end() {
        last = reader.here();
        reader.advance();
    }
    let span = first.to(last);
    let name = reader.text.get(span.start..span.end).unwrap_or("");
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if first == reader.here() || !is_name || name.len() > 64 {
        return Err(reader.error(span, "expected the name of the game: letters, digits and hyphens"));
    }
    name.clone_into(&mut game.name);
    Ok(())
}

fn param_line(reader: &mut Reader<'_>, game: &mut Game, given: &[(&str, u64)]) -> Result<(), LanguageError> {
    let name = new_name(reader, "the name of the parameter")?;
    reader.expect("=")?;
    let Kind::Number(default) = *reader.kind() else {
        return Err(reader.unexpected("the value of the parameter, a number"));
    };
    reader.advance();
    let value = given.iter().find(|(n, _)| *n == name).map_or(default, |&(_, v)| v);
    if value > LARGEST_NUMBER {
        let message = format!("{value} given for `{name}`; the largest number is {LARGEST_NUMBER}");
        return Err(reader.error(reader.before(), message));
    }
    reader.scope.push((name.clone(), Meaning::Number(value)));
    game.parameters.push(Parameter { name, default, value });
    Ok(())
}

fn position_line(reader: &mut Reader<'_>, game: &mut Game, keyword: Span) -> Result<(), LanguageError> {
    if game.dimension > 0 {
        return Err(reader.error(keyword, "a second `position` line"));
    }
    let mut names = Vec::new();
    loop {
        let span = reader.here();
        let name = new_name(reader, "the name of a coordinate")?;
        if names.contains(&name) {
            return Err(reader.error(span, format!("coordinate `{name}` is named twice")));
        }
        if names.len() == MOST_COORDINATES {
            return Err(reader.error(span, format!("more than {MOST_COORDINATES} coordinates")));
        }
        names.push(name);
        if !reader.take(",") {
            break;
        }
    }
    game.dimension = names.len();
    let plain: Vec<Variable> = names.iter().map(|n| reader.fresh(n)).collect();
    let primed: Vec<Variable> = names.iter().map(|n| reader.fresh(&format!("{n}'"))).collect();
    for ((name, v), w) in names.into_iter().zip(plain).zip(primed) {
        reader.scope.push((name, Meaning::Coordinate(v, w)));
    }
    if reader.next_is_word("where") {
        reader.advance();
        game.domain = without_primes(reader, |r| r.conjunction())?;
    }
    Ok(())
}

fn move_line(reader: &mut Reader<'_>) -> Result<Move, LanguageError> {
    let from = reader.here();
    reader.primes_seen.clear();
    let condition = reader.conjunction()?;
    let span = from.to(reader.before());
    for (name, meaning) in &reader.scope {
        if let Meaning::Coordinate(_, primed) = meaning
            && !reader.primes_seen.contains(primed)
        {
            return Err(reader.error(span, format!("this move does not say what becomes of `{name}`")).help(
                format!("add `{name}' = {name}` if it stays; the value after the move is written {name}'"),
            ));
        }
    }
    let text = reader.text[span.start..span.end].split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Move {
        label: label(&reader.comments, reader.text, span),
        text: strip_comments(&text, reader, span),
        span,
        condition,
    })
}

fn claim_line(reader: &mut Reader<'_>) -> Result<Claim, LanguageError> {
    let from = reader.here();
    let body = without_primes(reader, |reader| {
        let is_grundy = reader.next_is_word("grundy") && reader.peek_is(1, "=");
        let is_losing = reader.next_is_word("losing") && reader.peek_is(1, "=");
        if is_grundy || is_losing {
            reader.advance();
            reader.advance();
        }
        Ok(if is_grundy {
            ClaimBody::Grundy(reader.term()?)
        } else if is_losing {
            ClaimBody::Losing(reader.conjunction()?)
        } else {
            ClaimBody::Formula(reader.conjunction()?)
        })
    })?;
    let span = from.to(reader.before());
    let text = reader.text[span.start..span.end].split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Claim { text: strip_comments(&text, reader, span), span, body })
}

/// Reads with `read`, in a place where primed variables make no sense.
fn without_primes<T>(
    reader: &mut Reader<'_>,
    read: impl FnOnce(&mut Reader<'_>) -> Result<T, LanguageError>,
) -> Result<T, LanguageError> {
    reader.primes_allowed = false;
    let result = read(reader);
    reader.primes_allowed = true;
    result
}

fn new_name(reader: &mut Reader<'_>, what: &str) -> Result<String, LanguageError> {
    let span = reader.here();
    let name = reader.plain_name(what)?;
    if reader.scope.iter().any(|(n, _)| *n == name) {
        return Err(reader.error(span, format!("`{name}` is already in use")));
    }
    Ok(name)
}

/// The statement's text, unless comments stand inside it: then its lines without them.
fn strip_comments(joined: &str, reader: &Reader<'_>, span: Span) -> String {
    if !joined.contains('#') {
        return joined.to_owned();
    }
    let lines = reader.text[span.start..span.end].lines().map(|l| l.split('#').next().unwrap_or(""));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// The comment that stands on one of the statement's lines.
fn label(comments: &[Comment], text: &str, span: Span) -> Option<String> {
    let end = text[span.end..].find('\n').map_or(text.len(), |n| span.end + n);
    let beside = comments.iter().find(|c| c.span.start >= span.start && c.span.end <= end)?;
    Some(beside.text.clone()).filter(|t| !t.is_empty())
}

/// The comment lines above everything else.
fn description(comments: &[Comment], text: &str) -> String {
    let is_blank = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let head: usize = text.split_inclusive('\n').take_while(|line| is_blank(line)).map(str::len).sum();
    let lines: Vec<&str> = comments.iter().filter(|c| c.span.end <= head).map(|c| c.text.as_str()).collect();
    lines.join("\n").trim().to_owned()
}
