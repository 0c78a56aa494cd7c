//! The strategies of the sources by name, and strategies in files.
//!
//! A strategy file holds the lines of a response certificate without head and digest; `#` starts a
//! comment. The named strategies are such files, read like a user's: see `strategies/`.

use hissho_certificate::Refusal;
use hissho_certificate::infinite_four::response::{
    self, Arena, Excludes, Node, Pair, Response, Strategy, Tail,
};
use hissho_certificate::text::{Reader, Writer};
use hissho_rules::Account;
use hissho_rules::infinite_four::{Board, Cell, Position, Side, Stone};

use super::responder::Pattern;

/// Every named strategy: its name and its file.
pub const NAMED: &[(&str, &str)] = &[
    ("cup-x", include_str!("strategies/cup-x.strategy")),
    ("cup-o", include_str!("strategies/cup-o.strategy")),
    ("slided-cup-x", include_str!("strategies/slided-cup-x.strategy")),
    ("slided-cup-o", include_str!("strategies/slided-cup-o.strategy")),
    ("glass-x", include_str!("strategies/glass-x.strategy")),
    ("glass-o", include_str!("strategies/glass-o.strategy")),
    ("glass-o-slid", include_str!("strategies/glass-o-slid.strategy")),
    ("glass-x-restricted", include_str!("strategies/glass-x-restricted.strategy")),
    ("glass-o-restricted", include_str!("strategies/glass-o-restricted.strategy")),
    ("glass-o-slid-restricted", include_str!("strategies/glass-o-slid-restricted.strategy")),
    ("mixed-x", include_str!("strategies/mixed-x.strategy")),
    ("mixed-o", include_str!("strategies/mixed-o.strategy")),
    ("figure-37", include_str!("strategies/figure-37.strategy")),
];

/// The strategy of this name.
pub fn named(name: &str) -> Option<(Response, Strategy)> {
    let (_, text) = NAMED.iter().find(|(known, _)| *known == name)?;
    Some(parse(text).expect("the named strategies are well formed, as the tests show"))
}

/// Reads the text of a strategy file. Lines in a refusal are those of the file.
pub fn parse(text: &str) -> Result<(Response, Strategy), Refusal> {
    let mut writer = Writer::new(response::KIND);
    let mut places = vec![1, 1];
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim_end();
        if !line.is_empty() {
            writer.line(line);
            places.push(index + 1);
        }
    }
    places.push(text.lines().count() + 1);
    let in_the_file = |refusal| match refusal {
        Refusal::Malformed { line, found, expected } => {
            let line = places.get(line.saturating_sub(1)).or(places.last()).copied().unwrap_or(line);
            Refusal::Malformed { line, found, expected }
        }
        other => other,
    };
    let signed = writer.finish();
    let mut reader = Reader::new(&signed).map_err(in_the_file)?;
    let read = response::read(&mut reader, &Account::unlimited()).map_err(in_the_file)?;
    reader.end().map_err(in_the_file)?;
    Ok(read)
}

/// The same strategy `by` columns further to the right. Stones move along.
pub fn slid((claim, strategy): &(Response, Strategy), by: i64) -> (Response, Strategy) {
    let (mut claim, mut strategy) = (claim.clone(), strategy.clone());
    claim.stones.iter_mut().for_each(|stone| stone.column += by);
    strategy.core.0 += by;
    strategy.core.1 += by;
    strategy.opening.iter_mut().for_each(|column| *column += by);
    let move_pairs = |tail: &mut response::Tail| {
        for pair in &mut tail.pairs {
            pair.cells.iter_mut().for_each(|cell| cell.column += by);
        }
    };
    move_pairs(&mut strategy.left);
    move_pairs(&mut strategy.right);
    move_pairs(&mut strategy.end);
    move_node(&mut strategy.root, by, &move_pairs);
    (claim, strategy)
}

fn move_node(node: &mut response::Node, by: i64, move_pairs: &dyn Fn(&mut response::Tail)) {
    match node {
        response::Node::Static(core) => move_pairs(core),
        response::Node::Won | response::Node::Same(_) => {}
        response::Node::Branches(branches) => {
            for branch in branches {
                branch.column += by;
                branch.reply += by;
                move_node(&mut branch.then, by, move_pairs);
            }
        }
    }
}

