//! From points to bodies, joints, the flex and its equality constraints.

use ferrodyn_engine::enums::{EqType, JointType};
use ferrodyn_engine::math::{Quat, Vec3};

use super::cells::{Bounds, Cells};
use super::pin::pinned;
use super::shape::Shape;
use super::{FlexEquality, Flexcomp, FlexcompKind};
use crate::spec::pose::normalize;
use crate::spec::{Body, Equality, Flex, FlexCells, FlexDof, Inertial, Joint, Origin};

/// Largest coordinate that counts for the box around the points.
const MAX_VALUE: f64 = 1e10;
/// Share of a cell's mass along an axis, at its ends and in its middle.
const SIMPSON: [f64; 2] = [1.0 / 6.0, 2.0 / 3.0];

/// What bodies, joints and constraints of a flexcomp start from.
pub(crate) struct Template<'a> {
    /// Name of the body around it.
    pub(crate) parent: &'a str,
    /// Orientation in the parent body.
    pub(crate) quat: Quat,
    pub(crate) joint: &'a Joint,
    pub(crate) equality: &'a Equality,
    pub(crate) origin: &'a Origin,
}

/// The elements that a flexcomp is expanded into.
pub(crate) struct ExpandedFlexcomp {
    pub(crate) flex: Flex,
    pub(crate) bodies: Vec<Body>,
    pub(crate) equalities: Vec<Equality>,
}

/// Expands a flexcomp with the shape that was made for it.
pub(crate) fn expand(
    comp: &Flexcomp,
    mut flex: Flex,
    mut shape: Shape,
    template: &Template<'_>,
) -> Result<ExpandedFlexcomp, String> {
    flex.dim = shape.dim;
    flex.flatskin |= matches!(comp.kind, FlexcompKind::Box | FlexcompKind::Cylinder)
        || (comp.kind == FlexcompKind::Grid && shape.dim == 3);
    let dim = Flexcomp::dim(&flex);
    let nodes = comp.nodes().unwrap_or_default();
    let node_count: usize = nodes.iter().product();
    shape.check()?;
    let mut pinned = pinned(comp, dim, shape.point.len(), node_count)?;
    let bounds = place(comp, &mut shape, template.quat);

    let free = pinned[..shape.point.len()].iter().filter(|pinned| !**pinned).count();
    let rigid = comp.rigid || free == 0;
    let mut centered = !comp.rigid && free == shape.point.len();
    if comp.kind.is_given() {
        shape.drop_unused(&mut pinned, node_count);
    }

    flex.name.clone_from(&comp.name);
    flex.elem.clone_from(&shape.element);
    flex.texcoord.clone_from(&shape.texcoord);
    flex.elemtexcoord.clone_from(&shape.elemtexcoord);
    flex.origin = template.origin.clone();
    let mut made = ExpandedFlexcomp { flex, bodies: Vec::new(), equalities: Vec::new() };
    if rigid {
        made.flex.vert = shape.point.as_flattened().to_vec();
        made.flex.vertbody = vec![template.parent.to_owned()];
        return Ok(made);
    }
    let order = comp.dof.order();
    if order == 0 {
        made.add_vertices(comp, &mut shape, &pinned, template);
    } else {
        made.flex.order = order;
        made.flex.cellcount = comp.cells();
        made.flex.vertbody = vec![template.parent.to_owned(); shape.point.len()];
        centered &= made.add_nodes(comp, &shape, &mut pinned, (nodes, bounds), template);
        if centered {
            made.flex.node.clear();
        }
    }
    if !centered || order > 0 {
        made.flex.vert = shape.point.as_flattened().to_vec();
    }
    made.add_equalities(comp, template);
    Ok(made)
}

/// Scales and moves the points; returns the box around them.
fn place(comp: &Flexcomp, shape: &mut Shape, quat: Quat) -> Bounds {
    let (mut low, mut high) = ([MAX_VALUE; 3], [-MAX_VALUE; 3]);
    for point in &mut shape.point {
        if comp.kind.is_given() && comp.scale != [1.0; 3] {
            *point = [0, 1, 2].map(|k| point[k] * comp.scale[k]);
        }
        *point = (quat.rotate(Vec3(*point)) + comp.pos).0;
        for k in 0..3 {
            low[k] = if point[k] < low[k] { point[k] } else { low[k] };
            high[k] = if high[k] < point[k] { point[k] } else { high[k] };
        }
    }
    (low, high)
}

impl ExpandedFlexcomp {
    /// A body at each point that is not pinned; the point is then its origin.
    fn add_vertices(
        &mut self,
        comp: &Flexcomp,
        shape: &mut Shape,
        pinned: &[bool],
        template: &Template<'_>,
    ) {
        let mass = comp.mass / shape.point.len() as f64;
        let inertia = mass * (2.0 * comp.inertiabox * comp.inertiabox) / 3.0;
        for (i, point) in shape.point.iter_mut().enumerate() {
            if pinned[i] {
                self.flex.vertbody.push(template.parent.to_owned());
                continue;
            }
            let name = format!("{}_{i}", comp.name);
            let mut body = new_body(name.clone(), *point, (mass, inertia), template);
            body.joints = joints(comp.dof, *point, template);
            self.bodies.push(body);
            self.flex.vertbody.push(name);
            *point = [0.0; 3];
        }
    }

