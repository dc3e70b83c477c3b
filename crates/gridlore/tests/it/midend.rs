//! The midend: complete games, undo, hints, checks, saved games, solution paths and files.

use gridlore::{Action, Midend, Pen, Refusal, Solve, Track, open};

const PUZZLE: &str =
    "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn game() -> Midend {
    Midend::new(open(PUZZLE).unwrap())
}

fn enter(cell: usize, symbol: char) -> Action {
    Action::Enter { cells: vec![cell], symbol }
}

fn note(cell: usize, symbol: char) -> Action {
    Action::Mark { cells: vec![cell], pen: Pen::Centre, symbol }
}

#[test]
fn digits_are_entered_removed_undone_and_redone() {
    let mut game = game();
    assert_eq!((game.can_undo(), game.can_redo(), game.view().blank), (false, false, 51));
    game.act(enter(2, '4')).unwrap();
    assert_eq!(game.view().cells[2].symbol, Some('4'));
    assert_eq!(game.view().cells[2].label, "row 1, column 3, 4");
    game.act(enter(2, '4')).unwrap();
    assert_eq!(game.view().cells[2].label, "row 1, column 3, blank");
    assert!(game.undo());
    assert_eq!(game.view().cells[2].symbol, Some('4'));
    assert!(game.undo() && !game.undo() && game.redo());
    assert_eq!(game.view().cells[2].symbol, Some('4'));
    // A new move replaces the undone moves; a move that changes nothing does not.
    game.act(Action::Clear { cells: vec![3] }).unwrap();
    assert!(game.can_redo());
    game.act(enter(3, '6')).unwrap();
    assert!(!game.can_redo());
}

#[test]
fn clashes_are_described_and_marked() {
    let mut game = game();
    game.act(enter(2, '5')).unwrap();
    let view = game.view();
    assert_eq!(
        view.clashes,
        ["Two 5s in row 1 (columns 1 and 3)", "Two 5s in box 1 (row 1, column 1 and row 1, column 3)"]
    );
    assert_eq!(view.cells[0].label, "row 1, column 1, 5, given, clash");
    assert_eq!(view.cells[2].label, "row 1, column 3, 5, clash");
    assert_eq!(view.cells[2].quiet_label.as_deref(), Some("row 1, column 3, 5"));
    assert_eq!(view.cells[1].quiet_label, None);
    assert_eq!(view.cells.iter().filter(|cell| cell.clash).count(), 2);
    assert_eq!(game.hint().unwrap().title, "Clash");
}

#[test]
fn pencil_marks_are_toggled_and_give_way_to_digits() {
    let mut game = game();
    for symbol in ['2', '1', '4', '1'] {
        game.act(note(2, symbol)).unwrap();
    }
    game.act(note(10, '4')).unwrap();
    assert_eq!(game.view().cells[2].marks, "24");
    assert_eq!(game.view().cells[2].label, "row 1, column 3, notes 2 4");
    game.act(enter(3, '4')).unwrap();
    assert_eq!(game.view().cells[2].marks, "2", "the 4 in the row erases the note");
    assert_eq!(game.view().cells[10].marks, "4");
    let filled = Refusal::Filled("row 1, column 4".to_owned());
    assert_eq!(game.act(note(3, '1')), Err(filled));
    game.act(Action::Clear { cells: vec![2] }).unwrap();
    assert_eq!(game.view().cells[2].marks, "");
}

#[test]
fn refusals_say_why_and_change_nothing() {
    let mut game = game();
    let before = game.save();
    let refused = |action: Action, game: &mut Midend| game.act(action).unwrap_err().to_string();
    assert_eq!(refused(enter(0, '1'), &mut game), "row 1, column 1 is a given and cannot be changed");
    assert_eq!(refused(enter(81, '1'), &mut game), "found cell 81, expected one of 0 to 80");
    assert_eq!(refused(enter(2, 'x'), &mut game), "found 'x', expected a digit 1-9");
    assert_eq!(game.save(), before);
}

