//! Builders of deformable bodies, for `ferrodyn.deformable`: dataclasses there, which are read here.

use ferrodyn_engine::enums::Integrator;
use ferrodyn_engine::math::{Quat, Vec3};
use ferrodyn_mjcf::Spec;
use ferrodyn_mjcf::deformable::{
    CapsuleChain, ChainStart, Cloth, DeformableError, LongestStep, Material, SoftBody,
};
use ferrodyn_mjcf::spec::{BodyKey, FlexDof, Keyword};
use ferrodyn_python_macros::pyfunction;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::cell::{Id, SpecCell, deleted};
use crate::args::Array;

/// A material, as its dataclass has it.
#[derive(FromPyObject)]
struct MaterialArg {
    young: f64,
    poisson: f64,
    density: f64,
    friction: f64,
    damping: f64,
}

#[derive(FromPyObject)]
struct ClothArg {
    name: String,
    material: MaterialArg,
    thickness: f64,
    count: [usize; 2],
    spacing: f64,
    pos: Array<3>,
    quat: Array<4>,
    pins: Vec<[usize; 2]>,
    drag: Option<f64>,
    edges: Option<Array<2>>,
}

#[derive(FromPyObject)]
struct SoftBodyArg {
    name: String,
    material: MaterialArg,
    count: [usize; 3],
    spacing: f64,
    radius: f64,
    dof: String,
    pos: Array<3>,
    quat: Array<4>,
    pins: Vec<[usize; 3]>,
}

#[derive(FromPyObject)]
struct ChainArg {
    name: String,
    material: MaterialArg,
    radius: f64,
    links: usize,
    length: f64,
    joint_damping: f64,
    start: String,
    pos: Array<3>,
    quat: Array<4>,
}

impl From<&MaterialArg> for Material {
    fn from(arg: &MaterialArg) -> Self {
        let &MaterialArg { young, poisson, density, friction, damping } = arg;
        Self { young, poisson, density, friction, damping }
    }
}

/// A builder of any kind.
enum Builder {
    Cloth(Cloth),
    SoftBody(SoftBody),
    Chain(CapsuleChain),
}

impl Builder {
    /// The builder that a dataclass describes.
    fn of(kind: &str, body: &Bound<'_, PyAny>) -> PyResult<Self> {
        match kind {
            "cloth" => Ok(Self::Cloth(cloth(fields(body)?))),
            "soft_body" => soft_body(fields(body)?).map(Self::SoftBody),
            "chain" => chain(fields(body)?).map(Self::Chain),
            _ => Err(PyValueError::new_err(format!("there is no deformable body '{kind}'"))),
        }
    }

    fn longest_step(&self, integrator: Option<Integrator>) -> Result<LongestStep, DeformableError> {
        match (self, integrator) {
            (Self::Cloth(cloth), _) => cloth.longest_step(),
            (Self::SoftBody(body), Some(integrator)) => body.longest_step_with(integrator),
            (Self::SoftBody(body), None) => body.longest_step(),
            (Self::Chain(chain), _) => chain.longest_step(),
        }
    }

    fn add_to(&self, spec: &mut Spec, body: BodyKey) -> Result<(), DeformableError> {
        match self {
            Self::Cloth(cloth) => cloth.add_to(spec, body),
            Self::SoftBody(block) => block.add_to(spec, body),
            Self::Chain(chain) => chain.add_to(spec, body),
        }
    }
}

/// The fields of a dataclass; an error names the field as users do.
fn fields<'py, T>(body: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    body.extract().map_err(|mut error: PyErr| {
        let (py, mut place) = (body.py(), Vec::new());
        // "failed to extract field ClothArg.spacing", from what is wrong with it
        while let Some(cause) = error.cause(py) {
            let text = error.value(py).to_string();
            place.push(text.rsplit('.').next().unwrap_or_default().to_owned());
            error = cause;
        }
        PyTypeError::new_err(format!("{}: {}", place.join("."), error.value(py)))
    })
}

fn cloth(arg: ClothArg) -> Cloth {
    let ClothArg { name, material, thickness, count, spacing, pos, quat, pins, drag, edges } = arg;
    let new = Cloth::new(name, Material::from(&material), thickness);
    let edges = edges.map(|edges| edges.0);
    Cloth { count, spacing, pos: Vec3(pos.0), quat: Quat(quat.0), pins, drag, edges, ..new }
}

fn soft_body(arg: SoftBodyArg) -> PyResult<SoftBody> {
    let SoftBodyArg { name, material, count, spacing, radius, dof, pos, quat, pins } = arg;
    let dof = FlexDof::from_word(&dof)
        .ok_or_else(|| PyValueError::new_err(format!("dof cannot be '{dof}'")))?;
    let new = SoftBody::new(name, Material::from(&material));
    Ok(SoftBody { count, spacing, radius, dof, pos: Vec3(pos.0), quat: Quat(quat.0), pins, ..new })
}

fn chain(arg: ChainArg) -> PyResult<CapsuleChain> {
    let ChainArg { name, material, radius, links, length, joint_damping, start, pos, quat } = arg;
    let start = match start.as_str() {
        "hinged" => ChainStart::Hinged,
        "clamped" => ChainStart::Clamped,
        "free" => ChainStart::Free,
        _ => return Err(PyValueError::new_err("start is 'hinged', 'clamped' or 'free'")),
    };
    let new = CapsuleChain::new(name, Material::from(&material), radius);
    let (pos, quat) = (Vec3(pos.0), Quat(quat.0));
    Ok(CapsuleChain { links, length, joint_damping, start, pos, quat, ..new })
}

