//! Fuzzes Prolog: the tokens of any text, and a program with a query after `?-`. A plain build
//! checks the property once, on standard input.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|text: &str| gridlore_fuzz::any_prolog_is_bounded(text));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    gridlore_fuzz::any_prolog_is_bounded(&std::io::read_to_string(std::io::stdin())?);
    Ok(())
}
