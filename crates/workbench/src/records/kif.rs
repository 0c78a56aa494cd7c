//! KIF and KI2: headers, an optional diagram of the start, numbered or marked moves, comments,
//! variations.
//!
//! KIF lines read `119 ８八金打 ( 0:05/1:02:03)` and `123 同 銀(87)`; KI2 lines are moves with marks,
//! `▲８八金 △６七銀打`. A move that names no origin is taken to be the only lawful one it can mean, with
//! 左右上引寄直 as usual. Variations (`変化：`) are skipped to the end of the game, comments (`*`, `#`, `&`)
//! wherever they stand. A header after moves begins the next game.

use std::io::BufRead;

use haitaka::{Board as Shogi, Color, Move, Piece, Square};

use super::game::{Board, Game};
use super::lines::Lines;
use super::{RecordError, shogi};

/// What the lines before the first move say.
#[derive(Default)]
struct Head {
    headers: Vec<(String, String)>,
    start: Option<String>,
    /// The rows of the diagram, each cell in SFEN letters.
    rows: Vec<String>,
    /// In hand, in SFEN letters: Black's, White's.
    hands: [String; 2],
    white_to_move: Option<bool>,
    moves_before: u64,
    is_empty: bool,
}

const ENDINGS: [&str; 15] = [
    "投了",
    "中断",
    "千日手",
    "持将棋",
    "詰み",
    "詰",
    "切れ負け",
    "反則勝ち",
    "反則負け",
    "入玉勝ち",
    "勝ち宣言",
    "不戦勝",
    "不戦敗",
    "封じ手",
    "不詰",
];

pub(super) fn read_game<R: BufRead>(lines: &mut Lines<R>) -> Result<Option<Game>, RecordError> {
    let mut head = Head { is_empty: true, ..Head::default() };
    let mut game: Option<Game> = None;
    let mut is_over = false; // the main line has ended, what follows are variations and remarks
    while let Some(line) = lines.next()? {
        let number = lines.number();
        let trouble =
            |problem: String| RecordError { line: number, number: None, found: line.clone(), problem };
        let text = line.trim_matches(|c: char| c.is_whitespace());
        let first = text.chars().next();
        match first {
            None | Some('#' | '*' | '&') => continue,
            Some('▲' | '△' | '☗' | '☖' | '▼' | '▽') => {
                let game = begin(&mut game, &head).map_err(trouble)?;
                if !is_over {
                    is_over = read_marked(text, game, number)?;
                }
                continue;
            }
            Some(digit) if digit.is_ascii_digit() => {
                let game = begin(&mut game, &head).map_err(trouble)?;
                if !is_over {
                    is_over = read_numbered(text, game, number)?;
                }
                continue;
            }
            _ => {}
        }
        if text.starts_with("変化") {
            is_over = true;
        } else if text.starts_with("まで") {
            if let Some(game) = &mut game {
                game.ending.get_or_insert_with(|| text.to_owned());
                is_over = true;
            }
        } else if text.starts_with("手数----")
            || text.starts_with('+')
            || text.starts_with("９ ８")
            || text.starts_with("9 8")
        {
            // a ruler
        } else if is_over && game.is_none() {
            return Err(trouble("a variation before the game".to_owned()));
        } else if game.is_some() && is_head_line(text) {
            lines.put_back(line);
            break;
        } else if game.is_none() {
            read_head_line(text, &mut head).map_err(trouble)?;
        } else if !is_over {
            return Err(trouble("expected a numbered move, a comment, or the end of the game".to_owned()));
        }
    }
    if game.is_none() && !head.is_empty {
        let line = lines.number();
        let trouble = |problem| RecordError { line, number: None, found: String::new(), problem };
        begin(&mut game, &head).map_err(trouble)?;
    }
    if let Some(game) = &mut game {
        game.headers = head.headers;
    }
    Ok(game)
}

/// A line that holds moves.
pub(super) fn is_move_line(text: &str) -> bool {
    text.starts_with(['▲', '△', '☗', '☖', '▼', '▽']) || text.starts_with(|c: char| c.is_ascii_digit())
}

