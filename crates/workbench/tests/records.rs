//! Records in the forms programs really write, right and wrong.

use encoding_rs::SHIFT_JIS;
use hissho_rules::records::RecordPosition;
use hissho_solve::limits::Limits;
use hissho_solve::records::{Rule, distinct_positions, repeated_positions};
use hissho_workbench::records::{Game, Notation, RecordGame, examples, read_games, read_one};
use hissho_workbench::{Alone, Answer, Desk, Fault, Question};
use serde_json::{Value, json};

const KIF: &str = "\
# ----  Kifu for Windows V7  ----
開始日時：2020/01/01 10:00
手合割：平手
先手：甲
後手：乙
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:01/00:00:01)
*a comment
   2 ３四歩(33)   ( 0:02/00:00:02)
&bookmark
   3 ２二角成(88)   ( 0:03/00:00:04)
   4 同　銀(31)   ( 0:01/00:00:03)
   5 ４五角打   ( 0:01/00:00:05)
   6 投了
まで5手で先手の勝ち

変化：3手
   3 ２六歩(27)
   4 ８四歩(83)
";

const CSA: &str = "\
V2.2
N+Alpha, the first
N-Beta
$EVENT:test
PI
+
+7776FU
T12
-3334FU,T6
'a comment
+8822UM
-3122GI
+0045KA
%TORYO
";

const USI: &str = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e";

const PGN: &str = "\
[Event \"test \\\"quoted\\\"\"]
[Result \"1-0\"]

1. e4 {a comment
over two lines} e5 2. Nf3 $1 (2. f4 exf4 (2... d5 {nested}) 3. Nf3) 2... Nc6
; to the end of the line 3. Qh5
% an escaped line
3.Bb5 a6 4.Bxc6! dxc6 5. O-O Bg4 6. h3 h5 7. hxg4 hxg4 8. Nxe5 Qh4 9. f4 g3 1-0
";

fn moves(game: &Game) -> Vec<&str> {
    game.moves.iter().map(|played| played.text.as_str()).collect()
}

fn game(text: &str) -> Game {
    read_one(text, None).unwrap_or_else(|error| panic!("{error}"))
}

fn games(bytes: &[u8]) -> Vec<Game> {
    read_games(bytes, None).unwrap().map(|game| game.unwrap()).collect()
}

fn message(text: &str) -> String {
    match read_games(text.as_bytes(), None) {
        Err(error) => error.to_string(),
        Ok(mut games) => games.find_map(Result::err).expect("an error was expected").to_string(),
    }
}

#[test]
fn kif_csa_and_usi_of_one_game_give_the_same_moves() {
    let expected = ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"];
    for text in [KIF, CSA, USI] {
        let game = game(text);
        assert_eq!(moves(&game), expected);
        assert_eq!(game.game, RecordGame::Shogi);
        assert_eq!(game.first_number, 1);
    }
    assert_eq!(game(KIF).ending.as_deref(), Some("投了"));
    assert_eq!(game(CSA).ending.as_deref(), Some("TORYO"));
    assert_eq!(game(KIF).moves[3].shown, "△同銀");
    assert_eq!(game(KIF).moves[3].line, 12);
    assert!(game(CSA).headers.contains(&("EVENT".to_owned(), "test".to_owned())));
}

#[test]
fn ki2_moves_without_origin_are_resolved() {
    let ki2 = "手合割：平手\n▲７六歩 △３四歩 ▲２二角成 △同銀\n▲４五角\n▲";
    assert!(message(ki2).contains("line 4, move 6"), "{}", message(ki2));
    let ki2 = "▲７六歩    △３四歩    ▲２二角成  △同　銀    ▲４五角";
    assert_eq!(moves(&game(ki2)), ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]);
    assert!(message("▲５八金\n").contains("2 pieces could be meant"));
    assert_eq!(moves(&game("▲５八金左")), ["6i5h"]);
    assert_eq!(moves(&game("▲５八金右")), ["4i5h"]);
}

