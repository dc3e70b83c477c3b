//! Names of uploaded files, on their own and in Markdown.

use crate::http::file_type::FileType;

/// The number of hexadecimal digits in the name of a file that is not a picture.
pub(crate) const DIGITS: usize = 16;

/// Returns whether a name has the form of an uploaded file's name: a picture, or a hash with the
/// extension of another type.
pub(crate) fn is_name(name: &str) -> bool {
    gridlore_pictures::is_name(name) || other_type(name).is_some()
}

/// Returns the type of an uploaded file other than a picture, based on its name, or `None` for
/// pictures and other names.
pub(crate) fn other_type(name: &str) -> Option<FileType> {
    let (stem, extension) = name.split_once('.')?;
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (stem.len() == DIGITS && stem.bytes().all(is_digit)).then(|| FileType::from_extension(extension))?
}

/// Returns the names of the uploaded files that a text shows or links to.
pub(crate) fn shown(markdown: &str) -> Vec<String> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '.';
    let names = markdown
        .split("/uploads/")
        .skip(1)
        .map(|rest| rest.split(|letter| !is_of_name(letter)).next().unwrap_or_default())
        // A full stop after an address is not part of it.
        .map(|name| name.trim_end_matches('.'));
    names.filter(|name| is_name(name)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_texts() {
        let text = "![a](/uploads/0f-20x10.gif) <audio src=\"/uploads/0123456789abcdef.mp3\"></audio> \
            [b](https://a.example/uploads/0123456789abcdee.pdf#page=2), /uploads/0123456789abcded.mp4. \
            /uploads/0123456789abcdef.exe /uploads/0123.mp3 /uploads/0123456789abcdeg.mp3";
        assert_eq!(
            shown(text),
            ["0f-20x10.gif", "0123456789abcdef.mp3", "0123456789abcdee.pdf", "0123456789abcded.mp4"]
        );
        assert!(!is_name("../0123456789abcdef.mp3") && !is_name("0123456789abcdef.mp3.exe"));
    }
}
