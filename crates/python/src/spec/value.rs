//! Fields of a spec as Python sees them: numbers, arrays, words, enums, lists.

use std::collections::BTreeMap;

use ferrodyn_engine::enums as e;
use ferrodyn_engine::math::{Quat, Vec3};
use ferrodyn_mjcf::spec::{FluidShape, Interp, Keyword, Orientation, PluginRef};
use numpy::{Element, PyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use super::cell::Id;

/// A value that Python can read and write.
pub(crate) trait Value: Sized + Clone + 'static {
    /// The Python type in one word, with the length of what has a fixed one: `float`, `float64[3]`,
    /// `mjtGeom`, `str[]`.
    fn kind() -> String;

    /// The value as a Python object of its own.
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>>;

    /// What a Python object holds; `name` is the attribute, for messages.
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self>;
}

/// Says which attribute a value was meant for.
fn wrong(name: &str, expected: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let found = value.get_type().name().map_or_else(|_| "object".into(), |n| n.to_string());
    PyTypeError::new_err(format!("{name} should be {expected}, not {found}."))
}

macro_rules! numbers {
    ($($type:ty, $word:literal, $expected:literal, $otherwise:expr;)+) => {$(
        impl Value for $type {
            fn kind() -> String {
                $word.into()
            }
            fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Ok((*self).into_pyobject(py)?.into_any().unbind())
            }
            fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
                let number = value.extract().ok().or_else(|| $otherwise(value)?.extract().ok());
                number.ok_or_else(|| wrong(name, $expected, value))
            }
        }
    )+};
}

numbers! {
    f64, "float", "a number", |_| None::<Bound<'_, PyAny>>;
    f32, "float", "a number", |_| None::<Bound<'_, PyAny>>;
    i32, "int", "an integer", whole;
    i64, "int", "an integer", whole;
}

/// The whole part of an array without a dimension, which stands for a number.
fn whole<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let array = value.cast::<PyUntypedArray>().ok()?;
    if array.ndim() == 0 { value.call_method0("__int__").ok() } else { None }
}

impl Value for bool {
    fn kind() -> String {
        "int".into()
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        i32::from(*self).get(py)
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(i64::take(name, value)? != 0)
    }
}

impl Value for String {
    fn kind() -> String {
        "str".into()
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(PyString::new(py, self).into_any().unbind())
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        value.extract().map_err(|_| wrong(name, "a string", value))
    }
}

/// Absent is NaN.
impl Value for Option<f64> {
    fn kind() -> String {
        f64::kind()
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.unwrap_or(f64::NAN).get(py)
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Some(f64::take(name, value)?).filter(|n| !n.is_nan()))
    }
}

/// The items of anything but text.
pub(crate) fn items<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let text = value.is_instance_of::<PyString>() || value.is_instance_of::<PyDict>();
    match value.try_iter() {
        Ok(iter) if !text => iter.collect(),
        _ => Err(wrong(name, "a list/array", value)),
    }
}

/// A number that an array may hold.
pub(crate) trait Number: Value + Element + Copy + Default {
    /// NumPy's name of the type.
    const DTYPE: &'static str;

    /// The number as an array of a fixed length takes it, which is how NumPy converts.
    fn convert(item: &Bound<'_, PyAny>) -> Option<Self>;
}
impl Number for f64 {
    const DTYPE: &'static str = "float64";
    fn convert(item: &Bound<'_, PyAny>) -> Option<Self> {
        item.extract().ok()
    }
}
impl Number for f32 {
    const DTYPE: &'static str = "float32";
    fn convert(item: &Bound<'_, PyAny>) -> Option<Self> {
        item.extract().ok()
    }
}
impl Number for i32 {
    const DTYPE: &'static str = "int32";
    fn convert(item: &Bound<'_, PyAny>) -> Option<Self> {
        // fractions are dropped; what is no number or too large is refused
        let number = item.extract::<f64>().ok()?.trunc();
        (f64::from(Self::MIN)..=f64::from(Self::MAX)).contains(&number).then_some(number as Self)
    }
}

impl<T: Number> Value for Vec<T> {
    fn kind() -> String {
        format!("{}[]", T::DTYPE)
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(PyArray1::from_slice(py, self).into_any().unbind())
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        items(name, value)?.iter().map(|item| T::take(name, item)).collect()
    }
}

impl<T: Number, const N: usize> Value for [T; N] {
    fn kind() -> String {
        format!("{}[{N}]", T::DTYPE)
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(PyArray1::from_slice(py, self).into_any().unbind())
    }
    /// `N` numbers, or `N` rows of one number each, as MuJoCo takes them.
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let items = row(name, value)?;
        let Some(numbers) = items.iter().map(T::convert).collect::<Option<Vec<T>>>() else {
            let shape = value.getattr("shape").map_or_else(|_| String::new(), |s| format!(" {s}"));
            let kind = wrong(name, &format!("{N} numbers"), value).value(value.py()).to_string();
            return Err(PyTypeError::new_err(format!("{}{shape}.", kind.trim_end_matches('.'))));
        };
        numbers.try_into().map_err(|_| {
            PyValueError::new_err(format!("{name} should be a list/array of size {N}."))
        })
    }
}

