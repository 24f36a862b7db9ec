//! How much a model file may ask for before it is refused.

/// Bounds on the XML side of loading. Raise them for models that need more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Elements inside each other, includes counted. tinyxml2 allows 499 within one file.
    pub depth: usize,
    /// Elements and attributes of all files together.
    pub nodes: usize,
    /// Files, the first one counted.
    pub files: usize,
    /// Includes inside each other.
    pub include_depth: usize,
    /// Bytes of all files together.
    pub bytes: usize,
    /// Elements made by `<replicate>`.
    pub replicas: usize,
}

impl Default for Limits {
    /// 499 levels, 20 million elements and attributes, 10 000 files, 100 nested includes, 1 GiB, a million
    /// replicated elements.
    fn default() -> Self {
        Self {
            depth: 499,
            nodes: 20_000_000,
            files: 10_000,
            include_depth: 100,
            bytes: 1 << 30,
            replicas: 1_000_000,
        }
    }
}
