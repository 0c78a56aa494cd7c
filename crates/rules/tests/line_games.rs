//! The rules of Otrio, Qubic and Connect-Four.

use hissho_rules::line_games::{Board, End, LineGame, MoveError, slots_of};

fn game(name: &str) -> LineGame {
    LineGame::named(name).unwrap()
}

#[test]
fn games_are_called_by_their_shortest_name() {
    for (given, expected) in [
        ("otrio", "otrio"),
        ("otrio(players=2, stock=3)", "otrio"),
        ("otrio(stock=none)", "otrio(stock=none)"),
        ("otrio(stock=2, forbidden=b2M)", "otrio(stock=2,forbidden=b2M)"),
        ("otrio(forbidden=b2M+a1L)", "otrio(forbidden=a1L+b2M)"),
        ("otrio(players=3)", "otrio(players=3)"),
        ("otrio(players=4,teams=13v24)", "otrio"),
        ("otrio(teams=34v12)", "otrio(teams=12v34)"),
        ("otrio(players=3,teams=23v1)", "otrio(players=3,teams=1v23)"),
        ("qubic(3)", "qubic(3)"),
        ("qubic(3, forbidden=centre)", "qubic(3,forbidden=centre)"),
        ("connect4", "connect4(7,6)"),
        ("connect4( 5 , 4 , k=3 )", "connect4(5,4,k=3)"),
    ] {
        assert_eq!(game(given).to_string(), expected);
        assert_eq!(game(expected), game(given));
    }
}

#[test]
fn bad_parameters_are_named() {
    for (given, message) in [
        ("otrio(stock=0)", "`stock=0` is not understood, expected stock=1 to stock=9, or stock=none"),
        ("otrio(forbidden=d2M)", "`d2M` is not understood, expected a slot such as b2M"),
        (
            "otrio(teams=12v3)",
            "`12v3` is not understood, expected every seat in one of two teams, such as teams=13v24",
        ),
        ("otrio(players=5)", "`players=5` is not understood, expected players=2, players=3 or players=4"),
        ("otrio(players=3", "`otrio(players=3` is not understood, expected a closing bracket at the end"),
        ("qubic(4)", "`4` is not understood, expected qubic(3) or qubic(3, forbidden=centre)"),
        ("connect4(7)", "`7` is not understood, expected a width and a height, as in connect4(7,6)"),
    ] {
        assert_eq!(LineGame::named(given).unwrap_err().to_string(), message);
    }
}

#[test]
fn the_lines_of_otrio_are_the_49_of_the_cube_as_the_rules_tell_them() {
    let game = game("otrio");
    assert_eq!(game.lines().len(), 49);
    // Told as in the rules: cells; straight lines of cells in one size, or with the sizes in order.
    let slot = |cell: usize, size: usize| cell * 3 + size;
    let mut told: Vec<Vec<usize>> =
        (0..9).map(|cell| (0..3).map(|size| slot(cell, size)).collect()).collect();
    for [a, b, c] in [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
    {
        for [l, m, s] in [[0, 0, 0], [1, 1, 1], [2, 2, 2], [0, 1, 2], [2, 1, 0]] {
            told.push(vec![slot(a, l), slot(b, m), slot(c, s)]);
        }
    }
    let sorted = |mut lines: Vec<Vec<usize>>| {
        lines.iter_mut().for_each(|line| line.sort_unstable());
        lines.sort();
        lines
    };
    assert_eq!(sorted(game.lines().to_vec()), sorted(told));
}

/// A game and how many symmetries it has.
const SYMMETRIES: &[(&str, usize)] = &[
    ("otrio", 16),
    ("otrio(forbidden=b2M)", 16),
    ("otrio(forbidden=a1L)", 2),
    ("otrio(stock=none)", 48),
    ("qubic(3)", 48),
    ("qubic(3,forbidden=centre)", 48),
    ("connect4(7,6)", 2),
];

#[test]
fn symmetries_leave_the_rules_as_they_are_and_other_maps_are_refused() {
    for &(name, count) in SYMMETRIES {
        let game = game(name);
        assert_eq!(game.symmetries().len(), count, "{name}");
        assert!(game.symmetries()[0].iter().copied().eq(0..game.slot_count()));
        for symmetry in game.symmetries() {
            assert!(game.is_symmetry(symmetry), "{name}");
            let mut damaged = symmetry.clone();
            damaged.swap(0, 1);
            assert!(!game.is_symmetry(&damaged), "{name}");
            damaged[0] = damaged[1];
            assert!(!game.is_symmetry(&damaged), "{name}");
        }
        assert!(!game.is_symmetry(&[]));
    }
}

fn positions_after(game: &LineGame, plies: usize) -> usize {
    let mut now = vec![Board::new(game)];
    for _ in 0..plies {
        let mut next: Vec<Board> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for board in now {
            for slot in board.moves() {
                let after = board.play(slot).unwrap();
                if seen.insert(after.content().to_vec()) {
                    next.push(after);
                }
            }
        }
        now = next;
    }
    now.len()
}

#[test]
fn connect_four_has_the_known_number_of_positions_after_each_ply() {
    // OEIS A212693.
    let counts: Vec<usize> = (0..8).map(|plies| positions_after(&game("connect4(7,6)"), plies)).collect();
    assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422, 54859]);
}

