//! Frames that move with a body: the body's own, a site's, or any other that is fixed to it.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::ObjType;
use ferrodyn_engine::ids::{BodyId, SiteId};
use ferrodyn_engine::math::Pose;

use crate::error::IkError;

/// A frame that moves with a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The body.
    pub body: BodyId,
    /// Pose of the frame in that of the body.
    pub pose: Pose,
}

impl Frame {
    /// The frame of a body.
    ///
    /// # Errors
    /// If the model has no such body.
    pub fn body(m: &Model, body: BodyId) -> Result<Self, IkError> {
        if body.0 < m.nbody {
            Ok(Self { body, pose: Pose::default() })
        } else {
            Err(IkError::UnknownId { kind: "body", id: body.0, count: m.nbody })
        }
    }

    /// The frame of a site.
    ///
    /// # Errors
    /// If the model has no such site.
    pub fn site(m: &Model, site: SiteId) -> Result<Self, IkError> {
        if site.0 >= m.nsite {
            return Err(IkError::UnknownId { kind: "site", id: site.0, count: m.nsite });
        }
        let body = m.site_bodyid[site].present();
        Ok(Self {
            body,
            pose: Pose { pos: m.site_pos[site], quat: m.site_quat[site].normalized() },
        })
    }

    /// The frame of the body of that name, or else of the site.
    ///
    /// # Errors
    /// If neither exists. Links that the compiler fused with their parents have left no name in the
    /// model: [`Frame::fused`] finds those.
    pub fn named(m: &Model, name: &str) -> Result<Self, IkError> {
        if let Some(body) = m.name2id(ObjType::Body, name) {
            return Self::body(m, BodyId(body));
        }
        match m.name2id(ObjType::Site, name) {
            Some(site) => Self::site(m, SiteId(site)),
            None => Err(IkError::UnknownName { kind: "body or site", name: name.into() }),
        }
    }

    /// The frame of a link that the compiler fused with a parent, such as `tool0` of a URDF robot.
    ///
    /// `unfused` is the same robot compiled with `fusestatic="false"`. The link is followed upward
    /// there to the first body that `m` still has by name, or to the world; on the way there must
    /// be no joint.
    ///
    /// # Errors
    /// If `unfused` has no body or site of that name, or if a joint lies on the way.
    pub fn fused(m: &Model, unfused: &Model, name: &str) -> Result<Self, IkError> {
        if let Ok(frame) = Self::named(m, name) {
            return Ok(frame);
        }
        let Frame { mut body, mut pose } = Self::named(unfused, name)?;
        loop {
            let parent_name = unfused.id2name(ObjType::Body, body.0);
            if body.0 == 0 {
                return Ok(Self { body, pose });
            }
            if let Some(id) = parent_name.and_then(|name| m.name2id(ObjType::Body, name)) {
                return Ok(Self { body: BodyId(id), pose });
            }
            if unfused.body_jntnum[body] > 0 {
                return Err(IkError::UnknownName { kind: "body or site", name: name.into() });
            }
            pose = body_pose(unfused, body).compose(&pose);
            body = unfused.body_parentid[body].present();
        }
    }
}

/// Pose of a body in its parent where its joints are at their reference.
pub(crate) fn body_pose(m: &Model, body: BodyId) -> Pose {
    Pose { pos: m.body_pos[body], quat: m.body_quat[body].normalized() }
}

/// The name of a body for messages.
pub(crate) fn body_name(m: &Model, body: BodyId) -> String {
    m.id2name(ObjType::Body, body.0).map_or_else(|| format!("body {}", body.0), String::from)
}
