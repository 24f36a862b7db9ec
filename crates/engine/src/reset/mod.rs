//! Making data, and bringing it back to the model's default pose.
//!
//! | reads | writes |
//! |---|---|
//! | `qpos0`, `body_mocapid`, `body_pos`, `body_quat` | `eq_active`, `plugin`, `plugin_state`, `signature` |
//! | `eq_active0`, `actuator_history`, `actuator_historyadr` | |
//! | `sensor_history`, `sensor_historyadr`, `plugin_stateadr`, `plugin_statenum` | |
//! | `sensor_interval`, `opt.enableflags`, `opt.timestep` | |
//!
//! Above the stages: what starts asleep is put to sleep by the forward dynamics.

mod asleep;
mod values;

pub use asleep::kept_awake;

use crate::data::{Data, DataOf, Lanes, LanesError};
use crate::enums::EnableBit;
use crate::hooks::{AsSystem, Hooks, System};
use crate::math::{QuatOf, Vec3Of};
use crate::model::Model;
use crate::scratch::Scratch;
use crate::sizes::SizeError;

impl Data {
    /// Allocates data for a model, in the state that [`reset`](Self::reset) describes.
    ///
    /// # Panics
    /// If the machine has not enough memory; [`Draft::new`](crate::model::Draft::new) has bounded the amount.
    #[doc(alias = "mj_makeData")]
    pub fn new(m: &impl AsSystem) -> Self {
        Self::make(&m.as_system())
    }

    /// As [`new`](Self::new), for callers that make more data than a machine may hold.
    ///
    /// # Errors
    /// If there is no memory for its arrays.
    pub fn try_new(m: &impl AsSystem) -> Result<Self, SizeError> {
        Self::try_make(&m.as_system())
    }
}

impl<N: Lanes> DataOf<N> {
    /// Allocates data for the simulations of a model in the lanes of a number, each in the state that
    /// [`reset`](Self::reset) describes.
    ///
    /// # Errors
    /// If the model has something that belongs to single simulations, or that stages compute from values
    /// alone where numbers are more than values.
    ///
    /// # Panics
    /// If the machine has not enough memory.
    pub fn in_lanes(m: &impl AsSystem) -> Result<Self, LanesError> {
        let m = &m.as_system();
        const { assert!(N::LANES > 0, "data of no simulation") };
        check_lanes(m)?;
        if N::plain(&[]).is_none() {
            values::check(m)?;
        }
        Ok(Self::make(m))
    }
}

/// An error if a model has something that belongs to single simulations.
pub(crate) fn check_lanes(m: &System<'_>) -> Result<(), LanesError> {
    let actuator = |h: &Hooks| h.act_dyn.is_some() || h.act_gain.is_some() || h.act_bias.is_some();
    if m.opt.enabled(EnableBit::Sleep) {
        Err(LanesError::Sleep)
    } else if actuator(m.hooks) || m.hooks.passive.is_some() {
        Err(LanesError::Callbacks)
    } else if m.sensors().any(|s| m.sensor_history[s][0] > 0) {
        Err(LanesError::SensorHistory)
    } else if m.nplugin > 0 {
        Err(LanesError::Plugins)
    } else if m.nflex > 0 {
        Err(LanesError::Flexes)
    } else {
        Ok(())
    }
}

impl<N: Lanes> DataOf<N> {
    pub(crate) fn make(m: &System<'_>) -> Self {
        Self::try_make(m).expect("memory for the data of a model")
    }

    fn try_make(m: &System<'_>) -> Result<Self, SizeError> {
        let mut d = Self::allocate(&m.sizes)?;
        d.scratch = Scratch::new(m);
        d.workspace = N::workspace(m);
        d.fill(m);
        Ok(d)
    }

    /// Returns to the model's default pose at rest: `qpos0`, no contacts, no constraints, mocap
    /// bodies where the model puts them, equality constraints as the model switches them.
    ///
    /// Does not compute anything that follows from the state, unless sleep is enabled: then poses of
    /// what is static are computed here, and trees that the model wants to start asleep do so, which
    /// takes the forward dynamics of the initial state.
    ///
    /// Data of another model becomes data of this one, as if it were new; in lanes, its numbers become
    /// NaN.
    ///
    /// # Panics
    /// If data of another model needs more memory than the machine has.
    #[doc(alias = "mj_resetData")]
    pub fn reset(&mut self, m: &impl AsSystem) {
        let m = &m.as_system();
        if self.accept(m).is_err() {
            self.make_again(m);
            return;
        }
        self.clear();
        self.fill(m);
    }

