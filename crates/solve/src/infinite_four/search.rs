//! Searching a static strategy for given stones: zone heights and pairs of a core between CUP tails.
//!
//! Columns are added from left to right. What the columns further right can see of those so far is the last three
//! with their zone cells, free or joined: a *state* of a finite automaton. When a column is added, every line that
//! ends in it must hold a cell certain to be the responder's or a whole pair; if it does not, two free zone cells of
//! the line are joined, in every possible way. The steps of the automaton are kept, so one automaton answers
//! thousands of questions; a question is a search for a path between the two tails, dead ends remembered.
//!
//! Out: the core of a strategy of [`hissho_certificate::infinite_four::response`], which the checker must still accept.
//! Cost: some tens of microseconds per question once the steps are known.

use hissho_certificate::infinite_four::response::{Arena, Excludes, Node, Pair, Response, Strategy, Tail};
use hissho_rules::infinite_four::{Cell, Position, Side, Stone};
use rustc_hash::FxHashMap;

use crate::limits::{Meter, Stop};

/// Zone heights of a CUP and the follow-up column after it.
const CUP: [u32; 5] = [2, 1, 1, 2, 0];
/// Its pairs, columns counted from 1.
const CUP_PAIRS: [[(i64, u32); 2]; 3] = [[(1, 1), (2, 1)], [(1, 2), (4, 2)], [(3, 1), (4, 1)]];

/// What lies next to the core on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// CUPs at once, a follow-up column after each.
    Cup,
    /// A follow-up column, then CUPs.
    FollowUp,
}

/// CUPs for ever to the left of column `first`.
pub fn left_cups(first: i64, edge: Edge) -> Tail {
    let mirrored = right_cups(-first, edge);
    let turn = |pair: &Pair| {
        let mut cells = pair.cells.map(|cell| Cell { column: -cell.column, ..cell });
        cells.sort();
        Pair { cells, ..*pair }
    };
    let mut pairs: Vec<Pair> = mirrored.pairs.iter().map(turn).collect();
    pairs.sort();
    Tail { word: mirrored.word.into_iter().rev().collect(), pairs }
}

/// CUPs for ever to the right of column `last`.
pub fn right_cups(last: i64, edge: Edge) -> Tail {
    let by = i64::from(edge == Edge::FollowUp);
    let pairs = CUP_PAIRS.map(|cells| Pair {
        cells: cells.map(|(column, row)| Cell { column: last + by + column, row }),
        weak: false,
    });
    let mut word = CUP.to_vec();
    word.rotate_right(by as usize);
    Tail { word, pairs: pairs.to_vec() }
}

/// The core of a static strategy for `responder` with CUPs outside `first` to `last`, if one is found.
/// The position must have its stones in the core, the opponent to move.
pub fn find_core(
    position: &Position,
    responder: Side,
    first: i64,
    last: i64,
    meter: &Meter,
) -> Result<Option<Tail>, Stop> {
    meter.spend(1 + (last - first) as u64)?;
    let stacks: Vec<Stack> = (first..=last).map(|column| stack_of(position, responder, column)).collect();
    Ok(Automaton::new(Edge::Cup, u32::MAX).core(&stacks, first))
}

/// A static strategy for these stones, the opponent to move or - with `opening` - after that reply, with
/// CUP tails outside the core; with the claim it is for.
pub fn static_strategy(
    stones: &[Stone],
    responder: Side,
    opening: Option<i64>,
    first: i64,
    last: i64,
    core: Tail,
) -> (Response, Strategy) {
    strategy_with(stones, responder, opening, (first, last), Edge::Cup, u32::MAX, Node::Static(core))
}

