//! `gridlore life play`: a pattern on the full screen of a terminal, with two cells per character
//! in half blocks, or eight in braille.

use super::Loaded;
use super::load::load;
use crate::Exit;
use crate::canvas::{Canvas, put};
use crate::shared_args::Memory;
use anyhow::{Result, ensure};
use gridlore::Budget;
use gridlore::life::{Cell, Format, State, Still, Viewer, Window};
use ratatui::Frame;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::style::{Color, Modifier, Style};
use std::io::IsTerminal;
use std::time::Duration;

/// Work between two checks of the keys: hundredths of a second.
const SLICE: u64 = 1 << 18;
/// Steps per second; beyond the last one, as many as possible.
const SPEEDS: [u64; 6] = [1, 2, 5, 10, 20, 40];
/// The highest exponent of a step, as a power of two.
const MAX_STEP: u32 = 58;
/// Lines below the field.
const STATUS_LINES: u16 = 2;
/// The colours of states; the first is that of live cells.
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
    /// A dot shows a square of cells with a side of two to this power.
    scale: u32,
    is_braille: bool,
    is_running: bool,
    /// The generation that it is running to, until it is reached.
    target: Option<u64>,
    step: u32,
    speed: usize,
    is_following: bool,
    is_drawing: bool,
    cursor: Cell,
    /// The number of a generation that is being typed.
    typed: Option<String>,
    /// The last position of a mouse drag, and the state that it draws.
    dragged: Option<(u16, u16, State)>,
    message: String,
    is_done: bool,
    /// The columns and rows of the screen.
    size: (u16, u16),
}

pub(super) fn run(source: &Loaded, memory: Memory) -> Result<Exit> {
    let ready = load(source)?;
    ensure!(
        std::io::stdout().is_terminal() && std::io::stdin().is_terminal(),
        "life play needs a terminal; use life show to print a generation, life run to run many"
    );
    let viewer = Viewer::new(Still { pattern: ready.pattern, rule: ready.rule }, memory.bytes());
    let mut screen = Screen {
        source,
        viewer: viewer.map_err(anyhow::Error::msg)?,
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
        message: "space runs it, ? lists the keys, q quits".to_owned(),
        is_done: false,
        size: (80, 24),
    };
    let mut canvas = Canvas::open()?;
    screen.play(&mut canvas)?;
    Ok(Exit::Done)
}

