//! Plays a board of coloured squares, which presses turn, on the full screen with keys and mouse.

use super::game::Game;
use crate::Exit;
use crate::canvas::Canvas;
use crate::canvas::grid::{Grid, Scale};
use crate::canvas::help::{Help, Keys};
use crate::canvas::panel::{Panel, Texts};
use crate::canvas::text::{put, put_lines, width_of};
use anyhow::Result;
use gridlore::View;
use ratatui::Frame;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use std::time::Duration;

/// The time between two steps of a solution.
const STEP: Duration = Duration::from_millis(500);

const KEYS: Keys = &[
    ("arrows, Home, End", "choose a square"),
    ("Enter, Space, click", "press it"),
    ("1 to 9", "press the move with this number"),
    ("u, Ctrl-Z", "undo"),
    ("r, Ctrl-Y", "redo"),
    ("h", "hint: a press of a shortest solution"),
    ("s", "show a shortest solution press by press; any key stops it"),
    ("c", "check: the fewest presses from here"),
    ("o", "start over (u undoes it)"),
    ("n", "new board (the old one can be continued)"),
    ("PgUp, PgDn", "page through a long message"),
    ("?", "show these keys"),
    ("q, Esc", "quit"),
];

/// The colours of squares.
const COLOURS: [Color; 7] =
    [Color::DarkGray, Color::Yellow, Color::Cyan, Color::Red, Color::Green, Color::Magenta, Color::Blue];

/// The sizes of squares, and the gaps between them, largest first.
const SIZES: [((u16, u16), (u16, u16)); 9] = [
    ((31, 15), (2, 1)),
    ((23, 11), (2, 1)),
    ((15, 7), (2, 1)),
    ((11, 5), (1, 1)),
    ((7, 3), (1, 1)),
    ((5, 2), (1, 1)),
    ((5, 1), (1, 1)),
    ((3, 1), (1, 0)),
    ((1, 1), (1, 0)),
];

/// The state of the screen.
struct Screen {
    game: Game,
    /// The move that Enter presses.
    selected: usize,
    panel: Panel,
    help: Help,
    /// The offset of the visible part of the board.
    from: (u16, u16),
    /// Whether a solution is being played step by step.
    is_solving: bool,
    is_done: bool,
}

