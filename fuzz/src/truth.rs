//! What accepted sentences are held against: the truth by brute force, where the game is small.
//!
//! Everything here follows the definitions and nothing else: every move is found by trying every position, every
//! formula by trying every number, every play by trying every reply. Nothing is shared with the checkers except what a
//! claim and a rules text are. [`is_true`] answers `None` where brute force does not reach.
//!
//! Long because it holds the definitions of every kind, one after the other.

use std::collections::{HashMap, HashSet};

use certificate::automata::Automatic;
use certificate::bricks::{BuildingCount, Scope};
use certificate::connection::{Connection, Formula as Joining, Geometry};
use certificate::evaluation::{Evaluation, What};
use certificate::forced_win::ForcedWin;
use certificate::repetition::{RepetitionClaim, RepetitionFact};
use certificate::strategy::{Goal, Strategy};
use certificate::word::{Subject, WordClaim, WordFact};
use certificate::zone_game::{Groups, ZoneGame};
use certificate::{Claim, Strength, rules_text};
use rules::brick::{Brick, Building, Placement};
use rules::filling::{Board, End};
use rules::hex::{CellSet, Position};
use rules::infinite_four::{self, Cell, Direction, Side, Stone};
use rules::language::Function;
use rules::language::syntax::{ClaimBody, Comparison, Formula, Game, Statement, Term};
use rules::mex;
use rules::word::Word;

/// Whether the claim is true, if brute force can say so.
pub fn is_true(claim: &Claim) -> Option<bool> {
    match claim {
        Claim::Automatic(claim) => automatic(claim),
        Claim::Buildings(claim) => buildings(claim),
        Claim::Connection(claim) => connection(claim),
        Claim::Evaluation(claim) => evaluation(claim),
        Claim::ForcedWin(claim) => forced_win(claim),
        Claim::GrundyBox(claim) => {
            let game = rules_text::game(&claim.rules, &claim.parameters).ok()?;
            let mut values = Values::new(&game)?;
            let last: Vec<u64> = claim.shape.iter().map(|&n| n as u64 - 1).collect();
            let in_order = places_up_to(&last)?;
            let table = in_order.iter().zip(&claim.values);
            all(table.map(|(place, &given)| {
                let found = values.grundy(place)?;
                Some(found.map_or(given == certificate::grundy_box::NO_POSITION, |value| value == given))
            }))
        }
        Claim::GrundyPeriod(claim) => {
            let (takes, far) = (claim.game.takes(), far(claim.preperiod, claim.period)?);
            let mut found: Vec<u32> = Vec::new();
            for heap in 0..far + *takes.last()? {
                let options = takes.iter().filter(|&&take| take <= heap).map(|&take| found[heap - take]);
                found.push(mex(options));
            }
            Some(repeats(&found, claim.preperiod, claim.period))
        }
        Claim::OctalPeriod(claim) => {
            let far = far(claim.preperiod, claim.period)?.min(800);
            let mut found: Vec<u32> = Vec::new();
            for heap in 0usize..far {
                let mut options = Vec::new();
                // The digit of a number taken: 1 if nothing may be left, 2 if one heap may, 4 if two.
                for (take, digit) in claim.game.digits().iter().enumerate() {
                    let Some(left) = heap.checked_sub(take) else { continue };
                    if left == 0 && digit & 1 != 0 {
                        options.push(0);
                    }
                    if left > 0 && digit & 2 != 0 {
                        options.push(found[left]);
                    }
                    if digit & 4 != 0 {
                        options.extend((1..left).map(|one| found[one] ^ found[left - one]));
                    }
                }
                found.push(mex(options));
            }
            Some(repeats(&found, claim.preperiod, claim.period))
        }
        Claim::Repetition(claim) => repetition(claim),
        Claim::Strategy(claim) => strategy(claim),
        Claim::Towers(claim) => {
            let brick = claim.brick;
            let most = if brick.long() <= 2 { 3 } else { 2 };
            let small = brick.long() <= 4;
            all((1..=most).filter(|_| small).map(|n| {
                let towers =
                    every_building(brick, n).into_iter().filter(|b| b.profile().height() == n as usize);
                let free: HashSet<Building> = towers.map(|building| building.canonical(brick)).collect();
                Some(claim.count(n) == Some(free.len() as u128))
            }))
            .filter(|_| small)
        }
        Claim::Word(claim) => word(claim),
        Claim::ZoneGame(claim) => zone_game(claim),
        _ => None,
    }
}

/// False if one is false, unknown if one is unknown and none false, otherwise true.
fn all(parts: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut so_far = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => so_far = None,
        }
    }
    so_far
}

