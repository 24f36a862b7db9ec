//! Refuses models whose ids and addresses lead out of the arrays they refer to, so that the
//! stages can index with them.

mod object;

use super::FormatError;
use crate::enums::{JointType, SensorType};
use crate::ids::{ActuatorId, BodyId, DofId, HfieldId, JointId, SensorId, TextureId};
use crate::model::Model;

/// Checks all references.
#[doc(alias = "mj_validateReferences")]
pub(super) fn check(m: &Model) -> Result<(), FormatError> {
    check_ids(m)?;
    check_optional_ids(m)?;
    check_spans(m)?;
    check_order(m)?;
    check_joints(m)?;
    check_assets(m)?;
    check_history(m)?;
    object::check(m)
}

/// Entry `index` of a field is out of range.
fn bad(field: &'static str, index: usize) -> FormatError {
    FormatError::Reference { field, index }
}

/// Every number lies in `lowest..count`.
fn within(
    field: &'static str,
    values: &[i32],
    lowest: i32,
    count: usize,
) -> Result<(), FormatError> {
    let fits = |&v: &i32| v >= lowest && i64::from(v) < count as i64;
    match values.iter().position(|v| !fits(v)) {
        Some(index) => Err(bad(field, index)),
        None => Ok(()),
    }
}

/// `num[i]` entries from `adr[i]` lie in an array of `count`; no address is fine for no entries.
fn span(field: &'static str, adr: &[i32], num: &[i32], count: usize) -> Result<(), FormatError> {
    for (index, (&adr, &num)) in adr.iter().zip(num).enumerate() {
        let end = i64::from(adr) + i64::from(num);
        if num < 0 || adr < -1 || (adr == -1 && num > 0) || end > count as i64 {
            return Err(bad(field, index));
        }
    }
    Ok(())
}

macro_rules! each {
    ($m:ident, $lowest:literal: $($field:ident < $count:ident;)*) => {
        $(within(stringify!($field), $m.$field.scalars(), $lowest, $m.$count)?;)*
    };
}

/// Ids and addresses that are always there.
fn check_ids(m: &Model) -> Result<(), FormatError> {
    each! { m, 0:
        body_rootid < nbody;
        body_weldid < nbody;
        jnt_bodyid < nbody;
        dof_bodyid < nbody;
        dof_jntid < njnt;
        dof_treeid < ntree;
        dof_Madr < nM;
        geom_bodyid < nbody;
        site_bodyid < nbody;
        cam_bodyid < nbody;
        light_bodyid < nbody;
        flex_edge < nflexvert;
        flex_elem < nflexvert;
        flex_elemedge < nflexedge;
        flex_shell < nflexvert;
        flex_vertbodyid < nbody;
        flex_nodebodyid < nbody;
        skin_bonebodyid < nbody;
        skin_bonevertid < nskinvert;
        mesh_face < nmeshvert;
        mesh_polyvert < nmeshvert;
        mesh_polymap < nmeshpoly;
        pair_geom1 < ngeom;
        pair_geom2 < ngeom;
        B_colind < nv;
        M_colind < nv;
        D_colind < nv;
        mapM2M < nM;
        mapD2M < nD;
        ten_J_colind < nv;
        flexedge_J_colind < nv;
        name_bodyadr < nnames;
        name_jntadr < nnames;
        name_geomadr < nnames;
        name_siteadr < nnames;
        name_camadr < nnames;
        name_lightadr < nnames;
        name_flexadr < nnames;
        name_meshadr < nnames;
        name_skinadr < nnames;
        name_hfieldadr < nnames;
        name_texadr < nnames;
        name_matadr < nnames;
        name_pairadr < nnames;
        name_excludeadr < nnames;
        name_eqadr < nnames;
        name_tendonadr < nnames;
        name_actuatoradr < nnames;
        name_sensoradr < nnames;
        name_numericadr < nnames;
        name_textadr < nnames;
        name_tupleadr < nnames;
        name_keyadr < nnames;
        name_pluginadr < nnames;
    }
    Ok(())
}