#[test]
fn illegal_records_are_refused_with_the_number_of_the_move() {
    for (name, record, message) in [
        ("otrio", "b2M b2M", "move 2: b2M is full, a free place is needed"),
        ("otrio", "b2M a1X", "move 2: `a1X` is not a move of this game, `a1L` would be one"),
        ("otrio", "b2M pass", "move 2: nobody is passed here, the colour to move can place a piece"),
        ("otrio(forbidden=b2M)", "a1L b2M", "move 2: b2M is forbidden by the rules"),
        (
            "otrio",
            "a1L a1M a1S b1M b3L c1M b1S b2S c2L a2S c3S a3M a3L",
            "move 13: colour 1 has no piece left for a3L, it had 3 of each size",
        ),
        (
            "otrio(stock=1)",
            "a1L b1L a1S c1L b3L",
            "move 5: colour 1 has no piece left for b3L, it had 1 of each size",
        ),
        ("connect4(7,6)", "4444444", "move 7: 4 is full, a free place is needed"),
        ("connect4(7,6)", "12121212", "move 8: 2 is played after the end of the game"),
        ("connect4(7,6)", "80", "move 1: `8` is not a move of this game, `1` would be one"),
    ] {
        let game = game(name);
        let found = Board::after(&game, record).map(|board| format!("{:?}", board.content()));
        assert_eq!(found.map_err(|error| error.to_string()), Err(message.to_owned()), "{record}");
    }
}

#[test]
fn a_colour_that_cannot_place_is_passed() {
    // One piece of each size: after twelve moves every colour is out, and the board is not full.
    let game = game("otrio(stock=1)");
    let record = "a1L a1M b3S b2M  b1S a1S c1M c3S  c2M c3L a2L a3L";
    let board = Board::after(&game, record).unwrap();
    assert_eq!(board.end(), Some(End::Draw));
    // Colours 1 and 3 hold all L, colour 2 and 4 the rest: nobody is passed yet.
    let board = Board::after(&game, "a1L a1M").unwrap();
    assert_eq!(board.turn(), Some(2));
}

#[test]
fn a_win_ends_the_game() {
    let game = game("otrio");
    let board = Board::after(&game, "a1L b1L a2L b2L a1M c1L a2M c2L a1S").unwrap();
    assert_eq!(board.end(), Some(End::Win(0)));
    assert!(board.moves().is_empty() && board.turn().is_none() && board.play(26).is_none());
    assert!(matches!(Board::after(&game, "a1L a1L"), Err(MoveError::Full { number: 2, .. })));
}

#[test]
fn a_move_taken_back_leaves_the_board_as_it_was() {
    for (name, record) in
        [("otrio", "b2M a1L a1M"), ("otrio(stock=1)", "a1L a1M a1S b1L"), ("connect4(4,3)", "1122")]
    {
        let game = LineGame::named(name).unwrap();
        let board = Board::after(&game, record).unwrap();
        let mut worked_on = board.clone();
        for slot in 0..game.slot_count() {
            match worked_on.fill(slot) {
                Some(filled) => {
                    assert_eq!(Some(&worked_on), board.play(slot).as_ref(), "{name} {slot}");
                    worked_on.take_back(filled);
                }
                None => assert_eq!(board.play(slot), None, "{name} {slot}"),
            }
            assert_eq!(worked_on, board, "{name} {slot}");
        }
    }
}

#[test]
fn sets_of_slots_say_what_is_on_the_board() {
    for (game, record) in [("otrio", "b2M a1L a1M b1L c3S b3M c1L a2S a2L"), ("connect4(9,9)", "112399")] {
        let game = LineGame::named(game).unwrap();
        let (board, plain) = Board::with_moves(&game, record).unwrap();
        let is = |slot: usize, colour| board.content()[slot] == Some(colour);
        for slot in 0..game.slot_count() {
            for colour in 0..game.sides().len() {
                assert_eq!(board.of_colour(colour) >> slot & 1 == 1, is(slot, colour));
            }
            assert_eq!(board.filled() >> slot & 1 == 1, board.content()[slot].is_some());
        }
        for (line, set) in game.lines().iter().zip(game.line_sets()) {
            assert_eq!(*line, slots_of(*set).collect::<Vec<_>>());
        }
        assert_eq!(plain.split(' ').count(), board.filled().count_ones() as usize);
        assert_eq!(Board::after(&game, &plain), Ok(board));
    }
}
