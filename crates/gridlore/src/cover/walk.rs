//! The search of a small problem, a step at a time, and what there is to see after each step.

use gridlore_core::Budget;
use gridlore_exact_cover::{DancingLinks, Problem, Sight, Step};

/// Nobody looks at more steps; a search that is longer ends there.
const MOST_STEPS: u64 = 100_000;

/// What an option is to the search.
///
/// ```
/// use gridlore::cover::{Matrix, OptionState};
///
/// let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
/// let mut walk = matrix.walk();
/// walk.to_solution(1);
/// assert_eq!(walk.seen().options, [OptionState::Chosen; 2]);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionState {
    /// It can be chosen.
    Open,
    /// It is chosen.
    Chosen,
    /// It was tried before the one that is chosen for the same item.
    Tried,
    /// It shares an item with what is chosen.
    Out,
}

/// A search on its way.
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
    told: String,
    is_solution: bool,
    is_over: bool,
}

/// What there is to see of it.
///
/// ```
/// # use gridlore::cover::Matrix;
/// # let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
/// let seen = matrix.walk().seen();
/// assert_eq!((seen.steps, seen.chosen.len(), seen.left.len()), (0, 0, 3));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walked {
    /// Steps from the beginning.
    pub steps: u64,
    /// Solutions that were found so far.
    pub solutions: u64,
    /// What the last step did, and what comes next.
    pub told: String,
    /// Whether the chosen options are a solution.
    pub is_solution: bool,
    /// Whether there is no further step.
    pub is_over: bool,
    /// The chosen options, the first one first, each with the item that it was chosen for.
    pub chosen: Vec<(usize, usize)>,
    /// What each option is.
    pub options: Vec<OptionState>,
    /// How many options each primary item has left; nothing for those that are covered.
    pub left: Vec<Option<usize>>,
    /// The item to be covered next.
    pub next: Option<usize>,
}

impl<'a> Walk<'a> {
    /// The beginning.
    ///
    /// # Panics
    /// When an item is to be covered another number of times than once: a [`super::Matrix`] has
    /// none.
    pub(super) fn of(problem: &'a Problem) -> Self {
        let search = DancingLinks::of(problem).expect("every item is covered once");
        let mut walk = Self {
            problem,
            search,
            steps: 0,
            solutions: 0,
            told: String::new(),
            is_solution: false,
            is_over: false,
        };
        walk.told = format!("Nothing is chosen yet. {}", walk.next_told(&walk.search.sight()));
        walk
    }

    /// A step on; whether there was one.
    ///
    /// ```
    /// # use gridlore::cover::Matrix;
    /// # let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
    /// let mut walk = matrix.walk();
    /// assert!(walk.forward());
    /// assert_eq!(walk.seen().steps, 1);
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn forward(&mut self) -> bool {
        let before = self.search.sight().chosen;
        let Some(step) = (!self.is_over).then(|| self.search.step(&mut Budget::unlimited()).ok()).flatten()
        else {
            return false;
        };
        let sight = self.search.sight();
        self.steps += 1;
        self.is_solution = false;
        let name = |item: usize| self.problem.name(u32::try_from(item).unwrap_or(u32::MAX));
        self.told = match step {
            Step::Tried => {
                let level = sight.chosen.last();
                let tried = level.map(|level| {
                    let (option, item) = (level.options[level.nth] + 1, name(level.item));
                    format!("Option {option} for {item}, {} of {}. ", level.nth + 1, level.options.len())
                });
                tried.unwrap_or_default() + &self.next_told(&sight)
            }
            Step::Back => match before.last() {
                Some(level) if sight.chosen.len() < before.len() => {
                    let all = match level.options.len() {
                        1 => "The only option".to_owned(),
                        2 => "Both options".to_owned(),
                        count => format!("All {count} options"),
                    };
                    let were = if level.options.len() == 1 { "was" } else { "were" };
                    format!("{all} for {} {were} tried: back.", name(level.item))
                }
                _ => format!("Nothing covers {}: back.", sight.next.map(name).unwrap_or_default()),
            },
            Step::Solution(mut options) => {
                self.solutions += 1;
                self.is_solution = true;
                options.sort_unstable();
                let numbers: Vec<String> = options.iter().map(|option| (option + 1).to_string()).collect();
                format!("All items are covered: solution {}, options {}.", self.solutions, numbers.join(", "))
            }
            Step::Done => {
                self.is_over = true;
                let s = if self.solutions == 1 { "" } else { "s" };
                format!("That was all: {} solution{s} in {} steps.", self.solutions, self.steps)
            }
        };
        if self.steps >= MOST_STEPS && !self.is_over {
            self.is_over = true;
            self.told += " Here the walk ends, though the search does not.";
        }
        true
    }

