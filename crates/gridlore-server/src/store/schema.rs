//! Checks that a database from elsewhere has exactly the tables, indexes and triggers of a site.
//!
//! A malicious trigger or view would run with the first write. Before anything is written, the
//! schema is therefore compared with that of an empty database of the same version.

use super::{MIGRATIONS, StoreError, migrate};
use rusqlite::{Connection, OpenFlags};
use std::collections::BTreeSet;
use std::path::Path;

/// Maximum number of schema entries to read; a site has a few dozen.
const MAX_ENTRIES: usize = 1_000;

/// Tables that SQLite itself creates for statistics.
const STATISTICS_TABLES: [&str; 2] = ["sqlite_stat1", "sqlite_stat4"];

/// Kind, name, table and SQL of a schema entry.
type Entry = (String, String, String, Option<String>);

/// Checks that the database at `path` has the schema of its version.
///
/// # Errors
/// Returns [`StoreError::Broken`] with the first unexpected entry, [`StoreError::Newer`], or an
/// error if the file is not a database.
pub(crate) fn check_schema(path: &Path) -> Result<(), StoreError> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = u32::try_from(MIGRATIONS.len()).unwrap_or(u32::MAX);
    let Some(migrations) = MIGRATIONS.get(..version as usize) else {
        return Err(StoreError::Newer { found: version, known });
    };
    let mut model = Connection::open_in_memory()?;
    migrate(&mut model, migrations)?;
    let (expected, found) = (entries(&model)?, entries(&connection)?);
    if let Some((kind, name, ..)) = found.symmetric_difference(&expected).next() {
        let fault = format!("its {kind} \"{name}\" does not belong to a site of version {version}");
        return Err(StoreError::Broken(fault));
    }
    check_sizes(&connection, &found)
}

/// Returns whether the file at `path` is a database that no release has made into a site's
/// database. New sites get their database in one step, so this is never an unfinished one.
pub(crate) fn has_no_version(path: &Path) -> bool {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let version = connection.and_then(|connection| {
        connection.pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0))
    });
    version.is_ok_and(|version| version == 0)
}

/// Maximum size in bytes of a value in a restored database. The largest values are unsaved forms,
/// which contain a post.
const MAX_VALUE_BYTES: u64 = 8 << 20;

/// Checks that no value is larger than a site would write. Reads only the lengths.
fn check_sizes(connection: &Connection, entries: &BTreeSet<Entry>) -> Result<(), StoreError> {
    for (_, table, ..) in entries.iter().filter(|entry| entry.0 == "table" && !entry.1.contains('"')) {
        let mut columns = connection.prepare("select name from pragma_table_info(?1)")?;
        let columns: Vec<String> = columns.query_map([table], |row| row.get(0))?.collect::<Result<_, _>>()?;
        for column in columns {
            let quoted = column.replace('"', "\"\"");
            let query = format!("select coalesce(max(octet_length(\"{quoted}\")), 0) from \"{table}\"");
            let limit = if (table.as_str(), column.as_str()) == ("post", "markdown") {
                gridlore_blog::MAX_TEXT_BYTES as u64
            } else {
                MAX_VALUE_BYTES
            };
            // Some tables of a search index cannot be read directly.
            let Ok(found) = connection.query_row(&query, [], |row| row.get::<_, u64>(0)) else { continue };
            if found > limit {
                let fault =
                    format!("a value of {table}.{column} has {found} bytes, expected at most {limit}");
                return Err(StoreError::Broken(fault));
            }
        }
    }
    Ok(())
}

fn entries(connection: &Connection) -> Result<BTreeSet<Entry>, StoreError> {
    let mut query = connection.prepare("select type, name, tbl_name, sql from sqlite_master limit ?1")?;
    let rows =
        query.query_map([MAX_ENTRIES], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    let entries: BTreeSet<Entry> = rows.collect::<Result<_, _>>()?;
    let is_statistics = |entry: &Entry| entry.0 == "table" && STATISTICS_TABLES.contains(&entry.1.as_str());
    Ok(entries.into_iter().filter(|entry| !is_statistics(entry)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::store;
    use super::*;

    #[test]
    fn only_a_database_of_a_site_passes() {
        let (store, folder) = store("schema");
        drop(store);
        let path = folder.join("test.sqlite3");
        check_schema(&path).unwrap();
        let change = |sql: &str| Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        change("analyze");
        check_schema(&path).unwrap();
        for (sql, undo, kind) in [
            (
                "create trigger x before delete on session begin select 1; end",
                "drop trigger x",
                "trigger \"x\"",
            ),
            ("create view x as select 1", "drop view x", "view \"x\""),
            ("create table x (a)", "drop table x", "table \"x\""),
            ("create index x on setting (value)", "drop index x", "index \"x\""),
        ] {
            change(sql);
            let error = check_schema(&path).unwrap_err().to_string();
            assert!(error.contains(kind), "{error}");
            change(undo);
        }
        change("drop table unsaved");
        assert!(check_schema(&path).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn every_version_has_its_own_schema() {
        let folder = crate::tests::folder("versions");
        for version in 0..=MIGRATIONS.len() {
            let path = folder.join(format!("{version}.sqlite3"));
            let mut connection = Connection::open(&path).unwrap();
            migrate(&mut connection, &MIGRATIONS[..version]).unwrap();
            drop(connection);
            check_schema(&path).unwrap();
            // The migrated database has the schema of the latest version.
            migrate(&mut Connection::open(&path).unwrap(), MIGRATIONS).unwrap();
            check_schema(&path).unwrap();
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn values_larger_than_a_site_writes_are_refused() {
        let (store, folder) = store("sizes");
        drop(store);
        let path = folder.join("test.sqlite3");
        let change = |sql: &str| Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        change(
            "insert into audit (time, who, address, action, subject) values ('t', hex(zeroblob(5000000)), '', '', '')",
        );
        let fault = check_schema(&path).unwrap_err().to_string();
        assert!(fault.contains("audit.who has 10000000 bytes"), "{fault}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
