//! The configuration: a TOML file. Every key is documented in docs/configuration.md and checked
//! here.

mod mail;

use anyhow::{Context, Result, bail};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

pub use mail::{MailConfig, MailSecurity};

/// The settings of a site. All of them have defaults, so a site runs without a configuration file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The site's public address, such as `https://puzzles.example`. Feeds, the sitemap and link
    /// previews contain it; without it, they use the `Host` of each request.
    pub address: Option<String>,
    /// The site's name.
    pub title: Option<String>,
    /// The IANA name of the site's time zone, such as `Europe/Berlin`. The default is the time zone
    /// set on the admin pages, or else UTC.
    pub time_zone: Option<String>,
    /// Addresses or networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` headers are
    /// trusted.
    pub trusted_proxies: Vec<String>,
    /// Average number of requests per second for each visitor; bursts can be ten times as large. 0
    /// means no limit.
    pub requests_per_second: u32,
    /// Seconds after which a running request is abandoned and an idle connection is closed.
    pub request_timeout: u64,
    /// Maximum size of an upload in bytes.
    pub upload_bytes: usize,
    /// The format of messages on standard error.
    pub log: Log,
    /// How much of a visitor's address the access log keeps.
    pub access_log_addresses: Addresses,
    /// Size in bytes at which the access log is rotated; 0 means never.
    pub access_log_bytes: u64,
    /// Number of rotated access logs to keep; older ones are deleted.
    pub access_log_files: u32,
    /// IP address databases, from which the visits page determines countries and networks.
    #[serde(deserialize_with = "files")]
    pub geo: Vec<PathBuf>,
    /// Number of days for which entries of the audit log are kept; 0 means for ever.
    pub audit_days: u32,
    /// Maximum number of simultaneous connections.
    pub connections: usize,
    /// Maximum number of simultaneous connections per visitor; trusted proxies are exempt.
    pub connections_per_visitor: usize,
    /// Files and folders from elsewhere that appear in a blog's folder.
    pub mounts: Vec<MountConfig>,
    /// Whether the site may send requests to private addresses, such as those of a local network.
    pub private_networks: bool,
    /// How the site sends mail, or `None` if it does not.
    pub mail: Option<MailConfig>,
}

/// The format of messages on standard error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Log {
    /// Plain text, for people.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// How much of an address to keep.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Addresses {
    /// The whole address.
    #[default]
    Whole,
    /// The network: IPv4 addresses without the last byte, IPv6 addresses without the last ten.
    Network,
    /// No address.
    None,
}

/// A mount, as written in the configuration.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MountConfig {
    /// The blog in whose folder the files appear.
    pub blog: String,
    /// A file or folder; a relative path is resolved against the configuration file's folder.
    pub source: PathBuf,
    /// A glob that selects files below the source by their paths relative to it.
    pub glob: Option<String>,
    /// A regular expression that selects files instead; `destination` can use its groups as `$1`.
    pub regex: Option<String>,
    /// Where the files appear: a folder or, with `regex`, the whole path.
    #[serde(default)]
    pub destination: String,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            address: None,
            title: None,
            time_zone: None,
            trusted_proxies: Vec::new(),
            requests_per_second: 0,
            request_timeout: 30,
            upload_bytes: 20 << 20,
            log: Log::Text,
            access_log_addresses: Addresses::Whole,
            access_log_bytes: 64 << 20,
            access_log_files: 20,
            geo: Vec::new(),
            audit_days: 365,
            connections: 4000,
            connections_per_visitor: 200,
            mounts: Vec::new(),
            private_networks: false,
            mail: None,
        }
    }
}

