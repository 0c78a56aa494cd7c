//! What is made of a proof of a win: a strategy that plays, games that try to break it, the printed tree.

mod strategy {
    use hissho_certificate::hex::{Formula, Motion};
    use hissho_certificate::hex::{Geometry, Step};
    use hissho_rules::hex::{CellSet, Player, Size};
    use hissho_solve::hex::play::strategy::Strategy;

    #[test]
    fn a_moved_statement_is_answered_where_it_is() {
        let size = Size::new(5, 5).unwrap();
        let geometry = Geometry::new(size, Player::Black);
        let cell = |name: &str| size.cell(name).unwrap();
        let [top, bottom] = geometry.edges();
        // 22 and the top by 21, 31; then shifted and turned: 42 and the top, 24 and the bottom.
        let formula = Formula::Joined(top, cell("22"));
        let stones: CellSet = [top, cell("22")].into_iter().collect();
        let link = |name: &str| Step::Link { stones: stones.with(cell(name)), formula: formula.clone() };
        let parts = vec![(Some(cell("21")), 0), (Some(cell("31")), 1)];
        let steps = [
            link("21"),
            link("31"),
            Step::Or { parts, stones: CellSet::EMPTY, formula: None },
            Step::Move { part: 2, motion: Motion::Shift(2, 0) },
            Step::Move { part: 3, motion: Motion::Turn },
        ];
        let mut strategy = Strategy::new(size, Player::Black, &steps).unwrap();
        assert!(strategy.stones().contains(bottom) && strategy.stones().contains(cell("24")));
        let own = CellSet::of(cell("24"));
        assert_eq!(strategy.carrier(own), [cell("15"), cell("25")].into_iter().collect());
        assert_eq!(strategy.answer(cell("25"), own), Some(cell("15")));
        strategy.restart();
        assert_eq!(strategy.answer(cell("33"), own), None);
        assert_eq!(strategy.answer(cell("15"), own), Some(cell("25")));
    }
}

mod trial_games {
    use hissho_certificate::hex::Formula;
    use hissho_certificate::hex::Step;
    use hissho_rules::hex::Size;
    use hissho_rules::hex::{CellSet, Position};
    use hissho_solve::hex::play::trial_games::{Score, play};
    use hissho_solve::hex::search::solve;
    use hissho_solve::limits::{Limits, Stop};
    use hissho_solve::progress::Silent;

    fn score(steps: impl Fn(Vec<Step>) -> Vec<Step>, limits: &Limits) -> Score {
        let position = Position::from_moves(Size::new(4, 4).unwrap(), "32").unwrap();
        let solution = solve(&position, &Limits::default().start()).unwrap();
        let steps = steps(solution.evidence.steps);
        play(&position, solution.winner, &steps, (500, 1), limits, &Silent).unwrap()
    }

    #[test]
    fn a_proven_strategy_wins_every_game_on_any_number_of_threads() {
        for threads in [1, 3] {
            let limits = Limits { threads, ..Limits::default() };
            assert_eq!(score(|steps| steps, &limits), Score { games: 500, won: 500, stopped: None });
        }
    }

    #[test]
    fn a_strategy_for_less_than_the_win_loses_games() {
        let stone = Size::new(4, 4).unwrap().cell("32").unwrap();
        let link = Step::Link { stones: CellSet::of(stone), formula: Formula::Joined(stone, stone) };
        let found = score(|_| vec![link.clone()], &Limits::default());
        assert_eq!(found, Score { games: 500, won: 0, stopped: None });
    }

    #[test]
    fn games_end_at_a_limit() {
        let found = score(|steps| steps, &Limits { nodes: Some(100), threads: 1, ..Limits::default() });
        assert_eq!((found.games, found.stopped), (64, Some(Stop::Nodes)));
    }
}

mod tree {
    use hissho_certificate::hex::{Formula, Geometry, Statement, Step};
    use hissho_rules::hex::{CellSet, Player, Size};
    use hissho_solve::hex::ledger::{Ledger, statements_of};
    use hissho_solve::hex::lemma_search::{LemmaQuestion, LemmaVerdict, decide};
    use hissho_solve::hex::printed::size::Sigma;
    use hissho_solve::hex::printed::tree::{Leaves, ProofTree};
    use hissho_solve::limits::Limits;

