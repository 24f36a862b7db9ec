//! A second reader of the protocol, written from its description.

/// A message of the server.
#[derive(Debug)]
pub(crate) enum Sent {
    Hello(u32),
    Model(Model),
    Mesh(Mesh),
    Hfield { id: u32, rows: i32, columns: i32, size: Vec<f32>, heights: Vec<f32> },
    Texture { id: u32, kind: i32, width: u32, height: u32, file: Vec<u8> },
    Surface(Surface),
    Shapes { model: u32, version: u32, list: Vec<Shape> },
    Frame(Frame),
    Problem(String),
}

#[derive(Debug)]
pub(crate) struct Model {
    pub number: u32,
    pub name: String,
    pub extent: f32,
    pub bodies: Vec<String>,
    pub cameras: Vec<(String, Vec<f32>)>,
    pub lights: usize,
    pub materials: Vec<(i32, bool, Vec<f32>)>,
    pub controls: Vec<(String, f32, f32)>,
    pub keys: Vec<String>,
    pub assets: u32,
}

#[derive(Debug)]
pub(crate) struct Mesh {
    pub id: u32,
    pub verts: Vec<f32>,
    pub normals: Vec<f32>,
    pub texcoords: Vec<f32>,
    pub faces: Vec<u32>,
    pub face_texcoords: Vec<u32>,
}

#[derive(Debug)]
pub(crate) struct Surface {
    pub id: u32,
    pub dim: u32,
    pub radius: f32,
    pub verts: u32,
    pub corners: Vec<u32>,
}

#[derive(Debug)]
pub(crate) struct Shape {
    pub kind: i32,
    pub data: i32,
    pub body: i32,
    pub size: Vec<f32>,
    pub color: Vec<f32>,
}

#[derive(Debug)]
pub(crate) struct Frame {
    pub model: u32,
    pub number: u32,
    pub time: f64,
    pub speed: f32,
    pub running: bool,
    pub selected: i32,
    pub shapes: u32,
    /// Position and quaternion of each shape.
    pub poses: Vec<Vec<f32>>,
    pub cameras: Vec<Vec<f32>>,
    pub lights: Vec<Vec<f32>>,
    pub controls: Vec<f32>,
    pub surfaces: Vec<Vec<f32>>,
}

struct Words<'a>(&'a [u8]);

impl Words<'_> {
    fn word(&mut self) -> [u8; 4] {
        let (word, rest) = self.0.split_first_chunk().unwrap();
        self.0 = rest;
        *word
    }
    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.word())
    }
    fn i32(&mut self) -> i32 {
        i32::from_le_bytes(self.word())
    }
    fn f32(&mut self) -> f32 {
        f32::from_le_bytes(self.word())
    }
    fn f64(&mut self) -> f64 {
        let (low, high) = (u64::from(self.u32()), u64::from(self.u32()));
        f64::from_bits(high << 32 | low)
    }
    fn floats(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.f32()).collect()
    }
    fn bytes(&mut self) -> Vec<u8> {
        let len = self.u32() as usize;
        let words: Vec<u8> = (0..len.div_ceil(4)).flat_map(|_| self.word()).collect();
        assert!(words[len..].iter().all(|&byte| byte == 0));
        words[..len].to_vec()
    }
    fn text(&mut self) -> String {
        String::from_utf8(self.bytes()).unwrap()
    }
    fn indices(&mut self, count: usize, table: usize) -> Vec<u32> {
        if table > 1 << 16 {
            return (0..count).map(|_| self.u32()).collect();
        }
        let words: Vec<u8> = (0..count.div_ceil(2)).flat_map(|_| self.word()).collect();
        let pairs =
            words.chunks_exact(2).map(|pair| u32::from(u16::from_le_bytes([pair[0], pair[1]])));
        pairs.take(count).collect()
    }
    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.u32();
        (0..count).map(|_| read(self)).collect()
    }
}

