//! The text of a certificate of kind `automatic`; docs/formats/automatic.md describes it.

use hissho_rules::language::plain;

use super::automaton::Relation;
use super::*;
use crate::text::{Line, Reader, Writer, digest_of};
use crate::{Claim, Context, Proved, Refusal};

/// The plain spelling of a formula, on one line.
pub fn one_line(text: &str) -> String {
    plain(text).trim_end().replace('\n', " ")
}

/// Writes the certificate.
pub fn write(claim: &Automatic, evidence: &Evidence) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, evidence, &mut writer);
    writer.finish()
}

/// The lines after the head.
fn lines(claim: &Automatic, evidence: &Evidence, w: &mut Writer<'_>) {
    let of = match claim {
        Automatic::Fails { of, condition, values } => {
            w.line(format_args!("fails {condition}{}", spaced(values)));
            of
        }
        other => other,
    };
    let mut automata: Vec<(String, &Automaton)> = Vec::new();
    match of {
        Automatic::Fails { .. } => w.line("states nothing"), // a denial of a denial is not offered
        Automatic::Claim { rules, parameters, claim } => {
            w.line("states law");
            rules_text::write(w, rules, parameters);
            w.line(format_args!("claim {}", one_line(claim)));
        }
        Automatic::Automaton { rules, parameters, automaton, .. } => {
            w.line("states automaton");
            rules_text::write(w, rules, parameters);
            automata.push(("law".into(), automaton));
        }
        Automatic::Formula { text, holds } => {
            w.line(format_args!("states {holds}"));
            w.line(format_args!("formula {}", one_line(text)));
        }
    }
    w.line(format_args!("numeration {}", evidence.system));
    automata.extend(evidence.floors.iter().enumerate().map(|(r, floor)| (format!("floor {r}"), floor)));
    w.line(format_args!("automata {}", automata.len()));
    for (role, automaton) in automata {
        w.line(format_args!("automaton {role}"));
        automaton_lines(automaton).iter().for_each(|line| w.line(line));
    }
    w.line(format_args!("steps {}", evidence.steps.len()));
    for operation in &evidence.steps {
        let numbers = match operation {
            Operation::Join(a, b, numbers) => {
                w.line(format_args!("join {a} {b}"));
                numbers
            }
            Operation::Forget(variable, numbers) => {
                w.line(format_args!("forget {variable}"));
                numbers
            }
        };
        w.line(format_args!("becomes{}", spaced(numbers)));
    }
}

/// The numbers, each after a space.
fn spaced<T: fmt::Display>(numbers: &[T]) -> String {
    use fmt::Write as _;
    let mut text = String::new();
    for number in numbers {
        write!(text, " {number}").expect("writing to a string does not fail");
    }
    text
}

/// What follows the first line of an automaton.
fn automaton_lines(automaton: &Automaton) -> Vec<String> {
    let symbols: Vec<u8> = automaton.accepting.iter().map(|&accepts| accepts.into()).collect();
    let mut lines = vec![
        format!("tracks {}", automaton.tracks),
        format!("symbols{}", spaced(&symbols)),
        format!("classes{}", spaced(&automaton.class_of)),
    ];
    lines.extend(automaton.table.chunks(automaton.classes.max(1)).map(|row| format!("row{}", spaced(row))));
    lines
}

/// The digest of an automaton as it stands in a certificate, without its first line.
pub(super) fn digest(automaton: &Automaton) -> String {
    digest_of((automaton_lines(automaton).join("\n") + "\n").as_bytes())
}

/// Reads and checks the rest of a certificate of this kind.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let (claim, evidence) = read(reader, &context.account)?;
    reader.must_be(|writer| lines(&claim, &evidence, writer))?;
    let proved = check(claim, &evidence, &context.account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}

