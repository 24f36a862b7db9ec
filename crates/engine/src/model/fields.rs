//! The table of every array of a model, in MuJoCo's order.
//!
//! *Structure* is ids, addresses, types, counts and sparsity: checked once, read-only afterwards
//! except through [`Model::edit`]. *Parameters* are numbers that may change between steps: stages
//! read them as they are and must bear any value.

use super::table::{model_fields, table_impl};
use crate::constants::{NBIAS, NDYN, NEQDATA, NFLUID, NGAIN, NIMP, NPOLY, NREF, NSENS, NTEXROLE};
use crate::fields::{Char, Field, Rows};
#[allow(clippy::wildcard_imports)]
use crate::ids::*;
use crate::math::{Mat3, Quat, Vec3};
use crate::option::{Opt, Statistic};
use crate::sizes::Sizes;
use crate::visual::Visual;

model_fields! {
    structure {}
    parameters {
        // positions at the default pose and where springs rest
        qpos0: Field<QposAdr, f64>;
        qpos_spring: Field<QposAdr, f64>;
    }
    structure {
        // bodies
        body_parentid: Field<BodyId, i32>;
        body_rootid: Field<BodyId, i32>;
        body_weldid: Field<BodyId, i32>;
        body_mocapid: Field<BodyId, i32>;
        body_jntnum: Field<BodyId, i32>;
        body_jntadr: Field<BodyId, i32>;
        body_dofnum: Field<BodyId, i32>;
        body_dofadr: Field<BodyId, i32>;
        body_treeid: Field<BodyId, i32>;
        body_geomnum: Field<BodyId, i32>;
        body_geomadr: Field<BodyId, i32>;
        body_simple: Field<BodyId, u8>;
        body_sameframe: Field<BodyId, u8>;
    }
    parameters {
        body_pos: Field<BodyId, Vec3>;
        body_quat: Field<BodyId, Quat>;
        body_ipos: Field<BodyId, Vec3>;
        body_iquat: Field<BodyId, Quat>;
        body_mass: Field<BodyId, f64>;
        body_subtreemass: Field<BodyId, f64>;
        body_inertia: Field<BodyId, Vec3>;
        body_invweight0: Field<BodyId, [f64; 2]>;
        body_gravcomp: Field<BodyId, f64>;
        body_margin: Field<BodyId, f64>;
        body_user: Rows<BodyId, f64>, nuser_body;
    }
    structure {
        body_plugin: Field<BodyId, i32>;
    }
    parameters {
        body_contype: Field<BodyId, i32>;
        body_conaffinity: Field<BodyId, i32>;
    }
    structure {
        body_bvhadr: Field<BodyId, i32>;
        body_bvhnum: Field<BodyId, i32>;
        // bounding volume hierarchies
        bvh_depth: Field<BvhId, i32>;
        bvh_child: Field<BvhId, [i32; 2]>;
        bvh_nodeid: Field<BvhId, i32>;
    }
    parameters {
        bvh_aabb: Field<BvhStaticId, [f64; 6]>;
    }
    structure {
        // octrees
        oct_depth: Field<OctId, i32>;
        oct_child: Field<OctId, [i32; 8]>;
    }
    parameters {
        oct_aabb: Field<OctId, [f64; 6]>;
        oct_coeff: Field<OctId, [f64; 8]>;
    }
    structure {
        // joints
        jnt_type: Field<JointId, i32>;
        jnt_qposadr: Field<JointId, i32>;
        jnt_dofadr: Field<JointId, i32>;
        jnt_bodyid: Field<JointId, i32>;
        jnt_actuatorid: Field<JointId, i32>;
    }
    parameters {
        jnt_group: Field<JointId, i32>;
        jnt_limited: Field<JointId, u8>;
        jnt_actfrclimited: Field<JointId, u8>;
        jnt_actgravcomp: Field<JointId, u8>;
        jnt_solref: Field<JointId, [f64; NREF]>;
        jnt_solimp: Field<JointId, [f64; NIMP]>;
        jnt_pos: Field<JointId, Vec3>;
        jnt_axis: Field<JointId, Vec3>;
        jnt_stiffness: Field<JointId, f64>;
        jnt_stiffnesspoly: Field<JointId, [f64; NPOLY]>;
        jnt_range: Field<JointId, [f64; 2]>;
        jnt_actfrcrange: Field<JointId, [f64; 2]>;
        jnt_margin: Field<JointId, f64>;
        jnt_user: Rows<JointId, f64>, nuser_jnt;
    }
    structure {
        // degrees of freedom
        dof_bodyid: Field<DofId, i32>;
        dof_jntid: Field<DofId, i32>;
        dof_parentid: Field<DofId, i32>;
        dof_treeid: Field<DofId, i32>;
        dof_Madr: Field<DofId, i32>;
        dof_simplenum: Field<DofId, i32>;
    }
    parameters {
        dof_solref: Field<DofId, [f64; NREF]>;
        dof_solimp: Field<DofId, [f64; NIMP]>;
        dof_frictionloss: Field<DofId, f64>;
        dof_armature: Field<DofId, f64>;
        dof_damping: Field<DofId, f64>;
        dof_dampingpoly: Field<DofId, [f64; NPOLY]>;
        dof_invweight0: Field<DofId, f64>;
        dof_M0: Field<DofId, f64>;
        dof_length: Field<DofId, f64>;
    }
    structure {
        // kinematic trees
        tree_bodyadr: Field<TreeId, i32>;
        tree_bodynum: Field<TreeId, i32>;
        tree_dofadr: Field<TreeId, i32>;
        tree_dofnum: Field<TreeId, i32>;
        tree_sleep_policy: Field<TreeId, i32>;
        // geoms
        geom_type: Field<GeomId, i32>;
    }
    parameters {
        geom_contype: Field<GeomId, i32>;
        geom_conaffinity: Field<GeomId, i32>;
    }
    structure {
        geom_condim: Field<GeomId, i32>;
        geom_bodyid: Field<GeomId, i32>;
        geom_dataid: Field<GeomId, i32>;
        geom_matid: Field<GeomId, i32>;
    }
    parameters {
        geom_group: Field<GeomId, i32>;
        geom_priority: Field<GeomId, i32>;
    }
    structure {
        geom_plugin: Field<GeomId, i32>;
        geom_sameframe: Field<GeomId, u8>;
    }
    parameters {
        geom_solmix: Field<GeomId, f64>;
        geom_solref: Field<GeomId, [f64; NREF]>;
        geom_solimp: Field<GeomId, [f64; NIMP]>;
        geom_size: Field<GeomId, Vec3>;
        geom_aabb: Field<GeomId, [f64; 6]>;
        geom_rbound: Field<GeomId, f64>;
        geom_pos: Field<GeomId, Vec3>;
        geom_quat: Field<GeomId, Quat>;
        geom_friction: Field<GeomId, [f64; 3]>;
        geom_margin: Field<GeomId, f64>;
        geom_gap: Field<GeomId, f64>;
        geom_fluid: Field<GeomId, [f64; NFLUID]>;
        geom_user: Rows<GeomId, f64>, nuser_geom;
        geom_rgba: Field<GeomId, [f32; 4]>;
    }
    structure {
        // sites
        site_type: Field<SiteId, i32>;
        site_bodyid: Field<SiteId, i32>;
        site_matid: Field<SiteId, i32>;
    }
    parameters {
        site_group: Field<SiteId, i32>;
    }
    structure {
        site_sameframe: Field<SiteId, u8>;
    }
    parameters {
        site_size: Field<SiteId, Vec3>;
        site_pos: Field<SiteId, Vec3>;
        site_quat: Field<SiteId, Quat>;
        site_user: Rows<SiteId, f64>, nuser_site;
        site_rgba: Field<SiteId, [f32; 4]>;
    }
    structure {
        // cameras
        cam_mode: Field<CameraId, i32>;
        cam_bodyid: Field<CameraId, i32>;
        cam_targetbodyid: Field<CameraId, i32>;
    }
    parameters {
        cam_pos: Field<CameraId, Vec3>;
        cam_quat: Field<CameraId, Quat>;
        cam_poscom0: Field<CameraId, Vec3>;
        cam_pos0: Field<CameraId, Vec3>;
        cam_mat0: Field<CameraId, Mat3>;
    }
    structure {
        cam_projection: Field<CameraId, i32>;
    }
    parameters {
        cam_fovy: Field<CameraId, f64>;
        cam_ipd: Field<CameraId, f64>;
    }
    structure {
        cam_resolution: Field<CameraId, [i32; 2]>;
    }
    parameters {
        cam_output: Field<CameraId, i32>;
        cam_sensorsize: Field<CameraId, [f32; 2]>;
        cam_intrinsic: Field<CameraId, [f32; 4]>;
        cam_user: Rows<CameraId, f64>, nuser_cam;
    }
    structure {
        // lights
        light_mode: Field<LightId, i32>;
        light_bodyid: Field<LightId, i32>;
        light_targetbodyid: Field<LightId, i32>;
        light_type: Field<LightId, i32>;
        light_texid: Field<LightId, i32>;
    }
    parameters {
        light_castshadow: Field<LightId, u8>;
        light_bulbradius: Field<LightId, f32>;
        light_intensity: Field<LightId, f32>;
        light_range: Field<LightId, f32>;
        light_active: Field<LightId, u8>;
        light_pos: Field<LightId, Vec3>;
        light_dir: Field<LightId, Vec3>;
        light_poscom0: Field<LightId, Vec3>;
        light_pos0: Field<LightId, Vec3>;
        light_dir0: Field<LightId, Vec3>;
        light_attenuation: Field<LightId, [f32; 3]>;
        light_cutoff: Field<LightId, f32>;
        light_exponent: Field<LightId, f32>;
        light_ambient: Field<LightId, [f32; 3]>;
        light_diffuse: Field<LightId, [f32; 3]>;
        light_specular: Field<LightId, [f32; 3]>;
        // flexes: contact properties, structure, geometry, elasticity, Jacobian patterns
        flex_contype: Field<FlexId, i32>;
        flex_conaffinity: Field<FlexId, i32>;
    }
    structure {
        flex_condim: Field<FlexId, i32>;
    }
    parameters {
        flex_priority: Field<FlexId, i32>;
        flex_solmix: Field<FlexId, f64>;
        flex_solref: Field<FlexId, [f64; NREF]>;
        flex_solimp: Field<FlexId, [f64; NIMP]>;
        flex_friction: Field<FlexId, [f64; 3]>;
        flex_margin: Field<FlexId, f64>;
        flex_gap: Field<FlexId, f64>;
        flex_internal: Field<FlexId, u8>;
        flex_selfcollide: Field<FlexId, i32>;
        flex_activelayers: Field<FlexId, i32>;
        flex_passive: Field<FlexId, i32>;
    }
    structure {
        flex_dim: Field<FlexId, i32>;
        flex_matid: Field<FlexId, i32>;
    }
    parameters {
        flex_group: Field<FlexId, i32>;
    }
    structure {
        flex_interp: Field<FlexId, i32>;
        flex_bandwidth: Field<FlexId, i32>;
        flex_cellnum: Field<FlexId, [i32; 3]>;
        flex_nodeadr: Field<FlexId, i32>;
        flex_nodenum: Field<FlexId, i32>;
        flex_vertadr: Field<FlexId, i32>;
        flex_vertnum: Field<FlexId, i32>;
        flex_edgeadr: Field<FlexId, i32>;
        flex_edgenum: Field<FlexId, i32>;
        flex_elemadr: Field<FlexId, i32>;
        flex_elemnum: Field<FlexId, i32>;
        flex_elemdataadr: Field<FlexId, i32>;
        flex_stiffnessadr: Field<FlexId, i32>;
        flex_elemedgeadr: Field<FlexId, i32>;
        flex_shellnum: Field<FlexId, i32>;
        flex_shelldataadr: Field<FlexId, i32>;
        flex_evpairadr: Field<FlexId, i32>;
        flex_evpairnum: Field<FlexId, i32>;
        flex_texcoordadr: Field<FlexId, i32>;
        flex_nodebodyid: Field<FlexNodeId, i32>;
        flex_vertbodyid: Field<FlexVertId, i32>;
        flex_vertedgeadr: Field<FlexVertId, i32>;
        flex_vertedgenum: Field<FlexVertId, i32>;
        flex_vertedge: Field<FlexEdgeId, [i32; 2]>;
        flex_edge: Field<FlexEdgeId, [i32; 2]>;
        flex_edgeflap: Field<FlexEdgeId, [i32; 2]>;
        flex_elem: Field<FlexElemDataAdr, i32>;
        flex_elemtexcoord: Field<FlexElemDataAdr, i32>;
        flex_elemedge: Field<FlexElemEdgeAdr, i32>;
        flex_elemlayer: Field<FlexElemId, i32>;
        flex_shell: Field<FlexShellAdr, i32>;
        flex_evpair: Field<FlexEvPairId, [i32; 2]>;
    }
    parameters {
        flex_vert: Field<FlexVertId, Vec3>;
        flex_vert0: Field<FlexVertId, Vec3>;
        flex_vertmetric: Field<FlexVertId, [f64; 4]>;
        flex_node: Field<FlexNodeId, Vec3>;
        flex_node0: Field<FlexNodeId, Vec3>;
        flexedge_length0: Field<FlexEdgeId, f64>;
        flexedge_invweight0: Field<FlexEdgeId, f64>;
        flex_radius: Field<FlexId, f64>;
        flex_size: Field<FlexId, Vec3>;
        flex_stiffness: Field<FlexStiffnessAdr, f64>;
        flex_bending: Field<FlexEdgeId, [f64; 17]>;
        flex_damping: Field<FlexId, f64>;
        flex_edgestiffness: Field<FlexId, f64>;
        flex_edgedamping: Field<FlexId, f64>;
    }
    structure {
        flex_edgeequality: Field<FlexId, i32>;
    }
    parameters {
        flex_rigid: Field<FlexId, u8>;
        flexedge_rigid: Field<FlexEdgeId, u8>;
        flex_centered: Field<FlexId, u8>;
        flex_flatskin: Field<FlexId, u8>;
    }
    structure {
        flex_bvhadr: Field<FlexId, i32>;
        flex_bvhnum: Field<FlexId, i32>;
        flexedge_J_rownnz: Field<FlexEdgeId, i32>;
        flexedge_J_rowadr: Field<FlexEdgeId, i32>;
        flexedge_J_colind: Field<FlexEdgeJAdr, i32>;
        flexvert_J_rownnz: Field<FlexVertId, [i32; 2]>;
        flexvert_J_rowadr: Field<FlexVertId, [i32; 2]>;
        flexvert_J_colind: Field<FlexVertJAdr, [i32; 2]>;
    }
    parameters {
        flex_rgba: Field<FlexId, [f32; 4]>;
        flex_texcoord: Field<FlexTexCoordId, [f32; 2]>;
    }
    structure {
        // meshes
        mesh_vertadr: Field<MeshId, i32>;
        mesh_vertnum: Field<MeshId, i32>;
        mesh_faceadr: Field<MeshId, i32>;
        mesh_facenum: Field<MeshId, i32>;
        mesh_bvhadr: Field<MeshId, i32>;
        mesh_bvhnum: Field<MeshId, i32>;
        mesh_octadr: Field<MeshId, i32>;
        mesh_octnum: Field<MeshId, i32>;
        mesh_normaladr: Field<MeshId, i32>;
        mesh_normalnum: Field<MeshId, i32>;
        mesh_texcoordadr: Field<MeshId, i32>;
        mesh_texcoordnum: Field<MeshId, i32>;
        mesh_graphadr: Field<MeshId, i32>;
    }
    parameters {
        mesh_vert: Field<MeshVertId, [f32; 3]>;
        mesh_normal: Field<MeshNormalId, [f32; 3]>;
        mesh_texcoord: Field<MeshTexCoordId, [f32; 2]>;
    }
    structure {
        mesh_face: Field<MeshFaceId, [i32; 3]>;
        mesh_facenormal: Field<MeshFaceId, [i32; 3]>;
        mesh_facetexcoord: Field<MeshFaceId, [i32; 3]>;
        mesh_graph: Field<MeshGraphAdr, i32>;
    }
    parameters {
        mesh_scale: Field<MeshId, Vec3>;
        mesh_pos: Field<MeshId, Vec3>;
        mesh_quat: Field<MeshId, Quat>;
    }
    structure {
        mesh_pathadr: Field<MeshId, i32>;
        mesh_polynum: Field<MeshId, i32>;
        mesh_polyadr: Field<MeshId, i32>;
    }
    parameters {
        mesh_polynormal: Field<MeshPolyId, Vec3>;
    }
    structure {
        mesh_polyvertadr: Field<MeshPolyId, i32>;
        mesh_polyvertnum: Field<MeshPolyId, i32>;
        mesh_polyvert: Field<MeshPolyVertAdr, i32>;
        mesh_polymapadr: Field<MeshVertId, i32>;
        mesh_polymapnum: Field<MeshVertId, i32>;
        mesh_polymap: Field<MeshPolyMapAdr, i32>;
        // skins
        skin_matid: Field<SkinId, i32>;
    }
    parameters {
        skin_group: Field<SkinId, i32>;
        skin_rgba: Field<SkinId, [f32; 4]>;
        skin_inflate: Field<SkinId, f32>;
    }
    structure {
        skin_vertadr: Field<SkinId, i32>;
        skin_vertnum: Field<SkinId, i32>;
        skin_texcoordadr: Field<SkinId, i32>;
        skin_faceadr: Field<SkinId, i32>;
        skin_facenum: Field<SkinId, i32>;
        skin_boneadr: Field<SkinId, i32>;
        skin_bonenum: Field<SkinId, i32>;
    }
    parameters {
        skin_vert: Field<SkinVertId, [f32; 3]>;
        skin_texcoord: Field<SkinTexVertId, [f32; 2]>;
    }
    structure {
        skin_face: Field<SkinFaceId, [i32; 3]>;
        skin_bonevertadr: Field<SkinBoneId, i32>;
        skin_bonevertnum: Field<SkinBoneId, i32>;
    }
    parameters {
        skin_bonebindpos: Field<SkinBoneId, [f32; 3]>;
        skin_bonebindquat: Field<SkinBoneId, [f32; 4]>;
    }
    structure {
        skin_bonebodyid: Field<SkinBoneId, i32>;
        skin_bonevertid: Field<SkinBoneVertId, i32>;
    }
    parameters {
        skin_bonevertweight: Field<SkinBoneVertId, f32>;
    }
    structure {
        skin_pathadr: Field<SkinId, i32>;
    }
    parameters {
        // height fields
        hfield_size: Field<HfieldId, [f64; 4]>;
    }
    structure {
        hfield_nrow: Field<HfieldId, i32>;
        hfield_ncol: Field<HfieldId, i32>;
        hfield_adr: Field<HfieldId, i32>;
    }
    parameters {
        hfield_data: Field<HfieldDataAdr, f32>;
    }
    structure {
        hfield_pathadr: Field<HfieldId, i32>;
        // textures
        tex_type: Field<TextureId, i32>;
        tex_colorspace: Field<TextureId, i32>;
        tex_height: Field<TextureId, i32>;
        tex_width: Field<TextureId, i32>;
        tex_nchannel: Field<TextureId, i32>;
        tex_adr: Field<TextureId, i64>;
    }
    parameters {
        tex_data: Field<TexDataAdr, u8>;
    }
    structure {
        tex_pathadr: Field<TextureId, i32>;
        // materials
        mat_texid: Field<MaterialId, [i32; NTEXROLE]>;
    }
    parameters {
        mat_texuniform: Field<MaterialId, u8>;
        mat_texrepeat: Field<MaterialId, [f32; 2]>;
        mat_emission: Field<MaterialId, f32>;
        mat_specular: Field<MaterialId, f32>;
        mat_shininess: Field<MaterialId, f32>;
        mat_reflectance: Field<MaterialId, f32>;
        mat_metallic: Field<MaterialId, f32>;
        mat_roughness: Field<MaterialId, f32>;
        mat_rgba: Field<MaterialId, [f32; 4]>;
    }
    structure {
        // predefined geom pairs
        pair_dim: Field<PairId, i32>;
        pair_geom1: Field<PairId, i32>;
        pair_geom2: Field<PairId, i32>;
        pair_signature: Field<PairId, i32>;
    }
    parameters {
        pair_solref: Field<PairId, [f64; NREF]>;
        pair_solreffriction: Field<PairId, [f64; NREF]>;
        pair_solimp: Field<PairId, [f64; NIMP]>;
        pair_margin: Field<PairId, f64>;
        pair_gap: Field<PairId, f64>;
        pair_friction: Field<PairId, [f64; 5]>;
    }
    structure {
        // excluded body pairs
        exclude_signature: Field<ExcludeId, i32>;
        // equality constraints
        eq_type: Field<EqualityId, i32>;
        eq_obj1id: Field<EqualityId, i32>;
        eq_obj2id: Field<EqualityId, i32>;
        eq_objtype: Field<EqualityId, i32>;
    }
    parameters {
        eq_active0: Field<EqualityId, u8>;
        eq_solref: Field<EqualityId, [f64; NREF]>;
        eq_solimp: Field<EqualityId, [f64; NIMP]>;
        eq_data: Field<EqualityId, [f64; NEQDATA]>;
    }
    structure {
        // tendons
        tendon_adr: Field<TendonId, i32>;
        tendon_num: Field<TendonId, i32>;
        tendon_matid: Field<TendonId, i32>;
        tendon_actuatorid: Field<TendonId, i32>;
    }
    parameters {
        tendon_group: Field<TendonId, i32>;
    }
    structure {
        tendon_treenum: Field<TendonId, i32>;
        tendon_treeid: Field<TendonId, [i32; 2]>;
        ten_J_rownnz: Field<TendonId, i32>;
        ten_J_rowadr: Field<TendonId, i32>;
        ten_J_colind: Field<TendonJAdr, i32>;
    }
    parameters {
        tendon_limited: Field<TendonId, u8>;
        tendon_actfrclimited: Field<TendonId, u8>;
        tendon_width: Field<TendonId, f64>;
        tendon_solref_lim: Field<TendonId, [f64; NREF]>;
        tendon_solimp_lim: Field<TendonId, [f64; NIMP]>;
        tendon_solref_fri: Field<TendonId, [f64; NREF]>;
        tendon_solimp_fri: Field<TendonId, [f64; NIMP]>;
        tendon_range: Field<TendonId, [f64; 2]>;
        tendon_actfrcrange: Field<TendonId, [f64; 2]>;
        tendon_margin: Field<TendonId, f64>;
        tendon_stiffness: Field<TendonId, f64>;
        tendon_stiffnesspoly: Field<TendonId, [f64; NPOLY]>;
        tendon_damping: Field<TendonId, f64>;
        tendon_dampingpoly: Field<TendonId, [f64; NPOLY]>;
        tendon_armature: Field<TendonId, f64>;
        tendon_frictionloss: Field<TendonId, f64>;
        tendon_lengthspring: Field<TendonId, [f64; 2]>;
        tendon_length0: Field<TendonId, f64>;
        tendon_invweight0: Field<TendonId, f64>;
        tendon_user: Rows<TendonId, f64>, nuser_tendon;
        tendon_rgba: Field<TendonId, [f32; 4]>;
    }
    structure {
        // objects along tendon paths
        wrap_type: Field<WrapId, i32>;
        wrap_objid: Field<WrapId, i32>;
    }
    parameters {
        wrap_prm: Field<WrapId, f64>;
    }
    structure {
        // actuators
        actuator_trntype: Field<ActuatorId, i32>;
        actuator_dyntype: Field<ActuatorId, i32>;
        actuator_gaintype: Field<ActuatorId, i32>;
        actuator_biastype: Field<ActuatorId, i32>;
        actuator_trnid: Field<ActuatorId, [i32; 2]>;
    }
    parameters {
        actuator_damping: Field<ActuatorId, f64>;
        actuator_dampingpoly: Field<ActuatorId, [f64; NPOLY]>;
        actuator_armature: Field<ActuatorId, f64>;
    }
    structure {
        actuator_actadr: Field<ActuatorId, i32>;
        actuator_actnum: Field<ActuatorId, i32>;
    }
    parameters {
        actuator_group: Field<ActuatorId, i32>;
    }
    structure {
        actuator_history: Field<ActuatorId, [i32; 2]>;
        actuator_historyadr: Field<ActuatorId, i32>;
    }
    parameters {
        actuator_delay: Field<ActuatorId, f64>;
        actuator_ctrllimited: Field<ActuatorId, u8>;
        actuator_forcelimited: Field<ActuatorId, u8>;
        actuator_actlimited: Field<ActuatorId, u8>;
        actuator_dynprm: Field<ActuatorId, [f64; NDYN]>;
        actuator_gainprm: Field<ActuatorId, [f64; NGAIN]>;
        actuator_biasprm: Field<ActuatorId, [f64; NBIAS]>;
        actuator_actearly: Field<ActuatorId, u8>;
        actuator_ctrlrange: Field<ActuatorId, [f64; 2]>;
        actuator_forcerange: Field<ActuatorId, [f64; 2]>;
        actuator_actrange: Field<ActuatorId, [f64; 2]>;
        actuator_gear: Field<ActuatorId, [f64; 6]>;
        actuator_cranklength: Field<ActuatorId, f64>;
        actuator_acc0: Field<ActuatorId, f64>;
        actuator_length0: Field<ActuatorId, f64>;
        actuator_lengthrange: Field<ActuatorId, [f64; 2]>;
        actuator_user: Rows<ActuatorId, f64>, nuser_actuator;
    }
    structure {
        actuator_plugin: Field<ActuatorId, i32>;
        // sensors
        sensor_type: Field<SensorId, i32>;
        sensor_datatype: Field<SensorId, i32>;
        sensor_needstage: Field<SensorId, i32>;
        sensor_objtype: Field<SensorId, i32>;
        sensor_objid: Field<SensorId, i32>;
        sensor_reftype: Field<SensorId, i32>;
        sensor_refid: Field<SensorId, i32>;
        sensor_intprm: Field<SensorId, [i32; NSENS]>;
        sensor_dim: Field<SensorId, i32>;
        sensor_adr: Field<SensorId, i32>;
    }
    parameters {
        sensor_cutoff: Field<SensorId, f64>;
        sensor_noise: Field<SensorId, f64>;
    }
    structure {
        sensor_history: Field<SensorId, [i32; 2]>;
        sensor_historyadr: Field<SensorId, i32>;
    }
    parameters {
        sensor_delay: Field<SensorId, f64>;
        sensor_interval: Field<SensorId, [f64; 2]>;
        sensor_user: Rows<SensorId, f64>, nuser_sensor;
    }
    structure {
        sensor_plugin: Field<SensorId, i32>;
        // plugin instances
        plugin: Field<PluginId, i32>;
        plugin_stateadr: Field<PluginId, i32>;
        plugin_statenum: Field<PluginId, i32>;
    }
    parameters {
        plugin_attr: Field<PluginAttrAdr, i8>;
    }
    structure {
        plugin_attradr: Field<PluginId, i32>;
        // custom numbers
        numeric_adr: Field<NumericId, i32>;
        numeric_size: Field<NumericId, i32>;
    }
    parameters {
        numeric_data: Field<NumericDataAdr, f64>;
    }
    structure {
        // custom texts
        text_adr: Field<TextId, i32>;
        text_size: Field<TextId, i32>;
        text_data: Field<TextDataAdr, Char>;
        // custom tuples
        tuple_adr: Field<TupleId, i32>;
        tuple_size: Field<TupleId, i32>;
        tuple_objtype: Field<TupleDataAdr, i32>;
        tuple_objid: Field<TupleDataAdr, i32>;
    }
    parameters {
        tuple_objprm: Field<TupleDataAdr, f64>;
        // keyframes
        key_time: Field<KeyId, f64>;
        key_qpos: Rows<KeyId, f64>, nq;
        key_qvel: Rows<KeyId, f64>, nv;
        key_act: Rows<KeyId, f64>, na;
        key_mpos: Rows<KeyId, f64>, nmocap * 3;
        key_mquat: Rows<KeyId, f64>, nmocap * 4;
        key_ctrl: Rows<KeyId, f64>, nu;
    }
    structure {
        // names: addresses in `names`, the null-terminated strings, their hash table
        name_bodyadr: Field<BodyId, i32>;
        name_jntadr: Field<JointId, i32>;
        name_geomadr: Field<GeomId, i32>;
        name_siteadr: Field<SiteId, i32>;
        name_camadr: Field<CameraId, i32>;
        name_lightadr: Field<LightId, i32>;
        name_flexadr: Field<FlexId, i32>;
        name_meshadr: Field<MeshId, i32>;
        name_skinadr: Field<SkinId, i32>;
        name_hfieldadr: Field<HfieldId, i32>;
        name_texadr: Field<TextureId, i32>;
        name_matadr: Field<MaterialId, i32>;
        name_pairadr: Field<PairId, i32>;
        name_excludeadr: Field<ExcludeId, i32>;
        name_eqadr: Field<EqualityId, i32>;
        name_tendonadr: Field<TendonId, i32>;
        name_actuatoradr: Field<ActuatorId, i32>;
        name_sensoradr: Field<SensorId, i32>;
        name_numericadr: Field<NumericId, i32>;
        name_textadr: Field<TextId, i32>;
        name_tupleadr: Field<TupleId, i32>;
        name_keyadr: Field<KeyId, i32>;
        name_pluginadr: Field<PluginId, i32>;
        names: Field<NameAdr, Char>;
        names_map: Field<NameMapAdr, i32>;
        paths: Field<PathAdr, Char>;
        // sparsity of the body-dof matrix
        B_rownnz: Field<BodyId, i32>;
        B_rowadr: Field<BodyId, i32>;
        B_colind: Field<BodyDofAdr, i32>;
        // sparsity of the lower triangle of the inertia matrix
        M_rownnz: Field<DofId, i32>;
        M_rowadr: Field<DofId, i32>;
        M_colind: Field<MAdr, i32>;
        mapM2M: Field<MAdr, i32>;
        // sparsity of the dof-dof matrix
        D_rownnz: Field<DofId, i32>;
        D_rowadr: Field<DofId, i32>;
        D_diag: Field<DofId, i32>;
        D_colind: Field<DofDofAdr, i32>;
        mapM2D: Field<DofDofAdr, i32>;
        mapD2M: Field<MAdr, i32>;
    }
    parameters {
        // identity
        /// Number that tells models of different structure apart.
        signature: u64;
    }
}

table_impl!(Model);
