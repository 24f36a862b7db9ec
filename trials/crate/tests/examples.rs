//! Every example of the documentation is that of a user: it has `ferrodyn`, not the crates below it.

const EXAMPLES: &str = include_str!(concat!(env!("OUT_DIR"), "/examples.rs"));

#[test]
fn examples_import_the_crate_that_users_have() {
    let mut count = 0;
    for example in EXAMPLES.split_inclusive(" {}\n") {
        let (code, name) = example.rsplit_once("pub mod ").expect("each has a name");
        assert!(!code.contains("ferrodyn_"), "{name}imports a crate that users do not have");
        assert!(!code.contains("Sizes {"), "{name}builds a model by hand");
        count += 1;
    }
    println!("{count} examples");
    assert!(count > 50, "{count}");
}
