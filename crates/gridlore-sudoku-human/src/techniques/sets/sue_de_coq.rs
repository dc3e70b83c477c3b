//! Sue de Coq: a core of two or three cells shared by a line and a box, with other cells of the
//! line and of the box, which together have as many digits as cells. A digit in both of the other
//! parts is counted twice. All digits are then used up, and they are removed from the rest of the
//! line or box.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{AlmostLockedSet, CellSet, DigitSet, State, Step, Technique};
use std::cell::OnceCell;

/// Returns the set of these cells with their candidates.
fn set_of(state: &State<'_>, cells: &[usize]) -> AlmostLockedSet {
    AlmostLockedSet {
        cells: cells.iter().copied().collect(),
        digits: cells.iter().fold(DigitSet::EMPTY, |all, &cell| all | state.candidates(cell)),
    }
}

/// Returns every choice of one or more cells; a choice comes before its extensions.
fn choices(state: &State<'_>, cells: CellSet) -> Vec<AlmostLockedSet> {
    fn grow(state: &State<'_>, cells: &[usize], chosen: &mut Vec<usize>, found: &mut Vec<AlmostLockedSet>) {
        for (place, &cell) in cells.iter().enumerate() {
            chosen.push(cell);
            found.push(set_of(state, chosen));
            grow(state, &cells[place + 1..], chosen, found);
            chosen.pop();
        }
    }
    let cells: Vec<usize> = cells.iter().collect();
    let mut found = Vec::new();
    grow(state, &cells, &mut Vec::new(), &mut found);
    found
}

/// Returns the parts that share digits with the core, each with the number of core digits that it
/// uses up: its cells minus its other digits.
fn helpful<'p>(parts: &'p [AlmostLockedSet], core: &AlmostLockedSet) -> Vec<(&'p AlmostLockedSet, isize)> {
    let is_fit = |part: &&AlmostLockedSet| {
        !(part.digits & core.digits).is_empty() && !part.cells.intersects(core.cells)
    };
    let parts = parts.iter().filter(is_fit);
    let help = |part: &AlmostLockedSet| {
        part.cells.len().cast_signed() - (part.digits - core.digits).len().cast_signed()
    };
    parts.map(|part| (part, help(part))).collect()
}

/// Maximum side of boards on which cells shared by a line and a box may be outside the core. Larger
/// boards would have too many choices.
const MAX_SIDE_FOR_SHARED: usize = 9;

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let lines = 2 * shape.side();
    let is_open = |part: &AlmostLockedSet| part.digits.len() > part.cells.len();
    let parts = |cells: CellSet| choices(state, cells).into_iter().filter(is_open).collect::<Vec<_>>();
    // A shared cell outside the core may be in either part.
    let is_shared = shape.side() <= MAX_SIDE_FOR_SHARED;
    let found: Vec<OnceCell<Vec<AlmostLockedSet>>> = vec![OnceCell::new(); shape.houses().len()];
    let of_house = |house: usize| found[house].get_or_init(|| parts(shape.houses()[house] & state.blanks()));
    let mut own;
    for line in 0..lines {
        for region in lines..shape.houses().len() {
            let (line_cells, box_cells) =
                (shape.houses()[line] & state.blanks(), shape.houses()[region] & state.blanks());
            let meeting = line_cells & box_cells;
            if meeting.len() < 2 {
                continue;
            }
            let cores: Vec<AlmostLockedSet> = choices(state, meeting)
                .into_iter()
                .filter(|core| core.cells.len() >= 2 && core.digits.len() >= core.cells.len() + 2)
                .collect();
            if cores.is_empty() {
                continue;
            }
            let (line_parts, box_parts) = if is_shared {
                (of_house(line), of_house(region))
            } else {
                own = (parts(line_cells - box_cells), parts(box_cells - line_cells));
                (&own.0, &own.1)
            };
            for core in cores {
                // The parts must use up the core's surplus of digits over cells.
                let surplus = (core.digits.len() - core.cells.len()).cast_signed();
                let (line_parts, box_parts) = (helpful(line_parts, &core), helpful(box_parts, &core));
                let most = box_parts.iter().map(|(_, help)| *help).max().unwrap_or(isize::MIN / 2);
                for (on_line, help) in line_parts.into_iter().filter(|(_, help)| help + most >= surplus) {
                    for &(in_box, _) in box_parts.iter().filter(|(_, other)| help + other >= surplus) {
                        if on_line.cells.intersects(in_box.cells) {
                            continue;
                        }
                        let twice = on_line.digits & in_box.digits;
                        let all = core.digits | on_line.digits | in_box.digits;
                        let count = core.cells.len() + on_line.cells.len() + in_box.cells.len();
                        if all.len() + twice.len() != count
                            || (!finder.scope.digits_in_both_parts && !(twice & core.digits).is_empty())
                        {
                            continue;
                        }
                        let line_digits = (all - in_box.digits) | on_line.digits;
                        let box_digits = (all - on_line.digits) | in_box.digits;
                        let line_rest = line_cells - core.cells - on_line.cells;
                        let box_rest = box_cells - core.cells - in_box.cells;
                        let mut gone = Vec::new();
                        gone.extend(line_digits.iter().flat_map(|digit| state.removals(digit, line_rest)));
                        gone.extend(box_digits.iter().flat_map(|digit| state.removals(digit, box_rest)));
                        gone.extend(twice.iter().flat_map(|digit| state.removals(digit, core.cells)));
                        finder.take(
                            Step {
                                digits: all,
                                cells: core.cells | on_line.cells | in_box.cells,
                                houses: vec![line, region],
                                sets: vec![core, *on_line, *in_box],
                                ..Step::new(Technique::SueDeCoq)
                            }
                            .removing(gone),
                        )?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}
