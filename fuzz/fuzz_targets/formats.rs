//! Fuzzes links of other programs and their data. A plain build checks the property once, on
//! standard input.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|text: &str| gridlore_fuzz::formats::any_puzzle_survives_its_formats(text));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    let text = std::io::read_to_string(std::io::stdin().lock())?;
    gridlore_fuzz::formats::any_puzzle_survives_its_formats(&text);
    Ok(())
}
