//! The layout of a board on the screen. The board has the largest size that leaves room for the
//! text next to it or below it. If no size fits, only a part of the board is shown.

use ratatui::layout::{Position, Rect};

/// Minimum width in columns of the text next to a board.
const TEXT_WIDTH: u16 = 26;
/// Minimum width of the text next to a board if the text would also fit below it.
const COMFORTABLE_WIDTH: u16 = 36;
/// Minimum height in lines of the text below a board, and below a board that does not fit.
const TEXT_HEIGHT: u16 = 6;
const TEXT_HEIGHT_BELOW_PART: u16 = 5;
/// The number of blank columns between the board and the text.
const GAP: u16 = 1;

/// A size at which a board can be drawn: the offsets of its columns and rows, with a column for
/// marks at each side.
pub(crate) struct Scale {
    /// The width and height of a cell.
    cell: (u16, u16),
    xs: Vec<u16>,
    ys: Vec<u16>,
}

impl Scale {
    /// Returns the scale with cells of this size and gaps between them.
    pub(crate) fn even((columns, rows): (usize, usize), cell: (u16, u16), gap: (u16, u16)) -> Self {
        let line = |index: usize, step: u16| u16::try_from(index).unwrap_or(u16::MAX).saturating_mul(step);
        let xs = (0..columns).map(|column| line(column, cell.0 + gap.0).saturating_add(1)).collect();
        let ys = (0..rows).map(|row| line(row, cell.1 + gap.1)).collect();
        Self { cell, xs, ys }
    }

    /// Adds lines above rows; `above` returns the number of lines above a row.
    pub(crate) fn with_lines(mut self, above: impl Fn(usize) -> u16) -> Self {
        let mut added = 0_u16;
        for (row, y) in self.ys.iter_mut().enumerate() {
            added = added.saturating_add(above(row));
            *y = y.saturating_add(added);
        }
        self
    }

    fn width(&self) -> u16 {
        self.xs.last().map_or(0, |x| x.saturating_add(self.cell.0 + 1))
    }

    fn height(&self) -> u16 {
        self.ys.last().map_or(0, |y| y.saturating_add(self.cell.1))
    }
}

/// A board on the screen.
pub(crate) struct Grid {
    scale: Scale,
    /// The area of the board, or of its visible part.
    board: Rect,
    /// The offset of the visible part.
    from: (u16, u16),
    /// The area of the text.
    pub(crate) text: Rect,
}

impl Grid {
    /// Lays out a board at the first of `scales` that fits, or else a part of the board at the last
    /// scale. The part begins at the offset `from` if that makes the cell `shown` visible.
    pub(crate) fn new(area: Rect, mut scales: Vec<Scale>, from: (u16, u16), shown: usize) -> Self {
        let fits_beside = |scale: &Scale, width: u16| {
            u32::from(scale.width()) + u32::from(GAP + width) <= u32::from(area.width)
                && scale.height() <= area.height
        };
        let fits_below = |scale: &Scale| {
            scale.width() <= area.width
                && u32::from(scale.height()) + u32::from(1 + TEXT_HEIGHT) <= u32::from(area.height)
        };
        let fits = |scale: &Scale| fits_beside(scale, TEXT_WIDTH) || fits_below(scale);
        let chosen = scales.iter().position(fits).unwrap_or(scales.len() - 1);
        let scale = scales.swap_remove(chosen);
        let is_whole = fits(&scale);
        let is_beside = if is_whole {
            fits_beside(&scale, COMFORTABLE_WIDTH) || !fits_below(&scale)
        } else {
            let beside = area.width.saturating_sub(GAP + TEXT_WIDTH).min(scale.width());
            let below = area.height.saturating_sub(TEXT_HEIGHT_BELOW_PART).min(scale.height());
            u32::from(beside) * u32::from(area.height.min(scale.height()))
                > u32::from(below) * u32::from(area.width.min(scale.width()))
        };
        let text_below = if is_whole { TEXT_HEIGHT } else { TEXT_HEIGHT_BELOW_PART };
        let (width, height) = if is_beside {
            (area.width.saturating_sub(GAP + TEXT_WIDTH), area.height)
        } else {
            (area.width, area.height.saturating_sub(text_below))
        };
        let mut board = Rect {
            x: area.x,
            y: area.y,
            width: width.min(scale.width()),
            height: height.min(scale.height()),
        };
        // A blank line above the board, if there is room.
        if board.height < height {
            board.y += 1;
        }
        let text = if is_beside {
            let x = board.right() + GAP;
            let y = board.y.min(area.y + 1);
            Rect { x, y, width: area.right().saturating_sub(x + 1), height: area.bottom().saturating_sub(y) }
        } else {
            let y = (board.bottom() + 1).min(area.bottom().saturating_sub(text_below)).max(board.bottom());
            Rect {
                x: area.x + 1,
                y,
                width: area.width.saturating_sub(2),
                height: area.bottom().saturating_sub(y),
            }
        };
        let columns = scale.xs.len().max(1);
        let x = scale.xs.get(shown % columns).copied().unwrap_or(1);
        let y = scale.ys.get(shown / columns).copied().unwrap_or(0);
        let from = (
            start(from.0, (x.saturating_sub(1), x + scale.cell.0 + 1), board.width, scale.width()),
            start(from.1, (y, y + scale.cell.1), board.height, scale.height()),
        );
        Self { scale, board, from, text }
    }

