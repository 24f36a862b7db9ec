//! The filter of activations that are known in closed form.

use crate::data::Lanes;
use crate::math::fun;

/// A filter with time constant `tau` after a time `h`, exact for an input that does not change.
pub(super) fn decay<N: Lanes>(act: N, act_dot: N, tau: f64, h: f64) -> N {
    act + act_dot * tau * (1.0 - fun::exp(-h / tau))
}
