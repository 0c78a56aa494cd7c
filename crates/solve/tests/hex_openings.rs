//! Winners of all openings of small boards, each accepted by the checker.

use hissho_certificate::hex::{Connection, check};
use hissho_rules::hex::{Player, Position, Size};
use hissho_solve::hex::search::HexSearch;
use hissho_solve::limits::Limits;

/// `B` where Black wins by opening there. The maps of 4×4 and 5×5: by exhaustive search; 6×6: Hayward and others 2003,
/// as completed by rotation.
const MAPS: &[&[&str]] = &[
    &["B"],
    &[".B", "B."],
    &["..B", "BBB", "B.."],
    &["...B", "..B.", ".B..", "B..."],
    &["....B", ".BBBB", ".BBB.", "BBBB.", "B...."],
    &[".....B", ".BBBBB", "BBBBBB", "BBBBBB", "BBBBB.", "B....."],
];

#[test]
fn every_opening_up_to_6x6_is_settled_with_an_accepted_proof() {
    for map in MAPS {
        let size = Size::new(map.len(), map.len()).unwrap();
        let meter = Limits::default().start();
        let mut search = HexSearch::new(size, &meter);
        for cell in size.all().cells().filter(|&cell| cell <= size.turned(cell)) {
            let (column, row) = size.place(cell);
            let expected = match &map[row as usize - 1][column as usize - 1..column as usize] {
                "B" => Player::Black,
                _ => Player::White,
            };
            let position = Position::start(size).after(cell).unwrap();
            let solution = search.solve(&position).unwrap();
            assert_eq!(solution.winner, expected, "{size} {column}{row}");
            check(solution.claim, &solution.evidence, &hissho_rules::Account::unlimited()).unwrap();
        }
    }
}

#[test]
fn the_first_player_wins_on_every_board_up_to_6x6_and_the_longer_way_loses_on_oblong_ones() {
    for (columns, rows) in [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)] {
        let size = Size::new(columns, rows).unwrap();
        let meter = Limits::default().start();
        let solution = HexSearch::new(size, &meter).solve(&Position::start(size)).unwrap();
        assert_eq!(solution.winner, Player::Black);
        check(solution.claim, &solution.evidence, &hissho_rules::Account::unlimited()).unwrap();
    }
    // Black joins top to bottom, so more rows than columns are the longer way.
    for (columns, rows, winner) in [(4, 5, Player::White), (5, 4, Player::Black), (3, 5, Player::White)] {
        let size = Size::new(columns, rows).unwrap();
        for to_move in [Player::Black, Player::White] {
            let none = hissho_rules::hex::CellSet::EMPTY;
            let position = Position::set_up(size, none, none, to_move).unwrap();
            let meter = Limits::default().start();
            let solution = HexSearch::new(size, &meter).solve(&position).unwrap();
            let expected = Connection::Wins { position, winner };
            assert_eq!(
                check(solution.claim, &solution.evidence, &hissho_rules::Account::unlimited())
                    .unwrap()
                    .claim(),
                &expected
            );
        }
    }
}