fn value_error(error: &DeformableError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn numbers(material: Material) -> [f64; 5] {
    let Material { young, poisson, density, friction, damping } = material;
    [young, poisson, density, friction, damping]
}

/// Names of materials with their five numbers.
#[pyfunction]
fn materials() -> Vec<(&'static str, [f64; 5])> {
    Material::PRESETS.map(|(name, material)| (name, numbers(material))).into()
}

/// The material of a preset, and the other numbers that it sets: thickness, or radius and length.
#[pyfunction]
fn preset(kind: &str, name: &str) -> PyResult<([f64; 5], Vec<f64>)> {
    let of_cloth = |cloth: Cloth| (numbers(cloth.material), vec![cloth.thickness]);
    let of_block = |block: SoftBody| (numbers(block.material), Vec::new());
    let of_chain = |chain: CapsuleChain| {
        (numbers(chain.material), vec![chain.radius, chain.length, chain.joint_damping])
    };
    Ok(match (kind, name) {
        ("cloth", "cotton") => of_cloth(Cloth::cotton("")),
        ("cloth", "silk") => of_cloth(Cloth::silk("")),
        ("cloth", "leather") => of_cloth(Cloth::leather("")),
        ("cloth", "rubber") => of_cloth(Cloth::rubber("")),
        ("cloth", "paper") => of_cloth(Cloth::paper("")),
        ("cloth", "membrane") => of_cloth(Cloth::membrane("")),
        ("soft_body", "rubber") => of_block(SoftBody::rubber("")),
        ("soft_body", "gelatin") => of_block(SoftBody::gelatin("")),
        ("soft_body", "soft_tissue") => of_block(SoftBody::soft_tissue("")),
        ("soft_body", "muscle") => of_block(SoftBody::muscle("")),
        ("soft_body", "foam") => of_block(SoftBody::foam("")),
        ("soft_body", "stiff") => of_block(SoftBody::stiff("")),
        ("chain", "rope") => of_chain(CapsuleChain::rope("")),
        ("chain", "steel_cable") => of_chain(CapsuleChain::steel_cable("")),
        ("chain", "soft_cable") => of_chain(CapsuleChain::soft_cable("")),
        ("chain", "hair") => of_chain(CapsuleChain::hair("")),
        ("chain", "chain") => of_chain(CapsuleChain::chain("")),
        _ => return Err(PyValueError::new_err(format!("there is no {kind} '{name}'"))),
    })
}

/// The longest step, what limits it, the undamped one, the damping, and all of it in words.
#[pyfunction]
fn longest_step(
    kind: &str,
    body: &Bound<'_, PyAny>,
    integrator: Option<i32>,
) -> PyResult<(f64, &'static str, f64, f64, String)> {
    let integrator = match integrator {
        None => None,
        Some(number) => Some(
            Integrator::from_i32(number)
                .ok_or_else(|| PyValueError::new_err(format!("there is no integrator {number}")))?,
        ),
    };
    let longest = Builder::of(kind, body)?.longest_step(integrator).map_err(|e| value_error(&e))?;
    let LongestStep { seconds, limit, undamped, damping } = longest;
    Ok((seconds, limit.name(), undamped, damping, longest.to_string()))
}

/// What Young's modulus must be for a step and what is left of it; for a chain its damping and that of its joints.
#[pyfunction]
fn fit_to(kind: &str, body: &Bound<'_, PyAny>, timestep: f64) -> PyResult<(f64, f64)> {
    let fitted = match Builder::of(kind, body)? {
        Builder::Cloth(cloth) => {
            cloth.soften_to(timestep).map(|(cloth, left)| (cloth.material.young, left))
        }
        Builder::SoftBody(block) => {
            block.soften_to(timestep).map(|(block, left)| (block.material.young, left))
        }
        Builder::Chain(chain) => {
            chain.damp_to(timestep).map(|(chain, damping)| (damping, chain.joint_damping))
        }
    };
    fitted.map_err(|e| value_error(&e))
}

/// Adds a body to a spec, inside a body of it.
#[pyfunction]
fn add_deformable(
    cell: &SpecCell,
    parent: Id,
    kind: &str,
    body: &Bound<'_, PyAny>,
) -> PyResult<()> {
    // read before the lock: extraction runs code of the user
    let builder = Builder::of(kind, body)?;
    let mut spec = cell.lock();
    let parent = spec.body_key(parent.0).ok_or_else(deleted)?;
    builder.add_to(&mut spec, parent).map_err(|e| value_error(&e))?;
    spec.assign_ids();
    Ok(())
}

/// Adds the functions to a module.
pub(crate) fn functions(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(materials, m)?)?;
    m.add_function(wrap_pyfunction!(preset, m)?)?;
    m.add_function(wrap_pyfunction!(longest_step, m)?)?;
    m.add_function(wrap_pyfunction!(fit_to, m)?)?;
    m.add_function(wrap_pyfunction!(add_deformable, m)?)
}