fn read(reader: &mut Reader<'_>, account: &Account) -> Result<(Automatic, Evidence), Refusal> {
    let fails = match reader.peek() {
        Some(line) if line.text.starts_with("fails ") => {
            let line = reader.field("fails")?;
            let (condition, values) = line.text.split_once(' ').unwrap_or((line.text, ""));
            let values = Line { text: values, ..line }.parse_all::<u128>(account)?;
            Some((line.value::<usize>(condition)?, values))
        }
        _ => None,
    };
    let states = reader.field("states")?;
    let mut claim = match states.text {
        "law" => {
            let (rules, parameters, _) = rules_text::read(reader)?;
            let line = reader.field("claim")?;
            if line.text.starts_with("claim ") {
                return Err(line.refuse("what stands after the word `claim`"));
            }
            Automatic::Claim { rules, parameters, claim: line.text.to_owned() }
        }
        "automaton" => {
            let (rules, parameters, _) = rules_text::read(reader)?;
            // The system and the automaton are on the lines that follow.
            let automaton = Relation::truth().automaton;
            Automatic::Automaton { rules, parameters, system: Numeration::MostFirst(2), automaton }
        }
        "true" | "false" => {
            let holds = states.text == "true";
            Automatic::Formula { text: reader.field("formula")?.text.to_owned(), holds }
        }
        _ => return Err(states.refuse("`law`, `automaton`, `true` or `false`")),
    };
    let line = reader.field("numeration")?;
    let found: Numeration = line.parse().map_err(|_| {
        line.refuse("msd_K or lsd_K with K from 2 to 64, mu_S or ost_A_B... with terms from 1 to 64")
    })?;
    let mut automata = reader.field("automata")?.parse::<usize>()?;
    if let Automatic::Automaton { system, automaton, .. } = &mut claim {
        automata = automata.checked_sub(1).ok_or_else(|| line.refuse("an automaton for the law"))?;
        *system = found;
        *automaton = read_automaton(reader, "law", account)?;
    }
    let mut floors = Vec::new();
    for number in 0..automata {
        floors.push(read_automaton(reader, &format!("floor {number}"), account)?);
    }
    if let Some((condition, values)) = fails {
        claim = Automatic::Fails { of: Box::new(claim), condition, values };
    }
    let count: usize = reader.field("steps")?.parse()?;
    let mut steps = Vec::new();
    for _ in 0..count {
        steps.push(read_operation(reader, account)?);
    }
    Ok((claim, Evidence { system: found, floors, steps }))
}

fn read_automaton(reader: &mut Reader<'_>, role: &str, account: &Account) -> Result<Automaton, Refusal> {
    let line = reader.field("automaton")?;
    if line.text != role {
        return Err(line.refuse(format_args!("`automaton {role}`")));
    }
    let tracks = reader.field("tracks")?.parse()?;
    let line = reader.field("symbols")?;
    let accepting = line.parse_all::<u32>(account)?.into_iter().map(|symbol| match symbol {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(line.refuse("a 0 or 1 for each state")),
    });
    let accepting = accepting.collect::<Result<Vec<bool>, Refusal>>()?;
    let class_of = reader.field("classes")?.parse_all::<u32>(account)?;
    let classes = class_of.iter().max().map_or(0, |&last| last as usize + 1);
    let mut table = Vec::new();
    for _ in 0..accepting.len() {
        let line = reader.field("row")?;
        let row = line.parse_all::<u32>(account)?;
        if row.len() != classes {
            return Err(line.refuse(format_args!("{classes} states, one for each class")));
        }
        table.extend(row);
    }
    Ok(Automaton { tracks, class_of, classes, table, accepting })
}

fn read_operation(reader: &mut Reader<'_>, account: &Account) -> Result<Operation, Refusal> {
    let line = reader.next_line()?;
    let words = line.few(3);
    account.hold::<Operation>(1)?;
    let becomes = |reader: &mut Reader<'_>| reader.field("becomes")?.parse_all(account);
    match words[..] {
        ["join", a, b] => Ok(Operation::Join(line.value(a)?, line.value(b)?, becomes(reader)?)),
        ["forget", variable] => Ok(Operation::Forget(line.value(variable)?, becomes(reader)?)),
        _ => Err(line.refuse("`join A B` or `forget VARIABLE`")),
    }
}
