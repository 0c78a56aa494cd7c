//! PGN: tags, moves in standard algebraic notation, comments, variations, results; as many games as
//! the file has.
//!
//! Comments in braces may run over lines, `;` comments to the end of the line, a line that begins
//! with `%` is skipped. Variations in brackets are passed over, nested as they may be. A game ends
//! with its result, with the next game's tags, or with the file. Braces inside a comment count
//! where the line closes them and the comment too.
//!
//! Moves are also read in long algebraic notation (`Ng1-f3`), in coordinates (`g1f3`), with German
//! letters (`Sf3`) and figurines; `--`, `Z0` and `0000` pass. Chess960 is played with the castling
//! rights of its FEN, `HAha` or `KQkq`; any other variant is refused at once.

use std::io::BufRead;

use cozy_chess::util::{display_san_move, display_uci_move, parse_san_move};
use cozy_chess::{Color, File, Move, Piece, Rank, Square};

use super::RecordError;
use super::game::{Board, Game};
use super::lines::Lines;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Where in the movetext we are.
#[derive(Default)]
struct Depth {
    /// The line on which an open comment began.
    comment: Option<usize>,
    /// Braces open inside it.
    braces: usize,
    /// The lines on which open variations began.
    variations: Vec<usize>,
}

pub(super) fn read_game<R: BufRead>(lines: &mut Lines<R>) -> Result<Option<Game>, RecordError> {
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut game: Option<Game> = None;
    let mut depth = Depth::default();
    while let Some(line) = lines.next()? {
        let number = lines.number();
        if depth.comment.is_none() {
            if line.starts_with('%') || line.trim().is_empty() {
                continue;
            }
            if line.trim_start().starts_with('[') && depth.variations.is_empty() {
                if game.is_some() {
                    lines.put_back(line);
                    break;
                }
                tags.push(read_tag(line.trim(), number)?);
                continue;
            }
        }
        if game.is_none() {
            game = Some(begin(&tags, number)?);
        }
        let playing = game.as_mut().expect("set above");
        if read_moves(&line, number, playing, &mut depth)? {
            break;
        }
    }
    let open = depth.comment.map(|line| (line, "a comment", "}"));
    if let Some((line, what, close)) =
        open.or_else(|| depth.variations.last().map(|line| (*line, "a variation", ")")))
    {
        let number = game.as_ref().map(|game| game.first_number + game.moves.len() as u64);
        let problem = format!("the file ends inside {what} that begins here; `{close}` is missing");
        return Err(RecordError { line, number, found: String::new(), problem });
    }
    if game.is_none() && !tags.is_empty() {
        game = Some(begin(&tags, lines.number())?);
    }
    if let Some(game) = &mut game {
        game.headers = tags;
    }
    Ok(game)
}

