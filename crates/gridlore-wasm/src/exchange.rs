//! Answers JSON requests about games, using the facade.

#[cfg(feature = "variant-sudoku")]
use crate::answer::DrawingAnswer;
use crate::answer::{Answer, BranchAnswer, CountAnswer, GameAnswer};
#[cfg(feature = "connect-four")]
use crate::answer::{ReviewedAnswer, ScoredAnswer};
#[cfg(feature = "lessons")]
use crate::lessons::{self, Lesson};
use crate::preset::Offer;
#[cfg(feature = "connect-four")]
use crate::preset::PresetAnswer;
use crate::request::{Op, Request};
#[cfg(feature = "variant-studio")]
use crate::studio::{self, Studio};
#[cfg(feature = "variant-studio")]
use gridlore::Shown;
#[cfg(feature = "connect-four")]
use gridlore::game::Game;
use gridlore::{Action, Budget, Midend, ParseError, Registry, RestoreError, Solve, View, needs_full_engine};

/// Whether this build can only play, and so cannot answer requests that need a solver.
const ONLY_PLAYS: bool = cfg!(any(
    all(feature = "sudoku", not(feature = "sudoku-tutor")),
    all(feature = "variant-sudoku", not(feature = "variant-hints"))
));

/// The reason why a request was not answered.
enum Failure {
    Message(String),
    /// The request needs the full engine of this kind.
    NeedsFullEngine,
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Message(message)
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        if needs_full_engine(&error) { Self::NeedsFullEngine } else { Self::Message(error.to_string()) }
    }
}

/// Answers one request as JSON. If the request fails, `error` contains the message and the page
/// keeps its game; `needsFullEngine` says that the full engine of the same kind can answer.
#[must_use]
pub fn answer(request: &str) -> String {
    let answer = serde_json::from_str(request)
        .map_err(|error| Failure::Message(format!("cannot read the request: {error}")))
        .and_then(|request| answer_to(&Registry::new(), request))
        .unwrap_or_else(|failure| match failure {
            Failure::Message(error) => Answer { error: Some(error), ..Answer::default() },
            Failure::NeedsFullEngine => Answer { needs_full_engine: Some(true), ..Answer::default() },
        });
    serde_json::to_string(&answer)
        .unwrap_or_else(|error| format!("{{\"error\":\"cannot write the response: {error}\"}}"))
}

