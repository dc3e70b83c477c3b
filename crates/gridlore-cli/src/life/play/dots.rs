//! The characters that represent cells: half blocks for two cells each, and braille for eight.

use ratatui::style::{Color, Style};

/// Returns the half block for two cells, one above the other.
pub(super) fn halves(upper: u8, lower: u8, colour: impl Fn(u8) -> Color) -> (char, Style) {
    match (upper, lower) {
        (0, 0) => (' ', Style::reset()),
        (_, 0) => ('▀', Style::reset().fg(colour(upper))),
        (0, _) => ('▄', Style::reset().fg(colour(lower))),
        // Without colours, all states look the same.
        _ if colour(upper) == colour(lower) => ('█', Style::reset().fg(colour(upper))),
        _ => ('▀', Style::reset().fg(colour(upper)).bg(colour(lower))),
    }
}

/// Returns the braille character for eight cells, two by four, in the colour of the first cell that
/// is not dead.
pub(super) fn braille(get: impl Fn(usize, usize) -> u8, colour: impl Fn(u8) -> Color) -> (char, Style) {
    const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
    let (mut bits, mut first) = (0, 0);
    for (y, row) in BITS.iter().enumerate() {
        for (x, bit) in row.iter().enumerate() {
            let byte = get(x, y);
            if byte != 0 {
                bits |= bit;
                first = if first == 0 { byte } else { first };
            }
        }
    }
    if bits == 0 {
        return (' ', Style::reset());
    }
    (char::from_u32(0x2800 + bits).unwrap_or(' '), Style::reset().fg(colour(first)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_become_signs() {
        let colour = |byte: u8| if byte == 2 { Color::Yellow } else { Color::Cyan };
        let sign = |upper, lower| halves(upper, lower, colour).0;
        assert_eq!([sign(0, 0), sign(1, 0), sign(0, 1), sign(1, 1), sign(1, 2)], [' ', '▀', '▄', '█', '▀']);
        assert_eq!(braille(|x, y| u8::from(x == 0 && y == 0), colour).0, '⠁');
        assert_eq!(braille(|_, _| 1, colour).0, '⣿');
        assert_eq!(braille(|_, _| 0, colour).0, ' ');
    }
}
