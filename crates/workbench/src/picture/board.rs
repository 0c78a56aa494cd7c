//! Boards of shogi and chess with hands, as SVG and as text for a terminal.

use haitaka::{Color, Piece, Square};

use super::Svg;
use crate::records::Board;

const HAND_ORDER: [Piece; 7] =
    [Piece::Rook, Piece::Bishop, Piece::Gold, Piece::Silver, Piece::Knight, Piece::Lance, Piece::Pawn];
const RANKS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// One character for a piece on the board.
fn letter(piece: Piece) -> char {
    match piece {
        Piece::Pawn => '歩',
        Piece::Lance => '香',
        Piece::Knight => '桂',
        Piece::Silver => '銀',
        Piece::Gold => '金',
        Piece::Bishop => '角',
        Piece::Rook => '飛',
        Piece::King => '玉',
        Piece::Tokin => 'と',
        Piece::PLance => '杏',
        Piece::PKnight => '圭',
        Piece::PSilver => '全',
        Piece::PBishop => '馬',
        Piece::PRook => '龍',
    }
}

fn hand(board: &haitaka::Board, color: Color) -> String {
    let mut text = String::new();
    for piece in HAND_ORDER {
        match board.num_in_hand(color, piece) {
            0 => {}
            1 => text.push(letter(piece)),
            count => text += &format!("{}{count}", letter(piece)),
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

fn shogi_square(row: usize, column: usize) -> Square {
    Square::new(haitaka::File::index(8 - column), haitaka::Rank::index(row))
}

fn chess_square(row: usize, column: usize) -> cozy_chess::Square {
    cozy_chess::Square::new(cozy_chess::File::index(column), cozy_chess::Rank::index(7 - row))
}

fn chess_letter(board: &cozy_chess::Board, square: cozy_chess::Square) -> Option<char> {
    use cozy_chess::Piece::*;
    let white = board.color_on(square)? == cozy_chess::Color::White;
    let letters = match board.piece_on(square)? {
        King => ['♔', '♚'],
        Queen => ['♕', '♛'],
        Rook => ['♖', '♜'],
        Bishop => ['♗', '♝'],
        Knight => ['♘', '♞'],
        Pawn => ['♙', '♟'],
    };
    Some(letters[usize::from(!white)])
}

/// The board as text; `v` marks White's pieces in shogi.
pub fn to_text(board: &Board) -> String {
    let mut text = String::new();
    match board {
        Board::Shogi(board) => {
            text += &format!("White in hand: {}\n", hand(board, Color::White));
            text += "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
            for (row, rank) in RANKS.iter().enumerate() {
                text.push('|');
                for column in 0..9 {
                    let square = shogi_square(row, column);
                    match (board.piece_on(square), board.color_on(square)) {
                        (Some(piece), Some(Color::White)) => text += &format!("v{}", letter(piece)),
                        (Some(piece), _) => text += &format!(" {}", letter(piece)),
                        _ => text += " ・",
                    }
                }
                text += &format!("|{rank}\n");
            }
            let side = if board.side_to_move() == Color::Black { "Black" } else { "White" };
            text += &format!(
                "+---------------------------+\nBlack in hand: {}\n{side} to move\n",
                hand(board, Color::Black)
            );
        }
        Board::Chess(board) => {
            for row in 0..8 {
                text += &format!("{} ", 8 - row);
                for column in 0..8 {
                    text.push(' ');
                    text.push(chess_letter(board, chess_square(row, column)).unwrap_or('·'));
                }
                text.push('\n');
            }
            let side = if board.side_to_move() == cozy_chess::Color::White { "White" } else { "Black" };
            text += &format!("   a b c d e f g h\n{side} to move\n");
        }
    }
    text
}

/// The board as a picture.
pub fn to_svg(board: &Board) -> String {
    match board {
        Board::Shogi(board) => shogi_svg(board),
        Board::Chess(board) => chess_svg(board),
    }
}

fn shogi_svg(board: &haitaka::Board) -> String {
    let (cell, margin) = (44.0, 44.0);
    let side = 9.0 * cell;
    let mut svg = Svg::new(side + 2.0 * margin, side + 2.0 * margin);
    svg.rectangle(margin, margin, side, side, "#f2d49b");
    for at in 0..=9 {
        let offset = margin + cell * f64::from(at);
        svg.line((offset, margin), (offset, margin + side), "#5a4320", 1.0);
        svg.line((margin, offset), (margin + side, offset), "#5a4320", 1.0);
    }
    for (row, rank) in RANKS.iter().enumerate() {
        let middle = margin + cell * (row as f64 + 0.5);
        svg.text(margin + side + 12.0, middle, 13.0, "black", rank);
        svg.digits((middle, margin - 12.0), 9.0, "black", &(9 - row).to_string());
        for column in 0..9 {
            let square = shogi_square(row, column);
            let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) else {
                continue;
            };
            let centre = (margin + cell * (column as f64 + 0.5), middle);
            let up = if color == Color::Black { 1.0 } else { -1.0 };
            let outline = [(-0.34, 0.42), (-0.27, -0.26), (0.0, -0.42), (0.27, -0.26), (0.34, 0.42)];
            let points = outline.map(|(x, y)| (centre.0 + cell * x * up, centre.1 + cell * y * up));
            svg.polygon(&points, "#fbe8c0", "#5a4320");
            let fill = if piece.is_promoted() { "#b02020" } else { "black" };
            let name = letter(piece).to_string();
            if color == Color::Black {
                svg.text(centre.0, centre.1 + 2.0, 22.0, fill, &name);
            } else {
                svg.text_turned(centre.0, centre.1 - 2.0, 22.0, fill, &name);
            }
        }
    }
    let mark = |color, text: &str| format!("{} {text}", if color == Color::Black { "☗" } else { "☖" });
    let white = mark(Color::White, &hand(board, Color::White));
    let black = mark(Color::Black, &hand(board, Color::Black));
    svg.text(margin + side / 2.0, 14.0, 16.0, "black", &white);
    svg.text(margin + side / 2.0, side + 2.0 * margin - 14.0, 16.0, "black", &black);
    svg.finish("a shogi board")
}

fn chess_svg(board: &cozy_chess::Board) -> String {
    let (cell, margin) = (44.0, 24.0);
    let side = 8.0 * cell;
    let mut svg = Svg::new(side + 2.0 * margin, side + 2.0 * margin);
    for row in 0..8 {
        for column in 0..8 {
            let (x, y) = (margin + cell * column as f64, margin + cell * row as f64);
            svg.rectangle(x, y, cell, cell, if (row + column) % 2 == 0 { "#f0e3cf" } else { "#b58863" });
            if let Some(name) = chess_letter(board, chess_square(row, column)) {
                svg.text(x + cell / 2.0, y + cell / 2.0, 34.0, "black", &name.to_string());
            }
        }
        let middle = margin + cell * (row as f64 + 0.5);
        svg.digits((margin / 2.0, middle), 9.0, "black", &(8 - row).to_string());
        let file = ["a", "b", "c", "d", "e", "f", "g", "h"][row];
        svg.text(middle, side + 1.5 * margin, 13.0, "black", file);
    }
    svg.finish("a chess board")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::examples::example;

    #[test]
    fn figure_12_is_drawn_with_its_hands() {
        let game = example("figure-12", 0).unwrap().unwrap();
        let text = to_text(game.board(0).unwrap());
        assert!(text.contains("White in hand: 金\n"), "{text}");
        assert!(text.contains("| ・ ・ ・ ・ ・ ・ 金v歩v香|二"), "{text}");
        assert!(text.ends_with("White to move\n"));
        let svg = to_svg(game.board(0).unwrap());
        assert_eq!(svg.matches("<polygon").count(), 6);
        assert!(svg.contains("☖ 金"));
    }

    #[test]
    fn a_chess_board_has_thirty_two_pieces() {
        let game = example("euwe", 0).unwrap().unwrap();
        let text = to_text(game.board(0).unwrap());
        assert!(text.starts_with("8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n"), "{text}");
        assert_eq!(to_svg(game.board(0).unwrap()).matches("font-size=\"34\"").count(), 32);
    }
}
