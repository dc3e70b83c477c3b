//! A board of symbols on the full screen, with keys and mouse.

use super::game::Game;
use crate::Exit;
use crate::canvas::{Canvas, put, wrapped};
use anyhow::Result;
use gridlore::{Action, CellView, Pen, View};
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::{DefaultTerminal, Frame};

/// The help. Commands use keys that no puzzle has as symbols, so letters can still be entered.
const HELP: [&str; 5] = [
    "arrows or mouse  choose a cell     a symbol   enter it",
    "Tab              next pen          Backspace  clear the cell",
    "Ctrl-Z Ctrl-Y    undo, redo        ? or h     hint",
    "Ctrl-A           apply the hint    Ctrl-K     check",
    "Ctrl-F           fill candidates   Ctrl-N     new puzzle    Esc  quit",
];

/// The background colours 1 to 6.
const COLOURS: [Color; 6] =
    [Color::Yellow, Color::Green, Color::LightRed, Color::Cyan, Color::LightMagenta, Color::LightBlue];

/// The pens, which decide what a symbol key writes.
const PENS: [(Option<Pen>, &str); 5] = [
    (None, "symbols"),
    (Some(Pen::Centre), "centre marks"),
    (Some(Pen::Corner), "corner marks"),
    (Some(Pen::Cross), "crosses"),
    (Some(Pen::Colour), "colours 1 to 6"),
];

/// The state of the screen.
struct Screen {
    game: Game,
    selected: usize,
    /// The cells of the last hint.
    shown: Vec<usize>,
    pen: usize,
    message: String,
    is_done: bool,
}

pub(super) fn run(game: Game) -> Result<Exit> {
    let message = game.midend.puzzle().kind().rules.to_owned();
    let mut screen = Screen { game, selected: 0, shown: Vec::new(), pen: 0, message, is_done: false };
    let mut canvas = Canvas::open()?;
    let played = screen.play(&mut canvas.terminal);
    // Restore the terminal first. The game is not lost after an error either.
    drop(canvas);
    for line in screen.game.how_to_continue() {
        println!("{line}");
    }
    played.map(|()| Exit::Done)
}

impl Screen {
    fn play(&mut self, terminal: &mut DefaultTerminal) -> Result<()> {
        while !self.is_done {
            let view = self.game.midend.view();
            terminal.draw(|frame| self.draw(&view, frame))?;
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key, &view)?,
                Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                    let at = Position { x: mouse.column, y: mouse.row };
                    let size = terminal.size()?;
                    let layout = Layout::new(&view, size.height);
                    let cell = (0..view.cells.len()).find(|&cell| layout.place(cell, &view).contains(at));
                    self.selected = cell.unwrap_or(self.selected);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn key(&mut self, key: KeyEvent, view: &View) -> Result<()> {
        let (cells, columns, at) = (view.cells.len(), view.columns, self.selected);
        self.message.clear();
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'q') => self.is_done = true,
                KeyCode::Char('z') if !self.game.midend.undo() => self.say("Nothing to undo."),
                KeyCode::Char('y') if !self.game.midend.redo() => self.say("Nothing to redo."),
                KeyCode::Char('f') if !self.game.midend.fill_candidates() => {
                    self.say("There are no candidates to fill in.")
                }
                KeyCode::Char('k') => self.message = self.game.check(),
                KeyCode::Char('a') => self.message = self.game.step().0,
                KeyCode::Char('n') => {
                    self.game.renew()?;
                    self.selected = 0;
                }
                _ => {}
            }
            self.shown.clear();
            return Ok(());
        }
        match key.code {
            KeyCode::Esc => self.is_done = true,
            KeyCode::Left => self.selected = at / columns * columns + (at + columns - 1) % columns,
            KeyCode::Right => self.selected = at / columns * columns + (at + 1) % columns,
            KeyCode::Up => self.selected = (at + cells - columns) % cells,
            KeyCode::Down => self.selected = (at + columns) % cells,
            KeyCode::Tab => self.pen = (self.pen + 1) % PENS.len(),
            KeyCode::BackTab => self.pen = (self.pen + PENS.len() - 1) % PENS.len(),
            KeyCode::Backspace | KeyCode::Delete => {
                self.message = self.game.act(Action::Clear { cells: vec![at] });
            }
            KeyCode::Char('?') => self.hint(),
            KeyCode::Char(key @ ('h' | 'u' | 'r')) if !has_symbol(view, key) => match key {
                'h' => self.hint(),
                'u' if !self.game.midend.undo() => self.say("Nothing to undo."),
                'r' if !self.game.midend.redo() => self.say("Nothing to redo."),
                _ => self.shown.clear(),
            },
            KeyCode::Char(letter) => {
                self.message = self.game.act(self.entered(letter, view));
                self.shown.clear();
            }
            _ => {}
        }
        Ok(())
    }

    /// Shows the next step and selects its first cell.
    fn hint(&mut self) {
        let (text, hint) = self.game.hint();
        self.message = text;
        self.shown = hint.map(|hint| hint.cells).unwrap_or_default();
        self.selected = self.shown.first().copied().unwrap_or(self.selected);
    }

    /// The action of a letter with the current pen; a small letter can stand for a capital.
    fn entered(&self, letter: char, view: &View) -> Action {
        let is_sign = view.symbols.iter().any(|known| known.symbol == letter);
        let symbol = if !is_sign && has_symbol(view, letter) { letter.to_ascii_uppercase() } else { letter };
        let cells = vec![self.selected];
        match PENS[self.pen].0 {
            None => Action::Enter { cells, symbol },
            Some(pen) => Action::Mark { cells, pen, symbol },
        }
    }

    fn say(&mut self, text: &str) {
        text.clone_into(&mut self.message);
    }

    fn draw(&self, view: &View, frame: &mut Frame<'_>) {
        let area = frame.area();
        let layout = Layout::new(view, area.height);
        for (index, cell) in view.cells.iter().enumerate() {
            let place = layout.place(index, view);
            // Not by colour alone: signs mark the selected cell, clashes, and the cells of a hint.
            let (left, right) = match (index == self.selected, cell.clash, self.shown.contains(&index)) {
                (true, _, _) => ("[", "]"),
                (_, true, _) => ("!", "!"),
                (_, _, true) => ("›", "‹"),
                _ => (" ", " "),
            };
            put(frame, place.x, place.y, &format!("{left}{}{right}", content(cell)), style(cell));
        }
        layout.draw_borders(view, frame);
        let mut line = layout.bottom() + 1;
        let bold = Style::new().add_modifier(Modifier::BOLD);
        put(frame, 2, line, &format!("{} · pen: {}", view.status, PENS[self.pen].1), bold);
        line += 1;
        put(frame, 2, line, &view.cells[self.selected].label, Style::new());
        line += 1;
        let width = usize::from(area.width.saturating_sub(4)).max(10);
        let clashes = view.clashes.iter().map(|clash| (clash.as_str(), Color::Red));
        for (text, colour) in self.message.lines().map(|text| (text, Color::Green)).chain(clashes) {
            for part in wrapped(text, width) {
                put(frame, 2, line, &part, Style::new().fg(colour));
                line += 1;
            }
        }
        for text in HELP {
            line += 1;
            put(frame, 2, line, text, Style::new().add_modifier(Modifier::DIM));
        }
    }
}

