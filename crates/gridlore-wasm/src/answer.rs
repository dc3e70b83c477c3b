//! The responses of games as JSON.

#[cfg(feature = "lessons")]
use crate::lessons::Lesson;
use crate::preset::Offer;
#[cfg(feature = "connect-four")]
use crate::preset::PresetAnswer;
#[cfg(feature = "variant-studio")]
use crate::studio::Studio;
#[cfg(feature = "variant-sudoku")]
use gridlore::Drawing;
#[cfg(feature = "connect-four")]
use gridlore::game::{MoveScore, ReviewedMove};
use gridlore::{Action, BranchView, Hint, LineView, Midend, View};
use serde::Serialize;

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    /// Whether the full engine of the kind must answer, because this engine only plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) needs_full_engine: Option<bool>,
    /// A message for the status line and for screen readers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<GameAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<HintAnswer>,
    /// The cells that a check found to be wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wrong: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) count: Option<CountAnswer>,
    #[serde(flatten)]
    pub(crate) offer: Option<Offer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) branches: Option<Vec<BranchAnswer>>,
    #[cfg(feature = "connect-four")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) scored: Option<ScoredAnswer>,
    #[cfg(feature = "connect-four")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) review: Option<Vec<ReviewedAnswer>>,
    #[cfg(feature = "connect-four")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) levels: Option<Vec<PresetAnswer>>,
    #[cfg(feature = "variant-sudoku")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) drawing: Option<DrawingAnswer>,
    #[cfg(feature = "variant-studio")]
    #[serde(flatten)]
    pub(crate) studio: Option<Studio>,
    #[cfg(feature = "lessons")]
    #[serde(flatten)]
    pub(crate) lesson: Option<Lesson>,
    /// Whether the search ran out of nodes. Repeating the request continues the search and needs
    /// fewer nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) more: Option<bool>,
    /// Whether a move was made, so that the message describes the board after it.
    #[serde(skip)]
    pub(crate) is_move: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameAnswer {
    pub(crate) save: String,
    pub(crate) share: String,
    pub(crate) id: String,
    pub(crate) elapsed_ms: u64,
    pub(crate) can_undo: bool,
    pub(crate) can_redo: bool,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) cells: Vec<CellAnswer>,
    pub(crate) symbols: Vec<SymbolAnswer>,
    pub(crate) lines: Vec<LineAnswer>,
    pub(crate) presses: Vec<PressAnswer>,
    pub(crate) colours: u8,
    pub(crate) are_discs: bool,
    /// The side to move, in a game for two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) side: Option<usize>,
    pub(crate) clashes: Vec<String>,
    pub(crate) status: String,
    pub(crate) blank: usize,
    pub(crate) solved: bool,
}

#[derive(Serialize)]
pub(crate) struct CellAnswer {
    pub(crate) symbol: Option<char>,
    pub(crate) marks: String,
    pub(crate) corners: String,
    pub(crate) crosses: String,
    pub(crate) tints: String,
    pub(crate) colour: Option<u8>,
    pub(crate) goal: Option<u8>,
    /// The press for a click on the cell.
    pub(crate) press: Option<usize>,
    pub(crate) given: bool,
    pub(crate) clash: bool,
    pub(crate) highlight: bool,
    pub(crate) last: bool,
    pub(crate) region: usize,
    /// Whether this is a hole instead of a cell.
    #[cfg(feature = "variant-sudoku")]
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) absent: bool,
    /// Whether fog covers what the puzzle shows in the cell.
    #[cfg(feature = "variant-sudoku")]
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) fog: bool,
    pub(crate) label: String,
    /// The label without a mention of the clash, if the cell is part of a clash.
    #[serde(rename = "quiet", skip_serializing_if = "Option::is_none")]
    pub(crate) quiet_label: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct SymbolAnswer {
    pub(crate) symbol: char,
    pub(crate) left: usize,
}

/// A line that the player drew.
#[derive(Serialize)]
pub(crate) struct LineAnswer {
    /// The points, as row and column in half cells.
    pub(crate) points: Vec<(usize, usize)>,
    pub(crate) label: String,
}

impl From<LineView> for LineAnswer {
    fn from(LineView { points, label }: LineView) -> Self {
        Self { points, label }
    }
}

/// Moves that were undone before others took their place.
#[derive(Serialize)]
pub(crate) struct BranchAnswer {
    /// The number of moves before the branch.
    pub(crate) after: usize,
    /// The number of moves in the branch.
    pub(crate) moves: usize,
    /// Its first move in words.
    pub(crate) first: String,
    /// The symbols after its last move, `.` for blank cells.
    pub(crate) cells: String,
    pub(crate) status: String,
}

impl From<BranchView> for BranchAnswer {
    fn from(BranchView { after, moves, first, view }: BranchView) -> Self {
        let cells = view.cells.iter().map(|cell| cell.symbol.unwrap_or('.')).collect();
        Self { after, moves, first, cells, status: view.status }
    }
}

#[derive(Serialize)]
pub(crate) struct PressAnswer {
    pub(crate) name: String,
    pub(crate) turns: Vec<usize>,
}

