//! Built-in records: the game that changed the rule, the two orders of figure 12, Euwe's knights.
//!
//! Only moves printed in the sources are used. The start of the first is the part of figure 11 in
//! which they take place; the rest of that board stands still.

use hissho_rules::words::Word;
use hissho_solve::words::access::Access;

use super::game::Game;
use super::{RecordError, chess, usi};

/// The part of figure 11 in which the sixty moves take place. White's king stands where it does not
/// matter.
pub const FIGURE_11: &str = "9/7k1/9/9/9/9/9/K1s6/LN7 b RGS4Pgs 119";

/// The four blocks of the game, each returning to figure 11.
pub const BLOCKS: [(char, &str); 4] = [
    ('A', "G*8h S*6g S*8g G*7i 8g7h 7i7h 8h7h 6g7h"),
    ('B', "G*8h S*6g S*8g G*7i 8h7h 7i7h 8g7h 6g7h"),
    ('C', "S*8g S*6g G*8h G*7i 8g7h 7i7h 8h7h 6g7h"),
    ('D', "S*8g S*6g 8g7h 6g7h"),
];

/// The order in which they were played, moves 119 to 178.
pub const ORDER: &str = "ABACBDCA";

/// Figure 12, with a king for Black where it does not matter.
pub const FIGURE_12: &str = "8k/6Gpl/8p/9/9/9/9/9/4K4 w Gg 1";

/// The two orders of figure 12.
pub const ORDERS: [&str; 2] = ["G*2a G*3c 2a3b 3c3b", "G*2a G*4c 2a3b 4c3b"];

/// Euwe's two blocks: the queen's knights, the king's knights, out and home.
pub const KNIGHTS: [&str; 2] = ["b1c3 b8c6 c3b1 c6b8", "g1f3 g8f6 f3g1 f6g8"];

/// The built-in examples by name, with a word about each.
pub const NAMES: [(&str, &str); 3] = [
    (
        "yonenaga-tanigawa",
        "moves 119 to 178 of the game of 1983, from the part of the board in which they take place",
    ),
    ("figure-12", "two orders of four moves from one position, played in the order of the Thue-Morse word"),
    ("euwe", "knights out and home in the order of the Thue-Morse word, after Euwe 1929"),
];

/// The moves of the game of 1983, in USI.
pub fn sixty_moves() -> Vec<&'static str> {
    let block = |name: char| BLOCKS.iter().find(|(other, _)| *other == name).expect("A to D").1;
    ORDER.chars().flat_map(|name| block(name).split(' ')).collect()
}

/// The first `blocks` blocks of the order of the Thue–Morse word.
pub fn thue_morse_moves(pair: [&'static str; 2], blocks: u64) -> impl Iterator<Item = &'static str> {
    let mut access = Access::new(&Word::ThueMorse);
    (0..blocks).flat_map(move |n| {
        let symbol = access.symbol(n.into()).expect("the Thue-Morse word has every term");
        pair[usize::from(symbol == b'1')].split(' ')
    })
}

/// A built-in example; `blocks` is how many blocks the endless ones play.
pub fn example(name: &str, blocks: u64) -> Option<Result<Game, RecordError>> {
    match name {
        "yonenaga-tanigawa" => {
            let text = format!("position sfen {FIGURE_11} moves {}", sixty_moves().join(" "));
            Some(usi::read_line(&text, 1))
        }
        "figure-12" => Some(shogi_thue_morse(blocks)),
        "euwe" => Some(chess_thue_morse(blocks)),
        _ => None,
    }
}

fn shogi_thue_morse(blocks: u64) -> Result<Game, RecordError> {
    let mut game = usi::read_line(&format!("position sfen {FIGURE_12}"), 1)?;
    for word in thue_morse_moves(ORDERS, blocks) {
        usi::push(&mut game, word, 1).map_err(|problem| trouble(&game, word, problem))?;
    }
    Ok(game)
}

fn chess_thue_morse(blocks: u64) -> Result<Game, RecordError> {
    let mut game = chess::from_start();
    for word in thue_morse_moves(KNIGHTS, blocks) {
        chess::push_coordinates(&mut game, word).map_err(|problem| trouble(&game, word, problem))?;
    }
    Ok(game)
}

fn trouble(game: &Game, found: &str, problem: String) -> RecordError {
    let number = Some(game.first_number + game.moves.len() as u64);
    RecordError { line: 1, number, found: found.to_owned(), problem }
}