#[test]
fn pgn_comments_variations_and_glyphs_are_passed_over() {
    let game = game(PGN);
    assert_eq!(game.game, RecordGame::Chess);
    assert_eq!(game.moves.len(), 18);
    assert_eq!(game.moves[8].text, "e1g1");
    assert_eq!(game.moves[8].shown, "O-O");
    assert_eq!(game.headers[0].1, "test \"quoted\"");
    assert_eq!(game.ending.as_deref(), Some("1-0"));
    let zeros = PGN.replace("O-O", "0-0");
    assert_eq!(self::game(&zeros).moves.len(), 18);
}

#[test]
fn encodings_marks_and_line_ends_do_not_matter() {
    let crlf = KIF.replace('\n', "\r\n");
    for text in [KIF, &crlf] {
        let bom = [b"\xef\xbb\xbf", text.as_bytes()].concat();
        for bytes in [text.as_bytes(), &bom, &SHIFT_JIS.encode(text).0] {
            assert_eq!(games(bytes).len(), 1);
            assert_eq!(games(bytes)[0].moves.len(), 5);
            assert_eq!(games(bytes)[0].headers[2], ("先手".to_owned(), "甲".to_owned()));
        }
    }
    assert_eq!(games(&[b"\xef\xbb\xbf", PGN.as_bytes()].concat())[0].moves.len(), 18);
}

#[test]
fn a_file_may_hold_many_games() {
    assert_eq!(games(format!("{PGN}\n{PGN}{PGN}").as_bytes()).len(), 3);
    assert_eq!(games(format!("{KIF}\n{KIF}").as_bytes()).len(), 2);
    assert_eq!(games(format!("{CSA}/\n{CSA}").as_bytes()).len(), 2);
    assert_eq!(games(format!("{USI}\n\n# again\n{USI}\n").as_bytes()).len(), 2);
    assert_eq!(games(b"").len(), 0);
}

