//! The viewer of a pattern: it runs the pattern forwards and backwards, draws on it, and keeps its
//! history.
//!
//! Life cannot run backwards. To go back, the viewer runs again from the last snapshot before the
//! target. It stores snapshots along the way, fewer per generation as the history grows.
//!
//! Clocks, pixels and colours belong to the caller, who passes the visible window and receives one
//! byte per block.

use super::identification::Identification;
use super::{KIND, Still};
use gridlore_core::{Budget, ParseError, Place};
use gridlore_life::{
    Bounds, Cell, Cells, Dynamics, Engine, Format, Machine, Pattern, Rule, State, Window, World, WorldError,
    write,
};
use std::rc::Rc;
use std::sync::Arc;

/// Maximum number of snapshots stored along the way.
const MAX_MARKS: usize = 24;
/// Work between two snapshots, in tiles of Life: a few hundredths of a second.
const WORK_PER_MARK: u64 = 1 << 19;
/// Maximum size in bytes of an engine for which snapshots are stored.
const MAX_MARK_BYTES: usize = 8 << 20;
/// Maximum number of steps that can be undone.
const MAX_UNDO: usize = 100;
/// Maximum number of cells of a pattern to identify.
const MAX_IDENTIFY_CELLS: u64 = 20_000;

/// The age of a cell that is already alive when it comes into view.
const UNKNOWN_AGE: u8 = 64;

/// The cells of a generation.
#[derive(Debug, Clone)]
struct Moment {
    generation: u64,
    cells: Rc<Cells>,
}

/// A state that undo restores.
#[derive(Debug, Clone)]
struct Scene {
    rule: Rule,
    name: Option<String>,
    start: Moment,
    now: Moment,
}

/// The ages of the visible cells: the number of generations for which each has been seen alive.
#[derive(Debug)]
struct Ages {
    window: Window,
    generation: u64,
    ages: Vec<u8>,
}

/// The status of a viewer.
///
/// ```
/// # use gridlore::{Budget, life::Viewer};
/// # let viewer = Viewer::open("life:glider", 64 << 20)?;
/// let status = viewer.status();
/// assert_eq!((status.generation, status.rule.as_str(), status.states), (0, "B3/S23", 2));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// The current generation.
    pub generation: u64,
    /// The first generation, to which a restart returns.
    pub start: u64,
    /// The rule.
    pub rule: String,
    /// The number of states of a cell.
    pub states: u16,
    /// The name of the engine in use.
    pub engine: &'static str,
    /// The name of the pattern.
    pub name: Option<String>,
    /// Whether a change can be undone.
    pub can_undo: bool,
    /// Whether a change can be redone.
    pub can_redo: bool,
}

/// A viewer of a pattern.
///
/// ```
/// use gridlore::{Budget, life::Viewer};
///
/// let mut viewer = Viewer::open("life:glider", 64 << 20)?;
/// assert!(viewer.run(1_000_000_000, &mut Budget::nodes(1_000_000))?);
/// assert_eq!(viewer.population(), 5);
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct Viewer {
    world: World,
    name: Option<String>,
    start: Moment,
    marks: Vec<Moment>,
    worked: u64,
    past: Vec<Scene>,
    future: Vec<Scene>,
    memory: usize,
    ages: Option<Ages>,
}

