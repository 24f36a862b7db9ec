//! Flexes: from bodies, vertices and elements to edges, surface, stiffness and bounding volumes.
//!
//! | file | what |
//! |---|---|
//! | `check` | tests before anything is computed |
//! | `place` | where vertices and nodes are at the default pose |
//! | `surface` | edges, flaps, fragments of the surface, layers, pairs of elements and vertices |
//! | `element` | stiffness of triangles and tetrahedra against changes of squared lengths |
//! | `bend` | stiffness of edges against bending |
//! | `cell` | stiffness of the cells of an interpolation grid, or its modes |

mod bend;
mod cell;
mod check;
mod element;
mod place;
mod surface;

use ferrodyn_engine::enums::{EqType, ObjType};
use ferrodyn_engine::math::{MINVAL, Quat, Vec3};

use super::reference::find;
use super::work::Work;
use super::{Fail, fail};
use crate::asset::bvh::{Bvh, Leaf};
use crate::spec::Flex;
use crate::xml::Limits;
pub(super) use place::rest_poses;
use place::{FlexPositions, unrotated};
use surface::Surface;

/// Numbers of stiffness that an element has room for.
pub(super) const ELEMENT_STIFFNESS: usize = 21;

/// A flex with everything that follows from its description.
pub(super) struct CompiledFlex<'s> {
    pub(super) spec: &'s Flex,
    pub(super) material: Option<usize>,
    /// Body of each vertex; none where vertices are interpolated.
    pub(super) vertbody: Vec<Option<usize>>,
    pub(super) nodebody: Vec<usize>,
    /// Vertices on their bodies, zero if all are at the origins.
    pub(super) vert: Vec<Vec3>,
    /// Vertices in the box around them, from 0 to 1.
    pub(super) vert0: Vec<Vec3>,
    /// Nodes on their bodies.
    pub(super) node: Vec<Vec3>,
    /// Nodes in the world, turned along its axes.
    pub(super) node0: Vec<Vec3>,
    /// Vertices of the elements.
    pub(super) elem: Vec<i32>,
    pub(super) elemtexcoord: Vec<i32>,
    pub(super) surface: Surface,
    pub(super) stiffness: Vec<f64>,
    pub(super) bending: Vec<[f64; 17]>,
    pub(super) bvh: Bvh,
    pub(super) size: Vec3,
    pub(super) rigid: bool,
    pub(super) centered: bool,
}

impl CompiledFlex<'_> {
    pub(super) fn is_interpolated(&self) -> bool {
        !self.nodebody.is_empty()
    }

    pub(super) fn dim(&self) -> usize {
        self.spec.dim as usize
    }

    /// How many elements there are.
    pub(super) fn elements(&self) -> usize {
        self.elem.len() / (self.dim() + 1)
    }

    /// Numbers of stiffness of the interpolation grid, 0 without interpolation.
    pub(super) fn grid_stiffness(&self) -> usize {
        check::grid_stiffness(self.spec).unwrap_or(usize::MAX)
    }
}

/// What a flex refers to.
pub(super) struct Parts {
    vertices: usize,
    material: Option<usize>,
    vertbody: Vec<usize>,
    nodebody: Vec<usize>,
}

/// Checks a flex and finds what it refers to, wherever that is.
pub(super) fn check(work: &Work<'_>, limits: &Limits, spec: &Flex) -> Result<Parts, Fail> {
    let vertices = check::check(spec, limits)?.vertices;
    let material = match spec.material.as_str() {
        "" => None,
        name => Some(find(work, ObjType::Material, name)?),
    };
    let vertbody = bodies(work, &spec.vertbody)?;
    let nodebody = bodies(work, &spec.nodebody)?;
    if bends(spec) && vertbody.iter().any(|&b| work.bodies[b].joints.len() != 3) {
        return fail("bending needs a body with three joints at every vertex: nothing is pinned");
    }
    Ok(Parts { vertices, material, vertbody, nodebody })
}

/// Compiles a flex; `rest` are the poses of bodies at the default pose.
pub(super) fn compile<'s>(
    work: &Work<'_>,
    rest: &[crate::spec::pose::Pose],
    limits: &Limits,
    spec: &'s Flex,
) -> Result<CompiledFlex<'s>, Fail> {
    let Parts { vertices, material, vertbody, nodebody } = check(work, limits, spec)?;
    let mut flex = CompiledFlex {
        spec,
        material,
        vertbody: Vec::new(),
        nodebody,
        vert: points(&spec.vert, vertices),
        vert0: Vec::new(),
        node: points(&spec.node, spec.nodebody.len()),
        node0: Vec::new(),
        elem: spec.elem.clone(),
        elemtexcoord: Vec::new(),
        surface: Surface::default(),
        stiffness: Vec::new(),
        bending: Vec::new(),
        bvh: Bvh::default(),
        size: Vec3::ZERO,
        rigid: false,
        centered: false,
    };
    let place = FlexPositions::new(&mut flex, &vertbody, rest);
    turn_tetrahedra(&mut flex, &place.vertices);
    flex.elemtexcoord = texture_of_elements(&flex);
    flex.surface = Surface::new(flex.dim(), &flex.elem);
    elasticity(&mut flex, &place, work)?;
    bounding_volumes(&mut flex, &place.vertices)?;
    Ok(flex)
}

