//! Automata for other programs and for people: Walnut's text format, and a picture.

use hissho_certificate::laws::automaton::Automaton;
use hissho_certificate::laws::numeration::Numeration;

/// The automaton in the format of Walnut's `Automata Library`. Transitions to the dead state are
/// left out, as there.
pub fn walnut(automaton: &Automaton, system: Numeration) -> String {
    let name = match system {
        Numeration::MostFirst(base) => format!("msd_{base}"),
        Numeration::LeastFirst(base) => format!("lsd_{base}"),
        Numeration::Ostrowski(period) if period.terms() == [1] => "msd_fib".to_owned(),
        // Made in Walnut with `ost wA_B [0 1] [A B]`.
        Numeration::Ostrowski(period) => {
            let terms: Vec<String> = period.terms().iter().map(ToString::to_string).collect();
            format!("msd_w{}", terms.join("_"))
        }
    };
    let dead = automaton.sinks(false);
    let mut text = vec![name; automaton.tracks].join(" ");
    text.push('\n');
    for state in (0..automaton.states()).filter(|&state| state == 0 || !dead[state]) {
        text.push_str(&format!("\n{state} {}\n", u8::from(automaton.accepting[state])));
        for (letter, &class) in automaton.class_of.iter().enumerate() {
            let next = automaton.next(state as u32, class);
            if !dead[next as usize] {
                text.push_str(&format!("{} -> {next}\n", tuple(letter, automaton.tracks, system.digits())));
            }
        }
    }
    text
}

fn tuple(letter: usize, tracks: usize, digits: usize) -> String {
    let digit = |track: usize| (letter / digits.pow(track as u32) % digits).to_string();
    (0..tracks).map(digit).collect::<Vec<_>>().join(" ")
}

/// The automaton as a picture: states in columns by their distance from the start, the dead state
/// left out.
pub fn svg(automaton: &Automaton, system: Numeration) -> String {
    const STEP: usize = 90;
    let dead = automaton.sinks(false);
    let mut layer = vec![usize::MAX; automaton.states()];
    let mut queue = std::collections::VecDeque::from([0usize]);
    layer[0] = 0;
    while let Some(state) = queue.pop_front() {
        for class in 0..automaton.classes {
            let next = automaton.next(state as u32, class as u32) as usize;
            if layer[next] == usize::MAX && !dead[next] {
                layer[next] = layer[state] + 1;
                queue.push_back(next);
            }
        }
    }
    let mut filled: Vec<usize> = Vec::new();
    let mut place = vec![(0, 0); automaton.states()];
    for state in 0..automaton.states() {
        if layer[state] == usize::MAX {
            continue;
        }
        filled.resize(filled.len().max(layer[state] + 1), 0);
        place[state] = (60 + 2 * STEP * layer[state], 60 + STEP * filled[layer[state]]);
        filled[layer[state]] += 1;
    }
    let width = 120 + 2 * STEP * filled.len().saturating_sub(1);
    let height = 120 + STEP * filled.iter().max().map_or(0, |&most| most - 1);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" \
         markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>\n"
    );
    for state in (0..automaton.states()).filter(|&state| layer[state] != usize::MAX) {
        // One arrow for each target, with all its letters.
        let mut arrows: std::collections::BTreeMap<usize, Vec<String>> = std::collections::BTreeMap::new();
        for (letter, &class) in automaton.class_of.iter().enumerate() {
            let next = automaton.next(state as u32, class) as usize;
            if !dead[next] {
                let label = tuple(letter, automaton.tracks, system.digits()).replace(' ', "");
                arrows.entry(next).or_default().push(label);
            }
        }
        let (x, y) = place[state];
        for (next, labels) in arrows {
            let label = labels.join(" ");
            let (u, v) = place[next];
            if next == state {
                text.push_str(&format!(
                    "<path d=\"M{},{} C{},{} {},{} {},{}\" fill=\"none\" stroke=\"#567\" marker-end=\"url(#a)\"/><text x=\"{x}\" y=\"{}\">{label}</text>\n",
                    x - 8, y - 16, x - 25, y - 48, x + 25, y - 48, x + 8, y - 16, y - 42
                ));
                continue;
            }
            let (dx, dy) = (u as f64 - x as f64, v as f64 - y as f64);
            let length = dx.hypot(dy);
            let (nx, ny) = (dx / length, dy / length);
            let (x1, y1) = (x as f64 + 18.0 * nx, y as f64 + 18.0 * ny);
            let (x2, y2) = (u as f64 - 18.0 * nx, v as f64 - 18.0 * ny);
            let (mx, my) = ((x1 + x2) / 2.0 - 14.0 * ny, (y1 + y2) / 2.0 + 14.0 * nx);
            text.push_str(&format!(
                "<path d=\"M{x1:.1},{y1:.1} Q{mx:.1},{my:.1} {x2:.1},{y2:.1}\" fill=\"none\" stroke=\"#567\" marker-end=\"url(#a)\"/>\
                 <text x=\"{mx:.1}\" y=\"{my:.1}\">{label}</text>\n"
            ));
        }
        text.push_str(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"18\" fill=\"#fff\" stroke=\"#000\"/>\n"));
        if automaton.accepting[state] {
            text.push_str(&format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"none\" stroke=\"#000\"/>\n"
            ));
        }
        text.push_str(&format!("<text x=\"{x}\" y=\"{}\">{state}</text>\n", y + 4));
    }
    text.push_str("</svg>\n");
    text
}
