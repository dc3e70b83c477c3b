//! Mail servers that violate the protocol: their cost is limited, and the log does not contain
//! their data.

use super::super::folder;
use super::smtp::{Manner, Smtp};
use super::{START, config, letter};
use crate::MailSecurity;
use crate::mail::relay::Limits;
use crate::mail::sender::Sender;
use crate::mail::server::{LIMITS, response_within};
use jiff::Timestamp;
use lettre::Message;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The start of a 16 KiB TLS record with a handshake message.
const TLS_RECORD: &[u8] = &[22, 3, 3, 0x40, 0];

/// Sends a message of `length` bytes. Returns the outcome and the duration.
#[expect(clippy::disallowed_methods, reason = "a test of a time limit reads the clock")]
fn sent(
    smtp: &Smtp,
    security: MailSecurity,
    limits: Limits,
    length: usize,
) -> (Result<String, String>, Duration) {
    let mut mail = config(smtp).mail.unwrap();
    mail.security = security;
    let message = Message::builder()
        .from(mail.from.parse().unwrap())
        .to("ann@example.org".parse().unwrap())
        .subject("S")
        .body(format!("{}\n", "x".repeat(69)).repeat(length / 70))
        .unwrap();
    let start = Instant::now();
    let outcome = response_within(limits, &mail, "https://puzzles.example", &message);
    (outcome.map_err(|failure| failure.to_string()), start.elapsed())
}

#[test]
fn a_mail_server_that_floods_takes_no_memory() {
    let limits = Limits { time: Duration::from_mins(1), bytes: LIMITS.bytes };
    // Tests an endless line, and a response with a large number of lines, which lettre reads again
    // and again.
    let lines = "220-\r\n".repeat(6_000).leak().as_bytes();
    for manner in [Manner::Floods, Manner::Drips(lines)] {
        let smtp = Smtp::start();
        smtp.set(manner);
        let (outcome, duration) = sent(&smtp, MailSecurity::None, limits, 70);
        assert_eq!(outcome.unwrap_err(), "it sent more than 32768 bytes");
        assert!(duration < Duration::from_secs(30), "{duration:?}");
        // The rest is in the operating system's buffers.
        assert!(smtp.flooded() < 64 << 20, "{}", smtp.flooded());
    }
}

#[test]
fn a_mail_server_that_drips_does_not_hold_up_mail() {
    let limits = Limits { time: Duration::from_secs(2), bytes: LIMITS.bytes };
    for (manner, security) in [
        (Manner::Drips(b"220-"), MailSecurity::None),
        (Manner::Drips(TLS_RECORD), MailSecurity::Tls),
        (Manner::DripsInTls(TLS_RECORD), MailSecurity::StartTls),
    ] {
        let smtp = Smtp::start();
        smtp.set(manner);
        let (outcome, duration) = sent(&smtp, security, limits, 70);
        assert_eq!(outcome.unwrap_err(), "it did not accept the message within 2 seconds", "{manner:?}");
        assert!((2..20).contains(&duration.as_secs()), "{manner:?}: {duration:?}");
    }
}

#[test]
fn large_messages_pass_the_relay() {
    let smtp = Smtp::start();
    let limits = Limits { time: Duration::from_secs(20), bytes: 1024 };
    let (outcome, _) = sent(&smtp, MailSecurity::None, limits, 1 << 20);
    assert_eq!(outcome.unwrap(), "250 taken as 1A2B");
    assert!(smtp.received()[0].raw.len() > 1 << 20);
    // No server is listening on this port, so the connection to the mail server fails.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut absent = smtp;
    absent.port = port;
    let (outcome, _) = sent(&absent, MailSecurity::None, limits, 70);
    assert!(outcome.unwrap_err().starts_with("it cannot be reached: "));
}

/// A log in memory, for a test.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn responses_bring_no_address_into_the_log() {
    let smtp = Smtp::start();
    let data = folder("mail-log");
    let site = crate::open(&data, config(&smtp)).unwrap();
    let now: Timestamp = START.parse().unwrap();
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    tracing::subscriber::with_default(subscriber, || {
        for manner in [Manner::Garbles, Manner::Refuses(451), Manner::Refuses(550)] {
            smtp.set(manner);
            site.store.queue_mail(&letter("v.ictim@example.org", "S"), now).unwrap();
            // A new sender does not pause.
            assert!(Sender::new(site.config.mail.clone().unwrap()).step(&site, now).unwrap());
        }
    });
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let endings = [
        "its response does not follow the protocol (SMTP)",
        "has to wait: the mail server answered 451",
        "was refused: the mail server answered 550",
    ];
    let lines: Vec<&str> = log.lines().filter(|line| line.contains("mail server")).collect();
    assert_eq!(lines.len(), endings.len(), "{log}");
    for (line, ending) in lines.iter().zip(endings) {
        assert!(line.ends_with(ending), "{line}");
    }
    assert!(!log.contains("ictim") && !log.contains('\x1b') && !log.contains("RCPT"), "{log}");
    std::fs::remove_dir_all(data).unwrap();
}
