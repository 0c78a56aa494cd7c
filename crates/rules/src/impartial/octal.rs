//! Octal games: take counters from a heap, and perhaps split what is left (Guy and Smith, *The
//! G-values of various games*, 1956).
//!
//! In the code `d0.d1d2d3…` the digit of `k` says what may remain of a heap after `k` counters are
//! taken from it: nothing (1), one heap (2), two heaps (4), or a sum of these. `d0` is 0 or 4: `4`
//! allows splitting a heap without taking.

use std::fmt;

/// An octal game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    /// Digit of each number of counters taken, from 0 on. Invariants: at least two digits, each
    /// below 8; the first is 0 or 4; the last is not 0.
    digits: Vec<u8>,
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
    /// Reads a code such as `0.77` or `4.007`.
    pub fn parse(code: &str) -> Result<Octal, OctalError> {
        Octal::read(code).map_err(OctalError)
    }

    fn read(code: &str) -> Result<Octal, String> {
        let (whole, fraction) = code.split_once('.').ok_or("expected an octal code such as 0.77")?;
        let first = match whole {
            "0" | "" => 0,
            "4" => 4,
            _ => return Err(format!("found `{whole}` before the point, expected 0 or 4")),
        };
        let mut digits = vec![first];
        for c in fraction.chars() {
            match c.to_digit(8) {
                Some(d) => digits.push(d as u8), // below 8
                None => return Err(format!("found `{c}`, expected digits from 0 to 7")),
            }
        }
        while digits.last() == Some(&0) && digits.len() > 1 {
            digits.pop();
        }
        match digits.len() {
            1 => Err("expected a digit other than 0 after the point".to_owned()),
            n if n > 64 => Err("expected at most 63 digits after the point".to_owned()),
            _ => Ok(Octal { digits }),
        }
    }

    /// Digits by the number of counters taken, from 0 on.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The most counters one move takes.
    pub fn largest_take(&self) -> usize {
        self.digits.len() - 1
    }

    /// Calls `visit` with the two heaps each move from a heap of `n` leaves, the smaller first; no
    /// heap is a heap of 0.
    pub fn for_each_option(&self, n: usize, visit: &mut dyn FnMut(usize, usize)) {
        for (take, &digit) in self.digits.iter().enumerate().take_while(|&(take, _)| take <= n) {
            let left = n - take;
            if digit & 1 != 0 && left == 0 {
                visit(0, 0);
            }
            if digit & 2 != 0 && left > 0 {
                visit(0, left);
            }
            if digit & 4 != 0 {
                (1..=left / 2).for_each(|small| visit(small, left - small));
            }
        }
    }
}

impl fmt::Display for Octal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digits[0])?;
        self.digits[1..].iter().try_for_each(|d| write!(f, "{d}"))
    }
}