impl Config {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or a value is invalid. The message names the file, the
    /// line, what was found and what was expected; for an unknown key it suggests a similar one.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("reading the configuration {}", path.display()))?;
        let mut config =
            Self::parse(&text).with_context(|| format!("the configuration {}", path.display()))?;
        let folder = path.parent().unwrap_or_else(|| Path::new("."));
        for mount in &mut config.mounts {
            mount.source = folder.join(&mount.source);
        }
        for file in &mut config.geo {
            *file = folder.join(&*file);
        }
        if let Some(mail) = &mut config.mail {
            mail.resolve(folder).with_context(|| format!("the configuration {}", path.display()))?;
        }
        Ok(config)
    }

    /// Parses the text of a configuration file.
    fn parse(text: &str) -> Result<Self> {
        let mut config: Self = toml::from_str(text).map_err(|error| {
            let line =
                error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            anyhow::anyhow!("line {line}: {}", with_suggestion(error.message()))
        })?;
        if let Some(address) = config.address.take() {
            config.set_address(&address)?;
        }
        if let Some(zone) = config.time_zone.as_deref().filter(|zone| jiff::tz::TimeZone::get(zone).is_err())
        {
            bail!("time_zone: found \"{zone}\", expected a name such as Europe/Berlin or UTC");
        }
        for proxy in &config.trusted_proxies {
            if Network::parse(proxy).is_none() {
                bail!(
                    "trusted_proxies: found \"{proxy}\", expected an address or a network such as 10.0.0.0/8"
                );
            }
        }
        for mount in &config.mounts {
            if mount.glob.is_some() && mount.regex.is_some() {
                bail!(
                    "mounts: found both glob and regex for {}, expected one of them",
                    mount.source.display()
                );
            }
        }
        if let Some(mail) = &config.mail {
            mail.check(config.address.is_some())?;
        }
        Ok(config)
    }

    /// Sets the site's public address.
    ///
    /// # Errors
    /// Fails if the address is not an http or https address, or has a path.
    pub fn set_address(&mut self, address: &str) -> Result<()> {
        let Some(plain) = site_address(address) else {
            bail!("address: found \"{address}\", expected an address such as https://puzzles.example");
        };
        self.address = Some(plain);
        Ok(())
    }

    /// Sets the address at which an export is served; unlike that of a live site, it may have a
    /// path.
    ///
    /// # Errors
    /// Fails if the address is not an http or https address, or its path has unusual characters.
    pub(crate) fn set_export_address(&mut self, address: &str) -> Result<()> {
        let plain = address.trim_end_matches('/');
        let host_start = plain.find("://").map_or(0, |colon| colon + 3);
        let (host, path) =
            plain.split_at(plain[host_start..].find('/').map_or(plain.len(), |at| host_start + at));
        let is_plain = |part: &str| {
            !matches!(part, "" | "." | "..")
                && part.chars().all(|letter| letter.is_ascii_alphanumeric() || "-._~".contains(letter))
        };
        if !path.is_empty() && !path[1..].split('/').all(is_plain) {
            bail!(
                "address: found the path \"{path}\", expected one such as /puzzles, with only letters, digits, -, ., _ and ~"
            );
        }
        self.set_address(host)?;
        self.address = Some(plain.to_owned());
        Ok(())
    }

    /// Returns the networks of trusted proxies.
    pub(crate) fn proxies(&self) -> Vec<Network> {
        self.trusted_proxies.iter().filter_map(|text| Network::parse(text)).collect()
    }
}

/// Deserialises a file name or a list of file names.
fn files<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
    struct Names;
    impl<'de> Visitor<'de> for Names {
        type Value = Vec<PathBuf>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a file or a list of files")
        }

        fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Self::Value, E> {
            Ok(vec![name.into()])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<Self::Value, A::Error> {
            let mut all = Vec::new();
            while let Some(name) = names.next_element()? {
                all.push(name);
            }
            Ok(all)
        }
    }
    deserializer.deserialize_any(Names)
}

/// Returns a host's http or https address without a trailing slash, or `None` if `address` is not
/// one or has a path.
pub(crate) fn site_address(address: &str) -> Option<String> {
    let plain = address.trim_end_matches('/');
    let host = plain.strip_prefix("https://").or_else(|| plain.strip_prefix("http://"))?;
    if !host.chars().all(is_host_character) || host.starts_with([':', '.']) || host.contains(".:") {
        return None;
    }
    // Normalises the host: lower case, without the default port and without a dot at the end.
    let url = url::Url::parse(plain.trim_end_matches('.')).ok()?;
    url.host_str().filter(|host| !host.is_empty() && !host.ends_with('.'))?;
    Some(url.origin().ascii_serialization())
}

/// Returns whether a character can occur in a host or its port.
pub(crate) fn is_host_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || ".-:[]".contains(character)
}

/// A network: an address, and the number of leading bits that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Network {
    address: IpAddr,
    bits: u32,
}

