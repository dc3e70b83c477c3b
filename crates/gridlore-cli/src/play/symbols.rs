//! Plays a board of symbols, such as a sudoku, on the full screen with keys and mouse.

use super::game::Game;
use crate::Exit;
use crate::canvas::Canvas;
use crate::canvas::grid::{Grid, Scale};
use crate::canvas::help::{Help, Keys};
use crate::canvas::panel::{Panel, Texts};
use crate::canvas::text::put;
use anyhow::Result;
use gridlore::{Action, CellView, Pen, View};
use ratatui::Frame;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier, Style};

/// The list of keys. Commands use keys that are not symbols of any puzzle, so letters can still be
/// entered.
const KEYS: Keys = &[
    ("arrows, click", "choose a cell"),
    ("a symbol", "enter it, or mark it with another pen"),
    ("Tab, Shift-Tab", "next or previous pen: symbols, centre marks, corner marks, crosses, colours"),
    ("Backspace", "clear the cell"),
    ("Ctrl-Z, Ctrl-Y", "undo, redo; also u and r, unless they are symbols"),
    ("Ctrl-T", "hint: the next step with its reason; also h, unless it is a symbol"),
    ("Ctrl-A", "apply the hint"),
    ("Ctrl-K", "check for mistakes"),
    ("Ctrl-F", "fill in all candidates"),
    ("Ctrl-N", "new puzzle (the old one can be continued)"),
    ("PgUp, PgDn", "page through a long message"),
    ("?", "show these keys"),
    ("Esc, Ctrl-C", "quit"),
];

/// The background colours, numbered from 1 to 9.
const COLOURS: [Color; 9] = [
    Color::Yellow,
    Color::Green,
    Color::LightRed,
    Color::Cyan,
    Color::LightMagenta,
    Color::LightBlue,
    Color::LightYellow,
    Color::Gray,
    Color::Red,
];

/// The pens, which determine what a symbol key enters.
const PENS: [(Option<Pen>, &str); 5] = [
    (None, "symbols"),
    (Some(Pen::Centre), "centre marks"),
    (Some(Pen::Corner), "corner marks"),
    (Some(Pen::Cross), "crosses"),
    (Some(Pen::Colour), "colours 1 to 9"),
];

/// The state of the screen.
struct Screen {
    game: Game,
    selected: usize,
    /// The cells of the last hint.
    shown: Vec<usize>,
    pen: usize,
    panel: Panel,
    help: Help,
    /// The offset of the visible part of the board.
    from: (u16, u16),
    is_done: bool,
}

pub(super) fn run(game: Game) -> Result<Exit> {
    let mut screen = Screen::new(game);
    let mut canvas = Canvas::open()?;
    let played = screen.play(&mut canvas);
    // The terminal is restored first. Even after an error, the game can be continued.
    drop(canvas);
    for line in screen.game.how_to_continue() {
        println!("{line}");
    }
    played.map(|()| Exit::Done)
}

impl Screen {
    fn new(game: Game) -> Self {
        let rules = game.midend.puzzle().kind().rules;
        let mut panel = Panel::default();
        panel.say(rules);
        Self {
            game,
            selected: 0,
            shown: Vec::new(),
            pen: 0,
            panel,
            help: Help::new(KEYS, rules),
            from: (0, 0),
            is_done: false,
        }
    }