impl Sent {
    /// Reads a message to its end.
    pub(crate) fn read(bytes: &[u8]) -> Self {
        assert_eq!(bytes.len() % 4, 0);
        let mut words = Words(bytes);
        let sent = match words.u32() {
            1 => Self::Hello(words.u32()),
            2 => Self::Model(Model::read(&mut words)),
            3 => Self::Mesh(Mesh::read(&mut words)),
            4 => {
                let (_, id, rows, columns) = (words.u32(), words.u32(), words.i32(), words.i32());
                let (size, heights) = (words.floats(4), words.floats((rows * columns) as usize));
                Self::Hfield { id, rows, columns, size, heights }
            }
            5 => {
                let (_, id, kind, _) = (words.u32(), words.u32(), words.i32(), words.i32());
                Self::Texture {
                    id,
                    kind,
                    width: words.u32(),
                    height: words.u32(),
                    file: words.bytes(),
                }
            }
            6 => Self::Surface(Surface::read(&mut words)),
            7 => {
                let (model, version) = (words.u32(), words.u32());
                Self::Shapes { model, version, list: words.list(Shape::read) }
            }
            8 => Self::Frame(Frame::read(&mut words)),
            9 => Self::Problem(words.text()),
            kind => panic!("a message of kind {kind}"),
        };
        assert!(words.0.is_empty(), "{} bytes too many", words.0.len());
        sent
    }
}

impl Model {
    fn read(words: &mut Words<'_>) -> Self {
        let (number, name, extent) = (words.u32(), words.text(), words.f32());
        // how it wants to be seen
        words.floats(3 + 3 + 1 + 2 + 1 + 1 + 9 + 2 + 1);
        Self {
            number,
            name,
            extent,
            bodies: words.list(Words::text),
            cameras: words.list(|words| {
                let (name, _) = (words.text(), words.u32());
                (name, words.floats(4))
            }),
            lights: words.list(|words| words.floats(3 + 3 * 4 + 2)).len(),
            materials: words.list(|words| (words.i32(), words.u32() != 0, words.floats(2))),
            controls: words.list(|words| (words.text(), words.f32(), words.f32())),
            keys: words.list(Words::text),
            assets: words.u32(),
        }
    }
}

impl Mesh {
    fn read(words: &mut Words<'_>) -> Self {
        let (_, id) = (words.u32(), words.u32());
        let [verts, normals, texcoords, faces, face_normals, face_texcoords] =
            std::array::from_fn(|_| words.u32() as usize);
        let mesh = Self {
            id,
            verts: words.floats(3 * verts),
            normals: words.floats(3 * normals),
            texcoords: words.floats(2 * texcoords),
            faces: words.indices(faces, verts),
            face_texcoords: {
                words.indices(face_normals, normals);
                words.indices(face_texcoords, texcoords)
            },
        };
        assert!(mesh.faces.iter().all(|&v| (v as usize) < verts));
        mesh
    }
}

impl Surface {
    fn read(words: &mut Words<'_>) -> Self {
        let (_, id, dim, radius, _) =
            (words.u32(), words.u32(), words.u32(), words.f32(), words.u32());
        let [verts, corners, texture_corners, texcoords] = std::array::from_fn(|_| words.u32());
        words.floats(2 * texcoords as usize);
        let corners = words.indices(corners as usize, verts as usize);
        words.indices(texture_corners as usize, texcoords as usize);
        Self { id, dim, radius, verts, corners }
    }
}

impl Shape {
    fn read(words: &mut Words<'_>) -> Self {
        let (kind, data, body) = (words.i32(), words.i32(), words.i32());
        let (_material, _flags) = (words.i32(), words.u32());
        let shape = Self { kind, data, body, size: words.floats(3), color: words.floats(4) };
        words.floats(4);
        shape
    }
}

impl Frame {
    fn read(words: &mut Words<'_>) -> Self {
        let (model, number, time) = (words.u32(), words.u32(), words.f64());
        let (speed, _measured, running) = (words.f32(), words.f32(), words.u32() != 0);
        let (selected, _point, shapes) = (words.i32(), words.floats(3), words.u32());
        Self {
            model,
            number,
            time,
            speed,
            running,
            selected,
            shapes,
            poses: words.list(|words| words.floats(7)),
            cameras: words.list(|words| words.floats(7)),
            lights: words.list(|words| words.floats(6)),
            controls: words.list(Words::f32),
            surfaces: words.list(|words| {
                let verts = words.u32() as usize;
                words.floats(3 * verts)
            }),
        }
    }
}
