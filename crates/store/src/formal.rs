//! formal/ built in this run: the theorems in Coq, and what they rest on.
//!
//! `make` does the work; what is built already is not built again. Its own commands compare the
//! listed statements with the files and ask Coq what each theorem rests on; a build that fails in
//! any of this is a fault. Cost: about a minute of one core from nothing, seconds after that.

use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use hissho_workbench::{Fault, FormalBuild, Limits, Progress, Stop};

use crate::proofs::find;

/// The list of theorems, by which the directory is known.
const LIST: &str = "theorems.tsv";

/// Programs that a build needs, and where they are from.
const PROGRAMS: [&str; 3] = ["make", "coqc", "coq_makefile"];
const PACKAGES: &str = "the Debian packages `make` and `coq` are needed";

/// How often the clock and the wish to stop are looked at.
const LOOK: Duration = Duration::from_millis(100);

/// A directory with the theorems.
#[derive(Clone, Debug)]
pub struct Formal {
    directory: PathBuf,
}

impl Formal {
    /// The theorems in this directory.
    pub fn in_directory(directory: &Path) -> Formal {
        Formal { directory: directory.to_owned() }
    }

    /// `formal` here, or in a directory above the program: a checkout of the source.
    pub fn find() -> Formal {
        Formal { directory: find("formal", LIST) }
    }

    /// Builds them, and says what Coq found.
    pub fn build(&self, limits: &Limits, progress: &dyn Progress) -> Result<FormalBuild, Fault> {
        let list = self.directory.join(LIST);
        if !list.is_file() {
            let directory = self.directory.display();
            return Err(Fault::bad_input(format_args!("{directory}: there are no theorems here, no {LIST}"))
                .with_help("run it in a checkout of the source, or say --formal=DIR"));
        }
        for program in PROGRAMS {
            let mut version = Command::new(program);
            let started =
                version.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            if started.spawn().and_then(|mut child| child.wait()).is_err() {
                return Err(Fault::bad_input(format_args!("`{program}` is not installed: {PACKAGES}")));
            }
        }
        let files = std::fs::read_to_string(self.directory.join("_CoqProject")).unwrap_or_default();
        let files = files.lines().filter(|line| line.ends_with(".v")).count();
        progress.begin("formal/: theories", files as u64);
        let jobs = format!("-j{}", limits.threads.max(1));
        self.make(&[&jobs, "theories"], limits, &mut |line| {
            if line.starts_with("COQC ") {
                progress.advance(1);
            }
        })?;
        progress.begin("formal/: what the theorems rest on", 0);
        let mut assumptions = String::new();
        self.make(&["statements", "assumptions"], limits, &mut |line| {
            assumptions += line;
            assumptions.push('\n');
        })?;
        let list = std::fs::read_to_string(&list)
            .map_err(|error| Fault::bad_input(format_args!("{}: {error}", list.display())))?;
        Ok(FormalBuild { list, assumptions })
    }

    /// Runs `make`; `tell` gets each line that it prints.
    fn make(&self, goals: &[&str], limits: &Limits, tell: &mut dyn FnMut(&str)) -> Result<(), Fault> {
        let mut command = Command::new("make");
        command.arg("--no-print-directory").args(goals).current_dir(&self.directory).env("LC_ALL", "C");
        // Whoever runs us may itself be run by make.
        for name in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL"] {
            command.env_remove(name);
        }
        let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| match error.kind() {
            ErrorKind::NotFound => Fault::bad_input(format_args!("`make` is not installed: {PACKAGES}")),
            _ => Fault::bad_input(format_args!("make: {error}")),
        })?;
        let (sender, lines) = channel();
        read(child.stdout.take(), sender.clone(), Line::Said);
        read(child.stderr.take(), sender, Line::Blamed);
        let mut last = Vec::new();
        let stop = follow(&lines, limits, |line| {
            let (Line::Said(text) | Line::Blamed(text)) = &line;
            if let Line::Said(text) = &line {
                tell(text);
            }
            // What make says of itself, and what holds, are not the reason of a failure.
            if !text.starts_with("make") && !text.ends_with("\tClosed under the global context") {
                last.push(text.clone());
            }
        });
        if let Err(stop) = stop {
            end(&mut child);
            return Err(stop.into());
        }
        let status = child.wait();
        // A Ctrl-C reaches make too, and may end it first.
        limits.start().look()?;
        if status.is_ok_and(|status| status.success()) {
            return Ok(());
        }
        let said = last[last.len().saturating_sub(4)..].join(" ");
        let goals = goals.join(" ");
        Err(Fault::refused(format_args!("make {goals} failed in {}: {said}", self.directory.display())))
    }
}

