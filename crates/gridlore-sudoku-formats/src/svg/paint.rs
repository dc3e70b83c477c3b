//! The colours of pictures in light and dark mode, as a style sheet. Its selectors contain the
//! class of the picture, so the styles of two pictures on one page are independent.
//!
//! The colours of the drawing are softened: on light paper they are mixed with white, and on dark
//! paper with its colour, so that digits remain readable on all of them.

use crate::drawing::colour::{Colour, TINTS};
use crate::drawing::{Shape, UNIT};
use std::fmt::Write;

/// Dark paper.
const DARK: Colour = Colour { red: 0x1c, green: 0x1f, blue: 0x25, alpha: 255 };
const WHITE: Colour = Colour { red: 255, green: 255, blue: 255, alpha: 255 };
const BLACK: Colour = Colour { red: 0, green: 0, blue: 0, alpha: 255 };

/// The colours of everything that has no other colour.
const LIGHT_STYLE: &str = ".sheet{fill:#fff}.rule,.border,.frame,.cage,.line{fill:none}.rule{stroke:#d9d6cc}\
     .border,.frame{stroke:#3a3c42;stroke-width:2}.frame{stroke-width:3}\
     .cage{stroke:#3a3c42;stroke-width:1.1;stroke-dasharray:4 2.5}\
     .line{stroke-linecap:round;stroke-linejoin:round}.ink,.ring{stroke:#1c1d21}.ring{fill:none;stroke-width:2}\
     .dot{stroke:#3a3c42;stroke-width:1.3}.open{fill:#fff}.full{fill:#1c1d21}\
     .on-full{fill:#fff}.on-open{fill:#1c1d21}\
     .given,.clue,.mark,.label{fill:#1c1d21}.given,.mark{font-weight:600}\
     .label{font-size:11px;text-anchor:start}.note{fill:#5d6068}\
     .rim,.label{stroke:#fff;stroke-width:3px;stroke-linejoin:round;paint-order:stroke}\
     .caption{fill:#5d6068;text-anchor:start}";
const DARK_STYLE: &str = ".sheet{fill:#1c1f25}.rule{stroke:#343841}.border,.frame,.cage{stroke:#b9bcc4}\
     .ink,.ring{stroke:#e8e6df}.dot{stroke:#e8e6df}.full{fill:#000}.given,.clue,.mark,.label{fill:#f1efe8}\
     .note,.caption{fill:#a8abb3}.rim,.label{stroke:#1c1f25}";

/// The colours of a step that is drawn over a puzzle.
const LIGHT_STEP: &str = ".near{fill:#f3f1e8}.looked{fill:#e3f0f4}.placed{fill:#0b5d7a}\
     .outlined{fill:none;stroke:#0b5d7a;stroke-width:1.6;stroke-opacity:.7}\
     .on{fill:#0072b2}.off{fill:#fff;stroke:#0072b2;stroke-width:1.6}.gone{fill:#fbe0d5}.goal{fill:#00795a}\
     .on-node,.off-node,.on-gone{font-weight:600}.on-node{fill:#fff}.off-node{fill:#1c1d21}.on-gone{fill:#a83700}\
     .link,.strike{fill:none;stroke:#a83700;stroke-width:1.9;stroke-linecap:round}.weak{stroke-dasharray:4.5 3.5}";
const DARK_STEP: &str = ".near{fill:#26292f}.looked{fill:#1f3138}.placed{fill:#7cc4dc}.outlined{stroke:#7cc4dc}\
     .on{fill:#56a9dd}.off{fill:#1c1f25;stroke:#56a9dd}.gone{fill:#4a2a1f}.goal{fill:#4bb894}\
     .on-node{fill:#1c1f25}.off-node{fill:#f1efe8}.on-gone{fill:#ff9b73}.link,.strike{stroke:#ff9b73}";

/// Placeholder for the class of the picture, until it is known. This character does not occur in
/// texts.
pub(super) const SCOPE: char = '\u{1}';

/// Hatchings of the tints, which distinguish them in print: each is a path in a square of 8 units.
pub(super) const HATCHINGS: [&str; TINTS.len()] = [
    "M-2 6L6-2M2 10L10 2",
    "M-2 2L6 10M2-2L10 6",
    "M1 2a1 1 0 1 0 2 0a1 1 0 1 0-2 0M5 6a1 1 0 1 0 2 0a1 1 0 1 0-2 0",
    "M0 4H8",
    "M4 0V8",
    "M0 4H8M4 0V8",
];

/// Returns the number of the tint of a shaded cell.
pub(super) fn tint(shape: &Shape) -> Option<usize> {
    let is_fill = |(_, colour): &(&str, Colour)| Some(*colour) == shape.fill;
    if shape.is_shade() { TINTS.iter().position(is_fill) } else { None }
}