/// `[Event "Berlin"]`.
fn read_tag(line: &str, number: usize) -> Result<(String, String), RecordError> {
    let inside = line.strip_prefix('[').and_then(|line| line.trim_end().strip_suffix(']'));
    let parts = inside.and_then(|inside| inside.trim().split_once(|c: char| c.is_whitespace()));
    let value = parts.and_then(|(_, value)| value.trim().strip_prefix('"')?.strip_suffix('"'));
    match (parts, value) {
        (Some((name, _)), Some(value)) => {
            Ok((name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
        }
        _ => Err(RecordError {
            line: number,
            number: None,
            found: line.to_owned(),
            problem: "expected a tag as [Name \"value\"]".to_owned(),
        }),
    }
}

fn begin(tags: &[(String, String)], line: usize) -> Result<Game, RecordError> {
    let tag = |wanted: &str| tags.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    let variant = tag("Variant").unwrap_or("").to_lowercase().replace([' ', '-', '_'], "");
    let is_960 = ["chess960", "fischerandom", "fischerrandom", "960", "frc"].contains(&variant.as_str());
    if !is_960 && !["", "standard", "chess", "normal", "fromposition"].contains(&variant.as_str()) {
        return Err(RecordError {
            line,
            number: None,
            found: tag("Variant").unwrap_or("").to_owned(),
            problem: "games of this variant are not read; chess and Chess960 are".to_owned(),
        });
    }
    let fen = tag("FEN").unwrap_or(START);
    let read = cozy_chess::Board::from_fen(fen, false);
    let mut board = read.or_else(|error| board_960(fen).ok_or(error)).map_err(|error| RecordError {
        line,
        number: None,
        found: fen.to_owned(),
        problem: format!("the FEN is not a position: {}", error.to_string().to_lowercase()),
    })?;
    let white = board.side_to_move() == Color::White;
    let first_number = 2 * u64::from(board.fullmove_number()) - u64::from(white);
    board.set_fullmove_number(1);
    Ok(Game::new(Board::Chess(board), fen.to_owned(), first_number))
}

/// A position whose castling rights name files (`HAha`), or the outermost rooks (`KQkq`) wherever
/// they stand.
fn board_960(fen: &str) -> Option<cozy_chess::Board> {
    let mut fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
    let rows: Vec<String> = fields.first()?.split('/').map(str::to_owned).collect();
    let rook = |color: Color, is_short: bool| {
        let row = if color == Color::White { rows.last()? } else { rows.first()? };
        let wanted = if color == Color::White { 'R' } else { 'r' };
        let mut file = 0;
        let mut files = Vec::new();
        for c in row.chars() {
            match c.to_digit(10) {
                Some(empty) => file += empty as u8,
                None => {
                    if c == wanted {
                        files.push(file);
                    }
                    file += 1;
                }
            }
        }
        let file = if is_short { files.last()? } else { files.first()? };
        let letter = char::from(b'a' + file);
        Some(if color == Color::White { letter.to_ascii_uppercase() } else { letter })
    };
    let rights = fields.get(2)?.chars().map(|c| match c {
        'K' | 'Q' => rook(Color::White, c == 'K'),
        'k' | 'q' => rook(Color::Black, c == 'k'),
        other => Some(other),
    });
    let rights: String = rights.collect::<Option<String>>()?;
    fields[2] = rights;
    cozy_chess::Board::from_fen(&fields.join(" "), true).ok()
}

/// Plays the moves of one line; tells whether the game is over.
fn read_moves(line: &str, number: usize, game: &mut Game, depth: &mut Depth) -> Result<bool, RecordError> {
    let mut rest = line;
    loop {
        while depth.comment.is_some() {
            let Some(at) = rest.find(['{', '}']) else { return Ok(false) };
            let after = &rest[at + 1..];
            if rest.as_bytes()[at] == b'{' {
                depth.braces += usize::from(closes(after, depth.braces + 2));
            } else if depth.braces > 0 {
                depth.braces -= 1;
            } else {
                depth.comment = None;
            }
            rest = after;
        }
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            return Ok(false);
        };
        match first {
            ';' => return Ok(false),
            '{' => (depth.comment, rest) = (Some(number), &rest[1..]),
            '(' => {
                depth.variations.push(number);
                rest = &rest[1..];
            }
            ')' | '}' => {
                let is_open = first == ')' && depth.variations.pop().is_some();
                if !is_open {
                    let ply = game.first_number + game.moves.len() as u64;
                    let problem = if first == ')' { "`)` without `(`" } else { "`}` without `{`" };
                    return Err(RecordError {
                        line: number,
                        number: Some(ply),
                        found: rest.to_owned(),
                        problem: problem.to_owned(),
                    });
                }
                rest = &rest[1..];
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "(){};".contains(c)).unwrap_or(rest.len());
                let (token, after) = rest.split_at(end);
                rest = after;
                if depth.variations.is_empty() && read_token(token, number, game)? {
                    return Ok(true);
                }
            }
        }
    }
}

/// Whether so many open braces are all closed on this line.
fn closes(rest: &str, open: usize) -> bool {
    let mut open = open;
    rest.matches(['{', '}']).any(|brace| {
        open = if brace == "{" { open + 1 } else { open - 1 };
        open == 0
    })
}

/// A result, a number, a glyph or a move; tells whether the game is over.
fn read_token(token: &str, line: usize, game: &mut Game) -> Result<bool, RecordError> {
    if RESULTS.contains(&token) {
        game.ending = Some(token.to_owned());
        return Ok(true);
    }
    let ply = game.first_number + game.moves.len() as u64;
    let trouble = |problem: String| RecordError { line, number: Some(ply), found: token.to_owned(), problem };
    let digits = token.find(|c: char| !c.is_ascii_digit()).unwrap_or(token.len());
    let is_castling = token.starts_with("0-0") || token == "0000";
    let dots = token[digits..].find(|c| c != '.').unwrap_or(token.len() - digits);
    let mut san = token;
    if digits > 0 && !is_castling {
        let number: Option<u64> = token[..digits].parse().ok();
        let white = dots < 2;
        if number != Some(ply.div_ceil(2)) || white && dots > 0 && ply.is_multiple_of(2) {
            let dots = if ply % 2 == 1 { "." } else { "..." };
            return Err(trouble(format!("the next move is number {}{dots}", ply.div_ceil(2))));
        }
        san = &token[digits + dots..];
    } else if dots > 0 {
        san = &token[digits + dots..];
    }
    let san = san.trim_end_matches(['!', '?']).trim_end_matches("e.p.");
    if san.is_empty() || san.starts_with('$') {
        return Ok(false);
    }
    let Board::Chess(board) = game.last() else { unreachable!("a PGN game is chess") };
    let board = board.clone();
    if ["--", "Z0", "0000", "@@@@", "<>"].contains(&san) {
        let mut next = board.null_move().ok_or_else(|| trouble("a pass in check".to_owned()))?;
        next.set_fullmove_number(1);
        game.push(Board::Chess(next), "0000".to_owned(), "--".to_owned(), line);
        return Ok(false);
    }
    let (mv, shown) = match parse_san_move(&board, san) {
        Ok(mv) => (mv, san.to_owned()),
        Err(_) => {
            let plain = plain_letters(san);
            let mv = parse_san_move(&board, &plain).ok().or_else(|| coordinates(&board, &plain));
            let mv = mv.ok_or_else(|| trouble(why_not(&board, &plain)))?;
            (mv, display_san_move(&board, mv).to_string())
        }
    };
    push(game, &board, mv, shown, line);
    Ok(false)
}

