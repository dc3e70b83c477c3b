//! Messages of the outbox in the Internet Message Format (RFC 5322), with headers for automatic
//! mail (RFC 3834) and one-click unsubscribing (RFC 2369, RFC 8058).

use crate::config::MailConfig;
use crate::store::{Mail, MailKind};
use anyhow::{Context, Result, anyhow};
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};
use std::error::Error;

/// The data that a post for a subscriber needs in addition to its text.
#[derive(Debug)]
pub(super) struct Leaving<'a> {
    /// The site's address.
    pub(super) base: &'a str,
    /// The address of the unsubscribe link.
    pub(super) link: &'a str,
    /// The title of the blog.
    pub(super) title: &'a str,
}

/// Returns the whole message. A post for a subscriber must have an unsubscribe link, which follows
/// its text.
///
/// # Errors
/// Fails if an address is invalid.
pub(super) fn message(config: &MailConfig, mail: &Mail, leaving: Option<&Leaving<'_>>) -> Result<Message> {
    let from: Mailbox = config.from.parse().context("mail.from")?;
    let id = format!("<{}@{}>", mail.message, from.email.domain());
    // The error does not contain the address, because errors are logged.
    let to: Address = mail.recipient.parse().map_err(|_| anyhow!("the recipient's address is invalid"))?;
    let mut builder = Message::builder()
        .from(from)
        .to(Mailbox::new(None, to))
        .subject(&mail.subject)
        .message_id(Some(id))
        .date_now()
        .header(Automatic);
    let mut text = mail.text.clone();
    let mut html = mail.html.clone();
    if let Some(leaving) = leaving {
        builder = builder.header(Unsubscribe(format!("<{}>", leaving.link))).header(OneClick);
        if let Some(blog) = mail.subscriber.as_ref().map(|subscriber| &subscriber.blog) {
            let host =
                leaving.base.split("://").nth(1).unwrap_or_default().split(':').next().unwrap_or_default();
            builder = builder.header(ListId(format!("<{blog}.{host}>")));
        }
        text.push_str(&format!(
            "\n--\nYou are getting this message because you subscribed to {}.\nUnsubscribe: {}\n",
            leaving.title, leaving.link
        ));
        html = html.map(|html| page(&mail.subject, &html, leaving));
    }
    let message = match html {
        Some(html) if mail.kind == MailKind::Post => {
            builder.multipart(MultiPart::alternative_plain_html(text, html))
        }
        _ => builder.header(ContentType::TEXT_PLAIN).body(text),
    };
    Ok(message?)
}

/// Returns the HTML of a post for a subscriber as a complete page with the unsubscribe link.
fn page(subject: &str, html: &str, leaving: &Leaving<'_>) -> String {
    let page = maud::html! {
        (maud::DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (subject) }
                style { "table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2em .5em}img{max-width:100%;height:auto}" }
            }
            body {
                (maud::PreEscaped(html))
                hr;
                p { "You are getting this message because you subscribed to " (leaving.title) ". " a href=(leaving.link) { "Unsubscribe" } }
            }
        }
    };
    page.0
}

/// Defines a header whose value is safe without encoding: a constant, or an address on the site.
macro_rules! header {
    ($(#[$doc:meta])* $type:ident, $name:literal, |$value:ident| $text:expr) => {
        impl Header for $type {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($name)
            }

            fn parse(_: &str) -> Result<Self, Box<dyn Error + Send + Sync>> {
                Err(concat!($name, " is only written").into())
            }

            fn display(&self) -> HeaderValue {
                let $value = self;
                let text: String = $text;
                HeaderValue::dangerous_new_pre_encoded(Self::name(), text.clone(), text)
            }
        }
    };
}

/// `Auto-Submitted`: prevents automatic replies to this message.
#[derive(Clone)]
struct Automatic;
header!(Automatic, "Auto-Submitted", |_value| "auto-generated".to_owned());

/// `List-Unsubscribe`: the address for unsubscribing.
#[derive(Clone)]
struct Unsubscribe(String);
header!(Unsubscribe, "List-Unsubscribe", |value| value.0.clone());

/// `List-Unsubscribe-Post`: says that a POST request to that address is sufficient.
#[derive(Clone)]
struct OneClick;
header!(OneClick, "List-Unsubscribe-Post", |_value| "List-Unsubscribe=One-Click".to_owned());

/// `List-Id`: identifies the blog.
#[derive(Clone)]
struct ListId(String);
header!(ListId, "List-Id", |value| value.0.clone());
