//! The thread that sends the messages in the outbox, one after the other. It also answers requests
//! for password reset links, and creates messages about new comments and new posts.

use super::links::unsubscribe_path;
use super::message::{Leaving, message};
use super::newsletter::Newsletter;
use super::server::{Failure, response};
use super::{notices, resets};
use crate::config::MailConfig;
use crate::outgoing::wait;
use crate::site::Site;
use crate::site::background::{self, Pauses};
use crate::store::Mail;
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use std::time::Duration;

/// Pause between two checks of an empty outbox.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Maximum number of attempts to send a message that the server refuses temporarily.
pub(crate) const MAX_TRIES: i64 = 8;

/// The first wait after a failed attempt, and the longest wait.
const WAITS: [SignedDuration; 2] = [SignedDuration::from_mins(1), SignedDuration::from_hours(6)];

/// The first pause after the server could not be used, and the longest pause.
const PAUSES: [SignedDuration; 2] = [SignedDuration::from_secs(30), SignedDuration::from_mins(15)];

/// Time between two deletions of expired data.
const PRUNE_INTERVAL: SignedDuration = SignedDuration::from_mins(10);

/// Starts the thread if mail is configured. It runs for as long as the site exists.
pub(crate) fn start(site: &Arc<Site>) {
    let Some(config) = site.config.mail.clone() else { return };
    let busy = Duration::from_millis(60_000 / u64::from(config.per_minute.max(1)));
    let mut sender = Sender::new(config);
    let pauses = Pauses { busy, idle: POLL_INTERVAL };
    background::run(site, "sending mail", pauses, move |site| sender.step(site, Timestamp::now()));
}

/// The state of the thread.
#[derive(Debug)]
pub(crate) struct Sender {
    config: MailConfig,
    /// The time of the next attempt after the server could not be used, and the number of attempts
    /// so far.
    paused: Option<(Timestamp, u32)>,
    /// Messages that the server has accepted but that could not be deleted, for example because the
    /// disk is full. Until they are deleted, nothing else is sent.
    done: Vec<i64>,
    pruned: Option<Timestamp>,
    newsletter: Newsletter,
}

impl Sender {
    pub(crate) fn new(config: MailConfig) -> Self {
        Self { config, paused: None, done: Vec::new(), pruned: None, newsletter: Newsletter::default() }
    }

    /// Does all due tasks, and sends at most one message. Returns `true` if the server accepted
    /// one.
    pub(crate) fn step(&mut self, site: &Site, now: Timestamp) -> Result<bool> {
        let Some(base) = site.config.address.as_deref() else { return Ok(false) };
        while let Some(id) = self.done.last() {
            site.store.mail_is_done(*id)?;
            self.done.pop();
        }
        if self.pruned.is_none_or(|at| at > now || at + PRUNE_INTERVAL <= now) {
            let expired = site.store.prune_mail(now)?;
            if expired > 0 {
                tracing::warn!("{expired} messages expired before the mail server accepted them");
            }
            self.pruned = Some(now);
        }
        let minutes = |minutes: u32| SignedDuration::from_mins(i64::from(minutes));
        resets::answer(site, base, now)?;
        notices::queue(site, base, minutes(self.config.notice_minutes), now)?;
        self.newsletter.queue(site, base, minutes(self.config.newsletter_delay), now)?;
        // A pause that begins in the future was set while the clock was wrong.
        if self.paused.is_some_and(|(until, _)| until > now && until <= now + PAUSES[1]) {
            return Ok(false);
        }
        // A message on which the server hangs must not delay messages that have never been tried.
        let mail = match self.paused {
            None => site.store.claim_mail(now)?,
            Some(_) => site.store.claim_least_tried_mail(now)?,
        };
        let Some(mail) = mail else { return Ok(false) };
        self.send(site, base, &mail, now)?;
        Ok(true)
    }

    fn send(&mut self, site: &Site, base: &str, mail: &Mail, now: Timestamp) -> Result<()> {
        let (id, kind) = (mail.id, mail.kind.name());
        let message = match &mail.subscriber {
            None => message(&self.config, mail, None),
            Some(subscriber) => {
                let link = format!("{base}{}", unsubscribe_path(site, subscriber)?);
                let current = site.current();
                let title = current.library.shelf(&subscriber.blog).map_or("", |shelf| &shelf.blog.title);
                message(&self.config, mail, Some(&Leaving { base, link: &link, title }))
            }
        };
        let message = match message {
            Ok(message) => message,
            Err(error) => {
                tracing::warn!("message {id} ({kind}) cannot be sent: {error:#}");
                return Ok(site.store.mail_is_done(id)?);
            }
        };
        match response(&self.config, base, &message) {
            Ok(_) => {
                self.paused = None;
                self.done.push(id);
                site.store.mail_is_done(id)?;
                self.done.pop();
            }
            Err(Failure::Later(text)) if mail.tries < MAX_TRIES => {
                self.paused = None;
                let code = Failure::Later(text);
                tracing::warn!("message {id} ({kind}) has to wait: the mail server answered {}", code.code());
                site.store.retry_mail(id, now + wait(mail.tries, WAITS))?;
            }
            Err(Failure::Stalled(text)) if self.paused.is_none() => {
                tracing::warn!("message {id} ({kind}) has to wait, because the mail server failed: {text}");
                self.paused = Some((now, 0));
                site.store.retry_mail(id, now + wait(mail.tries, WAITS))?;
            }
            Err(Failure::Stalled(text) | Failure::Unreachable(text)) => {
                let failures = self.paused.map_or(0, |(_, failures)| failures).saturating_add(1);
                let pause = wait(i64::from(failures), PAUSES);
                tracing::warn!(
                    "the mail server cannot be used; next attempt in {} seconds: {text}",
                    pause.as_secs()
                );
                self.paused = Some((now + pause, failures));
                site.store.retry_mail(id, now + wait(mail.tries, WAITS))?;
            }
            Err(failure) => {
                tracing::warn!(
                    "message {id} ({kind}) was refused: the mail server answered {}",
                    failure.code()
                );
                self.paused = None;
                site.store.mail_is_done(id)?;
            }
        }
        Ok(())
    }
}
