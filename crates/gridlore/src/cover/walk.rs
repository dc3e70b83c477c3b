//! Steps through the search of a small problem, with the visible state after each step.

use super::tree::{Branch, Tree};
use gridlore_core::Budget;
use gridlore_exact_cover::{DancingLinks, Problem, Snapshot, Step};

/// Maximum number of steps of a walk; longer searches are cut off.
const MAX_STEPS: u64 = 100_000;

/// The state of an option during the search.
///
/// ```
/// use gridlore::cover::{Matrix, OptionState};
///
/// let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
/// let mut walk = matrix.walk();
/// walk.to_solution(1);
/// assert_eq!(walk.state().options, [OptionState::Chosen; 2]);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionState {
    /// The option can be chosen.
    Open,
    /// The option is chosen.
    Chosen,
    /// The option was tried earlier for the same item as the chosen option.
    Tried,
    /// The option conflicts with a chosen option.
    Out,
}

/// A search in progress.
///
/// ```
/// let matrix = gridlore::cover::Matrix::parse("", "queens-4")?;
/// let mut walk = matrix.walk();
/// assert!(walk.to_solution(2) && !walk.to_solution(3), "four queens have two solutions");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Walk<'a> {
    problem: &'a Problem,
    search: DancingLinks,
    steps: u64,
    solutions: u64,
    text: String,
    is_solution: bool,
    is_over: bool,
    tree: Tree,
}

/// The visible state of a search.
///
/// ```
/// # use gridlore::cover::Matrix;
/// # let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
/// let state = matrix.walk().state();
/// assert_eq!((state.steps, state.chosen.len(), state.left.len()), (0, 0, 3));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalkState {
    /// The number of steps taken so far.
    pub steps: u64,
    /// The number of solutions found so far.
    pub solutions: u64,
    /// A description of the last step and of the next one.
    pub text: String,
    /// Whether the chosen options are a solution.
    pub is_solution: bool,
    /// Whether the search has ended.
    pub is_over: bool,
    /// The chosen options in the order of choice, each with the item that it was chosen for.
    pub chosen: Vec<(usize, usize)>,
    /// The state of each option.
    pub options: Vec<OptionState>,
    /// The number of options left for each primary item; `None` if the item is covered.
    pub left: Vec<Option<usize>>,
    /// The item to cover next.
    pub next: Option<usize>,
    /// The search tree so far; every branch follows its parent.
    pub tree: Vec<Branch>,
}

impl<'a> Walk<'a> {
    /// Starts a search.
    ///
    /// # Panics
    /// Panics if an item has a multiplicity other than 1; a [`super::Matrix`] has no such item.
    pub(super) fn new(problem: &'a Problem) -> Self {
        let search = DancingLinks::new(problem).expect("every item is covered once");
        let mut walk = Self {
            problem,
            search,
            steps: 0,
            solutions: 0,
            text: String::new(),
            is_solution: false,
            is_over: false,
            tree: Tree::default(),
        };
        walk.text = format!("No option is chosen yet. {}", walk.next_item_text(&walk.search.snapshot()));
        walk
    }

