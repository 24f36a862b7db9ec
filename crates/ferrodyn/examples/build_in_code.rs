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
use ferrodyn::{Data, EditError, ElementId, Loader, Spec, step};

/// Adds a body with a joint and a capsule.
fn part(
    spec: &mut Spec,
    parent: ElementId,
    name: &str,
    kind: JointType,
) -> Result<ElementId, EditError> {
    let body = spec.add::<Body>(Some(parent), None, None)?;
    spec.set_name(body, name)?;
    let joint = spec.add::<Joint>(Some(body), None, None)?;
    spec.set_name(joint, name)?;
    if let Some(joint) = spec.get_mut::<Joint>(joint) {
        joint.kind = kind;
        joint.axis = if kind == JointType::Slide { Vec3::X } else { Vec3::Y };
        joint.damping[0] = 0.05;
    }
    let geom = spec.add::<Geom>(Some(body), None, None)?;
    if let Some(geom) = spec.get_mut::<Geom>(geom) {
        geom.kind = GeomType::Capsule;
        geom.size = [0.05, 0.25, 0.0];
        geom.pos = if kind == JointType::Slide { Vec3::ZERO } else { Vec3::new(0.0, 0.0, 0.3) };
    }
    Ok(body)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut spec = Spec::default();
    "cartpole".clone_into(&mut spec.modelname);
    let world = spec.world();
    let cart = part(&mut spec, world, "cart", JointType::Slide)?;
    part(&mut spec, cart, "pole", JointType::Hinge)?;
    let motor = spec.add::<Actuator>(None, None, None)?;
    if let Some(motor) = spec.get_mut::<Actuator>(motor) {
        motor.trntype = TrnType::Joint;
        "cart".clone_into(&mut motor.target);
    }

    let m = Loader::new().compile(&spec)?;
    let mut d = Data::new(&m);
    d.ctrl.fill(1.0);
    for _ in 0..100 {
        step(&m, &mut d);
    }
    println!("after {:.1} s of pushing: {:.4?}\n", d.time, &*d.qpos);
    print!("{}", spec.to_xml());
    Ok(())
}
