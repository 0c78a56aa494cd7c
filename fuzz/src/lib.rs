//! What is fuzzed: one function per reader of foreign text, which must return for any bytes.

use rules::Account;
use rules::language::{Game, Moves, Statement, decode};
use rules::name::GameName;

/// Any bytes as a rules text, a statement or a game string: an answer or a message, never a panic.
pub fn rules_language(bytes: &[u8]) {
    let Ok(text) = decode(bytes) else { return };
    match Game::parse(text, &[]) {
        Ok(game) => {
            let account = Account::new(10_000, 1 << 24);
            if let Ok(mut moves) = Moves::new(&game, &account) {
                let position: Vec<u64> = (0..game.dimension as u64).map(|i| 3 + i).collect();
                if moves.is_position(&position) == Ok(true) {
                    let _ = moves.options(&position);
                }
            }
        }
        Err(error) => assert!(!error.render("fuzz.game").is_empty()),
    }
    let _ = Statement::parse(text, &["x"], &[]);
    if let Ok(name) = GameName::parse(text) {
        let _ = name.resolve(&|_| Err(String::new()));
    }
}
