//! The course of sudoku techniques: every lesson has its boards, and their steps are correct.

use gridlore::course::{BOARDS, board, lesson, lessons};
use gridlore::{Budget, Midend};
use gridlore_sudoku::{Board, solutions_up_to};
use std::collections::HashSet;

/// Every board of every lesson opens, its next hint uses the technique, and the steps of the
/// technique agree with the solution found by another solver.
#[test]
fn the_technique_of_a_lesson_is_the_next_step_on_its_boards() {
    for lesson in lessons() {
        let mut positions = HashSet::new();
        for number in 0..BOARDS {
            let name = format!("{}, board {number}", lesson.technique);
            let game = Midend::restore(&board(lesson.technique, number).unwrap()).unwrap();
            assert!(positions.insert(game.save()), "{name}");
            assert_eq!(game.hint().unwrap().title, lesson.technique, "{name}");
            let givens = Board::parse(&game.puzzle().description()).unwrap();
            let solution = solutions_up_to(&givens, 2, &mut Budget::unlimited()).unwrap();
            assert_eq!(solution.len(), 1, "{name}");
            let digit = |cell: usize| char::from(b'0' + solution[0].values()[cell]);
            let tutor = game.puzzle().tutor().unwrap();
            let steps = tutor.steps(game.position(), Some(lesson.technique)).unwrap();
            assert!(!steps.is_empty(), "{name}");
            for step in steps {
                assert!(step.placed.iter().all(|&(cell, symbol)| digit(cell) == symbol), "{name}");
                assert!(step.removed.iter().all(|&(cell, symbol)| digit(cell) != symbol), "{name}");
                assert_ne!(step.placed.is_empty(), step.removed.is_empty(), "{name}");
            }
        }
        assert_eq!(lesson.example().unwrap().name, lesson.technique);
    }
}

/// Slugs are unique and lead back to their lessons; ideas are a few sentences long.
#[test]
fn lessons_have_addresses_and_ideas() {
    let all: Vec<_> = lessons().collect();
    assert_eq!(all.len(), 44);
    for one in &all {
        assert_eq!(lesson(&one.slug()), Some(*one));
        let words = one.idea.split_whitespace().count();
        assert!((20..=75).contains(&words) && one.idea.ends_with('.'), "{}: {words} words", one.technique);
    }
}
