//! Runs the script of docs/scale-out.md in Spark’s local mode if pyspark is installed;
//! `GRIDLORE_PYTHON` names a Python that has it.

use crate::program::{binary, run};
use gridlore_testing::skipped;
use std::path::Path;
use std::process::Command;

/// Returns the Python with pyspark, or prints a message and returns `None` if there is none.
pub(crate) fn python() -> Option<String> {
    let python = std::env::var("GRIDLORE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_spark = Command::new(&python).args(["-c", "import pyspark"]).output();
    if has_spark.is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    skipped(format_args!("{python} has no pyspark (GRIDLORE_PYTHON names another)"));
    None
}

#[test]
fn spark_gives_the_same_lines() {
    let Some(python) = python() else { return };
    let mut puzzles = run(&["sudoku", "generate", "-n", "300", "--seed", "5"], b"").out;
    puzzles.push_str("# a comment\nnonsense\n");
    puzzles.push_str(&format!("{}\n55{}\n", ".".repeat(81), ".".repeat(79)));
    let folder = std::env::temp_dir().join(format!("gridlore-spark-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (input, output) = (folder.join("puzzles.txt"), folder.join("solutions"));
    std::fs::write(&input, &puzzles).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/spark-solve.py");
    let mut spark = Command::new(&python);
    // The program is called by its name, as in docs/scale-out.md, so its folder is added to the
    // path.
    let program = binary();
    let folder_of_program = Path::new(program.get_program()).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(folder_of_program.to_path_buf()).chain(std::env::split_paths(&path));
    spark.arg(script).args([&input, &output]).env("PATH", std::env::join_paths(path).unwrap());
    let spark = spark.output().unwrap();
    assert!(spark.status.success(), "{}", String::from_utf8_lossy(&spark.stderr));
    let mut parts: Vec<_> = std::fs::read_dir(&output)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("part-")))
        .collect();
    parts.sort();
    assert!(parts.len() > 1);
    let found: String = parts.iter().map(|part| std::fs::read_to_string(part).unwrap()).collect();
    assert_eq!(found, run(&["sudoku", "solve", "-q", "-"], puzzles.as_bytes()).out);
    std::fs::remove_dir_all(folder).unwrap();
}
