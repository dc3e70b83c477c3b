//! Fetches accounts from other servers.

use super::activity::{id_of, json, list, text_of};
use super::documents::ACTIVITY_TYPE;
use super::keys::MAX_PEM_BYTES;
use super::names::Names;
use super::signature::{Signer, Unsigned, signed_headers};
use crate::address::encoded;
use crate::outgoing::{Client, Failure};
use crate::store::federation::{RemoteActor, authority_of};
use anyhow::Result;
use jiff::Timestamp;
use serde_json::Value;

/// Maximum length in characters of an account's name.
const MAX_NAME_LENGTH: usize = 50;

/// Maximum length in characters of the host in an account's name.
const MAX_HOST_LENGTH: usize = 60;

/// The requested content types.
const ACCEPTED: &str =
    "application/activity+json, application/ld+json; profile=\"https://www.w3.org/ns/activitystreams\"";

/// Requests signed with the key of a blog, which some servers require.
#[derive(Debug, Clone, Copy)]
pub(super) struct Requests<'a> {
    pub(super) client: &'a Client,
    pub(super) names: &'a Names,
    pub(super) private_key: &'a [u8],
    /// Whether requests may use plain http.
    pub(super) may_be_plain: bool,
}

impl Requests<'_> {
    /// Returns the headers of a request, including its signature. Without encryption, anybody on
    /// the network path could impersonate an account, so plain http is allowed only in private
    /// networks.
    fn headers(
        &self,
        method: &str,
        url: &url::Url,
        body: &[u8],
    ) -> Result<Vec<(&'static str, String)>, Failure> {
        if url.scheme() != "https" && !self.may_be_plain {
            return Err(Failure::Refused("the address does not begin with https://".to_owned()));
        }
        let unsigned = Unsigned { method, url, body };
        let signer = Signer { id: &self.names.key(), private: self.private_key };
        signed_headers(&unsigned, signer, Timestamp::now())
            .map_err(|error| Failure::Refused(error.to_string()))
    }

    /// Returns the document at an address, and its address after redirects.
    fn document(&self, address: &str) -> Result<(Value, String), Failure> {
        let url = parsed_address(address)?;
        let signed = self.headers("get", &url, b"")?;
        let mut headers = vec![("accept", ACCEPTED)];
        headers.extend(signed.iter().map(|(name, value)| (*name, value.as_str())));
        let received = self.client.get(url.as_str(), &headers)?;
        match received.status {
            // Status 404 may be a temporary mistake; 410 means that the account was deleted.
            410 => return Err(Failure::Gone),
            200..300 => {}
            status @ (401 | 403 | 404 | 406) => {
                return Err(Failure::Refused(format!("the other server answered {status}")));
            }
            status => return Err(Failure::Unavailable(format!("the other server answered {status}"))),
        }
        if received.url.starts_with("http://") && !self.may_be_plain {
            return Err(Failure::Refused("the other server redirects to plain http".to_owned()));
        }
        // A file that a user uploaded is not a document of the server itself.
        let found = received.header("content-type").to_ascii_lowercase();
        let is_activity = found.starts_with(ACTIVITY_TYPE)
            || (found.starts_with("application/ld+json") && found.contains("www.w3.org/ns/activitystreams"));
        if !is_activity {
            return Err(Failure::Refused(format!("the content type of the document is not {ACTIVITY_TYPE}")));
        }
        let document = std::str::from_utf8(&received.body).ok().and_then(json);
        let document = document
            .ok_or_else(|| Failure::Refused("the document is not JSON, or has too many values".to_owned()))?;
        Ok((document, received.url))
    }

    /// Sends an activity to an inbox. Returns the status of the response.
    pub(super) fn send(&self, inbox: &str, activity: &str) -> Result<u16, Failure> {
        let url = parsed_address(inbox)?;
        let signed = self.headers("post", &url, activity.as_bytes())?;
        let mut headers = vec![("content-type", ACTIVITY_TYPE), ("accept", ACCEPTED)];
        headers.extend(signed.iter().map(|(name, value)| (*name, value.as_str())));
        Ok(self.client.post(url.as_str(), &headers, activity.as_bytes())?.status)
    }

    /// Returns the address of the account with a name such as `dee@social.example`, using
    /// WebFinger. In private networks, the request has the same scheme as the address `like`.
    fn address_of(&self, handle: &str, like: &str) -> Result<String, Failure> {
        let refused = |reason: String| Err(Failure::Refused(reason));
        let Some((_, host)) = handle.split_once('@') else {
            return refused("the name has no server".to_owned());
        };
        let scheme = like.split(':').next().filter(|_| self.may_be_plain).unwrap_or("https");
        let resource = encoded(&format!("acct:{handle}"));
        let address = format!("{scheme}://{host}/.well-known/webfinger?resource={resource}");
        let received = self.client.get(&address, &[("accept", "application/jrd+json, application/json")])?;
        if !received.is_success() {
            let status = received.status;
            return refused(match status {
                404 | 410 => format!("{host} has no such account (status {status})"),
                _ => format!("{host} answered status {status} when asked for this account"),
            });
        }
        let found = std::str::from_utf8(&received.body).ok().and_then(json).unwrap_or_default();
        let own = list(&found["links"])
            .iter()
            .find(|link| text_of(link, "rel") == "self" && text_of(link, "type").contains("json"));
        match own.and_then(|link| id_of(&link["href"])) {
            Some(actor) => Ok(actor),
            None => refused(format!("{host} gives no ActivityPub address for this account")),
        }
    }

    /// Returns the account `actor`, whose key has the address `key`. If its server does not confirm
    /// its name through WebFinger, its address serves as its name.
    pub(super) fn actor(&self, actor: &str, key: &str) -> Result<RemoteActor, Failure> {
        let refused = |reason: &str| Err(Failure::Refused(reason.to_owned()));
        let (document, url) = self.document(actor)?;
        if authority_of(&url) != authority_of(actor) {
            return refused("the account is on another host");
        }
        let Some(mut found) = parsed(&document, actor, Some(key)) else {
            return refused("the account's document is malformed or names another key");
        };
        drop(document);
        if self.address_of(&found.name, actor).ok().as_deref() != Some(actor) {
            let plain = actor.split_once("://").map_or(actor, |(_, rest)| rest);
            found.name = plain.chars().take(MAX_NAME_LENGTH + MAX_HOST_LENGTH).collect();
        }
        Ok(found)
    }

    /// Returns the account with a name such as `dee@social.example`.
    pub(super) fn named(&self, handle: &str) -> Result<RemoteActor, Failure> {
        let actor = self.address_of(handle, self.names.base())?;
        let (document, url) = self.document(&actor)?;
        match parsed(&document, &actor, None).filter(|_| authority_of(&url) == authority_of(&actor)) {
            // A follow request is sent to the account itself.
            Some(found) => {
                Ok(RemoteActor { inbox: id_of(&document["inbox"]).unwrap_or(found.inbox), ..found })
            }
            None => Err(Failure::Refused("the account's document is malformed".to_owned())),
        }
    }
}

