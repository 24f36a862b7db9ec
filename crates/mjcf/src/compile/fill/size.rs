//! How large every array is.

use ferrodyn_engine::enums::{EqType, JointType, TrnType, WrapType};
use ferrodyn_engine::{Contact, Sizes};

use super::super::actuator::CompiledActuator;
use super::super::order::Order;
use super::super::reference::CompiledTendon;
use super::super::sparse::Counts;
use super::super::work::{Joint, Work};
use super::super::{Assets, Objects};
use crate::spec::pose::{EPS, same_vec};
use ferrodyn_engine::math::Vec3;

/// Degrees of freedom in final order.
pub(super) struct Dofs {
    /// First dof and number of dofs of each body, by id.
    pub(super) body: Vec<(usize, usize)>,
    /// First dof and first position of each joint, by id.
    pub(super) joint: Vec<(usize, usize)>,
    /// Body id of each dof.
    pub(super) of_body: Vec<usize>,
    /// Previous dof on the way to the root, -1 for none.
    pub(super) parent: Vec<i32>,
    /// Parent body of each body, by id.
    pub(super) body_parent: Vec<usize>,
    /// Body that moves each body, by id.
    pub(super) weld: Vec<usize>,
    /// Whether the inertia of each body, by id, is constant and diagonal (1), or moves without
    /// turning (2).
    pub(super) simple: Vec<u8>,
    /// For each dof, how many simple dofs begin there.
    pub(super) simplenum: Vec<i32>,
    pub(super) nq: usize,
    pub(super) ntree: usize,
}

impl Dofs {
    pub(super) fn new(work: &Work<'_>, order: &Order, objects: &Objects<'_>) -> Self {
        let nbody = order.bodies.len();
        let mut dofs = Self {
            body: Vec::with_capacity(nbody),
            joint: vec![(0, 0); order.joints.len()],
            of_body: Vec::new(),
            parent: Vec::new(),
            body_parent: Vec::with_capacity(nbody),
            weld: Vec::with_capacity(nbody),
            simple: Vec::new(),
            simplenum: Vec::new(),
            nq: 0,
            ntree: 0,
        };
        let mut last: Vec<i32> = vec![-1; nbody];
        for (id, &b) in order.bodies.order.iter().enumerate() {
            let body = &work.bodies[b];
            let parent = order.bodies.id(Some(body.parent)) as usize;
            let first = dofs.parent.len();
            let mut chain = if id == 0 { -1 } else { last[parent] };
            if chain == -1 && !body.joints.is_empty() {
                dofs.ntree += 1;
            }
            for &j in &body.joints {
                let kind = work.joints[j].spec.kind;
                let joint = order.joints.id(Some(j)) as usize;
                dofs.joint[joint] = (dofs.parent.len(), dofs.nq);
                dofs.nq += kind.nq();
                for _ in 0..kind.nv() {
                    dofs.of_body.push(id);
                    dofs.parent.push(chain);
                    chain = dofs.parent.len() as i32 - 1;
                }
            }
            last[id] = chain;
            dofs.body.push((first, dofs.parent.len() - first));
            dofs.body_parent.push(parent);
            dofs.weld.push(order.bodies.id(Some(body.weld)) as usize);
        }
        dofs.set_simple(work, order, objects);
        dofs
    }

    /// Which bodies are simple: their inertia matrix is diagonal and does not change.
    fn set_simple(&mut self, work: &Work<'_>, order: &Order, objects: &Objects<'_>) {
        let nbody = self.body.len();
        self.simple = vec![0; nbody];
        let mut is_parent = vec![false; nbody];
        for id in 1..nbody {
            is_parent[self.body_parent[id]] = true;
        }
        for (id, &b) in order.bodies.order.iter().enumerate() {
            let body = &work.bodies[b];
            let parent = self.body_parent[id];
            let root = id == 0 || parent == 0;
            let on_static_root = self.body_parent[parent] == 0 && self.body[parent].1 == 0;
            let alone = (id == 0 || !is_parent[id]) && body.inertial.is_null();
            if alone && (root || on_static_root) {
                let joints: Vec<&Joint<'_>> =
                    body.joints.iter().map(|&j| &work.joints[j]).collect();
                self.simple[id] = simple_level(&joints);
            }
        }
        // tendons with inertia couple bodies
        for tendon in objects.tendons.iter().filter(|t| t.spec.armature != 0.0) {
            for wrap in &tendon.wraps {
                let body = match wrap.kind {
                    WrapType::Site => wrap.object.map(|s| work.sites[s].body),
                    WrapType::Sphere | WrapType::Cylinder => {
                        wrap.object.map(|g| work.geoms[g].body)
                    }
                    _ => None,
                };
                if let Ok(id) = usize::try_from(order.bodies.id(body)) {
                    self.simple[id] = 0;
                }
            }
        }
        self.simplenum = vec![0; self.parent.len()];
        let mut count = 0;
        for dof in (0..self.parent.len()).rev() {
            count = if self.simple[self.of_body[dof]] != 0 { count + 1 } else { 0 };
            self.simplenum[dof] = count;
        }
    }