/// The same strategy for the other colour.
pub fn recoloured((claim, strategy): &(Response, Strategy)) -> (Response, Strategy) {
    let mut claim = claim.clone();
    claim.to_move = claim.to_move.other();
    claim.responder = claim.responder.other();
    claim.stones.iter_mut().for_each(|stone| stone.side = stone.side.other());
    (claim, strategy.clone())
}

/// A static strategy of the infinite board, carried on after more stones that it has answered; the opponent to move.
/// Cells whose pair is decided become free, guarded ones fall to the responder by follow-up.
pub fn carried_on(
    (claim, strategy): &(Response, Strategy),
    stones: &[Stone],
) -> Option<(Response, Strategy)> {
    let Node::Static(middle) = &strategy.root else {
        return None;
    };
    let position = Position::of(Board::INFINITE, stones).ok()?;
    let pattern = Pattern::new(claim, strategy, middle, 0);
    let (left, right) = (strategy.left.word.len() as i64, strategy.right.word.len() as i64);
    let reach = strategy.left.pairs.iter().chain(&strategy.right.pairs).chain(&middle.pairs);
    let reach = reach
        .map(|pair| (pair.cells[1].column - pair.cells[0].column).min(left.max(right)) + 1)
        .max()
        .unwrap_or(1);
    // Whole periods more on both sides, until all stones and their partners are inside.
    let (mut first, mut last) = strategy.core;
    while position.occupied().next().is_some_and(|column| first > column - reach) {
        first -= left;
    }
    while position.occupied().next_back().is_some_and(|column| last < column + reach) {
        last += right;
    }
    let mut core = Tail::default();
    let mut paired = Vec::new();
    for column in first..=last {
        let (height, zone) = (position.height(column), pattern.zone_height(column));
        let guarded = (height + 1..=zone).any(|row| {
            let partner = pattern.partner(Cell { column, row });
            partner.is_some_and(|(partner, _)| position.at(partner) == Some(claim.responder.other()))
        });
        core.word.push(if guarded { height } else { height.max(zone) });
        for row in height + 1..=zone {
            let cell = Cell { column, row };
            let partner =
                pattern.partner(cell).filter(|(partner, _)| !guarded && position.at(*partner).is_none());
            if let Some((partner, weak)) = partner {
                let mut cells = [cell, partner];
                cells.sort();
                paired.push(Pair { cells, weak });
            }
        }
    }
    paired.sort();
    paired.dedup();
    let shift = |tail: &Tail, by: i64| Tail {
        word: tail.word.clone(),
        pairs: tail
            .pairs
            .iter()
            .map(|pair| Pair {
                cells: pair.cells.map(|cell| Cell { column: cell.column + by, ..cell }),
                ..*pair
            })
            .collect(),
    };
    core.pairs = paired;
    let claim = Response { stones: stones.to_vec(), ..claim.clone() };
    let mut carried = Strategy {
        core: (first, last),
        left: shift(&strategy.left, first - strategy.core.0),
        right: shift(&strategy.right, last - strategy.core.1),
        root: Node::Static(core),
        opening: None,
        ..strategy.clone()
    };
    if response::check(claim.clone(), &carried, &Account::unlimited()).is_err() {
        carried.passes = !carried.passes;
    }
    Some((claim, carried))
}

/// The responder, the first word, the last word, and the responder's first column.
type Family = (Side, &'static [u32], &'static [u32], Option<i64>);

/// Boards with so many columns and no top, every width once. All are CUPs between follow-up columns.
const WIDTHS: &[Family] = &[
    (Side::O, &[0], &[], None),
    (Side::O, &[0, 0], &[], None),
    (Side::O, &[0, 0, 0], &[], None),
    (Side::O, &[2, 1, 1, 2], &[], None),
    (Side::O, &[0, 2, 1, 1, 2], &[], None),
    (Side::O, &[0, 2, 1, 1, 2], &[0], None),
    (Side::O, &[0, 0, 2, 1, 1, 2], &[0], None),
    (Side::O, &[0, 0, 2, 1, 1, 2], &[0, 0], None),
    (Side::X, &[1], &[], Some(1)),
    (Side::X, &[1, 0], &[], Some(1)),
    (Side::X, &[1, 0, 0], &[], Some(1)),
    (Side::X, &[0, 1, 0, 0], &[], Some(2)),
    (Side::X, &[0, 0, 1, 0, 0], &[], Some(3)),
    (Side::X, &[0, 0, 0, 1, 0, 0], &[], Some(4)),
    (Side::X, &[1, 0, 0], &[2, 1, 1, 2], Some(1)),
];

