//! Attributes of the spec itself: compiler settings, statistics, options and visual settings.

use ferrodyn_engine::Opt;
use ferrodyn_engine::fields::{FieldInfo, Table};
use ferrodyn_engine::visual as v;
use ferrodyn_mjcf::Spec;
use ferrodyn_mjcf::spec::{Angle, Compiler, LengthRange, Size, StatisticOverride};
use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::field::{self, Change, Rows as _, Taken, describe, element_fields, fields};
use super::value::{Chars, row};
use crate::descriptor::{dtype_name, scalar_bytes, scalar_value};

fields! {
    only Spec {
        "modelname" = modelname;
        "comment" = comment;
        "modelfiledir" = modelfiledir;
        "strippath" = compiler.strippath;
        "meshdir" = compiler.meshdir;
        "texturedir" = compiler.texturedir;
        // no part of MJCF: MuJoCo's compiler does not read them either
        "nemax": i32 = |_| 0, |_, _| {};
        "hasImplicitPluginElem": bool = |_| false, |_, _| {};
    }

    Compiler {
        "degree": bool =
            |c| c.angle == Angle::Degree,
            |c, v| c.angle = if v { Angle::Degree } else { Angle::Radian };
        "eulerseq": Chars<3> = |c| Chars(c.eulerseq.clone()), |c, v| {
            c.eulerseq = v.over(&c.eulerseq);
        };
    }

    // part of the spec in Python
    Size {}
    LengthRange {}
    StatisticOverride {}
}

/// A group of settings of a spec: its name, and for compiler settings whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Group {
    Spec,
    Compiler(usize),
    LengthRange(usize),
    Stat,
    Option,
    Visual(&'static str),
}

/// Groups of the visual settings.
pub(crate) const VISUAL: [&str; 6] = ["global", "quality", "headlight", "map", "scale", "rgba"];

impl Group {
    /// The group of that name; `scope` counts attached specs from one, zero is the spec itself.
    pub(crate) fn named(name: &str, scope: usize) -> PyResult<Self> {
        Ok(match name {
            "spec" => Self::Spec,
            "compiler" => Self::Compiler(scope),
            "lengthrange" => Self::LengthRange(scope),
            "stat" => Self::Stat,
            "option" => Self::Option,
            other => match VISUAL.into_iter().find(|group| *group == other) {
                Some(group) => Self::Visual(group),
                None => return Err(PyAttributeError::new_err(format!("no settings '{name}'"))),
            },
        })
    }

    /// Takes a setting out of a spec.
    pub(crate) fn get(self, spec: &mut Spec, name: &str) -> PyResult<Taken> {
        match self {
            Self::Spec if Size::row(name).is_some() => field::get(&spec.size, name),
            Self::Spec => field::get(spec, name),
            Self::Compiler(scope) => field::get(compiler(spec, scope), name),
            Self::LengthRange(scope) => field::get(&compiler(spec, scope).lengthrange, name),
            Self::Stat => field::get(&spec.stat, name),
            Self::Option => taken(&spec.option, name),
            Self::Visual("quality") => taken(&spec.visual.quality, name),
            Self::Visual("headlight") => taken(&spec.visual.headlight, name),
            Self::Visual("map") => taken(&spec.visual.map, name),
            Self::Visual("scale") => taken(&spec.visual.scale, name),
            Self::Visual("rgba") => taken(&spec.visual.rgba, name),
            Self::Visual(_) => taken(&spec.visual.global, name),
        }
    }

    /// Understands a new value of a setting.
    pub(crate) fn change(self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Change<Spec>> {
        fn to<R: 'static>(
            change: Change<R>,
            part: impl FnOnce(&mut Spec) -> &mut R + 'static,
        ) -> Change<Spec> {
            Box::new(move |spec| change(part(spec)))
        }
        Ok(match self {
            Self::Spec if Size::row(name).is_some() => {
                to(field::change(name, value)?, |s| &mut s.size)
            }
            Self::Spec => field::change(name, value)?,
            Self::Compiler(scope) => to(field::change(name, value)?, move |s| compiler(s, scope)),
            Self::LengthRange(scope) => {
                to(field::change(name, value)?, move |s| &mut compiler(s, scope).lengthrange)
            }
            Self::Stat => to(field::change(name, value)?, |s| &mut s.stat),
            Self::Option => to(change(name, value)?, |s| &mut s.option),
            Self::Visual("quality") => to(change(name, value)?, |s| &mut s.visual.quality),
            Self::Visual("headlight") => to(change(name, value)?, |s| &mut s.visual.headlight),
            Self::Visual("map") => to(change(name, value)?, |s| &mut s.visual.map),
            Self::Visual("scale") => to(change(name, value)?, |s| &mut s.visual.scale),
            Self::Visual("rgba") => to(change(name, value)?, |s| &mut s.visual.rgba),
            Self::Visual(_) => to(change(name, value)?, |s| &mut s.visual.global),
        })
    }
}

