//! The directory of kept proofs: proofs/ of the source, or where the user has put them.

use std::path::{Path, PathBuf};

/// A directory of kept proofs. Names are paths in it, such as `hex/8x8/54.cert.zst`.
#[derive(Clone, Debug)]
pub struct Proofs {
    directory: PathBuf,
}

impl Proofs {
    /// The proofs in this directory.
    pub fn in_directory(directory: &Path) -> Proofs {
        Proofs { directory: directory.to_owned() }
    }

    /// `proofs` here, or in a directory above the program: a checkout of the source.
    pub fn find() -> Proofs {
        Proofs { directory: find("proofs", "manifest.tsv") }
    }

    /// Where they are.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The file of this name, if the name is a plain one.
    fn file(&self, name: &str) -> Option<PathBuf> {
        let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':']);
        name.split('/').all(is_plain).then(|| self.directory.join(name))
    }

    /// Whether there is a proof of this name.
    pub fn has(&self, name: &str) -> bool {
        self.file(name).is_some_and(|path| path.is_file())
    }

    /// The bytes of a proof.
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.file(name)?).ok()
    }
}

/// The directory `name` that has `file`, here or above the program; here if there is none.
pub(crate) fn find(name: &str, file: &str) -> PathBuf {
    let here = PathBuf::from(name);
    let program = std::env::current_exe().unwrap_or_default();
    let above = program.ancestors().map(|directory| directory.join(name));
    let found = std::iter::once(here.clone()).chain(above).find(|found| found.join(file).is_file());
    found.unwrap_or(here)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_does_not_lead_out_of_the_directory() {
        let root = tempfile::tempdir().unwrap();
        let inside = root.path().join("proofs/hex");
        std::fs::create_dir_all(&inside).unwrap();
        std::fs::write(inside.join("a.cert"), "a").unwrap();
        std::fs::write(root.path().join("secret"), "s").unwrap();
        let proofs = Proofs::in_directory(&root.path().join("proofs"));
        assert_eq!(proofs.read("hex/a.cert").unwrap(), b"a");
        for name in ["../secret", "hex/../../secret", "/etc/hostname", "hex//a.cert", ""] {
            assert!(!proofs.has(name) && proofs.read(name).is_none(), "{name}");
        }
    }
}
