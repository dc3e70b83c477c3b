//! Inputs whose cost is far larger than their length: deep, wide, or small and expanding.
//!
//! The tests (`tests/bounds.rs`) run this corpus. The example `hostile` prints the cost of each
//! input; `cargo run -p gridlore-fuzz --example hostile -- --write FOLDER` writes the corpus as
//! seeds for cargo-fuzz.

use std::fmt::Write;

/// The size in bytes of the longest fenced block that a post can contain.
pub const MAX_BLOCK_BYTES: usize = 1 << 20;

/// A fenced block: its kind and its content.
#[derive(Debug, Clone)]
pub struct Block {
    /// A short name for the difficulty, usable as a file name.
    pub name: &'static str,
    /// The word after the fence.
    pub kind: &'static str,
    /// The content between the fences.
    pub text: String,
}

/// Returns `text`, repeated as often as fits into a block.
fn filled(text: &str) -> String {
    text.repeat(MAX_BLOCK_BYTES / text.len())
}

/// Returns `word` with hexadecimal numbers from 0, each followed by `between`, up to half a block.
fn numbered(word: &str, between: &str) -> String {
    let mut text = String::new();
    for number in 0.. {
        if text.len() > MAX_BLOCK_BYTES / 2 {
            break;
        }
        let _ = write!(text, "{word}{number:x}{between}");
    }
    text
}

