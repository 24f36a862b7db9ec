//! The smooth stages as a graph of operations: no stage asks what the value of a state is, and the
//! graph has the bits of the engine.

use std::path::{Path, PathBuf};

use ferrodyn::{AsSystem, Model};
use ferrodyn_engine::DataOf;
use ferrodyn_engine::step::forward_smooth;

use crate::models::{arrays, has_compressed_rows, inputs, models, random_data};
use crate::node::Node;
use crate::tape::{self, Op};

/// The operations of the smooth stages of a model, and where the results are.
struct Graph {
    ops: Vec<Op>,
    arrays: Vec<(&'static str, Vec<usize>)>,
}

impl Graph {
    /// Records the stages; `None` if a model needs values.
    fn of(m: &Model) -> Option<Self> {
        tape::start();
        let mut d = DataOf::<Node>::in_lanes(m).ok()?;
        for (place, node) in inputs(&mut d).into_iter().flatten().enumerate() {
            *node = Node::new(Op::Input(place));
        }
        forward_smooth(&m.as_system(), &mut d);
        let places = |nodes: &[Node]| nodes.iter().map(|node| node.place()).collect();
        let arrays = arrays(&d).iter().map(|(name, nodes)| (*name, places(nodes))).collect();
        Some(Self { ops: tape::finish(), arrays })
    }

    /// Compares the graph with the engine in a state that is made of the seed.
    fn assert_bits(&self, m: &Model, seed: u64, what: &str) {
        let mut d = random_data(m, seed);
        let state: Vec<f64> = inputs(&mut d).into_iter().flatten().map(|x| *x).collect();
        let numbers = tape::evaluate(&self.ops, &state);
        forward_smooth(&m.as_system(), &mut d);
        for ((name, expected), (_, places)) in arrays(&d).iter().zip(&self.arrays) {
            for (i, (expected, &place)) in expected.iter().zip(places).enumerate() {
                let found = numbers[place];
                assert_eq!(
                    found.to_bits(),
                    expected.to_bits(),
                    "{what}, seed {seed}: {name}[{i}] is {found:e} instead of {expected:e}"
                );
            }
        }
    }
}

#[test]
fn the_graph_of_the_smooth_stages_has_the_bits_of_the_engine() {
    let mut count = 0;
    for (name, m) in models().into_iter().filter(|(_, m)| !has_compressed_rows(m)) {
        let Some(graph) = Graph::of(&m) else { continue };
        (0..3).for_each(|seed| graph.assert_bits(&m, seed, &name));
        count += 1;
    }
    assert!(count > 40, "{count}");
}

/// Where models of others are.
fn corpus() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    std::env::var_os("FERRODYN_CORPUS").map_or(beside, PathBuf::from)
}

#[test]
fn the_graph_of_a_humanoid_has_the_bits_of_the_engine() {
    let file = corpus().join("mujoco/model/humanoid/humanoid.xml");
    if !file.exists() {
        println!("SKIPPED: no {}: set FERRODYN_CORPUS", file.display());
        return;
    }
    let m = ferrodyn::load(&file).unwrap();
    let graph = Graph::of(&m).unwrap();
    (0..10).for_each(|seed| graph.assert_bits(&m, seed, "humanoid"));
    let work = graph.ops.iter().filter(|op| !matches!(op, Op::Constant(_) | Op::Input(_))).count();
    assert!((10_000..200_000).contains(&work), "{work} operations");
}