/// Following the hints solves the puzzle; each hint has a title, an explanation and cells.
#[test]
fn hints_lead_to_the_solution() {
    let mut game = game();
    for _ in 0..51 {
        let hint = game.hint().unwrap();
        assert!(!hint.title.is_empty() && !hint.text.is_empty() && !hint.cells.is_empty(), "{hint:?}");
        game.act(hint.action.expect("a step")).unwrap();
    }
    assert!(game.view().solved);
    assert_eq!(game.hint().unwrap().title, "Solved");
    assert_eq!(game.check().unwrap().message, "Solved: every row, column and box is complete.");
}

/// If every cell has notes, hints treat the notes as the candidates: each hint is one step and
/// removes the notes that it rules out.
#[test]
fn hints_use_the_notes() {
    const HARD: &str =
        "sudoku:...6...2....9.3....1.5...34..97..86..7..9....1..32..7....2...15.92..57.66.......3";
    let mut game = Midend::new(open(HARD).unwrap());
    assert!(game.fill_candidates() && game.can_undo());
    assert_eq!(game.view().cells[0].marks, "345789");
    let (mut titles, mut removals) = (Vec::new(), 0);
    while !game.view().solved {
        let hint = game.hint().unwrap();
        // A step that was already taken does not appear again.
        assert!(hint.pictures.len() <= 1, "{hint:?}");
        let before = game.view();
        game.act(hint.action.expect("a step")).unwrap();
        assert_ne!(game.view().cells, before.cells, "{}", hint.title);
        for &(cell, symbol) in &hint.removed {
            assert!(!game.view().cells[cell].marks.contains(symbol), "{}", hint.title);
            removals += 1;
        }
        titles.push(hint.title);
    }
    assert!(removals >= 20 && titles.iter().any(|title| title == "XY-Chain"), "{removals} {titles:?}");

    // Hints about missing notes, and about notes that a digit rules out, come first.
    let mut game = Midend::new(open(HARD).unwrap());
    game.fill_candidates();
    let solved = {
        let mut game = Midend::new(open(HARD).unwrap());
        game.solve().unwrap();
        game.view().cells[0].symbol.unwrap()
    };
    game.act(note(0, solved)).unwrap();
    let hint = game.hint().unwrap();
    assert_eq!((hint.title.as_str(), hint.cells.as_slice(), hint.action), ("A missing note", &[0][..], None));
    game.undo();
    game.act(note(0, '6')).unwrap();
    let hint = game.hint().unwrap();
    assert_eq!((hint.title.as_str(), hint.removed.as_slice()), ("Notes to remove", &[(0, '6')][..]));
    assert_eq!(hint.text, "The notes of row 1, column 1 still contain 6, which it sees.");
    game.act(hint.action.unwrap()).unwrap();
    assert_eq!(game.view().cells[0].marks, "345789");
}

#[test]
fn mistakes_come_before_steps() {
    let mut game = game();
    game.act(enter(2, '2')).unwrap();
    let hint = game.hint().unwrap();
    assert_eq!((hint.title.as_str(), hint.cells.as_slice(), hint.action), ("A wrong digit", &[2][..], None));
    let check = game.check().unwrap();
    assert_eq!((check.wrong, check.solved), (vec![2], false));
    assert_eq!(check.message, "1 digit is wrong (marked).");
    game.undo();
    assert_eq!(game.check().unwrap().message, "No mistakes so far, 51 cells left.");
}

#[test]
fn the_solution_is_shown_and_can_be_undone() {
    let mut game = game();
    assert!(matches!(game.solve().unwrap(), Solve::Unique(_)));
    assert!(game.view().solved && game.undo() && !game.view().solved);
    game.redo();
    game.restart();
    assert_eq!(game.view().blank, 51);
    let mut none = Midend::new(open(&PUZZLE.replace("53..", "535.")).unwrap());
    assert_eq!(none.solve().unwrap(), Solve::None("two 5s in row 1 (columns 1 and 3)".to_owned()));
    assert!(!none.can_undo());
}