/// The move with English letters, the letter O for castling and one sign of check at most.
fn plain_letters(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#', '†', '‡']);
    let is_castling = text.starts_with(['0', 'O', 'o']);
    let plain = |c: char| match c {
        '♔' | '♚' => Some('K'),
        '♕' | '♛' | 'D' => Some('Q'),
        '♖' | '♜' | 'T' => Some('R'),
        '♗' | '♝' | 'L' => Some('B'),
        '♘' | '♞' | 'S' => Some('N'),
        '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => None,
        '0' | 'o' if is_castling => Some('O'),
        ':' | '×' => Some('x'),
        '–' => Some('-'),
        other => Some(other),
    };
    text.chars().filter_map(plain).collect()
}

/// A lawful move from square to square: `Ng1-f3`, `e7xd8=Q`, `e7d8q`, `e1g1`.
fn coordinates(board: &cozy_chess::Board, text: &str) -> Option<Move> {
    let piece = text.chars().next().filter(|c| "KQRBN".contains(*c));
    let squares: String = text.chars().skip(piece.iter().count()).filter(|c| !"-x=()".contains(*c)).collect();
    let mv = cozy_chess::util::parse_uci_move(board, &squares.to_lowercase()).ok()?;
    let moved = board.piece_on(mv.from)?;
    let is_named = piece.is_none_or(|piece| piece.to_ascii_lowercase() == char::from(moved));
    (is_named && board.is_legal(mv)).then_some(mv)
}

fn push(game: &mut Game, board: &cozy_chess::Board, mv: Move, shown: String, line: usize) {
    let mut next = board.clone();
    next.play(mv);
    next.set_fullmove_number(1); // the counter has 16 bits; the record numbers its moves itself
    let text = display_uci_move(board, mv).to_string();
    game.push(Board::Chess(next), text, shown, line);
}

/// Plays one more move, given in coordinates.
pub(super) fn push_coordinates(game: &mut Game, text: &str) -> Result<(), String> {
    let Board::Chess(board) = game.last() else {
        return Err("not a chess game".to_owned());
    };
    let board = board.clone();
    let mv = cozy_chess::util::parse_uci_move(&board, text).map_err(|error| error.to_string())?;
    if !board.is_legal(mv) {
        return Err("the move is not lawful here".to_owned());
    }
    let shown = display_san_move(&board, mv).to_string();
    push(game, &board, mv, shown, 0);
    Ok(())
}

/// Whether two positions are the same by article 9.2.3 of the FIDE laws: the same side to move, the
/// same pieces on the same squares, and the same possible moves, which is to say castling rights
/// and captures en passant.
pub(super) fn is_same_position(board: &cozy_chess::Board, other: &cozy_chess::Board) -> bool {
    let is_same_piece = |piece| board.pieces(piece) == other.pieces(piece);
    let is_same_side = |color| {
        board.colors(color) == other.colors(color) && board.castle_rights(color) == other.castle_rights(color)
    };
    board.side_to_move() == other.side_to_move()
        && Piece::ALL.into_iter().all(is_same_piece)
        && Color::ALL.into_iter().all(is_same_side)
        && file_taken_en_passant(board) == file_taken_en_passant(other)
}

/// The file on which a pawn can lawfully be taken en passant. That another piece reaches the
/// square, or that the taking pawn is pinned, does not count.
fn file_taken_en_passant(board: &cozy_chess::Board) -> Option<File> {
    let file = board.en_passant()?;
    let side = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(side));
    let pawns = board.colored_pieces(side, Piece::Pawn);
    let may_take = |from: Square| {
        let is_beside = from.rank() == Rank::Fifth.relative_to(side)
            && (from.file() as usize).abs_diff(file as usize) == 1;
        is_beside && board.is_legal(Move { from, to, promotion: None })
    };
    pawns.into_iter().any(may_take).then_some(file)
}

/// A game without moves from the usual start.
pub(super) fn from_start() -> Game {
    Game::new(Board::Chess(cozy_chess::Board::default()), START.to_owned(), 1)
}

/// Why a move cannot be played: for the other side it could, it is ambiguous, or it is no move at
/// all.
fn why_not(board: &cozy_chess::Board, san: &str) -> String {
    let side = |color| if color == Color::White { "White" } else { "Black" };
    let looks_like_a_move = san.starts_with('O')
        || san
            .trim_end_matches(['+', '#'])
            .trim_end_matches(|c: char| c.is_ascii_uppercase() || c == '=')
            .ends_with(|c: char| ('1'..='8').contains(&c));
    if !looks_like_a_move || !san.is_ascii() {
        return "not a move, a comment, a variation or a result".to_owned();
    }
    if board.null_move().is_some_and(|other| parse_san_move(&other, san).is_ok()) {
        let color = board.side_to_move();
        return format!("{} is to move; {} could play this", side(color), side(!color));
    }
    format!("{} has no such lawful move, or more than one", side(board.side_to_move()))
}
