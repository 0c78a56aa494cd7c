//! Theorems of formal/ as evidence: they hold for every parameter, where a certificate speaks of
//! one.
//!
//! The list formal/theorems.tsv is part of the program, so that a theorem can be named beside the
//! claim it is about; a name promises nothing. A [`Theorem`] does: it is made here alone, from a
//! build of formal/ that [`Watch::build_formal`](crate::Watch::build_formal) makes when it is
//! asked, and it is never read from a file.

use std::collections::BTreeSet;

const LIST: &str = include_str!("../data/theorems.tsv");

/// What Coq prints of a theorem that rests on no axiom.
const CLOSED: &str = "Closed under the global context";

/// A theorem as the list has it. That it is listed proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The claim it is about; `-` for what is no claim of a source.
    pub claim: &'static str,
    /// The part of the claim, or the parameters, that it covers.
    pub covers: &'static str,
    /// Its name in its file.
    pub name: &'static str,
    /// Its file in formal/.
    pub file: &'static str,
    /// The statement in Coq.
    pub statement: &'static str,
    /// The sentence of the source.
    pub sentence: &'static str,
}

impl Named {
    /// `Nim.theorem_18`: unlike the bare name, this one is unique.
    pub fn qualified(&self) -> String {
        let file = self.file.rsplit('/').next().unwrap_or_default();
        format!("{}.{}", file.trim_end_matches(".v"), self.name)
    }
}

/// The theorems of the list, in its order.
pub fn named_theorems() -> impl Iterator<Item = Named> {
    LIST.lines().filter_map(row)
}

/// A line of the list.
fn row(line: &'static str) -> Option<Named> {
    let columns: Vec<&str> = line.split('\t').collect();
    let &[claim, covers, name, file, statement, sentence] = &columns[..] else { return None };
    (!claim.starts_with('#')).then_some(Named { claim, covers, name, file, statement, sentence })
}

/// What a build of formal/ in this run left behind.
#[derive(Clone, Debug)]
pub struct FormalBuild {
    /// theorems.tsv as it lies there; the build has compared its statements with the files.
    pub list: String,
    /// What `make assumptions` printed: one line for each theorem, with what Coq says it rests on.
    pub assumptions: String,
}

/// A theorem that was built in this run and rests on no axiom. Coq's kernel vouches for its
/// statement; that the statement means the sentence beside it is for the reader to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    named: Named,
}

impl Theorem {
    /// The theorems that the build establishes: those that Coq found closed and that stand there
    /// with the statement this program knows.
    pub(crate) fn of(build: &FormalBuild) -> Vec<Theorem> {
        let there: BTreeSet<&str> = build.list.lines().collect();
        let closed: BTreeSet<&str> = build.assumptions.lines().collect();
        let is_established = |line: &str, named: &Named| {
            let Named { claim, name, file, .. } = named;
            there.contains(line) && closed.contains(format!("{claim}\t{name}\t{file}\t{CLOSED}").as_str())
        };
        let rows = LIST.lines().filter_map(|line| Some((line, row(line)?)));
        rows.filter(|(line, named)| is_established(line, named)).map(|(_, named)| Theorem { named }).collect()
    }

    /// What it says and where it stands.
    pub fn named(&self) -> &Named {
        &self.named
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    /// What make prints when all theorems are closed.
    fn honest() -> FormalBuild {
        let line = |t: Named| format!("{}\t{}\t{}\t{CLOSED}\n", t.claim, t.name, t.file);
        FormalBuild { list: LIST.to_owned(), assumptions: named_theorems().map(line).collect() }
    }

    fn count(build: &FormalBuild) -> usize {
        Theorem::of(build).len()
    }

    #[test]
    fn every_line_of_the_list_is_a_theorem_with_a_name_of_its_own() {
        let lines = LIST.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
        let names: BTreeSet<String> = named_theorems().map(|theorem| theorem.qualified()).collect();
        assert!(lines > 100);
        assert_eq!((named_theorems().count(), names.len()), (lines, lines));
        assert!(named_theorems().all(|theorem| theorem.statement.contains(theorem.name)));
    }

    #[test]
    fn a_theorem_counts_only_if_it_is_closed_and_says_what_is_known() {
        let honest = honest();
        let all = count(&honest);
        assert_eq!(all, named_theorems().count());
        let one = Theorem::of(&honest).remove(0);
        assert_eq!(Verdict::by_theorem(&one).word(), "proved");

        let axioms = honest.assumptions.replacen(CLOSED, "NOT CLOSED\n\tclassic : forall P, P \\/ ~ P", 1);
        assert_eq!(count(&FormalBuild { assumptions: axioms, ..honest.clone() }), all - 1);
        let missing = honest.assumptions.split_once('\n').unwrap().1.to_owned();
        assert_eq!(count(&FormalBuild { assumptions: missing, ..honest.clone() }), all - 1);
        let other = honest.list.replace("hex_wins n n Black Black", "hex_wins n n White Black");
        assert_ne!(other, honest.list);
        assert_eq!(count(&FormalBuild { list: other, ..honest.clone() }), all - 1);
        assert_eq!(count(&FormalBuild { list: String::new(), ..honest }), 0);
    }
}
