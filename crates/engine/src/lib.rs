//! The physics of ferrodyn: model, data and the step pipeline, with MuJoCo's names and numbers.

pub mod math;
