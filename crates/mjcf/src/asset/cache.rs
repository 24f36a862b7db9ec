//! Decoded assets, kept so that models which share a file decode it once.
//!
//! An asset is known by the bytes it was decoded from and by the parameters of the decoding, never
//! by its path: a changed file is a different asset and needs no time stamp. Nothing is global:
//! the caller owns a cache and passes it to each load. Results never depend on it.

use std::any::Any;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::AssetError;

/// Bytes a cache holds unless told otherwise, as in MuJoCo.
pub const DEFAULT_CAPACITY: usize = 500 * (1 << 20);

/// The key of a decoded asset: its bytes and the parameters of the decoding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct AssetKey {
    kind: &'static str,
    parameters: String,
    length: usize,
    digest: [u64; 2],
}

type Value = Arc<dyn Any + Send + Sync>;

struct Entry {
    value: Value,
    size: usize,
    last_use: u64,
}

#[derive(Default)]
struct State {
    entries: BTreeMap<AssetKey, Entry>,
    /// Assets being decoded right now: a second thread waits for the first.
    decoding: BTreeMap<AssetKey, Arc<Mutex<()>>>,
    size: usize,
    capacity: usize,
    clock: u64,
}

/// A bounded store of decoded assets that threads may share.
#[doc(alias = "mjCCache")]
pub struct AssetCache {
    state: Mutex<State>,
    // two independently keyed hashes: 128 bits that nobody outside the process can aim at
    hashers: [RandomState; 2],
}

impl std::fmt::Debug for AssetCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AssetCache({} of {} bytes)", self.size(), self.capacity())
    }
}

impl Default for AssetCache {
    fn default() -> Self {
        Self::new(DEFAULT_CAPACITY)
    }
}

