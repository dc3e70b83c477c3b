//! Colours of drawings, and the names that rules use for them.

/// A colour; 255 is full brightness or full opacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colour {
    pub(crate) red: u8,
    pub(crate) green: u8,
    pub(crate) blue: u8,
    pub(crate) alpha: u8,
}

/// The name of a colour as used in the rules of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hue {
    Transparent,
    White,
    Grey,
    Black,
    Red,
    Orange,
    Brown,
    Yellow,
    Green,
    Teal,
    Blue,
    Purple,
    Pink,
}

/// Words used in rules, with the colours that they can mean.
pub(crate) const WORDS: [(&str, &[Hue]); 26] = [
    ("grey", &[Hue::Grey]),
    ("gray", &[Hue::Grey]),
    ("silver", &[Hue::Grey]),
    ("white", &[Hue::White]),
    ("black", &[Hue::Black]),
    ("red", &[Hue::Red]),
    ("orange", &[Hue::Orange]),
    ("peach", &[Hue::Orange]),
    ("gold", &[Hue::Yellow, Hue::Orange]),
    ("golden", &[Hue::Yellow, Hue::Orange]),
    ("brown", &[Hue::Brown]),
    ("yellow", &[Hue::Yellow]),
    ("green", &[Hue::Green]),
    ("lime", &[Hue::Green]),
    ("teal", &[Hue::Teal]),
    ("turquoise", &[Hue::Teal]),
    ("aqua", &[Hue::Teal]),
    ("cyan", &[Hue::Teal, Hue::Blue]),
    ("blue", &[Hue::Blue, Hue::Teal]),
    ("lavender", &[Hue::Purple]),
    ("lilac", &[Hue::Purple]),
    ("violet", &[Hue::Purple]),
    ("purple", &[Hue::Purple, Hue::Pink]),
    ("magenta", &[Hue::Pink]),
    ("pink", &[Hue::Pink, Hue::Purple]),
    ("fuchsia", &[Hue::Pink]),
];

const fn rgb(red: u8, green: u8, blue: u8) -> Colour {
    Colour { red, green, blue, alpha: 255 }
}

/// Tints of shaded cells in pictures, with their names. They are the colours of marks in the
/// design.
pub(crate) const TINTS: [(&str, Colour); 6] = [
    ("Blue", rgb(0x00, 0x72, 0xb2)),
    ("Orange", rgb(0xd5, 0x5e, 0x00)),
    ("Green", rgb(0x00, 0x9e, 0x73)),
    ("Purple", rgb(0xa4, 0x50, 0x8b)),
    ("Yellow", rgb(0xe6, 0x9f, 0x00)),
    ("Light blue", rgb(0x56, 0xb4, 0xe9)),
];

