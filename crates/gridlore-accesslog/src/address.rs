//! What is kept of a visitor's address, for who does not want to know it.

use std::net::{IpAddr, Ipv6Addr};

/// The network that an address is of: its first 24 bits of IPv4, 48 of IPv6, the others 0.
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

/// The network of an address as a log writes it; of a name, such as `host7.isp.example`, what comes
/// after its first part.
#[must_use]
pub fn network_of(host: &[u8]) -> Vec<u8> {
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
    fn the_last_part_is_left_out() {
        for (host, network) in [
            ("192.0.2.77", "192.0.2.0"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1::"),
            ("::ffff:192.0.2.77", "192.0.2.0"),
            ("host7.isp.example", "isp.example"),
            ("localhost", "-"),
            ("", "-"),
        ] {
            assert_eq!(network_of(host.as_bytes()), network.as_bytes(), "{host}");
        }
    }
}
