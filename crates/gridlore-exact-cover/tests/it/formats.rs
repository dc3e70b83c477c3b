//! The formats: parsing, the exact text of errors, and round trips.

use gridlore_exact_cover::{parse, to_knuth};

/// Returns the error message for `text`.
fn fault(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn items_and_options_of_every_kind_round_trip() {
    let text = "A a-long-name 2:3|C 4|D | X Y\nA X:red Y\nA C D X:1 |12\n";
    let read = parse(text).unwrap();
    assert_eq!(to_knuth(&read.problem), text);
    assert_eq!((read.problem.items(), read.problem.primary(), read.problem.options()), (6, 4, 2));
    assert!(read.ignored.is_empty());
    let loose =
        "| a comment\n\n  A\ta-long-name 2:3|C 4|D |X Y \n| another\nA X:red   Y\r\nX Y\nA C D |5 X:1 |7\n\n";
    let read = parse(loose).unwrap();
    assert_eq!(to_knuth(&read.problem), text);
    assert_eq!(read.ignored, [6]);
}

#[test]
fn errors_known_from_knuths_programs_keep_their_wording() {
    for (text, expected) in [
        ("", "line 1, column 1: No items: found nothing, expected a line with the item names"),
        ("| a\n\n", "line 2, column 1: No items: found nothing, expected a line with the item names"),
        (
            "a b:c d\n",
            "line 1, column 3: Illegal character in item name: found \"b:c\", expected a name without : and |",
        ),
        (
            "a | b | c\n",
            "line 1, column 7: Item name line contains | twice: found \"|\", expected at most one |",
        ),
        (
            "a b a\n",
            "line 1, column 5: Duplicate item name: found \"a\", expected a different name for each item",
        ),
        ("a 2|\n", "line 1, column 5: Empty item name: found nothing, expected a name after the bounds"),
        (
            "a x|b\n",
            "line 1, column 3: Illegal digit in bound spec: found \"x\", expected a number up to 4294967295, or two numbers separated by ':', before the |",
        ),
        (
            "0|a\n",
            "line 1, column 1: Upper bound is zero: found \"0\", expected an upper bound of at least 1",
        ),
        (
            "3:2|a\n",
            "line 1, column 1: Lower bound exceeds upper bound: found \"3:2\", expected the smaller number first",
        ),
        ("a | 2|b\n", "line 1, column 5: found \"2|b\", expected a secondary item without bounds"),
        ("a\n\nb\n", "line 3, column 1: Unknown item name: found \"b\", expected a name from the first line"),
        (
            "a b\nb a b\n",
            "line 2, column 5: Duplicate item name in this option: found \"b\", expected each item once",
        ),
        (
            "a b\na b:1\n",
            "line 2, column 3: Primary item must be uncolored: found \"b:1\", expected a secondary item",
        ),
        (
            "a | b\na b:\n",
            "line 2, column 5: Color must be a single character: found nothing, expected a character, or several without : and |",
        ),
        ("a | b\na :x\n", "line 2, column 3: Empty item name: found \":x\", expected a name before the :"),
        ("a\na |x\n", "line 2, column 3: found \"|x\", expected a cost: | and a number, below 2^64 in total"),
        (
            "a\na |18446744073709551615 |1\n",
            "line 2, column 25: found \"|1\", expected a cost: | and a number, below 2^64 in total",
        ),
    ] {
        assert_eq!(fault(text), expected, "{text:?}");
    }
}

#[test]
fn ec_files_are_read() {
    let read = parse("c partitions\np ec 3\ns 1 2\ns 3\nc more\ns 1\ns 2 3\n").unwrap();
    assert_eq!(to_knuth(&read.problem), "1 2 3\n1 2\n3\n1\n2 3\n");
    for (text, expected) in [
        ("p ec\n", "line 1, column 5: found nothing, expected the number of items"),
        ("p ec 0\n", "line 1, column 6: found \"0\", expected the number of items"),
        ("p ec 2\nt 1\n", "line 2, column 1: found \"t\", expected 's' and the item numbers of a set"),
        ("p ec 2\ns 1 3\n", "line 2, column 5: found \"3\", expected a number from 1 to 2"),
        ("p ec 2\ns 1 1\n", "line 2, column 5: found \"1\", expected each item once"),
        ("p ec 2\ns\n", "line 2, column 2: found nothing, expected at least one item"),
    ] {
        assert_eq!(fault(text), expected, "{text:?}");
    }
}

#[test]
fn matrices_are_read() {
    for text in ["0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n", "0 0 1 0 1 1 0\n1 0 0 1 0 0 1\n"] {
        let read = parse(text).unwrap();
        assert_eq!(read.problem.items(), 7, "{text}");
        assert_eq!(read.problem.options(), text.lines().count(), "{text}");
    }
    assert_eq!(parse("110\n000\n001\n").unwrap().ignored, [2]);
    assert_eq!(fault("110\n01\n"), "line 2, column 1: found 2 columns, expected 3");
    // Two different words may be item names.
    assert_eq!(parse("0 1\n0\n1\n").unwrap().problem.items(), 2);
}

/// Names that look like another format are written in such a way that they round-trip as items.
#[test]
fn names_of_other_formats_read_back() {
    for text in ["| of zeros\n0000 | x\n0000 x\n", "| of zeros\n0000\n0000\n", "| a head\np ec 3\np ec 3\n"] {
        let read = parse(text).unwrap();
        let written = to_knuth(&read.problem);
        let again = parse(&written).unwrap();
        assert_eq!(again.problem.items(), read.problem.items(), "{written}");
        assert_eq!(to_knuth(&again.problem), written);
        assert_eq!(again.ignored, [0; 0], "{written}");
    }
}

/// All kinds of white space separate words, so trimming the text never loses a name.
#[test]
fn no_name_is_white_space() {
    let read = parse("a\u{b}b \u{a0}c\n\u{b}a\nb\u{2003}c\n").unwrap();
    assert_eq!(to_knuth(&read.problem), "a b c\na\nb c\n");
    assert!(parse("\u{b}\n").unwrap_err().to_string().contains("No items"));
}
