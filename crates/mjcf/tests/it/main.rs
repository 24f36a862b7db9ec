//! What a user of the crate can rely on, model files included.

mod roundtrip;
