//! Why a scene could not be made.

use std::fmt;

use ferrodyn_engine::WrongModel;

/// Why a function of scenes did nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SceneError {
    /// A shape without two ends should connect points.
    Connector(i32),
    /// A camera of a type without a frame, such as one that the user sets.
    CameraType,
    /// The model has no camera of that id.
    FixedCamera,
    /// The model has no body of that id.
    TrackedBody,
    /// The scale of the scene is zero, negative or nearly so.
    Scale,
    /// What is nearest to a camera of the scene is at a distance of zero.
    FrustumNear,
    /// One eye sees in perspective and the other does not.
    MixedCameras,
    /// As [`MixedCameras`](Self::MixedCameras), for what the eyes see.
    MixedFrustums,
    /// The mouse does nothing of the kind here.
    Action(i32),
    /// The scene was made for a model with other flexes or skins.
    OtherModel,
    /// The data is of another model.
    Data(WrongModel),
}

impl From<WrongModel> for SceneError {
    fn from(error: WrongModel) -> Self {
        Self::Data(error)
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connector(kind) => write!(f, "invalid geom type {kind} for connector"),
            Self::CameraType => f.write_str("unknown camera type"),
            Self::FixedCamera => f.write_str("fixed camera id is outside valid range"),
            Self::TrackedBody => f.write_str("track body id is outside valid range"),
            Self::Scale => f.write_str("mjvScene scale too small"),
            Self::FrustumNear => f.write_str("mjvScene frustum_near too small"),
            Self::MixedCameras => {
                f.write_str("cannot average perspective and orthographic cameras")
            }
            Self::MixedFrustums => {
                f.write_str("cannot average frustums of perspective and orthographic cameras")
            }
            Self::Action(action) => write!(f, "unexpected action {action}"),
            Self::OtherModel => {
                f.write_str("the scene was made for a model with other flexes or skins")
            }
            Self::Data(error) => write!(f, "{error}"),
        }
    }
}

ferrodyn_engine::debug_as_message!(SceneError);

impl std::error::Error for SceneError {}
