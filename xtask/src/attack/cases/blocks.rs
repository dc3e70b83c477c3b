//! Fenced blocks in posts: puzzles that are generated, parsed or drawn while the page is rendered,
//! and highlighted code.

use crate::attack::Case;
use crate::attack::findings::Amount;
use crate::attack::lab::Lab;
use anyhow::Result;
use std::fmt::Write as _;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "seeded-puzzles",
        bound: "hundreds of seeded puzzles in one post: 1 s and 200 MB per request",
        limits: (40, 120),
        run: seeded_puzzles,
    },
    Case {
        name: "puzzle-blocks",
        bound: "deep, huge or many blocks of every puzzle: 1 s and 200 MB per request",
        limits: (60, 200),
        run: puzzle_blocks,
    },
    Case {
        name: "heavy-posts",
        bound: "patterns, soups, footnotes and repeated words up to the size of a post: 1 s and 200 MB per request, pages cached",
        limits: (60, 120),
        run: heavy_posts,
    },
    Case {
        name: "code-blocks",
        bound: "1 MB of nested or unclosed code in every language: 1 s and 200 MB per request",
        limits: (30, 120),
        run: code_blocks,
    },
];

fn block(kind: &str, text: &str) -> String {
    format!("````{kind}\n{text}\n````\n\n")
}

/// Tests puzzles with seeds, which are generated while the post is rendered, in a preview and on
/// pages for strangers.
fn seeded_puzzles(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let count = lab.rounds(400, 2000);
    let kinds: &[(&str, &str)] = &[
        ("sudoku", "hard"),
        ("sudoku", "minimal"),
        ("sudoku", "medium"),
        ("sudoku", "easy"),
        ("sudoku", "4x4"),
        ("sudoku", "3x4"),
        ("flipper", "flipper"),
        ("flipper", "merlin"),
        ("flipper", "lights-out 5 5 presses 9"),
        ("flipper", "lights-out 15 15"),
        ("flipper", "lights-out 30 30"),
        ("flipper", "lights-out 20 20 presses 99"),
        ("flipper", "random"),
        ("connect-four", "9x7x5"),
        ("cover", "random"),
        ("life", "soup,120,37,B3/S23"),
        ("life", "soup,2000,50,B3/S23"),
        ("prolog", "queens"),
    ];
    for (number, (kind, level)) in kinds.iter().enumerate() {
        if lab.is_short() && ![0, 1, 4, 8, 16].contains(&number) {
            continue;
        }
        let text: String = (0..count).map(|seed| block(kind, &format!("{level}#{seed}"))).collect();
        site.measured(&format!("{count} of {kind} {level}"), |owner| owner.preview(&text))?;
    }
    let text: String = (0..count).map(|seed| block("sudoku", &format!("hard#{seed}"))).collect();
    site.measured("publishing them", |owner| owner.publish("seeded", &text, 0))?;
    let paths = [
        "/blogs/demo/seeded",
        "/blogs/demo/seeded/picture.png",
        "/blogs/demo/feed.atom",
        "/blogs/demo/feed.rss",
        "/blogs/demo/feed.json",
        "/blogs/demo",
        "/",
    ];
    for path in paths {
        let stranger = site.server.client();
        let what = format!("{path} by a stranger");
        if let Some(reply) = site.measured_by(&what, stranger, |visitor| visitor.get(path))? {
            lab.expect(what, reply.status == 200, format!("status {}", reply.status));
        }
    }
    Ok(())
}

