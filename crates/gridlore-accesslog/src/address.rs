//! Anonymises the addresses of visitors.

use std::fmt::{self, Display, Write};
use std::net::{IpAddr, Ipv6Addr};

/// Returns the network of an address: its first 24 bits for IPv4 or 48 bits for IPv6, with the rest
/// set to 0.
#[must_use]
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            let [first, second, third, _] = address.octets();
            [first, second, third, 0].into()
        }
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(address) => network(address.into()),
            None => {
                let [first, second, third, ..] = address.segments();
                Ipv6Addr::new(first, second, third, 0, 0, 0, 0, 0).into()
            }
        },
    }
}

/// Returns the network of an address as written in a log; for a host name such as
/// `host7.isp.example`, returns everything after the first label.
#[must_use]
pub fn host_network(host: &[u8]) -> Vec<u8> {
    let address = std::str::from_utf8(host).ok().and_then(|text| text.parse::<IpAddr>().ok());
    match address {
        Some(address) => network(address).to_string().into_bytes(),
        None => host.iter().position(|&byte| byte == b'.').map_or(&b"-"[..], |dot| &host[dot + 1..]).to_vec(),
    }
}

/// A country, identified by the two letters of ISO 3166-1; `??` if unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Country(u16);

impl Country {
    /// Returns the country with a code of two ASCII letters, or the unknown country for any other
    /// code.
    #[must_use]
    pub fn new(code: &str) -> Self {
        match code.as_bytes() {
            [one, other] if one.is_ascii_alphabetic() && other.is_ascii_alphabetic() => {
                let letter = |byte: &u8| u16::from(byte.to_ascii_uppercase() - b'A');
                Self(1 + 26 * letter(one) + letter(other))
            }
            _ => Self::default(),
        }
    }

    /// Returns the number of the country, up to 676, or 0 for the unknown country.
    pub(crate) const fn number(self) -> u16 {
        self.0
    }

    /// Returns the country with this number, or the unknown country if there is none.
    pub(crate) fn from_number(number: u32) -> Self {
        Self(u16::try_from(number).ok().filter(|number| *number <= 26 * 26).unwrap_or(0))
    }
}

impl Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(code) = self.0.checked_sub(1) else { return f.write_str("??") };
        for letter in [code / 26, code % 26] {
            f.write_char(char::from(b'A' + u8::try_from(letter).unwrap_or(0)))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_round_trip() {
        for code in ["AA", "DE", "ZZ", "US"] {
            let country = Country::new(code);
            assert_eq!(
                (country.to_string(), Country::from_number(country.number().into())),
                (code.to_owned(), country)
            );
        }
        for code in ["", "D", "DEU", "é", "1A"] {
            assert_eq!(Country::new(code).to_string(), "??", "{code}");
        }
        assert_eq!(Country::new("de"), Country::new("DE"));
        assert_eq!(Country::from_number(u32::MAX), Country::default());
    }

    #[test]
    fn addresses_are_reduced_to_networks() {
        for (host, network) in [
            ("192.0.2.77", "192.0.2.0"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1::"),
            ("::ffff:192.0.2.77", "192.0.2.0"),
            ("host7.isp.example", "isp.example"),
            ("localhost", "-"),
            ("", "-"),
        ] {
            assert_eq!(host_network(host.as_bytes()), network.as_bytes(), "{host}");
        }
    }
}
