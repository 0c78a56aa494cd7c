//! The checker of connections in Hex: every rule against exhaustive play, and what must not get
//! through.

use std::collections::HashSet;

use hissho_certificate::hex::{Barrier, Formula, Geometry, Motion, Promise, Statement, Step, StepError};
use hissho_certificate::{Allowance, Context, check};
use hissho_rules::hex::{Cell, CellSet, Player, Size};

#[path = "../../../fuzz/src/truth/hex.rs"]
#[allow(dead_code, unreachable_pub)]
mod brute_force;

use brute_force::{holds, keeps};

/// The verdict on a text with these lines after the head: the sentence, or the name of the error.
fn verdict(lines: &str) -> String {
    verdict_within(lines, Allowance::default())
}

fn verdict_within(lines: &str, allowance: Allowance) -> String {
    let text = format!("hissho-certificate 1\nkind connection\n{lines}");
    let text = hissho_testkit::sign(&text.lines().collect::<Vec<_>>());
    match check(&text, &Context::new(allowance)) {
        Ok(proved) => proved.claim().to_string(),
        Err(refusal) => refusal.name(),
    }
}

/// The bridge between 21 and 13 on a board of three columns and rows.
const BRIDGE: &str = "board 3 3\nowner black\nclaim holds\nstones 21 13\ncarrier 12 22\nformula 21-13\n\
                      link 21 12 13 : 21-13\nlink 21 22 13 : 21-13\n";

#[test]
fn the_sentence_says_whose_the_rest_of_the_board_is() {
    assert_eq!(
        verdict(&format!("{BRIDGE}or 12.0 22.1\n")),
        "hex(3): black on 21 13 secures 21-13 with 12 22 empty, white to move, and every other cell and edge \
         white's"
    );
    let minimal = BRIDGE.replace("holds", "minimal");
    assert_eq!(
        verdict(&format!("{minimal}or 12.0 22.1\nrefutations\nbar 12 22\nwithout 12 0\nwithout 22 0\n")),
        "hex(3): black on 21 13 secures 21-13 with 12 22 empty, white to move, and every other cell and edge \
         white's; if any one of 12 22 is white's as well, it does not"
    );
    assert_eq!(
        verdict(
            "board 2 2\nowner white\nclaim holds\nstones 11 l\ncarrier\nformula 11-l\nlink 11 l : 11-l\n"
        ),
        "hex(2): white on 11 l secures 11-l with no cell empty, black to move, and every other cell and edge \
         black's"
    );
    assert_eq!(
        verdict("board 1 1\nowner white\nclaim wins\nblack\nwhite\nto-move white\nlink 11 l r : l-r\n"),
        "hex(1): white wins with black on none, white on none, white to move"
    );
}

#[test]
fn audit_s5_nothing_is_read_that_is_not_checked() {
    let win = "board 1 1\nowner white\nclaim wins\nblack\nwhite\nto-move white\nlink 11 l r : l-r\n";
    let with = |lines: &str| verdict(&format!("{win}{lines}"));
    assert!(with("").starts_with("hex(1)"));
    assert_eq!(with("refutations\nor 11.99\n"), "NotEarlier");
    assert_eq!(with("refutations\ncapture 77 11 11\n"), "NotEarlier");
    assert_eq!(with("refutations\nlink 11 l r : l-r\n"), "Unused");
    assert_eq!(with("refutations\nlink 11 l r : l-r\nwithout 11 0\n"), "Refutations");
    assert_eq!(with("refutations\n"), "Spelling");
    assert_eq!(verdict(&win.replace("link 11 l r", "link 11 l r + 11")), "Spelling");
    assert_eq!(verdict(&win.replace("link", "link 11 l r : l-r\nlink")), "Unused");
}

#[test]
fn audit_s5_a_board_a_cell_and_a_formula_have_one_spelling() {
    let with = |from: &str, to: &str| verdict(&format!("{BRIDGE}or 12.0 22.1\n").replace(from, to));
    assert!(with("", "").starts_with("hex(3)"));
    for (from, to) in [
        ("board 3 3", "board 03 003"),
        ("stones 21 13", "stones b1 a3"),
        ("stones 21 13", "stones 13 21"),
        ("stones 21 13", "stones 21 21 13"),
        ("formula 21-13", "formula (21-13)"),
        ("formula 21-13", "formula  21-13"),
        ("or 12.0", "or a02.0"),
        ("or 12.0", "or 12.00"),
    ] {
        assert_eq!(with(from, to), "Spelling", "{to}");
    }
    // `and` binds more tightly when read, and is bracketed when written.
    let both = BRIDGE.replace("formula 21-13", "formula 21-13 and 21-13 or 21-13");
    assert_eq!(verdict(&format!("{both}or 12.0 22.1\n")), "Spelling");
}

