//! Fenced blocks: highlighted code, and playable puzzles.

use crate::escape::Escaped;
use crate::text::highlight::highlight;
use crate::text::rendered::{Problem, Rendered, Target};
use gridlore::{Drawing, Exhibit, Kind, Opens, ParseError, Place, Puzzle, Shown};
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Number of bytes of HTML left for the highlighted code of a post; any further code stays plain.
pub(crate) struct Colours(usize);

impl Default for Colours {
    fn default() -> Self {
        Self(4 << 20)
    }
}

impl Colours {
    /// Returns the highlighted code if the language is known and enough bytes are left.
    fn html(&mut self, language: &str, code: &str) -> Option<String> {
        let html = if code.len() <= self.0 { highlight(language, code) } else { None };
        let html = html.filter(|html| html.len() <= self.0)?;
        self.0 -= html.len();
        Some(html)
    }
}

/// Returns code as HTML, highlighted if the language is known and the target has a style sheet.
pub(crate) fn code_block(language: &str, code: &str, target: Target, colours: &mut Colours) -> String {
    let class = if language.is_empty() {
        String::new()
    } else {
        format!(" class=\"language-{}\"", Escaped(language))
    };
    let coloured = if target == Target::Feed { None } else { colours.html(language, code) };
    let text = coloured.unwrap_or_else(|| Escaped(code).to_string());
    format!("<pre tabindex=\"0\"><code{class}>{text}</code></pre>\n")
}

/// Number of bytes read in about a microsecond.
const BYTES_PER_MICROSECOND: usize = 1_200;

/// Approximate cost in microseconds of reading a block that turns out to be invalid, possibly only
/// at its end.
const REFUSED: u64 = 1_000;

/// Returns a puzzle block as HTML, and its approximate cost in microseconds in addition to that of
/// its text and HTML.
pub(crate) fn puzzle_block(
    kind: &'static Kind,
    code: &str,
    line: usize,
    target: Target,
    rendered: &mut Rendered,
) -> (String, u64) {
    let drawn = guarded(|| {
        let shown = shown(kind, code, line)?;
        let (html, cost) = match &shown {
            Shown::Puzzle(puzzle) => (board(&**puzzle, &shown.id(), target), 0),
            Shown::Exhibit(exhibit) => {
                (still(&**exhibit, target), (exhibit.bytes() / BYTES_PER_MICROSECOND) as u64)
            }
        };
        Ok((shown.id(), html, cost))
    });
    match drawn.unwrap_or_else(|| Err(Problem { line, message: "Gridlore failed to draw it".to_owned() })) {
        Ok((id, html, cost)) => {
            if rendered.first.is_none() {
                rendered.first = Some(id);
            }
            if kind.page.is_some() && !rendered.kinds.contains(&kind.name) {
                rendered.kinds.push(kind.name);
            }
            (html, cost)
        }
        Err(problem) => {
            let text = format!(
                "<p class=\"problem\" role=\"note\">This {} block cannot be read. {}</p>\n",
                kind.title,
                Escaped(&problem.to_string())
            );
            rendered.problem(problem.line, problem.message);
            (text + &code_block(kind.name, code, target, &mut Colours::default()), REFUSED)
        }
    }
}

/// Returns the result of `work`, or `None` if it panics. A fault in an engine affects only the
/// block that shows it, not the pages of the whole blog.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Returns the puzzle of a block whose fence is on `line`; a problem names the line in the post.
pub(super) fn shown(kind: &'static Kind, code: &str, line: usize) -> Result<Shown, Problem> {
    read(kind, code).map_err(|error| Problem {
        // The first line of the block is the line after the fence.
        line: error.at.line + line,
        message: format!("column {}: {}", error.at.column, error.kind),
    })
}

/// The kind of sudoku with variant rules, whose seeds cannot be used in posts.
pub(crate) const DRAWN: &str = "variant-sudoku";

