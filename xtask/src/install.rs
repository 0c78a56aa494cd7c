//! The system packages that a part of the tests needs: installed as root on Debian, otherwise named.

use anyhow::bail;
use xshell::{Shell, cmd};

/// A program that shows that a package is there, and the package.
pub(crate) type Needed = (&'static str, &'static str);

/// Installs the packages of `needed` that are missing, as root; otherwise says which.
pub(crate) fn install(shell: &Shell, needed: &[Needed]) -> anyhow::Result<()> {
    let missing: Vec<&str> =
        needed.iter().filter(|(program, _)| !is_there(program)).map(|&(_, package)| package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let is_root = cmd!(shell, "id -u").quiet().read().is_ok_and(|user| user.trim() == "0");
    if !is_root || !is_there("apt-get") {
        bail!("please install: apt-get install {}", missing.join(" "));
    }
    cmd!(shell, "apt-get update -q").run()?;
    cmd!(shell, "apt-get install -q -y --no-install-recommends {missing...}").run()?;
    Ok(())
}

/// Whether a program can be found.
fn is_there(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|directory| directory.join(program).is_file())
}
