//! How much a model file may ask for before it is refused.

use std::fmt;
use std::time::Duration;

/// Bounds on what loading a model may take. Raise them for models that need more, lower them for
/// files from strangers. A file that reaches one is refused with a problem that names the limit.
///
/// # Examples
/// ```
/// use ferrodyn::Loader;
/// use ferrodyn::Limits;
///
/// let mut loader = Loader::untrusted();
/// loader.limits.replicas = 10;
/// let many = "<mujoco><worldbody><replicate count='11'><geom size='1'/></replicate></worldbody></mujoco>";
/// let error = loader.load_str(many).unwrap_err().to_string();
/// assert!(error.contains("raise the limit replicas"));
/// ```
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
    /// Bytes of the description that files are read into, copies counted.
    pub spec_bytes: usize,
    /// Bytes of all asset files and of what textures and height fields are decoded to.
    pub asset_bytes: usize,
    /// Vertices of all meshes, or a third of their faces if that is more: the time and memory of
    /// convex hulls grow with them.
    pub mesh_vertices: usize,
    /// Bytes of the arrays of the compiled model, and of those of its data.
    pub model_bytes: usize,
    /// Threads that compile assets; 0 for as many as there are cores.
    pub threads: usize,
    /// How long reading may take, and how long compiling; none for any time.
    pub time: Option<Duration>,
}

/// The texture of the largest model known takes 2 GiB and a little: MuJoCo's test of addresses that
/// do not fit 32 bits.
const LARGE: usize = 5 << 29;

impl Default for Limits {
    /// What a laptop bears: 499 levels, 20 million elements and attributes, 10 000 files, 100
    /// nested includes, 1 GiB of text, a million copied elements, 2.5 GiB for the description, for
    /// assets and for the model each, 20 million vertices, any time.
    fn default() -> Self {
        Self {
            depth: 499,
            nodes: 20_000_000,
            files: 10_000,
            include_depth: 100,
            bytes: 1 << 30,
            replicas: 1_000_000,
            spec_bytes: LARGE,
            asset_bytes: LARGE,
            mesh_vertices: 20_000_000,
            model_bytes: LARGE,
            threads: 0,
            time: None,
        }
    }
}

impl Limits {
    /// For files from strangers: 256 MiB in all, of which 64 MiB for the description and as much
    /// for assets, 128 MiB for the model; 16 MiB of text, 200 000 elements and attributes, 1000
    /// files, 16 nested includes, 20 000 copied elements, 100 000 vertices, one thread, and 2
    /// seconds to read and 2 to compile.
    #[must_use]
    pub fn untrusted() -> Self {
        Self {
            depth: 499,
            nodes: 200_000,
            files: 1000,
            include_depth: 16,
            bytes: 16 << 20,
            replicas: 20_000,
            spec_bytes: 64 << 20,
            asset_bytes: 64 << 20,
            mesh_vertices: 100_000,
            model_bytes: 128 << 20,
            threads: 1,
            time: Some(Duration::from_secs(2)),
        }
    }

    /// The names of all limits.
    pub const NAMES: [&'static str; 12] = [
        "depth",
        "nodes",
        "files",
        "include_depth",
        "bytes",
        "replicas",
        "spec_bytes",
        "asset_bytes",
        "mesh_vertices",
        "model_bytes",
        "threads",
        "time",
    ];

    /// The limit of a name as a number, `time` in seconds; infinite where there is none, nothing
    /// for an unknown name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<f64> {
        let count = match name {
            "depth" => self.depth,
            "nodes" => self.nodes,
            "files" => self.files,
            "include_depth" => self.include_depth,
            "bytes" => self.bytes,
            "replicas" => self.replicas,
            "spec_bytes" => self.spec_bytes,
            "asset_bytes" => self.asset_bytes,
            "mesh_vertices" => self.mesh_vertices,
            "model_bytes" => self.model_bytes,
            "threads" => self.threads,
            "time" => return Some(self.time.map_or(f64::INFINITY, |time| time.as_secs_f64())),
            _ => return None,
        };
        Some(count as f64)
    }

    /// Gives a limit another value, `time` in seconds; infinity takes it away.
    ///
    /// # Errors
    /// If there is no such limit, or the number is negative or not a number.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), LimitError> {
        if !Self::NAMES.contains(&name) {
            return Err(LimitError::Unknown { name: name.to_owned() });
        }
        if value.is_nan() || value < 0.0 {
            return Err(LimitError::Value { name: name.to_owned(), value });
        }
        // numbers beyond what can be counted are as good as none
        let count = value as usize;
        match name {
            "depth" => self.depth = count,
            "nodes" => self.nodes = count,
            "files" => self.files = count,
            "include_depth" => self.include_depth = count,
            "bytes" => self.bytes = count,
            "replicas" => self.replicas = count,
            "spec_bytes" => self.spec_bytes = count,
            "asset_bytes" => self.asset_bytes = count,
            "mesh_vertices" => self.mesh_vertices = count,
            "model_bytes" => self.model_bytes = count,
            "threads" => self.threads = count,
            _ => self.time = Duration::try_from_secs_f64(value).ok(),
        }
        Ok(())
    }
}

/// Why a limit could not be set.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum LimitError {
    /// There is no limit of the name; the message says which there are, or which is similar.
    Unknown {
        /// The name.
        name: String,
    },
    /// The number is negative or not a number.
    Value {
        /// Name of the limit.
        name: String,
        /// The number.
        value: f64,
    },
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => {
                write!(f, "there is no limit \"{name}\", ")?;
                match crate::suggest::did_you_mean(name, Limits::NAMES) {
                    Some(near) => write!(f, "did you mean \"{near}\"?"),
                    None => write!(f, "there is {}", Limits::NAMES.join(", ")),
                }
            }
            Self::Value { name, value } => {
                write!(f, "the limit {name} cannot be {value}: give a number from 0 on")
            }
        }
    }
}

ferrodyn_engine::debug_as_message!(LimitError);

impl std::error::Error for LimitError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_can_be_named() {
        for (i, name) in Limits::NAMES.iter().enumerate() {
            let mut limits = Limits::default();
            limits.set(name, i as f64 + 1.0).unwrap();
            assert_eq!(limits.get(name), Some(i as f64 + 1.0), "{name}");
            assert_ne!(limits, Limits::default(), "{name}");
            assert!(
                Limits::untrusted().get(name) <= Limits::default().get(name) || *name == "threads"
            );
        }
    }

    #[test]
    fn unknown_limits_and_impossible_numbers_are_refused() {
        let mut limits = Limits::default();
        let unknown = limits.set("byte", 1.0).unwrap_err();
        assert_eq!(unknown.to_string(), "there is no limit \"byte\", did you mean \"bytes\"?");
        for bad in [-1.0, f64::NAN] {
            assert!(limits.set("bytes", bad).is_err());
        }
        limits.set("time", f64::INFINITY).unwrap();
        assert_eq!(limits, Limits::default());
    }
}
