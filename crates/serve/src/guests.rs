//! Limits the number of open connections, and chooses which one is closed when there are too many.
//!
//! A connection is silent until it has sent a request that was answered. When all places are taken and another
//! connection comes, the oldest silent connection of the address with the most silent ones is closed, so that
//! silent connections keep nobody out. Connections that were answered stay.

use std::net::{IpAddr, Ipv6Addr, Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Connections of any kind at once.
pub(crate) const MOST: usize = 64;

/// All connections.
#[derive(Debug)]
pub(crate) struct Guests {
    all: Mutex<Entries<TcpStream>>,
}

impl Default for Guests {
    fn default() -> Self {
        Self { all: Mutex::new(Entries::new()) }
    }
}

/// Connections in the order in which they came, each with what ends it.
#[derive(Debug)]
struct Entries<T> {
    next: u64,
    list: Vec<Entry<T>>,
}

#[derive(Debug)]
struct Entry<T> {
    id: u64,
    address: IpAddr,
    is_silent: bool,
    stream: T,
}

impl<T> Entries<T> {
    fn new() -> Self {
        Self { next: 0, list: Vec::new() }
    }

    /// The connection to close for the next one; `None` if all have been answered.
    fn victim(&self) -> Option<usize> {
        let silent = || self.list.iter().enumerate().filter(|(_, entry)| entry.is_silent);
        let of = |address| silent().filter(|(_, entry)| entry.address == address).count();
        // of several that are equal the last: the oldest
        silent().rev().max_by_key(|(_, entry)| of(entry.address)).map(|(at, _)| at)
    }

    /// Takes in one more; returns its number and who had to go, or nothing if there is no room.
    fn enter(&mut self, address: IpAddr, stream: T, most: usize) -> Option<(u64, Option<T>)> {
        let gone = if self.list.len() < most {
            None
        } else {
            let victim = self.victim()?;
            Some(self.list.remove(victim).stream)
        };
        let id = self.next;
        self.next += 1;
        self.list.push(Entry { id, address, is_silent: true, stream });
        Some((id, gone))
    }
}

impl Guests {
    fn lock(&self) -> MutexGuard<'_, Entries<TcpStream>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a connection, until what is returned is dropped; `None` if there is no room.
    pub(crate) fn enter(self: &Arc<Self>, stream: &TcpStream) -> Option<Connection> {
        let address = household(stream.peer_addr().ok()?.ip());
        let own = stream.try_clone().ok()?;
        let (id, gone) = self.lock().enter(address, own, MOST)?;
        if let Some(gone) = gone {
            // wakes the thread that waits for a request on it
            let _ = gone.shutdown(Shutdown::Both);
        }
        Some(Connection { guests: Arc::clone(self), id })
    }
}

/// The part of an address that counts as one client: the first 64 bits of version 6, since a client usually has a
/// whole network of these addresses.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// The place of a connection.
#[derive(Debug)]
pub(crate) struct Connection {
    guests: Arc<Guests>,
    id: u64,
}

impl Connection {
    /// Keeps the place: the request is one that is answered. False if it was taken away before.
    pub(crate) fn keep(&self) -> bool {
        let mut all = self.guests.lock();
        let own = all.list.iter_mut().find(|entry| entry.id == self.id);
        own.map(|entry| entry.is_silent = false).is_some()
    }

    /// Whether the place was not taken away.
    pub(crate) fn is_there(&self) -> bool {
        self.guests.lock().list.iter().any(|entry| entry.id == self.id)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.guests.lock().list.retain(|entry| entry.id != self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[test]
    fn the_oldest_silent_connection_of_the_busiest_address_makes_room() {
        let mut entries = Entries::new();
        // one of somebody else came first
        for (name, from) in [("a", 1), ("b", 2), ("c", 2), ("d", 1), ("e", 2)] {
            assert!(matches!(entries.enter(address(from), name, 5), Some((_, None))));
        }
        let mut next = |from, name| entries.enter(address(from), name, 5).unwrap().1.unwrap();
        assert_eq!(next(3, "f"), "b");
        // now two addresses have two: the oldest of all
        assert_eq!(next(3, "g"), "a");
        assert_eq!(next(4, "h"), "c");
        assert_eq!(next(4, "i"), "f");
    }

    #[test]
    fn whoever_is_answered_stays() {
        let mut entries = Entries::new();
        for name in ["a", "b"] {
            entries.enter(address(1), name, 2).unwrap();
        }
        entries.list[0].is_silent = false;
        assert_eq!(entries.enter(address(1), "c", 2).unwrap().1, Some("b"));
        entries.list[1].is_silent = false;
        assert!(entries.enter(address(2), "d", 2).is_none());
    }

    #[test]
    fn a_network_of_version_6_is_one_household() {
        let of = |text: &str| household(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:1:2:3"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
    }
}