/// Returns the rules of a style sheet for the elements of one picture.
fn scoped(sheet: &str, scope: &str) -> String {
    let rules = sheet.split_inclusive('}').map(|rule| {
        let (selectors, rest) = rule.split_once('{').unwrap_or((rule, ""));
        let selectors: Vec<String> = selectors.split(',').map(|one| format!(".{scope} {one}")).collect();
        format!("{}{{{rest}", selectors.join(","))
    });
    rules.collect()
}

/// The kinds of elements that are painted in a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// A whole cell.
    Shade,
    /// A whole cell in one of the tints, which also has a hatching.
    Tint,
    /// A shape or a line.
    Fill,
    Stroke,
    ThinStroke,
    /// The edge of a shape that is filled with the colour of the paper, or not at all.
    Border,
    Ring,
}

impl Use {
    /// Returns the class of the elements in a page, whose style sheet mixes the colour with the
    /// paper.
    const fn class(self) -> &'static str {
        match self {
            Self::Shade => "shade",
            Self::Tint => "tint",
            Self::Fill => "fill",
            Self::Stroke => "stroke",
            Self::ThinStroke => "thin",
            Self::Border => "edge",
            Self::Ring => "tinted-ring",
        }
    }
}

/// The appearance of an element: its class and, in a page, its colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Paint {
    pub(super) class: String,
    colour: Option<Colour>,
}

impl Paint {
    /// Returns a paint without a colour of its own.
    pub(super) fn plain(class: &str) -> Self {
        Self { class: class.to_owned(), colour: None }
    }

    /// Returns the same paint with further classes before its own.
    pub(super) fn after(self, before: &str) -> Self {
        Self { class: format!("{before}{}", self.class), ..self }
    }

    /// Returns the attributes of the element.
    pub(super) fn attributes(&self) -> String {
        let colour = self.colour.map_or_else(String::new, |Colour { red, green, blue, .. }| {
            format!(" color=\"#{red:02x}{green:02x}{blue:02x}\"")
        });
        format!("class=\"{}\"{colour}", self.class)
    }
}

/// Where a picture is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In a file of its own, which contains its style.
    File,
    /// In a page, whose style sheet defines the colours.
    Page,
}

/// The colours in use.
#[derive(Debug)]
pub(super) struct Paints {
    place: Place,
    /// Whether cells are covered by fog.
    pub(super) has_fog: bool,
    /// Whether the picture shows a step.
    pub(super) has_step: bool,
    used: Vec<(Use, Colour)>,
}

/// Returns a mix of two colours. `part` is the share of the first in hundredths, which is reduced
/// if that colour is transparent.
fn mixed(one: Colour, other: Colour, part: u32) -> String {
    let part = part * u32::from(one.alpha) / 255;
    let mix = |one: u8, other: u8| (u32::from(one) * part + u32::from(other) * (100 - part)) / 100;
    format!(
        "#{:02x}{:02x}{:02x}",
        mix(one.red, other.red),
        mix(one.green, other.green),
        mix(one.blue, other.blue)
    )
}

/// Returns how a transparent colour looks on white paper.
fn on_white(colour: Colour) -> Colour {
    let over = |part: u8| {
        let (part, alpha) = (u32::from(part), u32::from(colour.alpha));
        u8::try_from((part * alpha + 255 * (255 - alpha)) / 255).unwrap_or(255)
    };
    Colour { red: over(colour.red), green: over(colour.green), blue: over(colour.blue), alpha: 255 }
}

/// Returns how many hundredths of a colour to mix with dark paper: more if the colour is dark, but
/// never so much that light digits on it would be hard to read.
fn on_dark(colour: Colour) -> u32 {
    let [red, green, blue] = [colour.red, colour.green, colour.blue].map(u32::from);
    let brightness = (30 * red + 59 * green + 11 * blue) / 100;
    (8_000 / brightness.max(1)).clamp(42, 72)
}

impl Paints {
    /// Returns an empty set of colours.
    pub(super) const fn new(place: Place) -> Self {
        Self { place, has_fog: false, has_step: false, used: Vec::new() }
    }

    /// Returns where the picture is used.
    pub(super) const fn place(&self) -> Place {
        if cfg!(feature = "files") { self.place } else { Place::Page }
    }

    /// Returns the paint for a colour and a use.
    fn paint(&mut self, usage: Use, colour: Colour) -> Paint {
        let found = self.used.iter().position(|other| *other == (usage, colour));
        let at = found.unwrap_or_else(|| {
            self.used.push((usage, colour));
            self.used.len() - 1
        });
        match self.place() {
            Place::File => Paint { class: format!("p{at}"), colour: None },
            Place::Page => Paint { class: usage.class().to_owned(), colour: Some(on_white(colour)) },
        }
    }

