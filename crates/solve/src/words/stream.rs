//! Long prefixes at the speed of memory, bit-packed or as text.
//!
//! A fixed point of `σ` is a concatenation of the blocks `σ^k(a)`, in the order of the letters of the fixed point
//! itself. The blocks are made once, some ten thousand symbols each; the rest is copying. Packed, eight symbols make a
//! byte, the first in its highest bit, so a hex dump reads as the word does (Thue–Morse: `69 96 96 69 …`); blocks that
//! do not fill whole words are appended with a shift. Only words over `0` and `1` can be packed.
//!
//! Cost: 10^9 symbols packed are 125 MB of output, written in about the time it takes to copy them.

use std::io::{self, Write};

use hissho_rules::words::{Substitution, Word};

/// Blocks are grown until the longest has at least this many symbols.
const BLOCK: usize = 1 << 17;

/// … but at most this often: some words grow by a symbol at a time.
const MOST_ROUNDS: usize = 256;

/// Words of output gathered before they are handed on.
const BUFFER: usize = 1 << 13;

/// Writes the first `length` symbols of `word` to `out`, one byte (`0`, `1` …) each.
pub fn write_text(word: &Word, length: u64, out: &mut impl Write) -> io::Result<()> {
    let blocks = Blocks::new(&word.substitution());
    let mut left = length;
    blocks.for_each(length, |block| {
        let take = usize::try_from(left).map_or(block.len(), |left| left.min(block.len()));
        left -= take as u64;
        out.write_all(&block[..take])
    })
}

/// Writes the first `length` symbols of `word` to `out`, eight to a byte; the last byte is filled up with zeros.
///
/// An error of kind `InvalidInput` says that the word has other symbols than `0` and `1`.
pub fn write_packed(word: &Word, length: u64, out: &mut impl Write) -> io::Result<()> {
    let substitution = word.substitution();
    if substitution.rows().iter().any(|(letter, _)| !matches!(letter, b'0' | b'1')) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "only words over 0 and 1 can be packed"));
    }
    let blocks = Blocks::new(&substitution);
    let packed: Vec<Packed> = blocks.images.iter().map(|image| Packed::new(image)).collect();
    let mut packer = Packer { out, pending: 0, filled: 0, buffer: Vec::with_capacity(BUFFER * 8) };
    let mut left = length;
    blocks.for_each_row(length, |row| {
        let take = left.min(packed[row].length);
        left -= take;
        packer.append(&packed[row], take)
    })?;
    packer.finish(length)
}

/// `σ^k(letter)` for every letter, and the substitution itself.
struct Blocks {
    substitution: Substitution,
    images: Vec<Vec<u8>>,
}

impl Blocks {
    fn new(substitution: &Substitution) -> Self {
        let rows = substitution.rows();
        let row_of =
            |letter: u8| rows.iter().position(|(from, _)| *from == letter).expect("every letter has a row");
        let mut images: Vec<Vec<u8>> = rows.iter().map(|(letter, _)| vec![*letter]).collect();
        for _ in 0..MOST_ROUNDS {
            if images[0].len() >= BLOCK {
                break;
            }
            let join =
                |image: &Vec<u8>| image.iter().flat_map(|&letter| &images[row_of(letter)]).copied().collect();
            images = rows.iter().map(|(_, image)| join(image)).collect();
        }
        Blocks { substitution: substitution.clone(), images }
    }

    /// Calls `visit` with the row of each block in turn until `length` symbols are covered.
    fn for_each_row(&self, length: u64, mut visit: impl FnMut(usize) -> io::Result<()>) -> io::Result<()> {
        let rows = self.substitution.rows();
        let row_of: Vec<usize> = (0..=255u8)
            .map(|letter| rows.iter().position(|(from, _)| *from == letter).unwrap_or(usize::MAX))
            .collect();
        let mut covered = 0;
        // The fixed point itself, written as far as it is needed to know the next letter.
        let mut word = rows[0].1.clone();
        let mut at = 0;
        while covered < length {
            let row = row_of[usize::from(word[at])];
            visit(row)?;
            covered += self.images[row].len() as u64;
            if at > 0 {
                word.extend_from_slice(&rows[row].1);
            }
            at += 1;
        }
        Ok(())
    }

    fn for_each(&self, length: u64, mut visit: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        self.for_each_row(length, |row| visit(&self.images[row]))
    }
}

/// A block of bits, the first in the highest bit of the first word; unused bits are zero.
struct Packed {
    words: Vec<u64>,
    bytes: Vec<u8>,
    length: u64,
}

