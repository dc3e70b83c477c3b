//! Unsubscribe links in messages. Their tokens are derived from the site's secret, so the database
//! does not have to store them.

use crate::site::Site;
use crate::site::seal::keyed_hash;
use crate::store::Subscriber;
use anyhow::Result;

/// The purpose of the token.
const PURPOSE: &str = "unsubscribe";

/// Returns the path of a subscriber's unsubscribe link.
pub(crate) fn unsubscribe_path(site: &Site, subscriber: &Subscriber) -> Result<String> {
    let token = keyed_hash(site, PURPOSE, &format!("{} {}", subscriber.id, subscriber.nonce))?;
    Ok(format!("/unsubscribe?id={}&token={token}", subscriber.id))
}

/// Returns the subscriber to whom a link belongs, or `None` if the token is not theirs.
pub(crate) fn subscriber_of(site: &Site, id: i64, token: &str) -> Result<Option<Subscriber>> {
    let Some(subscriber) = site.store.subscriber(id)? else { return Ok(None) };
    let path = unsubscribe_path(site, &subscriber)?;
    // Both links are hashed, so that the duration of the comparison reveals nothing about the
    // token.
    let given = format!("/unsubscribe?id={id}&token={token}");
    let is_theirs = keyed_hash(site, "compare", &path)? == keyed_hash(site, "compare", &given)?;
    Ok(Some(subscriber).filter(|_| is_theirs))
}

/// Returns a keyed hash of an address, under which the store counts unsolicited messages. All
/// spellings of a mailbox have the same hash.
pub(crate) fn address_hash(site: &Site, address: &str) -> Result<String> {
    keyed_hash(site, "address", &mailbox(address))
}

/// Returns one spelling for all addresses that lead to the same mailbox. No relevant server
/// distinguishes upper and lower case, and a part after a plus sign leads to the same mailbox.
/// Gmail also ignores dots and has two domains.
fn mailbox(address: &str) -> String {
    let address = address.to_ascii_lowercase();
    let Some((name, host)) = address.rsplit_once('@') else { return address };
    let name = name.split('+').next().unwrap_or_default();
    match host {
        "gmail.com" | "googlemail.com" => format!("{}@gmail.com", name.replace('.', "")),
        _ => format!("{name}@{host}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_mailbox_count_as_one() {
        for spelling in ["ann@example.org", "Ann@EXAMPLE.org", "ann+1@example.org", "ann+a+b@example.org"] {
            assert_eq!(mailbox(spelling), "ann@example.org");
        }
        for spelling in ["annbo@gmail.com", "A.nn.Bo@Gmail.com", "ann.bo+1.2@googlemail.com"] {
            assert_eq!(mailbox(spelling), "annbo@gmail.com");
        }
        // On other servers, dots and domains distinguish mailboxes.
        for (one, other) in [
            ("ann@example.com", "ann@example.org"),
            ("ann.bo@example.org", "annbo@example.org"),
            ("ann.bo@mail.gmail.com", "annbo@mail.gmail.com"),
            ("ann@gmail.com.example.org", "ann@gmail.com"),
        ] {
            assert_ne!(mailbox(one), mailbox(other));
        }
    }
}
