//! Instances of plugins: their order, their attributes, and the elements that use them.
//!
//! Instances of the spec come first, then those that elements have of their own: meshes, actuators,
//! sensors, then those made for the bodies of composites and flexcomps, then bodies and geoms as they
//! stand in the tree.

use std::collections::{BTreeMap, HashMap};

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::{ObjType, PluginCapabilityBit, SensorType};
use ferrodyn_engine::hooks::plugin::PluginKind;
use ferrodyn_engine::hooks::{Attributes, PluginError, Plugins, Registry};
use ferrodyn_engine::ids::PluginId;
use ferrodyn_engine::model::Draft;

use super::work::Work;
use super::{Fail, Failed, Names, fail};
use crate::error::{LoadError, Problems};
use crate::spec::{ElementId, Origin, Plugin, PluginRef};

/// All instances, and which of them each element uses.
pub(super) struct Instances<'s> {
    pub(super) list: Vec<Instance<'s>>,
    pub(super) meshes: Vec<Option<usize>>,
    pub(super) actuators: Vec<Option<usize>>,
    pub(super) sensors: Vec<Option<usize>>,
    /// By place in the working list.
    pub(super) bodies: Vec<Option<usize>>,
    pub(super) geoms: Vec<Option<usize>>,
}

/// An instance under compilation.
pub(super) struct Instance<'s> {
    pub(super) name: &'s str,
    /// The kind of the plugin, by number.
    pub(super) number: usize,
    pub(super) kind: &'s dyn PluginKind,
    pub(super) attributes: Attributes,
    /// Attributes one after the other, each with a final zero.
    pub(super) text: Vec<u8>,
    pub(super) state_len: usize,
    element: &'static str,
    origin: &'s Origin,
}

/// The request of an element for a plugin.
#[derive(Clone, Copy)]
struct Asked {
    element: &'static str,
    capability: PluginCapabilityBit,
    /// The capability that the plugin must have, in words.
    what: &'static str,
}

const BODY: Asked =
    Asked { element: "body", capability: PluginCapabilityBit::Passive, what: "passive forces" };
const GEOM: Asked =
    Asked { element: "geom", capability: PluginCapabilityBit::Sdf, what: "signed distance fields" };
const MESH: Asked = Asked { element: "mesh", ..GEOM };
const ACTUATOR: Asked =
    Asked { element: "actuator", capability: PluginCapabilityBit::Actuator, what: "actuators" };
const SENSOR: Asked =
    Asked { element: "sensor", capability: PluginCapabilityBit::Sensor, what: "sensors" };

/// Instances under way.
struct Resolver<'a, 's> {
    names: &'a Names<'s>,
    registry: &'s Registry,
    active: &'s [String],
    list: Vec<Instance<'s>>,
    /// Places of the instances of the spec.
    places: Vec<usize>,
    /// Places of instances by identity, for those without a name.
    by_id: HashMap<ElementId, usize>,
    failed: Failed,
}

