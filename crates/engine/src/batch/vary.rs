//! Parameters of a model that differ from environment to environment.
//!
//! | reads | writes |
//! |---|---|
//! | values of the environments | any parameter of the model, `opt.*` |

use std::fmt;

use crate::data::Data;
use crate::fields::{DType, FieldInfo, FieldMut, FieldRef, Shape, Table};
use crate::model::Model;
use crate::option::{Opt, Statistic};
use crate::set_const::{ConstError, set_const};

/// A parameter of a model: an array, or by names such as `opt.gravity` and `stat.meaninertia` an option
/// or a statistic.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    place: ParameterSource,
    dtype: DType,
    shape: Shape,
    /// Size of its values.
    bytes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ParameterSource {
    Model(usize),
    Option(usize),
    Statistic(usize),
}

impl ParameterSource {
    fn get(self, m: &Model) -> Option<FieldRef<'_>> {
        match self {
            Self::Model(at) => m.field_at(at),
            Self::Option(at) => m.opt.field_at(at),
            Self::Statistic(at) => m.stat.field_at(at),
        }
    }

    fn get_mut(self, m: &mut Model) -> Option<FieldMut<'_>> {
        match self {
            Self::Model(at) => m.field_at_mut(at),
            Self::Option(at) => m.opt.field_at_mut(at),
            Self::Statistic(at) => m.stat.field_at_mut(at),
        }
    }
}

/// Why a field cannot differ from environment to environment.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum VaryError {
    /// The model has no such field.
    Unknown {
        /// What was asked for.
        name: String,
        /// The parameter whose name is nearest, if one resembles it.
        suggestion: Option<String>,
    },
    /// It is structure, not a parameter.
    Structure(&'static str),
    /// It is no array of numbers.
    NotNumbers(&'static str),
    /// It has numbers of another type than was asked for.
    Type {
        /// Its name.
        name: String,
        /// The type of its numbers.
        found: DType,
        /// The type that was asked for.
        asked: DType,
    },
    /// Whether trees may sleep is decided when a batch is made.
    Flags,
}

impl fmt::Display for VaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, suggestion } => {
                write!(f, "{name} is no field of a model, nor an option")?;
                suggestion.iter().try_for_each(|meant| write!(f, ", did you mean {meant}?"))
            }
            Self::Structure(name) => write!(
                f,
                "{name} is structure (what there is, how much of it, and where), which all environments of a batch \
                 share: use a MixedBatch of several models"
            ),
            Self::NotNumbers(name) => write!(f, "{name} is not an array of numbers"),
            Self::Type { name, found, asked } => write!(
                f,
                "{name} has numbers of type {}, not {}: use vary for f64, vary_as for other types",
                type_name(*found),
                type_name(*asked)
            ),
            Self::Flags => f.write_str("opt.enableflags is shared by all environments of a batch"),
        }
    }
}

crate::debug_as_message!(VaryError);

impl std::error::Error for VaryError {}

fn type_name(dtype: DType) -> &'static str {
    match dtype {
        DType::F64 => "f64",
        DType::F32 => "f32",
        DType::I32 => "i32",
        DType::I64 => "i64",
        DType::U64 => "u64",
        DType::U8 => "u8",
        DType::I8 => "i8",
        DType::Char => "char",
        DType::Record(_) => "record",
    }
}

/// The parameter whose name is nearest to a word, if at most a third of its letters have to change.
fn nearest(word: &str) -> Option<String> {
    let of = |table: &'static [FieldInfo], prefix: &'static str| {
        let parameters = table.iter().filter(|info| !info.structure && is_of_numbers(info.dtype));
        parameters.map(move |info| format!("{prefix}{}", info.name))
    };
    // longer words resemble no name
    let all = of(Model::infos(), "")
        .chain(of(Opt::infos(), "opt."))
        .chain(of(Statistic::infos(), "stat."));
    let all = all.filter(|name| word.len() <= 2 * name.len());
    let edits = all.map(|name| (strsim::osa_distance(word, &name), name));
    let near = edits.filter(|(edits, _)| *edits <= (word.len() / 3).max(1));
    near.min_by_key(|(edits, _)| *edits).map(|(_, name)| name)
}

fn is_of_numbers(dtype: DType) -> bool {
    !matches!(dtype, DType::Char | DType::Record(_))
}

