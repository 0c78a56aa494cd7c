//! All runs (maximal repetitions) of a text, from the longest Lyndon word at each place.
//!
//! A run is a stretch `text[start..end]` with smallest period `p`, at least `2p` long, that cannot be made longer on
//! either side. For one of the two orders of the alphabet the run holds a place whose longest Lyndon word has length
//! exactly `p` (Bannai, I, Inenaga, Nakashima, Takeda, Tsuruta, *The "runs" theorem*, SIAM J. Comput. 2017); so it is
//! enough to compute the longest Lyndon word at every place for both orders and to extend it to both sides. The end of
//! the text counts as smaller than every symbol in the first order and as larger in the second, which makes the place
//! unique up to whole periods; taking the leftmost one lists each run once.
//!
//! The Lyndon words are merged from right to left. Each merge compares the suffixes at `i` and `i + d`; for every
//! distance `d` the last comparison is kept, so no pair of symbols at the same distance is compared twice.
//!
//! Out: the runs in no particular order; there are fewer than `n` of them. Cost: fewer than `4n` suffix comparisons,
//! which take O(n) steps in all on the words met here (2^22 symbols: well under a second); memory 12 bytes a symbol.

/// A maximal repetition: `text[start..end]` has smallest period `period`, `end - start ≥ 2·period`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Run {
    /// Where it starts, counted from 0.
    pub start: usize,
    /// One past its last symbol.
    pub end: usize,
    /// Its smallest period.
    pub period: usize,
}

impl Run {
    /// How many symbols it has.
    pub fn length(&self) -> usize {
        self.end - self.start
    }

    /// How many whole times the period fits.
    pub fn power(&self) -> usize {
        self.length() / self.period
    }

    /// Whether it holds more than a square: `u u` followed by the first symbol of `u`.
    pub fn has_overlap(&self) -> bool {
        self.length() > 2 * self.period
    }
}

/// A word `u` repeated: `text[start..start + copies·period]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// Where the first copy starts, counted from 0.
    pub start: usize,
    /// The length of one copy.
    pub period: usize,
}

/// What the runs of a text say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The length of the text.
    pub length: usize,
    /// The number of runs.
    pub runs: usize,
    /// How many of them have an overlap, and how many a cube.
    pub overlap_runs: usize,
    /// See `overlap_runs`.
    pub cube_runs: usize,
    /// The number of places at which `u u` stands, summed over the `u` that are not themselves powers.
    pub squares: u64,
    /// The same for `u u u`.
    pub cubes: u64,
    /// The largest whole power present: 1 without squares.
    pub power: usize,
    /// The first square, overlap and cube to *end*; the shortest period among those that end together.
    pub first_square: Option<Repetition>,
    /// As `first_square`; the overlap is `2·period + 1` long.
    pub first_overlap: Option<Repetition>,
    /// As `first_square`.
    pub first_cube: Option<Repetition>,
    /// The run of the largest exponent, `length / period`; of the shortest period, then the first, among equals.
    pub densest: Option<Run>,
}

/// What a run must hold to be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A square, as every run does.
    Square,
    /// A square and its first symbol again.
    Overlap,
    /// A cube.
    Cube,
}

impl Holds {
    /// How many symbols that takes.
    fn symbols(self, period: usize) -> usize {
        match self {
            Holds::Square => 2 * period,
            Holds::Overlap => 2 * period + 1,
            Holds::Cube => 3 * period,
        }
    }
}

/// The runs of a text that hold a square, an overlap or a cube, in the order in which the first of these *ends*, the shortest
/// period first among those that end together.
///
/// They are found as they are asked for: a run is settled by the prefix in which its first square, overlap or cube ends, so
/// prefixes of doubling length are looked at. The first few cost no more than the prefix they stand in.
#[derive(Debug)]
pub struct InOrder<'t, T> {
    text: &'t [T],
    holds: Holds,
    /// The prefix of this length has been looked at.
    looked_at: usize,
    /// What was found there and not yet handed out, last first.
    ready: Vec<Run>,
}

