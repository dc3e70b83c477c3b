//! Answers the JSON requests of games with the facade.

#[cfg(feature = "variant-sudoku")]
use crate::answer::DrawingAnswer;
use crate::answer::{Answer, BranchAnswer, CountAnswer, GameAnswer, ReviewedAnswer, ScoredAnswer};
#[cfg(feature = "lessons")]
use crate::lessons::{self, Lesson};
use crate::preset::{Offer, PresetAnswer};
use crate::request::Request;
#[cfg(feature = "variant-studio")]
use crate::studio::{self, Studio};
#[cfg(feature = "variant-studio")]
use gridlore::Shown;
use gridlore::game::Game;
use gridlore::{Action, Budget, Midend, Puzzle, Registry, Solve, View};

/// Answers one request as JSON. If it fails, `error` has the message and the page keeps its game.
#[must_use]
pub fn answer(request: &str) -> String {
    let answer = serde_json::from_str(request)
        .map_err(|error| format!("cannot read the request: {error}"))
        .and_then(|request| answer_to(&Registry::new(), request))
        .unwrap_or_else(|error| Answer { error: Some(error), ..Answer::default() });
    serde_json::to_string(&answer)
        .unwrap_or_else(|error| format!("{{\"error\":\"cannot write the response: {error}\"}}"))
}

