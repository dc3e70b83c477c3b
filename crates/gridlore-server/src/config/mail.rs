//! The `[mail]` table in the configuration: the server that accepts the site's mail, and sending
//! limits.

use anyhow::{Context, Result, bail};
use lettre::message::Mailbox;
use serde::Deserialize;
use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

/// How the site sends mail.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailConfig {
    /// The host of the SMTP server.
    pub server: String,
    /// Its port; by default 465 for `tls`, 587 for `starttls`, 25 for `none`.
    pub port: Option<u16>,
    /// How the connection is encrypted.
    #[serde(default)]
    pub security: MailSecurity,
    /// The name with which the site signs in to the server, if it does.
    pub user: Option<String>,
    /// The file whose first line is the password; a relative path is resolved against the
    /// configuration file's folder.
    pub password_file: Option<PathBuf>,
    /// The sender of all messages, such as `Puzzles <puzzles@example.org>`.
    pub from: String,
    /// Maximum number of messages per minute.
    #[serde(default = "default_rate")]
    pub per_minute: u32,
    /// Minimum number of minutes between two notices to one person.
    #[serde(default = "default_notice_minutes")]
    pub notice_minutes: u32,
    /// Number of minutes between the publication of a post and its first message to subscribers.
    #[serde(default = "default_newsletter_delay")]
    pub newsletter_delay: u32,
}

/// How a connection to the mail server is encrypted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MailSecurity {
    /// TLS from the first byte.
    #[default]
    Tls,
    /// TLS after the command STARTTLS, which the server must offer.
    StartTls,
    /// No encryption; only for a server on the same machine.
    None,
}

const fn default_rate() -> u32 {
    60
}

const fn default_notice_minutes() -> u32 {
    30
}

const fn default_newsletter_delay() -> u32 {
    10
}

/// Maximum value of `per_minute`.
const MAX_RATE: u32 = 6_000;

/// Maximum value of the keys that are in minutes: one day.
const MAX_MINUTES: u32 = 24 * 60;

impl MailConfig {
    /// Returns the port of the server.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(match self.security {
            MailSecurity::Tls => 465,
            MailSecurity::StartTls => 587,
            MailSecurity::None => 25,
        })
    }

    /// Checks the values.
    ///
    /// # Errors
    /// Names the first invalid value, with what was found and what was expected.
    pub(super) fn check(&self, has_address: bool) -> Result<()> {
        if !has_address {
            bail!(
                "mail: found no `address` of the site, which is needed for links in messages; add one such as https://puzzles.example"
            );
        }
        let is_host = |letter: char| letter.is_ascii_alphanumeric() || ".-:".contains(letter);
        if self.server.is_empty() || !self.server.chars().all(is_host) {
            bail!("mail.server: found \"{}\", expected a host such as smtp.example.org", self.server);
        }
        if self.port == Some(0) {
            bail!("mail.port: found 0, expected a number from 1 to 65535");
        }
        if self.security == MailSecurity::None && !self.is_local() {
            bail!(
                "mail.security: found \"none\" for the server {}, expected \"tls\" or \"starttls\"; only a server on this machine, such as 127.0.0.1, can be used without encryption",
                self.server
            );
        }
        match (&self.user, &self.password_file) {
            (Some(_), None) => {
                bail!("mail.password_file: found none, expected a file with the password for `user`")
            }
            (None, Some(_)) => {
                bail!("mail.user: found none, expected the user name for the password in `password_file`")
            }
            _ => {}
        }
        if self.from.parse::<Mailbox>().is_err() || self.from.chars().any(char::is_control) {
            bail!(
                "mail.from: found \"{}\", expected an address such as Puzzles <puzzles@example.org>",
                self.from
            );
        }
        for (key, found, range) in [
            ("per_minute", self.per_minute, 1..=MAX_RATE),
            ("notice_minutes", self.notice_minutes, 1..=MAX_MINUTES),
            ("newsletter_delay", self.newsletter_delay, 0..=MAX_MINUTES),
        ] {
            if !range.contains(&found) {
                bail!(
                    "mail.{key}: found {found}, expected a number from {} to {}",
                    range.start(),
                    range.end()
                );
            }
        }
        Ok(())
    }

    /// Resolves relative paths against `folder`, and checks that the password can be read.
    ///
    /// # Errors
    /// Fails if the password file cannot be read, or its first line is empty.
    pub(super) fn resolve(&mut self, folder: &Path) -> Result<()> {
        if let Some(file) = &mut self.password_file {
            *file = folder.join(&*file);
        }
        self.password().map(drop)
    }

    /// Returns the password, or `None` if the site does not sign in.
    pub(crate) fn password(&self) -> Result<Option<String>> {
        let Some(file) = &self.password_file else { return Ok(None) };
        let text = fs::read_to_string(file)
            .with_context(|| format!("mail.password_file: reading {}", file.display()))?;
        let line = text.lines().next().unwrap_or_default().to_owned();
        if line.is_empty() {
            bail!(
                "mail.password_file: found an empty first line in {}, expected the password",
                file.display()
            );
        }
        Ok(Some(line))
    }

    /// Returns whether the server is on this machine.
    fn is_local(&self) -> bool {
        self.server == "localhost" || self.server.parse().is_ok_and(|address: IpAddr| address.is_loopback())
    }
}

