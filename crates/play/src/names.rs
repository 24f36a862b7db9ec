//! Names of objects.

use ferrodyn_engine::Model;
use ferrodyn_engine::enums::ObjType;

/// The name of an object, or its kind and number.
#[must_use]
pub fn name_of(m: &Model, kind: ObjType, id: usize) -> String {
    let unnamed = || format!("{} {id}", format!("{kind:?}").to_lowercase());
    m.id2name(kind, id).map_or_else(unnamed, str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_name_has_a_number() {
        let xml =
            "<mujoco><worldbody><body name='arm'><geom size='1'/></body></worldbody></mujoco>";
        let m = ferrodyn_mjcf::Loader::new().load_str(xml).unwrap();
        assert_eq!(name_of(&m, ObjType::Body, 1), "arm");
        assert_eq!(name_of(&m, ObjType::Geom, 0), "geom 0");
    }
}
