//! Mail: the messages that arrive at a mail server, and attacks that must fail.

mod hostile;
mod newsletter;
mod people;
pub(crate) mod smtp;

use super::admin::{Browser, owner_with};
use super::folder;
use crate::mail::sender::{MAX_TRIES, Sender};
use crate::store::{MailKind, NewMail};
use crate::{Config, MailConfig, MailSecurity, send_test};
use jiff::{SignedDuration, Timestamp};
use smtp::{Manner, Smtp};
use std::path::PathBuf;

/// Returns the configuration of a site that sends its mail to `smtp` at the maximum rate and
/// without delay.
pub(crate) fn config(smtp: &Smtp) -> Config {
    let mail = MailConfig {
        server: "127.0.0.1".to_owned(),
        port: Some(smtp.port),
        security: MailSecurity::None,
        user: None,
        password_file: None,
        from: "Puzzles <puzzles@puzzles.example>".to_owned(),
        per_minute: 6_000,
        notice_minutes: 30,
        newsletter_delay: 0,
    };
    Config { address: Some("https://puzzles.example".to_owned()), mail: Some(mail), ..Config::default() }
}

/// Creates a site that sends mail. Returns its mail server, its owner's browser and its folder.
async fn site(name: &str) -> (Smtp, Browser, PathBuf) {
    let smtp = Smtp::start();
    let (browser, data) = owner_with(name, config(&smtp)).await;
    (smtp, browser, data)
}

fn letter(recipient: &str, subject: &str) -> NewMail {
    crate::mail::letters::letter(MailKind::Notice, recipient, subject, "Text\n".to_owned()).unwrap()
}

const START: &str = "2026-11-20T09:00:00Z";