#[cfg(test)]
mod tests {
    use crate::Config;

    const GOOD: &str = "address = \"https://puzzles.example\"\n[mail]\nserver = \"smtp.example.org\"\nfrom = \"Puzzles <puzzles@example.org>\"\n";

    fn error(text: &str) -> String {
        Config::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn mail_is_configured() {
        let mail = Config::parse(GOOD).unwrap().mail.unwrap();
        assert_eq!(
            (mail.port(), mail.per_minute, mail.notice_minutes, mail.newsletter_delay),
            (465, 60, 30, 10)
        );
        let mail = Config::parse(&format!("{GOOD}security = \"starttls\"\n")).unwrap().mail.unwrap();
        assert_eq!(mail.port(), 587);
        let local = GOOD.replace("smtp.example.org", "::1") + "security = \"none\"\nport = 2525\n";
        assert_eq!(Config::parse(&local).unwrap().mail.unwrap().port(), 2525);
    }

    #[test]
    fn errors_about_mail_say_what_to_do() {
        for (line, expected) in [
            (
                "security = \"none\"",
                "mail.security: found \"none\" for the server smtp.example.org, expected \"tls\" or \"starttls\"; only a server on this machine, such as 127.0.0.1, can be used without encryption",
            ),
            ("port = 0", "mail.port: found 0, expected a number from 1 to 65535"),
            (
                "user = \"ann\"",
                "mail.password_file: found none, expected a file with the password for `user`",
            ),
            (
                "password_file = \"x\"",
                "mail.user: found none, expected the user name for the password in `password_file`",
            ),
            ("per_minute = 0", "mail.per_minute: found 0, expected a number from 1 to 6000"),
            ("notice_minutes = 0", "mail.notice_minutes: found 0, expected a number from 1 to 1440"),
        ] {
            assert_eq!(error(&format!("{GOOD}{line}\n")), expected);
        }
        let with = |from: &str, to: &str| error(&GOOD.replace(from, to));
        assert_eq!(
            with("smtp.example.org", "smtp example"),
            "mail.server: found \"smtp example\", expected a host such as smtp.example.org"
        );
        for bad in ["Puzzles", "Puzzles <puzzles@example.org>\\r\\nBcc: x@example.org"] {
            let error = with("Puzzles <puzzles@example.org>", bad);
            assert!(error.starts_with("mail.from: found \"Puzzles"), "{error}");
        }
        assert_eq!(
            with("address = \"https://puzzles.example\"\n", ""),
            "mail: found no `address` of the site, which is needed for links in messages; add one such as https://puzzles.example"
        );
        assert!(error(&format!("{GOOD}sever = 1\n")).contains("did you mean `server`?"));
    }

    #[test]
    fn every_key_of_mail_is_documented() {
        let text = include_str!("../../../../docs/mail.md");
        let error = error(&format!("{GOOD}nothing = 1\n"));
        let keys: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
        assert!(keys.len() >= 9, "{error}");
        for key in keys {
            assert!(text.contains(&format!("`{key}`")), "docs/mail.md does not document {key}");
        }
        let example = text.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
        Config::parse(example).unwrap();
    }

    #[test]
    fn the_password_is_the_first_line_of_its_file() {
        let folder = crate::tests::folder("mail-password");
        let path = folder.join("site.toml");
        std::fs::write(&path, format!("{GOOD}user = \"ann\"\npassword_file = \"secret\"\n")).unwrap();
        let error = |path| format!("{:#}", Config::read(path).unwrap_err());
        assert!(error(&path).contains("mail.password_file: reading "), "{}", error(&path));
        std::fs::write(folder.join("secret"), "\n").unwrap();
        assert!(error(&path).contains("mail.password_file: found an empty first line in "));
        std::fs::write(folder.join("secret"), "open sesame\n").unwrap();
        let mail = Config::read(&path).unwrap().mail.unwrap();
        assert_eq!(mail.password().unwrap().as_deref(), Some("open sesame"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
