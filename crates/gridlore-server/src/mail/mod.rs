//! Mail: the messages that the site sends to people, and the thread that sends them.
//!
//! Requests only add messages to the outbox of the store, from which [`sender`] sends them.
//! Lettre's types encode every header, and strings from strangers are converted to single lines
//! first.

pub(crate) mod address;
pub(crate) mod letters;
pub(crate) mod links;
mod message;
pub(crate) mod newsletter;
mod notices;
pub(crate) mod relay;
mod resets;
pub(crate) mod sender;
pub(crate) mod server;

use crate::config::Config;
use crate::secret::token::token;
use crate::store::{Mail, MailKind};
use anyhow::{Context, Result, anyhow};

/// Sends a test message immediately, bypassing the outbox. Returns the response of the mail server.
///
/// # Errors
/// Fails if mail is not configured, the address is invalid, or the server does not accept the
/// message. In the last case, the error contains the server's response.
pub fn send_test(config: &Config, address: &str) -> Result<String> {
    let settings = config
        .mail
        .as_ref()
        .context("found no [mail] table in the configuration, expected one that names the mail server")?;
    let recipient = address::checked(address).map_err(|fault| anyhow!("{fault}"))?;
    let base = config.address.as_deref().unwrap_or_default();
    let mail = Mail {
        id: 0,
        kind: MailKind::Notice,
        recipient,
        subject: "Test message".to_owned(),
        text: format!("The site {base} can send mail.\n"),
        html: None,
        message: token()?[..32].to_owned(),
        tries: 1,
        subscriber: None,
    };
    let message = message::message(settings, &mail, None)?;
    let at = format!("{}:{}", settings.server, settings.port());
    server::response(settings, base, &message).map_err(|failure| anyhow!("the mail server {at}: {failure}"))
}
