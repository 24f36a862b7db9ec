//! A reader of shards for tests: arrays by name, from a zip file that is not compressed.

use std::collections::BTreeMap;
use std::path::Path;

/// The arrays of a shard: header and values of each.
pub(crate) struct Npz(BTreeMap<String, (String, Vec<u8>)>);

impl Npz {
    pub(crate) fn read(file: &Path) -> Self {
        let bytes = std::fs::read(file).expect("the shard is there");
        let number = |at: usize, n: usize| {
            bytes[at..at + n].iter().rev().fold(0, |sum, &byte| sum * 256 + usize::from(byte))
        };
        let mut arrays = BTreeMap::new();
        let mut at = 0;
        while bytes[at..].starts_with(b"PK\x03\x04") {
            let (size, name) = (number(at + 18, 4), number(at + 26, 2));
            let start = at + 30 + name;
            let name = String::from_utf8_lossy(&bytes[at + 30..start]).replace(".npy", "");
            let values = start + 10 + number(start + 8, 2);
            let header = String::from_utf8_lossy(&bytes[start + 10..values]).trim().to_owned();
            at = start + size;
            arrays.insert(name, (header, bytes[values..at].to_vec()));
        }
        Self(arrays)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(crate) fn shape(&self, name: &str) -> Vec<usize> {
        let (header, _) = &self.0[name];
        let (_, rest) = header.split_once("'shape': (").expect("a shape");
        let (shape, _) = rest.split_once(')').expect("a shape ends");
        shape.split(',').filter_map(|n| n.trim().parse().ok()).collect()
    }

    pub(crate) fn bytes(&self, name: &str) -> &[u8] {
        &self.0[name].1
    }

    pub(crate) fn f64s(&self, name: &str) -> Vec<f64> {
        assert!(self.0[name].0.contains("'<f8'"), "{}", self.0[name].0);
        self.bytes(name).as_chunks().0.iter().map(|&x| f64::from_le_bytes(x)).collect()
    }

    pub(crate) fn u64s(&self, name: &str) -> Vec<u64> {
        assert!(self.0[name].0.contains("'<u8'"), "{}", self.0[name].0);
        self.bytes(name).as_chunks().0.iter().map(|&x| u64::from_le_bytes(x)).collect()
    }

    pub(crate) fn i32s(&self, name: &str) -> Vec<i32> {
        assert!(self.0[name].0.contains("'<i4'"), "{}", self.0[name].0);
        self.bytes(name).as_chunks().0.iter().map(|&x| i32::from_le_bytes(x)).collect()
    }
}
