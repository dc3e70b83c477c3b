//! Tests of `gridlore sudoku booklet`: puzzles as a PDF file or as HTML, and the errors that stop
//! it.

use super::{PUZZLE, SOLUTION};
use crate::program::{Run, binary, run};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("gridlore-booklet-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs `gridlore sudoku booklet` with these arguments.
fn booklet(words: &[&str], input: &str) -> Run {
    run(&[&["sudoku", "booklet"], words].concat(), input.as_bytes())
}

fn expect(run: &Run, exit: i32, message: &str) {
    assert_eq!(run.exit, exit, "{}", run.err);
    assert!(run.err.contains(message), "{message}: {}", run.err);
}

fn read(path: &str) -> String {
    fs::read_to_string(path).expect("a file")
}

/// Returns the digits on the board in an article, in order.
fn digits(article: &str) -> String {
    let texts = article.split("<text").skip(1);
    texts.filter_map(|text| text.split_once('>')?.1.split('<').next()).collect()
}

#[test]
fn every_kind_of_puzzle_is_in_the_booklet_in_order() {
    let folder = Folder::new("kinds");
    let input = format!(
        "# comments and blank lines are no puzzles\n\n{PUZZLE}\n\
         .Shape~4x4.Thermo~R1C1~R2C2~R3C3~R4C4.Cage~6~R1C2~R1C3.Thermo~R4C1~R3C1\n\
         geometry: 2x2\nsymbols: WXYZ\nWXYZYZWXXWZYZ...\n"
    );
    let (html, pdf) = (folder.file("b.html"), folder.file("b.pdf"));
    let made = booklet(&["-", "--title", "For the train", "-o", &html], &input);
    expect(&made, 0, "");
    assert_eq!(made.out, "");
    let page = read(&html);
    let articles: Vec<&str> = page.split("<article").skip(1).collect();
    assert_eq!(articles.len(), 6, "three puzzles and their solutions");
    assert_eq!(digits(articles[0]), PUZZLE.replace('.', ""));
    assert!(
        articles[1].contains("<p>Digits on a thermometer increase from the bulb.</p>"),
        "{}",
        articles[1]
    );
    assert_eq!(digits(articles[2]), "WXYZYZWXXWZYZ");
    let sorted = |text: &str| {
        let mut signs: Vec<char> = text.chars().collect();
        signs.sort_unstable();
        signs
    };
    // The digits of the solution follow the givens.
    assert_eq!(sorted(&digits(articles[3])), sorted(SOLUTION));
    assert_eq!(digits(articles[4]), "1423324141322314");
    assert_eq!(sorted(&digits(articles[5])), sorted("WXYZYZWXXWZYZYXW"));
    assert!(page.contains("<h1>For the train</h1>"));

    let made = booklet(&["-", "--paper", "letter", "--no-solutions", "-o", &pdf], &input);
    expect(&made, 0, "");
    let bytes = fs::read(&pdf).expect("a file");
    assert!(bytes.starts_with(b"%PDF-1.4"));
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    assert_eq!((text.matches("/MediaBox").count(), text.matches("612 792").count()), (1, 1));
    // Standard output contains the same file.
    let out = binary().args(["sudoku", "booklet", PUZZLE, "--quiet"]).output().expect("the program");
    let _ = booklet(&[PUZZLE, "-o", &pdf], "");
    assert_eq!(out.stdout, fs::read(&pdf).expect("a file"), "an existing file was replaced");
    assert!(!Path::new(&format!("{pdf}.new")).exists());
}

#[test]
fn puzzles_without_exactly_one_solution_are_named() {
    let folder = Folder::new("several");
    let html = folder.file("b.html");
    let none = PUZZLE.replacen("53.", "535", 1);
    let input = format!("{PUZZLE}\n{none}\n\n{}\n", ".".repeat(81));
    let made = booklet(&["-", "-o", &html], &input);
    expect(
        &made,
        1,
        "standard input:2: puzzle 2: no solution\nstandard input:4: puzzle 3: several solutions\n",
    );
    let page = read(&html);
    assert!(
        page.contains("<p class=\"none\">No solution</p>")
            && page.contains("<p class=\"none\">Several solutions</p>")
    );

    fs::write(&html, "mine").expect("a file");
    let refused = booklet(&["-", "-o", &html, "--strict"], &input);
    expect(&refused, 1, "gridlore: --strict: nothing was written\n");
    assert_eq!(read(&html), "mine");
    expect(&booklet(&[PUZZLE, "-o", &html, "--strict"], ""), 0, "");
    assert_ne!(read(&html), "mine");

    // A search that ran out of budget.
    let spent = booklet(&["size 9x9; anti-knight", "--budget", "1", "-o", &html], "");
    expect(&spent, 3, "argument 1:1: puzzle 1: not solved: ");
    assert!(read(&html).contains("<p class=\"none\">Not solved</p>"));
}

#[test]
fn bad_input_writes_nothing() {
    let folder = Folder::new("bad");
    let pdf = folder.file("b.pdf");
    let bad = booklet(&["-", "-o", &pdf], &format!("{PUZZLE}\n53y\n"));
    expect(&bad, 2, "standard input:2:3: found 'y'");
    expect(&bad, 2, "nothing was written because some of the input is bad");
    expect(
        &booklet(&["-", "-o", &pdf], "# nothing\n"),
        2,
        "nothing was written because there are no puzzles",
    );
    expect(&booklet(&[&folder.file("missing.txt"), "-o", &pdf], ""), 2, "no such file");
    expect(
        &booklet(&[PUZZLE, "-o", &folder.file("b.doc")], ""),
        2,
        "expected a file name that ends in .pdf or .html",
    );
    expect(&booklet(&[PUZZLE, "-o", &folder.file("missing/b.pdf")], ""), 2, "writing ");
    expect(
        &booklet(&[PUZZLE, "--title", &"x".repeat(201)], ""),
        2,
        "found 201 letters, expected at most 200",
    );
    expect(&booklet(&[PUZZLE, "--per-page", "3"], ""), 2, "expected 1, 2, 4 or 6");
    assert!(!Path::new(&pdf).exists());
}

#[test]
fn letters_and_rules_that_are_lost_are_named() {
    let folder = Folder::new("letters");
    let (pdf, html) = (folder.file("b.pdf"), folder.file("b.html"));
    let puzzle = r#"{"size":4,"title":"Ł","grid":[],"thermometer":[{"lines":[["R1C1","R2C2","R3C3","R4C4"],["R4C1","R3C1"]]}],"killercage":[{"cells":["R1C2","R1C3"],"value":"6"}]}"#;
    let made = booklet(&[puzzle, "--title", "Ł", "-o", &pdf], "");
    expect(&made, 0, "the title, puzzle 1: the PDF fonts lack some letters; spelled Ł as L\n");
    expect(&booklet(&[puzzle, "-o", &pdf, "--strict"], ""), 1, "nothing was written");
    expect(&booklet(&[puzzle, "-o", &html, "--strict"], ""), 0, "");
    assert!(read(&html).contains("<h3>1. Ł</h3>"));
    // The solution in the text differs from the solution that was found.
    let block = folder.file("block.txt");
    let wrong = "size 4x4\ntitle: Tea\nauthor: Ada\nsolution: 2143412332141432\n\
                 thermometer: r1c1 r2c2 r3c3 r4c4\ncage 6: r1c2 r1c3\nthermometer: r4c1 r3c1\n";
    fs::write(&block, wrong).expect("a file");
    let made = booklet(&[&block, "-o", &html], "");
    expect(&made, 1, "puzzle 1: not the stored solution: r1c1 is 1, stored is 2");
    let page = read(&html);
    assert!(page.contains("<h3>1. Tea</h3>") && page.contains("<p class=\"by\">by Ada</p>"));
    // A line that was not understood is drawn and reported.
    let drawn = r##"{"cells":[[{"value":1},{"value":2},{"value":3},{"value":4}],[{"value":3},{"value":4},{"value":1},{"value":2}],[{"value":2},{"value":1},{"value":4},{"value":3}],[{},{},{},{}]],"metadata":{"rules":"Frobnicate the teal line."},"lines":[{"color":"#00A0A0","thickness":10,"wayPoints":[[1.5,0.5],[1.5,2.5]]}]}"##;
    let made = booklet(&[drawn, "-o", &html], "");
    expect(&made, 1, "puzzle 1: some rules were not understood; the solution obeys only the other rules");
    assert!(read(&html).contains("<p>Frobnicate the teal line.</p>"));
}
