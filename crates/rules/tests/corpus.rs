//! The texts from which fuzzing of the rules language starts: each is read or refused with a
//! message, never a panic.

use std::path::Path;

use hissho_rules::language::{Game, Statement};
use hissho_rules::name::GameName;

fn corpus(name: &str) -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let files = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let texts: Vec<String> = files.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    assert!(!texts.is_empty(), "{name}");
    texts
}

#[test]
fn texts_of_the_corpus_are_read_or_refused_without_a_panic() {
    let texts = ["rules", "statements", "names"].iter().flat_map(|name| corpus(name));
    for text in texts {
        if let Err(error) = Game::parse(&text, &[]) {
            assert!(!error.render("corpus.game").is_empty());
        }
        let _ = Statement::parse(&text, &["x"], &[]);
        if let Ok(name) = GameName::parse(text.trim_end()) {
            let _ = name.resolve(&|_| Err(String::new()));
        }
    }
}
