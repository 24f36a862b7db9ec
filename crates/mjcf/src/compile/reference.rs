//! Elements outside the tree that refer to others by name: pairs, exclusions, equality
//! constraints, tendons and tuples.

use ferrodyn_engine::enums::{EqType, GeomType, JointType, ObjType, WrapType};

use super::body::check_user;
use super::fail::{all, both};
use super::flex::CompiledFlex;
use super::joint::{check_auto, is_limited};
use super::work::Work;
use super::{Fail, fail};
use crate::spec::{Equality, Exclude, Pair, Tendon, Tuple, WrapKind};

/// A contact pair with its geoms, the one of the earlier body first.
pub(super) struct CompiledPair<'s> {
    pub(super) spec: &'s Pair,
    pub(super) geoms: [usize; 2],
}

/// Two bodies that never collide, the earlier one first.
pub(super) struct CompiledExclude<'s> {
    pub(super) spec: &'s Exclude,
    pub(super) bodies: [usize; 2],
}

/// An equality constraint with its objects.
pub(super) struct CompiledEquality<'s> {
    pub(super) spec: &'s Equality,
    pub(super) objtype: ObjType,
    pub(super) objects: [Option<usize>; 2],
}

/// A tendon with the objects on its path.
pub(super) struct CompiledTendon<'s> {
    pub(super) spec: &'s Tendon,
    pub(super) material: Option<usize>,
    pub(super) wraps: Vec<CompiledWrap>,
    pub(super) limited: bool,
    pub(super) actfrclimited: bool,
}

/// One object on a tendon's path.
pub(super) struct CompiledWrap {
    pub(super) kind: WrapType,
    pub(super) object: Option<usize>,
    /// Coefficient, divisor, or side site.
    pub(super) prm: f64,
    pub(super) side: Option<usize>,
}

/// A tuple with its objects.
pub(super) struct CompiledTuple<'s> {
    pub(super) spec: &'s Tuple,
    pub(super) objects: Vec<usize>,
}

/// The object with this name, or why there is none.
pub(super) fn find(work: &Work<'_>, kind: ObjType, name: &str) -> Result<usize, Fail> {
    work.names.find(kind, name).ok_or_else(|| Fail::unknown(&work.names, kind, name))
}

pub(super) fn pair<'s>(work: &mut Work<'_>, spec: &'s Pair) -> Result<CompiledPair<'s>, Fail> {
    if !matches!(spec.condim, 1 | 3 | 4 | 6) {
        return fail(format!("condim is 1, 3, 4 or 6, not {}", spec.condim));
    }
    let geom = |name: &str| find(work, ObjType::Geom, name);
    let mut geoms: [usize; 2] = both(geom(&spec.geom1), geom(&spec.geom2))?.into();
    if work.geoms[geoms[0]].body > work.geoms[geoms[1]].body {
        geoms.swap(0, 1);
    }
    for g in geoms {
        work.geoms[g].visual = false;
    }
    Ok(CompiledPair { spec, geoms })
}

pub(super) fn exclude<'s>(work: &Work<'_>, spec: &'s Exclude) -> Result<CompiledExclude<'s>, Fail> {
    let body = |name: &str| find(work, ObjType::Body, name);
    let mut bodies: [usize; 2] = both(body(&spec.body1), body(&spec.body2))?.into();
    bodies.sort_unstable();
    Ok(CompiledExclude { spec, bodies })
}

pub(super) fn equality<'s>(
    work: &Work<'_>,
    flexes: &[CompiledFlex<'_>],
    spec: &'s Equality,
) -> Result<CompiledEquality<'s>, Fail> {
    let (find_type, objtype) = match spec.kind {
        EqType::Connect | EqType::Weld if spec.sites => (ObjType::Site, ObjType::Site),
        EqType::Connect | EqType::Weld => (ObjType::Body, ObjType::Body),
        EqType::Joint => (ObjType::Joint, ObjType::Unknown),
        EqType::Tendon => (ObjType::Tendon, ObjType::Unknown),
        EqType::Flex | EqType::FlexVert | EqType::FlexStrain => (ObjType::Flex, ObjType::Unknown),
        EqType::Distance => return fail("MuJoCo has no such constraint any more"),
    };
    let second = match spec.name2.as_str() {
        "" if find_type == ObjType::Body => Ok(Some(0)),
        "" => Ok(None),
        name => find(work, find_type, name).map(Some),
    };
    let (first, second) = both(find(work, find_type, &spec.name1), second)?;
    if Some(first) == second {
        return fail(format!("both objects are \"{}\"", spec.name1));
    }
    if find_type == ObjType::Flex && flexes.get(first).is_some_and(|flex| flex.rigid) {
        return fail(format!("flex \"{}\" is rigid: nothing of it moves", spec.name1));
    }
    if spec.kind == EqType::Joint {
        let scalar =
            |j: usize| matches!(work.joints[j].spec.kind, JointType::Hinge | JointType::Slide);
        if !scalar(first) || second.is_some_and(|j| !scalar(j)) {
            return fail("only hinge and slide joints can be constrained to each other");
        }
    }
    Ok(CompiledEquality { spec, objtype, objects: [Some(first), second] })
}