impl Viewer {
    /// Opens the pattern with this id; the engine may use `memory` bytes.
    ///
    /// # Errors
    /// Returns a message if the id is invalid or the pattern is too large.
    ///
    /// ```
    /// use gridlore::life::Viewer;
    ///
    /// assert_eq!(Viewer::open("life:glider", 64 << 20)?.status().rule, "B3/S23");
    /// assert!(Viewer::open("life:chess", 64 << 20).is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub fn open(id: &str, memory: usize) -> Result<Self, String> {
        Self::at_generation(still(id)?, 0, memory)
    }

    /// Opens a pattern with its rule; the engine may use `memory` bytes.
    ///
    /// # Errors
    /// Returns a message if the pattern is too large.
    ///
    /// ```
    /// use gridlore::life::{Still, Viewer};
    ///
    /// let block = Still::parse("", "2o$2o!").map_err(|error| error.to_string())?;
    /// assert_eq!(Viewer::new(block, 64 << 20)?.population(), 4);
    /// # Ok::<(), String>(())
    /// ```
    pub fn new(still: Still, memory: usize) -> Result<Self, String> {
        Self::at_generation(still, 0, memory)
    }

    fn at_generation(Still { pattern, rule }: Still, generation: u64, memory: usize) -> Result<Self, String> {
        let generation = generation.max(pattern.generation);
        let Pattern { cells, name, .. } = pattern.placed(&rule);
        let world = World::new(&cells, &rule, generation, Engine::Auto, memory).map_err(message)?;
        let start = Moment { generation, cells: Rc::new(cells) };
        let (marks, past, future) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { world, name, start, marks, worked: 0, past, future, memory, ages: None })
    }

    /// Replaces the pattern. `text` may be a file of any format, an id, a name or an apgcode. If it
    /// is a Golly rule file, it replaces the rule instead.
    ///
    /// # Errors
    /// Returns a message with the place of the first error; the viewer remains unchanged.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// viewer.load("2o$2o!")?;
    /// assert_eq!(viewer.population(), 4);
    /// assert!(viewer.load("x = 3, y = 3\nbo$2bq").is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub fn load(&mut self, text: &str) -> Result<(), String> {
        if text.trim_start().starts_with("@RULE") {
            let machine = Machine::parse(text).map_err(|error| error.to_string())?;
            let states = machine.states();
            let topology = self.world.rule().topology;
            return self.follow(Rule { dynamics: Dynamics::Machine(Arc::new(machine)), states, topology });
        }
        let still = still(text.trim_start_matches('\u{feff}'))?;
        let scene = self.scene();
        let new = Self::at_generation(still, 0, self.memory)?;
        (self.world, self.name, self.start, self.marks) = (new.world, new.name, new.start, Vec::new());
        self.ages = None;
        self.remember(scene);
        Ok(())
    }

    /// Restores a line written by [`Viewer::line`], and returns the generation to which the caller
    /// must run the pattern.
    ///
    /// # Errors
    /// Returns a message if the line is invalid; the viewer remains unchanged.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// assert_eq!(viewer.restore("1;life:bo$2bo$3o!;0;1000")?, 1000);
    /// # Ok::<(), String>(())
    /// ```
    pub fn restore(&mut self, line: &str) -> Result<u64, String> {
        let wrong = || "this is not a saved pattern, expected 1;life:...;generation;generation".to_owned();
        let fields: Vec<&str> = line.split(';').collect();
        let [_, id, start, now, ..] = fields[..] else { return Err(wrong()) };
        let (start, now) = (start.parse().map_err(|_| wrong())?, now.parse().map_err(|_| wrong())?);
        if fields[0] != "1" || !id.starts_with("life:") || now < start {
            return Err(wrong());
        }
        let new = Self::at_generation(still(id)?, start, self.memory)?;
        let (past, future) = (std::mem::take(&mut self.past), std::mem::take(&mut self.future));
        *self = Self { past, future, ..new };
        Ok(now)
    }

    /// Returns the initial pattern and the current generation as one line, for links and browser
    /// storage.
    ///
    /// # Errors
    /// Returns a message if the line would exceed `longest` bytes, or the rule is known only from a
    /// file.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// viewer.run(8, &mut Budget::nodes(1_000_000))?;
    /// assert_eq!(viewer.line(1_000)?, "1;life:bo$2bo$3o!;0;8");
    ///
    /// // A pattern keeps its position, even on the plane.
    /// viewer.restore("1;life:B3/S23:@-3,4:bo$2bo$3o!;0;0")?;
    /// assert_eq!(viewer.bounds().map(|bounds| (bounds.from.x, bounds.from.y)), Some((-3, 4)));
    /// assert_eq!(viewer.line(1_000)?, "1;life:B3/S23:@-3,4:bo$2bo$3o!;0;0");
    /// # Ok::<(), String>(())
    /// ```
    pub fn line(&self, longest: usize) -> Result<String, String> {
        let rule = self.world.rule();
        if Rule::parse(&rule.to_string()).as_ref() != Ok(rule) {
            return Err(format!("the rule {rule} comes from a file, so a link cannot contain it"));
        }
        let too_long = || {
            format!("the pattern is too large for a link of {longest} characters; save it as a file instead")
        };
        let large = match &*self.start.cells {
            Cells::Grid(grid) => grid.population() > longest as u64 * 4,
            Cells::Tree(tree) => tree.nodes.len() * 4 > longest,
        };
        if large {
            return Err(too_long());
        }
        let pattern = Pattern { name: None, ..self.pattern(&self.start) };
        let description = Still { pattern, rule: rule.clone() }.description_with(true);
        let line =
            format!("1;{}:{description};{};{}", KIND.name, self.start.generation, self.world.generation());
        if line.len() > longest { Err(too_long()) } else { Ok(line) }
    }

    /// Returns the status.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let viewer = Viewer::open("life:glider", 64 << 20)?;
    /// assert!(!viewer.status().can_undo);
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn status(&self) -> Status {
        let name =
            |engine| Engine::ALL.iter().find(|(other, _)| *other == engine).map_or("", |(_, name)| name);
        Status {
            generation: self.world.generation(),
            start: self.start.generation,
            rule: self.world.rule().to_string(),
            states: self.world.rule().states,
            engine: name(self.world.engine()),
            name: self.name.clone(),
            can_undo: !self.past.is_empty(),
            can_redo: !self.future.is_empty(),
        }
    }

    /// Returns the number of live cells.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let viewer = Viewer::open("life:glider", 64 << 20)?;
    /// assert_eq!(viewer.population(), 5);
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn population(&self) -> u128 {
        self.world.population()
    }

    /// Returns the smallest bounds of all live cells.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let viewer = Viewer::open("life:glider", 64 << 20)?;
    /// let bounds = viewer.bounds().expect("a glider has cells");
    /// assert_eq!((bounds.from.x, bounds.to.y), (0, 2));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        self.world.bounds()
    }

    /// Returns the bounds of the world, if it is bounded.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let viewer = Viewer::open("life:glider", 64 << 20)?;
    /// assert_eq!(viewer.edges(), None, "the plane has none");
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn edges(&self) -> Option<Bounds> {
        let topology = &self.world.rule().topology;
        (*topology != gridlore_life::Topology::Plane).then(|| topology.bounds())
    }

    /// Runs forwards or backwards to a generation, and returns whether it was reached within the
    /// budget. If not, call it again. A node is the work on one tile of Life.
    ///
    /// # Errors
    /// Returns a message if the generation precedes the first one, or the engine fails. The
    /// progress so far is kept.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// assert!(viewer.run(4, &mut Budget::nodes(1_000_000))?);
    /// assert_eq!(viewer.bounds().map(|bounds| bounds.from.x), Some(1), "moved by one cell");
    /// # Ok::<(), String>(())
    /// ```
    pub fn run(&mut self, to: u64, budget: &mut Budget) -> Result<bool, String> {
        if to < self.start.generation {
            return Err(format!("generation {to} is before the first one, {}", self.start.generation));
        }
        if to < self.world.generation() {
            self.marks.retain(|mark| mark.generation <= to);
            let from = self.marks.last().unwrap_or(&self.start).clone();
            self.world = self.world_of(&from, self.world.rule())?;
            self.worked = 0;
        }
        let before = budget.spent();
        let reached = self.world.run(to, budget).map_err(message);
        self.worked += budget.spent() - before;
        if self.worked >= WORK_PER_MARK && self.world.bytes() <= MAX_MARK_BYTES {
            self.mark();
        }
        reached
    }

    /// Stores a snapshot; if there are too many, discards every second earlier snapshot.
    fn mark(&mut self) {
        self.worked = 0;
        if self.marks.len() == MAX_MARKS {
            let mut at = 0;
            self.marks.retain(|_| {
                at += 1;
                at % 2 == 0
            });
        }
        let now = self.now();
        self.marks.push(now);
    }

    /// Sets the states of cells. `continues` merges the change with the previous one, so a stroke
    /// of the pen is undone as a whole.
    ///
    /// # Errors
    /// Returns a message if the rule lacks a state, or the engine fails.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// use gridlore::life::Cell;
    ///
    /// viewer.draw(&[(Cell::new(9, 9), 1)], false)?;
    /// assert_eq!(viewer.population(), 6);
    /// # Ok::<(), String>(())
    /// ```
    pub fn draw(&mut self, cells: &[(Cell, State)], continues: bool) -> Result<(), String> {
        let states = self.world.rule().states;
        if let Some((_, state)) = cells.iter().find(|cell| u16::from(cell.1) >= states) {
            return Err(format!("the rule has no state {state}; its states are below {states}"));
        }
        let scene = (!continues || self.past.is_empty()).then(|| self.scene());
        self.world.set(cells).map_err(message)?;
        self.start = self.now();
        self.marks.clear();
        if let Some(scene) = scene {
            self.remember(scene);
        }
        Ok(())
    }

    /// Clears the plane.
    ///
    /// # Errors
    /// Returns a message if the engine fails.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// viewer.clear()?;
    /// assert_eq!((viewer.population(), viewer.bounds()), (0, None));
    /// # Ok::<(), String>(())
    /// ```
    pub fn clear(&mut self) -> Result<(), String> {
        let scene = self.scene();
        let nothing = Moment { generation: 0, cells: Rc::new(Cells::Grid(gridlore_life::Grid::new())) };
        self.world = self.world_of(&nothing, &scene.rule)?;
        (self.start, self.name) = (nothing, None);
        self.marks.clear();
        self.ages = None;
        self.remember(scene);
        Ok(())
    }

    /// Changes the rule. Cells in states that the new rule lacks change to its last state.
    ///
    /// # Errors
    /// Returns a message with the place of the first error in the rule.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// viewer.set_rule("B36/S23")?;
    /// assert_eq!(viewer.status().rule, "B36/S23");
    /// assert!(viewer.set_rule("B3/S2x").is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub fn set_rule(&mut self, text: &str) -> Result<(), String> {
        let rule = Rule::parse(text.trim()).map_err(|error: ParseError| match error.at {
            Place { line: 1, column } => format!("column {column}: {}", error.kind),
            _ => error.to_string(),
        })?;
        if rule == *self.world.rule() { Ok(()) } else { self.follow(rule) }
    }

    fn follow(&mut self, rule: Rule) -> Result<(), String> {
        let scene = self.scene();
        let mut now = scene.now.clone();
        let last = u8::try_from(rule.states - 1).unwrap_or(u8::MAX);
        let pattern = self.pattern(&now);
        let grid = pattern.grid(1 << 24);
        if let Ok(grid) = &grid
            && grid.highest_state() > last
        {
            let mut lowered = gridlore_life::Grid::new();
            for (from, length, state) in grid.runs() {
                lowered.fill(from, length, state.min(last));
            }
            now.cells = Rc::new(Cells::Grid(lowered));
        }
        self.world = self.world_of(&now, &rule)?;
        self.start = now;
        self.marks.clear();
        self.remember(scene);
        Ok(())
    }

    /// Stores the current state as a step in the history, to which undo returns. Edits do this
    /// themselves; call this method before a run or a jump.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// viewer.store();
    /// viewer.run(400, &mut Budget::nodes(1_000_000))?;
    /// viewer.undo()?;
    /// assert_eq!(viewer.status().generation, 0);
    /// # Ok::<(), String>(())
    /// ```
    pub fn store(&mut self) {
        let scene = self.scene();
        self.remember(scene);
    }

    /// Undoes the last change; returns whether there was one.
    ///
    /// # Errors
    /// Returns a message if the engine fails.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// viewer.clear()?;
    /// assert!(viewer.undo()? && !viewer.undo()?);
    /// assert_eq!(viewer.population(), 5);
    /// # Ok::<(), String>(())
    /// ```
    pub fn undo(&mut self) -> Result<bool, String> {
        let Some(scene) = self.past.pop() else { return Ok(false) };
        let now = self.scene();
        self.show_scene(scene)?;
        self.future.push(now);
        Ok(true)
    }

    /// Redoes the last undone change; returns whether there was one.
    ///
    /// # Errors
    /// Returns a message if the engine fails.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// viewer.clear()?;
    /// viewer.undo()?;
    /// assert!(viewer.redo()?);
    /// assert_eq!(viewer.population(), 0);
    /// # Ok::<(), String>(())
    /// ```
    pub fn redo(&mut self) -> Result<bool, String> {
        let Some(scene) = self.future.pop() else { return Ok(false) };
        let now = self.scene();
        self.show_scene(scene)?;
        self.past.push(now);
        Ok(true)
    }

    fn show_scene(&mut self, scene: Scene) -> Result<(), String> {
        self.world = self.world_of(&scene.now, &scene.rule)?;
        (self.start, self.name) = (scene.start, scene.name);
        self.marks.clear();
        self.ages = None;
        Ok(())
    }

    fn remember(&mut self, scene: Scene) {
        self.future.clear();
        self.past.push(scene);
        if self.past.len() > MAX_UNDO {
            self.past.remove(0);
        }
    }

    fn scene(&self) -> Scene {
        let rule = self.world.rule().clone();
        Scene { rule, name: self.name.clone(), start: self.start.clone(), now: self.now() }
    }

    fn now(&self) -> Moment {
        Moment { generation: self.world.generation(), cells: Rc::new(self.world.cells()) }
    }

    fn world_of(&self, moment: &Moment, rule: &Rule) -> Result<World, String> {
        World::new(&moment.cells, rule, moment.generation, Engine::Auto, self.memory).map_err(message)
    }

    fn pattern(&self, moment: &Moment) -> Pattern {
        Pattern {
            cells: (*moment.cells).clone(),
            rule: Some((self.world.rule().to_string(), Place { line: 1, column: 1 })),
            name: self.name.clone(),
            comments: Vec::new(),
            generation: moment.generation,
        }
    }

    /// Writes the current pattern as a file.
    ///
    /// # Errors
    /// Returns a message if the format does not support the pattern.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let viewer = Viewer::open("life:glider", 64 << 20)?;
    /// use gridlore::life::Format;
    ///
    /// let (rle, _) = Format::ALL.iter().find(|(_, ending)| *ending == "rle").expect("a known format");
    /// assert!(viewer.file(*rle)?.contains("bo$2bo$3o!"));
    /// # Ok::<(), String>(())
    /// ```
    pub fn file(&self, format: Format) -> Result<String, String> {
        write(&self.pattern(&self.now()), format).map_err(|error| error.to_string())
    }

    /// Returns the visible window, one byte per block. If `aged` is true, each block is one cell
    /// and the rule has two states, the byte of a live cell is the number of generations for which
    /// it has been seen alive, up to 255. The count starts at 64 if the cell was already alive when
    /// it came into view.
    ///
    /// # Panics
    /// Panics if the scale of the window exceeds [`Window::MAX_SCALE`].
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// use gridlore::life::{Cell, Window};
    ///
    /// let window = Window { from: Cell::new(0, 0), scale: 0, columns: 3, rows: 3 };
    /// assert_eq!(viewer.look(&window, false), [0, 1, 0, 0, 0, 1, 1, 1, 1]);
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn look(&mut self, window: &Window, aged: bool) -> Vec<u8> {
        let mut bytes = self.world.window(window);
        if !aged || window.scale > 0 || self.world.rule().states > 2 {
            self.ages = None;
            return bytes;
        }
        let generation = self.world.generation();
        let old = self.ages.take().filter(|ages| ages.generation <= generation);
        let passed = old.as_ref().map_or(0, |ages| generation - ages.generation);
        let passed = u8::try_from(passed).unwrap_or(u8::MAX);
        for (at, byte) in bytes.iter_mut().enumerate().filter(|entry| *entry.1 != 0) {
            let (column, row) = ((at % window.columns) as i64, (at / window.columns) as i64);
            let cell = Cell::new(window.from.x + column, window.from.y + row);
            *byte = match old.as_ref().and_then(|ages| ages.of(cell)) {
                Some(0) => 1,
                Some(before) => before.saturating_add(passed),
                // The cell was alive before it came into view.
                None => UNKNOWN_AGE,
            };
        }
        self.ages = Some(Ages { window: *window, generation, ages: bytes.clone() });
        bytes
    }

    /// Returns the states of the cells of a window, to copy them. Unlike [`Viewer::look`], it does
    /// not update the ages.
    ///
    /// # Panics
    /// Panics if the scale of the window exceeds [`Window::MAX_SCALE`].
    ///
    /// ```
    /// # use gridlore::life::{Cell, Viewer, Window};
    /// # let viewer = Viewer::open("life:glider", 64 << 20)?;
    /// let window = Window { from: Cell::new(1, 0), scale: 0, columns: 2, rows: 2 };
    /// assert_eq!(viewer.copied(&window), [1, 0, 0, 1]);
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn copied(&self, window: &Window) -> Vec<u8> {
        self.world.window(window)
    }

    /// Describes the pattern in a sentence: its period, its speed and its apgcode. `latest` is the
    /// last generation to examine.
    ///
    /// # Errors
    /// Returns a message if the pattern has too many cells.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let viewer = Viewer::open("life:glider", 64 << 20)?;
    /// let text = viewer.identify(100, &mut Budget::nodes(100_000))?;
    /// assert!(text.starts_with("A spaceship of period 4 and speed c/4 diagonal"), "{text}");
    /// # Ok::<(), String>(())
    /// ```
    pub fn identify(&self, latest: u64, budget: &mut Budget) -> Result<String, String> {
        let mut identification = self.identification(latest)?;
        Ok(identification.run(budget).unwrap_or_else(|| "No repeat found in the time allowed.".to_owned()))
    }

    /// Prepares a description of the current pattern like that of [`Viewer::identify`], computed in
    /// short runs.
    ///
    /// # Errors
    /// Returns a message if the pattern has too many cells.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let viewer = Viewer::open("life:glider", 64 << 20)?;
    /// let mut identification = viewer.identification(100)?;
    /// assert_eq!(identification.run(&mut Budget::nodes(1)), None, "the budget is too small");
    /// assert!(identification.run(&mut Budget::nodes(100_000)).is_some());
    /// # Ok::<(), String>(())
    /// ```
    pub fn identification(&self, latest: u64) -> Result<Identification, String> {
        let pattern = self.pattern(&self.now());
        let grid = pattern.grid(MAX_IDENTIFY_CELLS).map_err(|_| {
            format!("the pattern has more than {MAX_IDENTIFY_CELLS} cells, too many to identify")
        })?;
        Ok(Identification::new(self.world.rule(), &grid, latest))
    }
}

impl Ages {
    fn of(&self, cell: Cell) -> Option<u8> {
        let column = usize::try_from(cell.x - self.window.from.x).ok()?;
        let row = usize::try_from(cell.y - self.window.from.y).ok()?;
        (column < self.window.columns && row < self.window.rows)
            .then(|| self.ages[row * self.window.columns + column])
    }
}

/// Parses a file, or an id with or without its kind.
pub(super) fn still(text: &str) -> Result<Still, String> {
    let rest = text.trim().strip_prefix("life");
    if let Some(rest) = rest.filter(|rest| rest.starts_with([':', '#']) && !rest.contains('\n')) {
        return Still::from_id(&format!("life{rest}")).map_err(|error| error.to_string());
    }
    Still::parse("", text).map_err(|error| error.to_string())
}

fn message(error: WorldError) -> String {
    error.to_string()
}