    /// Brings data of zeros into the model's default pose.
    fn fill(&mut self, m: &System<'_>) {
        let bytes = Self::bytes_for(&m.sizes).unwrap_or(0);
        for sim in self.sims_mut() {
            sim.narena = m.sizes.narena;
            sim.nbuffer = bytes as i64;
            sim.nplugin = m.sizes.nplugin as i32;
            sim.signature = m.signature;
            copy(&mut sim.eq_active, &m.eq_active0);
            copy(&mut sim.plugin, &m.plugin);
        }
        for (to, &from) in self.qpos.iter_mut().zip(m.qpos0.iter()) {
            *to = N::splat(from);
        }
        self.reset_history(m);
        reset_plugins(m, self);
        asleep::start(m, self);

        // mocap bodies start where the model has them
        for b in m.bodies() {
            let Some(id) = m.body_mocapid[b].id().filter(|id| id.0 < m.nmocap) else {
                continue;
            };
            self.mocap_pos[id] = Vec3Of::splat(m.body_pos[b]);
            self.mocap_quat[id] = QuatOf::splat(m.body_quat[b]);
        }
    }

    /// Turns data of another model into that of this one; numbers in lanes, which not every model can
    /// be in, become NaN.
    #[cold]
    fn make_again(&mut self, m: &System<'_>) {
        match N::single_mut(self) {
            Some(d) => *d = Data { growth: d.growth, ..Data::make(m) },
            None => self.fill_with_nan(),
        }
    }

    /// Fills the delay buffers with zeros, stamped with the times before the start.
    fn reset_history(&mut self, m: &Model) {
        let dt = m.opt.timestep;
        for u in m.actuators() {
            let n = m.actuator_history[u][0];
            let stamp = |j: i32| -f64::from(n - j) * dt;
            self.reset_history_of(m.actuator_historyadr[u], n, 0.0, stamp);
        }
        for s in m.sensors() {
            let n = m.sensor_history[s][0];
            let [period, phase] = m.sensor_interval[s];
            let start = if phase == 0.0 { -period } else { phase };
            if period > 0.0 {
                // samples lie one period apart, moved up to the next step
                let stamp = |j: i32| ((start - f64::from(n - 1 - j) * period) / dt).ceil() * dt;
                self.reset_history_of(m.sensor_historyadr[s], n, start, stamp);
            } else {
                let stamp = |j: i32| -f64::from(n - j) * dt;
                self.reset_history_of(m.sensor_historyadr[s], n, -dt, stamp);
            }
        }
    }

    /// One delay buffer: a slot for the user, the place of the newest sample, then the times.
    fn reset_history_of(&mut self, adr: i32, n: i32, slot: f64, stamp: impl Fn(i32) -> f64) {
        let Some(buf) = usize::try_from(adr).ok().and_then(|adr| self.history.get_mut(adr..))
        else {
            return;
        };
        let times = (0..n).map(stamp);
        if n > 0 {
            let values = [slot, f64::from(n - 1)].into_iter().chain(times);
            buf.iter_mut().zip(values).for_each(|(to, v)| *to = N::splat(v));
        }
    }
}

/// The state that plugins start from.
fn reset_plugins<N: Lanes>(m: &System<'_>, d: &mut DataOf<N>) {
    let Some(d) = N::single_mut(d).filter(|_| m.nplugin > 0) else { return };
    for (id, plugin) in m.plugins() {
        let [adr, num] = [m.plugin_stateadr[id], m.plugin_statenum[id]];
        let start = usize::try_from(adr).unwrap_or(usize::MAX);
        let states = d.plugin_state.as_mut_slice().get_mut(start..).unwrap_or_default();
        let states = states.get_mut(..usize::try_from(num).unwrap_or(0)).unwrap_or_default();
        match plugin {
            Some(plugin) => plugin.reset(m, id, states),
            None => states.fill(f64::NAN),
        }
    }
}

/// Copies as far as both reach.
fn copy<T: Copy>(to: &mut [T], from: &[T]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
}
