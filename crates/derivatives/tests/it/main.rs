//! Derivatives of steps against differences, extrapolated from two step sizes.
#![allow(non_snake_case, reason = "matrices are spelled as in the equations")]

mod corpus;
mod differences;
mod models;
mod refused;
mod steps;
