//! The engine in a browser: one question as JSON in, one answer as JSON out.
//!
//! A question is what `hissho ask` reads; the answer is what it prints, with the text for people and
//! how it ended: `{"answer": …, "text": …, "ending": "answered"}`, or `{"fault": …}`.
//!
//! ```
//! let answer = hissho_page::ask(r#"{"value":{"game":"wythoff","position":[6,10]}}"#, &hissho_workbench::Alone);
//! assert!(answer.contains(r#""outcome":"P""#));
//! ```
//!
//! Where threads and clocks are missing (wasm32) the exports of `host` call this function; the page
//! runs them in a worker, which it may end.

use std::sync::LazyLock;

use hissho_workbench::{Desk, Ending, Limits, Question, Watch};
use serde_json::json;

#[cfg(target_family = "wasm")]
mod host;

/// Bytes for tables: a page cannot have more than 4 GB, and shares them with others.
const MEMORY: u64 = 1 << 30;

/// One for all questions, so that tables and accepted certificates are kept.
static DESK: LazyLock<Desk> = LazyLock::new(Desk::default);

/// Answers the question in `text`, on one thread. Time ends when `watch` says so.
pub fn ask(text: &str, watch: &dyn Watch) -> String {
    let limits = Limits { memory: Some(MEMORY), ..Limits::default() };
    let answer = Question::read(text).and_then(|question| DESK.ask(&question, &limits, watch));
    let document = match answer {
        Ok(answer) => {
            json!({ "answer": answer.whole(), "text": answer.text(), "ending": word(answer.ending()) })
        }
        Err(fault) => json!({ "fault": fault }),
    };
    document.to_string()
}

fn word(ending: Ending) -> &'static str {
    match ending {
        Ending::Answered => "answered",
        Ending::Refuted => "refuted",
        Ending::GaveUp => "gave-up",
        Ending::Counted => "counted",
    }
}
