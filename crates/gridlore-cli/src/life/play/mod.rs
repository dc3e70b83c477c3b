//! `gridlore life play`: shows a pattern on the full screen of a terminal, with two cells per
//! character in half blocks, or eight in braille. At least two lines at the bottom show the numbers
//! and the message.

mod dots;

use super::Loaded;
use super::load::load;
use crate::Exit;
use crate::canvas::help::{Help, Keys};
use crate::canvas::text::{facts, put, wrapped};
use crate::canvas::{Canvas, has_colours};
use crate::shared_args::Memory;
use anyhow::{Result, ensure};
use dots::{braille, halves};
use gridlore::Budget;
use gridlore::life::{Cell, Format, State, Still, Viewer, Window};
use ratatui::Frame;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::style::{Color, Modifier, Style};
use std::io::IsTerminal;
use std::time::Duration;

/// Work between checks of the keys, which takes hundredths of a second.
const SLICE: u64 = 1 << 18;
/// The speeds in steps per second. The speed after the last of these is unlimited.
const SPEEDS: [u64; 6] = [1, 2, 5, 10, 20, 40];
/// The largest exponent of a step, which is a power of two.
const MAX_STEP: u32 = 58;
const KEYS: Keys = &[
    ("Space", "run, stop"),
    ("n b", "one step forwards, back"),
    ("[ ]", "smaller, larger step"),
    ("< >", "slower, faster"),
    ("j", "jump to a generation, forwards or back"),
    ("r", "return to the first generation"),
    ("arrows, drag", "scroll; with Shift, the arrows scroll further"),
    ("+ -, wheel", "zoom"),
    ("f, Home", "fit the pattern to the screen"),
    ("o", "start or stop following the pattern"),
    ("v", "switch between braille (eight cells per character) and half blocks"),
    ("d", "draw: arrows move the cursor, Enter or a click changes a cell"),
    ("m, Esc", "stop drawing"),
    ("z y", "undo, redo"),
    ("i", "identify: period, speed, apgcode"),
    ("s", "save to a new file"),
    ("?", "show these keys"),
    ("q, Ctrl-C", "quit; a drawn pattern is saved unless it already has been"),
];
const INTRO: &str = "A pattern runs in generations. The last lines show the generation, the live cells, the rule, the step, the speed, and how many cells each dot stands for.";

/// The colours of states; the first is the colour of live cells.
const COLOURS: [Color; 8] = [
    Color::Cyan,
    Color::Yellow,
    Color::Blue,
    Color::LightRed,
    Color::Green,
    Color::Magenta,
    Color::LightBlue,
    Color::Gray,
];

struct Screen<'a> {
    source: &'a Loaded,
    viewer: Viewer,
    /// The cell in the middle of the screen.
    middle: Cell,
    /// The base-2 logarithm of the side of the square of cells that a dot shows.
    scale: u32,
    is_braille: bool,
    is_running: bool,
    /// The generation at which the current run ends.
    target: Option<u64>,
    step: u32,
    speed: usize,
    is_following: bool,
    is_drawing: bool,
    cursor: Cell,
    /// The generation number that is being typed.
    typed: Option<String>,
    /// The last position of a mouse drag, and the state that it draws.
    dragged: Option<(u16, u16, State)>,
    message: String,
    help: Help,
    /// Whether cells have been changed since the pattern was loaded or saved.
    is_changed: bool,
    is_done: bool,
    /// The number of columns and rows of the screen.
    size: (u16, u16),
    /// The number of lines below the field that show numbers; the message has at least one further
    /// line.
    status_lines: u16,
}

pub(super) fn run(source: &Loaded, gens: u64, memory: Memory) -> Result<Exit> {
    let ready = load(source)?;
    ensure!(
        std::io::stdout().is_terminal() && std::io::stdin().is_terminal(),
        "`life play` needs a terminal; to print one generation, use `life show`; to run many, use `life run`"
    );
    let viewer = Viewer::new(Still { pattern: ready.pattern, rule: ready.rule }, memory.bytes());
    let mut screen = Screen::new(source, viewer.map_err(anyhow::Error::msg)?);
    screen.target = (gens > 0).then(|| screen.viewer.status().start.saturating_add(gens));
    let mut canvas = Canvas::open()?;
    let played = screen.play(&mut canvas);
    // The terminal is restored first. Even after an error, the pattern can be continued.
    drop(canvas);
    if let Some(line) = screen.how_to_continue() {
        println!("{line}");
    }
    played.map(|()| Exit::Done)
}

