//! The conversation with the mail server. Every message has its own connection, with limits on its
//! duration and on the bytes that the server sends, so a server that hangs or sends too much costs
//! only one attempt.

use super::relay::{Exceeded, Limits, relayed};
use crate::config::{MailConfig, MailSecurity};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{Error, SmtpTransport, SmtpTransportBuilder};
use lettre::{Message, Transport};
use std::fmt::{self, Display};
use std::net::Ipv4Addr;
use std::time::Duration;

/// Time limit for each step of a conversation.
pub(crate) const PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 30 });

/// Limits for a whole conversation. A message has at most a few hundred KiB, which can be sent in
/// this time at 10 KiB per second. A server's responses and certificates have a few KiB. More bytes
/// cost time, because lettre parses a response from the start again after each line.
pub(crate) const LIMITS: Limits = Limits { time: Duration::from_secs(60), bytes: 32 * 1024 };

/// Maximum number of characters of a response or an error to show or log.
const MAX_TEXT_LENGTH: usize = 500;

/// The reason why a message was not sent.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The server will never accept this message.
    Refused(String),
    /// The server may accept the message later, or after a change to the configuration.
    Later(String),
    /// The server stopped answering during this message, or violated the protocol. Some servers
    /// first query the recipient's own server, which may hang.
    Stalled(String),
    /// The server cannot be reached.
    Unreachable(String),
}

impl Failure {
    /// Returns the code of the server's response, or an empty string if there was none. Excludes
    /// the text, because it may contain the recipient's address.
    pub(super) fn code(&self) -> &str {
        match self {
            Self::Refused(text) | Self::Later(text) => text.split(' ').next().unwrap_or_default(),
            Self::Stalled(_) | Self::Unreachable(_) => "",
        }
    }
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(text) | Self::Later(text) => write!(formatter, "it answered {text}"),
            Self::Stalled(text) | Self::Unreachable(text) => formatter.write_str(text),
        }
    }
}

/// Sends a message. Returns the server's response, such as `250 Ok: queued as 1A2B`.
pub(super) fn response(config: &MailConfig, base: &str, message: &Message) -> Result<String, Failure> {
    response_within(LIMITS, config, base, message)
}

/// Like [`response`], but with other limits.
pub(crate) fn response_within(
    limits: Limits,
    config: &MailConfig,
    base: &str,
    message: &Message,
) -> Result<String, Failure> {
    let builder = client(config, base)?;
    let unreachable = |error| Failure::Unreachable(printable(&format!("it cannot be reached: {error}")));
    let (result, exceeded) = relayed((&config.server, config.port()), limits, |port| {
        builder.port(port).build().send(message).map_err(|error| failure(&error))
    })
    .map_err(unreachable)?;
    match (result, exceeded) {
        (Ok(response), _) => {
            let lines: Vec<&str> = response.message().collect();
            Ok(printable(&format!("{} {}", response.code(), lines.join(" "))))
        }
        // A response that was cut off at the limit is ignored.
        (Err(Failure::Stalled(_)), Some(Exceeded::Time)) => {
            let seconds = limits.time.as_secs();
            Err(Failure::Stalled(format!("it did not accept the message within {seconds} seconds")))
        }
        (Err(Failure::Stalled(_)), Some(Exceeded::Bytes)) => {
            Err(Failure::Stalled(format!("it sent more than {} bytes", limits.bytes)))
        }
        (Err(failure), _) => Err(failure),
    }
}

/// Returns a client that connects to this machine, and expects the certificate of the mail server.
fn client(config: &MailConfig, base: &str) -> Result<SmtpTransportBuilder, Failure> {
    let parameters = || TlsParameters::new(config.server.clone()).map_err(|error| failure(&error));
    let tls = match config.security {
        MailSecurity::Tls => Tls::Wrapper(parameters()?),
        MailSecurity::StartTls => Tls::Required(parameters()?),
        MailSecurity::None => Tls::None,
    };
    let host = base.split("://").nth(1).and_then(|host| host.split(':').next()).unwrap_or("localhost");
    let mut builder = SmtpTransport::builder_dangerous(Ipv4Addr::LOCALHOST.to_string())
        .tls(tls)
        .timeout(Some(PATIENCE))
        .hello_name(ClientId::Domain(host.to_owned()));
    let password = config.password().map_err(|error| Failure::Unreachable(format!("{error:#}")))?;
    if let (Some(user), Some(password)) = (&config.user, password) {
        builder = builder.credentials(Credentials::new(user.clone(), password));
    }
    Ok(builder)
}

fn failure(error: &Error) -> Failure {
    let Some(code) = error.status() else { return Failure::Stalled(fault(error)) };
    let code = code.to_string();
    let text = printable(&format!("{code} {}", error_text(error)));
    // 53x means that signing in failed or is missing, which is not a fault of the message.
    if error.is_permanent() && !code.starts_with("53") {
        Failure::Refused(text)
    } else {
        Failure::Later(text)
    }
}

/// Returns a description of a server's fault for the log. Errors about malformed responses quote
/// them, and a response may contain the recipient's address, so these errors get custom messages.
fn fault(error: &Error) -> String {
    if !error.is_response() {
        printable(&error_text(error))
    } else if error.to_string() == "response error: incomplete response" {
        "it closed the connection before its response was complete".to_owned()
    } else {
        "its response does not follow the protocol (SMTP)".to_owned()
    }
}

/// Returns the start of a text as a single line.
fn printable(text: &str) -> String {
    let line: String = text.chars().filter(|letter| !letter.is_control()).take(MAX_TEXT_LENGTH).collect();
    line.trim_end().to_owned()
}

/// Returns the message of an error with its causes.
fn error_text(error: &Error) -> String {
    use std::error::Error as _;
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}
