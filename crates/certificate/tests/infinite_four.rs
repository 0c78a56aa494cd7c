//! Certificates of infinite Connect-Four: what the checker accepts is true, by search and by play
//! on small cases, and the sentences say what was checked.

use std::collections::HashMap;

use hissho_certificate::infinite_four::response::{
    self, Arena, Excludes, Node, Pair, Response, Strategy, Tail,
};
use hissho_certificate::infinite_four::zone_game::{self, Groups, ZoneGame};
use hissho_certificate::{Context, Refusal, Verdict, check, infinite_four::forced_win};
use hissho_rules::Account;
use hissho_rules::infinite_four::{Board, Cell, Direction, Position, Side, Stone, Width, parse_stones};

/// Numbers that look random, the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn signed(body: &str) -> String {
    let lines: Vec<String> = body.lines().map(ToOwned::to_owned).collect();
    hissho_testkit::sign(&[vec!["hissho-certificate 1".to_owned()], lines].concat())
}

fn accepted(body: &str) -> Result<String, Refusal> {
    check(&signed(body), &Context::default()).map(|proved| proved.claim().to_string())
}

fn cell(column: i64, row: u32) -> Cell {
    Cell { column, row }
}

// Forced wins

#[test]
fn audit_s1_a_four_just_beyond_the_column_limit_is_seen() {
    let refusal = accepted(
        "kind forced-win\nstones X0 O1000000000000 X1 O999999999999 X999999999997 O999999999998 X2\n\
         to-move O\nwinner X\nplies 2\nline O3 X-1",
    )
    .unwrap_err();
    assert!(refusal.to_string().contains("O makes a four in column 1000000000001"), "{refusal}");
}

/// Whether `winner` makes a four within `plies` stones, by search over all columns that can matter.
/// Far columns are alike: one of them stands for all.
fn wins(position: &mut Position, to_move: Side, winner: Side, plies: usize) -> bool {
    if plies == 0 {
        return false;
    }
    let (low, high) = (position.occupied().next().unwrap_or(0), position.occupied().next_back().unwrap_or(0));
    // Stones four columns away from all others make no line with them; two such places are as good
    // as any number.
    let columns: Vec<i64> = (low - 4..=high + 4).collect();
    let mut try_column = |column: i64| {
        let stone = Stone { side: to_move, column };
        position.drop_stone(stone).unwrap();
        let four = position.four_at_top(column).is_some();
        let good = if four { to_move == winner } else { wins(position, to_move.other(), winner, plies - 1) };
        position.lift_stone(column);
        good
    };
    if to_move == winner {
        columns.into_iter().any(&mut try_column)
    } else {
        columns.into_iter().all(&mut try_column)
    }
}

#[test]
fn forced_wins_that_are_accepted_are_wins_by_exhaustive_search() {
    let mut dice = Dice(7);
    let (mut found, mut lost) = (0, 0);
    for _ in 0..30_000 {
        let count = 3 + dice.below(6) as usize;
        let stone = |dice: &mut Dice| Stone {
            side: if dice.below(5) < 3 { Side::X } else { Side::O },
            column: dice.below(5) as i64,
        };
        let stones: Vec<Stone> = (0..count).map(|_| stone(&mut dice)).collect();
        let to_move = if dice.below(2) == 0 { Side::X } else { Side::O };
        let plies = if to_move == Side::X { 1 + 2 * dice.below(2) as usize } else { 2 };
        let line: Vec<Stone> = (0..plies)
            .map(|ply| {
                let side = if ply % 2 == 0 { to_move } else { to_move.other() };
                Stone { side, column: dice.below(7) as i64 - 1 }
            })
            .collect();
        let claim = forced_win::ForcedWin { stones: stones.clone(), to_move, winner: Side::X, plies };
        let Ok(mut position) = Position::of(Board::INFINITE, &stones) else { continue };
        match forced_win::check(claim, &line, &Account::unlimited()) {
            Ok(_) => {
                found += 1;
                assert!(wins(&mut position, to_move, Side::X, plies), "{stones:?} {line:?}");
            }
            Err(_) => lost += 1,
        }
    }
    assert!(found > 100 && lost > 1_000, "{found} {lost}");
}

