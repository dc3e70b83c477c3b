//! Tests of `gridlore life` as scripts use it.

use crate::program::{Run, binary, run};
use crate::terminal::{is_restored, typed, typed_in};
use std::process::{Command, Stdio};

fn done(arguments: &[&str], input: &str) -> String {
    let Run { out, err, exit } = run(&[&["life"], arguments].concat(), input.as_bytes());
    assert_eq!((exit, err.as_str()), (0, ""), "{arguments:?}");
    out
}

fn failed(arguments: &[&str], input: &str) -> String {
    let Run { out, err, exit } = run(&[&["life"], arguments].concat(), input.as_bytes());
    assert_eq!((exit, out.as_str()), (2, ""), "{arguments:?}");
    err
}

const ACORN: &str = "#N Acorn\nx = 7, y = 3, rule = B3/S23\nbo$3bo$2o2b3o!\n";
const GLIDER: &str = "!Name: Glider\n.O.\n..O\nOOO\n";

#[test]
fn the_last_line_has_generation_and_population() {
    for engine in ["auto", "tiles", "hash", "oracle"] {
        let out = done(&["run", "-", "--gens", "5206", "--engine", engine], ACORN);
        assert_eq!(out, "generation 5206 population 633\n", "{engine}");
    }
    assert_eq!(done(&["run", "-", "--gens", "2^40"], GLIDER), "generation 1099511627776 population 5\n");
    assert_eq!(
        done(&["run", "-", "--gens", "10", "--step", "4"], ACORN),
        "generation 4 population 11\ngeneration 8 population 18\ngeneration 10 population 30\n"
    );
    assert_eq!(
        done(&["run", "-", "--gens", "100", "--rule", "B3/S23:T20,20"], GLIDER),
        "generation 100 population 5\n"
    );
    // Soups run in little memory, although slowly.
    let soup = format!("x = 64, y = 64, rule = B3/S23\n{}!", "bo2b3obo$3ob2obo2b3ob2o$".repeat(32));
    let free = done(&["run", "-", "--gens", "300", "--engine", "tiles"], &soup);
    assert_eq!(done(&["run", "-", "--gens", "300", "--engine", "hash", "--memory", "2"], &soup), free);
}

#[test]
fn windows_are_shown() {
    assert_eq!(done(&["show", "-"], GLIDER), ".O.\n..O\nOOO\n");
    assert_eq!(
        done(&["show", "-", "--gens", "4", "--window", "0", "0", "5", "4"], GLIDER),
        ".....\n..O..\n...O.\n.OOO.\n"
    );
    assert_eq!(done(&["show", "-", "--window", "-1", "-1", "3", "2"], GLIDER), "...\n..O\n");
    let wires = "x = 4, y = 1, rule = WireWorld\nBACC!";
    assert_eq!(done(&["show", "-", "--gens", "2"], wires), "CCBA\n");
}

