//! A single Ctrl-C ends every command, even while it waits for input.
#![cfg(unix)]

use crate::program::{binary, run};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// Starts a command whose standard input stays open.
fn start(line: &str) -> Child {
    let mut command = binary();
    command.args(line.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Sends Ctrl-C once; the command must end within ten seconds.
fn interrupted(line: &str, mut child: Child) -> Output {
    std::thread::sleep(Duration::from_secs(1));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    for _ in 0..200 {
        if child.try_wait().unwrap().is_some() {
            return child.wait_with_output().unwrap();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    panic!("still running: {line}");
}

#[test]
fn commands_that_wait_for_input_end() {
    for line in ["logs report -", "logs count -", "life run - --gens 10", "cover solve -", "sudoku solve -"] {
        let child = start(line);
        let output = interrupted(line, child);
        assert!(!output.status.success(), "{line}: {output:?}");
    }
}

/// A single part of this count takes hours.
#[test]
fn a_long_part_of_a_count_does_not_delay_the_end() {
    let folder = std::env::temp_dir().join(format!("gridlore-queens-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (problem, counts) = (folder.join("queens.dlx"), folder.join("counts"));
    std::fs::write(&problem, run(&["cover", "make", "queens", "24"], b"").out).unwrap();
    let line = format!("cover count {} --threads 1 --checkpoint {}", problem.display(), counts.display());
    let child = start(&line);
    // The file appears once the parts are known.
    for _ in 0..400 {
        if counts.exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let output = interrupted(&line, child);
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("interrupted after ") && err.contains("the same command continues from"), "{err}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// A file that does not contain counts is not emptied, even if it has no line feed.
#[test]
fn a_checkpoint_in_another_file_is_refused() {
    let folder = std::env::temp_dir().join(format!("gridlore-checkpoint-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("letter.txt");
    for (text, exit) in [("Dear Ann", 2), ("Dear Ann\n", 2), ("", 0), ("gridlore cover count 2\nprob", 0)] {
        std::fs::write(&file, text).unwrap();
        let found =
            run(&["cover", "count", "-", "--checkpoint", file.to_str().unwrap()], b"a b\na b\na\nb\n");
        assert_eq!(found.exit, exit, "{text:?}: {}", found.err);
        let after = std::fs::read_to_string(&file).unwrap();
        assert!(
            if exit == 2 { after == text } else { after.starts_with("gridlore cover count 2\n") },
            "{after}"
        );
    }
    std::fs::remove_dir_all(folder).unwrap();
}
