//! Fuzzes exact covers, which are written, read back and solved by all engines. A plain build
//! checks the property once, on standard input.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gridlore_fuzz::any_cover_round_trips(&String::from_utf8_lossy(
    bytes
)));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes)?;
    gridlore_fuzz::any_cover_round_trips(&String::from_utf8_lossy(&bytes));
    Ok(())
}
