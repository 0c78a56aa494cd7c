//! The claims about words, repetition and bricks come out as they should, by the checker.

use hissho_solve::checkpoint::{Checkpoint, NotKept};
use hissho_solve::limits::Limits;
use hissho_solve::progress::Progress;
use hissho_workbench::claims::{Claims, SettledClaim, SettledPart};
use hissho_workbench::{Desk, Facts, Watch};

/// Nobody, but with the kept proofs.
struct WithProofs;

impl Progress for WithProofs {
    fn begin(&self, _what: &str, _total: u64) {}
    fn advance(&self, _units: u64) {}
    fn note(&self, _remark: &str) {}
}

impl Checkpoint for WithProofs {
    fn load(&self, _key: &str) -> Option<String> {
        None
    }

    fn save(&self, _key: &str, _value: &str) -> Result<(), NotKept> {
        Ok(())
    }
}

impl Watch for WithProofs {
    fn kept(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(format!("{}/../../proofs/{name}", env!("CARGO_MANIFEST_DIR"))).ok()
    }
}

fn settled(id: &str) -> SettledClaim {
    let question = Claims { ids: vec![id.to_owned()], ..Claims::default() };
    let answer = Desk::default().ask(&question.into(), &Limits::default(), &WithProofs).unwrap();
    let Facts::Claims(settled) = answer.facts else { panic!("{id}") };
    settled.claims.into_iter().next().unwrap()
}

fn statements(settled: &SettledClaim, verdict: &str) -> Vec<String> {
    let parts = settled.parts.iter().filter(|part| part.verdict.word() == verdict);
    parts.map(|part| part.statement.clone()).collect()
}

#[test]
fn nothing_about_words_is_missing_and_no_certificate_is_refused() {
    for id in ["C9", "C10", "C11", "C20"] {
        let settled = settled(id);
        assert!(!settled.parts.iter().any(|part| part.refused), "{id}");
        assert_eq!(statements(&settled, "missing"), [""; 0], "{id}");
        assert_eq!(statements(&settled, "open"), [""; 0], "{id}");
    }
}

#[test]
fn the_slips_of_the_text_are_refuted_and_their_repairs_stand() {
    let sennichite = settled("C9");
    let refuted = statements(&sennichite, "refuted");
    assert_eq!(refuted.len(), 2, "{refuted:?}");
    assert!(refuted[0].contains("62 moves"));
    assert!(refuted[1].contains("of the moves themselves"));
    assert!(statements(&sennichite, "checked").iter().any(|statement| statement.contains("60 moves")));
    // Each step is evaluated as it is printed; the counterexample is the prover's.
    for (id, slips, place) in [("C10", 1, "i = 0"), ("C11", 2, "i = 1")] {
        let settled = settled(id);
        let refuted: Vec<&SettledPart> =
            settled.parts.iter().filter(|part| part.verdict.word() == "refuted").collect();
        assert_eq!(refuted.len(), slips, "{id}");
        for part in refuted {
            assert!(part.statement.contains("proof of"), "{}", part.statement);
            assert!(
                part.counterexample.as_ref().unwrap().starts_with(place),
                "{:?}",
                part.counterexample.as_ref()
            );
        }
    }
}

#[test]
fn what_refutes_a_printed_statement_was_counted_or_looked_up_in_the_run() {
    let counterexample = |id: &str, about: &str| {
        let settled = settled(id);
        let part = settled.parts.iter().find(|part| part.statement.contains(about));
        let part = part.unwrap_or_else(|| panic!("{id}: no part about {about}"));
        assert_eq!(part.verdict.word(), "refuted", "{}", part.statement);
        part.counterexample.as_ref().unwrap().to_owned()
    };
    assert_eq!(
        counterexample("C9", "are 62 moves"),
        "8 + 8 + 8 + 8 + 8 + 4 + 8 + 8 = 60, and 178 - 119 + 1 = 60"
    );
    let square = counterexample("C9", "of the moves themselves");
    assert!(
        square.starts_with(
            "moves 157 to 160 (8g7h, 6g7h, S*8g, S*6g) are played again as 161 to 164; the positions before them are different"
        ),
        "{square}"
    );
    assert!(square.ends_with("such places: 1"), "{square}");
    assert_eq!(counterexample("C16", "102981500"), "6 bricks make 102981504 in six storeys");
    assert_eq!(counterexample("C16", "web page"), "3 bricks make 1560; 1060 of them have 3 storeys");
}

#[test]
fn the_players_of_figure_12_can_go_on_for_ever() {
    let evasion = settled("C20");
    assert_eq!(statements(&evasion, "proved").len(), 3);
    assert_eq!(statements(&evasion, "checked").len(), 2);
}

#[test]
fn buildings_up_to_eight_bricks_are_counted_and_no_certificate_is_refused() {
    for id in ["C1", "C3", "C14", "C15", "C16"] {
        let settled = settled(id);
        assert!(!settled.parts.iter().any(|part| part.refused), "{id}");
        assert_eq!(statements(&settled, "missing"), [""; 0], "{id}");
    }
    let counted = settled("C3");
    let checked: Vec<String> = statements(&counted, "checked");
    assert!((1..=5).all(|n| checked[n - 1].starts_with(&format!("{n} bricks"))), "{checked:?}");
    let computed = statements(&counted, "computed");
    assert!((6..=7).all(|n| computed[n - 6].starts_with(&format!("{n} bricks"))), "{computed:?}");
    assert!(computed[2].contains("8 bricks 2×4 make 8274075616387 buildings"), "{computed:?}");
}
