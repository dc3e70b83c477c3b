//! Reads an untrusted page tag by tag, as browsers do. No tree is built, so the cost is linear, and
//! nesting is not limited.
//!
//! # Source
//! The HTML standard, section 13.2.5 (tokenization), as implemented by html5ever.

use crate::http::work::thread_time;
use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;

/// Maximum processor time for one page in microseconds; the rest of the page is ignored. Only
/// maliciously slow pages reach it, such as a page with a hundred thousand attributes in one tag.
const MAX_TIME: u64 = 500_000;

/// Size in bytes of the pieces between which the time is checked.
const PIECE_BYTES: usize = 4 << 10;

/// A receiver of a page’s tags and text, in order.
pub(super) trait Reader {
    /// Receives a start tag.
    fn open(&mut self, tag: &StartTag<'_>);

    /// Receives an end tag.
    fn close(&mut self, _name: &str) {}

    /// Receives a piece of text.
    fn text(&mut self, _text: &str) {}
}

/// A start tag.
pub(super) struct StartTag<'a>(&'a Tag);

impl StartTag<'_> {
    pub(super) fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the value of an attribute, or `None` if the tag does not have it.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.0.attrs.iter().find(|attribute| &*attribute.name.local == name).map(|found| &*found.value)
    }

    /// Returns whether an attribute whose words are separated by spaces contains a word, ignoring
    /// case.
    pub(super) fn has_word(&self, name: &str, word: &str) -> bool {
        self.value(name)
            .is_some_and(|words| words.split_ascii_whitespace().any(|found| found.eq_ignore_ascii_case(word)))
    }
}

/// Reads a page from its beginning to its end.
pub(super) fn read(html: &str, reader: &mut impl Reader) {
    let tokenizer = Tokenizer::new(Sink(RefCell::new(reader)), TokenizerOpts::default());
    let (start, mut rest) = (thread_time(), html);
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PIECE_BYTES));
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(piece));
        while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
        if thread_time().saturating_sub(start) > MAX_TIME {
            return;
        }
        rest = after;
    }
    tokenizer.end();
}

struct Sink<'a, R>(RefCell<&'a mut R>);

impl<R: Reader> TokenSink for Sink<'_, R> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut reader = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                reader.open(&StartTag(&tag));
                return match &*tag.name {
                    "script" => TokenSinkResult::RawData(RawKind::ScriptData),
                    "style" | "xmp" | "iframe" | "noembed" | "noframes" => {
                        TokenSinkResult::RawData(RawKind::Rawtext)
                    }
                    "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
                    "plaintext" => TokenSinkResult::Plaintext,
                    _ => TokenSinkResult::Continue,
                };
            }
            Token::TagToken(tag) => reader.close(&tag.name),
            Token::CharacterTokens(text) => reader.text(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}
