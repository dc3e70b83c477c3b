//! Thumbnails: drawings of puzzles on cards, as SVG files.
//!
//! The drawing is the engine's own picture. Pages crop it to the shape of a card, so pictures that
//! must not be cropped get margins here. A style sheet inside the file replaces the colours in dark
//! mode.

use std::borrow::Cow;
use std::fmt::Write;

/// Maximum size of a drawing in bytes; a larger drawing is replaced with a plate.
const MAX_BYTES: usize = 100_000;

/// Maximum length of a drawing's sides, in its own units; code and large tables are cropped.
const MAX_SIDE: f32 = 420.0;

/// Width of a card's picture divided by its height.
const CARD: f32 = 1.6;

/// The background of boards of coloured squares, which must not be cropped: they have few squares.
const PANEL: &str = "#2b2e36";

/// The colour of strong lines in light and dark mode; squares with this colour keep it in dark
/// mode.
const LINES: (&str, &str) = ("#3a3c42", "#b9bcc4");

/// The colours that differ between light and dark mode: light, then dark.
const COLOURS: [(&str, &str); 16] = [
    ("#ffffff", "#1c1f25"),
    ("#fbfaf6", "#1c1f25"),
    ("#1c1d21", "#f1efe8"),
    ("#d9d6cc", "#343841"),
    ("#0b5d7a", "#7cc7e2"),
    ("#b03a00", "#ffb08f"),
    ("#5d6068", "#a8abb3"),
    ("#5f6068", "#a8abb3"),
    ("#6d6c75", "#90949e"),
    ("#3b6326", "#a3cf83"),
    ("#8a4a00", "#f0b070"),
    ("#7d3169", "#e3a3d2"),
    ("#3a4f8f", "#a9bdf7"),
    ("#0d5573", "#1f6b8b"),
    ("#f7f4ea", "#15171b"),
    (PANEL, "#101216"),
];

/// Returns the thumbnail of a game id, or a plate with the first letter of `title` if there is no
/// id or its drawing is too large.
pub(crate) fn svg(id: Option<&str>, title: &str) -> String {
    let drawing = id.and_then(|id| gridlore::show(id).ok()).map(|shown| shown.svg());
    let drawing = drawing.filter(|drawing| drawing.len() <= MAX_BYTES);
    let framed = drawing.as_deref().and_then(framed);
    framed.unwrap_or_else(|| plate(title))
}

/// Adds dark colours and margins to a drawing, and removes parts that are too large.
fn framed(drawing: &str) -> Option<String> {
    let (head, rest) = drawing.split_once('>')?;
    let content = rest.trim_end().strip_suffix("</svg>")?;
    // A drawing with its own style already has dark colours and margins.
    if content.contains("<style>") {
        return Some(drawing.to_owned());
    }
    let attribute =
        |name: &str| Some(head.split_once(&format!(" {name}=\""))?.1.split('"').next()?.to_owned());
    let numbers: Vec<f32> =
        attribute("viewBox")?.split(' ').filter_map(|number| number.parse().ok()).collect();
    let &[mut x, mut y, width, height] = numbers.as_slice() else { return None };
    let (mut width, mut height) = (width.min(MAX_SIDE), height.min(MAX_SIDE));
    let ground =
        content.split_once("fill=\"").map_or("", |(_, fill)| fill.split('"').next().unwrap_or_default());
    // For code and tables, which are text, the start is sufficient.
    if width < height * 0.9 && attribute("font-size").is_some() {
        width = width.max(260.0);
        height = height.min(width / 1.25);
    }
    if ground == PANEL || !(0.9..=2.2).contains(&(width / height)) {
        let (wide, high) = (width.max(height * CARD) * 1.12, height.max(width / CARD) * 1.12);
        (x, y) = (x - (wide - width) / 2.0, y - (high - height) / 2.0);
        (width, height) = (wide, high);
    }
    let kept = ["font-family", "font-size", "fill", "text-anchor", "shape-rendering"];
    let kept: String =
        kept.iter().filter_map(|name| Some(format!(" {name}=\"{}\"", attribute(name)?))).collect();
    let mut text = opening([x, y, width, height], &kept);
    let _ = writeln!(
        text,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n{content}</svg>"
    );
    Some(text)
}

/// Returns the start of the file with its style sheet.
fn opening([x, y, width, height]: [f32; 4], attributes: &str) -> String {
    let scale = 640.0 / width.max(height);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" width=\"{:.0}\" height=\"{:.0}\"{attributes}>\n<style>@media (prefers-color-scheme: dark) {{",
        width * scale,
        height * scale
    );
    for (light, dark) in COLOURS {
        let _ =
            write!(text, " [fill=\"{light}\"] {{ fill: {dark} }} [stroke=\"{light}\"] {{ stroke: {dark} }}");
    }
    let (light, dark) = LINES;
    let _ = write!(text, " [stroke=\"{light}\"] {{ stroke: {dark} }}");
    text + " }</style>\n"
}

/// Returns a plate with a letter, for a post without a puzzle.
fn plate(title: &str) -> String {
    let letter: Cow<'_, str> = match title.chars().find(|letter| letter.is_alphanumeric()) {
        Some(letter) => letter.to_uppercase().to_string().into(),
        None => "·".into(),
    };
    opening([0.0, 0.0, 320.0, 200.0], "")
        + &format!(
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<path d=\"M0 100h320M160 0v200M80 0v200M240 0v200M0 20h320M0 180h320\" fill=\"none\" stroke=\"#d9d6cc\"/>\n<text x=\"160\" y=\"138\" text-anchor=\"middle\" font-family=\"Georgia, serif\" font-size=\"108\" fill=\"#0b5d7a\">{letter}</text>\n</svg>\n"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_thumbnail_with_dark_colours() {
        for kind in crate::address::kinds() {
            let id = gridlore::show(&format!("{}#7", kind.name)).unwrap().id();
            let drawn = svg(Some(&id), "x");
            assert_ne!(drawn, plate("x"), "{id}");
            assert_eq!(drawn.matches("<svg").count(), drawn.matches("</svg>").count());
            assert!(!drawn.contains(" style="), "{id}");
            // The colours of stones and squares are the same in dark mode.
            let same = gridlore::render::COLOURS.iter().chain(&gridlore::render::DISCS);
            let same: Vec<&str> = same.copied().chain(["#402c00", "none"]).collect();
            let drawing = drawn.split_once("</style>").unwrap().1;
            for attribute in ["fill=\"", "stroke=\""] {
                for colour in drawing.split(attribute).skip(1).map(|rest| rest.split('"').next().unwrap()) {
                    let is_known = same.contains(&colour)
                        || [LINES].iter().chain(&COLOURS).any(|(light, _)| *light == colour);
                    assert!(is_known, "{colour} of {id}");
                }
            }
        }
    }

    #[test]
    fn a_post_without_a_puzzle_gets_a_plate_with_its_initial() {
        assert!(svg(None, "\u{201c}quiet\u{201d} days").contains(">Q</text>"));
        assert!(svg(None, "<&>").contains(">·</text>"));
        assert_eq!(svg(Some("no:thing"), "a"), plate("a"));
        let far = "life:life:B3/S23/2199023255552bo2199023255552b!";
        assert_eq!(svg(Some(far), "a"), plate("a"));
    }
}
