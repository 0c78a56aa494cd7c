//! Many changes in one program: each is compiled beside the original and chosen when the program runs.
//!
//! An expression becomes `(if mutated(7) { changed } else { original })`, a function's body begins with
//! `if mutated(8) { return value; }`. So the crates are compiled once and not once for every change (Untch, Offutt, Harrold,
//! Mutation analysis using mutant schemata, 1993). A change that does not compile is found by the line of the error and left out.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;

use anyhow::Context;
use proc_macro2::LineColumn;
use serde_json::Value;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// One change, as cargo-mutants lists it.
pub(super) struct Change {
    /// `FILE:LINE:COLUMN: what`.
    pub(super) name: String,
    pub(super) file: String,
    genre: String,
    replacement: String,
    start: LineColumn,
    end: LineColumn,
}

impl Change {
    pub(super) fn read(value: &Value) -> anyhow::Result<Self> {
        let text = |key: &str| Ok::<_, anyhow::Error>(value[key].as_str().context("no text")?.to_owned());
        let place = |key: &str| {
            let number = |what: &str| value["span"][key][what].as_u64().context("no place");
            Ok::<_, anyhow::Error>(LineColumn {
                line: number("line")? as usize,
                column: number("column")? as usize - 1,
            })
        };
        Ok(Self {
            name: text("name")?,
            file: text("file")?,
            genre: text("genre")?,
            replacement: text("replacement")?,
            start: place("start")?,
            end: place("end")?,
        })
    }
}

/// Where each change stands in a rewritten file: the lines of the change itself, and of all that was wrapped for it.
type Lines = BTreeMap<usize, (Range<usize>, Range<usize>)>;

/// A source file, its changes by number, and where they are in the last text that was written.
pub(super) struct Source {
    pub(super) path: PathBuf,
    text: String,
    sites: Vec<Site>,
    lines: Lines,
}

/// A change put into its place.
struct Site {
    number: usize,
    /// What is wrapped; empty where a guard or a statement is put in.
    bytes: Range<usize>,
    how: How,
}

enum How {
    /// This expression instead.
    Instead(String),
    /// A function that returns this at once.
    Return(String),
    /// A guard that closes an arm.
    Guard,
}

impl Source {
    /// Finds the places of the changes; a change without one is left out.
    pub(super) fn new(path: PathBuf, text: String, changes: &[(usize, &Change)]) -> anyhow::Result<Self> {
        let mut places = Places::default();
        places.visit_file(&syn::parse_file(&text)?);
        let starts: Vec<usize> =
            [0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let byte = |place: LineColumn| {
            let start = starts[place.line - 1];
            let line = text[start..].char_indices().nth(place.column);
            line.map_or(text.len(), |(at, _)| start + at)
        };
        let range = |(from, to): (LineColumn, LineColumn)| byte(from)..byte(to);
        let mut sites = Vec::new();
        for &(number, change) in changes {
            let at = byte(change.start)..byte(change.end);
            let instead = |whole: Range<usize>| {
                let (before, after) = (&text[whole.start..at.start], &text[at.end..whole.end]);
                let how = How::Instead(format!("{before}{}{after}", change.replacement));
                Site { number, bytes: whole, how }
            };
            let place = (change.start.line, change.start.column);
            let site = match change.genre.as_str() {
                "FnValue" => Some(Site {
                    number,
                    bytes: at.start..at.start,
                    how: How::Return(change.replacement.clone()),
                }),
                "MatchArmGuard" => places.wrapped.get(&place).map(|_| instead(at.clone())),
                "MatchArm" => places.arms.get(&place).map(|(pattern, guard)| match guard {
                    Some(guard) => Site { number, bytes: range(*guard), how: How::Instead("false".into()) },
                    None => Site { number, bytes: byte(*pattern)..byte(*pattern), how: How::Guard },
                }),
                _ => places.wrapped.get(&place).map(|&whole| instead(range(whole))),
            };
            sites.extend(site);
        }
        // Outer before inner; what is put in before what is wrapped.
        sites.sort_by_key(|site| (site.bytes.start, std::cmp::Reverse(site.bytes.end), site.number));
        Ok(Self { path, text, sites, lines: Lines::new() })
    }

    /// The text with all its changes, each behind a call of the function `mutated`.
    pub(super) fn render(&mut self, mutated: &str) -> String {
        let mut writer = Writer { text: &self.text, mutated, out: String::new(), lines: Lines::new() };
        writer.range(0..self.text.len(), &self.sites.iter().collect::<Vec<_>>());
        self.lines = writer.lines;
        writer.out
    }

    /// Leaves out what an error on these lines is about, and says which changes those were.
    pub(super) fn leave_out(&mut self, line: usize) -> BTreeSet<usize> {
        let of = |number: &usize| self.lines.get(number);
        let on = |range: &Range<usize>| range.contains(&line);
        let numbers: Vec<usize> = self.sites.iter().map(|site| site.number).collect();
        let mut out: BTreeSet<usize> =
            numbers.iter().copied().filter(|n| of(n).is_some_and(|(own, _)| on(own))).collect();
        if out.is_empty() {
            let whole = numbers.iter().filter(|n| of(n).is_some_and(|(_, all)| on(all)));
            out.extend(whole.min_by_key(|n| of(n).map(|(_, all)| all.len())));
        }
        self.sites.retain(|site| !out.contains(&site.number));
        out
    }

    /// The numbers of the changes that are left.
    pub(super) fn numbers(&self) -> impl Iterator<Item = usize> {
        self.sites.iter().map(|site| site.number)
    }
}

struct Writer<'a> {
    text: &'a str,
    mutated: &'a str,
    out: String,
    lines: Lines,
}

