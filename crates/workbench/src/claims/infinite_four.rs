//! Infinite Connect-Four: A1 to A14 and A16 to A18.
//!
//! Theorems are response certificates, lemmas on gadgets are games played out by the checker, the
//! windows of the sources' proofs are certificates of their own. Figure 37 is refuted by the game
//! in its columns 3 to 9 and shown with a line of play; the sequences of blocks that do work stand
//! beside it.

use hissho_certificate::Claim;
use hissho_certificate::infinite_four::board_windows::{self, BoardWindows};
use hissho_certificate::infinite_four::forced_win::{self, ForcedWin};
use hissho_certificate::infinite_four::response::{self, Arena, Pair, Response, Strategy};
use hissho_certificate::infinite_four::zone_game::{self, Groups, ZoneGame};
use hissho_certificate::infinite_four::zone_words::{self, Column, Shapes, ZoneWords};
use hissho_rules::infinite_four::{
    Board, Cell, Position, Side, Stone, parse_record, parse_stones, write_stones,
};
use hissho_solve::infinite_four::handicap::{self, Effort, Handicap};
use hissho_solve::infinite_four::library::{carried_on, every_width, named, slid};
use hissho_solve::infinite_four::opponents::duel;
use hissho_solve::infinite_four::responder::Responder;

use super::{Part, Settling, Table};

/// The ids settled here, and how.
pub(super) const TABLE: Table = &[
    ("A1", first_figure),
    ("A2", |settling| {
        vec![cup("in a CUP the second to enter gets exactly one of each pair U, P, C", None, settling)]
    }),
    ("A3", |settling| {
        vec![theorem(
            settling,
            "X draws with CUPs on 3+5n…6+5n and -3-5n…-6-5n, follow-up elsewhere; no four for either",
            "cup-x",
        )]
    }),
    ("A4", |settling| {
        vec![theorem(
            settling,
            "O draws with CUPs on 5n+1…5n+4 and -5n-1…-5n-4, follow-up elsewhere; no four for either",
            "cup-o",
        )]
    }),
    ("A5", |settling| {
        vec![
            slided_cup(
                "in a Slided-CUP: S-S, C-C and P-P across the follow-up columns, exactly one each",
                None,
                settling,
            ),
            theorem(
                settling,
                "the endless chain of Slided-CUPs: replies always there, exactly one of each pair",
                "slided-cup-o",
            ),
        ]
    }),
    ("A6", |settling| {
        vec![
            theorem(
                settling,
                "X draws with Slided-CUPs on ±(3…5) and ±(7+5n…10+5n), S(5,2) and S(-5,2) one each; no four for either",
                "slided-cup-x",
            ),
            windows(
                "Core84 (columns -1…10, rows 1…7) shows every 4x4 window up to reflection",
                "slided-cup-x",
                "slided-cup-x",
                (-1, 10),
                settling,
            ),
        ]
    }),
    ("A7", |settling| {
        vec![
            theorem(settling, "O draws with Slided-CUPs on ±(1+5n…4+5n); no four for either", "slided-cup-o"),
            printed_range(settling),
            windows(
                "its windows with colours exchanged lie in Core84",
                "slided-cup-o",
                "slided-cup-x",
                (-1, 10),
                settling,
            ),
        ]
    }),
    ("A8", |settling| {
        vec![
            theorem(
                settling,
                "X draws with GLASSes on ±(3+8n…9+8n), the S free; no four for either",
                "glass-x",
            ),
            windows(
                "Core98 (columns -1…12, rows 1…7) shows every 4x4 window up to reflection",
                "glass-x",
                "glass-x",
                (-1, 12),
                settling,
            ),
        ]
    }),
    ("A9", |settling| {
        vec![
            theorem(
                settling,
                "O draws with GLASSes on ±(1+8n…7+8n), the S free; no four for either",
                "glass-o",
            ),
            windows(
                "its windows with colours exchanged lie in Core98",
                "glass-o",
                "glass-x",
                (-1, 12),
                settling,
            ),
        ]
    }),
    ("A10", mixtures),
    ("A11", slides),
    ("A12", endless_game),
    ("A13", bounded_boards),
    ("A14", one_handicap_stone),
    ("A16", |settling| vec![two_handicap_stones(settling)]),
    ("A17", |settling| {
        vec![glass(
            "in a GLASS the second to enter gets at least one of each pair G, L, A; the S are free",
            None,
            settling,
        )]
    }),
    ("A18", |settling| {
        vec![
            cup("CUP: in every position of the defence one reply only keeps the pairs", Some(true), settling),
            slided_cup(
                "Slided-CUP: in every position of the defence one reply only keeps the pairs",
                Some(true),
                settling,
            ),
            glass("GLASS: somewhere several replies keep the pairs", Some(false), settling),
        ]
    }),
];