#[test]
fn time_stops_once_solved() {
    let mut game = game();
    game.tick(1_500);
    game.solve().unwrap();
    game.tick(1_000);
    assert_eq!(game.elapsed_ms(), 1_500);
}

#[test]
fn save_restore_round_trip() {
    let mut game = game();
    game.act(enter(2, '4')).unwrap();
    game.act(note(3, '6')).unwrap();
    game.act(note(3, '2')).unwrap();
    game.act(Action::Clear { cells: vec![2] }).unwrap();
    game.undo();
    game.tick(65_000);
    let saved = game.save();
    assert_eq!(saved, format!("1;{PUZZLE};65000;3;2=4;3~6;3~2;2-"));
    let mut back = Midend::restore(&saved).unwrap();
    assert_eq!((back.save(), back.view()), (saved, game.view()));
    assert!(back.redo() && !back.can_redo());
    let shared = Midend::restore(&game.share()).unwrap();
    assert_eq!((shared.view(), shared.elapsed_ms()), (game.view(), 0));
    assert_eq!(Midend::new(open(PUZZLE).unwrap()).share(), format!("1;{PUZZLE};0;0"));
}

#[test]
fn bad_saves_are_refused_with_the_field() {
    let error = |text: &str| Midend::restore(text).unwrap_err().to_string();
    let with = |rest: &str| error(&format!("1;{PUZZLE};{rest}"));
    assert_eq!(
        error(""),
        "field 2 of the saved game: found \"\", expected at least four fields: 1;id;milliseconds;moves done"
    );
    assert_eq!(
        error("2;a;b;c"),
        "field 1 of the saved game: found \"2\", expected 1, the version of the format"
    );
    assert_eq!(
        error("1;chess#1;0;0"),
        format!(
            "the puzzle of the saved game: line 1, column 1: found \"chess\", expected one of {}",
            crate::played_kinds()
        )
    );
    assert_eq!(with("x;0"), "field 3 of the saved game: found \"x\", expected milliseconds");
    assert_eq!(
        with("0;1"),
        "field 4 of the saved game: found \"1\", expected at most the number of moves that follow"
    );
    let a_move = "expected a move: cells=symbol, cells~symbol, cells^symbol, cells/symbol, cells*colour, cells-, cells_, corners|, cells_-, press+ or !position";
    assert_eq!(with("0;1;2=45"), format!("field 5 of the saved game: found \"2=45\", {a_move}"));
    assert_eq!(with("0;1;2"), format!("field 5 of the saved game: found \"2\", {a_move}"));
    assert_eq!(with("0;1;0=4"), "move 1 of the saved game: row 1, column 1 is a given and cannot be changed");
    assert_eq!(
        with("0;1;!4"),
        "field 5 of the saved game: found \"!4\", expected a position of this puzzle after !"
    );
}

#[test]
fn positions_from_outside_are_validated() {
    let puzzle = open(PUZZLE).unwrap();
    let error = |text: &str| puzzle.position(text).unwrap_err().to_string();
    let start = puzzle.start();
    assert_eq!(puzzle.position(start.as_str()), Ok(start.clone()));
    assert_eq!(error(&start.as_str()[1..]), "line 1, column 81: found 80 cells, expected 81");
    assert_eq!(error(&format!("{}.", start.as_str())), "line 1, column 82: found 82 cells, expected 81");
    assert_eq!(
        error(&format!("1{}", &start.as_str()[1..])),
        "line 1, column 1: found '1', expected '.', since the cell is given"
    );
    assert_eq!(error("..(1x"), "line 1, column 5: found 'x', expected a digit or ')'");
    assert_eq!(error("..(1"), "line 1, column 5: found nothing, expected ')' after pencil marks");
    assert_eq!(error("..(1)/4"), "line 1, column 8: found nothing, expected '/' after crossed-out digits");
    assert_eq!(error("..x"), "line 1, column 3: found 'x', expected a digit, '.' or '(' and pencil marks");
}