/// Plays until the player leaves, and prints how to return to the game.
pub(crate) fn run(game: Game) -> Result<Exit> {
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
        Self {
            game,
            selected: 0,
            panel: Panel::default(),
            help: Help::new(KEYS, rules),
            from: (0, 0),
            is_solving: false,
            is_done: false,
        }
    }

    fn play(&mut self, canvas: &mut Canvas) -> Result<()> {
        while !self.is_done {
            let view = self.game.midend.view();
            let mut grid = None;
            canvas.draw(|frame| grid = Some(self.draw(&view, frame)))?;
            if self.is_solving && !event::poll(STEP)? {
                self.step();
                continue;
            }
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    self.is_solving = false;
                    self.key(key, &view)?;
                }
                Event::Mouse(mouse) if !self.help.is_open() => self.mouse(mouse, grid.as_ref(), &view),
                _ => {}
            }
        }
        Ok(())
    }

    fn mouse(&mut self, mouse: MouseEvent, grid: Option<&Grid>, view: &View) {
        let at = Position { x: mouse.column, y: mouse.row };
        let square = grid.and_then(|grid| grid.cell_at(at));
        let Some(press) = square.and_then(|square| view.cells.get(square)?.press) else { return };
        match mouse.kind {
            MouseEventKind::Moved => self.selected = press,
            MouseEventKind::Down(MouseButton::Left) => {
                self.is_solving = false;
                self.press(press);
            }
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent, view: &View) -> Result<()> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if is_control && key.code == KeyCode::Char('c') {
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
        let moves = view.presses.len();
        let (columns, at) = (view.columns, self.selected);
        let is_on_cells = view.cells.first().is_some_and(|cell| cell.press.is_some());
        self.panel.say("");
        match key.code {
            KeyCode::Char('?') => self.help.open(),
            KeyCode::Char('q') | KeyCode::Esc => self.is_done = true,
            KeyCode::Left if is_on_cells => {
                self.selected = at / columns * columns + (at + columns - 1) % columns
            }
            KeyCode::Right if is_on_cells => self.selected = at / columns * columns + (at + 1) % columns,
            KeyCode::Up if is_on_cells => self.selected = (at + moves - columns) % moves,
            KeyCode::Down if is_on_cells => self.selected = (at + columns) % moves,
            KeyCode::Left | KeyCode::Up => self.selected = (at + moves - 1) % moves.max(1),
            KeyCode::Right | KeyCode::Down => self.selected = (at + 1) % moves.max(1),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = moves.saturating_sub(1),
            KeyCode::Enter | KeyCode::Char(' ') => self.press(at),
            KeyCode::Char(digit @ '1'..='9') => {
                let press = digit as usize - '1' as usize;
                if press < moves {
                    self.press(press);
                } else {
                    self.panel.say(format!("There is no move {digit}, only 1 to {moves}."));
                }
            }
            KeyCode::Char('z') if is_control => self.undo(),
            KeyCode::Char('y') if is_control => self.redo(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('o') => self.game.midend.restart(),
            KeyCode::Char('n') => {
                self.game.renew()?;
                self.selected = 0;
                self.panel.say("New board.");
            }
            KeyCode::Char('c') => self.panel.say(self.game.check()),
            KeyCode::Char('h') => {
                let (why, press) = self.game.hinted_press();
                self.panel.say(why);
                self.selected = press.unwrap_or(at);
            }
            KeyCode::Char('s') => {
                self.is_solving = true;
                self.step();
            }
            _ => {}
        }
        Ok(())
    }

    fn press(&mut self, press: usize) {
        self.selected = press;
        let message = self.game.press(press);
        self.panel.say(message);
    }

    fn undo(&mut self) {
        if !self.game.midend.undo() {
            self.panel.say("Nothing to undo.");
        }
    }

    fn redo(&mut self) {
        if !self.game.midend.redo() {
            self.panel.say("Nothing to redo.");
        }
    }

    /// Makes one press of a shortest solution.
    fn step(&mut self) {
        match self.game.hinted_press() {
            (_, Some(press)) => self.press(press),
            (why, None) => {
                if !self.game.midend.is_solved() {
                    self.panel.say(why);
                }
                self.is_solving = false;
            }
        }
    }

    /// Draws the screen; returns the layout of the squares.
    fn draw(&mut self, view: &View, frame: &mut Frame<'_>) -> Grid {
        let area = frame.area();
        let press = view.presses.get(self.selected);
        let turned = press.map(|press| press.turns.as_slice()).unwrap_or_default();
        let own = view.cells.iter().position(|cell| cell.press == Some(self.selected));
        let shown = own.or(turned.first().copied()).unwrap_or(0);
        let scales =
            SIZES.map(|(cell, gap)| Scale::even((view.columns, view.rows), cell, gap)).into_iter().collect();
        let grid = Grid::new(area, scales, self.from, shown);
        self.from = grid.from();
        for (square, cell) in view.cells.iter().enumerate() {
            let Some(place) = grid.place(square) else { continue };
            let colour = cell.colour.unwrap_or_default();
            let style = Style::new().bg(COLOURS[usize::from(colour) % COLOURS.len()]).fg(if colour == 0 {
                Color::White
            } else {
                Color::Black
            });
            let style = if Some(square) == own { style.add_modifier(Modifier::BOLD) } else { style };
            for y in place.y..place.bottom() {
                let is_middle = y == place.y + place.height / 2;
                let text = if is_middle { sign(view, colour) } else { String::new() };
                put(frame, place.x, y, &format!("{text:^0$}", usize::from(place.width)), style);
            }
        }
        // To avoid relying on colour alone, brackets mark the squares that a press would turn, and
        // the selected square.
        for &square in turned {
            mark(frame, &grid, square, ("‹", "›"), Style::new());
        }
        if let Some(own) = own {
            mark(frame, &grid, own, ("[", "]"), Style::new().add_modifier(Modifier::BOLD));
        }
        let name = press.map_or("", |press| press.name.as_str());
        let place = own.and_then(|own| view.cells.get(own)).map_or("", |cell| cell.label.as_str());
        let is_numbered = place.starts_with("row ");
        let selected = match place {
            "" => format!("Move {name}"),
            place if is_numbered => format!("Move {name}: {place}"),
            place => format!("Move {place}"),
        };
        let keys = match (self.is_solving, view.solved) {
            (true, _) => vec!["any key stops"],
            (false, true) => vec!["n new board", "? keys", "q quit"],
            (false, false) => vec!["Enter press", "h hint", "u undo", "? keys", "q quit"],
        };
        let texts = Texts {
            status: view.status.split(" · ").map(str::to_owned).chain(grid.part()).collect(),
            details: vec![selected],
            keys: keys.into_iter().map(str::to_owned).collect(),
            ..Texts::default()
        };
        let rest = self.draw_goal(view, frame, &grid);
        self.panel.draw(frame, rest, &texts);
        self.help.draw(frame);
        grid
    }

    /// Draws a small goal next to the board or at the end of the text, if there is room for it;
    /// returns the area for the text.
    fn draw_goal(&self, view: &View, frame: &mut Frame<'_>, grid: &Grid) -> Rect {
        const MIN_TEXT: u16 = 10;
        let (area, board, text) = (frame.area(), grid.board(), grid.text);
        let lines = goal(view);
        let short = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let widest = lines.iter().map(|line| width_of(line)).max().unwrap_or(0);
        let (columns, rows) = (short(widest), short(lines.len()));
        let beside = board.right().saturating_add(3);
        let is_text_below = text.y >= board.bottom();
        let (place, rest) =
            if is_text_below && beside.saturating_add(columns) <= area.width && board.height >= rows {
                (Rect { x: beside, width: columns, height: rows, ..board }, text)
            } else if columns <= text.width && text.height >= rows.saturating_add(1 + MIN_TEXT) {
                let place = Rect { y: text.bottom() - rows, height: rows, ..text };
                (place, Rect { height: text.height - rows - 1, ..text })
            } else {
                return text;
            };
        put_lines(frame, place, &lines, Style::new());
        rest
    }
}

/// Returns the goal as lines, which are its rows, or its colour if it has only one.
fn goal(view: &View) -> Vec<String> {
    let colours: Vec<u8> = view.cells.iter().map(|cell| cell.goal.unwrap_or_default()).collect();
    let first = colours.first().copied().unwrap_or_default();
    if colours.iter().all(|&colour| colour == first) {
        let colour = match (view.colours, first) {
            (2, 0) => "dark".to_owned(),
            (2, _) => "lit".to_owned(),
            _ => sign(view, first),
        };
        return vec![format!("Goal: all {colour}")];
    }
    let signs = |row: &[u8]| row.iter().map(|&colour| sign(view, colour)).collect::<Vec<_>>().join(" ");
    let rows = colours.chunks(view.columns.max(1)).map(signs);
    std::iter::once("Goal".to_owned()).chain(rows).collect()
}

/// Writes marks to the left and right of a square: next to its sign, or in the gaps next to a
/// square that is one column wide.
fn mark(frame: &mut Frame<'_>, grid: &Grid, square: usize, (left, right): (&str, &str), style: Style) {
    let Some(place) = grid.place(square) else { return };
    let y = place.y + place.height / 2;
    let (before, after) = match place.width {
        1 => (place.x.saturating_sub(1), place.right()),
        width => {
            let middle = place.x + width / 2;
            (middle - 1, middle + 1)
        }
    };
    for (x, text) in [(before, left), (after, right)] {
        let style = if place.contains(Position { x, y }) {
            frame.buffer_mut().cell((x, y)).map_or(style, |cell| cell.style().patch(style))
        } else {
            style
        };
        put(frame, x, y, text, style);
    }
}

/// Returns the sign of a colour: a dot or a disc, or its number.
fn sign(view: &View, colour: u8) -> String {
    match (view.colours, colour) {
        (2, 0) => "·".to_owned(),
        (2, _) => "●".to_owned(),
        (_, colour) => char::from_digit(colour.into(), 36).unwrap_or('?').to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::shot::{SIZES as SCREENS, lines, shows};

    fn screen(id: &str) -> Screen {
        Screen::new(Game::open(id, Some(1)).unwrap())
    }

    fn press_key(screen: &mut Screen, code: KeyCode) {
        let view = screen.game.midend.view();
        screen.key(KeyEvent::new(code, KeyModifiers::NONE), &view).unwrap();
    }

    fn frame(screen: &mut Screen, size: (u16, u16)) -> Vec<String> {
        let view = screen.game.midend.view();
        lines(size, |frame| {
            screen.draw(&view, frame);
        })
    }

    #[test]
    fn a_small_board_is_drawn_exactly() {
        let mut screen = screen("flipper:110011101");
        press_key(&mut screen, KeyCode::Char('h'));
        assert_eq!(
            frame(&mut screen, (60, 20)),
            [
                "",
                "                            Goal",
                "   ‹●›     [●]     ‹·›      ● ● ●",
                "                            ● · ●",
                "                            ● ● ●",
                "",
                "    ·       ●       ●",
                "",
                "",
                "",
                "    ●       ·       ●",
                "",
                "",
                " 0 presses · 4 squares differ",
                " Move 2: row 1, column 2, lit",
                "",
                " 5 presses to go. Press 2, then 3, 4, 6, 8, in any order.",
                " This is a shortest solution from here.",
                "",
                " Enter press · h hint · u undo · ? keys · q quit",
            ]
        );
    }

    /// Status, square, message and keys are complete at every screen size, for small and large
    /// boards.
    #[test]
    fn nothing_is_cut() {
        for id in ["flipper:110011101", "flipper:lights-out,25,25#7", "flipper:lights-out,4,25#7"] {
            for size in SCREENS {
                let mut screen = screen(id);
                press_key(&mut screen, KeyCode::Char('h'));
                let status = screen.game.midend.view().status;
                for text in [status.as_str(), screen.game.hinted_press().0.as_str(), "? keys · q quit"] {
                    let shown = frame(&mut screen, size);
                    // A separator at the end of a line is not drawn.
                    for part in text.split(" · ") {
                        assert!(shows(&shown, part), "{id}, {size:?}: {part}\n{}", shown.join("\n"));
                    }
                }
                press_key(&mut screen, KeyCode::Char('?'));
                let help = frame(&mut screen, size).join("\n");
                assert!(KEYS.iter().all(|(key, _)| help.contains(key)), "{help}");
            }
        }
    }

    /// On the largest board, the cursor is always visible, and the text names the visible rows.
    #[test]
    fn a_large_board_follows_the_cursor() {
        let mut screen = screen("flipper:lights-out,25,25#7");
        let first = frame(&mut screen, (60, 20)).join("\n");
        assert!(first.contains("rows 1-15 of 25") && first.contains("[●]"), "{first}");
        press_key(&mut screen, KeyCode::Up);
        let last = frame(&mut screen, (60, 20)).join("\n");
        assert!(last.contains("rows 11-25 of 25") && last.contains("row 25, column 1"), "{last}");
        let all = frame(&mut screen, (120, 40)).join("\n");
        assert!(!all.contains("rows "), "{all}");
    }
}
