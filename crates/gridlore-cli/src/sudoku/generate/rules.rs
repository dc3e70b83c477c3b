//! `gridlore sudoku generate --rule`: generates puzzles with variant rules.

use super::names::{RuleName, check};
use super::{Miss, Printer, Record, by_seed};
use crate::Exit;
use crate::interrupt;
use crate::sudoku::args::{Clues, Difficulty, Format, Generate};
use crate::sudoku::shape::rules_of;
use crate::sudoku::to::To;
use crate::sudoku::variant::signs;
use anyhow::{Context, Result, anyhow, ensure};
use gridlore::Budget;
use gridlore_sudoku::Pattern;
use gridlore_sudoku_formats::Texts;
use gridlore_sudoku_geometry::Geometry;
use gridlore_sudoku_variants::constraint::Global;
use gridlore_sudoku_variants::explain::Level;
use gridlore_sudoku_variants::generate::{Generated, Kind, Move, NoPuzzle, Recipe, generated};
use gridlore_sudoku_variants::{Constraint, parse_text};

/// Returns the moves that generate a symmetry.
const fn moves(pattern: Pattern) -> &'static [Move] {
    match pattern {
        Pattern::None => &[],
        Pattern::HalfTurn => &[Move::HalfTurn],
        Pattern::QuarterTurn => &[Move::QuarterTurn],
        Pattern::Mirror => &[Move::Mirror],
        Pattern::Diagonal => &[Move::Diagonal],
        Pattern::Mirrors => &[Move::Mirror, Move::HalfTurn],
        Pattern::Diagonals => &[Move::Diagonal, Move::HalfTurn],
        Pattern::Full => &[Move::QuarterTurn, Move::Mirror],
    }
}

/// Maximum side length of a board with random clues.
const MAX_SIDE: usize = 16;

/// Returns a recipe for the grid of a geometry, with the constraints that the geometry names.
fn board(geometry: Option<&Geometry>, kinds: Vec<&'static Kind>) -> Result<Recipe> {
    let usual = Geometry::boxes(3, 3).map_err(|kind| anyhow!("{kind}"))?;
    let geometry = geometry.unwrap_or(&usual);
    let side = geometry.side();
    ensure!(
        (4..=MAX_SIDE).contains(&side),
        "--rule: found a {side}x{side} board, expected 4x4 to {MAX_SIDE}x{MAX_SIDE}"
    );
    let (shape, regions, constraints) = rules_of(geometry)?;
    let mut recipe = Recipe::new(shape, regions, kinds);
    recipe.constraints.extend(constraints);
    Ok(recipe)
}

/// Returns a recipe for the board of a text block, with its rules.
fn board_of(text: &str, kinds: Vec<&'static Kind>) -> Result<Recipe> {
    let puzzle = parse_text(text).map_err(|error| anyhow!("--board: {error}"))?;
    let has_lines = puzzle
        .constraints
        .iter()
        .any(|one| matches!(one, Constraint::Global(Global::RowsAndColumns | Global::Grids(_))));
    ensure!(
        has_lines,
        "--board: found a board without rows and columns, expected one whose rows and columns repeat no digit"
    );
    ensure!(puzzle.variables == 0, "--board: found variables, expected only cells");
    for kind in &kinds {
        let is_same = |one: &Constraint| {
            matches!(one, Constraint::Global(_)) && one.name().replace(' ', "-") == kind.name
        };
        ensure!(
            !puzzle.constraints.iter().any(is_same),
            "--rule {}: the board already has this rule; leave out one of the two",
            kind.name
        );
    }
    Ok(Recipe::on_board_of(&puzzle, kinds))
}

fn recipe(args: &Generate) -> Result<Recipe> {
    check(&args.rule, args.shape.geometry.as_ref())?;
    let mut kinds: Vec<&'static Kind> = Vec::new();
    let mut random_kinds = 0;
    for rule in &args.rule {
        match rule {
            RuleName::Random => random_kinds += 1,
            RuleName::Kind(kind) => kinds.push(kind),
        }
    }
    let mut recipe = match &args.board {
        Some(text) => board_of(text, kinds)?,
        None => board(args.shape.geometry.as_ref(), kinds)?,
    };
    recipe.random_kinds = random_kinds;
    recipe.moves = moves(args.symmetry).to_vec();
    recipe.is_minimal = !args.spare;
    recipe.level = match args.difficulty {
        Some(Difficulty::Both(_, level)) => Some(level),
        Some(Difficulty::Extreme) => Some(Level::Extreme),
        Some(Difficulty::Minimal) | None => None,
    };
    ensure!(
        recipe.level.is_none() || !args.spare,
        "--spare cannot be combined with a level, which removes all clues that it does not need; leave out --spare"
    );
    if let Some(Clues(clues)) = &args.clues {
        recipe.givens = clues.clone();
    }
    Ok(recipe)
}

impl From<NoPuzzle> for Miss {
    fn from(error: NoPuzzle) -> Self {
        match error {
            NoPuzzle::Stopped => Self::Stopped,
            NoPuzzle::Spent(spent) => spent.into(),
            NoPuzzle::Failed { .. } => Self::Skipped(error.to_string(), Exit::NotSolved),
            NoPuzzle::NotSymmetric => Self::Bad(anyhow!("--symmetry: {error}")),
            NoPuzzle::Unfit(_) | NoPuzzle::NoGrid | NoPuzzle::TooLarge(_) => {
                Self::Bad(anyhow!("--rule: {error}"))
            }
        }
    }
}

/// Generates puzzles with the rules given on the command line.
pub(super) fn run(first: u64, args: &Generate, printer: &mut Printer) -> Result<Exit> {
    ensure!(
        args.format != Format::Grid || args.to.is_none(),
        "--format grid prints text blocks; leave out --to"
    );
    ensure!(
        args.to != Some(To::Svg) || args.number == 1 || args.format == Format::Json,
        "--to svg: found {} puzzles, expected one for a picture; --format json can contain several",
        args.number
    );
    let recipe = recipe(args)?;
    // The first call starts listening for Ctrl-C.
    interrupt::is_requested();
    let make = || {
        |seed: u64, budget: &mut Budget| {
            generated(&recipe, seed, budget, &mut || !interrupt::is_requested()).map_err(Miss::from)
        }
    };
    by_seed(first, args, printer, make, |printer, seed, made| {
        let text = text(&made, args)?;
        if args.format != Format::Json {
            return printer.line(&text);
        }
        printer.record(&Record {
            puzzle: text,
            givens: made.givens,
            seed,
            rules: Some(made.kinds.clone()),
            solution: Some(signs(&made.puzzle.shape, &made.solution).into_iter().collect()),
            ..Record::default()
        })
    })
}

/// Returns a puzzle in the requested format.
fn text(made: &Generated, args: &Generate) -> Result<String> {
    let usual = if args.board.is_some() { To::Text } else { To::Iss };
    let to = if args.format == Format::Grid { To::Text } else { args.to.unwrap_or(usual) };
    let texts = Texts { solution: Some(made.solution.clone()), ..Texts::default() };
    let text = to.write(&made.puzzle, &texts).context("--to")?;
    // An empty line separates consecutive blocks.
    Ok(if to == To::Text && args.format != Format::Json { text + "\n" } else { text })
}