/// Ids and addresses that are -1 where there is none.
fn check_optional_ids(m: &Model) -> Result<(), FormatError> {
    each! { m, -1:
        body_mocapid < nmocap;
        body_treeid < ntree;
        body_plugin < nplugin;
        dof_parentid < nv;
        geom_matid < nmat;
        geom_plugin < nplugin;
        site_matid < nmat;
        cam_targetbodyid < nbody;
        light_targetbodyid < nbody;
        light_texid < ntex;
        flex_matid < nmat;
        flex_texcoordadr < nflextexcoord;
        flex_elemdataadr < nflexelemdata;
        flex_elemedgeadr < nflexelemedge;
        flex_shelldataadr < nflexshelldata;
        mesh_graphadr < nmeshgraph;
        skin_matid < nmat;
        skin_texcoordadr < nskintexvert;
        mat_texid < ntex;
        actuator_plugin < nplugin;
        sensor_plugin < nplugin;
        plugin_attradr < npluginattr;
        tendon_matid < nmat;
        tendon_treeid < ntree;
        mapM2D < nC;
        bvh_child < nbvh;
        oct_child < noct;
        hfield_pathadr < npaths;
        mesh_pathadr < npaths;
        skin_pathadr < npaths;
        tex_pathadr < npaths;
    }
    // -2 tells that there are several
    each! { m, -2:
        jnt_actuatorid < nu;
        tendon_actuatorid < nu;
    }
    Ok(())
}

/// Addresses with a number of entries each.
fn check_spans(m: &Model) -> Result<(), FormatError> {
    macro_rules! each {
        ($($adr:ident, $num:ident < $count:ident;)*) => {
            $(span(stringify!($adr), m.$adr.scalars(), m.$num.scalars(), m.$count)?;)*
        };
    }
    each! {
        body_jntadr, body_jntnum < njnt;
        body_dofadr, body_dofnum < nv;
        body_geomadr, body_geomnum < ngeom;
        body_bvhadr, body_bvhnum < nbvh;
        tree_bodyadr, tree_bodynum < nbody;
        tree_dofadr, tree_dofnum < nv;
        mesh_vertadr, mesh_vertnum < nmeshvert;
        mesh_normaladr, mesh_normalnum < nmeshnormal;
        mesh_texcoordadr, mesh_texcoordnum < nmeshtexcoord;
        mesh_faceadr, mesh_facenum < nmeshface;
        mesh_bvhadr, mesh_bvhnum < nbvh;
        mesh_octadr, mesh_octnum < noct;
        mesh_polyadr, mesh_polynum < nmeshpoly;
        mesh_polyvertadr, mesh_polyvertnum < nmeshpolyvert;
        mesh_polymapadr, mesh_polymapnum < nmeshpolymap;
        flex_vertadr, flex_vertnum < nflexvert;
        flex_edgeadr, flex_edgenum < nflexedge;
        flex_elemadr, flex_elemnum < nflexelem;
        flex_evpairadr, flex_evpairnum < nflexevpair;
        flex_nodeadr, flex_nodenum < nflexnode;
        flex_bvhadr, flex_bvhnum < nbvh;
        flexedge_J_rowadr, flexedge_J_rownnz < nJfe;
        skin_vertadr, skin_vertnum < nskinvert;
        skin_faceadr, skin_facenum < nskinface;
        skin_boneadr, skin_bonenum < nskinbone;
        skin_bonevertadr, skin_bonevertnum < nskinbonevert;
        actuator_actadr, actuator_actnum < na;
        plugin_stateadr, plugin_statenum < npluginstate;
        tendon_adr, tendon_num < nwrap;
        ten_J_rowadr, ten_J_rownnz < nJten;
        numeric_adr, numeric_size < nnumericdata;
        text_adr, text_size < ntextdata;
        tuple_adr, tuple_size < ntupledata;
        B_rowadr, B_rownnz < nB;
        M_rowadr, M_rownnz < nC;
        D_rowadr, D_rownnz < nD;
    }
    Ok(())
}

/// Parents come before children, and every matrix row reaches its diagonal.
fn check_order(m: &Model) -> Result<(), FormatError> {
    for b in m.bodies() {
        let i = b.raw();
        if !(0..i.max(1)).contains(&m.body_parentid[b]) {
            return Err(bad("body_parentid", b.0));
        }
        if m.body_rootid[b] > i {
            return Err(bad("body_rootid", b.0));
        }
        if m.body_weldid[b] > i {
            return Err(bad("body_weldid", b.0));
        }
    }
    let mut depth = vec![0_i64; m.nv];
    for k in m.dofs() {
        if m.dof_parentid[k] >= k.raw() {
            return Err(bad("dof_parentid", k.0));
        }
        depth[k.0] = 1 + DofId::new(m.dof_parentid[k]).map_or(0, |parent| depth[parent.0]);
        if i64::from(m.dof_Madr[k]) + depth[k.0] > m.nM as i64 {
            return Err(bad("dof_Madr", k.0));
        }
        if m.M_rownnz[k] < 1 {
            return Err(bad("M_rownnz", k.0));
        }
        if !(0..m.D_rownnz[k]).contains(&m.D_diag[k]) {
            return Err(bad("D_diag", k.0));
        }
        if m.dof_simplenum[k] < 0 || k.0 + m.dof_simplenum[k] as usize > m.nv {
            return Err(bad("dof_simplenum", k.0));
        }
    }
    Ok(())
}