    /// Returns the offset of the visible part.
    pub(crate) const fn from(&self) -> (u16, u16) {
        self.from
    }

    /// Returns the area of the board.
    pub(crate) const fn board(&self) -> Rect {
        self.board
    }

    /// Returns the area of a cell, if it is visible.
    pub(crate) fn place(&self, index: usize) -> Option<Rect> {
        let columns = self.scale.xs.len().max(1);
        let x = self.scale.xs.get(index % columns)?.checked_sub(self.from.0)?;
        let y = self.scale.ys.get(index / columns)?.checked_sub(self.from.1)?;
        let (width, height) = self.scale.cell;
        let is_visible = x >= 1 && x + width < self.board.width && y + height <= self.board.height;
        is_visible.then(|| Rect { x: self.board.x + x, y: self.board.y + y, width, height })
    }

    /// Returns the cell at a position on the screen.
    pub(crate) fn cell_at(&self, at: Position) -> Option<usize> {
        let cells = self.scale.xs.len() * self.scale.ys.len();
        (0..cells).find(|&cell| self.place(cell).is_some_and(|place| place.contains(at)))
    }

    /// Returns a phrase with the visible rows and columns if not all are visible.
    pub(crate) fn part(&self) -> Option<String> {
        let (columns, rows) = (self.scale.xs.len(), self.scale.ys.len());
        let visible: Vec<usize> = (0..columns * rows).filter(|&cell| self.place(cell).is_some()).collect();
        let (first, last) = (visible.first()?, visible.last()?);
        let range = |what: &str, from: usize, to: usize, of: usize| {
            (to + 1 - from < of).then(|| format!("{what} {}-{} of {of}", from + 1, to + 1))
        };
        let parts = [
            range("rows", first / columns, last / columns, rows),
            range("columns", first % columns, last % columns, columns),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// Returns the start of a visible part of this size that includes a range, as near to `from` as
/// possible.
fn start(from: u16, (first, last): (u16, u16), visible: u16, all: u16) -> u16 {
    from.max(last.saturating_sub(visible)).min(first).min(all.saturating_sub(visible))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scales(columns: usize, rows: usize) -> Vec<Scale> {
        [((7, 3), (1, 1)), ((1, 1), (1, 0))].map(|(cell, gap)| Scale::even((columns, rows), cell, gap)).into()
    }

    #[test]
    fn a_board_takes_the_largest_size_that_fits() {
        for (width, height, columns, cell, is_beside) in [
            (80, 24, 3, 7, true),
            (80, 24, 9, 1, true),
            (40, 24, 3, 7, false),
            (120, 60, 9, 7, true),
            (60, 60, 5, 7, false),
        ] {
            let area = Rect::new(0, 0, width, height);
            let grid = Grid::new(area, scales(columns, columns), (0, 0), 0);
            let last = grid.place(columns * columns - 1).unwrap();
            assert_eq!((last.width, grid.text.x > 1), (cell, is_beside), "{width}x{height}, {columns}");
            assert!(grid.part().is_none() && grid.text.right() <= width && grid.text.bottom() <= height);
            assert_eq!(grid.cell_at(Position { x: last.x, y: last.y }), Some(columns * columns - 1));
        }
    }

    #[test]
    fn of_a_large_board_the_part_with_the_cursor_is_shown() {
        let area = Rect::new(0, 0, 60, 20);
        let mut from = (0, 0);
        for shown in (0..40 * 40).rev().chain(0..40 * 40) {
            let grid = Grid::new(area, scales(40, 40), from, shown);
            assert!(grid.place(shown).is_some_and(|place| area.contains(place.as_position())), "{shown}");
            assert!(grid.text.height >= 5 && grid.part().is_some());
            from = grid.from();
        }
        // The visible part does not move if it already includes the cell.
        let grid = Grid::new(area, scales(40, 40), from, 40 * 40 - 41);
        assert_eq!(grid.from(), from);
    }

    #[test]
    fn no_screen_is_too_small() {
        for (width, height) in [(0, 0), (1, 1), (10, 3), (26, 5), (200, 1)] {
            let grid = Grid::new(Rect::new(0, 0, width, height), scales(9, 9), (0, 0), 80);
            assert!(grid.text.right() <= width.max(1) + 1, "{width}x{height}");
        }
    }
}