fn theorem(settling: &Settling<'_>, statement: &str, name: &str) -> Part {
    strategy(statement, &load(name), settling)
}

fn load(name: &str) -> (Response, Strategy) {
    named(name).expect("the named strategies used here exist")
}

fn strategy(statement: &str, (claim, strategy): &(Response, Strategy), settling: &Settling<'_>) -> Part {
    let expected = Claim::Response(claim.clone());
    settling.certify(statement, &expected, || Ok::<_, String>(response::write(claim, strategy)))
}

/// A1: the win from the first figure, and that X came there along the board of theorem 1.
fn first_figure(settling: &Settling<'_>) -> Vec<Part> {
    let record = parse_record("X0O1X1O-1X-1O2").expect("a record");
    let printed = parse_stones("X0O2X0O0X-2O-2X1O1X-1O2X-2").expect("stones");
    let claim = ForcedWin { stones: record.clone(), to_move: Side::X, winner: Side::X, plies: printed.len() };
    let expected = Claim::ForcedWin(claim.clone());
    let before = &record[..record.len() - 1];
    vec![
        settling.certify(
            "from X0O1X1O-1X-1O2 X wins by the printed continuation, every reply of O forced",
            &expected,
            || Ok::<_, String>(forced_win::write(&claim, &printed)),
        ),
        match carried_on(&load("cup-x"), before) {
            Some(carried) => strategy(
                "X0O1X1O-1X-1 follows the X-board of theorem 1, which stays in force",
                &carried,
                settling,
            ),
            None => {
                Part::missing("X0O1X1O-1X-1 follows the X-board of theorem 1", "the strategy is not static")
            }
        },
    ]
}

fn pairs(weak: bool, cells: &[[(i64, u32); 2]]) -> Vec<Pair> {
    let cell = |(column, row)| Cell { column, row };
    let mut pairs: Vec<Pair> =
        cells.iter().map(|&[one, two]| Pair { cells: [cell(one), cell(two)], weak }).collect();
    pairs.sort();
    pairs
}

fn gadget(statement: &str, claim: ZoneGame, settling: &Settling<'_>) -> Part {
    settling.certify(statement, &Claim::ZoneGame(claim.clone()), || Ok::<_, String>(zone_game::write(&claim)))
}

fn cup(statement: &str, unique: Option<bool>, settling: &Settling<'_>) -> Part {
    let groups = Groups::Pairs(pairs(false, &[[(1, 1), (2, 1)], [(3, 1), (4, 1)], [(1, 2), (4, 2)]]));
    let claim = ZoneGame { first: 1, word: vec![2, 1, 1, 2], passes: false, groups, kept: true, unique };
    gadget(statement, claim, settling)
}

/// The six cells S S C C P P in the columns 4 to 11 of figures 19 to 26.
fn slided_cup(statement: &str, unique: Option<bool>, settling: &Settling<'_>) -> Part {
    let groups = Groups::Pairs(pairs(false, &[[(4, 1), (6, 1)], [(6, 2), (9, 2)], [(9, 1), (11, 1)]]));
    let claim =
        ZoneGame { first: 4, word: vec![1, 0, 2, 0, 0, 2, 0, 1], passes: false, groups, kept: true, unique };
    gadget(statement, claim, settling)
}

