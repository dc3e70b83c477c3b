//! Adds clues until the solution is unique, then removes those that are not needed.
//!
//! The setter keeps the other grids that it finds. A new clue should exclude one of them, and a
//! clue is necessary if one of them satisfies all other clues, so most questions need no search.

use super::kinds::Kind;
use super::scene::Scene;
use super::{Generated, NoPuzzle, Recipe, spend};
use crate::constraint::{Constraint, Mark};
use crate::engine::{Explorer, Solver};
use crate::puzzle::Puzzle;
use gridlore_core::{Budget, BudgetSpent, Rng};

/// Nodes for finding another grid while clues are added.
const NODES_TO_ADD: u64 = 1_000;
/// Nodes for finding another grid when a clue is left out.
const NODES_TO_REMOVE: u64 = 6_000;
/// Nodes of a short search for another grid before the steps are computed.
const NODES_TO_CHECK: u64 = 300;
/// Nodes of a longer search, for clues that the search with fewer nodes did not decide.
const NODES_TO_DECIDE: u64 = 60_000;
/// Nodes of a search with most digits of the solution.
const NODES_NEARBY: u64 = 60;
/// In such searches, the number of open cells, in eighths of the grid.
const NEIGHBOURHOODS: [usize; 8] = [3, 4, 4, 5, 5, 6, 6, 7];
/// Number of proposals of a kind, one of which should exclude a known grid.
const PROPOSALS: usize = 12;

/// The reason that no puzzle was generated.
pub(super) enum Failure {
    /// This attempt failed; another grid may succeed.
    Attempt(String),
    /// More attempts would fail as well.
    Whole(NoPuzzle),
}

impl From<NoPuzzle> for Failure {
    fn from(error: NoPuzzle) -> Self {
        Self::Whole(error)
    }
}

/// Clues that are kept or removed together: a clue and its images under the symmetries.
struct Unit {
    /// The index of the kind; `None` for givens.
    kind: Option<usize>,
    constraints: Vec<Constraint>,
    is_removed: bool,
}

/// A grid other than the solution, and the units that it violates.
struct Other {
    grid: Vec<i32>,
    broken: Vec<usize>,
}

/// The result of a search for a second solution.
#[derive(PartialEq, Eq)]
enum Verdict {
    Unique,
    /// Another grid was found and stored.
    Several,
    /// The search ended without a result.
    Open,
}

/// A puzzle under construction.
pub(super) struct Setter<'a> {
    recipe: &'a Recipe,
    kinds: &'a [&'static Kind],
    /// The puzzle without the units.
    base: Puzzle,
    scene: Scene<'a>,
    units: Vec<Unit>,
    others: Vec<Other>,
    /// Whether a search took too long, so that givens were added before the last clue.
    is_hard: bool,
}

/// What a search needs in addition to the puzzle.
pub(super) struct Effort<'b> {
    pub(super) budget: &'b mut Budget,
    pub(super) goes_on: &'b mut dyn FnMut() -> bool,
}

impl Effort<'_> {
    /// Returns an error if the caller stops the work.
    pub(super) fn goes_on(&mut self) -> Result<(), Failure> {
        if (self.goes_on)() { Ok(()) } else { Err(NoPuzzle::Stopped.into()) }
    }
}

