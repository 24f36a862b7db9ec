//! Numbers, MuJoCo's macros of mathematics, muscles, friction pyramids, texts and random numbers.

use crate::enums::{ObjType, Warning};
use crate::math::random::StandardNormal;

pub use crate::actuation::muscle::{
    bias as mju_muscleBias, dynamics as mju_muscleDynamics, gain as mju_muscleGain,
};
pub use crate::math::fun::{
    acos as mju_acos, asin as mju_asin, atan2 as mju_atan2, cos as mju_cos, exp as mju_exp,
    ln as mju_log, log10 as mju_log10, pow as mju_pow, sin as mju_sin, tan as mju_tan,
    tanh as mju_tanh,
};
pub use crate::math::pyramid::{
    decode_pyramid as mju_decodePyramid, encode_pyramid as mju_encodePyramid,
};
pub use crate::warning::num_bytes as mju_writeNumBytes;
pub use ferrodyn_engine::math::scalar::{
    clip as mju_clip, halton as mju_Halton, is_bad as mju_isBad, max as mju_max, min as mju_min,
    round as mju_round, sigmoid as mju_sigmoid, sign as mju_sign,
    spring_damper as mju_springDamper,
};
pub use ferrodyn_engine::math::sort::{
    insertion_sort as mju_insertionSort, insertion_sort as mju_insertionSortInt,
};

/// Square root: [`f64::sqrt`].
pub fn mju_sqrt(x: f64) -> f64 {
    x.sqrt()
}

/// Absolute value: [`f64::abs`].
pub fn mju_abs(x: f64) -> f64 {
    x.abs()
}

/// The largest integer that is not greater: [`f64::floor`].
pub fn mju_floor(x: f64) -> f64 {
    x.floor()
}

/// The smallest integer that is not less: [`f64::ceil`].
pub fn mju_ceil(x: f64) -> f64 {
    x.ceil()
}

/// The word for a kind of object: [`ObjType::type_name`].
pub fn mju_type2Str(kind: ObjType) -> Option<&'static str> {
    kind.type_name()
}

/// The kind of object of a word: [`ObjType::from_type_name`].
pub fn mju_str2Type(word: &str) -> Option<ObjType> {
    ObjType::from_type_name(word)
}

/// What a warning says: [`Warning::text`].
pub fn mju_warningText(warning: Warning, info: u64) -> String {
    warning.text(info)
}

/// Two independent standard normal numbers: [`StandardNormal::pair`].
pub fn mju_standardNormal(generator: &mut StandardNormal) -> (f64, f64) {
    generator.pair()
}
