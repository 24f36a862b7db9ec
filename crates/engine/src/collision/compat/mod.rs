//! What exists only so that contacts are MuJoCo's; docs/quirks.md says why.

mod ties;

pub(super) use ties::Ties;
