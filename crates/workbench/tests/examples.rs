//! The example programs run and say what they promise. `cargo test` builds them beside the tests.

use std::process::Command;

fn run(name: &str) -> String {
    let test = std::env::current_exe().unwrap();
    let directory = test.ancestors().nth(2).unwrap();
    let program = directory.join("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    let output =
        Command::new(&program).output().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_table_of_ones_own_game_is_made() {
    assert!(run("make_a_table").contains("loses at [(0, 0), (1, 2), (2, 1), (3, 3)"));
}

#[test]
fn a_law_is_proved_checked_and_a_false_one_refuted() {
    let text = run("prove_a_law");
    assert!(text.contains("accepted: ") && text.contains("refuted"), "{text}");
}

#[test]
fn hex_is_solved_and_the_proofs_are_accepted() {
    let text = run("solve_hex");
    assert!(text.contains("11: white wins") && text.contains("22: black wins"), "{text}");
    assert_eq!(text.matches("accepted: ").count(), 2, "{text}");
}