impl Network {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (address, bits) =
            text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().ok()?;
        let max_bits = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Some(max_bits), |bits| bits.parse().ok().filter(|&bits| bits <= max_bits))?;
        Some(Self { address, bits })
    }

    pub(crate) fn holds(self, other: IpAddr) -> bool {
        match (self.address, other.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                self.bits == 0 || (own.to_bits() ^ other.to_bits()) >> (32 - self.bits) == 0
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                self.bits == 0 || (own.to_bits() ^ other.to_bits()) >> (128 - self.bits) == 0
            }
            _ => false,
        }
    }
}

/// Appends the nearest known key to a message such as ``unknown field `adress`, expected one of
/// `address`, ...``.
fn with_suggestion(message: &str) -> String {
    let mut names = message.split('`').skip(1).step_by(2);
    let nearest = match names.next() {
        Some(found) if message.starts_with("unknown ") => {
            let near = |name: &&str| strsim::damerau_levenshtein(found, name);
            names.min_by_key(near).filter(|name| near(name) <= 3)
        }
        _ => None,
    };
    nearest.map_or_else(|| message.to_owned(), |nearest| format!("{message}; did you mean `{nearest}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_keys_are_read() {
        let text = "address = \"https://puzzles.example/\"\ntitle = \"T\"\ntrusted_proxies = [\"127.0.0.1\", \"10.0.0.0/8\", \"::1\"]\nlog = \"json\"\n\
            requests_per_second = 50\nrequest_timeout = 10\nupload_bytes = 1000\n[[mounts]]\nblog = \"demo\"\nsource = \"notes\"\nglob = \"**/*.md\"\n";
        let config = Config::parse(text).unwrap();
        assert_eq!(config.address.as_deref(), Some("https://puzzles.example"));
        assert_eq!((config.log, config.mounts.len(), config.proxies().len()), (Log::Json, 1, 3));
        assert!(Config::parse("").unwrap().address.is_none());
        for (text, count) in [("geo = \"a.mmdb\"", 1), ("geo = [\"a.mmdb\", \"b.mmdb\"]", 2), ("", 0)] {
            assert_eq!(Config::parse(text).unwrap().geo.len(), count, "{text}");
        }
    }

    #[test]
    fn every_key_is_documented() {
        let text = include_str!("../../../../docs/configuration.md");
        let error = Config::parse("nothing = 1").unwrap_err().to_string();
        let keys: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
        assert!(keys.len() >= 8, "{error}");
        for key in keys {
            assert!(text.contains(&format!("`{key}`")), "docs/configuration.md does not document {key}");
        }
        let example = text.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
        Config::parse(example).unwrap();
    }

    #[test]
    fn errors_say_what_to_do() {
        let error = |text: &str| Config::parse(text).unwrap_err().to_string();
        let unknown = error("title = \"T\"\nadress = \"x\"\n");
        assert!(
            unknown.starts_with("line 2: unknown field `adress`, expected one of ")
                && unknown.ends_with("; did you mean `address`?"),
            "{unknown}"
        );
        assert_eq!(
            error("address = \"puzzles\""),
            "address: found \"puzzles\", expected an address such as https://puzzles.example"
        );
        assert_eq!(
            error("trusted_proxies = [\"10.0.0.0/33\"]"),
            "trusted_proxies: found \"10.0.0.0/33\", expected an address or a network such as 10.0.0.0/8"
        );
        assert_eq!(error("geo = 1"), "line 1: invalid type: integer `1`, expected a file or a list of files");
        assert!(
            error("log = \"xml\"").starts_with("line 1: unknown variant `xml`, expected `text` or `json`")
        );
    }

    #[test]
    fn networks_hold_addresses() {
        let holds =
            |network: &str, address: &str| Network::parse(network).unwrap().holds(address.parse().unwrap());
        assert!(holds("10.0.0.0/8", "10.255.1.2") && !holds("10.0.0.0/8", "11.0.0.1"));
        assert!(holds("127.0.0.1", "::ffff:127.0.0.1") && holds("0.0.0.0/0", "1.2.3.4"));
        assert!(holds("fd00::/8", "fd12::1") && !holds("fd00::/8", "fe80::1") && !holds("::1", "127.0.0.1"));
    }
}
