use std::io::Cursor;

use super::*;

fn sample() -> Vec<u8> {
    let arrays = [
        Array { name: "meta", shape: vec![7], values: Values::U8(b"{\"a\":1}") },
        Array { name: "x", shape: vec![2, 3], values: Values::F64(&[1.0; 6]) },
        Array { name: "word", shape: vec![2], values: Values::Words(&["one", "three"], 5) },
        Array { name: "none", shape: vec![0, 2], values: Values::I32(&[]) },
    ];
    let mut out = Cursor::new(Vec::new());
    write(&mut out, &arrays).unwrap();
    out.into_inner()
}

fn check(bytes: &[u8]) -> Result<Vec<u8>, String> {
    verify(&mut &bytes[..], "meta", 0).unwrap()
}

#[test]
fn what_is_written_is_found_whole() {
    assert_eq!(check(&sample()), Ok(b"{\"a\":1}".to_vec()));
    let end = "'shape': (2, 3,), }";
    let bytes = sample();
    assert!(bytes.windows(end.len()).any(|w| w == end.as_bytes()));
}

#[test]
fn every_byte_counts() {
    let bytes = sample();
    for at in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[at] ^= 1 << (at % 8);
        assert!(check(&altered).is_err(), "byte {at}");
        assert!(check(&bytes[..at]).is_err(), "{at} bytes");
    }
    assert!(check(&[&bytes[..], b"x"].concat()).is_err());
    assert!(check(b"").unwrap_err().contains("ends after 0 bytes"));
}

#[test]
fn heads_of_arrays_are_aligned() {
    for n in [0, 9, 10, 123_456_789] {
        let array = Array { name: "x", shape: vec![n; 3], values: Values::U64(&[]) };
        let head = head(&array);
        assert_eq!((head.len() % 64, head.last()), (0, Some(&b'\n')));
        assert_eq!(usize::from(head[8]) + 256 * usize::from(head[9]) + 10, head.len());
    }
}
