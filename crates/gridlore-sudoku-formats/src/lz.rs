//! LZ-string text in base 64, with a limit on its expanded size.
//!
//! Method: `lz-str` has no limit, and a few thousand characters can expand to gigabytes. A first
//! pass therefore follows the codes and only adds up the lengths of their entries; the text is
//! decompressed if the sum is small enough. Both passes are linear in the data. Source: the format
//! is that of pieroxy's lz-string 1.5.

/// Maximum number of UTF-16 units that compressed data can expand to.
pub(crate) const MAX_EXPANDED: usize = 4 << 20;

/// The characters of the data, in the order of their values.
const ALPHABET: &[u8; 65] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
/// Codes for a literal of 8 bits, a literal of 16 bits, and the end.
const LITERAL_8: u32 = 0;
const LITERAL_16: u32 = 1;
const END: u32 = 2;

/// The reason that data could not be expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The data is not LZ-string, or it is incomplete.
    Damaged,
    /// The expanded text would exceed the limit.
    TooLong,
}

/// Decompresses data in base 64 if it expands to at most `limit` UTF-16 units. Characters outside
/// the alphabet are skipped.
pub(crate) fn expand(data: &str, limit: usize) -> Result<String, Failure> {
    expand_counting(data, limit, &mut 0)
}

/// Decompresses data like [`expand`], and adds the number of units to `expanded`, even if the data
/// is damaged after them.
pub(crate) fn expand_counting(data: &str, limit: usize, expanded: &mut usize) -> Result<String, Failure> {
    let mut total = 0;
    let end = follow(data, limit, &mut total);
    *expanded += total;
    end?;
    let units = lz_str::decompress_from_base64(data).ok_or(Failure::Damaged)?;
    String::from_utf16(&units).map_err(|_| Failure::Damaged)
}

/// Compresses a text to base 64.
pub(crate) fn compress(text: &str) -> String {
    lz_str::compress_to_base64(text)
}

/// The bits of the data; the highest bit of each character comes first.
struct Bits<'a> {
    data: std::slice::Iter<'a, u8>,
    value: u8,
    left: u8,
}

impl Bits<'_> {
    /// Reads a number of `width` bits, lowest bit first.
    fn number(&mut self, width: u32) -> Option<u32> {
        let mut number = 0;
        for place in 0..width {
            if self.left == 0 {
                let next = self.data.find_map(|byte| ALPHABET.iter().position(|sign| sign == byte))?;
                self.value = u8::try_from(next).ok()?;
                self.left = 6;
            }
            self.left -= 1;
            number |= u32::from(self.value >> self.left & 1) << place;
        }
        Some(number)
    }
}

/// Follows the codes and adds the lengths of their expansions to `total`, until it exceeds `limit`.
fn follow(data: &str, limit: usize, total: &mut usize) -> Result<(), Failure> {
    let mut bits = Bits { data: data.as_bytes().iter(), value: 0, left: 0 };
    // The first three entries are the codes above, which have no text.
    let mut lengths: Vec<usize> = vec![1; 3];
    let (mut width, mut last) = (2, 0);
    // Number of entries that fit before codes get one bit longer.
    let mut room = 1;
    loop {
        let code = bits.number(width).ok_or(Failure::Damaged)?;
        let length = match code {
            LITERAL_8 | LITERAL_16 => {
                bits.number(if code == LITERAL_8 { 8 } else { 16 }).ok_or(Failure::Damaged)?;
                lengths.push(1);
                widen(&mut width, &mut room);
                1
            }
            END => return Ok(()),
            code => match lengths.get(code as usize) {
                Some(length) => *length,
                None if code as usize == lengths.len() && last > 0 => last + 1,
                None => return Err(Failure::Damaged),
            },
        };
        *total += length;
        if *total > limit {
            return Err(Failure::TooLong);
        }
        // The first literal creates one entry; each later code creates one from itself and its
        // predecessor.
        if last > 0 {
            lengths.push(last + 1);
            widen(&mut width, &mut room);
        }
        last = length;
    }
}

fn widen(width: &mut u32, room: &mut usize) {
    *room -= 1;
    if *room == 0 {
        *room = 1 << *width;
        *width += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_the_text() {
        let mut rng = gridlore_core::Rng::new(7);
        for length in 0..400 {
            let signs = 1 + rng.below(40);
            let text: String = (0..length)
                .map(|_| char::from_u32(0x20 + u32::try_from(rng.below(signs)).expect("small") * 17))
                .map(|sign| sign.expect("below the surrogates"))
                .collect();
            let data = compress(&text);
            let mut total = 0;
            assert_eq!((follow(&data, 400, &mut total), total), (Ok(()), length), "{data}");
            assert_eq!(expand(&data, 400), Ok(text));
        }
    }

    #[test]
    fn bombs_are_refused_before_they_expand() {
        // The length of a text of one repeated letter grows with the square of the compressed
        // length.
        let data = compress(&"a".repeat(50_000));
        assert!(data.len() < 1_000, "{}", data.len());
        assert_eq!(expand(&data, 49_999), Err(Failure::TooLong));
        assert_eq!(expand(&data, 50_000).map(|text| text.len()), Ok(50_000));
    }

    #[test]
    fn damaged_data_is_an_error() {
        let data = compress("{\"cells\":[[{},{}],[{},{}]]}");
        for end in 0..data.len() - 4 {
            assert_eq!(expand(&data[..end], 1_000), Err(Failure::Damaged), "{end}");
        }
    }
}
