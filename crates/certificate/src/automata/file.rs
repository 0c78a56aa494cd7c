//! The text of a certificate of kind `automatic`; docs/formats/automatic.md describes it.

use super::*;

/// Writes the certificate.
pub fn write(claim: &Automatic, evidence: &Evidence) -> String {
    let mut w = Writer::new(KIND);
    let parameters = |w: &mut Writer, parameters: &[(String, u64)]| {
        for (name, value) in parameters {
            w.line(format_args!("parameter {name} {value}"));
        }
    };
    let claim = match claim {
        Automatic::Fails { of, obligation, values } => {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            w.line(format_args!("fails {obligation} {}", values.join(" ")));
            of
        }
        other => other,
    };
    match claim {
        Automatic::Fails { .. } => w.line("states nothing"), // a denial of a denial is not offered
        Automatic::Claim { rules, parameters: set, claim } => {
            w.line(format_args!("states claim {claim}"));
            w.block("rules", rules);
            parameters(&mut w, set);
        }
        Automatic::Automaton { rules, parameters: set, automaton, .. } => {
            w.line("states automaton");
            w.block("rules", rules);
            parameters(&mut w, set);
            write_automaton(&mut w, automaton);
        }
        Automatic::Formula { text, holds } => {
            w.line(format_args!("states formula {holds}"));
            w.block("formula", text);
        }
    }
    w.line(format_args!("numeration {}", evidence.system));
    w.line(format_args!("floors {}", evidence.floors.len()));
    for automaton in &evidence.floors {
        write_automaton(&mut w, automaton);
    }
    w.line(format_args!("witness {}", numbers(evidence.witness.iter().map(|&letter| letter as u32))));
    w.line(format_args!("steps {}", evidence.steps.len()));
    for operation in &evidence.steps {
        match operation {
            Operation::End => w.line("end"),
            Operation::Join(a, b, step) => {
                write_step(&mut w, format_args!("join {a} {b}"), step);
                // One line for each first state: second states and results.
                let rows = step.entries.chunk_by(|x, y| x.0.0 == y.0.0);
                w.line(format_args!("entries {}", rows.clone().count()));
                for row in rows {
                    let rest = row.iter().flat_map(|&((_, q), state)| [q, state]);
                    w.line(numbers([row[0].0.0].into_iter().chain(rest)));
                }
            }
            Operation::Forget(variable, a, step) => {
                write_step(&mut w, format_args!("forget {variable} {a}"), step);
                w.line(format_args!("entries {}", step.entries.len()));
                for (set, state) in &step.entries {
                    w.line(numbers([*state].into_iter().chain(set.iter().copied())));
                }
            }
        }
    }
    w.finish()
}

fn numbers(list: impl IntoIterator<Item = u32>) -> String {
    let mut text = String::new();
    for number in list {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&number.to_string());
    }
    text
}

fn bits(accepting: &[bool]) -> String {
    accepting.iter().map(|&accepts| if accepts { '1' } else { '0' }).collect()
}

fn write_automaton(w: &mut Writer, automaton: &Automaton) {
    w.line(format_args!("automaton {} {}", automaton.tracks, bits(&automaton.accepting)));
    w.line(format_args!("classes {}", numbers(automaton.class_of.iter().copied())));
    write_table(w, &automaton.table, automaton.classes);
}

fn write_table(w: &mut Writer, table: &[u32], classes: usize) {
    for row in table.chunks(classes.max(1)) {
        w.line(numbers(row.iter().copied()));
    }
}

fn write_step<E>(w: &mut Writer, head: fmt::Arguments<'_>, step: &Step<E>) {
    let dead = step.dead.map_or("none".to_owned(), |state| state.to_string());
    w.line(format_args!("{head} {} {dead}", bits(&step.accepting)));
    w.line(format_args!("classes {}", numbers(step.merge.iter().copied())));
    write_table(w, &step.table, step.merge.iter().max().map_or(0, |&last| last as usize + 1));
}

/// Reads and checks the rest of a certificate of this kind.
pub(crate) fn check_text(reader: &mut Reader<'_>, _: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let (claim, evidence) = read(reader)?;
    match check(claim, &evidence) {
        Ok(proved) => Ok(proved.into_claim()),
        Err(error) => Err(Refusal::evidence(KIND, error)),
    }
}

fn read(reader: &mut Reader<'_>) -> Result<(Automatic, Evidence), Refusal> {
    let fails = match reader.peek() {
        Some(line) if line.text.starts_with("fails ") => {
            let line = reader.field("fails")?;
            let numbers: Vec<u128> = line.parse_all()?;
            let Some((&obligation, values)) = numbers.split_first() else {
                return Err(line.refuse("the number of an obligation, and values"));
            };
            Some((usize::try_from(obligation).unwrap_or(usize::MAX), values.to_vec()))
        }
        _ => None,
    };
    let states = reader.field("states")?;
    let mut words = states.words();
    let refuse = |line: Line<'_>| line.refuse("`claim N`, `automaton`, `formula true` or `formula false`");
    let mut claim = match (words.next(), words.next(), words.next()) {
        (Some("claim"), Some(number), None) => {
            let (rules, parameters) = read_rules(reader)?;
            Automatic::Claim { rules, parameters, claim: states.value(number)? }
        }
        (Some("automaton"), None, None) => {
            let (rules, parameters) = read_rules(reader)?;
            let automaton = read_automaton(reader)?;
            // The system is on the line that follows.
            Automatic::Automaton { rules, parameters, system: Numeration::MostFirst(2), automaton }
        }
        (Some("formula"), Some(holds), None) => {
            let holds = states.value(holds)?;
            let mut text = reader.block("formula")?;
            text.pop(); // the line feed of its last line
            Automatic::Formula { text, holds }
        }
        _ => return Err(refuse(states)),
    };
    let line = reader.field("numeration")?;
    let system: Numeration = line.text.parse().map_err(|error: AutomaticError| line.refuse(error))?;
    if let Automatic::Automaton { system: of_claim, .. } = &mut claim {
        *of_claim = system;
    }
    let mut floors = Vec::new();
    for _ in 0..reader.field("floors")?.parse::<usize>()? {
        floors.push(read_automaton(reader)?);
    }
    if let Some((obligation, values)) = fails {
        claim = Automatic::Fails { of: Box::new(claim), obligation, values };
    }
    let witness = reader.field("witness")?.parse_all()?;
    let count: usize = reader.field("steps")?.parse()?;
    let mut steps = Vec::new();
    for _ in 0..count {
        steps.push(read_operation(reader)?);
    }
    Ok((claim, Evidence { system, floors, steps, witness }))
}