/// Returns fenced blocks for every kind of puzzle.
#[must_use]
pub fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut add = |name, kind, text: String| blocks.push(Block { name, kind, text });
    for kind in gridlore::kinds().iter().map(|kind| kind.name) {
        add("one-long-word", kind, filled("z"));
        add("line-feeds", kind, filled("\n"));
        add("blanks", kind, filled(" "));
        add("zeros", kind, filled("\0"));
        add("brackets", kind, filled("["));
        add("parentheses", kind, filled("("));
        add("braces", kind, filled("{"));
        add("seeds", kind, filled("a#1\n"));
        add("colons", kind, filled("a:"));
        add("percent-signs", kind, filled("%41"));
        add("wide-letters", kind, filled("\u{10348}"));
        add("quotes", kind, filled("\""));
        add("stars", kind, filled("*"));
        add("points", kind, filled("."));
        add("ones", kind, filled("1"));
        add("ones-in-lines", kind, filled("1\n"));
        add("ones-in-words", kind, filled("1 "));
    }
    for (name, params) in [
        ("minimal", "minimal#7"),
        ("minimal-0", "minimal#0"),
        ("minimal-3", "minimal#3"),
        ("hard", "hard#7"),
        ("hard-1", "hard#1"),
        ("medium", "medium#7"),
        ("small-hard", "2x3-hard#7"),
        ("twelve", "3x4#7"),
        ("twelve-hard", "3x4-hard#7"),
        ("twelve-minimal", "3x4-minimal#7"),
        ("sixteen", "4x4#7"),
        ("sixteen-easy", "4x4-easy#7"),
        ("sixteen-hard", "4x4-hard#7"),
        ("sixteen-hard-1", "4x4-hard#1"),
        ("sixteen-minimal", "4x4-minimal#7"),
        ("long-boxes", "2x8-minimal#7"),
        ("fourteen", "2x7-hard#1"),
        ("too-large", "8x8#7"),
    ] {
        add(name, "sudoku", params.to_owned());
    }
    add("empty-sixteen", "sudoku", ".".repeat(256));
    add("clashing-sixteen", "sudoku", "1".repeat(256));
    add("clashing-nine", "sudoku", "1".repeat(81));
    for (name, text) in [
        ("lights-out-50", "lights-out,50,50#7"),
        ("lights-out-50-presses", "lights-out,50,50,presses,20#7"),
        ("lights-out-30-presses", "lights-out,30,30,presses,200#7"),
        ("lights-out-20-presses", "lights-out,20,20,presses,150#7"),
        ("lights-out-16-presses", "lights-out,16,16,presses,100#7"),
        ("lights-out-14-torus-presses", "lights-out,14,14,torus,presses,60#7"),
        ("lights-out-12-presses", "lights-out,12,12,presses,60#7"),
        ("lights-out-10-presses", "lights-out,10,10,presses,40#7"),
        ("lights-out-9-presses", "lights-out,9,9,presses,20#7"),
        ("lights-out-9-many-presses", "lights-out,9,9,presses,41#7"),
        ("lights-out-colours-presses", "lights-out,50,50,colours,36,presses,9#7"),
        ("lights-out-9-colours-presses", "lights-out,9,9,colours,7,presses,60#7"),
        ("lights-out-5-colours-presses", "lights-out,5,5,colours,36,presses,90#7"),
        ("lights-out-128", "lights-out,128,128#7"),
        ("lights-out-huge", "lights-out,100000,100000#7"),
        ("random-128", "random,128,128,16384,1#7"),
        ("random-50", "random,50,50,2500,1#7"),
        ("random-50-presses", "random,50,50,80,1,presses,30#7"),
        ("random-100-moves-presses", "random,10,10,100,1,presses,12#7"),
        ("random-60-moves-presses", "random,5,5,60,1,presses,9#7"),
        ("random-three-colours", "random,14,5,140,76,colours,3,presses,25#4680"),
        ("random-three-colours-many-moves", "random,4,7,179,583,colours,3,presses,14#308"),
        ("flipper-presses", "flipper,presses,9#7"),
        ("flipper-too-many-presses", "flipper,presses,99#7"),
    ] {
        add(name, "flipper", text.to_owned());
    }
    add("lights-out-50-board", "flipper", format!("lights-out,50,50:{}", "01".repeat(1250)));
    add("lights-out-128-board", "flipper", format!("lights-out,128,128:{}", "01".repeat(8192)));
    add("random-128-board", "flipper", format!("random,128,128,16384,1:{}", "01".repeat(8192)));
    add("grid-of-128", "flipper", "grid 128 128\nmove a: 1\nstart 0".to_owned());
    let moves: String = (1..=2500).map(|at| format!("move m{at}: {at} {}\n", at % 2500 + 1)).collect();
    add("many-moves", "flipper", format!("grid 50 50\n{moves}start {}", "0".repeat(2500)));
    add("many-squares", "flipper", format!("squares {}\nstart 0", numbered("s", " ")));
    let edges: String = (0..2499).map(|at| format!("edge {} {}\n", at + 1, at + 2)).collect();
    add("many-edges", "flipper", format!("grid 50 50\n{}start {}", edges.repeat(20), "0".repeat(2500)));
    add("many-vertices", "flipper", format!("graph,{}#7", numbered("v", ",").trim_end_matches(',')));
    add("many-graph-edges", "flipper", format!("graph,{}:0", filled("a-b,")));
    add("many-goals", "flipper", format!("grid 9 9\n{}", filled(&format!("goal {}\n", "0".repeat(81)))));
    add("one-line-of-words", "flipper", filled("grid "));
    add("own-words", "flipper", format!("own,9,9,2,{},{}:0", "0".repeat(81), filled("x,")));
    add("long-board", "flipper", format!("merlin:{}", filled("0")));
    for (name, text) in [
        ("huge", "100000x100000#7"),
        ("largest", "16x7:1"),
        ("wide", "32x3x3:1"),
        ("many-sides", "7x7x7x7x7x7:1"),
    ] {
        add(name, "connect-four", text.to_owned());
    }
    add("many-moves", "connect-four", filled("4"));
    add("many-sides-long", "connect-four", format!("{}:1", filled("7x")));
    life(&mut add);
    cover(&mut add);
    add("program", "prolog", format!("{}\n?- p(X).\n", filled("p(1). ").trim_end()));
    add(
        "program-in-lines",
        "prolog",
        format!("{}\n?- p(X).\n", filled("p(X, 'a', \"b\", 0'c) :- q(X), !.\n").trim_end()),
    );
    add("queries", "prolog", filled("?- p(X).\n"));
    add("open-quotes", "prolog", format!("{}\n?- p.\n", filled("'\n")));
    add("open-comments", "prolog", format!("{}\n?- p.\n", filled("/*")));
    add("nested", "prolog", format!("?- X = {}{}.\n", "[".repeat(500_000), "]".repeat(500_000)));
    add("one-line-query", "prolog", format!("?- {}p.\n", "p, ".repeat(300_000)));
    add("encoded", "prolog", format!("?-{}.", filled("%20")));
    add("letters-to-encode", "prolog", format!("p('{}').\n?- p(X).\n", "\u{10348}".repeat(250_000)));
    blocks
}

