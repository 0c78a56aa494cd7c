//! Searches on several threads, and searches that go on after an interruption.

use std::collections::HashMap;
use std::sync::Mutex;

use hissho_certificate::hex::check;
use hissho_rules::hex::{Position, Size};
use hissho_solve::checkpoint::{Checkpoint, NotKept};
use hissho_solve::hex::search::HexSearch;
use hissho_solve::limits::{Limits, Stop};

#[derive(Default)]
struct InMemory(Mutex<HashMap<String, String>>);

impl Checkpoint for InMemory {
    fn load(&self, key: &str) -> Option<String> {
        self.0.lock().unwrap().get(key).cloned()
    }
    fn save(&self, key: &str, value: &str) -> Result<(), NotKept> {
        self.0.lock().unwrap().insert(key.to_owned(), value.to_owned());
        Ok(())
    }
}

fn opening(size: usize, moves: &str) -> Position {
    Position::from_moves(Size::new(size, size).unwrap(), moves).unwrap()
}

#[test]
fn four_threads_find_the_winners_that_one_thread_finds_and_their_proofs_are_accepted() {
    for (size, moves) in [(5, "52"), (5, "12"), (6, "12"), (6, "61"), (6, "15")] {
        let position = opening(size, moves);
        let meter = Limits::default().start();
        let alone = HexSearch::new(position.size, &meter).solve(&position).unwrap();
        let together = HexSearch::new(position.size, &meter).with_threads(4).solve(&position).unwrap();
        assert_eq!(together.winner, alone.winner, "{size} {moves}");
        check(together.claim, &together.evidence, &hissho_rules::Account::unlimited()).unwrap();
    }
}

#[test]
fn an_interrupted_search_goes_on_with_what_it_had_proved() {
    let position = opening(6, "15");
    let meter = Limits::default().start();
    let whole = HexSearch::new(position.size, &meter).solve(&position).unwrap();
    let checkpoint = InMemory::default();
    let meter = Limits { nodes: Some(whole.nodes * 3 / 4), ..Limits::default() }.start();
    let mut first = HexSearch::new(position.size, &meter).kept_in(&checkpoint).unwrap();
    assert_eq!(first.solve(&position).unwrap_err(), Stop::Nodes);
    first.keep().unwrap();
    let known = first.known();
    assert!(known > 10);
    let meter = Limits::default().start();
    let mut second = HexSearch::new(position.size, &meter).kept_in(&checkpoint).unwrap();
    assert_eq!(second.known(), known);
    let solution = second.solve(&position).unwrap();
    assert!(solution.builds < whole.builds, "{} of {}", solution.builds, whole.builds);
    assert_eq!(solution.winner, whole.winner);
    check(solution.claim, &solution.evidence, &hissho_rules::Account::unlimited()).unwrap();
    second.keep().unwrap();
    let mut third = HexSearch::new(position.size, &meter).kept_in(&checkpoint).unwrap();
    assert_eq!(third.solve(&position).unwrap().nodes, 1);
}

#[test]
fn a_damaged_piece_is_refused_by_its_number() {
    let position = opening(5, "12");
    let checkpoint = InMemory::default();
    let meter = Limits::default().start();
    let mut search = HexSearch::new(position.size, &meter).kept_in(&checkpoint).unwrap();
    search.solve(&position).unwrap();
    search.keep().unwrap();
    let pieces = checkpoint.0.lock().unwrap().clone();
    let (key, text) = pieces.iter().find(|(key, _)| key.contains("white 0")).unwrap();
    let damaged = |text: String| {
        let other = InMemory(Mutex::new(HashMap::from([(key.clone(), text)])));
        let meter = Limits::default().start();
        HexSearch::new(position.size, &meter).kept_in(&other).err()
    };
    let refused = damaged(text[..text.len() / 2].to_owned()).unwrap();
    assert!(refused.to_string().contains("piece 0 of the checkpoint"), "{refused}");
    // A statement that is not a win: step 0 only joins two stones.
    let (standing, rest) = text.split_once('\n').unwrap();
    let refused = damaged(format!("{standing} .0\n{rest}")).unwrap();
    assert!(refused.to_string().contains("`.0` is not a statement"), "{refused}");
    assert_eq!(damaged(text.clone()), None);
}

#[test]
fn a_search_gives_up_rather_than_take_more_memory_than_allowed() {
    let position = opening(7, "14");
    let meter = Limits { nodes: Some(5_000), ..Limits::default() }.start();
    let mut search = HexSearch::new(position.size, &meter).within(Some(100_000));
    assert_eq!(search.solve(&position).unwrap_err(), Stop::Memory);
}
