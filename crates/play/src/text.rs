//! States and cameras as MJCF, ready to be pasted into a model.

use std::fmt::Write;

use ferrodyn_engine::{Data, Model};
use ferrodyn_scene::{Camera, SceneError, camera_frame};

/// A list of numbers as an attribute, with all their digits; nothing for an empty list.
fn attribute(text: &mut String, name: &str, numbers: &[f64]) {
    if numbers.is_empty() {
        return;
    }
    let numbers: Vec<String> = numbers.iter().map(|x| (x + 0.0).to_string()).collect();
    // writing to a string does not fail
    let _ = write!(text, " {name}=\"{}\"", numbers.join(" "));
}

/// Text that may stand in an attribute.
fn escape(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// The state as a `<key>`; without a name if that is empty.
#[must_use]
pub fn key(m: &Model, d: &Data, name: &str) -> String {
    let mut text = "<key".to_owned();
    if !name.is_empty() {
        let _ = write!(text, " name=\"{}\"", escape(name));
    }
    attribute(&mut text, "time", &[d.time]);
    attribute(&mut text, "qpos", &d.qpos);
    attribute(&mut text, "qvel", &d.qvel);
    attribute(&mut text, "act", &d.act);
    attribute(&mut text, "ctrl", &d.ctrl);
    if m.nmocap > 0 {
        attribute(&mut text, "mpos", d.mocap_pos.scalars());
        attribute(&mut text, "mquat", d.mocap_quat.scalars());
    }
    text.push_str("/>");
    text
}

/// A file with keyframes, for `<include>`.
#[must_use]
pub fn key_file<'a>(keys: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = "<mujoco>\n  <keyframe>\n".to_owned();
    for key in keys {
        text.push_str("    ");
        text.push_str(key);
        text.push('\n');
    }
    text.push_str("  </keyframe>\n</mujoco>\n");
    text
}

/// A camera that sees what is seen now, as a `<camera>`.
///
/// # Errors
/// If the camera has no place.
pub fn camera(d: &Data, cam: &Camera) -> Result<String, SceneError> {
    let frame = camera_frame(d, cam)?;
    let mut text = "<camera".to_owned();
    attribute(&mut text, "pos", &frame.headpos.0);
    let axes = [frame.right.0, frame.up.0].concat();
    attribute(&mut text, "xyaxes", &axes);
    text.push_str("/>");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use ferrodyn_engine::enums::ObjType;
    use ferrodyn_engine::ids::{CameraId, KeyId};
    use ferrodyn_engine::{forward, step};
    use ferrodyn_mjcf::Loader;

    use super::*;

    const BODY: &str = "<body><freejoint/><geom size='.1'/></body>";

    #[test]
    fn a_key_comes_back_from_its_text() {
        let xml = format!("<mujoco><worldbody>{BODY}</worldbody></mujoco>");
        let m = Loader::new().load_str(&xml).unwrap();
        let mut d = Data::new(&m);
        (0..7).for_each(|_| step(&m, &mut d));
        let key = key(&m, &d, "a \"quoted\" & <odd> name");
        let xml =
            format!("<mujoco><worldbody>{BODY}</worldbody><keyframe>{key}</keyframe></mujoco>");
        let m = Loader::new().load_str(&xml).unwrap();
        assert_eq!(m.id2name(ObjType::Key, 0), Some("a \"quoted\" & <odd> name"));
        assert_eq!(&m.key_qpos[KeyId(0)], d.qpos.as_slice());
        assert_eq!((&m.key_qvel[KeyId(0)], m.key_time[KeyId(0)]), (d.qvel.as_slice(), d.time));
    }

    #[test]
    fn a_camera_sees_the_same_from_its_text() {
        let m = Loader::new().load_str("<mujoco/>").unwrap();
        let mut d = Data::new(&m);
        forward(&m, &mut d);
        let cam = Camera { azimuth: 30.0, elevation: -20.0, ..Camera::default() };
        let text = camera(&d, &cam).unwrap();
        let seen = camera_frame(&d, &cam).unwrap();
        let xml = format!("<mujoco><worldbody>{text}</worldbody></mujoco>");
        let m = Loader::new().load_str(&xml).unwrap();
        let mut d = Data::new(&m);
        forward(&m, &mut d);
        assert!((d.cam_xpos[CameraId(0)] - seen.headpos).norm() < 1e-12);
        assert!((d.cam_xmat[CameraId(0)].col(2) + seen.forward).norm() < 1e-12);
    }

    #[test]
    fn a_file_of_keys_is_a_model() {
        assert!(Loader::new().load_str(&key_file(["<key/>", "<key/>"])).is_ok_and(|m| m.nkey == 2));
    }
}