impl<'t, T: Copy + Ord> InOrder<'t, T> {
    /// The runs of `text`.
    pub fn new(text: &'t [T], holds: Holds) -> InOrder<'t, T> {
        InOrder { text, holds, looked_at: 0, ready: Vec::new() }
    }

    fn look_further(&mut self) {
        const FIRST: usize = 1 << 10;
        let (before, holds) = (self.looked_at, self.holds);
        let now = (2 * before).max(FIRST).min(self.text.len());
        let end = |run: &Run| run.start + holds.symbols(run.period);
        for_each_run(&self.text[..now], |run| {
            if end(&run) <= run.end && end(&run) > before {
                self.ready.push(run);
            }
        });
        self.ready.sort_unstable_by_key(|run| std::cmp::Reverse((end(run), run.period)));
        self.looked_at = now;
    }
}

impl<T: Copy + Ord> Iterator for InOrder<'_, T> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        while self.ready.is_empty() && self.looked_at < self.text.len() {
            self.look_further();
        }
        let mut run = self.ready.pop()?;
        // The prefix may have cut it short.
        if run.end == self.looked_at {
            let later = &self.text[run.end..];
            run.end += common_prefix(&self.text[run.end - run.period..][..later.len()], later);
        }
        Some(run)
    }
}

/// Every run of `text`. Panics if the text has 2^32 symbols or more.
pub fn all_runs<T: Copy + Ord>(text: &[T]) -> Vec<Run> {
    let mut runs = Vec::new();
    for_each_run(text, |run| runs.push(run));
    runs
}

/// Calls `visit` once for every run of `text`, in no particular order.
pub fn for_each_run<T: Copy + Ord>(text: &[T], mut visit: impl FnMut(Run)) {
    assert!(
        u32::try_from(text.len()).is_ok_and(|n| n < u32::MAX),
        "texts of 2^32 symbols are beyond this program"
    );
    for reversed in [false, true] {
        visit_order(text, reversed, &mut visit);
    }
}

/// The runs whose Lyndon root belongs to one order of the alphabet.
fn visit_order<T: Copy + Ord>(text: &[T], reversed: bool, visit: &mut impl FnMut(Run)) {
    let n = text.len();
    let mut longest_lyndon = vec![0u32; n];
    // For distance d: (from, stop) with text[from..stop] = text[from+d..stop+d] and a difference, or the end, at stop.
    let mut known: Vec<(u32, u32)> = vec![(u32::MAX, 0); n + 1];
    for i in (0..n).rev() {
        let mut j = i + 1;
        let mut stop = i;
        while j < n {
            let d = j - i;
            let (from, known_stop) = known[d];
            stop = if from == u32::MAX {
                i + common_prefix(&text[i..n - d], &text[j..])
            } else {
                let fresh = from as usize - i;
                let same = common_prefix(&text[i..i + fresh], &text[j..j + fresh]);
                if same < fresh { i + same } else { known_stop as usize }
            };
            known[d] = (i as u32, stop as u32);
            let suffix_is_smaller =
                if stop + d == n { reversed } else { (text[stop] < text[stop + d]) != reversed };
            if !suffix_is_smaller {
                break;
            }
            j += longest_lyndon[j] as usize;
        }
        let period = j - i;
        longest_lyndon[i] = period as u32;
        let forward = if j < n { stop - i } else { 0 };
        if forward > 0 {
            let reach = period.min(i);
            let backward = common_suffix(&text[i - reach..i], &text[j - reach..j]);
            if backward < period && forward + backward >= period {
                visit(Run { start: i - backward, end: j + forward, period });
            }
        }
    }
}

/// How many symbols the two texts of equal length have in common at the front.
fn common_prefix<T: Eq>(left: &[T], right: &[T]) -> usize {
    const CHUNK: usize = 16;
    let n = left.len().min(right.len());
    let mut at = 0;
    while at + CHUNK <= n && left[at..at + CHUNK] == right[at..at + CHUNK] {
        at += CHUNK;
    }
    while at < n && left[at] == right[at] {
        at += 1;
    }
    at
}

/// How many symbols the two texts of equal length have in common at the back.
fn common_suffix<T: Eq>(left: &[T], right: &[T]) -> usize {
    const CHUNK: usize = 16;
    let n = left.len();
    let mut at = 0;
    while at + CHUNK <= n && left[n - at - CHUNK..n - at] == right[n - at - CHUNK..n - at] {
        at += CHUNK;
    }
    while at < n && left[n - at - 1] == right[n - at - 1] {
        at += 1;
    }
    at
}

