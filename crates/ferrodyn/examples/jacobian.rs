//! Inverse kinematics with a Jacobian: moves the tip of an arm to a point by damped least squares.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example jacobian
//!  0: 0.305036 m from the target
//!  1: 0.065722 m from the target
//!  2: 0.005841 m from the target
//!  3: 0.000590 m from the target
//!  4: 0.000095 m from the target
//!  5: 0.000016 m from the target
//!  6: 0.000003 m from the target
//!  7: 0.000000 m from the target
//! angles: [0.8622, -0.2304, 1.5604] rad
//! ```

use ferrodyn::math::Vec3;
use ferrodyn::support::jac_site;
use ferrodyn::{Data, integrate, smooth};
use nalgebra::{Matrix3, Vector3};

const ARM: &str = r#"<mujoco><worldbody>
  <body><joint axis="0 0 1"/><joint axis="0 1 0"/>
    <geom type="capsule" size="0.04" fromto="0 0 0 0.4 0 0"/>
    <body pos="0.4 0 0"><joint axis="0 1 0"/>
      <geom type="capsule" size="0.03" fromto="0 0 0 0.3 0 0"/>
      <site name="tip" pos="0.3 0 0"/></body></body>
</worldbody></mujoco>"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let m = ferrodyn::load_str(ARM)?;
    let mut d = Data::new(&m);
    d.qpos.fill(0.5);
    let tip = m.site("tip").ok_or("there is no such site")?;
    let target = Vec3::new(0.3, 0.35, -0.2);

    for iteration in 0..20 {
        // where the tip is, and how it moves with the joints
        smooth::kinematics(&m, &mut d);
        smooth::com_pos(&m, &mut d);
        let error = target - d.site_xpos[tip];
        println!("{iteration:2}: {:.6} m from the target", error.norm());
        if error.norm() < 1e-6 {
            break;
        }

        // dq = J' (J J' + damping)^-1 error
        let (jacp, _) = jac_site(&m, &d, tip);
        let damped = &jacp * jacp.transpose() + Matrix3::identity() * 0.01;
        let Some(inverse) = damped.try_inverse() else { break };
        let dq = jacp.transpose() * (inverse * Vector3::from(error.0));
        integrate::integrate_pos(&m, &mut d.qpos, dq.as_slice(), 1.0)?;
    }
    println!("angles: {:.4?} rad", &*d.qpos);
    Ok(())
}
