//! The question `reply` for games on numbers: moves as they are typed, the opponent, a start that
//! can be won.
//!
//! A heap of an octal game that is split becomes two games, so the sum itself may change with a
//! move. Cost: the options of every position of the game so far, and a table that the desk keeps.

use std::sync::Arc;

use hissho_rules::name::Component;
use hissho_solve::impartial::{General, GeneralError};
use hissho_solve::limits::{Limits, Stop};

use super::value::heaps_after;
use super::{Found, ImpartialError, Outcome, Sum, numbers, value};
use crate::games::GameText;
use crate::line_games::SolvedMove;
use crate::reply::{Board, Replied, Reply, Wanted, plain};
use crate::{Desk, Fault, Watch};

/// A position with its sum.
type Place = (Arc<Sum>, Vec<u64>);

/// Sides, in turn.
const SIDES: [&str; 2] = ["first", "second"];

/// Games longer than this look for no win in one move below the perfect level.
const FEW_MOVES: usize = 200;

/// Answers [`Reply`] for a sum of impartial games.
pub(crate) fn reply(
    question: &Reply,
    desk: &Desk,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Replied, Fault> {
    let sum = desk.sum(&question.game)?;
    let (sum, start) = match question.position.trim() {
        "" => usual_start(desk, &question.game, sum, limits, watch)?,
        text => {
            let position =
                sum.parse_position(text).map_err(|error| Fault::from(error).in_field("position"))?;
            (sum, position)
        }
    };
    // A table up to the start serves the whole game; what is no position is said here.
    value(desk, &sum, &start, false, limits, watch)?;
    let mut replied =
        Replied { game: sum.name.clone(), position: written(&start), goal: goal(&sum), ..Replied::default() };
    let mut place: Place = (sum, start);
    for word in &question.moves {
        let options = options(&place, limits)?;
        let Some(to) = meant(word, &place, &options) else {
            let found =
                format!("`{word}`: expected where you move to, such as {}", example(&place, &options));
            return Err(Fault::bad_input(found).in_field("moves"));
        };
        place = options.into_iter().find(|(_, option)| *option == to).ok_or_else(|| {
            let found = format!("there is no move to ({}); `moves` lists them", written(&to));
            Fault::bad_input(found).in_field("moves")
        })?;
        replied.played.push(written(&to));
    }
    let options = options(&place, limits)?;
    let (to_move, other) = (SIDES[replied.played.len() % 2], SIDES[(replied.played.len() + 1) % 2]);
    replied.now = written(&place.1);
    replied.board = board(&place);
    replied.legal = options.iter().map(|(_, to)| written(to)).collect();
    match options.is_empty() {
        true => replied.over = Some(other.to_owned()),
        false => replied.to_move = Some(to_move.to_owned()),
    }
    if question.wanted == Wanted::Turn || options.is_empty() {
        return Ok(replied);
    }
    let found = match value(desk, &place.0, &place.1, false, limits, watch) {
        Ok(found) => found,
        Err(error) if error.is_giving_up() => {
            return Ok(Replied { reason: Some(error.to_string()), ..replied });
        }
        Err(error) => return Err(error.into()),
    };
    let winner = if found.outcome == Outcome::Next { to_move } else { other };
    replied.value = Some(winner.to_owned());
    if question.wanted == Wanted::Values {
        let is_winning = |to: &Vec<u64>| found.moves.iter().any(|winning| winning.to == *to);
        let valued = |(_, to): &Place| SolvedMove {
            name: written(to),
            value: if is_winning(to) { to_move } else { other }.to_owned(),
            score: None,
        };
        replied.moves = options.iter().map(valued).collect();
        return Ok(replied);
    }
    let ends = |name: &str| {
        let next = options.iter().find(|(_, to)| written(to) == name).filter(|_| options.len() <= FEW_MOVES);
        next.is_some_and(|place| self::options(place, limits).is_ok_and(|after| after.is_empty()))
    };
    if let Some(mistake) = question.mistake(&replied.legal, ends) {
        return Ok(Replied { reply: Some(mistake.clone()), ..replied });
    }
    replied.is_proved = true;
    replied.hint = Some(match found.moves.first() {
        Some(best) => format!("{}, to {}", best.words, written(&best.to)),
        None => "every move loses against best play".to_owned(),
    });
    replied.reply = found.moves.first().map(|best| written(&best.to)).or_else(|| longest(&options));
    Ok(replied)
}

/// The losing player's move that keeps the game longest in hand: it takes least.
fn longest(options: &[Place]) -> Option<String> {
    let most = options.iter().max_by_key(|(_, to)| to.iter().fold(0u64, |all, &n| all.saturating_add(n)));
    most.map(|(_, to)| written(to))
}

/// A position as it is typed.
fn written(position: &[u64]) -> String {
    position.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// All positions the player to move can go to.
fn options((sum, position): &Place, limits: &Limits) -> Result<Vec<Place>, ImpartialError> {
    let mut all = Vec::new();
    let mut from = 0;
    for (index, (component, own)) in sum.components.iter().zip(sum.split(position)?).enumerate() {
        let mut add = |sum: &Arc<Sum>, numbers: &[u64]| {
            let mut to = position.clone();
            to.splice(from..from + own.len(), numbers.iter().copied());
            all.push((Arc::clone(sum), to));
        };
        match component {
            Component::Numbers(game) => {
                let account = limits.account();
                let mut general = General::new(game, &account)?;
                let options = general.moves().options(own).map_err(GeneralError::from)?;
                options.iter().for_each(|option| add(sum, option));
            }
            Component::Octal(octal) => {
                let split_in = |heaps: usize| {
                    let mut split = Sum::clone(sum);
                    (1..heaps).for_each(|_| split.components.insert(index, component.clone()));
                    Arc::new(split)
                };
                let split = [1, 2, 3].map(split_in);
                let heap = usize::try_from(own[0]).map_err(|_| ImpartialError::Stop(Stop::Memory))?;
                octal.for_each_option(heap, &mut |parts| {
                    let (heaps, _) = heaps_after(heap, parts);
                    add(&split[heaps.len() - 1], &heaps);
                });
            }
        }
        from += own.len();
    }
    all.sort_by(|a, b| a.1.cmp(&b.1));
    all.dedup_by(|a, b| a.1 == b.1);
    Ok(all)
}

/// The position that a typed move leads to: `3,5`, `take 2 from heap 2`, `2 2`, or all that a hint
/// says.
fn meant(word: &str, (sum, position): &Place, options: &[Place]) -> Option<Vec<u64>> {
    let word = plain(word);
    let told = word.rsplit_once(" to ").map_or(word.as_str(), |(_, to)| to);
    if let Some(to) = numbers(told) {
        return Some(to);
    }
    let taken = word.strip_prefix("take ").unwrap_or(&word);
    let (amount, heap) = match taken.split_once(" from ") {
        Some((amount, "the heap")) => (amount, "1"),
        Some((amount, heap)) => (amount, heap.strip_prefix("heap ")?),
        None => taken.split_once(' ')?,
    };
    let (amount, heap) = (amount.parse::<u64>().ok()?, heap.parse::<usize>().ok()?.checked_sub(1)?);
    let mut to = position.clone();
    *to.get_mut(heap)? = position.get(heap)?.checked_sub(amount)?;
    // Other coordinates may follow, as in a bar of chocolate: then the one option with this number
    // is meant.
    let is_meant = |(_, option): &&Place| option.len() == to.len() && option[heap] == to[heap];
    let mut alike = options.iter().filter(is_meant).filter(|_| sum.components.len() == 1);
    match (options.iter().any(|(_, option)| *option == to), alike.next(), alike.next()) {
        (false, Some((_, only)), None) => Some(only.clone()),
        _ => Some(to),
    }
}

/// How a move may be typed here.
fn example((sum, position): &Place, options: &[Place]) -> String {
    let to = options.first().map_or_else(|| "3,5".to_owned(), |(_, to)| written(to));
    let in_heaps = sum.components.iter().all(|component| component.dimension() == 1);
    match position.iter().position(|&heap| heap > 0) {
        Some(heap) if in_heaps => format!("{to}, or `take 1 from heap {}`", heap + 1),
        _ => to,
    }
}

/// A small position to begin with that the player to move can win, but not in one move. A game that
/// is always won in one move (one heap, one bar of chocolate) is played twice at the same time.
fn usual_start(
    desk: &Desk,
    game: &GameText,
    sum: Arc<Sum>,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Place, Fault> {
    let plain_start = |sum: &Sum| (0..sum.dimension() as u64).map(|i| 3 + 2 * i).collect::<Vec<u64>>();
    let twice = || {
        let name = format!("{} + {}", sum.name, sum.name);
        let game = match game {
            GameText::Name(_) => GameText::Name(name),
            GameText::WithFiles { files, .. } => GameText::WithFiles { name, files: files.clone() },
        };
        desk.sum(&game)
    };
    let mut any = None;
    for sum in std::iter::once_with(|| Ok(Arc::clone(&sum))).chain(std::iter::once_with(twice)) {
        let Ok(sum) = sum else { break };
        for more in 0..12 {
            let mut position = plain_start(&sum);
            if let Some(last) = position.last_mut() {
                *last += more;
            }
            let place = (Arc::clone(&sum), position);
            let found = match value(desk, &place.0, &place.1, false, limits, watch) {
                Ok(found) => found,
                Err(ImpartialError::Position(_)) => continue,
                Err(error) => return Err(error.into()),
            };
            if is_a_game(&found, &place, limits)? {
                return Ok(place);
            }
            any.get_or_insert(place);
        }
    }
    any.ok_or_else(|| Fault::bad_input("no small position to begin with: give one, such as 6,10"))
}

/// Whether the player to move wins, and not in one move.
fn is_a_game(found: &Found, place: &Place, limits: &Limits) -> Result<bool, ImpartialError> {
    if found.outcome == Outcome::Previous {
        return Ok(false);
    }
    for option in options(place, limits)? {
        if options(&option, limits)?.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn goal(sum: &Sum) -> String {
    let is_heap = |component: &Component| component.title() == "heap";
    let mut texts: Vec<&str> = Vec::new();
    for component in &sum.components {
        let text = match component {
            _ if is_heap(component) => "Take any number of counters from one heap.",
            Component::Numbers(game) => game.description.lines().next().unwrap_or(""),
            Component::Octal(_) => {
                "Take counters from a heap; what is left may be split where the code allows it."
            }
        };
        if !text.is_empty() && !texts.contains(&text) {
            texts.push(text);
        }
    }
    if sum.components.len() > 1 && !sum.components.iter().all(is_heap) {
        texts.push("Each move is made in one of the games.");
    }
    texts.push("Whoever cannot move loses.");
    texts.join(" ")
}

/// Pieces whose two numbers are a place on a board.
const PIECES: [&str; 8] =
    ["rook", "queen", "king", "knight", "dragon-king", "dragon-horse", "ryuo", "corner"];

fn board((sum, position): &Place) -> Board {
    let word = |component: &Component| {
        let title = component.title();
        title.split('(').next().unwrap_or("").trim().to_owned()
    };
    let parts = sum.split(position).unwrap_or_default();
    if let ([component], &[x, y]) = (&sum.components[..], &position[..])
        && PIECES.contains(&word(component).as_str())
    {
        return Board::Piece { x, y };
    }
    let is_chocolate = |component: &Component| word(component).starts_with("chocolate");
    if sum.components.iter().all(is_chocolate) {
        let bars = sum.components.iter().zip(parts).map(|(component, own)| bar(component, own));
        return Board::Chocolate { bars: bars.collect() };
    }
    Board::Heaps { heaps: position.clone() }
}

/// The heights of the columns of a bar: `y` is the highest row, `z` the last column.
fn bar(component: &Component, own: &[u64]) -> Vec<u64> {
    let (&[y, z], Component::Numbers(game)) = (own, component) else { return own.to_vec() };
    let is_rectangle = component.title().starts_with("chocolate-rectangle");
    let step = game.parameters.first().map_or(1, |k| k.value.max(1));
    // No more than can be shown.
    (0..=z.min(99)).map(|column| if is_rectangle { y } else { y.min(column / step) } + 1).collect()
}