/// The summary of `text`, in one pass over its runs.
pub fn summarise<T: Copy + Ord>(text: &[T]) -> Summary {
    let mut summary = Summary {
        length: text.len(),
        runs: 0,
        overlap_runs: 0,
        cube_runs: 0,
        squares: 0,
        cubes: 0,
        power: usize::from(!text.is_empty()),
        first_square: None,
        first_overlap: None,
        first_cube: None,
        densest: None,
    };
    // Of each kind: (end, period) of the first to end.
    let mut first: [Option<(usize, usize)>; 3] = [None; 3];
    for_each_run(text, |run| {
        let Run { start, period, .. } = run;
        let length = run.length();
        summary.runs += 1;
        summary.overlap_runs += usize::from(run.has_overlap());
        summary.cube_runs += usize::from(run.power() >= 3);
        summary.squares += (length - 2 * period + 1) as u64;
        summary.cubes += (length + 1).saturating_sub(3 * period) as u64;
        summary.power = summary.power.max(run.power());
        for (kind, needed) in [2 * period, 2 * period + 1, 3 * period].into_iter().enumerate() {
            let candidate = (start + needed, period);
            if length >= needed && first[kind].is_none_or(|best| candidate < best) {
                first[kind] = Some(candidate);
            }
        }
        if summary.densest.is_none_or(|best| is_denser(run, best)) {
            summary.densest = Some(run);
        }
    });
    let place = |kind: usize, symbols: fn(usize) -> usize| {
        first[kind].map(|(end, period)| Repetition { start: end - symbols(period), period })
    };
    summary.first_square = place(0, |period| 2 * period);
    summary.first_overlap = place(1, |period| 2 * period + 1);
    summary.first_cube = place(2, |period| 3 * period);
    summary
}