    /// Number of dofs that move a tendon.
    pub(super) fn of_tendon(
        &self,
        work: &Work<'_>,
        order: &Order,
        tendon: &CompiledTendon<'_>,
    ) -> usize {
        if tendon.wraps.first().is_some_and(|w| w.kind == WrapType::Joint) {
            return tendon.wraps.len();
        }
        let mut used = vec![false; self.parent.len()];
        for wrap in &tendon.wraps {
            let body = match wrap.kind {
                WrapType::Site => wrap.object.map(|s| work.sites[s].body),
                WrapType::Sphere | WrapType::Cylinder => wrap.object.map(|g| work.geoms[g].body),
                _ => None,
            };
            let mut id = usize::try_from(order.bodies.id(body)).unwrap_or(0);
            while id > 0 {
                let (first, count) = self.body[id];
                used[first..first + count].fill(true);
                id = self.body_parent[id];
            }
        }
        used.into_iter().filter(|&u| u).count()
    }

    /// Dofs that move one of two bodies; without those that move both if `skip_common`.
    fn merged(&self, a: usize, b: usize, skip_common: bool) -> usize {
        let last = |id: usize| {
            let (first, count) = self.body[self.weld[id]];
            if self.weld[id] == 0 { -1 } else { (first + count) as i32 - 1 }
        };
        let (mut a, mut b, mut count) = (last(a), last(b), 0);
        while a >= 0 || b >= 0 {
            let dof = a.max(b);
            if skip_common && a == b {
                break;
            }
            if a == dof {
                a = self.parent[dof as usize];
            }
            if b == dof {
                b = self.parent[dof as usize];
            }
            count += 1;
        }
        count
    }

    /// Number of dofs an actuator acts on, at most.
    fn of_actuator(
        &self,
        work: &Work<'_>,
        order: &Order,
        objects: &Objects<'_>,
        a: &CompiledActuator<'_>,
    ) -> usize {
        let site = |s: Option<usize>| {
            usize::try_from(order.bodies.id(s.map(|s| work.sites[s].body))).unwrap_or(0)
        };
        match (a.spec.trntype, a.target) {
            (TrnType::Joint | TrnType::JointInParent, Some(j)) => work.joints[j].spec.kind.nv(),
            (TrnType::SliderCrank, target) => self.merged(site(target), site(a.second), false),
            (TrnType::Tendon, Some(t)) => self.of_tendon(work, order, &objects.tendons[t]),
            (TrnType::Site, target) => self.merged(site(target), site(a.second), true),
            _ => self.parent.len(),
        }
    }
}

