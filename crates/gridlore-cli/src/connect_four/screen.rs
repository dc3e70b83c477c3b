//! `gridlore connect-four play` on the full screen, with keys and mouse.

use super::game::Game;
use crate::Exit;
use crate::canvas::{Canvas, put, wrapped};
use anyhow::Result;
use gridlore::View;
use gridlore::game::MoveScore;
use ratatui::Frame;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

const HELP: [&str; 4] = [
    "arrows and Enter, 1 to 9, or mouse   drop a disc",
    "u r   undo, redo         h   hint",
    "s     scores on or off   v   review the game",
    "w n   swap, new game     q   quit",
];

/// The state of the screen.
struct Screen {
    game: Game,
    /// The column into which Enter drops a disc.
    selected: usize,
    messages: Vec<String>,
    /// The scores of the columns, if they are shown.
    scores: Option<Vec<Option<MoveScore>>>,
    is_done: bool,
}

pub(super) fn run(game: Game) -> Result<Exit> {
    let selected = game.midend.view().columns / 2;
    let messages = vec![game.players()];
    let mut screen = Screen { game, selected, messages, scores: None, is_done: false };
    let mut canvas = Canvas::open()?;
    screen.play(&mut canvas)?;
    Ok(Exit::Done)
}

impl Screen {
    fn play(&mut self, canvas: &mut Canvas) -> Result<()> {
        while !self.is_done {
            let view = self.game.midend.view();
            canvas.terminal.draw(|frame| self.draw(&view, frame))?;
            if self.game.is_levels_turn() {
                self.messages = vec![self.game.reply()];
                self.renew_scores();
                continue;
            }
            let area = canvas.terminal.size()?;
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key, &view)?,
                Event::Mouse(mouse) => {
                    let at = Position { x: mouse.column, y: mouse.row };
                    let board = Board::new(&view, Rect::new(0, 0, area.width, area.height));
                    let Some(column) = board.column_at(at, &view) else { continue };
                    match mouse.kind {
                        MouseEventKind::Moved => self.selected = column,
                        MouseEventKind::Down(MouseButton::Left) => self.press(column),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn press(&mut self, column: usize) {
        self.selected = column;
        self.messages = vec![self.game.press(column)];
        self.renew_scores();
    }

    fn renew_scores(&mut self) {
        if self.scores.is_some() {
            self.scores = Some(if self.game.is_levels_turn() { Vec::new() } else { self.game.scores() });
        }
    }

    fn key(&mut self, key: KeyEvent, view: &View) -> Result<()> {
        let columns = view.columns;
        self.messages.clear();
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => self.is_done = true,
            KeyCode::Char('q') | KeyCode::Esc => self.is_done = true,
            KeyCode::Left => self.selected = (self.selected + columns - 1) % columns,
            KeyCode::Right => self.selected = (self.selected + 1) % columns,
            KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Down => self.press(self.selected),
            KeyCode::Char(digit @ '1'..='9') => {
                let column = digit as usize - '1' as usize;
                if column < columns {
                    self.press(column);
                } else {
                    self.messages = vec![format!("There is no column {digit}, only 1 to {columns}.")];
                }
            }
            KeyCode::Char('u') => self.messages = vec![self.game.undo()],
            KeyCode::Char('r') => self.messages = vec![self.game.redo()],
            KeyCode::Char('n') => self.game.renew()?,
            KeyCode::Char('w') => self.messages = vec![self.game.swap()],
            KeyCode::Char('v') => self.messages = self.game.review(),
            KeyCode::Char('h') => {
                let (why, column) = self.game.hint();
                self.messages = vec![why];
                self.selected = column.unwrap_or(self.selected);
            }
            KeyCode::Char('s') => self.scores = if self.scores.is_some() { None } else { Some(Vec::new()) },
            _ => {}
        }
        if matches!(key.code, KeyCode::Char('u' | 'r' | 'n' | 's')) {
            self.renew_scores();
        }
        Ok(())
    }

    fn draw(&self, view: &View, frame: &mut Frame<'_>) {
        let area = frame.area();
        let board = Board::new(view, area);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        for (column, press) in view.presses.iter().enumerate() {
            let place = board.place(column, view);
            let is_selected = column == self.selected && !view.solved;
            let name = if is_selected { format!("[{}]", press.name) } else { press.name.clone() };
            let width = usize::from(place.width);
            put(frame, place.x, 1, &format!("{name:^width$}"), if is_selected { bold } else { Style::new() });
            if let Some(Some(scored)) = self.scores.as_ref().and_then(|scores| scores.get(column)) {
                let sign = if scored.lower > 0 { "+" } else { "" };
                let score = format!("{sign}{}", scored.lower);
                put(frame, place.x, 0, &format!("{score:^width$}"), bold);
            }
        }
        for (index, cell) in view.cells.iter().enumerate() {
            let place = board.place(index, view);
            // Not by colour alone: signs show the discs, and brackets the last disc and the
            // winning row.
            let (sign, style) = match cell.symbol {
                Some('X') => ("×", Style::new().bg(Color::LightRed).fg(Color::Black)),
                Some(_) => ("○", Style::new().bg(Color::LightBlue).fg(Color::Black)),
                None => ("·", Style::new()),
            };
            let text = match (cell.highlight, cell.last) {
                (true, _) => format!("[{sign}]"),
                (false, true) => format!("‹{sign}›"),
                _ => sign.to_owned(),
            };
            let style = if cell.highlight { style.add_modifier(Modifier::BOLD) } else { style };
            let width = usize::from(place.width);
            for y in place.y..place.bottom() {
                let text = if y == place.y + place.height / 2 { text.as_str() } else { "" };
                put(frame, place.x, y, &format!("{text:^width$}"), style);
            }
        }
        let mut line = board.bottom(view) + 1;
        put(frame, 2, line, &view.status, bold);
        let width = usize::from(area.width.saturating_sub(4)).max(10);
        for part in self.messages.iter().flat_map(|message| wrapped(message, width)) {
            line += 1;
            put(frame, 2, line, &part, Style::new().fg(Color::Green));
        }
        line += 1;
        for text in HELP {
            line += 1;
            put(frame, 2, line, text, Style::new().add_modifier(Modifier::DIM));
        }
    }
}

/// The size of cells on the screen: large if they fit.
struct Board {
    width: u16,
    height: u16,
}

const LEFT: u16 = 2;
const TOP: u16 = 2;

impl Board {
    fn new(view: &View, area: Rect) -> Self {
        let fits = |width: u16, height: u16| {
            usize::from(LEFT) + view.columns * usize::from(width + 1) <= usize::from(area.width)
                && usize::from(TOP) + view.rows * usize::from(height + 1) + HELP.len() + 5
                    <= usize::from(area.height)
        };
        if fits(7, 3) { Self { width: 7, height: 3 } } else { Self { width: 3, height: 1 } }
    }

    fn place(&self, cell: usize, view: &View) -> Rect {
        let count = |index: usize| u16::try_from(index).unwrap_or(u16::MAX);
        let (row, column) = (count(cell / view.columns), count(cell % view.columns));
        let gap = u16::from(self.height > 1);
        let x = LEFT.saturating_add(column.saturating_mul(self.width + 1));
        let y = TOP.saturating_add(row.saturating_mul(self.height + gap));
        Rect { x, y, width: self.width, height: self.height }
    }

    fn bottom(&self, view: &View) -> u16 {
        view.cells.len().checked_sub(1).map_or(TOP, |last| self.place(last, view).bottom())
    }

    fn column_at(&self, at: Position, view: &View) -> Option<usize> {
        let top = Rect { y: 0, height: self.bottom(view), ..self.place(0, view) };
        (0..view.columns).find(|&column| Rect { x: self.place(column, view).x, ..top }.contains(at))
    }
}