impl Writer<'_> {
    fn line(&self) -> usize {
        1 + self.out.bytes().filter(|&byte| byte == b'\n').count()
    }

    /// Writes a part of the text in which these sites lie.
    fn range(&mut self, bytes: Range<usize>, sites: &[&Site]) {
        let mut at = bytes.start;
        let mut rest = sites;
        while let [site, others @ ..] = rest {
            self.out.push_str(&self.text[at..site.bytes.start]);
            let inside = others.iter().take_while(|other| other.bytes.start < site.bytes.end).count();
            let (inside, outside) = others.split_at(inside);
            self.site(site, inside);
            at = site.bytes.end;
            rest = outside;
        }
        self.out.push_str(&self.text[at..bytes.end]);
    }

    fn site(&mut self, site: &Site, inside: &[&Site]) {
        let first = self.line();
        let condition = format!("{}({})", self.mutated, site.number);
        let own = match &site.how {
            How::Instead(changed) => {
                self.out.push_str(&format!("(if {condition} {{\n{changed}\n}} else {{\n"));
                let own = first + 1..self.line() - 1;
                self.range(site.bytes.clone(), inside);
                self.out.push_str("\n})");
                own
            }
            How::Return(value) => {
                self.out.push_str(&format!("if {condition} {{\nreturn {value};\n}}\n"));
                first + 1..self.line() - 1
            }
            How::Guard => {
                self.out.push_str(&format!("\nif !{condition}\n"));
                first + 1..self.line()
            }
        };
        let last = self.line();
        self.lines.insert(site.number, (own, first..last + 1));
    }
}

type Span = (LineColumn, LineColumn);

/// What can be wrapped, by the place where cargo-mutants says its change is.
#[derive(Default)]
struct Places {
    wrapped: BTreeMap<(usize, usize), Span>,
    /// By the arm's first place: the end of its pattern, and its guard.
    arms: BTreeMap<(usize, usize), (LineColumn, Option<Span>)>,
}

fn span(of: &impl Spanned) -> Span {
    (of.span().start(), of.span().end())
}

/// Whether the expression is a condition with a `let`, which cannot stand in brackets.
fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

impl Places {
    fn wrap(&mut self, place: LineColumn, whole: Span) {
        self.wrapped.insert((place.line, place.column), whole);
    }
}

impl<'ast> Visit<'ast> for Places {
    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if !has_let(&binary.left) && !has_let(&binary.right) {
            self.wrap(binary.op.span().start(), span(binary));
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        self.wrap(unary.op.span().start(), span(unary));
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_struct(&mut self, whole: &'ast syn::ExprStruct) {
        for field in &whole.fields {
            self.wrap(field.span().start(), span(whole));
        }
        visit::visit_expr_struct(self, whole);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let start = arm.span().start();
        let place = (start.line, start.column);
        match &arm.pat {
            syn::Pat::Guard(guarded) if has_let(&guarded.guard) => {}
            syn::Pat::Guard(guarded) => {
                let guard = span(&*guarded.guard);
                self.wrap(guard.0, guard);
                self.arms.insert(place, (guarded.pat.span().end(), Some(guard)));
            }
            pattern => drop(self.arms.insert(place, (pattern.span().end(), None))),
        }
        visit::visit_arm(self, arm);
    }
}