/// Actions on several cells with all kinds of marks; one undo reverts a whole action.
#[test]
fn marks_of_every_kind_apply_to_several_cells() {
    let mut game = game();
    let mark = |cells: &[usize], pen, symbol| Action::Mark { cells: cells.to_vec(), pen, symbol };
    let label = |game: &Midend, cell: usize| game.view().cells[cell].label.clone();
    game.act(mark(&[2, 3], Pen::Corner, '4')).unwrap();
    game.act(mark(&[2], Pen::Centre, '2')).unwrap();
    game.act(mark(&[0, 2, 3], Pen::Colour, '3')).unwrap();
    assert_eq!(label(&game, 2), "row 1, column 3, notes 2, corner notes 4, colour 3");
    assert_eq!(label(&game, 0), "row 1, column 1, 5, given, colour 3");
    // A mark that some cells lack is added to all of them; a mark that all cells have is removed.
    game.act(mark(&[2, 3], Pen::Centre, '2')).unwrap();
    assert_eq!((game.view().cells[2].marks.as_str(), game.view().cells[3].marks.as_str()), ("2", "2"));
    game.act(mark(&[2, 3], Pen::Centre, '2')).unwrap();
    assert_eq!(game.view().cells[3].marks, "");
    assert!(game.undo());
    assert_eq!(game.view().cells[3].marks, "2");
    // Givens among the cells are not changed; clearing removes symbols and marks before colours.
    game.act(Action::Enter { cells: vec![0, 2, 3], symbol: '7' }).unwrap();
    assert_eq!(label(&game, 2), "row 1, column 3, 7, clash, colour 3");
    assert_eq!(label(&game, 0), "row 1, column 1, 5, given, colour 3");
    game.act(Action::Clear { cells: vec![0, 2, 3] }).unwrap();
    assert_eq!(label(&game, 2), "row 1, column 3, blank, colour 3");
    game.act(Action::Clear { cells: vec![0, 2, 3] }).unwrap();
    assert_eq!(label(&game, 0), "row 1, column 1, 5, given");
    game.undo();
    let saved = game.save();
    // The mark that was undone is a branch after four moves.
    assert!(saved.ends_with(";2,3^4;2~2;0,2,3*3;2,3~2;0,2,3=7;0,2,3-;0,2,3-;@4;2,3~2"), "{saved}");
    assert_eq!(Midend::restore(&saved).unwrap().view(), game.view());
    assert!(game.share().contains(";!.{3}..{3}.{3}."), "{}", game.share());
    assert_eq!(Midend::restore(&game.share()).unwrap().view(), game.view());
    assert_eq!(
        game.act(mark(&[2], Pen::Colour, '0')).unwrap_err().to_string(),
        "found '0', expected a colour from 1 to 9"
    );
}

/// Rewinding returns to the last position without a wrong digit or a missing note.
#[test]
fn rewinding_returns_to_before_the_mistake() {
    let mut game = game();
    assert!(!game.rewind().unwrap());
    game.act(enter(2, '4')).unwrap();
    game.act(enter(3, '2')).unwrap();
    assert!(game.hint().unwrap().is_mistake);
    game.act(enter(5, '8')).unwrap();
    assert!(game.rewind().unwrap());
    assert_eq!((game.view().cells[2].symbol, game.view().cells[3].symbol), (Some('4'), None));
    assert!(game.can_redo() && !game.rewind().unwrap());
    game.fill_candidates();
    let fits = game.view().cells[3].marks.clone();
    game.act(note(3, '6')).unwrap();
    assert!(game.hint().unwrap().is_mistake);
    assert!(game.rewind().unwrap());
    assert_eq!(game.view().cells[3].marks, fits);
}

