//! Writes pages as a PDF file.
//!
//! Text is stored as text, so it can be selected and searched. The file contains no date, so the
//! same booklet always results in the same file.

use super::font::{Face, runs, width};
use super::layout::{Board, Item, Layout, Page, Text};
use super::{Booklet, Pdf};
use crate::svg::{Look, Mark, Segment};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle, TextRenderingMode};
use pdf_writer::{Content, Filter, Finish, Name, Rect, Ref, Str, TextStr};
use std::collections::BTreeSet;
use std::io::Write;

/// The colours of text outside boards.
const INK: [u8; 3] = [0x1c, 0x1d, 0x21];
const GREY: [u8; 3] = [0x5d, 0x60, 0x68];

/// Writes the file.
pub(super) fn write(booklet: &Booklet) -> Pdf {
    let (width, height) = booklet.paper.size();
    let mut numbers = (1..).map(Ref::new);
    let mut next = || numbers.next().expect("there are enough numbers");
    let (catalog, tree, info) = (next(), next(), next());
    let fonts = Face::ALL.map(|face| (face, next()));
    let mut pdf = pdf_writer::Pdf::new();
    pdf.set_version(1, 4);
    let mut pages = Vec::new();
    let mut done = |page: Page| {
        let mut canvas = Canvas { content: Content::new(), height, opacities: BTreeSet::new() };
        page.items.iter().for_each(|item| match item {
            Item::Text(text) => canvas.line(text),
            Item::Board(board) => canvas.board(board),
        });
        let (id, stream) = (next(), next());
        let states: Vec<(u8, Ref)> = canvas.opacities.iter().map(|opacity| (*opacity, next())).collect();
        let mut page = pdf.page(id);
        page.parent(tree).contents(stream);
        page.media_box(Rect::new(0.0, 0.0, single(width), single(height)));
        let mut resources = page.resources();
        resources.fonts().pairs(fonts.map(|(face, id)| (Name(face.key()), id)));
        if !states.is_empty() {
            let mut dictionary = resources.ext_g_states();
            for (opacity, id) in &states {
                dictionary.pair(Name(state(*opacity).as_bytes()), *id);
            }
        }
        resources.finish();
        page.finish();
        for (opacity, id) in states {
            pdf.ext_graphics(id).stroking_alpha(f32::from(opacity) / 100.0);
        }
        let bytes = packed(&canvas.content.finish());
        pdf.stream(stream, &bytes).filter(Filter::FlateDecode);
        pages.push(id);
    };
    let respelled = Layout::run(booklet, &mut done);
    for (face, id) in fonts {
        let mut font = pdf.type1_font(id);
        font.base_font(Name(face.name()));
        if face != Face::Symbol {
            font.encoding_predefined(Name(b"WinAnsiEncoding"));
        }
    }
    let mut root = pdf.catalog(catalog);
    root.pages(tree).lang(TextStr("en"));
    root.viewer_preferences().display_doc_title(true);
    root.finish();
    let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).count(count).kids(pages);
    let title = if booklet.title.trim().is_empty() { "Sudoku" } else { booklet.title.trim() };
    pdf.document_info(info).title(TextStr(title)).producer(TextStr("Gridlore"));
    Pdf { bytes: pdf.finish(), respelled }
}

/// Returns the name of a graphics state with an opacity.
fn state(opacity: u8) -> String {
    format!("G{opacity}")
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes).and_then(|()| packer.finish()).expect("writing to a Vec cannot fail")
}

/// Converts a number for a PDF file. Three decimals are finer than any printer can reproduce.
#[expect(clippy::cast_possible_truncation, reason = "places on paper")]
fn single(number: f64) -> f32 {
    ((number * 1000.0).round() / 1000.0) as f32
}

/// A page being drawn.
struct Canvas {
    content: Content,
    /// Height of the page; positions are measured from its bottom.
    height: f64,
    opacities: BTreeSet<u8>,
}

impl Canvas {
    fn fill(&mut self, colour: [u8; 3]) {
        let [red, green, blue] = colour.map(|part| single(f64::from(part) / 255.0));
        self.content.set_fill_rgb(red, green, blue);
    }

