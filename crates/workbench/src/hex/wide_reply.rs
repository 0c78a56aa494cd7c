//! The question `reply` for Hex on boards too large to be solved: the rules, and a move that looks
//! good ([`WideBoard::good_move`]), which is never called proved.

use hissho_rules::hex::{LONGEST_SIDE, Player};

use super::show::HexBoard;
use super::wide_board::{LONGEST_READ, WideBoard};
use super::{GOAL, sides};
use crate::Fault;
use crate::reply::{Board, Replied, Reply, Wanted, plain};

const TOO_LARGE: &str = "the board is too large to be solved";

/// The board where the game began, if it is one that can be read but not solved.
pub(super) fn start_of(question: &Reply) -> Result<Option<WideBoard>, Fault> {
    let name = question.game.name();
    let is_wide = |(columns, rows): (usize, usize)| {
        (LONGEST_SIDE + 1..=LONGEST_READ).contains(&columns.max(rows)) && columns.min(rows) > 0
    };
    let is_named_by_record = name == "hex" && question.record.is_some();
    if !is_named_by_record && !matches!(sides(name), Some(Ok(asked)) if is_wide(asked)) {
        return Ok(None);
    }
    let game = if is_named_by_record { String::new() } else { name.to_owned() };
    let start = HexBoard { game, position: question.position.clone(), record: question.record.clone() };
    Ok(Some(start.board()?).filter(|board| is_wide(board.sides())))
}

/// Answers [`Reply`] for a game that began on `board`.
pub(super) fn reply(question: &Reply, mut board: WideBoard) -> Result<Replied, Fault> {
    let mut played = Vec::new();
    for word in &question.moves {
        let word = plain(word);
        if matches!(word.as_str(), "swap" | "swap-pieces") {
            board.swap_pieces().map_err(Fault::bad_input)?;
            played.push("swap".to_owned());
            continue;
        }
        if board.winner().is_some() {
            return Err(Fault::bad_input("the game is over"));
        }
        // What a hint says may be typed.
        let typed = word.strip_prefix("play ").unwrap_or(&word).split(' ').next().unwrap_or("");
        let cell = board.cell(typed).map_err(Fault::bad_input)?;
        board.play(cell).map_err(Fault::bad_input)?;
        played.push(board.name(cell));
    }
    let over = board.winner();
    let (columns, rows) = board.sides();
    let (black, white) = (board.stones(Player::Black), board.stones(Player::White));
    let mut replied = Replied {
        game: board.game(),
        position: question.position.clone(),
        played,
        now: format!("black={} white={} to-move={}", black.join(","), white.join(","), board.to_move),
        to_move: over.is_none().then(|| board.to_move.to_string()),
        over: over.map(|winner| winner.to_string()),
        legal: if over.is_none() { board.empty() } else { Vec::new() },
        board: Board::Rhombus { columns, rows, black, white },
        goal: GOAL.to_owned(),
        ..Replied::default()
    };
    if question.wanted == Wanted::Turn || over.is_some() {
        return Ok(replied);
    }
    replied.reason = Some(TOO_LARGE.to_owned());
    if question.wanted == Wanted::Values {
        return Ok(replied);
    }
    let ends = |name: &str| {
        let mut after = board.clone();
        let made = after.cell(name).and_then(|cell| after.play(cell));
        made.is_ok() && after.winner().is_some()
    };
    let mistake = question.mistake(&replied.legal, ends).cloned();
    let cell = mistake.or_else(|| board.good_move().map(|cell| board.name(cell)));
    replied.hint = cell.as_ref().map(|cell| format!("{cell} seems best, which is not proved"));
    replied.reply = cell;
    Ok(replied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alone, Desk, Limits, Question};

    fn ask(question: Reply) -> Result<serde_json::Value, Fault> {
        let answer = Desk::default().ask(&Question::from(question), &Limits::default(), &Alone)?;
        Ok(answer.document())
    }

    #[test]
    fn a_wide_board_is_played_on_to_the_end() {
        let moves = |row: usize| [format!("c{row}"), format!("h{row}")];
        let mut played: Vec<String> = (1..=12).flat_map(moves).collect();
        let told = ask(Reply::new("hex(12)", "", played[..22].to_vec(), Wanted::Move)).unwrap();
        assert_eq!((&told["to_move"], &told["is_proved"]), (&"black".into(), &false.into()));
        assert!(["b12", "c12"].map(Into::into).contains(&told["reply"]), "{told}");
        assert_eq!(told["legal"].as_array().unwrap().len(), 144 - 22);
        played.truncate(23);
        let told = ask(Reply::new("hex(12)", "", played.clone(), Wanted::Turn)).unwrap();
        assert_eq!((&told["over"], &told["to_move"]), (&"black".into(), &serde_json::Value::Null));
        played.push("a1".to_owned());
        assert!(ask(Reply::new("hex(12)", "", played, Wanted::Turn)).is_err());
    }

    #[test]
    fn moves_that_cannot_be_and_values_are_refused_with_a_reason() {
        for moves in [&["a20"][..], &["g7", "g7"], &["a4294967297"], &["a1", "b2", "swap"]] {
            let moves = moves.iter().map(|&word| word.to_owned()).collect();
            assert!(ask(Reply::new("hex(13)", "", moves, Wanted::Turn)).is_err());
        }
        let told = ask(Reply::new("hex(13,12)", "a1", Vec::new(), Wanted::Values)).unwrap();
        assert_eq!(told["reason"], TOO_LARGE);
        assert!(ask(Reply::new("hex(20)", "", Vec::new(), Wanted::Turn)).is_err());
    }
}
