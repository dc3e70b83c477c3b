//! Fuzzes saved games, which are restored and saved again. A plain build checks the property once,
//! on standard input.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|text: &str| gridlore_fuzz::blocks::any_save_is_restored(text));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    gridlore_fuzz::blocks::any_save_is_restored(&std::io::read_to_string(std::io::stdin())?);
    Ok(())
}
