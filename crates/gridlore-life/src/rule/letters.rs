//! Isotropic non-totalistic (Hensel) notation: letters that distinguish arrangements with the same
//! number of neighbours, up to rotation and reflection.
//!
//! # Source
//! Alan Hensel's notation: 51 arrangements, such as `4t`, which looks like a T; `2-a` stands for
//! all arrangements of two neighbours except adjacent ones. The arrangements of five to seven
//! neighbours are the complements of those of three to one.

use super::CENTRE;

/// The letters for one to four neighbours, each with one picture of its arrangement.
const PICTURES: [&[(char, usize)]; 4] = [
    &[('c', 1), ('e', 2)],
    &[('a', 3), ('c', 5), ('e', 10), ('i', 40), ('k', 33), ('n', 68)],
    &[
        ('a', 11),
        ('c', 69),
        ('e', 42),
        ('i', 7),
        ('j', 14),
        ('k', 98),
        ('n', 13),
        ('q', 70),
        ('r', 41),
        ('y', 97),
    ],
    &[
        ('a', 15),
        ('c', 325),
        ('e', 170),
        ('i', 45),
        ('j', 106),
        ('k', 99),
        ('n', 71),
        ('q', 102),
        ('r', 43),
        ('t', 105),
        ('w', 78),
        ('y', 101),
        ('z', 108),
    ],
];

/// Returns the letters for a number of neighbours in alphabetical order, or none if there is only
/// one arrangement.
pub(crate) fn letters_of_count(count: u32) -> impl Iterator<Item = char> {
    pictures(count).iter().map(|entry| entry.0)
}

fn pictures(count: u32) -> &'static [(char, usize)] {
    match count {
        1..=4 => PICTURES[count as usize - 1],
        5..=7 => PICTURES[7 - count as usize],
        _ => &[],
    }
}

/// Returns a picture rotated by a quarter turn.
fn turned(picture: usize) -> usize {
    (0..9).fold(0, |all, at| {
        let (row, column) = (at / 3, at % 3);
        all | (picture >> at & 1) << (column * 3 + 2 - row)
    })
}

/// Returns the mirror image of a picture.
fn mirrored(picture: usize) -> usize {
    (picture & 0o111) << 2 | picture & 0o222 | (picture & 0o444) >> 2
}

/// Returns all pictures of an arrangement, without the centre.
pub(crate) fn arrangement(count: u32, letter: char) -> Option<Vec<usize>> {
    let mut picture = pictures(count).iter().find(|entry| entry.0 == letter)?.1;
    if count > 4 {
        picture ^= 511 ^ CENTRE;
    }
    let mut all = Vec::with_capacity(8);
    for _ in 0..4 {
        all.extend([picture, mirrored(picture)]);
        picture = turned(picture);
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// Returns the rulestring in Hensel notation, or `None` if the rule is not isotropic.
pub(crate) fn rulestring(lives: impl Fn(usize) -> bool) -> Option<String> {
    let mut text = String::new();
    for (name, centre) in [("B", 0), ("/S", CENTRE)] {
        text.push_str(name);
        for count in 0..=8 {
            let all: Vec<char> = letters_of_count(count).collect();
            if all.is_empty() {
                let picture = if count == 0 { 0 } else { 511 ^ CENTRE };
                if lives(picture | centre) {
                    text.push_str(&count.to_string());
                }
                continue;
            }
            let mut living = String::new();
            let mut missing = String::new();
            for &letter in &all {
                let pictures = arrangement(count, letter)?;
                let all_live = lives(pictures[0] | centre);
                if pictures.iter().any(|picture| lives(picture | centre) != all_live) {
                    return None;
                }
                if all_live { living.push(letter) } else { missing.push(letter) }
            }
            if living.is_empty() {
                continue;
            }
            text.push_str(&count.to_string());
            if missing.is_empty() {
            } else if missing.len() < living.len() {
                text.push('-');
                text.push_str(&missing);
            } else {
                text.push_str(&living);
            }
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_all_pictures_once() {
        let mut seen = [0; 512];
        for count in 1..=7 {
            for letter in letters_of_count(count) {
                for picture in arrangement(count, letter).unwrap() {
                    assert_eq!(picture.count_ones(), count, "{count}{letter}");
                    seen[picture] += 1;
                }
            }
        }
        for picture in (1..511).filter(|picture| picture & CENTRE == 0 && *picture != 511 ^ CENTRE) {
            assert_eq!(seen[picture], 1, "{picture:09b}");
        }
    }
}
