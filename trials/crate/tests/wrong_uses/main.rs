//! A hundred wrong uses: each ends in an error that says what to do, in a panic as Rust's indexing has it, or in a
//! result that the documentation announces. Those that do not compile are in `src/wrong.rs`.

mod files;
mod foreign;
mod indices;
mod lengths;
mod numbers;
mod specs;

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ferrodyn::{Data, Model, forward};

/// How a wrong use ends.
#[derive(Clone, Copy, Debug)]
enum Ends {
    /// In an error whose text has these words.
    Error(&'static str),
    /// In a panic whose text has these words, as indexing does.
    Panic(&'static str),
    /// In what the documentation announces: nothing, NaN, zeros. The use asserts it.
    Announced,
}

use Ends::{Announced, Error as Fails, Panic as Panics};

type Run = fn(&Model, &mut Data) -> Result<(), Box<dyn Error>>;

/// A wrong use: what it is, how it ends, and itself.
type Wrong = (&'static str, Ends, Run);

/// An arm of two hinges with a motor, a sensor and a keyframe, and a ball that lies on the floor.
const MODEL: &str = r#"<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="ball" pos="1 0 .1"><freejoint/><geom name="ball" size=".1"/></body>
    <body name="upper" pos="0 0 1"><joint name="shoulder" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
      <body name="lower" pos=".3 0 0"><joint name="elbow" axis="0 1 0"/>
        <geom name="hand" type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="tip" pos=".3 0 0"/></body></body>
  </worldbody>
  <actuator><motor name="lift" joint="elbow"/></actuator>
  <sensor><jointpos name="angle" joint="elbow"/></sensor>
  <keyframe><key name="home" qpos="1 0 .1 1 0 0 0 .5 -.5"/></keyframe>
</mujoco>"#;

/// The model and its data after a forward pass.
fn start() -> (Model, Data) {
    let m = ferrodyn::load_str(MODEL).expect("the model is right");
    let mut d = Data::new(&m);
    forward(&m, &mut d);
    (m, d)
}

/// What a panic says.
fn text_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default().to_owned()
}

/// Why a use did not end as the table says, if it did not.
fn complaint((what, ends, run): &Wrong) -> Option<String> {
    let (m, mut d) = start();
    let result = catch_unwind(AssertUnwindSafe(|| run(&m, &mut d)));
    let found = match &result {
        Ok(Ok(())) => "nothing said".to_owned(),
        Ok(Err(error)) => format!("an error: {error}"),
        Err(panic) => format!("a panic: {}", text_of(&**panic)),
    };
    let is_right = match (ends, &result) {
        (Announced, Ok(Ok(()))) => true,
        (Fails(words), Ok(Err(error))) => error.to_string().contains(words),
        (Panics(words), Err(panic)) => text_of(&**panic).contains(words),
        _ => false,
    };
    (!is_right).then(|| format!("{what}: {ends:?} was expected, but {found}"))
}

#[test]
fn every_wrong_use_ends_as_the_table_says() {
    let uses: Vec<Wrong> =
        [indices::USES, lengths::USES, foreign::USES, numbers::USES, specs::USES, files::USES]
            .concat();
    // panics are part of the table
    std::panic::set_hook(Box::new(|_| ()));
    let complaints: Vec<String> = uses.iter().filter_map(complaint).collect();
    drop(std::panic::take_hook());
    assert!(
        complaints.is_empty(),
        "{} of {}:\n{}",
        complaints.len(),
        uses.len(),
        complaints.join("\n")
    );

    // those that do not compile are examples of the library's documentation
    let uncompiled = include_str!("../../src/wrong.rs").matches("/// ```compile_fail").count();
    let count = |is: fn(&Ends) -> bool| uses.iter().filter(|(_, ends, _)| is(ends)).count();
    let errors = count(|ends| matches!(ends, Fails(_)));
    let panics = count(|ends| matches!(ends, Panics(_)));
    let announced = count(|ends| matches!(ends, Announced));
    let all = uncompiled + uses.len();
    println!(
        "{all} wrong uses: {uncompiled} do not compile, {errors} are errors, {panics} panic as indexing does, \
         {announced} give what the documentation announces"
    );
    assert!(all >= 100, "{all}");
}
