//! Short proofs in which a bridge or a promise about an edge is kept beside the rest.
//!
//! Where the loser would intrude into a bridge the position after its completion is looked into, and what is proved there
//! is kept beside the open bridge ([`super::super::beside`]). If the proof found there uses the new stone for more than
//! the link, a proof is looked for on the board on which the stone is nothing but the link ([`super::super::loose`]); what
//! is known by then is known there too.
//!
//! Cost: a search of its own for each such stone.

use std::rc::Rc;

use hissho_certificate::hex::Step;
use hissho_rules::hex::CellSet;

use super::super::beside::{Link, bridges, kept_beside};
use super::super::derivation::Ledger;
use super::super::loose::Loose;
use super::{Concise, Estimate, Outcome, Part, Proof};
use crate::limits::Stop;

/// In how many places at once the board is changed so that a stone is nothing but a link.
const LOOSE: usize = 2;

/// How many such boards are kept in mind: each has all that is known on it.
const BOARDS: usize = 8;

/// How much longer the solver may think about such a board when a leaf is at stake: less is known there.
const LONGER: u64 = 10;

impl<'a> Concise<'a> {
    /// A proof in which a bridge or promise that the loser would intrude into is kept beside the rest.
    pub(super) fn beside(
        &mut self,
        own: u128,
        other: u128,
        deviations: usize,
        most: u32,
    ) -> Result<Option<Rc<Proof>>, Stop> {
        if self.only_ready || self.stopped.is_some() {
            return Ok(None);
        }
        let must_play = self.easy(own, other)?.must_play;
        let mut links = bridges(&self.lattices[0], own, self.board & !own & !other);
        if let Some(apart) = &mut self.apart {
            match apart.links(CellSet(own), CellSet(other), CellSet(must_play)) {
                Ok(more) => links.extend(more),
                Err(stop) => self.stopped = Some(stop),
            }
        }
        for link in links.iter().filter(|link| link.carrier.0 & must_play != 0) {
            let after = (own | link.stones.0, other | link.carrier.minus(link.stones).0);
            if self.asked().is_none_or(|asked| most > asked)
                && self.estimate(after.0, after.1, self.effort)? != Estimate::Won
            {
                continue;
            }
            let Outcome::Proof(proof) = self.find(after.0, after.1, deviations, most)? else { continue };
            let steps = self.steps_of(&proof);
            if let Some(whole) = self.with_link(own, other, link, (&steps, proof.pairs)) {
                return Ok(Some(whole));
            }
            if let Some((steps, pairs)) = self.loosely(after, link, deviations, most)?
                && let Some(whole) = self.with_link(own, other, link, (&steps, pairs))
            {
                return Ok(Some(whole));
            }
        }
        Ok(None)
    }

    pub(super) fn steps_of(&mut self, proof: &Proof) -> Vec<Step> {
        let mut ledger = Ledger::default();
        let entry = self.derive(proof, &mut ledger);
        ledger.extract(entry.step)
    }

    /// The proof of a position by steps, with their pairs, for which the stones of a link stand, if they can be kept beside
    /// that.
    pub(super) fn with_link(
        &mut self,
        own: u128,
        other: u128,
        link: &Link,
        (steps, pairs): (&[Step], u32),
    ) -> Option<Rc<Proof>> {
        let whole = kept_beside(&self.lattices[0].geometry, steps, link)?;
        let carrier = whole.1.carrier;
        let parts = vec![Part::Given(whole.into())];
        Some(self.keep(Proof { own, other, carrier, pairs, parts }))
    }

    /// The steps and pairs of a proof for which the stone of a bridge, on the board in `after`, is nothing but the link.
    fn loosely(
        &mut self,
        after: (u128, u128),
        link: &Link,
        deviations: usize,
        most: u32,
    ) -> Result<Option<(Vec<Step>, u32)>, Stop> {
        let (own, other) = after;
        let loose = Loose::of(&self.lattices[0].geometry, link);
        let Some(loose) = loose.filter(|loose| {
            (own | other) >> loose.cell.0 & 1 == 0
                && self.loose.len() < LOOSE
                && self.loose.iter().all(|before| before.is_apart(loose))
        }) else {
            return Ok(None);
        };
        let place = self.loosened.iter().position(|known| known.0 == loose);
        let mut there = match place {
            Some(place) => self.loosened.remove(place).1,
            None => self.loosen(&loose),
        };
        let effort = self.effort * if most == 0 { LONGER } else { 1 };
        let found = match there.estimate(own, other, effort)? {
            Estimate::Won => there.find(own, other, deviations, most)?,
            // Whether it is a leaf can be told without knowing.
            Estimate::Unknown if most == 0 => there.find(own, other, deviations, most)?,
            _ => Outcome::Open,
        };
        let steps = match found {
            Outcome::Proof(proof) => Some((there.steps_of(&proof), proof.pairs)),
            _ => None,
        };
        self.stopped = self.stopped.or(there.stopped);
        if self.loosened.len() == BOARDS {
            self.loosened.remove(0);
        }
        self.loosened.push((loose, there));
        Ok(steps)
    }

    /// A search on the board on which a stone does not touch its loose cell, with what is known by now.
    fn loosen(&mut self, loose: &Loose) -> Concise<'a> {
        let lattices = loose.lattices(&self.lattices);
        let apart = self.apart.as_ref().map(|apart| apart.again_on(lattices.clone()));
        let ready = (loose.ready(&self.ready), self.only_ready);
        let solver = (self.solver_meter, self.effort);
        let mut there = Concise::on(lattices, ready, self.meter, solver).with_thorough(self.thorough);
        if let Some(apart) = apart {
            there = there.with_apart(apart);
        }
        there.hints.clone_from(&self.hints);
        there.loose = self.loose.iter().chain([loose]).copied().collect();
        let geometry = &self.lattices[0].geometry;
        let steps = self.solver.proved(geometry.owner).0.steps();
        let steps = loose.unaffected(geometry, steps, &self.statements);
        there
            .solver
            .learn(geometry.owner, &steps)
            .expect("steps that follow without the touch follow with it");
        there.count_pairs();
        there
    }
}
