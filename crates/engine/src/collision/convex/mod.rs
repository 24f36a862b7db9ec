//! Contacts and distance of any two convex shapes: GJK, then EPA if they penetrate.
//!
//! A margin inflates both shapes by its half, so that shapes closer than the margin penetrate.
//! Spheres and capsules are tried as a point and a segment first: as long as these stay apart, GJK
//! alone gives the exact answer.
//!
//! Polyhedra in contact get several points from [`mod@multicontact`]; other shapes with flat sides, and
//! any with a margin, by turning both shapes a little around the first contact and looking again.
//!
//! MuJoCo uses libccd if the flag `nativeccd` is off. This code is used either way.
//!
//! MuJoCo counterpart: `mjc_Convex`, `mjc_penetration`, `mjc_ccd`, `mj_geomDistanceCCD`.

mod clip;
mod epa;
mod features;
mod gjk;
pub(super) mod graph;
mod hexahedron;
mod hull;
mod multicontact;
mod polytope;
pub(super) mod separation;
mod simplex;
pub(super) mod support;

use crate::constants::MAXCONPAIR;
use crate::enums::DisableBit;
use crate::math::{Mat3, Quat, Vec3};
use crate::option::Opt;

use super::{Hit, Hits, Shape};
use epa::{epa, witness};
use gjk::{Limits, Vertex, gjk};
use hull::Hulls;
use multicontact::multicontact;
use polytope::Polytope;
use separation::Separations;
use support::{Kind, Solid};

/// Angle by which shapes are turned to find more contacts, in radians.
const TURN: f64 = 1e-3;
/// Contacts closer than this are the same, relative to the smaller bounding sphere.
const DISTINCT: f64 = 1e-3;
/// More iterations than this are never done: where they do not converge, they never will.
const MAX_ITERATIONS: i32 = 100_000;

/// Accuracy and effort of convex collision.
#[derive(Clone, Copy, Debug)]
#[doc(alias = "mjCCDConfig")]
pub(crate) struct CcdOptions {
    /// Accuracy of distances.
    pub tolerance: f64,
    /// Most iterations of GJK, and of EPA.
    pub iterations: i32,
    /// Whether to look for more than one contact.
    pub multiccd: bool,
}

impl CcdOptions {
    /// What the model asks for.
    pub(crate) fn of(opt: &Opt) -> Self {
        Self {
            tolerance: opt.ccd_tolerance,
            iterations: opt.ccd_iterations.min(MAX_ITERATIONS),
            multiccd: !opt.disabled(DisableBit::MultiCcd),
        }
    }
}

/// Memory of convex collision; grows when needed and is kept between calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    hulls: Hulls,
    simplex: [Vertex; 4],
    polytope: Polytope,
    scratch: multicontact::ClipWorkspace,
    /// Points of the first and second solid.
    points: Vec<(Vec3, Vec3)>,
    /// Whether the depth of penetration may be wrong, because there is hardly any.
    is_uncertain: bool,
    /// A direction that separates the solids, if GJK found one.
    between: Option<Vec3>,
    separations: Separations,
}

impl Workspace {
    /// Starts a new step: the model may have changed.
    pub(crate) fn clear(&mut self) {
        self.hulls.clear();
    }

    /// A direction from the first solid to the second that separates those seen last, if one was found.
    pub(super) fn between(&self) -> Option<Vec3> {
        self.between
    }

    /// Makes room for the buffers that a measure of distance needs.
    pub(crate) fn reserve(&mut self) {
        self.points.reserve(MAXCONPAIR);
    }
}

/// Contacts of two convex shapes.
#[doc(alias = "mjc_Convex")]
pub(crate) fn convex(
    a: &Shape,
    b: &Shape,
    margin: f64,
    opts: &CcdOptions,
    work: &mut Workspace,
    out: &mut Hits,
) {
    let mut hulls = std::mem::take(&mut work.hulls);
    convex_with(a, b, margin, opts, (&mut hulls, work), out);
    work.hulls = hulls;
}

