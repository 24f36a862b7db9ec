//! Programs of an engineer who tried the crate, each of which once gave a wrong number, a useless message or no way on.
//! Those that must not compile are in `src/wrong.rs`.

mod batches;
mod links;
mod messages;
mod numbers;
mod specs;
mod values;

/// Three hinges in a row: the two forms of the inertia matrix have equally many entries, in other orders.
const CHAIN: &str = "<mujoco><worldbody>
  <body name='a'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.05'/>
    <body name='b' pos='.5 0 0'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.05'/>
      <body name='c' pos='.5 0 0'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.05'/>
        <site name='tip' pos='.5 0 0'/></body></body></body>
  </worldbody></mujoco>";
