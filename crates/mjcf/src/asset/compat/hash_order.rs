//! The order in which MuJoCo lists the sides of a hull: that in which its hash map yields them.
//!
//! MuJoCo collects sides in a `std::unordered_map` and lists them as the map iterates. Where several
//! sides fit a contact the first decides, so the order shows in the contacts of meshes. It follows
//! from the map of LLVM's libc++, with which MuJoCo's packages for Linux and macOS are built: one
//! linked list of all entries, in which those of a bucket are neighbors. An entry goes to the front
//! of its bucket; that of an empty bucket to the front of the list. The number of buckets grows to a
//! prime when entries outnumber them, and entries that are no longer next to their bucket move there.

/// Stands for the end of the list and for no bucket.
const NONE: usize = usize::MAX;

/// The hash of a pair of numbers.
pub(in crate::asset) fn hash([a, b]: [f64; 2]) -> u64 {
    // both zeros are equal
    let number = |x: f64| if x == 0.0 { 0 } else { x.to_bits() };
    number(a) ^ number(b)
}

/// The indices of entries with these hashes, inserted one after the other, as the map yields them.
pub(in crate::asset) fn hash_order(hashes: &[u64]) -> Vec<usize> {
    let mut table = Table { hashes, next: vec![NONE; hashes.len() + 1], before: Vec::new() };
    for entry in 0..hashes.len() {
        table.insert(entry);
    }
    table.list()
}

/// A list of entries with buckets; what precedes the first entry is numbered as the last.
struct Table<'a> {
    hashes: &'a [u64],
    /// What follows each entry.
    next: Vec<usize>,
    /// What precedes the first entry of each bucket.
    before: Vec<usize>,
}

impl Table<'_> {
    /// What precedes the first entry.
    fn start(&self) -> usize {
        self.hashes.len()
    }

    fn bucket(&self, entry: usize) -> usize {
        (self.hashes[entry] % self.before.len() as u64) as usize
    }

    /// Adds the next entry.
    fn insert(&mut self, entry: usize) {
        if entry + 1 > self.before.len() {
            self.grow();
        }
        let bucket = self.bucket(entry);
        let before = self.before[bucket];
        if before != NONE {
            self.insert_after(before, entry);
            return;
        }
        let start = self.start();
        self.insert_after(start, entry);
        self.before[bucket] = start;
        if self.next[entry] != NONE {
            let moved = self.bucket(self.next[entry]);
            self.before[moved] = entry;
        }
    }

    fn insert_after(&mut self, before: usize, entry: usize) {
        self.next[entry] = self.next[before];
        self.next[before] = entry;
    }

    /// More than doubles the number of buckets and brings the entries of each together.
    fn grow(&mut self) {
        let count = match self.before.len() {
            0 => 2,
            count => next_prime(2 * count + 1),
        };
        self.before = vec![NONE; count];
        let mut last = self.start();
        let mut last_bucket = NONE;
        while self.next[last] != NONE {
            let entry = self.next[last];
            let bucket = self.bucket(entry);
            if bucket != last_bucket && self.before[bucket] != NONE {
                // to the front of its bucket, which was met before
                self.next[last] = self.next[entry];
                self.insert_after(self.before[bucket], entry);
                continue;
            }
            if bucket != last_bucket {
                self.before[bucket] = last;
            }
            (last, last_bucket) = (entry, bucket);
        }
    }

    fn list(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.hashes.len());
        let mut entry = self.next[self.start()];
        while entry != NONE {
            order.push(entry);
            entry = self.next[entry];
        }
        order
    }
}

/// The smallest prime that is not smaller.
fn next_prime(from: usize) -> usize {
    let is_prime = |n: usize| n > 1 && (2..=n.isqrt()).all(|k| !n.is_multiple_of(k));
    // there is a prime between any number above one and its double
    (from..=2 * from.max(2)).find(|&n| is_prime(n)).unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_listed_once() {
        let hashes: Vec<u64> = (0..300).map(|i| hash([f64::from(i % 20), f64::from(-i)])).collect();
        let mut order = hash_order(&hashes);
        assert_ne!(order, (0..300).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..300).collect::<Vec<_>>());
        assert!(hash_order(&[]).is_empty());
    }

    #[test]
    fn entries_of_a_bucket_are_listed_newest_first() {
        // of two buckets, both even numbers go to one; of five, 1 and 6
        assert_eq!(hash_order(&[4, 6]), [1, 0]);
        assert_eq!(hash_order(&[1, 2, 3, 6]), [2, 1, 3, 0]);
    }
}
