//! Why a picture could not be drawn.

use std::fmt;

use ferrodyn_scene::SceneError;

/// Why there is no picture.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum RenderError {
    /// Nothing on this machine draws; the name that was asked for, if there was one.
    NoAdapter(Option<String>),
    /// The driver refused; its own words.
    Driver(String),
    /// The picture is empty, or larger than the device can hold.
    Size {
        /// Width that was asked for; px.
        width: u32,
        /// Height that was asked for; px.
        height: u32,
        /// The largest of either; px.
        most: u32,
    },
    /// The model has no mesh, height field or texture of that id.
    Asset {
        /// What was to be uploaded.
        what: &'static str,
        /// Which one.
        id: usize,
    },
    /// A texture, mesh or height field is larger than the device can hold.
    TooLarge {
        /// What it is.
        what: &'static str,
        /// Which one.
        id: usize,
    },
    /// The device does not draw outlines of triangles.
    Wireframe,
    /// The cameras of the scene cannot be used.
    Scene(SceneError),
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAdapter(Some(name)) => {
                write!(f, "FERRODYN_GPU asks for \"{name}\", and nothing that draws has that name")
            }
            Self::NoAdapter(None) => f.write_str(
                "no Vulkan, Metal or DirectX 12 driver was found. Pictures can be drawn without a \
                 GPU: install Mesa's software driver (Debian and Ubuntu: mesa-vulkan-drivers; \
                 Fedora: mesa-vulkan-drivers; Arch: vulkan-swrast; Alpine: mesa-vulkan-swrast; \
                 conda: mesalib)",
            ),
            Self::Driver(words) => write!(f, "the graphics driver refused: {words}"),
            Self::Size { width, height, most } => write!(
                f,
                "a picture of {width} x {height} pixels cannot be drawn: each side has 1 to {most}, \
                 and all together are at most {}",
                crate::sheet::LARGEST
            ),
            Self::Asset { what, id } => write!(f, "the model has no {what} {id}"),
            Self::TooLarge { what, id } => {
                write!(f, "{what} {id} is larger than the graphics device can hold")
            }
            Self::Wireframe => {
                f.write_str("this graphics device draws no wireframes: turn mjRND_WIREFRAME off")
            }
            Self::Scene(error) => error.fmt(f),
        }
    }
}

ferrodyn_engine::debug_as_message!(RenderError);

impl std::error::Error for RenderError {}

impl From<SceneError> for RenderError {
    fn from(error: SceneError) -> Self {
        Self::Scene(error)
    }
}
