//! What vectors, quaternions and matrices share as arrays of numbers: conversions, iteration, printing, and the
//! operators that follow from others.

use std::array;
use std::fmt::{Debug, Display, Formatter, Result};
use std::iter::Sum;
use std::ops::{Add, Div, DivAssign, Mul, MulAssign};

use super::{InertOf, Mat3Of, Num, QuatOf, SpatialOf, Vec3Of};

macro_rules! arrays {
    ($($of:ident, $name:literal, $len:literal;)*) => { $(
        impl<N> $of<N> {
            /// The numbers, one by one.
            #[inline(always)]
            pub fn iter(&self) -> std::slice::Iter<'_, N> {
                self.0.iter()
            }
        }

        impl<N> From<[N; $len]> for $of<N> {
            #[inline(always)]
            fn from(numbers: [N; $len]) -> Self {
                Self(numbers)
            }
        }

        impl<N> From<$of<N>> for [N; $len] {
            #[inline(always)]
            fn from(value: $of<N>) -> Self {
                value.0
            }
        }

        impl<N> AsRef<[N; $len]> for $of<N> {
            #[inline(always)]
            fn as_ref(&self) -> &[N; $len] {
                &self.0
            }
        }

        impl<N> AsMut<[N; $len]> for $of<N> {
            #[inline(always)]
            fn as_mut(&mut self) -> &mut [N; $len] {
                &mut self.0
            }
        }

        impl<N> IntoIterator for $of<N> {
            type Item = N;
            type IntoIter = array::IntoIter<N, $len>;
            #[inline(always)]
            fn into_iter(self) -> Self::IntoIter {
                self.0.into_iter()
            }
        }

        impl<'a, N> IntoIterator for &'a $of<N> {
            type Item = &'a N;
            type IntoIter = std::slice::Iter<'a, N>;
            #[inline(always)]
            fn into_iter(self) -> Self::IntoIter {
                self.0.iter()
            }
        }

        /// Under the name that plain numbers have: `Vec3([1.0, 2.0, 3.0])`.
        impl<N: Debug> Debug for $of<N> {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                f.debug_tuple($name).field(&self.0).finish()
            }
        }

        /// The numbers as MJCF writes them, `1 2 3`; a precision holds for each: `{:.3}`.
        impl<N: Display> Display for $of<N> {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                for (i, x) in self.0.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" ")?;
                    }
                    x.fmt(f)?;
                }
                Ok(())
            }
        }
    )* };
}

arrays! {
    Vec3Of, "Vec3", 3;
    QuatOf, "Quat", 4;
    Mat3Of, "Mat3", 9;
    SpatialOf, "Spatial", 6;
    InertOf, "Inert", 10;
}

macro_rules! vectors {
    ($($of:ident)*) => { $(
        impl<N: Num> MulAssign<N> for $of<N> {
            #[inline(always)]
            fn mul_assign(&mut self, s: N) {
                *self = *self * s;
            }
        }

        impl<N: Num> DivAssign<N> for $of<N> {
            #[inline(always)]
            fn div_assign(&mut self, s: N) {
                *self = *self / s;
            }
        }

        /// From the first to the last, beginning with zero.
        impl<N: Num> Sum for $of<N> {
            fn sum<I: Iterator<Item = Self>>(vectors: I) -> Self {
                vectors.fold(Self::ZERO, Add::add)
            }
        }

        impl<'a, N: Num> Sum<&'a Self> for $of<N> {
            fn sum<I: Iterator<Item = &'a Self>>(vectors: I) -> Self {
                vectors.copied().sum()
            }
        }
    )* };
}

vectors!(Vec3Of SpatialOf);

impl<N: Num> Mul<SpatialOf<N>> for f64 {
    type Output = SpatialOf<N>;
    #[inline(always)]
    fn mul(self, v: SpatialOf<N>) -> SpatialOf<N> {
        v * N::splat(self)
    }
}

impl<N: Num> Div<N> for SpatialOf<N> {
    type Output = Self;
    #[inline(always)]
    fn div(self, s: N) -> Self {
        Self(self.0.map(|x| x / s))
    }
}

/// Rotates the vector, as [`rotate`](QuatOf::rotate).
impl<N: Num> Mul<Vec3Of<N>> for QuatOf<N> {
    type Output = Vec3Of<N>;
    #[inline(always)]
    fn mul(self, v: Vec3Of<N>) -> Vec3Of<N> {
        self.rotate(v)
    }
}

impl<N: Num> MulAssign for QuatOf<N> {
    #[inline(always)]
    fn mul_assign(&mut self, b: Self) {
        *self = *self * b;
    }
}

impl<N: Num> MulAssign for Mat3Of<N> {
    #[inline(always)]
    fn mul_assign(&mut self, b: Self) {
        *self = *self * b;
    }
}

#[cfg(test)]
mod tests {
    use crate::math::{Mat3, Quat, Spatial, Vec3};

    #[test]
    fn types_need_no_parameter() {
        let (v, q) = (Vec3::ZERO, Quat::IDENTITY);
        assert_eq!(format!("{v:?} {q:?}"), "Vec3([0.0, 0.0, 0.0]) Quat([1.0, 0.0, 0.0, 0.0])");
        let Vec3([x, ..]) = Vec3::new(3.0, 4.0, 0.0);
        assert_eq!((x, Mat3::IDENTITY.col(1), Spatial::ZERO.ang()), (3.0, Vec3::Y, v));
    }

    #[test]
    fn vectors_print_as_mjcf_writes_them() {
        let v = Vec3::new(1.0, -2.5, 1.0 / 3.0);
        assert_eq!(format!("{v:.3}"), "1.000 -2.500 0.333");
        assert_eq!(format!("{} | {}", Vec3::X, Quat::IDENTITY), "1 0 0 | 1 0 0 0");
    }

    #[test]
    fn vectors_are_arrays_and_back() {
        let v = Vec3::from([1.0, 2.0, 3.0]);
        let [x, y, z]: [f64; 3] = v.into();
        assert_eq!(v.into_iter().collect::<Vec<_>>(), [x, y, z]);
        let mut largest = 0.0;
        for &c in &v {
            largest = f64::max(largest, c);
        }
        assert_eq!(largest, 3.0);
    }

    #[test]
    fn assigning_operators_do_as_the_plain_ones() {
        let mut v = Vec3::new(1.0, 2.0, 3.0);
        v *= 3.0;
        v /= 2.0;
        assert_eq!(v, Vec3::new(1.5, 3.0, 4.5));
        let mut s = Spatial::new(Vec3::X, Vec3::Y);
        s *= 4.0;
        s /= 8.0;
        assert_eq!(s, 0.5 * Spatial::new(Vec3::X, Vec3::Y));

        let turn = Quat::from_axis_angle(Vec3::Z, 0.3);
        let (mut q, mut m) = (turn, turn.to_mat());
        q *= turn;
        m *= turn.to_mat();
        assert_eq!((q, m), (turn * turn, turn.to_mat() * turn.to_mat()));
        assert_eq!(turn * Vec3::X, turn.rotate(Vec3::X));
    }

    #[test]
    fn vectors_sum_up() {
        let all = [Vec3::X, Vec3::new(0.0, 2.0, 0.0), Vec3::new(1.0, 1.0, 1.0)];
        assert_eq!(all.iter().sum::<Vec3>(), Vec3::new(2.0, 3.0, 1.0));
        assert_eq!(all.into_iter().sum::<Vec3>(), Vec3::new(2.0, 3.0, 1.0));
    }
}