// Heaps

/// As far as a period is looked at.
fn far(preperiod: usize, period: usize) -> Option<usize> {
    let far = preperiod.checked_add(period.checked_mul(4)?)?.checked_add(40)?;
    Some(far).filter(|&far| far <= 4_000)
}

fn repeats(values: &[u32], preperiod: usize, period: usize) -> bool {
    (preperiod..values.len().saturating_sub(period)).all(|heap| values[heap] == values[heap + period])
}

// The rules language, by its definition

/// True, false or neither; `Err` where brute force does not reach.
type Truth = Result<Option<bool>, Far>;

/// Beyond brute force.
struct Far;

/// Quantifiers run up to here.
const RANGE: u64 = 24;

/// Games with functions of their own.
type Called<'a> = dyn FnMut(&str, &[u64]) -> Option<Option<u64>> + 'a;

/// Evaluates terms and formulas.
struct Meaning<'a> {
    values: Vec<u64>,
    called: &'a mut Called<'a>,
    left: u64,
}

impl Meaning<'_> {
    fn term(&mut self, term: &Term) -> Result<Option<u64>, Far> {
        self.left = self.left.checked_sub(1).ok_or(Far)?;
        let mut two = |a: &Term, b: &Term| Ok(self.term(a)?.zip(self.term(b)?));
        Ok(match term {
            Term::Number(n) => Some(*n),
            Term::Variable(v) => Some(self.values[v.0]),
            Term::Add(a, b) => match two(a, b)? {
                Some((a, b)) => Some(a.checked_add(b).ok_or(Far)?),
                None => None,
            },
            Term::Subtract(a, b) => two(a, b)?.and_then(|(a, b)| a.checked_sub(b)),
            Term::Scale(k, a) => match self.term(a)? {
                Some(a) => Some(a.checked_mul(*k).ok_or(Far)?),
                None => None,
            },
            Term::Divide(a, k) => self.term(a)?.map(|a| a / k),
            Term::Remainder(a, k) => self.term(a)?.map(|a| a % k),
            Term::Xor(a, b) => two(a, b)?.map(|(a, b)| a ^ b),
            Term::Min(a, b) => two(a, b)?.map(|(a, b)| a.min(b)),
            Term::Max(a, b) => two(a, b)?.map(|(a, b)| a.max(b)),
            Term::If(condition, a, b) => match self.formula(condition)? {
                Some(true) => self.term(a)?,
                Some(false) => self.term(b)?,
                None => None,
            },
            Term::Floor(a, factor) => {
                let (p, q, r, d) = factor.parts();
                let Some(a) = self.term(a)? else { return Ok(None) };
                let a = i128::from(u32::try_from(a).map_err(|_| Far)?);
                if [p, q, r, d].iter().any(|part| part.abs() > 1 << 20) {
                    return Err(Far);
                }
                // The largest n with n r <= a p + a q sqrt(d), by squares.
                let fits = |n: i128| {
                    let (left, right) = (n * r - a * p, a * q);
                    let squares = left * left <= right * right * d;
                    match (left >= 0, right >= 0) {
                        (true, true) => squares,
                        (true, false) => left == 0 && right == 0,
                        (false, true) => true,
                        (false, false) => left * left >= right * right * d,
                    }
                };
                let (mut low, mut high) = (0, 1 << 40);
                while low < high {
                    let middle = (low + high + 1) / 2;
                    if fits(middle) { low = middle } else { high = middle - 1 }
                }
                Some(low as u64)
            }
            Term::Call(name, arguments) => {
                let mut numbers = Vec::new();
                for argument in arguments {
                    let Some(number) = self.term(argument)? else { return Ok(None) };
                    numbers.push(number);
                }
                (self.called)(name, &numbers).ok_or(Far)?
            }
        })
    }

    fn formula(&mut self, formula: &Formula) -> Truth {
        self.left = self.left.checked_sub(1).ok_or(Far)?;
        Ok(match formula {
            Formula::True => Some(true),
            Formula::False => Some(false),
            Formula::Compare(how, a, b) => {
                let (Some(a), Some(b)) = (self.term(a)?, self.term(b)?) else { return Ok(None) };
                Some(match how {
                    Comparison::Equal => a == b,
                    Comparison::Less => a < b,
                    Comparison::AtMost => a <= b,
                })
            }
            Formula::Not(a) => self.formula(a)?.map(|a| !a),
            Formula::And(parts) => {
                let mut so_far = Some(true);
                for part in parts {
                    so_far = and(so_far, self.formula(part)?);
                }
                so_far
            }
            Formula::Or(parts) => {
                let mut none = Some(true);
                for part in parts {
                    none = and(none, self.formula(part)?.map(|a| !a));
                }
                none.map(|none| !none)
            }
            Formula::Implies(a, b) => {
                let (a, b) = (self.formula(a)?, self.formula(b)?);
                and(a, b.map(|b| !b)).map(|both| !both)
            }
            Formula::Iff(a, b) => self.formula(a)?.zip(self.formula(b)?).map(|(a, b)| a == b),
            Formula::Exists(v, body) => self.some(v.0, body, true)?,
            Formula::Forall(v, body) => self.some(v.0, body, false)?.map(|some| !some),
        })
    }

    /// Whether the body has this truth for some number. A number beyond the range is thought of only where the body
    /// says itself that it makes no difference.
    fn some(&mut self, v: usize, body: &Formula, truth: bool) -> Truth {
        let mut none = Some(true);
        for value in 0..=RANGE {
            self.values[v] = value;
            let found = self.formula(body)?;
            if found == Some(truth) {
                return Ok(Some(true));
            }
            none = and(none, found.map(|found| found != truth));
        }
        // exists v . v < t and …, forall v . v < t implies …
        let limits: &[Formula] = match body {
            Formula::And(parts) if truth => parts,
            Formula::Implies(limit, _) if !truth => match &**limit {
                Formula::And(parts) => parts,
                one => std::slice::from_ref(one),
            },
            one if truth => std::slice::from_ref(one),
            _ => &[],
        };
        for limit in limits {
            if let Formula::Compare(Comparison::Less | Comparison::AtMost, Term::Variable(w), bound) = limit
                && w.0 == v
                && bound.only_uses(|used| used.0 != v)
                && self.term(bound)?.is_some_and(|bound| bound <= RANGE)
            {
                return Ok(none.map(|none| !none));
            }
        }
        Err(Far)
    }
}

