//! Password reset links that people request from the sign-in page. The request only stores the name
//! or address that was typed. This thread later checks whether the account exists, so that neither
//! the response nor its time reveals anything.

use super::letters;
use crate::secret::token::{token, token_hash};
use crate::site::Site;
use crate::store::{AuditEntry, RESET};
use anyhow::Result;
use jiff::Timestamp;

/// Answers all waiting requests.
pub(super) fn answer(site: &Site, base: &str, now: Timestamp) -> Result<()> {
    for name in site.store.reset_requests()? {
        let Some((account, user, address)) = site.store.reset_account(&name)? else {
            site.store.answer_reset_request(&name, None, now, now)?;
            continue;
        };
        let token = token()?;
        let mail = letters::reset(&address, &site.title(), &user, &format!("{base}/reset?token={token}"))?;
        let link = Some((account, token_hash(&token).as_str(), &mail))
            .map(|(id, hash, mail)| (id, hash.to_owned(), mail));
        let link = link.as_ref().map(|(id, hash, mail)| (*id, hash.as_str(), *mail));
        if site.store.answer_reset_request(&name, link, now + RESET, now)? {
            site.store.log(&AuditEntry {
                time: now,
                who: user,
                address: String::new(),
                action: "was sent a password reset link".to_owned(),
                subject: String::new(),
            })?;
        }
    }
    Ok(())
}
