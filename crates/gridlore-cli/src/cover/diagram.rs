//! `gridlore cover zdd` and `gridlore cover marginals`, which treat all solutions at once.

use super::{File, load};
use crate::Exit;
use crate::batch::count_in_words;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Result, bail};
use gridlore::Budget;
use gridlore_exact_cover::{Count, DiagramError, Problem, option_text};
use std::io::{BufWriter, Write};

pub(super) fn print(file: &File) -> Result<Exit> {
    let problem = load(file, true)?;
    let diagram = super::with_spinner("building the diagram", || problem.diagram(&mut Budget::unlimited()))?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    out.write_all(diagram.to_text().as_bytes())?;
    out.flush()?;
    eprintln!(
        "{}, {}",
        count_in_words(diagram.nodes().len() as u64, "node"),
        match diagram.count() {
            Ok(count) => format!("{count} solutions"),
            Err(why) => why.to_string(),
        }
    );
    Ok(if diagram.root() == 0 { Exit::NotSolved } else { Exit::Done })
}

/// Returns the number of solutions with each option and the total number of solutions, or `None`
/// after Ctrl-C.
fn counted(problem: &Problem) -> Result<Option<(Vec<Count>, Count)>> {
    let counted = || {
        let diagram = problem.diagram(&mut Budget::unlimited())?;
        Ok((diagram.marginals()?, diagram.count()?))
    };
    match super::with_spinner("counting", counted) {
        Ok(counted) => return Ok(Some(counted)),
        Err(DiagramError::Unsupported | DiagramError::TooLarge) => {}
        Err(why) => bail!(why),
    }
    // In this case, the solutions are counted one by one.
    let mut counts = vec![0_u64; problem.options()];
    let mut all = 0_u64;
    let mut solutions = problem.solutions();
    let mut progress = Progress::new(false);
    let mut slice = Budget::nodes(super::SLICE);
    loop {
        match solutions.advance(&mut slice) {
            Ok(true) => {
                all += 1;
                solutions.options().into_iter().for_each(|option| counts[option] += 1);
            }
            Ok(false) => break,
            Err(_) if interrupt::is_requested() => return Ok(None),
            Err(_) => {
                slice = Budget::nodes(super::SLICE);
                super::show_progress(&mut progress, &solutions, || count_in_words(all, "solution"));
            }
        }
    }
    progress.finish();
    Ok(Some((counts.into_iter().map(Count::from).collect(), Count::from(all))))
}

pub(super) fn marginals(file: &File) -> Result<Exit> {
    let problem = load(file, true)?;
    let Some((marginals, all)) = counted(&problem)? else {
        eprintln!("gridlore: interrupted before all solutions were found");
        return Ok(Exit::BudgetSpent);
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    for (option, count) in marginals.into_iter().enumerate() {
        let part = if all == Count::from(0_u64) { 0.0 } else { count.ratio_to(all) };
        writeln!(out, "{count}\t{part:.6}\t{}", option_text(&problem, option, 0))?;
    }
    out.flush()?;
    eprintln!("{all} solutions");
    Ok(if all == Count::from(0_u64) { Exit::NotSolved } else { Exit::Done })
}
