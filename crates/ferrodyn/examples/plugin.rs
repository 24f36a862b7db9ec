//! A plugin: a wind that pushes the bodies that name it, and grows stronger from step to step.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example plugin
//! after 1 s the wind has 7.0 N
//! leaf: 1.80 m downwind
//! stone: 0.00 m downwind
//! ```

use ferrodyn::enums::PluginCapabilityBit;
use ferrodyn::hooks::plugin::{PassivePlugin, Plugin, PluginKind};
use ferrodyn::hooks::{Attributes, PluginError};
use ferrodyn::ids::PluginId;
use ferrodyn::math::{Spatial, Vec3};
use ferrodyn::{Data, Loader, Model, passive, step};

const LEAVES: &str = r#"<mujoco><option timestep="0.01"/>
  <extension><plugin plugin="example.wind"/></extension>
  <worldbody>
    <body name="leaf"><freejoint/><geom size=".1" mass="1"/>
      <plugin plugin="example.wind"><config key="force" value="2"/></plugin></body>
    <body name="stone" pos="0 1 0"><freejoint/><geom size=".1" mass="1"/></body>
  </worldbody></mujoco>"#;

/// How much stronger the wind is after a second; N.
const GUST: f64 = 5.0;

/// What the model has: one instance for each place that names the plugin.
struct Wind {
    /// Force at the start; N.
    force: f64,
}

impl Plugin for Wind {
    fn reset(&self, _: &Model, _: PluginId, state: &mut [f64]) {
        state[0] = self.force;
    }

    fn advance(&self, m: &Model, d: &mut Data, id: PluginId) {
        let adr = m.plugin_stateadr[id] as usize;
        d.plugin_state[adr] += GUST * m.opt.timestep;
    }

    fn passive(&self) -> Option<&dyn PassivePlugin> {
        Some(self)
    }
}

impl PassivePlugin for Wind {
    fn add_force(&self, m: &Model, d: &mut Data, id: PluginId) {
        // all simulations share the instance: what changes is in the data
        let force = Vec3::new(d.plugin_state[m.plugin_stateadr[id] as usize], 0.0, 0.0);
        for b in m.bodies().filter(|&b| m.body_plugin[b].raw() == id.raw()) {
            let (wrench, point) = (Spatial::new(Vec3::ZERO, force), d.xipos[b]);
            passive::add_wrench(m, d, &wrench, point, b);
        }
    }
}

/// What makes instances.
struct WindKind;

impl PluginKind for WindKind {
    fn name(&self) -> &'static str {
        "example.wind"
    }

    fn capabilities(&self) -> &[PluginCapabilityBit] {
        &[PluginCapabilityBit::Passive]
    }

    fn attributes(&self) -> Vec<&str> {
        vec!["force"]
    }

    fn state_len(&self, _: &Attributes) -> Result<usize, PluginError> {
        Ok(1)
    }

    fn instance(
        &self,
        _: &Model,
        _: PluginId,
        attributes: &Attributes,
    ) -> Result<Box<dyn Plugin>, PluginError> {
        Ok(Box::new(Wind { force: attributes.number("force")?.unwrap_or(1.0) }))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut loader = Loader::new();
    loader.plugins.0.add(WindKind)?;
    let m = loader.load_str(LEAVES)?;
    let mut d = Data::new(&m);
    for _ in 0..100 {
        step(&m, &mut d);
    }
    println!("after {:.0} s the wind has {:.1} N", d.time, d.plugin_state[0]);
    for b in m.bodies().skip(1) {
        let name = m.name(b).unwrap_or("?");
        println!("{name}: {:.2} m downwind", d.xpos[b][0]);
    }
    Ok(())
}