    fn stroke(&mut self, colour: [u8; 3], width: f64) {
        let [red, green, blue] = colour.map(|part| single(f64::from(part) / 255.0));
        self.content.set_stroke_rgb(red, green, blue);
        self.content.set_line_width(single(width));
    }

    /// Draws a line of text next to the boards.
    fn line(&mut self, text: &Text) {
        self.fill(if text.is_grey { GREY } else { INK });
        let place = [1.0, 0.0, 0.0, 1.0, text.x, self.height - text.y];
        self.text(&text.words, text.is_bold, text.size, place);
    }

    /// Draws a text at a position in the current colours.
    fn text(&mut self, words: &str, is_bold: bool, size: f64, place: [f64; 6]) {
        self.content.begin_text();
        self.content.set_text_matrix(place.map(single));
        for run in runs(words, is_bold) {
            self.content.set_font(Name(run.face.key()), single(size));
            self.content.show(Str(&run.codes));
        }
        self.content.end_text();
    }

    fn board(&mut self, board: &Board) {
        let [left, top, ..] = board.figure.bounds;
        let scale = board.scale;
        self.content.save_state();
        let origin = (board.x - left * scale, self.height - board.y + top * scale);
        self.content.transform([scale, 0.0, 0.0, -scale, origin.0, origin.1].map(single));
        self.content.set_line_join(LineJoinStyle::MiterJoin);
        for mark in &board.figure.marks {
            match mark {
                Mark::Outline { path, look, clip } => self.outline(path, look, *clip),
                Mark::Text { x, y, text, look } => self.mark(text, (*x, *y), look),
            }
        }
        self.content.restore_state();
    }

    fn outline(&mut self, path: &[Segment], look: &Look, clip: Option<[f64; 4]>) {
        if look.fill.is_none() && look.stroke.is_none() {
            return;
        }
        self.content.save_state();
        if let Some(clip) = clip {
            let [x, y, width, height] = clip.map(single);
            self.content.rect(x, y, width, height).clip_nonzero().end_path();
        }
        if look.is_round {
            self.content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
        }
        if !look.dashes.is_empty() {
            self.content.set_dash_pattern(look.dashes.iter().map(|length| single(*length)), 0.0);
        }
        if look.opacity < 100 {
            self.opacities.insert(look.opacity);
            self.content.set_parameters(Name(state(look.opacity).as_bytes()));
        }
        if let Some(colour) = look.fill {
            self.fill(colour);
        }
        if let Some(colour) = look.stroke {
            self.stroke(colour, look.width);
        }
        for segment in path {
            match *segment {
                Segment::Move(x, y) => self.content.move_to(single(x), single(y)),
                Segment::Line(x, y) => self.content.line_to(single(x), single(y)),
                Segment::Curve(places) => {
                    let [a, b, c, d, e, f] = places.map(single);
                    self.content.cubic_to(a, b, c, d, e, f)
                }
                Segment::Close => self.content.close_path(),
            };
        }
        match (look.fill, look.stroke) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            _ => self.content.stroke(),
        };
        self.content.restore_state();
    }

    /// Draws a text of a board, with its rim behind it.
    fn mark(&mut self, words: &str, (x, y): (f64, f64), look: &Look) {
        let x = if look.is_from_start { x } else { x - width(words, look.is_bold, look.size) / 2.0 };
        // Keep letters upright in a coordinate system that is upside down.
        let place = [1.0, 0.0, 0.0, -1.0, x, y];
        if let Some(rim) = look.stroke {
            self.content.save_state();
            self.stroke(rim, look.width);
            self.content.set_line_join(LineJoinStyle::RoundJoin);
            self.content.set_text_rendering_mode(TextRenderingMode::Stroke);
            // The rim is marked so that readers find the text only once.
            let mut rim = self.content.begin_marked_content_with_properties(Name(b"Span"));
            rim.properties().actual_text(TextStr(""));
            rim.finish();
            self.text(words, look.is_bold, look.size, place);
            self.content.end_marked_content();
            self.content.restore_state();
        }
        if let Some(colour) = look.fill {
            self.fill(colour);
            self.text(words, look.is_bold, look.size, place);
        }
    }
}
