//! Where a file goes that is written while it is made: to the watch, or into the answer.

use std::io::{self, Write};

use crate::{Attachment, Watch};

/// A file in the making.
pub(crate) struct Outlet<'a> {
    watch: &'a dyn Watch,
    rest: Vec<u8>,
    is_taken: bool,
}

impl<'a> Outlet<'a> {
    /// Nothing is written yet.
    pub(crate) fn new(watch: &'a dyn Watch) -> Outlet<'a> {
        Outlet { watch, rest: Vec::new(), is_taken: true }
    }

    /// The file, if nobody took it.
    pub(crate) fn into_file(self, format: &str) -> Option<Attachment> {
        if self.is_taken {
            return None;
        }
        Some(match String::from_utf8(self.rest) {
            Ok(text) => Attachment::text(format, text),
            Err(bytes) => Attachment::bytes(format, bytes.into_bytes()),
        })
    }
}

impl Write for Outlet<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_taken {
            self.is_taken = self.watch.take(bytes).map_err(io::Error::other)?;
        }
        if !self.is_taken {
            self.rest.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
