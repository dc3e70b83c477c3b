//! Tests of pictures: every constraint is drawn or described, and nothing is cut off, covered or
//! left unescaped.

use super::written::{all, usual};
use gridlore_sudoku_formats::{Target, Texts, parse, read, to_svg};
use gridlore_sudoku_variants::constraint::Mark;
use gridlore_sudoku_variants::{Constraint, Puzzle};

fn picture(puzzle: &Puzzle) -> String {
    to_svg(puzzle, &Texts::default())
}

fn drawn(block: &str) -> String {
    picture(&parse(block).unwrap_or_else(|error| panic!("{block}: {error}")))
}

/// Returns a text as it is written between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns the value of an attribute of an element.
fn attribute<'t>(element: &'t str, name: &str) -> Option<&'t str> {
    element.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

fn number(element: &str, name: &str) -> f64 {
    attribute(element, name)
        .and_then(|value| value.parse().ok())
        .unwrap_or_else(|| panic!("{name}: {element}"))
}

/// Returns the left, top, right and bottom of each text of a picture, with its class and its
/// content.
fn texts(svg: &str) -> Vec<([f64; 4], String, String)> {
    let text = |element: &str| {
        let class = attribute(element, "class").expect("a class").to_owned();
        let words = element.split_once('>').and_then(|(_, rest)| rest.split_once("</text>"));
        let words = words.expect("words").0.replace("&lt;", "<").replace("&gt;", ">");
        let size = if class == "label" { 11.0 } else { number(element, "font-size") };
        // Digits are a little wider than letters.
        let letter = if class == "caption" { 0.54 } else { 0.56 };
        let width = words.chars().count() as f64 * size * letter;
        let (x, y) = (number(element, "x"), number(element, "y"));
        let left = if class == "label" || class == "caption" { x } else { x - width / 2.0 };
        ([left, y - size * 0.75, left + width, y], class, words)
    };
    svg.split("<text").skip(1).map(text).collect()
}

/// Returns the contents of the texts with a class.
fn words_of(svg: &str, class: &str) -> Vec<String> {
    texts(svg).into_iter().filter(|(_, other, _)| other == class).map(|(.., words)| words).collect()
}

/// Panics if elements are not closed, or if a text is outside the picture or overlaps another.
fn check(svg: &str, name: &str) {
    for tag in ["svg", "title", "desc", "style", "text"] {
        let (open, close) =
            (svg.matches(&format!("<{tag}")).count(), svg.matches(&format!("</{tag}>")).count());
        assert_eq!(open, close, "{name}: {tag}");
    }
    let view: Vec<f64> = attribute(svg, "viewBox")
        .expect("a view")
        .split(' ')
        .map(|part| part.parse().expect("a number"))
        .collect();
    let texts = texts(svg);
    for ([left, top, right, bottom], _, words) in &texts {
        let is_inside = *left >= view[0]
            && *top >= view[1]
            && *right <= view[0] + view[2]
            && *bottom <= view[1] + view[3];
        assert!(is_inside, "{name}: {words} is cut off: {left} {top} {right} {bottom} in {view:?}");
    }
    for (at, (one, class, words)) in texts.iter().enumerate() {
        for (other, other_class, other_words) in &texts[..at] {
            let is_apart =
                one[0] >= other[2] || other[0] >= one[2] || one[1] >= other[3] || other[1] >= one[3];
            assert!(is_apart, "{name}: {class} {words} is on {other_class} {other_words}: {one:?} {other:?}");
        }
    }
}

#[test]
fn every_constraint_is_drawn_or_said() {
    let empty = picture(&usual());
    check(&empty, "an empty grid");
    let body = |svg: &str| svg.split_once("</style>").expect("a style").1.to_owned();
    for constraint in all() {
        let mut puzzle = usual();
        let sentence = constraint.sentence(&puzzle.shape);
        puzzle.constraints.push(constraint.clone());
        let svg = picture(&puzzle);
        check(&svg, &sentence);
        assert_ne!(body(&svg), body(&empty), "{sentence}: the picture does not show it");
        let is_given = sentence.ends_with(" is 5.");
        assert!(is_given || svg.contains(&escaped(&sentence)), "{sentence}: not in the description: {svg}");
    }
}

#[test]
fn all_constraints_together_fit() {
    let mut puzzle = usual();
    puzzle.constraints.extend(all().into_iter().filter(|one| !matches!(one, Constraint::Pair(..))));
    let svg = picture(&puzzle);
    assert!(svg.contains("more, in the description of this picture."), "a long caption ends");
    assert!(svg.len() < 100_000, "{} bytes", svg.len());
}

