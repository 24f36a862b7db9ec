//! Runs of many environments: the same bytes however they are cut, whole files, failures that can be repeated.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use ferrodyn::enums::StateBit;
use ferrodyn::state::{get_state, set_state, state_size};
use ferrodyn::{Data, step};

use crate::npz::Npz;
use crate::{ferrodyn, models, stderr, stdout};

/// A directory of a test, which goes with it.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferrodyn-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a directory can be made");
        Self(path)
    }

    fn join(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the path is UTF-8").to_owned()
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs `ferrodyn rollout`, which must succeed.
fn rollout(model: &str, args: &[&str]) -> Output {
    let output = ferrodyn(&[&["rollout", model], args].concat());
    // on a busy machine a run may last long enough to say how far it is
    let said = stderr(&output);
    let other: Vec<&str> = said.lines().filter(|line| !line.ends_with(" left")).collect();
    assert_eq!((output.status.code(), &other[..]), (Some(0), &[][..]), "{args:?}");
    output
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).expect("it is JSON")
}

/// Runs a command that must be refused; what it says.
fn refused(args: &[&str]) -> String {
    let output = ferrodyn(args);
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), String::new()), "{args:?}");
    stderr(&output)
}

/// All files of a directory.
fn files(directory: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).expect("the directory is there");
    let file = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap())
    };
    entries.map(|entry| file(entry.unwrap())).collect()
}

const CUT: [&str; 12] = [
    "-n",
    "23",
    "--steps",
    "120",
    "--every",
    "7",
    "--seed",
    "5",
    "--noise",
    "1",
    "--qpos-noise",
    "0.01",
];

#[test]
fn bytes_depend_neither_on_threads_nor_on_processes() {
    for model in ["arm.xml", "unstable.xml"] {
        let dir = Dir::new(&format!("rollout-threads-{model}"));
        let whole = dir.join("whole");
        rollout(model, &[&CUT[..], &["--shards", "3", "--out", &whole, "--threads", "1"]].concat());
        let expected = files(&whole);
        let names: Vec<&str> = expected.keys().map(|name| &**name).collect();
        let numbered = |i| format!("shard-0000{i}-of-00003.npz");
        assert_eq!(names, [numbered(0), numbered(1), numbered(2)]);

        for threads in ["2", "4"] {
            let out = dir.join(threads);
            let args = ["--shards", "3", "--out", &out, "--threads", threads];
            rollout(model, &[&CUT[..], &args].concat());
            assert!(files(&out) == expected, "{model}, {threads} threads");
        }
        let out = dir.join("processes");
        for shard in ["2/3", "0/3", "1/3"] {
            rollout(model, &[&CUT[..], &["--shard", shard, "--out", &out]].concat());
        }
        assert!(files(&out) == expected, "{model}, processes");
    }
}

#[test]
fn an_environment_goes_the_same_way_in_every_shard() {
    let dir = Dir::new("rollout-cut");
    let (one, three) = (dir.join("one"), dir.join("three"));
    rollout("unstable.xml", &[&CUT[..], &["--out", &one]].concat());
    rollout("unstable.xml", &[&CUT[..], &["--shards", "3", "--out", &three]].concat());
    let whole = Npz::read(&Path::new(&one).join("shard-00000-of-00001.npz"));
    let parts: Vec<Npz> = (0..3)
        .map(|i| Npz::read(&Path::new(&three).join(format!("shard-0000{i}-of-00003.npz"))))
        .collect();
    let arrays =
        ["env", "state", "time", "ctrl_held", "restarts", "failures", "error_env", "error_step"];
    for name in arrays {
        let joined: Vec<u8> = parts.iter().flat_map(|part| part.bytes(name).to_vec()).collect();
        assert!(whole.bytes(name) == joined, "{name}");
    }
    // 120 steps, every 7: the start, 17 more, and the end
    assert_eq!(whole.shape("state"), [23, 19, 1 + 8 + 7]);
    assert_eq!(whole.shape("restarts"), [23, 19]);
    assert_eq!(whole.u64s("step"), (0..18).map(|k| 7 * k).chain([120]).collect::<Vec<_>>());
    // set every 20 steps
    assert_eq!(whole.shape("ctrl_held"), [23, 6, 1]);
    assert_eq!(whole.u64s("ctrl_step"), [0, 20, 40, 60, 80, 100]);
    assert_eq!(whole.u64s("env"), (0..23).collect::<Vec<_>>());
    let meta: serde_json::Value = serde_json::from_slice(whole.bytes("meta")).unwrap();
    assert_eq!((&meta["seed"], &meta["model"]), (&5.into(), &"unstable".into()));
}