fn life(add: &mut impl FnMut(&'static str, &'static str, String)) {
    add("long-run", "life", "1000000000o!".to_owned());
    add("longest-run", "life", "16777216o!".to_owned());
    add("long-runs", "life", format!("{}!", filled("16777216o$")));
    add("runs-of-a-thousand", "life", format!("{}!", "4096o$".repeat(4096)));
    add("runs-of-high-states", "life", format!("x = 1, y = 1, rule = B2/S/255\n{}!", "4096yO$".repeat(4096)));
    add("sparse-runs", "life", format!("{}!", filled("o63b")));
    add("sparse-rows", "life", format!("{}!", filled("o64$")));
    add("far-runs", "life", format!("{}!", filled("1000000bo1000000$")));
    add("huge-header", "life", "x = 1099511627776, y = 1099511627776\no!".to_owned());
    add("larger-header", "life", "x = 99999999999999999999, y = 9\no!".to_owned());
    add(
        "checkers",
        "life",
        format!("{}!", "bo".repeat(1023).chars().chain(['$']).collect::<String>().repeat(512)),
    );
    add("soup-in-rows", "life", {
        let mut text = String::new();
        let mut state = 7_u32;
        while text.len() < MAX_BLOCK_BYTES - 10 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push(if state >> 30 == 0 { 'o' } else { 'b' });
            if text.len().is_multiple_of(1024) {
                text.push('$');
            }
        }
        text + "!"
    });
    add("sparse-list", "life", {
        let mut text = "#Life 1.06\n".to_owned();
        for number in 0..70_000_u64 {
            let _ = writeln!(text, "{} {}", number * 1_000_003 % 999_983, number * 97);
        }
        text
    });
    add("sparse-pictures", "life", {
        let mut text = "#Life 1.05\n".to_owned();
        for number in 0..60_000 {
            let _ = write!(text, "#P {} {}\n*\n", number * 1000, number);
        }
        text
    });
    add("picture", "life", filled("OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO\n"));
    add("picture-of-one-line", "life", filled("O"));
    add("mcell-runs", "life", format!("#MCell 4.00\n#L {}", filled("16777216A$")));
    add("mcell-rules", "life", format!("#MCell 4.00\n{}", filled("#RULE 23/3\n")));
    // A full square of side 2^n: a leaf, then nodes that each contain the previous node four times.
    let full = |height: usize| {
        let mut text = format!("[M2]\n#R B3/S23\n{}\n", "********$".repeat(8));
        for level in 4..=height {
            let below = level - 3;
            let _ = writeln!(text, "{level} {below} {below} {below} {below}");
        }
        text
    };
    add("full-square-of-2^12", "life", full(12));
    add("full-square-of-2^15", "life", full(15));
    add("full-square-of-2^16", "life", full(16));
    add("full-square-of-2^62", "life", full(62));
    add("full-square-of-2^9999", "life", full(9999));
    add("line-of-2^30", "life", {
        let mut text = "[M2]\n#R B3/S23\n********$\n".to_owned();
        for level in 4..=30 {
            let below = level - 3;
            let _ = writeln!(text, "{level} {below} {below} 0 0");
        }
        text
    });
    add("far-corners", "life", {
        let mut text = "[M2]\n#R B3/S23\n*$\n".to_owned();
        for level in 4..=40 {
            let below = level - 3;
            let _ = writeln!(text, "{level} {below} 0 0 {below}");
        }
        text
    });
    add("different-squares", "life", {
        let mut text = "[M2]\n".to_owned();
        let leaves = 30_000;
        for leaf in 0..leaves {
            let row =
                |bits: u32| (0..8).map(|at| if bits >> at & 1 == 1 { '*' } else { '.' }).collect::<String>();
            let _ = writeln!(text, "{}${}$", row(leaf & 255), row(leaf >> 8 | 1));
        }
        let (mut from, mut count, mut level) = (1, leaves, 4);
        while count > 1 {
            for square in (0..count).step_by(4) {
                let quarters: Vec<String> = (square..square + 4)
                    .map(|at| if at < count { (from + at).to_string() } else { "0".to_owned() })
                    .collect();
                let _ = writeln!(text, "{level} {}", quarters.join(" "));
            }
            (from, count, level) = (from + count, count.div_ceil(4), level + 1);
        }
        text
    });
    add("highest-states-in-a-tree", "life", {
        let mut text = "[M2]\n#R 345/2/256\n1 255 254 253 252\n".to_owned();
        for level in 2..=20 {
            let below = level - 1;
            let _ = writeln!(text, "{level} {below} {below} {below} {below}");
        }
        text
    });
    add("cyclic-tree", "life", "[M2]\n4 1 1 1 1\n".to_owned());
    add("level-of-4294967295", "life", "[M2]\n4294967295 0 0 0 0\n".to_owned());
    for (name, text) in [
        ("soup-64", "soup#7"),
        ("soup-500", "soup,500,37#7"),
        ("soup-1000", "soup,1000,50#7"),
        ("soup-4096", "soup,4096,37#7"),
        ("soup-states", "soup,4096,100,345/2/255#7"),
        ("soup-bugs", "soup,100,50,R500,C255,M1,S1..200000,B1..300000,NM#7"),
        ("soup-in-a-world", "soup,100,50,B3/S23:T1073741824,1073741824#7"),
        ("known", "known#7"),
        ("torus", "B3/S23:T1073741824,1073741824:bo$2bo$3o!"),
        ("sphere", "B3/S23:S1073741824:bo$2bo$3o!"),
        ("small-torus-large-pattern", "B3/S23:T1,1:bo$2bo$3o!"),
        ("bugs", "R500,C0,M1,S1..200000,B1..300000,NM:3o!"),
        ("map", "MAPAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA:3o!"),
        ("far-place", "B3/S23:@2147483647,2147483647:o!"),
    ] {
        add(name, "life", text.to_owned());
    }
    add("long-rule", "life", format!("x = 1, y = 1, rule = {}\no!", filled("R5,")));
    add("long-name", "life", format!("#N {}\no!", filled("a")));
    add("many-comments", "life", format!("{}o!", filled("#C a\n")));
    add("apgcode", "life", format!("xs4_{}", filled("3")));
    add("apgcode-wide", "life", format!("xs4_{}", filled("yz3")));
    add("apgcode-deep", "life", format!("xs4_{}", filled("3zzzzzzzzzzzz")));
}