/// Bending is resisted, by a flex of triangles.
fn bends(spec: &Flex) -> bool {
    spec.dim == 2 && matches!(spec.elastic2d, 1 | 3)
}

fn bodies(work: &Work<'_>, names: &[String]) -> Result<Vec<usize>, Fail> {
    let body = |name: &String| {
        let body = find(work, ObjType::Body, name)?;
        if work.bodies[body].fused {
            return fail(format!("body \"{name}\" was merged into its parent: fusestatic is on"));
        }
        Ok(body)
    };
    names.iter().map(body).collect()
}

/// Points from their coordinates; so many zeros if there are none.
fn points(flat: &[f64], count: usize) -> Vec<Vec3> {
    let mut points: Vec<Vec3> = flat.as_chunks::<3>().0.iter().map(|&p| Vec3(p)).collect();
    points.resize(count, Vec3::ZERO);
    points
}

/// Orders the vertices of tetrahedra so that their faces look outside.
fn turn_tetrahedra(flex: &mut CompiledFlex<'_>, vertices: &[Vec3]) {
    if flex.spec.dim != 3 {
        return;
    }
    for element in flex.elem.as_chunks_mut::<4>().0 {
        let [a, b, c, d] = element.map(|id| vertices[id as usize]);
        if (b - a).cross(c - a).dot(d - a) > 0.0 {
            element.swap(1, 2);
        }
    }
}

/// Texture coordinates of the corners of elements: as given, or those of their vertices.
fn texture_of_elements(flex: &CompiledFlex<'_>) -> Vec<i32> {
    let spec = flex.spec;
    let mut ids = if spec.texcoord.is_empty() {
        flex.elem.clone()
    } else if spec.elemtexcoord.is_empty() {
        // three of each element, as of a triangle
        spec.elem.iter().copied().take(3 * flex.elements()).collect()
    } else {
        spec.elemtexcoord.clone()
    };
    ids.resize(flex.elem.len(), 0);
    ids
}

/// Stiffness, where there is a modulus.
fn elasticity(
    flex: &mut CompiledFlex<'_>,
    place: &FlexPositions,
    work: &Work<'_>,
) -> Result<(), Fail> {
    let spec = flex.spec;
    let elastic = spec.young > 0.0;
    if elastic && !(spec.poisson >= 0.0 && spec.poisson < 0.5) {
        return fail("poisson must be from 0 to 0.5, which is not included");
    }
    if elastic && !flex.is_interpolated() {
        flex.stiffness = element::stiffness(spec, &flex.elem, &place.vertices);
        if bends(spec) {
            let edges = flex.surface.flaps.iter().map(|flap| bend::stiffness(spec, flap, place));
            flex.bending = edges.collect();
        }
    }
    flex.node0 = unrotated(spec, &place.nodes);
    if flex.is_interpolated() && (elastic || spec.cells.strain) {
        flex.stiffness = cell::stiffness(spec, &flex.node0, work)?;
    }
    Ok(())
}

/// The tree of boxes around elements, the size of the box around all, and where vertices are in it.
fn bounding_volumes(flex: &mut CompiledFlex<'_>, vertices: &[Vec3]) -> Result<(), Fail> {
    let (spec, corners) = (flex.spec, flex.dim() + 1);
    let mut leaves = Vec::new();
    for (e, element) in flex.elem.chunks(corners).enumerate() {
        if spec.dim == 3 && flex.surface.layer[e] >= spec.activelayers {
            continue;
        }
        let mut aabb = [0.0; 6];
        for k in 0..3 {
            let along = element.iter().map(|&id| vertices[id as usize][k]);
            let first = vertices[element[0] as usize][k];
            let (low, high) = along.fold((first, first), |(low, high), x| {
                (if x < low { x } else { low }, if high < x { x } else { high })
            });
            aabb[k] = 0.5 * (high + low);
            aabb[k + 3] = 0.5 * (high - low) + spec.radius;
        }
        let pos = Vec3([aabb[0], aabb[1], aabb[2]]);
        leaves.push(Leaf { id: e as i32, contype: 1, conaffinity: 1, pos, quat: None, aabb });
    }
    flex.bvh = Bvh::new(&leaves, Vec3::ZERO, Quat::IDENTITY);
    let Some(root) = flex.bvh.aabb.first() else {
        return fail("no element collides: activelayers must be positive");
    };
    flex.size = Vec3([3, 4, 5].map(|k| root[k] - spec.radius));
    let relative = |x: f64, k: usize| {
        let size = flex.size[k];
        if size > MINVAL { (x - root[k]) / (2.0 * size) + 0.5 } else { 0.5 }
    };
    flex.vert0 = vertices.iter().map(|v| Vec3([0, 1, 2].map(|k| relative(v[k], k)))).collect();
    Ok(())
}

/// The number that tells which equality constraint a flex has: that of the first one.
pub(super) fn equality_of(work: &Work<'_>, flex: &Flex) -> i32 {
    let kind = |kind: EqType| match kind {
        EqType::Flex => Some(1),
        EqType::FlexVert => Some(2),
        EqType::FlexStrain => Some(3),
        _ => None,
    };
    let mut own = work.spec.equalities.iter().filter(|e| e.name1 == flex.name);
    own.find_map(|e| kind(e.kind)).unwrap_or(0)
}
