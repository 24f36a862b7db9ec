//! What the numbers of these tests have in common.

/// Makes data of a number that belongs to one simulation and is more than a value.
macro_rules! one_lane {
    ($number:ty) => {
        impl ferrodyn_engine::Lanes for $number {
            type Plain = f64;
            type Each<T: Send + Sync + 'static> = [T; 1];
            type Workspace = ();

            fn each<T: Send + Sync + 'static>(mut make: impl FnMut(usize) -> T) -> [T; 1] {
                [make(0)]
            }
            fn workspace(_: &ferrodyn::Model) {}
            fn arrays() -> ferrodyn_engine::Arrays<Self> {
                ferrodyn_engine::Arrays::ALL
            }
            fn join<'a>(to: &mut [Self], from: impl Fn(usize) -> &'a [f64]) {
                to.iter_mut()
                    .zip(from(0))
                    .for_each(|(to, &x)| *to = ferrodyn_engine::math::Num::splat(x));
            }
            fn plain(_: &[Self]) -> Option<&[f64]> {
                None
            }
            fn plain_mut(_: &mut [Self]) -> Option<&mut [f64]> {
                None
            }
            fn single(_: &ferrodyn_engine::DataOf<Self>) -> Option<&ferrodyn::Data> {
                None
            }
            fn single_mut(_: &mut ferrodyn_engine::DataOf<Self>) -> Option<&mut ferrodyn::Data> {
                None
            }
        }
    };
}
pub(crate) use one_lane;
