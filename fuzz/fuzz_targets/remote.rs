//! Fuzzes input that another server can send: activities, signatures, accounts, pages with
//! mentions. The server exposes these readers only to cargo-fuzz.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|text: &str| gridlore_server::fuzzing::any_remote_text_is_read(text));

#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    Err(std::io::Error::other("this target runs under `cargo xtask fuzz --only remote`"))
}
