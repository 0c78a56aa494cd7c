//! Theorems of formal/ beside the claims and among their parts. No Coq here: a watch says what Coq
//! would say; `cargo xtask test formal` asks Coq itself.

use hissho_solve::checkpoint::{Checkpoint, NotKept};
use hissho_solve::limits::Limits;
use hissho_solve::progress::Progress;
use hissho_workbench::claims::{Claims, SettledClaim, SettledClaims};
use hissho_workbench::{Alone, Desk, Facts, Fault, FormalBuild, Named, Question, Watch, named_theorems};

/// A build in which the theorems of these names are not closed.
struct Built(&'static [&'static str]);

impl Watch for Built {
    fn build_formal(&self, _: &Limits) -> Result<FormalBuild, Fault> {
        let list = named_theorems().map(|named| {
            let Named { claim, covers, name, file, statement, sentence } = named;
            [claim, covers, name, file, statement, sentence].join("\t") + "\n"
        });
        let assumptions = named_theorems().map(|Named { claim, name, file, .. }| {
            let word = if self.0.contains(&name) { "NOT CLOSED" } else { "Closed under the global context" };
            [claim, name, file, word].join("\t") + "\n"
        });
        Ok(FormalBuild { list: list.collect(), assumptions: assumptions.collect() })
    }
}

impl Progress for Built {
    fn begin(&self, _what: &str, _total: u64) {}
    fn advance(&self, _units: u64) {}
    fn note(&self, _remark: &str) {}
}

impl Checkpoint for Built {
    fn load(&self, _key: &str) -> Option<String> {
        None
    }

    fn save(&self, _key: &str, _value: &str) -> Result<(), NotKept> {
        Ok(())
    }
}

fn settle(ids: &[&str], formal: bool, watch: &dyn Watch) -> Result<SettledClaims, Fault> {
    let ids = ids.iter().map(|&id| id.to_owned()).collect();
    let question = Question::from(Claims { ids, formal, ..Claims::default() });
    match Desk::default().ask(&question, &Limits::default(), watch)?.facts {
        Facts::Claims(settled) => Ok(settled),
        _ => panic!("claims have another answer"),
    }
}

fn words(claim: &SettledClaim) -> Vec<&str> {
    claim.parts.iter().map(|part| part.verdict.word()).collect()
}

#[test]
fn without_a_build_a_theorem_is_named_and_nothing_rests_on_it() {
    let settled = settle(&["B11", "D5"], false, &Built(&[])).unwrap();
    let [b11, d5] = &settled.claims[..] else { panic!("two claims") };
    assert_eq!((b11.verdict.unwrap().word(), d5.verdict.unwrap().word()), ("open", "checked"));
    for claim in &settled.claims {
        assert!(!claim.theorems.is_empty() && claim.theorems.iter().all(|theorem| !theorem.counted));
        assert!(claim.parts.iter().all(|part| part.theorems.is_empty()));
    }
    let fault = settle(&["D5"], true, &Alone).unwrap_err();
    assert!(fault.message.contains("cannot be built here"), "{fault}");
}

#[test]
fn with_a_build_laws_are_proved_for_every_parameter() {
    let wanted =
        ["A2", "A17", "B11", "C2", "C4", "C5", "C6", "C7", "C12", "C13", "D1", "D2", "D3", "D4", "D5", "D8"];
    let certificates = settle(&wanted, false, &Built(&[])).unwrap();
    let settled = settle(&wanted, true, &Built(&[])).unwrap();
    for (claim, before) in settled.claims.iter().zip(&certificates.claims) {
        // A printed statement that is false stays refuted, whatever else is proved.
        let expected = match claim.id.as_str() {
            "C7" | "C13" | "D3" => "refuted",
            _ => "proved",
        };
        assert_eq!(claim.verdict.unwrap().word(), expected, "{}: {:?}", claim.id, words(claim));
        let refuted = |claim: &SettledClaim| words(claim).iter().filter(|word| **word == "refuted").count();
        assert_eq!(refuted(claim), refuted(before), "{}", claim.id);
        // The parts keep their names: theorems come after them.
        let number = before.parts.len();
        assert!(claim.parts.iter().zip(&before.parts).all(|(a, b)| a.statement == b.statement));
        assert_eq!(claim.parts.len(), number + claim.theorems.len(), "{}", claim.id);
        for (part, theorem) in claim.parts[number..].iter().zip(&claim.theorems) {
            assert!(theorem.counted && part.verdict.word() == "proved" && part.certificate.is_none());
            assert_eq!(part.theorems, std::slice::from_ref(&theorem.at));
            assert!(part.evidence.contains(&theorem.at.name) && part.evidence.contains(&theorem.at.file));
        }
        let resting = claim.parts.iter().filter(|part| !part.theorems.is_empty());
        assert!(resting.clone().all(|part| part.verdict.word() == "proved"), "{}", claim.id);
        assert!(resting.count() > claim.theorems.len(), "{}: some parts are instances", claim.id);
    }
}

#[test]
fn a_theorem_that_rests_on_an_axiom_does_not_count() {
    let settled = settle(&["B11", "C5"], true, &Built(&["hex_first_player_wins"])).unwrap();
    let [b11, c5] = &settled.claims[..] else { panic!("two claims") };
    assert_eq!((b11.verdict.unwrap().word(), c5.verdict.unwrap().word()), ("open", "proved"));
    let counted: Vec<&str> = b11
        .theorems
        .iter()
        .filter(|theorem| theorem.counted)
        .map(|theorem| theorem.at.name.as_str())
        .collect();
    assert_eq!(counted, ["hex_no_draw", "hex_not_both", "hex_determined", "hex_one_winner"]);
}
