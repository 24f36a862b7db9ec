//! The form in which MuJoCo saves models: angles in radians, sizes of user data said.

use super::scope;
use crate::compile::choose_user_sizes;
use crate::spec::{Size, Spec};

impl Spec {
    /// The description as MuJoCo saves it: as [`to_xml`](Self::to_xml), with angles in radians, no
    /// Euler angles, and the sizes of user data.
    #[must_use]
    pub fn to_saved_xml(&self) -> String {
        let mut spec = self.clone();
        spec.resolve_keys();
        if !spec.attached.is_empty() {
            scope::merge_scopes(&mut spec);
        }
        scope::all_radians(&mut spec);
        choose_user_sizes(&mut spec);
        forget_zeros(&mut spec.size);

        spec.written(true)
    }
}

/// Sizes that are zero go without saying.
fn forget_zeros(size: &mut Size) {
    let sizes = [
        &mut size.nuser_body,
        &mut size.nuser_jnt,
        &mut size.nuser_geom,
        &mut size.nuser_site,
        &mut size.nuser_cam,
        &mut size.nuser_tendon,
        &mut size.nuser_actuator,
        &mut size.nuser_sensor,
    ];
    for size in sizes.into_iter().filter(|size| **size == 0) {
        *size = -1;
    }
}

#[cfg(test)]
mod tests {
    use crate::Loader;

    #[test]
    fn angles_are_in_radians_and_user_sizes_are_said() {
        let text = "<mujoco model='m'><compiler eulerseq='zyx'/>\
            <default><geom size='.5'/></default>\
            <worldbody><body euler='90 0 0'><joint range='-180 180'/><geom/>\
            <site user='1 2'/></body></worldbody></mujoco>";
        let spec = Loader::new().read_str(text).unwrap();
        let saved = spec.to_saved_xml();
        for part in [
            "<compiler angle=\"radian\"/>",
            "<size nuser_site=\"2\"/>",
            "<geom size=\"0.5 0 0\"/>",
            "range=\"-3.1415926535897",
            "<site pos=\"0 0 0\" user=\"1 2\"/>",
        ] {
            assert!(saved.contains(part), "{part} is not in\n{saved}");
        }
        assert!(!saved.contains("euler"), "{saved}");
        let (direct, read) = (Loader::new().compile(&spec), Loader::new().load_str(&saved));
        let (direct, read) = (direct.unwrap(), read.unwrap());
        for (a, b) in direct.body_quat.as_slice().iter().zip(read.body_quat.as_slice()) {
            assert!(a.0.iter().zip(b.0).all(|(a, b)| (a - b).abs() < 1e-12), "{a:?} {b:?}");
        }
    }
}