// Zone games

const MIXED: &str = "kind zone-game\nfirst 1\nword 1 2 2 2\npasses no\ngroups pairs\n";

#[test]
fn audit_s2_weak_and_strong_pairs_are_said_one_by_one() {
    let weak = accepted(&format!("{MIXED}weak 2,1 4,1\npair 3,1 3,2\nkept yes")).unwrap();
    let strong = accepted(&format!("{MIXED}pair 2,1 4,1\npair 3,1 3,2\nkept no")).unwrap();
    assert!(weak.contains(
        "can play so that the first does not get both of (2,1)(4,1), neither gets both of (3,1)(3,2)"
    ));
    assert!(
        strong
            .contains("cannot play so that neither gets both of (2,1)(4,1), neither gets both of (3,1)(3,2)")
    );
    for (pairs, other) in [("weak 2,1 4,1", "no"), ("pair 2,1 4,1", "yes")] {
        assert!(accepted(&format!("{MIXED}{pairs}\npair 3,1 3,2\nkept {other}")).is_err());
    }
}

#[test]
fn audit_a_long_zone_game_with_passes_ends_within_its_account() {
    let word = " 1".repeat(16);
    let text = signed(&format!(
        "kind zone-game\nfirst 1\nword{word}\npasses yes\ngroups pairs\nweak 1,1 2,1\nkept yes"
    ));
    let few = hissho_certificate::Allowance { steps: 1_000_000, memory: 10_000_000 };
    assert_eq!(Verdict::of(&check(&text, &Context::new(few))), Verdict::GaveUp);
}

/// A zone game played out anew: positions as strings, one character a cell, no sharing of code with
/// the checker.
struct Search<'a> {
    word: &'a [u32],
    passes: bool,
    groups: &'a [(Vec<usize>, bool)],
    known: HashMap<Vec<u8>, bool>,
}

impl Search<'_> {
    fn bad(&self, board: &[u8]) -> bool {
        self.groups.iter().any(|(group, both)| {
            let all = |letter: u8| group.iter().all(|&at| board[at] == letter);
            all(b'f') || (*both && all(b's'))
        })
    }

    fn free(&self, board: &[u8]) -> Vec<usize> {
        let mut free = Vec::new();
        let mut start = 0;
        for &height in self.word {
            let column = start..start + height as usize;
            free.extend(column.clone().find(|&at| board[at] == b'.'));
            start = column.end;
        }
        free
    }

    /// Whether the second keeps the groups, the first to move.
    fn holds(&mut self, board: &[u8]) -> bool {
        if let Some(&known) = self.known.get(board) {
            return known;
        }
        let mut holds = !self.bad(board);
        for at in self.free(board) {
            let mut after = board.to_vec();
            after[at] = b'f';
            let answers = self.free(&after);
            let may_pass = self.passes || answers.is_empty();
            let mut good = may_pass && self.holds(&after);
            for answer in answers {
                let mut next = after.clone();
                next[answer] = b's';
                good = good || (!self.bad(&after) && self.holds(&next));
            }
            holds = holds && good && !self.bad(&after);
        }
        self.known.insert(board.to_vec(), holds);
        holds
    }
}

