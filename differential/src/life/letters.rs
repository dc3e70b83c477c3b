//! Hensel's letters: the arrangements of live cells among eight neighbours, up to rotation and
//! reflection. Each arrangement is drawn once.
//!
//! Arrangements of five to seven neighbours are drawn by their dead cells.
//!
//! # Source
//! Alan Hensel's table of 51 arrangements in standard notation.

use std::sync::LazyLock;

/// A number of neighbours and the letter of their arrangement, or a space if there is only one
/// arrangement.
pub(crate) type Letter = (usize, char);

/// The arrangements of one to four neighbours, row by row around the centre cell.
const DRAWINGS: [(char, &str); 31] = [
    ('c', "... ... ..#"),
    ('e', "... ... .#."),
    ('a', "... ... .##"),
    ('c', "... ... #.#"),
    ('e', "... ..# .#."),
    ('i', "... #.# ..."),
    ('k', "... #.. ..#"),
    ('n', "..# ... #.."),
    ('a', "... ..# .##"),
    ('c', "..# ... #.#"),
    ('e', "... #.# .#."),
    ('i', "... ... ###"),
    ('j', "... ..# ##."),
    ('k', "..# #.. .#."),
    ('n', "... ..# #.#"),
    ('q', "..# ... ##."),
    ('r', "... #.# ..#"),
    ('y', "..# #.. ..#"),
    ('a', "... ..# ###"),
    ('c', "#.# ... #.#"),
    ('e', ".#. #.# .#."),
    ('i', "... #.# #.#"),
    ('j', "..# #.# .#."),
    ('k', "..# #.. .##"),
    ('n', "..# ... ###"),
    ('q', "..# #.. ##."),
    ('r', "... #.# .##"),
    ('t', "..# #.# ..#"),
    ('w', "..# ..# ##."),
    ('y', "..# #.. #.#"),
    ('z', "..# #.# #.."),
];

/// Whether each of the nine cells is alive, row by row; the centre is ignored.
type Picture = [bool; 9];

/// The letter of each of the 256 pictures, indexed by the neighbours as bits, row by row.
static LETTERS: LazyLock<Vec<Letter>> = LazyLock::new(|| (0..256).map(letter).collect());

fn letter(bits: usize) -> Letter {
    let mut picture = [false; 9];
    for (bit, place) in [0, 1, 2, 3, 5, 6, 7, 8].into_iter().enumerate() {
        picture[place] = bits >> bit & 1 == 1;
    }
    let count = picture.iter().filter(|&&is_alive| is_alive).count();
    if matches!(count, 0 | 8) {
        return (count, ' ');
    }
    if count > 4 {
        for (place, is_alive) in picture.iter_mut().enumerate() {
            *is_alive = place != 4 && !*is_alive;
        }
    }
    let is_drawn = |(_, drawing): &&(char, &str)| orientations(&picture).contains(&read(drawing));
    let found = DRAWINGS.iter().find(is_drawn).expect("all arrangements are drawn");
    (count, found.0)
}

fn read(drawing: &str) -> Picture {
    let mut signs = drawing.chars().filter(|&sign| sign != ' ');
    std::array::from_fn(|_| signs.next() == Some('#'))
}

/// Returns the picture in its eight orientations.
fn orientations(picture: &Picture) -> Vec<Picture> {
    let mut all = Vec::new();
    let mut now = *picture;
    for _ in 0..4 {
        // A quarter turn moves row r, column c to row c, column 2 - r.
        now = std::array::from_fn(|place| now[3 * (2 - place % 3) + place / 3]);
        all.push(now);
        all.push(std::array::from_fn(|place| now[3 * (place / 3) + 2 - place % 3]));
    }
    all
}

/// Returns the arrangement of eight neighbours, given row by row.
pub(crate) fn arrangement(around: &[u8]) -> Letter {
    let bits: usize = around.iter().enumerate().map(|(bit, &state)| usize::from(state == 1) << bit).sum();
    LETTERS[bits]
}

/// Returns all arrangements without repeats, sorted by number and letter.
pub(crate) fn all() -> impl Iterator<Item = Letter> {
    let mut letters = LETTERS.clone();
    letters.sort_unstable();
    letters.dedup();
    letters.into_iter()
}

/// Formats arrangements as in a rulestring: `2-a34q`.
pub(crate) fn text(letters: &[Letter]) -> String {
    let mut text = String::new();
    for count in 0..=8 {
        let has_count = |letter: &Letter| letter.0 == count;
        let chosen: String =
            letters.iter().filter(|letter| has_count(letter)).map(|letter| letter.1).collect();
        let others: String = all()
            .filter(|letter| has_count(letter) && !letters.contains(letter))
            .map(|letter| letter.1)
            .collect();
        if chosen.is_empty() {
            continue;
        }
        text += &count.to_string();
        if others.is_empty() {
            continue;
        }
        if others.len() < chosen.len() {
            text.push('-');
            text += &others;
        } else {
            text += &chosen;
        }
    }
    text
}
