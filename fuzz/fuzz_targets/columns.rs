//! Fuzzes sequences of columns on any Connect Four board. A plain build checks the property once,
//! on standard input.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gridlore_fuzz::any_columns_make_a_game(bytes));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes)?;
    gridlore_fuzz::any_columns_make_a_game(&bytes);
    Ok(())
}