#[test]
fn random_zone_games_agree_with_another_exhaustive_search() {
    let mut dice = Dice(11);
    let (mut yes, mut no) = (0, 0);
    for round in 0..600 {
        let word: Vec<u32> = (0..2 + dice.below(4)).map(|_| dice.below(4) as u32).collect();
        let cells: Vec<Cell> = (word.iter().enumerate())
            .flat_map(|(column, &height)| (1..=height).map(move |row| cell(column as i64 + 1, row)))
            .collect();
        if !(2..=8).contains(&cells.len()) {
            continue;
        }
        let number = |of: Cell| cells.iter().position(|&cell| cell == of);
        let passes = dice.below(2) == 0;
        let mut wanted: Vec<(Vec<usize>, bool)> = Vec::new();
        let groups = if round % 2 == 0 {
            let mut left: Vec<usize> = (0..cells.len()).collect();
            let mut pairs = Vec::new();
            while left.len() > 1 && (pairs.is_empty() || dice.below(3) > 0) {
                let mut two = [0; 2].map(|_| left.remove(dice.below(left.len() as u64) as usize));
                two.sort_unstable();
                let weak = dice.below(2) == 0;
                wanted.push((two.to_vec(), !weak));
                pairs.push(Pair { cells: two.map(|at| cells[at]), weak });
            }
            pairs.sort();
            Groups::Pairs(pairs)
        } else {
            // Every line of four columns and rows within the gadget, cell by cell.
            for column in 1..=word.len() as i64 {
                for row in 1..=8 {
                    for direction in Direction::ALL {
                        let line = direction.line(cell(column, row));
                        let heights = line.map(|cell| word.get(cell.column as usize - 1).copied());
                        let whole: Vec<(Cell, u32)> =
                            line.into_iter().zip(heights).filter_map(|(cell, g)| Some((cell, g?))).collect();
                        let seconds = |&(cell, g): &(Cell, u32)| cell.row > g && (cell.row - g) % 2 == 0;
                        if whole.len() == 4 && !whole.iter().any(seconds) {
                            wanted
                                .push((whole.iter().filter_map(|&(cell, _)| number(cell)).collect(), false));
                        }
                    }
                }
            }
            Groups::Lines
        };
        let mut search = Search { word: &word, passes, groups: &wanted, known: HashMap::new() };
        let kept = search.holds(&vec![b'.'; cells.len()]);
        let claim = |kept| ZoneGame {
            first: 1,
            word: word.clone(),
            passes,
            groups: groups.clone(),
            kept,
            unique: None,
        };
        let account = Account::unlimited();
        assert!(zone_game::check(claim(kept), &account).is_ok(), "{}", claim(kept));
        assert!(zone_game::check(claim(!kept), &account).is_err(), "{}", claim(!kept));
        if kept { yes += 1 } else { no += 1 }
    }
    assert!(yes > 50 && no > 50, "{yes} {no}");
}

// Response strategies

#[test]
fn audit_tails_of_millions_of_letters_are_refused_by_their_length() {
    let tail = " 0".repeat(1_000_000);
    let body = "kind response\nboard infinite\nstones none\nto-move X\nresponder O\nexcludes opponent\npasses no\ncore 0 0";
    let refusal = accepted(&format!("{body}\nleft{tail}\nright 0\nstatic 0")).unwrap_err();
    assert!(refusal.to_string().contains("expected 1 to 20000 zone heights"), "{refusal}");
}

/// Tails that hold: CUP, CUP cut in the middle, GLASS; zone heights, and pairs as places from the
/// core on.
type Known = (&'static [u32], &'static [[(i64, u32); 2]]);
const TAILS: &[Known] = &[
    (&[2, 1, 1, 2, 0], &[[(0, 1), (1, 1)], [(0, 2), (3, 2)], [(2, 1), (3, 1)]]),
    (&[0, 2, 1, 1, 2], &[[(1, 1), (2, 1)], [(1, 2), (4, 2)], [(3, 1), (4, 1)]]),
    (&[1, 2, 0, 2, 1], &[[(0, 1), (1, 1)], [(3, 1), (4, 1)], [(3, 2), (6, 2)]]),
    (&[2, 1, 2, 0, 2, 1, 2, 0], &[[(0, 1), (1, 1)], [(2, 1), (4, 1)], [(5, 1), (6, 1)]]),
];

/// One of them from column `start` on, to the right or to the left, sometimes with a height or a
/// pair changed.
fn tail(dice: &mut Dice, start: i64, direction: i64) -> Tail {
    let (word, places) = TAILS[dice.below(TAILS.len() as u64) as usize];
    let (mut word, mut pairs) = (word.to_vec(), Vec::new());
    let dropped = dice.below(4 * places.len() as u64) as usize;
    for (_, place) in places.iter().enumerate().filter(|&(at, _)| at != dropped) {
        let mut cells = place.map(|(step, row)| cell(start + direction * step, row));
        cells.sort();
        pairs.push(Pair { cells, weak: false });
    }
    pairs.sort();
    if dice.below(8) == 0 {
        let at = dice.below(word.len() as u64) as usize;
        word[at] = dice.below(3) as u32;
    }
    if direction < 0 {
        word.reverse();
    }
    Tail { word, pairs }
}