#[test]
fn carriers_of_an_and_that_overlap_are_refused() {
    // Both bridges want cell 22.
    let lines = "board 4 3\nowner black\nclaim holds\nstones 21 31 13 23\ncarrier 12 22 32\nformula 21-13 and 31-23\n\
                 link 21 12 13 : 21-13\nlink 21 22 13 : 21-13\nor 12.0 22.1\n\
                 link 31 22 23 : 31-23\nlink 31 32 23 : 31-23\nor 22.3 32.4\n";
    assert_eq!(verdict(&format!("{lines}and 2 5 : 21-13 and 31-23\n")), "Overlap");
    // As a stone of X the common cell is in nobody's way.
    let more = lines.replace("stones 21 31", "stones 21 31 22").replace("carrier 12 22", "carrier 12");
    let sentence = verdict(&format!("{more}and 2 5 + 22 : 21-13 and 31-23\n"));
    assert!(sentence.starts_with("hex(4,3): black on 21 31 22 13 23 secures"), "{sentence}");
}

#[test]
fn audit_the_capture_of_the_page_without_its_conditions_is_refused() {
    // White: 11 12 and the right edge with 21 22 empty; 12, 21 are no captured pair, for 21 is in
    // the carrier.
    let lines = "board 2 2\nowner white\nclaim holds\nstones 11 r\ncarrier 21 12 22\nformula 11-r\n\
                 link 11 21 r : 11-r\nlink 11 12 22 r : 11-r\nor 21.0 22.1\n";
    assert_eq!(verdict(&format!("{lines}capture 2 12 21\n")), "Misplaced");
    assert_eq!(verdict(&format!("{lines}capture 2 12 12\n")), "Misplaced");
    assert_eq!(verdict(&lines.replace("or 21.0 22.1", "or")), "Misplaced");
}

#[test]
fn audit_a_long_conjunction_is_read_in_time_and_one_of_many_cases_is_refused() {
    let of = |pairs: usize, line: &str| {
        let long = vec!["11-12"; pairs].join(" and ");
        format!(
            "board 1 2\nowner black\nclaim holds\nstones 11 12\ncarrier\nformula {long}\nlink 11 12 : {long}\n{line}"
        )
    };
    let allowance = Allowance { steps: 40_000_000, memory: 100_000_000 };
    assert!(verdict_within(&of(100_000, ""), allowance).starts_with("hex(1,2)"));
    // 2^8 cases are few enough, 2^9 are too many.
    let cases = |count| vec!["(11-12 or 11-12)"; count].join(" and ");
    let with = |count| {
        let formula = cases(count);
        format!(
            "{}and 0 : 11-12\n",
            of(1, "").replace("link 11 12 : 11-12", &format!("link 11 12 : {formula}"))
        )
    };
    assert!(verdict(&with(8)).starts_with("hex(1,2)"));
    assert_eq!(verdict(&with(9)), "NotEntailed");
    // The same many times over: more steps than allowed.
    let parts = " .0".repeat(2_000);
    let many = with(8).replace("and 0 : 11-12", &format!("or{parts} : 11-12"));
    assert_eq!(verdict_within(&many, allowance), "Exhausted");
    assert!(verdict(&many).starts_with("hex(1,2)"));
}

/// The next number of a small generator (Marsaglia, Xorshift RNGs, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }
    fn subset(&mut self, of: CellSet, one_in: usize) -> CellSet {
        of.cells().filter(|_| self.below(one_in) == 0).collect()
    }
    fn member(&mut self, of: CellSet) -> Option<Cell> {
        if of.is_empty() { None } else { of.cells().nth(self.below(of.len())) }
    }
    fn formula(&mut self, points: CellSet, depth: usize) -> Option<Formula> {
        let parts = |random: &mut Random| {
            (0..2).map(|_| random.formula(points, depth - 1)).collect::<Option<Vec<_>>>()
        };
        Some(match if depth == 0 { 9 } else { self.below(6) } {
            0 => Formula::And(parts(self)?),
            1 => Formula::Or(parts(self)?),
            _ => Formula::Joined(self.member(points)?, self.member(points)?),
        })
    }
}

fn is_true(geometry: &Geometry, statement: &Statement) -> bool {
    let Promise::Formula(formula) = &statement.promise else { return true };
    statement.stones.is_disjoint(statement.carrier)
        && keeps(statement.carrier, statement.stones, &mut |own| holds(geometry, own, formula))
}