impl Parameter {
    /// Finds a parameter by its name.
    ///
    /// # Errors
    /// If there is none of that name, or it is not a parameter.
    pub fn find(m: &Model, name: &str) -> Result<Self, VaryError> {
        if name == "opt.enableflags" {
            return Err(VaryError::Flags);
        }
        let at = |infos: &'static [FieldInfo], name| {
            infos.iter().enumerate().find(|(_, info)| info.name == name)
        };
        let found = match name.split_once('.') {
            Some(("opt", name)) => {
                at(Opt::infos(), name).map(|(k, i)| (ParameterSource::Option(k), i))
            }
            Some(("stat", name)) => {
                at(Statistic::infos(), name).map(|(k, i)| (ParameterSource::Statistic(k), i))
            }
            _ => at(Model::infos(), name).map(|(k, i)| (ParameterSource::Model(k), i)),
        };
        let (place, info) = found.ok_or_else(|| {
            let suggestion = nearest(name);
            VaryError::Unknown { name: name.to_owned(), suggestion }
        })?;
        if info.structure {
            return Err(VaryError::Structure(info.name));
        }
        let numbers = is_of_numbers(info.dtype);
        let field = place.get(m).filter(|_| numbers).ok_or(VaryError::NotNumbers(info.name))?;
        Ok(Self { place, dtype: info.dtype, shape: field.shape, bytes: field.bytes.len() })
    }

    /// The name that it is found by.
    pub fn name(&self) -> String {
        match self.place {
            ParameterSource::Model(at) => Model::infos()[at].name.to_owned(),
            ParameterSource::Option(at) => format!("opt.{}", Opt::infos()[at].name),
            ParameterSource::Statistic(at) => format!("stat.{}", Statistic::infos()[at].name),
        }
    }

    /// Scalar type of the values.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Dimensions of the values.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Size of the values in bytes.
    pub fn size(&self) -> usize {
        self.bytes
    }

    /// Copies the values of a model, which is of the same sizes as that it was found in.
    pub fn read(&self, m: &Model, to: &mut [u8]) {
        if let Some(field) = self.place.get(m).filter(|field| field.bytes.len() == to.len()) {
            to.copy_from_slice(field.bytes);
        }
    }

    fn write(&self, m: &mut Model, from: &[u8]) {
        if let Some(field) = self.place.get_mut(m).filter(|field| field.bytes.len() == from.len()) {
            field.bytes.copy_from_slice(from);
        }
    }
}

/// Values of a parameter for every environment, one row after the other.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Varied<'a> {
    /// The parameter.
    pub parameter: Parameter,
    /// The values as bytes.
    pub values: &'a [u8],
}

impl Varied<'_> {
    /// Writes the values of an environment to a model; nothing if there are none.
    pub fn load(&self, index: usize, m: &mut Model) {
        let size = self.parameter.bytes;
        if let Some(row) = self.values.get(index * size..).and_then(|rest| rest.get(..size)) {
            self.parameter.write(m, row);
        }
    }
}

/// Values of a parameter for every environment of a [`BatchSim`](super::BatchSim), which owns them.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct OwnedValues {
    parameter: Parameter,
    /// The rows one after the other, in words so that numbers of any type are aligned.
    words: Vec<u64>,
    /// Bytes of all rows.
    bytes: usize,
}

impl OwnedValues {
    /// The values of a model, for so many environments.
    pub(super) fn new(parameter: Parameter, m: &Model, count: usize) -> Self {
        let bytes = parameter.bytes * count;
        let words = vec![0; bytes.div_ceil(size_of::<u64>())];
        let mut made = Self { parameter, words, bytes };
        for row in made.bytes_mut().chunks_exact_mut(parameter.bytes.max(1)) {
            parameter.read(m, row);
        }
        made
    }

    pub(super) fn parameter(&self) -> Parameter {
        self.parameter
    }

    /// Whether they are of the array of the model with that name.
    pub(super) fn is(&self, name: &str) -> bool {
        matches!(self.parameter.place, ParameterSource::Model(at) if Model::infos()[at].name == name)
    }

    /// The values of an environment as bytes.
    pub(super) fn row(&self, env: usize) -> &[u8] {
        let size = self.parameter.bytes;
        &self.as_varied().values[env * size..][..size]
    }

    pub(super) fn as_varied(&self) -> Varied<'_> {
        let values = &bytemuck::cast_slice(&self.words)[..self.bytes];
        Varied { parameter: self.parameter, values }
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.words)[..self.bytes]
    }
}

/// The parameters that [`set_const`] derives from others.
pub const DERIVED: [&str; 23] = [
    "body_subtreemass",
    "body_invweight0",
    "dof_invweight0",
    "dof_M0",
    "dof_length",
    "tendon_length0",
    "tendon_invweight0",
    "tendon_lengthspring",
    "actuator_acc0",
    "actuator_length0",
    "actuator_biasprm",
    "eq_data",
    "cam_pos0",
    "cam_poscom0",
    "cam_mat0",
    "light_pos0",
    "light_poscom0",
    "light_dir0",
    "stat.meaninertia",
    "stat.meanmass",
    "stat.meansize",
    "stat.extent",
    "stat.center",
];

/// Memory to compute constants of models that follow from their parameters.
#[doc(hidden)]
#[derive(Debug)]
pub struct Refresher<'m> {
    shared: &'m Model,
    m: Model,
    d: Data,
}

impl<'m> Refresher<'m> {
    /// Memory for models of the structure of `m`.
    pub fn new(m: &'m Model) -> Self {
        Self { shared: m, m: m.clone(), d: Data::new(m) }
    }

    /// The model of an environment, with the constants that follow from its parameters.
    ///
    /// # Errors
    /// As [`set_const`], and [`ConstError::Structure`] where structure follows from them, which
    /// environments share.
    pub fn refresh(&mut self, index: usize, varied: &[Varied<'_>]) -> Result<&Model, ConstError> {
        for parameter in varied {
            parameter.load(index, &mut self.m);
        }
        let version = self.m.structure_version();
        set_const(&mut self.m, &mut self.d)?;
        if self.m.structure_version() != version {
            self.m.clone_from(self.shared);
            return Err(ConstError::Structure);
        }
        Ok(&self.m)
    }
}