    /// Returns the paint for a line; a thin line needs a stronger colour.
    pub(super) fn of_line(&mut self, colour: Colour, is_thin: bool) -> Paint {
        match (colour, is_thin) {
            (BLACK, _) => Paint::plain("ink"),
            (_, true) => self.paint(Use::ThinStroke, colour),
            (_, false) => self.paint(Use::Stroke, colour),
        }
    }

    /// Returns the paint for a rectangle without a background.
    pub(super) fn of_border(&mut self, colour: Colour) -> Paint {
        self.paint(Use::Ring, colour)
    }

    /// Returns the paint for a shape, or `None` if only its text is visible.
    pub(super) fn of_shape(&mut self, shape: &Shape) -> Option<Paint> {
        Some(match (shape.fill, shape.border) {
            (Some(WHITE), Some(BLACK)) => Paint::plain("dot open"),
            (Some(BLACK), _) => Paint::plain("dot full"),
            (Some(WHITE), Some(WHITE) | None) => Paint::plain("sheet"),
            (Some(WHITE), Some(border)) => self.paint(Use::Border, border),
            (Some(fill), _) if tint(shape).is_some() => self.paint(Use::Tint, fill),
            (Some(fill), _) if shape.width == UNIT && !shape.is_round => self.paint(Use::Shade, fill),
            (Some(fill), _) => self.paint(Use::Fill, fill),
            (None, Some(BLACK)) => Paint::plain("ring"),
            (None, Some(border)) => self.paint(Use::Ring, border),
            (None, None) => return None,
        })
    }

    /// Returns the hatchings of the tints in use. Their names begin with [`SCOPE`].
    pub(super) fn hatchings(&self) -> String {
        let used = |at: &usize| self.used.contains(&(Use::Tint, TINTS[*at].1));
        let pattern = |at: usize| {
            format!(
                "<pattern id=\"{SCOPE}-{at}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><path \
                 class=\"hatching\" d=\"{}\"/></pattern>",
                HATCHINGS[at]
            )
        };
        let patterns: String = (0..TINTS.len()).filter(used).map(pattern).collect();
        if patterns.is_empty() { patterns } else { format!("<defs>{patterns}</defs>\n") }
    }

    /// Returns the style sheet of the picture with this class.
    pub(super) fn style(&self, scope: &str) -> String {
        let (light, dark) = self.sheets();
        let (light, dark) = (scoped(&light, scope), scoped(&dark, scope));
        format!("{light}@media screen and (prefers-color-scheme:dark){{{dark}}}")
    }

    /// Returns the style sheet for light screens and print, for a single picture.
    #[cfg(feature = "booklet")]
    pub(super) fn light(&self) -> String {
        self.sheets().0
    }

    /// Returns the style sheets for light and dark mode, for a single picture.
    fn sheets(&self) -> (String, String) {
        let (mut light, mut dark) = (LIGHT_STYLE.to_owned(), DARK_STYLE.to_owned());
        for (at, (usage, colour)) in self.used.iter().enumerate() {
            let on_dark = on_dark(*colour);
            let (property, parts, more) = match usage {
                Use::Shade => ("fill", (50, 24), ""),
                Use::Tint => ("fill", (30, 34), ""),
                Use::Fill => ("fill", (78, on_dark), ""),
                Use::Stroke => ("stroke", (78, on_dark), ""),
                Use::ThinStroke => ("stroke", (100, 72), ""),
                Use::Border => ("stroke", (100, 70), ";stroke-width:2.4"),
                Use::Ring => ("stroke", (85, 70), ";stroke-width:2;fill:none"),
            };
            let sheet =
                |light: &str| if *usage == Use::Border { format!(";fill:{light}") } else { String::new() };
            let _ = write!(
                light,
                ".p{at}{{{property}:{}{more}{}}}",
                mixed(*colour, WHITE, parts.0),
                sheet("#fff")
            );
            let _ =
                write!(dark, ".p{at}{{{property}:{}{}}}", mixed(*colour, DARK, parts.1), sheet("#1c1f25"));
        }
        if !self.hatchings().is_empty() {
            light.push_str(".hatching{fill:none;stroke:#1c1d21;stroke-opacity:.3;stroke-width:.9}");
            dark.push_str(".hatching{stroke:#f1efe8}");
        }
        if self.has_fog {
            light.push_str(".fog{fill:#c9cbd0;stroke:#d9d6cc}");
            dark.push_str(".fog{fill:#3f444e;stroke:#343841}");
        }
        if self.has_step {
            light.push_str(LIGHT_STEP);
            dark.push_str(DARK_STEP);
        }
        (light, dark)
    }
}