fn and(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Steps for one formula.
const STEPS: u64 = 2_000_000;

/// The truth of a formula at these numbers, without functions.
fn truth_at(formula: &Formula, names: usize, values: &[u64]) -> Truth {
    let mut values = values.to_vec();
    values.resize(names.max(values.len()), 0);
    Meaning { values, called: &mut |_, _| None, left: STEPS }.formula(formula)
}

/// The value of a term at these numbers, without functions.
fn value_at(term: &Term, names: usize, values: &[u64]) -> Result<Option<u64>, Far> {
    let mut values = values.to_vec();
    values.resize(names.max(values.len()), 0);
    Meaning { values, called: &mut |_, _| None, left: STEPS }.term(term)
}

/// Every place with these largest coordinates, in the order of the dictionary.
fn places_up_to(last: &[u64]) -> Option<Vec<Vec<u64>>> {
    let count = last.iter().try_fold(1u64, |all, &n| all.checked_mul(n.checked_add(1)?))?;
    let mut places = vec![Vec::new()];
    for &n in last.iter().filter(|_| count <= 2_000) {
        let longer =
            |place: &Vec<u64>| (0..=n).map(|x| [place.as_slice(), &[x]].concat()).collect::<Vec<_>>();
        places = places.iter().flat_map(longer).collect();
    }
    Some(places).filter(|_| count <= 2_000)
}

/// Largest sum of coordinates of a position that is looked at.
const LARGEST_SUM: u64 = 14;

/// The Grundy values of a game whose measure is the sum of the coordinates.
struct Values<'g> {
    game: &'g Game,
    /// The options of each position; `None` for what is no position.
    options: HashMap<Vec<u64>, Option<Vec<Vec<u64>>>>,
    known: HashMap<Vec<u64>, Option<u32>>,
}

