//! Names of uploaded pictures in texts.

use gridlore_pictures::is_name;

/// The names of the uploaded pictures that a text shows.
pub(crate) fn shown(markdown: &str) -> Vec<String> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '.';
    let names = markdown
        .split("/uploads/")
        .skip(1)
        .map(|rest| rest.split(|letter| !is_of_name(letter)).next().unwrap_or_default());
    names.filter(|name| is_name(name)).map(str::to_owned).collect()
}
