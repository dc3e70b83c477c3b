//! Letters of three fonts that every PDF reader provides: Helvetica, its bold face, and Symbol,
//! which has Greek letters and mathematical signs.
//!
//! # Source
//! The widths are those of Adobe's font metrics (AFM). The codes are those of WinAnsiEncoding and
//! of Symbol's built-in encoding (ISO 32000-1:2008, annex D).

use std::collections::BTreeMap;

/// A font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Face {
    Regular,
    Bold,
    Symbol,
}

impl Face {
    pub(super) const ALL: [Self; 3] = [Self::Regular, Self::Bold, Self::Symbol];

    /// Returns the name of the font in resources.
    pub(super) const fn key(self) -> &'static [u8] {
        match self {
            Self::Regular => b"F1",
            Self::Bold => b"F2",
            Self::Symbol => b"F3",
        }
    }

    /// Returns the name of the font.
    pub(super) const fn name(self) -> &'static [u8] {
        match self {
            Self::Regular => b"Helvetica",
            Self::Bold => b"Helvetica-Bold",
            Self::Symbol => b"Symbol",
        }
    }
}

/// Consecutive letters in the same font.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) face: Face,
    pub(super) codes: Vec<u8>,
    /// Width in thousandths of the font size.
    pub(super) width: u32,
}

/// Returns the font, the code and the width of a letter if one of the fonts has it.
fn glyph(sign: char, is_bold: bool) -> Option<(Face, u8, u16)> {
    let (face, widths) = if is_bold { (Face::Bold, &BOLD) } else { (Face::Regular, &REGULAR) };
    let code = match sign {
        ' '..='~' | '\u{a0}'..='\u{ff}' => u8::try_from(u32::from(sign)).ok(),
        _ => WIN_ANSI.binary_search_by_key(&sign, |(known, _)| *known).ok().map(|at| WIN_ANSI[at].1),
    };
    if let Some(code) = code {
        return Some((face, code, widths[usize::from(code) - 32]));
    }
    let at = SYMBOL.binary_search_by_key(&sign, |(known, ..)| *known).ok()?;
    let (_, code, width) = SYMBOL[at];
    Some((Face::Symbol, code, width))
}

/// Letters that no font has, and their spellings.
pub(super) type Missing = BTreeMap<char, String>;

/// Returns the text, spelled with letters that the fonts have. White space is collapsed to single
/// spaces.
pub(super) fn spelled(text: &str, missing: &mut Missing) -> String {
    let mut spelled = String::new();
    for sign in text.chars() {
        if sign.is_whitespace() || sign.is_control() {
            spelled.push(' ');
        } else if glyph(sign, false).is_some() {
            spelled.push(sign);
        } else {
            spelled.push_str(missing.entry(sign).or_insert_with(|| respelled(sign)));
        }
    }
    spelled.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Spells a letter with letters of Latin-1, or as its number.
fn respelled(sign: char) -> String {
    let spelling: String = deunicode::deunicode_char(sign)
        .unwrap_or_default()
        .chars()
        .filter(|one| glyph(*one, false).is_some())
        .collect();
    if spelling.trim().is_empty() { format!("[U+{:04X}]", u32::from(sign)) } else { spelling }
}

/// Splits a text into runs of letters in the same font.
pub(super) fn runs(text: &str, is_bold: bool) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (face, code, width) in text.chars().filter_map(|sign| glyph(sign, is_bold)) {
        match runs.last_mut().filter(|run| run.face == face) {
            Some(run) => {
                run.codes.push(code);
                run.width += u32::from(width);
            }
            None => runs.push(Run { face, codes: vec![code], width: u32::from(width) }),
        }
    }
    runs
}

/// Returns the width of a text at a font size.
pub(super) fn width(text: &str, is_bold: bool, size: f64) -> f64 {
    let width: u32 =
        text.chars().filter_map(|sign| glyph(sign, is_bold)).map(|(.., width)| u32::from(width)).sum();
    f64::from(width) * size / 1000.0
}

