//! Lines of 81 cells, as in puzzle files, with or without a remark.

/// Returns whether a character stands for a blank cell in any common file format.
#[must_use]
pub const fn is_blank(sign: char) -> bool {
    matches!(sign, '.' | '0' | '_' | '*' | '?' | 'x' | 'X')
}

/// Returns the 81 cells (digits and blanks) at the start of a line, which can end with a remark, or
/// `None` for any other text.
#[must_use]
pub fn cells_before_remark(line: &str) -> Option<&str> {
    let (cells, rest) = line.trim().split_at_checked(81)?;
    let is_one = rest.is_empty() || rest.starts_with([' ', '\t', ',', ';', '#']) && !rest.contains('\n');
    let is_cell = |sign: char| sign.is_ascii_digit() || is_blank(sign);
    (is_one && cells.chars().all(is_cell)).then_some(cells)
}