impl<'a> Setter<'a> {
    pub(super) fn new(
        recipe: &'a Recipe,
        kinds: &'a [&'static Kind],
        base: Puzzle,
        regions: &'a [Vec<usize>],
        solution: &'a [i32],
        maps: &'a [Vec<usize>],
        rng: Rng,
    ) -> Self {
        let mut scene = Scene::new(&recipe.board(regions), solution, maps, rng);
        scene.take_edges(&base.constraints);
        Self { recipe, kinds, base, scene, units: Vec::new(), others: Vec::new(), is_hard: false }
    }

    /// Sets up the puzzle. `rules` lists the base constraints of each rule of the whole grid.
    pub(super) fn set(
        mut self,
        rules: &[Vec<usize>],
        budget: &mut Budget,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Generated, Failure> {
        let mut effort = Effort { budget, goes_on };
        self.add(&mut effort)?;
        if self.recipe.is_minimal {
            self.remove(&mut effort)?;
            self.needs_rules(rules, &mut effort)?;
        }
        self.finished()
    }

    /// Returns the puzzle if it has as many givens as wanted.
    pub(super) fn finished(self) -> Result<Generated, Failure> {
        let givens = self.givens();
        if !self.recipe.givens.contains(&givens) {
            return Err(Failure::Attempt(format!("the puzzle had {givens} givens")));
        }
        Ok(self.generated(givens))
    }

    /// Adds clues, then givens, until the solution is unique.
    pub(super) fn add(&mut self, effort: &mut Effort<'_>) -> Result<(), Failure> {
        while self.givens() < *self.recipe.givens.start() {
            if !self.add_given() {
                return Err(Failure::Attempt("the board has fewer cells than givens".to_owned()));
            }
        }
        let mut open: Vec<usize> = self.open_kinds();
        // Every kind occurs in the puzzle.
        for kind in open.clone() {
            if !self.add_clue(kind) {
                return Err(Failure::Attempt(format!(
                    "there was no place for the rule {}",
                    self.kinds[kind].name
                )));
            }
        }
        let mut turn = 0;
        loop {
            let mut is_open = false;
            if !self.others.iter().any(|other| other.broken.is_empty()) {
                match self.search(|_| true, NODES_TO_ADD, effort)? {
                    Verdict::Unique => return Ok(()),
                    Verdict::Several => {}
                    Verdict::Open => is_open = true,
                }
            }
            self.is_hard |= is_open;
            // A given shortens a long search more than a clue does.
            if open.is_empty() || is_open && self.givens() < *self.recipe.givens.end() {
                if !self.add_given() {
                    return Err(Failure::Attempt("the engine did not solve the full grid".to_owned()));
                }
                continue;
            }
            turn = (turn + 1) % open.len();
            if !self.add_clue(open[turn]) {
                open.remove(turn);
            }
        }
    }

    /// Adds a clue of a kind, if possible one that excludes a grid that all units permit.
    pub(super) fn add_clue(&mut self, kind: usize) -> bool {
        let mut best = None;
        for _ in 0..PROPOSALS {
            let chosen = self.kinds[kind];
            let Some(place) = chosen.place() else { break };
            let proposal = self.scene.proposal(place, &|scene, cells| chosen.read(scene, cells));
            let Some(proposal) = proposal else { break };
            let shape = &self.base.shape;
            let mut possible = self.others.iter().filter(|other| other.broken.is_empty()).peekable();
            let is_useful = possible.peek().is_none()
                || possible.any(|other| {
                    proposal.constraints.iter().any(|clue| !clue.is_satisfied(shape, &other.grid))
                });
            if is_useful || best.is_none() {
                best = Some(proposal);
            }
            if is_useful {
                break;
            }
        }
        let Some(proposal) = best else { return false };
        self.scene.take(&proposal);
        self.push(Some(kind), proposal.constraints);
        true
    }

    /// Adds a given, if possible in a cell that has another digit in a grid that all units permit.
    fn add_given(&mut self) -> bool {
        let mut cells: Vec<usize> = self.base.shape.present().collect();
        for constraint in self.units.iter().flat_map(|unit| &unit.constraints) {
            if let Constraint::Cell(Mark::Given(_), cell) = constraint {
                cells.retain(|other| other != cell);
            }
        }
        if let Some(other) = self.others.iter().find(|other| other.broken.is_empty()) {
            cells.retain(|cell| other.grid[*cell] != self.scene.solution[*cell]);
        }
        if cells.is_empty() {
            return false;
        }
        let cell = cells[self.scene.rng.below(cells.len())];
        let given = |cell: usize| Constraint::Cell(Mark::Given(self.scene.solution[cell]), cell);
        let givens = self.scene.orbit(cell).into_iter().map(given).collect();
        self.push(None, givens);
        true
    }

    fn push(&mut self, kind: Option<usize>, constraints: Vec<Constraint>) {
        let unit = self.units.len();
        for other in &mut self.others {
            if constraints.iter().any(|clue| !clue.is_satisfied(&self.base.shape, &other.grid)) {
                other.broken.push(unit);
            }
        }
        self.units.push(Unit { kind, constraints, is_removed: false });
    }

    /// Removes all units that the uniqueness of the solution does not require, usually givens
    /// first.
    fn remove(&mut self, effort: &mut Effort<'_>) -> Result<(), Failure> {
        let mut order: Vec<usize> = (0..self.units.len()).collect();
        self.scene.rng.shuffle(&mut order);
        // If givens are wanted or keep the search short, clues are removed first.
        let first = self.is_hard || *self.recipe.givens.start() > 0;
        order.sort_by_key(|unit| self.units[*unit].kind.is_none() == first);
        let mut again = Vec::new();
        for unit in order {
            if self.is_last(unit) {
                again.push(unit);
                continue;
            }
            if !self.is_necessary(unit) {
                match self.search(|other| other != unit, NODES_TO_REMOVE, effort)? {
                    Verdict::Unique => self.units[unit].is_removed = true,
                    Verdict::Several => {}
                    Verdict::Open => again.push(unit),
                }
            }
        }
        // Examine the undecided units again, and then the last unit of each kind, which has to be
        // necessary.
        again.sort_by_key(|unit| self.is_last(*unit));
        for unit in again {
            if self.is_necessary(unit) {
                continue;
            }
            match self.search(|other| other != unit, NODES_TO_DECIDE, effort)? {
                Verdict::Several => {}
                Verdict::Unique if !self.is_last(unit) => self.units[unit].is_removed = true,
                Verdict::Unique => {
                    let name = self.units[unit].kind.map_or("given", |kind| self.kinds[kind].name);
                    return Err(Failure::Attempt(format!("the last {name} was unnecessary")));
                }
                Verdict::Open => {
                    return Err(Failure::Attempt(
                        "it was not decided whether a clue is necessary".to_owned(),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Returns an error if the solution is unique without one of the rules of the whole grid.
    pub(super) fn needs_rules(
        &mut self,
        rules: &[Vec<usize>],
        effort: &mut Effort<'_>,
    ) -> Result<(), Failure> {
        for rule in rules {
            let mut part = self.base.clone();
            let mut index = 0..;
            part.constraints.retain(|_| index.next().is_some_and(|at| !rule.contains(&at)));
            let whole = std::mem::replace(&mut self.base, part);
            let verdict = self.search(|_| true, NODES_TO_DECIDE, effort);
            self.base = whole;
            if verdict? != Verdict::Several {
                let name = self.base.constraints[rule[0]].name();
                return Err(Failure::Attempt(format!("the rule {name} was unnecessary")));
            }
        }
        Ok(())
    }

    /// Returns whether a unit is the last one of its kind.
    pub(super) fn is_last(&self, unit: usize) -> bool {
        let kind = self.units[unit].kind;
        let left = self.units.iter().filter(|other| !other.is_removed && other.kind == kind).count();
        match kind {
            Some(_) => left == 1,
            // The number of givens must not fall below the wanted minimum.
            None => self.givens() - self.units[unit].constraints.len() < *self.recipe.givens.start(),
        }
    }

    /// Returns whether a known grid satisfies all units except this one.
    pub(super) fn is_necessary(&self, unit: usize) -> bool {
        self.others
            .iter()
            .any(|other| other.broken.iter().all(|broken| *broken == unit || self.units[*broken].is_removed))
    }

    /// Returns the puzzle with those remaining units that `keeps` accepts.
    pub(super) fn puzzle(&self, keeps: impl Fn(usize) -> bool) -> Puzzle {
        let mut puzzle = self.base.clone();
        let kept = self.units.iter().enumerate().filter(|(at, unit)| !unit.is_removed && keeps(*at));
        puzzle.constraints.extend(kept.flat_map(|(_, unit)| unit.constraints.iter().cloned()));
        puzzle
    }

    /// Returns whether the recipe allows givens.
    pub(super) fn may_have_givens(&self) -> bool {
        *self.recipe.givens.end() > 0
    }

    /// Limits the size of later groups.
    pub(super) fn shrink_groups(&mut self, cells: usize) {
        self.scene.max_group = cells;
    }

    /// Returns the indices of the kinds that have clues.
    pub(super) fn open_kinds(&self) -> Vec<usize> {
        (0..self.kinds.len()).filter(|at| self.kinds[*at].place().is_some()).collect()
    }

    /// Returns the units in a random order.
    pub(super) fn shuffled_units(&mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.units.len()).collect();
        self.scene.rng.shuffle(&mut order);
        order.sort_by_key(|unit| self.units[*unit].kind.is_some());
        order
    }

    /// Returns whether a short search finds another grid without a unit.
    pub(super) fn has_other_without(
        &mut self,
        unit: usize,
        effort: &mut Effort<'_>,
    ) -> Result<bool, Failure> {
        Ok(self.search(|other| other != unit, NODES_TO_CHECK, effort)? == Verdict::Several)
    }

    /// Removes a unit.
    pub(super) fn remove_unit(&mut self, unit: usize) {
        self.units[unit].is_removed = true;
    }

    /// Adds a given in one of these cells.
    pub(super) fn add_given_among(&mut self, cells: &[usize]) -> bool {
        if cells.is_empty() {
            return false;
        }
        let cell = cells[self.scene.rng.below(cells.len())];
        let orbit = self.scene.orbit(cell);
        let given = |cell: usize| Constraint::Cell(Mark::Given(self.scene.solution[cell]), cell);
        let givens: Vec<Constraint> = orbit.into_iter().map(given).collect();
        self.push(None, givens);
        true
    }

    /// Searches for a grid other than the solution that satisfies those remaining units that
    /// `keeps` accepts.
    fn search(
        &mut self,
        keeps: impl Fn(usize) -> bool,
        nodes: u64,
        effort: &mut Effort<'_>,
    ) -> Result<Verdict, Failure> {
        effort.goes_on()?;
        let puzzle = self.puzzle(keeps);
        let mut part = Budget::nodes(nodes.min(effort.budget.left()));
        let found = self.other_grid(&puzzle, &mut part);
        spend(effort.budget, &part)?;
        let grid = match found? {
            Ok(Some(grid)) => grid,
            Ok(None) => return Ok(Verdict::Unique),
            Err(_) => return Ok(Verdict::Open),
        };
        let breaks =
            |unit: &Unit| unit.constraints.iter().any(|clue| !clue.is_satisfied(&self.base.shape, &grid));
        let broken = (0..self.units.len()).filter(|at| breaks(&self.units[*at])).collect();
        self.others.push(Other { grid, broken });
        Ok(Verdict::Several)
    }

    /// Returns a grid other than the solution that satisfies a puzzle. Most of these grids are
    /// close to the solution, so short searches with most of the solution's digits fixed come
    /// first; the long search prefers these digits.
    fn other_grid(
        &mut self,
        puzzle: &Puzzle,
        part: &mut Budget,
    ) -> Result<Result<Option<Vec<i32>>, BudgetSpent>, NoPuzzle> {
        let mut solver = Solver::new(puzzle).map_err(NoPuzzle::TooLarge)?;
        let search = solver.explorer();
        let (shape, solution) = (self.base.shape, self.scene.solution);
        let wanted: Vec<u32> = solution.iter().map(|value| shape.set_of(*value)).collect();
        let mut is_found = false;
        let mut other = |search: &mut dyn Explorer, nodes: &mut Budget| {
            if search.enter(None) {
                loop {
                    match search.next_solution(&wanted, nodes) {
                        Ok(Some(grid)) if grid == solution => is_found = true,
                        other => return other,
                    }
                }
            }
            Ok(None)
        };
        let mut cells: Vec<usize> = (0..shape.cells()).collect();
        for eighths in NEIGHBOURHOODS {
            self.scene.rng.shuffle(&mut cells);
            let mut sets = wanted.clone();
            for cell in &cells[..shape.cells() * eighths / 8] {
                sets[*cell] = shape.all();
            }
            let mut short = Budget::nodes(NODES_NEARBY.min(part.left()));
            let found = if search.begin(Some(&sets)) { other(search, &mut short) } else { Ok(None) };
            part.spend_many(short.spent()).unwrap_or_default();
            if let Ok(Some(grid)) = found {
                return Ok(Ok(Some(grid)));
            }
        }
        let found = if search.begin(None) { other(search, part) } else { Ok(None) };
        assert!(found != Ok(None) || is_found, "the engine lost the solution");
        Ok(found)
    }

    fn givens(&self) -> usize {
        let givens = self.units.iter().filter(|unit| unit.kind.is_none() && !unit.is_removed);
        givens.map(|unit| unit.constraints.len()).sum()
    }

    /// Returns the puzzle, with clues in the order of kinds and givens last.
    fn generated(self, givens: usize) -> Generated {
        let mut puzzle = self.base;
        let mut left: Vec<Unit> = self.units.into_iter().filter(|unit| !unit.is_removed).collect();
        left.sort_by_key(|unit| (unit.kind.is_none(), unit.kind));
        let mut units = Vec::new();
        for unit in left {
            let first = puzzle.constraints.len();
            puzzle.constraints.extend(unit.constraints);
            units.push((first..puzzle.constraints.len()).collect());
        }
        Generated {
            puzzle,
            solution: self.scene.solution.to_vec(),
            kinds: self.kinds.iter().map(|kind| kind.name).collect(),
            givens,
            units,
        }
    }
}