/// Tests posts whose HTML, cells or words are far larger than their source: in previews, on pages
/// for strangers, in feeds, in search results and in comparisons of revisions.
fn heavy_posts(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let seeded = |kind: &str, params: &str, count: u32| -> String {
        (0..count).map(|seed| block(kind, &format!("{params}#{seed}"))).collect()
    };
    let texts = [
        ("patterns of 4 MB of cells", block("life", "5790o5790$5790o!").repeat(6000)),
        ("patterns that are far apart", block("life", "o2000000000$o2000000000bo!").repeat(6000)),
        ("patterns that are too large", block("life", "999999o$999999o!").repeat(6000)),
        ("large soups", seeded("life", "soup,512,50", 139)),
        ("soups of large rules", seeded("life", "soup,512,50,R10,C0,M1,S34..58,B34..45,NM", 139)),
        ("covers", block("cover", "latin-3").repeat(20_000)),
        ("boards", block("sudoku", "................").repeat(20_000)),
        ("references", "[^1] ".repeat(200_000) + "\n\n[^1]: a"),
        ("lines in turns", "a\n\n".repeat(340_000)),
        ("one word", "naked single ".repeat(78_000)),
    ];
    for (number, (what, text)) in texts.iter().enumerate() {
        if lab.is_short() && ![0, 3, 7, 9].contains(&number) {
            continue;
        }
        let slug = format!("heavy-{number}");
        site.measured(&format!("preview of {what}"), |owner| owner.preview(text))?;
        site.measured(&format!("publishing {what}"), |owner| owner.publish(&slug, text, 0))?;
        let mut spent = f64::INFINITY;
        for path in ["/", "/blogs/demo", "/blogs/demo/feed.atom", "/picture.png", "", ""] {
            let path = if matches!(path, "" | "/picture.png") {
                format!("/blogs/demo/{slug}{path}")
            } else {
                path.to_owned()
            };
            let before = site.server.process.processor_time().unwrap_or(f64::NAN);
            let stranger = site.server.client();
            site.measured_by(&format!("{path} with {what}"), stranger, |visitor| visitor.get(&path))?;
            spent = site.server.process.processor_time().unwrap_or(f64::NAN) - before;
        }
        // The last page was requested twice; the second time, it must be served from the cache.
        lab.at_most(format!("the page with {what} again"), Amount::Seconds(spent), Amount::Seconds(0.2));
        for words in ["naked", "naked+single+nake", "naked+single+naked+single+naked+single+n"] {
            let stranger = site.server.client();
            let path = format!("/search?q={words}");
            site.measured_by(&format!("{path} with {what}"), stranger, |visitor| visitor.get(&path))?;
        }
        let other: String = text.lines().map(|line| format!("{line}b\n")).take(500_000).collect();
        let other = &other[..other.len().min(1_000_000)];
        site.measured(&format!("saving {what}"), |owner| owner.publish(&slug, other, 1))?;
        let path = format!("/admin/posts/demo/{slug}/revisions/1");
        site.measured(&format!("comparing {what}"), |owner| owner.get(&path))?;
    }
    Ok(())
}

/// Returns a board as SudokuPad stores it: shapes, cages and lines, each followed by a comma, and
/// rules.
fn drawn(side: usize, shapes: &str, cages: &str, lines: &str, rules: &str) -> String {
    let row = format!("[{}]", vec!["{}"; side].join(","));
    let cells = vec![row; side].join(",");
    let [shapes, cages, lines] = [shapes, cages, lines].map(|list| list.trim_end_matches(','));
    format!(
        "{{\"cells\":[{cells}],\"metadata\":{{\"rules\":\"{rules}\"}},\"underlays\":[{shapes}],\"cages\":[{cages}],\"lines\":[{lines}]}}"
    )
}

