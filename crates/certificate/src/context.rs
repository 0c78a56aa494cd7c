//! What a check may use besides the certificate's text: side files, and an account of its work.

use std::io::Read;

use hissho_rules::Account;

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

/// How much one check may use. Every kept proof passes within the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Elementary steps.
    pub steps: u64,
    /// Bytes of memory.
    pub memory: u64,
}

impl Default for Allowance {
    fn default() -> Self {
        Allowance { steps: 32_000_000_000, memory: 2_000_000_000 }
    }
}

/// What a check may use besides the certificate's text.
pub struct Context<'a> {
    /// Where side files are found.
    pub side_files: &'a dyn SideFiles,
    /// What every checker charges its steps and its memory to.
    pub account: Account,
}

impl Context<'_> {
    /// No side files, and this much work.
    pub fn new(allowance: Allowance) -> Self {
        Context { side_files: &NoSideFiles, account: Account::new(allowance.steps, allowance.memory) }
    }
}

impl Default for Context<'_> {
    fn default() -> Self {
        Context::new(Allowance::default())
    }
}