/// The items of a list of numbers, or of a column: rows with one number each.
pub(crate) fn row<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let items = items(name, value)?;
    let alone = |row: &Bound<'py, PyAny>| {
        let one = !row.is_instance_of::<PyString>() && row.len().is_ok_and(|n| n == 1);
        if one { row.get_item(0).ok() } else { None }
    };
    let column: Option<Vec<_>> = items.iter().map(alone).collect();
    Ok(column.unwrap_or(items))
}

macro_rules! like_arrays {
    ($($type:ident, $n:literal;)+) => {$(
        impl Value for $type {
            fn kind() -> String {
                <[f64; $n]>::kind()
            }
            fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                self.0.get(py)
            }
            fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
                Value::take(name, value).map(Self)
            }
        }
    )+};
}

like_arrays! { Vec3, 3; Quat, 4; }

/// Absent is NaN in front.
impl<const N: usize> Value for Option<[f64; N]> {
    fn kind() -> String {
        <[f64; N]>::kind()
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mut absent = [0.0; N];
        absent[..1].fill(f64::NAN);
        self.unwrap_or(absent).get(py)
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numbers = <[f64; N]>::take(name, value)?;
        // one that is only partly given keeps its numbers until the first one comes
        let absent = numbers[0].is_nan() && numbers[1..].iter().all(|&n| n == 0.0);
        Ok(Some(numbers).filter(|_| !absent))
    }
}

impl Value for Vec<String> {
    fn kind() -> String {
        "str[]".into()
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.into_pyobject(py)?.into_any().unbind())
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        items(name, value)?.iter().map(|item| String::take(name, item)).collect()
    }
}

/// A fixed number of words. Assigning fewer leaves the rest empty, except for textures of a
/// material, which MuJoCo wants to be all there.
impl<const N: usize> Value for [String; N] {
    fn kind() -> String {
        format!("str[{N}]")
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.to_vec().get(py)
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut words: Vec<String> = Value::take(name, value)?;
        if words.len() > N || (name == "textures" && words.len() != N) {
            return Err(PyValueError::new_err(format!(
                "material.{name} must have exactly {N} elements, got {}. Leave those without a \
                 name as empty strings ''.",
                words.len()
            )));
        }
        words.resize(N, String::new());
        Ok(std::array::from_fn(|i| std::mem::take(&mut words[i])))
    }
}

/// Characters, as many as `N`; missing ones are dots.
#[derive(Clone)]
pub(crate) struct Chars<const N: usize>(pub(crate) String);

impl<const N: usize> Chars<N> {
    /// These characters, and after them what an older text has there.
    pub(crate) fn over(self, old: &str) -> String {
        let given = self.0.chars().count();
        self.0.chars().chain(old.chars().skip(given)).collect()
    }
}

impl<const N: usize> Value for Chars<N> {
    fn kind() -> String {
        format!("char[{N}]")
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let all = self.0.chars().chain(std::iter::repeat('.')).take(N);
        all.map(String::from).collect::<Vec<_>>().get(py)
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let given = if let Ok(text) = value.extract::<String>() {
            text
        } else {
            let words: Vec<String> = Value::take(name, value)?;
            if words.iter().any(|word| word.chars().count() != 1) {
                let message = format!("{name} list elements must be single characters.");
                return Err(PyValueError::new_err(message));
            }
            words.concat()
        };
        let found = given.chars().count();
        if found > N {
            let message = format!("{name} should have length {N}, got {found}.");
            return Err(PyValueError::new_err(message));
        }
        Ok(Self(given))
    }
}

/// Bytes.
#[derive(Clone)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Value for Bytes {
    fn kind() -> String {
        "bytes".into()
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(PyBytes::new(py, &self.0).into_any().unbind())
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        match value.extract::<Vec<u8>>() {
            Ok(bytes) if !value.is_instance_of::<PyString>() => Ok(Self(bytes)),
            _ => Err(wrong(name, "bytes", value)),
        }
    }
}

/// Lists of numbers in a list.
#[derive(Clone)]
pub(crate) struct Lists<T>(pub(crate) Vec<Vec<T>>);

impl<T: Number + for<'py> IntoPyObject<'py>> Value for Lists<T> {
    fn kind() -> String {
        format!("{}[][]", T::DTYPE)
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.0.clone().into_pyobject(py)?.into_any().unbind())
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let lists = items(name, value)?;
        lists.iter().map(|item| Vec::take(name, item)).collect::<PyResult<_>>().map(Self)
    }
}

