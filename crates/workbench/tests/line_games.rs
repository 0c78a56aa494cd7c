//! Questions about Otrio, Qubic and Connect-Four, asked as JSON through the one door.

use hissho_rules::line_games::{Board, End, LineGame};
use hissho_solve::limits::Limits;
use hissho_workbench::{Alone, Answer, Desk, Ending, Fault, FaultKind, Question};
use serde_json::{Value, json};

fn ask_within(question: &Value, limits: &Limits) -> Result<Answer, Fault> {
    let question: Question = serde_json::from_value(question.clone()).unwrap();
    let answer = Desk::default().ask(&question, limits, &Alone)?;
    let restored = question.restore(&answer.document(), answer.certified.clone(), &Limits::default());
    if answer.ending() == Ending::GaveUp {
        assert!(restored.is_err(), "what was given up is not kept");
        return Ok(answer);
    }
    let restored = restored.unwrap();
    assert_eq!(restored.document(), answer.document());
    assert_eq!(restored.text(), answer.text());
    Ok(answer)
}

fn ask(question: &Value) -> Answer {
    ask_within(question, &Limits::default()).unwrap()
}

#[test]
fn a_position_of_connect_four_has_a_value_a_score_and_two_strategies_for_a_draw() {
    let answer = ask(&json!({"solve": {"game": "connect4(4,4)", "position": "1", "certificate": true}}));
    let document = answer.document();
    assert_eq!(
        (&document["value"], &document["score"], &document["solved"]),
        (&json!("draw"), &json!(0), &json!("weakly"))
    );
    assert_eq!(document["certificate"], Value::Null, "whoever writes it fills this in");
    let claims: Vec<String> = answer.certified.iter().map(|one| one.claim().to_string()).collect();
    assert_eq!(
        claims,
        [
            "connect4(4,4) after 1: the first side does not lose, whatever the other does",
            "connect4(4,4) after 1: the second side does not lose, whatever the other does"
        ]
    );
}

#[test]
fn all_moves_have_their_values() {
    let question = json!({"solve": {"game": "connect4(4,4)", "position": "131313", "all_moves": true}});
    let document = ask(&question).document();
    assert_eq!(document["value"], "first");
    assert_eq!(document["moves"][0], json!({"move": "1", "value": "first", "score": 5}));
    assert_eq!(document["moves"].as_array().unwrap().len(), 4);
}

#[test]
fn one_of_three_players_stands_against_the_others() {
    let position = "b2M a1L b2L c3S a1M b1M c1L a2M c2M b3L a3L c3M";
    let document = ask(&json!({"solve": {"game": "otrio(players=3)", "position": position}})).document();
    assert_eq!(document["concept"], "one player against all others together");
    assert_eq!(document["players"].as_array().unwrap().len(), 3);
}

#[test]
fn a_limit_is_an_answer_with_what_was_found_so_far() {
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let answer = ask_within(&json!({"solve": {"game": "connect4(5,5)"}}), &limits).unwrap();
    assert_eq!((answer.ending(), &answer.document()["value"]), (Ending::GaveUp, &json!("gave-up")));
    let answer = ask_within(&json!({"openings": {"game": "otrio", "plies": 1}}), &limits).unwrap();
    assert_eq!(answer.ending(), Ending::GaveUp);
    let answer = ask_within(&json!({"reply": {"game": "connect4(5,5)"}}), &limits).unwrap();
    assert_eq!(answer.document()["reason"], "the node limit was reached");
    // The value is found, the strategy is not.
    let limits = Limits { nodes: Some(400), ..Limits::default() };
    let question = json!({"solve": {"game": "connect4(4,4)", "position": "1", "certificate": true}});
    let answer = ask_within(&question, &limits).unwrap();
    if answer.document()["value"] == "draw" {
        assert_eq!(answer.document()["reason"], "no certificate: the node limit was reached");
        assert_eq!(answer.ending(), Ending::GaveUp);
    }
}

