//! Sudoku's [`Tutor`]: solution paths, steps and exercises on boards of up to sixteen digits, and
//! file formats for the standard board.

use super::answers::board;
use super::{Sudoku, boards};
use crate::symbols::Layer;
use crate::tutor::{SolutionPath, Tutor, TutorStep};
use crate::{Position, Puzzle, saved};
use gridlore_core::{Budget, BudgetSpent, ParseError};
use gridlore_sudoku::{Board, Level, Outcome, generated};
use gridlore_sudoku_geometry::Grid;
use gridlore_sudoku_human::explainer::{Explainer, Version};
use gridlore_sudoku_human::formats::{self, Format};
use gridlore_sudoku_human::guide::{Guide, Leader, Turn, every_technique};
use gridlore_sudoku_human::picture::{self, Palette};
use gridlore_sudoku_human::{
    Candidate, Checked, Shape, State, Step, Technique, checked, checked_by, distinct_steps, full_explanation,
    notation,
};

/// Maximum number of steps listed per technique.
const MAX_STEPS_PER_TECHNIQUE: usize = 20;

/// The file formats, with their names in commands and their titles for players.
const FORMATS: &[(Format, &str, &str)] = &[
    (Format::Line, "line", "81 characters"),
    (Format::Grid, "grid", "grid with borders"),
    (Format::Candidates, "candidates", "candidate grid, as posted in forums"),
    (Format::Library, "library", "HoDoKu's library line"),
    (Format::Marks, "marks", "729 candidates"),
    (Format::Sdk, "sdk", ".sdk (SadMan, SudoCue)"),
    (Format::Sdx, "sdx", ".sdx (SudoCue)"),
    (Format::Ss, "ss", ".ss (Simple Sudoku)"),
    (Format::OpenSudoku, "opensudoku", "OpenSudoku's XML"),
    (Format::Link, "sudokuwiki", "SudokuWiki link"),
];

/// A puzzle and one of its positions.
type Opened = (Box<dyn Puzzle>, Position);

/// Reads the positions in a file: the standard board in every supported format, boards of other
/// sizes only cell by cell.
pub(super) fn read(text: &str) -> Result<Vec<Opened>, ParseError> {
    match formats::positions(text) {
        Ok(states) => Ok(states.iter().map(resume).collect()),
        Err(error) => match boards::parse("", text) {
            Ok(puzzle) => {
                let start = puzzle.start();
                Ok(vec![(puzzle, start)])
            }
            Err(_) => Err(error),
        },
    }
}

/// Opens a state: the givens become the puzzle and the placed digits the position, with notes if
/// candidates have been removed.
fn resume(state: &State<'_>) -> Opened {
    let board = Board::try_from_values(state.values()).expect("files hold boards of 81 cells");
    let givens = board.filled().filter(|(cell, _)| state.givens().contains(cell.index()));
    let puzzle = Sudoku::usual(&givens.fold(Board::EMPTY, |all, (cell, digit)| all.with(cell, digit)));
    let values: Vec<usize> = (0..81).map(|cell| state.value(cell)).collect();
    let full = State::new(state.shape(), &values, state.givens());
    let is_noted = state.blanks().iter().any(|cell| state.candidates(cell) != full.candidates(cell));
    let position = puzzle.position_of(&layer_of(state, is_noted));
    (Box::new(puzzle), position)
}

/// Returns the entries of a state that are not givens, as the player's layer.
pub(super) fn layer_of(state: &State<'_>, is_noted: bool) -> Layer {
    let size = state.shape().size();
    let mut layer = Layer::empty(size);
    for cell in (0..size).filter(|&cell| !state.givens().contains(cell)) {
        layer.values[cell] = u8::try_from(state.value(cell)).unwrap_or(0);
        if is_noted && state.value(cell) == 0 {
            layer.centre[cell] = state.candidates(cell).iter().fold(0, |set, digit| set | 1 << (digit - 1));
        }
    }
    layer
}

