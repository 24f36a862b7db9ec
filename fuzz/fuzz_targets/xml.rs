//! Any bytes as XML: the tree is walked, includes are refused, errors are displayed.
#![no_main]

use ferrodyn_mjcf::Problems;
use ferrodyn_mjcf::xml::{Limits, NodeId, ReadError, ReadFile, Tree, expand_includes};
use libfuzzer_sys::fuzz_target;

/// Serves the input under every name, so that includes are exercised too.
struct Echo<'a>(&'a [u8]);

impl ReadFile for Echo<'_> {
    fn read(&self, _dir: &str, name: &str) -> Result<Vec<u8>, ReadError> {
        if name.is_empty() { Err(ReadError::Missing("no name".into())) } else { Ok(self.0.to_vec()) }
    }
}

fn walk(tree: &Tree, node: NodeId) -> usize {
    let mut total = tree.name(node).len() + tree.text(node).map_or(0, |text| text.len());
    for attr in tree.attrs(node) {
        total += attr.name.len() + attr.value.len();
        let _ = tree.location(attr.value_span);
    }
    total + tree.children(node).map(|child| walk(tree, child)).sum::<usize>()
}

fuzz_target!(|data: &[u8]| {
    let mut limits = Limits::default();
    limits.files = 20;
    limits.nodes = 100_000;
    match Tree::parse("fuzz.xml", data.to_vec(), &limits) {
        Ok(mut tree) => {
            let mut problems = Problems::new();
            expand_includes(&mut tree, &Echo(data), &limits, &mut problems);
            walk(&tree, tree.root());
            if let Err(error) = problems.into_result(()) {
                let _ = error.to_string();
            }
        }
        Err(error) => {
            let _ = error.to_string();
        }
    }
});