/// Without noise a record is where a single simulation is.
#[test]
fn records_are_states_of_the_simulation() {
    let dir = Dir::new("rollout-states");
    let out = dir.join("out");
    let args = ["-n", "2", "--steps", "40", "--every", "20", "--noise", "0", "--out", &out];
    rollout("arm.xml", &args);
    let shard = Npz::read(&Path::new(&out).join("shard-00000-of-00001.npz"));
    let m = ferrodyn::load(models().join("arm.xml")).expect("the model loads");
    let mut d = Data::new(&m);
    if m.nkey > 0 {
        ferrodyn::state::reset_keyframe(&m, &mut d, 0);
    }
    let (mut expected, mut times) = (Vec::new(), Vec::new());
    let mut keep = |d: &Data| {
        times.push(d.time);
        let mut state = vec![0.0; state_size(&m, StateBit::FullPhysics as i32).unwrap()];
        get_state(&m, d, &mut state, StateBit::FullPhysics as i32).unwrap();
        expected.extend(state.iter().map(|x| x.to_bits()));
    };
    keep(&d);
    for _ in 0..2 {
        (0..20).for_each(|_| step(&m, &mut d));
        keep(&d);
    }
    let states: Vec<u64> = shard.f64s("state").iter().map(|x| x.to_bits()).collect();
    assert_eq!(states, [expected.clone(), expected].concat());
    assert_eq!(shard.f64s("time"), [times.clone(), times].concat());
    assert!(shard.u64s("failures") == [0, 0] && shard.u64s("error_env").is_empty());
}

/// What a shard says moved a state to the next one does move it there.
#[test]
fn controls_of_a_shard_move_its_states() {
    let dir = Dir::new("rollout-transitions");
    let m = ferrodyn::load(models().join("arm.xml")).expect("the model loads");
    let kept = StateBit::FullPhysics as i32;
    let width = state_size(&m, kept).unwrap();
    for (hold, apart) in [("20", false), ("25", true), ("7", true), ("60", false)] {
        let out = dir.join(hold);
        let args = ["-n", "3", "--steps", "45", "--noise", "1", "--hold", hold, "--out", &out];
        let said = stdout(&rollout("arm.xml", &args));
        assert_eq!(said.contains("controls change between records"), apart, "{said}");
        let shard = Npz::read(&Path::new(&out).join("shard-00000-of-00001.npz"));
        assert_eq!((shard.has("ctrl"), shard.has("ctrl_held")), (!apart, apart));
        let steps = shard.u64s("step");
        assert_eq!(steps, [0, 10, 20, 30, 40, 45]);
        let ctrl = shard.f64s(if apart { "ctrl_held" } else { "ctrl" });
        let set = if apart { shard.u64s("ctrl_step") } else { steps.clone() };
        assert_eq!(ctrl.len(), 3 * set.len() * m.nu);

        let states = shard.f64s("state");
        let mut d = Data::new(&m);
        for (env, states) in states.chunks(width * steps.len()).enumerate() {
            let mut changes = 0;
            for (k, (before, after)) in
                states.chunks(width).zip(states.chunks(width).skip(1)).enumerate()
            {
                set_state(&m, &mut d, before, kept).unwrap();
                for now in steps[k]..steps[k + 1] {
                    let last = set.iter().rposition(|&step| step <= now).unwrap();
                    let at = (env * set.len() + last) * m.nu;
                    changes += u32::from(d.ctrl.as_slice() != &ctrl[at..at + m.nu]);
                    d.ctrl.as_mut_slice().copy_from_slice(&ctrl[at..at + m.nu]);
                    step(&m, &mut d);
                }
                let mut found = vec![0.0; width];
                get_state(&m, &d, &mut found, kept).unwrap();
                for (found, expected) in found.iter().zip(after) {
                    assert!((found - expected).abs() < 1e-9, "{hold}: {env}, {k}");
                }
            }
            let expected = if hold == "60" { 1 } else { 45_u32.div_ceil(hold.parse().unwrap()) };
            assert_eq!(changes, expected, "controls differ each time that they are set");
        }
    }
}

