//! Names of the pictures that were sent in, and which of them a text shows.

/// The width of the copy for narrow windows.
pub(crate) const NARROW: u32 = 800;

/// Whether a name is one that [`crate::content::uploads::read`] gives, and so no path.
pub(crate) fn is_name(name: &str) -> bool {
    let Some((stem, ending)) = name.split_once('.') else { return false };
    matches!(ending, "jpg" | "png" | "gif")
        && !stem.is_empty()
        && stem.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase() || byte == b'-')
}

/// The name of the copy for narrow windows.
pub(crate) fn narrow_name(name: &str) -> Option<String> {
    let (stem, ending) = name.split_once('.')?;
    Some(format!("{stem}-{NARROW}.{ending}"))
}

/// The names of the pictures that were sent in and that a text shows.
pub(crate) fn shown(markdown: &str) -> Vec<String> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '.';
    let names = markdown
        .split("/uploads/")
        .skip(1)
        .map(|rest| rest.split(|letter| !is_of_name(letter)).next().unwrap_or_default());
    names.filter(|name| is_name(name)).map(str::to_owned).collect()
}