/// Hints come in stages, on boards of every size.
#[test]
fn boards_of_other_sizes_are_played_to_the_end_by_hints() {
    for id in [
        "sudoku:2x2#1",
        "sudoku:2x3#1",
        "sudoku:3x2-hard#4",
        "sudoku:2x4#2",
        "sudoku:3x4#1",
        "sudoku:4x4-easy#1",
    ] {
        let mut game = Midend::new(open(id).unwrap());
        let again = open(&game.id()).unwrap();
        assert_eq!(again.view(&again.start()), game.view(), "{id}: {}", game.id());
        assert_eq!(
            game.id().contains("3x2:"),
            id.contains("3x2"),
            "parameters only if the number of cells is ambiguous"
        );
        let side = game.view().rows;
        assert_eq!(game.view().symbols.len(), side);
        let is_noted = side != 8;
        if is_noted {
            game.fill_candidates();
        }
        let mut steps = 0;
        while !game.view().solved {
            let hint = game.hint().unwrap();
            assert_eq!(hint.stages.len(), 3, "{id} {hint:?}");
            assert!(
                hint.stages[0].text.starts_with("Look at ") && !hint.stages[0].text.contains(&hint.title)
            );
            assert!(hint.stages[1].text.contains(&hint.title), "{hint:?}");
            game.act(hint.action.expect("a step")).unwrap();
            steps += 1;
            assert!(steps < 2000);
        }
        assert_eq!(Midend::restore(&game.save()).unwrap().view(), game.view());
    }
    let error = |id: &str| open(id).unwrap_err().to_string();
    assert_eq!(
        error("sudoku:5x5#1"),
        "line 1, column 8: found \"5x5\", expected the rows and columns of a box, such as 2x2, 2x3, 3x4 or 4x4, with at most 16 digits"
    );
    assert_eq!(
        error("sudoku:2x2-hard#1"),
        "line 1, column 8: found \"2x2-hard\", expected another level (no board of this size is hard); did you mean sudoku:2x3-hard#1?"
    );
    assert_eq!(
        error("sudoku:2x2:12341234..5....."),
        "line 1, column 22: found \"5\", expected one of 1-4, or . or 0 for a blank"
    );
}

/// A solution path leads from a position to the solution, and each step starts where the previous
/// one ended.
#[test]
fn a_tutor_gives_a_complete_solution_path() {
    let mut game = Midend::new(
        open("sudoku:...6...2....9.3....1.5...34..97..86..7..9....1..32..7....2...15.92..57.66.......3")
            .unwrap(),
    );
    game.act(enter(0, '9')).unwrap();
    let is_wrong = game.check().unwrap().wrong.len() == 1;
    assert_eq!(game.puzzle().tutor().unwrap().steps(game.position(), None).is_err(), is_wrong);
    game.undo();
    for guide in ["hodoku", "own"] {
        let tutor = game.puzzle().tutor().unwrap();
        let path = tutor.solution_path(game.position(), guide).unwrap();
        assert!(path.is_complete && path.note.is_empty() && !path.rating.is_empty(), "{}", path.rating);
        let mut board = Midend::at(open(&game.id()).unwrap(), path.steps[0].before.clone());
        for (place, step) in path.steps.iter().enumerate() {
            assert!(
                step.picture.starts_with("<svg") && step.notation.starts_with(step.name),
                "{}",
                step.notation
            );
            assert!(!step.text.is_empty() && step.cost.parse::<f64>().is_ok(), "{}", step.cost);
            assert_eq!(step.before, *board.position());
            let now = board.view().blank;
            let next = path.steps.get(place + 1).map_or(&path.end, |next| &next.before);
            board.act(Action::Become(next.clone())).unwrap();
            assert_eq!(board.view().blank < now, step.is_placing, "{}", step.notation);
            assert!(
                !board.puzzle().has_mistake(board.position(), &mut gridlore::Budget::unlimited()).unwrap()
            );
        }
        assert!(board.view().solved);
    }
    let tutor = game.puzzle().tutor().unwrap();
    assert!(
        tutor.solution_path(game.position(), "nobody").unwrap_err().contains("expected one of hodoku, own")
    );
    // List all available steps, without duplicates.
    let steps = tutor.steps(game.position(), None).unwrap();
    let mut seen: Vec<&str> = steps.iter().map(|step| step.notation.as_str()).collect();
    assert!(seen.len() > 20);
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), steps.len());
    // The next step of an exercise uses its technique.
    for technique in ["X-Wing", "XY-Wing", "Naked Pair"] {
        let exercise =
            tutor.exercise(technique, false, 3, &mut gridlore::Budget::nodes(500)).unwrap().expect("one");
        let exercise = Midend::restore(&exercise).unwrap();
        assert_eq!(exercise.hint().unwrap().title, technique);
    }
    // A technique that is never next is at least available in its exercise.
    for technique in ["Mutant Swordfish", "Aligned Pair Exclusion", "Finned Franken Jellyfish"] {
        assert!(tutor.other_techniques().contains(&technique), "{technique}");
        let exercise =
            tutor.exercise(technique, true, 3, &mut gridlore::Budget::nodes(500)).unwrap().expect("one");
        let exercise = Midend::restore(&exercise).unwrap();
        let steps = exercise.puzzle().tutor().unwrap().steps(exercise.position(), Some(technique)).unwrap();
        assert!(!steps.is_empty() && steps.iter().all(|step| step.name == technique), "{technique}");
    }
    assert!(tutor.steps(game.position(), Some("Guessing")).unwrap_err().contains("unknown technique"));
    assert_eq!(tutor.exercise("Guessing", false, 3, &mut gridlore::Budget::nodes(5)), Ok(None));
}