/// Who trains on pairs of records leaves out those between which an environment began again.
#[test]
fn records_say_how_often_an_environment_has_begun_again() {
    let dir = Dir::new("rollout-restarts");
    let out = dir.join("out");
    rollout("unstable.xml", &["-n", "3", "--steps", "200", "--every", "1", "--out", &out]);
    let shard = Npz::read(&Path::new(&out).join("shard-00000-of-00001.npz"));
    let (times, restarts) = (shard.f64s("time"), shard.u64s("restarts"));
    for (env, failures) in shard.u64s("failures").iter().enumerate() {
        let (times, restarts) = (&times[env * 201..][..201], &restarts[env * 201..][..201]);
        assert!(*failures > 0 && restarts[0] == 0 && restarts[200] == *failures);
        for k in 1..201 {
            assert_eq!(times[k] <= times[k - 1], restarts[k] > restarts[k - 1], "{env}, {k}");
        }
    }
}

#[test]
fn columns_of_a_shard_have_names() {
    let dir = Dir::new("rollout-columns");
    let out = dir.join("out");
    rollout("unstable.xml", &["-n", "1", "--steps", "1", "--out", &out]);
    let shard = Npz::read(&Path::new(&out).join("shard-00000-of-00001.npz"));
    let meta: serde_json::Value = serde_json::from_slice(shard.bytes("meta")).unwrap();
    let names = |of: &str| -> Vec<String> {
        serde_json::from_value(meta["columns"][of].clone()).expect("a list of names")
    };
    assert_eq!(names("state").len(), *shard.shape("state").last().unwrap());
    assert_eq!(names("ctrl").len(), *shard.shape("ctrl").last().unwrap());
    assert!(names("state").contains(&"qpos:spring".to_owned()), "{meta}");
    assert_eq!(meta["version"], 2);
}

#[test]
fn noise_differs_between_environments_seeds_and_blocks() {
    let dir = Dir::new("rollout-noise");
    let ctrl = |seed: &str| {
        let out = dir.join(seed);
        let args = ["-n", "2", "--steps", "9", "--every", "1", "--hold", "5", "--noise", "0.5"];
        rollout("unstable.xml", &[&args[..], &["--seed", seed, "--out", &out]].concat());
        Npz::read(&Path::new(&out).join("shard-00000-of-00001.npz")).f64s("ctrl")
    };
    let (one, other) = (ctrl("1"), ctrl("2"));
    assert!(one.iter().all(|x| x.abs() <= 0.5));
    // ten records of two environments, in blocks of five
    let blocks: Vec<f64> = one.chunks(5).map(|block| block[0]).collect();
    assert!(one.chunks(5).all(|block| block.iter().all(|x| x == &block[0])), "{one:?}");
    let mut all = [blocks, other.chunks(5).map(|block| block[0]).collect()].concat();
    all.sort_by(f64::total_cmp);
    all.dedup();
    assert_eq!(all.len(), 8, "{all:?}");
}

#[test]
fn a_run_goes_on_from_the_shards_that_are_there() {
    let dir = Dir::new("rollout-resume");
    let out = dir.join("out");
    let args = [&CUT[..], &["--shards", "4", "--out", &out, "--json"]].concat();
    let first = json(&rollout("arm.xml", &args));
    assert_eq!(
        (first["written"].as_array().unwrap().len(), &first["kept"]),
        (4, &Vec::<u8>::new().into())
    );
    let before = files(&out);

    // one is missing, and a run that was killed has left something
    let at = |name: &str| Path::new(&out).join(name);
    fs::remove_file(at("shard-00002-of-00004.npz")).unwrap();
    fs::write(at(".shard-00002-of-00004.npz.123-456.tmp"), "half").unwrap();
    let second = json(&rollout("arm.xml", &args));
    assert_eq!(second["kept"].as_array().unwrap().len(), 3);
    assert!(second["written"][0].as_str().unwrap().ends_with("shard-00002-of-00004.npz"));
    assert!(files(&out) == before);

    // a process of another shard leaves what is not its own alone
    fs::write(at(".shard-00002-of-00004.npz.123-456.tmp"), "half").unwrap();
    rollout("arm.xml", &[&CUT[..], &["--shard", "1/4", "--out", &out]].concat());
    assert!(at(".shard-00002-of-00004.npz.123-456.tmp").exists());
}