impl Colour {
    /// Parses `#67F` or `#67F067` (optionally with opacity), `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)`,
    /// or a name.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let opaque = |[red, green, blue]: [u8; 3]| Self { red, green, blue, alpha: 255 };
        if let Some(digits) = text.strip_prefix('#') {
            let digits: Option<Vec<u8>> =
                digits.chars().map(|digit| digit.to_digit(16)?.try_into().ok()).collect();
            return Some(match digits?[..] {
                [red, green, blue] => opaque([red * 17, green * 17, blue * 17]),
                [red, green, blue, alpha] => {
                    Self { alpha: alpha * 17, ..opaque([red * 17, green * 17, blue * 17]) }
                }
                [a, b, c, d, e, f] => opaque([a * 16 + b, c * 16 + d, e * 16 + f]),
                [a, b, c, d, e, f, g, h] => {
                    Self { alpha: g * 16 + h, ..opaque([a * 16 + b, c * 16 + d, e * 16 + f]) }
                }
                _ => return None,
            });
        }
        if let Some(numbers) = text.strip_prefix("rgb") {
            let numbers = numbers.trim_start_matches('a').trim().strip_prefix('(')?.strip_suffix(')')?;
            let mut numbers = numbers.split(',').map(|number| number.trim().parse::<f32>().ok());
            let mut channel = || Some(byte(numbers.next()??));
            let (red, green, blue) = (channel()?, channel()?, channel()?);
            let alpha = numbers.next().flatten().map_or(255, |alpha| byte(alpha * 255.0));
            return Some(Self { red, green, blue, alpha });
        }
        Some(match text.as_str() {
            "none" | "transparent" => Self { alpha: 0, ..opaque([255; 3]) },
            "white" => opaque([255; 3]),
            "black" => opaque([0; 3]),
            "gray" | "grey" => opaque([128; 3]),
            "lightgray" | "lightgrey" | "silver" => opaque([200; 3]),
            "red" => opaque([255, 0, 0]),
            "orange" => opaque([255, 165, 0]),
            "brown" => opaque([165, 42, 42]),
            "yellow" => opaque([255, 255, 0]),
            "green" => opaque([0, 128, 0]),
            "lime" | "lightgreen" => opaque([100, 240, 100]),
            "teal" => opaque([0, 128, 128]),
            "cyan" | "aqua" => opaque([0, 255, 255]),
            "blue" => opaque([0, 0, 255]),
            "purple" => opaque([128, 0, 128]),
            "violet" => opaque([238, 130, 238]),
            "pink" => opaque([255, 192, 203]),
            "magenta" | "fuchsia" => opaque([255, 0, 255]),
            _ => return None,
        })
    }

    /// Returns the name of the colour.
    pub(crate) fn hue(self) -> Hue {
        let [red, green, blue] = [self.red, self.green, self.blue].map(i32::from);
        let (high, low) = (red.max(green).max(blue), red.min(green).min(blue));
        let spread = high - low;
        if self.alpha < 16 {
            return Hue::Transparent;
        }
        if spread < 24 {
            return match high {
                0..64 => Hue::Black,
                64..245 => Hue::Grey,
                _ => Hue::White,
            };
        }
        // The angle on the colour wheel, in degrees from red.
        let angle = if high == red {
            60 * (green - blue) / spread
        } else if high == green {
            120 + 60 * (blue - red) / spread
        } else {
            240 + 60 * (red - green) / spread
        };
        match angle.rem_euclid(360) {
            0..15 | 345.. if high > 200 && low > 150 => Hue::Pink,
            0..15 | 345.. => Hue::Red,
            15..45 if high < 190 => Hue::Brown,
            15..45 => Hue::Orange,
            45..68 => Hue::Yellow,
            68..160 => Hue::Green,
            160..188 => Hue::Teal,
            188..250 => Hue::Blue,
            250..295 => Hue::Purple,
            _ => Hue::Pink,
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the number is clamped")]
fn byte(number: f32) -> u8 {
    number.clamp(0.0, 255.0) as u8
}

impl Hue {
    /// Returns the English name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Transparent => "transparent",
            Self::White => "white",
            Self::Grey => "grey",
            Self::Black => "black",
            Self::Red => "red",
            Self::Orange => "orange",
            Self::Brown => "brown",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Teal => "teal",
            Self::Blue => "blue",
            Self::Purple => "purple",
            Self::Pink => "pink",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_setters_have_their_names() {
        let cases = [
            ("#CFCFCF", Hue::Grey),
            ("#cfcfcf80", Hue::Grey),
            ("#FFFFFF", Hue::White),
            ("#fff0", Hue::Transparent),
            ("#000", Hue::Black),
            ("#67F067", Hue::Green),
            ("#F067F0", Hue::Pink),
            ("#C060FF", Hue::Purple),
            ("#FFCCAA", Hue::Orange),
            ("#2ECBFF", Hue::Blue),
            ("#33AAAA", Hue::Teal),
            ("#E6261F", Hue::Red),
            ("#FFFF00", Hue::Yellow),
            ("#8B4513", Hue::Brown),
            ("rgba(207, 207, 207, 0.95)", Hue::Grey),
            ("rgba(0,0,0,0)", Hue::Transparent),
            ("none", Hue::Transparent),
        ];
        for (text, hue) in cases {
            assert_eq!(Colour::parse(text).map(Colour::hue), Some(hue), "{text}");
        }
        for text in ["", "#", "#12345", "#12345g", "rgb(1,2)", "rgb(", "chartreuse-ish", "#ééé"] {
            assert_eq!(Colour::parse(text), None, "{text}");
        }
    }
}