/// Finds the plugin of every element that uses one.
pub(super) fn compile<'s>(
    work: &Work<'s>,
    registry: &'s Registry,
    problems: &mut Problems,
) -> Instances<'s> {
    let spec = work.spec;
    let mut resolver = Resolver {
        names: &work.names,
        registry,
        active: &spec.active_plugins,
        list: Vec::with_capacity(spec.plugins.len()),
        places: vec![usize::MAX; spec.plugins.len()],
        by_id: HashMap::new(),
        failed: Failed::default(),
    };
    resolver.add_named(&spec.plugins, false);
    let mut instances = Instances {
        list: Vec::new(),
        meshes: Vec::new(),
        actuators: Vec::new(),
        sensors: Vec::new(),
        bodies: vec![None; work.bodies.len()],
        geoms: vec![None; work.geoms.len()],
    };
    if resolver.failed.problems.is_empty() {
        macro_rules! each {
            ($list:ident, $asked:ident, $used:expr) => {
                for element in &spec.$list {
                    let used = resolver.used(
                        &element.plugin,
                        $asked,
                        $used(element),
                        &element.name,
                        &element.origin,
                    );
                    instances.$list.push(used);
                }
            };
        }
        each!(meshes, MESH, |_| false);
        each!(actuators, ACTUATOR, |_| false);
        each!(sensors, SENSOR, |s: &crate::spec::Sensor| s.kind == SensorType::Plugin);
        resolver.add_named(&spec.plugins, true);
        for (b, body) in work.bodies.iter().enumerate() {
            let spec = body.spec;
            instances.bodies[b] =
                resolver.used(&spec.plugin, BODY, false, &spec.name, &spec.origin);
            for &g in &body.geoms {
                let spec = work.geoms[g].spec;
                instances.geoms[g] =
                    resolver.used(&spec.plugin, GEOM, false, &spec.name, &spec.origin);
            }
        }
    }
    instances.list = resolver.list;
    resolver.failed.report(problems);
    instances
}

impl<'s> Resolver<'_, 's> {
    /// Appends the instances of the spec, those made for bodies or the others.
    fn add_named(&mut self, plugins: &'s [Plugin], of_bodies: bool) {
        let wanted = |(_, plugin): &(usize, &Plugin)| plugin.is_of_bodies() == of_bodies;
        for (i, plugin) in plugins.iter().enumerate().filter(wanted) {
            let Plugin { name, plugin_name, config, origin, .. } = plugin;
            let made = self.instance(plugin_name, name, config, origin);
            if let Some(made) = self.failed.keep("plugin", name, origin, made) {
                self.places[i] = self.list.len();
                self.by_id.insert(origin.id, self.list.len());
                self.list.push(made);
            }
        }
    }

    /// The instance that an element uses; nothing if it uses none, or not this way.
    fn used(
        &mut self,
        plugin: &'s PluginRef,
        asked: Asked,
        must: bool,
        name: &str,
        origin: &'s Origin,
    ) -> Option<usize> {
        // the type of a sensor says whether a plugin measures it
        let wanted = if asked.element == SENSOR.element { must } else { plugin.active };
        if !wanted {
            return None;
        }
        let found = self.resolve(plugin, asked, origin);
        self.failed.keep(asked.element, name, origin, found)
    }

    fn resolve(
        &mut self,
        plugin: &'s PluginRef,
        asked: Asked,
        origin: &'s Origin,
    ) -> Result<usize, Fail> {
        if plugin.plugin_name.is_empty() && plugin.name.is_empty() {
            return fail("neither plugin nor instance is given");
        }
        let index = if !plugin.name.is_empty() {
            match self.names.find(ObjType::Plugin, &plugin.name) {
                Some(index) => self.places[index],
                None => return Err(Fail::unknown(self.names, ObjType::Plugin, &plugin.name)),
            }
        } else if let Some(&index) = self.by_id.get(&plugin.instance) {
            index
        } else {
            let made = self.instance(&plugin.plugin_name, "", &plugin.config, origin)?;
            self.list.push(Instance { element: asked.element, ..made });
            self.list.len() - 1
        };
        let Some(instance) = self.list.get(index) else { return fail("there is no such instance") };
        let kind = instance.kind;
        if !plugin.plugin_name.is_empty() && plugin.plugin_name != kind.name() {
            return fail(format!(
                "the instance \"{}\" is of plugin \"{}\", not \"{}\"",
                plugin.name,
                kind.name(),
                plugin.plugin_name
            ));
        }
        if !kind.capabilities().contains(&asked.capability) {
            return fail(format!("plugin \"{}\" does not support {}", kind.name(), asked.what));
        }
        Ok(index)
    }

    /// An instance of a plugin with settings.
    fn instance(
        &self,
        plugin: &str,
        name: &'s str,
        config: &BTreeMap<String, String>,
        origin: &'s Origin,
    ) -> Result<Instance<'s>, Fail> {
        let (number, kind) = self.kind(plugin)?;
        let known = kind.attributes();
        if let Some(key) = config.keys().find(|key| !known.contains(&key.as_str())) {
            let message =
                format!("unrecognized attribute 'plugin:{key}' for plugin \"{}\"", kind.name());
            let help = match crate::suggest::did_you_mean(key, known.iter().copied()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("it has: {}", known.join(", ")),
            };
            return Err(Fail::of_value(message, Some(help), key));
        }
        let mut text = Vec::new();
        for attribute in &known {
            // a zero would end it
            let value = config.get(*attribute).map_or("", String::as_str);
            text.extend(value.bytes().take_while(|&byte| byte != 0));
            text.push(0);
        }
        if known.is_empty() {
            text.push(0);
        }
        let given = config.iter().filter(|(_, value)| !value.is_empty());
        let attributes = Attributes::new(given.map(|(key, value)| (key.clone(), value.clone())));
        let state_len = kind.state_len(&attributes).map_err(|error| refused(&error))?;
        Ok(Instance { name, number, kind, attributes, text, state_len, element: "plugin", origin })
    }

    /// A plugin that is known and activated.
    fn kind(&self, name: &str) -> Result<(usize, &'s dyn PluginKind), Fail> {
        let known = || self.registry.kinds().map(PluginKind::name);
        let Some(found) = self.registry.find(name) else {
            let message = format!("there is no plugin \"{name}\"");
            let near = crate::suggest::did_you_mean(name, known());
            let help = near.map(|near| format!("did you mean \"{near}\"?"));
            return Err(Fail::of_value(message, help, name));
        };
        if !self.active.iter().any(|active| active == name) {
            let message = format!("the plugin \"{name}\" is not activated");
            let help = format!("add <extension><plugin plugin=\"{name}\"/></extension>");
            return Err(Fail::of_value(message, Some(help), name).if_missing());
        }
        Ok(found)
    }
}

