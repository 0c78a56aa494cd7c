//! `hissho completions`: a script for the shell.

use clap::CommandFactory;

use crate::exit::Exit;

/// Print completions for a shell.
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArguments {
    /// The shell to print them for
    shell: clap_complete::Shell,
}

pub(crate) fn run(arguments: &CompletionsArguments) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::Arguments::command(), "hissho", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(Exit::Answered)
}
