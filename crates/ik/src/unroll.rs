//! Loops over packs of lanes, written so that they stay in lanes.
//!
//! A loop over packs that the compiler leaves a loop is vectorized along the loop instead of the
//! lanes, with gathers and scatters: several times as slow.

/// Repeats a block with an index that is known: `unroll!(i in 0 1 2 => { ... });`.
macro_rules! unroll {
    ($index:ident in $($value:literal)* => $body:block) => {
        $({
            let $index: usize = $value;
            $body
        })*
    };
}

pub(crate) use unroll;

/// The numbers below `count`, for a loop whose length is not known: the compiler sees no pattern in
/// what it reads and writes.
#[inline(always)]
pub(crate) fn opaque(count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(std::hint::black_box)
}
