//! Prints the cost of every hostile input of the corpus, each run in its own process: CPU
//! milliseconds, peak memory in MB, and the result.
//!
//! ```text
//!   cargo run --release -p gridlore-fuzz --example hostile             all
//!   cargo run --release -p gridlore-fuzz --example hostile -- life     those with the word in their kind or name
//!   cargo run --release -p gridlore-fuzz --example hostile -- --write fuzz/corpus     write all as seeds for cargo-fuzz, one folder per target
//! ```
#![expect(clippy::print_stdout, reason = "a table for people")]

use gridlore_fuzz::{blocks, hostile, imports};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Returns the field `name` of `/proc/self/status`, in kB; 0 if it is missing.
fn kilobytes(name: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0.0)
}

/// Writes the corpus in the layout of cargo-fuzz: `folder/TARGET/NAME`.
fn write(folder: &Path) -> std::io::Result<()> {
    let put = |target: &str, name: &str, text: &str| {
        std::fs::create_dir_all(folder.join(target))?;
        std::fs::write(folder.join(target).join(name), text)
    };
    for block in hostile::blocks() {
        let name = format!("{}-{}", block.kind, block.name);
        put("blocks", &name, &format!("{}\n{}", block.kind, block.text))?;
        match block.kind {
            "life" => put("patterns", &name, &block.text)?,
            "cover" => put("covers", &name, &block.text)?,
            "prolog" => put("prolog", &name, &block.text)?,
            _ => {}
        }
        if !block.text.contains('\n') {
            put("ids", &name, &format!("{}:{}", block.kind, block.text))?;
        }
    }
    for (name, text) in hostile::saves() {
        put("saves", name, &text)?;
    }
    for (name, text) in hostile::nested() {
        put("markdown", name, &text)?;
        put("front_matter", name, &text)?;
    }
    for (name, text) in imports::hostile() {
        put("imports", name, &text)?;
    }
    Ok(())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, number] = arguments.as_slice()
        && word == "--one"
    {
        let block = hostile::blocks().swap_remove(number.parse::<usize>().expect("a number"));
        // Free the other inputs and reset the peak.
        let _ = std::fs::write("/proc/self/clear_refs", "5");
        let before = kilobytes("VmRSS:");
        #[expect(clippy::disallowed_methods, reason = "a table of times")]
        let start = Instant::now();
        let outcome = blocks::open_and_draw(block.kind, &block.text);
        let seconds = start.elapsed().as_secs_f64();
        let peak = kilobytes("VmHWM:") - before;
        let result = match outcome {
            Ok(length) => format!("{length} bytes"),
            Err(error) => error.to_string().chars().take(150).collect(),
        };
        println!(
            "{:9.1} ms {:8.1} MB  {:12} {:28} {result}",
            seconds * 1e3,
            peak / 1024.0,
            block.kind,
            block.name
        );
        return;
    }
    if let [word, folder] = arguments.as_slice()
        && word == "--write"
    {
        return write(Path::new(folder)).expect("a folder to write to");
    }
    let program = std::env::current_exe().expect("this program has a path");
    for (number, block) in hostile::blocks().iter().enumerate() {
        if arguments.iter().all(|word| block.kind.contains(word) || block.name.contains(word)) {
            let status = Command::new("timeout")
                .args(["20", "prlimit", "--as=6000000000"])
                .arg(&program)
                .args(["--one", &number.to_string()])
                .stderr(std::process::Stdio::null())
                .status();
            if !status.is_ok_and(|status| status.success()) {
                println!("     FAILED                 {:12} {:28}", block.kind, block.name);
            }
        }
    }
}
