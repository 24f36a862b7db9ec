//! Names, references and values of elements.

use ferrodyn::spec::{
    Actuator, Body, BodyKey, Geom, Mesh, MeshBuiltin, Orientation, ServoShortcut, Spec,
};
use ferrodyn::{load_str, resolve_orientation};

use crate::{Announced, Fails, Panics, Wrong};

/// The key of a body that is added to the world.
fn key_of_a_body(spec: &mut Spec) -> Result<BodyKey, &'static str> {
    let body = spec.add_to(spec.world(), Body::default()).map_err(|_| "no world")?;
    spec.body_key(body).ok_or("no key")
}

pub(crate) const USES: &[Wrong] = &[
    ("a word that is mistyped", Fails("did you mean"), |_, _| {
        load_str("<mujoco><worldbody><geom sizes='1'/></worldbody></mujoco>")?;
        Ok(())
    }),
    ("an element that is mistyped", Fails("did you mean"), |_, _| {
        load_str("<mujoco><worldbody><goem size='1'/></worldbody></mujoco>")?;
        Ok(())
    }),
    ("a kind that is mistyped", Fails("did you mean"), |_, _| {
        load_str("<mujoco><worldbody><geom type='shpere' size='1'/></worldbody></mujoco>")?;
        Ok(())
    }),
    ("an element in the wrong place", Fails("motor"), |_, _| {
        load_str("<mujoco><worldbody><motor/></worldbody></mujoco>")?;
        Ok(())
    }),
    ("a word for a number", Fails("size"), |_, _| {
        load_str("<mujoco><worldbody><geom size='large'/></worldbody></mujoco>")?;
        Ok(())
    }),
    ("too many numbers", Fails("pos"), |_, _| {
        load_str("<mujoco><worldbody><geom size='1' pos='1 2 3 4'/></worldbody></mujoco>")?;
        Ok(())
    }),
    ("too few numbers", Fails("pos"), |_, _| {
        load_str("<mujoco><worldbody><geom size='1' pos='1 2'/></worldbody></mujoco>")?;
        Ok(())
    }),
    ("a joint that is not there", Fails("elbow"), |_, _| {
        load_str("<mujoco><actuator><motor joint='elbow'/></actuator></mujoco>")?;
        Ok(())
    }),
    ("a name twice", Fails("rename one"), |_, _| {
        load_str(
            "<mujoco><worldbody><geom name='a' size='1'/><geom name='a' size='1'/></worldbody></mujoco>",
        )?;
        Ok(())
    }),
    ("a tag that is not closed", Fails("worldbody"), |_, _| {
        load_str("<mujoco><worldbody></mujoco>")?;
        Ok(())
    }),
    ("no text at all", Fails("the file is empty"), |_, _| {
        load_str("")?;
        Ok(())
    }),
    ("another language", Fails("html"), |_, _| {
        load_str("<html/>")?;
        Ok(())
    }),
    ("a joint on the world", Fails("joint"), |_, _| {
        load_str("<mujoco><worldbody><joint/></worldbody></mujoco>")?;
        Ok(())
    }),
    ("seven joints on a body", Fails("joint"), |_, _| {
        load_str(&format!(
            "<mujoco><worldbody><body>{}<geom size='1'/></body></worldbody></mujoco>",
            "<joint/>".repeat(7)
        ))?;
        Ok(())
    }),
    ("a free joint below the world", Fails("free"), |_, _| {
        load_str(
            "<mujoco><worldbody><body><geom size='1'/><body><freejoint/><geom size='1'/></body></body></worldbody></mujoco>",
        )?;
        Ok(())
    }),
    ("a mesh without a file", Fails("mesh"), |_, _| {
        load_str(
            "<mujoco><asset><mesh name='m'/></asset><worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>",
        )?;
        Ok(())
    }),
    ("a servo with damping below zero", Fails("kv"), |_, _| {
        let servo = ServoShortcut { kp: Some(10.0), kv: Some(-1.0), ..ServoShortcut::default() };
        Ok(Actuator::default().set_to_position(&servo)?)
    }),
    ("a sphere of no resolution", Fails("takes 1 parameters, 0 are given"), |_, _| {
        Ok(Mesh::default().make(MeshBuiltin::Sphere, &[])?)
    }),
    ("axes of angles that are none", Fails("x, y, z, X, Y, Z"), |_, _| {
        resolve_orientation(true, "xyw", &Orientation::Euler([0.0; 3]))?;
        Ok(())
    }),
    ("a body that was removed", Panics("body"), |_, _| {
        let mut spec = Spec::default();
        let key = key_of_a_body(&mut spec)?;
        spec.bodies.remove(key);
        spec.bodies[key].name = "gone".into();
        Ok(())
    }),
    ("a body that was removed, asked", Announced, |_, _| {
        let mut spec = Spec::default();
        let key = key_of_a_body(&mut spec)?;
        spec.bodies.remove(key);
        assert!(spec.bodies.get(key).is_none());
        Ok(())
    }),
    ("a body under itself", Fails("inside itself"), |_, _| {
        let mut spec = Spec::default();
        let key = key_of_a_body(&mut spec)?;
        Ok(spec.bodies.move_to(key, key, 0)?)
    }),
    ("a name that another has", Fails("repeated name"), |_, _| {
        let mut spec = Spec::default();
        for _ in 0..2 {
            let id = spec.add_to(spec.world(), Geom::default())?;
            spec.set_name(id, "same")?;
        }
        Ok(())
    }),
];
