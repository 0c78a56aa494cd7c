//! The claims about words and repetition come out as they should, by the checker.

use std::path::Path;

use solve::limits::Limits;
use solve::progress::Silent;
use workbench::claims::{Settled, Settling, select, settle};

fn settled(id: &str) -> Settled {
    let limits = Limits::default();
    let settling = Settling::new(&limits, &Silent, Path::new("."));
    let entry = select(&[id.to_owned()]).unwrap()[0];
    settle(entry, &settling)
}

fn statements(settled: &Settled, verdict: &str) -> Vec<String> {
    let parts = settled.parts.iter().filter(|part| part.verdict().word() == verdict);
    parts.map(|part| part.statement().to_owned()).collect()
}

#[test]
fn nothing_about_words_is_missing_and_no_certificate_is_refused() {
    for id in ["C9", "C10", "C11", "C20"] {
        let settled = settled(id);
        assert!(!settled.has_refusal(), "{id}");
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
    assert_eq!(statements(&settled("C10"), "refuted").len(), 1);
    let fibonacci = settled("C11");
    let slips = fibonacci.parts.iter().filter(|part| part.verdict().word() == "refuted");
    assert!(slips.clone().all(|part| part.counterexample().unwrap().starts_with("n = 1")));
    assert!(slips.count() >= 2);
}

#[test]
fn the_players_of_figure_12_can_go_on_for_ever() {
    let evasion = settled("C20");
    assert_eq!(statements(&evasion, "proved").len(), 3);
    assert_eq!(statements(&evasion, "checked").len(), 2);
}
