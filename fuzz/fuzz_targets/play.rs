//! Fuzzes games with arbitrary keys. A plain build checks the property once, on standard input.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gridlore_fuzz::any_play_can_be_undone(bytes));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes)?;
    gridlore_fuzz::any_play_can_be_undone(&bytes);
    Ok(())
}