impl<'g> Values<'g> {
    fn new(game: &'g Game) -> Option<Values<'g>> {
        let is_small = !game.order_is_given && game.dimension <= 3;
        is_small.then(|| Values { game, options: HashMap::new(), known: HashMap::new() })
    }

    /// All positions one move leads to, by trying every place with a smaller sum.
    fn options(&mut self, position: &[u64]) -> Option<Option<Vec<Vec<u64>>>> {
        if let Some(known) = self.options.get(position) {
            return Some(known.clone());
        }
        let sum: u64 = position.iter().try_fold(0u64, |sum, &x| sum.checked_add(x))?;
        if sum > LARGEST_SUM {
            return None;
        }
        let names = self.game.names.len();
        let holds = |formula: &Formula, values: &[u64]| {
            truth_at(formula, names, values).ok().map(|truth| truth == Some(true))
        };
        let mut options = None;
        if holds(&self.game.domain, position)? {
            let mut found = Vec::new();
            for place in places_up_to(&vec![sum; position.len()])? {
                if place.iter().sum::<u64>() >= sum || !holds(&self.game.domain, &place)? {
                    continue;
                }
                for line in &self.game.moves {
                    if holds(&line.condition, &[position, &place].concat())? {
                        found.push(place);
                        break;
                    }
                }
            }
            options = Some(found);
        }
        self.options.insert(position.to_vec(), options.clone());
        Some(options)
    }

    /// The Grundy value; inside, `None` for what is no position.
    fn grundy(&mut self, position: &[u64]) -> Option<Option<u32>> {
        if let Some(known) = self.known.get(position) {
            return Some(*known);
        }
        let value = match self.options(position)? {
            None => None,
            Some(options) => {
                let values: Option<Vec<u32>> = options.iter().map(|o| self.grundy(o).flatten()).collect();
                Some(mex(values?))
            }
        };
        self.known.insert(position.to_vec(), value);
        Some(value)
    }
}

fn evaluation(claim: &Evaluation) -> Option<bool> {
    let mut known = vec![Function { name: "bit".to_owned(), arity: 2 }];
    let mut games = Vec::new();
    for function in &claim.functions {
        let game = rules_text::game(&function.rules, &function.parameters).ok()?;
        let arity = if function.what == What::Move { 2 * game.dimension } else { game.dimension };
        known.push(Function { name: function.name.clone(), arity });
        games.push(game);
    }
    let mut values = games.iter().map(Values::new).collect::<Option<Vec<_>>>()?;
    let mut called = |name: &str, numbers: &[u64]| {
        if name == "bit" {
            return Some(Some(u64::from(numbers[1] < 64 && numbers[0] >> numbers[1] & 1 == 1)));
        }
        let at = claim.functions.iter().position(|function| function.name == name)?;
        match claim.functions[at].what {
            What::Grundy => Some(values[at].grundy(numbers)?.map(u64::from)),
            What::Options => Some(values[at].options(numbers)?.map(|options| options.len() as u64)),
            What::Move => {
                let (from, to) = numbers.split_at(numbers.len() / 2);
                values[at].options(to)?;
                Some(values[at].options(from)?.map(|options| u64::from(options.contains(&to.to_vec()))))
            }
        }
    };
    let statement = Statement::parse(&claim.formula, &[], &known).ok()?;
    // What a move from or to no position is worth is the page's affair.
    let is_plain = claim.functions.iter().all(|function| function.what != What::Move);
    let mut meaning = Meaning { values: vec![0; statement.names.len()], called: &mut called, left: STEPS };
    let found = meaning.formula(&statement.formula).ok()? == Some(true);
    Some(found == claim.counterexample.is_none()).filter(|_| is_plain)
}

fn automatic(claim: &Automatic) -> Option<bool> {
    let (claim, denied) = match claim {
        Automatic::Fails { of, values, .. } => (&**of, Some(values)),
        plain => (plain, None),
    };
    // A law that fails at a place fails there or at a position with a smaller sum.
    let reach = match denied {
        None => LARGEST_SUM / 2,
        Some(values) => values.iter().try_fold(0u64, |sum, &v| sum.checked_add(u64::try_from(v).ok()?))?,
    };
    let holds = match claim {
        Automatic::Formula { text, holds } => {
            let statement = certificate::automata::parse_statement(text).ok()?;
            let found = truth_at(&statement.formula, statement.names.len(), &[]).ok()?;
            Some(found == Some(*holds))
        }
        Automatic::Claim { rules, parameters, claim } => {
            let game = rules_text::game(&format!("{rules}claim {claim}\n"), parameters).ok()?;
            let body = &game.claims.last()?.body;
            let names = game.names.len();
            at_every_position(&game, reach, |place, values| match body {
                ClaimBody::Grundy(term) => {
                    let said = value_at(term, names, place).ok()?;
                    Some(said == Some(u64::from(values.grundy(place)??)))
                }
                ClaimBody::Losing(condition) => {
                    let said = truth_at(condition, names, place).ok()?;
                    Some((said == Some(true)) == (values.grundy(place)?? == 0))
                }
                ClaimBody::Formula(formula) => Some(truth_at(formula, names, place).ok()? == Some(true)),
            })
        }
        Automatic::Automaton { rules, parameters, system, automaton } => {
            let game = rules_text::game(rules, parameters).ok()?;
            at_every_position(&game, reach, |place, values| {
                let accepts = |more: &[u32]| {
                    let numbers = place.iter().copied().chain(more.iter().map(|&value| u64::from(value)));
                    let word = system.word(&numbers.map(u128::from).collect::<Vec<_>>())?;
                    Some(automaton.accepting[automaton.run(word) as usize])
                };
                let value = values.grundy(place)??;
                match automaton.tracks == place.len() {
                    true => Some(accepts(&[])? == (value == 0)),
                    false => all((0..=value + 2).map(|other| Some(accepts(&[other])? == (other == value)))),
                }
            })
        }
        Automatic::Fails { .. } => None,
    };
    match denied {
        None => holds,
        // What holds as far as was looked at may fail only beyond it, and a measure is another matter.
        Some(_) => holds.filter(|holds| !holds).map(|holds| !holds),
    }
}

/// Whether something holds at every position up to a sum of coordinates.
fn at_every_position(
    game: &Game,
    reach: u64,
    mut holds: impl FnMut(&[u64], &mut Values<'_>) -> Option<bool>,
) -> Option<bool> {
    let mut values = Values::new(game)?;
    let reach = reach.min(LARGEST_SUM);
    let places = places_up_to(&vec![reach; game.dimension])?;
    let mut unknown = false;
    for place in places.iter().filter(|place| place.iter().sum::<u64>() <= reach) {
        match values.options(place) {
            Some(None) => continue,
            None => unknown = true,
            Some(Some(_)) => match holds(place, &mut values) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => unknown = true,
            },
        }
    }
    (!unknown).then_some(true)
}

// Boards

fn strategy(claim: &Strategy) -> Option<bool> {
    let positions = claim.record.split(" / ").map(|record| {
        let board = Board::after(&claim.game, record).ok()?;
        let mut left = 60_000;
        let winner = winner(&board, &mut HashMap::new(), &mut left)?;
        Some(winner == Some(claim.owner) || (winner.is_none() && claim.goal == Goal::NotLose))
    });
    all(positions)
}

/// What is in each slot, and the colour to move.
type Filling = (Vec<Option<usize>>, Option<usize>);

/// The side that wins, by plain recursion; inside, `None` for a draw.
fn winner(
    board: &Board<'_>,
    known: &mut HashMap<Filling, Option<usize>>,
    left: &mut u32,
) -> Option<Option<usize>> {
    match board.end() {
        Some(End::Win(side)) => return Some(Some(side)),
        Some(End::Draw) => return Some(None),
        None => {}
    }
    let key = (board.content().to_vec(), board.turn());
    if let Some(&value) = known.get(&key) {
        return Some(value);
    }
    *left = left.checked_sub(1)?;
    let mover = board.turn().map(|colour| board.game().sides()[colour]);
    let mut values = Vec::new();
    for slot in board.moves() {
        values.push(winner(&board.play(slot)?, known, left)?);
    }
    let value = [mover, None].into_iter().find(|value| values.contains(value)).unwrap_or(values[0]);
    known.insert(key, value);
    Some(value)
}

fn connection(claim: &Connection) -> Option<bool> {
    match claim {
        Connection::Wins { position, winner } => {
            let is_small = position.empty().len() <= 9;
            is_small.then(|| hex_winner(position, &mut HashMap::new()) == *winner)
        }
        Connection::Holds { size, owner, stones, carrier, formula, minimal } => {
            if carrier.len() > 8 {
                return None;
            }
            let geometry = Geometry::new(*size, *owner);
            let keeps =
                |carrier: CellSet| keeps(carrier, *stones, &mut |own| joined(&geometry, own, formula));
            let is_disjoint = stones.is_disjoint(*carrier);
            let none_spare = !*minimal || carrier.cells().all(|cell| !keeps(carrier.without(cell)));
            Some(is_disjoint && keeps(*carrier) && none_spare)
        }
    }
}

fn hex_winner(position: &Position, known: &mut HashMap<Position, rules::hex::Player>) -> rules::hex::Player {
    if let Some(winner) = position.winner() {
        return winner;
    }
    if let Some(&winner) = known.get(position) {
        return winner;
    }
    let mover = position.to_move;
    let wins = position
        .empty()
        .cells()
        .any(|cell| position.after(cell).is_ok_and(|after| hex_winner(&after, known) == mover));
    let winner = if wins { mover } else { mover.other() };
    known.insert(*position, winner);
    winner
}

/// Is the formula true when the owner has exactly `own`?
fn joined(geometry: &Geometry, own: CellSet, formula: &Joining) -> bool {
    match formula {
        Joining::Joined(a, b) => {
            let (mut reached, mut before) = (CellSet::of(*a), CellSet::EMPTY);
            while reached != before {
                before = reached;
                for stone in before.cells() {
                    reached = reached.or(geometry.near(stone).and(own));
                }
            }
            a == b || own.contains(*a) && reached.contains(*b)
        }
        Joining::And(parts) => parts.iter().all(|part| joined(geometry, own, part)),
        Joining::Or(parts) => parts.iter().any(|part| joined(geometry, own, part)),
    }
}

/// Does the owner of `own` reach what is good when the opponent moves first in `empty`, and may pass?
fn keeps(empty: CellSet, own: CellSet, is_good: &mut impl FnMut(CellSet) -> bool) -> bool {
    let mut answers = |left: CellSet| {
        left.is_empty() && is_good(own)
            || left.cells().any(|reply| keeps(left.without(reply), own.with(reply), is_good))
    };
    answers(empty) && empty.cells().all(|taken| answers(empty.without(taken)))
}

fn forced_win(claim: &ForcedWin) -> Option<bool> {
    if claim.plies > 4 || claim.stones.len() > 12 {
        return None;
    }
    let position = infinite_four::Position::of(infinite_four::Board::INFINITE, &claim.stones).ok()?;
    Some(makes_four(position, claim.to_move, claim.winner, claim.plies))
}

/// Whether `winner` makes a four within so many stones, whatever the other does; a column far away stands for all
/// those that touch nothing.
fn makes_four(position: infinite_four::Position, side: Side, winner: Side, plies: usize) -> bool {
    if plies == 0 {
        return false;
    }
    let mut columns: Vec<i64> = position.occupied().flat_map(|column| column - 3..=column + 3).collect();
    columns.push(columns.iter().max().copied().unwrap_or(0) + 20);
    columns.sort_unstable();
    columns.dedup();
    let mut after = |column: i64| {
        let mut next = position.clone();
        next.drop_stone(Stone { side, column }).ok()?;
        let four = next.four_at_top(column).is_some();
        Some(if four { side == winner } else { makes_four(next, side.other(), winner, plies - 1) })
    };
    let mut outcomes = columns.into_iter().filter_map(&mut after);
    if side == winner { outcomes.any(|wins| wins) } else { outcomes.all(|wins| wins) }
}

fn zone_game(claim: &ZoneGame) -> Option<bool> {
    let cells: Vec<Cell> = (claim.first..)
        .zip(&claim.word)
        .flat_map(|(column, &height)| (1..=height).map(move |row| Cell { column, row }))
        .take(10)
        .collect();
    if cells.len() > 8 || claim.unique.is_some() {
        return None;
    }
    let number = |of: Cell| cells.iter().position(|&cell| cell == of);
    // Each group, and whether the second must not have all of it either.
    let mut groups: Vec<(Vec<usize>, bool)> = Vec::new();
    match &claim.groups {
        Groups::Pairs(pairs) => {
            for pair in pairs {
                let two = pair.cells.iter().map(|&cell| number(cell)).collect::<Option<Vec<_>>>()?;
                groups.push((two, !pair.weak));
            }
        }
        Groups::Lines => {
            let heights: HashMap<i64, u32> = (claim.first..).zip(claim.word.iter().copied()).collect();
            for &column in heights.keys() {
                for (row, direction) in (1..=12).flat_map(|row| Direction::ALL.map(|d| (row, d))) {
                    let line = direction.line(Cell { column, row });
                    let Some(tops) =
                        line.iter().map(|cell| heights.get(&cell.column)).collect::<Option<Vec<_>>>()
                    else {
                        continue;
                    };
                    let mut parts = line.iter().zip(tops);
                    let seconds = |(cell, &top): (&Cell, &u32)| cell.row > top && (cell.row - top) % 2 == 0;
                    if !parts.any(seconds) {
                        groups.push((line.iter().filter_map(|&cell| number(cell)).collect(), false));
                    }
                }
            }
        }
    }
    let mut zone = Zone { word: &claim.word, passes: claim.passes, groups, known: HashMap::new() };
    Some(zone.holds(&vec![b'.'; cells.len()]) == claim.kept)
}

/// A zone game; a position is one letter for each cell: `f` for the first, `s` for the second.
struct Zone<'a> {
    word: &'a [u32],
    passes: bool,
    groups: Vec<(Vec<usize>, bool)>,
    known: HashMap<Vec<u8>, bool>,
}

