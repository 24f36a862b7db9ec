//! Typed ids: which array an index belongs to.
//!
//! Every object kind and every address space of [`Model`](crate::Model) and
//! [`Data`](crate::Data) has its own id type, so that a geom id cannot index bodies, nor a dof the
//! positions. Arrays store ids as [`Link`](crate::Link)s, with -1 for none as in MuJoCo.

use std::fmt;
use std::ops::Range;

use crate::enums::ObjType;
use crate::sizes::Sizes;

/// An index into arrays of one kind.
pub trait Id: Copy + 'static {
    /// Name of the size that counts these objects.
    const COUNT: &'static str;
    /// Whether a step changes the count.
    const GROWS: bool;

    /// Position in the arrays.
    fn index(self) -> usize;
    /// The id at a position.
    fn from_index(i: usize) -> Self;
}

/// An id whose count the model decides.
pub trait ModelSize: Id {
    /// Number of objects.
    fn count(sizes: &Sizes) -> usize;
}

/// An id of which a step decides how many there are: contacts, rows of constraints, islands. Only
/// arrays of these have a length that may change.
pub trait StepId: Id {}

/// An id of objects that may have names: [`Model::find`](crate::Model::find) leads from a name to the
/// id, [`Model::name`](crate::Model::name) back.
pub trait NamedId: ModelSize {
    /// The kind of object.
    const KIND: ObjType;
}

/// An id of vectors: positions, velocities, controls, readings, and whatever else is addressed rather
/// than owned by an object. Fields of such ids take plain numbers too, as in `d.qpos[2]` and
/// `d.qvel[..3]`; those of bodies, geoms and their like do not.
#[diagnostic::on_unimplemented(
    message = "a plain number says not enough to index a field of `{Self}`",
    note = "index by the id, as in `field[{Self}(2)]`, or take `field.as_slice()`"
)]
pub trait VectorId: Id {}

/// Consecutive ids of one kind, such as the geoms of a body: an iterator over them, and an index of what
/// they have in a field.
///
/// ```
/// use ferrodyn::{Data, Model, ids::BodyId};
///
/// fn first_positions(m: &Model, d: &Data) {
///     for joint in m.body_joints(BodyId(1)) {
///         println!("{:?}: {:?}", joint, &d.qpos[m.joint_qpos(joint)]);
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IdRange<I> {
    /// The first.
    pub start: I,
    /// One past the last.
    pub end: I,
}

impl<I: Id> IdRange<I> {
    /// From one id up to another, which is not among them.
    pub fn new(start: I, end: I) -> Self {
        Self { start, end }
    }

    /// `num` ids from an address on as arrays store them; none if it is negative.
    #[inline]
    pub(crate) fn from_raw(adr: i32, num: i32) -> Self {
        let start = usize::try_from(adr).unwrap_or(0);
        let num = if adr < 0 { 0 } else { usize::try_from(num).unwrap_or(0) };
        Self { start: I::from_index(start), end: I::from_index(start.saturating_add(num)) }
    }

    /// The same as a range of plain numbers.
    #[inline]
    pub fn indices(&self) -> Range<usize> {
        self.start.index()..self.end.index()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.indices().is_empty()
    }
}

impl<I> From<Range<I>> for IdRange<I> {
    fn from(Range { start, end }: Range<I>) -> Self {
        Self { start, end }
    }
}

impl<I> From<IdRange<I>> for Range<I> {
    fn from(IdRange { start, end }: IdRange<I>) -> Self {
        start..end
    }
}

impl<I: Id> Iterator for IdRange<I> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        let Range { start, end } = self.indices();
        (start < end).then(|| std::mem::replace(&mut self.start, I::from_index(start + 1)))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.indices().len();
        (len, Some(len))
    }
}

impl<I: Id> DoubleEndedIterator for IdRange<I> {
    #[inline]
    fn next_back(&mut self) -> Option<I> {
        let Range { start, end } = self.indices();
        (start < end).then(|| {
            self.end = I::from_index(end - 1);
            self.end
        })
    }
}

impl<I: Id> ExactSizeIterator for IdRange<I> {}

/// A range of indices as a range of ids, for slices of fields.
pub fn span<I: Id>(range: &Range<usize>) -> Range<I> {
    I::from_index(range.start)..I::from_index(range.end)
}

macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident, $count:ident, $grows:literal) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, bytemuck::Pod, bytemuck::Zeroable,
        )]
        #[repr(transparent)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(pub usize);

        impl Id for $name {
            const COUNT: &'static str = stringify!($count);
            const GROWS: bool = $grows;

            fn index(self) -> usize {
                self.0
            }
            fn from_index(i: usize) -> Self {
                Self(i)
            }
        }

        impl $name {
            /// The id behind an entry of an array, `None` if it is negative.
            pub fn new(raw: i32) -> Option<Self> {
                usize::try_from(raw).ok().map(Self)
            }
            /// The id as arrays store it.
            pub fn raw(self) -> i32 {
                self.0 as i32
            }
        }

        /// The number alone.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<$name> for usize {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    };
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident => $count:ident;)*) => { $(
        id_type!($(#[$doc])* $name, $count, false);
        impl ModelSize for $name {
            fn count(sizes: &Sizes) -> usize {
                sizes.$count
            }
        }
    )* };
}

macro_rules! step_ids {
    ($($(#[$doc:meta])* $name:ident => $count:ident;)*) => { $(
        id_type!($(#[$doc])* $name, $count, true);
        impl StepId for $name {}
        impl ModelSize for $name {
            fn count(_: &Sizes) -> usize {
                0
            }
        }
    )*
        /// The counts that a step changes.
        pub(crate) const STEP_COUNTS: &[&str] = &[$(stringify!($count)),*];
    };
}

macro_rules! fixed_ids {
    ($($(#[$doc:meta])* $name:ident => $count:ident = $n:expr;)*) => { $(
        id_type!($(#[$doc])* $name, $count, false);
        impl ModelSize for $name {
            fn count(_: &Sizes) -> usize {
                $n
            }
        }
    )* };
}

macro_rules! vector_ids {
    ($($name:ident)*) => { $(impl VectorId for $name {})* };
}

ids! {
    /// A body; `BodyId(0)` is the world.
    BodyId => nbody;
    /// A joint.
    JointId => njnt;
    /// A degree of freedom: an entry of `qvel`, a row of `M`. Not a `qpos` address.
    DofId => nv;
    /// An address in `qpos`.
    QposAdr => nq;
    /// A kinematic tree.
    TreeId => ntree;
    /// A geom.
    GeomId => ngeom;
    /// A site.
    SiteId => nsite;
    /// A camera.
    CameraId => ncam;
    /// A light.
    LightId => nlight;
    /// A flex.
    FlexId => nflex;
    /// A node of a flex.
    FlexNodeId => nflexnode;
    /// A vertex of a flex.
    FlexVertId => nflexvert;
    /// An edge of a flex.
    FlexEdgeId => nflexedge;
    /// An element of a flex.
    FlexElemId => nflexelem;
    /// An address in the vertex ids of flex elements.
    FlexElemDataAdr => nflexelemdata;
    /// An address in `flex_stiffness`.
    FlexStiffnessAdr => nflexstiffness;
    /// An address in the edge ids of flex elements.
    FlexElemEdgeAdr => nflexelemedge;
    /// An address in the vertex ids of flex shell fragments.
    FlexShellAdr => nflexshelldata;
    /// An element-vertex collision pair of a flex.
    FlexEvPairId => nflexevpair;
    /// A texture coordinate of a flex.
    FlexTexCoordId => nflextexcoord;
    /// An address in the sparse flex edge Jacobian.
    FlexEdgeJAdr => nJfe;
    /// An address in the sparse flex vertex Jacobian.
    FlexVertJAdr => nJfv;
    /// A mesh.
    MeshId => nmesh;
    /// A vertex of a mesh.
    MeshVertId => nmeshvert;
    /// A normal of a mesh.
    MeshNormalId => nmeshnormal;
    /// A texture coordinate of a mesh.
    MeshTexCoordId => nmeshtexcoord;
    /// A triangle of a mesh.
    MeshFaceId => nmeshface;
    /// An address in `mesh_graph`.
    MeshGraphAdr => nmeshgraph;
    /// A polygon of a mesh.
    MeshPolyId => nmeshpoly;
    /// An address in `mesh_polyvert`.
    MeshPolyVertAdr => nmeshpolyvert;
    /// An address in `mesh_polymap`.
    MeshPolyMapAdr => nmeshpolymap;
    /// A skin.
    SkinId => nskin;
    /// A vertex of a skin.
    SkinVertId => nskinvert;
    /// A texture coordinate of a skin.
    SkinTexVertId => nskintexvert;
    /// A triangle of a skin.
    SkinFaceId => nskinface;
    /// A bone of a skin.
    SkinBoneId => nskinbone;
    /// A vertex of a bone.
    SkinBoneVertId => nskinbonevert;
    /// A height field.
    HfieldId => nhfield;
    /// An address in `hfield_data`.
    HfieldDataAdr => nhfielddata;
    /// A texture.
    TextureId => ntex;
    /// An address in `tex_data`.
    TexDataAdr => ntexdata;
    /// A material.
    MaterialId => nmat;
    /// A predefined geom pair.
    PairId => npair;
    /// An excluded body pair.
    ExcludeId => nexclude;
    /// An equality constraint.
    EqualityId => neq;
    /// A tendon.
    TendonId => ntendon;
    /// An address in the sparse tendon Jacobian.
    TendonJAdr => nJten;
    /// An object of a tendon path.
    WrapId => nwrap;
    /// An actuator.
    ActuatorId => nu;
    /// An address in `act`.
    ActAdr => na;
    /// An address in the sparse actuator moments.
    MomentAdr => nJmom;
    /// A sensor.
    SensorId => nsensor;
    /// An address in `sensordata`.
    SensorAdr => nsensordata;
    /// A custom numeric field.
    NumericId => nnumeric;
    /// An address in `numeric_data`.
    NumericDataAdr => nnumericdata;
    /// A custom text field.
    TextId => ntext;
    /// An address in `text_data`.
    TextDataAdr => ntextdata;
    /// A custom tuple.
    TupleId => ntuple;
    /// An address in the objects of tuples.
    TupleDataAdr => ntupledata;
    /// A keyframe.
    KeyId => nkey;
    /// A mocap body.
    MocapId => nmocap;
    /// A plugin instance.
    PluginId => nplugin;
    /// An address in `plugin_attr`.
    PluginAttrAdr => npluginattr;
    /// An address in `plugin_state`.
    PluginStateAdr => npluginstate;
    /// A node of a bounding volume hierarchy.
    BvhId => nbvh;
    /// A node of a bounding volume hierarchy that does not deform.
    BvhStaticId => nbvhstatic;
    /// A node of a bounding volume hierarchy that deforms.
    BvhDynamicId => nbvhdynamic;
    /// A node of an octree.
    OctId => noct;
    /// An address in the inertia matrix stored by ancestor chains, `qM`.
    QMAdr => nM;
    /// An address in the body-dof matrix.
    BodyDofAdr => nB;
    /// An address in the lower triangle of the inertia matrix, `M` and `qLD`.
    MAdr => nC;
    /// An address in the dof-dof matrix, `qDeriv` and `qLU`.
    DofDofAdr => nD;
    /// An address in `names`.
    NameAdr => nnames;
    /// A slot of the name hash table.
    NameMapAdr => nnames_map;
    /// An address in `paths`.
    PathAdr => npaths;
    /// An address in `userdata`.
    UserDataAdr => nuserdata;
    /// An address in `history`.
    HistoryAdr => nhistory;
}

step_ids! {
    /// A contact.
    ContactId => ncon;
    /// A scalar constraint: a row of `efc_J`.
    EfcId => nefc;
    /// An address in the constraint Jacobian.
    EfcJAdr => nJ;
    /// An address in the inverse inertia of constraints, `efc_AR`.
    EfcARAdr => nA;
    /// A constraint island.
    IslandId => nisland;
    /// A dof in island order.
    IdofId => nidof;
}

vector_ids! {
    DofId QposAdr ActuatorId ActAdr SensorAdr UserDataAdr HistoryAdr PluginStateAdr
    EfcId EfcJAdr EfcARAdr MAdr QMAdr DofDofAdr TendonJAdr MomentAdr FlexEdgeJAdr FlexVertJAdr
    NumericDataAdr HfieldDataAdr TexDataAdr
}

fixed_ids! {
    /// A thread of the pool.
    ThreadId => mjMAXTHREAD = crate::constants::MAXTHREAD;
    /// An entry of the solver statistics: island times iterations.
    SolverStatId => mjNSOLVERSTAT = crate::constants::NISLAND * crate::constants::NSOLVER;
    /// An island that solver statistics are kept for.
    SolverIslandId => mjNISLAND = crate::constants::NISLAND;
    /// A kind of warning; see [`Warning`](crate::enums::Warning).
    WarningId => mjNWARNING = crate::constants::NWARNING;
    /// A timer; see [`Timer`](crate::enums::Timer).
    TimerId => mjNTIMER = crate::constants::NTIMER;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_print_as_numbers_and_become_them() {
        assert_eq!(format!("body {}, {:>3}", BodyId(7), DofId(2)), "body 7,   2");
        assert_eq!((usize::from(BodyId(7)), BodyId::new(-1)), (7, None));
    }
}