#[test]
fn clues_of_several_kinds_have_letters_and_make_room() {
    let svg = drawn(
        "size 4x4; little killer 8: r1c2 r2c3 r3c4; little killer 4: r1c3 r2c2 r3c1; sandwich 3: row 1; \
         skyscraper 2: row 1; numbered room 4: row 1; x-sum 6: column 1; sandwich 5: column 1; \
         full rank 7: row 2",
    );
    check(&svg, "clues");
    let clues = words_of(&svg, "clue");
    for clue in ["8", "4", "S3", "T2", "N4", "X6", "S5", "R7"] {
        assert!(clues.iter().any(|other| other == clue), "{clue}: {clues:?}");
    }
    let caption = words_of(&svg, "caption").join(" ");
    for sentence in ["S: Sandwich sums", "T: Skyscraper clues", "N: In a numbered room", "R: All rows"] {
        assert_eq!(caption.matches(sentence).count(), 1, "{sentence}: {caption}");
    }
    // Two arrows that start at the same corner of the grid.
    let svg = drawn(
        "size 4x4; little killer 8: r1c1 r2c2; little killer 5: r1c3 r2c2 r3c1; little killer 6: r1c1 r2c2",
    );
    assert_eq!(words_of(&svg, "clue").len(), 3);
    let svg =
        drawn("size 4x4; little killer 4: r1c1 r2c2; little killer 3: r1c3 r2c4; little killer 6: r1c1 r2c2");
    assert_eq!(words_of(&svg, "clue").len(), 3);
    let plain = drawn("size 4x4; sandwich 3: row 1");
    assert_eq!(words_of(&plain, "clue"), ["3"]);
}

#[test]
fn sums_and_marks_leave_the_digits_free() {
    let svg = drawn(
        "size 9x9; given 5: r1c1; cage 15: r1c1 r1c2; cage 9: r1c1 r2c1; candidates 1 2 3 4 5 6 7 8 9: r3c3; \
         cage 20: r3c3 r3c4; candidates 1 9: r5c5; thermometer: r1c1 r2c2; quadruple 1 2 3 4: r6c6",
    );
    check(&svg, "marks");
    assert_eq!(words_of(&svg, "label"), ["15", "9", "20"]);
    assert_eq!(words_of(&svg, "note").len(), 9 + 2);
    // Digits are drawn after lines and shaded cells.
    let (line, digit) = (svg.rfind("<path class=\"line"), svg.find("<text class=\"given"));
    assert!(line < digit && line.is_some());
    // The digit of a given has a rim where an arrow passes through it.
    let crossed = drawn("size 4x4; given 3: r2c2; arrow: r1c1 = r2c2 r3c3");
    assert!(crossed.contains("<text class=\"given rim\""), "{crossed}");
    let long =
        drawn("size 4x4; cage 10/11/12/13: r1c4 r2c4; sandwich 1234567: row 2; x-sum 1234567: column 4");
    check(&long, "long numbers");
    let large = drawn(
        "size 16x16; given 16: r1c1; candidates 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16: r5c5; sandwich 100: row 3",
    );
    check(&large, "16x16");
}

#[test]
fn texts_of_strangers_are_escaped() {
    let texts = Texts {
        title: "</title><script>alert(1)</script>".to_owned(),
        author: "\"A\" & <b>\u{1}".to_owned(),
        ..Texts::default()
    };
    let svg = to_svg(&usual(), &texts);
    assert!(!svg.contains("<script"), "{svg}");
    assert!(
        svg.contains(
            "<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;, by \"A\" &amp; &lt;b&gt;</title>"
        ),
        "{svg}"
    );
    let label = drawn("size 4x4; all pairs \"<i>&\" 1234/13/124/13: r1c1 r2c2 r3c3");
    assert!(!label.contains("<i>"), "{label}");
    assert_eq!(words_of(&label, "label"), ["<i>&amp;"]);
}

#[test]
fn pictures_have_colours_for_dark_screens_and_print_in_light_ones() {
    let svg = drawn("size 4x4; renban line: r1c1 r1c2 r2c2; odd: r3c3");
    let (light, dark) =
        svg.split_once("@media screen and (prefers-color-scheme:dark)").expect("dark colours for screens");
    for class in ["sheet", "rule", "given", "note", "caption", "p0", "p1"] {
        let rule = format!(".{class}");
        assert!(light.contains(&rule) && dark.contains(&rule), "{class}: {svg}");
    }
    assert!(svg.contains("<title>Sudoku, 4 by 4: renban line, odd</title>"), "{svg}");
    assert!(
        svg.contains("<desc>Normal sudoku rules apply. The digits on the renban line from r1c1 to r2c2"),
        "{svg}"
    );
}

