//! The checkers of number games: tables by the plain and the quick pass, and evaluated formulas.

use std::io::{Cursor, Read};

use hissho_certificate::impartial::grundy_box::{self, GrundyBox, NO_POSITION};
use hissho_certificate::laws::evaluation::{self, Evaluation, FunctionDefinition, What};
use hissho_certificate::{Allowance, Claim, Context, SideFiles, check};
use hissho_rules::language::{Game, Moves};
use hissho_rules::{Account, mex};

/// Rules by name, plain text.
fn rules(name: &str) -> String {
    let text = hissho_rules::name::BUILT_IN.iter().find(|(n, _)| *n == name).expect("a built-in game").1;
    hissho_rules::language::plain(text)
}

/// The right table, made by the definition alone.
fn table(name: &str, rows: usize, columns: usize) -> GrundyBox {
    let game = Game::parse(&rules(name), &[]).unwrap();
    let (rules, parameters) = hissho_certificate::rules_text::of(&game);
    let account = Account::unlimited();
    let mut moves = Moves::new(&game, &account).unwrap();
    let mut claim = GrundyBox { rules, parameters, shape: vec![rows, columns], values: Vec::new() };
    claim.values = vec![NO_POSITION; rows * columns];
    for x in 0..rows as u64 {
        for y in 0..columns as u64 {
            let at = [x, y];
            if moves.is_position(&at).unwrap() {
                let options = moves.options(&at).unwrap();
                let value = mex(options.iter().map(|o| claim.value(o).unwrap()));
                claim.values[x as usize * columns + y as usize] = value;
            }
        }
    }
    claim
}

fn is_accepted(claim: &GrundyBox) -> bool {
    check(&grundy_box::write(claim), &Context::default()).is_ok()
}

#[test]
fn right_tables_of_every_shape_of_moves_are_accepted() {
    for (name, rows, columns) in [
        ("queen", 12, 12),
        ("queen", 5, 14),
        ("rook", 9, 9),
        ("dragon-king", 11, 11),
        ("dragon-horse", 8, 13),
        ("chocolate", 9, 12),
        ("wythoff", 9, 9),
        // Several squares of the quick pass, whole and half.
        ("queen", 131, 131),
        ("queen", 20, 150),
        ("dragon-king", 150, 20),
    ] {
        assert!(is_accepted(&table(name, rows, columns)), "{name}");
    }
}

#[test]
fn a_table_with_any_one_value_changed_is_refused() {
    for name in ["queen", "dragon-king", "dragon-horse", "chocolate"] {
        let right = table(name, 7, 7);
        for at in 0..right.values.len() {
            for change in [0, 1, 3, 40, NO_POSITION] {
                let mut wrong = right.clone();
                if wrong.values[at] != change {
                    wrong.values[at] = change;
                    assert!(!is_accepted(&wrong), "{name} at {at}: {change}");
                }
            }
        }
    }
}

#[test]
fn a_wrong_value_far_from_the_corner_is_refused() {
    let right = table("queen", 140, 140);
    for (x, y, change) in [(3, 139, 127), (130, 131, 64)] {
        let mut wrong = right.clone();
        for at in [x * 140 + y, y * 140 + x] {
            wrong.values[at] = change;
        }
        assert!(wrong != right && !is_accepted(&wrong), "({x}, {y}): {change}");
    }
}

#[test]
fn a_symmetric_lie_is_refused_by_the_quick_pass_too() {
    let right = table("queen", 9, 9);
    for x in 0..9 {
        for y in 0..9 {
            let mut wrong = right.clone();
            let lie = wrong.values[x * 9 + y] ^ 1;
            wrong.values[x * 9 + y] = lie;
            wrong.values[y * 9 + x] = lie;
            assert!(!is_accepted(&wrong), "({x}, {y})");
        }
    }
}

#[test]
fn the_table_of_another_game_is_refused() {
    let mut wrong = table("queen", 9, 9);
    wrong.rules = rules("rook");
    assert!(!is_accepted(&wrong));
    let mut wrong = table("rook", 9, 9);
    wrong.rules = rules("dragon-king");
    assert!(!is_accepted(&wrong));
}

struct OneFile(String, Vec<u8>);

impl SideFiles for OneFile {
    fn open(&self, digest: &str) -> std::io::Result<Box<dyn Read>> {
        if digest == self.0 {
            Ok(Box::new(Cursor::new(self.1.clone())))
        } else {
            Err(std::io::Error::other("none"))
        }
    }
}

#[test]
fn values_in_a_side_file_are_checked_and_the_file_must_have_its_digest() {
    let claim = table("queen", 12, 12);
    let (text, digest, bytes) = grundy_box::write_with_side_file(&claim);
    let accepts = |bytes: &[u8]| {
        let files = OneFile(digest.clone(), bytes.to_vec());
        check(&text, &Context { side_files: &files, ..Context::default() }).is_ok()
    };
    assert!(accepts(&bytes));
    assert!(!accepts(&bytes[..bytes.len() - 1]));
    for at in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[at] ^= 1;
        assert!(!accepts(&wrong), "byte {at}");
    }
    assert!(check(&text, &Context::default()).is_err());
}

