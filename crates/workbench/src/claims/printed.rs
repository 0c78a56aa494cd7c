//! Numbers and words as the sources print them, from data/printed.txt.

use std::str::FromStr;

const PRINTED: &str = include_str!("../../data/printed.txt");

/// The values of a line. Panics for a key that is not there: the keys are written in this crate,
/// the file is part of it.
pub(super) fn printed<T: FromStr>(key: &str) -> Vec<T> {
    let lines = PRINTED.lines().filter(|line| !line.starts_with('#'));
    let mut values = lines.filter_map(|line| line.split_once(": ")).filter(|(name, _)| *name == key);
    let (_, values) = values.next().unwrap_or_else(|| panic!("data/printed.txt has no line {key}"));
    let read = |value: &str| value.parse().unwrap_or_else(|_| panic!("data/printed.txt, {key}: {value}"));
    values.split(' ').map(read).collect()
}

/// The only value of a line.
pub(super) fn printed_one<T: FromStr>(key: &str) -> T {
    let values = printed(key);
    let [value] = values.try_into().unwrap_or_else(|_| panic!("data/printed.txt, {key}: one value"));
    value
}