/// A strategy with CUP tails and the claim it is for.
pub(super) fn strategy_with(
    stones: &[Stone],
    responder: Side,
    opening: Option<i64>,
    core: (i64, i64),
    edge: Edge,
    settled: u32,
    root: Node,
) -> (Response, Strategy) {
    let to_move = if opening.is_some() { responder } else { responder.other() };
    let claim = Response {
        arena: Arena::Infinite,
        stones: stones.to_vec(),
        to_move,
        responder,
        excludes: Excludes::Opponent,
    };
    let mut strategy = Strategy {
        passes: false,
        core,
        left: left_cups(core.0, edge),
        right: right_cups(core.1, edge),
        end: Tail::default(),
        opening,
        settled,
        root,
    };
    // The checker wants to know whether settled columns save a branch and whether passes are needed; it is the judge of
    // both.
    for (settled, passes) in [(u32::MAX, false), (u32::MAX, true), (settled, false), (settled, true)] {
        (strategy.settled, strategy.passes) = (settled, passes);
        if hissho_certificate::infinite_four::response::check(
            claim.clone(),
            &strategy,
            &hissho_rules::Account::unlimited(),
        )
        .is_ok()
        {
            break;
        }
    }
    (claim, strategy)
}

/// The stones of a column: a leading 1, then from the ground up a 1 for each of the responder's and a 0 for each of
/// the opponent's.
pub(super) type Stack = u32;

/// A column without stones.
pub(super) const EMPTY: Stack = 1;

/// The stones of a column of a position.
pub(super) fn stack_of(position: &Position, responder: Side, column: i64) -> Stack {
    (1..=position.height(column)).fold(EMPTY, |stack, row| {
        stack << 1 | Stack::from(position.at(Cell { column, row }) == Some(responder))
    })
}

/// The number of stones.
pub(super) fn height(stack: Stack) -> u32 {
    stack.ilog2()
}

/// Whether the stone in a row is the responder's.
pub(super) fn is_own(stack: Stack, row: u32) -> bool {
    stack >> (height(stack) - row) & 1 == 1
}

/// What is known of the partner of a zone cell: its place among the cells of the window, or one of these.
const FREE: u8 = 8;
/// Out of sight, the lowest zone cell of its column.
const OUT_LOW: u8 = 9;
/// Out of sight, not the lowest.
const OUT_HIGH: u8 = 10;

/// Three columns as the next ones see them: zone heights, and for the lower and the upper zone cell of each the
/// partner; cell `2c` is the lower one of column `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct State {
    zones: [u8; 3],
    partners: [u8; 6],
}

impl Edge {
    /// The three columns to the left of the core.
    fn start(self) -> State {
        match self {
            Edge::Cup => State { zones: [1, 1, 2], partners: [OUT_LOW, FREE, 4, FREE, 2, OUT_HIGH] },
            Edge::FollowUp => State { zones: [1, 2, 0], partners: [2, FREE, 0, OUT_HIGH, FREE, FREE] },
        }
    }

    /// The three columns to the right of it: zone height and partners. Place 4 is the lower cell of the column before.
    fn end(self) -> [(u8, [u8; 2]); 3] {
        let (left, inner) = ((2, [OUT_LOW, OUT_HIGH]), (1, [4, FREE]));
        match self {
            Edge::Cup => [left, inner, (1, [OUT_LOW, FREE])],
            Edge::FollowUp => [(0, [FREE; 2]), left, inner],
        }
    }
}

/// Whose a cell of the window may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// The responder's, certainly.
    Own,
    /// The opponent's, certainly.
    His,
    /// A zone cell, with its place.
    Zone(u8),
}

/// Two places of a window that become partners.
type Join = (u8, u8);
/// Takes each state found, with the pairs joined on the way.
type Take<'a> = &'a mut dyn FnMut(State, &[Join]);

/// Four columns: the three of a state and a new one.
struct Window {
    stacks: [Stack; 4],
    zones: [u8; 4],
    partners: [u8; 8],
}

impl Window {
    fn new(stacks: [Stack; 4], state: State, zone: u8, partners: [u8; 2]) -> Window {
        let mut window = Window {
            stacks,
            zones: [state.zones[0], state.zones[1], state.zones[2], zone],
            partners: [FREE; 8],
        };
        window.partners[..6].copy_from_slice(&state.partners);
        window.partners[6..].copy_from_slice(&partners);
        for place in 6..8 {
            let partner = window.partners[place];
            if partner < 6 {
                window.partners[usize::from(partner)] = place as u8;
            }
        }
        window
    }

