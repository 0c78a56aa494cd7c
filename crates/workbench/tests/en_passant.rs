//! Identity of chess positions by FIDE 9.2.3, compared with a second implementation that shares
//! nothing with the first.

use cozy_chess::util::display_san_move;
use cozy_chess::{Board, Color, Move, Piece, Rank, Square};
use hissho_workbench::records::read_one;

/// SplitMix64: reproducible random numbers (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}

/// A board as rows from the top, capitals for White.
type Squares = [[char; 8]; 8];

/// Whether a piece of the side with this case stands where it attacks the square.
fn is_attacked(squares: &Squares, row: i32, column: i32, by_white: bool) -> bool {
    let at = |row: i32, column: i32| -> Option<char> {
        let row = squares.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    };
    let is = |found: Option<char>, letters: &str| {
        found.is_some_and(|c| c.is_uppercase() == by_white && letters.contains(c.to_ascii_lowercase()))
    };
    let pawn_row = if by_white { row + 1 } else { row - 1 };
    if [-1, 1].iter().any(|side| is(at(pawn_row, column + side), "p")) {
        return true;
    }
    for (down, right) in [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)] {
        if is(at(row + down, column + right), "n") {
            return true;
        }
    }
    for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let sliders = if down == 0 || right == 0 { "rq" } else { "bq" };
        if is(at(row + down, column + right), "k") {
            return true;
        }
        let ray = (1..8).map(|far| at(row + far * down, column + far * right));
        if is(ray.take_while(Option::is_some).flatten().find(|c| *c != '.'), sliders) {
            return true;
        }
    }
    false
}

/// Whether a pawn can lawfully take the pawn that has just made a double step to `row`, `column`.
fn can_take(squares: &Squares, row: usize, column: usize) -> bool {
    let stepped = squares[row][column];
    let white_takes = stepped == 'p';
    let (taker, king, target) = if white_takes { ('P', 'K', row - 1) } else { ('p', 'k', row + 1) };
    let beside = [column.wrapping_sub(1), column + 1];
    beside.into_iter().filter(|&from| from < 8 && squares[row][from] == taker).any(|from| {
        let mut after = *squares;
        after[row][from] = '.';
        after[row][column] = '.';
        after[target][column] = taker;
        let find = (0..64).find(|&at| after[at / 8][at % 8] == king);
        let home = find.expect("both kings are on the board");
        !is_attacked(&after, (home / 8) as i32, (home % 8) as i32, !white_takes)
    })
}

fn squares_of(board: &Board) -> Squares {
    let fen = board.to_string();
    let mut squares = [['.'; 8]; 8];
    for (row, text) in fen.split(' ').next().unwrap().split('/').enumerate() {
        let mut column = 0;
        for symbol in text.chars() {
            match symbol.to_digit(10) {
                Some(empty) => column += empty as usize,
                None => {
                    squares[row][column] = symbol;
                    column += 1;
                }
            }
        }
    }
    squares
}

/// A sparse position in which the side to move may have a double step beside hostile pieces.
fn position(random: &mut Random, black: bool) -> Option<(Board, Move)> {
    let mut squares = [['.'; 8]; 8];
    let file = random.below(8) as usize;
    squares[1][file] = 'p';
    for beside in [file.wrapping_sub(1), file + 1].into_iter().filter(|&column| column < 8) {
        squares[3][beside] = ['P', 'P', 'P', 'Q', 'R', 'N', '.'][random.below(7) as usize];
    }
    for letter in ['K', 'k', 'r', 'q', 'b', 'R', 'B', 'n'] {
        let (row, column) = (random.below(8) as usize, random.below(8) as usize);
        let must = letter.eq_ignore_ascii_case(&'k');
        if (must || random.below(2) == 0) && squares[row][column] == '.' {
            squares[row][column] = letter;
        }
    }
    if !black {
        squares.reverse();
        for square in squares.iter_mut().flatten() {
            *square =
                if square.is_lowercase() { square.to_ascii_uppercase() } else { square.to_ascii_lowercase() };
        }
    }
    // Kings side by side are no position, but the board would take them.
    let place = |king: char| (0..64).find(|at| squares[at / 8][at % 8] == king);
    let (white, dark) = (place('K')?, place('k')?);
    if (white / 8).abs_diff(dark / 8) <= 1 && (white % 8).abs_diff(dark % 8) <= 1 {
        return None;
    }
    let row = |row: &[char; 8]| row.iter().map(|c| if *c == '.' { '1' } else { *c }).collect::<String>();
    let rows: Vec<String> = squares.iter().map(row).collect();
    let side = if black { 'b' } else { 'w' };
    let board = Board::from_fen(&format!("{} {side} - - 0 1", rows.join("/")), false).ok()?;
    let color = if black { Color::Black } else { Color::White };
    let rank = |rank: Rank| rank.relative_to(color);
    let file = cozy_chess::File::index(file);
    let step = Move {
        from: Square::new(file, rank(Rank::Second)),
        to: Square::new(file, rank(Rank::Fourth)),
        promotion: None,
    };
    board.is_legal(step).then_some((board, step))
}

/// Four moves that leave everything as it was: each side moves a piece there and back.
fn there_and_back(board: &Board) -> Option<[Move; 4]> {
    let quiet = |board: &Board| {
        let mut moves = Vec::new();
        board.generate_moves(|found| {
            moves.extend(found.into_iter().filter(|mv| {
                board.piece_on(mv.from) != Some(Piece::Pawn) && board.piece_on(mv.to).is_none()
            }));
            false
        });
        moves
    };
    let back = |mv: Move| Move { from: mv.to, to: mv.from, promotion: None };
    for one in quiet(board) {
        let mut after_one = board.clone();
        after_one.play(one);
        for two in quiet(&after_one) {
            let mut now = after_one.clone();
            now.play(two);
            if now.try_play(back(one)).is_ok() && now.try_play(back(two)).is_ok() {
                return Some([one, two, back(one), back(two)]);
            }
        }
    }
    None
}

#[test]
fn a_position_returns_exactly_when_no_pawn_could_lawfully_take_en_passant() {
    let mut random = Random(923);
    let (mut tried, mut takeable, mut refused) = (0, 0, 0);
    while tried < 5_000 {
        let black = random.below(2) == 0;
        let Some((start, step)) = position(&mut random, black) else { continue };
        let mut stepped = start.clone();
        stepped.play(step);
        let Some(cycle) = there_and_back(&stepped) else { continue };
        let mut now = start.clone();
        let mut text = format!("[FEN \"{start}\"]\n\n");
        for mv in [step].into_iter().chain(cycle) {
            text += &format!("{} ", display_san_move(&now, mv));
            now.play(mv);
        }
        let game = read_one(&(text.clone() + "*\n"), None).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let positions = game.trace().positions;
        let (row, column) = (8 - (step.to.rank() as usize + 1), step.to.file() as usize);
        let squares = squares_of(&stepped);
        let can = can_take(&squares, row, column);
        assert_eq!(positions[1] != positions[5], can, "{text}");
        let taker = if black { 'P' } else { 'p' };
        let is_beside =
            [column.wrapping_sub(1), column + 1].iter().any(|&at| at < 8 && squares[row][at] == taker);
        tried += 1;
        takeable += usize::from(can);
        refused += usize::from(is_beside && !can);
    }
    assert!(takeable > 100 && refused > 20, "{takeable} {refused}");
}