#[test]
fn shards_of_other_runs_are_refused_and_stay() {
    let dir = Dir::new("rollout-other");
    let out = dir.join("out");
    let args = ["rollout", "arm.xml", "-n", "4", "--steps", "5", "--out", &out];
    assert_eq!(ferrodyn(&args).status.code(), Some(0));
    let before = files(&out);
    for (option, value, said) in [
        ("--seed", "3", "whose seed is 0, not 3"),
        ("--noise", "0.2", "whose noise is 0.1, not 0.2"),
        ("--every", "3", "whose every is 10, not 3"),
    ] {
        let message = refused(&[&args[..], &[option, value]].concat());
        assert!(
            message.contains(said) && message.contains("shard-00000-of-00001.npz"),
            "{message}"
        );
    }
    let message = refused(&["rollout", "unstable.xml", "-n", "4", "--steps", "5", "--out", &out]);
    assert!(message.contains("whose model is \"arm\", not \"unstable\""), "{message}");
    let message = refused(&[&args[..], &["--shards", "2"]].concat());
    assert!(message.contains("in other shards"), "{message}");
    assert!(files(&out) == before);

    let shard = Path::new(&out).join("shard-00000-of-00001.npz");
    let whole = fs::read(&shard).unwrap();
    let mut altered = whole.clone();
    altered[whole.len() / 2] ^= 1;
    for bytes in [&altered[..], &whole[..whole.len() - 30], b"", b"PK"] {
        fs::write(&shard, bytes).unwrap();
        let message = refused(&args);
        assert!(message.contains("not a whole shard"), "{message}");
        assert_eq!(fs::read(&shard).unwrap(), bytes);
    }
}

#[test]
fn all_damaged_shards_are_named_at_once_and_nothing_is_run() {
    let dir = Dir::new("rollout-damaged");
    let out = dir.join("out");
    let args = ["rollout", "arm.xml", "-n", "6", "--steps", "5", "--shards", "6", "--out", &out];
    assert_eq!(ferrodyn(&args).status.code(), Some(0));
    let at = |i: u32| Path::new(&out).join(format!("shard-0000{i}-of-00006.npz"));
    fs::remove_file(at(0)).unwrap();
    for i in [1, 3, 5] {
        let bytes = fs::read(at(i)).unwrap();
        fs::write(at(i), &bytes[..bytes.len() - 7]).unwrap();
    }
    let message = refused(&args);
    assert!(message.contains("3 files are not whole shards: delete them"), "{message}");
    for i in 0..6 {
        let name = format!("shard-0000{i}-of-00006.npz: ");
        assert_eq!(message.contains(&name), i % 2 == 1, "{message}");
    }
    assert!(!at(0).exists());
}

/// What was done before an error is said all the same.
#[test]
fn a_run_that_an_error_ends_says_what_was_done() {
    let dir = Dir::new("rollout-error");
    let out = dir.join("out");
    let dumps = dir.join("dumps");
    // a directory has the name of a file of the second shard
    fs::create_dir_all(Path::new(&dumps).join("env-000003.dump").join("in the way")).unwrap();
    let args = ["rollout", "unstable.xml", "-n", "6", "--steps", "150", "--shards", "3"];
    let args = [&args[..], &["--out", &out, "--dump", &dumps]].concat();
    let output = ferrodyn(&args);
    let (said, error) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(2), "{said}{error}");
    assert!(error.contains("error: ") && error.contains("env-000003.dump"), "{error}");
    assert!(said.starts_with("unstable.xml: 6 environments, 150 steps, seed 0\n"), "{said}");
    assert!(said.contains("  1 shard written to "), "{said}");
    assert!(said.contains("  stopped by an error: the same command goes on\n"), "{said}");
    let summary = json(&ferrodyn(&[&args[..], &["--json"]].concat()));
    assert!(summary["error"].as_str().unwrap().contains("env-000003.dump"), "{summary}");
    assert_eq!(summary["kept"].as_array().unwrap().len(), 1);
}

