//! Questions about Hex, from JSON text through the one door.

use hissho_solve::checkpoint::{Checkpoint, NotKept};
use hissho_solve::limits::Limits;
use hissho_solve::progress::Progress;
use hissho_workbench::{Alone, Answer, Desk, Ending, Fault, Question, Watch};
use serde_json::{Value, json};

fn ask_with(question: Value, watch: &dyn Watch) -> Result<Answer, Fault> {
    let question: Question = serde_json::from_str(&question.to_string()).unwrap();
    Desk::default().ask(&question, &Limits { threads: 1, ..Limits::default() }, watch)
}

fn ask(question: Value) -> Answer {
    ask_with(question, &Alone).unwrap()
}

/// Somebody who keeps one proof.
struct Keeper {
    name: &'static str,
    text: String,
}

impl Progress for Keeper {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
    fn note(&self, _: &str) {}
}

impl Checkpoint for Keeper {
    fn load(&self, _: &str) -> Option<String> {
        None
    }

    fn save(&self, _: &str, _: &str) -> Result<(), NotKept> {
        Ok(())
    }
}

impl Watch for Keeper {
    fn kept(&self, name: &str) -> Option<Vec<u8>> {
        (name == self.name).then(|| self.text.clone().into_bytes())
    }
}

#[test]
fn a_kept_proof_settles_its_opening_and_the_half_turn_of_it() {
    for (opening, turned, name, winner) in
        [("32", "23", "hex/4x4/32.cert.zst", "black"), ("11", "44", "hex/4x4/11.cert.zst", "white")]
    {
        let solve = |position: &str| json!({ "solve": { "game": "hex(4)", "position": position } });
        let searched = ask(solve(opening));
        assert_eq!(searched.document()["winner"], winner);
        let keeper = Keeper { name, text: searched.certified[0].text().to_owned() };
        for position in [opening, turned] {
            let found = ask_with(solve(position), &keeper).unwrap();
            let document = found.document();
            assert_eq!(
                (&document["winner"], &document["kept"]),
                (&json!(winner), &json!(name)),
                "{position}"
            );
            let by = document["moves"].as_array().unwrap().len();
            assert_eq!(by, usize::from(winner == "white"), "{document}");
            let same = ask(solve(position));
            assert_eq!(found.certified[0].claim(), same.certified[0].claim());
        }
        let fresh = json!({ "solve": { "game": "hex(4)", "position": opening, "fresh": true } });
        assert!(ask_with(fresh, &keeper).unwrap().document().get("kept").is_none());
        // A damaged one is not believed, and the position is searched.
        let damaged = Keeper { name, text: keeper.text.replacen("4 4", "5 5", 1) };
        let searched = ask_with(solve(opening), &damaged).unwrap().document();
        assert_eq!((&searched["winner"], searched.get("kept")), (&json!(winner), None));
    }
}

#[test]
fn a_proof_is_walked_drawn_and_played() {
    let solved = ask(json!({ "solve": { "game": "hex(4)", "position": "32" } }));
    let proof = json!({ "name": "32", "text": solved.certified[0].text() });
    let walked = ask(json!({ "walk": { "certificate": proof, "leaves": "named", "picture": "svg" } }));
    assert_eq!(walked.document()["steps"], solved.document()["steps"]);
    assert!(walked.text().starts_with("black wins\n") && walked.files[0].format == "svg");
    let played = ask(json!({ "match": { "certificates": [proof], "games": 30 } }));
    let expected = json!({ "matches": [{ "file": "32", "winner": "black", "games": 30, "won": 30 }] });
    assert_eq!((played.document(), played.ending()), (expected, Ending::Answered));
    let lemma = json!({ "walk": { "certificate": { "name": "no", "text": "hissho-certificate 1\n" } } });
    assert!(ask_with(lemma, &Alone).unwrap_err().message.starts_with("no: "));
}

#[test]
fn a_map_has_a_certificate_for_each_opening_of_half_the_board() {
    let map = ask(json!({ "hex-map": { "size": 3 } }));
    assert_eq!(map.certified.len(), 5);
    assert_eq!(map.document()["wins"], 5);
    assert_eq!(map.document()["openings"]["22"], "black");
    assert!(map.text().contains("  2  B  B  B\n"), "{}", map.text());
}
