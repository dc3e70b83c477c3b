//! Fuzzes exports from other programs. A plain build checks the property once, on standard input.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|text: &str| gridlore_fuzz::imports::any_export_is_read(text));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    gridlore_fuzz::imports::any_export_is_read(&std::io::read_to_string(std::io::stdin())?);
    Ok(())
}
