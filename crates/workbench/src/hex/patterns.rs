//! Strategies written as patterns: the text format in which Jing Yang's strategy for the centre of
//! the 9×9 board is public (Yang, 2003; `share/hex99-3.txt` of the program Benzene).
//!
//! One line per item, `"KEY numbers",` with or without quotes and comma: `RN` opens a pattern, `BN`
//! a branch; `WM` has a count and the places White may take, `BM` Black's answer, `PP` a pattern
//! that is left with the places it lies on. `BT`, `ND` and `PS` repeat counts and numbers and are
//! not needed. Places count from 1.

use hissho_solve::hex::pattern_strategy::{PatternBranch, Patterns};

/// Why a text is no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct PatternsError {
    /// The line, from 1.
    pub line: usize,
    problem: String,
}

/// Reads a strategy.
pub fn read(text: &str) -> Result<Patterns, PatternsError> {
    let mut patterns = Patterns::new();
    let mut current = None;
    for (line, content) in (1..).zip(text.lines()) {
        let refused = |problem: String| PatternsError { line, problem };
        let content = content.trim().trim_end_matches(',').trim_matches('"').trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let (key, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
        let number = |word: &str| {
            let number = word.parse::<usize>();
            number.map_err(|_| refused(format!("expected a number, found `{word}`")))
        };
        let numbers = rest.split_whitespace().map(number).collect::<Result<Vec<usize>, _>>()?;
        let place = |&number: &usize| {
            number.checked_sub(1).ok_or_else(|| refused("places count from 1, found 0".into()))
        };
        let places = |numbers: &[usize]| numbers.iter().map(place).collect::<Result<Vec<usize>, _>>();
        let first = numbers.first().copied();
        let short = || refused(format!("`{key}` needs a number"));
        if key == "RN" {
            let pattern = first.ok_or_else(short)?;
            if patterns.insert(pattern, Vec::new()).is_some() {
                return Err(refused(format!("pattern {pattern} stands twice")));
            }
            current = Some(pattern);
            continue;
        }
        let branches = current.and_then(|pattern| patterns.get_mut(&pattern));
        let Some(branches) = branches else { return Err(refused(format!("`{key}` before the first `RN`"))) };
        match key {
            "BT" | "ND" | "PS" => continue,
            "BN" => {
                branches.push(PatternBranch::default());
                continue;
            }
            _ => {}
        }
        let Some(branch) = branches.last_mut() else { return Err(refused(format!("`{key}` before `BN`"))) };
        match key {
            "WM" => {
                let (count, taken) = numbers.split_first().ok_or_else(short)?;
                if *count != taken.len() {
                    return Err(refused(format!("`WM` announces {count} places and has {}", taken.len())));
                }
                branch.opponent = places(taken)?;
            }
            "BM" => branch.reply = place(&first.ok_or_else(short)?)?,
            "PP" => {
                let (part, on) = numbers.split_first().ok_or_else(short)?;
                branch.parts.push((*part, places(on)?));
            }
            _ => return Err(refused(format!("expected RN, BT, BN, WM, BM, ND, PS or PP, found `{key}`"))),
        }
    }
    if patterns.is_empty() {
        return Err(PatternsError { line: 1, problem: "there is no pattern in it".into() });
    }
    Ok(patterns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_is_read_with_and_without_quotes() {
        let text = "#BOARDSIZE 2\n\"RN 1\",\n\"BT 1\",\n\"BN 0\",\n\"WM 2 1 2\",\n\"BM 3\",\n\"ND 1\",\n\"PS 2\",\nPP 2 1 2\n\nRN 2\n";
        let patterns = read(text).unwrap();
        let branch = PatternBranch { opponent: vec![0, 1], reply: 2, parts: vec![(2, vec![0, 1])] };
        assert_eq!(patterns, Patterns::from([(1, vec![branch]), (2, vec![])]));
    }

    #[test]
    fn a_fault_is_named_with_its_line() {
        for (text, message) in [
            ("", "line 1: there is no pattern in it"),
            ("BN 0", "line 1: `BN` before the first `RN`"),
            ("RN 1\nWM 1 1", "line 2: `WM` before `BN`"),
            ("RN 1\nBN 0\nWM 2 1", "line 3: `WM` announces 2 places and has 1"),
            ("RN 1\nBN 0\nBM x", "line 3: expected a number, found `x`"),
            ("RN 1\nBN 0\nBM 0", "line 3: places count from 1, found 0"),
            ("RN 1\nBN 0\nXX 1", "line 3: expected RN, BT, BN, WM, BM, ND, PS or PP, found `XX`"),
            ("RN 1\nRN 1", "line 2: pattern 1 stands twice"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message);
        }
    }
}
