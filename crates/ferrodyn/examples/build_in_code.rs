//! Builds a cart with a pole in code, compiles it, and saves it as MJCF.
//!
//! ```text
//! $ cargo run -q -p ferrodyn --example build_in_code
//! after 0.2 s of pushing: [0.0039, -0.0106]
//!
//! <mujoco model="cartpole">
//!   <worldbody>
//!     <body name="cart">
//!       <joint name="cart" type="slide" axis="1 0 0" damping="0.05"/>
//!       <geom type="capsule" size="0.05 0.25"/>
//!       <body name="pole">
//!         <joint name="pole" axis="0 1 0" damping="0.05"/>
//!         <geom type="capsule" size="0.05 0.25" pos="0 0 0.3"/>
//!       </body>
//!     </body>
//!   </worldbody>
//!
//!   <actuator>
//!     <general joint="cart"/>
//!   </actuator>
//! </mujoco>
//! ```

use ferrodyn::enums::{GeomType, JointType, TrnType};
use ferrodyn::math::Vec3;
use ferrodyn::spec::{Actuator, Body, Geom, Joint};
use ferrodyn::{Data, Spec, step};

/// A body with a joint along or about an axis, and a capsule.
fn part(name: &str, kind: JointType, axis: Vec3, center: Vec3) -> Body {
    let joint =
        Joint { name: name.into(), kind, axis, damping: [0.05, 0.0, 0.0], ..Default::default() };
    let geom = Geom {
        kind: GeomType::Capsule,
        size: [0.05, 0.25, 0.0],
        pos: center,
        ..Default::default()
    };
    Body { name: name.into(), joints: vec![joint], geoms: vec![geom], ..Default::default() }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut spec = Spec::default();
    spec.modelname = "cartpole".into();
    let cart = part("cart", JointType::Slide, Vec3::X, Vec3::ZERO);
    let pole = part("pole", JointType::Hinge, Vec3::Y, [0.0, 0.0, 0.3].into());
    let cart = spec.add_to(spec.world(), cart)?;
    spec.add_to(cart, pole)?;
    let (trntype, target) = (TrnType::Joint, "cart".into());
    spec.add(Actuator { trntype, target, ..Default::default() });

    let m = spec.compile()?;
    let mut d = Data::new(&m);
    d.ctrl[0] = 1.0;
    for _ in 0..100 {
        step(&m, &mut d);
    }
    println!("after {:.1} s of pushing: {:.4?}\n", d.time, &d.qpos[..]);
    print!("{}", spec.to_xml());
    Ok(())
}
