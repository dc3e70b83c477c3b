//! Fish in words: the base needs as many digits as the cover can hold.

use super::scene::Scene;
use gridlore_sudoku_geometry::check::number_in_words;

/// Describes base, cover and fins: `In rows 1 and 4 (the base), 5 can only go in columns 2 and 7
/// (the cover)`.
pub(super) fn base_and_cover(scene: Scene<'_>, digit: &str) -> String {
    let step = scene.step;
    let fins = match step.fins.len() {
        0 => String::new(),
        1 => format!(", or in the fin {}", scene.each(step.fins)),
        _ => format!(", or in the fins {}", scene.each(step.fins)),
    };
    format!(
        "In {} (the base), {digit} can only go in {} (the cover){fins}.",
        scene.houses(&step.houses),
        scene.houses(&step.covers)
    )
}

pub(super) fn explained(scene: Scene<'_>) -> String {
    let (step, digit) = (scene.step, scene.digits());
    if step.is_siamese {
        let text = format!(
            "Two finned fish share the base {}. Their covers come from {}, and their fins are among {}. In each fish, either a fin is {digit}, or each house of the cover has its {digit} in the base. Both cases rule out the cells of the cover that see all fins.",
            scene.houses(&step.houses),
            scene.houses(&step.covers),
            scene.each(step.fins)
        );
        return format!("{text} {}", scene.conclusion());
    }
    let start = base_and_cover(scene, &digit);
    let count = number_in_words(step.houses.len());
    // The digit is also removed from a cell of the base that lies in two houses of the cover.
    let twice = if scene.removed_cells().intersects(step.cells) {
        format!(" A {digit} in two houses of the cover would use up two of these places.")
    } else {
        String::new()
    };
    if step.fins.is_empty() {
        return format!(
            "{start} The base needs {count} {digit}s, and the cover has room for {count}, so each house of the cover has its {digit} in the base.{twice} {}",
            scene.conclusion()
        );
    }
    let (no_fin, a_fin, seen) = match step.fins.len() {
        1 => ("the fin is not", "the fin is", "the fin"),
        _ => ("no fin is", "a fin is", "every fin"),
    };
    format!(
        "{start} If {no_fin} {digit}, each house of the cover has its {digit} in the base.{twice} If {a_fin} {digit}, it rules out {digit} in the cells that it sees. {}",
        scene.conclusion_as(seen)
    )
}