impl Screen<'_> {
    fn play(&mut self, canvas: &mut Canvas) -> Result<()> {
        let size = canvas.terminal.size()?;
        self.size = (size.width, size.height);
        self.fit();
        while !self.is_done {
            canvas.terminal.draw(|frame| self.draw(frame))?;
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

    /// Runs a slice of the present step, or begins the next step.
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

    /// Starts running to a generation, forwards or backwards.
    fn jump(&mut self, to: u64) {
        self.is_running = false;
        self.target = Some(to.max(self.viewer.status().start));
    }

    // ---- the view -------------------------------------------------------------------------------

    /// The dots of a character, across and down.
    const fn dots(&self) -> (i64, i64) {
        if self.is_braille { (2, 4) } else { (1, 2) }
    }

    /// The dots of the field, across and down.
    fn field(&self) -> (i64, i64) {
        let (across, down) = self.dots();
        (
            i64::from(self.size.0.max(1)) * across,
            i64::from(self.size.1.saturating_sub(STATUS_LINES).max(1)) * down,
        )
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

    /// Zooms so that the whole pattern is visible.
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
        self.message.clear();
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let far = if key.modifiers.contains(KeyModifiers::SHIFT) { 10 } else { 1 };
        let generation = self.viewer.status().generation;
        match key.code {
            KeyCode::Char('c') if is_control => self.is_done = true,
            KeyCode::Char('q') => self.is_done = true,
            KeyCode::Esc if self.target.is_some() || self.is_running => (self.is_running, self.target) = (false, None),
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
            KeyCode::Char('z' | 'u') => self.act(|viewer| viewer.undo().map(|is_done| if is_done { "undone" } else { "nothing to undo" }.to_owned())),
            KeyCode::Char('y') => self.act(|viewer| viewer.redo().map(|is_done| if is_done { "redone" } else { "nothing to redo" }.to_owned())),
            KeyCode::Char('r') => self.jump(0),
            KeyCode::Char('i') => self.act(|viewer| viewer.identify(10_000, &mut Budget::nodes(3_000_000))),
            KeyCode::Char('s') => self.save(),
            KeyCode::Char('?') => self.message = "space run  n b step, back  [ ] step size  < > speed  + - zoom  arrows pan  f fit  o follow  j jump  d m draw, move  z y undo, redo  r restart  i identify  v braille  s save  q quit".to_owned(),
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

    /// The opposite of a cell's state.
    fn toggled(&mut self, cell: Cell) -> State {
        let window = Window { from: cell, scale: 0, columns: 1, rows: 1 };
        State::from(self.viewer.look(&window, false) == [0])
    }

    /// Draws cells; `is_continued` joins them to the last stroke for undo.
    fn put(&mut self, cells: &[(Cell, State)], is_continued: bool) {
        self.target = None;
        if let Err(error) = self.viewer.draw(cells, is_continued) {
            self.message = error;
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

    /// Saves the pattern to a new file.
    fn save(&mut self) {
        let file = self.source.state_file(self.viewer.status().generation);
        let file = file.display();
        let written = self.viewer.file(Format::Macrocell).and_then(|text| {
            std::fs::write(file.to_string(), text).map_err(|error| format!("{file}: {error}"))
        });
        self.message = written.map_or_else(|error| error, |()| format!("saved as {file}"));
    }

    // ---- drawing --------------------------------------------------------------------------------

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.size = (area.width, area.height);
        let window = self.window();
        let bytes = self.viewer.look(&window, false);
        let status = self.viewer.status();
        let is_coloured = status.states > 2;
        let get = |column: usize, row: usize| bytes[row * window.columns + column];
        let colour = |byte: u8| match byte {
            0 => Color::Reset,
            byte if is_coloured => COLOURS[usize::from(byte - 1) % COLOURS.len()],
            _ => COLOURS[0],
        };
        for row in 0..area.height.saturating_sub(STATUS_LINES) {
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
                && y + STATUS_LINES < area.height
            {
                let style = frame.buffer_mut()[(x, y)].style().add_modifier(Modifier::REVERSED);
                frame.buffer_mut()[(x, y)].set_style(style);
            }
        }
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let speed = SPEEDS.get(self.speed).map_or_else(|| "max".to_owned(), u64::to_string);
        let line = format!(
            "generation {} · {} alive · {} · step 2^{} · {speed} per second · 1:{}{}{}",
            status.generation,
            self.viewer.population(),
            status.rule,
            self.step,
            1_u64 << self.scale,
            if self.target.is_some() { " · running, Esc stops" } else { "" },
            if self.is_drawing { " · drawing" } else { "" },
        );
        let message = match &self.typed {
            Some(typed) => format!("jump to generation: {typed}_"),
            None => self.message.clone(),
        };
        put(frame, 0, area.height.saturating_sub(2), &line, bold);
        put(frame, 0, area.height.saturating_sub(1), &message, Style::new());
    }
}

/// The half block of two cells, one above the other.
fn halves(upper: u8, lower: u8, colour: impl Fn(u8) -> Color) -> (char, Style) {
    match (upper, lower) {
        (0, 0) => (' ', Style::reset()),
        (_, 0) => ('▀', Style::reset().fg(colour(upper))),
        (0, _) => ('▄', Style::reset().fg(colour(lower))),
        _ if colour(upper) == colour(lower) => ('█', Style::reset().fg(colour(upper))),
        _ => ('▀', Style::reset().fg(colour(upper)).bg(colour(lower))),
    }
}

/// The braille character of eight cells, two by four, in the colour of the first that is not dead.
fn braille(get: impl Fn(usize, usize) -> u8, colour: impl Fn(u8) -> Color) -> (char, Style) {
    const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
    let (mut bits, mut first) = (0, 0);
    for (y, row) in BITS.iter().enumerate() {
        for (x, bit) in row.iter().enumerate() {
            let byte = get(x, y);
            if byte != 0 {
                bits |= bit;
                first = if first == 0 { byte } else { first };
            }
        }
    }
    if bits == 0 {
        return (' ', Style::reset());
    }
    (char::from_u32(0x2800 + bits).unwrap_or(' '), Style::reset().fg(colour(first)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_become_signs() {
        let colour = |byte: u8| if byte == 2 { Color::Yellow } else { Color::Cyan };
        let sign = |upper, lower| halves(upper, lower, colour).0;
        assert_eq!([sign(0, 0), sign(1, 0), sign(0, 1), sign(1, 1), sign(1, 2)], [' ', '▀', '▄', '█', '▀']);
        assert_eq!(braille(|x, y| u8::from(x == 0 && y == 0), colour).0, '⠁');
        assert_eq!(braille(|_, _| 1, colour).0, '⣿');
        assert_eq!(braille(|_, _| 0, colour).0, ' ');
    }
}