/// A random small strategy: zone heights and pairs near each other, most of them wrong.
fn random_strategy(dice: &mut Dice) -> (Response, Strategy) {
    let arena = match dice.below(4) {
        0 | 1 => Arena::Infinite,
        2 => Arena::Cylinder(4 + dice.below(6) as u32),
        _ => Arena::Widths { least: 1 + dice.below(8) as u32, step: 0 },
    };
    let word =
        |dice: &mut Dice, count: u64| -> Vec<u32> { (0..count).map(|_| dice.below(3) as u32).collect() };
    let columns = match arena {
        Arena::Cylinder(width) | Arena::Widths { least: width, .. } => i64::from(width),
        Arena::Infinite | Arena::EveryHeight => 1 + dice.below(4) as i64,
    };
    // Often the words that are known to work, cut and turned anyhow.
    let known: &[&[u32]] = &[&[0, 2, 1, 1, 2], &[0, 2, 1, 2, 0, 2, 1, 2], &[2, 1, 1, 2, 0], &[1, 2, 0, 2, 1]];
    let mut core_word = word(dice, columns as u64);
    if dice.below(2) == 0 {
        let base = known[dice.below(known.len() as u64) as usize];
        let start = dice.below(base.len() as u64) as usize;
        core_word = (0..columns as usize).map(|at| base[(start + at) % base.len()]).collect();
    }
    let stones: Vec<Stone> = (0..dice.below(3))
        .map(|at| Stone {
            side: if at % 2 == 0 { Side::X } else { Side::O },
            column: 1 + dice.below(columns as u64) as i64,
        })
        .collect();
    for stone in &stones {
        core_word[stone.column as usize - 1] += 1;
    }
    let height = |column: i64| stones.iter().filter(|stone| stone.column == column).count() as u32;
    let pairs_of = |word: &[u32], first: i64, dice: &mut Dice| {
        let mut cells: Vec<Cell> = Vec::new();
        for (column, &g) in (first..).zip(word) {
            cells.extend((height(column) + 1..=g).map(|row| cell(column, row)));
        }
        let mut pairs = Vec::new();
        while cells.len() > 1 && dice.below(12) > 0 {
            let one = cells.remove(0);
            // A cell without a partner now and then, otherwise one near by, mostly in the same row.
            if dice.below(10) == 0 {
                continue;
            }
            let same_row = dice.below(6) > 0;
            let near: Vec<usize> = (0..cells.len())
                .filter(|&at| cells[at].column - one.column <= 3 && (!same_row || cells[at].row == one.row))
                .collect();
            if near.is_empty() {
                continue;
            }
            let two = cells.remove(near[dice.below(near.len() as u64) as usize]);
            let mut both = [one, two];
            both.sort();
            pairs.push(Pair { cells: both, weak: false });
        }
        pairs.sort();
        pairs
    };
    let (left, right) = match arena {
        Arena::Infinite => (tail(dice, 0, -1), tail(dice, columns + 1, 1)),
        _ => (Tail::default(), Tail::default()),
    };
    let core = Tail { pairs: pairs_of(&core_word, 1, dice), word: core_word };
    let cells =
        |tail: &Tail, stones: usize| tail.word.iter().sum::<u32>() as usize - stones == 2 * tail.pairs.len();
    let full = cells(&left, 0) && cells(&right, 0) && cells(&core, stones.len());
    let to_move = if stones.len().is_multiple_of(2) { Side::X } else { Side::O };
    let claim = Response {
        arena,
        stones,
        to_move,
        responder: to_move.other(),
        excludes: if dice.below(3) == 0 { Excludes::Both } else { Excludes::Opponent },
    };
    let strategy = Strategy {
        passes: !full,
        core: (1, columns),
        left,
        right,
        end: Tail::default(),
        opening: None,
        settled: u32::MAX,
        root: Node::Static(core),
    };
    (claim, strategy)
}

