//! Fuzzes Markdown in posts and in comments. A plain build checks the property once, on standard
//! input.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|text: &str| gridlore_fuzz::blocks::any_markdown_is_drawn(text));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    gridlore_fuzz::blocks::any_markdown_is_drawn(&std::io::read_to_string(std::io::stdin())?);
    Ok(())
}
