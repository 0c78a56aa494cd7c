//! The structure theorem: accepted, and no other theorem is.

use hissho_certificate::infinite_four::zone_words::{self, Column, Shapes, ZoneWords};
use hissho_certificate::{Context, check};

fn blocks() -> ZoneWords {
    ZoneWords { blocks: [vec![0, 2, 1, 1, 2], vec![0, 2, 1, 2]] }
}

/// Columns from zone heights and distances to partners in row 1 and row 2.
fn shape(columns: &[(u8, i8, i8)]) -> Vec<Column> {
    columns.iter().map(|&(height, low, high)| Column { height, partners: [(low, 0), (high, 0)] }).collect()
}

fn shapes() -> Shapes {
    let cup = shape(&[(0, 0, 0), (2, 1, 3), (1, -1, 0), (1, 1, 0), (2, -1, -3)]);
    let slid = shape(&[(0, 0, 0), (2, -2, 3), (1, 1, 0), (1, -1, 0), (2, 2, -3)]);
    let into_slid = shape(&[(0, 0, 0), (2, 1, 2), (1, -1, 0), (2, 2, -2)]);
    let out_of_slid = shape(&[(0, 0, 0), (2, -2, 2), (1, 1, 0), (2, -1, -2)]);
    [[cup, slid], [into_slid, out_of_slid]]
}

#[test]
fn the_safe_words_are_the_sequences_of_two_blocks() {
    let text = zone_words::write(&blocks(), &shapes());
    let start = std::time::Instant::now();
    let proved = check(&text, &Context::default()).unwrap();
    eprintln!("{:?}", start.elapsed());
    assert_eq!(*proved.claim(), hissho_certificate::Claim::ZoneWords(blocks()));
}