/// A line that make printed.
enum Line {
    Said(String),
    Blamed(String),
}

/// Sends on every line until the end.
fn read(from: Option<impl Read + Send + 'static>, to: Sender<Line>, of: fn(String) -> Line) {
    let Some(from) = from else { return };
    std::thread::spawn(move || {
        for line in BufReader::new(from).split(b'\n').map_while(Result::ok) {
            if to.send(of(String::from_utf8_lossy(&line).into_owned())).is_err() {
                break;
            }
        }
    });
}

/// Hands on every line until there are no more, or someone wants it to stop.
fn follow(lines: &Receiver<Line>, limits: &Limits, mut tell: impl FnMut(Line)) -> Result<(), Stop> {
    let meter = limits.start();
    loop {
        meter.look()?;
        match lines.recv_timeout(LOOK) {
            Ok(line) => tell(line),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Asks make to end, which ends what it started and removes what is half done.
fn end(child: &mut Child) {
    let asked = Command::new("sh").arg("-c").arg(format!("kill {}", child.id())).status();
    if !asked.is_ok_and(|status| status.success()) {
        let _ = child.kill();
    }
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hissho_workbench::{Alone, Cancel, FaultKind, Pulse};

    use super::*;

    /// A directory whose Makefile has these commands for `theories`.
    fn formal(commands: &str) -> (tempfile::TempDir, Formal) {
        let directory = tempfile::tempdir().unwrap();
        let makefile = format!("theories:\n\t{commands}\nstatements:\nassumptions:\n\t@echo closed\n");
        std::fs::write(directory.path().join("Makefile"), makefile).unwrap();
        std::fs::write(directory.path().join(LIST), "the list\n").unwrap();
        let formal = Formal::in_directory(directory.path());
        (directory, formal)
    }

    #[test]
    fn a_directory_without_the_list_has_no_theorems() {
        let directory = tempfile::tempdir().unwrap();
        let fault = Formal::in_directory(directory.path()).build(&Limits::default(), &Alone).unwrap_err();
        assert!(fault.message.contains("no theorems.tsv"), "{fault}");
    }

    #[test]
    fn make_is_run_and_a_failure_names_the_reason() {
        let (_directory, good) = formal("@echo COQC a.v");
        let mut said = Vec::new();
        good.make(&["theories", "assumptions"], &Limits::default(), &mut |line| said.push(line.to_owned()))
            .unwrap();
        assert_eq!(said, ["COQC a.v", "closed"]);
        let (_directory, bad) = formal("@echo 'Error: no such lemma' >&2; exit 1");
        let fault = bad.make(&["theories"], &Limits::default(), &mut |_| {}).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Refused);
        assert!(fault.message.contains("Error: no such lemma"), "{fault}");
    }

    #[test]
    fn a_build_that_is_to_stop_stops_at_once() {
        let (_directory, slow) = formal("@sleep 600");
        let cancel = Cancel::default();
        let limits = Limits { pulse: Pulse::of(Arc::new(cancel.clone())), ..Limits::default() };
        let start = std::time::Instant::now();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            cancel.cancel();
        });
        let fault = slow.make(&["theories"], &limits, &mut |_| {}).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Cancelled);
        assert!(start.elapsed() < Duration::from_secs(60));
    }
}