/// Returns the parsed address of a request.
fn parsed_address(address: &str) -> Result<url::Url, Failure> {
    url::Url::parse(address).map_err(|_| Failure::Refused("the address is invalid".to_owned()))
}

/// Returns the account in a document, which must be `actor`, with the key `key` or, if that is
/// `None`, its first key.
pub(super) fn parsed(document: &Value, actor: &str, key: Option<&str>) -> Option<RemoteActor> {
    let id = id_of(&document["id"]).filter(|id| id == actor)?;
    let host = authority_of(&id);
    let own_key = list(&document["publicKey"]).iter().find(|own| {
        key.is_none_or(|key| text_of(own, "id") == key)
            && (text_of(own, "owner").is_empty() || text_of(own, "owner") == id)
    })?;
    let pem = text_of(own_key, "publicKeyPem");
    let inbox = id_of(&document["inbox"]).filter(|inbox| authority_of(inbox) == host)?;
    let shared = id_of(&document["endpoints"]["sharedInbox"]).filter(|shared| authority_of(shared) == host);
    let user: String = text_of(document, "preferredUsername")
        .chars()
        .filter(|letter| letter.is_alphanumeric() || "-._".contains(*letter))
        .take(MAX_NAME_LENGTH)
        .collect();
    (pem.len() <= MAX_PEM_BYTES && !user.is_empty()).then(|| RemoteActor {
        name: format!("{user}@{host}"),
        key: text_of(own_key, "id").to_owned(),
        pem: pem.to_owned(),
        inbox: shared.unwrap_or(inbox),
        id,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn accounts_are_read_and_checked() {
        let (id, key) = ("https://a.example/dee", "https://a.example/dee#main-key");
        let document = json!({
            "id": id, "type": "Person", "preferredUsername": "dee", "inbox": "https://a.example/dee/inbox",
            "endpoints": { "sharedInbox": "https://a.example/inbox" },
            "publicKey": { "id": key, "owner": id, "publicKeyPem": "PEM" },
        });
        let expected = RemoteActor {
            id: id.to_owned(),
            key: key.to_owned(),
            pem: "PEM".to_owned(),
            name: "dee@a.example".to_owned(),
            inbox: "https://a.example/inbox".to_owned(),
        };
        assert_eq!(parsed(&document, id, Some(key)), Some(expected.clone()));
        let with = |name: &str, value: Value| {
            let mut changed = document.clone();
            changed[name] = value;
            parsed(&changed, id, Some(key))
        };
        let own = "https://a.example/dee/inbox";
        assert_eq!(with("endpoints", Value::Null).unwrap().inbox, own);
        // An inbox on another host would let an account direct the site’s requests at others.
        let elsewhere = json!({ "sharedInbox": "https://victim.example/inbox" });
        assert_eq!(with("endpoints", elsewhere).unwrap().inbox, own);
        assert_eq!(with("inbox", json!("https://victim.example/inbox")), None);
        assert_eq!(with("id", json!("https://a.example/eve")), None);
        assert_eq!(with("preferredUsername", json!("<b>")).unwrap().name, "b@a.example");
        assert_eq!(with("preferredUsername", json!("")), None);
        assert_eq!(
            with("publicKey", json!({ "id": key, "owner": "https://a.example/eve", "publicKeyPem": "PEM" })),
            None
        );
        assert_eq!(with("publicKey", json!([{ "id": key, "publicKeyPem": "PEM" }])), Some(expected));
    }
}