fn answer_to(registry: &Registry, mut request: Request) -> Result<Answer, Failure> {
    if ONLY_PLAYS && request.op.needs_solver() {
        return Err(Failure::NeedsFullEngine);
    }
    match request.op {
        Op::Open => {
            let midend = Midend::new(registry.open(&request.id()?)?);
            Ok(with_game(with_drawing(&midend), &midend))
        }
        Op::Restore => {
            let midend = restored(registry, &mut request)?;
            Ok(with_game(with_drawing(&midend), &midend))
        }
        Op::Count => {
            let puzzle = registry.open(&request.id()?)?;
            let mut budget = Budget::unlimited();
            let solutions = puzzle.count(request.limit()?, &mut budget).map_err(|spent| spent.to_string())?;
            Ok(Answer { count: Some(CountAnswer { solutions, nodes: budget.spent() }), ..Answer::default() })
        }
        Op::Presets => {
            let kind = request.kind()?;
            let kind = registry.kind(&kind).ok_or_else(|| format!("unknown kind of puzzle \"{kind}\""))?;
            Ok(Answer { offer: Some(Offer::of(kind)), ..Answer::default() })
        }
        #[cfg(feature = "lessons")]
        Op::Tutor => taught(lessons::about(&request.game()?)),
        #[cfg(feature = "lessons")]
        Op::Way => taught(lessons::way(&request.game()?, &request.guide()?)),
        #[cfg(feature = "lessons")]
        Op::Steps => taught(lessons::steps(&request.game()?, request.technique().ok().as_deref())),
        #[cfg(feature = "lessons")]
        Op::Ratings => taught(lessons::ratings(&request.game()?)),
        #[cfg(feature = "lessons")]
        Op::Exercise => {
            let (game, technique) = (request.game()?, request.technique()?);
            taught(lessons::exercise(&game, &technique, request.early, (request.seed()?, request.nodes()?)))
        }
        #[cfg(feature = "sudoku-tutor")]
        Op::Lesson => taught(lessons::lesson(&request.technique()?, request.number()?)),
        #[cfg(feature = "lessons")]
        Op::Read => taught(lessons::read(&request.kind()?, &request.text()?)),
        #[cfg(feature = "lessons")]
        Op::Write => taught(lessons::written(&request.game()?, &request.format()?)),
        #[cfg(feature = "variant-studio")]
        Op::Block => studio_answer(studio::block(&request.text()?)),
        #[cfg(feature = "variant-studio")]
        Op::Solved => studio_answer(studio::solved(&request.text()?, request.nodes()?)),
        #[cfg(feature = "variant-studio")]
        Op::Verdict => studio_answer(studio::verdict(&request.text()?, request.nodes()?)),
        #[cfg(feature = "variant-studio")]
        Op::Conflict => studio_answer(studio::conflict(&request.text()?, request.nodes()?)),
        #[cfg(feature = "variant-studio")]
        Op::Unnecessary => studio_answer(studio::unnecessary(&request.text()?, request.nodes()?)),
        #[cfg(feature = "variant-studio")]
        Op::Givens => {
            let (text, solution, nodes) = (request.text()?, request.solution()?, request.nodes()?);
            studio_answer(studio::givens(&text, &solution, &request.groups, nodes))
        }
        #[cfg(feature = "variant-studio")]
        Op::Difficulty => studio_answer(studio::difficulty(&request.text()?, request.nodes()?)),
        #[cfg(feature = "variant-studio")]
        Op::Draft => {
            let kind =
                registry.kind("variant-sudoku").ok_or_else(|| "no variants in this build".to_owned())?;
            match kind.opens.parse("", &request.text()?)? {
                Shown::Puzzle(puzzle) => {
                    let midend = Midend::new(puzzle);
                    Ok(with_game(with_drawing(&midend), &midend))
                }
                Shown::Exhibit(_) => Err("expected a puzzle".to_owned().into()),
            }
        }
        #[cfg(feature = "connect-four")]
        Op::Levels => {
            let puzzle = registry.open(&request.id()?)?;
            let levels = puzzle.game().map(Game::levels).unwrap_or_default().into_iter();
            let levels = levels.map(|(params, title)| PresetAnswer { params, title }).collect();
            Ok(Answer { levels: Some(levels), ..Answer::default() })
        }
        #[cfg(feature = "connect-four")]
        Op::Score => {
            let midend = restored(registry, &mut request)?;
            let (press, nodes) = (request.press()?, request.nodes()?);
            let scored = for_two(&midend)?.move_score(midend.position(), press, nodes);
            let more = scored.as_ref().is_some_and(|scored| scored.exact().is_none()).then_some(true);
            Ok(Answer { scored: scored.map(ScoredAnswer::from), more, ..Answer::default() })
        }
        #[cfg(feature = "connect-four")]
        Op::Review => {
            let midend = restored(registry, &mut request)?;
            let (found, is_all) = for_two(&midend)?.review(midend.position(), request.nodes()?);
            let review = Some(found.into_iter().map(ReviewedAnswer::from).collect());
            Ok(Answer { review, more: Some(!is_all), ..Answer::default() })
        }
        Op::Branches => {
            let branches = restored(registry, &mut request)?.branches().into_iter().map(BranchAnswer::from);
            Ok(Answer { branches: Some(branches.collect()), ..Answer::default() })
        }
        _ => {
            let mut midend = restored(registry, &mut request)?;
            let answer = played(&mut midend, request)?;
            Ok(with_game(answer, &midend))
        }
    }
}

