//! Tests the limits on input with compressed files that decompress to far more, and with short
//! input that stands for large data. The tests use `--max-input 1` instead of the default 128 MiB
//! to keep the files small.

use crate::program::{Run, run};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

const MIB: usize = 1 << 20;

/// Returns `head` and `text`, the latter repeated up to a number of bytes, compressed with gzip.
fn packed(head: &str, text: &str, bytes: usize) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(head.as_bytes()).unwrap();
    let block = text.repeat(MIB / text.len());
    let mut left = bytes.saturating_sub(head.len());
    while left > 0 {
        let count = left.min(block.len());
        packer.write_all(&block.as_bytes()[..count]).unwrap();
        left -= count;
    }
    packer.finish().unwrap()
}

fn error(arguments: &[&str], input: &[u8]) -> String {
    let Run { err, exit, .. } = run(&[arguments, &["--max-input", "1"]].concat(), input);
    assert_eq!(exit, 2, "{arguments:?}: {err}");
    err.replace("gridlore: ", "")
}

#[test]
fn texts_that_are_read_whole_are_bounded() {
    let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let expected = "standard input: larger than 1 MiB when decompressed; raise the limit with --max-input\n";
    let plain = "standard input: larger than 1 MiB; raise the limit with --max-input\n";
    for (arguments, text) in [
        (&["cover", "count", "-"][..], "a\n"),
        (&["cover", "solve", "-"], "a\n"),
        (&["cover", "pack", "-"], "| board\n"),
        (&["life", "run", "-", "--gens", "1"], "o$"),
        (&["life", "show", "-"], "o$"),
        (&["life", "convert", "-", "--to", "mc"], "o$"),
        (&["life", "identify", "-"], "o$"),
        (&["sudoku", "convert", "-"], grid),
        (&["sudoku", "steps", "-"], grid),
        (&["sudoku", "hint", "-"], grid),
        (&["sudoku", "conformance", "-"], "# a\n"),
        (&["connect-four", "analyze", "1", "--grid", "-"], ".......\n"),
        (&["flipper", "solve", "-"], "0"),
    ] {
        let arguments: Vec<&str> = if arguments.contains(&"--grid") {
            vec!["connect-four", "analyze", "--grid", "-"]
        } else {
            arguments.to_vec()
        };
        assert_eq!(error(&arguments, &packed("", text, MIB + 1)), expected, "{arguments:?}");
        let longer = text.repeat(MIB / text.len() + 1);
        assert_eq!(error(&arguments, longer.as_bytes()), plain, "{arguments:?}");
    }
    // Exactly at the limit.
    let Run { out, exit, .. } =
        run(&["life", "run", "-", "--gens", "0", "--max-input", "1"], &packed("o!", " ", MIB));
    assert_eq!((out.as_str(), exit), ("generation 0 population 1\n", 0));
}

#[test]
fn lines_cannot_unpack_to_far_more_than_their_size() {
    let expected = "standard input: decompresses to more than 8 KiB and more than 500 times its size; raise the limit with --max-input\n";
    for arguments in [
        &["sudoku", "solve", "-q", "-"][..],
        &["sudoku", "check", "-q", "-"],
        &["sudoku", "count", "-q", "-"],
        &["sudoku", "solutions", "-q", "-"],
        &["sudoku", "canonical", "-q", "-"],
        &["sudoku", "rate", "-q", "-"],
    ] {
        assert_eq!(error(arguments, &packed("", "\n", 8 * MIB)), expected, "{arguments:?}");
        let Run { err, exit, .. } =
            run(&[arguments, &["--max-input", "2048"]].concat(), &packed("", "\n", 8 * MIB));
        assert_eq!((err.as_str(), exit), ("", 0), "{arguments:?}");
    }
    let logs = error(&["logs", "hours", "--quiet", "-"], &packed("", "x\n", 8 * MIB));
    assert!(logs.contains("decompresses to more than 8 KiB and more than 500 times its size"), "{logs}");
    // Plain input has no limit.
    let Run { exit, .. } =
        run(&["sudoku", "solve", "-q", "-", "--max-input", "1"], "\n".repeat(3 * MIB).as_bytes());
    assert_eq!(exit, 0);
}

#[test]
fn lines_of_players_and_queries_are_bounded() {
    let long = "a".repeat(2 * MIB);
    let expected = "standard input:1: the line is too long, expected fewer than 1048576 bytes\n";
    for arguments in [&["flipper", "play"][..], &["connect-four", "play"], &["prolog"]] {
        assert_eq!(error(arguments, long.as_bytes()), expected, "{arguments:?}");
    }
}

#[test]
fn short_texts_that_stand_for_much_are_refused() {
    let error = |arguments: &[&str], input: &str| {
        let Run { err, exit, .. } = run(arguments, input.as_bytes());
        assert_eq!(exit, 2, "{arguments:?}: {err}");
        err.replace("gridlore: ", "")
    };
    assert_eq!(
        error(&["cover", "count", "-"], "p ec 4194305\ns 1\n"),
        "standard input:1:6: found more than 4194304 items, expected a smaller problem\n"
    );
    assert_eq!(
        error(&["cover", "pack", "-"], &format!("board 500x500\n{}", "pieces pentominoes*1000\n".repeat(5))),
        "standard input:6:8: found pieces of 300000 cells, expected at most 250000 in total\n"
    );
    assert_eq!(
        error(&["cover", "pack", "-"], "board 500x500\npieces pentominoes\nloose\n"),
        "-: found placements with 144000000 entries on a board with 250000 cells, expected at most 33554432 entries (use a smaller board or fewer different pieces)\n"
    );
    let runs = |rows: usize| format!("{}!", "16777216o$".repeat(rows));
    assert_eq!(
        error(&["life", "run", "-", "--gens", "1"], &runs(65)),
        "standard input:1:651: found a pattern that takes more than 128 MiB, expected a smaller pattern\n"
    );
    let geometry = format!("geometry: jigsaw:{}\n....\n", "1".repeat(4097));
    assert_eq!(
        error(&["sudoku", "solve", "-q", "-"], &geometry),
        "standard input:1:11: found 4097 cells in the regions, expected at most 4096\nstandard input:2:1: bad heading before this line: found 4097 cells in the regions, expected at most 4096\n"
    );
    let geometry = format!("geometry: 8x8{}\n....\n", " x".repeat(400_000));
    assert_eq!(
        error(&["sudoku", "solve", "-q", "-"], &geometry),
        "standard input:2:1: found \"....\", expected a number from 1 to 64, or . for a blank\n"
    );
}
