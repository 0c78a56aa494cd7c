//! Depth-first proof-number search with a 1 + ε threshold.
//!
//! A position's proof number estimates how many positions must still be proved to prove it, its disproof number the
//! same for "no". The search goes where the smaller of the two is smallest, keeps only one path in memory and
//! finds its way back through the table (Nagai, Df-pn algorithm for searching and/or trees, 2002). It stays with
//! the best child until that is worse than the second best by a factor 1 + ε (Pawlewicz and Lew, Improving
//! depth-first pn-search: 1 + ε trick, 2007), here ε = 1/4.
//!
//! Positions are reached along many paths, and a plain sum counts them once for each. Numbers are therefore
//! combined as the largest plus one for each other open child (Ueda, Hashimoto, Hashimoto and Iida, Weak
//! proof-number search, 2008).
//!
//! On several threads a child that another thread is below looks more expensive by the number of those threads
//! (Kaneko, Parallel depth first proof number search, 2010), so the threads spread out.
//!
//! Cost: nodes expanded; a table entry per node, dropped least-work first when the table is full.

use std::sync::atomic::{AtomicBool, Ordering};

use super::table::{ShardTable, Weight};
use super::{Answer, Game, Look, Mover, Outcome, Purse};
use crate::limits::{Limits, Meter, Stop};
use crate::parallel;

/// A proof or disproof number that means "decided the other way".
pub const INFINITE: u32 = u32::MAX / 4;

/// What the table keeps of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Proof number; 0 when the answer is "yes".
    pub proof: u32,
    /// Disproof number; 0 when the answer is "no".
    pub disproof: u32,
    /// Nodes expanded below.
    work: u32,
    /// Threads below it now.
    busy: u16,
}

impl Numbers {
    const YES: Numbers = Numbers { proof: 0, disproof: INFINITE, work: 1, busy: 0 };
    const NO: Numbers = Numbers { proof: INFINITE, disproof: 0, work: 1, busy: 0 };