    /// A body at each node of the interpolation grid that is not pinned; returns whether none is.
    fn add_nodes(
        &mut self,
        comp: &Flexcomp,
        shape: &Shape,
        pinned: &mut [bool],
        (nodes, (low, high)): ([usize; 3], Bounds),
        template: &Template<'_>,
    ) -> bool {
        let order = comp.dof.order() as usize;
        let count = comp.cells().map(|n| n as usize);
        let cells = Cells { count, order };
        let empty = cells.empty(shape, (low, high));
        self.flex.node = vec![0.0; 3 * nodes.iter().product::<usize>()];
        let mut all_free = true;
        let mut index = 0;
        for x in 0..nodes[0] {
            for y in 0..nodes[1] {
                for z in 0..nodes[2] {
                    let at = [x, y, z];
                    let pos = [0, 1, 2].map(|k| {
                        let share = at[k] as f64 / (count[k] * order) as f64;
                        low[k] + share * (high[k] - low[k])
                    });
                    pinned[index] |= cells.is_outside(at, &empty);
                    if pinned[index] {
                        all_free = false;
                        self.flex.node[3 * index..3 * index + 3].copy_from_slice(&pos);
                        self.flex.nodebody.push(template.parent.to_owned());
                    } else {
                        let name = format!("{}_{x}_{y}_{z}", comp.name);
                        let mass = node_mass(at, nodes, order);
                        let inertia = mass * (2.0 * comp.inertiabox * comp.inertiabox) / 3.0;
                        let mut body = new_body(name.clone(), pos, (mass, inertia), template);
                        body.joints = joints(FlexDof::Full, pos, template);
                        self.bodies.push(body);
                        self.flex.nodebody.push(name);
                    }
                    index += 1;
                }
            }
        }
        self.flex.cells = FlexCells { empty, strain: comp.equality == FlexEquality::Strain };
        self.scale_masses(comp.mass);
        all_free
    }

    /// Makes the bodies weigh so much together.
    fn scale_masses(&mut self, mass: f64) {
        let inertials = || self.bodies.iter().filter_map(|body| body.inertial.as_ref());
        let total = inertials().fold(0.0, |sum, inertial| sum + inertial.mass);
        if total > 0.0 {
            let scale = mass / total;
            for inertial in self.bodies.iter_mut().filter_map(|body| body.inertial.as_mut()) {
                inertial.mass *= scale;
                inertial.diaginertia *= scale;
            }
        }
    }

    fn add_equalities(&mut self, comp: &Flexcomp, template: &Template<'_>) {
        let new = |kind: EqType| Equality {
            kind,
            name1: comp.name.clone(),
            origin: template.origin.clone(),
            ..template.equality.clone()
        };
        match comp.equality {
            FlexEquality::None => {}
            FlexEquality::Edge => self.equalities.push(new(EqType::Flex)),
            FlexEquality::Vert => self.equalities.push(new(EqType::FlexVert)),
            FlexEquality::Strain => {
                self.flex.cells.strain = true;
                let [nx, ny, nz] = self.flex.cellcount;
                let mut empty = self.flex.cells.empty.iter();
                for (x, y, z) in
                    (0..nx).flat_map(|x| (0..ny).flat_map(move |y| (0..nz).map(move |z| (x, y, z))))
                {
                    if empty.next() == Some(&true) {
                        continue;
                    }
                    let mut equality = new(EqType::FlexStrain);
                    equality.data[..3].copy_from_slice(&[x, y, z].map(f64::from));
                    self.equalities.push(equality);
                }
            }
        }
    }
}

/// Mass of a node before all are scaled: equal, or by Simpson's rule from its cells.
fn node_mass(at: [usize; 3], nodes: [usize; 3], order: usize) -> f64 {
    if order == 1 {
        return 1.0;
    }
    let share = [0, 1, 2].map(|k| SIMPSON[at[k] % order]);
    let cells = [0, 1, 2].map(|k| {
        let between = at[k] > 0 && at[k] < nodes[k] - 1 && at[k].is_multiple_of(order);
        if between { 2.0 } else { 1.0 }
    });
    share[0] * share[1] * share[2] * cells[0] * cells[1] * cells[2]
}

fn new_body(
    name: String,
    pos: [f64; 3],
    (mass, inertia): (f64, f64),
    template: &Template<'_>,
) -> Body {
    let inertial = Inertial { mass, diaginertia: Vec3([inertia; 3]), ..Inertial::default() };
    Body {
        name,
        pos: Vec3(pos),
        inertial: Some(inertial),
        origin: template.origin.clone(),
        ..Body::default()
    }
}

/// The slides of a body at a point.
fn joints(dof: FlexDof, point: [f64; 3], template: &Template<'_>) -> Vec<Joint> {
    let slide = |axis: Vec3| Joint {
        kind: JointType::Slide,
        pos: Vec3::ZERO,
        axis,
        origin: template.origin.clone(),
        ..template.joint.clone()
    };
    match dof {
        FlexDof::Radial => {
            let mut axis = point;
            normalize(&mut axis);
            vec![slide(Vec3(axis))]
        }
        FlexDof::Planar => [Vec3::X, Vec3::Y].map(slide).to_vec(),
        _ => [Vec3::X, Vec3::Y, Vec3::Z].map(slide).to_vec(),
    }
}
