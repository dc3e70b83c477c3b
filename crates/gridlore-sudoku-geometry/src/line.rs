//! Lines of 81 cells as files of puzzles have them, one a line, with a remark or without.

/// Whether a sign stands for a blank, in some file or other.
#[must_use]
pub const fn is_blank(sign: char) -> bool {
    matches!(sign, '.' | '0' | '_' | '*' | '?' | 'x' | 'X')
}

/// The 81 cells of a single line that has them side by side and, perhaps, a remark: digits and
/// blanks.
#[must_use]
pub fn cells_before_remark(line: &str) -> Option<&str> {
    let (cells, rest) = line.trim().split_at_checked(81)?;
    let is_one = rest.is_empty() || rest.starts_with([' ', '\t', ',', ';', '#']) && !rest.contains('\n');
    let is_cell = |sign: char| sign.is_ascii_digit() || is_blank(sign);
    (is_one && cells.chars().all(is_cell)).then_some(cells)
}
