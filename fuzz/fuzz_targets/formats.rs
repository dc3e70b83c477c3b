//! Any text as a link or the data of one. Under cargo-fuzz this searches; built plainly, it runs
//! the property once on standard input.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|text: &str| gridlore_fuzz::formats::any_puzzle_survives_its_formats(text));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    let text = std::io::read_to_string(std::io::stdin().lock())?;
    gridlore_fuzz::formats::any_puzzle_survives_its_formats(&text);
    Ok(())
}