/// Tests expensive contents of puzzle blocks: deep terms, huge boards, long runs.
fn puzzle_blocks(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let many_items = |count: u32| {
        let names: String = (0..count).map(|number| format!("i{number} ")).collect();
        names + "\n" + &"i0 i1\n".repeat(1000)
    };
    let edges: String = (0..50_000).map(|number| format!("{number}-{} ", number + 1)).collect();
    let rows = "1".repeat(1000) + "\n";
    let shades: String = (0..9)
        .map(|cell| {
            format!("{{\"center\":[0.5,{cell}.5],\"width\":1,\"height\":1,\"backgroundColor\":\"#00ff00\"}},")
        })
        .chain(std::iter::repeat_n(
            "{\"center\":[12.5,12.5],\"width\":25,\"height\":25,\"backgroundColor\":\"#f00\"},".to_owned(),
            900,
        ))
        .collect();
    // A board of ones, which breaks every rule about pairs.
    let ones = |rules: &str| {
        let row = "1 ".repeat(25) + "\n";
        format!("size 25x25\nno boxes\nno rows and columns\n{}{rules}", row.repeat(25))
    };
    let cage = "{\"cells\":[[0,0],[0,1],[0,2],[0,3],[0,4],[0,5],[0,6],[0,7],[0,8]],\"value\":\"\"},";
    let bulb =
        "{\"center\":[0.5,0.5],\"width\":0.7,\"height\":0.7,\"rounded\":true,\"backgroundColor\":\"#f00\"},";
    let stem = "{\"wayPoints\":[[0.5,0.5],[0.5,1.5]],\"color\":\"#cfcfcf\",\"thickness\":20},";
    let deep = 100_000;
    let mut blocks = vec![
        ("prolog", "terms", format!("a({}x{}).\n?- a(X).", "f(".repeat(deep), ")".repeat(deep))),
        ("prolog", "brackets", format!("a :- {}b{}.\n?- a.", "(".repeat(deep), ")".repeat(deep))),
        ("prolog", "lists", format!("a({}{}).\n?- a(X).", "[".repeat(deep), "]".repeat(deep))),
        ("prolog", "braces", format!("a({}{}).\n?- a(X).", "{".repeat(deep), "}".repeat(deep))),
        ("prolog", "signs", format!("a({}1).\n?- a(X).", "- ".repeat(deep))),
        ("prolog", "operators", format!("a({}1).\n?- a(X).", "1+".repeat(deep))),
        ("prolog", "right operators", format!("a({}1).\n?- a(X).", "1^".repeat(deep))),
        ("prolog", "conjunctions", format!("a :- {}true.\n?- a.", "true,".repeat(deep))),
        ("prolog", "negations", format!("a :- {}true.\n?- a.", "\\+ ".repeat(deep))),
        ("prolog", "a long list", format!("a([{}1]).\n?- a(X).", "1,".repeat(200_000))),
        ("prolog", "a list with bars", format!("a({}[]{}).\n?- a(X).", "[1|".repeat(deep), "]".repeat(deep))),
        ("prolog", "clauses", "a(1).\n".repeat(100_000) + "?- a(X)."),
        ("prolog", "operator definitions", ":- op(700, xfx, ab).\n".repeat(20_000) + "?- true."),
        ("prolog", "a number of 500,000 digits", format!("a({}).\n?- a(X).", "9".repeat(500_000))),
        ("prolog", "a comment", format!("/*{}\n?- a.", "/*".repeat(200_000))),
        ("prolog", "a query that never ends", "a :- a.\n?- a.".to_owned()),
        ("prolog", "a query that grows", "a(X) :- a(f(X,X)).\n?- a(1).".to_owned()),
        ("prolog", "a power", "?- X is 9**9**9**9.".to_owned()),
        ("prolog", "a directive", ":- initialization(a).\na :- a.\n:- a.\n?- a.".to_owned()),
        ("prolog", "a grid of queens", "?- length(Q, 100000), Q ins 1..100000, labeling([], Q).".to_owned()),
        ("cover", "100,000 items", many_items(100_000)),
        ("cover", "60 items, many options", many_items(60) + &"i2 i3 i4\n".repeat(100_000)),
        ("cover", "a long option", many_items(10) + &"i3 ".repeat(300_000)),
        ("cover", "long names", format!("{}\n{0}\n", "a".repeat(400_000))),
        ("cover", "colours", format!("a | b\n{}", "a b:c\n".repeat(50_000))),
        ("cover", "multiplicities", format!("{}\n", "0:999999999|a ".repeat(50))),
        ("life", "a run of dead cells", "x = 0, y = 0\n999999999b!".to_owned()),
        ("life", "a run of live cells", "x = 0, y = 0\n999999999o!".to_owned()),
        ("life", "100,000 long runs", format!("x = 0, y = 0\n{}!", "99999999o$".repeat(100_000))),
        ("life", "a run of lines", "x = 1, y = 1\no99999999999$o!".to_owned()),
        ("life", "a size", "x = 99999999999, y = 99999999999, rule = B3/S23\no!".to_owned()),
        ("life", "two cells far apart", "x = 2, y = 2\no999999999bo999999999$o!".to_owned()),
        ("life", "a drawing", ("O".repeat(1000) + "\n").repeat(800)),
        ("life", "a macrocell of 60 levels", {
            let mut text = "[M2] (x)\n#R B3/S23\n$$$*$\n".to_owned();
            for level in 4..60 {
                let node = level - 3;
                let _ = writeln!(text, "{level} {node} {node} {node} {node}");
            }
            text
        }),
        ("life", "a macrocell with invalid levels", "[M2] (x)\n$$$*$\n4000000000 1 1 1 1\n".to_owned()),
        ("life", "a macrocell of 50,000 nodes", "[M2] (x)\n".to_owned() + &"$*$**$\n".repeat(50_000)),
        ("life", "coordinates", "#Life 1.06\n".to_owned() + &"999999999 -999999999\n".repeat(30_000)),
        ("life", "a plaintext", "!Name\n".to_owned() + &("O".repeat(100) + "\n").repeat(8000)),
        ("life", "a soup", "soup,99999,50,B3/S23#1".to_owned()),
        ("life", "a soup of 5,000", "soup,5000,50,B3/S23#1".to_owned()),
        ("flipper", "a board of 1,000 by 500", rows.repeat(500)),
        ("flipper", "a size", "lights-out 99999 99999#1".to_owned()),
        ("flipper", "a size that overflows", "lights-out 4294967296 4294967296#1".to_owned()),
        ("flipper", "a size, described", format!("lights-out 100 100:{}", "1".repeat(10_000))),
        ("flipper", "presses", "lights-out 30 30 presses 899#1".to_owned()),
        ("flipper", "colours", "lights-out 5 5 colours 999999999#1".to_owned()),
        ("flipper", "a graph", format!("graph {edges}#1")),
        ("flipper", "own moves", format!("own {}#1", "1,2,3/".repeat(50_000))),
        ("connect-four", "moves", "1".repeat(500_000)),
        ("connect-four", "a size", "99999x99999#1".to_owned()),
        ("connect-four", "a board to solve", "8x8x4:".to_owned()),
        ("variant-sudoku", "190,000 broken pairs", ones("nabner line: r1-25c1-25\n")),
        ("variant-sudoku", "three boards of 99,681 pairs", {
            let line = "nabner line: r1-17c1-25 r18c1-22";
            vec![format!("size 25x25\nno boxes\nno rows and columns\n{line}"); 3]
                .join("\n````\n\n````variant-sudoku\n")
        }),
        (
            "variant-sudoku",
            "an expression of 81 cells",
            "size 9x9\nregular expression .*1.{14}: r1-9c1-9".to_owned(),
        ),
        (
            "variant-sudoku",
            "pairs of 4,374 cells",
            format!("size 9x9\nno boxes\nno rows and columns\nnabner line: {}", "r1-9c1-9 ".repeat(54)),
        ),
        ("variant-sudoku", "900 shaded cells in 900 cages", drawn(25, &shades, &cage.repeat(900), "", "")),
        (
            "variant-sudoku",
            "990 lines with bulbs and 6,600 sentences",
            drawn(9, &bulb.repeat(990), "", &stem.repeat(990), &"ab\\n".repeat(6_600)),
        ),
        ("variant-sudoku", "objects in objects", format!("{{\"cells\":[[{}]]}}", "{\"\":0},".repeat(60_000))),
        (
            "variant-sudoku",
            "1,600 cages of a whole board",
            format!("size 25x25\n{}", "cage: r1-25c1-25\n".repeat(1600)),
        ),
        (
            "variant-sudoku",
            "a sum of 17,000 boards",
            format!("size 25x25\nsum 5: {}", "r1-25c1-25 ".repeat(17_000)),
        ),
        (
            "variant-sudoku",
            "minima with exceptions",
            format!("size 25x25\nminimum: r1-25c1-25 except {}", "r1-25c1-25 ".repeat(17_000)),
        ),
        ("variant-sudoku", "11,250 givens", format!("size 25x25\ngiven 1: {}", "r1-25c1-25 ".repeat(18))),
        ("variant-sudoku", "regions to find", "size 20x20\nchaos construction".to_owned()),
        (
            "variant-sudoku",
            "regions to find, in a link",
            ".Shape~9x9.ChaosConstruction.AntiTaxicab".to_owned(),
        ),
        ("variant-sudoku", "slow nodes", "size 9x9\nanti-taxicab".to_owned()),
        ("variant-sudoku", "a full board with regions to find", {
            let row = |first: usize| {
                (0..14).map(|at| ((first + at) % 14 + 1).to_string()).collect::<Vec<_>>().join(" ") + "\n"
            };
            format!("size 14x14\nchaos construction\n{}", (0..14).map(|at| row(3 * at)).collect::<String>())
        }),
        ("variant-sudoku", "1,000 long lines", {
            let line = |at: usize| format!("lockout line 4: r{}c1-16\n", at % 16 + 1);
            format!("size 16x16\n{}", (0..700).map(line).collect::<String>())
        }),
        (
            "variant-sudoku",
            "a list of 10,000 larger cells",
            format!(".Shape~16x16.GreaterThan{}", "~R1C1".repeat(10_000)),
        ),
        ("variant-sudoku", "copies of 10,000 givens", {
            format!(".Shape~16x16.Replicate~{}P~R1C1{}.End", "_".repeat(42), ".~R1C1_1".repeat(10_000))
        }),
        ("variant-sudoku", "199,000 empty lines", format!("size 9x9{}", ";".repeat(199_000))),
        ("variant-sudoku", "66,000 groups", format!("size 9x9\nclone: {}", "é|".repeat(66_000))),
        ("variant-sudoku", "pairs with a long name", {
            let table = ["1"; 25].join("/");
            ones(&format!("all pairs \"{}\" {table}: r1-25c1-25\n", "A".repeat(1_000)))
        }),
        ("variant-sudoku", "subsets of 24 cells", ones(&"rellik cage 60: r1c1-24\n".repeat(400))),
        (
            "variant-sudoku",
            "a cage of 19,000 sums",
            format!("size 25x25\ncage {}8: r1-25c1-25", "9/".repeat(19_000)),
        ),
        (
            "variant-sudoku",
            "8,000 counts",
            format!("size 25x25\nlook-and-say cage {}: r1-25c1-25", "0x3 ".repeat(8_000)),
        ),
        ("variant-sudoku", "a cage with more cells than digits", "size 9x9\ncage 5: r1-9c1-9".to_owned()),
        (
            "variant-sudoku",
            "45 sums of 256 cells",
            format!("size 16x16\nno boxes\nno rows and columns\n{}", "sum 2000: r1-16c1-16\n".repeat(45)),
        ),
        (
            "variant-sudoku",
            "1,990 clues in one place",
            format!("size 2x2\nno boxes\n{}", "sandwich 3: r1c1 r1c2\n".repeat(1_990)),
        ),
        ("variant-sudoku", "20,000 headings", format!("size 4x4\n{}", "left out: one\n".repeat(20_000))),
        (
            "variant-sudoku",
            "300 clues of a full rank",
            format!("size 25x25\n{}", "full rank 5: row 1\n".repeat(300)),
        ),
        ("variant-sudoku", "groups", format!("size 25x25\nregions: {}r1c1", "r1-25c1-25 | ".repeat(9000))),
        ("variant-sudoku", "equal sets", "size 25x25\nsame values: r1-25c1 | r1-25c2 | r1-25c3".to_owned()),
        ("sudoku", "a board of 1 MB", ".".repeat(900_000)),
        ("sudoku", "an empty board", ".".repeat(81)),
        ("sudoku", "16 digits, empty", format!("4x4:{}", ".".repeat(256))),
        ("sudoku", "a geometry", "9999x9999#1".to_owned()),
        ("sudoku", "a geometry that overflows", "4294967296x4294967296:1".to_owned()),
    ];
    if lab.is_short() {
        // Use the first five of each kind.
        let kinds: Vec<&str> = blocks.iter().map(|(kind, ..)| *kind).collect();
        let mut number = 0;
        blocks.retain(|(kind, ..)| {
            let before = kinds[..number].iter().filter(|known| *known == kind).count();
            number += 1;
            before < 5
        });
    }
    for (kind, what, text) in &blocks {
        site.measured(&format!("{kind}, {what}"), |owner| owner.preview(&block(kind, text)))?;
    }
    let many = [
        ("boards", block("sudoku", &".".repeat(81))),
        ("games", block("connect-four", "121212")),
        ("patterns", block("life", "gosper-glider-gun")),
        ("largest patterns", block("life", "max")),
        ("covers", block("cover", "queens-4")),
        ("programs", block("prolog", "queens")),
        ("switches", block("flipper", "110011101")),
        ("large boards", block("flipper", &format!("lights-out 20 20:{}", "1".repeat(400)))),
    ];
    for (what, text) in many.iter().take(lab.rounds(4, 8)) {
        let count = lab.rounds(2000, 10_000);
        site.measured(&format!("{count} {what}"), |owner| owner.preview(&text.repeat(count)))?;
    }
    // The picture of a post shows its first puzzle, and any stranger can request it.
    let first: [(&str, &str); 8] = [
        ("life", "soup,5000,50,B3/S23#1"),
        ("life", "max"),
        ("flipper", "lights-out 30 30#1"),
        ("flipper", "lights-out 99 99#1"),
        ("sudoku", "4x4#1"),
        ("cover", "queens-4"),
        ("prolog", "queens"),
        ("life", "x = 2, y = 2\no999999999bo999999999$o!"),
    ];
    for (number, (kind, text)) in first.iter().take(lab.rounds(3, 8)).enumerate() {
        let (slug, what) = (format!("first-{number}"), format!("a post with {kind} {text:?}"));
        site.measured(&what, |owner| owner.publish(&slug, &block(kind, text), 0))?;
        for path in [format!("/blogs/demo/{slug}"), format!("/blogs/demo/{slug}/picture.png")] {
            let stranger = site.server.client();
            site.measured_by(&format!("{what}, {path}"), stranger, |visitor| visitor.get(&path))?;
        }
    }
    Ok(())
}