impl<'a> Screen<'a> {
    fn new(source: &'a Loaded, viewer: Viewer) -> Self {
        Self {
            source,
            viewer,
            middle: Cell::new(0, 0),
            scale: 0,
            is_braille: false,
            is_running: false,
            target: None,
            step: 0,
            speed: 3,
            is_following: true,
            is_drawing: false,
            cursor: Cell::new(0, 0),
            typed: None,
            dragged: None,
            message: String::new(),
            help: Help::new(KEYS, INTRO),
            is_changed: false,
            is_done: false,
            size: (80, 24),
            status_lines: 1,
        }
    }

    /// Returns how to continue with the pattern. If it was changed, this saves it to a file from
    /// which it can be continued.
    fn how_to_continue(&mut self) -> Option<String> {
        let status = self.viewer.status();
        if self.is_changed && status.can_undo {
            // If the pattern cannot be saved to a file, it is at least shown on the screen.
            return Some(match self.save() {
                Ok(file) => format!("To continue this pattern: {}", self.source.command(&file, 0)),
                Err(error) => match self.viewer.file(Format::Macrocell) {
                    Ok(text) => format!("Not saved: {error}\n{text}"),
                    Err(_) => format!("Not saved: {error}"),
                },
            });
        }
        let gens = status.generation.saturating_sub(status.start);
        (gens > 0).then(|| {
            let command = self.source.command(&self.source.pattern, gens);
            format!("To continue at generation {}: {command}", status.generation)
        })
    }
}

