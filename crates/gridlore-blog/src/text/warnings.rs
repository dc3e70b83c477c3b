//! Warnings about boards that a post shows although they are faulty: sudokus that have no solution,
//! or several.
//!
//! Cost: linear in the length of the text, plus a limited number of nodes for each board and a
//! limited time for all boards of a post. A board that cannot be solved within these limits is not
//! mentioned. Each board is searched repeatedly, each time with ten times as many nodes, while
//! there is time left.

use crate::text::blocks::{guarded, is_seeded, shown};
use crate::text::fences::Fence;
use crate::text::limits::budget::Stopwatch;
use crate::text::limits::nesting::parsable;
use crate::text::markdown::{Lines, MAX_TEXT_BYTES, options, text_until};
use crate::text::rendered::{Form, Problem, Rendered, Target};
use gridlore::{Budget, Kind, Puzzle, Shown, Solve};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// The kinds of boards that should have one solution.
const SOLVED: [&str; 2] = ["sudoku", "variant-sudoku"];

/// Maximum number of nodes per search on a board of 81 cells. The maximum is smaller for larger
/// boards, because each node costs more.
const MAX_NODES: u64 = 20_000;

/// Number of nodes of the first search on a board, and the factor by which the number grows with
/// each further search.
const FIRST_NODES: u64 = 20;
const GROWTH: u64 = 10;

/// Maximum number of cells of a board that is solved.
const MAX_CELLS: usize = 256;

/// Maximum number of boards of a post that are solved.
const MAX_BOARDS: usize = 200;

/// Measured time in microseconds, including the rendering of the post, after which no further board
/// is solved.
const MAX_MEASURED: u64 = 500_000;

/// Maximum time in microseconds for a node of a variant sudoku. The search counts the steps of its
/// rules, and stops when a node takes longer than this on average.
const VARIANT_NODE: u64 = 60;

/// Solutions are counted up to this number.
const MAX_COUNTED: u64 = 10;

/// Returns warnings about sudoku boards in a post that cannot be read, have no solution or have
/// several.
///
/// # Returns
/// The problems in the order of their lines, at most one for each board.
#[must_use]
pub fn warnings(markdown: &str) -> Vec<Problem> {
    warnings_within(markdown, MAX_MEASURED)
}

/// Returns the warnings found within a number of measured microseconds.
fn warnings_within(markdown: &str, limit: u64) -> Vec<Problem> {
    let markdown = &markdown[..markdown.floor_char_boundary(MAX_TEXT_BYTES)];
    let mut found = Vec::new();
    let mut limits = Limits { boards: MAX_BOARDS, microseconds: limit, watch: Stopwatch::start() };
    check(markdown, 0, false, &mut limits, &mut found);
    found
}

/// Returns all problems of a post that its writer should know about: those found while rendering
/// it, and the warnings.
#[must_use]
pub fn problems(markdown: &str, rendered: &Rendered) -> Vec<Problem> {
    let mut all = rendered.problems.clone();
    if rendered.cost > MAX_MEASURED {
        return all;
    }
    let limit = (MAX_MEASURED - rendered.cost).max(MAX_MEASURED / 10);
    all.extend(
        warnings_within(markdown, limit).into_iter().filter(|warning| !rendered.problems.contains(warning)),
    );
    all.sort_by_key(|problem| problem.line);
    all
}

/// The limits that are left for the boards of a post.
struct Limits {
    boards: usize,
    microseconds: u64,
    watch: Stopwatch,
}

impl Limits {
    /// Searches with increasing numbers of nodes, up to `most`; returns `None` if none suffices, or
    /// if the next search would probably exceed the time. `node` is the maximum time of a node in
    /// microseconds, or 0 if all nodes cost about the same.
    fn search<T>(&self, most: u64, node: u64, search: impl Fn(u64) -> Option<T>) -> Option<T> {
        let mut nodes = FIRST_NODES.min(most);
        loop {
            let before = self.watch.measured();
            if let Some(found) = search(nodes) {
                return Some(found);
            }
            let after = self.watch.measured();
            // Later nodes can cost much more than the first ones.
            let affordable = self.microseconds.saturating_sub(after).checked_div(node).unwrap_or(most);
            let next = (GROWTH * nodes).min(most).min(affordable);
            if next <= nodes || after + (after - before) * next / nodes > self.microseconds {
                return None;
            }
            nodes = next;
        }
    }
}

fn check(markdown: &str, before: usize, is_fence: bool, limits: &mut Limits, found: &mut Vec<Problem>) {
    let lines = Lines::new(markdown, before);
    let form = Form { target: Target::Page, smart: false };
    let mut source = Parser::new_ext(parsable(markdown), options(form)).into_offset_iter();
    while let Some((event, range)) = source.next() {
        let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) = event else { continue };
        let (code, line) = (text_until(&mut source, TagEnd::CodeBlock), lines.line_at(range.start));
        let language = info.split_whitespace().next().unwrap_or_default();
        if !is_fence && Fence::named(language).is_some() {
            check(&code, line, true, limits, found);
        }
        if !SOLVED.contains(&language) || is_seeded(&code) {
            continue;
        }
        if limits.boards == 0 || limits.watch.measured() > limits.microseconds {
            return;
        }
        limits.boards -= 1;
        let Some(kind) = gridlore::kind(language) else { continue };
        // A block that panics is reported where it is drawn.
        if let Some(problem) = guarded(|| problem(kind, &code, line, limits)).flatten() {
            found.push(problem);
        }
    }
}