/// Tests code in every highlighted language, with delimiters that are opened and never closed.
fn code_blocks(lab: &Lab) -> Result<()> {
    let mut site = lab.site("")?;
    let languages: &[&str] = lab.rounds(
        &["rust", "prolog"],
        &[
            "rust",
            "prolog",
            "clojure",
            "commonlisp",
            "scheme",
            "python",
            "sh",
            "js",
            "c",
            "json",
            "html",
            "none",
        ],
    );
    let openings = [
        "(", "\"", "/*", "#|", "'", "`", "r#\"", "r###", "${", "0x", "a", "\\", "\"\"\"", "<!--", "#_", "- ",
        "1", "\"\\",
    ];
    for language in languages {
        for opening in openings {
            let row = opening.repeat(600_000 / 3 / opening.len());
            let lines = format!("{opening}\n").repeat(60_000);
            site.measured(&format!("{language}, {opening:?} in a row"), |owner| {
                owner.preview(&block(language, &row))
            })?;
            if !lab.is_short() {
                site.measured(&format!("{language}, {opening:?} on lines"), |owner| {
                    owner.preview(&block(language, &lines))
                })?;
            }
        }
    }
    let small = block("rust", "let x = 1;");
    site.measured("20,000 blocks of code", |owner| owner.preview(&small.repeat(20_000)))?;
    site.measured("a language of 1 MB", |owner| owner.preview(&block(&"r".repeat(900_000), "x")))?;
    Ok(())
}
