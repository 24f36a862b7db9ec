//! Gmsh files in all their forms.

use super::{Gmsh, read_gmsh};

const POINTS: [[f64; 3]; 4] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn expected() -> Gmsh {
    Gmsh { point: POINTS.to_vec(), element: vec![0, 1, 2, 3, 0, 2, 1, 3], dim: 3 }
}

/// The sections of a file around what they hold.
fn file(header: &str, nodes: &[u8], elements: &[u8]) -> Vec<u8> {
    let parts: [&[u8]; 7] = [
        b"$MeshFormat\n",
        header.as_bytes(),
        b"\n$EndMeshFormat\n$Nodes\n",
        nodes,
        b"\n$EndNodes\n$Elements\n",
        elements,
        b"\n$EndElements\n",
    ];
    parts.concat()
}

fn points_text() -> String {
    POINTS.map(|p| p.map(|x| x.to_string()).join(" ")).join("\n")
}

fn old_text() -> Vec<u8> {
    let nodes: Vec<String> =
        points_text().lines().zip(1..).map(|(line, i)| format!("{i} {line}")).collect();
    let nodes = format!("4\n{}", nodes.join("\n"));
    file("2.2 0 8", nodes.as_bytes(), b"2\n1 4 2 1 1 1 2 3 4\n2 4 2 1 1 1 3 2 4")
}

fn new_text() -> Vec<u8> {
    let nodes = format!("1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n{}", points_text());
    file("4.1 0 8", nodes.as_bytes(), b"1 2 1 2\n3 1 4 2\n1 1 2 3 4\n2 1 3 2 4")
}

fn bytes_of<T: Copy, const N: usize>(numbers: &[T], to_bytes: fn(T) -> [u8; N]) -> Vec<u8> {
    numbers.iter().flat_map(|&n| to_bytes(n)).collect()
}

fn ints(numbers: &[i32]) -> Vec<u8> {
    bytes_of(numbers, i32::to_le_bytes)
}

fn longs(numbers: &[u64]) -> Vec<u8> {
    bytes_of(numbers, u64::to_le_bytes)
}

fn doubles(numbers: &[f64]) -> Vec<u8> {
    bytes_of(numbers, f64::to_le_bytes)
}

fn new_binary() -> Vec<u8> {
    let head = |whole: [u64; 4], kind: i32, count: u64| {
        [longs(&whole), ints(&[3, 1, kind]), longs(&[count])].concat()
    };
    let nodes =
        [head([1, 4, 1, 4], 0, 4), longs(&[1, 2, 3, 4]), doubles(POINTS.as_flattened())].concat();
    let elements = [head([1, 2, 1, 2], 4, 2), longs(&[1, 1, 2, 3, 4, 2, 1, 3, 2, 4])].concat();
    file("4.1 1 8", &nodes, &elements)
}

fn old_binary(elements: &[u8]) -> Vec<u8> {
    let mut nodes = b"4\n".to_vec();
    for (point, tag) in POINTS.iter().zip(1..) {
        nodes.extend(ints(&[tag]));
        nodes.extend(doubles(point));
    }
    file("2.2 1 8", &nodes, elements)
}

#[test]
fn the_same_mesh_is_read_from_every_form() {
    let tagged: Vec<i32> = [[1, 2, 3, 4], [1, 3, 2, 4]]
        .iter()
        .zip(1..)
        .flat_map(|(nodes, tag)| [vec![4, 1, 2, tag, 1, 1], nodes.to_vec()].concat())
        .collect();
    let gmsh = old_binary(&[b"2\n".to_vec(), ints(&tagged)].concat());
    for (name, bytes) in
        [("2.2 text", old_text()), ("4.1 text", new_text()), ("4.1 binary", new_binary())]
    {
        assert_eq!(read_gmsh(&bytes), Ok(expected()), "{name}");
    }
    // tags of nodes are compared with the number of elements, as MuJoCo does
    let error = read_gmsh(&gmsh).unwrap_err().to_string();
    assert!(error.contains("node 3 of 2"), "{error}");
}

#[test]
fn binary_files_of_other_programs_have_no_entity_tags() {
    let mut elements = b"4\n".to_vec();
    elements.extend(ints(&[4, 4, 0]));
    for (nodes, tag) in [[1, 2, 3, 4], [1, 3, 2, 4], [2, 3, 4, 1], [1, 2, 4, 3]].iter().zip(1..) {
        elements.extend(ints(&[tag]));
        elements.extend(ints(nodes));
    }
    let gmsh = read_gmsh(&old_binary(&elements)).unwrap();
    assert_eq!(gmsh.element[..8], expected().element[..]);
    assert_eq!(gmsh.element.len(), 16);
}

#[test]
fn no_part_of_a_file_is_taken_for_a_whole() {
    for bytes in [old_text(), new_text(), new_binary()] {
        for end in 0..bytes.len() {
            // what is cut off after the last section does not matter
            let read = read_gmsh(&bytes[..end]);
            assert!(read.is_err() || read == Ok(expected()), "{end} of {} bytes", bytes.len());
        }
        for place in 0..bytes.len() {
            let mut spoiled = bytes.clone();
            spoiled[place] = 0xff;
            if let Ok(gmsh) = read_gmsh(&spoiled) {
                let points = gmsh.point.len() as i32;
                assert!(gmsh.element.iter().all(|id| (0..points).contains(id)), "byte {place}");
            }
        }
    }
}

#[test]
fn versions_and_kinds_without_a_reader_are_named() {
    let cases: [(Vec<u8>, &str); 4] = [
        (b"hello".to_vec(), "begins with $MeshFormat"),
        (file("3.0 0 8", b"", b""), "versions 2.2 and 4.1"),
        (file("2.2 0 8", b"1\n1 0 0 0", b"1\n1 1 2 1 1 1 1"), "triangles or tetrahedra"),
        (b"$MeshFormat\n2.2 0 8\n".to_vec(), "no $Nodes"),
    ];
    for (bytes, words) in cases {
        let error = read_gmsh(&bytes).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}
