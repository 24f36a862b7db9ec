//! Arrays of bodies, joints, degrees of freedom, geoms, sites, cameras and lights.

use ferrodyn_engine::Link;
use ferrodyn_engine::enums::{JointType, ObjType, SameFrame, SleepPolicy};
use ferrodyn_engine::ids::{
    BodyId, BvhId, BvhStaticId, CameraId, DofId, GeomId, JointId, LightId, QposAdr, SiteId, TreeId,
};
use ferrodyn_engine::math::Quat;
use ferrodyn_engine::model::Draft;

use super::super::body::origin;
use super::super::geom::rbound;
use super::super::order::Order;
use super::super::work::Work;
use super::super::{Assets, Failed, Instances, fail};
use super::object::instance;
use super::size::Dofs;
use crate::error::LoadError;
use crate::spec::pose::{Pose, push_reference, same_quat};

/// Fills the arrays of the tree; returns the number of bounding volumes used.
pub(super) fn fill(
    m: &mut Draft,
    work: &Work<'_>,
    assets: &Assets,
    order: &Order,
    dofs: &Dofs,
    plugins: &Instances<'_>,
) -> Result<usize, LoadError> {
    let bvh = bodies(m, work, order, dofs, plugins);
    joints(m, work, order, dofs);
    geoms(m, work, assets, order, plugins);
    sites(m, work, order);
    cameras(m, work, order);
    lights(m, work, order);
    trees(m, work, order, dofs)?;
    Ok(bvh)
}

/// Which frame of its body an element's frame coincides with.
fn same_frame(pose: &Pose, inertial: &Pose) -> u8 {
    let kind = if pose.is_null() {
        SameFrame::Body
    } else if same_quat(pose.quat, Quat::IDENTITY) {
        SameFrame::BodyRot
    } else if pose.same(inertial) {
        SameFrame::Inertia
    } else if same_quat(pose.quat, inertial.quat) {
        SameFrame::InertiaRot
    } else {
        SameFrame::None
    };
    kind as u8
}

/// Copies user data; what is missing stays zero.
fn user(row: &mut [f64], given: &[f64]) {
    for (slot, value) in row.iter_mut().zip(given) {
        *slot = *value;
    }
}

fn bodies(
    m: &mut Draft,
    work: &Work<'_>,
    order: &Order,
    dofs: &Dofs,
    plugins: &Instances<'_>,
) -> usize {
    let (mut bvh, mut mocap) = (0, 0);
    for (i, &b) in order.bodies.order.iter().enumerate() {
        let (id, body) = (BodyId(i), &work.bodies[b]);
        m.structure().body_parentid[id] = Link::from_raw(dofs.body_parent[i] as i32);
        m.structure().body_mocapid[id] = Link::from_raw(if body.spec.mocap { mocap } else { -1 });
        mocap += i32::from(body.spec.mocap);
        m.structure().body_jntnum[id] = body.joints.len() as i32;
        m.structure().body_geomnum[id] = body.geoms.len() as i32;
        m.body_pos[id] = body.pose.pos;
        m.body_quat[id] = body.pose.quat;
        m.body_ipos[id] = body.inertial.pos;
        m.body_iquat[id] = body.inertial.quat;
        m.body_mass[id] = body.mass;
        m.body_inertia[id] = body.inertia;
        m.body_gravcomp[id] = body.spec.gravcomp;
        user(&mut m.body_user[id], &body.spec.user);
        m.structure().body_plugin[id] = Link::from_raw(instance(&plugins.bodies, b));
        m.body_contype[id] = body.contype;
        m.body_conaffinity[id] = body.conaffinity;
        m.body_margin[id] = body.margin;
        m.structure().body_simple[id] = dofs.simple[i];
        let kind = if body.inertial.is_null() {
            SameFrame::Body
        } else if same_quat(body.inertial.quat, Quat::IDENTITY) {
            SameFrame::BodyRot
        } else {
            SameFrame::None
        };
        m.structure().body_sameframe[id] = kind as u8;

        // bounding volumes, with the geoms' final ids
        let count = body.bvh.len();
        m.structure().body_bvhadr[id] = if count == 0 { -1 } else { bvh as i32 };
        m.structure().body_bvhnum[id] = count as i32;
        for k in 0..count {
            let node = BvhId(bvh + k);
            m.structure().bvh_child[node] = body.bvh.child[k];
            m.structure().bvh_depth[node] = body.bvh.level[k];
            let geom = usize::try_from(body.bvh.nodeid[k]).ok();
            m.structure().bvh_nodeid[node] = order.geoms.id(geom);
            m.bvh_aabb[BvhStaticId(bvh + k)] = body.bvh.aabb[k];
        }
        bvh += count;
    }
    bvh
}

