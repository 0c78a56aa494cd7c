//! Population count with the machine's own instruction where it has one.
//!
//! Builds for every 64-bit PC may not assume the instruction, and without it the counters take about three times
//! as long; so the innermost loops are compiled twice and the choice is made once, at run time.

/// A way to count the ones of a word. Holding a value is the permission to use it.
pub(super) trait Ones: Copy + Send + Sync {
    fn of(self, word: u64) -> u64;
}

/// By the compiler's means.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Ones for Portable {
    #[inline(always)]
    fn of(self, word: u64) -> u64 {
        u64::from(word.count_ones())
    }
}

/// By the machine's instruction. Made only by [`instruction`], after asking the machine.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Instruction(());

/// The machine's instruction, if it has one.
#[cfg(target_arch = "x86_64")]
pub(super) fn instruction() -> Option<Instruction> {
    std::arch::is_x86_feature_detected!("popcnt").then_some(Instruction(()))
}

/// On other machines the compiler already uses what there is.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn instruction() -> Option<Portable> {
    None
}

#[cfg(target_arch = "x86_64")]
impl Ones for Instruction {
    #[inline(always)]
    #[allow(unsafe_code)]
    fn of(self, word: u64) -> u64 {
        let count: u64;
        // SAFETY: `popcnt` reads one register and writes another; an `Instruction` exists only on machines
        // that have it.
        unsafe {
            std::arch::asm!(
                "popcnt {count}, {word}",
                count = lateout(reg) count,
                word = in(reg) word,
                options(pure, nomem, nostack)
            );
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_count_the_same() {
        let Some(ones) = instruction() else { return };
        for shift in 0..64 {
            let word = 0x9e37_79b9_7f4a_7c15_u64.rotate_left(shift) >> (shift / 2);
            assert_eq!(ones.of(word), Portable.of(word));
        }
        assert_eq!((ones.of(0), ones.of(u64::MAX)), (0, 64));
    }
}