/// A line that stands before the moves.
pub(super) fn is_head_line(text: &str) -> bool {
    text.contains('：')
        || text.starts_with('|')
        || text.starts_with("手数＝")
        || text == "先手番"
        || text == "後手番"
}

fn read_head_line(text: &str, head: &mut Head) -> Result<(), String> {
    head.is_empty = false;
    if let Some(row) = text.strip_prefix('|') {
        head.rows.push(read_row(row)?);
        return Ok(());
    }
    if let "先手番" | "下手番" | "後手番" | "上手番" = text {
        head.white_to_move = Some(matches!(text, "後手番" | "上手番"));
        return Ok(());
    }
    if let Some(rest) = text.strip_prefix("手数＝").or_else(|| text.strip_prefix("手数=")) {
        let digits: String =
            rest.chars().map_while(|c| digit(c).and_then(|d| char::from_digit(d, 10))).collect();
        head.moves_before = digits.parse().map_err(|_| "expected a number after 手数＝".to_owned())?;
        return Ok(());
    }
    let Some((key, value)) = text.split_once(['：', ':']) else {
        return Err("expected a header (名前：内容), a row of a diagram, or a move".to_owned());
    };
    let (key, value) = (key.trim(), value.trim());
    match key {
        "手合割" if value != "その他" => {
            head.start = Some(
                shogi::handicap(value)
                    .ok_or("an unknown handicap; 平手 to 十枚落ち or a diagram are read")?,
            );
        }
        "先手の持駒" | "下手の持駒" => head.hands[0] = read_hand(value, false)?,
        "後手の持駒" | "上手の持駒" => head.hands[1] = read_hand(value, true)?,
        _ => {}
    }
    head.headers.push((key.to_owned(), value.to_owned()));
    Ok(())
}

/// A row of the diagram: `| ・v玉 ・ …|二`.
fn read_row(row: &str) -> Result<String, String> {
    let cells: Vec<char> = row.chars().take_while(|c| *c != '|').collect();
    let mut text = String::new();
    let mut empty = 0;
    if cells.len() != 18 {
        return Err(format!(
            "a row of the diagram has 9 cells of 2 characters, this has {} characters",
            cells.len()
        ));
    }
    for cell in cells.chunks(2) {
        if matches!(cell[1], '・' | '･' | '．') {
            empty += 1;
            continue;
        }
        let (piece, _) =
            shogi::take_name(&cell[1].to_string()).ok_or(format!("{} is not a piece", cell[1]))?;
        let color = match cell[0] {
            ' ' | '^' => Color::Black,
            'v' | 'V' => Color::White,
            other => return Err(format!("{other:?} before a piece; a space or v is needed")),
        };
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text += &piece.to_str(color);
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    Ok(text)
}

/// Pieces in hand: `飛　金　歩四`.
fn read_hand(text: &str, is_white: bool) -> Result<String, String> {
    let mut letters = String::new();
    for item in text.split_whitespace().filter(|item| *item != "なし") {
        let (piece, count) = shogi::take_name(item).ok_or(format!("{item} is not a piece in hand"))?;
        let count = match kanji_number(count) {
            Some(count) if !piece.is_promoted() && piece != Piece::King => count,
            _ => return Err(format!("{item} is not a number of pieces in hand")),
        };
        if count > 1 {
            letters += &count.to_string();
        }
        letters += &piece.to_str(if is_white { Color::White } else { Color::Black });
    }
    Ok(letters)
}

/// `` (one), 二, 十, 十八.
fn kanji_number(text: &str) -> Option<u32> {
    const DIGITS: &str = "一二三四五六七八九";
    let unit = |c: char| DIGITS.chars().position(|other| other == c).map(|at| at as u32 + 1);
    let chars: Vec<char> = text.chars().collect();
    match chars[..] {
        [] => Some(1),
        ['十'] => Some(10),
        ['十', last] => Some(10 + unit(last)?),
        [only] => unit(only).or_else(|| digit(only)),
        _ => None,
    }
}

/// A digit, half or full width.
fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(c as u32 - '0' as u32),
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => None,
    }
}