/// Files of other programs round-trip.
#[test]
fn files_of_other_programs_are_read_and_written() {
    let kind = gridlore::kind("sudoku").unwrap();
    let mut game = game();
    game.act(enter(2, '4')).unwrap();
    game.fill_candidates();
    game.act(note(5, '8')).unwrap();
    let tutor = game.puzzle().tutor().unwrap();
    for (format, _) in tutor.formats() {
        let text = tutor.formatted(game.position(), format).unwrap();
        let games = gridlore::games_in_file(kind, &text).unwrap();
        assert_eq!(games.len(), 1, "{format}");
        let again = Midend::restore(&games[0]).unwrap();
        let symbols = |game: &Midend| game.view().cells.iter().map(|cell| cell.symbol).collect::<Vec<_>>();
        // In formats that contain only candidates, a single candidate is read as a digit.
        if !["marks", "candidates", "sdx"].contains(&format) {
            assert_eq!(symbols(&again), symbols(&game), "{format}");
        }
        if format == "library" {
            assert_eq!(again.view().cells[5].marks, game.view().cells[5].marks, "{format}");
        }
    }
    let read = |text: &str| gridlore::games_in_file(kind, text).map_err(|error| error.to_string());
    assert_eq!(read("1...\n....\n....\n...2"), Ok(vec!["1;sudoku:1..............2;0;0".to_owned()]));
    assert_eq!(read(&format!("{0}\n{0}\n", &PUZZLE[7..])).unwrap().len(), 2);
    assert_eq!(
        read("12x").unwrap_err(),
        "line 1, column 3: found 'x', expected a digit, '.', '+', or a border"
    );
    assert!(gridlore::games_in_file(gridlore::kind("flipper").unwrap(), "1").is_err());
}

fn line(points: &[usize], track: Track) -> Action {
    Action::Line { points: points.to_vec(), track }
}