/// A drawing with parts that have no meaning here. The picture shows them and says what is missing;
/// distant or huge parts are not drawn.
#[test]
fn what_was_not_understood_is_drawn_as_it_is() {
    let long = "x".repeat(150);
    let shape = |centre: &str, size: i32, text: &str| {
        format!(
            "{{\"center\":{centre},\"width\":{size},\"height\":{size},\"backgroundColor\":\"#12345680\",\"text\":\"{text}\"}}"
        )
    };
    let json = format!(
        "{{\"cells\":[[{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}]],\
         \"metadata\":{{\"rules\":\"Frobnicate the teal line {long}. Renban lines are purple.\"}},\
         \"lines\":[{{\"color\":\"#00A0A0\",\"thickness\":10,\"wayPoints\":[[1.5,0.5],[1.5,2.5]]}}],\
         \"overlays\":[{},{},{}]}}",
        shape("[2.5,2.25]", 1, "?a<b"),
        shape("[40.5,2.5]", 1, "far"),
        shape("[2,2]", 4, ""),
    );
    let reading = read(&json).expect("a drawn puzzle");
    let svg = reading.to_svg();
    check(&svg, "a drawing");
    assert_eq!(svg.matches("<path class=\"line ").count(), 1, "{svg}");
    assert!(words_of(&svg, "mark").contains(&"?a<b".to_owned()), "{svg}");
    assert!(!svg.contains(">far</text>"), "{svg}");
    let caption = words_of(&svg, "caption").join("");
    assert!(caption.contains("This sentence of the rules") && caption.contains(&long), "{caption}");
    assert!(!caption.contains("left out"), "the line is drawn: {caption}");
    assert!(svg.contains("The setter\u{2019}s rules: Frobnicate the teal line"), "{svg}");
    // The puzzle alone does not show these parts.
    assert_eq!(picture(&reading.puzzle).matches("<path class=\"line ").count(), 0);
}

/// Shaded cells of several rules have tints, hatchings for print, and names before their sentences.
/// Shaded cells of a single rule stay grey.
#[test]
fn shadings_of_several_rules_are_told_apart() {
    let windows = drawn("size 9x9; windoku");
    assert!(!windows.contains("hatching") && !windows.contains("url("), "{windows}");
    let caption = |svg: &str| words_of(svg, "caption").join(" ");
    assert!(caption(&windows).contains("No digit repeats in a window."), "{}", caption(&windows));
    let three = drawn("size 9x9; windoku; maximum: r1c1; clone: r9c1 r9c2 | r5c5 r5c6");
    check(&three, "three shadings");
    let class = attribute(&three, "class").expect("a class").to_owned();
    for (tint, cells) in [(0, 36), (1, 1), (2, 4)] {
        assert_eq!(three.matches(&format!("<pattern id=\"{class}-{tint}\"")).count(), 1, "{tint}: {three}");
        assert_eq!(three.matches(&format!("fill=\"url(#{class}-{tint})\"")).count(), cells, "{tint}");
    }
    assert!(!three.contains(&format!("{class}-3")), "{three}");
    let said = caption(&three);
    assert!(said.contains("Blue: No digit repeats in a window."), "{said}");
    assert!(
        said.contains("Green: Clones of one colour contain the same digits in the same places."),
        "{said}"
    );
    // Two colours of one rule are explained by its sentence.
    let clones = drawn("size 9x9; clone: r1c1 r1c2 | r4c4 r4c5; clone: r9c1 | r5c9");
    assert!(caption(&clones).starts_with("Clones of one colour"), "{}", caption(&clones));
    assert_eq!(clones.matches("<pattern ").count(), 2, "{clones}");
}

