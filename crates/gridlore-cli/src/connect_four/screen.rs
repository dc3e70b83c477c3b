//! `gridlore connect-four play` on the full screen, with keys and mouse.

use super::game::Game;
use crate::Exit;
use crate::canvas::Canvas;
use crate::canvas::grid::{Grid, Scale};
use crate::canvas::help::{Help, Keys};
use crate::canvas::panel::{Panel, Texts};
use crate::canvas::text::put;
use anyhow::Result;
use gridlore::View;
use gridlore::game::MoveScore;
use ratatui::Frame;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier, Style};

const KEYS: Keys = &[
    ("Left, Right", "choose a column"),
    ("Enter, Space, click", "drop a disc"),
    ("1 to 9", "drop a disc into this column"),
    ("u, r", "undo, redo"),
    ("h", "hint: the best move, with the reason"),
    ("s", "show or hide the scores of the columns"),
    ("v", "review the moves so far"),
    ("w", "swap sides"),
    ("n", "new game (the old one can be continued)"),
    ("PgUp, PgDn", "page through a long message"),
    ("?", "show these keys"),
    ("q, Esc", "quit"),
];

/// The sizes of cells, and the gaps between them, largest first.
const SIZES: [((u16, u16), (u16, u16)); 5] =
    [((15, 7), (2, 1)), ((11, 5), (2, 1)), ((7, 3), (1, 1)), ((5, 2), (1, 0)), ((3, 1), (1, 0))];

/// Number of lines above the board, which show the scores and the names of the columns.
const HEAD: u16 = 2;