/// Sets up the board at the first move.
fn begin<'a>(game: &'a mut Option<Game>, head: &Head) -> Result<&'a mut Game, String> {
    if game.is_none() {
        let start = if head.rows.is_empty() {
            head.start.clone().unwrap_or_else(|| shogi::START.to_owned())
        } else if head.rows.len() == 9 {
            let white = head.white_to_move.unwrap_or(head.moves_before % 2 == 1);
            let hands = head.hands.concat();
            let hands = if hands.is_empty() { "-" } else { &hands };
            let side = if white { "w" } else { "b" };
            format!("{} {side} {hands} {}", head.rows.join("/"), head.moves_before + 1)
        } else {
            return Err(format!("the diagram has {} rows, 9 are needed", head.rows.len()));
        };
        let board = shogi::board_of(&start)?;
        let start = shogi::completed(start, &board);
        *game = Some(Game::new(Board::Shogi(board), start, head.moves_before + 1));
    }
    Ok(game.as_mut().expect("set above"))
}

/// A KIF line; tells whether the game is over.
fn read_numbered(text: &str, game: &mut Game, line: usize) -> Result<bool, RecordError> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let expected = game.first_number + game.moves.len() as u64;
    let number = text[..digits].parse::<u64>().ok();
    let rest = text[digits..].trim_start();
    let trouble = |problem: String| RecordError {
        line,
        number: number.or(Some(expected)),
        found: rest.to_owned(),
        problem,
    };
    if number != Some(expected) {
        return Err(trouble(format!("the move should have number {expected}")));
    }
    if let Some(ending) = ENDINGS.iter().find(|ending| rest.starts_with(**ending)) {
        game.ending = Some((*ending).to_owned());
        return Ok(true);
    }
    let rest = rest.trim_start_matches(['▲', '△', '☗', '☖', '▼', '▽']);
    play(rest, game, line).map_err(trouble)?;
    Ok(false)
}

/// A KI2 line; tells whether the game is over.
fn read_marked(text: &str, game: &mut Game, line: usize) -> Result<bool, RecordError> {
    const MARKS: [char; 6] = ['▲', '△', '☗', '☖', '▼', '▽'];
    let mut rest = text;
    while let Some(mark) = rest.chars().next() {
        let after = &rest[mark.len_utf8()..];
        let end = after.find(MARKS).unwrap_or(after.len());
        let (one, later) = after.split_at(end);
        let number = game.first_number + game.moves.len() as u64;
        let trouble = |problem: String| RecordError {
            line,
            number: Some(number),
            found: format!("{mark}{}", one.trim()),
            problem,
        };
        let Board::Shogi(board) = game.last() else { unreachable!("a KIF game is shogi") };
        let is_black = matches!(mark, '▲' | '☗' | '▼');
        if is_black != (board.side_to_move() == Color::Black) {
            let side = shogi::side(board.side_to_move());
            return Err(trouble(format!("{side} is to move, the mark is the other side's")));
        }
        if ENDINGS.iter().any(|ending| one.trim().starts_with(ending)) {
            game.ending = Some(one.trim().to_owned());
            return Ok(true);
        }
        play(one.trim(), game, line).map_err(trouble)?;
        rest = later;
    }
    Ok(false)
}

