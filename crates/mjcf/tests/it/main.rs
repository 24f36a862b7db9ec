//! Integration tests: one binary, one file per theme.

mod fixtures;
mod messages;
