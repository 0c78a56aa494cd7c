//! Groups of stones, what can be left out, and statements found by containment.

mod board {
    use hissho_certificate::hex::Geometry;
    use hissho_rules::hex::{CellSet, Player, Size};
    use hissho_solve::hex::board::{Group, HexBoard, leave_out};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn groups_are_disjoint_joined_and_complete(signs in any::<u64>(), black in any::<bool>()) {
            let size = Size::new(8, 8).unwrap();
            let board = HexBoard::new(Geometry::new(size, if black { Player::Black } else { Player::White }));
            let stones = CellSet(u128::from(signs)).or(board.edges());
            let mut seen = CellSet::EMPTY;
            for group in Group::all(&board.near, stones) {
                prop_assert!(group.stones.is_disjoint(seen) && group.near.and(stones).is_subset(group.stones.or(seen)));
                prop_assert!(group.near.is_disjoint(seen));
                let first = group.stones.cells().next().unwrap();
                prop_assert_eq!(Group::around(&board.near, CellSet::of(first), stones), group);
                seen = seen.or(group.stones);
            }
            prop_assert_eq!(seen, stones);
        }

        #[test]
        fn what_is_left_out_is_not_needed(sets in prop::collection::vec(any::<u8>(), 1..8), least in 0usize..3) {
            let area = |set: &u8| CellSet(u128::from(*set));
            let common = |sets: &[u8]| sets.iter().fold(CellSet(255), |all, set| all.and(area(set)));
            let mut left = sets.clone();
            leave_out(&mut left, least, CellSet(255), area);
            prop_assert!(left.len() >= least.min(sets.len()));
            prop_assert_eq!(common(&left).is_empty(), common(&sets).is_empty());
        }
    }
}

mod statement_index {
    use hissho_rules::hex::CellSet;
    use hissho_solve::hex::ledger::Entry;
    use hissho_solve::hex::statement_index::{Excerpt, Fact, StatementIndex};
    use proptest::prelude::*;

    fn set(bits: u32) -> CellSet {
        CellSet(u128::from(bits))
    }

    proptest! {
        #[test]
        fn the_tree_and_an_excerpt_of_it_find_what_a_look_at_every_fact_finds(
            sets in prop::collection::vec((any::<u32>(), any::<u32>(), any::<u32>()), 0..400),
            own: u32, lost: u32, part_of_lost: u32, less_of_lost: u32, from in 0usize..400, early in 0usize..400,
        ) {
            let mut known = StatementIndex::default();
            let (own, lost) = (set(own), set(lost & !own));
            let part_of_lost = lost.and(set(part_of_lost));
            let mut wider = Excerpt::new(&known, part_of_lost.and(set(less_of_lost)), None);
            let mut excerpt = None;
            for (number, (stones, carrier, thin)) in sets.iter().enumerate() {
                let stones = set(stones & thin & 0x11_1111);
                let carrier = set(carrier & !thin & 0x24_8421).minus(stones);
                known.add(Fact { key: None, entry: Entry { stones, carrier, step: number } });
                if number == early {
                    excerpt = Some(Excerpt::new(&known, part_of_lost, Some(&mut wider)));
                }
            }
            let holds = |fact: &&Fact| {
                fact.entry.stones.is_subset(own) && fact.entry.carrier.is_disjoint(lost) && fact.entry.step >= from
            };
            let expected: Vec<usize> = known.facts().iter().filter(holds).map(|fact| fact.entry.step).collect();
            let mut excerpt = excerpt.unwrap_or_else(|| Excerpt::new(&known, part_of_lost, None));
            prop_assert!(excerpt.count() <= known.len());
            let mut found = [vec![], vec![]];
            known.find(own, lost, from, |fact| { found[0].push(fact.entry.step); false });
            excerpt.find(&known, own, lost, from, |fact| { found[1].push(fact.entry.step); false });
            for mut found in found {
                found.sort_unstable();
                prop_assert_eq!(&found, &expected);
            }
        }
    }
}