impl Sudoku {
    /// Returns the board for the techniques if it has no mistake. If every blank cell has notes,
    /// the notes are treated as the candidates.
    fn sound_state<'s>(&self, shape: &'s Shape, position: &Position) -> Result<State<'s>, String> {
        let layer = self.layer(position);
        let mut state = self.state(shape, &layer);
        let outcome = self.outcome(&mut Budget::unlimited()).map_err(|spent| spent.to_string())?;
        let solutions: Vec<Grid> = match outcome {
            Outcome::None => Vec::new(),
            Outcome::Unique(solution) => vec![solution],
            Outcome::Several((one, other)) => vec![one, other],
        };
        let values = |grid: &Grid| grid.values().iter().map(|&value| usize::from(value)).collect();
        match checked_by(&mut state, solutions.iter().map(values).collect()) {
            Checked::Sound(_) => Ok(state),
            Checked::Unsolvable => Err(format!("There is no solution: {}.", self.contradiction())),
            Checked::Wrong(mistakes) => {
                Err(mistakes.first().map(|mistake| mistake.in_words(shape)).unwrap_or_default())
            }
        }
    }

    /// Converts candidates to cells and signs.
    fn named(&self, candidates: &[Candidate]) -> Vec<(usize, char)> {
        let sign = |digit: usize| self.sign(u8::try_from(digit).unwrap_or(0));
        candidates.iter().map(|candidate| (candidate.cell(), sign(candidate.digit()))).collect()
    }

    fn tutor_step(&self, leader: Leader, state: &State<'_>, step: &Step) -> TutorStep {
        let shape = state.shape();
        TutorStep {
            name: step.technique.name(),
            cost: leader.cost(step),
            notation: notation::line(shape, step),
            text: full_explanation(state, step),
            picture: picture::svg(state, step, Palette::Page),
            is_placing: !step.placements.is_empty(),
            placed: self.named(&step.placements),
            removed: self.named(&step.eliminations),
            before: self.position_of(&layer_of(state, true)),
        }
    }
}

/// Returns the remark for givens with several solutions.
fn note(state: &State<'_>) -> String {
    let text = "The givens have several solutions, so techniques that assume a unique solution are not used.";
    if state.is_unique() { String::new() } else { text.to_owned() }
}

const TOO_LARGE: &str = "the board has more than sixteen digits; the techniques support up to sixteen";

impl Tutor for Sudoku {
    fn guides(&self) -> Vec<(&'static str, &'static str)> {
        let title = |leader| match leader {
            Leader::Hodoku => "as HoDoKu 2.2 does",
            Leader::Easiest => "the easiest explanation first",
        };
        Leader::ALL.into_iter().map(|leader| (leader.name(), title(leader))).collect()
    }

    fn solution_path(&self, position: &Position, guide: &str) -> Result<SolutionPath, String> {
        let names = Leader::ALL.map(Leader::name).join(", ");
        let leader = Leader::ALL.into_iter().find(|leader| leader.name() == guide);
        let leader = leader.ok_or_else(|| format!("unknown guide \"{guide}\", expected one of {names}"))?;
        let shape = self.shape().ok_or(TOO_LARGE)?;
        let state = self.sound_state(&shape, position)?;
        let note = note(&state);
        let mut guide = Guide::new(leader, state);
        let mut steps = Vec::new();
        while !guide.state().is_full() {
            let Some(step) = guide.next_step() else { break };
            steps.push(self.tutor_step(leader, guide.state(), &step));
            guide.apply(&step);
        }
        let is_complete = guide.state().is_full();
        Ok(SolutionPath {
            steps,
            rating: if is_complete { guide.rating() } else { leader.unsolved_rating() },
            is_complete,
            note,
            end: self.position_of(&layer_of(guide.state(), true)),
            picture: picture::board(
                guide.state(),
                if is_complete { "The solution" } else { "The board at the end of the known steps" },
                Palette::Page,
            ),
        })
    }