/// Returns whether a block specifies a puzzle by a seed, as in `easy#7`; a `#` can also be a lit
/// square.
pub(crate) fn is_seeded(code: &str) -> bool {
    let text = code.trim();
    text.rsplit_once('#').is_some_and(|(_, seed)| {
        !text.contains('\n') && !seed.is_empty() && seed.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Reads a block: the part of a game id after `kind:`, or a drawing of several lines.
fn read(kind: &'static Kind, code: &str) -> Result<Shown, ParseError> {
    let text = code.trim();
    // A pattern of several lines is a complete file, which can contain colons anywhere.
    let is_file = matches!(kind.opens, Opens::Exhibit(_)) && text.contains('\n');
    // `easy#7`, or `parameters:description`.
    let is_id = is_seeded(text) || text.lines().next().is_some_and(|line| line.contains(':'));
    let is_link = ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme));
    // Generating a puzzle with variant rules can take seconds.
    if kind.name == DRAWN && is_seeded(text) {
        return Err(ParseError::name(
            Place::column(1),
            text,
            "the puzzle itself, as a text block or a link (copy it from the page or from gridlore sudoku generate)",
        ));
    }
    if is_id && !is_file && !is_link {
        let prefix = kind.name.chars().count() + 1;
        return gridlore::show(&format!("{}:{text}", kind.name)).map_err(|mut error| {
            error.at.column = error.at.column.saturating_sub(prefix).max(1);
            error
        });
    }
    kind.opens.parse("", code)
}

/// Returns an exhibit as HTML. On a page it is an element around a picture that is always visible;
/// in a feed it is lines of text.
fn still(exhibit: &dyn Exhibit, target: Target) -> String {
    let kind = exhibit.kind();
    let facts = format!("{}: {}", kind.title, exhibit.facts());
    match target {
        Target::Feed => {
            format!(
                "<figure>\n<pre>{}</pre>\n<figcaption>{}</figcaption>\n</figure>\n",
                Escaped(&exhibit.text()),
                Escaped(&facts)
            )
        }
        Target::Page if kind.page.is_none() => format!(
            "<figure class=\"still\">\n{}<figcaption>{}</figcaption>\n</figure>\n",
            exhibit.figure(),
            Escaped(&facts)
        ),
        Target::Page => format!(
            "<gridlore-{name} game=\"{name}:{}\">\n<figure class=\"still\">\n{}<figcaption>{}</figcaption>\n</figure>\n</gridlore-{name}>\n",
            Escaped(&exhibit.description()),
            exhibit.figure(),
            Escaped(&facts),
            name = kind.name
        ),
    }
}

/// Returns a puzzle as HTML. On a page it is an element around a plain table that is always
/// visible.
fn board(puzzle: &dyn Puzzle, id: &str, target: Target) -> String {
    let (kind, view) = (puzzle.kind(), puzzle.view(&puzzle.start()));
    let blank = if target == Target::Feed { "·" } else { "" };
    let facts = if view.colours > 0 || view.are_discs {
        view.status.clone()
    } else {
        format!("{} given", view.cells.iter().filter(|cell| cell.given).count())
    };
    let oblong = if view.rows == view.columns { "" } else { " oblong" };
    let mut table = format!(
        "<table class=\"board still{oblong}\">\n<caption>{}, {}</caption>\n<tbody>\n",
        kind.title,
        Escaped(&facts)
    );
    for row in 0..view.rows {
        table.push_str("<tr>");
        for column in 0..view.columns {
            let cell = &view.cells[row * view.columns + column];
            let region = |row: usize, column: usize| view.cells[row * view.columns + column].region;
            // Thick lines between regions are classes, because the page does not allow inline
            // styles.
            let right = column + 1 < view.columns && region(row, column + 1) != cell.region;
            let below = row + 1 < view.rows && region(row + 1, column) != cell.region;
            let class = match (right && target == Target::Page, below && target == Target::Page) {
                (true, true) => " class=\"right below\"",
                (true, false) => " class=\"right\"",
                (false, true) => " class=\"below\"",
                (false, false) => "",
            };
            let (colour, sign) = match cell.colour {
                None if view.are_discs => match cell.symbol {
                    Some(stone) => (format!(" data-stone=\"{stone}\""), stone.to_string()),
                    None => (String::new(), blank.to_owned()),
                },
                Some(colour) => {
                    let sign = match (view.colours, colour) {
                        (2, 0) => "□".to_owned(),
                        (2, _) => "■".to_owned(),
                        _ => colour.to_string(),
                    };
                    (format!(" data-colour=\"{colour}\""), sign)
                }
                None => (String::new(), cell.symbol.map_or_else(|| blank.to_owned(), String::from)),
            };
            let _ = write!(table, "<td{class}{colour}>{}</td>", Escaped(&sign));
        }
        table.push_str("</tr>\n");
    }
    table.push_str("</tbody>\n</table>\n");
    let drawing = puzzle.drawing();
    match (target, &drawing) {
        (Target::Feed, Some(drawing)) => table.push_str(&list(&drawing.description)),
        (Target::Page, Some(drawing)) => table = drawn(kind, drawing),
        _ => {}
    }
    match target {
        Target::Feed => table,
        Target::Page if kind.page.is_none() => table,
        Target::Page => format!(
            "<gridlore-{name} class=\"playable\" game=\"{}\">\n{table}</gridlore-{name}>\n",
            Escaped(id),
            name = kind.name
        ),
    }
}

/// Returns a puzzle with drawn rules as a figure, with its title and its rules below.
fn drawn(kind: &Kind, drawing: &Drawing) -> String {
    let title = if drawing.title.is_empty() { kind.title } else { &drawing.title };
    let by = if drawing.author.is_empty() { String::new() } else { format!(" by {}", drawing.author) };
    format!(
        "<figure class=\"still drawn\">\n{}<figcaption>{}{}\n{}</figcaption>\n</figure>\n",
        drawing.svg,
        Escaped(title),
        Escaped(&by),
        list(&drawing.rules)
    )
}

/// Returns sentences as an HTML list.
fn list(sentences: &[String]) -> String {
    let items = sentences.iter().map(|sentence| format!("<li>{}</li>\n", Escaped(sentence)));
    format!("<ul>\n{}</ul>\n", items.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridlore::Reader;
    use gridlore::raster::Raster;
    use std::panic::{set_hook, take_hook};

    /// A kind without a page.
    #[derive(Debug)]
    struct Dot;

    static DOT: Kind = Kind {
        name: "dot",
        title: "Dot",
        rules: "",
        presets: &[],
        page: None,
        is_only_code: None,
        opens: Opens::Exhibit(Reader {
            parse: |_, _| Ok(Box::new(Dot)),
            files: None,
            generate: |_, _| Ok(Box::new(Dot)),
        }),
    };

    impl Exhibit for Dot {
        fn kind(&self) -> &'static Kind {
            &DOT
        }
        fn description(&self) -> String {
            ".".to_owned()
        }
        fn facts(&self) -> String {
            "one dot".to_owned()
        }
        fn svg(&self) -> String {
            "<svg/>".to_owned()
        }
        fn figure(&self) -> String {
            "<svg/>".to_owned()
        }
        fn text(&self) -> String {
            ".".to_owned()
        }
        fn raster(&self, width: usize, height: usize) -> Raster {
            Raster::blank(width, height)
        }
    }

    /// A board of 36 cells can have boxes of 3x2 or 2x3; the element must open the board that is
    /// drawn.
    fn nothing() -> Rendered {
        Rendered { html: String::new(), kinds: Vec::new(), first: None, problems: Vec::new(), cost: 0 }
    }

    #[test]
    fn a_panic_affects_only_its_block() {
        static FAULTY: Kind = Kind::puzzle(
            "faulty",
            "Faulty",
            Reader {
                parse: |_, _| panic!("a fault in an engine"),
                files: None,
                generate: |_, _| panic!("a fault in an engine"),
            },
        );
        let hook = take_hook();
        set_hook(Box::new(|_| {}));
        let mut rendered = nothing();
        let (html, _) = puzzle_block(&FAULTY, "1 & 2", 7, Target::Page, &mut rendered);
        set_hook(hook);
        assert!(html.contains("Gridlore failed to draw it") && html.contains("1 &amp; 2"), "{html}");
        assert_eq!(rendered.problems.len(), 1);
        assert_eq!(guarded(|| 7), Some(7));
    }

    #[test]
    fn the_element_opens_the_board_that_is_drawn() {
        let kind = gridlore::kind("sudoku").unwrap();
        let mut rendered = nothing();
        for (code, opens) in [("3x2#1", "game=\"sudoku:3x2:"), ("2x3#1", "game=\"sudoku:")] {
            let (html, _) = puzzle_block(kind, code, 1, Target::Page, &mut rendered);
            let game = html.split("game=\"").nth(1).unwrap().split('"').next().unwrap();
            assert!(html.contains(opens), "{html}");
            assert_eq!(gridlore::show(game).unwrap().id(), game);
            let drawn = gridlore::show(&format!("sudoku:{code}")).unwrap();
            assert_eq!(game, drawn.id());
        }
    }

    #[test]
    fn a_kind_without_a_page_becomes_a_picture_without_an_element() {
        let mut rendered = nothing();
        let (html, _) = puzzle_block(&DOT, ".", 1, Target::Page, &mut rendered);
        assert_eq!(
            html,
            "<figure class=\"still\">\n<svg/><figcaption>Dot: one dot</figcaption>\n</figure>\n"
        );
        assert_eq!((rendered.first.as_deref(), rendered.kinds.len()), (Some("dot:."), 0));
    }
}
