//! How text crosses the border: the page writes a request into a buffer of ours and reads the
//! answer from another.
//!
//! ```text
//!   page                                wasm
//!   p = request_buffer(n)         ->    makes room for n bytes
//!   writes n bytes of UTF-8 at p
//!   a = answer_buffer()           ->    reads the request, answers, says where the answer begins
//!   m = answer_length()           ->    and how many bytes it has
//!
//!   where something is watched:
//!   a = watched_buffer()          ->    instead of answer_buffer()
//!   b = picture_buffer()          ->    where the bytes of what was last looked at begin
//!   l = picture_length()          ->    and how many there are
//!
//!   where a search is looked at:
//!   a = walked_buffer()           ->    instead of answer_buffer()
//!
//!   where a program is asked:
//!   a = asked_buffer()            ->    instead of answer_buffer()
//! ```
//!
//! Only addresses leave; nothing here reads through a pointer, so there is no unsafe block. The
//! attribute that gives an export its name counts as unsafe because two exports of one name would
//! clash; these names are ours alone.
#![expect(unsafe_code, reason = "`no_mangle` is an unsafe attribute; there is no unsafe block")]

use std::cell::RefCell;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of `length` bytes and says where it goes.
#[unsafe(no_mangle)]
pub extern "C" fn request_buffer(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request about a game and says where the answer begins.
#[cfg(feature = "puzzles")]
#[unsafe(no_mangle)]
pub extern "C" fn answer_buffer() -> *const u8 {
    answered(crate::answer)
}

/// Answers the request about what is watched and says where the answer begins.
#[cfg(feature = "life")]
#[unsafe(no_mangle)]
pub extern "C" fn watched_buffer() -> *const u8 {
    answered(crate::watched)
}

/// Answers the request about a search and says where the answer begins.
#[cfg(feature = "cover")]
#[unsafe(no_mangle)]
pub extern "C" fn walked_buffer() -> *const u8 {
    answered(crate::walked)
}

/// Answers the request about a program and says where the answer begins.
#[cfg(feature = "prolog")]
#[unsafe(no_mangle)]
pub extern "C" fn asked_buffer() -> *const u8 {
    answered(crate::asked)
}

/// Where what was last looked at begins, a byte a block.
#[cfg(feature = "life")]
#[unsafe(no_mangle)]
pub extern "C" fn picture_buffer() -> *const u8 {
    crate::watch::picture().0
}

/// How many bytes that has.
#[cfg(feature = "life")]
#[unsafe(no_mangle)]
pub extern "C" fn picture_length() -> usize {
    crate::watch::picture().1
}

fn answered(answer: impl FnOnce(&str) -> String) -> *const u8 {
    let answer = REQUEST.with_borrow(|request| answer(&String::from_utf8_lossy(request)));
    ANSWER.with_borrow_mut(|buffer| {
        *buffer = answer.into_bytes();
        buffer.as_ptr()
    })
}

/// How many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(Vec::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_answered_through_the_buffers() {
        // What the page writes cannot be written here without unsafe; an empty request is answered
        // with an error.
        assert!(!request_buffer(0).is_null());
        assert!(!answer_buffer().is_null());
        assert_eq!(answer_length(), crate::answer("").len());
        assert!(crate::answer("").contains("\"error\""));
        assert!(!watched_buffer().is_null());
        assert_eq!(answer_length(), crate::watched("").len());
        assert_eq!(picture_length(), 0);
        assert!(!walked_buffer().is_null());
        assert_eq!(answer_length(), crate::walked("").len());
        assert!(!asked_buffer().is_null());
        assert_eq!(answer_length(), crate::asked("").len());
    }
}