impl Zone<'_> {
    fn bad(&self, board: &[u8]) -> bool {
        self.groups.iter().any(|(group, both)| {
            let has_all = |letter: u8| group.iter().all(|&at| board[at] == letter);
            has_all(b'f') || (*both && has_all(b's'))
        })
    }

    fn free(&self, board: &[u8]) -> Vec<usize> {
        let mut start = 0;
        let columns = self.word.iter().filter_map(|&height| {
            let column = start..start + height as usize;
            start = column.end;
            column.into_iter().find(|&at| board[at] == b'.')
        });
        columns.collect()
    }

    /// Whether the second keeps the groups, the first to move.
    fn holds(&mut self, board: &[u8]) -> bool {
        if let Some(&known) = self.known.get(board) {
            return known;
        }
        let with = |board: &[u8], at: usize, letter: u8| {
            let mut after = board.to_vec();
            after[at] = letter;
            after
        };
        let mut holds = !self.bad(board);
        for at in self.free(board) {
            let after = with(board, at, b'f');
            let answers = self.free(&after);
            let may_pass = self.passes || answers.is_empty();
            let good = !self.bad(&after)
                && (may_pass && self.holds(&after)
                    || answers.iter().any(|&answer| self.holds(&with(&after, answer, b's'))));
            holds = holds && good;
        }
        self.known.insert(board.to_vec(), holds);
        holds
    }
}