/// The pairs and zone heights of a strategy on the columns `-FAR..=FAR`, or on the board.
struct Table {
    heights: HashMap<i64, u32>,
    partners: HashMap<Cell, Cell>,
}

const FAR: i64 = 60;

fn table(strategy: &Strategy) -> Table {
    let Node::Static(core) = &strategy.root else { panic!("static") };
    let (first, last) = strategy.core;
    let mut table = Table { heights: HashMap::new(), partners: HashMap::new() };
    let mut put = |tail: &Tail, start: i64, shift: i64| {
        for (column, &height) in (start..).zip(&tail.word) {
            table.heights.insert(column + shift, height);
        }
        for pair in &tail.pairs {
            let [one, two] = pair.cells.map(|cell| Cell { column: cell.column + shift, ..cell });
            table.partners.insert(one, two);
            table.partners.insert(two, one);
        }
    };
    put(core, first, 0);
    let (left, right) = (strategy.left.word.len() as i64, strategy.right.word.len() as i64);
    for times in 0..FAR {
        put(&strategy.left, first - left, -times * left);
        put(&strategy.right, last + 1, times * right);
    }
    table
}

/// Plays one game, below a top row if there is one, against a random opponent who likes to stay
/// near and to make fours; `Err` on a fault of the strategy.
fn game(claim: &Response, strategy: &Strategy, height: Option<u32>, dice: &mut Dice) -> Result<(), String> {
    let board = match claim.arena {
        Arena::Cylinder(width) => Board { width: Width::Cylinder(i64::from(width)), height: None },
        Arena::Widths { least, .. } => Board { width: Width::Columns(i64::from(least)), height: None },
        Arena::Infinite | Arena::EveryHeight => Board { width: Width::Infinite, height },
    };
    let (first, last) = strategy.core;
    let table = table(strategy);
    let infinite = board.width == Width::Infinite;
    let exists = |cell: &Cell| height.is_none_or(|height| cell.row <= height);
    let name =
        |column: i64| if infinite { column } else { first + (column - first).rem_euclid(last - first + 1) };
    let mut position = Position::of(board, &claim.stones).unwrap();
    let (his, own) = (claim.responder.other(), claim.responder);
    let mut far = FAR / 2;
    let (low, high) = if infinite { (first - 9, last + 9) } else { (first, last) };
    for _ in 0..70 {
        let threats = position.winning_columns(his);
        let column = match threats.first() {
            Some(&column) => name(column),
            None => low + dice.below((high - low + 1) as u64) as i64,
        };
        if !exists(&cell(column, position.height(column) + 1)) {
            continue;
        }
        let at = position.drop_stone(Stone { side: his, column }).unwrap();
        if position.four_at_top(column).is_some() {
            return Err(format!("{his} makes a four with {at}"));
        }
        let partner = |cell: Cell| table.partners.get(&Cell { column: name(cell.column), ..cell }).copied();
        let is_empty = |cell: &Cell| exists(cell) && position.at(*cell).is_none();
        let zone = table.heights[&column];
        let above = cell(column, at.row + 1);
        let reply = if at.row > zone {
            Some(column).filter(|_| exists(&above))
        } else if exists(&above) && partner(above).is_some_and(|other| position.at(other) == Some(his)) {
            Some(column)
        } else if let Some(other) = partner(at).filter(is_empty) {
            if other.row == position.height(other.column) + 1 {
                Some(other.column)
            } else {
                partner(cell(other.column, other.row - 1)).filter(is_empty).map(|third| {
                    assert_eq!(third.row, position.height(third.column) + 1, "the reply can be played");
                    third.column
                })
            }
        } else {
            None
        };
        let column = match reply {
            Some(column) => column,
            None if !strategy.passes => return Err("a pass is needed".to_owned()),
            // To the right or to the left, wherever there are zone cells, far from everything.
            None => {
                let zone = |column: &i64| table.heights.get(column).is_some_and(|&height| height > 0);
                let right = (far..FAR * 3 / 2).find(|column| zone(column));
                match right {
                    Some(column) => {
                        far = column + 9;
                        column
                    }
                    None => return Ok(()),
                }
            }
        };
        position.drop_stone(Stone { side: own, column }).unwrap();
        if position.four_at_top(column).is_some() {
            return if claim.excludes == Excludes::Both {
                Err(format!("{own} makes a four"))
            } else {
                Ok(())
            };
        }
    }
    Ok(())
}