    #[test]
    fn regions_side_by_side_are_boxes_unless_they_are_named() {
        let size = Size::new(7, 5).unwrap();
        let geometry = Geometry::new(size, Player::Black);
        let cells = |names: &str| names.split(' ').map(|name| geometry.point(name).unwrap()).collect();
        let mut ledger = Ledger::default();
        let mut parts = Vec::new();
        for (stones, carrier, formula) in
            [("43 b", "53 34 44 54 25 35 45 55", "43-b"), ("43 t", "33 32 42 52 31 41 51 61", "t-43")]
        {
            let formula = Formula::parse(formula, &|name| geometry.point(name)).unwrap();
            let (stones, carrier) = (cells(stones), cells(carrier));
            let question = LemmaQuestion { geometry: &geometry, stones, carrier, formula: &formula };
            let LemmaVerdict::Holds(_, steps) = decide(&question, &Limits::default().start()).unwrap() else {
                panic!("the third-row template holds")
            };
            parts.extend(ledger.add_all(&steps).last().copied());
        }
        let named: Vec<Statement> = {
            let statements = statements_of(&geometry, ledger.steps()).unwrap();
            parts.iter().map(|&part| statements[part].clone()).collect()
        };
        let step = Step::And { parts, stones: CellSet::EMPTY, formula: Formula::win(&geometry) };
        ledger.add(step);
        let ending = |named: &[Statement], leaves: Leaves| {
            ProofTree::new(size, Player::Black, ledger.steps(), named, leaves).unwrap()
        };
        let tree = |named: &[Statement]| ending(named, Leaves::Connections);
        assert!(tree(&named).nodes.is_empty());
        // Each is about one edge and has eight cells.
        let sigma = |largest: usize| ending(&[], Leaves::Sigma(Sigma { largest }));
        assert!(sigma(8).nodes.is_empty() && !sigma(7).nodes.is_empty());
        let one = tree(&named[..1]).count();
        let both = tree(&[]).count();
        assert!(one.with_excluded > 1, "{one:?}");
        // The templates are mirror images, and their moves add up.
        assert_eq!(both.with_excluded, 2 * one.with_excluded - 1, "{both:?}");
        assert_eq!(both.nodes, 2 * one.nodes - 1, "{both:?}");
    }
}

mod size {
    use hissho_certificate::hex::{Formula, Geometry, Promise, Statement};
    use hissho_rules::hex::Position;
    use hissho_rules::hex::{CellSet, Size};
    use hissho_solve::hex::ledger::statements_of;
    use hissho_solve::hex::printed::size::{PRINTED, PrintedSize, Sigma};
    use hissho_solve::hex::printed::tree::{Leaves, ProofTree};
    use hissho_solve::hex::search::solve;
    use hissho_solve::limits::Limits;

    #[test]
    fn a_promise_about_one_edge_may_allow_a_win_beside_a_bridge() {
        let size = Size::new(9, 9).unwrap();
        let geometry = Geometry::new(size, hissho_rules::hex::Player::Black);
        let point = |text: &str| geometry.point(text);
        let is_one = |stones: &str, carrier: &str, formula: &str| {
            let set = |names: &str| -> CellSet { names.split_whitespace().filter_map(point).collect() };
            let promise = Promise::Formula(Formula::parse(formula, &point).unwrap());
            let statement = Statement { stones: set(stones), carrier: set(carrier), promise };
            Sigma::up_to(None, size).is_one(&geometry, &statement)
        };
        assert!(is_one("t 63 b", "53", "63-b or t-b"));
        assert!(!is_one("t 63 b", "53", "t-b") && !is_one("t 63 b", "53", "t-63 and 63-b"));
        let beside = "(63-b or 55-b) or (t-b or (t-63 and 55-b) or (t-55 and 63-b))";
        assert!(is_one("t 63 55 b", "53", beside), "the bridge is left to others");
        assert!(!is_one("t 63 55 b", "53 54", beside), "the bridge is not whole");
        assert!(!is_one("t 63 55 37 b", "53", "63-b or (t-63 and 37-b)"), "no bridge joins these");
        assert!(!is_one("t 63 55 b", "53", "t-63 or 55-b"), "about both edges");
    }

    /// What a tree weighs, everything written out.
    fn weight(tree: &ProofTree) -> u64 {
        let forced = tree.forced();
        let mut below: Vec<u64> = Vec::new();
        for (node, &is_leaf) in tree.nodes.iter().zip(&forced) {
            let branches = node.branches.iter().filter(|_| !is_leaf);
            let price = |next: usize| if forced[next] { 1 } else { u64::from(PRINTED) + below[next] };
            below.push(branches.map(|branch| branch.node.map_or(1, price)).sum());
        }
        below.last().copied().unwrap_or(0)
    }

    #[test]
    fn a_tree_weighs_what_its_derivation_does_less_the_answers_it_can_do_without() {
        let size = Size::new(5, 5).unwrap();
        let mut equal = 0;
        for cell in size.all().cells() {
            let opening = size.name(cell, hissho_rules::hex::Notation::Digits);
            let position = Position::from_moves(size, &opening).unwrap();
            let solution = solve(&position, &Limits::default().start()).unwrap();
            let steps = solution.evidence.steps;
            let geometry = Geometry::new(size, solution.winner);
            let mut pairs = PrintedSize::new(&geometry, Sigma::up_to(None, size));
            for (step, statement) in steps.iter().zip(statements_of(&geometry, &steps).unwrap()) {
                pairs.push(step, &statement);
            }
            assert!(pairs.is_win(steps.len() - 1));
            let tree = ProofTree::new(size, solution.winner, &steps, &[], Leaves::Connections).unwrap();
            let (weight, below) = (weight(&tree), pairs.below(steps.len() - 1));
            assert!(weight <= below, "{opening}: {weight}, {below}");
            equal += u32::from(below > 0 && weight == below);
        }
        assert!(equal > 0);
    }
}
