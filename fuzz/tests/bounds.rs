//! Runs the corpus of hostile inputs through every parser that posts, addresses and saved games
//! reach. Each input takes a short time; if a bound is missing, the test does not end.

use gridlore_fuzz::{blocks, hostile, imports};

#[test]
fn hostile_blocks_are_shown_or_refused() {
    for hostile::Block { kind, text, .. } in hostile::blocks() {
        blocks::any_block_is_shown(kind, &text);
    }
}

#[test]
fn hostile_ids_are_shown_or_refused() {
    for hostile::Block { kind, text, .. } in hostile::blocks() {
        if !text.contains('\n') {
            blocks::any_id_is_shown(&format!("{kind}:{text}"));
        }
    }
}

#[test]
fn hostile_saves_are_restored_or_refused() {
    for (_, text) in hostile::saves() {
        blocks::any_save_is_restored(&text);
    }
}

#[test]
fn nested_texts_are_drawn() {
    for (_, text) in hostile::nested() {
        blocks::any_markdown_is_drawn(&text);
        blocks::any_front_matter_is_read(&text);
    }
}

#[test]
fn hostile_exports_are_read_or_refused() {
    for (_, text) in imports::hostile() {
        imports::any_export_is_read(&text);
    }
}

#[test]
fn hostile_patterns_and_covers_are_read_or_refused() {
    for hostile::Block { kind, text, .. } in hostile::blocks() {
        match kind {
            "life" => drop(gridlore_life::parse(&text)),
            "cover" => drop(gridlore_exact_cover::parse(&text)),
            _ => {}
        }
    }
}