    fn play(&mut self, canvas: &mut Canvas) -> Result<()> {
        while !self.is_done {
            let view = self.game.midend.view();
            let mut grid = None;
            canvas.draw(|frame| grid = Some(self.draw(&view, frame)))?;
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key, &view)?,
                Event::Mouse(mouse)
                    if mouse.kind == MouseEventKind::Down(MouseButton::Left) && !self.help.is_open() =>
                {
                    let at = Position { x: mouse.column, y: mouse.row };
                    let cell = grid.and_then(|grid| grid.cell_at(at));
                    self.selected = cell.unwrap_or(self.selected);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn key(&mut self, key: KeyEvent, view: &View) -> Result<()> {
        let (cells, columns, at) = (view.cells.len(), view.columns, self.selected);
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if is_control && matches!(key.code, KeyCode::Char('c' | 'q')) {
            self.is_done = true;
            return Ok(());
        }
        if self.help.is_open() {
            self.help.key(key.code);
            return Ok(());
        }
        if self.panel.turn(key.code) {
            return Ok(());
        }
        self.panel.say("");
        if is_control {
            if key.code == KeyCode::Char('t') {
                self.hint();
                return Ok(());
            }
            match key.code {
                KeyCode::Char('z') if !self.game.midend.undo() => self.panel.say("Nothing to undo."),
                KeyCode::Char('y') if !self.game.midend.redo() => self.panel.say("Nothing to redo."),
                KeyCode::Char('f') if !self.game.midend.fill_candidates() => {
                    self.panel.say("There are no candidates to fill in.")
                }
                KeyCode::Char('k') => self.panel.say(self.game.check()),
                KeyCode::Char('a') => {
                    let (text, _) = self.game.step();
                    self.panel.say(text);
                }
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
                let message = self.game.act(Action::Clear { cells: vec![at] });
                self.panel.say(message);
            }
            KeyCode::Char('?') => self.help.open(),
            KeyCode::Char(key @ ('h' | 'u' | 'r')) if !has_symbol(view, key) => match key {
                'h' => self.hint(),
                'u' if !self.game.midend.undo() => self.panel.say("Nothing to undo."),
                'r' if !self.game.midend.redo() => self.panel.say("Nothing to redo."),
                _ => self.shown.clear(),
            },
            KeyCode::Char(letter) => {
                let message = self.game.act(self.entered(letter, view));
                self.panel.say(message);
                self.shown.clear();
            }
            _ => {}
        }
        Ok(())
    }

    /// Shows the next step and selects the cell that it fills, or else its first cell.
    fn hint(&mut self) {
        let (text, hint) = self.game.hint();
        self.panel.say(text);
        let Some(hint) = hint else { return };
        let filled = match &hint.action {
            Some(Action::Enter { cells, .. }) => cells.first().copied(),
            _ => None,
        };
        self.selected = filled.or(hint.cells.first().copied()).unwrap_or(self.selected);
        self.shown = hint.cells;
    }

    /// Returns the action of a letter with the current pen; a lower-case letter can stand for a
    /// capital.
    fn entered(&self, letter: char, view: &View) -> Action {
        let is_sign = view.symbols.iter().any(|known| known.symbol == letter);
        let symbol = if !is_sign && has_symbol(view, letter) { letter.to_ascii_uppercase() } else { letter };
        let cells = vec![self.selected];
        match PENS[self.pen].0 {
            None => Action::Enter { cells, symbol },
            Some(pen) => Action::Mark { cells, pen, symbol },
        }
    }

    /// Draws the screen; returns the layout of the cells.
    fn draw(&mut self, view: &View, frame: &mut Frame<'_>) -> Grid {
        let grid = Grid::new(frame.area(), scales(view), self.from, self.selected);
        self.from = grid.from();
        draw_borders(view, &grid, frame);
        for (index, cell) in view.cells.iter().enumerate() {
            let Some(place) = grid.place(index) else { continue };
            // To avoid relying on colour alone, signs mark the selected cell, clashes, and the
            // cells of a hint.
            let marks = match (index == self.selected, cell.clash, self.shown.contains(&index)) {
                (true, _, _) => Some(("[", "]")),
                (_, true, _) => Some(("!", "!")),
                (_, _, true) => Some(("›", "‹")),
                _ => None,
            };
            let (middle, style) = (place.x + place.width / 2, style(cell));
            if place.width > 1 {
                put(frame, place.x, place.y, &" ".repeat(place.width.into()), style);
            }
            put(frame, middle, place.y, &content(cell), style);
            if let Some((left, right)) = marks {
                put(frame, middle.saturating_sub(1), place.y, left, style);
                put(frame, middle + 1, place.y, right, style);
            }
        }
        let cell = view.cells.get(self.selected);
        let keys = if has_symbol(view, 'h') {
            ["? keys", "Ctrl-T hint", "Esc quit"]
        } else {
            ["? keys", "h hint", "Esc quit"]
        };
        let texts = Texts {
            status: [view.status.clone(), format!("pen: {}", PENS[self.pen].1)]
                .into_iter()
                .chain(grid.part())
                .collect(),
            details: cell.map(|cell| cell.label.clone()).into_iter().collect(),
            mistakes: &view.clashes,
            keys: keys.map(str::to_owned).into(),
        };
        self.panel.draw(frame, grid.text, &texts);
        self.help.draw(frame);
        grid
    }
}

/// Returns whether this letter, or its capital, is a symbol of the puzzle.
fn has_symbol(view: &View, letter: char) -> bool {
    view.symbols.iter().any(|known| known.symbol == letter || known.symbol == letter.to_ascii_uppercase())
}

/// Returns the character of a cell: its symbol, its only mark, ∴ for several marks, or a dot.
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

/// Returns the possible sizes of a board, largest first: with lines between all rows, or only
/// between regions.
fn scales(view: &View) -> Vec<Scale> {
    let size = (view.columns, view.rows);
    let ends_region = |row: usize| {
        (0..view.columns).any(|column| {
            region(view, row * view.columns + column) != region(view, (row - 1) * view.columns + column)
        })
    };
    let lines = |row: usize| u16::from(row > 0 && ends_region(row));
    vec![
        Scale::even(size, (3, 1), (1, 1)),
        Scale::even(size, (3, 1), (1, 0)).with_lines(lines),
        Scale::even(size, (1, 1), (1, 0)).with_lines(lines),
    ]
}

fn region(view: &View, index: usize) -> Option<usize> {
    view.cells.get(index).map(|cell| cell.region)
}

/// Draws lines between regions.
fn draw_borders(view: &View, grid: &Grid, frame: &mut Frame<'_>) {
    let dim = Style::new().add_modifier(Modifier::DIM);
    for index in 0..view.cells.len() {
        let Some(place) = grid.place(index) else { continue };
        let is_last = (index + 1) % view.columns == 0;
        if !is_last && region(view, index + 1) != region(view, index) {
            put(frame, place.right(), place.y, "│", dim);
        }
        let below = index + view.columns;
        let is_visible = place.bottom() < grid.board().bottom();
        if is_visible && below < view.cells.len() && region(view, below) != region(view, index) {
            put(frame, place.x, place.bottom(), &"─".repeat(place.width.into()), dim);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::shot::{SIZES, lines, shows};

    fn frame(screen: &mut Screen, size: (u16, u16)) -> Vec<String> {
        let view = screen.game.midend.view();
        lines(size, |frame| {
            screen.draw(&view, frame);
        })
    }

    #[test]
    fn a_small_board_is_drawn_exactly() {
        let mut screen = Screen::new(Game::open("sudoku:2....31.......43", Some(1)).unwrap());
        screen.hint();
        assert_eq!(
            frame(&mut screen, (60, 12)),
            [
                "",
                " ›2‹ [·]│ ·   ·   11 left · pen: symbols",
                "                  row 1, column 2, blank",
                " ›·‹ ›3‹│ 1   ·",
                " ─── ─── ─── ───  Hidden Single. In box 1, 1 can only go in",
                "  ·   · │ ·   ·   row 1, column 2.",
                "",
                "  ·   · │ 4   3",
                "",
                "",
                "",
                "                  ? keys · h hint · Esc quit",
            ]
        );
    }

    #[test]
    fn nothing_is_cut() {
        for id in ["sudoku:2....31.......43", "sudoku:rated-hard#7", "sudoku:4x4#3"] {
            for size in SIZES {
                let mut screen = Screen::new(Game::open(id, Some(1)).unwrap());
                screen.hint();
                let view = screen.game.midend.view();
                let label = view.cells[screen.selected].label.clone();
                let shown = frame(&mut screen, size);
                for part in [&screen.game.hint().0, &view.status, &label, "pen: symbols", "? keys"] {
                    assert!(shows(&shown, part), "{id}, {size:?}: {part}\n{}", shown.join("\n"));
                }
                assert!(!shown.join("\n").contains(" of "), "the whole board is shown: {shown:?}");
                screen.help.open();
                let help = frame(&mut screen, size).join("\n");
                assert!(KEYS.iter().all(|(key, _)| help.contains(key)), "{help}");
            }
        }
    }
}
