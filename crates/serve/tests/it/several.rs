//! Several pages look at one simulation.

use std::time::{Duration, Instant};

use ferrodyn_serve::{Options, Start};

use crate::browse::{BALL, Page, serve};

#[test]
fn what_one_page_does_the_other_sees() {
    let server = serve(BALL, Options::default());
    let (mut one, mut other) = (Page::new(&server), Page::new(&server));
    one.frame(|frame| frame.running && frame.time > 0.0);
    one.tell(2, &[0]);
    let still = other.frame(|frame| !frame.running);
    let later = other.frame(|frame| frame.number > still.number);
    assert_eq!(later.time, still.time);

    one.tell(7, &[0, 9.0f32.to_bits()]);
    assert_eq!(other.frame(|frame| frame.controls != [0.0]).controls, [3.0]);
    one.tell(4, &[50.0f32.to_bits()]);
    other.frame(|frame| frame.speed == 50.0);
    one.tell(5, &[2]);
    let stepped = other.frame(|frame| frame.time != still.time);
    assert!((stepped.time - still.time - 0.004).abs() < 1e-9);
    one.tell(6, &[0]);
    assert_eq!(other.frame(|frame| frame.poses[1][2] > 5.0).poses[1][2], 6.0);
    one.tell(3, &[]);
    assert_eq!(other.frame(|frame| frame.time == 0.0).poses[1][2], 1.0);
    one.tell(2, &[1]);
    other.frame(|frame| frame.running);
}

#[test]
fn a_body_is_pulled_by_one_page_and_let_go_when_it_leaves() {
    let xml = "<mujoco><option gravity='0 0 0'/><worldbody><body name='b'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
    let server = serve(xml, Options::default());
    let (mut one, mut other) = (Page::new(&server), Page::new(&server));
    let ray = [-3.0f32, 0.0, 0.0, 1.0, 0.0, 0.0].map(f32::to_bits);
    one.tell(8, &ray);
    assert_eq!(other.frame(|frame| frame.selected >= 0).selected, 1);
    one.tell(9, &[0.0f32, 0.0, 1.0].map(f32::to_bits));
    // the force that pulls is drawn, or the point: at least the body moves
    other.frame(|frame| frame.poses[0][2] > 0.3);
    // meanwhile nobody else can take it
    let past = [-3.0f32, 9.0, 9.0, 1.0, 0.0, 0.0].map(f32::to_bits);
    other.tell(8, &past);
    assert!((0..10).all(|_| other.frame(|_| true).selected == 1));
    drop(one);
    let start = Instant::now();
    while other.frame(|_| true).selected == 1 {
        assert!(start.elapsed() < Duration::from_secs(10), "nobody let go");
        other.tell(8, &past);
    }
}

#[test]
fn a_simulation_begins_in_the_keyframe_that_is_asked_for() {
    let options = |start| Options { paused: true, start, ..Options::default() };
    let height = |start| {
        let server = serve(BALL, options(start));
        let mut page = Page::new(&server);
        let first = page.frame(|_| true).poses[1][2];
        page.tell(3, &[]);
        (first, page.frame(|frame| frame.time == 0.0).poses[1][2], server.problem())
    };
    assert_eq!(height(Start::Pose), (1.0, 1.0, String::new()));
    assert_eq!(height(Start::FirstKey), (6.0, 6.0, String::new()));
    assert_eq!(height(Start::Key("high".to_owned())), (6.0, 6.0, String::new()));
    let (first, again, problem) = height(Start::Key("low".to_owned()));
    assert_eq!((first, again), (1.0, 1.0));
    assert!(problem.contains("no keyframe \"low\": there are high"), "{problem}");
}

#[test]
fn a_page_that_never_reads_stalls_nobody() {
    // many vertices: the line of who does not read is full at once
    let xml = "<mujoco><option gravity='0 0 0'/><worldbody><flexcomp type='grid' count='60 60 1' spacing='.1 .1 .1' dim='2'
        name='f' radius='.01' rigid='true'/></worldbody></mujoco>";
    let server = serve(xml, Options::default());
    let idle: Vec<Page> = (0..5).map(|_| Page::new(&server)).collect();
    let mut page = Page::new(&server);
    let (first, start) = (page.frame(|_| true), Instant::now());
    let last = page.frame(|frame| frame.time > first.time + 1.0);
    let seconds = start.elapsed().as_secs_f64();
    assert!(seconds < 10.0, "a second took {seconds} s");
    // frames arrive, although somebody takes none
    assert!(last.number > first.number + 3);
    drop(idle);
}