fn queen() -> Vec<FunctionDefinition> {
    vec![FunctionDefinition {
        name: "q".to_owned(),
        what: What::Grundy,
        rules: rules("queen"),
        parameters: Vec::new(),
    }]
}

fn accepts(formula: &str, counterexample: Option<&[u64]>) -> bool {
    let claim = Evaluation {
        functions: queen(),
        formula: formula.to_owned(),
        counterexample: counterexample.map(<[u64]>::to_vec),
    };
    check(&evaluation::write(&claim), &Context::default()).is_ok()
}

#[test]
fn a_formula_is_accepted_as_what_it_is_and_as_nothing_else() {
    let law = "forall x <= 9, y <= 9 . q(x, y) = q(y, x)";
    assert!(accepts(law, None) && !accepts(law, Some(&[0, 0])) && !accepts(law, Some(&[20, 20])));
    let wrong = "forall x <= 9, y <= 9 . q(x, y) = x xor y";
    assert!(accepts(wrong, Some(&[1, 1])));
    assert!(!accepts(wrong, None));
    // It fails here too, but not first.
    assert!(!accepts(wrong, Some(&[2, 2])) && !accepts(wrong, Some(&[1, 2])));
    assert!(accepts("q(6, 10) = 0", None) && accepts("q(6, 11) = 0", Some(&[])));
}

#[test]
fn what_has_no_value_is_not_true() {
    let bar = vec![FunctionDefinition {
        name: "c".to_owned(),
        what: What::Grundy,
        rules: rules("chocolate"),
        parameters: Vec::new(),
    }];
    let formula = "forall y <= 3, z <= 3 . c(y, z) = c(y, z)".to_owned();
    let found = evaluation::evaluate(&bar, &formula, &Account::unlimited()).unwrap();
    assert_eq!(found, Some(vec![1, 0]));
}

#[test]
fn an_evaluation_without_end_is_refused() {
    let formula = "forall x <= 999999, y <= 999999 . x + y = y + x".to_owned();
    let claim = Evaluation { functions: Vec::new(), formula, counterexample: None };
    let context = Context::new(Allowance { steps: 10_000, ..Allowance::default() });
    assert!(check(&evaluation::write(&claim), &context).is_err());
}

#[test]
fn a_damaged_evaluation_is_refused_or_states_something_else() {
    let formula = "forall x <= 4, y <= 4 . q(x, y) = x xor y".to_owned();
    let claim = Evaluation { functions: queen(), formula, counterexample: Some(vec![1, 1]) };
    let accept = |text: &str| check(text, &Context::default()).ok().map(|proved| proved.claim().clone());
    for survivor in hissho_testkit::damage(&evaluation::write(&claim), accept) {
        let Claim::Evaluation(found) = survivor.accepted else { panic!("another kind: {}", survivor.change) };
        assert_ne!(found, claim, "{}", survivor.change);
        // What it states is true: by the plain reading of its own formula.
        let place =
            evaluation::evaluate(&found.functions, &found.formula, &Account::new(10_000_000, u64::MAX))
                .unwrap();
        assert_eq!(place, found.counterexample, "{}", survivor.change);
    }
}

#[test]
fn audit_a_queen_on_one_row_holds_its_memory_before_it_is_taken() {
    // Its diagonals have as many sets as the row is long: 11 GB for the audit's 300000 columns.
    let columns = 5000;
    let mut claim = table("queen", 1, 1);
    (claim.shape, claim.values) = (vec![1, columns], (0..columns as u32).collect());
    let refusal = grundy_box::check(claim.clone(), &Account::new(u64::MAX, 2_000_000)).unwrap_err();
    assert!(matches!(refusal, grundy_box::GrundyBoxError::Exhausted(_)), "{refusal}");
    assert!(grundy_box::check(claim, &Account::new(u64::MAX, 20_000_000)).is_ok());
}

#[test]
fn audit_a_sentence_names_a_built_in_game_only_by_its_own_rules() {
    let mut claim = table("queen", 3, 3);
    let sentence = "queen: the Grundy values on the box 3×3, coordinates from 0, are those of the table";
    assert_eq!(claim.to_string(), sentence);
    claim.rules = "game queen\nposition x, y\nmove x' < x, y' = y\n".to_owned();
    assert!(claim.to_string().starts_with("a game that calls itself queen, rules sha256:"));
    let claim = Evaluation {
        functions: queen(),
        formula: "forall x <= 9 . q(x, x) =\n x # no".to_owned(),
        counterexample: Some(vec![1]),
    };
    let sentence =
        "not true, first at (1): forall x <= 9 . q(x, x) = x; q is the Grundy value of a position in queen";
    assert_eq!(claim.to_string(), sentence);
}