#[test]
fn handicaps_and_diagrams_are_starts() {
    let lance = game("手合割：香落ち\n   1 ３四歩(33)\n");
    assert_eq!(lance.start, "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    let csa = game("PI82HI22KA\n-\n-5142OU\n");
    assert_eq!(csa.start, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    let hands = game("P-51OU\nP+59OU00KI00KI\nP-00AL\n+\n+0058KI\n");
    assert!(hands.start.contains("2G"), "{}", hands.start);
    let fen = game("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 12\"]\n\n12... Kd7 13. e4 *");
    assert_eq!((fen.first_number, moves(&fen)), (24, vec!["e8d7", "e2e4"]));
    assert_eq!(fen.ply(25), Some(2));
}

/// A wrong record and what the message must say: the line, the move, the reason.
#[test]
fn what_is_wrong_is_named_with_its_line_and_move() {
    let wrong = [
        (KIF.replace("３四歩(33)", "３三歩(34)"), "line 9, move 2, found `３三歩(34)"),
        (KIF.replace("３四歩(33)", "７六歩(77)"), "there is no piece on"),
        (KIF.replace("３四歩(33)", "６六歩(67)"), "White is to move, the 歩 is Black's"),
        (KIF.replace("同　銀(31)", "同　金(31)"), "line 12, move 4, found `同　金(31)"),
        (KIF.replace("同　銀(31)", "同　金(31)"), "stands a 銀"),
        (KIF.replace("４五角打", "４五飛打"), "Black has no 飛 in hand"),
        (KIF.replace("４五角打", "４三角打"), "４三 is not empty"),
        (KIF.replace("   5 ", "   7 "), "the move should have number 5"),
        (KIF.replace("４五角打", "４五"), "expected a place, a piece and an origin"),
        (KIF.replace("平手", "百枚落ち"), "unknown handicap"),
        (KIF.replace("   6 投了", "what is this"), "line 14, found `what is this`"),
        (
            "後手の持駒：なし\n| ・ ・|一\n".to_owned(),
            "line 2, found `| ・ ・|一`: a row of the diagram has 9 cells",
        ),
        (
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n   1 ７六歩(77)\n".to_owned(),
            "the diagram has 1 rows, 9 are needed",
        ),
        (CSA.replace("-3334FU", "+3334FU"), "line 9, move 2, found `+3334FU`: White is to move"),
        (CSA.replace("-3334FU", "-3334KI"), "stands a 歩, not a 金"),
        (CSA.replace("-3334FU,T6", "-33"), "a move has a sign, two squares and a piece"),
        (CSA.replace("+\n", ""), "a move before the side to move"),
        (CSA.replace("PI\n", "P1+XX\n"), "line 5"),
        (USI.replace("3a2b", "3a3c"), "line 1, move 4, found `3a3c`"),
        (USI.replace("3a2b", "xyzzy"), "not a move; 7g7f, 7g7f+ or P*5e are meant"),
        ("position sfen 9/9/9/9/9/9/9/9/9 b - 1 moves 7g7f".to_owned(), "Both kings are needed"),
        (PGN.replace("Nc6", "Nc5"), "line 5, move 4, found `Nc5`: Black has no such lawful move"),
        (PGN.replace("2... Nc6", "2... Nxe5"), "Black is to move; White could play this"),
        (PGN.replace("{nested})", "{nested}"), "the file ends inside a variation that begins here"),
        (PGN.replace("g3 1-0", "{cut off"), "line 8, move 18: the file ends inside a comment"),
        (PGN.replace("4.Bxc6!", "7.Bxc6!"), "the next move is number 4."),
        (PGN.replace("4.Bxc6!", "4.hello"), "not a move, a comment, a variation or a result"),
        ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*\n".to_owned(), "the FEN is not a position"),
        ("[Event broken\n\n1. e4 *\n".to_owned(), "line 1, found `[Event broken`: expected a tag"),
    ];
    for (text, expected) in wrong {
        let found = message(&text);
        assert!(found.contains(expected), "expected `{expected}` in `{found}`");
    }
}

#[test]
fn every_truncation_of_a_record_is_read_or_refused_without_a_crash() {
    for text in [KIF, CSA, USI, PGN] {
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            for format in Notation::ALL {
                let lines = text[..end].lines().count().max(1);
                for game in read_games(&text.as_bytes()[..end], Some(format.0)).into_iter().flatten() {
                    match game {
                        Ok(game) => assert_eq!(game.trace().positions.len(), game.moves.len() + 1),
                        Err(error) => assert!((1..=lines).contains(&error.line), "{error}, of {lines} lines"),
                    }
                }
            }
        }
    }
}

#[test]
fn laws_the_board_leaves_to_its_caller_are_kept() {
    // a dropped pawn may not mate; the same with a gold is mate
    let mate = "position sfen 8k/6G2/8G/9/9/9/9/9/K7R b PG 1 moves";
    assert!(message(&format!("{mate} P*1b")).contains("a dropped pawn may not mate"));
    assert_eq!(game(&format!("{mate} G*1b")).moves.len(), 1);
    assert!(message("position sfen 8k/9/9/9/9/9/9/9/K8 b - 1 moves P*5e").contains("has no 歩 in hand"));
    assert!(message("position sfen 8k/9/G8/9/9/9/9/9/K8 b - 1 moves 9c9b+").contains("does not promote"));
    assert!(
        message("position sfen 8k/9/9/9/4P4/9/9/9/K8 b P 1 moves P*5d")
            .contains("already has a pawn on file 5")
    );
}

#[test]
fn the_sixty_moves_of_1983_meet_nine_times_and_the_old_rule_never() {
    let file = include_str!("../../../examples/yonenaga-tanigawa.kif");
    let built_in = examples::example("yonenaga-tanigawa", 0).unwrap().unwrap();
    for game in [game(file), built_in] {
        let trace = game.trace();
        assert_eq!(game.moves.len(), 60);
        assert_eq!(distinct_positions(&trace), 13);
        let repeated = &repeated_positions(&trace)[0];
        let numbers: Vec<u64> = repeated.plies.iter().map(|&ply| game.number(ply)).collect();
        assert_eq!(numbers, [118, 126, 134, 142, 150, 158, 162, 170, 178]);
        assert_eq!(Rule::Sennichite1983.fires_at(&trace).map(|ply| game.number(ply)), Some(142));
        assert_eq!(Rule::SennichiteOld.fires_at(&trace), None);
        assert_eq!(Rule::GermanChess.fires_at(&trace), None);
        assert_eq!(Rule::PerpetualCheck.fires_at(&trace), None);
        let squares: Vec<(u64, usize, usize)> = hissho_solve::records::move_runs(&trace)
            .iter()
            .map(|run| (game.number(run.start + 1), run.period, run.length()))
            .collect();
        assert_eq!(squares, [(157, 4, 8)]); // one square of bare moves, harmless: the positions differ
    }
}

#[test]
fn thue_morse_evades_the_old_rules_in_both_games() {
    for (name, old, new, at) in [
        ("figure-12", Rule::SennichiteOld, Rule::Sennichite1983, 12),
        ("euwe", Rule::GermanChess, Rule::FideFivefold, 16),
    ] {
        let game = examples::example(name, 512).unwrap().unwrap();
        assert_eq!(game.moves.len(), 2048);
        assert_eq!(old.fires_at(&game.trace()), None);
        assert_eq!(Rule::GermanChess.fires_at(&game.trace()), None, "no cube of moves at all");
        assert_eq!(new.fires_at(&game.trace()), Some(at));
    }
}

#[test]
fn perpetual_check_is_told_from_a_draw() {
    let game = game(include_str!("../../../examples/perpetual-check.csa"));
    let fires = Rule::PerpetualCheck.fires_at(&game.trace());
    assert_eq!(fires, Rule::Sennichite1983.fires_at(&game.trace()));
    assert_eq!(fires, Some(13));
}

/// The plain model of the trusted crate and the real boards see the same repetitions.
#[test]
fn the_plain_model_agrees_with_the_real_boards() {
    let files = [
        include_str!("../../../examples/yonenaga-tanigawa.kif"),
        include_str!("../../../examples/knights.pgn"),
        include_str!("../../../examples/perpetual-check.csa"),
        KIF,
        CSA,
    ];
    for text in files {
        let game = game(text);
        let start = RecordPosition::parse(game.game, &game.start).unwrap();
        let plain = start.replay(&moves(&game)).unwrap();
        let real = game.trace().positions;
        for (at, one) in plain.iter().enumerate() {
            for (other_at, other) in plain.iter().enumerate() {
                assert_eq!(one == other, real[at] == real[other_at]);
            }
        }
    }
}

fn ask(question: Value) -> Result<Answer, Fault> {
    let question: Question = serde_json::from_value(question).unwrap();
    let again = serde_json::from_value(serde_json::to_value(&question).unwrap()).unwrap();
    assert_eq!(question, again);
    Desk::default().ask(&question, &Limits::default(), &Alone)
}

fn document(question: Value) -> Value {
    ask(question).unwrap_or_else(|fault| panic!("{fault}")).document()
}

#[test]
fn a_record_is_asked_about_in_json() {
    let file = json!({"name": "x.pgn", "text": "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *"});
    let found = document(json!({"record": {"file": file, "rules": ["fide-threefold", "german-chess"]}}));
    assert_eq!((&found["plies"], &found["distinct_positions"]), (&json!(8), &json!(4)));
    assert_eq!(found["repeated"][0], json!({"occurrences": 3, "moves": [0, 4, 8]}));
    assert_eq!(
        found["rules"],
        json!([
            {"rule": "fide-threefold", "fires_at": 8, "move": "4... Ng8",
             "outcome": "the third occurrence: a draw if claimed"},
            {"rule": "german-chess", "fires_at": null},
        ])
    );
    let board = document(json!({"record": {"file": file, "board": 2}}));
    assert_eq!(board["after"], "1... Nf6");
    let last = document(json!({"record": {"file": file, "board": "last"}}));
    assert_eq!(last["after"], "4... Ng8");
    let drawn = ask(json!({"record": {"file": file, "board": 0, "picture": "svg"}})).unwrap();
    assert!(drawn.files[0].as_bytes().starts_with(b"<svg"));
    let rule = json!(["fide-threefold"]);
    let proved = ask(json!({"record": {"file": file, "rules": rule, "certificate": true}})).unwrap();
    assert_eq!(proved.certified[0].kind(), "repetition");
    assert_eq!(proved.document()["claim"], proved.certified[0].claim().to_string());
}

#[test]
fn many_games_are_in_the_answer_or_in_a_report() {
    let game = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
    let text = format!("{}[Event \"y\"]\n\n1. e4 e6 2. Ke3 *\n", game.repeat(2));
    let file = json!({"name": "many.pgn", "text": text});
    let kept = document(json!({"record": {"file": file}}));
    assert_eq!(kept["games"].as_array().unwrap().len(), 2);
    assert!(kept["error"].as_str().unwrap().contains("many.pgn, game 3: line 11, move 3"), "{kept}");
    let reported = ask(json!({"record": {"file": file, "report": "json"}})).unwrap();
    let report: Value = serde_json::from_slice(reported.files[0].as_bytes()).unwrap();
    assert_eq!(report, kept);
    let one = document(json!({"record": {"file": file, "game": 2}}));
    assert_eq!(one["plies"], 4);
}

#[test]
fn what_is_wrong_with_a_question_about_a_record_is_named() {
    let two = json!({"name": "two.pgn", "text": "1. e4 *\n\n1. d4 *\n"});
    for (question, message) in [
        (json!({}), "of what?"),
        (json!({"example": "immortal"}), "yonenaga-tanigawa, figure-12, euwe"),
        (json!({"example": "euwe", "rules": ["none"]}), "the rules are sennichite-old"),
        (json!({"example": "euwe", "board": 999}), "the moves are 1 to 64"),
        (json!({"example": "euwe", "board": 1, "picture": "png"}), "boards need letters"),
        (json!({"example": "euwe", "certificate": true}), "the certificate of one rule"),
        (json!({"thue_morse": 2_000_000}), "at most 1000000"),
        (json!({"file": two, "game": 3}), "--game 3, but there are 2 games"),
        (json!({"file": two, "board": "last"}), "choose one with --game N"),
        (json!({"file": {"name": "-", "text": ""}}), "there is no game in it"),
    ] {
        let fault = ask(json!({ "record": question })).unwrap_err();
        assert!(fault.message.contains(message), "{question}: {fault}");
    }
}

/// FIDE 9.2.3: a position differs from its first occurrence if a *pawn* could lawfully take en
/// passant then. The moves return to the position after the double step twice, half-moves 6 and 10.
#[test]
fn only_a_lawful_capture_en_passant_by_a_pawn_makes_positions_differ() {
    let queen = "2. Qg3 Kd7 3. Qg5 Ke8 4. Qg3 Kd7 5. Qg5 Ke8";
    let king = |away: &str, home: &str| format!("2. {away} Kd8 3. {home} Ke8 4. {away} Kd8 5. {home} Ke8");
    for (what, fen, moves, fires) in [
        ("a queen beside", "4k3/7p/8/6Q1/8/8/8/4K3", format!("1... h5 {queen}"), Some(10)),
        ("a pawn beside", "4k3/7p/8/6P1/8/8/8/4K3", format!("1... h5 {}", king("Kd1", "Ke1")), None),
        ("a king beside", "4k3/7p/8/6K1/8/8/8/8", format!("1... h5 {}", king("Kf4", "Kg5")), Some(10)),
        (
            "pinned on the file",
            "4k1r1/7p/8/6P1/8/8/8/6K1",
            format!("1... h5 {}", king("Kh1", "Kg1")),
            Some(10),
        ),
        (
            "pinned on the rank",
            "4k3/3p4/8/K3P2r/8/8/8/8",
            format!("1... d5 {}", king("Ka4", "Ka5")),
            Some(10),
        ),
    ] {
        let text = format!("[FEN \"{fen} b - - 0 1\"]\n\n{moves} *\n");
        let game = game(&text);
        let found = Rule::FideThreefold.fires_at(&game.trace()).map(|ply| game.number(ply));
        assert_eq!(found, fires, "{what}");
    }
}

#[test]
fn an_unreadable_game_is_reported_and_the_others_go_on() {
    let bad_pgn = PGN.replace("Nc6", "Nc5");
    let bad_tag = PGN.replace("[Result \"1-0\"]", "[Result 1-0");
    let atomic = format!("[Variant \"Atomic\"]\n{PGN}");
    let bad_kif = KIF.replace("３四歩(33)", "３三歩(34)");
    let bad_head = KIF.replace("平手", "百枚落ち");
    for (text, numbers) in [
        (format!("{bad_pgn}\n{PGN}\n{bad_tag}\n{PGN}\n{atomic}\n{PGN}"), vec![1, 3, 5]),
        (format!("{KIF}\n{bad_kif}\n{KIF}\n{bad_head}\n{KIF}"), vec![2, 4]),
        (format!("{}/\n{CSA}", CSA.replace("-3334FU", "-3334KI")), vec![1]),
        (format!("{}\n{USI}\n", USI.replace("3a2b", "3a3c")), vec![1]),
    ] {
        let read: Vec<_> = read_games(text.as_bytes(), None).unwrap().collect();
        let unreadable: Vec<usize> =
            (1..).zip(&read).filter(|(_, game)| game.is_err()).map(|(n, _)| n).collect();
        assert_eq!(unreadable, numbers, "{text}");
    }
    let file = json!({"name": "many.pgn", "text": format!("{bad_pgn}\n{PGN}\n{bad_tag}\n{PGN}")});
    let found = document(json!({"record": {"file": file}}));
    assert_eq!((&found["count"], &found["unreadable"]), (&json!(2), &json!(2)));
    assert!(found["errors"][1].as_str().unwrap().starts_with("many.pgn, game 3: line"), "{found}");
    let fourth = document(json!({"record": {"file": file, "game": 4}}));
    assert_eq!(fourth["plies"], 18);
    assert!(ask(json!({"record": {"file": file, "game": 3}})).is_err());
}

#[test]
fn a_summary_counts_games_rules_and_endings() {
    let round = "[Event \"x\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n\n";
    let text = format!("{round}[Event \"y\"]\n\n1. e4 e5 1-0\n\n[Event \"z\"]\n\n1. e5 *\n\n{round}");
    let file = json!({"name": "all.pgn", "text": text});
    let found = document(json!({"record": {"file": file, "summary": true}}));
    assert_eq!((&found["count"], &found["unreadable"]), (&json!(3), &json!(1)));
    let summary = &found["summary"];
    assert_eq!(summary["plies"], 18);
    assert_eq!(summary["rules"]["fide-threefold"], json!({"games": 2, "first": [1, 4]}));
    assert_eq!(summary["rules"]["fide-fivefold"], json!({"games": 0, "first": []}));
    assert_eq!(summary["endings"], json!({"1-0": 1, "1/2-1/2": 2}));
    assert!(found.get("games").is_none());
}

#[test]
fn moves_of_other_notations_are_the_same_moves() {
    let plain = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. Bc4 Nf6 5. Nf3 Bg4 6. O-O *";
    let expected = game(plain);
    for other in [
        "1. e2-e4 d7-d5 2. e4xd5 Qd8xd5 3. Nb1-c3 Qd5-a5 4. Bf1-c4 Ng8-f6 5. Ng1-f3 Bc8-g4 6. 0-0 *",
        "1. e2e4 d7d5 2. e4d5 d8d5 3. b1c3 d5a5 4. f1c4 g8f6 5. g1f3 c8g4 6. e1g1 *",
        "1. e4 d5 2. exd5 Dxd5 3. Sc3 Da5 4. Lc4 Sf6 5. Sf3 Lg4 6. 0-0 *",
        "1. e4 d5 2. e4:d5 ♛xd5 3. ♘c3 ♛a5 4. ♗c4 ♞f6 5. ♘f3 ♝g4 6. O-O *",
        "1. ♙e4 d5 2. exd5 {a {nested} remark} Qxd5 3. Nc3 {see { here} Qa5 4. Bc4 Nf6 5. Nf3 Bg4 6. O-O *",
    ] {
        assert_eq!(moves(&game(other)), moves(&expected), "{other}");
    }
    let promoted = "[FEN \"k7/4P3/8/8/8/8/8/K7 w - - 0 1\"]\n\n";
    for word in ["e8=Q+", "e8Q", "e8=D+", "e7-e8=Q", "e7e8q", "e7-e8D"] {
        assert_eq!(moves(&game(&format!("{promoted}1. {word} *"))), ["e7e8q"], "{word}");
    }
    let stray = message("1. e4 } e5 *");
    assert!(stray.contains("`}` without `{`"), "{stray}");
}

#[test]
fn a_pass_is_a_move_of_its_own() {
    let passed = game("1. e4 -- 2. d4 Z0 3. Nf3 0000 *");
    assert_eq!(moves(&passed), ["e2e4", "0000", "d2d4", "0000", "g1f3", "0000"]);
    assert!(message("1. e4 f5 2. Qh5+ -- *").contains("a pass in check"));
}

#[test]
fn chess960_is_played_and_other_variants_are_refused_at_once() {
    // Rooks on b and g: castling short brings the king to g and the rook to f.
    for rights in ["GBgb", "KQkq"] {
        let text = format!(
            "[Variant \"Chess960\"]\n[FEN \"1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w {rights} - 0 1\"]\n\n1. O-O O-O-O *"
        );
        let castled = game(&text);
        assert_eq!(castled.moves.len(), 2);
        let board = castled.board(2).unwrap().text();
        assert!(board.starts_with("2kr2r1/6p1/8/8/8/8/6P1/1R3RK1 w"), "{rights}: {board}");
    }
    for (variant, is_read) in
        [("Standard", true), ("From Position", true), ("Crazyhouse", false), ("Horde", false)]
    {
        let text = format!("[Variant \"{variant}\"]\n\n1. e4 *");
        let read = read_one(&text, None);
        assert_eq!(read.is_ok(), is_read, "{variant}");
        if let Err(error) = read {
            assert!(error.to_string().contains("games of this variant are not read"), "{error}");
        }
    }
}

#[test]
fn a_problem_with_one_king_is_played() {
    // Gold in front of the king, kept by another: mate.
    let problem = "position sfen 4k4/9/4G4/9/9/9/9/9/9 b G 1 moves G*5b";
    let mated = game(problem);
    assert_eq!(moves(&mated), ["G*5b"]);
    assert!(mated.moves[0].check);
    // The rest of the set is White's.
    assert!(mated.start.contains("2r2b"), "{}", mated.start);
    let longer = game("position sfen 4k4/9/4G4/9/9/9/9/9/9 b 2G 1 moves G*4b 5a6a G*6b");
    assert_eq!(longer.moves.len(), 3);
    assert!(message("position sfen 9/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h").contains("kings"));
}

#[test]
fn the_rarer_handicaps_and_euc_jp_are_read() {
    for (name, rows) in [
        ("三枚落ち", "lnsgkgsn1/9"),
        ("五枚落ち", "2sgkgsn1/9"),
        ("左五枚落ち", "1nsgkgs2/9"),
        ("左七枚落ち", "2sgkg3/9"),
        ("右七枚落ち", "3gkgs2/9"),
    ] {
        let text = format!("手合割：{name}\n   1 ３四歩(33)\n");
        assert!(game(&text).start.starts_with(&format!("{rows}/ppppppppp")), "{name}");
        let bytes = encoding_rs::EUC_JP.encode(&text).0.into_owned();
        assert_eq!(games(&bytes)[0].start, game(&text).start, "{name}");
    }
}
