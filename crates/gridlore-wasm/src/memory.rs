//! The exchange of messages with the page, which writes a request into one buffer and reads the
//! response from another.
//!
//! ```text
//!   page                                wasm
//!   p = request_buffer(n)         ->    allocates n bytes
//!   writes n bytes of UTF-8 at p
//!   a = answer_buffer()           ->    answers the request and returns the address of the answer
//!   m = answer_length()           ->    returns the length of the answer in bytes
//!
//!   Life:
//!   a = watched_buffer()          ->    instead of answer_buffer()
//!   b = picture_buffer()          ->    returns the address of the last picture
//!   l = picture_length()          ->    returns the length of that picture in bytes
//!
//!   exact cover:
//!   a = walked_buffer()           ->    instead of answer_buffer()
//!
//!   Prolog:
//!   a = asked_buffer()            ->    instead of answer_buffer()
//! ```
//!
//! The functions only return addresses and never read through a pointer, so no unsafe block is
//! needed. `no_mangle` is considered unsafe because two exports with the same name would clash; no
//! other crate exports these names.
#![expect(unsafe_code, reason = "`no_mangle` is an unsafe attribute; there is no unsafe block")]

use std::cell::RefCell;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Allocates the buffer for a request of `length` bytes and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn request_buffer(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request about a game and returns the address of the response.
#[cfg(feature = "puzzles")]
#[unsafe(no_mangle)]
pub extern "C" fn answer_buffer() -> *const u8 {
    write_answer(crate::answer)
}

/// Answers the request about a pattern of Life and returns the address of the response.
#[cfg(feature = "life")]
#[unsafe(no_mangle)]
pub extern "C" fn watched_buffer() -> *const u8 {
    write_answer(crate::life_answer)
}

/// Answers the request about an exact cover and returns the address of the response.
#[cfg(feature = "cover")]
#[unsafe(no_mangle)]
pub extern "C" fn walked_buffer() -> *const u8 {
    #[cfg(feature = "packing")]
    let answer = crate::packing_answer;
    #[cfg(not(feature = "packing"))]
    let answer = crate::cover_answer;
    write_answer(answer)
}

/// Answers the request about a Prolog program and returns the address of the response.
#[cfg(feature = "prolog")]
#[unsafe(no_mangle)]
pub extern "C" fn asked_buffer() -> *const u8 {
    write_answer(crate::prolog_answer)
}

/// Returns the address of the last picture, which has one byte per block of cells.
#[cfg(feature = "life")]
#[unsafe(no_mangle)]
pub extern "C" fn picture_buffer() -> *const u8 {
    crate::watch::picture().0
}

/// Returns the length of the last picture in bytes.
#[cfg(feature = "life")]
#[unsafe(no_mangle)]
pub extern "C" fn picture_length() -> usize {
    crate::watch::picture().1
}

/// Answers the request in the buffer and returns the address of the response.
fn write_answer(answer: impl FnOnce(&str) -> String) -> *const u8 {
    let answer = REQUEST.with_borrow(|request| answer(&String::from_utf8_lossy(request)));
    ANSWER.with_borrow_mut(|buffer| {
        *buffer = answer.into_bytes();
        buffer.as_ptr()
    })
}

/// Returns the length of the response in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(Vec::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_answered_through_the_buffers() {
        // Writing into the buffer as the page does would require unsafe code, so this test sends
        // the empty request, which returns an error.
        assert!(!request_buffer(0).is_null());
        assert!(!answer_buffer().is_null());
        assert_eq!(answer_length(), crate::answer("").len());
        assert!(crate::answer("").contains("\"error\""));
        assert!(!watched_buffer().is_null());
        assert_eq!(answer_length(), crate::life_answer("").len());
        assert_eq!(picture_length(), 0);
        assert!(!walked_buffer().is_null());
        assert_eq!(answer_length(), crate::cover_answer("").len());
        assert!(!asked_buffer().is_null());
        assert_eq!(answer_length(), crate::prolog_answer("").len());
    }
}
