//! The same work on several threads, as many as the limits say. One thread is this one.
//!
//! This is the only file that starts threads. Where there are none (wasm32) the same calls run one
//! after the other.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A search may go deep: each thread has as much stack as the main thread.
const STACK: usize = 8 << 20;

/// The threads that will run when `wanted` are wanted.
pub fn threads(wanted: usize) -> usize {
    if cfg!(target_family = "wasm") { 1 } else { wanted.max(1) }
}

/// `work` with each number below `count`, each on a thread of its own; 0 on this one.
pub fn on_each<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let (count, work) = (threads(count), &work);
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..count)
            .map(|number| {
                let builder = std::thread::Builder::new().stack_size(STACK);
                builder.spawn_scoped(scope, move || work(number)).expect("a thread can be started")
            })
            .collect();
        let mut results = vec![work(0)];
        for other in others {
            // A panic goes on in the thread that called.
            results.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}

/// `work` of each thing, in their order. Each thread takes the next thing that nobody has begun.
pub fn map<T: Sync, R: Send>(count: usize, things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let done: Result<_, std::convert::Infallible> = try_map(count, things, |thing| Ok(work(thing)));
    let Ok(done) = done;
    done
}

/// As [`map`]; after an error no thread begins another thing.
pub fn try_map<T: Sync, R: Send, E: Send>(
    count: usize,
    things: &[T],
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let count = threads(count).min(things.len());
    if count <= 1 {
        return things.iter().map(work).collect();
    }
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let shares = on_each(count, |_| {
        let mut done = Vec::new();
        while !failed.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(thing) = things.get(at) else { break };
            let result = work(thing).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            done.push((at, result));
        }
        Ok(done)
    });
    let shares: Vec<Vec<(usize, R)>> = shares.into_iter().collect::<Result<_, E>>()?;
    let mut done: Vec<_> = shares.into_iter().flatten().collect();
    done.sort_unstable_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// Sorts. The parts of the threads become runs, which the last pass merges.
pub fn sort<T: Ord + Send>(count: usize, list: &mut [T]) {
    let size = list.len().div_ceil(threads(count)).max(4096);
    if list.len() > size {
        let parts: Vec<_> = list.chunks_mut(size).map(std::sync::Mutex::new).collect();
        map(count, &parts, |part| part.lock().expect("each part is taken once").sort_unstable());
    }
    list.sort();
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_stand_in_the_order_of_the_things() {
        let things: Vec<u64> = (0..1000).collect();
        for threads in [1, 2, 7] {
            let squares = super::map(threads, &things, |n| n * n);
            assert!(squares.iter().enumerate().all(|(n, &square)| square == (n * n) as u64));
        }
    }

    #[test]
    fn after_an_error_nothing_more_is_begun() {
        let things: Vec<u64> = (0..1000).collect();
        for threads in [1, 2, 7] {
            let begun = AtomicUsize::new(0);
            let result: Result<Vec<()>, u64> = super::try_map(threads, &things, |&n| {
                begun.fetch_add(1, Ordering::Relaxed);
                Err(n)
            });
            assert!(result.is_err());
            assert!(begun.into_inner() <= threads);
        }
    }

    #[test]
    fn each_number_is_worked_on_once() {
        for threads in [1, 2, 7] {
            assert_eq!(super::on_each(threads, |number| number), (0..threads).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_list_of_any_length_is_sorted() {
        for length in [0u64, 1, 4095, 4097, 20_000] {
            let list: Vec<u64> = (0..length).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
            let mut expected = list.clone();
            expected.sort_unstable();
            for threads in [1, 2, 7] {
                let mut sorted = list.clone();
                super::sort(threads, &mut sorted);
                assert_eq!(sorted, expected);
            }
        }
    }
}