/// How simple a body with these joints is, if it is simple at all otherwise.
fn simple_level(joints: &[&Joint<'_>]) -> u8 {
    let mut turned = false;
    for joint in joints {
        let kind = joint.spec.kind;
        let along = joint.axis.0.iter().filter(|x| x.abs() > EPS).count();
        let straight = matches!(kind, JointType::Hinge | JointType::Slide) && along != 1;
        if turned || straight || !same_vec(joint.pos, Vec3::ZERO) {
            return 0;
        }
        turned |= matches!(kind, JointType::Ball | JointType::Hinge);
    }
    let slides = !joints.is_empty() && joints.iter().all(|j| j.spec.kind == JointType::Slide);
    if slides { 2 } else { 1 }
}

/// All sizes; nothing if one does not fit.
pub(super) fn sizes(
    work: &Work<'_>,
    assets: &Assets,
    order: &Order,
    objects: &Objects<'_>,
    dofs: &Dofs,
) -> Option<Sizes> {
    let spec = work.spec;
    let nv = dofs.parent.len();
    let counts = Counts::new(&dofs.parent, &dofs.simplenum);
    let user = |n: i32| usize::try_from(n).unwrap_or(0);
    let mut s = Sizes {
        nq: dofs.nq,
        nv,
        nu: objects.actuators.len(),
        na: objects.actuators.iter().map(|a| user(a.actdim)).sum(),
        nbody: order.bodies.len(),
        njnt: order.joints.len(),
        ntree: dofs.ntree,
        nM: if nv == 0 { 0 } else { counts.chain },
        nC: if nv == 0 { 0 } else { counts.lower },
        nD: if nv == 0 { 0 } else { counts.both },
        nB: if nv == 0 { 0 } else { body_dofs(dofs) },
        ngeom: order.geoms.len(),
        nsite: order.sites.len(),
        ncam: order.cameras.len(),
        nlight: order.lights.len(),
        nmat: spec.materials.len(),
        npair: objects.pairs.len(),
        nexclude: objects.excludes.len(),
        neq: objects.equalities.len(),
        ntendon: objects.tendons.len(),
        nwrap: objects.tendons.iter().map(|t| t.wraps.len()).sum(),
        nJten: if nv == 0 {
            0
        } else {
            objects.tendons.iter().map(|t| dofs.of_tendon(work, order, t)).sum()
        },
        nJmom: objects.actuators.iter().map(|a| dofs.of_actuator(work, order, objects, a)).sum(),
        nsensor: objects.sensors.len(),
        nsensordata: objects.sensors.iter().map(|s| user(s.dim)).sum(),
        nnumeric: spec.numerics.len(),
        nnumericdata: spec.numerics.iter().map(|n| user(n.size)).sum(),
        ntext: spec.texts.len(),
        ntextdata: spec.texts.iter().map(|t| t.data.len() + 1).sum(),
        ntuple: objects.tuples.len(),
        ntupledata: objects.tuples.iter().map(|t| t.objects.len()).sum(),
        nkey: spec.keys.len(),
        nplugin: objects.plugins.list.len(),
        npluginattr: objects.plugins.attribute_bytes(),
        npluginstate: objects.plugins.state_len(),
        nmocap: order.bodies.order.iter().filter(|&&b| work.bodies[b].spec.mocap).count(),
        nuser_body: user(spec.size.nuser_body),
        nuser_jnt: user(spec.size.nuser_jnt),
        nuser_geom: user(spec.size.nuser_geom),
        nuser_site: user(spec.size.nuser_site),
        nuser_cam: user(spec.size.nuser_cam),
        nuser_tendon: user(spec.size.nuser_tendon),
        nuser_actuator: user(spec.size.nuser_actuator),
        nuser_sensor: user(spec.size.nuser_sensor),
        nuserdata: user(spec.size.nuserdata),
        nhistory: history(objects)?,
        nemax: objects
            .equalities
            .iter()
            .map(|e| match e.spec.kind {
                EqType::Connect => 3,
                EqType::Weld => 7,
                _ => 1,
            })
            .sum(),
        ..Sizes::default()
    };
    s.njmax = i64::from(spec.size.njmax);
    s.nconmax = i64::from(spec.size.nconmax);
    asset_sizes(&mut s, work, assets, order);
    super::flex::sizes(&mut s, work, order, objects, dofs)?;
    super::name::sizes(&mut s, work, order, objects);
    s.narena = arena(spec, &s)?;
    Some(s)
}

/// Nonzeros of the body-dof matrix: dofs of the subtree and of the ancestors.
fn body_dofs(dofs: &Dofs) -> usize {
    let nbody = dofs.body.len();
    let mut subtree: Vec<usize> = dofs.body.iter().map(|(_, count)| *count).collect();
    let mut above = vec![0; nbody];
    for id in 1..nbody {
        let parent = dofs.body_parent[id];
        above[id] = if parent == 0 { 0 } else { above[parent] + dofs.body[parent].1 };
    }
    for id in (1..nbody).rev() {
        subtree[dofs.body_parent[id]] += subtree[id];
    }
    subtree.iter().sum::<usize>() + above.iter().sum::<usize>()
}

/// Numbers in the history buffers: user value, cursor, times and values.
fn history(objects: &Objects<'_>) -> Option<usize> {
    let buffer = |nsample: i32, dim: i32| -> Option<usize> {
        let (n, dim) = (usize::try_from(nsample).unwrap_or(0), usize::try_from(dim).ok()?);
        if n == 0 { Some(0) } else { n.checked_mul(dim)?.checked_add(n)?.checked_add(2) }
    };
    let actuators = objects.actuators.iter().map(|a| buffer(a.spec.nsample, 1));
    let sensors = objects.sensors.iter().map(|s| buffer(s.spec.nsample, s.dim));
    actuators.chain(sensors).try_fold(0_usize, |sum, n| sum.checked_add(n?))
}

fn asset_sizes(s: &mut Sizes, work: &Work<'_>, assets: &Assets, order: &Order) {
    let spec = work.spec;
    s.nbvhstatic = order.bodies.order.iter().map(|&b| work.bodies[b].bvh.len()).sum();
    s.nmesh = order.meshes.len();
    for mesh in order.meshes.order.iter().filter_map(|&i| assets.meshes[i].as_deref()) {
        s.nbvhstatic += mesh.bvh.len();
        s.noct += mesh.octree.as_ref().map_or(0, |octree| octree.level.len());
        s.nmeshvert += mesh.vert.len();
        s.nmeshnormal += mesh.normal.len();
        s.nmeshtexcoord += mesh.texcoord.len();
        s.nmeshface += mesh.face.len();
        s.nmeshgraph += mesh.graph.len();
        s.nmeshpoly += mesh.polygons.normal.len();
        s.nmeshpolyvert += mesh.polygons.vert.iter().map(Vec::len).sum::<usize>();
        s.nmeshpolymap = s.nmeshpolyvert;
    }
    s.nskin = spec.skins.len();
    for skin in assets.skins.iter().flatten() {
        s.nskinvert += skin.vert.len() / 3;
        s.nskintexvert += skin.texcoord.len() / 2;
        s.nskinface += skin.face.len() / 3;
        s.nskinbone += skin.bonebody.len();
        s.nskinbonevert += skin.bonevertid.len();
    }
    s.nhfield = spec.hfields.len();
    s.nhfielddata = assets.hfields.iter().flatten().map(|h| h.data.len()).sum();
    s.ntex = assets.textures.len();
    s.ntexdata = assets.textures.iter().flatten().map(|t| t.bytes()).sum();
}

/// Bytes MuJoCo would reserve for contacts, constraints and scratch.
fn arena(spec: &crate::spec::Spec, s: &Sizes) -> Option<i64> {
    const MEGABYTE: i64 = 1 << 20;
    if spec.size.memory != -1 {
        return Some(spec.size.memory);
    }
    let or = |given: i32, default: i64| if given == -1 { default } else { i64::from(given) };
    let (ncon, nj) = (or(spec.size.nconmax, 100), or(spec.size.njmax, 500));
    let (nv, neq) = (s.nv as i64, s.neq as i64);
    let base = if spec.size.nstack == -1 {
        let rows = nj.checked_add(neq)?.checked_add(nv)?;
        let objects = s.nq
            + s.nv
            + s.nu
            + s.na
            + s.nbody
            + s.njnt
            + s.ngeom
            + s.nsite
            + s.neq
            + s.ntendon
            + s.nwrap;
        let numbers = rows.checked_mul(rows)?.checked_mul(5)?.checked_add(20 * objects as i64)?;
        numbers.max(1000).checked_mul(8)?
    } else {
        8 * i64::from(spec.size.nstack)
    };
    let rows = nj.checked_mul(8 * 4 + 14 * 8)?;
    let jacobian = nj.checked_mul(nv)?.checked_mul(2 * 4 + 2 * 8)?;
    let square = nj.checked_mul(nj)?.checked_mul(4 + 8)?;
    let contacts = ncon.checked_mul(size_of::<Contact>() as i64)?;
    let total =
        [contacts, rows, nv * 12, jacobian, square].into_iter().try_fold(base, i64::checked_add)?;
    Some((total / MEGABYTE + i64::from(total % MEGABYTE != 0)) * MEGABYTE)
}
