//! How the time to load a file grows with what is in it.
//!
//! ```text
//! cargo run --release -p ferrodyn-bench -- load-scaling
//! ```
//!
//! Every row is a kind of file with 20,000 and with 200,000 of something, all on one line. A time
//! (of the processor, where the system says)
//! that grows with the number is ten times as long; the exit code is 1 if one is more than twelve
//! times as long.

use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use ferrodyn_mjcf::Loader;

/// Numbers to compare.
const SIZES: [usize; 2] = [20_000, 200_000];
/// Most that the second may take, in units of the first.
const MOST: f64 = 12.0;
/// Shorter times are read from the clock.
const TICK: Duration = Duration::from_millis(8);
/// Times of which the shortest counts.
const RUNS: usize = 3;

pub(crate) fn run(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    if let [name, n] = arguments {
        let file = files().into_iter().find(|file| file.0 == name);
        let (_, make) = file.ok_or_else(|| format!("there is no file {name}"))?;
        println!("{}", once(&make(n.parse()?)).as_nanos());
        return Ok(ExitCode::SUCCESS);
    }
    let program = std::env::current_exe()?;
    println!("{:32} {:>10} {:>10} {:>6}", "file", SIZES[0], SIZES[1], "times");
    let mut slow = false;
    for (name, _) in files() {
        let few = shortest(&program, name, SIZES[0])?;
        let many = shortest(&program, name, SIZES[1])?;
        let times = many.as_secs_f64() / few.as_secs_f64();
        let mark = if times > MOST { " TOO MUCH" } else { "" };
        slow |= times > MOST;
        println!("{name:32} {few:>8.0?} {many:>8.0?} {times:6.1}{mark}");
    }
    Ok(if slow { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The shortest of several times, each in a process of its own: memory that a program has used
/// before is quicker to get again.
fn shortest(program: &Path, name: &str, n: usize) -> Result<Duration, Box<dyn Error>> {
    let mut least = Duration::MAX;
    for _ in 0..RUNS {
        let done = Command::new(program).args(["load-scaling", name, &n.to_string()]).output()?;
        let nanoseconds = String::from_utf8(done.stdout)?.trim().parse()?;
        least = least.min(Duration::from_nanos(nanoseconds));
    }
    Ok(least)
}

fn once(xml: &str) -> Duration {
    let (start, clock) = (processor_time(), Instant::now());
    let _ = std::hint::black_box(Loader::new().load_str(xml));
    match (start, processor_time()) {
        // the system looks at the time of a thread every few milliseconds
        (Some(start), Some(end)) if end.saturating_sub(start) > TICK => end.saturating_sub(start),
        _ => clock.elapsed(),
    }
}

/// Time that this thread has run, which other programs do not lengthen; Linux says.
fn processor_time() -> Option<Duration> {
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    said.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

type Make = fn(usize) -> String;

fn files() -> Vec<(&'static str, Make)> {
    vec![
        ("unknown attributes", |n| {
            format!("<mujoco><option {}/></mujoco>", each(n, |i| format!("a{i}='1' ")))
        }),
        ("unknown elements", |n| format!("<mujoco>{}</mujoco>", "<optoin/>".repeat(n))),
        ("bad numbers", |n| world(&"<geom size='x'/>".repeat(n))),
        ("the same name", |n| world(&"<geom name='a' size='1'/>".repeat(n))),
        ("the same name of bodies", |n| world(&"<body name='a'/>".repeat(n))),
        ("different names", |n| world(&each(n, |i| format!("<geom name='{i}' size='1'/>")))),
        ("unknown materials", |n| {
            world(&each(n, |i| format!("<geom name='{i}' size='1' material='m{i}'/>")))
        }),
        ("unknown classes", |n| world(&"<geom class='c' size='1'/>".repeat(n))),
        ("classes", |n| {
            let classes = each(n / 10, |i| format!("<default class='{i}'/>"));
            let geoms = each(n, |i| format!("<geom class='{}' size='1'/>", i % (n / 10)));
            format!("<mujoco><default>{classes}</default><worldbody>{geoms}</worldbody></mujoco>")
        }),
        ("sensors of nothing", |n| {
            let sensors = each(n, |i| format!("<framepos objtype='site' objname='s{i}'/>"));
            format!("<mujoco><sensor>{sensors}</sensor></mujoco>")
        }),
        ("geoms", |n| world(&"<geom size='1'/>".repeat(n))),
        ("bodies", |n| world(&"<body/>".repeat(n))),
        ("moving bodies", |n| world(&"<body><joint/><geom size='1'/></body>".repeat(n))),
        ("numbers", |n| {
            format!(
                "<mujoco><worldbody><geom size='1' user='{}'/></worldbody></mujoco>",
                "1 ".repeat(n)
            )
        }),
        ("replicated geoms", |n| {
            world(&format!("<replicate count='{n}'><geom size='1'/></replicate>"))
        }),
    ]
}

fn world(content: &str) -> String {
    format!("<mujoco><worldbody>{content}</worldbody></mujoco>")
}

fn each(n: usize, text: impl Fn(usize) -> String) -> String {
    (0..n).map(text).collect()
}
