//! Properties that must hold for any input. Each function panics if its property does not hold.
//!
//! `tests/properties.rs` runs them under proptest for a few seconds. `fuzz_targets/` runs the same
//! functions under cargo-fuzz indefinitely:
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none text`.

pub mod blocks;
pub mod formats;
pub mod hostile;
pub mod imports;

use gridlore::Exhibit;
use gridlore::cover::tiling::Tiling;
use gridlore::prolog::colour::pieces;
use gridlore::prolog::lexer::{Kind, Lexer, Token, unquoted};
use gridlore::prolog::{Allowance, Listing, Program, Step};
use gridlore::{Action, Budget, GameId, Midend, Pen};
use gridlore_accesslog::{Format, Part, Report, Tally, dot, graph, page, standalone_svg};
use gridlore_blog::{Post, Target, render};
use gridlore_exact_cover::{Engine as CoverEngine, Limits, packing, parse, parse_within, to_knuth};
use gridlore_flipper::{Bits, Outcome, Solver, Toggle, Vector, check};
use gridlore_life::{Cells, Hash, Oracle, Pattern, Rule, Tiles, write};
use gridlore_sudoku::check::is_solution;
use gridlore_sudoku::{
    self as sudoku, Board, Cell, Engine, Symmetry, canonical, counts_up_to, fastest_outcome, outcomes,
    reference,
};
use gridlore_sudoku_geometry::{self as geometry, Geometry, Grid, Symbols};
use std::sync::LazyLock;

/// Checks that an exact cover read from any text is unchanged after being written in Knuth's format
/// and read back, and that all engines that finish count the same number of solutions.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_cover_round_trips(text: &str) {
    // Writing the largest accepted file takes seconds.
    let limits = Limits { items: 20_000, options: 20_000, entries: 100_000 };
    let Ok(read) = parse_within(text, limits) else { return };
    let written = to_knuth(&read.problem);
    let again = parse(&written).expect("a written problem can be read");
    assert!(again.ignored.is_empty(), "{written}");
    assert_eq!(to_knuth(&again.problem), written);
    // The budget limits only the nodes of the search; setting up a large problem takes a long time.
    if again.problem.entries() + again.problem.items() > 20_000 {
        return;
    }
    let count = |engine| {
        let mut solutions = again.problem.solutions_by(engine);
        let mut count = 0;
        while solutions.advance(&mut Budget::nodes(3_000)).ok()? {
            let options: Vec<usize> = solutions.choices().iter().map(|choice| choice.option).collect();
            assert!(again.problem.is_solution(&options), "{engine:?}: {options:?} of {written}");
            count += 1;
            if count == 3_000 {
                return None;
            }
        }
        Some(count)
    };
    let engines = [CoverEngine::Auto, CoverEngine::Cells, CoverEngine::Masks, CoverEngine::Several];
    let counts: Vec<i32> = engines.into_iter().filter_map(count).collect();
    assert!(counts.windows(2).all(|pair| pair[0] == pair[1]), "{counts:?} solutions of {written}");
    let Some(count) = counts.first().map(ToString::to_string) else { return };
    let budget = || Budget::nodes(100_000);
    if let Ok(counted) = again.problem.count(&mut budget()) {
        assert_eq!(counted.to_string(), count, "{written}");
    }
    if let Ok(diagram) = again.problem.diagram(&mut budget()) {
        assert_eq!(diagram.count().expect("a small number").to_string(), count, "{written}");
    }
    if let Ok(counted) = again.problem.reduced().problem.count(&mut budget()) {
        assert_eq!(counted.to_string(), count, "reduced, {written}");
    }
}

/// Checks that pieces read from any text, if they fit on their board, lie on it without overlap and
/// can be drawn.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_pieces_do_not_overlap(text: &str) {
    let Ok(packing) = packing::parse(text) else { return };
    if packing.check().is_err() || packing.board.len() > 60 {
        return;
    }
    let problem = packing.problem();
    let mut solutions = problem.solutions();
    let board: Vec<(i32, i32)> = packing.board.iter().map(|cell| (cell[1], cell[2])).collect();
    for _ in 0..20 {
        let Ok(Some(options)) = solutions.next_solution(&mut Budget::nodes(20_000)) else { return };
        let placed = packing.placed(&problem, &options);
        let mut cells: Vec<usize> = placed.iter().flat_map(|piece| piece.1.iter().copied()).collect();
        let mut sizes: Vec<usize> = placed.iter().map(|piece| piece.1.len()).collect();
        let mut expected_sizes: Vec<usize> = packing.pieces.iter().map(|piece| piece.cells.len()).collect();
        sizes.sort_unstable();
        expected_sizes.sort_unstable();
        assert_eq!(sizes, expected_sizes, "{text}");
        let all = cells.len();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!((cells.len(), cells.last().is_none_or(|last| *last < board.len())), (all, true), "{text}");
        let tiling = Tiling::new(&board, &placed);
        let letters = tiling.letter_rows();
        assert_eq!(
            letters.chars().filter(|letter| letter.is_alphanumeric() || *letter == '?').count(),
            all,
            "{letters}"
        );
    }
}

/// Checks that any program and query run within their limits and without a panic, that the printed
/// query reads back the same, and that the machine can answer another query afterwards.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_prolog_runs_within_its_limits(program: &str, query: &str) {
    thread_local! {
        // Sharing one library saves time, and also tests the lasting effects of earlier programs.
        static MACHINE: std::cell::RefCell<(u32, Program)> = std::cell::RefCell::new((0, small_program()));
    }
    MACHINE.with_borrow_mut(|(count, machine)| {
        *count += 1;
        if *count > 40 {
            (*count, *machine) = (0, small_program());
        }
        machine.grant(20_000);
        machine.consult("any", program);
        machine.take_output();
        machine.take_errors();
        machine.grant(20_000);
        if machine.begin_query(query).is_err() {
            return;
        }
        let written = machine.query_text().to_owned();
        for _ in 0..8 {
            match machine.step(10_000) {
                Step::Answer(answer) if answer.is_last => break,
                Step::Answer(_) | Step::Paused => {}
                Step::No | Step::Error(_) | Step::Halted(_) => break,
            }
        }
        machine.take_output();
        machine.take_errors();
        // The printed query must read back the same, unless the program defined operators.
        if !query.contains("op")
            && !program.contains("op")
            && !written.contains("Inf")
            && !written.contains("NaN")
        {
            machine.grant(20_000);
            if let Err(error) = machine.begin_query(&written) {
                panic!("{written:?}, printed for {query:?}: {error}");
            }
            assert_eq!(machine.query_text(), written, "for {query:?}");
        }
        machine.end_query();
        machine.grant(1000);
        assert!(
            matches!(machine.begin_query("X = 1").map(|()| machine.step(1000)), Ok(Step::Answer(_))),
            "{query:?}"
        );
        machine.end_query();
    });
}

/// Runs [`any_prolog_tokens_cover_the_text`] on the text, and
/// [`any_prolog_runs_within_its_limits`] on the parts before and after its first `?-`.
///
/// # Panics
/// Panics if either property does not hold.
pub fn any_prolog_is_bounded(text: &str) {
    any_prolog_tokens_cover_the_text(text);
    let (program, query) = text.split_once("?-").unwrap_or(("", text));
    any_prolog_runs_within_its_limits(program, query);
}

/// Predicates with their arities.
const PREDICATES: &str = "append/3 append/2 length/2 arg/3 functor/3 copy_term/2 copy_term/3 msort/2 sort/2 sort/4 predsort/3 keysort/2 nth0/3 nth1/3 \
    between/3 atom_codes/2 atom_chars/2 atom_length/2 sub_atom/5 atom_concat/3 atomic_list_concat/2 atomic_list_concat/3 number_codes/2 \
    term_to_atom/2 assertz/1 asserta/1 retract/1 retractall/1 clause/2 abolish/1 findall/3 findall/4 bagof/3 setof/3 maplist/2 maplist/3 \
    foldl/4 format/2 format/3 write/1 print/1 writeq/1 write_canonical/1 write_term/2 call/1 call/2 call/3 throw/1 freeze/2 dif/2 when/2 \
    put_attr/3 get_attr/3 del_attr/2 frozen/2 numbervars/3 setarg/3 nb_setarg/3 nb_setval/2 b_setval/2 nb_getval/2 split_string/4 char_code/2 \
    atom_number/2 number_string/2 upcase_atom/2 string_concat/3 sub_string/5 phrase/2 phrase/3 forall/2 aggregate_all/3 select/3 permutation/2 \
    list_to_assoc/2 put_assoc/4 get_assoc/3 unifiable/3 term_variables/2 is/2 =../2 succ/2 plus/3 tab/1 portray_clause/1 expand_term/2 \
    setup_call_cleanup/3 call_with_inference_limit/3 in/2 ins/2 sum/3 scalar_product/4 all_distinct/1 all_different/1 element/3 tuples_in/2 \
    global_cardinality/2 circuit/1 lex_chain/1 chain/2 labeling/2 label/1 indomain/1 fd_dom/2 fd_size/2 fd_degree/2 transpose/2 automaton/3 \
    cumulative/2 disjoint2/1 zcompare/3 #=/2 #\\\\=/2 #>/2 #=</2 #<==>/2 #==>/2 #\\\\//2 #/\\\\/2 #\\\\/2 #\\\\/1 =/2 \\\\=/2 ==/2 @</2 </2 =:=/2 ;/2 ->/2 *->/2 \\\\+/1 \
    catch/3 once/1 ignore/1 >>/3 dynamic/1 current_op/3 listing/1 with_output_to/2 string_code/3 char_type/2 last/2 sum_list/2 max_list/2 \
    numlist/3 exclude/3 partition/4 nb_getval/2 duplicate_term/2 subsumes_term/2 term_string/2 sformat/3 ground/1 cyclic_term/1 p/1 q/2 \
    delete/3 subtract/3 flatten/2 list_to_set/2 pairs_keys_values/3 limit/2 call_nth/2 tab/2 nl/1 read_term/2 halt/1 op/3 $collect/0";

const ARGUMENTS: &[&str] = &[
    "X",
    "Y",
    "Z",
    "_",
    "X",
    "Y",
    "a",
    "1",
    "-1",
    "0",
    "[]",
    "[X, Y]",
    "\"s t\"",
    "f(X, Y)",
    "'A b'",
    "2.5",
    "1..3",
    "X + Y",
    "X * Y - 2",
    "Y // X",
    "100000000000000000000",
    "[1, 2|Z]",
    "(a :- b, X)",
    "inf",
    "member(X, [1, 2, 3])",
    "[ff, down]",
    "X #> 1",
    "[[X, Y], [1, Z]]",
    "[1-X, 2-Y]",
    "#<",
    "count",
    "'~w ~a~t~20|~n'",
    "[A]>>(A = 1)",
    "p(X)",
    "q(X, Y)",
    "3",
    "p",
    "0..5 \\/ 7",
    "[X, Y, Z]",
    "X-Y",
    "(p(X), !)",
    "(X = 1 ; Y = 2)",
    "{X}",
    "@>=",
    "user_error",
    "string(X)",
    "X^p(X)",
    "max(X)",
    "[max(X)]",
    "[task(X, 1, Y, 1, _)]",
    "p/1",
    "f(f(f(X)))",
    "[a, b, c]",
    "[3, 1, 2]",
    "5",
    "abs(X)",
    "X mod 3",
    "Y #= 2",
];

/// Returns a query whose goals and arguments are chosen by `bytes`, each goal within a `catch/3`.
#[must_use]
pub fn goals(bytes: &[u8]) -> String {
    let predicates: Vec<(&str, usize)> = PREDICATES
        .split_whitespace()
        .filter_map(|indicator| indicator.rsplit_once('/'))
        .filter_map(|(name, arity)| arity.parse().ok().map(|arity| (name, arity)))
        .collect();
    let mut bytes = bytes.iter().map(|&byte| usize::from(byte));
    let mut query = String::new();
    while let Some(byte) = bytes.next() {
        let (name, arity) = predicates[(byte + 256 * (bytes.next().unwrap_or(0) % 2)) % predicates.len()];
        let arguments: Vec<&str> =
            (0..arity).map(|_| ARGUMENTS[bytes.next().unwrap_or(0) % ARGUMENTS.len()]).collect();
        let goal =
            if arity == 0 { format!("'{name}'") } else { format!("'{name}'({})", arguments.join(", ")) };
        query += &format!("catch({goal}, _, true), ");
    }
    query + "true"
}

fn small_program() -> Program {
    Program::new(Allowance { inferences: u64::MAX, memory: 16 << 20 })
}

/// Checks that the tokens of any text cover it up to whitespace, that quoted tokens can be unquoted
/// or contain an error, and that a program with its queries survives a round trip.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_prolog_tokens_cover_the_text(text: &str) {
    let (mut at, mut lexer) = (0, Lexer::new(text));
    while let Some(read) = lexer.next() {
        let (start, end) = match read {
            Ok(Token { kind, start, end }) => {
                assert!(end > start, "a token of {text:?}");
                let token = &text[start..end];
                if matches!(kind, Kind::Quoted | Kind::Text | Kind::Codes)
                    && let Err(error) = unquoted(token, start)
                {
                    assert!(
                        (start..end).contains(&error.at) && text.is_char_boundary(error.at),
                        "{error:?} of {text:?}"
                    );
                }
                (start, end)
            }
            Err(error) => {
                assert!(text.is_char_boundary(error.at) && error.at < lexer.at(), "{error:?} of {text:?}");
                (error.at, lexer.at())
            }
        };
        assert!(text[at..start].chars().all(char::is_whitespace), "before {start} of {text:?}");
        at = end;
    }
    assert!(text[at..].chars().all(char::is_whitespace), "the end of {text:?}");
    let coloured: usize = pieces(text).into_iter().map(|(_, length)| length).sum();
    assert_eq!(coloured, text.len(), "{text:?}");
    // A program and its queries must be unchanged after being written on one line and read back.
    let listing = Listing::from_text(text);
    let line = listing.description();
    assert!(!line.contains([' ', ';', '\n', '#']) && line.is_ascii(), "{line:?}");
    match Listing::parse("", &line) {
        Ok(again) => assert_eq!(again, listing, "{text:?}"),
        // A single word would be read as the name of a program.
        Err(_) => assert!(line.bytes().all(|byte| byte.is_ascii_lowercase()), "{line:?}"),
    }
}

/// Checks that every line of a log is counted exactly once, that a log counted in two parts has the
/// same counts, and that the report contains no script.
///
/// # Panics
/// Panics if the property does not hold.
pub fn every_line_is_counted_once(bytes: &[u8]) {
    let (first, rest) =
        bytes.split_at(bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| at + 1));
    // The first line may be a format; it is also counted as a line of the log.
    let format = Format::parse(String::from_utf8_lossy(first).trim_end()).ok().map(std::sync::Arc::new);
    let tally = || {
        let tally = Tally::new(std::sync::Arc::default(), 3);
        match &format {
            Some(format) => tally.with_format(std::sync::Arc::clone(format)),
            None => tally,
        }
    };
    let counted = |bytes: &[u8]| {
        let mut tally = tally();
        tally.add_lines(bytes);
        tally
    };
    let whole = counted(bytes);
    let report = Report::new(&whole, usize::MAX);
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').count() as u64;
    assert_eq!(report.lines, lines);
    assert_eq!(report.lines, report.ok + report.common + report.malformed());
    assert_eq!(report.ok + report.common, report.days.values().map(|day| day.hits).sum::<u64>());
    let mut parts = counted(first);
    parts.merge(counted(rest));
    assert_eq!(Report::new(&parts, usize::MAX), report);
    assert_eq!(parts.bad(), whole.bad());
    let mut part = Part::new(std::sync::Arc::default());
    whole.pieces(|piece| part.add(piece)).expect("a tally can be split into pieces");
    assert_eq!(Report::new(&part.tally().expect("the pieces are complete"), usize::MAX), report);
    let mut limited = tally();
    limited.limit(2);
    limited.add_lines(bytes);
    let brief = Report::new(&limited, 1);
    assert_eq!((&brief.days, brief.lines, brief.views), (&report.days, report.lines, report.views));
    assert_eq!((brief.hours, &brief.statuses, brief.bytes), (report.hours, &report.statuses, report.bytes));
    assert!(brief.pages.iter().all(|page| report.pages.iter().any(|whole| whole.views >= page.views)));
    let html = page("log", &report, 20);
    assert!(!html.contains("<script") && !html.contains("javascript:\"") && html.ends_with("</html>\n"));
    let _ = (dot(&report, 20), standalone_svg(&graph(&report, 20)));
}

/// Checks that the parsers accept or refuse any text without a panic, and that all accepted input
/// can be written and read back.
///
/// # Panics
/// Panics if the property does not hold.
pub fn parse_never_panics(bytes: &[u8]) {
    if let Ok(board) = Board::parse_bytes(bytes) {
        assert_eq!(Board::parse(&board.to_line()), Ok(board));
        assert_eq!(Board::parse(&board.to_grid()), Ok(board));
    }
    let text = String::from_utf8_lossy(bytes);
    if let Ok(id) = text.parse::<GameId>() {
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    if let Ok(game) = Midend::restore(&text) {
        restored_game_saves_itself(&game);
    }
    if let Ok(post) = Post::from_file("slug", &text) {
        assert_eq!(
            Post::from_file("slug", &post.to_file()).as_ref(),
            Ok(&post),
            "a post written to a file can be read back"
        );
    }
    if let Ok(puzzle) = Toggle::parse(&text) {
        any_toggle_board_is_decided(&puzzle);
    }
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    if let Ok(geometry) = Geometry::parse(first) {
        any_board_is_sound(&geometry, rest);
    }
    for html in
        [render(&text, Target::Page).html, render(&text, Target::Feed).html, gridlore_blog::comment(&text)]
    {
        runs_nothing(&html);
    }
    if let Some(now) = gridlore_blog::read_time("2026-11-20") {
        let _ = Post::from_foreign("posts/2026-01-02-name.md", &text, now);
    }
    assert_eq!(gridlore_blog::with_addresses(&text, |address| Some(address.to_owned())), text);
    let _ =
        (gridlore_blog::words(&text), gridlore_blog::count_links(&text), gridlore_blog::slug_fault(&text));
    let slug = gridlore_blog::slug_of(&text);
    assert!(slug.is_empty() || gridlore_blog::slug_fault(&slug).is_none(), "{slug}");
}

/// Checks that a pattern read from any text has the same cells, rule and id after being written in
/// any format that can express it and read back, and that all engines agree on its future.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_pattern_round_trips(text: &str) {
    if let Ok(shown) = gridlore::show(&format!("life:{text}")) {
        assert_eq!(gridlore::show(&shown.id()).map(|again| again.id()), Ok(shown.id()));
    }
    // Blocks of a post may take 4 MiB, the user's files on the command line 128 MiB.
    let Ok(pattern) = gridlore_life::parse_within(text, 32 << 20) else { return };
    let Ok(rule) = pattern.rule() else { return };
    assert_eq!(Rule::parse(&rule.to_string()), Ok(rule.clone()), "a printed rule can be read back");
    let Ok(mut grid) = pattern.grid(100_000) else { return };
    grid.tidy();
    if grid.bounds().is_some_and(|bounds| bounds.width().max(bounds.height()) > 3000)
        || u16::from(grid.highest_state()) >= rule.states
        || grid.population() > 100_000
    {
        return;
    }
    let whole = Pattern { cells: Cells::Grid(grid.clone()), ..pattern };
    for (format, ending) in gridlore_life::Format::ALL {
        let Ok(file) = write(&whole, format) else { continue };
        let again = gridlore_life::parse(&file).expect(ending);
        let mut cells = again.grid(200_000).expect(ending);
        cells.tidy();
        // These formats do not record the position.
        if matches!(format, gridlore_life::Format::Plaintext | gridlore_life::Format::Mcell) {
            assert_eq!(cells.population(), grid.population());
        } else {
            assert_eq!(cells, grid, "{ending}: {file}");
        }
    }
    if grid.population() > 300 || rule.range() > 8 {
        return;
    }
    let (mut plain, mut tiles) = (Oracle::new(&rule, &grid), Tiles::new(&rule, &grid));
    let mut squares = Hash::new(&rule, &whole.cells, 16 << 20).ok();
    for _ in 0..3 {
        plain.step();
        tiles.step();
        assert_eq!(tiles.population(), plain.population());
        if let Some(squares) = &mut squares {
            squares.run(1).expect("three generations of few cells are within the memory limit");
            assert_eq!(squares.population(), u128::from(plain.population()));
        }
    }
}

/// Checks that an accepted geometry and its boards can be printed and read back, and that on small
/// boards the solver's answers satisfy the rules.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_board_is_sound(geometry: &Geometry, text: &str) {
    assert_eq!(Geometry::parse(&geometry.to_string()).as_ref(), Ok(geometry));
    let (first, rest) = text.split_once('\n').unwrap_or(("", text));
    let (symbols, text) = match Symbols::parse(first, geometry.side()) {
        Ok(symbols) => (symbols, rest),
        Err(_) => match Symbols::guess(text, geometry.side()) {
            Some(guess) => (guess.symbols, text),
            None => (Symbols::usual(geometry.side()), text),
        },
    };
    assert_eq!(Symbols::parse(&symbols.to_string(), geometry.side()).as_ref(), Ok(&symbols));
    let grid = Grid::parse(text, geometry, &symbols).unwrap_or_else(|_| Grid::empty(geometry));
    assert_eq!(Grid::parse(&grid.to_line(&symbols), geometry, &symbols).as_ref(), Ok(&grid));
    assert_eq!(Grid::parse(&grid.to_text(geometry, &symbols), geometry, &symbols).as_ref(), Ok(&grid));
    if geometry.side() > 9 {
        return;
    }
    let solution_is_sound = |solution: &Grid| geometry::check::is_solution(geometry, solution, &grid);
    match geometry::Solver::new(geometry).outcome(&grid, &mut Budget::nodes(2_000)) {
        Ok(sudoku::Outcome::None) => {
            let contradiction = geometry::check::contradiction(geometry, &grid);
            assert!(!contradiction.in_words(geometry, &symbols).is_empty());
        }
        Ok(sudoku::Outcome::Unique(one)) => assert!(solution_is_sound(&one), "{geometry}"),
        Ok(sudoku::Outcome::Several((one, other))) => {
            assert!(one != other && solution_is_sound(&one) && solution_is_sound(&other), "{geometry}");
        }
        Err(_) => {}
    }
}

/// Checks that boards of accepted toggle puzzles are solved correctly or proved unsolvable.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_toggle_board_is_decided(puzzle: &Toggle) {
    // Elimination on the largest puzzles takes too long for a fuzzer.
    if puzzle.squares() > 64 || puzzle.moves() > 64 {
        return;
    }
    let solver = Solver::new(puzzle);
    for board in [Vector::zeros(puzzle.squares()), Vector::with_ones(puzzle.squares(), 0..puzzle.squares())] {
        assert_eq!(puzzle.board(&puzzle.board_in_rows(&board)), Ok(board.clone()));
        match solver.outcome(&board) {
            Outcome::Solvable(solutions) => assert!(check::is_solution(puzzle, &board, solutions.base())),
            Outcome::Unsolvable(squares) => assert!(check::is_certificate(puzzle, &board, &squares)),
        }
    }
}

/// Checks that a restored game can be shown, saved and shared, and restored without changes.
///
/// # Panics
/// Panics if the property does not hold.
pub fn restored_game_saves_itself(game: &Midend) {
    let again = Midend::restore(&game.save()).expect("a saved game can be read back");
    assert_eq!((again.save(), again.view()), (game.save(), game.view()));
    let shared = Midend::restore(&game.share()).expect("a shared game can be read back");
    assert_eq!(shared.view(), game.view());
    assert!(game.puzzle().position(game.position().as_str()).is_ok());
}

/// Ids without seeds: sudokus of several kinds, and all presets of every other kind in which
/// symbols are entered.
static SYMBOL_BOARDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let sudokus = ["easy", "2x2", "2x3-hard", "3x2-easy", "3x4"].map(|params| format!("sudoku:{params}"));
    let others = gridlore::kinds().iter().filter(|kind| kind.name != "sudoku");
    let ids =
        others.flat_map(|kind| kind.presets.iter().map(|preset| format!("{}:{}", kind.name, preset.params)));
    let has_symbols = |id: &String| {
        let opened = gridlore::open(&format!("{id}#1"));
        opened.is_ok_and(|puzzle| !puzzle.view(&puzzle.start()).symbols.is_empty())
    };
    sudokus.into_iter().chain(ids.filter(has_symbols)).collect()
});

/// Checks that whichever keys a player presses, the givens do not change, hints are sound, the game
/// can be saved and restored, and undoing all moves leads back to the start.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_play_can_be_undone(bytes: &[u8]) {
    let Some((&seed, keys)) = bytes.split_first() else { return };
    let boards = &*SYMBOL_BOARDS;
    let puzzle = gridlore::open(&format!("{}#{}", boards[usize::from(seed) % boards.len()], seed % 4));
    let puzzle = puzzle.expect("a valid id");
    let mut game = Midend::new(puzzle);
    let start = game.view();
    for key in keys.chunks_exact(3).take(60) {
        let cell = usize::from(key[1]) % (start.cells.len() + 1);
        let cells = if key[0] & 64 == 0 { vec![cell] } else { vec![cell, usize::from(key[2]) % 16] };
        // Usually a symbol of the board, sometimes another character.
        let symbols = &start.symbols;
        let symbol = symbols.get(usize::from(key[2]) % (symbols.len() + 2));
        let symbol = symbol.map_or_else(|| char::from(b'0' + key[2] % 11), |known| known.symbol);
        let pen = [Pen::Centre, Pen::Corner, Pen::Colour][usize::from(key[0] / 9) % 3];
        match key[0] % 9 {
            0..=2 => drop(game.act(Action::Enter { cells, symbol })),
            3..=4 => drop(game.act(Action::Mark { cells, pen, symbol })),
            5 => drop(game.act(Action::Clear { cells })),
            6 => drop(game.undo()),
            7 => drop(game.redo()),
            _ => hint_is_sound(&mut game),
        }
        let view = game.view();
        for (now, then) in view.cells.iter().zip(&start.cells).filter(|(_, then)| then.given) {
            assert_eq!((now.symbol, now.given), (then.symbol, true));
        }
    }
    restored_game_saves_itself(&game);
    while game.undo() {}
    assert_eq!(game.view(), start);
}

/// Checks that whichever moves of a toggle puzzle are pressed, undo leads back to the start, the
/// game can be saved and restored, the goal stays reachable, and the hints lead to it in the number
/// of presses that the first hint gives.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_presses_can_be_undone(bytes: &[u8]) {
    let Some((&[columns, rows, colours, moves], keys)) = bytes.split_first_chunk() else { return };
    let (columns, rows) = (usize::from(columns) % 4 + 1, usize::from(rows) % 3 + 1);
    let (colours, moves) = (colours % 5 + 2, usize::from(moves) % 6 + 1);
    let squares = columns * rows;
    let moves_bits = (0..moves).map(|press| {
        let bits = (0..squares).filter(|square| {
            keys.get((press * squares + square) / 8).is_some_and(|byte| byte >> (square % 8) & 1 == 1)
        });
        Bits::with_ones(squares, bits)
    });
    let puzzle = Toggle::on_grid(columns, rows, colours, moves_bits.collect());
    let board = Vector::zeros(squares);
    let id = format!("flipper:{}:{board}", puzzle.to_name());
    let mut game = Midend::new(gridlore::open(&id).expect("a valid id"));
    assert_eq!(game.id(), id);
    let start = game.view();
    for &key in keys.iter().rev().take(20) {
        match key % 16 {
            14 => drop(game.undo()),
            15 => drop(game.redo()),
            press => drop(game.act(Action::Press { press: usize::from(press) })),
        }
    }
    restored_game_saves_itself(&game);
    let mut left = None;
    while let Some(action) = game.hint().expect("small enough").action {
        let title = game.hint().expect("small enough").title;
        let count: usize = title
            .split(' ')
            .next()
            .and_then(|word| word.parse().ok())
            .expect("the title begins with a count");
        assert!(left.is_none_or(|left| count + 1 == left), "{title} after {left:?}");
        left = Some(count);
        game.act(action).expect("a hint's step is possible");
    }
    assert!(game.view().solved, "the goal is reachable");
    while game.undo() {}
    assert_eq!(game.view(), start);
}

/// Checks that whichever columns are played on any board, discs stay where they fell, the game ends
/// by the rules, and it can be saved and restored.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_columns_make_a_game(bytes: &[u8]) {
    let Some((&[width, height, run], keys)) = bytes.split_first_chunk() else { return };
    let (width, height, run) = (width % 12 + 1, height % 8 + 2, run % 5 + 2);
    let id = format!("connect-four:{width}x{height}x{run}:");
    let mut game = Midend::new(gridlore::open(&id).expect("a valid id"));
    for &key in keys.iter().take(100) {
        let before = game.view();
        match key % 32 {
            30 => drop(game.undo()),
            31 => drop(game.redo()),
            press => {
                let is_done = game.act(Action::Press { press: usize::from(press) }).is_ok();
                let after = game.view();
                let falls = before.presses.get(usize::from(press)).and_then(|press| press.turns.first());
                assert_eq!(is_done, falls.is_some(), "a move is possible exactly where the view lists one");
                for (cell, (old, new)) in before.cells.iter().zip(&after.cells).enumerate() {
                    assert_eq!(old.symbol != new.symbol, is_done && falls == Some(&cell));
                }
            }
        }
        let view = game.view();
        let stones = |side| view.cells.iter().filter(|cell| cell.symbol == Some(side)).count();
        assert!(stones('X') == stones('O') || stones('X') == stones('O') + 1);
        let has_row = view.cells.iter().any(|cell| cell.highlight);
        assert_eq!(view.solved, has_row || view.blank == 0);
    }
    restored_game_saves_itself(&game);
}

/// Checks that a hint, if it is a step, is possible, breaks no rule and agrees with the solution.
fn hint_is_sound(game: &mut Midend) {
    let hint = game.hint().expect("an easy puzzle is within the budget");
    let mistakes = game.check().expect("within the budget").wrong;
    if let Some(action) = hint.action {
        assert!(mistakes.is_empty(), "a step is suggested on a board with mistakes");
        game.act(action).expect("the step of a hint is possible");
        assert!(game.view().clashes.is_empty());
        assert!(game.check().expect("within the budget").wrong.is_empty());
    }
}

/// The grid from which the puzzles are taken: the canonical form of the grids with the most
/// automorphisms.
const GRID: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// Checks that all engines agree on sub-puzzles of a grid, some with a digit moved, alone and in
/// batches; that every returned solution is valid; and that symmetries keep the canonical form.
///
/// # Panics
/// Panics if the property does not hold.
pub fn sudoku_engines_agree(bytes: &[u8]) {
    let grid = Board::parse(GRID).expect("81 digits");
    let mut boards = Vec::new();
    for (number, bytes) in (0..).zip(bytes.chunks_exact(13)) {
        // Two bytes choose a symmetry of the grid, ten the cells to keep, and one a digit to move.
        let mut board = Symmetry::from_seed(u64::from(bytes[0]), u64::from(bytes[1])).apply(&grid);
        for cell in
            Cell::all().take(80).filter(|cell| bytes[2 + cell.index() / 8] >> (cell.index() % 8) & 1 == 0)
        {
            board.set(cell, None);
        }
        let from = Cell::new(usize::from(bytes[12]) % 81).and_then(|cell| board.digit(cell));
        if let Some(to) = Cell::new(usize::from(bytes[12]) * 5 % 83) {
            board.set(to, from);
        }
        let symmetry = Symmetry::from_seed(u64::from(bytes[1]), number);
        let form = canonical(&board).map(|form| {
            assert_eq!(form.symmetry.apply(&board), form.board, "{board}");
            form.board
        });
        assert_eq!(canonical(&symmetry.apply(&board)).map(|form| form.board), form, "{board}");
        boards.push(board);
    }
    let expected: Vec<sudoku::Outcome<Board, ()>> = boards
        .iter()
        .map(|board| match reference::outcome(board, &mut Budget::unlimited()) {
            Ok(sudoku::Outcome::Unique(solution)) => {
                assert!(is_solution(&solution, board), "{board}");
                sudoku::Outcome::Unique(solution)
            }
            Ok(sudoku::Outcome::Several((one, other))) => {
                assert!(one != other && is_solution(&one, board) && is_solution(&other, board), "{board}");
                sudoku::Outcome::Several(())
            }
            _ => sudoku::Outcome::None,
        })
        .collect();
    let (usual, digits) = (Geometry::boxes(3, 3).expect("the standard board"), Symbols::usual(9));
    let mut solver = geometry::Solver::new(&usual);
    for (board, expected) in boards.iter().zip(&expected) {
        assert_eq!(fastest_outcome(board), *expected, "{board}");
        let grid = Grid::parse(&board.to_line(), &usual, &digits).expect("81 cells");
        let found = match solver.outcome(&grid, &mut Budget::unlimited()).expect("unlimited budget") {
            sudoku::Outcome::None => sudoku::Outcome::None,
            sudoku::Outcome::Unique(one) => {
                sudoku::Outcome::Unique(Board::parse(&one.to_line(&digits)).expect("81 digits"))
            }
            sudoku::Outcome::Several(..) => sudoku::Outcome::Several(()),
        };
        assert_eq!(found, *expected, "{board}, by the clause-learning search");
    }
    let counts: Vec<u64> = boards
        .iter()
        .map(|board| {
            reference::count_solutions_up_to(board, 50, &mut Budget::unlimited()).expect("unlimited budget")
        })
        .collect();
    for engine in Engine::all() {
        assert_eq!(counts_up_to(&boards, 50, engine), counts, "{engine:?}: {boards:?}");
        for (board, &count) in boards.iter().zip(&counts) {
            let (mut solutions, mut found) = (sudoku::Solutions::with_engine(engine, board), Vec::new());
            while let Some(solution) =
                solutions.next_solution(&mut Budget::unlimited()).expect("unlimited budget")
                && found.len() < 50
            {
                assert!(is_solution(&solution, board) && !found.contains(&solution), "{engine:?}: {board}");
                found.push(solution);
            }
            assert_eq!(found.len() as u64, count, "{engine:?}: {board}");
        }
    }
    // Repeat the board, so that there are more boards than a register has lanes.
    let (boards, expected) = (boards.repeat(3), [&expected[..]; 3].concat());
    for engine in Engine::all() {
        assert_eq!(outcomes(&boards, engine), expected, "{engine:?}: {boards:?}");
    }
}

/// Checks that generated HTML contains nothing that a browser would execute: every `<` opens or
/// closes a known element, and there are no event handlers or `javascript:` addresses.
fn runs_nothing(html: &str) {
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(|&letter| letter.is_alphanumeric() || letter == '-')
            .collect();
        assert!(is_harmless(&name), "<{tag}> in {html}");
        // Text inside quotation marks is from users; text outside them is generated.
        for (index, piece) in tag.split('"').enumerate() {
            let lower = piece.trim_start().to_lowercase();
            let is_bad = if index % 2 == 0 {
                lower.starts_with("on") || lower.contains(" on")
            } else {
                lower.starts_with("javascript:")
            };
            assert!(!is_bad || tag.contains("alt=") || tag.contains("title="), "<{tag}> in {html}");
        }
    }
}

fn is_harmless(name: &str) -> bool {
    const ELEMENTS: &str = " a abbr audio b blockquote br caption cite code dd del details dfn div dl dt em figcaption figure gridlore-connect-four \
        gridlore-cover gridlore-flipper gridlore-life gridlore-prolog gridlore-sudoku gridlore-variant-sudoku h1 h2 h3 h4 h5 h6 hr i img input ins kbd \
        li mark ol p pre q s samp section small source span strong sub summary sup table tbody td tfoot th thead tr u ul var video wbr \
        math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts none mpadded mphantom mtable mtr mtd menclose merror mstyle ";
    ELEMENTS.contains(&format!(" {name} "))
}
