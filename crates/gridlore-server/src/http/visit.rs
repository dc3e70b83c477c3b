//! The sender of a request, and the address at which they reached the site.
//!
//! Behind a proxy, connections come from the proxy. Headers about the visitor are believed only if
//! they come from trusted proxies.

use crate::config::{Network, is_host_character};
use axum::http::header::HOST;
use axum::http::{HeaderMap, HeaderName, Uri};
use std::fmt::{self, Display};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The sender of a request, and how they reached the site.
#[derive(Debug, Clone)]
pub(crate) struct Visit {
    /// The visitor's address; `None` in tests that call the router without a socket.
    pub(crate) address: Option<IpAddr>,
    /// The site's address without a trailing slash.
    pub(crate) base: Arc<str>,
    /// The address as requested at the domain of a blog, if it differs from the address on the
    /// site.
    pub(crate) asked: Option<Uri>,
    /// Whether the visitor uses https.
    pub(crate) is_secure: bool,
    /// Whether a trusted proxy forwarded the request, so that the connection is not the visitor's.
    pub(crate) is_forwarded: bool,
}

/// The sender of a request as identified by all throttles and limits: an IPv4 address, or a 64-bit
/// IPv6 network, because a household usually has a whole network. All visitors with unknown
/// addresses are one caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Caller(Option<IpAddr>);

impl Caller {
    pub(crate) fn new(address: Option<IpAddr>) -> Self {
        Self(address.map(|address| match address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
            four => four,
        }))
    }
}

/// The neighbourhood of a caller, which one sender may control entirely: 24 bits of an IPv4
/// address, or 48 bits of an IPv6 address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Around(Option<IpAddr>);

impl Caller {
    pub(crate) fn around(self) -> Around {
        Around(self.0.map(|address| match address {
            IpAddr::V4(address) => IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() >> 8 << 8)),
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 80 << 80)),
        }))
    }
}

impl Display for Around {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(IpAddr::V4(address)) => write!(formatter, "{address}/24"),
            Some(IpAddr::V6(address)) => write!(formatter, "{address}/48"),
            None => write!(formatter, "unknown"),
        }
    }
}

impl Display for Caller {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(IpAddr::V6(network)) => write!(formatter, "{network}/64"),
            Some(address) => write!(formatter, "{address}"),
            None => write!(formatter, "unknown"),
        }
    }
}

impl Visit {
    /// Returns the caller, for throttles.
    pub(crate) fn caller(&self) -> Caller {
        Caller::new(self.address)
    }
}

/// Returns the host that a request names, with its port, or `None` if it names none.
pub(crate) fn asked_host<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> Option<&'a str> {
    let named = uri.authority().map(|authority| authority.as_str());
    named.or_else(|| headers.get(HOST).and_then(|value| value.to_str().ok()))
}

/// The settings needed to identify visitors.
#[derive(Debug)]
pub(crate) struct Gate {
    /// The site's public address, if it is configured.
    pub(crate) address: Option<Arc<str>>,
    pub(crate) proxies: Vec<Network>,
}

impl Gate {
    /// Returns the sender of a request and the site address that they used.
    pub(crate) fn visit(&self, peer: Option<IpAddr>, headers: &HeaderMap, uri: &Uri) -> Visit {
        let is_trusted = |address: IpAddr| self.proxies.iter().any(|network| network.holds(address));
        let through_proxy = peer.is_some_and(is_trusted);
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let mut address = peer.map(|peer| peer.to_canonical());
        if through_proxy {
            // Proceeds from the nearest hop outwards, as long as each hop is trusted.
            let hops = headers
                .get_all(FORWARDED_FOR)
                .iter()
                .filter_map(|value| value.to_str().ok())
                .flat_map(|value| value.split(','));
            let hops: Vec<&str> = hops.map(str::trim).collect();
            for hop in hops.into_iter().rev() {
                let Ok(hop) = hop.parse::<IpAddr>() else { break };
                address = Some(hop.to_canonical());
                if !is_trusted(hop) {
                    break;
                }
            }
        }
        let is_secure = match &self.address {
            _ if through_proxy && text(FORWARDED_PROTO).is_some() => text(FORWARDED_PROTO) == Some("https"),
            Some(address) => address.starts_with("https://") && through_proxy,
            None => false,
        };
        let base = self.address.clone().unwrap_or_else(|| {
            let host = asked_host(headers, uri).unwrap_or("localhost");
            let is_host = !host.is_empty() && host.len() <= 255 && host.chars().all(is_host_character);
            let scheme = if is_secure { "https" } else { "http" };
            format!("{scheme}://{}", if is_host { host } else { "localhost" }).into()
        });
        Visit { address, base, asked: None, is_secure, is_forwarded: through_proxy }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use axum::http::HeaderValue;

    fn visit(
        config: &Config,
        peer: &str,
        headers: &[(&'static str, &'static str)],
    ) -> (String, String, bool) {
        let gate = Gate { address: config.address.as_deref().map(Arc::from), proxies: config.proxies() };
        let headers = headers
            .iter()
            .map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        let visit = gate.visit(Some(peer.parse().unwrap()), &headers, &Uri::from_static("/x"));
        (visit.address.unwrap().to_string(), visit.base.to_string(), visit.is_secure)
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let plain = Config::default();
        let behind = Config { trusted_proxies: vec!["10.0.0.0/8".to_owned()], ..Config::default() };
        let forwarded = [
            ("host", "a.example:8080"),
            ("x-forwarded-for", "6.6.6.6, 1.2.3.4, 10.0.0.2"),
            ("x-forwarded-proto", "https"),
        ];
        let at = |address: &str, base: &str, is_secure| (address.to_owned(), base.to_owned(), is_secure);
        assert_eq!(visit(&plain, "10.0.0.1", &forwarded), at("10.0.0.1", "http://a.example:8080", false));
        assert_eq!(visit(&behind, "10.0.0.1", &forwarded), at("1.2.3.4", "https://a.example:8080", true));
        assert_eq!(visit(&behind, "9.9.9.9", &forwarded), at("9.9.9.9", "http://a.example:8080", false));
        let configured = Config { address: Some("https://b.example".to_owned()), ..behind };
        assert_eq!(visit(&configured, "9.9.9.9", &forwarded), at("9.9.9.9", "https://b.example", false));
    }

    #[test]
    fn a_household_is_one_caller() {
        let caller = |address: &str| Caller::new(Some(address.parse().unwrap())).to_string();
        assert_eq!(caller("192.0.2.7"), "192.0.2.7");
        assert_eq!(caller("::ffff:192.0.2.7"), "192.0.2.7", "the same address, written as IPv6");
        assert_eq!(caller("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
        assert_eq!(caller("2001:db8:1:2:ffff::1"), caller("2001:db8:1:2::1"));
        assert_ne!(caller("2001:db8:1:3::1"), caller("2001:db8:1:2::1"));
        assert_eq!(Caller::new(None).to_string(), "unknown");
    }

    #[test]
    fn an_invalid_host_is_not_repeated() {
        for bad in ["a\"><script>", "a/b", "a b", ""] {
            let bad: &'static str = bad;
            assert_eq!(visit(&Config::default(), "9.9.9.9", &[("host", bad)]).1, "http://localhost", "{bad}");
        }
    }
}