fn glass(statement: &str, unique: Option<bool>, settling: &Settling<'_>) -> Part {
    let groups = Groups::Pairs(pairs(true, &[[(1, 1), (2, 1)], [(3, 1), (5, 1)], [(6, 1), (7, 1)]]));
    let claim =
        ZoneGame { first: 1, word: vec![2, 1, 2, 0, 2, 1, 2], passes: false, groups, kept: true, unique };
    gadget(statement, claim, settling)
}

/// Every window of a board occurs in a rectangle of seven rows of a board of X; colours are
/// exchanged for O's.
fn windows(statement: &str, board: &str, model: &str, columns: (i64, i64), settling: &Settling<'_>) -> Part {
    let claim = BoardWindows {
        board: Box::new(load(board)),
        model: Box::new(load(model)),
        columns,
        rows: 7,
        exchanged: board != model,
    };
    settling.certify(statement, &Claim::BoardWindows(claim.clone()), || {
        Ok::<_, String>(board_windows::write(&claim))
    })
}

/// A7: with the columns -1-5n…-1-5n as printed, -2 to -5 are follow-up columns, and X has the
/// ground of all four.
fn printed_range(settling: &Settling<'_>) -> Part {
    let printed = "as printed the Slided-CUPs on the left are on -1-5n…-1-5n, follow-up elsewhere";
    let game = ZoneGame {
        first: -5,
        word: vec![0, 0, 0, 0, 2],
        passes: true,
        groups: Groups::Lines,
        kept: false,
        unique: None,
    };
    match settling.make_and_check(|| Ok::<_, String>(zone_game::write(&game))) {
        Err(failure) => failure.part(printed),
        Ok((proof, evidence)) => {
            let evidence =
                format!("{evidence}: a slip for -1-5n…-4-5n; by follow-up X gets the ground of -5 to -2");
            Part::refuted(printed, &proof, follow_up_line(-5..=-2), evidence)
        }
    }
}

/// X drops into `columns` one after the other and O answers on top, until X has a four.
fn follow_up_line(columns: std::ops::RangeInclusive<i64>) -> String {
    let mut position = Position::new(Board::INFINITE);
    let mut record = Vec::new();
    for column in columns {
        for side in [Side::X, Side::O] {
            let stone = Stone { side, column };
            record.push(stone);
            if position.drop_stone(stone).is_err() {
                return format!("{}: no move of the game", write_stones(&record));
            }
            if position.four_at_top(column).is_some() {
                return format!("{}: a four of {side}", write_stones(&record));
            }
        }
    }
    format!("no four after {}", write_stones(&record))
}

/// A10: figure 37 fails; repaired mixtures and the theorem on all of them hold.
fn mixtures(settling: &Settling<'_>) -> Vec<Part> {
    let printed = "figure 37 as printed is an X-board: X, answering by it, is safe in columns 3…9";
    let game = ZoneGame {
        first: 3,
        word: vec![2, 1, 1, 0, 2, 1, 2],
        passes: true,
        groups: Groups::Lines,
        kept: false,
        unique: None,
    };
    let figure = match settling.make_and_check(|| Ok::<_, String>(zone_game::write(&game))) {
        Err(failure) => failure.part(printed),
        Ok((proof, evidence)) => {
            let evidence =
                format!("{evidence}: O gets a four there, however X pairs the cells and even if X may pass");
            Part::refuted(printed, &proof, losing_line(), evidence)
        }
    };
    let words = ZoneWords { blocks: [vec![0, 2, 1, 1, 2], vec![0, 2, 1, 2]] };
    vec![
        figure,
        strategy("repaired: CUP, half a GLASS, Slided-CUP, half a GLASS, … is an X-board (period 18)", &load("mixed-x"), settling),
        strategy("the same mixture is an O-board", &load("mixed-o"), settling),
        settling.certify(
            "the boards of zone heights 0, 1, 2 are exactly the sequences of 02112 (CUP or Slided-CUP) and 0212 (half a GLASS)",
            &Claim::ZoneWords(words.clone()),
            || Ok::<_, String>(zone_words::write(&words, &shapes())),
        ),
    ]
}

