//! A pattern that is watched: it goes, jumps, goes back, is drawn on, and remembers what it was.
//!
//! Life cannot be run backwards. To go back is to begin again at the last moment that was kept
//! before, of which there are some on the way; long ways keep fewer of them.
//!
//! Not here: clocks, pixels and colours. Who shows it says which window is in sight and gets a byte
//! a block.

use super::{KIND, Still};
use crate::Exhibit;
use gridlore_core::{Budget, ParseError, Place};
use gridlore_life::{
    Bounds, Cell, Cells, Dynamics, Engine, Format, Machine, Pattern, Rule, State, Window, World, WorldError,
    identify, write,
};
use std::rc::Rc;
use std::sync::Arc;

/// Moments that are kept on the way at most.
const MARKS: usize = 24;
/// Work between two of them, in tiles of Life: some hundredths of a second.
const BETWEEN: u64 = 1 << 19;
/// No moment is kept of an engine that takes more bytes.
const MARKED: usize = 8 << 20;
/// Steps that can be taken back.
const STEPS: usize = 100;
/// Cells of a pattern that is looked at to find out what it is.
const IDENTIFIED: u64 = 20_000;

/// The age of cells that come into sight alive.
const UNKNOWN: u8 = 64;

/// Cells in a generation.
#[derive(Debug, Clone)]
struct Moment {
    generation: u64,
    cells: Rc<Cells>,
}

/// What a step back brings back.
#[derive(Debug, Clone)]
struct Scene {
    rule: Rule,
    name: Option<String>,
    start: Moment,
    now: Moment,
}

/// For how long cells in sight have been seen alive.
#[derive(Debug)]
struct Ages {
    window: Window,
    generation: u64,
    ages: Vec<u8>,
}

/// How a pattern that is watched is.
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
    /// The number of its generation.
    pub generation: u64,
    /// The generation from which on it goes: what restarting brings back.
    pub start: u64,
    /// Its rule, as it is written.
    pub rule: String,
    /// How many states a cell has.
    pub states: u16,
    /// The name of the engine that is at work.
    pub engine: &'static str,
    /// What it is called.
    pub name: Option<String>,
    /// A change can be taken back.
    pub can_undo: bool,
    /// And made again.
    pub can_redo: bool,
}

