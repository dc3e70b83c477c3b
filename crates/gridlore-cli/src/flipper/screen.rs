//! `gridlore flipper play` on the full screen, with keys and mouse.

use super::game::Game;
use crate::Exit;
use crate::canvas::{Canvas, put, wrapped};
use anyhow::Result;
use gridlore::View;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::{DefaultTerminal, Frame};
use std::time::Duration;

/// The time between two steps of a solution.
const STEP: Duration = Duration::from_millis(500);

const HELP: [&str; 4] = [
    "arrows and Enter, or mouse   press a square",
    "1 to 9   press this move     h   hint",
    "u r      undo, redo          s   solve step by step",
    "o n      start over, new     q   quit",
];

/// Colours of squares.
const COLOURS: [Color; 7] =
    [Color::DarkGray, Color::Yellow, Color::Cyan, Color::Red, Color::Green, Color::Magenta, Color::Blue];

/// The state of the screen.
struct Screen {
    game: Game,
    /// The move that Enter presses.
    selected: usize,
    message: String,
    /// Whether a solution is being played step by step.
    is_solving: bool,
    is_done: bool,
}

pub(super) fn run(game: Game) -> Result<Exit> {
    let mut screen = Screen { game, selected: 0, message: String::new(), is_solving: false, is_done: false };
    let mut canvas = Canvas::open()?;
    screen.play(&mut canvas.terminal)?;
    Ok(Exit::Done)
}

