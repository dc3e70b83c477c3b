//! Fuzzes every parser with arbitrary text. A plain build checks the property once, on standard
//! input.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gridlore_fuzz::parse_never_panics(bytes));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes)?;
    gridlore_fuzz::parse_never_panics(&bytes);
    Ok(())
}
