//! The value of one position, its winning moves, and how the value comes about.

use hissho_rules::impartial::octal::Octal;
use hissho_rules::language::moves::OneOption;
use hissho_rules::language::tuple;
use hissho_rules::name::Component;
use hissho_rules::{Account, mex};
use hissho_solve::impartial::{self, General};
use hissho_solve::limits::{Limits, Meter, Stop};
use hissho_solve::progress::Progress;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::far::{Far, by_law};
use super::far_move::option_worth;
use super::{ImpartialError, Sum};
use crate::{Certified, Desk};

/// Who wins with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The previous player: whoever is to move loses.
    Previous,
    /// The next player: whoever is to move wins.
    Next,
}

impl Outcome {
    /// The usual letter.
    pub fn letter(self) -> &'static str {
        match self {
            Outcome::Previous => "P",
            Outcome::Next => "N",
        }
    }
}

/// A position's value, as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The Grundy value; none under misère play, and where a law gives only the outcome.
    pub grundy: Option<u64>,
    /// Who wins.
    pub outcome: Outcome,
    /// Every winning move, sorted by the position it leads to.
    pub moves: Vec<WinningMove>,
    /// The laws that were used, for a position beyond any table; of its winning moves one is named
    /// at most.
    pub laws: Vec<Law>,
}

/// A law that gave the value of a position beyond any table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    /// The law.
    pub text: String,
    /// The certificate that the checker accepted.
    pub certificate: Option<Certified>,
    /// If it is a conjecture: it was tested up to this number in each coordinate.
    pub checked_to: Option<u64>,
}

/// A move that wins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WinningMove {
    /// The whole position after it.
    pub to: Vec<u64>,
    /// In words: "take 3 from heap 2".
    pub words: String,
}

/// The options of one game of a sum, grouped by kind of move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Explained {
    /// The game.
    pub game: String,
    /// Its position.
    pub position: Vec<u64>,
    /// The kinds of move.
    pub groups: Vec<Group>,
    /// The mex of all options.
    pub mex: u32,
}

/// The options that one kind of move leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Group {
    /// What the move is called.
    pub kind: String,
    /// Options in the order in which the rules list them.
    pub options: Vec<ValuedOption>,
}

/// One option with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ValuedOption {
    /// The position it leads to.
    pub to: Vec<u64>,
    /// Its Grundy value.
    pub grundy: u32,
}

/// One option of one game of the sum.
struct Choice {
    /// Index of the move line (of the number taken, for an octal game).
    kind: usize,
    /// What the position of this game becomes.
    to: Vec<u64>,
    value: u32,
}