#[test]
fn what_is_no_game_or_no_position_is_a_fault_in_its_field() {
    for (question, field, message) in [
        (json!({"solve": {"game": "otrio", "position": "b2M b2M"}}), "position", "move 2: b2M is full"),
        (json!({"solve": {"game": "otrio(stock=0)"}}), "game", "`stock=0` is not understood"),
        (json!({"solve": {"game": "wythoff"}}), "game", "is not a board game that is solved here"),
        (json!({"openings": {"game": "connect4", "plies": 1}}), "game", "not played on the cube"),
        (json!({"openings": {"game": "otrio", "plies": 9}}), "plies", "1 to 3"),
        (json!({"reply": {"game": "otrio(players=3)", "wanted": "turn"}}), "game", "not between two sides"),
    ] {
        let fault = ask_within(&question, &Limits::default()).unwrap_err();
        assert_eq!(fault.place.as_ref().unwrap().of, field, "{fault}");
        assert!(fault.message.contains(message), "{fault}");
    }
    let fault = ask_within(&json!({"solve": {"game": "connect4(9,9)"}}), &Limits::default()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::TooLarge);
}

#[test]
fn the_openings_are_a_table_with_the_printed_counts() {
    let answer = ask(&json!({"openings": {"game": "otrio(stock=1)", "plies": 1}}));
    let rows = answer.document()["openings"].as_array().unwrap().clone();
    let values: Vec<&Value> = rows.iter().map(|row| &row["value"]).collect();
    assert_eq!(values, ["draw", "second", "second", "draw", "second", "draw"]);
    assert_eq!(rows[0]["moves"], json!(["a1L"]));
    assert_eq!(answer.ending(), Ending::Answered);
}

#[test]
fn the_opponent_plays_a_winning_move_and_knows_when_it_is_over() {
    let position = "131313";
    let document = ask(&json!({"reply": {"game": "connect4(4,4)", "position": position}})).document();
    assert_eq!(
        (&document["to_move"], &document["reply"], &document["value"]),
        (&json!("first"), &json!("1"), &json!("first"))
    );
    let over = ask(&json!({"reply": {"game": "connect4(4,4)", "position": "1313131"}})).document();
    assert_eq!((&over["over"], &over["reply"], &over["legal"]), (&json!("first"), &Value::Null, &json!([])));
    let turn = json!({"reply": {"game": "otrio", "position": "b2M", "wanted": "turn"}});
    let turn = ask(&turn).document();
    assert_eq!((&turn["to_move"], &turn["colour"]), (&json!("second"), &json!(2)));
}

/// The moves in the order of the slots, nothing remembered, nothing left out.
fn alpha_beta(board: &Board<'_>, mut alpha: i32, beta: i32) -> i32 {
    let free = board.content().iter().filter(|content| content.is_none()).count() as i32;
    match board.end() {
        Some(End::Win(_)) => return -((free + 2) / 2),
        Some(End::Draw) => return 0,
        None => {}
    }
    for slot in board.moves() {
        alpha = alpha.max(-alpha_beta(&board.play(slot).unwrap(), -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

#[test]
fn a_batch_has_the_scores_of_plain_alpha_beta() {
    let mut seed = 20260704u64;
    for (name, free) in [
        ("connect4(7,6)", 10),
        ("connect4(7,6)", 6),
        ("connect4(6,5)", 10),
        ("connect4(5,5)", 10),
        ("connect4(6,7)", 9),
        ("connect4(8,6)", 9),
    ] {
        let game = LineGame::named(name).unwrap();
        let mut positions = Vec::new();
        while positions.len() < 200 {
            let (mut record, mut board) = (String::new(), Board::new(&game));
            for _ in free..game.slot_count() {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let moves = board.moves();
                if board.end().is_some() {
                    break;
                }
                let slot = moves[(seed >> 33) as usize % moves.len()];
                record += game.slot_name(slot);
                board = board.play(slot).unwrap();
            }
            if board.end().is_none() {
                positions.push(record);
            }
        }
        let found = ask(&json!({"batch": {"game": name, "positions": positions}})).document();
        for (record, entry) in positions.iter().zip(found["positions"].as_array().unwrap()) {
            let score = alpha_beta(&Board::after(&game, record).unwrap(), -100, 100);
            assert_eq!((&entry["position"], &entry["score"]), (&json!(record), &json!(score)), "{name}");
        }
    }
}

#[test]
fn a_batch_tells_of_what_is_no_position_and_goes_on() {
    let positions = json!(["131313", "9", "1313131"]);
    let answer = ask(&json!({"batch": {"game": "connect4(4,4)", "positions": positions}}));
    let lines = answer.text();
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[0], "131313 5");
    assert!(lines[1].starts_with("9 error: "), "{}", lines[1]);
    assert_eq!(lines[2], "1313131 first");
}