fn answer_to(registry: &Registry, request: Request) -> Result<Answer, String> {
    match request {
        Request::Open { id } => Ok(with_drawing(Answer::default(), &Midend::new(opened(registry, &id)?))),
        Request::Count { id, limit } => {
            let puzzle = opened(registry, &id)?;
            let mut budget = Budget::unlimited();
            let solutions = puzzle.count(limit, &mut budget).map_err(|spent| spent.to_string())?;
            Ok(Answer { count: Some(CountAnswer { solutions, nodes: budget.spent() }), ..Answer::default() })
        }
        #[cfg(feature = "lessons")]
        Request::Tutor { game } => taught(lessons::about(&game)),
        #[cfg(feature = "lessons")]
        Request::Way { game, guide } => taught(lessons::way(&game, &guide)),
        #[cfg(feature = "lessons")]
        Request::Steps { game, technique } => taught(lessons::steps(&game, technique.as_deref())),
        #[cfg(feature = "lessons")]
        Request::Ratings { game } => taught(lessons::ratings(&game)),
        #[cfg(feature = "lessons")]
        Request::Exercise { game, technique, early, seed, nodes } => {
            taught(lessons::exercise(&game, &technique, early, (seed, nodes)))
        }
        #[cfg(feature = "sudoku-tutor")]
        Request::Lesson { technique, number } => taught(lessons::lesson(&technique, number)),
        #[cfg(feature = "lessons")]
        Request::Read { kind, text } => taught(lessons::read(&kind, &text)),
        #[cfg(feature = "lessons")]
        Request::Write { game, format } => taught(lessons::written(&game, &format)),
        #[cfg(feature = "variant-studio")]
        Request::Block { text } => studio_answer(studio::block(&text)),
        #[cfg(feature = "variant-studio")]
        Request::Verdict { text, nodes } => studio_answer(studio::verdict(&text, nodes)),
        #[cfg(feature = "variant-studio")]
        Request::Conflict { text, nodes } => studio_answer(studio::conflict(&text, nodes)),
        #[cfg(feature = "variant-studio")]
        Request::Unnecessary { text, nodes } => studio_answer(studio::unnecessary(&text, nodes)),
        #[cfg(feature = "variant-studio")]
        Request::Givens { text, solution, groups, nodes } => {
            studio_answer(studio::givens(&text, &solution, &groups, nodes))
        }
        #[cfg(feature = "variant-studio")]
        Request::Difficulty { text, nodes } => studio_answer(studio::difficulty(&text, nodes)),
        #[cfg(feature = "variant-studio")]
        Request::Draft { text } => {
            let kind = registry.kind("variant-sudoku").ok_or("no variants in this build")?;
            match kind.opens.parse("", &text).map_err(|error| error.to_string())? {
                Shown::Puzzle(puzzle) => Ok(with_drawing(Answer::default(), &Midend::new(puzzle))),
                Shown::Exhibit(_) => Err("expected a puzzle".to_owned()),
            }
        }
        Request::Presets { kind } => {
            let kind = registry.kind(&kind).ok_or_else(|| format!("unknown kind of puzzle \"{kind}\""))?;
            Ok(Answer { offer: Some(Offer::of(kind)), ..Answer::default() })
        }
        Request::Levels { id } => {
            let puzzle = opened(registry, &id)?;
            let levels = puzzle.game().map(Game::levels).unwrap_or_default().into_iter();
            let levels = levels.map(|(params, title)| PresetAnswer { params, title }).collect();
            Ok(Answer { levels: Some(levels), ..Answer::default() })
        }
        Request::Score { game, press, nodes } => {
            let midend = restored(registry, &game)?;
            let scored = for_two(&midend)?.move_score(midend.position(), press, nodes);
            let more = scored.as_ref().is_some_and(|scored| scored.exact().is_none()).then_some(true);
            Ok(Answer { scored: scored.map(ScoredAnswer::from), more, ..Answer::default() })
        }
        Request::Review { game, nodes } => {
            let midend = restored(registry, &game)?;
            let (found, is_all) = for_two(&midend)?.review(midend.position(), nodes);
            let review = Some(found.into_iter().map(ReviewedAnswer::from).collect());
            Ok(Answer { review, more: Some(!is_all), ..Answer::default() })
        }
        Request::Reply { game, level, seed, nodes, ms } => {
            played(registry, &game, ms, |midend| {
                match for_two(midend)?.reply(midend.position(), &level, seed, nodes) {
                    Ok(Some(action)) => {
                        midend.act(action).map_err(|refusal| refusal.to_string())?;
                        Ok(Answer { is_move: true, ..Answer::default() })
                    }
                    Ok(None) => Err(format!("the game is over, or there is no level \"{level}\"")),
                    Err(_) => Ok(Answer { more: Some(true), ..Answer::default() }),
                }
            })
        }
        Request::Restore { game, ms } => {
            let mut midend = restored(registry, &game)?;
            midend.tick(ms);
            Ok(with_drawing(Answer::default(), &midend))
        }
        Request::Enter { game, cells, symbol, ms } => {
            acted(registry, &game, ms, Action::Enter { cells, symbol })
        }
        Request::Mark { game, cells, pen, symbol, ms } => {
            acted(registry, &game, ms, Action::Mark { cells, pen: pen.into(), symbol })
        }
        Request::Clear { game, cells, ms } => acted(registry, &game, ms, Action::Clear { cells }),
        Request::Line { game, points, track, ms } => {
            acted(registry, &game, ms, Action::Line { points, track: track.into() })
        }
        Request::EraseLines { game, cells, ms } => acted(registry, &game, ms, Action::EraseLines { cells }),
        Request::Branches { game } => {
            let branches = restored(registry, &game)?.branches().into_iter().map(BranchAnswer::from);
            Ok(Answer { branches: Some(branches.collect()), ..Answer::default() })
        }
        Request::OpenBranch { game, branch, ms } => played(registry, &game, ms, |midend| {
            let message = if midend.open_branch(branch) {
                "Branch opened. The moves that it replaced are a branch now."
            } else {
                "There is no such branch."
            };
            Ok(Answer { message: Some(message.to_owned()), ..Answer::default() })
        }),
        Request::Press { game, press, ms } => acted(registry, &game, ms, Action::Press { press }),
        Request::Undo { game, ms } => played(registry, &game, ms, |midend| {
            let message = if midend.undo() { "Undone." } else { "Nothing to undo." };
            Ok(Answer { message: Some(message.to_owned()), ..Answer::default() })
        }),
        Request::Redo { game, ms } => played(registry, &game, ms, |midend| {
            let message = if midend.redo() { "Redone." } else { "Nothing to redo." };
            Ok(Answer { message: Some(message.to_owned()), ..Answer::default() })
        }),
        Request::Restart { game, ms } => played(registry, &game, ms, |midend| {
            midend.restart();
            Ok(Answer {
                message: Some("Restarted. Undo restores your board.".to_owned()),
                ..Answer::default()
            })
        }),
        Request::Check { game, ms } => played(registry, &game, ms, |midend| {
            let check = midend.check().map_err(|spent| spent.to_string())?;
            Ok(Answer { message: Some(check.message), wrong: Some(check.wrong), ..Answer::default() })
        }),
        Request::Hint { game, ms } => played(registry, &game, ms, |midend| {
            let hint = midend.hint().map_err(|spent| spent.to_string())?;
            Ok(Answer {
                message: Some(format!("{}. {}", hint.title, hint.text)),
                hint: Some(hint.into()),
                ..Answer::default()
            })
        }),
        Request::ToSymbol { game, ms } => played(registry, &game, ms, |midend| {
            let way = midend.steps_to_symbol().map_err(|spent| spent.to_string())?;
            let message = if way.is_some() { None } else { Some("The hint is already complete.".to_owned()) };
            Ok(Answer { message, hint: way.map(Into::into), ..Answer::default() })
        }),
        Request::Notes { game, ms } => played(registry, &game, ms, |midend| {
            let message = if midend.fill_candidates() {
                "All candidates filled in. Undo removes them."
            } else {
                "This puzzle has no pencil marks."
            };
            Ok(Answer { message: Some(message.to_owned()), ..Answer::default() })
        }),
        Request::Rewind { game, ms } => played(registry, &game, ms, |midend| {
            let is_back = midend.rewind().map_err(|spent| spent.to_string())?;
            let message = if is_back {
                "Undone to before the mistake. Redo restores the later moves."
            } else {
                "There is no mistake to undo."
            };
            Ok(Answer { message: Some(message.to_owned()), ..Answer::default() })
        }),
        Request::Step { game, ms } => played(registry, &game, ms, |midend| {
            let hint = midend.hint().map_err(|spent| spent.to_string())?;
            match hint.action.clone() {
                Some(action) => {
                    midend.act(action).map_err(|refusal| refusal.to_string())?;
                    Ok(Answer { is_move: true, ..Answer::default() })
                }
                None => Ok(Answer {
                    message: Some(hint.text.clone()),
                    hint: Some(hint.into()),
                    ..Answer::default()
                }),
            }
        }),
        Request::Solve { game, ms } => played(registry, &game, ms, |midend| {
            let message = match midend.solve().map_err(|spent| spent.to_string())? {
                Solve::None(reason) => format!("No solution: {reason}."),
                Solve::Unique(_) => "Solution shown. Undo restores your board.".to_owned(),
                Solve::Several(_) => "This puzzle has several solutions. This is one of them.".to_owned(),
            };
            Ok(Answer { message: Some(message), ..Answer::default() })
        }),
    }
}