/// Wraps a text to lines of a given width. A word that is longer than a line is split.
pub(super) fn lines(text: &str, is_bold: bool, size: f64, limit: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let (mut line, mut used) = (String::new(), 0.0);
    let space = width(" ", is_bold, size);
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let length = width(word, is_bold, size);
        if !line.is_empty() && used + space + length > limit {
            lines.push(std::mem::take(&mut line));
            used = 0.0;
        }
        if !line.is_empty() {
            line.push(' ');
            used += space;
        }
        if length <= limit {
            line.push_str(word);
            used += length;
            continue;
        }
        for sign in word.chars() {
            let step = glyph(sign, is_bold).map_or(0.0, |(.., width)| f64::from(width) * size / 1000.0);
            if !line.is_empty() && used + step > limit {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            }
            line.push(sign);
            used += step;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Widths of Helvetica from the code 32 on, in thousandths of the font size.
#[rustfmt::skip]
const REGULAR: [u16; 224] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722,
    722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
    667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
    556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,
    500, 334, 260, 334, 584, 350, 556, 350, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333,
    1000, 350, 611, 350, 350, 222, 222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 350,
    500, 667, 278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333,
    400, 584, 333, 333, 333, 556, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611, 667, 667,
    667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278, 722, 722, 778, 778,
    778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611, 556, 556, 556, 556, 556, 556,
    889, 500, 556, 556, 556, 556, 278, 278, 278, 278, 556, 556, 556, 556, 556, 556, 556, 584,
    611, 556, 556, 556, 556, 500, 556, 500,
];

/// Widths of Helvetica-Bold from the code 32 on, in thousandths of the font size.
#[rustfmt::skip]
const BOLD: [u16; 224] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722,
    722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722,
    667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611,
    611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556,
    500, 389, 280, 389, 584, 350, 556, 350, 278, 556, 500, 1000, 556, 556, 333, 1000, 667, 333,
    1000, 350, 611, 350, 350, 278, 278, 500, 500, 350, 556, 1000, 333, 1000, 556, 333, 944, 350,
    500, 667, 278, 333, 556, 556, 556, 556, 280, 556, 333, 737, 370, 556, 584, 333, 737, 333,
    400, 584, 333, 333, 333, 611, 556, 278, 333, 333, 365, 556, 834, 834, 834, 611, 722, 722,
    722, 722, 722, 722, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278, 722, 722, 778, 778,
    778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611, 556, 556, 556, 556, 556, 556,
    889, 556, 556, 556, 556, 556, 278, 278, 278, 278, 611, 611, 611, 611, 611, 611, 611, 584,
    611, 611, 611, 611, 611, 556, 611, 556,
];

/// Letters of Symbol, sorted: the letter, its code and its width.
#[rustfmt::skip]
const SYMBOL: [(char, u8, u16); 101] = [
    ('\u{391}', 65, 722), ('\u{392}', 66, 667), ('\u{393}', 71, 603), ('\u{394}', 68, 612),
    ('\u{395}', 69, 611), ('\u{396}', 90, 611), ('\u{397}', 72, 722), ('\u{398}', 81, 741),
    ('\u{399}', 73, 333), ('\u{39a}', 75, 722), ('\u{39b}', 76, 686), ('\u{39c}', 77, 889),
    ('\u{39d}', 78, 722), ('\u{39e}', 88, 645), ('\u{39f}', 79, 722), ('\u{3a0}', 80, 768),
    ('\u{3a1}', 82, 556), ('\u{3a3}', 83, 592), ('\u{3a4}', 84, 611), ('\u{3a5}', 85, 690),
    ('\u{3a6}', 70, 763), ('\u{3a7}', 67, 722), ('\u{3a8}', 89, 795), ('\u{3a9}', 87, 768),
    ('\u{3b1}', 97, 631), ('\u{3b2}', 98, 549), ('\u{3b3}', 103, 411), ('\u{3b4}', 100, 494),
    ('\u{3b5}', 101, 439), ('\u{3b6}', 122, 494), ('\u{3b7}', 104, 603), ('\u{3b8}', 113, 521),
    ('\u{3b9}', 105, 329), ('\u{3ba}', 107, 549), ('\u{3bb}', 108, 549), ('\u{3bc}', 109, 576),
    ('\u{3bd}', 110, 521), ('\u{3be}', 120, 493), ('\u{3bf}', 111, 549), ('\u{3c0}', 112, 549),
    ('\u{3c1}', 114, 549), ('\u{3c2}', 86, 439), ('\u{3c3}', 115, 603), ('\u{3c4}', 116, 439),
    ('\u{3c5}', 117, 576), ('\u{3c6}', 102, 521), ('\u{3c7}', 99, 549), ('\u{3c8}', 121, 686),
    ('\u{3c9}', 119, 686), ('\u{2032}', 162, 247), ('\u{2033}', 178, 411), ('\u{2190}', 172, 987),
    ('\u{2191}', 173, 603), ('\u{2192}', 174, 987), ('\u{2193}', 175, 603),
    ('\u{2194}', 171, 1042), ('\u{21d0}', 220, 987), ('\u{21d1}', 221, 603),
    ('\u{21d2}', 222, 987), ('\u{21d3}', 223, 603), ('\u{21d4}', 219, 1042),
    ('\u{2200}', 34, 713), ('\u{2202}', 182, 494), ('\u{2203}', 36, 549), ('\u{2205}', 198, 823),
    ('\u{2208}', 206, 713), ('\u{2209}', 207, 713), ('\u{220f}', 213, 823),
    ('\u{2211}', 229, 713), ('\u{2212}', 45, 549), ('\u{221a}', 214, 549), ('\u{221d}', 181, 713),
    ('\u{221e}', 165, 713), ('\u{2220}', 208, 768), ('\u{2227}', 217, 603),
    ('\u{2228}', 218, 603), ('\u{2229}', 199, 768), ('\u{222a}', 200, 768),
    ('\u{222b}', 242, 274), ('\u{2234}', 92, 863), ('\u{223c}', 126, 549), ('\u{2245}', 64, 549),
    ('\u{2248}', 187, 549), ('\u{2260}', 185, 549), ('\u{2261}', 186, 549),
    ('\u{2264}', 163, 549), ('\u{2265}', 179, 549), ('\u{2282}', 204, 713),
    ('\u{2283}', 201, 713), ('\u{2284}', 203, 713), ('\u{2286}', 205, 713),
    ('\u{2287}', 202, 713), ('\u{2295}', 197, 768), ('\u{2297}', 196, 768), ('\u{22a5}', 94, 658),
    ('\u{22c5}', 215, 250), ('\u{25ca}', 224, 494), ('\u{2660}', 170, 753),
    ('\u{2663}', 167, 753), ('\u{2665}', 169, 753), ('\u{2666}', 168, 753),
];