/// Whether the puzzle has this letter, or its capital, as a symbol.
fn has_symbol(view: &View, letter: char) -> bool {
    view.symbols.iter().any(|known| known.symbol == letter || known.symbol == letter.to_ascii_uppercase())
}

/// The character of a cell: its symbol, its only mark, ∴ for several marks, or a dot.
fn content(cell: &CellView) -> String {
    match cell.symbol {
        Some(symbol) => symbol.to_string(),
        None if cell.marks.chars().count() == 1 => cell.marks.clone(),
        None if !cell.marks.is_empty() || !cell.corners.is_empty() || !cell.crosses.is_empty() => {
            "∴".to_owned()
        }
        None => "·".to_owned(),
    }
}

fn style(cell: &CellView) -> Style {
    let mut style = Style::new();
    if cell.given {
        style = style.add_modifier(Modifier::BOLD);
    } else if cell.symbol.is_some() {
        style = style.fg(Color::Cyan);
    } else {
        style = style.add_modifier(Modifier::DIM);
    }
    if cell.clash {
        style = style.fg(Color::Red).add_modifier(Modifier::BOLD);
    }
    let colour = cell.tints.chars().next().and_then(|tint| tint.to_digit(10)).unwrap_or(0);
    match usize::try_from(colour).ok().and_then(|colour| COLOURS.get(colour.wrapping_sub(1))) {
        Some(&colour) => style.bg(colour).fg(Color::Black),
        None => style,
    }
}

/// The places of cells on the screen: three columns and one row each, with lines between regions.
struct Layout {
    /// The line of the screen of each row.
    lines: Vec<u16>,
}

const LEFT: u16 = 2;
const TOP: u16 = 1;
const CELL_WIDTH: u16 = 3;

impl Layout {
    /// Leaves a blank line between rows if the screen is high enough, or else only between regions.
    fn new(view: &View, height: u16) -> Self {
        let is_wide = 2 * view.rows + HELP.len() + 9 <= usize::from(height);
        let ends_region = |row: usize| {
            let (above, below) = (row * view.columns, (row + 1) * view.columns);
            let mut columns = 0..view.columns;
            below < view.cells.len()
                && columns
                    .any(|column| view.cells[above + column].region != view.cells[below + column].region)
        };
        let mut line = TOP;
        let next = |row| {
            let here = line;
            line = line.saturating_add(if is_wide || ends_region(row) { 2 } else { 1 });
            here
        };
        Self { lines: (0..view.rows).map(next).collect() }
    }

    fn place(&self, cell: usize, view: &View) -> Rect {
        let column = u16::try_from(cell % view.columns).unwrap_or(u16::MAX);
        let x = LEFT.saturating_add(column.saturating_mul(CELL_WIDTH + 1));
        Rect { x, y: self.lines[cell / view.columns], width: CELL_WIDTH, height: 1 }
    }

    fn bottom(&self) -> u16 {
        self.lines.last().map_or(TOP, |line| line + 1)
    }

    fn draw_borders(&self, view: &View, frame: &mut Frame<'_>) {
        let dim = Style::new().add_modifier(Modifier::DIM);
        for (index, cell) in view.cells.iter().enumerate() {
            let place = self.place(index, view);
            if (index + 1) % view.columns != 0 && view.cells[index + 1].region != cell.region {
                put(frame, place.right(), place.y, "│", dim);
            }
            let below = view.cells.get(index + view.columns);
            if below.is_some_and(|below| below.region != cell.region) {
                put(frame, place.x, place.y + 1, "───", dim);
            }
        }
    }
}
