//! Lines from standard input that stop coming when someone wants the program to stop: a reader who
//! waits for the next line would not notice.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use hissho_workbench::Cancel;

use crate::session::Session;

/// How soon a wish to stop is noticed.
const LOOK: Duration = Duration::from_millis(50);

/// A line, and a flag that stops the work it asks for.
#[derive(Debug)]
pub(crate) struct TypedLine {
    /// The line without its end.
    pub(crate) text: String,
    /// Set when a line `# interrupt` follows.
    pub(crate) stop: Cancel,
}

/// The lines of standard input.
pub(crate) struct TypedLines(Receiver<TypedLine>);

impl TypedLines {
    /// Begins to read. A line `# interrupt` is not handed on: it stops the work of the line before
    /// it.
    pub(crate) fn read() -> TypedLines {
        let (send, lines) = channel();
        std::thread::spawn(move || {
            let mut last = Cancel::default();
            for text in std::io::stdin().lock().lines().map_while(Result::ok) {
                if is_interrupt(&text) {
                    last.cancel();
                    continue;
                }
                last = Cancel::default();
                if send.send(TypedLine { text, stop: last.clone() }).is_err() {
                    return;
                }
            }
        });
        TypedLines(lines)
    }

    /// The next line; nothing at the end of the input, or when the session is to stop.
    pub(crate) fn next(&self, session: &Session) -> Option<TypedLine> {
        loop {
            match self.0.recv_timeout(LOOK) {
                _ if session.is_stopped() => return None,
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}

fn is_interrupt(line: &str) -> bool {
    line.trim().strip_prefix('#').is_some_and(|rest| rest.trim() == "interrupt")
}
