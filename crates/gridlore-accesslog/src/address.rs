//! Anonymises the addresses of visitors.

use std::net::{IpAddr, Ipv6Addr};

/// The network of an address: its first 24 bits for IPv4 or 48 bits for IPv6, with the rest set to
/// 0.
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

/// The network of an address as written in a log; for a host name such as `host7.isp.example`,
/// everything after the first label.
#[must_use]
pub fn host_network(host: &[u8]) -> Vec<u8> {
    let address = std::str::from_utf8(host).ok().and_then(|text| text.parse::<IpAddr>().ok());
    match address {
        Some(address) => network(address).to_string().into_bytes(),
        None => host.iter().position(|&byte| byte == b'.').map_or(&b"-"[..], |dot| &host[dot + 1..]).to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