impl Screen<'_> {
    fn play(&mut self, canvas: &mut Canvas) -> Result<()> {
        let size = canvas.size()?;
        self.size = (size.width, size.height);
        self.fit();
        while !self.is_done {
            canvas.draw(|frame| self.draw(frame))?;
            let wait = match (self.is_running || self.target.is_some(), SPEEDS.get(self.speed)) {
                (false, _) => Duration::from_secs(3600),
                (true, Some(speed)) if self.target.is_none() => Duration::from_millis(1000 / speed),
                (true, _) => Duration::ZERO,
            };
            if event::poll(wait)? {
                match event::read()? {
                    Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
                    Event::Mouse(mouse) => self.mouse(mouse),
                    Event::Resize(width, height) => self.size = (width, height),
                    _ => {}
                }
                continue;
            }
            self.advance();
        }
        Ok(())
    }

    /// Computes a slice of the current step, or begins the next step.
    fn advance(&mut self) {
        let to =
            self.target.unwrap_or_else(|| self.viewer.status().generation.saturating_add(1 << self.step));
        match self.viewer.run(to, &mut Budget::nodes(SLICE)) {
            Ok(is_reached) => self.target = Some(to).filter(|_| !is_reached),
            Err(error) => {
                (self.is_running, self.target) = (false, None);
                self.message = error;
            }
        }
        if self.is_following && self.target.is_none() {
            self.keep_visible();
        }
    }

    /// Starts a run to a generation, forwards or backwards.
    fn jump(&mut self, to: u64) {
        self.is_running = false;
        self.target = Some(to.max(self.viewer.status().start));
    }

    // ---- the view -------------------------------------------------------------------------------

    /// Returns the number of dots of a character, across and down.
    const fn dots(&self) -> (i64, i64) {
        if self.is_braille { (2, 4) } else { (1, 2) }
    }

    /// Returns the number of dots of the field, across and down.
    fn field(&self) -> (i64, i64) {
        let (across, down) = self.dots();
        (i64::from(self.size.0.max(1)) * across, i64::from(self.field_lines().max(1)) * down)
    }

    /// Returns the number of lines of the screen above the numbers and the message.
    const fn field_lines(&self) -> u16 {
        self.size.1.saturating_sub(self.status_lines + 1)
    }

    fn window(&self) -> Window {
        let (columns, rows) = self.field();
        let first = |middle: i64, count: i64| (middle >> self.scale) - count / 2;
        Window {
            from: Cell::new(
                first(self.middle.x, columns) << self.scale,
                first(self.middle.y, rows) << self.scale,
            ),
            scale: self.scale,
            columns: usize::try_from(columns).unwrap_or(1),
            rows: usize::try_from(rows).unwrap_or(1),
        }
    }

    /// Zooms to make the whole pattern visible.
    fn fit(&mut self) {
        let Some(bounds) = self.viewer.bounds() else { return };
        let (columns, rows) = self.field();
        self.scale = 0;
        while self.scale < Window::MAX_SCALE
            && (bounds.width() >> self.scale >= columns.unsigned_abs()
                || bounds.height() >> self.scale >= rows.unsigned_abs())
        {
            self.scale += 1;
        }
        self.middle =
            Cell::new(i64::midpoint(bounds.from.x, bounds.to.x), i64::midpoint(bounds.from.y, bounds.to.y));
        self.cursor = self.middle;
    }

    /// Zooms out if the pattern has left the screen.
    fn keep_visible(&mut self) {
        let Some(bounds) = self.viewer.bounds() else { return };
        let window = self.window();
        let is_inside =
            |at: i64, from: i64, count: usize| at >= from && (at - from) >> self.scale < count as i64;
        if !(is_inside(bounds.from.x, window.from.x, window.columns)
            && is_inside(bounds.to.x, window.from.x, window.columns)
            && is_inside(bounds.from.y, window.from.y, window.rows)
            && is_inside(bounds.to.y, window.from.y, window.rows))
        {
            self.fit();
        }
    }

    fn pan(&mut self, dx: i64, dy: i64) {
        self.is_following = false;
        let (x, y) = (dx.saturating_mul(1 << self.scale), dy.saturating_mul(1 << self.scale));
        self.middle = Cell::new(self.middle.x.saturating_add(x), self.middle.y.saturating_add(y));
    }

    fn zoom(&mut self, is_in: bool) {
        self.is_following = false;
        self.scale =
            if is_in { self.scale.saturating_sub(1) } else { (self.scale + 1).min(Window::MAX_SCALE) };
    }

    // ---- keys and mouse -------------------------------------------------------------------------

    fn key(&mut self, key: KeyEvent) {
        if let Some(mut typed) = self.typed.take() {
            match key.code {
                KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => self.is_done = true,
                KeyCode::Enter => match super::number(&typed) {
                    Ok(to) => self.jump(to),
                    Err(error) => self.message = error,
                },
                KeyCode::Esc => {}
                KeyCode::Backspace => {
                    typed.pop();
                    self.typed = Some(typed);
                }
                KeyCode::Char(sign) => {
                    typed.push(sign);
                    self.typed = Some(typed);
                }
                _ => self.typed = Some(typed),
            }
            return;
        }
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if self.help.is_open() && !(is_control && key.code == KeyCode::Char('c')) {
            self.help.key(key.code);
            return;
        }
        self.message.clear();
        let far = if key.modifiers.contains(KeyModifiers::SHIFT) { 10 } else { 1 };
        let generation = self.viewer.status().generation;
        match key.code {
            KeyCode::Char('c') if is_control => self.is_done = true,
            KeyCode::Char('q') => self.is_done = true,
            KeyCode::Esc if self.target.is_some() || self.is_running => {
                (self.is_running, self.target) = (false, None)
            }
            KeyCode::Esc if self.is_drawing => self.is_drawing = false,
            KeyCode::Esc => self.is_done = true,
            KeyCode::Char(' ') => {
                self.is_running = !self.is_running;
                self.target = None;
            }
            KeyCode::Char('n' | '.') => self.jump(generation.saturating_add(1 << self.step)),
            KeyCode::Char('b' | ',') => self.jump(generation.saturating_sub(1 << self.step)),
            KeyCode::Char(']') => self.step = (self.step + 1).min(MAX_STEP),
            KeyCode::Char('[') => self.step = self.step.saturating_sub(1),
            KeyCode::Char('>') => self.speed = (self.speed + 1).min(SPEEDS.len()),
            KeyCode::Char('<') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Char('+' | '=') => self.zoom(true),
            KeyCode::Char('-') => self.zoom(false),
            KeyCode::Left => self.arrow(-far, 0),
            KeyCode::Right => self.arrow(far, 0),
            KeyCode::Up => self.arrow(0, -far),
            KeyCode::Down => self.arrow(0, far),
            KeyCode::Enter if self.is_drawing => {
                let state = self.toggled(self.cursor);
                self.put(&[(self.cursor, state)], false);
            }
            KeyCode::Char('d') => {
                self.is_drawing = true;
                self.cursor = self.middle;
            }
            KeyCode::Char('m') => self.is_drawing = false,
            KeyCode::Char('f') | KeyCode::Home => self.fit(),
            KeyCode::Char('o') => self.is_following = !self.is_following,
            KeyCode::Char('v') => self.is_braille = !self.is_braille,
            KeyCode::Char('j') => self.typed = Some(String::new()),
            KeyCode::Char('z' | 'u') => self.act(|viewer| {
                viewer.undo().map(|is_done| if is_done { "undone" } else { "nothing to undo" }.to_owned())
            }),
            KeyCode::Char('y') => self.act(|viewer| {
                viewer.redo().map(|is_done| if is_done { "redone" } else { "nothing to redo" }.to_owned())
            }),
            KeyCode::Char('r') => self.jump(0),
            KeyCode::Char('i') => self.act(|viewer| viewer.identify(10_000, &mut Budget::nodes(3_000_000))),
            KeyCode::Char('s') => {
                self.message = self.save().map_or_else(|error| error, |file| format!("saved as {file}"));
            }
            KeyCode::Char('?') => self.help.open(),
            _ => {}
        }
    }

    /// Stops, calls `act`, and shows its message.
    fn act(&mut self, act: impl FnOnce(&mut Viewer) -> Result<String, String>) {
        (self.is_running, self.target) = (false, None);
        self.message = act(&mut self.viewer).unwrap_or_else(|error| error);
    }

    /// Moves the view, or the cursor while drawing.
    fn arrow(&mut self, dx: i64, dy: i64) {
        if !self.is_drawing {
            return self.pan(4 * dx, 4 * dy);
        }
        let by = 1 << self.scale;
        self.cursor = Cell::new(self.cursor.x + dx * by, self.cursor.y + dy * by);
    }

    /// Returns the opposite of a cell's state.
    fn toggled(&mut self, cell: Cell) -> State {
        let window = Window { from: cell, scale: 0, columns: 1, rows: 1 };
        State::from(self.viewer.look(&window, false) == [0])
    }

    /// Draws cells. If `is_continued` is set, undo treats them as part of the last stroke.
    fn put(&mut self, cells: &[(Cell, State)], is_continued: bool) {
        self.target = None;
        match self.viewer.draw(cells, is_continued) {
            Ok(()) => self.is_changed = true,
            Err(error) => self.message = error,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let (across, down) = self.dots();
        let window = self.window();
        let at = |part: u16, dots: i64| (i64::from(part) * dots) << self.scale;
        let cell = Cell::new(window.from.x + at(mouse.column, across), window.from.y + at(mouse.row, down));
        match mouse.kind {
            MouseEventKind::ScrollUp => self.zoom(true),
            MouseEventKind::ScrollDown => self.zoom(false),
            MouseEventKind::Down(MouseButton::Left) => {
                let state = self.toggled(cell);
                self.dragged = Some((mouse.column, mouse.row, state));
                if self.is_drawing && self.scale == 0 {
                    self.cursor = cell;
                    self.put(&[(cell, state)], false);
                }
            }
            MouseEventKind::Drag(MouseButton::Left) => {
                let Some((column, row, state)) = self.dragged else { return };
                self.dragged = Some((mouse.column, mouse.row, state));
                if self.is_drawing && self.scale == 0 {
                    self.put(&[(cell, state)], true);
                } else {
                    self.pan(
                        (i64::from(column) - i64::from(mouse.column)) * across,
                        (i64::from(row) - i64::from(mouse.row)) * down,
                    );
                }
            }
            MouseEventKind::Up(_) => self.dragged = None,
            _ => {}
        }
    }

    /// Saves the pattern to a new file; returns its name.
    fn save(&mut self) -> Result<String, String> {
        let file = self.source.state_file(self.viewer.status().generation).display().to_string();
        let text = self.viewer.file(Format::Macrocell)?;
        std::fs::write(&file, text).map_err(|error| format!("{file}: {error}"))?;
        self.is_changed = false;
        Ok(file)
    }

    // ---- drawing --------------------------------------------------------------------------------

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.size = (area.width, area.height);
        let status_lines = self.numbers();
        self.status_lines = u16::try_from(status_lines.len()).unwrap_or(u16::MAX).min(area.height);
        let window = self.window();
        let bytes = self.viewer.look(&window, false);
        let status = self.viewer.status();
        let is_coloured = status.states > 2;
        let get = |column: usize, row: usize| bytes[row * window.columns + column];
        let colour = |byte: u8| match byte {
            0 => Color::Reset,
            byte if is_coloured && has_colours() => COLOURS[usize::from(byte - 1) % COLOURS.len()],
            _ => COLOURS[0],
        };
        for row in 0..self.field_lines() {
            for column in 0..area.width {
                let (sign, style) = if self.is_braille {
                    braille(|x, y| get(usize::from(column) * 2 + x, usize::from(row) * 4 + y), colour)
                } else {
                    let (x, y) = (usize::from(column), usize::from(row) * 2);
                    halves(get(x, y), get(x, y + 1), colour)
                };
                frame.buffer_mut()[(column, row)].set_char(sign).set_style(style);
            }
        }
        if self.is_drawing {
            let (across, down) = self.dots();
            let place =
                |at: i64, from: i64, dots: i64| u16::try_from(((at - from) >> self.scale) / dots).ok();
            if let (Some(x), Some(y)) =
                (place(self.cursor.x, window.from.x, across), place(self.cursor.y, window.from.y, down))
                && x < area.width
                && y < self.field_lines()
            {
                let style = frame.buffer_mut()[(x, y)].style().add_modifier(Modifier::REVERSED);
                frame.buffer_mut()[(x, y)].set_style(style);
            }
        }
        self.draw_footer(frame, &status_lines);
        self.help.draw(frame);
    }

    /// Draws the numbers and, below them, the message. A message of several lines covers part of
    /// the field.
    fn draw_footer(&self, frame: &mut Frame<'_>, numbers: &[String]) {
        let area = frame.area();
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let dim = Style::new().add_modifier(Modifier::DIM);
        let (message, style) = match &self.typed {
            Some(typed) => (format!("Jump to generation, such as 1000 or 2^20: {typed}_"), Style::new()),
            None if self.message.is_empty() => {
                let keys = if self.is_drawing {
                    ["arrows move", "Enter changes a cell", "m stop drawing", "? keys"]
                } else {
                    ["Space run", "n step", "? keys", "q quit"]
                };
                (keys.join(" · "), dim)
            }
            None => (self.message.clone(), Style::new()),
        };
        let message = wrapped(&message, area.width.into());
        let lines: Vec<(&String, Style)> =
            numbers.iter().map(|line| (line, bold)).chain(message.iter().map(|line| (line, style))).collect();
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height);
        for (y, (line, style)) in (area.height - height..area.height).zip(lines) {
            put(frame, 0, y, &" ".repeat(area.width.into()), Style::reset());
            put(frame, 0, y, line, style);
        }
    }

    /// Returns the numbers of the current generation as lines.
    fn numbers(&self) -> Vec<String> {
        let status = self.viewer.status();
        let speed = SPEEDS.get(self.speed).map_or_else(|| "max".to_owned(), u64::to_string);
        let state = match (self.target, self.is_running) {
            (Some(_), _) => "running, Esc stops",
            (None, true) => "running",
            (None, false) => "",
        };
        let all = [
            format!("generation {}", status.generation),
            format!("{} alive", self.viewer.population()),
            status.rule,
            format!("step 2^{}", self.step),
            format!("{speed} per second"),
            format!("1:{}", 1_u64 << self.scale),
            state.to_owned(),
            if self.is_drawing { "drawing" } else { "" }.to_owned(),
        ];
        facts(&all, self.size.0.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::shot::{SIZES, lines, shows};

    fn source(rule: Option<&str>) -> Loaded {
        Loaded { pattern: "glider".to_owned(), rule: rule.map(str::to_owned), rule_file: None }
    }

    fn frame(screen: &mut Screen<'_>, size: (u16, u16)) -> Vec<String> {
        screen.size = size;
        screen.status_lines = u16::try_from(screen.numbers().len()).unwrap();
        screen.fit();
        lines(size, |frame| screen.draw(frame))
    }

    fn press_key(screen: &mut Screen<'_>, code: KeyCode) {
        screen.key(KeyEvent::new(code, KeyModifiers::NONE));
    }

    #[test]
    fn a_glider_is_drawn_exactly() {
        let source = source(None);
        let mut screen = Screen::new(&source, Viewer::open("life:glider", 64 << 20).unwrap());
        assert_eq!(
            frame(&mut screen, (40, 8)),
            [
                "",
                "",
                "                    ▀▄",
                "                   ▀▀▀",
                "",
                "generation 0 · 5 alive · B3/S23",
                "step 2^0 · 10 per second · 1:1",
                "Space run · n step · ? keys · q quit",
            ]
        );
        press_key(&mut screen, KeyCode::Char('v'));
        assert_eq!(frame(&mut screen, (40, 8))[2], "                   ⢀⣢");
    }

    /// The numbers, even if very large, the message and the prompt are complete at every screen
    /// size.
    #[test]
    fn nothing_is_cut() {
        for rule in ["B3/S23", "B34678/S3678:T60000,60000"] {
            for size in SIZES {
                let source = source(Some(rule));
                let mut viewer = Viewer::open("life:glider", 64 << 20).unwrap();
                viewer.set_rule(rule).unwrap();
                let mut screen = Screen::new(&source, viewer);
                if rule == "B3/S23" {
                    screen.viewer.run(1 << 62, &mut Budget::nodes(10_000_000)).unwrap();
                }
                (screen.step, screen.is_running, screen.is_drawing) = (58, true, true);
                let message = "A long message of the pattern. ".repeat(7);
                screen.message.clone_from(&message);
                let status = screen.viewer.status();
                let shown = frame(&mut screen, size);
                let parts = [
                    format!("generation {}", status.generation),
                    format!("{} alive", screen.viewer.population()),
                    status.rule.clone(),
                    "step 2^58".to_owned(),
                    "10 per second".to_owned(),
                    format!("1:{}", 1_u64 << screen.scale),
                    "running".to_owned(),
                    "drawing".to_owned(),
                    message.trim().to_owned(),
                ];
                for part in parts {
                    assert!(shows(&shown, &part), "{size:?}: {part}\n{}", shown.join("\n"));
                }
                press_key(&mut screen, KeyCode::Char('j'));
                let shown = frame(&mut screen, size);
                assert!(shows(&shown, "Jump to generation, such as 1000 or 2^20: _"), "{shown:?}");
                press_key(&mut screen, KeyCode::Esc);
                press_key(&mut screen, KeyCode::Char('?'));
                assert!(shows(&frame(&mut screen, size), "run, stop"));
            }
        }
    }

    #[test]
    fn the_way_back_names_the_pattern_and_the_generation() {
        let source = source(Some("B3/S23:T9,9"));
        let mut screen = Screen::new(&source, Viewer::open("life:glider", 64 << 20).unwrap());
        assert_eq!(screen.how_to_continue(), None);
        screen.viewer.run(12, &mut Budget::nodes(1_000_000)).unwrap();
        assert_eq!(
            screen.how_to_continue().unwrap(),
            "To continue at generation 12: gridlore life play glider --rule B3/S23:T9,9 --gens 12"
        );
        let quoted = Loaded { pattern: "my file.rle".to_owned(), ..self::source(None) };
        assert_eq!(quoted.command(&quoted.pattern, 0), "gridlore life play 'my file.rle'");
    }
}
