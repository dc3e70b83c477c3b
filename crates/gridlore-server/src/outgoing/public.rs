//! The resolver that returns only public addresses.

use crate::config::Network;
use std::fmt::{self, Display};
use std::net::SocketAddr;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Networks that are not part of the public internet or can lead to addresses outside it: those in
/// IANA’s registries of special addresses, multicast, the host of virtual machines at Azure, and
/// translations of IPv4 addresses into IPv6.
const SPECIAL: [&str; 20] = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "168.63.129.16",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/3",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "3ffe::/16",
    "3fff::/20",
];

/// The only IPv6 addresses that are routed on the public internet.
const ROUTED: &str = "2000::/3";

/// The ports below 1024 that requests may use; the others belong to other services.
const WEB_PORTS: [u16; 2] = [80, 443];

/// An address that is not part of the public internet, or a port of another service.
#[derive(Debug)]
pub(super) struct NotPublic(SocketAddr);

impl Display for NotPublic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_web_port(self.0.port()) {
            write!(formatter, "{} is not a public address", self.0.ip().to_canonical())
        } else {
            write!(
                formatter,
                "port {} is not a web server’s port (80, 443, or 1024 and above)",
                self.0.port()
            )
        }
    }
}

fn is_web_port(port: u16) -> bool {
    port >= 1024 || WEB_PORTS.contains(&port)
}

impl std::error::Error for NotPublic {}

/// A resolver that fails with [`NotPublic`] if any address of a host is not public, or the port
/// belongs to another service.
#[derive(Debug)]
pub(super) struct PublicResolver {
    inner: DefaultResolver,
    /// `None` if private addresses are allowed.
    special: Option<(Vec<Network>, Network)>,
    /// A port on which all addresses are treated as public.
    #[cfg(test)]
    public_port: Option<u16>,
}

impl PublicResolver {
    pub(super) fn new(is_private_allowed: bool) -> Self {
        let parse = |text| Network::parse(text).expect("the network is well-formed");
        let special =
            (!is_private_allowed).then(|| (SPECIAL.into_iter().map(parse).collect(), parse(ROUTED)));
        Self {
            inner: DefaultResolver::default(),
            special,
            #[cfg(test)]
            public_port: None,
        }
    }

    /// Returns a resolver that treats a server of the test as public.
    #[cfg(test)]
    pub(super) fn with_public_port(port: u16) -> Self {
        Self { public_port: Some(port), ..Self::new(false) }
    }

    fn is_allowed(&self, address: SocketAddr) -> bool {
        let Some((special, routed)) = &self.special else { return true };
        let (address, port) = (address.ip().to_canonical(), address.port());
        is_web_port(port)
            && (address.is_ipv4() || routed.holds(address))
            && !special.iter().any(|network| network.holds(address))
    }
}

impl Resolver for PublicResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        #[cfg(test)]
        if found.iter().all(|address| Some(address.port()) == self.public_port) {
            return Ok(found);
        }
        match found.iter().find(|address| !self.is_allowed(**address)) {
            Some(address) => Err(ureq::Error::Other(Box::new(NotPublic(*address)))),
            None => Ok(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    #[test]
    fn only_public_addresses_are_allowed() {
        let resolver = PublicResolver::new(false);
        for address in
            ["1.1.1.1", "172.15.0.1", "172.32.0.1", "223.255.255.255", "2606:4700::1111", "::ffff:8.8.8.8"]
        {
            let address: IpAddr = address.parse().unwrap();
            for port in [80, 443, 1024, 8443] {
                assert!(resolver.is_allowed((address, port).into()), "{address}, port {port}");
            }
            for port in [22, 25, 81, 1023] {
                assert!(!resolver.is_allowed((address, port).into()), "{address}, port {port}");
            }
        }
        for address in [
            "0.1.2.3",
            "10.1.2.3",
            "100.127.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.31.255.255",
            "192.168.1.1",
            "198.19.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::7f00:1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "fc00::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::",
        ] {
            let address: IpAddr = address.parse().unwrap();
            assert!(!resolver.is_allowed((address, 443).into()), "{address}");
        }
        assert!(PublicResolver::new(true).is_allowed("127.0.0.1:22".parse().unwrap()));
    }
}