#[test]
fn random_response_strategies_that_are_accepted_never_lose_in_play() {
    let mut dice = Dice(3);
    let mut accepted = [0; 3];
    for _ in 0..30_000 {
        let (claim, strategy) = random_strategy(&mut dice);
        let kind = match claim.arena {
            Arena::Infinite | Arena::EveryHeight => 0,
            Arena::Cylinder(_) => 1,
            Arena::Widths { .. } => 2,
        };
        if response::check(claim.clone(), &strategy, &Account::unlimited()).is_err() {
            continue;
        }
        accepted[kind] += 1;
        for _ in 0..12 {
            game(&claim, &strategy, None, &mut dice)
                .unwrap_or_else(|fault| panic!("{fault}\n{}", response::write_body(&claim, &strategy)));
        }
        let below = Response { arena: Arena::EveryHeight, ..claim.clone() };
        if claim.arena == Arena::Infinite && strategy.passes {
            response::check(below.clone(), &strategy, &Account::unlimited()).unwrap();
            for height in 2..8 {
                game(&below, &strategy, Some(height), &mut dice).unwrap_or_else(|fault| {
                    panic!("{height} rows: {fault}\n{}", response::write_body(&below, &strategy))
                });
            }
        }
    }
    assert!(accepted.iter().all(|&count| count > 30), "{accepted:?}");
}

#[test]
fn the_sentence_of_a_response_strategy_says_that_it_is_about_the_strategy() {
    let stones = parse_stones("X0").unwrap();
    let claim = |arena, excludes| Response {
        arena,
        stones: stones.clone(),
        to_move: Side::O,
        responder: Side::X,
        excludes,
    };
    assert_eq!(
        claim(Arena::Infinite, Excludes::Both).to_string(),
        "infinite Connect-Four, after X0, O to move: X has a strategy by which X never loses and neither side ever makes a four"
    );
    assert_eq!(
        claim(Arena::Widths { least: 7, step: 5 }, Excludes::Opponent).to_string(),
        "Connect-Four without a top on the columns 1 to 7 + 5n, for every n >= 0, after X0, O to move: X has a strategy \
         by which X never loses"
    );
}

// Squares of boards

const CUP_O: &str = "board infinite
stones none
to-move X
responder O
excludes both
passes no
core 0 0
left 0 2 1 1 2
left-pair -4,1 -3,1
left-pair -4,2 -1,2
left-pair -2,1 -1,1
right 2 1 1 2 0
right-pair 1,1 2,1
right-pair 1,2 4,2
right-pair 3,1 4,1
static 0";

#[test]
fn audit_s4_the_sentence_about_squares_names_the_strategies() {
    // The same claim, with one period more written down.
    let pairs = "right-pair 1,1 2,1\nright-pair 1,2 4,2\nright-pair 3,1 4,1\nstatic 0";
    let written_further = "right-pair 6,1 7,1\nright-pair 6,2 9,2\nright-pair 8,1 9,1\n\
                           static 0 2 1 1 2 0\npair 1,1 2,1\npair 1,2 4,2\npair 3,1 4,1";
    let other = CUP_O.replace(pairs, written_further).replace("core 0 0", "core 0 5");
    let sentence = |model: &str, board: &str| {
        let body = format!("kind board-windows\ncolumns -7 5\nrows 7\nexchanged no\n{model}\n{board}");
        accepted(&body).unwrap()
    };
    let said: Vec<String> = [(CUP_O, CUP_O), (CUP_O, &other), (&other, CUP_O), (&other, &other)]
        .map(|(model, board)| sentence(model, board))
        .to_vec();
    for (index, one) in said.iter().enumerate() {
        assert!(said[..index].iter().all(|earlier| earlier != one), "{one}");
        let digest = hissho_certificate::text::digest_of(format!("{CUP_O}\n").as_bytes());
        assert_eq!(one.contains(&digest), index < 3, "{one}");
    }
}