/// The same with hulls apart from the other memory.
fn convex_with(
    a: &Shape,
    b: &Shape,
    margin: f64,
    opts: &CcdOptions,
    (hulls, work): (&mut Hulls, &mut Workspace),
    out: &mut Hits,
) {
    let (Some(mut solid_a), Some(mut solid_b)) = (Solid::new(a, margin), Solid::new(b, margin))
    else {
        return;
    };
    solid_a.count_use(hulls);
    solid_b.count_use(hulls);
    solid_a.search_in(hulls);
    solid_b.search_in(hulls);
    if work.separations.holds([a, b], &mut solid_a, &mut solid_b) {
        return;
    }
    let start = out.len();
    let max_contacts = max_contacts(&solid_a, &solid_b, opts.multiccd);
    let found = penetration(&mut solid_a, &mut solid_b, max_contacts, margin, opts, work, out);
    work.separations.set([a, b], work.between.filter(|_| found == 0), &solid_a, &solid_b);

    // one contact of shapes that may have more
    let is_round = |s: &Solid| matches!(s.kind, Kind::Sphere | Kind::Ellipsoid);
    if max_contacts > 1 || !opts.multiccd || is_round(&solid_a) || is_round(&solid_b) {
        return;
    }
    let &[first] = &out[start..] else { return };
    let tolerance = DISTINCT * a.m.geom_rbound[a.geom].min(b.m.geom_rbound[b.geom]);
    for axis in tangents(first.normal) {
        for angle in [-TURN, TURN] {
            let turn = Quat::from_axis_angle(axis, angle).to_mat();
            turn_about(first.pos, &turn, a, &mut solid_a);
            turn_about(first.pos, &turn.transpose(), b, &mut solid_b);

            // keep a new contact, with the depth of the first
            let count = out.len();
            penetration(&mut solid_a, &mut solid_b, 1, margin, opts, work, out);
            let Some(new) = out.as_mut_slice().get_mut(count) else { continue };
            new.dist = first.dist;
            let pos = new.pos;
            if out[start..count].iter().any(|old| (old.pos - pos).norm() <= tolerance) {
                out.truncate(count);
            }
        }
    }
}

/// The distance of two convex shapes, negative if they penetrate and at most `cutoff`, and the points
/// of both where it is attained, if they were computed.
#[doc(alias = "mj_geomDistance")]
pub(crate) fn distance(
    a: &Shape,
    b: &Shape,
    cutoff: f64,
    opts: &CcdOptions,
    work: &mut Workspace,
) -> (f64, Option<[Vec3; 2]>) {
    let (Some(mut a), Some(mut b)) = (Solid::new(a, 0.0), Solid::new(b, 0.0)) else {
        return (cutoff, None);
    };
    let limits = Limits { tolerance: opts.tolerance, iterations: opts.iterations, cutoff };
    let dist = ccd(&mut a, &mut b, &limits, 1, work);
    let points = work.points.first().map(|&(from, to)| [from, to]);
    (if dist < cutoff { dist } else { cutoff }, points)
}

/// Contacts of two solids that penetrate, with their margins; returns how many were added.
///
/// `margin` is subtracted from the depth.
#[doc(alias = "mjc_penetration")]
pub(crate) fn penetration(
    a: &mut Solid,
    b: &mut Solid,
    max_contacts: usize,
    margin: f64,
    opts: &CcdOptions,
    work: &mut Workspace,
    out: &mut Hits,
) -> usize {
    let limits = Limits { tolerance: opts.tolerance, iterations: opts.iterations, cutoff: 0.0 };
    let dist = ccd(a, b, &limits, max_contacts, work);
    if dist >= 0.0 || dist.is_nan() {
        return 0;
    }
    let before = out.len();
    if work.is_uncertain {
        out.mark_uncertain();
    }
    for (on_a, on_b) in work.points.iter().copied() {
        out.push(Hit {
            dist: margin + dist,
            pos: (on_a + on_b) * 0.5,
            normal: (on_a - on_b).normalized().0,
            tangent: Vec3::ZERO,
        });
    }
    out.len() - before
}

