//! How much a model file may ask for before it is refused.

use ferrodyn_engine::model::MAX_BYTES;

/// Bounds on what loading a model may take. Raise them for models that need more, lower them for
/// files from strangers. A file that reaches one is refused with a problem of kind
/// [`Limit`](crate::ProblemKind::Limit) that names the limit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Elements inside each other, includes counted. tinyxml2 allows 499 within one file.
    pub depth: usize,
    /// Elements and attributes of all files together.
    pub nodes: usize,
    /// Files, the first one counted: included ones, and models to attach.
    pub files: usize,
    /// Includes inside each other, and models inside each other.
    pub include_depth: usize,
    /// Bytes of all files together.
    pub bytes: usize,
    /// Elements made by `<replicate>` and `<attach>`.
    pub replicas: usize,
    /// Bytes of all asset files and of what textures and height fields are decoded to.
    pub asset_bytes: usize,
    /// Bytes of the arrays of the compiled model, and of those of its data.
    pub model_bytes: usize,
}

impl Default for Limits {
    /// 499 levels, 20 million elements and attributes, 10 000 files, 100 nested includes, 1 GiB of
    /// text, a million copied elements, 8 GiB of assets and 8 GiB for the model.
    fn default() -> Self {
        Self {
            depth: 499,
            nodes: 20_000_000,
            files: 10_000,
            include_depth: 100,
            bytes: 1 << 30,
            replicas: 1_000_000,
            asset_bytes: 1 << 33,
            model_bytes: MAX_BYTES,
        }
    }
}
