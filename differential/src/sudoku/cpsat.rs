//! Runs CP-SAT, if Python and its package are installed.

use super::puzzle::Puzzle;
use crate::peer::{self, Peer};
use crate::room::Opinions;
use std::fmt::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The Python script: it reads one puzzle per line and answers with its number of solutions, up to
/// a limit.
const DRIVER: &str = r"
import ast, sys
from ortools.sat.python import cp_model
class Counter(cp_model.CpSolverSolutionCallback):
    def __init__(self, limit):
        super().__init__()
        self.count, self.limit = 0, limit
    def on_solution_callback(self):
        self.count += 1
        if self.count >= self.limit:
            self.StopSearch()
for line in sys.stdin:
    side, groups, pairs, cages, givens, limit = ast.literal_eval(line)
    model = cp_model.CpModel()
    cells = [model.NewIntVar(given or 1, given or side, '') for given in givens]
    for group in groups:
        model.AddAllDifferent([cells[cell] for cell in group])
    for one, other in pairs:
        model.Add(cells[one] != cells[other])
    for cage, total in cages:
        model.Add(sum(cells[cell] for cell in cage) == total)
    solver, counter = cp_model.CpSolver(), Counter(limit)
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.Solve(model, counter)
    print(counter.count, '%end%', sep='\n', flush=True)
";

/// The time limit for an answer.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// CP-SAT, if it is installed.
pub(crate) struct CpSat {
    peer: Option<Peer>,
}

impl CpSat {
    pub(crate) fn open() -> Self {
        let is_installed = peer::program("python3").is_some()
            && Command::new("python3")
                .args(["-c", "import ortools.sat.python.cp_model"])
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success());
        Self { peer: is_installed.then(|| Peer::new(start)) }
    }

    /// Returns the names of `reference` and of CP-SAT.
    pub(crate) fn opinions(&self, reference: &str) -> Opinions {
        let (mut present, mut absent) = (vec![reference.to_owned()], vec![]);
        if self.peer.is_some() { &mut present } else { &mut absent }.push("CP-SAT".to_owned());
        Opinions { present, absent }
    }

    /// Returns the number of solutions, at most `limit`; `None` if CP-SAT is not installed or takes
    /// too long.
    pub(crate) fn count(&mut self, puzzle: &Puzzle, limit: usize) -> Option<usize> {
        let mut question = format!("({}, {:?}, {:?}, [", puzzle.side, puzzle.groups(), puzzle.pairs());
        for (cells, sum) in &puzzle.cages {
            let _ = write!(question, "({cells:?}, {sum}), ");
        }
        let _ = writeln!(question, "], {:?}, {limit})", puzzle.givens);
        self.peer.as_mut()?.ask(&question, TIME_LIMIT)?.trim().parse().ok()
    }
}

fn start() -> Command {
    let mut command = Command::new("python3");
    command.args(["-c", DRIVER]);
    command
}
