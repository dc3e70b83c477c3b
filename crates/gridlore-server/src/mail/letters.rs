//! The contents of messages. All are plain text; only posts for subscribers also have HTML.

use crate::secret::token::token;
use crate::store::{MailKind, NewMail};
use anyhow::Result;

/// Maximum number of characters of a subject.
const MAX_SUBJECT_LENGTH: usize = 150;

/// Converts a text to one line of at most `longest` characters, replacing control characters and
/// line breaks with spaces.
pub(crate) fn line(text: &str, longest: usize) -> String {
    let plain: String = text
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .take(4 * longest + 400)
        .collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    match plain.char_indices().nth(longest) {
        Some(_) => plain.chars().take(longest - 1).chain(['…']).collect(),
        None => plain,
    }
}

/// Returns a message with these contents.
pub(crate) fn letter(kind: MailKind, recipient: &str, subject: &str, text: String) -> Result<NewMail> {
    Ok(NewMail {
        kind,
        recipient: recipient.to_owned(),
        subject: line(subject, MAX_SUBJECT_LENGTH),
        text,
        message: token()?[..32].to_owned(),
    })
}

/// Returns the message with an invitation link.
pub(crate) fn invitation(recipient: &str, title: &str, role: &str, link: &str) -> Result<NewMail> {
    let title = line(title, 80);
    let text = format!(
        "You are invited to join {title} as an {role}.\n\nThis link creates your account. It works once and expires in a week:\n\n{link}\n\nIf you do not know the site, ignore this message.\n"
    );
    letter(MailKind::Invitation, recipient, &format!("Invitation to {title}"), text)
}

/// Returns the message with a password reset link.
pub(crate) fn reset(recipient: &str, title: &str, name: &str, link: &str) -> Result<NewMail> {
    let (title, name) = (line(title, 80), line(name, 60));
    let text = format!(
        "Someone asked to reset the password of the account {name} at {title}.\n\nUse this link to set a new password. It works once and expires in 24 hours:\n\n{link}\n\nIf this was not you, ignore this message: your password will not change.\n"
    );
    letter(MailKind::Reset, recipient, &format!("Password reset for {title}"), text)
}

/// Returns the message with a link that confirms the address of an account.
pub(crate) fn address(recipient: &str, title: &str, name: &str, link: &str) -> Result<NewMail> {
    let (title, name) = (line(title, 80), line(name, 60));
    let text = format!(
        "This address was entered for the account {name} at {title}.\n\nIf it is your account, open this link and confirm the address within 24 hours. The site will then send your notices and password reset links to it:\n\n{link}\n\nIf this is not your account, ignore this message: the address will not be used.\n"
    );
    letter(MailKind::Address, recipient, &format!("Confirm your address at {title}"), text)
}

/// Returns the message with a link that confirms a subscription.
pub(crate) fn subscription(recipient: &str, blog: &str, link: &str) -> Result<NewMail> {
    let blog = line(blog, 80);
    let text = format!(
        "Someone entered this address to get new posts from {blog} by e-mail.\n\nTo subscribe, open this link within three days and confirm your subscription:\n\n{link}\n\nIf this was not you, ignore this message: you will get no posts.\n"
    );
    letter(MailKind::Subscription, recipient, &format!("Confirm your subscription to {blog}"), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_strangers_become_one_line() {
        assert_eq!(line("a\r\nBcc: x\u{0}\u{85}b", 50), "a Bcc: x b");
        assert_eq!(line("abcdef", 4), "abc…");
        let hostile =
            invitation("a@example.org", "T\r\nBcc: eve@example.org", "author", "https://x").unwrap();
        assert_eq!(hostile.subject, "Invitation to T Bcc: eve@example.org");
        assert!(!hostile.text.contains("\nBcc"));
        assert!(line(&"x".repeat(10_000_000), 80).chars().count() == 80);
    }
}