/// Reads and plays one move: place, piece, 成 or 不成 or 打, origin.
fn play(text: &str, game: &mut Game, line: usize) -> Result<(), String> {
    let Board::Shogi(board) = game.last() else { unreachable!("a KIF game is shogi") };
    let board = board.clone();
    let previous = game.moves.last().map(|played| played.text.parse::<Move>().expect("it was played").to());
    let whole = || "expected a place, a piece and an origin, as ７六歩(77) or ５五角打".to_owned();
    let (to, rest) = read_place(text, previous).ok_or_else(|| {
        if text.starts_with('同') { "同 without a move before it".to_owned() } else { whole() }
    })?;
    let (piece, rest) = shogi::take_name(rest).ok_or_else(whole)?;
    let manner_end = rest.find(|c: char| !"左右上引寄直行入".contains(c)).unwrap_or(rest.len());
    let (manner, rest) = rest.split_at(manner_end);
    let (promotes, rest) = if let Some(rest) = rest.strip_prefix("不成") {
        (Some(false), rest)
    } else if let Some(rest) = rest.strip_prefix('成') {
        (Some(true), rest)
    } else {
        (None, rest)
    };
    let mv = if let Some(rest) = rest.strip_prefix('打') {
        expect_end(rest)?;
        Move::Drop { piece, to }
    } else if let Some(inside) =
        rest.trim_start().strip_prefix('(').filter(|inside| inside.find(')') == Some(2))
    {
        let digits: Vec<u32> = inside.chars().take(2).filter_map(digit).collect();
        let from = match digits[..] {
            [file, rank] => shogi::square(file, rank),
            _ => None,
        };
        let from = from.ok_or("the origin in brackets should be a file and a rank, as (77)")?;
        expect_end(&inside[3..])?;
        if let Some(found) = board.piece_on(from).filter(|found| *found != piece) {
            return Err(format!("on {} stands a {}", shogi::show_square(from), shogi::name_of(found)));
        }
        Move::BoardMove { from, to, promotion: promotes == Some(true) }
    } else {
        expect_end(rest)?;
        only_meaning(&board, piece, to, manner, promotes)?
    };
    let next = shogi::play(&board, mv)?;
    let shown = shogi::show(&board, mv, previous);
    game.push(Board::Shogi(next), mv.to_string(), shown, line);
    Ok(())
}

/// The destination and what follows it.
fn read_place(text: &str, previous: Option<Square>) -> Option<(Square, &str)> {
    if let Some(rest) = text.strip_prefix('同') {
        return Some((previous?, rest.trim_start()));
    }
    const RANKS: &str = "一二三四五六七八九";
    let mut chars = text.chars();
    let file = digit(chars.next()?)?;
    let rank = chars.next()?;
    let rank =
        digit(rank).or_else(|| RANKS.chars().position(|other| other == rank).map(|at| at as u32 + 1))?;
    Some((shogi::square(file, rank)?, chars.as_str()))
}

/// After the move only a time or a space may follow.
fn expect_end(rest: &str) -> Result<(), String> {
    let rest = rest.trim();
    if rest.is_empty() || rest.starts_with('(') || rest == "+" {
        Ok(())
    } else {
        Err(format!("`{rest}` after the move"))
    }
}

/// The only lawful move that a move without origin can mean.
fn only_meaning(
    board: &Shogi,
    piece: Piece,
    to: Square,
    manner: &str,
    promotes: Option<bool>,
) -> Result<Move, String> {
    let color = board.side_to_move();
    let promotion = promotes == Some(true);
    // Seen from the player: forward is towards smaller ranks, right towards smaller files.
    let (forward, right) = if color == Color::Black { (-1, -1) } else { (1, 1) };
    let reaches = |from: &Square| {
        board.color_on(*from) == Some(color)
            && board.piece_on(*from) == Some(piece)
            && shogi::play(board, Move::BoardMove { from: *from, to, promotion }).is_ok()
    };
    let mut origins: Vec<Square> = Square::ALL.iter().copied().filter(reaches).collect();
    let step = |from: &Square| {
        let files = (to.file().to_index() as i32 - from.file().to_index() as i32) * right;
        let ranks = (to.rank().to_index() as i32 - from.rank().to_index() as i32) * forward;
        (files, ranks) // to the right, forward
    };
    for manner in manner.chars() {
        let extreme = origins.iter().map(|from| step(from).0);
        let (leftmost, rightmost) = (extreme.clone().max(), extreme.min());
        origins.retain(|from| {
            let (files, ranks) = step(from);
            match manner {
                '上' | '行' | '入' => ranks > 0,
                '引' => ranks < 0,
                '寄' => ranks == 0,
                '直' => ranks > 0 && files == 0,
                '左' => Some(files) == leftmost,
                _ => Some(files) == rightmost,
            }
        });
    }
    match origins[..] {
        [from] => Ok(Move::BoardMove { from, to, promotion }),
        [] if promotes.is_none() && board.has_in_hand(color, piece) => Ok(Move::Drop { piece, to }),
        [] => Err(format!(
            "no {} of {} can go to {}",
            shogi::name_of(piece),
            shogi::side(color),
            shogi::show_square(to)
        )),
        _ => Err(format!("{} pieces could be meant; an origin in brackets is needed", origins.len())),
    }
}
