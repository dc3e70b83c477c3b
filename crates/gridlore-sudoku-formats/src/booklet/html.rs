//! Booklets as HTML pages for printing from a browser.
//!
//! The page needs no other files and no scripts. On paper, each group of puzzles is a page; the
//! browser continues rules that are too long on the next page. On a screen, the page has light and
//! dark colours.

use super::{Booklet, Entry, HEIGHT, Place, WIDTH, pages_of_solutions};
use crate::svg::escaped;
use std::fmt::Write;

/// Space around a page, and space below the page number, in points.
const MARGIN: f64 = 42.5;
const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c1d21;--note:#5d6068;--sheet:#fff}\
@media screen and (prefers-color-scheme:dark){:root{--ink:#f1efe8;--note:#a8abb3;--sheet:#1c1f25}}\
*{box-sizing:border-box;margin:0}\
body{font:10pt/1.3 system-ui,sans-serif;color:var(--ink);background:var(--sheet)}\
h1{font-size:22pt;line-height:1.2;margin-bottom:6pt}h2{font-size:16pt;margin-bottom:6pt}\
h3{font-size:12pt;line-height:1.25}\
.page{display:flex;flex-direction:column;min-height:var(--height);break-after:page}\
.page:last-child{break-after:auto}\
.places{flex:1;display:grid;gap:22pt;grid-template-columns:repeat(var(--columns),minmax(0,1fr));\
grid-template-rows:repeat(var(--rows),auto)}\
article{display:flex;flex-direction:column;break-inside:avoid}\
.by,.foot,.none{color:var(--note);font-size:9pt}\
article svg{display:block;flex:1 1 0;width:100%;height:auto;min-height:calc(var(--board)*.45);\
max-height:var(--board);margin:4pt 0 6pt}\
.solutions svg{flex:none;width:auto;max-width:100%;margin:0 auto 0 0}.solutions h3{font-size:9pt}\
.solutions .places{grid-template-columns:repeat(6,minmax(0,1fr));grid-template-rows:none;align-content:start}\
.rules p{font-size:9pt}\
.foot{display:flex;gap:12pt;padding-top:6pt}.foot span{flex:1}.foot span+span{flex:none}\
.foot:after{content:\"\";flex:1}\
@media screen{main{max-width:var(--width);margin:24pt auto;padding:0 12pt}.page{margin-bottom:36pt}}\
@media screen and (max-width:40em){.page{--columns:1!important;min-height:0}\
.places{grid-template-columns:minmax(0,1fr);grid-template-rows:none}}";

/// Writes the page.
pub(super) fn write(booklet: &Booklet) -> String {
    let (width, height) = booklet.paper.size();
    let (width, height) = (width - 2.0 * MARGIN, height - 2.0 * MARGIN - 1.0);
    let title = if booklet.title.trim().is_empty() { "Sudoku" } else { booklet.title.trim() };
    let mut classes = String::new();
    for (columns, rows) in [(1, 1), (1, 2), (2, 2), (2, 3)] {
        let board = height / rows as f64;
        let _ =
            write!(classes, ".p{columns}x{rows}{{--columns:{columns};--rows:{rows};--board:{board:.0}pt}}");
    }
    for columns in 1..=WIDTH {
        let _ = write!(classes, ".w{columns}{{grid-column:span {columns}}}");
    }
    for rows in 1..=HEIGHT {
        // The space that the numbers, the gaps and the heading leave.
        let board = height * rows as f64 / HEIGHT as f64 - 44.0;
        let _ = write!(classes, ".h{rows}{{--board:{board:.0}pt}}");
    }
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{}</title>\n\
         <style>@page{{size:{};margin:{MARGIN}pt}}:root{{--width:{width:.0}pt;--height:{height:.0}pt}}{STYLE}{classes}</style>\n\
         </head>\n<body>\n<main>\n",
        escaped(title),
        booklet.paper.name(),
    );
    let mut pages = Pages { booklet, number: 0, text: &mut page };
    let places = booklet.per_page.places();
    let numbered: Vec<(usize, &Entry)> = (1..).zip(&booklet.entries).collect();
    for group in numbered.chunks(places.0 * places.1) {
        let heading = if pages.number == 0 && !booklet.title.trim().is_empty() {
            format!("<h1>{}</h1>\n", escaped(booklet.title.trim()))
        } else {
            String::new()
        };
        pages.page(
            &heading,
            &format!("p{}x{}", places.0, places.1),
            &group.iter().map(|(number, entry)| puzzle(entry, *number)).collect::<String>(),
        );
    }
    if booklet.has_solutions {
        let mut heading = "<h2>Solutions</h2>\n";
        for places in pages_of_solutions(&booklet.entries) {
            let solutions = places.iter().map(|place| solution(booklet, *place));
            pages.page(heading, "solutions", &solutions.collect::<String>());
            heading = "";
        }
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

struct Pages<'a> {
    booklet: &'a Booklet,
    number: usize,
    text: &'a mut String,
}

impl Pages<'_> {
    fn page(&mut self, heading: &str, class: &str, places: &str) {
        self.number += 1;
        let title = if self.number > 1 { escaped(self.booklet.title.trim()) } else { String::new() };
        let _ = writeln!(
            self.text,
            "<section class=\"page {class}\" aria-label=\"Page {0}\">\n{heading}<div class=\"places\">\n{places}</div>\n\
             <p class=\"foot\"><span>{title}</span><span>{0}</span></p>\n</section>",
            self.number
        );
    }
}

fn puzzle(entry: &Entry, number: usize) -> String {
    let mut text = format!("<article>\n<h3>{}</h3>\n", escaped(&entry.heading(number)));
    let byline = entry.byline();
    if !byline.is_empty() {
        let _ = writeln!(text, "<p class=\"by\">{}</p>", escaped(&byline));
    }
    let view = entry.view();
    // The board is below its number, aligned to the left edge.
    text.push_str(&view.svg().replacen("<svg ", "<svg preserveAspectRatio=\"xMinYMin\" ", 1));
    let rules: String = view.rules().iter().map(|rule| format!("<p>{}</p>\n", escaped(rule))).collect();
    if !rules.is_empty() {
        let _ = writeln!(text, "<div class=\"rules\">\n{rules}</div>");
    }
    text.push_str("</article>\n");
    text
}

fn solution(booklet: &Booklet, place: Place) -> String {
    let entry = &booklet.entries[place.entry];
    let body = match entry.solution() {
        Some(view) => view.svg(),
        None => format!("<p class=\"none\">{}</p>\n", entry.without_solution()),
    };
    let number = place.entry + 1;
    format!("<article class=\"w{} h{}\">\n<h3>{number}</h3>\n{body}</article>\n", place.width, place.height)
}
