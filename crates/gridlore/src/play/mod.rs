//! What passes between a puzzle, the midend and an edge: positions, actions, answers and views.

mod action;
mod answer;
mod position;
mod view;

pub use action::{Action, Pen, Refusal};
pub use answer::{Check, Hint, Solve, Stage};
pub use position::Position;
pub use view::{CellView, PressView, SymbolView, View};
