//! Countries and networks of addresses, from databases in MaxMind's format that the user brings.
//!
//! # Source
//! MaxMind DB file format specification, version 2.0. The keys are those of GeoLite2 and DB-IP
//! (`country`, `autonomous_system_organization`) and of IPinfo (`country_code`, `as_name`).

use crate::address::Country;
use maxminddb::{Reader, path};
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

/// The longest name that is taken from a database, in characters.
const MAX_NAME: usize = 100;

/// Databases of addresses. For each question, the first one that has an answer counts.
#[derive(Default)]
pub struct Places {
    databases: Vec<Reader<Vec<u8>>>,
    /// The names of countries found so far.
    names: Mutex<BTreeMap<Country, String>>,
}

impl Debug for Places {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Places").field("databases", &self.databases.len()).finish_non_exhaustive()
    }
}

/// Why bytes are no database of addresses.
#[derive(Debug, thiserror::Error)]
#[error("found no database of addresses, expected a file in MaxMind's format (.mmdb): {0}")]
pub struct PlaceError(String);

impl Places {
    /// Adds a database.
    ///
    /// # Errors
    /// [`PlaceError`], if the bytes are not in MaxMind's format.
    pub fn add(&mut self, bytes: Vec<u8>) -> Result<(), PlaceError> {
        let reader = Reader::from_source(bytes).map_err(|error| PlaceError(error.to_string()))?;
        self.databases.push(reader);
        Ok(())
    }

    /// The country of an address; unknown for a host name.
    #[must_use]
    pub fn country(&self, host: &[u8]) -> Country {
        let Some(address) = address(host) else { return Country::default() };
        for database in &self.databases {
            let Ok(found) = database.lookup(address) else { continue };
            let text = |path: &[maxminddb::PathElement<'_>]| -> Option<String> {
                found
                    .decode_path::<&str>(path)
                    .ok()
                    .flatten()
                    .map(|text| text.chars().take(MAX_NAME).collect())
            };
            let code = text(&path!["country", "iso_code"])
                .or_else(|| text(&path!["registered_country", "iso_code"]))
                .or_else(|| text(&path!["country_code"]));
            let country = Country::new(&code.unwrap_or_default());
            if country == Country::default() {
                continue;
            }
            let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
            names.entry(country).or_insert_with(|| {
                text(&path!["country", "names", "en"]).or_else(|| text(&path!["country"])).unwrap_or_default()
            });
            return country;
        }
        Country::default()
    }

    /// The English name of a country that was found before; empty if the databases have none.
    #[must_use]
    pub fn country_name(&self, country: Country) -> String {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).get(&country).cloned().unwrap_or_default()
    }

    /// The network of an address, such as `AS64500 Example Networks`.
    #[must_use]
    pub fn network(&self, host: &[u8]) -> Option<String> {
        let address = address(host)?;
        self.databases.iter().find_map(|database| {
            let found = database.lookup(address).ok()?;
            let name = |key: &str| found.decode_path::<&str>(&path![key]).ok().flatten();
            let number = found.decode_path::<u32>(&path!["autonomous_system_number"]).ok().flatten();
            let number =
                number.map(|number| format!("AS{number}")).or_else(|| name("asn").map(str::to_owned));
            let name = name("autonomous_system_organization").or_else(|| name("as_name")).unwrap_or_default();
            let text = format!("{} {name}", number.unwrap_or_default());
            let text: String = text.trim().chars().take(MAX_NAME).collect();
            (!text.is_empty()).then_some(text)
        })
    }
}

fn address(host: &[u8]) -> Option<IpAddr> {
    let address: IpAddr = std::str::from_utf8(host).ok()?.parse().ok()?;
    Some(address.to_canonical())
}
