//! Pictures of small models, looked at pixel by pixel.
//!
//! What needs a device is skipped where there is none, unless `FERRODYN_NEEDS_GPU` is set.

mod pictures;
