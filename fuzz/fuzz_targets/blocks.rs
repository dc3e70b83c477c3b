//! Fuzzes fenced blocks; the first line of the input is the kind. A plain build checks the property
//! once, on standard input.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|text: &str| gridlore_fuzz::blocks::any_fence_is_shown(text));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    gridlore_fuzz::blocks::any_fence_is_shown(&std::io::read_to_string(std::io::stdin())?);
    Ok(())
}
