//! MuJoCo's enums: Rust names, MuJoCo's values, and the table of MuJoCo's names.

mod joint;
mod model;
mod objects;
mod scene;
mod spec;
mod state;

pub use model::*;
pub(crate) use objects::object_kinds;
pub use objects::{OBJECT_KINDS, ObjectKind};
pub use scene::*;
pub use spec::*;
pub use state::*;

/// An enum as MuJoCo names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumInfo {
    /// MuJoCo's name: `mjtJoint`.
    pub name: &'static str,
    /// The name here: `JointType`.
    pub rust_name: &'static str,
    /// What it tells apart.
    pub doc: &'static str,
    /// Names and values of the constants, in MuJoCo's order.
    pub constants: &'static [(&'static str, i32)],
}

/// An enum of MuJoCo's, whose values are numbers in arrays; see [`Kind`](crate::Kind).
pub trait Constant: Copy + std::fmt::Debug + 'static {
    /// Name of the enum: `JointType`.
    const NAME: &'static str;

    /// The value with that number, `None` if there is none.
    fn from_number(number: i32) -> Option<Self>;
    /// The number of the value.
    fn number(self) -> i32;
}

/// A number that is no value of an enum.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnknownConstant {
    /// Name of the enum: `JointType`.
    pub name: &'static str,
    /// The number.
    pub value: i32,
}

impl std::fmt::Display for UnknownConstant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is no {}", self.value, self.name)
    }
}

crate::debug_as_message!(UnknownConstant);

impl std::error::Error for UnknownConstant {}

/// All enums.
pub fn all() -> impl Iterator<Item = &'static EnumInfo> {
    [model::ENUMS, state::ENUMS, spec::ENUMS, scene::ENUMS].into_iter().flatten()
}

/// Declares enums; `count = n, "name"` adds a number of constants that is no value itself.
macro_rules! enums {
    ($(
        #[doc = $doc:literal]
        $name:ident = $mj:literal {
            $($variant:ident = $value:literal, $constant:literal;)*
            $(
                #count = $count:literal, $count_name:literal;
                $($later:ident = $later_value:literal, $later_constant:literal;)*
            )?
        }
    )*) => {
        $(
            #[doc = $doc]
            #[doc(alias = $mj)]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
            #[repr(i32)]
            pub enum $name {
                $(
                    #[doc = concat!("MuJoCo's `", $constant, "`.")]
                    #[doc(alias = $constant)]
                    $variant = $value,
                )*
                $($(
                    #[doc = concat!("MuJoCo's `", $later_constant, "`.")]
                    #[doc(alias = $later_constant)]
                    $later = $later_value,
                )*)?
            }

            impl $name {
                /// All values, in MuJoCo's order.
                pub const ALL: &'static [Self] =
                    &[$(Self::$variant,)* $($(Self::$later,)*)?];
                $(
                    #[doc = concat!("MuJoCo's `", $count_name, "`.")]
                    #[doc(alias = $count_name)]
                    pub const COUNT: usize = $count;
                )?

                /// The value with that number, `None` if there is none.
                pub const fn from_i32(value: i32) -> Option<Self> {
                    match value {
                        $($value => Some(Self::$variant),)*
                        $($($later_value => Some(Self::$later),)*)?
                        _ => None,
                    }
                }

                /// MuJoCo's name of the constant.
                pub const fn mujoco_name(self) -> &'static str {
                    match self {
                        $(Self::$variant => $constant,)*
                        $($(Self::$later => $later_constant,)*)?
                    }
                }
            }

            impl super::Constant for $name {
                const NAME: &'static str = stringify!($name);

                #[inline]
                fn from_number(number: i32) -> Option<Self> {
                    Self::from_i32(number)
                }
                #[inline]
                fn number(self) -> i32 {
                    self as i32
                }
            }

            impl TryFrom<i32> for $name {
                type Error = super::UnknownConstant;
                fn try_from(value: i32) -> Result<Self, Self::Error> {
                    Self::from_i32(value)
                        .ok_or(super::UnknownConstant { name: stringify!($name), value })
                }
            }
        )*

        /// The enums of this file.
        pub(super) const ENUMS: &[super::EnumInfo] = &[$(
            super::EnumInfo {
                name: $mj,
                rust_name: stringify!($name),
                doc: $doc,
                constants: &[
                    $(($constant, $value),)*
                    $(($count_name, $count), $(($later_constant, $later_value),)*)?
                ],
            },
        )*];
    };
}

use enums;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_agree_with_the_table() {
        for &joint in JointType::ALL {
            assert_eq!(JointType::from_i32(joint as i32), Some(joint));
        }
        assert_eq!(JointType::from_i32(4), None);
        assert_eq!(JointType::try_from(3), Ok(JointType::Hinge));
        assert_eq!(JointType::try_from(-4).unwrap_err().to_string(), "-4 is no JointType");
        assert_eq!(GeomType::from_i32(GeomType::Mesh as i32).unwrap().mujoco_name(), "mjGEOM_MESH");
        let info = all().find(|e| e.name == "mjtObj").unwrap();
        assert!(info.constants.contains(&("mjNOBJECT", 26)));
        assert_eq!(ObjType::COUNT, 26);
    }

    #[test]
    fn counts_equal_the_constants_used_for_arrays() {
        assert_eq!(Warning::COUNT, crate::constants::NWARNING);
        assert_eq!(Timer::COUNT, crate::constants::NTIMER);
        assert_eq!(TextureRole::COUNT, crate::constants::NTEXROLE);
    }
}