/// Lines are drawn, removed, undone, saved and described; entering digits does not change them.
#[test]
fn lines_are_part_of_the_game() {
    let mut game = game();
    let labels = |game: &Midend| game.view().lines.iter().map(|line| line.label.clone()).collect::<Vec<_>>();
    game.act(line(&[0, 1, 11, 10], Track::Centres)).unwrap();
    game.act(line(&[0, 1, 2], Track::Corners)).unwrap();
    assert_eq!(
        labels(&game),
        [
            "border line from the top left of row 1, column 1 to the top left of row 1, column 3",
            "line from row 1, column 1 to row 2, column 2",
        ]
    );
    assert_eq!(game.view().lines[1].points, [(1, 1), (1, 3), (3, 5), (3, 3)]);
    assert_eq!(
        game.view().cells[1].label,
        "row 1, column 2, 3, given, line to row 1, column 1 and row 2, column 3, border line above"
    );
    game.act(enter(2, '4')).unwrap();
    game.act(Action::Clear { cells: vec![2] }).unwrap();
    let saved = game.save();
    assert!(saved.ends_with(";4;0,1,11,10_;0,1,2|;2=4;2-"), "{saved}");
    assert_eq!(Midend::restore(&saved).unwrap().view(), game.view());
    assert!(game.share().contains(";!._15_._25_"), "{}", game.share());
    assert_eq!(Midend::restore(&game.share()).unwrap().view(), game.view());
    // Drawing the same line again in the other direction removes it; drawing a longer line adds the
    // rest.
    game.act(line(&[1, 0], Track::Centres)).unwrap();
    assert_eq!(labels(&game)[1], "line from row 1, column 2 to row 2, column 2");
    game.act(line(&[0, 1, 11], Track::Centres)).unwrap();
    assert_eq!(labels(&game)[1], "line from row 1, column 1 to row 2, column 2");
    game.act(Action::EraseLines { cells: vec![11] }).unwrap();
    assert_eq!(labels(&game)[1], "line from row 1, column 1 to row 1, column 2");
    game.act(Action::EraseLines { cells: vec![0] }).unwrap();
    assert_eq!(
        labels(&game),
        ["border line from the top left of row 1, column 2 to the top left of row 1, column 3"]
    );
    assert!(game.save().ends_with("11_-;0_-"));
    assert_eq!(Midend::restore(&game.save()).unwrap().view(), game.view());
    // A closed line and a fork.
    let mut game = Midend::new(open(PUZZLE).unwrap());
    game.act(line(&[0, 1, 10, 9, 0], Track::Centres)).unwrap();
    assert_eq!(labels(&game), ["closed line through row 1, column 1"]);
    game.act(line(&[10, 20], Track::Centres)).unwrap();
    assert_eq!(
        labels(&game),
        ["line from row 2, column 2 to row 3, column 3", "closed line through row 2, column 2"]
    );
}

#[test]
fn lines_that_do_not_exist_are_refused() {
    let mut game = game();
    let mut refused = |action: Action| game.act(action).unwrap_err().to_string();
    let apart = "each point of a line must be next to the previous one";
    assert_eq!(refused(line(&[0, 2], Track::Centres)), apart);
    assert_eq!(refused(line(&[8, 9], Track::Centres)), apart, "the next row is not the next cell");
    assert_eq!(refused(line(&[0, 0], Track::Centres)), apart);
    assert_eq!(refused(line(&[0, 11], Track::Corners)), apart, "sides have no diagonals");
    assert_eq!(refused(line(&[9, 10], Track::Corners)), apart);
    assert_eq!(refused(line(&[4], Track::Centres)), "a line needs two points");
    assert_eq!(refused(line(&[81, 80], Track::Centres)), "found cell 81, expected one of 0 to 80");
    assert_eq!(refused(line(&[100, 99], Track::Corners)), "found cell 100, expected one of 0 to 99");
    game.act(line(&[99, 98], Track::Corners)).unwrap();
    let puzzle = open(PUZZLE).unwrap();
    let error = |text: &str| puzzle.position(text).unwrap_err().to_string();
    let stroke = "expected a stroke from 1 to 8 that the cell has, or '_'";
    assert_eq!(error("._7_"), format!("line 1, column 3: found '7', {stroke}"));
    assert_eq!(error("._4_"), format!("line 1, column 3: found '4', {stroke}"));
    assert_eq!(error("._1"), "line 1, column 4: found nothing, expected '_' after strokes");
}

