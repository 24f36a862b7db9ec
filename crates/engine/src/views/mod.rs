//! What belongs to one object, out of all arrays that have something of it: `d.joint(&m, id).qpos`.
//!
//! | of | read | to be written |
//! |---|---|---|
//! | a joint | [`Data::joint`](crate::Data::joint), [`Data::joints`](crate::Data::joints) | [`Data::joint_mut`](crate::Data::joint_mut) |
//! | an actuator | [`Data::actuator`](crate::Data::actuator), [`Data::actuators`](crate::Data::actuators) | [`Data::actuator_mut`](crate::Data::actuator_mut) |
//! | a sensor | [`Data::sensor`](crate::Data::sensor), [`Data::sensors`](crate::Data::sensors) | |
//! | a contact | [`Data::contacts`](crate::Data::contacts) | |
//!
//! A view borrows and copies a few numbers: making one allocates nothing. What has an array by the id alone needs no
//! view: `d.xpos[body]`, `d.site_xmat[site]`.

mod actuator;
mod contact;
mod joint;
mod sensor;

pub use actuator::{ActuatorMut, ActuatorView};
pub use contact::ContactView;
pub use joint::{JointMut, JointView};
pub use sensor::SensorView;