/// The pairs of the blocks: CUP, Slided-CUP, and the two halves of a GLASS.
fn shapes() -> Shapes {
    let shape = |columns: &[(u8, i8, i8)]| {
        let column = |&(height, low, high): &(u8, i8, i8)| Column { height, partners: [(low, 0), (high, 0)] };
        columns.iter().map(column).collect::<Vec<_>>()
    };
    [
        [
            shape(&[(0, 0, 0), (2, 1, 3), (1, -1, 0), (1, 1, 0), (2, -1, -3)]),
            shape(&[(0, 0, 0), (2, -2, 3), (1, 1, 0), (1, -1, 0), (2, 2, -3)]),
        ],
        [
            shape(&[(0, 0, 0), (2, 1, 2), (1, -1, 0), (2, 2, -2)]),
            shape(&[(0, 0, 0), (2, -2, 2), (1, 1, 0), (2, -1, -2)]),
        ],
    ]
}

/// A game in which X follows figure 37 and O makes a four: the shortest found by trying O's columns
/// in turn.
fn losing_line() -> String {
    let (claim, strategy) = load("figure-37");
    let start = Responder::new(&claim, &strategy, 0, None);
    let mut games = vec![(start, claim.stones.clone())];
    for _ in 0..8 {
        let mut next = Vec::new();
        for (game, record) in &games {
            for column in 3..=9 {
                let (mut game, mut record) = (game.clone(), record.clone());
                record.push(Stone { side: Side::O, column });
                match game.answer(column) {
                    Ok(Some(reply)) => {
                        record.push(Stone { side: Side::X, column: reply.column });
                        next.push((game, record));
                    }
                    Ok(None) => return format!("{}: a four of O", write_stones(&record)),
                    Err(_) => {}
                }
            }
        }
        // One game per position is enough.
        next.sort_by_cached_key(|(game, _)| handicap::describe(&game.position));
        next.dedup_by_key(|(game, _)| handicap::describe(&game.position));
        games = next;
    }
    "a four of O after more than eight moves".to_owned()
}

/// A11: every O-board at every shift.
fn slides(settling: &Settling<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    for (name, period) in [("cup-o", 5), ("slided-cup-o", 5), ("glass-o", 8)] {
        for shift in 0..period {
            let statement = format!("{name} slid by {shift} columns, and so by {shift} + {period}n");
            parts.push(strategy(&statement, &slid(&load(name), shift), settling));
        }
    }
    parts
}

/// Figure 39, rows 1 and 2 of the columns -1 to 9; a dot is an empty cell.
const FIGURE_39: [&str; 2] = ["OXO.XOX.OXO", "X.X.O.O.X.X"];