/// The value of a position of a sum and all its winning moves. With `misere`, the player who cannot
/// move wins.
pub fn value(
    desk: &Desk,
    sum: &Sum,
    position: &[u64],
    misere: bool,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Found, ImpartialError> {
    if misere {
        return misere_value(sum, position, limits);
    }
    let parts = sum.split(position)?;
    if parts.iter().any(|own| is_far(own)) {
        return far_value(desk, sum, &parts, limits, progress);
    }
    let mut values = Vec::new();
    let mut choices = Vec::new();
    for (component, &own) in sum.components.iter().zip(&parts) {
        let options = choices_of(desk, component, own, limits, progress)?;
        values.push(mex(options.iter().map(|c| c.value)));
        choices.push(options);
    }
    let total = values.iter().fold(0, |a, b| a ^ b);
    let mut moves = Vec::new();
    if total != 0 {
        for (index, options) in choices.iter().enumerate() {
            let target = values[index] ^ total;
            for choice in options.iter().filter(|c| c.value == target) {
                moves.push(winning_move(sum, &parts, index, choice));
            }
        }
    }
    moves.sort_unstable();
    moves.dedup_by(|a, b| a.to == b.to);
    let outcome = if total == 0 { Outcome::Previous } else { Outcome::Next };
    Ok(Found { grundy: Some(u64::from(total)), outcome, moves, laws: Vec::new() })
}

/// Most cells of a table that is made for the sake of one position.
const MOST_CELLS: u64 = 200_000_000;

/// Whether a table up to this position would be too large.
fn is_far(position: &[u64]) -> bool {
    position
        .iter()
        .try_fold(1u64, |all, &p| all.checked_mul(p.checked_add(1)?))
        .is_none_or(|cells| cells > MOST_CELLS)
}

/// The value by proved laws; near parts of the sum are worked out as usual.
fn far_value(
    desk: &Desk,
    sum: &Sum,
    parts: &[&[u64]],
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Found, ImpartialError> {
    let (mut total, mut loses) = (Some(0u64), false);
    let mut games: Vec<OneGame> = Vec::new();
    for (component, &own) in sum.components.iter().zip(parts) {
        if !is_far(own) {
            let options = choices_of(desk, component, own, limits, progress)?;
            let value = u64::from(mex(options.iter().map(|c| c.value)));
            total = total.map(|total| total ^ value);
            games.push(OneGame::Near(value, options));
            continue;
        }
        if let Component::Numbers(game) = component
            && !General::new(game, &limits.account())?
                .moves()
                .is_position(own)
                .map_err(impartial::GeneralError::from)?
        {
            let message = format!("{} is no position of {}", tuple(own), component.title());
            return Err(ImpartialError::Position(message));
        }
        let Some(found) = by_law(component, own, limits, progress) else {
            let game = component.title();
            return Err(ImpartialError::NoLaw { game, position: tuple(own) });
        };
        loses = found.is_losing;
        total = total.zip(found.grundy).map(|(a, b)| a ^ b);
        games.push(OneGame::Far(Box::new(found)));
    }
    let outcome = match total {
        Some(0) => Outcome::Previous,
        Some(_) => Outcome::Next,
        // The law gives the outcome alone, which says something about one game but not about a sum.
        None if parts.len() == 1 && !loses => Outcome::Next,
        None if parts.len() == 1 => Outcome::Previous,
        None => {
            let (game, position) = (sum.name.clone(), tuple(&parts.concat()));
            return Err(ImpartialError::NoLaw { game, position });
        }
    };
    let mut winning = None;
    for (index, game) in games.iter().enumerate().filter(|_| outcome == Outcome::Next) {
        let choice = match game {
            OneGame::Near(value, options) => {
                let wanted = total.map(|total| total ^ value);
                let choice = options.iter().find(|choice| Some(u64::from(choice.value)) == wanted);
                choice.map(|choice| Choice { kind: choice.kind, to: choice.to.clone(), value: choice.value })
            }
            OneGame::Far(far) => {
                let wanted = total.zip(far.grundy).map_or(0, |(total, own)| total ^ own);
                let found = option_worth(&sum.components[index], parts[index], far, wanted, limits);
                found.map(|(kind, to)| Choice { kind, to, value: 0 })
            }
        };
        winning = choice.map(|choice| winning_move(sum, parts, index, &choice));
        if winning.is_some() {
            break;
        }
    }
    let laws = games.into_iter().filter_map(|game| match game {
        OneGame::Far(far) => Some(far.law),
        OneGame::Near(..) => None,
    });
    let mut laws: Vec<Law> = laws.collect();
    laws.dedup();
    Ok(Found { grundy: total, outcome, moves: winning.into_iter().collect(), laws })
}

/// One game of a sum in which some are far.
enum OneGame {
    /// Its value and its options.
    Near(u64, Vec<Choice>),
    /// What a law says.
    Far(Box<Far>),
}

/// The options of each game of the sum, grouped by kind of move.
pub fn explain(
    desk: &Desk,
    sum: &Sum,
    position: &[u64],
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Vec<Explained>, ImpartialError> {
    let parts = sum.split(position)?;
    let mut all = Vec::new();
    for (component, &own) in sum.components.iter().zip(&parts) {
        let choices = choices_of(desk, component, own, limits, progress)?;
        let mut groups: Vec<(usize, Group)> = Vec::new();
        for choice in &choices {
            let option = ValuedOption { to: choice.to.clone(), grundy: choice.value };
            match groups.iter_mut().find(|(kind, _)| *kind == choice.kind) {
                Some((_, group)) => group.options.push(option),
                None => {
                    let kind = kind_name(component, choice.kind);
                    groups.push((choice.kind, Group { kind, options: vec![option] }));
                }
            }
        }
        groups.sort_by_key(|(kind, _)| *kind);
        all.push(Explained {
            game: component.title(),
            position: own.to_vec(),
            groups: groups.into_iter().map(|(_, group)| group).collect(),
            mex: mex(choices.iter().map(|c| c.value)),
        });
    }
    Ok(all)
}

fn kind_name(component: &Component, kind: usize) -> String {
    match component {
        Component::Numbers(game) => {
            let line = &game.moves[kind];
            line.label.clone().unwrap_or_else(|| line.text.clone())
        }
        Component::Octal(_) => format!("take {kind}"),
    }
}

/// A move of one game of the sum, in words and by where it leads.
fn winning_move(sum: &Sum, parts: &[&[u64]], index: usize, choice: &Choice) -> WinningMove {
    let mut to = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        to.extend_from_slice(if i == index { &choice.to } else { part });
    }
    let from = parts[index];
    let heap: usize = sum.components[..index].iter().map(Component::dimension).sum();
    let words = match &sum.components[index] {
        Component::Numbers(game) if game.dimension == 1 && choice.to[0] < from[0] => {
            let heaps = if parts.len() > 1 { format!("heap {}", heap + 1) } else { "the heap".to_owned() };
            format!("take {} from {heaps}", from[0] - choice.to[0])
        }
        Component::Octal(_) => {
            format!("take {} from {} and leave {}", choice.kind, from[0], tuple(&choice.to))
        }
        component if parts.len() == 1 => kind_name(component, choice.kind),
        component => format!("{} in {}", kind_name(component, choice.kind), tuple(from)),
    };
    WinningMove { to, words }
}

/// All options of one game with their values.
fn choices_of(
    desk: &Desk,
    component: &Component,
    position: &[u64],
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Vec<Choice>, ImpartialError> {
    let not_a_position = || {
        let message = format!("{} is no position of {}", tuple(position), component.title());
        Err(ImpartialError::Position(message))
    };
    match component {
        Component::Octal(octal) => {
            let heap = usize::try_from(position[0]).map_err(|_| ImpartialError::Stop(Stop::Memory))?;
            let values = impartial::octal_values(octal, heap + 1, limits, progress)?;
            let mut choices = Vec::new();
            octal.for_each_option(heap, &mut |parts| {
                let (to, kind) = heaps_after(heap, parts);
                let value = parts.iter().fold(0, |sum, &part| sum ^ values[part]);
                choices.push(Choice { kind, to, value });
            });
            Ok(choices)
        }
        Component::Numbers(game) => {
            let (account, meter) = (limits.account(), limits.start());
            let mut general = General::new(game, &account)?;
            if !general.moves().is_position(position).map_err(impartial::GeneralError::from)? {
                return not_a_position();
            }
            let shape: Option<Vec<usize>> =
                position.iter().map(|&p| usize::try_from(p).ok()?.checked_add(1)).collect();
            let shape = shape.ok_or(ImpartialError::Stop(Stop::Memory))?;
            let plan = impartial::plan(game, &shape)?;
            let mut options = Vec::new();
            general
                .moves()
                .for_each_option(position, &mut |kind, option| {
                    account.hold::<OneOption>(1)?;
                    options.push((kind, option.to_vec()));
                    Ok(())
                })
                .map_err(|stuck| impartial::GeneralError::from(stuck).seen_by(&meter))?;
            let mut choices = Vec::new();
            if plan.general_because.is_none() {
                let table = desk.table(game, &shape, limits, progress)?;
                for (kind, to) in options {
                    // Moves of games with a shape stay in the box.
                    let Some(value) = table.get(&to) else {
                        return not_a_position();
                    };
                    choices.push(Choice { kind, to, value });
                }
            } else {
                for (kind, to) in options {
                    let Some(value) = general.value(&to, &meter)? else {
                        return not_a_position();
                    };
                    choices.push(Choice { kind, to, value });
                }
            }
            Ok(choices)
        }
    }
}

/// Outcome when the player who cannot move wins, by looking at every position that can be reached.
fn misere_value(sum: &Sum, position: &[u64], limits: &Limits) -> Result<Found, ImpartialError> {
    let parts = sum.split(position)?;
    let account = limits.account();
    let games = sum.components.iter().map(|component| match component {
        Component::Numbers(game) => General::new(game, &account).map(Rules::Numbers),
        Component::Octal(octal) => Ok(Rules::Octal(octal)),
    });
    let mut search = Misere {
        games: games.collect::<Result<_, _>>()?,
        known: FxHashMap::default(),
        meter: limits.start(),
        account: &account,
    };
    for (index, &own) in parts.iter().enumerate() {
        if let Rules::Numbers(general) = &mut search.games[index]
            && !general.moves().is_position(own).map_err(impartial::GeneralError::from)?
        {
            let message = format!("{} is no position of {}", tuple(own), sum.components[index].title());
            return Err(ImpartialError::Position(message));
        }
    }
    let start: State = parts.iter().map(|own| own.to_vec()).collect();
    let is_win = search.is_win(&start)?;
    let mut moves = Vec::new();
    if is_win {
        for (index, choice, after) in search.options(&start)? {
            if !search.is_win(&after)? {
                moves.push(winning_move(sum, &parts, index, &choice));
            }
        }
    }
    moves.sort_unstable();
    moves.dedup_by(|a, b| a.to == b.to);
    let outcome = if is_win { Outcome::Next } else { Outcome::Previous };
    Ok(Found { grundy: None, outcome, moves, laws: Vec::new() })
}

/// What a position of a sum takes in a list, in options.
const ROOM: usize = 2;

/// For each game of a sum the numbers of its position; for an octal game its heaps, sorted.
type State = Vec<Vec<u64>>;

enum Rules<'s> {
    Numbers(General<'s>),
    Octal(&'s Octal),
}

struct Misere<'s> {
    games: Vec<Rules<'s>>,
    known: FxHashMap<State, bool>,
    meter: Meter,
    account: &'s Account,
}

impl Misere<'_> {
    /// Options of the whole sum: index of the game, the move, position after it. Their room is
    /// held.
    fn options(&mut self, state: &State) -> Result<Vec<(usize, Choice, State)>, ImpartialError> {
        let mut all = Vec::new();
        for (index, own) in state.iter().enumerate() {
            let mut add = |kind: usize, to: Vec<u64>, numbers: Vec<u64>| {
                let mut after = state.clone();
                after[index] = numbers;
                all.push((index, Choice { kind, to, value: 0 }, after));
            };
            match &mut self.games[index] {
                Rules::Numbers(general) => {
                    let mut visit = |kind: usize, option: &[u64]| {
                        self.account.hold::<OneOption>(ROOM)?;
                        add(kind, option.to_vec(), option.to_vec());
                        Ok(())
                    };
                    let listed = general.moves().for_each_option(own, &mut visit);
                    listed.map_err(|stuck| impartial::GeneralError::from(stuck).seen_by(&self.meter))?;
                }
                Rules::Octal(octal) => {
                    for (at, &heap) in own.iter().enumerate() {
                        let size = usize::try_from(heap).map_err(|_| ImpartialError::Stop(Stop::Memory))?;
                        octal.for_each_option(size, &mut |parts| {
                            let (to, kind) = heaps_after(size, parts);
                            let mut heaps = own.clone();
                            heaps.remove(at);
                            heaps.extend(to.iter().filter(|&&heap| heap > 0));
                            heaps.sort_unstable();
                            add(kind, to, heaps);
                        });
                    }
                }
            }
        }
        Ok(all)
    }

    /// Whether the player to move wins.
    fn is_win(&mut self, state: &State) -> Result<bool, ImpartialError> {
        let mut under_way = vec![state.clone()];
        while let Some(state) = under_way.last().cloned() {
            if self.known.contains_key(&state) {
                under_way.pop();
                continue;
            }
            self.meter.spend(1).map_err(ImpartialError::Stop)?;
            let options = self.options(&state)?;
            let missing = options.iter().find(|(_, _, to)| !self.known.contains_key(to));
            let has_win = options.iter().any(|(_, _, to)| self.known.get(to) == Some(&false));
            match missing {
                Some((_, _, to)) if !has_win => under_way.push(to.clone()),
                _ => {
                    let held = self.account.hold::<OneOption>(ROOM);
                    held.map_err(|_| ImpartialError::Stop(Stop::Memory))?;
                    self.known.insert(state, has_win || options.is_empty());
                    under_way.pop();
                }
            }
            self.account.release::<OneOption>(ROOM * options.len());
        }
        Ok(self.known[state])
    }
}

/// The heaps that a move leaves of a heap of `size`, and how many counters it takes.
pub(super) fn heaps_after(size: usize, parts: [usize; 3]) -> (Vec<u64>, usize) {
    let first = parts.iter().position(|&part| part > 0).unwrap_or(2);
    (parts[first..].iter().map(|&part| part as u64).collect(), size - parts.iter().sum::<usize>())
}
