//! Two lanes, so that small questions never wait for large ones.
//!
//! Nobody can tell from a question how long it takes. So every question starts in the quick lane, on one thread and with a
//! short time; what is not answered by then starts again in the heavy lane, where one question at a time has all cores but
//! one. The cost is the short time, once, for each large question. Who waits has a place; when all places are taken, or
//! one client has taken its share, the question is turned away.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;

/// How much the server gives.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// Cores of this machine.
    pub cores: usize,
    /// Time of a question in the quick lane.
    pub quick_time: Duration,
    /// Memory of a question in the quick lane.
    pub quick_memory: u64,
    /// Time of a question in the heavy lane.
    pub heavy_time: Duration,
    /// Memory of the question in the heavy lane.
    pub heavy_memory: u64,
    /// Questions that are answered or wait, in all.
    pub questions: usize,
    /// Of one client.
    pub questions_of_one: usize,
    /// Questions that wait for the heavy lane, in all.
    pub heavy_questions: usize,
    /// Of one client.
    pub heavy_questions_of_one: usize,
    /// Bytes of a question.
    pub body: usize,
    /// Questions above [`SMALL_BODY`] bytes that are held at once.
    pub large_bodies: usize,
}

/// Above so many bytes a question is large.
pub(crate) const SMALL_BODY: usize = 64 << 10;

impl Default for Allowed {
    fn default() -> Allowed {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Allowed {
            cores,
            quick_time: Duration::from_millis(400),
            quick_memory: 128 << 20,
            heavy_time: Duration::from_secs(600),
            heavy_memory: 512 << 20,
            questions: 1024,
            questions_of_one: 512,
            heavy_questions: 64,
            heavy_questions_of_one: 4,
            body: 16 << 20,
            large_bodies: 4,
        }
    }
}

pub(crate) struct Lanes {
    pub(crate) allowed: Allowed,
    pub(crate) quick: Arc<Semaphore>,
    pub(crate) heavy: Arc<Semaphore>,
    pub(crate) large_bodies: Arc<Semaphore>,
    questions: Arc<Mutex<Places>>,
    heavy_questions: Arc<Mutex<Places>>,
}

/// Who is there: how many places each client has.
#[derive(Default)]
struct Places {
    taken: usize,
    of_one: HashMap<IpAddr, usize>,
}

/// A place; dropping it makes it free.
pub(crate) struct Place {
    places: Arc<Mutex<Places>>,
    client: IpAddr,
}

impl Lanes {
    pub(crate) fn new(allowed: Allowed) -> Lanes {
        Lanes {
            allowed,
            quick: Arc::new(Semaphore::new(allowed.cores.max(1))),
            heavy: Arc::new(Semaphore::new(1)),
            large_bodies: Arc::new(Semaphore::new(allowed.large_bodies)),
            questions: Arc::default(),
            heavy_questions: Arc::default(),
        }
    }

    /// A place for a question; none if all are taken.
    pub(crate) fn enter(&self, client: IpAddr) -> Option<Place> {
        take(&self.questions, client, self.allowed.questions, self.allowed.questions_of_one)
    }

    /// A place in the heavy lane; none if all are taken.
    pub(crate) fn enter_heavy(&self, client: IpAddr) -> Option<Place> {
        let Allowed { heavy_questions, heavy_questions_of_one, .. } = self.allowed;
        take(&self.heavy_questions, client, heavy_questions, heavy_questions_of_one)
    }
}

fn take(places: &Arc<Mutex<Places>>, client: IpAddr, most: usize, most_of_one: usize) -> Option<Place> {
    let mut all = places.lock().unwrap_or_else(PoisonError::into_inner);
    let own = all.of_one.get(&client).copied().unwrap_or(0);
    if all.taken >= most || own >= most_of_one {
        return None;
    }
    all.taken += 1;
    *all.of_one.entry(client).or_default() += 1;
    Some(Place { places: places.clone(), client })
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut all = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        all.taken -= 1;
        if let Some(taken) = all.of_one.get_mut(&self.client) {
            *taken -= 1;
            if *taken == 0 {
                all.of_one.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_client_cannot_take_every_place_and_a_place_left_is_free() {
        let lanes = Lanes::new(Allowed { questions: 3, questions_of_one: 2, ..Allowed::default() });
        let [here, there] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        let first = lanes.enter(here);
        let second = lanes.enter(here);
        assert!(first.is_some() && second.is_some());
        assert!(lanes.enter(here).is_none(), "its share is taken");
        let third = lanes.enter(there);
        assert!(third.is_some() && lanes.enter(there).is_none(), "all places are taken");
        drop(first);
        assert!(lanes.enter(here).is_some());
        drop((second, third));
        assert!(lanes.questions.lock().unwrap().of_one.is_empty());
    }
}