fn read_rules(reader: &mut Reader<'_>) -> Result<(String, Vec<(String, u64)>), Refusal> {
    let rules = reader.block("rules")?;
    let mut parameters = Vec::new();
    while reader.peek().is_some_and(|line| line.text.starts_with("parameter ")) {
        let line = reader.field("parameter")?;
        let words: Vec<&str> = line.words().collect();
        let [name, value] = words[..] else {
            return Err(line.refuse("a name and a value"));
        };
        parameters.push((name.to_owned(), line.value(value)?));
    }
    Ok((rules, parameters))
}

fn read_bits(line: Line<'_>, word: &str) -> Result<Vec<bool>, Refusal> {
    let bit = |c| match c {
        '0' => Ok(false),
        '1' => Ok(true),
        _ => Err(line.refuse("a 0 or 1 for each state")),
    };
    word.chars().map(bit).collect()
}

fn read_classes(reader: &mut Reader<'_>) -> Result<(Vec<u32>, usize), Refusal> {
    let line = reader.field("classes")?;
    let classes: Vec<u32> = line.parse_all()?;
    let count = classes.iter().max().map_or(0, |&last| last as usize + 1);
    if count > classes.len() {
        return Err(line.refuse("classes numbered without gaps"));
    }
    Ok((classes, count))
}

fn read_table(reader: &mut Reader<'_>, states: usize, classes: usize) -> Result<Vec<u32>, Refusal> {
    let mut table = Vec::new();
    for _ in 0..states {
        let line = reader.next_line()?;
        let row: Vec<u32> = line.parse_all()?;
        if row.len() != classes {
            return Err(line.refuse(format_args!("{classes} states, one for each class")));
        }
        table.extend(row);
    }
    Ok(table)
}

fn read_automaton(reader: &mut Reader<'_>) -> Result<Automaton, Refusal> {
    let line = reader.field("automaton")?;
    let words: Vec<&str> = line.words().collect();
    let [tracks, accepting] = words[..] else {
        return Err(line.refuse("the number of tracks, and a 0 or 1 for each state"));
    };
    let (tracks, accepting) = (line.value(tracks)?, read_bits(line, accepting)?);
    let (class_of, classes) = read_classes(reader)?;
    let table = read_table(reader, accepting.len(), classes)?;
    Ok(Automaton { tracks, class_of, classes, table, accepting })
}

fn read_operation(reader: &mut Reader<'_>) -> Result<Operation, Refusal> {
    let line = reader.next_line()?;
    let words: Vec<&str> = line.words().collect();
    match words[..] {
        ["end"] => Ok(Operation::End),
        ["join", a, b, accepting, dead] => {
            let (mut step, lines) = read_step(reader, line, accepting, dead)?;
            for _ in 0..lines {
                let line = reader.next_line()?;
                let row: Vec<u32> = line.parse_all()?;
                let Some((&first, rest)) = row.split_first().filter(|(_, rest)| rest.len() % 2 == 0) else {
                    return Err(line.refuse("a state, then pairs of a state and a result"));
                };
                step.entries.extend(rest.chunks(2).map(|pair| ((first, pair[0]), pair[1])));
            }
            Ok(Operation::Join(line.value(a)?, line.value(b)?, step))
        }
        ["forget", variable, a, accepting, dead] => {
            let (mut step, lines) = read_step(reader, line, accepting, dead)?;
            for _ in 0..lines {
                let line = reader.next_line()?;
                let row: Vec<u32> = line.parse_all()?;
                let Some((&state, set)) = row.split_first() else {
                    return Err(line.refuse("a result and a set of states"));
                };
                step.entries.push((set.to_vec(), state));
            }
            Ok(Operation::Forget(line.value(variable)?, line.value(a)?, step))
        }
        _ => Err(line.refuse("`join A B ACCEPTING DEAD`, `forget VARIABLE A ACCEPTING DEAD` or `end`")),
    }
}

/// The parts of a step that do not depend on its kind, and how many lines of entries follow.
fn read_step<E>(
    reader: &mut Reader<'_>,
    line: Line<'_>,
    accepting: &str,
    dead: &str,
) -> Result<(Step<E>, usize), Refusal> {
    let accepting = read_bits(line, accepting)?;
    let dead = if dead == "none" { None } else { Some(line.value(dead)?) };
    let (merge, classes) = read_classes(reader)?;
    let table = read_table(reader, accepting.len(), classes)?;
    let lines = reader.field("entries")?.parse()?;
    Ok((Step { merge, accepting, table, dead, entries: Vec::new() }, lines))
}
