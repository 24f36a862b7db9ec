//! What is unsafe about views and needs no Python, for Miri.

use ferrodyn_engine::model::Draft;
use ferrodyn_engine::{Data, Model, Opt, Sizes};

use super::*;

fn place<T: Table>(name: &str) -> usize {
    T::infos().iter().position(|info| info.name == name).unwrap()
}

fn read<O: Send + Sync + 'static, T: Table>(store: &Store<O, T>, index: usize) -> f64 {
    let mut bytes = [0; 8];
    assert!(store.get_bytes(index, 0, &mut bytes).unwrap());
    f64::from_ne_bytes(bytes)
}

fn model() -> Model {
    Draft::new(Sizes { nbody: 1, nuserdata: 2, ..Sizes::default() }).unwrap().finish().unwrap()
}

#[test]
fn bytes_are_read_and_written_between_uses_of_the_owner() {
    let store = Store::new(Data::new(&model()));
    let (time, user) = (place::<Data>("time"), place::<Data>("userdata"));
    for round in 1..4 {
        let value = f64::from(round);
        assert!(store.set_bytes(time, 0, &value.to_ne_bytes()).unwrap());
        assert!(store.set_bytes(user, 0, &value.to_ne_bytes()).unwrap());
        store
            .with_mut(|d| {
                d.time += 0.5;
                d.userdata.scalars_mut::<f64>()[0] += 0.5;
            })
            .unwrap();
        assert_eq!([time, user].map(|at| read(&store, at)), [value + 0.5; 2]);
    }
    assert!(!store.set_bytes(user, 9, &[0; 8]).unwrap(), "past the end");
}

#[test]
fn a_callback_reads_and_writes_what_its_function_has_locked() {
    let store = Store::new(Data::new(&model()));
    let user = place::<Data>("userdata");
    let mut d = store.lock().write().unwrap();
    d.userdata.scalars_mut::<f64>()[0] = 1.0;
    store.lend(&mut d, || {
        assert_eq!(read(&store, user), 1.0);
        store.with_mut(|d| d.userdata.scalars_mut::<f64>()[0] = 2.0).unwrap();
        assert!(store.set_bytes(user, 8, &3_f64.to_ne_bytes()).unwrap());
    });
    assert_eq!(d.userdata.scalars::<f64>(), [2.0, 3.0]);
    store.lend_read_only(&d, || {
        assert_eq!(read(&store, user), 2.0);
        assert!(store.set_bytes(user, 0, &[0; 8]).is_err());
    });
}

#[test]
fn a_part_reads_and_writes_inside_its_owner() {
    let whole = Store::new(model());
    let part = whole.part(|m| &m.opt, |m| &mut m.opt).unwrap();
    let timestep = place::<Opt>("timestep");
    assert!(part.set_bytes(timestep, 0, &0.25_f64.to_ne_bytes()).unwrap());
    assert_eq!(whole.with(|m| m.opt.timestep).unwrap(), 0.25);
    whole.with_mut(|m| m.opt.timestep = 0.5).unwrap();
    assert_eq!(read(&part, timestep), 0.5);
}

#[test]
fn a_frozen_table_and_its_parts_are_only_read() {
    let whole = Store::new(model()).frozen();
    let part = whole.part(|m| &m.opt, |m| &mut m.opt).unwrap().clone();
    let timestep = place::<Opt>("timestep");
    assert_eq!(read(&part, timestep), whole.with(|m| m.opt.timestep).unwrap());
    assert!(part.set_bytes(timestep, 0, &0.25_f64.to_ne_bytes()).is_err());
    assert!(part.with_mut(|opt| opt.timestep = 0.25).is_err());
    assert!(whole.with_mut(|m| m.opt.timestep = 0.25).is_err());
    assert!(whole.is_read_only());
}