    /// Takes one step; returns `false` if the search has ended.
    ///
    /// ```
    /// # use gridlore::cover::Matrix;
    /// # let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
    /// let mut walk = matrix.walk();
    /// assert!(walk.forward());
    /// assert_eq!(walk.state().steps, 1);
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn forward(&mut self) -> bool {
        let before = self.search.snapshot().chosen;
        let Some(step) = (!self.is_over).then(|| self.search.step(&mut Budget::unlimited()).ok()).flatten()
        else {
            return false;
        };
        let snapshot = self.search.snapshot();
        self.steps += 1;
        self.is_solution = false;
        match &step {
            Step::Tried => self.tree.choose(&snapshot.chosen),
            Step::Back => self.tree.leave(before.len(), snapshot.chosen.len()),
            Step::Solution(_) => self.tree.solve(),
            Step::Done => {}
        }
        let name = |item: usize| self.problem.name(u32::try_from(item).unwrap_or(u32::MAX));
        self.text = match step {
            Step::Tried => {
                let level = snapshot.chosen.last();
                let tried = level.map(|level| {
                    let (option, item) = (level.options[level.nth] + 1, name(level.item));
                    format!(
                        "Chose option {option} for {item} ({} of {}). ",
                        level.nth + 1,
                        level.options.len()
                    )
                });
                tried.unwrap_or_default() + &self.next_item_text(&snapshot)
            }
            Step::Back => match before.last() {
                Some(level) if snapshot.chosen.len() < before.len() => {
                    let all = match level.options.len() {
                        1 => "The only option".to_owned(),
                        2 => "Both options".to_owned(),
                        count => format!("All {count} options"),
                    };
                    let have = if level.options.len() == 1 { "has" } else { "have" };
                    format!("{all} for {} {have} been tried: backtrack.", name(level.item))
                }
                _ => format!("No option covers {}: backtrack.", snapshot.next.map(name).unwrap_or_default()),
            },
            Step::Solution(mut options) => {
                self.solutions += 1;
                self.is_solution = true;
                options.sort_unstable();
                let numbers: Vec<String> = options.iter().map(|option| (option + 1).to_string()).collect();
                format!("Every item is covered. Solution {}: options {}.", self.solutions, numbers.join(", "))
            }
            Step::Done => {
                self.is_over = true;
                let s = if self.solutions == 1 { "" } else { "s" };
                format!("Search complete: {} solution{s} in {} steps.", self.solutions, self.steps)
            }
        };
        if self.steps >= MAX_STEPS && !self.is_over {
            self.is_over = true;
            self.text += " The walk stops here, before the search is complete.";
        }
        true
    }

