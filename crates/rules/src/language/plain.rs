//! The plain spelling of a rules text or formula: what stands in a certificate.
//!
//! Comments are left out, signs are ASCII, words are separated by single spaces, and no line is
//! empty. Nothing of the meaning is lost: comments, blanks and line ends separate words and say
//! nothing else.

/// `text` without comments and with its signs and blanks in their plain spelling; every line ends
/// with a line feed.
pub fn plain(text: &str) -> String {
    let mut all = String::new();
    for line in text.lines() {
        let rules = line.split('#').next().unwrap_or("");
        let rules = rules.replace('≤', "<=").replace('≥', ">=").replace('≠', "!=");
        for (index, word) in rules.split_whitespace().enumerate() {
            all.push_str(if index == 0 { "" } else { " " });
            all.push_str(word);
        }
        if !all.is_empty() && !all.ends_with('\n') {
            all.push('\n');
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::plain;
    use crate::language::Game;

    #[test]
    fn comments_and_blanks_go_and_the_game_stays_the_same() {
        let text =
            "# 塔\ngame tower # a name\n\nposition\tx,  y where x ≤ y\nmove x' < x,\n     y' = y  # 下\n";
        let short = "game tower\nposition x, y where x <= y\nmove x' < x,\ny' = y\n";
        assert_eq!(plain(text), short);
        assert_eq!(plain(short), short);
        let (a, b) = (Game::parse(text, &[]).unwrap(), Game::parse(short, &[]).unwrap());
        assert_eq!(a.domain, b.domain);
        assert_eq!(a.moves[0].condition, b.moves[0].condition);
    }
}
