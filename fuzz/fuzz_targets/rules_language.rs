//! Any bytes as a rules text or a game string: an answer or a message, never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::language::{Game, Moves, Statement, decode};
use rules::name::GameName;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode(bytes) else { return };
    if let Ok(game) = Game::parse(text, &[])
        && let Ok(mut moves) = Moves::new(&game)
    {
        moves.limit(10_000);
        let position: Vec<u64> = (0..game.dimension as u64).map(|i| 3 + i).collect();
        if moves.is_position(&position) == Ok(true) {
            let _ = moves.options(&position);
        }
    }
    let _ = Statement::parse(text, &["x"], &[]);
    if let Ok(name) = GameName::parse(text) {
        let _ = name.resolve(&|_| Err(String::new()));
    }
});