#[derive(Serialize)]
pub(crate) struct StageAnswer {
    pub(crate) text: String,
    pub(crate) cells: Vec<usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HintAnswer {
    pub(crate) title: String,
    pub(crate) text: String,
    /// The partial hints before the full hint.
    pub(crate) stages: Vec<StageAnswer>,
    pub(crate) is_mistake: bool,
    pub(crate) cells: Vec<usize>,
    pub(crate) removed: Vec<(usize, char)>,
    pub(crate) pictures: Vec<String>,
    /// The cell that the step fills, and its symbol.
    pub(crate) target: Option<(usize, char)>,
    /// The press that performs the step.
    pub(crate) press: Option<usize>,
    /// Whether the hint has a step to apply.
    pub(crate) acts: bool,
    pub(crate) has_way: bool,
}

#[cfg(feature = "variant-sudoku")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// The drawing of a puzzle that shows more than its cells.
#[cfg(feature = "variant-sudoku")]
#[derive(Serialize)]
pub(crate) struct DrawingAnswer {
    pub(crate) svg: String,
    pub(crate) title: String,
    pub(crate) author: String,
    pub(crate) rules: Vec<String>,
    pub(crate) pictures: Vec<String>,
    pub(crate) notes: Vec<String>,
}

#[cfg(feature = "variant-sudoku")]
impl From<Drawing> for DrawingAnswer {
    fn from(drawing: Drawing) -> Self {
        let Drawing { svg, title, author, rules, pictures, notes, .. } = drawing;
        Self { svg, title, author, rules, pictures, notes }
    }
}

#[derive(Serialize)]
pub(crate) struct CountAnswer {
    pub(crate) solutions: u64,
    pub(crate) nodes: u64,
}

#[cfg(feature = "connect-four")]
#[derive(Serialize)]
pub(crate) struct ScoredAnswer {
    /// The bounds on the score, which are equal if the score is known.
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) text: String,
}

#[cfg(feature = "connect-four")]
impl From<MoveScore> for ScoredAnswer {
    fn from(scored: MoveScore) -> Self {
        let MoveScore { lower, upper, meaning } = scored;
        Self { lower, upper, text: meaning }
    }
}

#[cfg(feature = "connect-four")]
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReviewedAnswer {
    pub(crate) number: usize,
    pub(crate) side: usize,
    pub(crate) press: usize,
    pub(crate) mark: &'static str,
    pub(crate) score: i32,
    pub(crate) best_score: i32,
    pub(crate) best: Vec<usize>,
    pub(crate) text: String,
}

#[cfg(feature = "connect-four")]
impl From<ReviewedMove> for ReviewedAnswer {
    fn from(one: ReviewedMove) -> Self {
        let ReviewedMove { number, side, press, mark, score, best_score, best, text } = one;
        Self { number, side, press, mark, score, best_score, best, text }
    }
}

impl GameAnswer {
    /// Describes a game; `view` is the view of its position, built once per request.
    pub(crate) fn new(midend: &Midend, view: View) -> Self {
        let View {
            rows,
            columns,
            cells,
            symbols,
            lines,
            presses,
            colours,
            are_discs,
            clashes,
            status,
            blank,
            solved,
        } = view;
        Self {
            save: midend.save(),
            share: midend.share(),
            id: midend.id(),
            elapsed_ms: midend.elapsed_ms(),
            can_undo: midend.can_undo(),
            can_redo: midend.can_redo(),
            rows,
            columns,
            cells: cells
                .into_iter()
                .map(|cell| CellAnswer {
                    symbol: cell.symbol,
                    marks: cell.marks,
                    corners: cell.corners,
                    crosses: cell.crosses,
                    tints: cell.tints,
                    colour: cell.colour,
                    goal: cell.goal,
                    press: cell.press,
                    given: cell.given,
                    clash: cell.clash,
                    highlight: cell.highlight,
                    last: cell.last,
                    region: cell.region,
                    #[cfg(feature = "variant-sudoku")]
                    absent: cell.absent,
                    #[cfg(feature = "variant-sudoku")]
                    fog: cell.fogged,
                    label: cell.label,
                    quiet_label: cell.quiet_label,
                })
                .collect(),
            symbols: symbols
                .iter()
                .map(|view| SymbolAnswer { symbol: view.symbol, left: view.left })
                .collect(),
            lines: lines.into_iter().map(LineAnswer::from).collect(),
            presses: presses
                .into_iter()
                .map(|press| PressAnswer { name: press.name, turns: press.turns })
                .collect(),
            colours,
            are_discs,
            side: midend.puzzle().game().and_then(|game| game.side(midend.position())),
            clashes,
            status,
            blank,
            solved,
        }
    }
}

impl From<Hint> for HintAnswer {
    fn from(hint: Hint) -> Self {
        let acts = hint.action.is_some();
        let (target, press) = match hint.action {
            Some(Action::Enter { cells, symbol }) => (cells.first().map(|&cell| (cell, symbol)), None),
            Some(Action::Press { press }) => (None, Some(press)),
            _ => (None, None),
        };
        Self {
            title: hint.title,
            text: hint.text,
            stages: hint
                .stages
                .into_iter()
                .map(|stage| StageAnswer { text: stage.text, cells: stage.cells })
                .collect(),
            is_mistake: hint.is_mistake,
            cells: hint.cells,
            removed: hint.removed,
            pictures: hint.pictures,
            target,
            press,
            acts,
            has_way: hint.has_steps,
        }
    }
}
