//! Marks between two cells: dots, X and V, numbers and inequality signs.

use super::{Artist, BLACK, WHITE};
use crate::drawing::Point;
use gridlore_sudoku_variants::constraint::Pair;

impl Artist<'_> {
    /// Draws the mark of two cells that share an edge.
    pub(super) fn pair(&mut self, pair: Pair, cells: [usize; 2]) -> Option<()> {
        let ends = (cells[0].min(cells[1]), cells[0].max(cells[1]));
        self.grid.neighbours().any(|pair| pair == ends).then_some(())?;
        let (one, other) = (self.centre(ends.0), self.centre(ends.1));
        let middle = Point { row: (one.row + other.row) / 2, column: (one.column + other.column) / 2 };
        self.pair_mark(pair, cells, middle);
        Some(())
    }

    /// Draws the mark of two cells at a point.
    pub(super) fn pair_mark(&mut self, pair: Pair, cells: [usize; 2], middle: Point) {
        let is_vertical = self.centre(cells[0]).column == self.centre(cells[1]).column;
        let mut shape = self.shape(middle, 30);
        match pair {
            Pair::Difference(by) | Pair::Ratio(by) => {
                let is_white = matches!(pair, Pair::Difference(_));
                let usual = if is_white { 1 } else { 2 };
                if by != usual {
                    shape.text = by.to_string();
                }
                shape.is_round = true;
                shape.fill = Some(if is_white { WHITE } else { BLACK });
                shape.border = Some(BLACK);
                self.say(match (is_white, by == usual) {
                    (true, true) => "A white dot joins consecutive digits.",
                    (true, false) => "A white dot with a number joins digits with this difference.",
                    (false, true) => "A black dot joins digits with the ratio 1:2.",
                    (false, false) => "A black dot with a number joins digits with this ratio.",
                });
            }
            Pair::Sum(total) => {
                shape.text = match total {
                    10 => "X".to_owned(),
                    5 => "V".to_owned(),
                    15 => "XV".to_owned(),
                    total => total.to_string(),
                };
                shape.fill = Some(WHITE);
                shape.border = Some(WHITE);
                self.say(match total {
                    10 | 5 => "An X joins digits with the sum 10, and a V joins digits with the sum 5.",
                    15 => "An XV joins digits with the sum 15.",
                    _ => "A number between two cells is the sum of their digits.",
                });
            }
            Pair::Greater => {
                let is_to_second = cells[0] < cells[1];
                shape.text = match (is_vertical, is_to_second) {
                    (false, true) => ">",
                    (false, false) => "<",
                    (true, true) => "\u{2228}",
                    (true, false) => "\u{2227}",
                }
                .to_owned();
                self.say("The sign between two cells points to the smaller digit.");
            }
        }
        self.drawing.shapes.push(shape);
    }
}
