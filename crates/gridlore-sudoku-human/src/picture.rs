//! Drawings as SVG, to stand alone or on a page that has the colours.

use crate::drawing::{Figure, Ink, SIDE, figures};
use crate::{State, Step, Technique, notation};
use std::fmt::Write;

/// Where a picture is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// By itself, on white paper.
    Alone,
    /// On a page that has the colours as custom properties, light or dark.
    Page,
}

impl Look {
    const fn colour(self, ink: Ink) -> &'static str {
        match (self, ink) {
            (Self::Alone, ink) => ink.on_paper(),
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

/// The picture of a step, as SVG with a title for screen readers: no scripts, no style sheet.
#[must_use]
pub fn svg(state: &State<'_>, step: &Step, look: Look) -> String {
    drawn(state, step, &notation::line(state.shape(), step), look)
}

/// The picture of a board with its candidates and no step, with this title.
#[must_use]
pub fn board(state: &State<'_>, title: &str, look: Look) -> String {
    drawn(state, &Step::new(Technique::FullHouse), title, look)
}

fn drawn(state: &State<'_>, step: &Step, title: &str, look: Look) -> String {
    let whole = state.shape().side() * SIDE;
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // Pages give boards of many digits more room.
    let class = if look == Look::Page && state.shape().side() > 9 { " class=\"large\"" } else { "" };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-3 -3 {0} {0}\" role=\"img\"{class} font-family=\"system-ui, sans-serif\" text-anchor=\"middle\"><title>{title}</title><rect width=\"{whole}\" height=\"{whole}\" fill=\"{1}\"/>",
        whole + 6,
        look.colour(Ink::Sheet),
    );
    figures(state, step).iter().for_each(|figure| element(&mut text, figure, look));
    text += "</svg>";
    text
}

fn element(text: &mut String, figure: &Figure, look: Look) {
    let paint = |ink: Option<Ink>| ink.map_or("none", |ink| look.colour(ink));
    let _ = match figure {
        Figure::Patch { at: (x, y), size: (width, height), fill } => write!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
            look.colour(*fill)
        ),
        Figure::Frame { at: (x, y), size: (width, height), round, stroke: (ink, thick) } => write!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{thick}\"/>",
            look.colour(*ink)
        ),
        Figure::Lines { ends, stroke: (ink, thick) } => {
            let path: String =
                ends.iter().map(|((x, y), (to_x, to_y))| format!("M{x} {y}L{to_x} {to_y}")).collect();
            write!(
                text,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{thick}\"/>",
                look.colour(*ink)
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
            look.colour(*ink),
            if *is_dashed { " stroke-dasharray=\"5 4\"" } else { "" }
        ),
        // Letters stand on a line somewhat below their middle.
        Figure::Digit { sign, at: (x, y), size, is_bold, ink } => write!(
            text,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{size}\" font-weight=\"{}\" fill=\"{}\">{sign}</text>",
            y + match size {
                21.. => 12.0,
                12..=20 => 5.0,
                _ => 4.0,
            },
            if *is_bold { 600 } else { 400 },
            look.colour(*ink)
        ),
    };
}