#[cfg(feature = "lessons")]
fn taught(lesson: Result<Lesson, String>) -> Result<Answer, String> {
    Ok(Answer { lesson: Some(lesson?), ..Answer::default() })
}

fn for_two(midend: &Midend) -> Result<&dyn Game, String> {
    let kind = midend.puzzle().kind().name;
    midend.puzzle().game().ok_or_else(|| format!("found {kind}, expected a game for two"))
}

fn opened(registry: &Registry, id: &str) -> Result<Box<dyn Puzzle>, String> {
    registry.open(id).map_err(|error| error.to_string())
}

fn restored(registry: &Registry, game: &str) -> Result<Midend, String> {
    Midend::restore_in(registry, game).map_err(|error| error.to_string())
}

/// Restores the game, lets `turn` change it, and adds the changed game to the response.
fn played(
    registry: &Registry,
    game: &str,
    ms: u64,
    turn: impl FnOnce(&mut Midend) -> Result<Answer, String>,
) -> Result<Answer, String> {
    let mut midend = restored(registry, game)?;
    midend.tick(ms);
    let answer = turn(&mut midend)?;
    Ok(with_game(answer, &midend))
}

#[cfg(feature = "variant-studio")]
fn studio_answer(studio: Result<Studio, String>) -> Result<Answer, String> {
    Ok(Answer { studio: Some(studio?), ..Answer::default() })
}

/// Adds the game to a response. This is a separate function so that the compiled file does not
/// contain it once per request.
fn with_game(mut answer: Answer, midend: &Midend) -> Answer {
    let view = midend.view();
    if answer.is_move {
        answer.message = move_message(midend, &view);
    }
    answer.game = Some(GameAnswer::new(midend, view));
    answer
}

