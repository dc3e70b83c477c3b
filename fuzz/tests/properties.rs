//! Runs the properties under proptest, with a few seconds of random input.

use gridlore_fuzz::{
    any_play_can_be_undone, any_presses_can_be_undone, parse_never_panics, sudoku_engines_agree,
};
use proptest::prelude::*;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Returns the number of inputs for each property: `PROPTEST_CASES`, or 300.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        parse_never_panics(&bytes);
    }

    /// Tests nearly valid input, which reaches further into the parsers.
    #[test]
    fn nearly_a_save(place in 0..140_usize, insert in "[0-9a-z;:#!~=().\\-]{0,4}") {
        let save = format!("1;sudoku:{PUZZLE};65000;3;2=4;3~6;3~2;2-");
        let place = place.min(save.len());
        parse_never_panics(format!("{}{insert}{}", &save[..place], &save[place..]).as_bytes());
    }

    #[test]
    fn nearly_an_id(id in "[a-z-]{1,3}[:#0-9a-z]{0,7}") {
        parse_never_panics(id.as_bytes());
    }

    #[test]
    fn nearly_a_toggle_puzzle(text in "(grid [0-4] [1-4]|squares( [abc]){1,3})\n(colours [1-4]\n)?(goal [01]{2,5}\n)?(edge [a-c1-4] [a-c1-4]\n){0,2}(move [x-z]:( [a-c1-9]){0,4}\n){0,5}") {
        parse_never_panics(text.as_bytes());
    }

    #[test]
    fn nearly_a_geometry(text in "([1-4]x[1-4]|latin:[1-7]|jigsaw:(1122|1222|112112/332334|1121122344234433))( x| windoku| anti-knight| anti-king| y| cage:[0-9]{1,2}=r[1-5](-[2-5])?c[1-5](,r[1-5]c[1-4])?){0,4}\n([0-9A-D]-[1-9A-D]\n|numbers\n|WORD\n)?[.0-9A-D \n|]{0,90}") {
        parse_never_panics(text.as_bytes());
    }

    #[test]
    fn nearly_a_drawing(rows in 1..7_usize, parts in "(\\{\"center\":\\[(-?[0-4](\\.5)?),[0-4](\\.5)?\\],\"width\":(0\\.3|0\\.85|1|2),\"height\":(0\\.3|0\\.85|1),\"rounded\":(true|false),\"backgroundColor\":\"#(FFF|000|CFCFCF)\",\"borderColor\":\"#000\",\"text\":\"[0-9X<]{0,2}\"\\},){0,6}", lines in "(\\{\"color\":\"#(67F067|CFCFCF|000)\",\"thickness\":(2|10|21),\"wayPoints\":\\[(\\[-?[0-4]\\.5,[0-4]\\.5\\],){1,4}\\]\\},){0,4}", key in "lines|arrows", rules in "((Sandwich|Clones|All dots are given|Renban lines|Digits 0 to 6|Green lines are whispers|Extra regions|Odd|Latin square)\\. ){0,3}") {
        let row = format!("[{}]", vec!["{}"; rows].join(","));
        let cells = vec![row; rows].join(",");
        let list = |items: &str| items.replace(",]", "]").trim_end_matches(',').to_owned();
        let text = format!("{{\"cells\":[{cells}],\"overlays\":[{}],\"{key}\":[{}],\"metadata\":{{\"rules\":\"{rules}\"}}}}", list(&parts), list(&lines));
        gridlore_fuzz::formats::any_puzzle_survives_its_formats(&text);
    }

    /// Tests that boards with several grids and absent cells are unchanged after being written as
    /// text blocks and read back.
    #[test]
    fn nearly_a_board(rows in 2..8_usize, columns in 2..8_usize, grids in "(grids( [2-4]x[2-4])?:( r[1-4]c[1-4]){1,3}\n){0,2}", absent in "(absent:( r[1-5](-[2-5])?c[1-5]){1,2}\n)?", more in "(no boxes\n|values [01]-[3-6]\n|variables [12]\n){0,2}", signs in "[-.]{49}", rules in "(((thermometer|cage [3-9]|all different|clone|region sum line|box indexer|minimum|sandwich 3|region sum line)(: r[1-4]c[1-4]( r[1-4](-[2-5])?c[1-4]){1,2}| 1: row [1-4]))\n|anti-king\n|anti-taxicab\n|negative X\n|global entropy\n|falling diagonal\n|windoku\n|disjoint groups\n|dutch flatmates\n){0,3}", has_signs in any::<bool>()) {
        let mut text = format!("size {rows}x{columns}\n{grids}{absent}{more}");
        for row in signs.as_bytes().chunks(columns).take(if has_signs { rows } else { 0 }) {
            text.push_str(&format!("{}\n", String::from_utf8_lossy(row)));
        }
        gridlore_fuzz::formats::any_puzzle_survives_its_formats(&(text + &rules));
    }

    #[test]
    fn nearly_a_post(text in "(```sudoku\n|easy#[0-9]|[0-9.]{0,9}\n|```\n|<script>|\\[a\\]\\(javascript:|# |\\*|\\$|\\\\operatorname\\{|<b onx=>|\\}|\\[\\^a\\]:? |!\\[|\\]\\(|/uploads/0-9x9\\.png|\\)|\"|```(prolog|rust|sh|clojure)\n|'|%|\\+\\+\\+\n|title = |---\n|\n){0,16}") {
        parse_never_panics(text.as_bytes());
    }

    #[test]
    fn nearly_a_log(text in "((%h %t %s|%d %t %h|\\{\"ts\":1,|192\\.0\\.2\\.1|::1| - -| \\[0[1-9]/Mar/2026:09:00:00 \\+0000\\]| \"(GET /[a-c<\"]? HTTP/1.1)?\"| [2-5]00| [0-9-]{1,2}| \"(-|https://[a-c<]{1,2}\\.example/|<script>)\"|\n){0,9}\n?){0,6}") {
        gridlore_fuzz::every_line_is_counted_once(text.as_bytes());
    }

    #[test]
    fn any_log(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        gridlore_fuzz::every_line_is_counted_once(&bytes);
    }

    #[test]
    fn any_keys(keys in proptest::collection::vec(any::<u8>(), 1..90)) {
        any_play_can_be_undone(&keys);
    }

    #[test]
    fn nearly_a_toggle_game(params in "(|flipper|merlin|lights-out,[0-4],[1-3](,torus|,cross|,colours,[1-7]){0,2}|own,[12],1,[2-4],[0-3]{1,2}(,[01]{1,2}){0,3})", rest in ":[0-4.]{0,9}(;0;[0-3](;[0-9][+]|;![0-3]{0,9},[0-9]){0,3})?") {
        parse_never_panics(format!("1;flipper:{params}{rest}").as_bytes());
    }

    #[test]
    fn any_presses(bytes in proptest::collection::vec(any::<u8>(), 4..60)) {
        any_presses_can_be_undone(&bytes);
    }

    #[test]
    fn any_columns(bytes in proptest::collection::vec(any::<u8>(), 3..90)) {
        gridlore_fuzz::any_columns_make_a_game(&bytes);
    }

    #[test]
    fn nearly_a_game_for_two(params in "(|[1-9]x[1-9](x[2-5])?|[0-9x]{0,5}):", rest in "[1-9a-c]{0,12}(;0;[0-3](;[0-9][+]|;![1-7]{0,9}){0,3})?") {
        parse_never_panics(format!("1;connect-four:{params}{rest}").as_bytes());
    }

    #[test]
    fn nearly_a_pattern(head in "(|#N a\n|#CXRLE Pos=-?[0-9]{1,3},[0-9]( Gen=[0-9])?\n|x = [0-9], y = [0-9](, rule = (B[0-3]{0,3}/S[0-4]{0,3}(H|V|/[3-5])?|WireWorld|W110|R2,C0,M1,S2..5,B3..4,NM|B3/S23:[TPKCS]1[0-9](\\*|\\+[12])?,1[0-9]))?\n|#Life 1\\.0[56]\n|\\[M2\\]\n|!a\n|#MCell 4\\.00\n#L )", body in "(([0-9]{0,2}[bo.A-D$]){0,30}!?|([.*O]{0,9}\n){0,9}|([0-9] -?[0-9]\n){0,9}|((\\.|\\*|\\$){0,20}\n){0,4}(4( [0-4]){4}\n)?(5( [0-5]){4})?)") {
        gridlore_fuzz::any_pattern_round_trips(&format!("{head}{body}"));
    }

    #[test]
    fn any_pattern(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
        gridlore_fuzz::any_pattern_round_trips(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn nearly_a_cover(head in "([a-e]|[0-3]\\|[f-h]|[0-2]:[1-3]\\|[i-k])( ([l-p]|2\\|q|0:2\\|r)){0,4}( \\|( [x-z]){0,3})?\n", body in "(([a-r]|[x-z](:[a-c1])?|\\|[0-9])( ([a-r]|[x-z](:[a-c])?|\\|[0-9])){0,3}\n){0,12}") {
        gridlore_fuzz::any_cover_round_trips(&format!("{head}{body}"));
    }

    #[test]
    fn a_cover_of_few_items(body in "(([abcd]|[xy](:[12])?|a b|c d|a c|b d x:1|a y:2|\\|3)( (x:1|y:2|d))?\n){0,14}") {
        gridlore_fuzz::any_cover_round_trips(&format!("a 1:2|b c 0:3|d | x y\n{body}"));
    }

    #[test]
    fn nearly_prolog(text in "(foo|X|_y|'|\"|`|\\\\|\\\\x4|1\\\\|0'|0x|16'f|1\\.5|e7|Inf|:-|\\?-|#=|\\. |\\.|,|\\||\\(|\\)|\\[|\\]|%|/\\*|\\*/|é|°| |\n){0,16}") {
        gridlore_fuzz::any_prolog_tokens_cover_the_text(&text);
    }

    #[test]
    fn nearly_a_program(clauses in "((p|q|r)(\\((X|Y|a|1|f\\(X\\)|\\[X\\|Y\\]|_)(, (X|Y|b|2|g\\(Y, X\\)))?\\))?( :- ((p|q|r)(\\((X|Y|Z|a)(, (X|b|Z))?\\))?|!|X = Y|X = f\\(Y, Z\\)|\\\\\\+ X = a|X is Y \\+ 1|\\( X == a -> Y = b ; Z = c \\)|\\( p ; q \\)|X #> Y|fail)(, ((p|q)(\\(Z\\))?|!|X = Z|Y > 1|\\( Z = a, ! ; true \\)|catch\\(p, _, true\\)|X))?)?\\.( |\n)){0,8}", query in "(p|q|r)\\((X|a|1|\\[a\\])(, (Y|b|X))?\\)(, (p|q|r)(\\(X\\))?)?") {
        gridlore_fuzz::any_prolog_runs_within_its_limits(&clauses, &query);
    }

    #[test]
    fn goals_with_any_arguments(bytes in proptest::collection::vec(any::<u8>(), 4..60)) {
        let query = gridlore_fuzz::goals(&bytes);
        gridlore_fuzz::any_prolog_runs_within_its_limits("p(1). p(2). q(X, Y) :- p(X), p(Y).", &query);
    }

    #[test]
    fn tokens_in_any_order(query in "(foo|X|_|'a b'|\"s\"|1|-|2\\.5|0'a|:-|#=|\\.\\.|,|\\||\\(|\\)|\\[|\\]|\\{|\\}|\\\\\\+|dynamic|\\*|=|f\\(| ){0,14}") {
        gridlore_fuzz::any_prolog_runs_within_its_limits(&query, &query);
    }

    #[test]
    fn nearly_a_packing(board in "board ([2-4]x[2-5]|\n([#.]{3,5}\n){2,4})", pieces in "\n(pieces( (F|P|L4\\*[1-3]|I2\\*[1-4]|V3|O4|I1\\*[1-3])){1,3}|piece q( \\*2)?\n([#.]{1,3}\n){1,3})", rest in "(\n(loose|turns (none|flat|over)|piece r\n##)){0,3}") {
        gridlore_fuzz::any_pieces_do_not_overlap(&format!("{board}{pieces}{rest}"));
        // Most pieces do not fill the board, but some may fit on it with cells left empty.
        gridlore_fuzz::any_pieces_do_not_overlap(&format!("{board}{pieces}{rest}\nloose"));
    }

    #[test]
    fn any_cover(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
        gridlore_fuzz::any_cover_round_trips(&String::from_utf8_lossy(&bytes));
        gridlore_fuzz::any_pieces_do_not_overlap(&String::from_utf8_lossy(&bytes));
        gridlore_fuzz::any_prolog_tokens_cover_the_text(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_sub_puzzles(bytes in proptest::collection::vec(any::<u8>(), 13..160)) {
        sudoku_engines_agree(&bytes);
    }
}
