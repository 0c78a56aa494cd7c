//! The same work on many things, on as many threads as the limits say. One thread is this one.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// `work` of each thing, in their order. Each thread takes the next thing that nobody has begun.
pub fn map<T: Sync, R: Send>(threads: usize, things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = threads.min(things.len());
    if threads <= 1 {
        return things.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(things.len()));
    let take = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(thing) = things.get(at) else { return };
            let result = work(thing);
            done.lock().expect("no thread panics while it holds this").push((at, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(take);
        }
        take();
    });
    let mut done = done.into_inner().expect("no thread panics while it holds this");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_stand_in_the_order_of_the_things() {
        let things: Vec<u64> = (0..1000).collect();
        for threads in [1, 2, 7] {
            let squares = super::map(threads, &things, |n| n * n);
            assert!(squares.iter().enumerate().all(|(n, &square)| square == (n * n) as u64));
        }
    }
}