/// A pattern that is watched.
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
    /// What an id names, with so many bytes of memory for the engine at most.
    ///
    /// # Errors
    /// An id that is not read, or that names nothing to be watched, or is too large.
    ///
    /// ```
    /// use gridlore::life::Viewer;
    ///
    /// assert_eq!(Viewer::open("life:glider", 64 << 20)?.status().rule, "B3/S23");
    /// assert!(Viewer::open("life:chess", 64 << 20).is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub fn open(id: &str, memory: usize) -> Result<Self, String> {
        Self::of(still(id)?, 0, memory)
    }

    /// A pattern under its rule, with so many bytes of memory for the engine at most.
    ///
    /// # Errors
    /// One that is too large.
    ///
    /// ```
    /// use gridlore::life::{Still, Viewer};
    ///
    /// let block = Still::parse("", "2o$2o!").map_err(|error| error.to_string())?;
    /// assert_eq!(Viewer::new(block, 64 << 20)?.population(), 4);
    /// # Ok::<(), String>(())
    /// ```
    pub fn new(still: Still, memory: usize) -> Result<Self, String> {
        Self::of(still, 0, memory)
    }

    fn of(Still { pattern, rule }: Still, generation: u64, memory: usize) -> Result<Self, String> {
        let generation = generation.max(pattern.generation);
        let Pattern { cells, name, .. } = pattern.placed(&rule);
        let world = World::new(&cells, &rule, generation, Engine::Auto, memory).map_err(told)?;
        let start = Moment { generation, cells: Rc::new(cells) };
        let (marks, past, future) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { world, name, start, marks, worked: 0, past, future, memory, ages: None })
    }

    /// Puts what a text tells in place of what is there: a file of any format, an id, a name, an
    /// apgcode; or a rule, as Golly's rule files tell it, in place of the rule.
    ///
    /// # Errors
    /// What can't be read, and where; all stays as it is then.
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
        let new = Self::of(still, 0, self.memory)?;
        (self.world, self.name, self.start, self.marks) = (new.world, new.name, new.start, Vec::new());
        self.ages = None;
        self.remember(scene);
        Ok(())
    }

    /// Reads a line back that [`Viewer::line`] wrote; the generation up to which it is to be run.
    ///
    /// # Errors
    /// What can't be read; all stays as it is then.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// assert_eq!(viewer.restore("1;life:bo$2bo$3o!;0;1000")?, 1000);
    /// # Ok::<(), String>(())
    /// ```
    pub fn restore(&mut self, line: &str) -> Result<u64, String> {
        let wrong = || "found another line, expected 1;life:...;generation;generation".to_owned();
        let fields: Vec<&str> = line.split(';').collect();
        let [_, id, start, now, ..] = fields[..] else { return Err(wrong()) };
        let (start, now) = (start.parse().map_err(|_| wrong())?, now.parse().map_err(|_| wrong())?);
        if fields[0] != "1" || !id.starts_with("life:") || now < start {
            return Err(wrong());
        }
        let new = Self::of(still(id)?, start, self.memory)?;
        let (past, future) = (std::mem::take(&mut self.past), std::mem::take(&mut self.future));
        *self = Self { past, future, ..new };
        Ok(now)
    }

    /// The pattern from which it goes, and how far it is, in a line that leads back here: for links
    /// and for what a browser keeps.
    ///
    /// # Errors
    /// When it would be longer than `longest` bytes, or the rule is known from a file alone.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// viewer.run(8, &mut Budget::nodes(1_000_000))?;
    /// assert_eq!(viewer.line(1_000)?, "1;life:bo$2bo$3o!;0;8");
    /// # Ok::<(), String>(())
    /// ```
    pub fn line(&self, longest: usize) -> Result<String, String> {
        let rule = self.world.rule();
        if Rule::parse(&rule.to_string()).as_ref() != Ok(rule) {
            return Err(format!("found the rule {rule}, which is in no id, expected one that has a name"));
        }
        let too_long = || {
            format!(
                "found a pattern too large for a line, expected one of at most {longest} signs; a file holds it"
            )
        };
        let large = match &*self.start.cells {
            Cells::Grid(grid) => grid.population() > longest as u64 * 4,
            Cells::Tree(tree) => tree.nodes.len() * 4 > longest,
        };
        if large {
            return Err(too_long());
        }
        let pattern = Pattern { name: None, ..self.pattern(&self.start) };
        let description = Still { pattern, rule: rule.clone() }.description();
        let line =
            format!("1;{}:{description};{};{}", KIND.name, self.start.generation, self.world.generation());
        if line.len() > longest { Err(too_long()) } else { Ok(line) }
    }

    /// How it is.
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

    /// How many cells are not dead.
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

    /// The smallest bounds of all that lives.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let viewer = Viewer::open("life:glider", 64 << 20)?;
    /// let bounds = viewer.bounds().expect("something lives");
    /// assert_eq!((bounds.from.x, bounds.to.y), (0, 2));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        self.world.bounds()
    }

    /// The bounds of the world, where it has any.
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

    /// Goes on, or back, to a generation; whether it got there with this budget, of which a node is
    /// the work of a tile of Life. It is called again until it does.
    ///
    /// # Errors
    /// A generation before the first one, or what the engine can't do; what was reached stands.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let mut viewer = Viewer::open("life:glider", 64 << 20)?;
    /// assert!(viewer.run(4, &mut Budget::nodes(1_000_000))?);
    /// assert_eq!(viewer.bounds().map(|bounds| bounds.from.x), Some(1), "one cell further");
    /// # Ok::<(), String>(())
    /// ```
    pub fn run(&mut self, to: u64, budget: &mut Budget) -> Result<bool, String> {
        if to < self.start.generation {
            return Err(format!("found generation {to}, expected one from {} on", self.start.generation));
        }
        if to < self.world.generation() {
            self.marks.retain(|mark| mark.generation <= to);
            let from = self.marks.last().unwrap_or(&self.start).clone();
            self.world = self.world_of(&from, self.world.rule())?;
            self.worked = 0;
        }
        let before = budget.spent();
        let reached = self.world.run(to, budget).map_err(told);
        self.worked += budget.spent() - before;
        if self.worked >= BETWEEN && self.world.bytes() <= MARKED {
            self.mark();
        }
        reached
    }

    /// Keeps this moment, and of those before only every second one when they are many.
    fn mark(&mut self) {
        self.worked = 0;
        if self.marks.len() == MARKS {
            let mut at = 0;
            self.marks.retain(|_| {
                at += 1;
                at % 2 == 0
            });
        }
        let now = self.now();
        self.marks.push(now);
    }

    /// Makes the states of cells these. Who draws on without lifting the pen gives `goes_on`: all
    /// of it is one step to be taken back.
    ///
    /// # Errors
    /// A state that the rule has not, or what the engine can't do.
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
    pub fn draw(&mut self, cells: &[(Cell, State)], goes_on: bool) -> Result<(), String> {
        let states = self.world.rule().states;
        if let Some((_, state)) = cells.iter().find(|cell| u16::from(cell.1) >= states) {
            return Err(format!("found state {state}, expected one below {states}"));
        }
        let scene = (!goes_on || self.past.is_empty()).then(|| self.scene());
        self.world.set(cells).map_err(told)?;
        self.start = self.now();
        self.marks.clear();
        if let Some(scene) = scene {
            self.remember(scene);
        }
        Ok(())
    }

    /// Empties the plane.
    ///
    /// # Errors
    /// None but those of an engine.
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

    /// Another rule from now on, as it is written. Cells whose states it has not are in its last
    /// one then.
    ///
    /// # Errors
    /// A rule that is not understood, and where.
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

    /// Takes the last change back; whether there was one.
    ///
    /// # Errors
    /// None but those of an engine.
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

    /// Makes a change again that was taken back; whether there was one.
    ///
    /// # Errors
    /// None but those of an engine.
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
        if self.past.len() > STEPS {
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
        World::new(&moment.cells, rule, moment.generation, Engine::Auto, self.memory).map_err(told)
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

    /// What is there as a file.
    ///
    /// # Errors
    /// What the format can't hold.
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

    /// What is in sight, a byte a block; with `aged`, and as near as cells of two states, the byte
    /// of a cell that lives is for how many generations it has been seen alive, up to 255; 64 for
    /// one that came into sight alive.
    ///
    /// # Panics
    /// When the window is farther than [`Window::MAX_SCALE`].
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
                // Nobody has seen since when it lives.
                None => UNKNOWN,
            };
        }
        self.ages = Some(Ages { window: *window, generation, ages: bytes.clone() });
        bytes
    }

    /// Describes the pattern in a sentence: its period, speed, population and apgcode.
    ///
    /// # Errors
    /// If it has too many cells to be identified.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let viewer = Viewer::open("life:glider", 64 << 20)?;
    /// let description = viewer.identified(100, &mut Budget::nodes(100_000))?;
    /// assert!(description.starts_with("A spaceship of period 4 and speed c/4 diagonal"), "{description}");
    /// # Ok::<(), String>(())
    /// ```
    pub fn identified(&self, latest: u64, budget: &mut Budget) -> Result<String, String> {
        let pattern = self.pattern(&self.now());
        let grid = pattern.grid(IDENTIFIED).map_err(|_| {
            format!("found more than {IDENTIFIED} cells, expected a smaller pattern to identify")
        })?;
        let identity = match identify(self.world.rule(), &grid, latest, budget) {
            Ok(Some(identity)) => identity,
            Ok(None) => return Ok(format!("No repeat found within {latest} generations.")),
            Err(_) => {
                return Ok("No repeat found within the search limit: the pattern may grow, move apart or \
                           take long to settle."
                    .to_owned());
            }
        };
        if identity.populations == (0, 0) {
            return Ok(match identity.since {
                0 => "The pattern is empty.".to_owned(),
                since => format!("Dies out after {since} generations."),
            });
        }
        let mut text = String::new();
        if identity.since > 0 {
            text += &format!("Settles after {} generations. ", identity.since);
        }
        text += &match (identity.speed(), identity.period) {
            (Some(speed), period) => format!("A spaceship of period {period} and speed {speed}"),
            (None, 1) => "A still life".to_owned(),
            (None, period) => format!("An oscillator of period {period}"),
        };
        let (least, greatest) = identity.populations;
        text += &if least == greatest {
            format!(", with {least} cells")
        } else {
            format!(", with {least} to {greatest} cells")
        };
        if let Some(name) = identity.name {
            text += &format!("; apgcode {name}");
        }
        Ok(text + ".")
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

/// What a text names: an id with or without its kind, or a file.
fn still(text: &str) -> Result<Still, String> {
    let rest = text.trim().strip_prefix("life");
    if let Some(rest) = rest.filter(|rest| rest.starts_with([':', '#']) && !rest.contains('\n')) {
        return Still::of_id(&format!("life{rest}")).map_err(|error| error.to_string());
    }
    Still::parse("", text).map_err(|error| error.to_string())
}

fn told(error: WorldError) -> String {
    error.to_string()
}
