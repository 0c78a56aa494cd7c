//! What a check may use besides the certificate's text: side files, and a limit on its work.

use std::io::Read;

/// Finds the files that a certificate names by their SHA-256 digest.
///
/// The bytes are not trusted: a checker that reads a side file computes the digest itself.
pub trait SideFiles {
    /// The contents of the file with this digest (64 lower-case hexadecimal digits).
    fn open(&self, digest: &str) -> std::io::Result<Box<dyn Read>>;
}

/// No side files at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSideFiles;

impl SideFiles for NoSideFiles {
    fn open(&self, digest: &str) -> std::io::Result<Box<dyn Read>> {
        let message = format!("side file {digest} is not available");
        Err(std::io::Error::new(std::io::ErrorKind::NotFound, message))
    }
}

/// What a check may use besides the certificate's text.
pub struct Context<'a> {
    /// Where side files are found.
    pub side_files: &'a dyn SideFiles,
    /// The number of elementary steps a checker may spend where the work is not bounded by the
    /// length of the certificate (recounting, evaluating); beyond it, the certificate is refused.
    pub steps: u64,
}

impl Default for Context<'_> {
    fn default() -> Self {
        Context { side_files: &NoSideFiles, steps: 10_000_000_000 }
    }
}
