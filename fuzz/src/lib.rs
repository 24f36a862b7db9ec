//! What the fuzz targets share.

use std::sync::LazyLock;

use ferrodyn_engine::Model;
use ferrodyn_mjcf::Loader;

/// Compiles a model that names one file, within the limits for strangers.
pub fn load_asset(name: &str, bytes: &[u8], model: &str) {
    let mut loader = Loader::untrusted();
    loader.limits.mesh_vertices = 5_000;
    loader.limits.asset_bytes = 16 << 20;
    if loader.files.add(name, bytes).is_ok() {
        drop(loader.load_str(model).map_err(|error| error.to_string()));
    }
}

/// A small model with most kinds of elements.
pub fn model() -> Model {
    static MODEL: LazyLock<Model> = LazyLock::new(|| {
        let text = "<mujoco><asset><mesh name='m' builtin='sphere' params='1'/></asset><worldbody>\
            <geom type='plane' size='1 1 1'/><body name='a' pos='0 0 .9'><freejoint/>\
            <geom size='.1 .1 .1' type='box'/><site name='s' pos='.1 0 0'/>\
            <body name='b' pos='.3 0 0'><joint name='j' range='-1 1' limited='true'/>\
            <geom type='mesh' mesh='m'/><site name='t'/></body></body></worldbody>\
            <tendon><spatial name='x'><site site='s'/><site site='t'/></spatial>\
            <fixed name='y'><joint joint='j' coef='1'/></fixed></tendon>\
            <equality><connect body1='b' anchor='0 0 0' active='false'/></equality>\
            <actuator><motor joint='j'/><position tendon='x'/></actuator>\
            <sensor><accelerometer site='s'/><jointpos joint='j'/></sensor></mujoco>";
        Loader::new().load_str(text).expect("the model is good")
    });
    MODEL.clone()
}

/// Edits that bytes stand for: a field, a place in it and a number.
pub fn edits(data: &[u8], fields: usize) -> impl Iterator<Item = (usize, usize, [u8; 4])> {
    let (words, _) = data.as_chunks::<8>();
    words.iter().take(8).map(move |&[f, g, a, b, x, y, z, w]| {
        let field = usize::from(u16::from_le_bytes([f, g])) % fields;
        (field, usize::from(u16::from_le_bytes([a, b])), [x, y, z, w])
    })
}

/// Writes a number into an array, wherever it fits.
pub fn put(bytes: &mut [u8], at: usize, value: [u8; 4]) {
    let words = bytes.len() / 4;
    if words > 0 {
        let at = 4 * (at % words);
        bytes[at..at + 4].copy_from_slice(&value);
    }
}