/// Answers a request that plays a game or asks a question about it.
fn played(midend: &mut Midend, mut request: Request) -> Result<Answer, Failure> {
    let mut answer = Answer::default();
    match request.op {
        #[cfg(feature = "connect-four")]
        Op::Reply => {
            let level = request.level()?;
            match for_two(midend)?.reply(midend.position(), &level, request.seed()?, request.nodes()?) {
                Ok(Some(action)) => {
                    midend.act(action).map_err(|refusal| refusal.to_string())?;
                    answer.is_move = true;
                }
                Ok(None) => {
                    return Err(format!("the game is over, or there is no level \"{level}\"").into());
                }
                Err(_) => answer.more = Some(true),
            }
        }
        Op::Enter => {
            let action = Action::Enter { cells: request.cells()?, symbol: request.symbol()? };
            return Ok(acted(midend, action));
        }
        Op::Mark => {
            let (cells, symbol) = (request.cells()?, request.symbol()?);
            return Ok(acted(midend, Action::Mark { cells, pen: request.pen.into(), symbol }));
        }
        Op::Clear => return Ok(acted(midend, Action::Clear { cells: request.cells()? })),
        Op::Line => {
            let (points, track) = (request.points()?, request.track.into());
            return Ok(acted(midend, Action::Line { points, track }));
        }
        Op::EraseLines => return Ok(acted(midend, Action::EraseLines { cells: request.cells()? })),
        Op::OpenBranch => {
            let message = if midend.open_branch(request.branch()?) {
                "Branch opened. The moves that it replaced are now a branch."
            } else {
                "There is no such branch."
            };
            answer.message = Some(message.to_owned());
        }
        Op::Press => return Ok(acted(midend, Action::Press { press: request.press()? })),
        Op::Undo => {
            answer.message = Some(if midend.undo() { "Undone." } else { "Nothing to undo." }.to_owned());
        }
        Op::Redo => {
            answer.message = Some(if midend.redo() { "Redone." } else { "Nothing to redo." }.to_owned());
        }
        Op::Restart => {
            midend.restart();
            answer.message = Some("Restarted. Undo restores your board.".to_owned());
        }
        Op::Notes => {
            let message = if midend.fill_candidates() {
                "All candidates filled in. Undo removes them."
            } else {
                "This puzzle has no pencil marks."
            };
            answer.message = Some(message.to_owned());
        }
        Op::Check => {
            let check = midend.check().map_err(|spent| spent.to_string())?;
            answer.message = Some(check.message);
            answer.wrong = Some(check.wrong);
        }
        Op::Hint => {
            let hint = midend.hint().map_err(|spent| spent.to_string())?;
            answer.message = Some(format!("{}. {}", hint.title, hint.text));
            answer.hint = Some(hint.into());
        }
        Op::ToSymbol => {
            let way = midend.steps_to_symbol().map_err(|spent| spent.to_string())?;
            if way.is_none() {
                answer.message = Some("The hint is already complete.".to_owned());
            }
            answer.hint = way.map(Into::into);
        }
        Op::Rewind => {
            let is_back = midend.rewind().map_err(|spent| spent.to_string())?;
            let message = if is_back {
                "Undone to before the mistake. Redo restores the later moves."
            } else {
                "There is no mistake to undo."
            };
            answer.message = Some(message.to_owned());
        }
        Op::Step => {
            let hint = midend.hint().map_err(|spent| spent.to_string())?;
            if let Some(action) = hint.action.clone() {
                midend.act(action).map_err(|refusal| refusal.to_string())?;
                answer.is_move = true;
            } else {
                answer.message = Some(hint.text.clone());
                answer.hint = Some(hint.into());
            }
        }
        Op::Solve => {
            answer.message = Some(match midend.solve().map_err(|spent| spent.to_string())? {
                Solve::None(reason) => format!("No solution: {reason}."),
                Solve::Unique(_) => "Solution shown. Undo restores your board.".to_owned(),
                Solve::Several(_) => "This puzzle has several solutions. This is one of them.".to_owned(),
            });
        }
        _ => return Err("this engine does not answer such requests".to_owned().into()),
    }
    Ok(answer)
}