    /// Takes steps until `steps` have been taken in total, or the search ends.
    ///
    /// ```
    /// # use gridlore::cover::Matrix;
    /// # let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
    /// let mut walk = matrix.walk();
    /// walk.to(1_000);
    /// assert!(walk.state().is_over, "the search has ended");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn to(&mut self, steps: u64) {
        while self.steps < steps && self.forward() {}
    }

    /// Steps to the solution with this number, counted from 1, or to the end; returns whether that
    /// solution was found.
    ///
    /// ```
    /// # use gridlore::cover::Matrix;
    /// # let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
    /// assert!(!matrix.walk().to_solution(2), "the problem has one solution");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn to_solution(&mut self, number: u64) -> bool {
        while self.solutions < number && self.forward() {}
        self.solutions >= number
    }

    /// Describes the next item to cover.
    fn next_item_text(&self, snapshot: &Snapshot) -> String {
        let Some(item) = snapshot.next else { return "Every item is covered.".to_owned() };
        let name = self.problem.name(u32::try_from(item).unwrap_or(u32::MAX));
        let left = snapshot.items.iter().find(|entry| entry.0 == item).map_or(0, |entry| entry.1);
        match left {
            0 => format!("No option is left for {name}."),
            1 => format!("Next item: {name}, with one option left."),
            _ => format!("Next item: {name}, with {left} options left; no item has fewer."),
        }
    }

    /// Returns the visible state.
    ///
    /// ```
    /// # use gridlore::cover::Matrix;
    /// # let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
    /// assert!(matrix.walk().state().text.starts_with("No option is chosen yet. Next item: "));
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn state(&self) -> WalkState {
        let snapshot = self.search.snapshot();
        let mut options = vec![OptionState::Out; self.problem.options()];
        for option in snapshot.options {
            options[option] = OptionState::Open;
        }
        for level in &snapshot.chosen {
            for tried in &level.options[..level.nth] {
                options[*tried] = OptionState::Tried;
            }
            options[level.options[level.nth]] = OptionState::Chosen;
        }
        let mut left = vec![None; self.problem.primary()];
        for (item, count) in snapshot.items {
            left[item] = Some(count);
        }
        WalkState {
            steps: self.steps,
            solutions: self.solutions,
            text: self.text.clone(),
            is_solution: self.is_solution,
            is_over: self.is_over,
            chosen: snapshot.chosen.iter().map(|level| (level.options[level.nth], level.item)).collect(),
            options,
            left,
            next: snapshot.next,
            tree: self.tree.branches(&snapshot.chosen),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Matrix;
    use super::*;
    use gridlore_exact_cover::make;

    fn matrix(name: &str) -> Matrix {
        Matrix::parse("", name).expect(name)
    }

    #[test]
    fn the_small_square_is_packed() {
        let matrix = matrix("packing-3x3");
        assert_eq!((matrix.problem().options(), matrix.problem().items()), (15, 12));
        let options: Vec<usize> = [1, 6, 13].map(|number| number - 1).into();
        assert!(matrix.problem().is_solution(&options), "options 1, 6 and 13 of the natural order");
        let mut walk = matrix.walk();
        assert!(walk.to_solution(1));
        let state = walk.state();
        let mut chosen: Vec<usize> = state.chosen.iter().map(|entry| entry.0).collect();
        chosen.sort_unstable();
        assert!(matrix.problem().is_solution(&chosen));
        assert_eq!((state.is_solution, state.next), (true, None));
        assert!(state.left.iter().all(Option::is_none));
    }

    #[test]
    fn the_state_agrees_with_the_rules() {
        for name in ["packing-3x3", "latin-3", "queens-4", "seven"] {
            let matrix = matrix(name);
            let problem = matrix.problem();
            let shares = |one: usize, other: usize| {
                problem.entries_of(one).iter().any(|entry| problem.entries_of(other).contains(entry))
            };
            let mut walk = matrix.walk();
            loop {
                let seen = walk.state();
                let chosen: Vec<usize> = seen.chosen.iter().map(|entry| entry.0).collect();
                for (option, state) in seen.options.iter().enumerate() {
                    let clashes = chosen.iter().any(|other| shares(*other, option));
                    match state {
                        OptionState::Chosen => assert!(chosen.contains(&option)),
                        OptionState::Open => assert!(!clashes, "{name}, option {option}: {seen:?}"),
                        OptionState::Tried | OptionState::Out => {
                            assert!(clashes, "{name}, option {option}: {seen:?}");
                        }
                    }
                }
                for (item, left) in seen.left.iter().enumerate() {
                    let has = |option: usize| {
                        problem.entries_of(option).iter().any(|entry| entry.item as usize == item)
                    };
                    assert_eq!(
                        left.is_none(),
                        chosen.iter().any(|option| has(*option)),
                        "{name}, item {item}"
                    );
                    let open = (0..problem.options())
                        .filter(|option| seen.options[*option] == OptionState::Open && has(*option));
                    assert_eq!(left.unwrap_or(0), open.count(), "{name}, item {item}: {seen:?}");
                }
                if !walk.forward() {
                    break;
                }
            }
            let expected = problem.solutions().count() as u64;
            assert_eq!(walk.solutions, expected, "{name}");
        }
        assert_eq!(make::latin(3).options(), 27);
        assert_eq!(make::latin(3).items(), 27);
    }

    #[test]
    fn steps_are_described() {
        let matrix = matrix("seven");
        let mut walk = matrix.walk();
        assert!(walk.state().text.starts_with("No option is chosen yet. Next item: "));
        let mut texts = Vec::new();
        while walk.forward() {
            texts.push(walk.state().text);
        }
        assert!(
            texts.iter().any(|text| text.starts_with("No option covers ") && text.ends_with(": backtrack."))
        );
        assert!(
            texts.contains(&"Every item is covered. Solution 1: options 1, 4, 5, 8.".to_owned()),
            "{texts:?}"
        );
        assert_eq!(texts.last(), Some(&format!("Search complete: 1 solution in {} steps.", texts.len())));
        let mut again = matrix.walk();
        again.to(5);
        assert_eq!(again.state().text, texts[4]);
    }
}
