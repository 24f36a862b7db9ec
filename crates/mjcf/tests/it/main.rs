//! What a user of the crate can rely on, one file per theme.

mod bombs;
mod deep;
mod fixtures;
mod flex;
mod layers;
mod messages;
mod mistakes;
mod plugins;
mod roundtrip;