/// The problem of an instance that its plugin does not accept.
pub(super) fn refused(error: &PluginError) -> Fail {
    Fail::from(error.to_string())
}

impl Instances<'_> {
    /// Characters of all attributes.
    pub(super) fn attribute_bytes(&self) -> usize {
        self.list.iter().map(|instance| instance.text.len()).sum()
    }

    /// Numbers of state of all instances.
    pub(super) fn state_len(&self) -> usize {
        self.list.iter().fold(0, |sum, instance| sum.saturating_add(instance.state_len))
    }

    /// Fills the arrays of instances.
    pub(super) fn fill(&self, m: &mut Draft) {
        let (mut state, mut attr) = (0, 0);
        for (i, instance) in self.list.iter().enumerate() {
            let id = PluginId(i);
            let s = m.structure();
            s.plugin[id] = instance.number as i32;
            s.plugin_stateadr[id] = state as i32;
            s.plugin_statenum[id] = instance.state_len as i32;
            s.plugin_attradr[id] = attr as i32;
            let slots = m.plugin_attr.as_mut_slice().iter_mut().skip(attr);
            slots.zip(&instance.text).for_each(|(slot, byte)| *slot = byte.cast_signed());
            state += instance.state_len;
            attr += instance.text.len();
        }
    }

    /// Makes the plugins of a finished model.
    pub(super) fn make(&self, m: &mut Model, registry: &Registry) -> Result<(), LoadError> {
        if self.list.is_empty() || m.set_plugins(registry).is_ok() {
            return Ok(());
        }
        // find the instance at fault, to report its place
        let mut failed = Failed::default();
        for (i, instance) in self.list.iter().enumerate() {
            let made = Plugins::check(m, PluginId(i), registry).map_err(|error| refused(&error));
            failed.note(instance.element, instance.name, instance.origin, made);
        }
        failed.into_result()
    }
}
