//! The page of the crate lists every feature.

#[test]
fn the_crate_lists_its_features() {
    let manifest = include_str!("../../Cargo.toml");
    let (_, features) = manifest.split_once("[features]").unwrap();
    let (features, _) = features.split_once("\n[").unwrap();
    let named = |line: &str| line.split_once(" = [").map(|(name, _)| name.to_owned());
    let names: Vec<String> = features.lines().filter_map(named).collect();
    assert!(names.len() >= 3 && names.contains(&"default".to_owned()), "{names:?}");
    let page = include_str!("../../src/lib.rs");
    for name in names.iter().filter(|name| *name != "default") {
        assert!(page.contains(&format!("//! | `{name}` |")), "{name} is not in the table");
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use ferrodyn::enums::{GeomType, Integrator};
    use ferrodyn::ids::BodyId;
    use ferrodyn::math::{Mat3, Pose, Quat, Vec3};
    use ferrodyn::{Model, Opt, load_str};
    use serde_json::{from_str, to_string};

    #[test]
    fn small_values_are_written_as_they_read() {
        let v = Vec3::new(0.1, -2.0, 1e300);
        assert_eq!(to_string(&v).unwrap(), "[0.1,-2.0,1e+300]");
        assert_eq!(from_str::<Vec3>("[0.1,-2.0,1e300]").unwrap(), v);
        assert!(from_str::<Vec3>("[0.1,-2.0]").is_err());
        assert_eq!(to_string(&(BodyId(3), GeomType::Capsule)).unwrap(), r#"[3,"Capsule"]"#);
        let wrong = from_str::<Integrator>(r#""Newton""#).unwrap_err().to_string();
        assert!(wrong.contains("ImplicitFast"), "{wrong}");
        let pose = Pose { pos: v, quat: Quat::new(0.6, 0.0, 0.8, 0.0) };
        assert_eq!(from_str::<Pose>(&to_string(&pose).unwrap()).unwrap(), pose);
        let turn = pose.quat.to_mat();
        assert_eq!(from_str::<Mat3>(&to_string(&turn).unwrap()).unwrap(), turn);
    }

    #[test]
    fn models_and_options_come_back_with_the_same_bits() {
        let m = load_str(
            "<mujoco><option timestep='0.0123'/><worldbody><body><freejoint/>
                <geom size='.1'/></body></worldbody></mujoco>",
        )
        .unwrap();
        let text = to_string(&m).unwrap();
        let back: Model = from_str(&text).unwrap();
        assert!(back == m && back.opt.timestep == 0.0123);
        assert_eq!(from_str::<Opt>(&to_string(&m.opt).unwrap()).unwrap(), m.opt);

        // a byte that changed is found
        let mut bytes: Vec<u8> = from_str(&text).unwrap();
        bytes[300] ^= 1;
        assert!(from_str::<Model>(&to_string(&bytes).unwrap()).is_err());
    }
}
