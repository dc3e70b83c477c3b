//! Fuzzes post files with the front matter of Gridlore and of other programs. A plain build checks
//! the property once, on standard input.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|text: &str| gridlore_fuzz::blocks::any_front_matter_is_read(text));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    gridlore_fuzz::blocks::any_front_matter_is_read(&std::io::read_to_string(std::io::stdin())?);
    Ok(())
}
