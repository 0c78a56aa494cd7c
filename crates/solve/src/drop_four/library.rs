//! The strategies of the sources by name, and strategies in files.
//!
//! A strategy file holds the lines of a response certificate without head and digest; `#` starts a
//! comment. The named strategies are such files, read like a user's: see `strategies/`.

use certificate::Refusal;
use certificate::response::{self, Response, Strategy};
use certificate::text::{Reader, Writer};

/// Every named strategy: its name and its file.
pub const NAMED: &[(&str, &str)] = &[
    ("cup-x", include_str!("strategies/cup-x.strategy")),
    ("cup-o", include_str!("strategies/cup-o.strategy")),
    ("slided-cup-x", include_str!("strategies/slided-cup-x.strategy")),
    ("slided-cup-o", include_str!("strategies/slided-cup-o.strategy")),
    ("glass-x", include_str!("strategies/glass-x.strategy")),
    ("glass-o", include_str!("strategies/glass-o.strategy")),
    ("glass-o-slid", include_str!("strategies/glass-o-slid.strategy")),
    (
        "glass-x-restricted",
        include_str!("strategies/glass-x-restricted.strategy"),
    ),
    (
        "glass-o-restricted",
        include_str!("strategies/glass-o-restricted.strategy"),
    ),
    (
        "glass-o-slid-restricted",
        include_str!("strategies/glass-o-slid-restricted.strategy"),
    ),
    ("mixed-x", include_str!("strategies/mixed-x.strategy")),
    ("mixed-o", include_str!("strategies/mixed-o.strategy")),
    ("figure-37", include_str!("strategies/figure-37.strategy")),
];

/// The strategy of this name.
pub fn named(name: &str) -> Option<(Response, Strategy)> {
    let (_, text) = NAMED.iter().find(|(known, _)| *known == name)?;
    Some(parse(text).expect("the named strategies are well formed, as the tests show"))
}

/// Reads the text of a strategy file. Lines in a refusal are those of the file.
pub fn parse(text: &str) -> Result<(Response, Strategy), Refusal> {
    let mut writer = Writer::new(response::KIND);
    let mut places = vec![1, 1];
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim_end();
        if !line.is_empty() {
            writer.line(line);
            places.push(index + 1);
        }
    }
    places.push(text.lines().count() + 1);
    let in_the_file = |refusal| match refusal {
        Refusal::Malformed {
            line,
            found,
            expected,
        } => {
            let line = places
                .get(line.saturating_sub(1))
                .or(places.last())
                .copied()
                .unwrap_or(line);
            Refusal::Malformed {
                line,
                found,
                expected,
            }
        }
        other => other,
    };
    let signed = writer.finish();
    let mut reader = Reader::new(&signed).map_err(in_the_file)?;
    let read = response::read(&mut reader).map_err(in_the_file)?;
    reader.end().map_err(in_the_file)?;
    Ok(read)
}

/// The same strategy `by` columns further to the right. Stones move along.
pub fn slid((claim, strategy): &(Response, Strategy), by: i64) -> (Response, Strategy) {
    let (mut claim, mut strategy) = (claim.clone(), strategy.clone());
    claim.stones.iter_mut().for_each(|stone| stone.column += by);
    strategy.core.0 += by;
    strategy.core.1 += by;
    strategy.opening.iter_mut().for_each(|column| *column += by);
    let move_pairs = |tail: &mut response::Tail| {
        for pair in &mut tail.pairs {
            pair.cells.iter_mut().for_each(|cell| cell.column += by);
        }
    };
    move_pairs(&mut strategy.left);
    move_pairs(&mut strategy.right);
    move_pairs(&mut strategy.end);
    move_node(&mut strategy.root, by, &move_pairs);
    (claim, strategy)
}

fn move_node(node: &mut response::Node, by: i64, move_pairs: &dyn Fn(&mut response::Tail)) {
    match node {
        response::Node::Static(core) => move_pairs(core),
        response::Node::Won => {}
        response::Node::Branches(branches) => {
            for branch in branches {
                branch.column += by;
                branch.reply += by;
                move_node(&mut branch.then, by, move_pairs);
            }
        }
    }
}

/// The same strategy for the other colour.
pub fn recoloured((claim, strategy): &(Response, Strategy)) -> (Response, Strategy) {
    let mut claim = claim.clone();
    claim.to_move = claim.to_move.other();
    claim.responder = claim.responder.other();
    claim
        .stones
        .iter_mut()
        .for_each(|stone| stone.side = stone.side.other());
    (claim, strategy.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theorem_of_the_paper_is_accepted_and_the_printed_mixture_is_refused() {
        for (name, text) in NAMED {
            let (claim, strategy) = parse(text).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            match response::check(claim, &strategy) {
                Ok(_) => assert_ne!(*name, "figure-37"),
                Err(refusal) => {
                    assert_eq!(*name, "figure-37", "{refusal}");
                    assert!(refusal.to_string().starts_with("O may get the four"), "{refusal}");
                }
            }
        }
    }

    #[test]
    fn a_strategy_is_written_as_it_is_read() {
        for (name, text) in NAMED {
            let (claim, strategy) = parse(text).unwrap();
            let body = response::write_body(&claim, &strategy);
            let plain: String = text
                .lines()
                .filter(|line| !line.starts_with('#'))
                .map(|line| format!("{line}\n"))
                .collect();
            assert_eq!(body, plain, "{name}");
        }
    }

    #[test]
    fn a_fault_is_reported_at_its_line_of_the_file() {
        let text = "# a comment\n\nboard infinite\nstones X0\nto-move Q\n";
        let message = parse(text).unwrap_err().to_string();
        assert!(message.starts_with("line 5: found"), "{message}");
        assert!(message.ends_with("expected `X` or `O`"), "{message}");
    }
}
