//! Octal games: take counters from a heap, and perhaps split what is left (Guy and Smith, *The
//! G-values of various games*, 1956).
//!
//! In the code `d0.d1d2d3…` the digit of `k` says what may remain of a heap after `k` counters are
//! taken from it: nothing (1), one heap (2), two heaps (4), or a sum of these. `d0` is 0 or 4: `4`
//! allows splitting a heap without taking.
//!
//! Two relatives have the same codes with more signs: in a *hexadecimal* game a digit may also
//! contain 8, three heaps, and in Grundy's game, `4!.0`, a heap is split into two that differ.
//! Their values are worked out as those of octal games; the theorem on periods is used for octal
//! games alone.

use std::fmt;

/// An octal game or one of its relatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    /// Digit of each number of counters taken, from 0 on. Invariants: each below 16; the first is
    /// 0, 4, 8 or 12; the last is not 0.
    digits: Vec<u8>,
    /// Whether two heaps left without taking must differ.
    differ: bool,
}

/// Why a text is no octal code: what was found, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OctalError(String);

impl fmt::Display for OctalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OctalError {}

impl Octal {
    /// Reads an octal code such as `0.77` or `4.007`.
    pub fn parse(code: &str) -> Result<Octal, OctalError> {
        let game = Octal::parse_relative(code)?;
        game.must_be_octal()?;
        Ok(game)
    }

    /// Reads the code of an octal game or of a relative: `0.3F`, `4!.0`.
    pub fn parse_relative(code: &str) -> Result<Octal, OctalError> {
        Octal::read(code).map_err(OctalError)
    }

    fn read(code: &str) -> Result<Octal, String> {
        let (whole, fraction) = code.split_once('.').ok_or("expected an octal code such as 0.77")?;
        let (first, differ) = match whole {
            "0" | "" => (0, false),
            "4" => (4, false),
            "4!" => (4, true),
            "8" => (8, false),
            "c" | "C" => (12, false),
            _ => return Err(format!("found `{whole}` before the point, expected 0 or 4")),
        };
        let mut digits = vec![first];
        for c in fraction.chars() {
            match c.to_digit(16) {
                Some(d) => digits.push(d as u8), // below 16
                None => return Err(format!("found `{c}`, expected digits from 0 to 7")),
            }
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        match digits.len() {
            0 => Err("expected a digit other than 0 after the point".to_owned()),
            n if n > 64 => Err("expected at most 63 digits after the point".to_owned()),
            _ => Ok(Octal { digits, differ }),
        }
    }

    /// Whether it is an octal game, not only a relative of one.
    pub fn is_octal(&self) -> bool {
        self.must_be_octal().is_ok()
    }

    /// Refuses a game that is only a relative of an octal one.
    pub fn must_be_octal(&self) -> Result<(), OctalError> {
        match self.digits.iter().find(|&&digit| digit >= 8) {
            Some(digit) => Err(OctalError(format!("found `{digit:X}`, expected digits from 0 to 7"))),
            None if self.differ => Err(OctalError("found `!`, expected digits from 0 to 7".to_owned())),
            None => Ok(()),
        }
    }

    /// Whether two heaps that are left after so many counters were taken must differ.
    pub fn must_differ(&self, take: usize) -> bool {
        self.differ && take == 0
    }

    /// Digits by the number of counters taken, from 0 on.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The most counters one move takes.
    pub fn largest_take(&self) -> usize {
        self.digits.len() - 1
    }

    /// Calls `visit` with the heaps each move from a heap of `n` leaves, the smallest first; no
    /// heap is a heap of 0.
    pub fn for_each_option(&self, n: usize, visit: &mut dyn FnMut([usize; 3])) {
        for (take, &digit) in self.digits.iter().enumerate().take_while(|&(take, _)| take <= n) {
            let left = n - take;
            if digit & 1 != 0 && left == 0 {
                visit([0, 0, 0]);
            }
            if digit & 2 != 0 && left > 0 {
                visit([0, 0, left]);
            }
            if digit & 4 != 0 {
                for small in (1..=left / 2).filter(|small| !self.must_differ(take) || 2 * small != left) {
                    visit([0, small, left - small]);
                }
            }
            if digit & 8 != 0 {
                for small in 1..=left / 3 {
                    (small..=(left - small) / 2).for_each(|next| visit([small, next, left - small - next]));
                }
            }
        }
    }
}

impl fmt::Display for Octal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}{}.", self.digits[0], if self.differ { "!" } else { "" })?;
        if self.digits.len() == 1 {
            return f.write_str("0");
        }
        self.digits[1..].iter().try_for_each(|d| write!(f, "{d:X}"))
    }
}
