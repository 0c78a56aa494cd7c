//! Shogi on haitaka's board: lawful moves, piece names, starting positions.
//!
//! haitaka generates lawful moves but its test of a single move leaves three things to the caller,
//! which are tested here: that a dropped piece is in hand, that a promoting piece can promote, and
//! that a dropped pawn does not mate.

use haitaka::{Board, Color, File, Move, Piece, Rank, Square};
use hissho_rules::records::{RecordGame, RecordPosition};

/// The usual start.
pub(super) const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Handicaps by their Japanese names: what the upper two rows of the start become. White begins.
const HANDICAPS: [(&str, &str); 15] = [
    ("香落ち", "lnsgkgsn1/1r5b1"),
    ("右香落ち", "1nsgkgsnl/1r5b1"),
    ("角落ち", "lnsgkgsnl/1r7"),
    ("飛車落ち", "lnsgkgsnl/7b1"),
    ("飛香落ち", "lnsgkgsn1/7b1"),
    ("二枚落ち", "lnsgkgsnl/9"),
    ("三枚落ち", "lnsgkgsn1/9"),
    ("四枚落ち", "1nsgkgsn1/9"),
    ("五枚落ち", "2sgkgsn1/9"),
    ("左五枚落ち", "1nsgkgs2/9"),
    ("六枚落ち", "2sgkgs2/9"),
    ("左七枚落ち", "2sgkg3/9"),
    ("右七枚落ち", "3gkgs2/9"),
    ("八枚落ち", "3gkg3/9"),
    ("十枚落ち", "4k4/9"),
];

/// The start of a handicap, by its Japanese name.
pub(super) fn handicap(name: &str) -> Option<String> {
    if name == "平手" {
        return Some(START.to_owned());
    }
    let (_, rows) = HANDICAPS.iter().find(|(other, _)| *other == name)?;
    Some(format!("{rows}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"))
}

/// Piece letters with their Japanese names in records; the first name of a piece is the one
/// written.
pub(super) const NAMES: [(Piece, &str); 19] = [
    (Piece::Pawn, "歩"),
    (Piece::Lance, "香"),
    (Piece::Knight, "桂"),
    (Piece::Silver, "銀"),
    (Piece::Gold, "金"),
    (Piece::Bishop, "角"),
    (Piece::Rook, "飛"),
    (Piece::King, "玉"),
    (Piece::King, "王"),
    (Piece::Tokin, "と"),
    (Piece::PLance, "成香"),
    (Piece::PLance, "杏"),
    (Piece::PKnight, "成桂"),
    (Piece::PKnight, "圭"),
    (Piece::PSilver, "成銀"),
    (Piece::PSilver, "全"),
    (Piece::PBishop, "馬"),
    (Piece::PRook, "龍"),
    (Piece::PRook, "竜"),
];

/// A piece's Japanese name.
pub(super) fn name_of(piece: Piece) -> &'static str {
    NAMES.iter().find(|(other, _)| *other == piece).expect("every piece has a name").1
}

/// Takes a piece's name off the front of `text`.
pub(super) fn take_name(text: &str) -> Option<(Piece, &str)> {
    NAMES.iter().find_map(|(piece, name)| Some((*piece, text.strip_prefix(name)?)))
}

/// The square of file 1 to 9 and rank 1 to 9.
pub(super) fn square(file: u32, rank: u32) -> Option<Square> {
    let file = File::try_index((file as usize).checked_sub(1)?)?;
    let rank = Rank::try_index((rank as usize).checked_sub(1)?)?;
    Some(Square::new(file, rank))
}

/// A square in Japanese: `７八`.
pub(super) fn show_square(square: Square) -> String {
    const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
    const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    [FILES[square.file().to_index()], RANKS[square.rank().to_index()]].iter().collect()
}