#[test]
fn patterns_are_converted_and_identified() {
    let rle = done(&["convert", "-"], GLIDER);
    assert_eq!(rle, "#N Glider\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
    assert_eq!(done(&["convert", "-", "--to", "life"], &rle), "#Life 1.06\n1 0\n2 1\n0 2\n1 2\n2 2\n");
    let tree = done(&["convert", "-", "--to", "mc"], &rle);
    assert_eq!(done(&["run", "-", "--gens", "400"], &tree), "generation 400 population 5\n");
    assert_eq!(
        done(&["identify", "-"], GLIDER),
        "period 4\ndisplacement 1 1\nspeed c/4 diagonal\npopulation 5\nbox 3 x 3\napgcode xq4_153\n"
    );
    assert_eq!(
        done(&["identify", "-"], "xp15_4r4z4r4"),
        "period 15\ndisplacement 0 0\npopulation 12 to 40\nbox 9 x 16\napgcode xp15_4r4z4r4\n"
    );
    assert_eq!(done(&["run", "xq4_153", "--gens", "1000"], ""), "generation 1000 population 5\n");
    let r_pentomino = done(&["identify", "-", "--gens", "3000"], "x = 3, y = 3\nb2o$2o$bo!");
    assert!(
        r_pentomino.contains("from generation 1103 on") && r_pentomino.contains("116 in"),
        "{r_pentomino}"
    );
    assert!(done(&["rules"], "").lines().any(|line| line.starts_with("HighLife ")), "rules have names");
}

#[test]
fn a_saved_generation_can_be_continued() {
    let folder = std::env::temp_dir().join(format!("gridlore-life-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    for name in ["part.rle", "part.mc", "part.svg", "part.png"] {
        let plot = file("plot.svg");
        let out = done(&["run", "-", "--gens", "1000", "--out", &file(name), "--plot", &plot], ACORN);
        assert!(out.starts_with("generation 1000 population "), "{out}");
        if name.ends_with("rle") || name.ends_with("mc") {
            assert_eq!(done(&["run", &file(name), "--gens", "4206"], ""), "generation 5206 population 633\n");
        }
        assert!(std::fs::read_to_string(&plot).unwrap().contains("<polyline"));
    }
    assert!(std::fs::read(file("part.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(std::fs::read_to_string(file("part.svg")).unwrap().contains("<path"));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// An interrupted run names the file that it saved, and can be continued from it.
#[test]
#[cfg(unix)]
fn an_interrupted_run_is_saved() {
    let folder = std::env::temp_dir().join(format!("gridlore-life-stop-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("acorn.rle"), ACORN).unwrap();
    let child = binary()
        .args(["life", "run", "acorn.rle", "--gens", "2^50", "--engine", "oracle"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(2), "{out}{err}");
    let reached = out.split(' ').nth(1).unwrap();
    let file = format!("acorn-{reached}.mc");
    assert!(err.contains(&format!("interrupted at generation {reached}; saved as {file}")), "{err}");
    let rest = 100_000 - reached.parse::<u64>().unwrap();
    let kept = folder.join(&file);
    let on = done(&["run", kept.to_str().unwrap(), "--gens", &rest.to_string()], "");
    assert_eq!(on, "generation 100000 population 633\n");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn bad_input_is_reported() {
    assert_eq!(
        failed(&["run", "-", "--gens", "5"], "x = 3, y = 3\nbo$2bz!"),
        "gridlore: standard input:2:6: found 'z', expected a count, b, o, ., a state letter, $ or !\n"
    );
    assert_eq!(
        failed(&["run", "-", "--gens", "5"], "x = 3, y = 3, rule = B3/S2x\nbo!"),
        "gridlore: standard input:1:27: found \"x\", expected one of the letters aceikn after 2\n"
    );
    assert_eq!(
        failed(&["run", "-", "--gens", "5", "--rule", "B3/S9"], ACORN),
        "gridlore: --rule, column 5: found \"9\", expected a neighbour count from 0 to 8\n"
    );
    assert_eq!(
        failed(&["run", "-", "--gens", "5", "--engine", "hash", "--rule", "B3/S23:T9,9"], ACORN),
        "gridlore: found a bounded grid, expected the infinite plane; the tiles engine can handle it\n"
    );
    assert_eq!(
        failed(&["run", "-", "--gens", "5", "--rule", "B3/S23"], "x = 2, y = 1, rule = 345/2/4\nAC!"),
        "gridlore: standard input: found a cell of state 3, expected states below 2, the number of states of the rule B3/S23\n"
    );
    let out = failed(&["run", "-", "--gens", "5", "--out", "x.txt"], ACORN);
    assert!(out.contains("found the extension \"txt\", expected rle, mc"), "{out}");
}

#[test]
fn a_pattern_is_watched_on_the_full_screen() {
    // Runs, stops, jumps, steps back, draws, undoes, identifies and quits.
    let keys: [&[u8]; 12] =
        [b" ", b" ", b"j2^40\r", b"j7\r", b"b", b"d", b"\r", b"z", b"v", b"r", b"i", b"q"];
    let Some(seen) = typed("life play glider", &keys) else { return };
    assert!(is_restored(&seen), "{seen}");
    for expected in ["5 alive", "11627776", "drawing", "diagonal", "\u{2580}"] {
        assert!(seen.contains(expected), "{expected} in {seen}");
    }
    // A changed pattern is saved when the viewer ends, and the last line says how to continue.
    let folder = std::env::temp_dir().join(format!("gridlore-drawn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let drawn = typed_in(&folder, "life play glider", &[b"?", b" ", b"d", b"\r", b"q"]).unwrap();
    assert!(is_restored(&drawn) && drawn.contains("any key close"), "{drawn}");
    assert!(drawn.contains("To continue this pattern: gridlore life play glider-0.mc"), "{drawn}");
    let file = folder.join("glider-0.mc").display().to_string();
    assert_eq!(done(&["show", &file], "").matches('O').count(), 6, "a cell was added to the glider");
    std::fs::remove_dir_all(&folder).unwrap();
    let run_on = typed("life play glider", &[b"j8\r", b"\x03"]).unwrap();
    assert!(run_on.contains("gridlore life play glider --gens 8"), "{run_on}");
    let nowhere = run(&["life", "play", "glider"], b"");
    assert!(nowhere.exit == 2 && nowhere.err.contains("`life play` needs a terminal"), "{}", nowhere.err);
}

#[test]
fn files_are_compressed_by_extension() {
    let folder = std::env::temp_dir().join(format!("gridlore-packed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for ending in ["rle.gz", "mc.zst", "mcl.gz", "cells"] {
        let file = folder.join(format!("acorn.{ending}")).display().to_string();
        done(&["run", "acorn", "--gens", "100", "--out", &file], "");
        assert_eq!(
            done(&["run", &file, "--gens", "5106"], "").lines().last().unwrap().split(' ').next_back(),
            Some("633")
        );
    }
    let packed = std::fs::read(folder.join("acorn.rle.gz")).unwrap();
    assert_eq!(packed[..2], [0x1f, 0x8b]);
    let wrong = failed(&["run", "max", "--gens", "2^60", "--engine", "tiles", "--out", "max.gif.gz"], "");
    assert!(wrong.contains("max.gif.gz: found the extension \"gif\", expected rle, mc"), "{wrong}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_bounding_box_is_printed_and_drawn() {
    let plot = std::env::temp_dir().join(format!("gridlore-box-{}.svg", std::process::id()));
    let file = plot.display().to_string();
    let printed = done(&["run", "glider", "--gens", "8", "--step", "4", "--box", "--plot", &file], "");
    let expected = "generation 4 population 5 box 3 x 3 at 1 1\ngeneration 8 population 5 box 3 x 3 at 2 2\ngeneration 8 population 5\n";
    assert_eq!(printed, expected);
    let drawn = std::fs::read_to_string(&plot).unwrap();
    std::fs::remove_file(&plot).unwrap();
    assert!(
        drawn.contains("longer side of the bounding box, up to 3") && drawn.contains("class=\"side\""),
        "{drawn}"
    );
    assert_eq!(done(&["run", "diehard", "--gens", "130", "--box"], "").lines().count(), 2);
}

#[test]
fn patterns_of_the_library_have_names() {
    let gun = run(&["life", "run", "gosper-glider-gun", "--gens", "300"], b"");
    assert_eq!(gun.out, "generation 300 population 86\n", "{}", gun.err);
    let shown = run(&["show", "life:glider"], b"");
    assert_eq!(shown.out, ".O.\n..O\nOOO\n", "{}", shown.err);
    let id = run(&["show", "life:soup,4,100,B36/S23#1", "--format", "id"], b"");
    assert_eq!(id.out, "life:B36/S23:4o$4o$4o$4o!\n", "{}", id.err);
    let picture = run(&["show", "life:glider", "--format", "svg"], b"");
    assert!(picture.out.starts_with("<svg "), "{}", picture.err);
    let unknown = run(&["show", "life:glidre"], b"");
    assert!(
        unknown.exit == 2 && unknown.err.contains("found \"glidre\", expected cells such as bo$2bo$3o!"),
        "{}",
        unknown.err
    );
}