/// Where no terminal shows a bar, a log gets lines.
#[test]
fn a_log_says_how_far_a_run_is() {
    use std::io::BufRead;
    use std::process::Stdio;

    let dir = Dir::new("rollout-log");
    let out = dir.join("out");
    let args = ["rollout", "arm.xml", "-n", "4", "--steps", "100000000", "--every", "1000000"];
    let mut command = crate::command(&[&args[..], &["--threads", "1", "--out", &out]].concat());
    let mut child =
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the command starts");
    let mut line = String::new();
    let mut said = std::io::BufReader::new(child.stderr.take().expect("it is piped"));
    said.read_line(&mut line).expect("UTF-8");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(line.starts_with("0 %, 0 of 1 shard, "), "{line}");
    assert!(line.contains(" steps/s, ") && line.ends_with(" left\n"), "{line}");
}

#[test]
fn failures_are_counted_named_and_repeated() {
    let dir = Dir::new("rollout-dump");
    let sleeping = dir.join("sleeping.xml");
    let text = fs::read_to_string(models().join("unstable.xml")).unwrap();
    let option = r#"<option><flag sleep="enable"/></option>"#;
    fs::write(&sleeping, text.replacen("<worldbody>", &format!("{option}<worldbody>"), 1)).unwrap();
    for model in ["unstable.xml", &sleeping] {
        let (out, dumps) = (dir.join("out"), dir.join("dumps"));
        let args = ["-n", "7", "--steps", "150", "--shards", "2", "--out", &out, "--dump", &dumps];
        let summary = json(&rollout(model, &[&args[..], &["--json"]].concat()));
        assert_eq!(summary["failed_environments"], 7, "{summary}");
        let cause = &summary["failures"][0];
        assert_eq!(cause["kind"], "acceleration");
        assert_eq!(cause["place"]["joint"]["name"], "spring");
        assert_eq!(cause["place"]["body"]["name"], "arm");
        assert!(cause["count"].as_u64() >= Some(7));

        let shard = Npz::read(&Path::new(&out).join("shard-00001-of-00002.npz"));
        assert_eq!(shard.u64s("error_env"), [3, 4, 5, 6]);
        assert!(shard.bytes("error_kind").starts_with(b"acceleration"));
        assert_eq!((shard.i32s("error_dof")[0], shard.i32s("error_geom")[0]), (6, -1));
        // it starts again: time falls below what it was
        assert!(shard.f64s("time")[..16].is_sorted() == (shard.u64s("failures")[0] == 0));

        let written = files(&dumps);
        assert_eq!(written.len(), 7);
        let alone = dir.join("alone");
        let args = ["-n", "7", "--steps", "150", "--threads", "1", "--dump", &alone];
        rollout(model, &args);
        assert!(
            files(&alone) == written,
            "dumps depend on the model, the seed and the environment"
        );
        fs::remove_dir_all(&alone).unwrap();
        for env in 0..7 {
            let dump = format!("{dumps}/env-00000{env}.dump");
            let output = ferrodyn(&["replay", &dump, "--json"]);
            let replayed = json(&output);
            assert_eq!(output.status.code(), Some(0), "{replayed}");
            assert_eq!((&replayed["same"], &replayed["env"]), (&true.into(), &env.into()));
            assert_eq!(replayed["recorded"], replayed["found"]);
            if env >= 3 {
                assert_eq!(replayed["step"], shard.u64s("error_step")[env - 3]);
            }
        }
        let again = ferrodyn(&["replay", &format!("{dumps}/env-000003.dump"), model]);
        let said = stdout(&again);
        assert!(said.contains("acceleration at time 0."), "{said}");
        assert!(said.contains(r#"joint "spring" of body "arm""#), "{said}");
        assert!(said.contains("the failure of the run"), "{said}");
        fs::remove_dir_all(&out).unwrap();
        fs::remove_dir_all(&dumps).unwrap();
    }
}

#[test]
fn the_table_of_failures_is_text() {
    let output = rollout("unstable.xml", &["-n", "3", "--steps", "100", "--threads", "1"]);
    let text = stdout(&output);
    assert!(text.starts_with("unstable.xml: 3 environments, 100 steps, seed 0\n"), "{text}");
    assert!(text.contains("steps/s: 300 steps in ") && text.contains("on 1 thread\n"), "{text}");
    let line = text.lines().last().expect("the table");
    assert!(
        line.contains(r#"  acceleration  joint "spring" of body "arm"  environment "#),
        "{text}"
    );
    let output = rollout("arm.xml", &["-n", "3", "--steps", "10"]);
    assert!(stdout(&output).ends_with("  no environment failed\n"), "{}", stdout(&output));
}

#[test]
fn replay_refuses_what_is_no_dump_of_the_model() {
    let dir = Dir::new("rollout-replay");
    let dumps = dir.join("dumps");
    rollout("unstable.xml", &["-n", "1", "--steps", "100", "--dump", &dumps]);
    let dump = format!("{dumps}/env-000000.dump");
    let message = refused(&["replay", &dump, "arm.xml"]);
    assert!(message.contains("a snapshot of another model (hash "), "{message}");
    assert!(message.contains("env-000000.dump") && message.contains("arm.xml"), "{message}");

    let bytes = fs::read(&dump).unwrap();
    let altered = dir.join("altered.dump");
    for cut in [0, 10, 40, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&altered, &bytes[..cut]).unwrap();
        assert!(refused(&["replay", &altered]).contains("altered.dump: "));
    }
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 4;
    fs::write(&altered, &flipped).unwrap();
    assert!(refused(&["replay", &altered]).contains("checksum"));
    assert!(refused(&["replay", "arm.xml"]).contains("not a ferrodyn file of this kind"));
    assert!(refused(&["replay", "missing.dump"]).contains("missing.dump"));
    rollout("arm.xml", &["-n", "1", "--steps", "1", "--out", &dumps]);
    let message = refused(&["replay", &format!("{dumps}/shard-00000-of-00001.npz")]);
    assert!(message.contains("a shard of rollouts, not the dump"), "{message}");
    assert!(message.contains("ferrodyn render MODEL --shard "), "{message}");

    // the model is not where it was: relative to the directory of the models, which this is not
    let mut elsewhere = crate::command(&["replay", &dump]);
    let output = elsewhere.current_dir(&dir.0).output().expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("give another after the dump"), "{}", stderr(&output));
}

#[test]
fn what_no_machine_has_room_for_is_refused() {
    let dir = Dir::new("rollout-large");
    let out = dir.join("out");
    let most = u64::MAX.to_string();
    for args in [
        &["-n", &most][..],
        &["-n", &most, "--steps", &most, "--out", &out, "--shards", "99999"],
        &["-n", "1", "--steps", &most, "--out", &out, "--every", "1"],
        &["-n", "1000000", "--steps", "100000", "--out", &out],
    ] {
        let message = refused(&[&["rollout", "arm.xml"], args].concat());
        assert!(message.contains("a shard has at most 4.0 GiB"), "{message}");
        let helps = ["--shards ", "--every", "give at most "];
        assert!(helps.iter().any(|help| message.contains(help)), "{message}");
    }
    assert!(!Path::new(&out).exists(), "nothing is begun");
    for (args, said) in [
        (&["--shards", "3", "-n", "2", "--out", &out][..], "at most 2 shards"),
        (&["--shard", "3/3", "--out", &out], "numbered from 0 on"),
        (&["--shard", "3", "--out", &out], "as in 3/16"),
        (&["--shards", "2"], "--out"),
        (&["--noise", "nan"], "from 0 on"),
        (&["-n", "0"], "--environments"),
        (&["--threads", "0"], "--threads"),
    ] {
        let message = refused(&[&["rollout", "arm.xml"], args].concat());
        assert!(message.contains(said), "{args:?}: {message}");
    }
}

/// Ctrl-C: the shards that are finished stay, nothing is left of the one at work, and the run goes on later.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_whole_shards_only() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let dir = Dir::new("rollout-interrupt");
    let (out, expected) = (dir.join("out"), dir.join("expected"));
    let args = ["-n", "64", "--steps", "200", "--every", "50", "--shards", "8", "--out"];
    let mut command =
        crate::command(&[&["rollout", "arm.xml"], &args[..], &[&out, "--threads", "1"]].concat());
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the command starts");
    let start = Instant::now();
    let first = Path::new(&out).join("shard-00000-of-00008.npz");
    while !first.exists() && start.elapsed() < Duration::from_mins(2) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().expect("it is piped"), &mut said)
        .expect("UTF-8");
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{said}");
    assert!(said.contains("interrupted: the same command goes on"), "{said}");

    rollout("arm.xml", &[&args[..], &[&expected]].concat());
    let (found, expected) = (files(&out), files(&expected));
    assert!((1..8).contains(&found.len()), "{:?}", found.keys());
    assert!(found.iter().all(|(name, bytes)| expected.get(name) == Some(bytes)));
    rollout("arm.xml", &[&args[..], &[&out]].concat());
    assert!(files(&out) == expected);
}