/// The state of the screen.
struct Screen {
    game: Game,
    /// The column into which Enter drops a disc.
    selected: usize,
    panel: Panel,
    help: Help,
    /// The offset of the visible part of the board.
    from: (u16, u16),
    /// The scores of the columns, if they are shown.
    scores: Option<Vec<Option<MoveScore>>>,
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
        let selected = game.midend.view().columns / 2;
        let mut panel = Panel::default();
        panel.say(game.players());
        let help = Help::new(KEYS, game.midend.puzzle().kind().rules);
        Self { game, selected, panel, help, from: (0, 0), scores: None, is_done: false }
    }

    fn play(&mut self, canvas: &mut Canvas) -> Result<()> {
        while !self.is_done {
            let view = self.game.midend.view();
            let mut grid = None;
            canvas.draw(|frame| grid = Some(self.draw(&view, frame)))?;
            if self.game.is_levels_turn() {
                let reply = self.game.reply();
                self.panel.say(reply);
                self.renew_scores();
                continue;
            }
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key, &view)?,
                Event::Mouse(mouse) if !self.help.is_open() => self.mouse(mouse, grid.as_ref(), &view),
                _ => {}
            }
        }
        Ok(())
    }

    fn mouse(&mut self, mouse: MouseEvent, grid: Option<&Grid>, view: &View) {
        let Some(grid) = grid else { return };
        let (board, x) = (grid.board(), mouse.column);
        // The whole column can be clicked, including its name and its score.
        let is_in = |column: &usize| {
            let place = grid.place(*column);
            place.is_some_and(|place| place.contains(Position { x, y: place.y }))
        };
        if !board.contains(Position { x, y: mouse.row }) {
            return;
        }
        let Some(column) = (0..view.columns).find(is_in) else { return };
        match mouse.kind {
            MouseEventKind::Moved => self.selected = column,
            MouseEventKind::Down(MouseButton::Left) => self.press(column),
            _ => {}
        }
    }

    fn press(&mut self, column: usize) {
        self.selected = column;
        let message = self.game.press(column);
        self.panel.say(message);
        self.renew_scores();
    }

    fn renew_scores(&mut self) {
        if self.scores.is_some() {
            self.scores = Some(if self.game.is_levels_turn() { Vec::new() } else { self.game.scores() });
        }
    }

    fn key(&mut self, key: KeyEvent, view: &View) -> Result<()> {
        let columns = view.columns;
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
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
        match key.code {
            KeyCode::Char('?') => self.help.open(),
            KeyCode::Char('q') | KeyCode::Esc => self.is_done = true,
            KeyCode::Left => self.selected = (self.selected + columns - 1) % columns,
            KeyCode::Right => self.selected = (self.selected + 1) % columns,
            KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Down => self.press(self.selected),
            KeyCode::Char(digit @ '1'..='9') => {
                let column = digit as usize - '1' as usize;
                if column < columns {
                    self.press(column);
                } else {
                    self.panel.say(format!("There is no column {digit}, only 1 to {columns}."));
                }
            }
            KeyCode::Char('u') => {
                let message = self.game.undo();
                self.panel.say(message);
            }
            KeyCode::Char('r') => {
                let message = self.game.redo();
                self.panel.say(message);
            }
            KeyCode::Char('n') => self.game.renew()?,
            KeyCode::Char('w') => {
                let message = self.game.swap();
                self.panel.say(message);
            }
            KeyCode::Char('v') => self.panel.say(self.game.review().join("\n")),
            KeyCode::Char('h') => {
                let (why, column) = self.game.hint();
                self.panel.say(why);
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

    /// Draws the screen; returns the layout of the cells.
    fn draw(&mut self, view: &View, frame: &mut Frame<'_>) -> Grid {
        let head = |row: usize| if row == 0 { HEAD } else { 0 };
        let scales =
            SIZES.map(|(cell, gap)| Scale::even((view.columns, view.rows), cell, gap).with_lines(head));
        let grid = Grid::new(frame.area(), scales.into(), self.from, self.selected);
        self.from = grid.from();
        let bold = Style::new().add_modifier(Modifier::BOLD);
        for (column, press) in view.presses.iter().enumerate() {
            let Some(place) = grid.place(column) else { continue };
            let is_selected = column == self.selected && !view.solved;
            let name = if is_selected { format!("[{}]", press.name) } else { press.name.clone() };
            let width = usize::from(place.width);
            let y = place.y.saturating_sub(1);
            put(frame, place.x, y, &format!("{name:^width$}"), if is_selected { bold } else { Style::new() });
            if let Some(Some(scored)) = self.scores.as_ref().and_then(|scores| scores.get(column)) {
                let sign = if scored.lower > 0 { "+" } else { "" };
                let score = format!("{sign}{}", scored.lower);
                put(frame, place.x, y.saturating_sub(1), &format!("{score:^width$}"), bold);
            }
        }
        for (index, cell) in view.cells.iter().enumerate() {
            let Some(place) = grid.place(index) else { continue };
            // To avoid relying on colour alone, signs show the discs, and brackets mark the last
            // disc and the winning row.
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
        let keys: &[&str] = if view.solved {
            &["n new game", "v review", "? keys", "q quit"]
        } else {
            &["Enter drop", "h hint", "u undo", "? keys", "q quit"]
        };
        let texts = Texts {
            status: view.status.split(" · ").map(str::to_owned).chain(grid.part()).collect(),
            keys: keys.iter().map(|&key| key.to_owned()).collect(),
            ..Texts::default()
        };
        self.panel.draw(frame, grid.text, &texts);
        self.help.draw(frame);
        grid
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::seat;
    use super::*;
    use crate::canvas::shot::{SIZES as SCREENS, lines, shows};
    use gridlore_connect_four::Size;

    #[test]
    fn nothing_is_cut() {
        for (size, moves) in [(Size::USUAL, "4444"), (Size::new(9, 7, 4).unwrap(), "12")] {
            for screen_size in SCREENS {
                let person = seat("person").unwrap();
                let game = Game::new((size, moves), [person, person], Some(1)).unwrap();
                let mut screen = Screen::new(game);
                let message = "A long message. ".repeat(6);
                screen.panel.say(message.as_str());
                screen.scores = Some(Vec::new());
                let view = screen.game.midend.view();
                let shown = lines(screen_size, |frame| {
                    screen.draw(&view, frame);
                });
                for part in ["X to move", message.trim(), "? keys", "q quit"] {
                    assert!(shows(&shown, part), "{screen_size:?}: {part}\n{}", shown.join("\n"));
                }
                let discs = shown.iter().map(|line| line.matches(['×', '○', '·']).count()).sum::<usize>();
                assert!(discs >= size.width() * size.height(), "{}", shown.join("\n"));
            }
        }
    }
}