impl Screen {
    fn play(&mut self, terminal: &mut DefaultTerminal) -> Result<()> {
        while !self.is_done {
            let view = self.game.midend.view();
            terminal.draw(|frame| self.draw(&view, frame))?;
            if self.is_solving && !event::poll(STEP)? {
                self.step();
                continue;
            }
            let area = terminal.size()?;
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    self.is_solving = false;
                    self.key(key, &view)?;
                }
                Event::Mouse(mouse) => {
                    let at = Position { x: mouse.column, y: mouse.row };
                    let board = Board::new(&view, Rect::new(0, 0, area.width, area.height));
                    let Some(press) = board.square_at(at, &view).and_then(|square| view.cells[square].press)
                    else {
                        continue;
                    };
                    match mouse.kind {
                        MouseEventKind::Moved => self.selected = press,
                        MouseEventKind::Down(MouseButton::Left) => {
                            self.is_solving = false;
                            self.selected = press;
                            self.message = self.game.press(press);
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn key(&mut self, key: KeyEvent, view: &View) -> Result<()> {
        let moves = view.presses.len();
        let (columns, at) = (view.columns, self.selected);
        let is_on_cells = view.cells.first().is_some_and(|cell| cell.press.is_some());
        self.message.clear();
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => self.is_done = true,
            KeyCode::Char('q') | KeyCode::Esc => self.is_done = true,
            KeyCode::Left if is_on_cells => {
                self.selected = at / columns * columns + (at + columns - 1) % columns
            }
            KeyCode::Right if is_on_cells => self.selected = at / columns * columns + (at + 1) % columns,
            KeyCode::Up if is_on_cells => self.selected = (at + moves - columns) % moves,
            KeyCode::Down if is_on_cells => self.selected = (at + columns) % moves,
            KeyCode::Left | KeyCode::Up => self.selected = (at + moves - 1) % moves.max(1),
            KeyCode::Right | KeyCode::Down => self.selected = (at + 1) % moves.max(1),
            KeyCode::Enter | KeyCode::Char(' ') => self.message = self.game.press(self.selected),
            KeyCode::Char(digit @ '1'..='9') => {
                let press = digit as usize - '1' as usize;
                if press < moves {
                    self.selected = press;
                    self.message = self.game.press(press);
                } else {
                    self.message = format!("There is no move {digit}, only 1 to {moves}.");
                }
            }
            KeyCode::Char('u') if !self.game.midend.undo() => {
                "Nothing to undo.".clone_into(&mut self.message)
            }
            KeyCode::Char('r') if !self.game.midend.redo() => {
                "Nothing to redo.".clone_into(&mut self.message)
            }
            KeyCode::Char('o') => self.game.midend.restart(),
            KeyCode::Char('n') => self.game.renew()?,
            KeyCode::Char('h') => {
                let (why, press) = self.game.hint();
                self.message = why;
                self.selected = press.unwrap_or(self.selected);
            }
            KeyCode::Char('s') => {
                self.is_solving = true;
                self.step();
            }
            _ => {}
        }
        Ok(())
    }

    /// Makes one press of a shortest solution.
    fn step(&mut self) {
        match self.game.hint() {
            (_, Some(press)) => {
                self.selected = press;
                self.message = self.game.press(press);
            }
            (why, None) => {
                if !self.game.midend.view().solved {
                    self.message = why;
                }
                self.is_solving = false;
            }
        }
    }

    fn draw(&self, view: &View, frame: &mut Frame<'_>) {
        let area = frame.area();
        let board = Board::new(view, area);
        let turned = view.presses.get(self.selected).map(|press| press.turns.as_slice()).unwrap_or_default();
        for (square, cell) in view.cells.iter().enumerate() {
            let place = board.place(square, view);
            let colour = cell.colour.unwrap_or_default();
            let style = Style::new().bg(COLOURS[usize::from(colour) % COLOURS.len()]).fg(if colour == 0 {
                Color::White
            } else {
                Color::Black
            });
            // Not by colour alone: signs show the colour, the selection, and what a press would
            // turn.
            let sign = sign(view, colour);
            let is_selected = cell.press == Some(self.selected);
            let (left, right) = match (is_selected, turned.contains(&square)) {
                (true, _) => ("[", "]"),
                (false, true) => ("‹", "›"),
                (false, false) => (" ", " "),
            };
            for y in place.y..place.bottom() {
                let is_middle = y == place.y + place.height / 2;
                let text = if is_middle && place.width >= 5 {
                    format!(" {left}{sign}{right} ")
                } else if is_middle {
                    format!("{sign}{}", if is_selected { "]" } else { right })
                } else {
                    String::new()
                };
                let style = if is_selected { style.add_modifier(Modifier::BOLD) } else { style };
                let width = usize::from(place.width);
                put(frame, place.x, y, &format!("{text:^width$}"), style);
            }
        }
        // The goal, small, next to the board if there is room.
        let beside = board.right(view) + 3;
        if usize::from(beside) + 2 * view.columns <= usize::from(area.width) {
            put(frame, beside, TOP, "goal", Style::new().add_modifier(Modifier::BOLD));
            for (row, y) in view.cells.chunks(view.columns).zip(TOP + 1..) {
                let signs: Vec<String> =
                    row.iter().map(|cell| sign(view, cell.goal.unwrap_or_default())).collect();
                put(frame, beside, y, &signs.join(" "), Style::new());
            }
        }
        let mut line = board.bottom(view) + 1;
        let name = view.presses.get(self.selected).map_or("", |press| press.name.as_str());
        put(
            frame,
            2,
            line,
            &format!("{} · move {name}", view.status),
            Style::new().add_modifier(Modifier::BOLD),
        );
        line += 1;
        let width = usize::from(area.width.saturating_sub(4)).max(10);
        let another =
            if view.solved && !self.message.is_empty() { " Press n for another board." } else { "" };
        for part in wrapped(&format!("{}{another}", self.message), width) {
            put(frame, 2, line, &part, Style::new().fg(Color::Green));
            line += 1;
        }
        for text in HELP {
            line += 1;
            put(frame, 2, line, text, Style::new().add_modifier(Modifier::DIM));
        }
    }
}

/// The sign of a colour: a dot or a disc, or its number.
fn sign(view: &View, colour: u8) -> String {
    match (view.colours, colour) {
        (2, 0) => "·".to_owned(),
        (2, _) => "●".to_owned(),
        (_, colour) => colour.to_string(),
    }
}

/// The size of squares on the screen: large if they fit.
struct Board {
    width: u16,
    height: u16,
}

const LEFT: u16 = 2;
const TOP: u16 = 1;

impl Board {
    fn new(view: &View, area: Rect) -> Self {
        let fits = |width: u16, height: u16| {
            usize::from(LEFT) + view.columns * usize::from(width + 1) <= usize::from(area.width)
                && usize::from(TOP) + view.rows * usize::from(height + 1) + HELP.len() + 4
                    <= usize::from(area.height)
        };
        if fits(7, 3) { Self { width: 7, height: 3 } } else { Self { width: 2, height: 1 } }
    }

    /// Blank lines between rows of large squares.
    const fn gap(&self) -> u16 {
        if self.height > 1 { 1 } else { 0 }
    }

    fn place(&self, square: usize, view: &View) -> Rect {
        let cell = |index: usize| u16::try_from(index).unwrap_or(u16::MAX);
        let (row, column) = (cell(square / view.columns), cell(square % view.columns));
        // A blank column between squares keeps their signs apart.
        let x = LEFT.saturating_add(column.saturating_mul(self.width + 1));
        let y = TOP.saturating_add(row.saturating_mul(self.height + self.gap()));
        Rect { x, y, width: self.width, height: self.height }
    }

    fn bottom(&self, view: &View) -> u16 {
        view.cells.len().checked_sub(1).map_or(TOP, |last| self.place(last, view).bottom())
    }

    fn right(&self, view: &View) -> u16 {
        view.columns.checked_sub(1).map_or(LEFT, |last| self.place(last, view).right())
    }

    fn square_at(&self, at: Position, view: &View) -> Option<usize> {
        (0..view.cells.len()).find(|&square| self.place(square, view).contains(at))
    }
}
