//! [`Link`] and [`Kind`]: entries of arrays that are ids or constants, with the numbers that MuJoCo stores.
//!
//! Both are an `int` in memory, so that files, NumPy and MuJoCo see plain numbers, and anybody may write any
//! number over them: what they are read as is checked when it is asked for.

use std::fmt;
use std::marker::PhantomData;

use bytemuck::{Pod, Zeroable};

use super::{DType, Element, Field, Scalar};
use crate::enums::{Constant, UnknownConstant};
use crate::ids::Id;

/// The id of another object as arrays hold it, negative for none.
///
/// ```
/// use ferrodyn::ids::{BodyId, CameraId};
///
/// let mut m = ferrodyn::load_str(
///     "<mujoco><worldbody><body name='box'/><camera/><camera mode='targetbody' target='box'/></worldbody></mujoco>",
/// )?;
/// assert_eq!(m.cam_targetbodyid.id(CameraId(0)), None);
/// assert_eq!(m.cam_targetbodyid.id(CameraId(1)), Some(BodyId(1)));
/// assert_eq!(m.cam_targetbodyid.raw(), [-1, 1]);
///
/// m.edit(|s| s.cam_targetbodyid[CameraId(1)] = BodyId(0).into())?;
/// assert!(m.cam_targetbodyid[CameraId(1)] == BodyId(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0308
/// # use ferrodyn::{Model, ids::{GeomId, SiteId}};
/// # fn wrong(m: &Model) {
/// let geom: Option<GeomId> = m.site_bodyid.id(SiteId(0)); // it is a body
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Link<I> {
    raw: i32,
    of: PhantomData<I>,
}

impl<I> Link<I> {
    /// No object: -1.
    pub const NONE: Self = Self::from_raw(-1);
}

impl<I: Id> Link<I> {
    /// The id, `None` if the number is negative. Whether there is such an object, nobody has asked.
    #[inline]
    pub fn id(self) -> Option<I> {
        usize::try_from(self.raw).ok().map(I::from_index)
    }

    /// The id where there always is one, as the body of a geom in a [`Model`](crate::Model), whose structure
    /// was checked. Of a negative number it is an id that no array has: it panics where it is used.
    ///
    /// ```
    /// use ferrodyn::ids::{BodyId, GeomId};
    ///
    /// let m = ferrodyn::load_str("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")?;
    /// assert_eq!(m.geom_bodyid[GeomId(0)].present(), BodyId(0));
    /// # Ok::<(), ferrodyn::LoadError>(())
    /// ```
    #[inline]
    pub fn present(self) -> I {
        I::from_index(self.raw as usize)
    }
}

impl<I: Id> From<I> for Link<I> {
    fn from(id: I) -> Self {
        Self::from_raw(id.index() as i32)
    }
}

impl<I: Id> From<Option<I>> for Link<I> {
    fn from(id: Option<I>) -> Self {
        id.map_or(Self::NONE, Self::from)
    }
}

impl<I: Id> PartialEq<I> for Link<I> {
    #[inline]
    fn eq(&self, id: &I) -> bool {
        usize::try_from(self.raw) == Ok(id.index())
    }
}

impl<I: Id, J: Id> Field<I, Link<J>> {
    /// The id that an object has here, `None` if there is none.
    ///
    /// # Panics
    /// If there is no such object.
    #[inline]
    pub fn id(&self, i: I) -> Option<J> {
        self[i].id()
    }
}

/// A constant of an enum as arrays hold it: `m.geom_type[g] == GeomType::Box`.
///
/// ```
/// use ferrodyn::enums::{GeomType, JointType};
/// use ferrodyn::ids::GeomId;
///
/// let m = ferrodyn::load_str("<mujoco><worldbody><geom type='box' size='1 1 1'/></worldbody></mujoco>")?;
/// assert!(m.geom_type[GeomId(0)] == GeomType::Box);
/// assert_eq!(m.geom_type.kind(GeomId(0)), Some(GeomType::Box));
/// assert_eq!(m.geom_type.raw(), [6]);
/// assert_eq!(JointType::try_from(9).unwrap_err().to_string(), "9 is no JointType");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0277
/// # use ferrodyn::{Model, enums::JointType, ids::GeomId};
/// # fn wrong(m: &Model) {
/// assert!(m.geom_type[GeomId(0)] == JointType::Free);
/// # }
/// ```
pub type Kind<E> = KindOf<PhantomData<E>>;

/// What [`Kind`] is: a marker of the enum beside the number, because enums themselves are not any bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct KindOf<P> {
    raw: i32,
    of: PhantomData<P>,
}

impl<E: Constant> Kind<E> {
    /// The constant, `None` if the number is none.
    #[inline]
    pub fn get(self) -> Option<E> {
        E::from_number(self.raw)
    }

    /// The constant.
    ///
    /// # Errors
    /// If the number is none, with the number and the name of the enum.
    pub fn try_get(self) -> Result<E, UnknownConstant> {
        self.get().ok_or(UnknownConstant { name: E::NAME, value: self.raw })
    }
}

impl<E: Constant> From<E> for Kind<E> {
    #[inline]
    fn from(kind: E) -> Self {
        Self::from_raw(kind.number())
    }
}

impl<E: Constant> PartialEq<E> for Kind<E> {
    #[inline]
    fn eq(&self, kind: &E) -> bool {
        self.raw == kind.number()
    }
}

impl<I: Id, E: Constant> Field<I, Kind<E>> {
    /// The constant that an object has here, `None` if its number is none.
    ///
    /// # Panics
    /// If there is no such object.
    #[inline]
    pub fn kind(&self, i: I) -> Option<E> {
        self[i].get()
    }
}

impl<E: Constant> fmt::Debug for Kind<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(kind) => kind.fmt(f),
            None => self.raw.fmt(f),
        }
    }
}

impl<I> fmt::Debug for Link<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(f)
    }
}

/// What both have: a number, as an entry and in arrays.
macro_rules! numbers {
    ($($name:ident)*) => { $(
        impl<T> $name<T> {
            /// The entry of that number; any number may be one.
            #[inline]
            pub const fn from_raw(raw: i32) -> Self {
                Self { raw, of: PhantomData }
            }

            /// The number in memory.
            #[inline]
            pub const fn raw(self) -> i32 {
                self.raw
            }
        }

        impl<T: Pod> Element for $name<T> {
            const DTYPE: DType = DType::I32;
            const INNER: &'static [usize] = &[];
        }

        impl<T: Pod> Scalar for $name<T> {}

        impl<I: Id, T> Field<I, $name<T>>
        where
            $name<T>: Element,
        {
            /// The numbers in memory.
            #[inline]
            pub fn raw(&self) -> &[i32] {
                bytemuck::cast_slice(self)
            }

            /// The numbers in memory, to be written: any number may be.
            #[inline]
            pub fn raw_mut(&mut self) -> &mut [i32] {
                bytemuck::cast_slice_mut(self)
            }
        }
    )* };
}

numbers! { Link KindOf }