/// One random step over the statements that are there.
fn random_step(random: &mut Random, geometry: &Geometry, statements: &[Statement]) -> Option<Step> {
    let cells = geometry.size.all();
    let part = |random: &mut Random| random.below(statements.len().max(1));
    let stones_of = |part: usize| statements.get(part).map_or(CellSet::EMPTY, |statement| statement.stones);
    Some(match random.below(12) {
        0 | 1 => {
            let stones = random.subset(geometry.all(), 2);
            Step::Link { stones, formula: random.formula(stones, 2)? }
        }
        2..=4 => {
            let parts: Vec<usize> = (0..random.below(3) + 1).map(|_| part(random)).collect();
            let stones = random.subset(geometry.all(), 8);
            let all = parts.iter().fold(stones, |all, &part| all.or(stones_of(part)));
            Step::And { parts, stones, formula: random.formula(all, 2)? }
        }
        5..=8 => {
            let one = |random: &mut Random| {
                let part = part(random);
                let reply = random.member(stones_of(part).and(cells)).filter(|_| random.below(6) > 0);
                (reply, part)
            };
            let parts: Vec<_> = (0..random.below(3) + 1).map(|_| one(random)).collect();
            let stones = if random.below(3) > 0 { CellSet::EMPTY } else { random.subset(geometry.all(), 5) };
            let all = parts.iter().fold(stones, |all, &(_, part)| all.or(stones_of(part)));
            let formula = if random.below(2) == 0 { None } else { Some(random.formula(all, 2)?) };
            Step::Or { parts, stones, formula }
        }
        9 | 10 => {
            let part = part(random);
            let from = if random.below(2) == 0 { cells } else { stones_of(part).and(cells) };
            Step::Capture { part, pair: [random.member(from)?, random.member(cells)?] }
        }
        _ => {
            let motion = match random.below(3) {
                0 => Motion::Turn,
                1 => Motion::Mirror(random.below(9) as i32),
                _ => Motion::Shift(random.below(5) as i32 - 2, random.below(5) as i32 - 2),
            };
            Step::Move { part: part(random), motion }
        }
    })
}

#[test]
fn every_statement_the_rules_derive_on_small_boards_is_true() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut derived, mut by_rule) = (0, [0; 5]);
    while derived < 300_000 {
        let size = Size::new(random.below(4) + 1, random.below(4) + 1).unwrap();
        let owner = [Player::Black, Player::White][random.below(2)];
        let geometry = Geometry::new(size, owner);
        let (mut statements, mut seen): (Vec<Statement>, HashSet<String>) = (Vec::new(), HashSet::new());
        for _ in 0..3_000 {
            let Some(step) = random_step(&mut random, &geometry, &statements) else { continue };
            let statement = match step.apply(&geometry, None, &statements) {
                Ok(statement) => statement,
                Err(StepError::NotEarlier { .. }) if !statements.is_empty() => panic!("{step:?}"),
                Err(_) => continue,
            };
            if statement.carrier.len() > 7 || !seen.insert(format!("{statement:?}")) {
                continue;
            }
            assert!(is_true(&geometry, &statement), "{size} {owner}: {step:?} gives {statement:?}");
            derived += 1;
            by_rule[match step {
                Step::Link { .. } => 0,
                Step::And { .. } => 1,
                Step::Or { .. } => 2,
                Step::Capture { .. } => 3,
                _ => 4,
            }] += 1;
            // Statements with something left to do are the better parts.
            if !statement.carrier.is_empty() || random.below(4) == 0 {
                statements.push(statement);
            }
        }
    }
    assert!(by_rule.iter().all(|&count| count > 2_000), "{by_rule:?}");
}

#[test]
fn every_refutation_the_rules_derive_on_small_boards_is_true() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut derived, mut with_carrier) = (0, 0);
    while derived < 40_000 {
        let size = Size::new(random.below(4) + 1, random.below(4) + 1).unwrap();
        let owner = [Player::Black, Player::White][random.below(2)];
        let geometry = Geometry::new(size, owner);
        let region = random.subset(geometry.all(), 2).or(random.subset(geometry.all(), 2));
        let Some(formula) = random.formula(region, 2) else { continue };
        let barrier = Barrier { region, formula };
        let (mut statements, mut seen): (Vec<Statement>, HashSet<String>) = (Vec::new(), HashSet::new());
        for _ in 0..1_000 {
            let step = match random.below(3) {
                0 => Step::Bar { stones: random.subset(size.all(), 2) },
                _ => match random_step(&mut random, &geometry, &statements) {
                    Some(Step::Or { parts, stones, .. }) => Step::Or { parts, stones, formula: None },
                    _ => continue,
                },
            };
            let Ok(statement) = step.apply(&geometry, Some(&barrier), &statements) else { continue };
            if statement.carrier.len() > 6 || !seen.insert(format!("{statement:?}")) {
                continue;
            }
            assert_eq!(statement.promise, Promise::Barred);
            // The sides change their roles: the opponent answers, and the rest of the region is the
            // owner's.
            let mut is_barred = |taken: CellSet| !holds(&geometry, region.minus(taken), &barrier.formula);
            assert!(
                statement.stones.is_disjoint(statement.carrier)
                    && keeps(statement.carrier, statement.stones, &mut is_barred),
                "{size} {owner} {barrier:?}: {step:?} gives {statement:?}"
            );
            derived += 1;
            with_carrier += usize::from(!statement.carrier.is_empty());
            if !statement.carrier.is_empty() || random.below(2) == 0 {
                statements.push(statement);
            }
        }
    }
    assert!(with_carrier > 5_000, "{with_carrier} of {derived}");
}
