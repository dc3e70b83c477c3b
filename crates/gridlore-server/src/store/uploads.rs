//! What is known of pictures; they themselves are files.

use super::posts::time;
use super::{Store, StoreError};
use jiff::Timestamp;
use rusqlite::params;

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Upload {
    /// Its file's name, which tells its size.
    pub(crate) name: String,
    /// What the file was called that was sent.
    pub(crate) title: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bytes: i64,
    pub(crate) time: Timestamp,
    /// Who sent it.
    pub(crate) account: Option<i64>,
}

impl Upload {
    /// The line that shows it in a post.
    pub(crate) fn markdown(&self) -> String {
        let title: String =
            self.title.rsplit_once('.').map_or(self.title.as_str(), |(stem, _)| stem).to_owned();
        let plain: String =
            title.chars().map(|letter| if "[]\\`<>*_!".contains(letter) { ' ' } else { letter }).collect();
        let words: Vec<&str> = plain.split_whitespace().collect();
        format!("![{}](/uploads/{})", words.join(" "), self.name)
    }
}

impl Store {
    /// All pictures, latest first.
    pub(crate) fn uploads(&self) -> Result<Vec<Upload>, StoreError> {
        self.read(|connection| {
            let mut query = connection
                .prepare("select name, title, width, height, bytes, time, account from upload order by time desc, name")?;
            let rows = query.query_map([], |row| {
                let at: String = row.get(5)?;
                let (name, title, account) = (row.get(0)?, row.get(1)?, row.get(6)?);
                let (width, height, bytes) = (row.get(2)?, row.get(3)?, row.get(4)?);
                Ok(time(at).map(|time| Upload { name, title, width, height, bytes, time, account }))
            })?;
            rows.map(|row| row?).collect()
        })
    }

    /// Adds a picture; the same one twice is one.
    pub(crate) fn add_upload(&self, upload: &Upload) -> Result<(), StoreError> {
        let Upload { name, title, width, height, bytes, time, account } = upload;
        self.write(|change| {
            change.execute(
                "insert into upload (name, title, width, height, bytes, time, account) values (?1, ?2, ?3, ?4, ?5, ?6, ?7) on conflict do nothing",
                params![name, title, width, height, bytes, time.to_string(), account],
            )?;
            Ok(())
        })
    }

    /// Forgets a picture.
    pub(crate) fn delete_upload(&self, name: &str) -> Result<(), StoreError> {
        self.write(|change| Ok(change.execute("delete from upload where name = ?1", [name]).map(drop)?))
    }
}