    fn steps(&self, position: &Position, technique: Option<&str>) -> Result<Vec<TutorStep>, String> {
        let shape = self.shape().ok_or(TOO_LARGE)?;
        let state = self.sound_state(&shape, position)?;
        let techniques = match technique {
            Some(name) => {
                let known = every_technique().into_iter().find(|known| known.name() == name);
                vec![known.ok_or_else(|| format!("unknown technique \"{name}\""))?]
            }
            None => Leader::Easiest.techniques(),
        };
        let steps = techniques
            .into_iter()
            .flat_map(|technique| distinct_steps(&state, technique, MAX_STEPS_PER_TECHNIQUE));
        Ok(steps.map(|step| self.tutor_step(Leader::Easiest, &state, &step)).collect())
    }

    fn ratings(&self) -> Vec<(&'static str, String)> {
        if !self.rules.geometry().is_usual() {
            return Vec::new();
        }
        let state = State::usual(board(&self.givens).values());
        let mut here = state.clone();
        if !matches!(checked(&mut here), Checked::Sound(Some(_))) || !here.is_unique() {
            return Vec::new();
        }
        let guided = |leader| {
            let mut guide = Guide::new(leader, state.clone());
            while !guide.state().is_full() {
                let Some(step) = guide.next_step() else { return leader.unsolved_rating() };
                guide.apply(&step);
            }
            guide.rating().replace('\t', " ")
        };
        let rated = |version| Explainer::new(&state, version).rate(|_| {}).to_string();
        vec![
            ("Gridlore", guided(Leader::Easiest)),
            ("HoDoKu", guided(Leader::Hodoku)),
            ("Sudoku Explainer 1.2.1", rated(Version::Original)),
            ("SukakuExplainer", rated(Version::Sukaku)),
        ]
    }

    fn techniques(&self) -> Vec<&'static str> {
        Leader::Hodoku.techniques().into_iter().map(Technique::name).collect()
    }

    fn other_techniques(&self) -> Vec<&'static str> {
        let usual = Leader::Hodoku.techniques();
        let others = every_technique().into_iter().filter(|technique| !usual.contains(technique));
        others.map(Technique::name).collect()
    }

    fn exercise(
        &self,
        technique: &str,
        is_early: bool,
        seed: u64,
        budget: &mut Budget,
    ) -> Result<Option<String>, BudgetSpent> {
        let Some(wanted) = every_technique().into_iter().find(|known| known.name() == technique) else {
            return Ok(None);
        };
        let turn = if is_early { Turn::Early } else { Turn::Next };
        for number in 0.. {
            budget.spend()?;
            let board = generated(Level::Minimal, seed.wrapping_add(number));
            let mut guide = Guide::new(Leader::Hodoku, State::usual(board.values()));
            while let Some(step) = guide.next_step() {
                if guide.is_turn_of(wanted, turn, &step) {
                    let puzzle = Self::usual(&board);
                    let position = puzzle.position_of(&layer_of(guide.state(), true));
                    return Ok(Some(saved::line_at(&puzzle, &position)));
                }
                guide.apply(&step);
                if guide.state().is_full() {
                    break;
                }
            }
        }
        Ok(None)
    }

    fn formats(&self) -> Vec<(&'static str, &'static str)> {
        let is_written = self.rules.geometry().is_usual();
        FORMATS.iter().filter(|_| is_written).map(|(_, name, title)| (*name, *title)).collect()
    }

    fn formatted(&self, position: &Position, format: &str) -> Result<String, String> {
        let known = FORMATS.iter().find(|(_, name, _)| *name == format);
        let (known, ..) = known.ok_or_else(|| format!("unknown format \"{format}\""))?;
        if !self.rules.geometry().is_usual() {
            return Err("No file format covers boards of this size.".to_owned());
        }
        let layer = self.layer(position);
        let state = self.state(Shape::usual(), &layer);
        Ok(formats::to_text(&state, *known))
    }
}
