//! Finds equal vertices: a hash table from coordinate bits to the order of first appearance.

const EMPTY: u32 = u32::MAX;

/// Vertices without repetition, in the order in which they were first inserted.
pub(super) struct VertexTable {
    slots: Vec<u32>,
    keys: Vec<[u32; 3]>,
    vertices: Vec<[f32; 3]>,
}

impl VertexTable {
    /// A table for up to `count` insertions.
    pub(super) fn with_capacity(count: usize) -> Self {
        let slots = (count * 2).next_power_of_two().max(16);
        Self { slots: vec![EMPTY; slots], keys: Vec::new(), vertices: Vec::new() }
    }

    /// Index of the vertex with this key, added if it is new.
    pub(super) fn insert(&mut self, key: [u32; 3], vertex: [f32; 3]) -> i32 {
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) as usize & mask;
        loop {
            let found = self.slots[slot];
            if found == EMPTY {
                self.slots[slot] = self.keys.len() as u32;
                self.keys.push(key);
                self.vertices.push(vertex);
                return self.keys.len() as i32 - 1;
            }
            if self.keys[found as usize] == key {
                return found as i32;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The distinct vertices.
    pub(super) fn into_vertices(self) -> Vec<[f32; 3]> {
        self.vertices
    }
}

/// Multiply and shift: coordinates differ in few high bits, the table uses the low ones.
fn hash(key: [u32; 3]) -> u64 {
    let mut h = 0u64;
    for word in key {
        h = (h ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        h ^= h >> 29;
    }
    h ^ (h >> 32)
}