/// A12: the restricted GLASS, the two boards, and the position of figure 39 reached by them.
fn endless_game(settling: &Settling<'_>) -> Vec<Part> {
    let cells = [[(1, 1), (2, 1)], [(3, 1), (5, 1)], [(6, 1), (7, 1)], [(1, 2), (7, 2)], [(3, 2), (5, 2)]];
    let restricted = ZoneGame {
        first: 1,
        word: vec![2, 1, 2, 0, 2, 1, 2],
        passes: false,
        groups: Groups::Pairs(pairs(false, &cells)),
        kept: true,
        unique: None,
    };
    let (x, o) = (load("glass-x-restricted"), load("glass-o-slid-restricted"));
    let mut parts = vec![
        gadget(
            "the restricted follow-in-GLASS keeps G, L, A and the S in pairs, so it stays within definition 8",
            restricted,
            settling,
        ),
        strategy("X with the restricted GLASSes of figure 32 never loses, and no four arises", &x, settling),
        strategy("O with the restricted GLASSes of figure 38 never loses, and no four arises", &o, settling),
    ];
    let statement = "the two boards against each other reach figure 39, both still in force there";
    // The first move after which the two lowest rows of columns -1 to 9 are as printed.
    let found = duel(&x, &o, 60).and_then(|(record, _)| {
        (1..=record.len()).find(|&plies| shows_figure(&record[..plies])).map(|plies| record[..plies].to_vec())
    });
    let Some(record) = found else {
        parts.push(Part::missing(statement, "the game generated does not show the printed figure"));
        return parts;
    };
    // Each board is stated after its own side's move.
    let plies = record.len();
    let (of_x, of_o) = if plies % 2 == 1 { (plies, plies - 1) } else { (plies - 1, plies) };
    for (loaded, plies) in [(&x, of_x), (&o, of_o)] {
        match carried_on(loaded, &record[..plies]) {
            Some(carried) => parts.push(strategy(
                &format!("{statement}: {}, move {plies}", carried.0.responder),
                &carried,
                settling,
            )),
            None => parts.push(Part::missing(statement, "the strategy is not static")),
        }
    }
    parts
}

fn shows_figure(record: &[Stone]) -> bool {
    let Ok(position) = Position::of(Board::INFINITE, record) else {
        return false;
    };
    FIGURE_39.iter().zip(1..).all(|(printed, row)| {
        printed.chars().zip(-1..).all(|(letter, column)| {
            let stone =
                position.at(Cell { column, row }).map_or('.', |side| if side == Side::X { 'X' } else { 'O' });
            stone == letter
        })
    })
}

/// A13: every height on infinite width, every width without a top.
fn bounded_boards(settling: &Settling<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    for (name, side) in [("cup-x", "X"), ("cup-o", "O")] {
        let (mut claim, mut plan) = load(name);
        claim.arena = Arena::EveryHeight;
        plan.passes = true;
        parts.push(strategy(
            &format!("{side} draws when the height is bounded, whatever the bound"),
            &(claim, plan),
            settling,
        ));
    }
    for family in every_width() {
        let Arena::Widths { least, step } = family.0.arena else {
            continue;
        };
        let widths = if step == 0 { least.to_string() } else { format!("{least} + {step}n") };
        let statement = format!("{} draws on {widths} columns without a top", family.0.responder);
        parts.push(strategy(&statement, &family, settling));
    }
    parts
}

/// A14: each distance of the handicap stone.
fn one_handicap_stone(settling: &Settling<'_>) -> Vec<Part> {
    let effort = Effort { reach: 7, cores: 4, nodes: 20, settled: 3 };
    let distance = |distance: i64| {
        let statement = format!("X has stones in the columns 0 and {distance}, O to move: O does not lose");
        match handicap::settle(distance, effort, settling.limits) {
            Err(stop) => Part::missing(statement, stop.to_string()),
            Ok(Handicap::Draw(found)) => strategy(&statement, &found, settling),
            Ok(Handicap::Open { stuck, tried }) => {
                let held_up = stuck.map_or_else(String::new, |position| {
                    format!("; held up at {}, O to move", handicap::describe(&position))
                });
                Part::open(statement, tried + &held_up)
            }
        }
    };
    (0..=12).map(distance).collect()
}

/// A16: two extra stones and the first move give three in a row with both ends open.
fn two_handicap_stones(settling: &Settling<'_>) -> Part {
    let stones = parse_stones("X0 X1 X2").expect("stones");
    let line = parse_stones("O3 X-1").expect("stones");
    let claim = ForcedWin { stones, to_move: Side::O, winner: Side::X, plies: 2 };
    let expected = Claim::ForcedWin(claim.clone());
    settling.certify(
        "extra stones in the columns 0 and 1, first move 2: X makes a four at once",
        &expected,
        || Ok::<_, String>(forced_win::write(&claim, &line)),
    )
}
