//! Positions set up at random, however unbalanced: each is solved, and the proof is accepted. Many
//! more of them: `cargo xtask bench hex_set_ups`.

#[path = "../examples/bench_hex_set_ups.rs"]
mod set_ups;

#[test]
fn proofs_of_random_unbalanced_set_ups_are_accepted() {
    let outcome = set_ups::run(60, 0x9e37_79b9_7f4a_7c15);
    assert!(outcome.accepted > 30, "{outcome:?}");
    assert!(outcome.faults.is_empty(), "{}", outcome.faults.join("\n"));
}