// Bricks

/// Every building of `n` bricks, grown naively.
fn every_building(brick: Brick, n: u32) -> HashSet<Building> {
    let first = |&turned: &bool| Building::of(vec![Placement { x: 0, y: 0, z: 0, turned }]);
    let mut all: HashSet<Building> = brick.directions().iter().map(first).collect();
    let reach = i16::from(brick.long());
    for _ in 1..n {
        let mut larger = HashSet::new();
        for building in &all {
            for &at in building.bricks() {
                for (dx, dy) in (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy))) {
                    for (dz, &turned) in
                        [-1, 1].into_iter().flat_map(|dz| brick.directions().iter().map(move |t| (dz, t)))
                    {
                        let new = Placement { x: at.x + dx, y: at.y + dy, z: at.z + dz, turned };
                        let next = Building::of([building.bricks(), &[new]].concat());
                        if next.stands(brick) {
                            larger.insert(next);
                        }
                    }
                }
            }
        }
        all = larger;
    }
    all
}

fn buildings(claim: &BuildingCount) -> Option<bool> {
    let area = u32::from(claim.brick.short()) * u32::from(claim.brick.long());
    let most = if area <= 2 { 3 } else { 2 };
    // A count of which a part was given is not said to be right.
    let is_said = Claim::Buildings(claim.clone()).strength() > Strength::Count;
    if !is_said || claim.bricks > most || area > 8 || claim.scope == Scope::OnBase {
        return None;
    }
    let profiles = claim.scope.profiles(claim.bricks).ok()?;
    let all = every_building(claim.brick, claim.bricks);
    let here = all.iter().filter(|building| profiles.contains(&building.profile()));
    let free: HashSet<Building> = here.map(|building| building.canonical(claim.brick)).collect();
    Some(claim.count().ok()? == free.len() as u128)
}