impl Packed {
    fn new(text: &[u8]) -> Self {
        let pack = |chunk: &[u8]| {
            chunk
                .iter()
                .enumerate()
                .fold(0u64, |word, (at, &symbol)| word | u64::from(symbol == b'1') << (63 - at))
        };
        let words: Vec<u64> = text.chunks(64).map(pack).collect();
        let bytes = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        Packed { words, bytes, length: text.len() as u64 }
    }
}

struct Packer<'a, W> {
    out: &'a mut W,
    /// The bits not yet in the buffer, from the highest down.
    pending: u64,
    /// How many there are: `0..64`.
    filled: u32,
    buffer: Vec<u8>,
}

impl<W: Write> Packer<'_, W> {
    /// Appends the first `take` bits of `block`.
    fn append(&mut self, block: &Packed, take: u64) -> io::Result<()> {
        let whole = (take / 64) as usize;
        if self.filled == 0 {
            self.flush()?;
            self.out.write_all(&block.bytes[..whole * 8])?;
        } else {
            let mut words = &block.words[..whole];
            while !words.is_empty() {
                let room = (BUFFER - self.buffer.len() / 8).min(words.len());
                let (now, later) = words.split_at(room);
                self.append_shifted(now);
                words = later;
                if self.buffer.len() >= BUFFER * 8 {
                    self.flush()?;
                }
            }
        }
        let rest = (take % 64) as u32;
        if rest > 0 {
            let bits = block.words[whole] & (u64::MAX << (64 - rest));
            self.pending |= bits >> self.filled;
            if self.filled + rest >= 64 {
                self.buffer.extend_from_slice(&self.pending.to_be_bytes());
                // filled is at least 1 here, so the shift is below 64
                self.pending = bits << (64 - self.filled);
            }
            self.filled = (self.filled + rest) % 64;
            if self.filled == 0 {
                self.pending = 0;
            }
        }
        Ok(())
    }

    fn append_shifted(&mut self, words: &[u64]) {
        let start = self.buffer.len();
        self.buffer.resize(start + words.len() * 8, 0);
        let (right, left) = (self.filled, 64 - self.filled);
        let mut pending = self.pending;
        for (to, &word) in self.buffer[start..].chunks_exact_mut(8).zip(words) {
            to.copy_from_slice(&(pending | word >> right).to_be_bytes());
            pending = word << left;
        }
        self.pending = pending;
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    fn finish(mut self, length: u64) -> io::Result<()> {
        let last = self.filled.div_ceil(8) as usize;
        debug_assert_eq!(u64::from(self.filled), length % 64);
        self.buffer.extend_from_slice(&self.pending.to_be_bytes()[..last]);
        self.flush()?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hissho_rules::words::Definition;

    fn packed_plainly(text: &[u8]) -> Vec<u8> {
        let pack = |chunk: &[u8]| {
            chunk.iter().enumerate().fold(0, |byte, (at, symbol)| byte | (symbol - b'0') << (7 - at))
        };
        text.chunks(8).map(pack).collect()
    }

    #[test]
    fn streams_are_the_written_word_at_every_length_around_a_block() {
        for name in ["thue-morse", "fibonacci", "fibonacci(2)", "fibonacci(70)", "fixed-point(0->0010,1->1)"]
        {
            let word: Word = name.parse().unwrap();
            let text = word.prefix(Definition::Substitution, 700_000).unwrap();
            for length in
                [0, 1, 7, 8, 63, 64, 65, 1_000, 131_071, 131_072, 131_073, 200_001, 524_288, 699_997]
            {
                let mut stream = Vec::new();
                write_text(&word, length as u64, &mut stream).unwrap();
                assert!(stream == text[..length], "{name}, {length} symbols as text");
                let mut stream = Vec::new();
                write_packed(&word, length as u64, &mut stream).unwrap();
                assert!(stream == packed_plainly(&text[..length]), "{name}, {length} symbols packed");
            }
        }
    }

    #[test]
    fn a_word_over_three_letters_cannot_be_packed() {
        let word: Word = "fixed-point(a->abc,b->ac,c->b)".parse().unwrap();
        let refusal = write_packed(&word, 10, &mut Vec::new()).unwrap_err();
        assert_eq!(refusal.kind(), io::ErrorKind::InvalidInput);
        let mut text = Vec::new();
        write_text(&word, 12, &mut text).unwrap();
        assert_eq!(text, b"abcacbabcbac");
    }

    #[test]
    fn a_hex_dump_of_the_packed_word_reads_as_the_word_does() {
        let mut stream = Vec::new();
        write_packed(&Word::ThueMorse, 32, &mut stream).unwrap();
        assert_eq!(stream, [0x69, 0x96, 0x96, 0x69]);
    }
}
