//! Tests of booklets: every puzzle, every rule and every solution is on a page, in order, and
//! within its bounds.

use super::pdf::{Page, read as read_pdf};
use super::written::{all, usual};
use gridlore_core::Budget;
use gridlore_sudoku_formats::{Answer, Booklet, Entry, Paper, PerPage, Reading, parse, read, to_svg};
use gridlore_sudoku_variants::{Outcome, Puzzle, Solver};

/// A 4x4 puzzle with one solution, and that solution.
const SMALL: &str = r#""size":4,"grid":[],"thermometer":[{"lines":[["R1C1","R2C2","R3C3","R4C4"],["R4C1","R3C1"]]}],"killercage":[{"cells":["R1C2","R1C3"],"value":"6"}]"#;
const SOLUTION: &str = "1423324141322314";

fn answer(puzzle: &Puzzle) -> Answer {
    let mut solver = Solver::new(puzzle).expect("a small puzzle");
    match solver.outcome(&mut Budget::unlimited()).expect("an unlimited budget") {
        Outcome::Impossible => Answer::None,
        Outcome::Unique(values) => Answer::Unique(values),
        Outcome::Several(_) => Answer::Several,
    }
}

fn entry(text: &str) -> Entry {
    let reading = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Entry { answer: answer(&reading.puzzle), reading, symbols: Vec::new() }
}