#[test]
fn a_hostile_subject_adds_no_header() {
    let smtp = Smtp::start();
    let data = folder("mail-headers");
    let site = crate::open(&data, config(&smtp)).unwrap();
    let now: Timestamp = START.parse().unwrap();
    let hostile = "Grüße\r\nBcc: eve@example.org\r\n\r\nBody \u{2028}=?utf-8?b?eA==?=";
    site.store.queue_mail(&letter("ann@example.org", hostile), now).unwrap();
    // A subject that has reached the store in another way is also encoded.
    let raw = NewMail { subject: "a\r\nBcc: eve@example.org".to_owned(), ..letter("ann@example.org", "") };
    site.store.queue_mail(&raw, now).unwrap();
    let mut sender = Sender::new(site.config.mail.clone().unwrap());
    assert!(sender.step(&site, now).unwrap() && sender.step(&site, now).unwrap());
    assert!(!sender.step(&site, now).unwrap());
    for received in smtp.received() {
        assert_eq!(
            (received.from.as_str(), received.to.as_slice()),
            ("puzzles@puzzles.example", &["ann@example.org".to_owned()][..])
        );
        let message = received.plain();
        assert!(!message.has("Bcc") && !message.has("Cc"), "{:?}", message.headers);
        assert_eq!(message.header("Auto-Submitted"), "auto-generated");
        assert_eq!(message.header("To"), "ann@example.org");
        assert!(message.header("Message-ID").ends_with("@puzzles.example>"));
        assert_eq!(message.text.trim_end(), "Text");
    }
    let subject = smtp.received()[0].plain().header("Subject");
    assert!(subject.starts_with("Grüße") && subject.contains("Bcc: eve@example.org"), "{subject}");
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn failed_messages_are_tried_again_and_given_up() {
    let smtp = Smtp::start();
    let data = folder("mail-retries");
    let site = crate::open(&data, config(&smtp)).unwrap();
    let start: Timestamp = START.parse().unwrap();
    let mut sender = Sender::new(site.config.mail.clone().unwrap());
    let waiting = || site.store.count_waiting_mail().unwrap();
    // A permanently refused message is tried once.
    smtp.set(Manner::Refuses(550));
    site.store.queue_mail(&letter("nobody@example.org", "A"), start).unwrap();
    assert!(sender.step(&site, start).unwrap());
    assert_eq!(waiting(), 0);
    // A temporarily refused message is retried with increasing waits.
    smtp.set(Manner::Refuses(451));
    site.store.queue_mail(&letter("ann@example.org", "B"), start).unwrap();
    let (mut now, mut tries) = (start, Vec::new());
    while waiting() > 0 && now < start + SignedDuration::from_hours(24) {
        if sender.step(&site, now).unwrap() {
            tries.push(now.duration_since(start).as_mins());
        }
        now += SignedDuration::from_mins(1);
    }
    assert_eq!(tries, [0, 1, 5, 21, 85, 341, 701, 1061]);
    assert_eq!(i64::try_from(tries.len()).unwrap(), MAX_TRIES);
    assert_eq!(waiting(), 0, "given up");
    // A server that hangs, hangs up or cannot be reached does not use up attempts, and does not
    // block other messages for ever.
    for manner in [Manner::Hangs, Manner::Closes] {
        smtp.set(manner);
        site.store.queue_mail(&letter("ann@example.org", "C"), now).unwrap();
        assert!(sender.step(&site, now).unwrap());
        assert!(!sender.step(&site, now + SignedDuration::from_secs(29)).unwrap(), "a pause");
        smtp.set(Manner::Takes);
        now += SignedDuration::from_mins(2);
        assert!(sender.step(&site, now).unwrap());
        assert_eq!(waiting(), 0, "{manner:?}");
    }
    assert_eq!(smtp.received().len(), 2);
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn a_recipient_at_whom_the_server_hangs_delays_nobody_else() {
    let smtp = Smtp::start();
    let data = folder("mail-hangs-at");
    let site = crate::open(&data, config(&smtp)).unwrap();
    let mut now: Timestamp = START.parse().unwrap();
    let mut sender = Sender::new(site.config.mail.clone().unwrap());
    smtp.set(Manner::HangsAt("eve@slow.example"));
    for _ in 0..2 {
        site.store.queue_mail(&letter("eve@slow.example", "Slow"), now).unwrap();
    }
    for number in 0..2 {
        site.store.queue_mail(&letter(&format!("p{number}@example.org"), "S"), now).unwrap();
    }
    // The first message hangs, and a message that has never been tried follows without a pause.
    for (received, pause) in [(0, 0), (0, 0), (1, 31), (2, 0)] {
        now += SignedDuration::from_secs(pause);
        assert!(sender.step(&site, now).unwrap());
        assert_eq!(smtp.received().len(), received);
    }
    assert_eq!(site.store.count_waiting_mail().unwrap(), 2);
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn a_restart_keeps_the_outbox() {
    let smtp = Smtp::start();
    let data = folder("mail-restart");
    let now: Timestamp = START.parse().unwrap();
    let open = || {
        let site = crate::open(&data, config(&smtp)).unwrap();
        let sender = Sender::new(site.config.mail.clone().unwrap());
        (site, sender)
    };
    let (site, mut sender) = open();
    for number in 0..3 {
        site.store.queue_mail(&letter(&format!("p{number}@example.org"), "S"), now).unwrap();
    }
    assert!(sender.step(&site, now).unwrap());
    // The process ends between the claim and the end of an attempt.
    let claimed = site.store.claim_mail(now).unwrap().unwrap();
    drop((site, sender));
    let (site, mut sender) = open();
    let mut at = now;
    while site.store.count_waiting_mail().unwrap() > 0 {
        sender.step(&site, at).unwrap();
        at += SignedDuration::from_mins(1);
    }
    let mut all: Vec<(String, String)> =
        smtp.received().iter().map(|mail| (mail.to.join(" "), mail.plain().header("Message-ID"))).collect();
    assert_eq!(all.last().unwrap(), &(claimed.recipient, format!("<{}@puzzles.example>", claimed.message)));
    all.sort();
    let recipients: Vec<&str> = all.iter().map(|(to, _)| to.as_str()).collect();
    assert_eq!(
        recipients,
        ["p0@example.org", "p1@example.org", "p2@example.org"],
        "each message is sent once"
    );
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn nothing_is_sent_without_encryption_where_it_is_required() {
    let smtp = Smtp::start();
    let data = folder("mail-tls");
    std::fs::write(data.join("secret"), "open sesame\n").unwrap();
    for security in [MailSecurity::StartTls, MailSecurity::Tls] {
        let mut config = config(&smtp);
        let mail = config.mail.as_mut().unwrap();
        (mail.security, mail.user, mail.password_file) =
            (security, Some("ann".to_owned()), Some(data.join("secret")));
        let error = send_test(&config, "ann@example.org").unwrap_err().to_string();
        assert!(error.starts_with(&format!("the mail server 127.0.0.1:{}: ", smtp.port)), "{error}");
    }
    let commands = smtp.commands();
    assert!(
        !commands.iter().any(|command| ["AUTH", "MAIL", "RCPT", "DATA"].contains(&command.as_str())),
        "{commands:?}"
    );
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn a_test_message_shows_the_response() {
    let smtp = Smtp::start();
    let data = folder("mail-test");
    let mut config = config(&smtp);
    assert_eq!(send_test(&config, " ann@Example.org ").unwrap(), "250 taken as 1A2B");
    assert_eq!(smtp.wait_for(1).plain().text.trim_end(), "The site https://puzzles.example can send mail.");
    smtp.set(Manner::Refuses(550));
    let error = send_test(&config, "ann@example.org").unwrap_err().to_string();
    assert!(error.contains("it answered 550") && error.contains("no: ann@example.org"), "{error}");
    let error = send_test(&config, "ann").unwrap_err().to_string();
    assert_eq!(error, "Found \"ann\", expected an e-mail address such as name@example.org.");
    std::fs::write(data.join("secret"), "open sesame\n").unwrap();
    let mail = config.mail.as_mut().unwrap();
    (mail.user, mail.password_file) = (Some("ann".to_owned()), Some(data.join("secret")));
    smtp.set(Manner::Takes);
    send_test(&config, "ann@example.org").unwrap();
    assert!(smtp.commands().contains(&"AUTH".to_owned()));
    config.mail = None;
    assert!(send_test(&config, "ann@example.org").unwrap_err().to_string().contains("[mail]"));
    std::fs::remove_dir_all(data).unwrap();
}
