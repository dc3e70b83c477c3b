//! The connection to the mail server. Every message has a connection of its own, with time limits,
//! so that a server that hangs costs one try.

use crate::config::{MailConfig, MailSecurity};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::{Error, SmtpTransport};
use lettre::{Message, Transport};
use std::fmt::{self, Display};
use std::time::Duration;

/// Time limit for each step of a connection.
pub(crate) const PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 30 });

/// Why a message was not sent.
#[derive(Debug)]
pub(super) enum Failure {
    /// The server does not take this message, now or ever.
    Refused(String),
    /// The server takes it later, or after a change of the configuration.
    Later(String),
    /// The server cannot be reached or does not keep to the protocol.
    Unreachable(String),
}

impl Failure {
    /// The code of the server's response; empty if there was none. Its text is left out, because it
    /// can contain the recipient's address.
    pub(super) fn code(&self) -> &str {
        match self {
            Self::Refused(text) | Self::Later(text) => text.split(' ').next().unwrap_or_default(),
            Self::Unreachable(_) => "",
        }
    }
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(text) | Self::Later(text) => write!(formatter, "it answered {text}"),
            Self::Unreachable(text) => formatter.write_str(text),
        }
    }
}

/// Sends a message; returns the server's response, such as `250 Ok: queued as 1A2B`.
pub(super) fn response(config: &MailConfig, base: &str, message: &Message) -> Result<String, Failure> {
    let transport = transport(config, base)?;
    match transport.send(message) {
        Ok(response) => {
            Ok(format!("{} {}", response.code(), response.message().collect::<Vec<_>>().join(" "))
                .trim_end()
                .to_owned())
        }
        Err(error) => Err(failure(&error)),
    }
}

fn transport(config: &MailConfig, base: &str) -> Result<SmtpTransport, Failure> {
    let parameters = || TlsParameters::new(config.server.clone()).map_err(|error| failure(&error));
    let tls = match config.security {
        MailSecurity::Tls => Tls::Wrapper(parameters()?),
        MailSecurity::StartTls => Tls::Required(parameters()?),
        MailSecurity::None => Tls::None,
    };
    let host = base.split("://").nth(1).and_then(|host| host.split(':').next()).unwrap_or("localhost");
    let mut builder = SmtpTransport::builder_dangerous(&config.server)
        .port(config.port())
        .tls(tls)
        .timeout(Some(PATIENCE))
        .hello_name(ClientId::Domain(host.to_owned()));
    let password = config.password().map_err(|error| Failure::Unreachable(format!("{error:#}")))?;
    if let (Some(user), Some(password)) = (&config.user, password) {
        builder = builder.credentials(Credentials::new(user.clone(), password));
    }
    Ok(builder.build())
}

fn failure(error: &Error) -> Failure {
    let text = error_text(error);
    let Some(code) = error.status() else { return Failure::Unreachable(text) };
    let code = code.to_string();
    let text = format!("{code} {text}");
    // 53x means that signing in failed or is missing, which says nothing about the message.
    if error.is_permanent() && !code.starts_with("53") {
        Failure::Refused(text)
    } else {
        Failure::Later(text)
    }
}

/// The message of an error with its causes.
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