/// Letters of WinAnsi that are not in Latin-1, with their codes, sorted.
#[rustfmt::skip]
const WIN_ANSI: [(char, u8); 27] = [
    ('\u{152}', 0x8c), ('\u{153}', 0x9c), ('\u{160}', 0x8a), ('\u{161}', 0x9a), ('\u{178}', 0x9f),
    ('\u{17d}', 0x8e), ('\u{17e}', 0x9e), ('\u{192}', 0x83), ('\u{2c6}', 0x88), ('\u{2dc}', 0x98),
    ('\u{2013}', 0x96), ('\u{2014}', 0x97), ('\u{2018}', 0x91), ('\u{2019}', 0x92),
    ('\u{201a}', 0x82), ('\u{201c}', 0x93), ('\u{201d}', 0x94), ('\u{201e}', 0x84),
    ('\u{2020}', 0x86), ('\u{2021}', 0x87), ('\u{2022}', 0x95), ('\u{2026}', 0x85),
    ('\u{2030}', 0x89), ('\u{2039}', 0x8b), ('\u{203a}', 0x9b), ('\u{20ac}', 0x80),
    ('\u{2122}', 0x99),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables that are searched are sorted and contain no letter twice.
    #[test]
    fn letters_are_sorted() {
        assert!(WIN_ANSI.is_sorted_by(|one, other| one.0 < other.0));
        assert!(SYMBOL.is_sorted_by(|one, other| one.0 < other.0));
    }

    /// Every letter has a font or a spelling, and no spelling is empty.
    #[test]
    fn no_letter_is_lost() {
        let mut missing = Missing::new();
        let text = spelled("Łódź – naïve ≤ π, 数独\u{301}\u{e000}\n!", &mut missing);
        assert_eq!(text, "Lódz – naïve ≤ π, Shu Du [U+0301][U+E000] !");
        let letters: Vec<char> = missing.keys().copied().collect();
        assert_eq!(letters, ['Ł', 'ź', '\u{301}', '数', '独', '\u{e000}']);
        let codes: usize = runs(&text, false).iter().map(|run| run.codes.len()).sum();
        assert_eq!(codes, text.chars().count());
    }

    /// No line is wider than its limit, and no text is lost.
    #[test]
    fn lines_fit() {
        let text = "Digits in a cage do not repeat; Donaudampfschifffahrtsgesellschaftskapitän ≤ 9.";
        for limit in [40.0, 75.0, 200.0, 1000.0] {
            let lines = lines(text, false, 10.0, limit);
            assert!(lines.iter().all(|line| width(line, false, 10.0) <= limit), "{limit}: {lines:?}");
            let letters = |text: &str| text.replace(' ', "");
            assert_eq!(letters(&lines.concat()), letters(text));
        }
        assert_eq!(width("Wide", false, 10.0), 22.78);
    }
}