/// Returns the small puzzle with a title, an author and rules.
fn titled(title: &str, author: &str, rules: &str) -> Entry {
    entry(&format!(r#"{{"title":"{title}","author":"{author}","ruleset":"{rules}",{SMALL}}}"#))
}

fn small(count: usize) -> Vec<Entry> {
    (1..=count).map(|number| titled(&format!("Puzzle no. {number}"), "", "A rule.")).collect()
}

fn pages(booklet: &Booklet) -> Vec<Page> {
    read_pdf(&booklet.to_pdf().bytes).0
}

/// Returns the texts outside the boards, one per line.
fn words(page: &Page) -> Vec<&str> {
    page.texts.iter().filter(|text| !text.is_on_board).map(|text| text.words.as_str()).collect()
}

/// Returns the texts on boards.
fn on_boards(page: &Page) -> Vec<&str> {
    page.texts.iter().filter(|text| text.is_on_board).map(|text| text.words.as_str()).collect()
}

#[test]
fn pages_have_their_size_and_number_of_puzzles() {
    for (paper, size) in [(Paper::A4, (595.28, 841.89)), (Paper::Letter, (612.0, 792.0))] {
        for (per_page, count) in [(PerPage::One, 1), (PerPage::Two, 2), (PerPage::Four, 4), (PerPage::Six, 6)]
        {
            let entries = small(13);
            let booklet = Booklet { paper, per_page, entries, ..Booklet::default() };
            let pages = pages(&booklet);
            assert_eq!(pages.len(), 13_usize.div_ceil(count), "{paper:?}, {per_page:?}");
            for (at, page) in pages.iter().enumerate() {
                assert!((page.size.0 - size.0).abs() < 0.01 && (page.size.1 - size.1).abs() < 0.01);
                let titles = words(page).iter().filter(|text| text.contains("Puzzle no.")).count();
                assert_eq!(titles, count.min(13 - at * count), "page {}", at + 1);
                assert!(
                    words(page).contains(&(at + 1).to_string().as_str()),
                    "the number of page {}",
                    at + 1
                );
                for text in &page.texts {
                    let (x, y) = text.place;
                    let is_inside = (20.0..size.0 - 20.0).contains(&x) && (20.0..size.1 - 20.0).contains(&y);
                    assert!(is_inside, "{} at {x} {y}", text.words);
                }
            }
        }
    }
}

#[test]
fn solutions_follow_in_the_order_of_the_puzzles() {
    let mut entries = small(14);
    // A large board between small ones, and puzzles without exactly one solution.
    entries.insert(
        2,
        Entry { answer: Answer::Unknown, ..entry("size 21x21; grids 9x9: r1c1 r1c13 r7c7 r13c1 r13c13") },
    );
    entries[4].answer = Answer::Several;
    entries[5].answer = Answer::None;
    let booklet = Booklet { has_solutions: true, entries, ..Booklet::default() };
    let pages = pages(&booklet);
    let start = pages.iter().position(|page| words(page).contains(&"Solutions")).expect("solutions");
    assert_eq!(start, 15_usize.div_ceil(4), "the solutions are at the end");
    let (mut numbers, mut digits) = (Vec::new(), String::new());
    for page in &pages[start..] {
        numbers.extend(
            page.texts
                .iter()
                .filter(|text| !text.is_on_board && text.place.1 > 60.0)
                .filter_map(|text| text.words.parse::<usize>().ok()),
        );
        digits.extend(on_boards(page));
    }
    assert_eq!(numbers, (1..=15).collect::<Vec<_>>());
    assert_eq!(digits, SOLUTION.repeat(12), "the digits of the solutions, and no clue");
    let without: Vec<&str> = pages[start..]
        .iter()
        .flat_map(words)
        .filter(|text| text.contains("olution") || text.contains("solved"))
        .collect();
    assert_eq!(without, ["Solutions", "Not solved", "Several solutions", "No solution"]);
    let none = Booklet { has_solutions: false, ..booklet };
    assert_eq!(read_pdf(&none.to_pdf().bytes).0.len(), start);
}

#[test]
fn titles_authors_and_rules_are_on_the_page() {
    let entries = vec![
        titled("Tea", "Ada & Bob", "Digits ≤ 3 are small.\\nThe rest – are “large” (\\\\)."),
        entry(&format!("{{{SMALL}}}")),
    ];
    let booklet = Booklet { title: "Für den Zug".to_owned(), entries, ..Booklet::default() };
    let pdf = booklet.to_pdf();
    assert_eq!(pdf.respelled, []);
    let (pages, title) = read_pdf(&pdf.bytes);
    assert!(!title.is_empty());
    let words = words(&pages[0]);
    assert_eq!(
        words[..5],
        ["Für den Zug", "1. Tea", "by Ada & Bob", "Digits ≤ 3 are small.", "The rest – are “large” (\\)."]
    );
    // Without the setter's rules, there is a sentence for each kind of constraint.
    let said = words[5..].join(" ");
    assert!(said.starts_with("2 Normal sudoku rules apply."), "{said}");
    for rule in ["thermometer increase from the bulb.", "Digits in a cage do not repeat"] {
        assert!(said.contains(rule), "{said}");
    }
    assert_eq!(pdf, booklet.to_pdf(), "the same booklet is the same file");
}

#[test]
fn letters_that_the_fonts_lack_are_spelled_and_reported() {
    let entries = vec![titled("Plain", "", ""), titled("数独", "Łukasz", "π")];
    let booklet = Booklet { title: "Σ Ж".to_owned(), entries, ..Booklet::default() };
    let pdf = booklet.to_pdf();
    let found: Vec<(Option<usize>, String)> = pdf
        .respelled
        .iter()
        .map(|one| (one.puzzle, one.letters.iter().map(|(letter, _)| *letter).collect()))
        .collect();
    assert_eq!(found, [(None, "Ж".to_owned()), (Some(2), "Ł数独".to_owned())]);
    let (pages, _) = read_pdf(&pdf.bytes);
    let words = words(&pages[0]);
    assert!(
        words.contains(&"2. Shu Du") && words.contains(&"by Lukasz") && words.contains(&"π"),
        "{words:?}"
    );
    assert!(booklet.to_html().contains("<h3>2. 数独</h3>"));
}

#[test]
fn long_rules_are_never_cut() {
    let rules = |count: usize| {
        (1..=count).map(|number| format!("Word{number} of a rule.")).collect::<Vec<_>>().join("\\n")
    };
    for (count, expected) in [(3, 1), (40, 3), (150, 5), (1000, 18)] {
        let entries =
            vec![titled("First", "", "A rule."), titled("Long", "", &rules(count)), titled("Last", "", "")];
        let booklet = Booklet { per_page: PerPage::Six, entries, ..Booklet::default() };
        let pages = pages(&booklet);
        let all: Vec<&str> = pages.iter().flat_map(words).collect();
        for number in 1..=count {
            assert!(all.join(" ").contains(&format!("Word{number} of a rule.")), "{count}: rule {number}");
        }
        assert_eq!(pages.len(), expected, "pages for {count} rules");
        for page in &pages {
            assert!(
                page.texts.iter().all(|text| text.place.1 > 40.0),
                "{count}: text is too low on the page"
            );
            assert!(
                page.texts.iter().filter(|text| !text.is_on_board).all(|text| text.size > 6.0),
                "{count}: text is too small"
            );
        }
        let last = words(pages.last().expect("a page"));
        assert!(last.contains(&"3. Last"), "{last:?}");
    }
}

#[test]
fn long_titles_leave_room_for_the_board() {
    let title: Vec<String> = (1..=800).map(|number| format!("Name{number}")).collect();
    for per_page in [PerPage::One, PerPage::Two, PerPage::Four, PerPage::Six] {
        // Links keep the first 1,000 characters of a title.
        let entries = vec![titled(&title[..100].join(" "), &title[..100].concat(), "A rule.")];
        let booklet = Booklet { title: title.join(" "), per_page, entries, ..Booklet::default() };
        let pages = pages(&booklet);
        let all = pages.iter().flat_map(words).collect::<Vec<_>>().join(" ");
        assert!(
            title[..100].iter().all(|name| all.contains(name)),
            "{per_page:?}: part of the title is missing"
        );
        let texts = || pages.iter().flat_map(|page| &page.texts);
        assert!(texts().all(|text| text.place.1 > 40.0), "{per_page:?}: text is too low on the page");
        let sums: Vec<f64> = texts().filter(|text| text.is_on_board).map(|text| text.size).collect();
        assert!(sums.iter().all(|size| *size > 2.0), "{per_page:?}: the board is too small: {sums:?}");
    }
}

/// Returns the texts of an SVG picture except its caption, in order.
fn texts_of_svg(svg: &str) -> Vec<String> {
    let text = |element: &str| {
        let (attributes, rest) = element.split_once('>')?;
        let words = rest.split_once("</text>")?.0.replace("&lt;", "<").replace("&gt;", ">");
        (!attributes.contains("\"caption\"")).then_some(words)
    };
    svg.split("<text").skip(1).filter_map(text).collect()
}

#[test]
fn every_constraint_is_drawn_as_in_pictures() {
    for constraint in all() {
        let mut puzzle = usual();
        let sentence = constraint.sentence(&puzzle.shape);
        puzzle.constraints.push(constraint);
        let svg = to_svg(&puzzle, &gridlore_sudoku_formats::Texts::default());
        let entry = Entry { reading: Reading::exact(puzzle), symbols: Vec::new(), answer: Answer::Unknown };
        let booklet = Booklet { per_page: PerPage::One, entries: vec![entry], ..Booklet::default() };
        let page = pages(&booklet).remove(0);
        let (shown, expected) = (on_boards(&page), texts_of_svg(&svg));
        assert_eq!(shown.len(), expected.len(), "{sentence}");
        assert!(!expected.concat().is_ascii() || shown == expected, "{sentence}: {shown:?} {expected:?}");
        // Each path, circle and rectangle is painted, except the sheet behind them, which is paper.
        let painted =
            page.operators.iter().filter(|operator| ["f", "S", "B"].contains(&operator.as_str())).count();
        let body = svg.split_once("</defs>").map_or(svg.as_str(), |(_, body)| body);
        let drawn = ["<path", "<circle", "<rect"].map(|tag| body.matches(tag).count()).iter().sum::<usize>();
        let sheet = usize::from(body.contains("<rect class=\"sheet\" x"));
        assert!(painted == drawn || painted + sheet == drawn, "{sentence}: {painted} of {drawn}");
    }
}

#[test]
fn symbols_are_those_of_the_board() {
    let reading = Reading::exact(parse("size 4x4\n1...\n..3.\n....\n....").expect("a board"));
    let symbols = ["W", "X", "Y", "Z"].map(str::to_owned).to_vec();
    let answer = Answer::Unique(SOLUTION.bytes().map(|digit| i32::from(digit - b'0')).collect());
    let entries = vec![Entry { reading, symbols, answer }];
    let pages = pages(&Booklet { has_solutions: true, entries, ..Booklet::default() });
    assert_eq!(on_boards(&pages[0]), ["W", "Y"]);
    assert_eq!(on_boards(&pages[1]).len(), 16);
}

#[test]
fn html_has_the_same_pages_and_escapes_texts() {
    let mut entries = small(5);
    entries.push(titled("<b>", "<i>", "</style><script>"));
    let booklet = Booklet {
        title: "</title>&".to_owned(),
        paper: Paper::Letter,
        has_solutions: true,
        entries,
        ..Booklet::default()
    };
    let html = booklet.to_html();
    assert_eq!(html.matches("<section").count(), pages(&booklet).len());
    assert_eq!(html.matches("<article").count(), 12);
    assert!(html.contains("@page{size:letter;"), "{html}");
    assert!(html.contains("<title>&lt;/title&gt;&amp;</title>") && html.contains("<h3>6. &lt;b&gt;</h3>"));
    assert!(
        !["<script", "<b>", "<i>", "http:", "https:", "style=\""]
            .iter()
            .any(|bad| { html.replace("http://www.w3.org/2000/svg", "").contains(bad) })
    );
    let solution = html.rsplit("<article").next().expect("a solution");
    let digits: String = texts_of_svg(solution).concat();
    assert_eq!(digits, SOLUTION);
    assert!(solution.contains("Row 1: 1 4 2 3. Row 2: 3 2 4 1."), "words for screen readers: {solution}");
}
