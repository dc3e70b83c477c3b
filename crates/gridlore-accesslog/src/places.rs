//! Looks up the countries and networks of addresses in databases that the user provides, in
//! MaxMind’s format.
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

/// Maximum length in characters of a name that is taken from a database.
const MAX_NAME: usize = 100;

/// Databases of addresses. For each query, the first answer is used.
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

/// The reason why bytes are not an IP address database.
#[derive(Debug, thiserror::Error)]
#[error("found no IP address database, expected a file in MaxMind's format (.mmdb): {0}")]
pub struct PlaceError(String);

impl Places {
    /// Adds a database.
    ///
    /// # Errors
    /// Returns [`PlaceError`] if the bytes are not in MaxMind’s format.
    pub fn add(&mut self, bytes: Vec<u8>) -> Result<(), PlaceError> {
        let reader = Reader::from_source(bytes).map_err(|error| PlaceError(error.to_string()))?;
        self.databases.push(reader);
        Ok(())
    }

    /// Returns the country of an address, which is unknown for a host name.
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

    /// Returns the English name of a country that was found before, or an empty string if the
    /// databases have no name for it.
    #[must_use]
    pub fn country_name(&self, country: Country) -> String {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).get(&country).cloned().unwrap_or_default()
    }

    /// Returns the network of an address, such as `AS64500 Example Networks`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Report, Selection, Tally};
    use std::sync::Arc;

    /// A value in a database.
    enum Value<'a> {
        Text(&'a str),
        Short(u16),
        Number(u32),
        Long(u64),
        Map(Vec<(&'a str, Self)>),
        List,
    }

    fn write(out: &mut Vec<u8>, value: &Value<'_>) {
        let byte = |number: usize| u8::try_from(number).unwrap();
        match value {
            Value::Text(text) => {
                out.push(2 << 5 | byte(text.len().min(29)));
                out.extend(text.len().checked_sub(29).map(byte));
                out.extend_from_slice(text.as_bytes());
            }
            Value::Short(number) => {
                out.push(5 << 5 | 2);
                out.extend_from_slice(&number.to_be_bytes());
            }
            Value::Long(number) => {
                out.extend_from_slice(&[8, 9 - 7]);
                out.extend_from_slice(&number.to_be_bytes());
            }
            Value::Number(number) => {
                out.push(6 << 5 | 4);
                out.extend_from_slice(&number.to_be_bytes());
            }
            Value::Map(entries) => {
                out.push(7 << 5 | byte(entries.len()));
                for (key, value) in entries {
                    write(out, &Value::Text(key));
                    write(out, value);
                }
            }
            Value::List => out.extend_from_slice(&[0, 11 - 7]),
        }
    }

    /// Returns a database of IPv4 networks of whole bytes, such as `[192, 0, 2]`.
    fn database(networks: &[(&[u8], Value<'_>)]) -> Vec<u8> {
        let mut nodes = vec![[None::<Result<usize, usize>>; 2]];
        let mut data = Vec::new();
        for (network, value) in networks {
            let offset = data.len();
            write(&mut data, value);
            let bits: Vec<usize> = network
                .iter()
                .flat_map(|byte| (0..8).rev().map(move |bit| usize::from(byte >> bit & 1)))
                .collect();
            let mut at = 0;
            for (place, &bit) in bits.iter().enumerate() {
                if place + 1 == bits.len() {
                    nodes[at][bit] = Some(Err(offset));
                } else if let Some(Ok(next)) = nodes[at][bit] {
                    at = next;
                } else {
                    nodes.push([None; 2]);
                    let next = nodes.len() - 1;
                    nodes[at][bit] = Some(Ok(next));
                    at = next;
                }
            }
        }
        let count = nodes.len();
        let mut out = Vec::new();
        for record in nodes.iter().flatten() {
            let number = match record {
                None => count,
                Some(Ok(node)) => *node,
                Some(Err(offset)) => count + 16 + offset,
            };
            out.extend_from_slice(&u32::try_from(number).unwrap().to_be_bytes()[1..]);
        }
        out.extend_from_slice(&[0; 16]);
        out.extend_from_slice(&data);
        out.extend_from_slice(b"\xab\xcd\xefMaxMind.com");
        let metadata = Value::Map(vec![
            ("binary_format_major_version", Value::Short(2)),
            ("binary_format_minor_version", Value::Short(0)),
            ("build_epoch", Value::Long(1)),
            ("database_type", Value::Text("Test")),
            ("description", Value::Map(vec![])),
            ("ip_version", Value::Short(4)),
            ("languages", Value::List),
            ("node_count", Value::Number(u32::try_from(count).unwrap())),
            ("record_size", Value::Short(24)),
        ]);
        write(&mut out, &metadata);
        out
    }

    fn places() -> Places {
        let country = |code, name| {
            let names = Value::Map(vec![("en", Value::Text(name))]);
            Value::Map(vec![("country", Value::Map(vec![("iso_code", Value::Text(code)), ("names", names)]))])
        };
        let mut places = Places::default();
        let countries: [(&[u8], Value<'_>); 2] =
            [(&[192, 0, 2], country("DE", "Germany")), (&[198, 51, 100], country("FR", "France"))];
        places.add(database(&countries)).unwrap();
        let network = Value::Map(vec![
            ("autonomous_system_number", Value::Number(64_500)),
            ("autonomous_system_organization", Value::Text("Example")),
        ]);
        places.add(database(&[(&[192, 0], network)])).unwrap();
        places
    }

    #[test]
    fn addresses_have_countries_and_networks() {
        let places = places();
        for (host, country, network) in [
            ("192.0.2.7", "DE", Some("AS64500 Example")),
            ("198.51.100.1", "FR", None),
            ("::ffff:192.0.2.7", "DE", Some("AS64500 Example")),
            ("203.0.113.1", "??", None),
            ("2001:db8::1", "??", None),
            ("host.example", "??", None),
            ("-", "??", None),
        ] {
            assert_eq!(places.country(host.as_bytes()).to_string(), country, "{host}");
            assert_eq!(places.network(host.as_bytes()).as_deref(), network, "{host}");
        }
        assert_eq!(places.country_name(Country::new("DE")), "Germany");
    }

    #[test]
    fn a_report_counts_countries_and_networks() {
        let selection = Selection { places: Some(Arc::new(places())), ..Selection::default() };
        let mut tally = Tally::new(selection.into(), 0);
        for host in ["192.0.2.7", "192.0.2.8", "198.51.100.1", "203.0.113.1"] {
            let line = format!(
                "{host} - - [01/Mar/2026:09:00:00 +0000] \"GET /a HTTP/1.1\" 200 5 \"-\" \"Firefox\"\n"
            );
            tally.add_lines(line.as_bytes());
        }
        let details = Report::new(&tally, 10).details;
        let rows = |listing: &crate::Listing| -> Vec<(String, String, u64)> {
            listing.rows.iter().map(|row| (row.name.clone(), row.note.clone(), row.views)).collect()
        };
        let row = |name: &str, note: &str, views| (name.to_owned(), note.to_owned(), views);
        assert_eq!(
            rows(&details.countries),
            [row("DE", "Germany", 2), row("??", "", 1), row("FR", "France", 1)]
        );
        assert_eq!(rows(&details.networks), [row("(unknown)", "", 2), row("AS64500 Example", "", 2)]);
    }

    #[test]
    fn bytes_that_are_not_a_database_are_refused() {
        for bytes in [&b""[..], b"no database", b"\xab\xcd\xefMaxMind.com"] {
            let error = Places::default().add(bytes.to_vec()).unwrap_err().to_string();
            assert!(error.starts_with("found no IP address database"), "{error}");
        }
        // A damaged database gives no answers, and does not cause a panic.
        let whole = database(&[(&[192, 0, 2], Value::Map(vec![("country_code", Value::Text("DE"))]))]);
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0xff;
            let mut places = Places::default();
            if places.add(damaged).is_ok() {
                let _ = (places.country(b"192.0.2.1"), places.network(b"192.0.2.1"));
            }
        }
    }
}