// Words and records

fn word(claim: &WordClaim) -> Option<bool> {
    let most = 2_000;
    let (terms, first) = match &claim.subject {
        Subject::Text(text) => (text.bytes().collect(), 0),
        Subject::Word(word) => (terms(word, most), u64::from(matches!(word, Word::Fibonacci(_)))),
    };
    let is_text = matches!(claim.subject, Subject::Text(_));
    let begin = |length: usize| terms.get(..length).map(<[u8]>::to_vec);
    let has_stretch = |text: &[u8], period: usize, length: usize| {
        (0..(text.len() + 1).saturating_sub(length))
            .any(|start| (start..start + length - period).all(|at| text[at] == text[at + period]))
    };
    match &claim.fact {
        WordFact::Agree { length, by } => {
            let Subject::Word(word) = &claim.subject else { return Some(false) };
            let expected = begin(*length)?;
            all(by.iter().map(|&by| Some(word.prefix(by, *length).ok()? == expected)))
        }
        WordFact::Begins { text, .. } => Some(begin(text.len())? == text.as_bytes()),
        WordFact::PowerFree { copies, length } if *length <= 300 => {
            let text = if is_text { begin(*length).unwrap_or_default() } else { begin(*length)? };
            let periods = 1..=length / copies;
            Some(text.len() == *length && !periods.into_iter().any(|p| has_stretch(&text, p, copies * p)))
        }
        WordFact::OverlapFree { length } if *length <= 300 => {
            let text = if is_text { begin(*length).unwrap_or_default() } else { begin(*length)? };
            let periods = 1..=length / 2;
            Some(text.len() == *length && !periods.into_iter().any(|p| has_stretch(&text, p, 2 * p + 1)))
        }
        WordFact::Repeats { start, period, copies } => {
            let text = begin(start.checked_add(period.checked_mul(*copies)?)?)?;
            Some(has_stretch(&text[*start..], *period, period * copies))
        }
        WordFact::Places { symbol, at } => {
            let found = terms.iter().enumerate().filter(|(_, term)| char::from(**term) == *symbol);
            let found: Vec<u64> = found.map(|(at, _)| at as u64 + first).take(at.len()).collect();
            (is_text || found.len() == at.len()).then(|| found == *at)
        }
        _ => None,
    }
}

