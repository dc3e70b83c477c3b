//! The types that puzzles, the midend and callers exchange: positions, actions, answers, drawings
//! and views.

mod action;
mod answer;
mod drawing;
mod position;
mod view;

pub use action::{Action, Pen, Refusal, Track};
pub use answer::{Check, Hint, Solve, Stage};
pub use drawing::Drawing;
pub use position::Position;
pub use view::{CellView, LineView, PressView, SymbolView, View};