/// The distance of two solids, negative if they penetrate; `f64::MAX` beyond the cutoff.
///
/// Leaves the points in the workspace: one pair, none if not computed, several if the solids
/// penetrate and more than one is asked for.
#[doc(alias = "mjc_ccd")]
fn ccd(
    a: &mut Solid,
    b: &mut Solid,
    limits: &Limits,
    max_contacts: usize,
    work: &mut Workspace,
) -> f64 {
    work.points.clear();
    work.is_uncertain = false;
    work.between = None;
    if has_core(a) || has_core(b) {
        let dist = core_distance(a, b, limits, work);
        if let Some(dist) = dist {
            return dist;
        }
    }

    let found = gjk(a, b, limits, &mut work.simplex);
    work.between = found.between;
    work.points.clear();
    work.points.extend(found.points);
    if found.dist > limits.tolerance || found.dist.is_nan() || found.len < 2 {
        return found.dist;
    }

    // they touch or penetrate
    work.is_uncertain = !found.certain;
    let pt = &mut work.polytope;
    if !hexahedron::build(pt, &work.simplex[..found.len], a, b) {
        return 0.0;
    }
    work.points.clear();
    let Some(face) = epa(pt, a, b, limits) else { return 0.0 };
    work.points.push(witness(pt, face));
    if max_contacts > 1 {
        multicontact(pt, face, (a, b), max_contacts, &mut work.scratch, &mut work.points);
    }
    -pt.faces[face as usize].dist2.sqrt()
}

/// Whether the solid is an inflated point or segment.
fn has_core(s: &Solid) -> bool {
    matches!(s.kind, Kind::Sphere | Kind::Capsule)
}

/// The distance by way of the centers of spheres and axes of capsules, unless these penetrate.
fn core_distance(
    a: &mut Solid,
    b: &mut Solid,
    limits: &Limits,
    work: &mut Workspace,
) -> Option<f64> {
    let margins = (a.margin, b.margin);
    let (radius_a, radius_b) = (shrink(a), shrink(b));
    let limits_of_cores = Limits { cutoff: limits.cutoff + (radius_a + radius_b), ..*limits };
    let found = gjk(a, b, &limits_of_cores, &mut work.simplex);
    restore(a, margins.0);
    restore(b, margins.1);
    if found.dist <= limits.tolerance || found.dist.is_nan() {
        return None;
    }

    // inflate again
    work.between = found.between;
    if let Some((on_a, on_b)) = found.points {
        let normal = (on_b - on_a).normalized().0;
        work.points.push((on_a + normal * radius_a, on_b - normal * radius_b));
    }
    let dist = found.dist - (radius_a + radius_b);
    Some(if dist > limits.cutoff { f64::MAX } else { dist })
}

/// Replaces a sphere or capsule by its core; returns the inflation of the core.
fn shrink(s: &mut Solid) -> f64 {
    s.kind = match s.kind {
        Kind::Sphere => Kind::Point,
        Kind::Capsule => Kind::Segment,
        _ => return 0.0,
    };
    let inflation = s.size[0] + 0.5 * s.margin;
    s.margin = 0.0;
    inflation
}

/// Undoes [`shrink`].
fn restore(s: &mut Solid, margin: f64) {
    s.kind = match s.kind {
        Kind::Point => Kind::Sphere,
        Kind::Segment => Kind::Capsule,
        _ => return,
    };
    s.margin = margin;
}

/// How many contacts EPA is asked for.
#[doc(alias = "maxContacts")]
fn max_contacts(a: &Solid, b: &Solid, multiccd: bool) -> usize {
    if a.margin > 0.0 || b.margin > 0.0 {
        return 1;
    }
    match (&a.kind, &b.kind) {
        (Kind::Box, Kind::Box) => 8,
        (Kind::Box | Kind::Mesh(_), Kind::Box | Kind::Mesh(_)) if multiccd => 4,
        _ => 1,
    }
}

/// Two unit vectors that form a frame with a normal.
#[doc(alias = "mju_makeFrame")]
fn tangents(normal: Vec3) -> [Vec3; 2] {
    let x = normal.normalized().0;
    let guess = if x[1] < 0.5 && x[1] > -0.5 { Vec3::Y } else { Vec3::Z };
    let y = (guess - x * x.dot(guess)).normalized().0;
    [y, x.cross(y)]
}

/// Places a solid where the shape would be after a rotation about a point.
#[doc(alias = "mju_rotateFrame")]
fn turn_about(center: Vec3, turn: &Mat3, shape: &Shape, solid: &mut Solid) {
    let arm = center - shape.pos;
    solid.mat = *turn * *shape.mat;
    solid.pos = shape.pos - (*turn * arm - arm);
}

#[cfg(test)]
mod tests;