/// Strategies for both sides that together cover every number of columns, without a top row.
pub fn every_width() -> Vec<(Response, Strategy)> {
    let families = WIDTHS.iter().map(|&(responder, core, end, opening)| {
        let width = (core.len() + end.len()) as u32;
        // The smallest boards stand alone: a CUP does not fit beside them, or the next family has the width.
        let alone = core.len() < 3 || (responder == Side::O && core.iter().all(|&height| height == 0));
        let block: &[u32] = match (alone, responder) {
            (true, _) => &[],
            (false, Side::O) => &[0, 2, 1, 1, 2],
            (false, Side::X) => &[2, 1, 1, 2, 0],
        };
        let last = core.len() as i64;
        let piece = |word: &[u32], first: i64| Tail { word: word.to_vec(), pairs: cups_in(word, first) };
        let claim = Response {
            arena: Arena::Widths { least: width, step: block.len() as u32 },
            stones: Vec::new(),
            to_move: Side::X,
            responder,
            excludes: Excludes::Both,
        };
        let strategy = Strategy {
            passes: false,
            core: (1, last),
            left: Tail::default(),
            right: piece(block, last + 1),
            end: piece(end, last + 1),
            opening,
            settled: u32::MAX,
            root: Node::Static(piece(core, 1)),
        };
        (claim, strategy)
    });
    families.collect()
}

/// The pairs of every CUP in the word, whose first letter is column `first`.
fn cups_in(word: &[u32], first: i64) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (start, _) in word.windows(4).enumerate().filter(|(_, four)| *four == [2, 1, 1, 2]) {
        let column = first + start as i64;
        for [one, two] in [[(0, 1), (1, 1)], [(0, 2), (3, 2)], [(2, 1), (3, 1)]] {
            let cell = |(right, row): (i64, u32)| Cell { column: column + right, row };
            pairs.push(Pair { cells: [cell(one), cell(two)], weak: false });
        }
    }
    pairs
}

/// A static strategy of the infinite board closed to a ring of `width` columns, if the checker accepts it there. The
/// ring is cut out of the board so that it holds the stones, and pairs that leave it at one end come back at the
/// other; every cut that differs by less than a period is tried.
pub fn on_cylinder((claim, strategy): &(Response, Strategy), width: u32) -> Option<(Response, Strategy)> {
    let Node::Static(middle) = &strategy.root else {
        return None;
    };
    if claim.arena != Arena::Infinite || !(4..=10_000).contains(&width) {
        return None;
    }
    let pattern = Pattern::new(claim, strategy, middle, 0);
    let columns = i64::from(width);
    let (first, last) = strategy.core;
    let cuts = first - strategy.left.word.len() as i64..=last;
    let holds_stones = |start: i64| {
        let mut stones = claim.stones.iter().map(|stone| stone.column).chain(strategy.opening);
        stones.all(|column| (start..start + columns).contains(&column))
    };
    let claim = Response { arena: Arena::Cylinder(width), ..claim.clone() };
    cuts.filter(|&start| holds_stones(start)).find_map(|start| {
        let ring = Tail {
            word: (start..start + columns).map(|column| pattern.zone_height(column)).collect(),
            pairs: ring_pairs(&pattern, start, columns),
        };
        let strategy = Strategy {
            passes: false,
            core: (start, start + columns - 1),
            left: Tail::default(),
            right: Tail::default(),
            root: Node::Static(ring),
            ..strategy.clone()
        };
        response::check(claim.clone(), &strategy, &Account::unlimited()).ok()?;
        Some((claim.clone(), strategy))
    })
}

