//! The checker of grundy-box accepts true tables and refuses everything else.

use hissho_certificate::impartial::grundy_box::{self, GrundyBox, GrundyBoxError, NO_POSITION};
use hissho_certificate::{Claim, Context, SideFiles, check, rules_text};
use hissho_rules::language::{Game, Moves};
use hissho_rules::{Account, mex};

const CHOCOLATE: &str = include_str!("../../../games/chocolate.game");
const DRAGON_KING: &str = include_str!("../../../games/dragon-king.game");

/// The table by the definition, position by position in order of the measure (here: the sum).
fn table(rules: &str, parameters: &[(&str, u64)], shape: [usize; 2]) -> GrundyBox {
    let game = Game::parse(rules, parameters).unwrap();
    let account = Account::unlimited();
    let mut moves = Moves::new(&game, &account).unwrap();
    let (rules, parameters) = rules_text::of(&game);
    let mut claim = GrundyBox {
        rules,
        parameters,
        shape: shape.to_vec(),
        values: vec![NO_POSITION; shape[0] * shape[1]],
    };
    for sum in 0..shape[0] + shape[1] {
        for x in 0..shape[0].min(sum + 1) {
            let position = [x as u64, (sum - x) as u64];
            if sum - x < shape[1] && moves.is_position(&position).unwrap() {
                let options = moves.options(&position).unwrap();
                let values: Vec<u32> = options.iter().map(|option| claim.value(option).unwrap()).collect();
                claim.values[x * shape[1] + sum - x] = mex(values);
            }
        }
    }
    claim
}

fn accepted(text: &str) -> Option<Claim> {
    check(text, &Context::default()).ok().map(|proved| proved.claim().clone())
}

#[test]
fn true_tables_are_accepted_and_written_as_read() {
    for claim in [table(DRAGON_KING, &[], [9, 12]), table(CHOCOLATE, &[("k", 3)], [5, 14])] {
        assert_eq!(accepted(&grundy_box::write(&claim)), Some(Claim::GrundyBox(claim)));
    }
}

#[test]
fn every_damage_is_refused_unless_it_states_another_true_table() {
    let claim = table(CHOCOLATE, &[("k", 2)], [3, 7]);
    for survivor in hissho_testkit::damage(&grundy_box::write(&claim), accepted) {
        let Claim::GrundyBox(other) = &survivor.accepted else { panic!("{survivor:?}") };
        let parameters: Vec<(&str, u64)> =
            other.parameters.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let &[rows, columns] = other.shape.as_slice() else { panic!("{survivor:?}") };
        assert_eq!(table(&other.rules, &parameters, [rows, columns]).values, other.values, "{survivor:?}");
        assert_ne!(*other, claim, "{survivor:?}");
    }
}

#[test]
fn a_false_table_cannot_be_forged() {
    // The adversary claims another value at one place and makes everything above it consistent.
    let mut claim = table(DRAGON_KING, &[], [4, 4]);
    let place = 6;
    claim.values[place] = 9;
    assert!(matches!(
        grundy_box::check(claim, &Account::unlimited()),
        Err(GrundyBoxError::WrongValue { found: 9, .. })
    ));
    // Leaving a reachable position out of the table leaves its parents without a check.
    let mut claim = table(DRAGON_KING, &[], [4, 4]);
    claim.values[place] = NO_POSITION;
    let error = grundy_box::check(claim, &Account::unlimited()).unwrap_err();
    assert!(matches!(error, GrundyBoxError::WrongDomain { .. }), "{error}");
    // A box that moves lead out of has no evidence for what lies outside.
    let rules = "game wide\nposition x, y\nmove x' = x + 1, y' = y - 2\n";
    let claim = GrundyBox {
        rules: rules.to_owned(),
        parameters: Vec::new(),
        shape: vec![1, 3],
        values: vec![0, 0, 1],
    };
    let error = grundy_box::check(claim, &Account::unlimited()).unwrap_err();
    assert!(matches!(error, GrundyBoxError::LeavesTheBox { .. }), "{error}");
}

#[test]
fn a_table_that_takes_too_long_is_refused_not_believed() {
    let claim = table(CHOCOLATE, &[("k", 1)], [9, 9]);
    assert!(matches!(
        grundy_box::check(claim, &Account::new(100, u64::MAX)),
        Err(GrundyBoxError::Exhausted(_))
    ));
}

/// Side files that nobody may open.
struct Forbidden;

impl SideFiles for Forbidden {
    fn open(&self, digest: &str) -> std::io::Result<Box<dyn std::io::Read>> {
        panic!("{digest} was opened")
    }
}

#[test]
fn a_side_file_whose_name_is_no_digest_is_not_opened() {
    for name in ["0".repeat(63), "0".repeat(65), "A".repeat(64), format!("../{}", "0".repeat(61))] {
        let rules = ["rules 3", "game pile", "position n", "move n' < n", "parameters", "shape 3"];
        let head = ["hissho-certificate 1", "kind grundy-box"];
        let side_file = format!("side-file {name} 2");
        let lines: Vec<&str> = head.into_iter().chain(rules).chain([side_file.as_str()]).collect();
        let context = Context { side_files: &Forbidden, ..Context::default() };
        let refusal = check(&hissho_testkit::sign(&lines), &context).unwrap_err();
        assert_eq!(refusal.name(), "Malformed", "{refusal}");
    }
}
