//! `hissho htp`: the Hex text protocol on standard input and output.

use std::io::{BufRead, Write};

use hissho_workbench::hex::htp::Conversation;

use crate::exit::Exit;
use crate::session::Session;

pub(crate) fn run(session: &Session) -> anyhow::Result<Exit> {
    let mut conversation = Conversation::new(session.limits().clone());
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        out.write_all(conversation.answer(&line?).as_bytes())?;
        out.flush()?;
        if conversation.over {
            break;
        }
    }
    Ok(Exit::Answered)
}