fn cover(add: &mut impl FnMut(&'static str, &'static str, String)) {
    add("many-items", "cover", format!("{}\na0\n", numbered("a", " ")));
    add("many-items-and-options", "cover", format!("{}\n{}\n", numbered("a", " "), numbered("a", "\n")));
    add("one-wide-option", "cover", {
        let items = numbered("a", " ");
        format!("{items}\n{items}\n")
    });
    add("many-options", "cover", format!("a b\n{}", filled("a b\n")));
    add("ec-header", "cover", "p ec 2000000000\ns 1\n".to_owned());
    add("ec-header-and-comment", "cover", "c a\np ec 2147483647\ns 1\n".to_owned());
    add("ec-wide-set", "cover", {
        let set: String = (1..=90_000).map(|item| format!(" {item}")).collect();
        format!("p ec 90000\ns{set}\n")
    });
    add("wide-matrix", "cover", format!("{}\n{}\n", "1".repeat(500_000), "0".repeat(500_000)));
    add("matrix", "cover", filled(&format!("{}\n", "1".repeat(60))));
    add(
        "numbers-as-names",
        "cover",
        format!("{}\n0\n", (0..19).map(|bits| format!("{bits:b} ")).collect::<String>()),
    );
    add("many-numbers-as-names", "cover", {
        let mut text = String::new();
        for number in 0..30_000 {
            let _ = write!(text, "{number:b} ");
        }
        text + "\n1\n"
    });
    add("multiplicities", "cover", "1000000000|a 4294967295|b\na\nb\na b\n".to_owned());
    add(
        "colours",
        "cover",
        format!("a | b\n{}", (0..60_000).map(|at| format!("a b:c{at}\n")).collect::<String>()),
    );
    add("long-names", "cover", format!("{}\n{}\n", "a".repeat(500_000), "a".repeat(500_000)));
    add("long-names-in-options", "cover", {
        let name = "a".repeat(6_000);
        format!("{name}\n{}", format!("{name}\n").repeat(149))
    });
    add("largest-that-is-shown", "cover", {
        let items: Vec<String> = (0..60).map(|at| format!("i{at}")).collect();
        let options: String = (0..150)
            .map(|at| {
                (0..60)
                    .filter(|item| item * 7 % 11 != at % 11)
                    .map(|item| format!("i{item} "))
                    .collect::<String>()
                    + "\n"
            })
            .collect();
        format!("{}\n{options}", items.join(" "))
    });
    add("names-to-escape", "cover", {
        let items: Vec<String> = (0..60).map(|at| format!("{}{at}", "&".repeat(7_000))).collect();
        format!("{}\n{}\n", items.join(" "), items[0])
    });
    add("in-one-line", "cover", filled("a,b/"));
    add("escapes-in-one-line", "cover", format!("a,b/{}", filled("%61,")));
    add("random", "cover", "random#18446744073709551615".to_owned());
}

