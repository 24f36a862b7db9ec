//! Vectors, quaternions and matrices of other crates (glam, nalgebra, cgmath ...), by way of `mint`: their feature
//! `mint` and ours.
//!
//! Numbers stay `f64` and keep their bits. A matrix goes by rows or by columns, as the other crate has it.

use mint::{ColumnMatrix3, IntoMint, Point3, Quaternion, RowMatrix3, Vector3};

use super::{Mat3, Quat, Vec3};

macro_rules! vectors {
    ($($of:ident)*) => { $(
        impl From<$of<f64>> for Vec3 {
            fn from(v: $of<f64>) -> Self {
                Self::new(v.x, v.y, v.z)
            }
        }

        impl From<Vec3> for $of<f64> {
            fn from(v: Vec3) -> Self {
                v.0.into()
            }
        }
    )* };
}

vectors!(Vector3 Point3);

impl IntoMint for Vec3 {
    type MintType = Vector3<f64>;
}

impl From<Quaternion<f64>> for Quat {
    fn from(q: Quaternion<f64>) -> Self {
        Self::new(q.s, q.v.x, q.v.y, q.v.z)
    }
}

impl From<Quat> for Quaternion<f64> {
    fn from(Quat([s, x, y, z]): Quat) -> Self {
        Self { s, v: Vector3 { x, y, z } }
    }
}

impl IntoMint for Quat {
    type MintType = Quaternion<f64>;
}

impl From<RowMatrix3<f64>> for Mat3 {
    fn from(m: RowMatrix3<f64>) -> Self {
        let [x, y, z] = [m.x, m.y, m.z].map(Vec3::from);
        Self::from_cols(x, y, z).transpose()
    }
}

impl From<Mat3> for RowMatrix3<f64> {
    fn from(m: Mat3) -> Self {
        Self { x: m.row(0).into(), y: m.row(1).into(), z: m.row(2).into() }
    }
}

impl From<ColumnMatrix3<f64>> for Mat3 {
    fn from(m: ColumnMatrix3<f64>) -> Self {
        Self::from_cols(m.x.into(), m.y.into(), m.z.into())
    }
}

impl From<Mat3> for ColumnMatrix3<f64> {
    fn from(m: Mat3) -> Self {
        Self { x: m.col(0).into(), y: m.col(1).into(), z: m.col(2).into() }
    }
}

impl IntoMint for Mat3 {
    type MintType = RowMatrix3<f64>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_and_quaternions_come_back_from_mint() {
        let v = Vec3::new(1.0, -2.0, 0.1);
        assert_eq!(Vector3::from(v), Vector3 { x: 1.0, y: -2.0, z: 0.1 });
        assert_eq!((Vec3::from(Vector3::from(v)), Vec3::from(Point3::from(v))), (v, v));
        let q = Quat::new(0.5, 0.1, 0.2, 0.3);
        let other = Quaternion::from(q);
        assert_eq!((other.s, other.v.z, Quat::from(other)), (0.5, 0.3, q));
    }

    #[test]
    fn matrices_keep_rows_and_columns_apart() {
        let m = Mat3([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
        let (rows, columns) = (RowMatrix3::from(m), ColumnMatrix3::from(m));
        assert_eq!((rows.x.y, rows.y.x, columns.x.y, columns.y.x), (2.0, 4.0, 4.0, 2.0));
        assert_eq!((Mat3::from(rows), Mat3::from(columns)), (m, m));
    }
}
