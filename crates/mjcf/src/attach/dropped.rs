//! Drops references to elements that no longer exist.

use std::collections::HashSet;

use ferrodyn_engine::enums::{EqType, ObjType, TrnType};

use super::names_in;
use super::references::KnownNames;
use crate::spec::{Body, Spec, WrapKind};

/// Drops the elements of a spec that refer to removed bodies, or to something in them.
pub(crate) fn drop_references(spec: &mut Spec, removed: &[Body]) {
    let mut gone: HashSet<_> = names_in(removed).into_iter().collect();
    if let Some(first) = removed.first().filter(|first| !first.name.is_empty()) {
        gone.insert((ObjType::Body, first.name.clone()));
    }
    let mut left = KnownNames::of(spec);
    gone.retain(|name| !left.names.contains(name));
    left.drop_lost(spec, &gone);
    spec.drop_unused_plugins();
}

impl KnownNames {
    /// Drops the elements that refer to one of the names in `gone`.
    pub(super) fn drop_lost(&mut self, spec: &mut Spec, gone: &HashSet<(ObjType, String)>) {
        let lost = |kind: ObjType, name: &str| {
            let kind = if kind == ObjType::XBody { ObjType::Body } else { kind };
            gone.contains(&(kind, name.to_owned()))
        };
        spec.pairs.retain(|p| !lost(ObjType::Geom, &p.geom1) && !lost(ObjType::Geom, &p.geom2));
        spec.excludes.retain(|e| !lost(ObjType::Body, &e.body1) && !lost(ObjType::Body, &e.body2));
        let mut lost_tendons: HashSet<String> = HashSet::new();
        spec.tendons.retain(|t| {
            let keep = !t.path.iter().any(|wrap| match &wrap.kind {
                WrapKind::Site { site } => lost(ObjType::Site, site),
                WrapKind::Geom { geom, sidesite } => {
                    lost(ObjType::Geom, geom) || lost(ObjType::Site, sidesite)
                }
                WrapKind::Joint { joint, .. } => lost(ObjType::Joint, joint),
                WrapKind::Pulley { .. } => false,
            });
            if !keep {
                lost_tendons.insert(t.name.clone());
            }
            keep
        });
        let lost = |kind: ObjType, name: &str| {
            lost(kind, name) || (kind == ObjType::Tendon && lost_tendons.contains(name))
        };
        spec.equalities.retain(|e| {
            let kind = match e.kind {
                EqType::Joint => ObjType::Joint,
                EqType::Tendon => ObjType::Tendon,
                EqType::Flex | EqType::FlexVert | EqType::FlexStrain => ObjType::Flex,
                _ if e.sites => ObjType::Site,
                _ => ObjType::Body,
            };
            !lost(kind, &e.name1) && !lost(kind, &e.name2)
        });
        let mut lost_actuators: HashSet<String> = HashSet::new();
        spec.actuators.retain(|a| {
            let kind = match a.trntype {
                TrnType::Joint | TrnType::JointInParent => ObjType::Joint,
                TrnType::Tendon => ObjType::Tendon,
                TrnType::Body => ObjType::Body,
                _ => ObjType::Site,
            };
            let keep = !lost(kind, &a.target)
                && !lost(ObjType::Site, &a.refsite)
                && !lost(ObjType::Site, &a.slidersite);
            if !keep {
                lost_actuators.insert(a.name.clone());
            }
            keep
        });
        spec.sensors.retain(|s| {
            let gone = |kind: ObjType, name: &str| {
                lost(kind, name) || (kind == ObjType::Actuator && lost_actuators.contains(name))
            };
            !gone(s.objtype, &s.objname) && !gone(s.reftype, &s.refname)
        });
        self.names.retain(|(kind, name)| match kind {
            ObjType::Tendon => !lost_tendons.contains(name),
            ObjType::Actuator => !lost_actuators.contains(name),
            _ => true,
        });
    }
}
