"""The fields of a model and of its data: in which order they are computed, and which are left out, and why.

The order is that of MuJoCo's pipeline, so the first field that differs points at the stage at fault.
"""

# what MuJoCo computes in mj_forward and mj_inverse, in order
PIPELINE: tuple[tuple[str, str], ...] = (
    ("state", "time qpos qvel act history plugin_state ctrl qfrc_applied xfrc_applied eq_active mocap_pos mocap_quat "
     "userdata"),
    ("sleep", "tree_asleep tree_awake ntree_awake body_awake nbody_awake body_awake_ind nparent_awake parent_awake_ind "
     "nv_awake dof_awake_ind"),
    ("kinematics", "xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat"),
    ("center of mass", "subtree_com cdof cinert"),
    ("cameras and lights", "cam_xpos cam_xmat light_xpos light_xdir"),
    ("flex", "flexvert_xpos flexelem_aabb flexedge_J flexedge_length flexvert_J flexvert_length bvh_aabb_dyn"),
    ("tendon", "ten_wrapadr ten_wrapnum wrap_obj wrap_xpos ten_length ten_J"),
    ("inertia", "crb qM M qLD qLDiagInv"),
    ("collision", "ncon contact.geom contact.flex contact.elem contact.vert contact.dist contact.pos "
     "contact.frame contact.dim contact.includemargin contact.friction contact.solref contact.solreffriction "
     "contact.solimp contact.exclude"),
    ("constraint rows", "ne nf nl nefc efc_type efc_id contact.efc_address tendon_efcadr efc_J efc_pos efc_margin "
     "efc_frictionloss efc_diagApprox efc_KBIP efc_D efc_R contact.mu"),
    ("islands", "nisland nidof tree_island island_ntree island_itreeadr map_itree2tree dof_island island_nv "
     "island_idofadr island_dofadr map_dof2idof map_idof2dof efc_island island_ne island_nf island_nefc island_iefcadr "
     "map_efc2iefc map_iefc2efc"),
    ("transmission", "actuator_length moment_rownnz moment_rowadr moment_colind actuator_moment"),
    ("velocity", "flexedge_velocity ten_velocity actuator_velocity cvel cdof_dot qfrc_bias"),
    ("passive forces", "qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive"),
    ("reference acceleration", "efc_vel efc_aref"),
    ("actuation", "act_dot actuator_force qfrc_actuator"),
    ("smooth acceleration", "qfrc_smooth qacc_smooth efc_b"),
    ("solver", "efc_state efc_force qfrc_constraint qacc"),
    ("inverse", "qfrc_inverse"),
    ("sensors", "flg_subtreevel subtree_linvel subtree_angmom flg_rnepost cacc cfrc_int cfrc_ext sensordata "
     "flg_energypos flg_energyvel energy"),
    ("warnings", "warning.number"),
)
STAGE_OF = {field: stage for stage, fields in PIPELINE for field in fields.split()}
ORDER = {field: place for place, field in enumerate(STAGE_OF)}

# what the constraint solver finds, and what follows from it
SOLVED = frozenset("efc_state efc_force qfrc_constraint qacc qfrc_inverse cacc cfrc_int cfrc_ext sensordata".split())

# fields of the data that are not compared
DATA_LEFT_OUT = {
    "memory": "narena nbuffer pstack pbase parena maxuse_stack maxuse_threadstack maxuse_arena maxuse_con maxuse_efc "
              "plugin plugin_data threadpool signature",
    "statistics of a solver's path": "solver solver_niter solver_nnz solver_fwdinv timer",
    "left by the step before": "qacc_warmstart",
    "written by integrators or dual solvers only": "qH qHDiagInv qDeriv qLU nA efc_AR efc_AR_rownnz efc_AR_rowadr "
                                                   "efc_AR_colind",
    "storage of the constraint Jacobian, which is compared as a dense matrix": "nJ efc_J_rownnz efc_J_rowadr "
                                                                               "efc_J_rowsuper efc_J_colind",
    "copies sorted by island, whose originals are compared": "ifrc_smooth iacc_smooth iM_rownnz iM_rowadr iM_colind iM "
                                                             "iLD iLDiagInv iacc iefc_type iefc_id iefc_J_rownnz "
                                                             "iefc_J_rowadr iefc_J_rowsuper iefc_J_colind iefc_J "
                                                             "iefc_frictionloss iefc_D iefc_R iefc_aref iefc_state "
                                                             "iefc_force ifrc_constraint",
    "what the Newton solver keeps for itself": "contact.H",
    "which bounding boxes were tried, kept for drawing": "bvh_active",
}

# fields of the model that are not compared
MODEL_LEFT_OUT = {
    "memory": "narena nbuffer signature",
    "places of files": "paths npaths",
    "facets of convex hulls, which may be split and listed in many ways": (
        "nmeshgraph mesh_graph mesh_graphadr nmeshpoly nmeshpolyvert nmeshpolymap mesh_polynum mesh_polyadr "
        "mesh_polynormal mesh_polyvertadr mesh_polyvertnum mesh_polyvert mesh_polymapadr mesh_polymapnum mesh_polymap"),
    "empty in MuJoCo's Python package": "vis.rgba.bv vis.rgba.bvactive",
}
