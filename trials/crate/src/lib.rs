//! What a user of `ferrodyn` writes, in a crate that has nothing else: the examples in the documentation of all crates
//! that it shows, programs that went wrong once, and a hundred wrong uses.
//!
//! ```sh
//! cargo test --manifest-path trials/crate/Cargo.toml
//! ```

#[cfg(doctest)]
pub mod examples {
    //! Examples of the documentation, collected by `build.rs`: a name is a file and a line.

    include!(concat!(env!("OUT_DIR"), "/examples.rs"));
}

#[cfg(doctest)]
pub mod wrong;