    fn fate(&self, column: usize, row: u32) -> Fate {
        let (stack, zone) = (self.stacks[column], u32::from(self.zones[column]));
        let stones = height(stack);
        let is_own = match row.checked_sub(stones + 1) {
            None => is_own(stack, row),
            Some(up) if up < zone => return Fate::Zone((2 * column) as u8 + up as u8),
            Some(up) => (up - zone) % 2 == 1,
        };
        if is_own { Fate::Own } else { Fate::His }
    }

    /// The lines of the window, and those up the new column, that hold no cell of the responder: each as the set of its
    /// zone cells. Nothing if one can never be made safe.
    fn open_lines(&self) -> Option<Vec<u8>> {
        let top = |column: usize| height(self.stacks[column]) + u32::from(self.zones[column]);
        let highest = (0..4).map(top).max().unwrap_or(0);
        let vertical = (1..=top(3) + 1).any(|row| (row..row + 4).all(|row| self.fate(3, row) != Fate::Own));
        if vertical {
            return None;
        }
        let mut lines = Vec::new();
        for row in 1..=highest + 2 {
            for slope in 0..3 {
                let mut line = 0u8;
                let open = (0..4).all(|column| {
                    let up = match slope {
                        0 => 0,
                        1 => column as u32,
                        _ => 3 - column as u32,
                    };
                    match self.fate(column, row + up) {
                        Fate::Own => return false,
                        Fate::His => {}
                        Fate::Zone(place) => line |= 1 << place,
                    }
                    true
                });
                if !open {
                    continue;
                }
                if line.count_ones() < 2 {
                    return None;
                }
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        Some(lines)
    }

    /// Makes the lines safe one after the other; each way gives a state, handed on with the pairs joined.
    fn close(&mut self, lines: &[u8], joined: &mut Vec<Join>, out: Take<'_>) {
        let Some((&line, rest)) = lines.split_first() else {
            return out(self.state(), joined);
        };
        let places = move || (0..8u8).filter(move |place| line >> place & 1 == 1);
        let has_pair = places().any(|place| {
            let partner = self.partners[usize::from(place)];
            partner < 8 && line >> partner & 1 == 1
        });
        if has_pair {
            return self.close(rest, joined, out);
        }
        for one in places() {
            for two in places().filter(|&two| two / 2 > one / 2) {
                let free = |place: u8| self.partners[usize::from(place)] == FREE;
                if free(one) && free(two) && self.in_reach(one, two) && self.in_reach(two, one) {
                    self.partners[usize::from(one)] = two;
                    self.partners[usize::from(two)] = one;
                    joined.push((one, two));
                    self.close(rest, joined, out);
                    joined.pop();
                    self.partners[usize::from(one)] = FREE;
                    self.partners[usize::from(two)] = FREE;
                }
            }
        }
    }

    /// Whether the replies stay in reach when `place` gets the partner `other`: the partner of a cell under a paired
    /// one must be the lowest zone cell of its column.
    fn in_reach(&self, place: u8, other: u8) -> bool {
        let index = usize::from(place);
        if place.is_multiple_of(2) {
            self.partners[index + 1] == FREE || other.is_multiple_of(2)
        } else {
            match self.partners[index - 1] {
                FREE | OUT_LOW => true,
                below => below < 8 && below.is_multiple_of(2),
            }
        }
    }

    /// The last three columns.
    fn state(&self) -> State {
        let mut state = State { zones: [self.zones[1], self.zones[2], self.zones[3]], partners: [FREE; 6] };
        for (place, partner) in state.partners.iter_mut().enumerate() {
            *partner = match self.partners[place + 2] {
                0 => OUT_LOW,
                1 => OUT_HIGH,
                seen if seen < 8 => seen - 2,
                other => other,
            };
        }
        state
    }
}

/// Every way to add a column to a state.
fn add_column(stacks: [Stack; 4], state: State, choices: &[(u8, [u8; 2])], out: Take<'_>) {
    for &(zone, partners) in choices {
        let mut window = Window::new(stacks, state, zone, partners);
        if let Some(lines) = window.open_lines() {
            window.close(&lines, &mut Vec::new(), out);
        }
    }
}

/// The automaton for one kind of edge, with the steps seen so far.
pub(super) struct Automaton {
    edge: Edge,
    /// Columns with so many stones have no zone.
    settled: u32,
    steps: FxHashMap<([Stack; 4], State), Box<[State]>>,
    ends: FxHashMap<([Stack; 3], State), bool>,
}

/// For each column, the states from which the right end is in reach or not.
type Reach = Vec<FxHashMap<State, bool>>;

impl Automaton {
    pub(super) fn new(edge: Edge, settled: u32) -> Automaton {
        Automaton { edge, settled, steps: FxHashMap::default(), ends: FxHashMap::default() }
    }

    /// The column `index` of the core and the three before it.
    fn window(stacks: &[Stack], index: usize) -> [Stack; 4] {
        [0, 1, 2, 3].map(|step| {
            let stack = (index + step).checked_sub(3).and_then(|index| stacks.get(index));
            stack.copied().unwrap_or(EMPTY)
        })
    }

    fn choices(&self, stack: Stack) -> &'static [(u8, [u8; 2])] {
        const ALL: [(u8, [u8; 2]); 3] = [(0, [FREE; 2]), (1, [FREE; 2]), (2, [FREE; 2])];
        if height(stack) >= self.settled { &ALL[..1] } else { &ALL }
    }

    fn step(&mut self, stacks: [Stack; 4], state: State) -> &[State] {
        let choices = self.choices(stacks[3]);
        self.steps.entry((stacks, state)).or_insert_with(|| {
            let mut next = Vec::new();
            add_column(stacks, state, choices, &mut |state, _| next.push(state));
            next.sort_unstable();
            next.dedup();
            next.into()
        })
    }

    fn step_all(&mut self, stacks: [Stack; 4], states: &[State]) -> Vec<State> {
        let mut next = Vec::new();
        for &state in states {
            next.extend_from_slice(self.step(stacks, state));
        }
        next.sort_unstable();
        next.dedup();
        next
    }

    /// Whether the tail on the right fits after the last column.
    fn ends(&mut self, stacks: &[Stack], state: State) -> bool {
        let [a, b, c, _] = Self::window(stacks, stacks.len());
        let edge = self.edge;
        *self.ends.entry(([a, b, c], state)).or_insert_with(|| {
            let mut states = vec![state];
            let windows = [[a, b, c, EMPTY], [b, c, EMPTY, EMPTY], [c, EMPTY, EMPTY, EMPTY]];
            for (window, choice) in windows.into_iter().zip(edge.end()) {
                let mut next = Vec::new();
                for state in states {
                    add_column(window, state, &[choice], &mut |state, _| next.push(state));
                }
                states = next;
            }
            !states.is_empty()
        })
    }

    /// Whether the tail on the right can be reached from a state before column `index`.
    fn reaches(&mut self, stacks: &[Stack], index: usize, state: State, reach: &mut Reach) -> bool {
        if index == stacks.len() {
            return self.ends(stacks, state);
        }
        if let Some(&known) = reach[index].get(&state) {
            return known;
        }
        let next = self.step(Self::window(stacks, index), state).to_vec();
        let found = next.into_iter().any(|state| self.reaches(stacks, index + 1, state, reach));
        reach[index].insert(state, found);
        found
    }

    /// Whether a static strategy fits these columns, the opponent to move.
    pub(super) fn fits(&mut self, stacks: &[Stack]) -> bool {
        let mut reach = vec![FxHashMap::default(); stacks.len()];
        self.reaches(stacks, 0, self.edge.start(), &mut reach)
    }

    /// The first of these replies after which a static strategy fits. The replies share all but four columns.
    pub(super) fn fitting_reply(&mut self, stacks: &[Stack], replies: &[usize]) -> Option<usize> {
        let mut reach = vec![FxHashMap::default(); stacks.len()];
        let mut before = vec![vec![self.edge.start()]];
        for index in 0..stacks.len() {
            let next = self.step_all(Self::window(stacks, index), &before[index]);
            before.push(next);
        }
        let mut changed = stacks.to_vec();
        replies.iter().copied().find(|&reply| {
            changed[reply] = stacks[reply] << 1 | 1;
            let mut states = before[reply].clone();
            let beyond = (reply + 4).min(stacks.len());
            for index in reply..beyond {
                states = self.step_all(Self::window(&changed, index), &states);
            }
            // Beyond the fourth column nothing sees the reply.
            let sees = reply + 4 > stacks.len();
            let found = states.into_iter().any(|state| {
                if sees {
                    self.ends(&changed, state)
                } else {
                    self.reaches(stacks, beyond, state, &mut reach)
                }
            });
            changed[reply] = stacks[reply];
            found
        })
    }

    /// Zone heights and pairs that fit these columns, the first of which is `first`.
    pub(super) fn core(&mut self, stacks: &[Stack], first: i64) -> Option<Tail> {
        let mut reach = vec![FxHashMap::default(); stacks.len()];
        let mut state = self.edge.start();
        if !self.reaches(stacks, 0, state, &mut reach) {
            return None;
        }
        let mut core = Tail::default();
        for (index, &stack) in stacks.iter().enumerate() {
            let window = Self::window(stacks, index);
            let mut ways = Vec::new();
            add_column(window, state, self.choices(stack), &mut |next, joined| {
                ways.push((next, joined.to_vec()));
            });
            let way = ways.into_iter().find(|(next, _)| self.reaches(stacks, index + 1, *next, &mut reach));
            let (next, joined) = way.expect("the state reaches the end, so one of its steps does");
            let cell = |place: u8| {
                let column = usize::from(place / 2);
                let row = height(window[column]) + 1 + u32::from(place % 2);
                Cell { column: first + index as i64 + column as i64 - 3, row }
            };
            core.word.push(height(stack) + u32::from(next.zones[2]));
            for (one, two) in joined {
                let mut cells = [cell(one), cell(two)];
                cells.sort();
                core.pairs.push(Pair { cells, weak: false });
            }
            state = next;
        }
        core.pairs.sort();
        Some(core)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use hissho_rules::infinite_four::{Board, parse_stones};

    fn found(stones: &str, opening: i64, reach: i64) -> bool {
        let stones = parse_stones(stones).unwrap();
        let mut position = Position::of(Board::INFINITE, &stones).unwrap();
        position.drop_stone(Stone { side: Side::O, column: opening }).unwrap();
        let meter = Limits::default().start();
        for first in -reach..=-1 {
            for last in 4..=4 + reach {
                if let Some(core) = find_core(&position, Side::O, first, last, &meter).unwrap() {
                    let (claim, strategy) =
                        static_strategy(&stones, Side::O, Some(opening), first, last, core);
                    hissho_certificate::infinite_four::response::check(
                        claim,
                        &strategy,
                        &hissho_rules::Account::unlimited(),
                    )
                    .unwrap_or_else(|error| panic!("{error}"));
                    return true;
                }
            }
        }
        false
    }

    #[test]
    fn one_handicap_stone_has_static_answers_at_distance_0_2_and_3() {
        assert!(found("X0 X0", 1, 8));
        assert!(found("X0 X2", 1, 8));
        assert!(found("X0 X3", 1, 8));
        assert!(!found("X0 X1", 2, 8));
    }

    #[test]
    fn the_shared_question_has_the_answer_of_the_single_one() {
        let position = Position::of(Board::INFINITE, &parse_stones("X0 X1 O2 X-1 O-2 X1").unwrap()).unwrap();
        let stacks: Vec<Stack> = (-7..=7).map(|column| stack_of(&position, Side::O, column)).collect();
        let mut automaton = Automaton::new(Edge::Cup, 4);
        for reply in 0..stacks.len() {
            let mut after = stacks.clone();
            after[reply] = after[reply] << 1 | 1;
            let fits = automaton.fits(&after);
            assert_eq!(automaton.fitting_reply(&stacks, &[reply]).is_some(), fits, "{reply}");
            assert_eq!(automaton.core(&after, -7).is_some(), fits, "{reply}");
        }
    }
}
