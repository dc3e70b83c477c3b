//! The threads that send queued activities to the inboxes of other servers.
//!
//! Deliveries that are due are kept in memory, one for each host, and the workers process them in
//! [`Turns`]. Slow hosts, and hosts that did not quickly accept the last delivery, share a quarter
//! of the workers, so that some followers’ slow servers do not delay deliveries to others.

use super::names::Names;
use super::remote::Requests;
use crate::outgoing::turns::{Key, SLOW, Turns, Waiting};
use crate::outgoing::{Client, Failure, wait};
use crate::site::Site;
use crate::store::federation::outgoing::DueDelivery;
use crate::store::federation::{Actor, Delivery};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Number of threads that send activities.
pub(super) const WORKERS: usize = 8;

/// Maximum number of threads that send to hosts that did not quickly accept the last delivery.
const WORKERS_OF_OTHERS: usize = WORKERS / 4;

/// Maximum number of deliveries in memory.
const MAX_QUEUED: usize = 2_000;

/// Minimum time between two scans of the stored deliveries.
const SCAN_INTERVAL: Duration = Duration::from_millis(if cfg!(test) { 0 } else { 1_000 });

/// Minimum ratio of the pause between scans to the duration of a scan.
const SCAN_FACTOR: u32 = if cfg!(test) { 0 } else { 20 };

/// Maximum number of attempts at a delivery.
pub(crate) const MAX_TRIES: i64 = 12;

/// The first wait after a failed attempt, and the longest wait.
const WAITS: [SignedDuration; 2] = [SignedDuration::from_mins(1), SignedDuration::from_hours(12)];

/// The deliveries that the workers send.
#[derive(Debug)]
pub(crate) struct Deliveries {
    client: Client,
    turns: Turns,
    queue: Mutex<Queue>,
}

#[derive(Debug, Default)]
struct Queue {
    due: Vec<DueDelivery>,
    /// When the stored deliveries can be scanned again.
    next_scan: Option<Instant>,
}

impl Deliveries {
    pub(crate) fn new(client: Client) -> Self {
        Self { client, turns: Turns::new(WORKERS), queue: Mutex::default() }
    }

    /// Sends the next delivery. Returns `true` if there was one.
    #[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
    pub(crate) fn step(&self, site: &Site, now: Timestamp) -> Result<bool> {
        let Some(base) = site.config.address.as_deref() else { return Ok(false) };
        let mut queue = self.queue();
        queue.scan(site, now)?;
        let waiting = queue.due.iter().enumerate();
        let waiting = waiting.map(|(place, due)| Waiting { request: place, keys: keys(due) }).collect();
        let Some((place, _turn)) = self.turns.next(waiting) else { return Ok(false) };
        let due = queue.due.remove(place);
        drop(queue);
        let Some(delivery) = site.store.claim_delivery(due.id, now)? else { return Ok(true) };
        let Some(own) = site.store.actor(&delivery.blog)?.filter(|own| own.is_active) else {
            let status = Err(Failure::Refused("federation is off for this blog".to_owned()));
            settle(site, &delivery, status, now)?;
            return Ok(true);
        };
        let start = Instant::now();
        let status = self.send(site, base, &own, &delivery);
        // A server that refuses everything must not hold up the posts for others either.
        let is_reached = matches!(status, Ok(200..300 | 410)) && start.elapsed() < SLOW;
        settle(site, &delivery, status, now)?;
        if is_reached != due.is_reached || due.is_old {
            site.store.set_reached(&due.host, is_reached, now)?;
        }
        Ok(true)
    }

    /// Sends one delivery. Returns the status of the response.
    fn send(&self, site: &Site, base: &str, own: &Actor, delivery: &Delivery) -> Result<u16, Failure> {
        let names = Names::new(site, base, &delivery.blog);
        let may_be_plain = site.config.private_networks;
        let requests = Requests { client: &self.client, names: &names, private_key: &own.key, may_be_plain };
        requests.send(&delivery.inbox, &delivery.body)
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn keys(due: &DueDelivery) -> Vec<Key> {
    let others = (!due.is_reached).then(|| Key::new("other hosts".to_owned(), WORKERS_OF_OTHERS));
    [Key::host(&due.host)].into_iter().chain(others).collect()
}

impl Queue {
    /// Replaces the queue with stored deliveries that are due, unless it is too early for a scan.
    #[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
    fn scan(&mut self, site: &Site, now: Timestamp) -> Result<()> {
        let start = Instant::now();
        if self.next_scan.is_some_and(|next| start < next) {
            return Ok(());
        }
        // The pause also applies after an error, so that the other workers do not repeat it
        // immediately.
        self.next_scan = Some(start + SCAN_INTERVAL);
        self.due = site.store.due_deliveries(MAX_QUEUED, now)?;
        let end = Instant::now();
        self.next_scan = Some(end + SCAN_INTERVAL.max((end - start) * SCAN_FACTOR));
        Ok(())
    }
}

/// Records the result of a delivery.
fn settle(site: &Site, delivery: &Delivery, status: Result<u16, Failure>, now: Timestamp) -> Result<()> {
    let (reason, is_unreachable) = match status {
        Ok(200..300) => return Ok(site.store.delivery_is_done(delivery, false)?),
        Ok(410) => return Ok(site.store.delivery_is_done(delivery, true)?),
        Ok(status) => (format!("it answered {status}"), false),
        Err(Failure::Unreachable(reason)) => (reason, true),
        Err(failure) => {
            tracing::warn!("a delivery to {} failed: {failure}", delivery.inbox);
            return Ok(site.store.delivery_is_done(delivery, false)?);
        }
    };
    if delivery.tries >= MAX_TRIES {
        tracing::warn!("a delivery to {} failed {MAX_TRIES} times: {reason}", delivery.inbox);
        return Ok(site.store.delivery_is_done(delivery, false)?);
    }
    Ok(site.store.retry_delivery(delivery, is_unreachable, now + wait(delivery.tries, WAITS))?)
}
