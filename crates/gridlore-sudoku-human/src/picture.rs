//! Drawings as SVG: either a standalone file, or part of a page that defines the colours.

use crate::drawing::{Figure, Ink, SIDE, figures};
use crate::{State, Step, Technique, notation};
use std::fmt::Write;

/// The source of a picture's colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Palette {
    /// Fixed colours on white paper, for a standalone file.
    Paper,
    /// Custom properties of the page, light or dark.
    Page,
}

impl Palette {
    const fn colour(self, ink: Ink) -> &'static str {
        match (self, ink) {
            (Self::Paper, ink) => ink.on_paper(),
            (Self::Page, Ink::Sheet) => "var(--sheet)",
            (Self::Page, Ink::Rule) => "var(--rule)",
            (Self::Page, Ink::Border) => "var(--rule-strong)",
            (Self::Page, Ink::Given) => "var(--given)",
            (Self::Page, Ink::Placed) => "var(--placed)",
            (Self::Page, Ink::Note) => "var(--note)",
            (Self::Page, Ink::Cell) => "var(--look)",
            (Self::Page, Ink::House) => "var(--peer)",
            (Self::Page, Ink::Pattern) => "var(--same)",
            (Self::Page, Ink::Gone) => "var(--clash)",
            (Self::Page, Ink::Warning) => "var(--clash-ink)",
            (Self::Page, Ink::On) => "var(--mark-1)",
            (Self::Page, Ink::Other) => "var(--mark-5)",
            (Self::Page, Ink::Goal) => "var(--mark-3)",
            (Self::Page, Ink::Set) => "var(--mark-4)",
        }
    }
}

/// Draws a step as SVG with a title for screen readers, without scripts or a style sheet.
#[must_use]
pub fn svg(state: &State<'_>, step: &Step, palette: Palette) -> String {
    draw(state, step, &notation::line(state.shape(), step), palette)
}

/// Draws a board with its candidates, without a step, under this title.
#[must_use]
pub fn board(state: &State<'_>, title: &str, palette: Palette) -> String {
    draw(state, &Step::new(Technique::FullHouse), title, palette)
}

fn draw(state: &State<'_>, step: &Step, title: &str, palette: Palette) -> String {
    let whole = state.shape().side() * SIDE;
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // Pages give more room to larger boards.
    let class = if palette == Palette::Page && state.shape().side() > 9 { " class=\"large\"" } else { "" };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-3 -3 {0} {0}\" role=\"img\"{class} font-family=\"system-ui, sans-serif\" text-anchor=\"middle\"><title>{title}</title><rect width=\"{whole}\" height=\"{whole}\" fill=\"{1}\"/>",
        whole + 6,
        palette.colour(Ink::Sheet),
    );
    figures(state, step).iter().for_each(|figure| element(&mut text, figure, palette));
    text += "</svg>";
    text
}

fn element(text: &mut String, figure: &Figure, palette: Palette) {
    let paint = |ink: Option<Ink>| ink.map_or("none", |ink| palette.colour(ink));
    let _ = match figure {
        Figure::Patch { at: (x, y), size: (width, height), fill } => write!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
            palette.colour(*fill)
        ),
        Figure::Frame { at: (x, y), size: (width, height), round, stroke: (ink, thick) } => write!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{thick}\"/>",
            palette.colour(*ink)
        ),
        Figure::Lines { ends, stroke: (ink, thick) } => {
            let path: String =
                ends.iter().map(|((x, y), (to_x, to_y))| format!("M{x} {y}L{to_x} {to_y}")).collect();
            write!(
                text,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{thick}\"/>",
                palette.colour(*ink)
            )
        }
        Figure::Circle { at: (x, y), radius, fill, stroke } => write!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>",
            paint(*fill),
            paint(stroke.map(|(ink, _)| ink)),
            stroke.map_or(0.0, |(_, thick)| thick)
        ),
        Figure::Link { from: (x, y), bend, to, stroke: (ink, thick), is_dashed } => write!(
            text,
            "<path d=\"M{x:.1} {y:.1}Q{:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{thick}\" stroke-linecap=\"round\"{}/>",
            bend.0,
            bend.1,
            to.0,
            to.1,
            palette.colour(*ink),
            if *is_dashed { " stroke-dasharray=\"5 4\"" } else { "" }
        ),
        // The baseline of a character is slightly below its centre.
        Figure::Digit { sign, at: (x, y), size, is_bold, ink } => write!(
            text,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{size}\" font-weight=\"{}\" fill=\"{}\">{sign}</text>",
            y + match size {
                21.. => 12.0,
                12..=20 => 5.0,
                _ => 4.0,
            },
            if *is_bold { 600 } else { 400 },
            palette.colour(*ink)
        ),
    };
}