    /// So many steps from the beginning, or as many as there are.
    ///
    /// ```
    /// # use gridlore::cover::Matrix;
    /// # let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
    /// let mut walk = matrix.walk();
    /// walk.to(1_000);
    /// assert!(walk.seen().is_over, "it ended before");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn to(&mut self, steps: u64) {
        while self.steps < steps && self.forward() {}
    }

    /// On to a solution by its number from 1, or to the end; whether it is there.
    ///
    /// ```
    /// # use gridlore::cover::Matrix;
    /// # let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
    /// assert!(!matrix.walk().to_solution(2), "there is one solution");
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn to_solution(&mut self, number: u64) -> bool {
        while self.solutions < number && self.forward() {}
        self.solutions >= number
    }

    /// What comes next.
    fn next_told(&self, sight: &Sight) -> String {
        let Some(item) = sight.next else { return "Nothing is left to be covered.".to_owned() };
        let name = self.problem.name(u32::try_from(item).unwrap_or(u32::MAX));
        let left = sight.items.iter().find(|entry| entry.0 == item).map_or(0, |entry| entry.1);
        match left {
            0 => format!("Nothing is left for {name}."),
            1 => format!("Next is {name}: one option is left for it."),
            _ => format!("Next is {name}: {left} options are left for it, and no item has fewer."),
        }
    }

    /// What there is to see.
    ///
    /// ```
    /// # use gridlore::cover::Matrix;
    /// # let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
    /// assert!(matrix.walk().seen().told.starts_with("Nothing is chosen yet. Next is "));
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn seen(&self) -> Walked {
        let sight = self.search.sight();
        let mut options = vec![OptionState::Out; self.problem.options()];
        for option in sight.options {
            options[option] = OptionState::Open;
        }
        for level in &sight.chosen {
            for tried in &level.options[..level.nth] {
                options[*tried] = OptionState::Tried;
            }
            options[level.options[level.nth]] = OptionState::Chosen;
        }
        let mut left = vec![None; self.problem.primary()];
        for (item, count) in sight.items {
            left[item] = Some(count);
        }
        Walked {
            steps: self.steps,
            solutions: self.solutions,
            told: self.told.clone(),
            is_solution: self.is_solution,
            is_over: self.is_over,
            chosen: sight.chosen.iter().map(|level| (level.options[level.nth], level.item)).collect(),
            options,
            left,
            next: sight.next,
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
        let seen = walk.seen();
        let mut chosen: Vec<usize> = seen.chosen.iter().map(|entry| entry.0).collect();
        chosen.sort_unstable();
        assert!(matrix.problem().is_solution(&chosen));
        assert_eq!((seen.is_solution, seen.next), (true, None));
        assert!(seen.left.iter().all(Option::is_none));
    }

    #[test]
    fn what_is_seen_agrees_with_the_rules() {
        for name in ["packing-3x3", "latin-3", "queens-4", "seven"] {
            let matrix = matrix(name);
            let problem = matrix.problem();
            let shares = |one: usize, other: usize| {
                problem.entries_of(one).iter().any(|entry| problem.entries_of(other).contains(entry))
            };
            let mut walk = matrix.walk();
            loop {
                let seen = walk.seen();
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
    fn steps_are_told() {
        let matrix = matrix("seven");
        let mut walk = matrix.walk();
        assert!(walk.seen().told.starts_with("Nothing is chosen yet. Next is "));
        let mut told = Vec::new();
        while walk.forward() {
            told.push(walk.seen().told);
        }
        assert!(told.iter().any(|line| line.starts_with("Nothing covers ") && line.ends_with(": back.")));
        assert!(
            told.contains(&"All items are covered: solution 1, options 1, 4, 5, 8.".to_owned()),
            "{told:?}"
        );
        assert_eq!(told.last(), Some(&format!("That was all: 1 solution in {} steps.", told.len())));
        let mut again = matrix.walk();
        again.to(5);
        assert_eq!(again.seen().told, told[4]);
    }
}
