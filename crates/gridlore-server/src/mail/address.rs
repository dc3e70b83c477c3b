//! E-mail addresses that the site accepts: ASCII, without comments and quoted parts.

use lettre::Address;

/// Maximum length of an address (RFC 5321).
pub(crate) const MAX_ADDRESS_LENGTH: usize = 254;

/// Returns the address in `text`, with its domain in lower case.
///
/// # Errors
/// Returns a sentence that says what was found and what was expected.
pub(crate) fn checked(text: &str) -> Result<String, String> {
    let text = text.trim();
    let fault = || {
        let found: String = text.chars().filter(|letter| !letter.is_control()).take(60).collect();
        format!("Found \"{found}\", expected an e-mail address such as name@example.org.")
    };
    let (user, domain) = text.rsplit_once('@').ok_or_else(fault)?;
    let is_user = |letter: char| letter.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(letter);
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
    };
    let is_good = text.len() <= MAX_ADDRESS_LENGTH
        && user.len() <= 64
        && user.chars().all(is_user)
        && user.starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '_')
        && user.split('.').all(|part| !part.is_empty())
        && domain.contains('.')
        && domain.split('.').all(is_label);
    let domain = domain.to_ascii_lowercase();
    if !is_good || Address::new(user, &domain).is_err() {
        return Err(fault());
    }
    Ok(format!("{user}@{domain}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked() {
        assert_eq!(checked(" Ann.B+c@Example.ORG "), Ok("Ann.B+c@example.org".to_owned()));
        let long = format!("{}@example.org", "a".repeat(65));
        for bad in [
            "",
            "ann",
            "@example.org",
            "ann@",
            "ann@localhost",
            "a..b@example.org",
            ".a@example.org",
            "ann@-x.org",
            "ann@x..org",
            "a b@example.org",
            "\"a\"@example.org",
            "ann@example.org, eve@example.org",
            "ann@example.org\r\nBcc: eve@example.org",
            "ann\r\n@example.org",
            "änn@example.org",
            "ann@[127.0.0.1]",
            "<ann@example.org>",
            "=1+1@example.org",
            "-ann@example.org",
            &long,
        ] {
            let fault = checked(bad).unwrap_err();
            assert!(fault.starts_with("Found \"") && !fault.contains(['\r', '\n']), "{bad}: {fault}");
        }
    }
}