/// Adds the game to the response of a request that shows another puzzle, with its drawing.
fn with_drawing(answer: Answer, midend: &Midend) -> Answer {
    #[cfg(feature = "variant-sudoku")]
    let answer = Answer { drawing: midend.puzzle().drawing().map(DrawingAnswer::from), ..answer };
    with_game(answer, midend)
}

/// Plays a move; a refused one becomes a message, and the game is unchanged.
fn acted(registry: &Registry, game: &str, ms: u64, action: Action) -> Result<Answer, String> {
    played(registry, game, ms, |midend| {
        Ok(match midend.act(action) {
            Ok(()) => Answer { is_move: true, ..Answer::default() },
            Err(refusal) => Answer { message: Some(sentence(&refusal.to_string())), ..Answer::default() },
        })
    })
}

/// The message after a move: that the puzzle is solved, or the first clash; otherwise none.
fn move_message(midend: &Midend, view: &View) -> Option<String> {
    if view.solved {
        let seconds = midend.elapsed_ms() / 1000;
        let praise = midend.praise();
        if midend.puzzle().game().is_some() {
            return Some(praise);
        }
        let praise = if praise.is_empty() { "Well done." } else { &praise };
        return Some(format!("Solved in {}:{:02}. {}", seconds / 60, seconds % 60, sentence_start(praise)));
    }
    view.clashes.first().map(|clash| sentence(clash))
}

fn sentence(text: &str) -> String {
    sentence_start(text) + "."
}