    fn decided(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

impl Weight for Numbers {
    fn weight(&self) -> u32 {
        // Positions somebody is working below go last.
        self.work.saturating_add(if self.busy > 0 { 1 << 30 } else { 0 })
    }
}

/// The table of a proof-number search.
pub type ProofTable<K> = ShardTable<K, Numbers>;

impl<K: Copy + Eq + std::hash::Hash + Send> ProofTable<K> {
    /// The stored answer, if the position is decided.
    pub fn answer(&self, key: K) -> Option<bool> {
        self.get(key).and_then(Numbers::decided)
    }
}

/// Answers the question for `position` on one thread.
pub fn search<G: Game>(
    game: &G,
    position: &G::Position,
    table: &ProofTable<G::Key>,
    meter: &Meter,
) -> Outcome {
    search_shared(game, position, table, meter, &Limits { threads: 1, ..Limits::default() })
}

/// Answers the question for `position` on as many threads as `limits` allow.
pub fn search_shared<G: Game>(
    game: &G,
    position: &G::Position,
    table: &ProofTable<G::Key>,
    meter: &Meter,
    limits: &Limits,
) -> Outcome {
    match game.look(position, &mut vec![]) {
        Look::Yes => return Ok(Answer { yes: true, nodes: 1 }),
        Look::No => return Ok(Answer { yes: false, nodes: 1 }),
        Look::Open => {}
    }
    let done = AtomicBool::new(false);
    let results = parallel::on_each(limits.threads, |_| {
        let mut search = Search { game, table, meter, done: &done, purse: Purse::default() };
        let result = search.run(position);
        done.store(true, Ordering::Relaxed);
        (result, search.purse.nodes)
    });
    let nodes = results.iter().map(|(_, nodes)| nodes).sum();
    let mut stop = Stop::Cancelled;
    for (result, _) in results {
        match result {
            Ok(Some(yes)) => return Ok(Answer { yes, nodes }),
            Ok(None) => {}
            Err(limit) => stop = limit,
        }
    }
    Err(stop)
}

struct Search<'a, G: Game> {
    game: &'a G,
    table: &'a ProofTable<G::Key>,
    meter: &'a Meter,
    done: &'a AtomicBool,
    purse: Purse,
}

struct Child<G: Game> {
    position: G::Position,
    key: G::Key,
    numbers: Numbers,
    /// Decided by looking, so never in the table.
    settled: bool,
}

impl<G: Game> Search<'_, G> {
    /// The answer, or `None` when another thread found it first.
    fn run(&mut self, position: &G::Position) -> Result<Option<bool>, Stop> {
        let key = self.game.key(position);
        loop {
            let numbers = self.expand(position, key, INFINITE - 1, INFINITE - 1)?;
            if let Some(yes) = numbers.decided() {
                return Ok(Some(yes));
            }
            if self.done.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
    }

    /// Works below an open position until one of its numbers reaches its limit.
    fn expand(
        &mut self,
        position: &G::Position,
        key: G::Key,
        proof: u32,
        disproof: u32,
    ) -> Result<Numbers, Stop> {
        self.purse.count(self.meter)?;
        let before = self.purse.nodes;
        let mover = self.game.mover(position);
        let mut children = self.children(position, mover);
        loop {
            let (numbers, best) = Self::combine(mover, &children);
            let work = u32::try_from(self.purse.nodes - before).unwrap_or(u32::MAX);
            let over = numbers.proof >= proof || numbers.disproof >= disproof;
            if over || numbers.decided().is_some() || self.done.load(Ordering::Relaxed) {
                let fresh = Numbers { work: 0, busy: 0, ..numbers };
                return Ok(self.table.update(key, fresh, |stored| {
                    if stored.decided().is_none() {
                        (stored.proof, stored.disproof) = (numbers.proof, numbers.disproof);
                    }
                    stored.work = stored.work.saturating_add(work.max(1));
                }));
            }
            let (first, second) = best;
            let child = &children[first];
            let beyond = second.saturating_add(second / 4 + 1).min(INFINITE - 1);
            // What the other children contribute to the number that is combined over all of them.
            let (child_proof, child_disproof) = match mover {
                Mover::Prover => {
                    let room =
                        disproof.saturating_sub(numbers.disproof).saturating_add(child.numbers.disproof);
                    (proof.min(beyond).max(child.numbers.proof + 1), room.max(child.numbers.disproof + 1))
                }
                Mover::Refuter => {
                    let room = proof.saturating_sub(numbers.proof).saturating_add(child.numbers.proof);
                    (room.max(child.numbers.proof + 1), disproof.min(beyond).max(child.numbers.disproof + 1))
                }
            };
            let (next, next_key) = (child.position.clone(), child.key);
            let fresh = Numbers { work: 0, ..child.numbers };
            self.table.update(next_key, fresh, |stored| stored.busy = stored.busy.saturating_add(1));
            let result =
                self.expand(&next, next_key, child_proof.min(INFINITE - 1), child_disproof.min(INFINITE - 1));
            self.table.update(next_key, fresh, |stored| stored.busy = stored.busy.saturating_sub(1));
            children[first].numbers = result?;
            for child in children.iter_mut().filter(|child| !child.settled) {
                if let Some(numbers) = self.table.get(child.key) {
                    child.numbers = numbers;
                }
            }
        }
    }

    /// The children with their numbers; only the deciding one when a look or the table decides.
    fn children(&mut self, position: &G::Position, mover: Mover) -> Vec<Child<G>> {
        let mut moves = Vec::new();
        let look = self.game.look(position, &mut moves);
        debug_assert_eq!(look, Look::Open, "only open positions are expanded");
        self.game.order(position, &mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for chosen in moves {
            let position = self.game.play(position, chosen);
            let key = self.game.key(&position);
            let (numbers, settled) = match self.game.glance(&position) {
                Err(Look::Yes) => (Numbers::YES, true),
                Err(_) => (Numbers::NO, true),
                Ok(count) => match self.table.get(key) {
                    Some(numbers) => (numbers, false),
                    None => {
                        let (proof, disproof) = self.game.effort(&position, count);
                        (Numbers { proof: proof.max(1), disproof: disproof.max(1), work: 0, busy: 0 }, false)
                    }
                },
            };
            let child = Child { position, key, numbers, settled };
            if numbers.decided() == Some(mover == Mover::Prover) {
                return vec![child];
            }
            children.push(child);
        }
        children
    }

    /// The numbers of a position from its children; which child is best, and the second-best number.
    fn combine(mover: Mover, children: &[Child<G>]) -> (Numbers, (usize, u32)) {
        let (mut least, mut second, mut first, mut seen_least) = (INFINITE, INFINITE, 0, u32::MAX);
        let (mut most, mut others) = (0, 0);
        for (at, child) in children.iter().enumerate() {
            let (mine, theirs) = match mover {
                Mover::Prover => (child.numbers.proof, child.numbers.disproof),
                Mover::Refuter => (child.numbers.disproof, child.numbers.proof),
            };
            least = least.min(mine);
            // A busy child is avoided, but its true number is the one that counts.
            let shown = mine.saturating_add(u32::from(child.numbers.busy)).min(INFINITE);
            if shown < seen_least {
                (second, seen_least, first) = (seen_least.min(INFINITE), shown, at);
            } else {
                second = second.min(shown);
            }
            if theirs > 0 {
                others += 1;
                most = most.max(theirs);
            }
        }
        let summed = if others == 0 {
            0
        } else if most >= INFINITE {
            INFINITE
        } else {
            (most + others - 1).min(INFINITE - 1)
        };
        let numbers = match mover {
            Mover::Prover => Numbers { proof: least, disproof: summed, work: 0, busy: 0 },
            Mover::Refuter => Numbers { proof: summed, disproof: least, work: 0, busy: 0 },
        };
        (numbers, (first, second))
    }
}
