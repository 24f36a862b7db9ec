//! The messages between server and page.
//!
//! Messages are binary WebSocket messages at `/ws`, little-endian. Everything is a multiple of four
//! bytes long: `u32`, `i32`, `f32`, `f64`, and texts with their length in bytes before them and zeros
//! after them. A list has its length before it. Each message begins with its kind, a `u32`.
//!
//! From the server, in this order for each model:
//!
//! | kind | message |
//! |---|---|
//! | 1 `Hello` | `VERSION` |
//! | 2 `Model` | number, name, how it wants to be seen, names of bodies, cameras, lights, materials, controls, keyframes, number of assets |
//! | 3 `Mesh` | number of the model, id, vertices, normals, texture coordinates, faces |
//! | 4 `Hfield` | number, id, rows, columns, size, heights |
//! | 5 `Texture` | number, id, type, color space, width, height, a PNG file |
//! | 6 `Surface` | number, id, what a flex or skin is made of: its faces by vertex, or its edges |
//! | 7 `Shapes` | number, version; of each shape: kind, data, body, material, flags, size, color, shine |
//! | 8 `Frame` | numbers of the model and of the frame, time, speeds, flags, the selected body; moving parts, see below |
//! | 9 `Problem` | why the file is not shown as it is; an empty text once it is |
//!
//! The moving parts of a `Frame` are: version and poses of the shapes (position, quaternion), poses of cameras,
//! positions and directions of lights, controls, vertices of surfaces. `Shapes` come when they change, before the
//! first frame that has them. From the page:
//!
//! | kind | message |
//! |---|---|
//! | 1 `Seen` | number of a frame. At most [`MOST_FRAMES`] frames are on their way to a page; others are dropped |
//! | 2 `Play` | 1 to play, 0 to pause |
//! | 3 `Reset` | |
//! | 4 `Speed` | percent of real time, `f32` |
//! | 5 `Step` | number of steps |
//! | 6 `Key` | keyframe |
//! | 7 `Control` | actuator, value `f32` |
//! | 8 `Grab` | a ray, origin and direction in six `f32`: selects what it meets, or nothing |
//! | 9 `Pull` | point in three `f32` that the selected body is pulled to |
//! | 10 `Release` | |
//!
//! Other messages end the connection.

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// Frames that are on their way to a page at most.
pub const MOST_FRAMES: usize = 8;