/// The first terms of a word: by parity of digits, or as a fixed point, letter by letter.
fn terms(word: &Word, count: usize) -> Vec<u8> {
    if *word == Word::ThueMorse {
        return (0..count).map(|n| b'0' + (n.count_ones() % 2) as u8).collect();
    }
    let substitution = word.substitution();
    let rows: HashMap<u8, &Vec<u8>> =
        substitution.rows().iter().map(|(letter, image)| (*letter, image)).collect();
    let mut terms = rows[&substitution.rows()[0].0].clone();
    let mut next = 1;
    while terms.len() < count && next < terms.len() {
        let image = rows[&terms[next]].clone();
        terms.extend(image);
        next += 1;
    }
    terms
}

fn repetition(claim: &RepetitionClaim) -> Option<bool> {
    let moves = &claim.moves;
    let plies = moves.len();
    if plies > 200 {
        return None;
    }
    let positions = claim.start.replay(moves).ok()?;
    let orders = |other: &Vec<String>, length: u32| {
        (0..1u32 << length)
            .map(move |order| (0..length).map(move |at| order >> at & 1 == 1).collect::<Vec<bool>>())
            .map(|word| {
                let blocks = word.iter().flat_map(|&second| if second { other } else { moves }).cloned();
                (word.clone(), blocks.collect::<Vec<String>>())
            })
            .collect::<Vec<_>>()
    };
    Some(match &claim.fact {
        RepetitionFact::Positions { plies: said, distinct } => {
            let different: HashSet<_> = positions.iter().collect();
            (*said, *distinct) == (plies, different.len())
        }
        RepetitionFact::Returns { at } => {
            let returns = positions.iter().enumerate().filter(|(_, position)| **position == positions[0]);
            returns.map(|(ply, _)| ply).eq(at.iter().copied())
        }
        RepetitionFact::Occurs { count, ply } => {
            let times = |ply: usize| positions[..=ply].iter().filter(|p| **p == positions[ply]).count();
            (0..=plies).find(|&ply| times(ply) >= *count) == *ply
        }
        RepetitionFact::Powers { copies, at } => {
            let mut found = Vec::new();
            for length in 1..=plies / copies {
                for start in 0..=plies - copies * length {
                    if (start..start + (copies - 1) * length).all(|at| moves[at] == moves[at + length]) {
                        found.push((start, length));
                    }
                }
            }
            found == *at
        }
        RepetitionFact::OldRule { ply } => old_rule(moves, &positions) == *ply,
        RepetitionFact::Coding { other } => {
            if plies + other.len() > 40 {
                return None;
            }
            let cube = |text: &[String]| {
                (1..=text.len() / 3).any(|length| {
                    (0..=text.len() - 3 * length)
                        .any(|start| (start..start + 2 * length).all(|at| text[at] == text[at + length]))
                })
            };
            let letters = |word: &[bool]| word.iter().map(ToString::to_string).collect::<Vec<String>>();
            (1..=6).all(|length| {
                orders(other, length).iter().all(|(word, text)| cube(&letters(word)) || !cube(text))
            })
        }
        RepetitionFact::Orders { other, length } => {
            if *length > 6 || plies + other.len() > 40 {
                return None;
            }
            orders(other, *length).iter().all(|(_, text)| {
                let Ok(positions) = claim.start.replay(text) else { return false };
                let applied = old_rule(text, &positions);
                applied.is_none_or(|ply| {
                    let times = |of: usize| positions[..=ply].iter().filter(|p| **p == positions[of]).count();
                    (0..=ply).any(|of| times(of) >= 4)
                })
            })
        }
    })
}

/// The first ply after which a block that returns to the position before it has been played three times in a row.
fn old_rule<P: PartialEq>(moves: &[String], positions: &[P]) -> Option<usize> {
    (1..=moves.len()).find(|&end| {
        (1..=end / 3).any(|length| {
            let start = end - 3 * length;
            positions[start] == positions[start + length]
                && (start..end - length).all(|at| moves[at] == moves[at + length])
        })
    })
}