/// Returns saved games that are long, or describe many cells in few characters.
#[must_use]
pub fn saves() -> Vec<(&'static str, String)> {
    let sixteen = format!("1;sudoku:{};0;0", ".".repeat(256));
    let marks = format!("({0})[{0}]/{0}/{{123456}}", "123456789ABCDEFG").repeat(256);
    let cells: Vec<String> = (0..256).map(|cell| cell.to_string()).collect();
    vec![
        ("semicolons", filled(";")),
        ("moves", format!("{sixteen}{}", filled(";0=1;0-"))),
        ("as-many-moves-as-there-may-be", format!("{sixteen}{}", ";0=1;0-".repeat(5_000))),
        ("one-move-too-many", format!("{sixteen}{};0=1", ";0=1;0-".repeat(5_000))),
        ("cells-of-a-move", format!("{sixteen};{}=1", filled("0,").trim_end_matches(','))),
        ("all-cells-again-and-again", format!("{sixteen}{}", format!(";{}~1", cells.join(",")).repeat(900))),
        ("full-positions", format!("{sixteen}{}", format!(";!{marks};0-").repeat(60))),
        ("large-cells", format!("{sixteen};{}=1", "9".repeat(500_000))),
        ("presses", format!("1;flipper:lights-out,50,50:{};0;0{}", "0".repeat(2500), ";1249+".repeat(9_000))),
        ("press-of-a-large-number", format!("1;flipper:{};0;0;{}+", "0".repeat(9), "9".repeat(100_000))),
        ("columns", format!("1;connect-four:;0;0{}", filled(";3+"))),
        ("positions-by-turns", format!("1;connect-four:;0;0{}", ";!4444;!".repeat(5_000))),
        ("elapsed", format!("1;sudoku:{};{};0", ".".repeat(81), "9".repeat(100_000))),
        ("done", format!("1;sudoku:{};0;{}", ".".repeat(81), "9".repeat(100_000))),
        ("long-id", format!("1;{};0;0", filled("a"))),
        ("seed-of-a-hard-puzzle", "1;sudoku:4x4-minimal#7;0;0".to_owned()),
    ]
}

