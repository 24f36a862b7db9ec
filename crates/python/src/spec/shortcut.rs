//! The shortcuts that set the parameters of actuators, and the fields that sensors report.

use ferrodyn_mjcf::spec::dcmotor::DcMotorShortcut;
use ferrodyn_mjcf::spec::{
    Actuator, CylinderShortcut, MotorInput, MuscleShortcut, Sensor, ServoShortcut,
};
use ferrodyn_python_macros::pyfunction;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::cell::{Id, SpecCell, deleted};

/// A number that was given, which a negative one was not: MuJoCo's default is -1.
fn given(number: f64) -> Option<f64> {
    Some(number).filter(|&n| n != -1.0)
}

/// As many numbers as wanted; missing ones are zero.
fn numbers<const N: usize>(rows: &[Vec<f64>], row: usize) -> PyResult<[f64; N]> {
    let found = rows.get(row).map_or(&[][..], Vec::as_slice);
    found
        .try_into()
        .map_err(|_| PyValueError::new_err(format!("expected {N} numbers, not {}", found.len())))
}

/// Makes an actuator what a shortcut of that name stands for, with its parameters in rows.
#[pyfunction]
fn set_to(cell: &SpecCell, id: Id, shortcut: &str, rows: Vec<Vec<f64>>) -> PyResult<()> {
    let mut spec = cell.lock();
    let actuator = spec.get_mut::<Actuator>(id.0).ok_or_else(deleted)?;
    let done = match shortcut {
        "motor" => {
            actuator.set_to_motor();
            Ok(())
        }
        "position" => actuator.set_to_position(&servo(&rows)?),
        "intvelocity" => actuator.set_to_intvelocity(&servo(&rows)?),
        "velocity" => {
            let [kv] = numbers(&rows, 0)?;
            actuator.set_to_velocity(kv);
            Ok(())
        }
        "damper" => {
            let [kv] = numbers(&rows, 0)?;
            actuator.set_to_damper(kv)
        }
        "cylinder" => {
            let [timeconst, bias, area, diameter] = numbers(&rows, 0)?;
            actuator.set_to_cylinder(&CylinderShortcut {
                timeconst: Some(timeconst),
                area: Some(area),
                diameter: Some(diameter),
                bias: Some([bias, 0.0, 0.0]),
            });
            Ok(())
        }
        "muscle" => actuator.set_to_muscle(&muscle(&rows)?),
        "adhesion" => {
            let [gain] = numbers(&rows, 0)?;
            actuator.set_to_adhesion(gain)
        }
        "dcmotor" => actuator.set_to_dcmotor(&dcmotor(&rows)?),
        _ => return Err(PyValueError::new_err(format!("there is no shortcut {shortcut}"))),
    };
    done.map_err(|e| PyValueError::new_err(e.to_string()))
}

fn servo(rows: &[Vec<f64>]) -> PyResult<ServoShortcut> {
    let [kp, kv, ratio, time, inherit] = numbers(rows, 0)?;
    Ok(ServoShortcut {
        kp: Some(kp),
        kv: given(kv),
        dampratio: given(ratio),
        timeconst: given(time),
        inheritrange: Some(inherit),
    })
}

fn muscle(rows: &[Vec<f64>]) -> PyResult<MuscleShortcut> {
    let [tausmooth, force, scale, lmin, lmax, vmax, fpmax, fvmax] = numbers(rows, 2)?;
    let (timeconst, range) = (numbers(rows, 0)?, numbers(rows, 1)?);
    let tausmooth = Some(tausmooth);
    Ok(MuscleShortcut { timeconst, tausmooth, range, force, scale, lmin, lmax, vmax, fpmax, fvmax })
}

fn dcmotor(rows: &[Vec<f64>]) -> PyResult<DcMotorShortcut> {
    let [resistance] = numbers(rows, 1)?;
    let [input] = numbers(rows, 9)?;
    Ok(DcMotorShortcut {
        motorconst: numbers(rows, 0)?,
        resistance,
        nominal: numbers(rows, 2)?,
        saturation: numbers(rows, 3)?,
        inductance: numbers(rows, 4)?,
        cogging: numbers(rows, 5)?,
        controller: numbers(rows, 6)?,
        thermal: numbers(rows, 7)?,
        lugre: numbers(rows, 8)?,
        input: match input as i32 {
            1 => MotorInput::Position,
            2 => MotorInput::Velocity,
            _ => MotorInput::Voltage,
        },
    })
}

/// How many numbers a sensor reports.
#[pyfunction]
fn sensor_size(cell: &SpecCell, id: Id) -> PyResult<i32> {
    let spec = cell.lock();
    spec.get::<Sensor>(id.0).ok_or_else(deleted)?;
    Ok(spec.sensor_dim(id.0).unwrap_or(0))
}

/// Adds the functions to a module.
pub(crate) fn functions(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(set_to, m)?)?;
    m.add_function(wrap_pyfunction!(sensor_size, m)?)
}