fn joints(m: &mut Draft, work: &Work<'_>, order: &Order, dofs: &Dofs) {
    let mut qpos = Vec::new();
    for (i, &j) in order.joints.order.iter().enumerate() {
        let (id, joint) = (JointId(i), &work.joints[j]);
        let spec = joint.spec;
        let (dofadr, qposadr) = dofs.joint[i];
        m.structure().jnt_type[id] = spec.kind.into();
        m.jnt_group[id] = spec.group;
        m.jnt_limited[id] = u8::from(joint.limited);
        m.jnt_actfrclimited[id] = u8::from(joint.actfrclimited);
        m.jnt_actgravcomp[id] = u8::from(spec.actgravcomp);
        m.jnt_solref[id] = spec.solref_limit;
        m.jnt_solimp[id] = spec.solimp_limit;
        m.jnt_pos[id] = joint.pos;
        m.jnt_axis[id] = joint.axis;
        m.jnt_stiffness[id] = spec.stiffness[0];
        m.jnt_stiffnesspoly[id] = [spec.stiffness[1], spec.stiffness[2]];
        m.jnt_range[id] = joint.range;
        m.jnt_actfrcrange[id] = spec.actfrcrange;
        m.jnt_margin[id] = spec.margin;
        user(&mut m.jnt_user[id], &spec.user);

        // reference and spring positions
        qpos.clear();
        push_reference(&mut qpos, spec.kind, &work.bodies[joint.body].pose, joint.reference);
        let scalar = matches!(spec.kind, JointType::Slide | JointType::Hinge);
        for (k, &value) in qpos.iter().enumerate() {
            m.qpos0[QposAdr(qposadr + k)] = value;
            m.qpos_spring[QposAdr(qposadr + k)] = if scalar { joint.springref } else { value };
        }
        for k in 0..spec.kind.nv() {
            let dof = DofId(dofadr + k);
            m.dof_solref[dof] = spec.solref_friction;
            m.dof_solimp[dof] = spec.solimp_friction;
            m.dof_frictionloss[dof] = spec.frictionloss;
            m.dof_armature[dof] = spec.armature;
            m.dof_damping[dof] = spec.damping[0];
            m.dof_dampingpoly[dof] = [spec.damping[1], spec.damping[2]];
            m.structure().dof_simplenum[dof] = dofs.simplenum[dof.0];
        }
    }
}

fn geoms(m: &mut Draft, work: &Work<'_>, assets: &Assets, order: &Order, plugins: &Instances<'_>) {
    for (i, &g) in order.geoms.order.iter().enumerate() {
        let (id, geom) = (GeomId(i), &work.geoms[g]);
        let spec = geom.spec;
        let inertial = work.bodies[geom.body].inertial;
        m.structure().geom_type[id] = spec.kind.into();
        m.geom_contype[id] = spec.contype;
        m.geom_conaffinity[id] = spec.conaffinity;
        m.structure().geom_condim[id] = spec.condim;
        // a shape fitted to a mesh still refers to it
        let mesh = work.names.find(ObjType::Mesh, &spec.mesh);
        m.structure().geom_dataid[id] = match (mesh, geom.hfield) {
            (Some(mesh), _) => order.meshes.id(Some(mesh)),
            (None, Some(hfield)) => hfield as i32,
            (None, None) => -1,
        };
        m.structure().geom_matid[id] = Link::from_raw(geom.material.map_or(-1, |i| i as i32));
        m.geom_group[id] = spec.group;
        m.geom_priority[id] = spec.priority;
        m.structure().geom_plugin[id] = Link::from_raw(instance(&plugins.geoms, g));
        m.structure().geom_sameframe[id] = same_frame(&geom.pose, &inertial);
        m.geom_solmix[id] = spec.solmix;
        m.geom_solref[id] = spec.solref;
        m.geom_solimp[id] = spec.solimp;
        m.geom_size[id] = geom.size.into();
        m.geom_aabb[id] = geom.aabb;
        let mesh = geom.mesh.and_then(|i| assets.meshes[i].as_deref());
        let hfield = geom.hfield.map(|i| work.spec.hfields[i].size);
        m.geom_rbound[id] = rbound(spec.kind, &geom.size, mesh, hfield);
        m.geom_pos[id] = geom.pose.pos;
        m.geom_quat[id] = geom.pose.quat;
        m.geom_friction[id] = spec.friction;
        m.geom_margin[id] = spec.margin;
        m.geom_gap[id] = spec.gap;
        m.geom_fluid[id] = geom.fluid;
        user(&mut m.geom_user[id], &spec.user);
        m.geom_rgba[id] = spec.rgba;
    }
}

