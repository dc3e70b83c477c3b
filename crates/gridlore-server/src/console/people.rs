//! Manages accounts from the command line, for owners who have locked themselves out.

use crate::secret::token::{token, token_hash};
use crate::store::{Account, AuditEntry, RESET, Store};
use anyhow::{Context, Result, bail};
use jiff::Timestamp;
use std::path::Path;

/// The name of these commands in the audit log.
const WRITER: &str = "command line";

/// The accounts of a site.
#[derive(Debug)]
pub struct People {
    store: Store,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The username.
    pub name: String,
    /// The display name.
    pub display: String,
    /// `owner`, `editor` or `author`.
    pub role: &'static str,
    /// Whether the account is closed, which prevents signing in.
    pub closed: bool,
    /// Whether signing in also requires a code.
    pub has_second_factor: bool,
    /// Number of open sessions.
    pub sessions: usize,
}

impl People {
    /// Opens the accounts of an existing data folder.
    ///
    /// # Errors
    /// Fails if the folder does not contain a site, or its database cannot be read.
    pub fn of_site(data: &Path) -> Result<Self> {
        if !data.join(crate::DATABASE).is_file() {
            bail!("{}: found no site, expected a folder with {}", data.display(), crate::DATABASE);
        }
        Ok(Self { store: crate::open_store(data)? })
    }

    /// Returns all accounts, ordered by name.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub fn list(&self) -> Result<Vec<Person>> {
        let line = |account: Account| {
            Ok(Person {
                sessions: self.store.sessions(account.id)?.len(),
                role: account.role.name(),
                closed: account.closed,
                has_second_factor: account.totp.is_some(),
                name: account.name,
                display: account.display,
            })
        };
        self.store.accounts()?.into_iter().map(line).collect()
    }

    /// Creates a password reset link, which is valid for one use within one day. Returns its path.
    ///
    /// # Errors
    /// Fails if the account does not exist or is closed.
    pub fn reset(&self, name: &str) -> Result<String> {
        let account = self.account(name)?;
        if account.closed {
            bail!("the account \"{}\" is closed; an owner can reopen it on the People page", account.name);
        }
        let token = token()?;
        self.store.add_reset(&token_hash(&token), account.id, Timestamp::now() + RESET)?;
        self.log("created a password reset link", &account.name)?;
        Ok(format!("/reset?token={token}"))
    }

    /// Closes an account and ends its sessions. The owner's posts stay.
    ///
    /// # Errors
    /// Fails if the account does not exist, or belongs to the only owner.
    pub fn close(&self, name: &str) -> Result<()> {
        let account = self.account(name)?;
        if !self.store.set_rights(account.id, account.role, true)? {
            bail!("\"{}\" is the only owner of the site; make someone else an owner first", account.name);
        }
        self.log("changed an account", &format!("{}: closed", account.name))
    }

    fn account(&self, name: &str) -> Result<Account> {
        let found = self.store.account(&name.trim().to_lowercase())?;
        found.with_context(|| {
            let accounts = self.store.accounts().unwrap_or_default();
            let names: Vec<String> = accounts.into_iter().map(|account| account.name).collect();
            match names.is_empty() {
                true => "there are no accounts yet; `gridlore serve` prints the setup link for the first one"
                    .to_owned(),
                false => format!("there is no account \"{name}\"; the accounts are: {}", names.join(", ")),
            }
        })
    }

    fn log(&self, action: &str, subject: &str) -> Result<()> {
        Ok(self.store.log(&AuditEntry {
            time: Timestamp::now(),
            who: WRITER.to_owned(),
            address: String::new(),
            action: action.to_owned(),
            subject: subject.to_owned(),
        })?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Role;
    use crate::tests::folder;
    use jiff::SignedDuration;

    #[test]
    fn people_are_listed_reset_and_closed() {
        let data = folder("people");
        assert!(People::of_site(&data).unwrap_err().to_string().contains("found no site"));
        let store = crate::open_store(&data).unwrap();
        let people = People::of_site(&data).unwrap();
        assert!(people.reset("ann").unwrap_err().to_string().starts_with("there are no accounts yet"));
        let now = Timestamp::now();
        for (name, role) in [("ann", Role::Owner), ("bob", Role::Author)] {
            store.invite(name, role, now + SignedDuration::from_hours(1)).unwrap();
            let id = store.join(name, name, name, "h", now).unwrap().unwrap();
            store.open_session(name, id, "agent", "network", now).unwrap();
        }
        let link = people.reset(" ANN ").unwrap();
        let token = link.strip_prefix("/reset?token=").unwrap();
        assert_eq!(store.reset(&token_hash(token), now).unwrap().unwrap().name, "ann");
        assert_eq!(
            people.reset("eve").unwrap_err().to_string(),
            "there is no account \"eve\"; the accounts are: ann, bob"
        );
        people.close("bob").unwrap();
        assert_eq!(
            people.close("ann").unwrap_err().to_string(),
            "\"ann\" is the only owner of the site; make someone else an owner first"
        );
        assert!(people.reset("bob").unwrap_err().to_string().contains("is closed"));
        let found: Vec<(String, bool, usize)> = people
            .list()
            .unwrap()
            .into_iter()
            .map(|person| (person.name, person.closed, person.sessions))
            .collect();
        assert_eq!(found, [("ann".to_owned(), false, 1), ("bob".to_owned(), true, 0)]);
        std::fs::remove_dir_all(data).unwrap();
    }
}