/// The board of an SFEN; the move number may be missing or large.
pub(super) fn board_of(sfen: &str) -> Result<Board, String> {
    let fields: Vec<&str> = sfen.split_whitespace().collect();
    let [board, side, hands, ..] = fields[..] else {
        return Err("an SFEN has a board, a side to move and hands".to_owned());
    };
    let sfen = format!("{board} {side} {hands} 1");
    // haitaka counts on rows of nine squares and on small numbers.
    RecordPosition::parse(RecordGame::Shogi, &sfen).map_err(|error| format!("not a position: {error}"))?;
    // A problem has the king to be mated alone; the rest of the set is in his hand.
    let is_problem = side == "b" && board.contains('k') && !board.contains('K');
    let read = if is_problem { Board::tsume(&sfen) } else { Board::from_sfen(&sfen) };
    read.map_err(|error| {
        let reason = error.to_string().to_lowercase();
        format!(
            "not a position: {reason} Both kings are needed, or White's alone with Black to move, and no more pieces \
             than a set has"
        )
    })
}

/// The start as it is played on: of a problem with one king, with all that White has in hand.
pub(super) fn completed(start: String, board: &Board) -> String {
    if board.has(Color::Black, Piece::King) {
        return start;
    }
    let number = start.split_whitespace().nth(3).unwrap_or("1");
    let sfen = board.to_string();
    let fields: Vec<&str> = sfen.split_whitespace().take(3).collect();
    format!("{} {number}", fields.join(" "))
}

/// Plays a move if it is lawful; otherwise says why it is not.
pub(super) fn play(board: &Board, mv: Move) -> Result<Board, String> {
    let color = board.side_to_move();
    match mv {
        Move::Drop { piece, to } => {
            if !board.has_in_hand(color, piece) {
                return Err(format!("{} has no {} in hand", side(color), name_of(piece)));
            }
            if board.piece_on(to).is_some() {
                return Err(format!("{} is not empty", show_square(to)));
            }
            if piece == Piece::Pawn && !board.pawn_drop_ok(color, to) {
                return Err(format!(
                    "{} already has a pawn on file {}",
                    side(color),
                    to.file().to_index() + 1
                ));
            }
        }
        Move::BoardMove { from, to, promotion } => match (board.piece_on(from), board.color_on(from)) {
            (Some(piece), Some(owner)) if owner == color => {
                if promotion && !piece.is_promotable() {
                    return Err(format!("{} does not promote", name_of(piece)));
                }
                if board.color_on(to) == Some(color) {
                    return Err(format!("{} holds a piece of the same side", show_square(to)));
                }
            }
            (Some(piece), Some(owner)) => {
                let piece = name_of(piece);
                return Err(format!("{} is to move, the {piece} is {}'s", side(color), side(owner)));
            }
            _ => return Err(format!("there is no piece on {}", show_square(from))),
        },
    }
    if !board.is_legal(mv) {
        let why = if board.checkers().is_empty() { "" } else { " (the king is in check)" };
        return Err(format!("the move is not lawful here{why}"));
    }
    let mut next = board.clone();
    next.play_unchecked(mv);
    next.set_move_number(1); // the counter has 16 bits; records number their moves themselves
    let is_pawn_drop = matches!(mv, Move::Drop { piece: Piece::Pawn, .. });
    if is_pawn_drop && !next.checkers().is_empty() && !next.generate_moves(|_| true) {
        return Err("a dropped pawn may not mate".to_owned());
    }
    Ok(next)
}

pub(super) fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// A lawful move as people write it: `▲７六歩`, `△同銀不成`.
pub(super) fn show(board: &Board, mv: Move, previous: Option<Square>) -> String {
    let mark = if board.side_to_move() == Color::Black { '▲' } else { '△' };
    let to = mv.to();
    let place = if previous == Some(to) { "同".to_owned() } else { show_square(to) };
    match mv {
        Move::Drop { piece, .. } => format!("{mark}{place}{}打", name_of(piece)),
        Move::BoardMove { from, promotion, .. } => {
            let color = board.side_to_move();
            let piece = board.piece_on(from).expect("the move is lawful");
            let could =
                piece.is_promotable() && (piece.can_promote(color, from) || piece.can_promote(color, to));
            let suffix = if promotion {
                "成"
            } else if could {
                "不成"
            } else {
                ""
            };
            format!("{mark}{place}{}{suffix}", name_of(piece))
        }
    }
}