pub(super) fn tendon<'s>(
    work: &mut Work<'_>,
    spec: &'s Tendon,
    material: Option<usize>,
) -> Result<CompiledTendon<'s>, Fail> {
    check_user(&spec.user, work.spec.size.nuser_tendon, "nuser_tendon")?;
    let Some(first) = spec.path.first() else {
        return fail("the path is empty: add sites, or joints for a fixed tendon");
    };
    let spatial = !matches!(first.kind, WrapKind::Joint { .. });
    if spatial && spec.path.len() < 2 {
        return fail("a spatial path has at least two objects: add a site");
    }
    if spatial && spec.width <= 0.0 {
        return fail("the width must be positive");
    }
    let wraps = all(spec.path.iter().map(|item| resolve(work, &item.kind)))?;
    check_path(&wraps, spatial, spec.armature)?;
    for wrap in wraps.iter().filter(|w| matches!(w.kind, WrapType::Sphere | WrapType::Cylinder)) {
        if let Some(g) = wrap.object {
            work.geoms[g].visual = false;
        }
    }

    let compiler = work.spec.compiler_of(&spec.origin);
    check_auto(compiler, spec.limited, spec.range, "")?;
    let limited = is_limited(spec.limited, spec.range);
    if limited && spec.range[0] >= spec.range[1] {
        return fail("the first number of range must be smaller than the second");
    }
    check_auto(compiler, spec.actfrclimited, spec.actfrcrange, "actuatorfrc")?;
    let actfrclimited = is_limited(spec.actfrclimited, spec.actfrcrange);
    let [low, high] = spec.actfrcrange;
    if actfrclimited && (low >= high || low > 0.0 || high < 0.0) {
        return fail("actuatorfrcrange must be increasing and contain 0");
    }
    if spec.springlength[0] > spec.springlength[1] {
        return fail("the numbers of springlength must not decrease");
    }
    Ok(CompiledTendon { spec, material, wraps, limited, actfrclimited })
}

/// The object that a tendon passes.
fn resolve(work: &Work<'_>, kind: &WrapKind) -> Result<CompiledWrap, Fail> {
    let plain = |kind, object, prm| CompiledWrap { kind, object, prm, side: None };
    match kind {
        WrapKind::Joint { joint, coef } => {
            let object = find(work, ObjType::Joint, joint)?;
            Ok(plain(WrapType::Joint, Some(object), *coef))
        }
        WrapKind::Pulley { divisor } if *divisor < 0.0 => {
            fail("the divisor of a pulley cannot be negative")
        }
        WrapKind::Pulley { divisor } => Ok(plain(WrapType::Pulley, None, *divisor)),
        WrapKind::Site { site } => {
            let object = find(work, ObjType::Site, site)?;
            Ok(plain(WrapType::Site, Some(object), 0.0))
        }
        WrapKind::Geom { geom, sidesite } => {
            let object = find(work, ObjType::Geom, geom)?;
            let kind = match work.geoms[object].spec.kind {
                GeomType::Sphere => WrapType::Sphere,
                GeomType::Cylinder => WrapType::Cylinder,
                _ => {
                    return fail(format!(
                        "a tendon wraps around spheres and cylinders; geom \"{geom}\" is neither"
                    ));
                }
            };
            let side = match sidesite.as_str() {
                "" => None,
                name => Some(find(work, ObjType::Site, name)?),
            };
            Ok(CompiledWrap { kind, object: Some(object), prm: 0.0, side })
        }
    }
}

/// The order of objects that a path must have.
fn check_path(wraps: &[CompiledWrap], spatial: bool, armature: f64) -> Result<(), Fail> {
    if spatial && armature < 0.0 {
        return fail("armature cannot be negative");
    }
    let kind = |i: usize| wraps.get(i).map(|wrap| wrap.kind);
    for (i, wrap) in wraps.iter().enumerate() {
        let before = i.checked_sub(1).and_then(kind);
        let after = kind(i + 1);
        let end = |k: Option<WrapType>| k.is_none_or(|k| k == WrapType::Pulley);
        match (spatial, wrap.kind) {
            (false, WrapType::Joint) => {}
            (false, _) => return fail("a fixed tendon has only joints on its path"),
            (true, WrapType::Joint) => return fail("a spatial tendon has no joints on its path"),
            (true, WrapType::Pulley) => {
                if before == Some(WrapType::Pulley) {
                    return fail(format!("two pulleys follow each other at position {i}"));
                }
                if after.is_none() {
                    return fail("the path ends with a pulley");
                }
            }
            (true, WrapType::Site) => {
                if end(before) && end(after) {
                    return fail(format!("the site at position {i} has no neighbor on its branch"));
                }
                if after == Some(WrapType::Site) && wraps[i + 1].object == wrap.object {
                    return fail(format!("the site at position {i} stands twice in a row"));
                }
            }
            (true, _) => {
                if before != Some(WrapType::Site) || after != Some(WrapType::Site) {
                    return fail(format!("the geom at position {i} needs a site on either side"));
                }
                if armature > 0.0 {
                    return fail("a tendon with armature cannot wrap around geoms");
                }
            }
        }
    }
    Ok(())
}

pub(super) fn tuple<'s>(work: &mut Work<'_>, spec: &'s Tuple) -> Result<CompiledTuple<'s>, Fail> {
    if spec.elements.is_empty() {
        return fail("the tuple is empty");
    }
    let mut objects = Vec::with_capacity(spec.elements.len());
    for element in &spec.elements {
        let object = find(work, element.objtype, &element.objname)?;
        if element.objtype == ObjType::Geom {
            work.geoms[object].visual = false;
        }
        objects.push(object);
    }
    Ok(CompiledTuple { spec, objects })
}
