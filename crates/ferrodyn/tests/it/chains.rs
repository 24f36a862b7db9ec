//! Chains and trees of many links, as models.

use std::fmt::Write as _;

use ferrodyn::Model;

use crate::samples::model;

/// A balanced tree: every link carries two more, down to the given number of levels.
pub(crate) fn tree(levels: usize) -> Model {
    fn links(levels: usize) -> String {
        if levels == 0 {
            return String::new();
        }
        let below = links(levels - 1);
        let link = |side: &str| {
            format!(
                r#"<body pos="{side} 0 -.2"><joint axis="0 1 0"/>
                   <geom type="capsule" fromto="0 0 0 0 0 -.2" size=".02" mass="1"/>{below}</body>"#
            )
        };
        link("-.1") + &link(".1")
    }
    model(&format!("<mujoco><worldbody><body>{}</body></worldbody></mujoco>", links(levels)))
}

/// A chain of `n` hinges about different axes, with links of the given length. As MuJoCo reads no
/// more than 498 elements inside each other, long chains have several hinges per link.
pub(crate) fn chain(n: usize, length: f64) -> Model {
    let hinges_per_link = n.div_ceil(400);
    let mut xml = String::from("<mujoco><worldbody>");
    for first in (0..n).step_by(hinges_per_link) {
        let start = if first == 0 { 0.0 } else { -length };
        write!(xml, "<body pos='0 0 {start}'>").unwrap();
        for i in first..n.min(first + hinges_per_link) {
            write!(xml, "<joint axis='{} 1 {}'/>", i % 2, i % 3).unwrap();
        }
        write!(xml, "<geom type='capsule' fromto='0 0 0 0 0 {}' size='.02' mass='1'/>", -length)
            .unwrap();
    }
    xml += &"</body>".repeat(n.div_ceil(hinges_per_link));
    model(&(xml + "</worldbody></mujoco>"))
}

/// `n` links of one meter and one kilogram that swing in a plane.
pub(crate) fn pendulum(n: usize) -> Model {
    let link =
        "<joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0 0 -1' size='.05' mass='1'/>";
    let links = format!("<body>{link}") + &format!("<body pos='0 0 -1'>{link}").repeat(n - 1);
    model(&format!("<mujoco><worldbody>{links}{}</worldbody></mujoco>", "</body>".repeat(n)))
}
