//! The smooth stages with numbers that are more than values: derivatives, and nodes of a graph. Both
//! live here, so that no release of the engine compiles the step for them.

mod derivatives;
mod dual;
mod graph;
mod lane;
mod models;
mod node;
mod tape;
