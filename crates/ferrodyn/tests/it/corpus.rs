//! What must hold on every model of the repository and of the corpus: a step does not allocate once
//! contacts and rows have found their size, and not at all with constraints off; inverse dynamics
//! return the forces that forward dynamics were given.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use ferrodyn::enums::Integrator;
use ferrodyn::ids::DofId;
use ferrodyn::{Data, Loader, Model, forward, inverse, step};

use crate::samples::{random_data, smooth};

/// Models above this size are left out, in bytes of their arrays: textures of gigabytes.
const LARGEST: i64 = 1 << 28;
/// Degrees of freedom above which a step takes too long here.
const MOST_DOFS: usize = 3000;
/// Degrees of freedom above which a few steps have to do.
const LARGE: usize = 200;

/// Allocations of a step, with each integrator.
fn allocations(m: &Model) -> Vec<String> {
    let mut m = m.clone();
    let mut wrong = Vec::new();
    for &integrator in Integrator::ALL {
        // the first implicit step makes the memory for cells of flexes, which depends on their place
        let implicit = matches!(integrator, Integrator::Implicit | Integrator::ImplicitFast);
        if implicit && m.nflexnode > 0 {
            continue;
        }
        m.opt.integrator = integrator as i32;
        let mut d = Data::new(&m);
        let count = allocation_counter::measure(|| step(&m, &mut d)).count_total;
        if count > 0 {
            wrong.push(format!("{integrator:?} allocates {count} times in the first step"));
        }
    }
    wrong
}

/// Allocations of steps that have been taken before, with constraints.
fn allocations_when_warm(m: &Model) -> Option<String> {
    let mut d = Data::new(m);
    let steps = if m.nv > LARGE { 5 } else { 50 };
    let run = |d: &mut Data| {
        d.reset(m);
        (0..steps).for_each(|_| step(m, d));
    };
    run(&mut d);
    let count = allocation_counter::measure(|| run(&mut d)).count_total;
    (count > 0).then(|| format!("the same steps again allocate {count} times"))
}

/// Difference between the force applied and the force that inverse dynamics find.
fn inverse_error(m: &Model) -> f64 {
    let mut d = random_data(m, 1);
    forward(m, &mut d);
    inverse::inverse(m, &mut d);
    // rounding is that of the terms, which may cancel: a light body that carries a heavy flex
    let term = |k: DofId| {
        let diagonal = (m.M_rowadr[k] + m.M_rownnz[k] - 1) as usize;
        d.qfrc_smooth[k].abs().max(d.M.as_slice()[diagonal] * d.qacc[k].abs())
    };
    let scale = m.dofs().map(term).fold(1.0, f64::max);
    let error = |k: DofId| {
        let applied = d.qfrc_applied[k] + d.qfrc_actuator[k];
        (d.qfrc_inverse[k] - applied).abs() / scale
    };
    m.dofs().map(error).fold(0.0, f64::max)
}

fn check(file: &Path) -> Option<Vec<String>> {
    let m = Loader::new().load_path(file).ok()?;
    if m.nbuffer > LARGEST || m.nv > MOST_DOFS {
        return None;
    }
    let warm = allocations_when_warm(&m);
    let m = smooth(m);
    let mut wrong = allocations(&m);
    wrong.extend(warm);
    let error = inverse_error(&m);
    if error > 1e-10 {
        wrong.push(format!("inverse dynamics are off by {error:.1e}"));
    }
    Some(wrong.into_iter().map(|w| format!("{}: {w}", file.display())).collect())
}

/// Checks all models below a folder; how many there were.
fn check_all(root: &Path) -> usize {
    let mut files = Vec::new();
    models_below(root, &mut files);
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut loaded, mut wrong) = (0, Vec::new());
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(problems) = check(file) {
                loaded += 1;
                wrong.extend(problems);
            }
        }
        (loaded, wrong)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let results: Vec<(usize, Vec<String>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let wrong: Vec<String> = results.iter().flat_map(|(_, wrong)| wrong.clone()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    results.iter().map(|(loaded, _)| loaded).sum()
}

fn models_below(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            models_below(&path, files);
        } else if path.extension().is_some_and(|e| e == "xml" || e == "urdf") {
            files.push(path);
        }
    }
}

#[test]
fn a_first_step_that_looks_for_contacts_and_finds_none_does_not_allocate() {
    let xml = "<mujoco><worldbody><geom type='plane' size='1 1 1'/>
        <body pos='0 0 1'><freejoint/><geom size='.1'/><geom size='.1' pos='0 0 .1'/></body>
        <body pos='.3 0 1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>
        </worldbody></mujoco>";
    let m = ferrodyn::load_str(xml).unwrap();
    let mut d = Data::new(&m);
    let count = allocation_counter::measure(|| step(&m, &mut d)).count_total;
    assert_eq!((count, d.ncon), (0, 0));
}

#[test]
fn a_step_does_not_allocate_and_inverse_dynamics_return_the_force() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(check_all(&here.join("../../models")) > 0);
    let corpus = std::env::var_os("FERRODYN_CORPUS")
        .map_or_else(|| here.join("../../../shared/corpus"), PathBuf::from);
    if corpus.is_dir() {
        println!("{} models of the corpus", check_all(&corpus));
    } else {
        println!("SKIPPED: no models in {}: set FERRODYN_CORPUS", corpus.display());
    }
    match unpacked_robots().filter(|folder| folder.is_dir()) {
        Some(folder) => println!("{} robots of the corpus", check_all(&folder)),
        None => println!("SKIPPED: no robots: the judge unpacks those of the corpus"),
    }
}

/// Where the judge unpacks the archives of the corpus.
fn unpacked_robots() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(std::env::home_dir()?.join(".cache")))?;
    Some(cache.join("ferrodyn-corpus"))
}