/// The form an orientation is given in, and its numbers.
impl Value for Orientation {
    fn kind() -> String {
        "orientation".into()
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let (form, numbers): (i32, Vec<f64>) = match self {
            Self::Quat => (0, Vec::new()),
            Self::AxisAngle(v) => (1, v.to_vec()),
            Self::XyAxes(v) => (2, v.to_vec()),
            Self::ZAxis(v) => (3, v.to_vec()),
            Self::Euler(v) => (4, v.to_vec()),
        };
        Ok((form, numbers).into_pyobject(py)?.into_any().unbind())
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (form, numbers): (i32, Bound<'_, PyAny>) = value.extract()?;
        match form {
            0 => Ok(Self::Quat),
            1 => Value::take("axisangle", &numbers).map(Self::AxisAngle),
            2 => Value::take("xyaxes", &numbers).map(Self::XyAxes),
            3 => Value::take("zaxis", &numbers).map(Self::ZAxis),
            4 => Value::take("euler", &numbers).map(Self::Euler),
            _ => {
                let message = format!("{name}: there is no orientation of type {form}.");
                Err(PyValueError::new_err(message))
            }
        }
    }
}

/// Texts by name.
impl Value for BTreeMap<String, String> {
    fn kind() -> String {
        "dict".into()
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.clone().into_pyobject(py)?.into_any().unbind())
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        value.extract().map_err(|_| wrong(name, "a dictionary of strings", value))
    }
}

/// Name of the instance, name of the plugin, whether it is used, a note, settings of an instance of
/// the element's own, and the identity of an instance without a name.
impl Value for PluginRef {
    fn kind() -> String {
        "plugin".into()
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let row = (
            &self.name,
            &self.plugin_name,
            i32::from(self.active),
            &self.info,
            self.config.clone(),
            Id(self.instance),
        );
        Ok(row.into_pyobject(py)?.into_any().unbind())
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        type Row = (String, String, i32, String, BTreeMap<String, String>, Id);
        let row: PyResult<Row> = value.extract();
        let (instance, plugin_name, active, info, config, id) =
            row.map_err(|_| wrong(name, "an MjsPlugin", value))?;
        let active = active != 0;
        Ok(Self { name: instance, plugin_name, active, info, instance: id.0, config })
    }
}

/// Reads an enum; `from` finds the value of a number.
fn take_enum<T>(
    name: &str,
    value: &Bound<'_, PyAny>,
    from: impl FnOnce(i32) -> Option<T>,
) -> PyResult<T> {
    let number = i32::take(name, value)?;
    let missing = || PyValueError::new_err(format!("{number} is no value that {name} can have."));
    from(number).ok_or_else(missing)
}

macro_rules! enums {
    ($($type:ident, $word:literal;)+) => {$(
        impl Value for e::$type {
            fn kind() -> String {
                $word.into()
            }
            fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                (*self as i32).get(py)
            }
            fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
                take_enum(name, value, e::$type::from_i32)
            }
        }
    )+};
}

// where MuJoCo's struct holds a plain integer, Python gets one
enums! {
    SleepPolicy, "mjtSleepPolicy";
    JointType, "mjtJoint";
    GeomType, "mjtGeom";
    GeomInertia, "mjtGeomInertia";
    Projection, "mjtProjection";
    CamLight, "mjtCamLight";
    LightType, "mjtLightType";
    MeshInertia, "mjtMeshInertia";
    ColorSpace, "mjtColorSpace";
    TextureType, "mjtTexture";
    EqType, "mjtEq";
    ObjType, "mjtObj";
    TrnType, "mjtTrn";
    DynType, "mjtDyn";
    GainType, "mjtGain";
    BiasType, "mjtBias";
    SensorType, "mjtSensor";
    DataType, "mjtDataType";
    SensorStage, "mjtStage";
    Limited, "int";
    AlignFree, "int";
    Builtin, "int";
    Mark, "int";
    InertiaFromGeom, "int";
    LrMode, "int";
    FlexSelf, "int";
}

macro_rules! keyword_enums {
    ($($type:ident, $word:literal;)+) => {$(
        impl Value for $type {
            fn kind() -> String {
                $word.into()
            }
            fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                (*self as i32).get(py)
            }
            fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
                let all = Self::WORDS.iter().map(|(_, value)| *value);
                take_enum(name, value, |n| all.into_iter().find(|v| *v as i32 == n))
            }
        }
    )+};
}

keyword_enums! { Interp, "int"; }

/// MuJoCo keeps the choice of the fluid model as a floating point number.
impl Value for FluidShape {
    fn kind() -> String {
        f64::kind()
    }
    fn get(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        f64::from(*self as i32).get(py)
    }
    fn take(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(if f64::take(name, value)? > 0.0 { Self::Ellipsoid } else { Self::None })
    }
}
