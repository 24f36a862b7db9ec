//! What a user of the crate can rely on, one file per theme.

mod bombs;
mod deep;
mod fixtures;
mod flex;
mod layers;
mod made_in_code;
mod messages;
mod mistakes;
mod plugins;
mod recompile;
mod roundtrip;
mod save;