/// The pairs of the columns from `start` on, closed to a ring; each as often as its cells say so.
fn ring_pairs(pattern: &Pattern, start: i64, columns: i64) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for column in start..start + columns {
        for row in 1..=pattern.zone_height(column) {
            let cell = Cell { column, row };
            if let Some((partner, weak)) = pattern.partner(cell) {
                let column = start + (partner.column - start).rem_euclid(columns);
                let mut cells = [cell, Cell { column, ..partner }];
                cells.sort();
                pairs.push(Pair { cells, weak });
            }
        }
    }
    pairs.sort();
    pairs.dedup();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theorem_of_the_paper_is_accepted_and_the_printed_mixture_is_refused() {
        for (name, text) in NAMED {
            let (claim, strategy) = parse(text).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            match response::check(claim, &strategy, &Account::unlimited()) {
                Ok(_) => assert_ne!(*name, "figure-37"),
                Err(refusal) => {
                    assert_eq!(*name, "figure-37", "{refusal}");
                    assert!(refusal.to_string().starts_with("O may get the four"), "{refusal}");
                }
            }
        }
    }

    #[test]
    fn every_width_is_covered_for_both_sides() {
        let mut covered = std::collections::BTreeSet::new();
        for (claim, strategy) in every_width() {
            response::check(claim.clone(), &strategy, &Account::unlimited())
                .unwrap_or_else(|error| panic!("{claim}: {error}"));
            let Arena::Widths { least, step } = claim.arena else { panic!("{claim}") };
            for n in 0..20 {
                covered.insert((claim.responder, least + n * step));
            }
        }
        for width in 1..=40 {
            assert!(covered.contains(&(Side::X, width)) && covered.contains(&(Side::O, width)), "{width}");
        }
    }

    #[test]
    fn a_strategy_is_carried_on_after_any_moves_it_has_answered() {
        use super::super::responder::Responder;
        use crate::random::Dice;
        for (name, _) in NAMED.iter().filter(|(name, _)| *name != "figure-37") {
            let loaded = named(name).unwrap();
            let (claim, strategy) = &loaded;
            for seed in 0..3 {
                let mut dice = Dice::new(seed);
                let mut responder = Responder::new(claim, strategy, 0, None);
                let mut stones = claim.stones.clone();
                for _ in 0..15 {
                    let column = dice.below(25) as i64 - 12;
                    let reply = responder.answer(column).unwrap().unwrap();
                    stones.push(Stone { side: claim.responder.other(), column });
                    stones.push(Stone { side: claim.responder, column: reply.column });
                    let (claim, strategy) = carried_on(&loaded, &stones).unwrap();
                    response::check(claim.clone(), &strategy, &Account::unlimited())
                        .unwrap_or_else(|error| panic!("{name}, {claim}: {error}"));
                }
            }
        }
    }

    /// Cylinders that strategies close to; none beyond four columns for those that pass.
    const RINGS: &[(&str, &[u32])] = &[
        ("cup-o", &[5, 10, 25]),
        ("slided-cup-o", &[5, 10, 25]),
        ("glass-o-restricted", &[8, 16, 24]),
        ("mixed-o", &[18]),
        ("cup-x", &[9, 14, 29]),
        ("slided-cup-x", &[12, 17, 27]),
        ("glass-x-restricted", &[12, 20, 28]),
        ("glass-o", &[]),
        ("glass-x", &[]),
    ];

    #[test]
    fn strategies_without_passes_close_to_cylinders() {
        for (name, widths) in RINGS {
            let loaded = named(name).unwrap();
            let found: Vec<u32> = (5..=30).filter(|&width| on_cylinder(&loaded, width).is_some()).collect();
            assert!(widths.iter().all(|width| found.contains(width)), "{name}: {found:?}");
            assert_eq!(widths.is_empty(), found.is_empty(), "{name}: {found:?}");
        }
        assert!(on_cylinder(&named("cup-o").unwrap(), 7).is_none());
    }

    #[test]
    fn a_strategy_is_written_as_it_is_read() {
        for (name, text) in NAMED {
            let (claim, strategy) = parse(text).unwrap();
            let body = response::write_body(&claim, &strategy);
            let plain: String =
                text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
            assert_eq!(body, plain, "{name}");
        }
    }

    #[test]
    fn a_fault_is_reported_at_its_line_of_the_file() {
        let text = "# a comment\n\nboard infinite\nstones X0\nto-move Q\n";
        let message = parse(text).unwrap_err().to_string();
        assert!(message.starts_with("line 5: found"), "{message}");
        assert!(message.ends_with("expected `X` or `O`"), "{message}");
    }
}
