//! Records: entries with named members, such as contacts.

/// Declares a plain record and its [`Layout`](super::Layout). Trailing padding is listed after `;`
/// so that every byte belongs to a member.
macro_rules! record {
    (
        $(#[$meta:meta])*
        $name:ident = $mj:literal {
            $($(#[doc = $doc:literal])* $member:ident: $ty:ty,)*
            $(; $pad:ident: $pad_ty:ty)?
        }
    ) => {
        $(#[$meta])*
        #[doc(alias = $mj)]
        #[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
        #[repr(C)]
        pub struct $name {
            $($(#[doc = $doc])* pub $member: $ty,)*
            $(#[doc(hidden)] pub $pad: $pad_ty,)?
        }

        impl $name {
            /// Names, types and places of the members.
            pub const LAYOUT: &'static $crate::fields::Layout = &$crate::fields::Layout {
                name: $mj,
                size: size_of::<$name>(),
                members: &[$($crate::fields::Member {
                    name: stringify!($member),
                    dtype: <$ty as $crate::fields::Element>::DTYPE,
                    inner: <$ty as $crate::fields::Element>::INNER,
                    offset: std::mem::offset_of!($name, $member),
                    doc: $crate::fields::Doc::new(concat!($($doc),*)),
                }),*],
            };
        }

        impl Default for $name {
            fn default() -> Self {
                bytemuck::Zeroable::zeroed()
            }
        }

        impl $crate::fields::Element for $name {
            const DTYPE: $crate::fields::DType = $crate::fields::DType::Record(Self::LAYOUT);
            const INNER: &'static [usize] = &[];
        }
    };
}

pub(crate) use record;