/// Returns what is wrong with a block, if anything.
fn problem(kind: &'static Kind, code: &str, line: usize, limits: &Limits) -> Option<Problem> {
    match shown(kind, code, line) {
        // Finding regions that are part of the solution takes much longer than finding digits.
        Ok(Shown::Puzzle(puzzle)) if !puzzle.description().contains("chaos_construction") => {
            fault(&*puzzle, kind, limits).map(|message| Problem { line, message })
        }
        Ok(_) => None,
        Err(problem) => Some(problem),
    }
}

/// Returns a sentence about the number of solutions, or `None` if there is exactly one or the
/// number is unknown.
fn fault(puzzle: &dyn Puzzle, kind: &Kind, limits: &Limits) -> Option<String> {
    let cells = puzzle.view(&puzzle.start()).cells.len().max(81);
    if cells > MAX_CELLS {
        return None;
    }
    let nodes = MAX_NODES * 81 / cells as u64;
    let node = if kind.name == "variant-sudoku" { VARIANT_NODE } else { 0 };
    match limits.search(nodes, node, |nodes| puzzle.solve(&mut Budget::nodes(nodes)).ok())? {
        Solve::None(reason) if reason.is_empty() => Some("this sudoku has no solution".to_owned()),
        Solve::None(reason) => Some(format!("this sudoku has no solution: {}", reason.trim_end_matches('.'))),
        Solve::Unique(_) => None,
        Solve::Several(_) => {
            let count = |nodes| puzzle.count(MAX_COUNTED, &mut Budget::nodes(nodes)).ok();
            let counted = limits.search(nodes, node, count).unwrap_or(2).max(2);
            let least = if (3..MAX_COUNTED).contains(&counted) { "" } else { "at least " };
            Some(format!("this sudoku has several solutions ({least}{counted}), but readers expect one"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn messages(markdown: &str) -> Vec<String> {
        warnings(markdown).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn boards_without_one_solution_are_reported() {
        let block = |code: &str| format!("Text\n\n```sudoku\n{code}\n```\n");
        assert_eq!(messages(&block(PUZZLE)), [""; 0]);
        assert_eq!(messages(&block("easy#7")), [""; 0]);
        assert_eq!(
            messages(&block(&PUZZLE.replacen("53..", "55..", 1))),
            ["line 3: this sudoku has no solution: two 5s in row 1 (columns 1 and 2)"]
        );
        assert_eq!(
            messages(&block(&".".repeat(81))),
            ["line 3: this sudoku has several solutions (at least 10), but readers expect one"]
        );
        let open = PUZZLE.replacen("53..7", "5...7", 1).replacen("79", "..", 1);
        let found = messages(&block(&open));
        assert!(found[0].starts_with("line 3: this sudoku has several solutions ("), "{found:?}");
        let none = PUZZLE.replacen("53..7", "53.27", 1);
        assert!(messages(&block(&none))[0].starts_with("line 3: this sudoku has no solution"), "{none}");
    }

    #[test]
    fn boards_in_fences_are_checked_with_their_lines() {
        let text = format!("One\n\n````solution\nTwo\n\n```sudoku\n{}\n```\n````\n", ".".repeat(81));
        assert!(messages(&text)[0].starts_with("line 6: "), "{:?}", messages(&text));
    }

    #[test]
    fn unreadable_boards_are_reported_once() {
        let text = "```sudoku\n53y\n```\n";
        let rendered = render(text, Target::Page);
        assert_eq!(warnings(text), rendered.problems);
        assert_eq!(problems(text, &rendered), rendered.problems);
    }

    #[test]
    fn variants_are_checked_unless_their_rules_take_long() {
        let block = |text: &str| format!("```variant-sudoku\nsize 9x9\n{text}\n```\n");
        for (rules, expected) in [
            ("cage 5: r1-9c1-9", "no solution"),
            ("cage 46/47: r1-2c1-5", "no solution"),
            ("cage 45: r1c1-9", "several solutions"),
            ("rellik cage 1: r1c1-9", "no solution"),
        ] {
            let found = messages(&block(rules));
            assert!(found.len() == 1 && found[0].contains(expected), "{rules}: {found:?}");
        }
        for rules in [
            "regular expression .*1.{14}: r1-9c1-9".to_owned(),
            format!("no boxes\nno rows and columns\nnabner line: {}", "r1-9c1-9 ".repeat(40)),
        ] {
            assert_eq!(messages(&block(&rules)), [""; 0], "{rules}");
        }
    }

    #[test]
    fn a_search_grows_until_its_time_is_probably_over() {
        let limits = Limits { boards: 1, microseconds: u64::MAX, watch: Stopwatch::start() };
        let asked = std::cell::RefCell::new(Vec::new());
        let search = |enough: u64| {
            asked.borrow_mut().clear();
            limits.search(3_000, 0, |nodes| {
                asked.borrow_mut().push(nodes);
                (nodes >= enough).then_some(nodes)
            })
        };
        assert_eq!((search(150), asked.borrow().clone()), (Some(200), vec![20, 200]));
        assert_eq!((search(4_000), asked.borrow().clone()), (None, vec![20, 200, 2_000, 3_000]));
        assert_eq!(limits.search(5, 0, Some), Some(5));
        let limits = Limits { microseconds: 6_000, ..limits };
        assert_eq!(limits.search(3_000, 60, |nodes| (nodes > 20).then_some(nodes)), Some(100));
        assert_eq!(limits.search(3_000, 60, |nodes| (nodes > 100).then_some(nodes)), None);
    }

    #[test]
    fn the_number_of_boards_that_are_solved_is_limited() {
        let text = format!("```sudoku\n{}\n```\n\n", ".".repeat(81)).repeat(2 * MAX_BOARDS);
        assert_eq!(warnings(&text).len(), MAX_BOARDS);
    }
}