/// The styles and ids of a picture apply only to its own elements, so two pictures can be on one
/// page.
#[test]
fn pictures_on_one_page_are_independent() {
    let blocks = [
        "size 9x9; windoku; maximum: r1c1",
        "size 9x9; windoku; minimum: r1c1",
        "size 4x4; renban line: r1c1 r1c2 r2c2",
        "size 4x4; renban line: r1c1 r1c2 r2c1",
    ];
    let mut classes = Vec::new();
    for block in blocks {
        let svg = drawn(block);
        let class = attribute(&svg, "class").expect("a class").to_owned();
        assert!(svg.starts_with(&format!("<svg class=\"{class}\" ")) && !svg.contains('\u{1}'), "{svg}");
        let style = svg.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>"));
        let style = style.expect("a style").0.replace("@media screen and (prefers-color-scheme:dark){", "");
        let mut rules = 0;
        for rule in style.split('}').filter(|rule| !rule.is_empty()) {
            let (selectors, _) = rule.split_once('{').expect("a rule");
            assert!(selectors.split(',').all(|one| one.starts_with(&format!(".{class} ."))), "{selectors}");
            rules += 1;
        }
        assert!(rules > 30, "{style}");
        for id in svg.split(" id=\"").skip(1) {
            assert!(id.starts_with(&format!("{class}-")), "{id}");
        }
        classes.push(class);
    }
    classes.sort();
    classes.dedup();
    assert_eq!(classes.len(), blocks.len(), "{classes:?}");
    assert_eq!(drawn(blocks[0]), drawn(blocks[0]));
}

/// The rules beside a board have pictures of single constraints, cut to at most three cells.
#[test]
fn rules_have_pictures_of_what_is_drawn() {
    let (mut pictured, mut plain) = (0, Vec::new());
    for constraint in all() {
        let mut puzzle = usual();
        let sentence = constraint.sentence(&puzzle.shape);
        // Either applies to the whole grid or has no drawing of its own.
        let is_global =
            matches!(constraint, Constraint::Global(_) | Constraint::Either(_) | Constraint::Connected(_));
        let is_for_grid = matches!(constraint, Constraint::Cell(Mark::Given(_) | Mark::Candidates(_), _));
        puzzle.constraints.push(constraint);
        let text = Target::Text.write_with(&puzzle, &Texts::default());
        let Ok(text) = text else { panic!("{sentence} has no text") };
        let reading = read(&text).unwrap_or_else(|error| panic!("{sentence}: {error}"));
        let rules = reading.rules();
        let pictures: Vec<&str> = rules.iter().filter_map(|rule| rule.picture.as_deref()).collect();
        assert!(pictures.len() <= 1, "{sentence}: {rules:?}");
        if pictures.is_empty() && !is_global && !is_for_grid {
            plain.push(sentence.clone());
        }
        for picture in pictures {
            let view = attribute(picture, "viewBox").expect("a view");
            let view: Vec<f64> = view.split(' ').map(|part| part.parse().expect("a number")).collect();
            // A margin of two units surrounds two or three cells.
            assert!(view[2] == view[3] && [100.0, 148.0].contains(&view[2]), "{sentence}: {view:?}");
            assert!(view[0] >= -98.0 && view[1] >= -98.0, "{sentence}: {view:?}");
            assert!(picture.contains("class=\"rule\"") && picture.len() < 4_000, "{sentence}: {picture}");
            pictured += 1;
        }
    }
    assert!(pictured > 40, "{pictured}");
    // A diagonal that starts inside the grid has no arrow.
    assert_eq!(plain, ["The digits on the diagonal from r2c2 to r3c3 add up to 10."]);
    let reading =
        read("size 9x9; thermometer: r1c1 r2c2; thermometer: r9c9 r8c8; cage 3: r1c2 r1c3; anti-knight")
            .expect("a puzzle");
    let rules = reading.rules();
    let drawn: Vec<(&str, bool)> = rules.iter().map(|rule| (&*rule.text, rule.picture.is_some())).collect();
    assert_eq!(
        drawn,
        [
            ("Normal sudoku rules apply.", false),
            ("Digits on a thermometer increase from the bulb.", true),
            ("Digits in a cage do not repeat and add up to the number in its corner, if there is one.", true),
            ("Cells a knight's move apart have different digits.", false),
        ]
    );
    let thermometer = rules[1].picture.as_deref().expect("a picture");
    assert!(!thermometer.contains("cage") && thermometer.matches("<path class=\"line").count() == 1);
}

/// After a setter's words, each kind of constraint is named beside its picture.
#[test]
fn kinds_are_named_after_the_words_of_a_setter() {
    let words = "rules: Fill the grid.\nrules: Digits on a thermometer increase from the bulb.\n";
    let reading =
        read(&format!("size 9x9\n{words}thermometer: r1c1 r2c2\ncage 3: r1c2 r1c3\nwhite dot: r5c5 r5c6"))
            .expect("a puzzle");
    let rules = reading.rules();
    let drawn: Vec<(&str, bool)> = rules.iter().map(|rule| (&*rule.text, rule.picture.is_some())).collect();
    assert_eq!(
        drawn,
        [
            ("Fill the grid.", false),
            ("Digits on a thermometer increase from the bulb.", true),
            ("Killer cage", true),
            ("White dot", true),
        ]
    );
}