impl AssetCache {
    /// An empty cache for at most `capacity` bytes of decoded assets.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        let state = Mutex::new(State { capacity, ..State::default() });
        Self { state, hashers: [RandomState::new(), RandomState::new()] }
    }

    /// The asset decoded from `bytes` before with the same `kind` and `parameters`, or the result
    /// of `decode`, which is then kept. `size` tells the bytes a value takes. Several threads that
    /// ask for the same asset decode it once.
    ///
    /// # Errors
    /// Those of `decode`; failures are not kept.
    pub fn get_or_decode<T: Any + Send + Sync>(
        &self,
        kind: &'static str,
        parameters: &str,
        bytes: &[u8],
        size: impl FnOnce(&T) -> usize,
        decode: impl FnOnce() -> Result<T, AssetError>,
    ) -> Result<Arc<T>, AssetError> {
        let key = self.key(kind, parameters, bytes);

        // one thread at a time passes the gate of an asset
        let gate = {
            let mut state = self.lock();
            if let Some(value) = state.get(&key) {
                return Ok(value);
            }
            state.decoding.entry(key.clone()).or_default().clone()
        };
        let passed = gate.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = self.lock().get(&key) {
            return Ok(value);
        }

        let decoded = decode().map(Arc::new);
        let mut state = self.lock();
        if let Ok(value) = &decoded {
            state.insert(key.clone(), value.clone(), size(value));
        }
        state.decoding.remove(&key);
        drop(passed);
        decoded
    }

    /// Bytes of decoded assets held.
    #[must_use]
    pub fn size(&self) -> usize {
        self.lock().size
    }

    /// Bytes of decoded assets that may be held.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.lock().capacity
    }

    /// Changes the capacity; assets not used for the longest time are dropped until the rest fits.
    pub fn set_capacity(&self, capacity: usize) {
        let mut state = self.lock();
        state.capacity = capacity;
        state.make_room(0);
    }

    /// Number of assets held.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lock().entries.len()
    }

    /// Whether no asset is held.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Drops every asset; those in use live on with their users.
    pub fn clear(&self) {
        let mut state = self.lock();
        state.entries.clear();
        state.size = 0;
    }

    fn key(&self, kind: &'static str, parameters: &str, bytes: &[u8]) -> AssetKey {
        let digest = |state: &RandomState| {
            let mut hasher = state.build_hasher();
            hasher.write(bytes);
            hasher.finish()
        };
        let [first, second] = &self.hashers;
        let digest = [digest(first), digest(second)];
        AssetKey { kind, parameters: parameters.into(), length: bytes.len(), digest }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn get<T: Any + Send + Sync>(&mut self, key: &AssetKey) -> Option<Arc<T>> {
        self.clock += 1;
        let entry = self.entries.get_mut(key)?;
        entry.last_use = self.clock;
        entry.value.clone().downcast().ok()
    }

    /// Keeps a value unless it alone exceeds the capacity.
    fn insert(&mut self, key: AssetKey, value: Value, size: usize) {
        if size > self.capacity {
            return;
        }
        self.make_room(size);
        self.clock += 1;
        let entry = Entry { value, size, last_use: self.clock };
        self.size += size;
        if let Some(old) = self.entries.insert(key, entry) {
            self.size -= old.size;
        }
    }

    /// Drops assets, longest unused first, until `wanted` more bytes fit.
    fn make_room(&mut self, wanted: usize) {
        while self.size > self.capacity.saturating_sub(wanted) {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.last_use);
            let Some(key) = oldest.map(|(key, _)| key.clone()) else {
                return;
            };
            if let Some(dropped) = self.entries.remove(&key) {
                self.size -= dropped.size;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Asks for the length of some bytes, counting how often it is really computed.
    fn length(cache: &AssetCache, bytes: &[u8], computed: &AtomicUsize) -> usize {
        let decode = || {
            computed.fetch_add(1, Ordering::Relaxed);
            Ok(bytes.len())
        };
        *cache.get_or_decode("length", "", bytes, |length| *length, decode).unwrap()
    }

    #[test]
    fn equal_bytes_are_decoded_once() {
        let (cache, computed) = (AssetCache::new(100), AtomicUsize::new(0));
        for _ in 0..3 {
            assert_eq!(length(&cache, b"abc", &computed), 3);
        }
        assert_eq!(length(&cache, b"abcd", &computed), 4);
        assert_eq!(computed.into_inner(), 2);
        assert_eq!((cache.len(), cache.size()), (2, 7));
    }

    #[test]
    fn parameters_and_kind_tell_assets_apart() {
        let cache = AssetCache::new(100);
        let get = |kind, parameters, value: u8| {
            *cache.get_or_decode(kind, parameters, b"x", |_| 1, || Ok(value)).unwrap()
        };
        assert_eq!(get("a", "p", 1), 1);
        assert_eq!(get("a", "q", 2), 2);
        assert_eq!(get("b", "p", 3), 3);
        assert_eq!(get("a", "p", 4), 1);
    }

    #[test]
    fn longest_unused_assets_make_room() {
        let (cache, computed) = (AssetCache::new(10), AtomicUsize::new(0));
        for bytes in [b"aaaa", b"bbbb", b"aaaa", b"cccc"] {
            length(&cache, bytes, &computed);
        }
        assert_eq!(cache.size(), 8);
        length(&cache, b"aaaa", &computed);
        assert_eq!(computed.load(Ordering::Relaxed), 3, "a was kept, b dropped");
        cache.set_capacity(5);
        assert_eq!((cache.len(), cache.size()), (1, 4));
        length(&cache, b"too long for it", &computed);
        assert_eq!((cache.len(), cache.size()), (1, 4));
        cache.clear();
        assert!(cache.is_empty() && cache.size() == 0);
    }

    #[test]
    fn failures_are_not_kept() {
        let cache = AssetCache::default();
        let fail = || Err::<u8, _>(AssetError::Invalid("bad".into()));
        assert!(cache.get_or_decode("k", "", b"x", |_| 1, fail).is_err());
        assert_eq!(*cache.get_or_decode("k", "", b"x", |_| 1, || Ok(5_u8)).unwrap(), 5);
    }

    #[test]
    fn threads_share_one_decoding() {
        let (cache, computed) = (AssetCache::default(), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| length(&cache, &[7; 1000], &computed));
            }
        });
        assert_eq!(computed.into_inner(), 1);
    }
}
