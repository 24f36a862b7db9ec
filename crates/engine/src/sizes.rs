//! How many of everything a model has.

use std::fmt;

use crate::enums::{ObjType, object_kinds};
use crate::fields::Doc;

/// Hash slots per object that may have a name.
pub(crate) const LOAD_MULTIPLE: usize = 2;
/// The most memory that the arrays of a model, or of its data, may take.
pub const MAX_BYTES: usize = if usize::BITS > 32 { 1 << 33 } else { 1 << 30 };

macro_rules! sizes {
    ($($(#[doc = $doc:literal])* $name:ident: $ty:ty;)*) => {
        /// The sizes of a model, in MuJoCo's order.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Sizes {
            $($(#[doc = $doc])* pub $name: $ty,)*
        }

        impl Sizes {
            /// The names, in order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// What the sizes are, in order.
            pub const DOCS: &'static [Doc] = &[$(Doc::new(concat!($($doc),*))),*];

            /// Names and values, in order.
            pub fn iter(&self) -> impl Iterator<Item = (&'static str, i64)> {
                [$((stringify!($name), self.$name as i64)),*].into_iter()
            }

            /// Sets a size by name.
            pub fn set(&mut self, name: &str, value: i64) -> Result<(), SizeError> {
                match name {
                    $(stringify!($name) => {
                        self.$name = <$ty>::try_from(value)
                            .map_err(|_| SizeError::Negative { name: stringify!($name), value })?;
                    })*
                    _ => return Err(SizeError::Unknown { name: name.to_owned() }),
                }
                Ok(())
            }
        }

        /// The sizes as a table of documentation, with links.
        macro_rules! table_of_sizes {
            () => {
                concat!("| field | what it is |\n|---|---|\n", $(
                    "| [`", stringify!($name), "`](crate::Sizes::", stringify!($name), ") |", $($doc,)* " |\n",
                )*)
            };
        }
        pub(crate) use table_of_sizes;
    };
}

sizes! {
    /// Number of positions.
    nq: usize;
    /// Number of degrees of freedom.
    nv: usize;
    /// Number of actuators.
    nu: usize;
    /// Number of activations.
    na: usize;
    /// Number of bodies, the world included.
    nbody: usize;
    /// Number of nodes of all bounding volume hierarchies.
    nbvh: usize;
    /// Number of nodes that do not deform.
    nbvhstatic: usize;
    /// Number of nodes that deform.
    nbvhdynamic: usize;
    /// Number of octree nodes.
    noct: usize;
    /// Number of joints.
    njnt: usize;
    /// Number of kinematic trees.
    ntree: usize;
    /// Number of nonzeros of the inertia matrix along ancestor chains.
    nM: usize;
    /// Number of nonzeros of the body-dof matrix.
    nB: usize;
    /// Number of nonzeros of the lower triangle of the inertia matrix.
    nC: usize;
    /// Number of nonzeros of the dof-dof matrix.
    nD: usize;
    /// Number of geoms.
    ngeom: usize;
    /// Number of sites.
    nsite: usize;
    /// Number of cameras.
    ncam: usize;
    /// Number of lights.
    nlight: usize;
    /// Number of flexes.
    nflex: usize;
    /// Number of flex nodes.
    nflexnode: usize;
    /// Number of flex vertices.
    nflexvert: usize;
    /// Number of flex edges.
    nflexedge: usize;
    /// Number of flex elements.
    nflexelem: usize;
    /// Number of vertex ids of flex elements.
    nflexelemdata: usize;
    /// Number of numbers of flex stiffness.
    nflexstiffness: usize;
    /// Number of edge ids of flex elements.
    nflexelemedge: usize;
    /// Number of vertex ids of flex shell fragments.
    nflexshelldata: usize;
    /// Number of element-vertex pairs of flexes.
    nflexevpair: usize;
    /// Number of texture coordinates of flexes.
    nflextexcoord: usize;
    /// Number of nonzeros of the flex edge Jacobian.
    nJfe: usize;
    /// Number of nonzeros of the flex vertex Jacobian.
    nJfv: usize;
    /// Number of meshes.
    nmesh: usize;
    /// Number of mesh vertices.
    nmeshvert: usize;
    /// Number of mesh normals.
    nmeshnormal: usize;
    /// Number of texture coordinates of meshes.
    nmeshtexcoord: usize;
    /// Number of mesh triangles.
    nmeshface: usize;
    /// Number of numbers of mesh hull graphs.
    nmeshgraph: usize;
    /// Number of mesh polygons.
    nmeshpoly: usize;
    /// Number of vertex ids of mesh polygons.
    nmeshpolyvert: usize;
    /// Number of polygon ids of mesh vertices.
    nmeshpolymap: usize;
    /// Number of skins.
    nskin: usize;
    /// Number of skin vertices.
    nskinvert: usize;
    /// Number of texture coordinates of skins.
    nskintexvert: usize;
    /// Number of skin triangles.
    nskinface: usize;
    /// Number of skin bones.
    nskinbone: usize;
    /// Number of vertices of skin bones.
    nskinbonevert: usize;
    /// Number of height fields.
    nhfield: usize;
    /// Number of heights of all height fields.
    nhfielddata: usize;
    /// Number of textures.
    ntex: usize;
    /// Number of bytes of all textures.
    ntexdata: usize;
    /// Number of materials.
    nmat: usize;
    /// Number of predefined geom pairs.
    npair: usize;
    /// Number of excluded body pairs.
    nexclude: usize;
    /// Number of equality constraints.
    neq: usize;
    /// Number of tendons.
    ntendon: usize;
    /// Number of nonzeros of the tendon Jacobian.
    nJten: usize;
    /// Number of objects along tendon paths.
    nwrap: usize;
    /// Number of sensors.
    nsensor: usize;
    /// Number of custom numeric fields.
    nnumeric: usize;
    /// Number of numbers of custom numeric fields.
    nnumericdata: usize;
    /// Number of custom text fields.
    ntext: usize;
    /// Number of bytes of custom text fields.
    ntextdata: usize;
    /// Number of custom tuples.
    ntuple: usize;
    /// Number of objects of custom tuples.
    ntupledata: usize;
    /// Number of keyframes.
    nkey: usize;
    /// Number of mocap bodies.
    nmocap: usize;
    /// Number of plugin instances.
    nplugin: usize;
    /// Number of characters of plugin attributes.
    npluginattr: usize;
    /// Number of user numbers per body.
    nuser_body: usize;
    /// Number of user numbers per joint.
    nuser_jnt: usize;
    /// Number of user numbers per geom.
    nuser_geom: usize;
    /// Number of user numbers per site.
    nuser_site: usize;
    /// Number of user numbers per camera.
    nuser_cam: usize;
    /// Number of user numbers per tendon.
    nuser_tendon: usize;
    /// Number of user numbers per actuator.
    nuser_actuator: usize;
    /// Number of user numbers per sensor.
    nuser_sensor: usize;
    /// Number of characters of all names.
    nnames: usize;
    /// Number of characters of all asset paths.
    npaths: usize;
    /// Number of slots of the name hash table.
    nnames_map: usize;
    /// Number of nonzeros of the actuator moments.
    nJmom: usize;
    /// Number of bodies with gravity compensation.
    ngravcomp: usize;
    /// Number of potential equality-constraint rows.
    nemax: usize;
    /// Number of constraint rows given by the user, -1 for automatic.
    njmax: i64;
    /// Number of contacts given by the user, -1 for automatic.
    nconmax: i64;
    /// Number of user numbers in the data.
    nuserdata: usize;
    /// Number of numbers of all sensors.
    nsensordata: usize;
    /// Number of numbers of plugin state.
    npluginstate: usize;
    /// Number of numbers of the history buffer.
    nhistory: usize;
    /// Number of bytes of the data arena; byte.
    narena: i64;
    /// Number of bytes of the model arrays; byte.
    nbuffer: i64;
}

impl Sizes {
    /// A bound on the bytes of the arrays of data whose entries have none in the model: others take
    /// no more than some times what the model takes. `None` on overflow.
    pub(crate) fn bytes_in_data_alone(&self) -> Option<usize> {
        const ENTRY: usize = 64;
        let Self { na, nM, nJmom, nmocap, nbvhdynamic, .. } = *self;
        let Self { nuserdata, nhistory, npluginstate, nsensordata, .. } = *self;
        [na, nM, nJmom, nmocap, nbvhdynamic, nuserdata, nhistory, npluginstate, nsensordata]
            .into_iter()
            .try_fold(0usize, |sum, n| sum.checked_add(n.checked_mul(ENTRY)?))
    }

    /// How many objects of a kind there are; `None` for what is no object.
    pub fn count(&self, kind: ObjType) -> Option<usize> {
        macro_rules! counts {
            ($($kind:ident $word:ident $size:ident $($names:ident $id:ident)?;)*) => {
                match kind {
                    $(ObjType::$kind => Some(self.$size),)*
                    ObjType::Unknown | ObjType::Frame | ObjType::Default | ObjType::Model => None,
                }
            };
        }
        object_kinds!(counts)
    }

    /// Slots that the name hash table needs: twice the number of objects that have names.
    pub fn name_slots(&self) -> usize {
        let counts = ObjType::named().filter_map(|kind| self.count(kind));
        counts.fold(0usize, |sum, n| sum.saturating_add(n.saturating_mul(LOAD_MULTIPLE)))
    }
}

/// Why a model of the given sizes cannot be made.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SizeError {
    /// A size is negative.
    Negative {
        /// MuJoCo's name of the size.
        name: &'static str,
        /// Its value.
        value: i64,
    },
    /// A size does not fit the 32-bit integers that ids and addresses are stored as.
    TooLarge {
        /// MuJoCo's name of the size.
        name: &'static str,
        /// Its value.
        value: i64,
    },
    /// There is no size of that name.
    Unknown {
        /// The name.
        name: String,
    },
    /// A model has no world body.
    NoBody,
    /// The arrays would take more than [`MAX_BYTES`].
    Total,
    /// The machine has not enough memory.
    Memory,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Negative { name, value } => write!(f, "size {name} is negative ({value})"),
            Self::TooLarge { name, value } => write!(f, "size {name} is too large ({value})"),
            Self::Unknown { name } => write!(f, "no size is called '{name}'"),
            Self::NoBody => f.write_str("a model needs at least the world body"),
            Self::Total => {
                write!(f, "the model would take more than {} GiB", MAX_BYTES >> 30)
            }
            Self::Memory => f.write_str("not enough memory for the model"),
        }
    }
}

crate::debug_as_message!(SizeError);

impl std::error::Error for SizeError {}