fn is_denser(run: Run, best: Run) -> bool {
    let left = run.length() as u64 * best.period as u64;
    let right = best.length() as u64 * run.period as u64;
    left > right || left == right && (run.period, run.start) < (best.period, best.start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hissho_rules::words::{Definition, Word};
    use proptest::prelude::*;

    /// Every run, by the definition.
    fn runs_by_definition(text: &[u8]) -> Vec<Run> {
        let n = text.len();
        let mut found: Vec<Run> = Vec::new();
        for period in 1..=n / 2 {
            let mut start = 0;
            while start + period < n {
                let end = (start + period..n).find(|&at| text[at] != text[at - period]).unwrap_or(n);
                // a smaller period of the same stretch has already been listed
                let listed =
                    found.iter().any(|run| run.start <= start && end <= run.end && period % run.period == 0);
                if end - start >= 2 * period && !listed {
                    found.push(Run { start, end, period });
                }
                start = end - period + 1;
            }
        }
        found.sort();
        found
    }

    fn sorted_runs(text: &[u8]) -> Vec<Run> {
        let mut runs = all_runs(text);
        runs.sort();
        runs
    }

    fn prefix(word: &str, length: usize) -> Vec<u8> {
        word.parse::<Word>().unwrap().prefix(Definition::Concatenation, length).unwrap()
    }

    #[test]
    fn every_short_binary_text_has_the_runs_of_the_definition() {
        for length in 0..=14usize {
            for bits in 0..1u32 << length {
                let text: Vec<u8> = (0..length).map(|at| (bits >> at & 1) as u8).collect();
                assert_eq!(sorted_runs(&text), runs_by_definition(&text), "{text:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn longer_texts_have_the_runs_of_the_definition(
            block in proptest::collection::vec(0u8..3, 1..12), times in 1usize..12, tail in proptest::collection::vec(0u8..3, 0..60)
        ) {
            let mut text = block.repeat(times);
            text.extend(tail);
            text.extend(block.repeat(times / 2));
            prop_assert_eq!(sorted_runs(&text), runs_by_definition(&text));
        }
    }

    #[test]
    fn runs_found_as_asked_for_are_all_runs_in_the_order_of_their_ends() {
        let words = ["fibonacci", "thue-morse", "fibonacci(2)", "fibonacci(7)"];
        let mut texts: Vec<Vec<u8>> =
            words.iter().flat_map(|word| [40, 1000, 1024, 5000, 9001].map(|n| prefix(word, n))).collect();
        texts.push(vec![7; 5000]);
        texts.push([vec![0; 1500], vec![1; 3000], vec![0; 1500]].concat());
        texts.push([prefix("fibonacci", 900), prefix("fibonacci", 4000)].concat());
        for text in texts {
            for holds in [Holds::Square, Holds::Overlap, Holds::Cube] {
                let mut expected = all_runs(&text);
                expected.retain(|run| run.length() >= holds.symbols(run.period));
                expected.sort_by_key(|run| (run.start + holds.symbols(run.period), run.period));
                let found: Vec<Run> = InOrder::new(&text, holds).collect();
                assert_eq!(found, expected, "{} symbols", text.len());
            }
        }
    }

    #[test]
    fn the_first_cubes_of_a_long_word_need_only_its_beginning() {
        let text = prefix("fibonacci", 1 << 20);
        let mut cubes = InOrder::new(&text, Holds::Cube);
        let first: Vec<Run> = cubes.by_ref().take(20).collect();
        assert!(cubes.looked_at < 1 << 12, "{}", cubes.looked_at);
        assert_eq!(first, InOrder::new(&text[..1 << 13], Holds::Cube).take(20).collect::<Vec<_>>());
    }

    #[test]
    fn fibonacci_strings_have_the_known_number_of_runs() {
        // Kolpakov and Kucherov 1999: 2·F(k-2) - 3 runs in the k-th string
        let known = [(5, 1), (8, 3), (13, 7), (21, 13), (34, 23), (55, 39), (89, 65), (144, 107), (233, 175)];
        for (length, runs) in known {
            assert_eq!(all_runs(&prefix("fibonacci", length)).len(), runs, "length {length}");
        }
    }

    #[test]
    fn thue_morse_prefixes_have_the_known_number_of_runs() {
        let known =
            [(4, 1), (8, 3), (16, 8), (32, 20), (64, 45), (128, 97), (256, 202), (512, 414), (1024, 839)];
        for (length, runs) in known {
            assert_eq!(all_runs(&prefix("thue-morse", length)).len(), runs, "length {length}");
        }
    }

    #[test]
    fn thue_morse_has_squares_of_periods_1_and_3_times_a_power_of_2_and_no_overlap() {
        let text = prefix("thue-morse", 1 << 14);
        let mut periods: Vec<usize> = all_runs(&text).iter().map(|run| run.period).collect();
        periods.sort();
        periods.dedup();
        assert!(
            periods.iter().all(|p| {
                let odd = p >> p.trailing_zeros();
                odd == 1 || odd == 3
            }),
            "{periods:?}"
        );
        let summary = summarise(&text);
        assert_eq!((summary.first_overlap, summary.first_cube, summary.power), (None, None, 2));
    }

    #[test]
    fn fibonacci_has_cubes_below_the_exponent_2_plus_the_golden_ratio() {
        let summary = summarise(&prefix("fibonacci", 1 << 14));
        // 010 010 100 10 0101: the first cube to end is (010)^3 at 5: 0100101001001010…
        let Repetition { start, period } = summary.first_cube.unwrap();
        let text = prefix("fibonacci", 64);
        assert!((start..start + 2 * period).all(|at| text[at] == text[at + period]));
        assert_eq!(summary.power, 3);
        let run = summary.densest.unwrap();
        // e < 2 + φ  iff  2·length - 5·period < √5·period
        let left = 2 * run.length() as i128 - 5 * run.period as i128;
        assert!(left < 0 || left * left < 5 * (run.period as i128).pow(2));
        assert!(run.length() * 10 > run.period * 36, "close to the limit: {run:?}");
    }

    #[test]
    fn one_letter_repeated_is_one_run() {
        let text = vec![7u8; 100_000];
        assert_eq!(all_runs(&text), [Run { start: 0, end: 100_000, period: 1 }]);
        assert_eq!(summarise(&text).first_cube, Some(Repetition { start: 0, period: 1 }));
        assert_eq!(summarise(&text).cubes, 99_998);
    }

    #[test]
    fn an_empty_text_and_a_single_symbol_have_no_run() {
        for text in [&[][..], &[1u8][..]] {
            assert_eq!(all_runs(text), []);
        }
    }
}