/// The compiler settings of the spec, or of one attached to it.
fn compiler(spec: &mut Spec, scope: usize) -> &mut Compiler {
    match scope.checked_sub(1) {
        Some(attached) if attached < spec.attached.len() => &mut spec.attached[attached].compiler,
        _ => &mut spec.compiler,
    }
}

/// The place and description of a field of one of the engine's tables.
fn info<T: Table>(name: &str) -> PyResult<(usize, &'static FieldInfo)> {
    let missing = || PyAttributeError::new_err(format!("object has no attribute '{name}'"));
    T::infos().iter().enumerate().find(|(_, info)| info.name == name).ok_or_else(missing)
}

/// Takes a field out of one of the engine's tables.
fn taken<T: Table>(table: &T, name: &str) -> PyResult<Taken> {
    let (index, info) = info::<T>(name)?;
    let bytes = table.field_at(index).map_or_else(Vec::new, |field| field.bytes.to_vec());
    Ok(Box::new(move |py| {
        if info.inner.is_empty() {
            return Ok(scalar_value(py, info.dtype, &bytes)?.unwrap_or_else(|| py.None()));
        }
        let bytes = (PyBytes::new(py, &bytes), dtype_name(info.dtype));
        Ok(py.import("numpy")?.call_method1("frombuffer", bytes)?.unbind())
    }))
}

/// Understands a new value of a field of one of the engine's tables.
fn change<T: Table + 'static>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Change<T>> {
    let (index, info) = info::<T>(name)?;
    let values = if info.inner.is_empty() { vec![value.clone()] } else { row(name, value)? };
    let count: usize = info.inner.iter().product();
    if values.len() != count {
        let message = format!("{name} should be a list/array of size {count}.");
        return Err(PyValueError::new_err(message));
    }
    let mut bytes = Vec::new();
    for value in &values {
        bytes.extend(scalar_bytes(info.dtype, value)?);
    }
    Ok(Box::new(move |table| {
        let field = table.field_at_mut(index);
        if let Some(to) = field.and_then(|field| field.bytes.get_mut(..bytes.len())) {
            to.copy_from_slice(&bytes);
        }
    }))
}

/// Names and kinds of one of the engine's tables.
fn describe_table<T: Table>() -> Vec<(&'static str, String)> {
    let kind = |info: &FieldInfo| {
        let dtype = dtype_name(info.dtype);
        match info.inner {
            [] if dtype.starts_with("float") => "float".to_owned(),
            [] => "int".to_owned(),
            inner => format!("{dtype}[{}]", inner.iter().product::<usize>()),
        }
    };
    T::infos().iter().map(|info| (info.name, kind(info))).collect()
}

/// Names and kinds of the attributes of every group.
pub(crate) fn tables() -> Vec<(&'static str, Vec<(&'static str, String)>)> {
    vec![
        ("spec", [describe::<Spec>(), describe::<Size>()].concat()),
        ("compiler", describe::<Compiler>()),
        ("lengthrange", describe::<LengthRange>()),
        ("stat", describe::<StatisticOverride>()),
        ("option", describe_table::<Opt>()),
        ("global", describe_table::<v::VisualGlobal>()),
        ("quality", describe_table::<v::VisualQuality>()),
        ("headlight", describe_table::<v::VisualHeadlight>()),
        ("map", describe_table::<v::VisualMap>()),
        ("scale", describe_table::<v::VisualScale>()),
        ("rgba", describe_table::<v::VisualRgba>()),
    ]
}