fn sentence_start(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridlore::{BudgetSpent, Check, Hint, Kind, ParseError, Position, Reader, Refusal};
    use serde_json::{Value, json};
    use std::cell::Cell;

    fn ask(request: Value) -> Value {
        serde_json::from_str(&answer(&request.to_string())).unwrap()
    }

    #[test]
    fn a_game_is_played_by_requests() {
        let opened = ask(json!({"op": "open", "id": "sudoku:easy#7"}));
        let game = opened["game"]["save"].as_str().unwrap().to_owned();
        let hint = ask(json!({"op": "hint", "game": game, "ms": 1200}));
        assert_eq!(hint["game"]["elapsedMs"], 1200);
        let target = hint["hint"]["target"].clone();
        let entered = ask(json!({"op": "enter", "game": game, "cells": [target[0]], "symbol": target[1]}));
        assert_eq!(entered["game"]["canUndo"], true);
        assert_eq!(entered["error"], Value::Null);
        let stepped = ask(json!({"op": "step", "game": game}));
        assert_eq!(stepped["game"]["cells"], entered["game"]["cells"]);
        let solved = ask(json!({"op": "solve", "game": game}));
        assert_eq!((&solved["game"]["solved"], &solved["game"]["blank"]), (&json!(true), &json!(0)));
    }

    #[test]
    fn lines_are_drawn_and_branches_opened_by_requests() {
        let opened = ask(json!({"op": "open", "id": "sudoku:1..............."}));
        let drawn =
            ask(json!({"op": "line", "game": opened["game"]["save"], "points": [0, 1], "track": "centres"}));
        assert_eq!(drawn["game"]["lines"][0]["points"], json!([[1, 1], [1, 3]]));
        let undone = ask(json!({"op": "undo", "game": drawn["game"]["save"]}));
        let entered =
            ask(json!({"op": "enter", "game": undone["game"]["save"], "cells": [1], "symbol": "2"}));
        let save = &entered["game"]["save"];
        let listed = ask(json!({"op": "branches", "game": save}));
        let branch = json!({"after": 0, "moves": 1, "first": "a line", "cells": "1...............", "status": "15 left"});
        assert_eq!(listed["branches"], json!([branch]));
        let back = ask(json!({"op": "open-branch", "game": save, "branch": 0}));
        assert_eq!(back["game"]["cells"], drawn["game"]["cells"]);
        let erased = ask(json!({"op": "erase-lines", "game": back["game"]["save"], "cells": [1]}));
        assert_eq!(erased["game"]["lines"], json!([]));
        let refused = ask(json!({"op": "line", "game": save, "points": [0, 2], "track": "corners"}));
        assert_eq!(refused["message"], "Each point of a line is next to the one before.");
    }

    #[test]
    fn invalid_requests_return_an_error() {
        let error = |request: Value| ask(request)["error"].as_str().unwrap().to_owned();
        assert!(error(json!({"op": "open", "id": "chess#1"})).contains("expected one of sudoku"));
        assert!(error(json!({"op": "undo", "game": "nonsense"})).contains("saved game"));
        assert!(error(json!({"op": "dance"})).contains("unknown variant"));
        let opened = ask(json!({"op": "open", "id": "sudoku:easy#7"}));
        let given = opened["game"]["cells"].as_array().unwrap().iter().position(|cell| cell["given"] == true);
        let refused =
            ask(json!({"op": "enter", "game": opened["game"]["save"], "cells": [given], "symbol": "1"}));
        assert!(refused["message"].as_str().unwrap().ends_with("is a given and cannot be changed."));
    }

    thread_local! {
        /// The number of views built and of moves applied.
        static WORK: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    }

    /// A sudoku that counts its views and moves.
    #[derive(Debug)]
    struct Counted(Box<dyn Puzzle>);

    static COUNTED: Kind = Kind::puzzle(
        "counted",
        "Counted",
        Reader {
            parse: |_, text| Ok(Box::new(Counted(gridlore::open(&format!("sudoku:{text}"))?))),
            files: None,
            generate: |_, seed| Ok(Box::new(Counted(gridlore::open(&format!("sudoku:easy#{seed}"))?))),
        },
    );

    impl Puzzle for Counted {
        fn kind(&self) -> &'static Kind {
            &COUNTED
        }
        fn description(&self) -> String {
            self.0.description()
        }
        fn start(&self) -> Position {
            self.0.start()
        }
        fn position(&self, text: &str) -> Result<Position, ParseError> {
            self.0.position(text)
        }
        fn apply(&self, position: &Position, action: &Action) -> Result<Position, Refusal> {
            WORK.set((WORK.get().0, WORK.get().1 + 1));
            self.0.apply(position, action)
        }
        fn check(&self, position: &Position, budget: &mut Budget) -> Result<Check, BudgetSpent> {
            self.0.check(position, budget)
        }
        fn solve(&self, budget: &mut Budget) -> Result<Solve, BudgetSpent> {
            self.0.solve(budget)
        }
        fn count(&self, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent> {
            self.0.count(limit, budget)
        }
        fn hint(&self, position: &Position, budget: &mut Budget) -> Result<Hint, BudgetSpent> {
            self.0.hint(position, budget)
        }
        fn is_solved(&self, position: &Position) -> bool {
            self.0.is_solved(position)
        }
        fn view(&self, position: &Position) -> View {
            WORK.set((WORK.get().0 + 1, WORK.get().1));
            self.0.view(position)
        }
    }

    /// A key press builds one view and plays each earlier move once, however long the game is.
    #[test]
    fn a_key_builds_one_view_and_replays_each_move_once() {
        let registry = Registry::new().with(&COUNTED);
        let mut midend = Midend::new(registry.open("counted#7").unwrap());
        let blank = midend.view().cells.iter().position(|cell| !cell.given).unwrap();
        for symbol in ['1', '2'].into_iter().cycle().take(500) {
            midend.act(Action::Enter { cells: vec![blank], symbol }).unwrap();
        }
        let requests = [
            json!({"op": "enter", "game": midend.save(), "cells": [blank], "symbol": "3", "ms": 40}),
            json!({"op": "mark", "game": midend.save(), "cells": [blank], "symbol": "3", "ms": 40}),
            json!({"op": "undo", "game": midend.save(), "ms": 40}),
        ];
        for (request, moves) in requests.into_iter().zip([501, 501, 500]) {
            WORK.set((0, 0));
            let answer = answer_to(&registry, serde_json::from_value(request).unwrap()).unwrap();
            assert_eq!(answer.game.unwrap().elapsed_ms, 40);
            assert_eq!(WORK.get(), (1, moves));
        }
    }

    #[test]
    fn solutions_are_counted_and_presets_listed() {
        let count = ask(json!({"op": "count", "id": format!("sudoku:{}", ".".repeat(81)), "limit": 100}));
        assert_eq!(count["count"]["solutions"], 100);
        let offer = ask(json!({"op": "presets", "kind": "sudoku"}));
        assert_eq!(offer["presets"][1]["params"], "rated-easy");
        assert_eq!((&offer["usual"], &offer["scale"]["values"][0]), (&json!("rated-medium"), &json!("1.2")));
    }
}