#[cfg(feature = "lessons")]
fn taught(lesson: Result<Lesson, String>) -> Result<Answer, Failure> {
    Ok(Answer { lesson: Some(lesson?), ..Answer::default() })
}

#[cfg(feature = "connect-four")]
fn for_two(midend: &Midend) -> Result<&dyn Game, String> {
    let kind = midend.puzzle().kind().name;
    midend.puzzle().game().ok_or_else(|| format!("found {kind}, expected a game for two"))
}

/// Restores the game of a request, and adds the time of the request.
fn restored(registry: &Registry, request: &mut Request) -> Result<Midend, Failure> {
    let mut midend = Midend::restore_in(registry, &request.game()?).map_err(|error| match error {
        RestoreError::Puzzle(error) if needs_full_engine(&error) => Failure::NeedsFullEngine,
        error => Failure::Message(error.to_string()),
    })?;
    midend.tick(request.ms);
    Ok(midend)
}

#[cfg(feature = "variant-studio")]
fn studio_answer(studio: Result<Studio, String>) -> Result<Answer, Failure> {
    Ok(Answer { studio: Some(studio?), ..Answer::default() })
}

/// Adds the game to a response.
fn with_game(mut answer: Answer, midend: &Midend) -> Answer {
    let view = midend.view();
    if answer.is_move {
        answer.message = move_message(midend, &view);
    }
    answer.game = Some(GameAnswer::new(midend, view));
    answer
}

/// Returns the response to a request that shows another puzzle, with the puzzle's drawing.
#[cfg(feature = "variant-sudoku")]
fn with_drawing(midend: &Midend) -> Answer {
    Answer { drawing: midend.puzzle().drawing().map(DrawingAnswer::from), ..Answer::default() }
}

/// Returns the response to a request that shows another puzzle.
#[cfg(not(feature = "variant-sudoku"))]
fn with_drawing(_midend: &Midend) -> Answer {
    Answer::default()
}

/// Plays a move. If it is refused, returns the reason as a message, and the game does not change.
fn acted(midend: &mut Midend, action: Action) -> Answer {
    match midend.act(action) {
        Ok(()) => Answer { is_move: true, ..Answer::default() },
        Err(refusal) => Answer { message: Some(sentence(&refusal.to_string())), ..Answer::default() },
    }
}

/// Returns the message after a move: that the puzzle is solved, or the first clash; `None`
/// otherwise.
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
    use gridlore::{BudgetSpent, Check, Hint, Kind, Position, Puzzle, Reader, Refusal};
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
    fn invalid_requests_return_an_error() {
        let error = |request: Value| ask(request)["error"].as_str().unwrap().to_owned();
        assert!(error(json!({"op": "open", "id": "chess#1"})).contains("expected one of sudoku"));
        assert!(error(json!({"op": "undo", "game": "nonsense"})).contains("saved game"));
        assert!(error(json!({"op": "dance"})).contains("unknown variant"));
        assert!(error(json!({"op": "undo"})).contains("has no game"));
        let opened = ask(json!({"op": "open", "id": "sudoku:easy#7"}));
        let given = opened["game"]["cells"].as_array().unwrap().iter().position(|cell| cell["given"] == true);
        let refused =
            ask(json!({"op": "enter", "game": opened["game"]["save"], "cells": [given], "symbol": "1"}));
        assert!(refused["message"].as_str().unwrap().ends_with("is a given and cannot be changed."));
    }

    thread_local! {
        /// The number of views built and the number of moves applied.
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

    /// A key press builds one view and plays each earlier move once, no matter how long the game
    /// is.
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
            let answer = answer_to(&registry, serde_json::from_value(request).unwrap()).ok().unwrap();
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
