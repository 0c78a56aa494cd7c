//! The example programs do what they promise.

#[allow(dead_code)]
#[path = "../examples/make_a_table.rs"]
mod make_a_table;
#[allow(dead_code)]
#[path = "../examples/prove_a_law.rs"]
mod prove_a_law;
#[allow(dead_code)]
#[path = "../examples/solve_hex.rs"]
mod solve_hex;

#[test]
fn a_table_of_ones_own_game_is_made() {
    let (_, losing) = make_a_table::table(6).unwrap();
    assert_eq!(losing, [(0, 0), (1, 2), (2, 1), (3, 3), (4, 5), (5, 4)]);
}

#[test]
fn a_law_is_proved_and_checked_and_a_false_one_refuted() {
    let (text, accepted) = prove_a_law::decide("grundy = x xor y").unwrap();
    assert!(text.contains("proved for every position") && accepted.len() == 1, "{text}");
    let (text, _) = prove_a_law::decide("grundy = x + y").unwrap();
    assert!(text.contains("refuted"), "{text}");
}

#[test]
fn hex_is_solved_and_the_proofs_are_accepted() {
    for (opening, expected) in [("11", "white"), ("23", "black")] {
        let (winner, accepted) = solve_hex::winner(opening).unwrap();
        assert_eq!(winner, expected, "{opening}");
        assert!(accepted.contains(&format!("{expected} wins")), "{accepted}");
    }
}
