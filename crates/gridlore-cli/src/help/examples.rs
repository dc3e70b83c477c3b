//! The examples at the end of each command’s `--help`. `tests/it/examples.rs` runs those that end
//! on their own, in a folder with the files that `tests/data/documents/files.sh` creates.

/// The words of a command, such as `sudoku solve`, and its example lines. A line that does not
/// begin with `gridlore` is a comment on the next line.
pub(crate) const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "sudoku solve",
        &[
            "gridlore sudoku solve puzzles.txt",
            "gridlore sudoku solve --format json puzzles.txt",
            "A puzzle on the command line, with boxes of 2x2 cells:",
            "gridlore sudoku solve --geometry 2x2 1.....2...3.4...",
            "A killer sudoku:",
            "gridlore sudoku solve --geometry '2x2 cage:5=r1c1-2' ................",
        ],
    ),
    ("sudoku check", &["gridlore sudoku check puzzles.txt", "gridlore sudoku check --limit 100 puzzles.txt"]),
    (
        "sudoku count",
        &["gridlore sudoku count puzzles.txt", "gridlore sudoku count --geometry 2x2 ................"],
    ),
    (
        "sudoku solutions",
        &[
            "gridlore sudoku solutions --geometry 2x2 1234............",
            "gridlore sudoku solutions --limit 3 --json puzzles.txt",
        ],
    ),
    ("sudoku clues", &["gridlore sudoku clues puzzles.txt"]),
    ("sudoku conflict", &["gridlore sudoku conflict 'size 4x4; cage 3: r1-2c1; even: r1c1 r2c1'"]),
    (
        "sudoku generate",
        &[
            "gridlore sudoku generate -n 5 --difficulty hard",
            "gridlore sudoku generate --technique XY-Wing --seed 1",
            "gridlore sudoku generate --geometry 3x4 --format grid",
            "gridlore sudoku generate --rule killer,anti-knight --clues 0 --format grid",
        ],
    ),
    (
        "sudoku canonical",
        &["gridlore sudoku canonical puzzles.txt", "gridlore sudoku canonical --classes puzzles.txt"],
    ),
    (
        "sudoku booklet",
        &[
            "gridlore sudoku booklet puzzles.txt -o booklet.pdf",
            "gridlore sudoku booklet --per-page 6 puzzles.txt -o booklet.html",
        ],
    ),
    (
        "sudoku play",
        &["gridlore sudoku play", "gridlore sudoku play rated-hard", "gridlore sudoku play 'se-4.2#7'"],
    ),
    ("sudoku scramble", &["gridlore sudoku scramble --seed 1 puzzles.txt"]),
    (
        "sudoku candidates",
        &[
            "gridlore sudoku candidates --format grid library.txt",
            "gridlore sudoku candidates --geometry 2x2 1234............",
            "The true candidates of a variant, each with its number of solutions:",
            "gridlore sudoku candidates --true --up-to 8 '.Shape~4x4.Thermo~R1C1~R1C2~R1C3'",
        ],
    ),
    (
        "sudoku convert",
        &[
            "gridlore sudoku convert --to sdk library.txt",
            "gridlore sudoku convert --to sudokuwiki puzzles.txt",
            "gridlore sudoku convert --to text '.Shape~4x4.Thermo~R1C1~R1C2'",
            "gridlore sudoku convert --to svg 'size 4x4; thermometer: r1c1 r2c2'",
        ],
    ),
    ("sudoku hint", &["gridlore sudoku hint library.txt", "gridlore sudoku hint --level 1 library.txt"]),
    (
        "sudoku steps",
        &[
            "gridlore sudoku steps library.txt",
            "gridlore sudoku steps --all --technique pair --explain library.txt",
        ],
    ),
    ("sudoku explain", &["gridlore sudoku explain library.txt"]),
    (
        "sudoku rate",
        &["gridlore sudoku rate puzzles.txt", "gridlore sudoku rate --profile se121 puzzles.txt"],
    ),
    ("sudoku grade", &["gridlore sudoku grade puzzles.txt"]),
    ("sudoku conformance", &["gridlore sudoku conformance --missed library.txt"]),
    (
        "flipper play",
        &["gridlore flipper play", "gridlore flipper play --puzzle 'lights-out 5 5' --presses 6"],
    ),
    (
        "flipper solve",
        &[
            "gridlore flipper solve 110011101",
            "gridlore flipper solve --puzzle 'lights-out 5 5' 1100010000000000000000000",
        ],
    ),
    ("flipper table", &["gridlore flipper table", "gridlore flipper table -v --puzzle merlin"]),
    ("flipper quiet", &["gridlore flipper quiet --puzzle 'lights-out 5 5'"]),
    (
        "flipper generate",
        &["gridlore flipper generate -n 3", "gridlore flipper generate --presses 9 --format grid"],
    ),
    (
        "flipper render",
        &["gridlore flipper render 110011101", "gridlore flipper render 110011101 -o board.svg"],
    ),
    ("flipper nullity", &["gridlore flipper nullity 5", "gridlore flipper nullity --table 20"]),
    (
        "connect-four solve",
        &["gridlore connect-four solve 44443265553", "gridlore connect-four solve --weak --book own 4453"],
    ),
    ("connect-four analyze", &["gridlore connect-four analyze --why --line 4444326555"]),
    ("connect-four review", &["gridlore connect-four review --board 5x5 33324"]),
    (
        "connect-four play",
        &[
            "gridlore connect-four play --o perfect",
            "Two levels playing against each other:",
            "gridlore connect-four play --x beginner --o casual --seed 1",
        ],
    ),
    ("connect-four book", &["gridlore connect-four book --board 5x4 --plies 3 --out small.book"]),
    ("connect-four bench-win", &["gridlore connect-four bench-win"]),
    ("connect-four perft", &["gridlore connect-four perft 5"]),
    (
        "cover solve",
        &["gridlore cover solve dominoes.dlx -n 2", "gridlore cover solve --cheapest 1 costs.dlx"],
    ),
    ("cover count", &["gridlore cover count dominoes.dlx", "gridlore cover count --threads 0 large.dlx"]),
    ("cover sample", &["gridlore cover sample -n 3 dominoes.dlx"]),
    ("cover why", &["gridlore cover why impossible.dlx"]),
    ("cover check", &["gridlore cover solve dominoes.dlx | gridlore cover check dominoes.dlx"]),
    ("cover marginals", &["gridlore cover marginals dominoes.dlx"]),
    ("cover reduce", &["gridlore cover reduce sudoku.dlx"]),
    ("cover zdd", &["gridlore cover zdd dominoes.dlx"]),
    ("cover estimate", &["gridlore cover estimate large.dlx"]),
    (
        "cover pack",
        &[
            "gridlore cover pack --board 6x10 --pieces pentominoes",
            "gridlore cover pack --board 3x20 --pieces pentominoes --all --distinct",
        ],
    ),
    ("cover make pentominoes", &["gridlore cover make pentominoes 6x10 > pentominoes.dlx"]),
    ("cover make dudeney", &["gridlore cover make dudeney > dudeney.dlx"]),
    ("cover make soma", &["gridlore cover make soma > soma.dlx"]),
    ("cover make dominoes", &["gridlore cover make dominoes 4x4 | gridlore cover count -"]),
    ("cover make queens", &["gridlore cover make queens 8 | gridlore cover count -"]),
    ("cover make langford", &["gridlore cover make langford 7 | gridlore cover count -"]),
    ("cover make latin", &["gridlore cover make latin 4 | gridlore cover count -"]),
    (
        "cover make sudoku",
        &[
            "gridlore cover make sudoku > empty.dlx",
            "gridlore cover make sudoku \"$(head -n 1 puzzles.txt)\" > sudoku.dlx",
        ],
    ),
    (
        "life run",
        &[
            "gridlore life run gosper-glider-gun --gens 1000",
            "gridlore life run gun.rle --gens 2^20 --out end.mc",
        ],
    ),
    (
        "life show",
        &[
            "gridlore life show glider",
            "gridlore life show gosper-glider-gun --gens 60 --window -10 -10 60 30",
        ],
    ),
    ("life play", &["gridlore life play gosper-glider-gun"]),
    (
        "life convert",
        &["gridlore life convert gun.rle --to mc", "gridlore life convert xq4_153 --out glider.svg"],
    ),
    ("life identify", &["gridlore life identify ship.rle", "gridlore life identify r-pentomino"]),
    ("life rules", &["gridlore life rules"]),
    (
        "prolog",
        &[
            "gridlore prolog puzzle.pl",
            "gridlore prolog puzzle.pl -g main",
            "gridlore prolog --puzzle queens -g 'queens(8, Qs), label(Qs), print(Qs), nl'",
        ],
    ),
    ("show", &["gridlore show sudoku:easy#7", "gridlore show --format svg connect-four:4453"]),
    ("play", &["gridlore play sudoku:hard", "gridlore play 'sudoku:easy#7'"]),
    ("serve", &["gridlore serve", "gridlore serve --listen 127.0.0.1:0 --data ./site"]),
    ("blog new", &["gridlore blog new notes --title 'Notes on puzzles' --data ./site"]),
    ("blog list", &["gridlore blog list --data ./site"]),
    ("blog post", &["gridlore blog post notes my-first.md --data ./site"]),
    (
        "blog import",
        &[
            "gridlore blog import notes posts --data ./site",
            "gridlore blog import notes posts --dry-run --data ./site",
        ],
    ),
    ("blog redirects", &["gridlore blog redirects --data ./site"]),
    ("blog backup", &["gridlore blog backup site.backup --data ./site"]),
    ("blog restore", &["gridlore blog restore site.backup --data ./other"]),
    ("blog export", &["gridlore blog export markdown --blog notes --data ./site"]),
    ("export", &["gridlore export public --address https://puzzles.example --data ./site"]),
    ("backup", &["gridlore backup all.backup --data ./site"]),
    ("restore", &["gridlore restore all.backup --data ./copy"]),
    ("people list", &["gridlore people list --data ./site"]),
    ("people reset", &["gridlore people reset ada --address https://puzzles.example --data ./site"]),
    ("people close", &["gridlore people close ada --data ./site"]),
    ("people test-mail", &["gridlore people test-mail ann@example.org --config site.toml"]),
    (
        "logs report",
        &["gridlore logs report access.log", "gridlore logs report --html report.html 'logs/*.gz'"],
    ),
    ("logs days", &["gridlore logs days access.log", "gridlore logs days --svg access.log > days.svg"]),
    ("logs hours", &["gridlore logs hours access.log"]),
    (
        "logs pages",
        &["gridlore logs pages --top 10 access.log", "gridlore logs pages --status 404 access.log"],
    ),
    ("logs referrers", &["gridlore logs referrers --own example.org access.log"]),
    ("logs pairs", &["gridlore logs pairs access.log"]),
    ("logs statuses", &["gridlore logs statuses access.log"]),
    ("logs methods", &["gridlore logs methods access.log"]),
    ("logs addresses", &["gridlore logs addresses --top 5 access.log"]),
    ("logs agents", &["gridlore logs agents --programs only access.log"]),
    ("logs months", &["gridlore logs months access.log"]),
    ("logs missing", &["gridlore logs missing access.log"]),
    ("logs browsers", &["gridlore logs browsers --versions access.log"]),
    ("logs systems", &["gridlore logs systems access.log"]),
    ("logs crawlers", &["gridlore logs crawlers access.log", "gridlore logs crawlers --ai access.log"]),
    ("logs virtual-hosts", &["gridlore logs virtual-hosts access.log"]),
    ("logs times", &["gridlore logs times access.log"]),
    ("logs last", &["gridlore logs last access.log"]),
    ("logs countries", &["gridlore logs countries --geo country.mmdb access.log"]),
    ("logs networks", &["gridlore logs networks --geo asn.mmdb access.log"]),
    ("logs graph", &["gridlore logs graph --svg access.log > graph.svg"]),
    ("logs compare", &["gridlore logs compare --first 2026-03-01 --second 2026-03-09 access.log"]),
    ("logs bad", &["gridlore logs bad access.log"]),
    ("logs count", &["gridlore logs count access.log > part1.json"]),
    ("logs merge", &["gridlore logs count access.log > part1.json", "gridlore logs merge part1.json"]),
    ("logs bots", &["gridlore logs bots > bots.txt"]),
    #[cfg(feature = "parquet")]
    ("logs parquet", &["gridlore logs parquet --out hits.parquet access.log"]),
];