/// Joints are of a known type and their positions and dofs lie in the arrays.
fn check_joints(m: &Model) -> Result<(), FormatError> {
    for j in m.joints() {
        let (nq, nv) = match JointType::from_i32(m.jnt_type[j]) {
            Some(JointType::Free) => (7, 6),
            Some(JointType::Ball) => (4, 3),
            Some(JointType::Slide | JointType::Hinge) => (1, 1),
            None => return Err(bad("jnt_type", j.0)),
        };
        fits("jnt_qposadr", j.0, m.jnt_qposadr[j], nq, m.nq)?;
        fits("jnt_dofadr", j.0, m.jnt_dofadr[j], nv, m.nv)?;
    }
    // a dof belongs to its joint, and a body with dofs has joints
    for k in m.dofs() {
        if m.jnt_dofadr[JointId(m.dof_jntid[k] as usize)] > k.raw() {
            return Err(bad("dof_jntid", k.0));
        }
    }
    for b in m.bodies() {
        if (m.body_dofnum[b] > 0) != (m.body_jntnum[b] > 0) {
            return Err(bad("body_dofnum", b.0));
        }
        if m.body_dofnum[BodyId(m.body_weldid[b] as usize)] == 0 && m.body_dofnum[b] > 0 {
            return Err(bad("body_weldid", b.0));
        }
    }
    Ok(())
}

/// `num` entries from `adr` lie in an array of `count`.
fn fits(
    field: &'static str,
    index: usize,
    adr: i32,
    num: i64,
    count: usize,
) -> Result<(), FormatError> {
    let inside = adr >= 0 && num >= 0 && i64::from(adr) <= count as i64 - num;
    if inside { Ok(()) } else { Err(bad(field, index)) }
}

/// Height fields and textures lie in their data.
fn check_assets(m: &Model) -> Result<(), FormatError> {
    for h in (0..m.nhfield).map(HfieldId) {
        let (rows, cols) = (m.hfield_nrow[h], m.hfield_ncol[h]);
        if rows < 0 || cols < 0 {
            return Err(bad("hfield_nrow", h.0));
        }
        let points = i64::from(rows) * i64::from(cols);
        fits("hfield_adr", h.0, m.hfield_adr[h], points, m.nhfielddata)?;
    }
    // a model may come without the bytes of its textures
    for t in (0..m.ntex).map(TextureId).filter(|_| m.ntexdata > 0) {
        let size = [m.tex_nchannel[t], m.tex_height[t], m.tex_width[t]];
        let bytes = size.iter().try_fold(1_i64, |n, &x| n.checked_mul(i64::from(x)));
        let end = bytes.and_then(|bytes| bytes.checked_add(m.tex_adr[t]));
        let inside = m.tex_adr[t] >= 0 && end.is_some_and(|end| end <= m.ntexdata as i64);
        if !inside || size.iter().any(|&x| x < 0) {
            return Err(bad("tex_adr", t.0));
        }
    }
    Ok(())
}

/// Delay buffers, outputs of sensors.
fn check_history(m: &Model) -> Result<(), FormatError> {
    for a in (0..m.nu).map(ActuatorId) {
        let samples = i64::from(m.actuator_history[a][0]);
        if samples > 0 {
            let adr = m.actuator_historyadr[a];
            fits("actuator_historyadr", a.0, adr, 2 + 2 * samples, m.nhistory)?;
        }
    }
    for s in (0..m.nsensor).map(SensorId) {
        let dim = i64::from(m.sensor_dim[s]);
        let any = SensorType::from_i32(m.sensor_type[s]).ok_or_else(|| bad("sensor_type", s.0))?;
        if object::fixed_dim(any).is_some_and(|fixed| fixed != m.sensor_dim[s]) {
            return Err(bad("sensor_dim", s.0));
        }
        fits("sensor_adr", s.0, m.sensor_adr[s], dim, m.nsensordata)?;
        let samples = i64::from(m.sensor_history[s][0]);
        if samples > 0 {
            let size = samples.checked_mul(1 + dim).and_then(|n| n.checked_add(2));
            let size = size.unwrap_or(i64::MAX);
            fits("sensor_historyadr", s.0, m.sensor_historyadr[s], size, m.nhistory)?;
        }
    }
    Ok(())
}