fn sites(m: &mut Draft, work: &Work<'_>, order: &Order) {
    for (i, &s) in order.sites.order.iter().enumerate() {
        let (id, site) = (SiteId(i), &work.sites[s]);
        let spec = site.spec;
        m.structure().site_type[id] = spec.kind.into();
        m.structure().site_bodyid[id] = Link::from_raw(order.bodies.id(Some(site.body)));
        m.structure().site_matid[id] = Link::from_raw(site.material.map_or(-1, |i| i as i32));
        m.site_group[id] = spec.group;
        m.structure().site_sameframe[id] = same_frame(&site.pose, &work.bodies[site.body].inertial);
        m.site_size[id] = site.size.into();
        m.site_pos[id] = site.pose.pos;
        m.site_quat[id] = site.pose.quat;
        user(&mut m.site_user[id], &spec.user);
        m.site_rgba[id] = spec.rgba;
    }
}

fn cameras(m: &mut Draft, work: &Work<'_>, order: &Order) {
    for (i, &c) in order.cameras.order.iter().enumerate() {
        let (id, camera) = (CameraId(i), &work.cameras[c]);
        let spec = camera.spec;
        m.structure().cam_mode[id] = spec.mode.into();
        m.structure().cam_bodyid[id] = Link::from_raw(order.bodies.id(Some(camera.body)));
        m.structure().cam_targetbodyid[id] = Link::from_raw(order.bodies.id(camera.target));
        m.cam_pos[id] = camera.pose.pos;
        m.cam_quat[id] = camera.pose.quat;
        m.structure().cam_projection[id] = spec.projection.into();
        m.cam_fovy[id] = camera.fovy;
        m.cam_ipd[id] = spec.ipd;
        m.structure().cam_resolution[id] = spec.resolution;
        m.cam_output[id] = spec.output;
        m.cam_sensorsize[id] = spec.sensorsize;
        m.cam_intrinsic[id] = camera.intrinsic;
        user(&mut m.cam_user[id], &spec.user);
    }
}

fn lights(m: &mut Draft, work: &Work<'_>, order: &Order) {
    for (i, &l) in order.lights.order.iter().enumerate() {
        let (id, light) = (LightId(i), &work.lights[l]);
        let spec = light.spec;
        m.structure().light_mode[id] = spec.mode.into();
        m.structure().light_bodyid[id] = Link::from_raw(order.bodies.id(Some(light.body)));
        m.structure().light_targetbodyid[id] = Link::from_raw(order.bodies.id(light.target));
        m.structure().light_type[id] = spec.kind.into();
        m.structure().light_texid[id] = Link::from_raw(light.texture.map_or(-1, |i| i as i32));
        m.light_castshadow[id] = u8::from(spec.castshadow);
        m.light_bulbradius[id] = spec.bulbradius;
        m.light_intensity[id] = spec.intensity;
        m.light_range[id] = spec.range;
        m.light_active[id] = u8::from(spec.active);
        m.light_pos[id] = light.pos;
        m.light_dir[id] = light.dir;
        m.light_attenuation[id] = spec.attenuation;
        m.light_cutoff[id] = spec.cutoff;
        m.light_exponent[id] = spec.exponent;
        m.light_ambient[id] = spec.ambient;
        m.light_diffuse[id] = spec.diffuse;
        m.light_specular[id] = spec.specular;
    }
}

/// When kinematic trees may sleep, as the first body of each says; free joints stand on the world.
fn trees(m: &mut Draft, work: &Work<'_>, order: &Order, dofs: &Dofs) -> Result<(), LoadError> {
    let mut newest = -1;
    let of_dof = dofs.parent.iter().map(|&parent| {
        newest += i32::from(parent == -1);
        newest
    });
    let of_dof: Vec<i32> = of_dof.collect();
    let mut failed = Failed::default();
    let mut before = -1;
    for (i, &b) in order.bodies.order.iter().enumerate() {
        let (first, count) = dofs.body[dofs.weld[i]];
        let tree = if count > 0 { of_dof[first] } else { -1 };
        let sleep = work.bodies[b].spec.sleep;
        if i > 0 && sleep != SleepPolicy::Auto {
            match usize::try_from(tree) {
                Ok(tree_id) if before != tree => {
                    m.structure().tree_sleep_policy[TreeId(tree_id)] = sleep.into();
                }
                _ => {
                    let message = "only the first body of a tree that moves has a sleep policy";
                    let name = &work.bodies[b].spec.name;
                    failed.note("body", name, origin(work, b), fail(message));
                }
            }
        }
        before = tree;
        // a free joint may have come below another body by merging
        let parent = work.bodies[b].parent;
        let free =
            work.bodies[b].joints.iter().any(|&j| work.joints[j].spec.kind == JointType::Free);
        if i > 0 && free && !work.is_world(parent) {
            let message = "a free joint can only be in a child of the world";
            failed.note("body", &work.bodies[b].spec.name, origin(work, b), fail(message));
        }
    }
    failed.into_result()
}