/// Undone moves become a branch that is saved, listed and opened. The moves that it replaces become
/// a branch.
#[test]
fn undone_moves_stay_as_branches() {
    let mut game = game();
    game.act(enter(2, '4')).unwrap();
    game.act(enter(3, '6')).unwrap();
    game.act(note(5, '8')).unwrap();
    let first = game.view();
    game.undo();
    game.undo();
    assert!(game.branches().is_empty(), "nothing has replaced the moves");
    game.act(enter(3, '2')).unwrap();
    let second = game.view();
    let save = game.save();
    assert!(save.ends_with(";2;2=4;3=2;@1;3=6;5~8"), "{save}");
    let mut game = Midend::restore(&save).unwrap();
    assert_eq!((game.save(), game.view()), (save, second.clone()));
    let branches = game.branches();
    assert_eq!(branches.len(), 1);
    assert_eq!((branches[0].after, branches[0].moves, branches[0].first.as_str()), (1, 2, "6 in r1c4"));
    assert_eq!(branches[0].view, first);
    assert!(game.open_branch(0));
    assert_eq!(game.view(), first);
    assert!(game.save().ends_with(";3;2=4;3=6;5~8;@1;3=2"), "{}", game.save());
    // Create a branch of the branch, and return to the first.
    game.undo();
    game.act(note(5, '1')).unwrap();
    assert!(game.save().ends_with(";3;2=4;3=6;5~1;@1;3=2;@2;5~8"), "{}", game.save());
    assert!(game.open_branch(0));
    assert_eq!(game.view(), second);
    assert_eq!(game.branches().len(), 2);
    // Replaying a branch's moves removes the branch.
    game.undo();
    game.act(enter(3, '6')).unwrap();
    game.act(note(5, '8')).unwrap();
    assert_eq!(game.view(), first);
    let texts = |game: &Midend| -> Vec<(usize, String)> {
        game.branches().into_iter().map(|branch| (branch.after, branch.first)).collect()
    };
    assert_eq!(texts(&game), [(2, "centre mark 1 in r1c6".to_owned()), (1, "2 in r1c4".to_owned())]);
    assert!(!game.open_branch(2));
}

#[test]
fn bad_branches_are_refused_or_left_out() {
    let restore = |rest: &str| Midend::restore(&format!("1;{PUZZLE};0;{rest}"));
    let error = |rest: &str| restore(rest).unwrap_err().to_string();
    assert_eq!(error("1;2=4;@1"), "field 7 of the saved game: found \"\", expected a move of the branch");
    assert_eq!(
        error("1;2=4;@0;@0;3=6"),
        "field 7 of the saved game: found \"@0\", expected a move of the branch"
    );
    assert_eq!(
        error("1;2=4;@2;3=6"),
        "field 6 of the saved game: found \"@2\", expected a number after @ no greater than the number of moves before the branches"
    );
    assert!(
        error("1;2=4;@0;3=66").starts_with("field 7 of the saved game: found \"3=66\", expected a move:")
    );
    assert!(error("2;2=4;@0;3=6").starts_with("field 4 of the saved game"), "branches are not moves done");
    // A branch is played only when it is opened; here, the cell is a given.
    let mut game = restore("1;2=4;@0;0=1;@0;3=6").unwrap();
    assert_eq!(game.branches().len(), 1);
    assert!(game.open_branch(0) && game.view().cells[3].symbol == Some('6'));
    // A move that changes nothing is not recorded, so the branch after it is dropped.
    let game = restore("2;2=4;2~;@2;3=6").unwrap_err();
    assert!(game.to_string().starts_with("field 6"));
    let game = restore("2;2=4;5_-;@2;3=6").unwrap();
    assert_eq!((game.branches().len(), game.save().matches('@').count()), (0, 0));
}

/// Undone presses are discarded, because games for two keep their own variations.
#[test]
fn presses_have_no_branches() {
    let mut game = Midend::new(open("connect-four:").unwrap());
    game.act(Action::Press { press: 3 }).unwrap();
    game.undo();
    game.act(Action::Press { press: 2 }).unwrap();
    assert_eq!(game.save(), "1;connect-four:;0;1;2+");
}