/// Returns nested inputs: Markdown (without formulas) and the front matter of posts.
#[must_use]
pub fn nested() -> Vec<(&'static str, String)> {
    let deep =
        |open: &str, close: &str, depth: usize| format!("{}a{}", open.repeat(depth), close.repeat(depth));
    let toml = |value: String| format!("+++\ntitle = \"t\"\ndraft = true\nx = {value}\n+++\ntext\n");
    let yaml = |value: String| format!("---\ntitle: t\ndate: 2026-01-02\nx: {value}\n---\ntext\n");
    let laughs: String = (1..30)
        .map(|level| {
            format!(
                "l{level}: &l{level} [{}]\n",
                format!("*l{}, ", level - 1).repeat(9).trim_end_matches(", ")
            )
        })
        .collect();
    let rows: String = (0..2_000).map(|depth| format!("{}- a\n", " ".repeat(depth))).collect();
    vec![
        ("quotations", deep("> ", "", 50_000)),
        ("lists", deep("- ", "", 50_000)),
        ("lists-in-lines", rows),
        ("numbered-lists", deep("1. ", "", 30_000)),
        ("emphasis", deep("*", "*", 50_000)),
        ("emphasis-in-words", deep("*a ", " a*", 20_000)),
        ("strong-and-emphasis", deep("**a *b ", "* **", 20_000)),
        ("underscores", deep("_ a", "a _", 20_000)),
        ("links", deep("[", "](a)", 50_000)),
        ("pictures", deep("![", "](/uploads/a.png)", 50_000)),
        ("link-openers", "[a](".repeat(50_000)),
        ("unclosed-titles", format!("[](a \"{}", "x\n".repeat(60_000))),
        ("unclosed-titles-of-three-kinds", format!("[](a \"[](b '[](c (\n{}", "x\n".repeat(60_000))),
        ("titles-with-escapes", format!("[](<a b> '{}", "\\'\n".repeat(60_000))),
        ("titles-of-definitions", format!("[a]: b \"{}", "x\n".repeat(60_000))),
        ("unclosed-tags", format!("<a b=\"{}", "x\n".repeat(60_000))),
        ("reference-openers", "[a][".repeat(50_000)),
        ("footnotes", (0..20_000).map(|at| format!("[^{at}]: [^{}]\n\n", at + 1)).collect()),
        ("code-ticks", (1..700).map(|count| "`".repeat(count) + " ").collect()),
        ("html", deep("<div>", "</div>", 50_000)),
        ("comments-in-html", "<!--".repeat(50_000)),
        ("tables", format!("{}\n{}\n{}", "|a".repeat(10_000), "|-".repeat(10_000), "|b\n".repeat(10_000))),
        ("toml-lists", toml(deep("[", "]", 100_000))),
        ("toml-tables", toml(deep("{a = ", "}", 50_000))),
        ("toml-keys", toml(format!("1\n{} = 1", "a.".repeat(50_000) + "a"))),
        ("yaml-lists", yaml(deep("[", "]", 100_000))),
        ("yaml-maps", yaml(deep("{a: ", "}", 50_000))),
        ("yaml-dashes", format!("---\ntitle: t\nx:\n{}a\n---\n", "- ".repeat(50_000))),
        ("yaml-laughs", format!("---\ntitle: t\nl0: &l0 lol\n{laughs}---\n")),
        ("json-lists", format!("{{\"title\": \"t\", \"x\": {}}}\n", deep("[", "]", 100_000))),
    ]
}
