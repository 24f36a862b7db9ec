//! What the reader accepts, refuses and remembers.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::error::{LoadError, ProblemKind, Problems};

fn parse(text: impl AsRef<[u8]>) -> Result<Tree, LoadError> {
    Tree::parse("dir/main.xml", text.as_ref().to_vec(), &Limits::default())
}

fn tree(text: &str) -> Tree {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The element names and attributes in brackets, children after their parent.
fn outline(tree: &Tree, node: NodeId) -> String {
    let mut text = tree.name(node).to_owned();
    for attr in tree.attrs(node) {
        text.extend([" ", attr.name, "=", attr.value]);
    }
    let children: Vec<String> = tree.children(node).map(|child| outline(tree, child)).collect();
    if children.is_empty() { text } else { format!("{text} [{}]", children.join(", ")) }
}

fn read(text: &str) -> String {
    let tree = tree(text);
    outline(&tree, tree.root())
}

fn message(text: &str) -> String {
    let error = parse(text).expect_err(text);
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

#[test]
fn elements_and_attributes_keep_their_order() {
    let text = "<mujoco model='m'><body pos=\"0 0 1\" name='b'><geom/><joint/></body><x/></mujoco>";
    assert_eq!(read(text), "mujoco model=m [body pos=0 0 1 name=b [geom, joint], x]");
}

#[test]
fn what_the_standard_refuses_and_tinyxml2_accepts() {
    let accepted = [
        ("<m><!-- a -- b --->x<a/></m>", "m [a]"),
        ("<m a='x & y < z > w'/>", "m a=x & y < z > w"),
        ("<m><xacro:a b:c='1'/></m>", "m [xacro:a b:c=1]"),
        ("<m/><n/>", "m"),
        ("junk <m/>", "m"),
        ("<m/> junk <n/>", "m"),
        ("\n <?xml version='1.0'?><m/>", "m"),
        ("<?a?><?b c?><m/>", "m"),
        ("\u{feff}<m/>", "m"),
        ("  \u{feff}  <m/>", "m"),
        ("<m a='1'b='2'/>", "m a=1 b=2"),
        ("<m a = '1' />", "m a=1"),
        ("< m></m>", "m"),
        ("<m>< /m>", "m"),
        ("<m></m x='1'>", "m"),
        ("<m></a/></m>", "m [a]"),
        ("<m/></stray> << whatever", "m"),
        ("<m/>\0<<", "m"),
        ("<!DOCTYPE m [<!ELEMENT m ANY>]><m/>", "m"),
        ("<m><![CDATA[ <a/> ]]><b/></m>", "m [b]"),
        ("<m a='\u{1}'/>", "m a=\u{1}"),
        ("<m a='1\r\n2'/>", "m a=1\n2"),
        ("<m a='&unknown;&lt;'/>", "m a=&unknown;<"),
        ("<é ü='ö'/>", "é ü=ö"),
        ("<m\u{b}a='1'\u{c}/>", "m a=1"),
        ("<_a.b-c:d/>", "_a.b-c:d"),
    ];
    for (text, expected) in accepted {
        assert_eq!(read(text), expected, "{text:?}");
    }
}

#[test]
fn what_is_refused_says_why_and_where() {
    let refused = [
        ("", "1:1: the file is empty"),
        (" \n", "1:1: the file is empty"),
        ("<!-- a -->", "1:1: there is no root element"),
        ("</m><m/>", "1:1: there is no root element"),
        ("<m>\n<a></b></m>", "2:4: </b> does not close <a> opened at 2:1"),
        ("<m><a></m>", "1:7: </m> does not close <a> opened at 1:4"),
        ("<m>\n  <a>\n  </a>", "1:1: <m> is never closed"),
        ("<m> text", "1:5: <m> is never closed"),
        ("<m/> text", "1:6: this text is outside of any element"),
        ("<m/> text <", "1:6: this text is outside of any element"),
        ("<m a/>", "1:4: attribute \"a\" has no value"),
        ("<m a=1/>", "1:6: the value of attribute \"a\" is not in quotes"),
        ("<m a='1/>", "1:6: the value of attribute \"a\" is never closed"),
        ("<m a='1' a='2'/>", "1:10: attribute \"a\" is repeated"),
        ("<m 1='a'/>", "1:4: '1' is not expected in the tag of <m>"),
        ("<m", "1:1: this tag is never closed"),
        ("<1/>", "1:1: an element name is expected after `<`"),
        ("<m></ m>", "1:4: an element name is expected after `<`"),
        ("<m><!-- a </m>", "1:4: this comment is never closed"),
        ("<m><![CDATA[ a </m>", "1:4: this CDATA section is never closed"),
        ("<!DOCTYPE", "1:1: this `<!` is never closed"),
        ("<?xml", "1:1: this declaration is never closed"),
        ("<!-- a --><?xml?><m/>", "1:11: a declaration is allowed only before everything else"),
        ("<m><?a?></m>", "1:4: a declaration is allowed only before everything else"),
        ("<m>\0</m>", "1:1: <m> is never closed"),
    ];
    for (text, expected) in refused {
        assert_eq!(message(text), format!("dir/main.xml:{expected}"), "{text:?}");
    }
}

#[test]
fn repeated_attributes_are_found_among_many() {
    let names: Vec<String> = (0..40).map(|i| format!("a{i}='{i}'")).collect();
    assert!(parse(format!("<m {}/>", names.join(" "))).is_ok());
    let error = parse(format!("<m {} a3='x'/>", names.join(" "))).unwrap_err();
    assert!(error.to_string().contains("attribute \"a3\" is repeated"));
}

#[test]
fn elements_may_be_498_deep_and_hold_a_leaf() {
    let nested = |n: usize| format!("{}<leaf/>{}", "<a>".repeat(n), "</a>".repeat(n));
    assert!(parse(nested(498)).is_ok());
    let error = parse(nested(499)).unwrap_err();
    assert_eq!(error.kind(), ProblemKind::Limit);
}

#[test]
fn number_of_nodes_and_bytes_is_limited() {
    let mut limits = Limits { nodes: 4, ..Limits::default() };
    let parse = |limits: &Limits, text: &str| Tree::parse("m.xml", text.into(), limits);
    assert!(parse(&limits, "<m a='1' b='2'><c/></m>").is_ok());
    let error = parse(&limits, "<m a='1' b='2'><c d='3'/></m>").unwrap_err();
    assert_eq!(error.kind(), ProblemKind::Limit);

    limits.bytes = 3;
    assert_eq!(parse(&limits, "<m/>").unwrap_err().kind(), ProblemKind::Limit);
}

#[test]
fn spans_give_the_text_back() {
    let text = "<m>\n  <geom size='1 2' é='x'/>\n</m>";
    let tree = tree(text);
    let geom = tree.children(tree.root()).next().unwrap();
    let of = |span: Span| &text[span.start as usize..span.end as usize];
    assert_eq!(of(tree.span(geom)), "<geom size='1 2' é='x'/>");
    let attrs: Vec<Attr> = tree.attrs(geom).collect();
    assert_eq!((of(attrs[0].name_span), of(attrs[0].value_span)), ("size", "1 2"));
    assert_eq!(tree.location(tree.span(geom)).to_string(), "dir/main.xml:2:3");
    assert_eq!(tree.location(attrs[1].value_span).to_string(), "dir/main.xml:2:23");
}

#[test]
fn excerpt_marks_the_part_in_question_and_stays_short() {
    let text = "<m ab='1234567890'	bad='x' c='y'/>";
    let tree = tree(text);
    let bad = tree.find_attr(tree.root(), "bad").unwrap();
    let excerpt = tree.location(bad.name_span).excerpt.unwrap();
    assert_eq!(excerpt.text, "<m ab='1234567890' bad='x' c='y'/>");
    assert_eq!((excerpt.mark, excerpt.length), (19, 3));

    let long = format!("<m {}bad='x' c='{}'/>", "a".repeat(500) + "='1' ", "y".repeat(500));
    let tree = self::tree(&long);
    let bad = tree.find_attr(tree.root(), "bad").unwrap();
    let excerpt = tree.location(bad.name_span).excerpt.unwrap();
    assert!(excerpt.text.chars().count() <= 110);
    assert!(excerpt.text.chars().skip(excerpt.mark).collect::<String>().starts_with("bad="));
}

#[test]
fn only_a_comment_that_opens_the_root_is_kept() {
    let comment = |text| tree(text).comment_at_top().map(std::borrow::Cow::into_owned);
    assert_eq!(comment("<m>\n <!-- a\r\nb --><c/></m>").as_deref(), Some(" a\nb "));
    assert_eq!(comment("<!-- a --><m><c/></m>"), None);
    assert_eq!(comment("<m><c/><!-- a --></m>"), None);
    assert_eq!(comment("<m>text<!-- a --></m>"), None);
    assert_eq!(comment("<m/><n><!-- a --></n>"), None);
    assert_eq!(comment("<m><n><!-- a --></n></m>"), None);
}

#[test]
fn text_is_what_the_content_begins_with() {
    let tree = tree("<m><a> x &amp; y<b/>z</a><c><b/>x</c><d><![CDATA[&amp;]]></d></m>");
    let texts: Vec<_> = tree.children(tree.root()).map(|node| tree.text(node)).collect();
    assert_eq!(texts[0].as_deref(), Some(" x & y"));
    assert_eq!(texts[1].as_deref(), None);
    assert_eq!(texts[2].as_deref(), Some("&amp;"));
}

#[test]
fn bytes_that_are_not_utf8_are_read_as_latin1() {
    let tree = parse(b"<m name='caf\xe9'/>").unwrap();
    assert_eq!(tree.attr(tree.root(), "name"), Some("café"));
}

/// Files in memory, by full path.
struct Memory(BTreeMap<&'static str, &'static str>);

impl ReadFile for Memory {
    fn read(&self, dir: &str, name: &str) -> Result<Vec<u8>, ReadError> {
        let path = crate::path::join(dir, name);
        let missing = || ReadError::Missing(format!("no file \"{path}\""));
        let text = self.0.get(path.as_str()).ok_or_else(missing)?;
        Ok(text.as_bytes().to_vec())
    }
}

fn expand_with(limits: &Limits, files: &[(&'static str, &'static str)]) -> Result<Tree, LoadError> {
    let memory = Memory(files.iter().copied().collect());
    let (main, text) = files[0];
    let mut tree = Tree::parse(main, text.into(), limits)?;
    let mut problems = Problems::new();
    expand_includes(&mut tree, &memory, limits, &mut problems);
    problems.into_result(tree)
}

fn expand(files: &[(&'static str, &'static str)]) -> Result<String, String> {
    let tree = expand_with(&Limits::default(), files).map_err(|error| error.to_string())?;
    Ok(outline(&tree, tree.root()))
}

#[test]
fn included_elements_take_the_place_of_the_include() {
    let files = [
        (
            "/m/main.xml",
            "<mujoco><a/><include file='b.xml'/><c><include file='d.xml'/></c></mujoco>",
        ),
        ("/m/b.xml", "<?xml?><mujocoinclude x='1'><b1/><b2><z/></b2></mujocoinclude><y/>"),
        ("/m/d.xml", "<any><d/></any>"),
    ];
    assert_eq!(expand(&files).unwrap(), "mujoco [a, b1, b2 [z], c [d]]");
}

#[test]
fn includes_nest_and_are_found_beside_the_model_or_the_including_file() {
    let files = [
        ("/m/main.xml", "<mujoco><include file='sub/b.xml'/><e/></mujoco>"),
        ("/m/sub/b.xml", "<x><include file='c.xml'/><include file='d.xml'/><b/></x>"),
        ("/m/sub/c.xml", "<x><c/></x>"),
        ("/m/d.xml", "<x><beside_model/></x>"),
        ("/m/sub/d.xml", "<x><beside_includer/></x>"),
    ];
    assert_eq!(expand(&files).unwrap(), "mujoco [c, beside_model, b, e]");

    // the same below a relative directory
    let files = [
        ("m/main.xml", "<mujoco><include file='sub/b.xml'/></mujoco>"),
        ("m/sub/b.xml", "<x><include file='c.xml'/></x>"),
        ("m/sub/c.xml", "<x><c/></x>"),
    ];
    assert_eq!(expand(&files).unwrap(), "mujoco [c]");
}

#[test]
fn elements_know_their_directory_and_their_includes() {
    let files = [
        ("/m/main.xml", "<mujoco>\n <include file='sub/b.xml'/></mujoco>"),
        ("/m/sub/b.xml", "<x>\n\n  <include file='c.xml'/></x>"),
        ("/m/sub/c.xml", "<x> <c/></x>"),
    ];
    let tree = expand_with(&Limits::default(), &files).unwrap();
    let c = tree.children(tree.root()).next().unwrap();
    assert_eq!(tree.parent(c), Some(tree.root()));
    assert_eq!(tree.include_dir(c), Some("/m/sub/"));
    assert_eq!(tree.include_dir(tree.root()), None);
    let location = tree.location(tree.span(c));
    assert_eq!(location.to_string(), "/m/sub/c.xml:1:5");
    let chain: Vec<String> = location.included_from.iter().map(ToString::to_string).collect();
    assert_eq!(chain, ["/m/sub/b.xml:3:3", "/m/main.xml:2:2"]);
}

/// Answers for no path, and keeps the paths that it was asked for.
struct Asked {
    paths: RefCell<Vec<String>>,
    answer: fn(String) -> ReadError,
}

impl ReadFile for Asked {
    fn read(&self, dir: &str, name: &str) -> Result<Vec<u8>, ReadError> {
        let path = crate::path::join(dir, name);
        self.paths.borrow_mut().push(path.clone());
        match path.as_str() {
            "m/sub/b.xml" => Ok(b"<x><include file='c.xml'/></x>".to_vec()),
            _ => Err((self.answer)(path)),
        }
    }
}

#[test]
fn no_path_is_asked_for_twice_and_none_after_a_failure() {
    let asked = |dir: &str, included: &str, answer| {
        let files = Asked { paths: RefCell::default(), answer };
        let main = format!("<mujoco><include file='{included}'/></mujoco>");
        let limits = Limits::default();
        let mut tree = Tree::parse(&format!("{dir}main.xml"), main.into(), &limits).unwrap();
        let mut problems = Problems::new();
        expand_includes(&mut tree, &files, &limits, &mut problems);
        assert!(problems.into_result(()).is_err());
        files.paths.into_inner()
    };
    assert_eq!(asked("", "a.xml", ReadError::Missing), ["a.xml"]);
    assert_eq!(asked("", "/a.xml", ReadError::Missing), ["/a.xml"]);
    assert_eq!(asked("m/", "a.xml", ReadError::Missing)[0], "m/a.xml");
    let below = asked("m/", "sub/b.xml", ReadError::Missing);
    assert_eq!(below[..2], ["m/sub/b.xml", "m/c.xml"]);
    assert_eq!(below.last().unwrap(), "m/sub/c.xml");
    let different: BTreeSet<_> = below.iter().collect();
    assert_eq!(different.len(), below.len(), "{below:?}");

    assert_eq!(asked("m/", "a.xml", ReadError::Failed), ["m/a.xml"]);
    assert_eq!(asked("m/", "sub/b.xml", ReadError::Failed), ["m/sub/b.xml", "m/c.xml"]);
}

#[test]
fn a_file_is_included_once_at_the_first_level() {
    let files = [
        ("/m/main.xml", "<mujoco><include file='b.xml'/><include file='./b.xml'/></mujoco>"),
        ("/m/b.xml", "<x><b/></x>"),
    ];
    assert!(expand(&files).unwrap_err().contains("file \"b.xml\" is already included"));

    // repetitions between files of the second level are not noticed by MuJoCo
    let files = [
        ("/m/main.xml", "<mujoco><include file='b.xml'/><include file='c.xml'/></mujoco>"),
        ("/m/b.xml", "<x><include file='d.xml'/></x>"),
        ("/m/c.xml", "<x><include file='d.xml'/></x>"),
        ("/m/d.xml", "<x><d/></x>"),
    ];
    assert_eq!(expand(&files).unwrap(), "mujoco [d, d]");
}

#[test]
fn cycles_are_refused_with_their_chain() {
    let files = [("/m/main.xml", "<mujoco><include file='main.xml'/></mujoco>")];
    let error = expand(&files).unwrap_err();
    assert!(error.contains("file includes itself: /m/main.xml -> /m/main.xml"), "{error}");

    let files = [
        ("/m/main.xml", "<mujoco><include file='b.xml'/></mujoco>"),
        ("/m/b.xml", "<x><include file='c.xml'/></x>"),
        ("/m/c.xml", "<x><y><include file='c.xml'/></y></x>"),
    ];
    let error = expand(&files).unwrap_err();
    assert!(error.contains("/m/c.xml -> /m/c.xml"), "{error}");
    assert!(error.contains("included from /m/main.xml:1:9"), "{error}");
}

#[test]
fn every_failing_include_is_reported() {
    let files = [
        (
            "/m/main.xml",
            "<mujoco><include/><include file='no.xml'/><include file='b.xml'> <!-- --></include>\
             <include file='bad.xml'/><include file='empty.xml'/><include file='root.xml'/><z/>\
             </mujoco>",
        ),
        ("/m/b.xml", "<x><b/></x>"),
        ("/m/bad.xml", "<x><b></x>"),
        ("/m/empty.xml", ""),
        ("/m/root.xml", "<x>text</x>"),
    ];
    let error = expand_with(&Limits::default(), &files).unwrap_err();
    let messages: Vec<&str> = error.problems.iter().map(|p| p.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "attribute \"file\" is missing",
            "no file \"/m/no.xml\"",
            "an include cannot have content: remove what is between its tags",
            "</x> does not close <b> opened at 1:4",
            "file \"/m/empty.xml\" is empty: write it, or remove the include",
            "file \"/m/root.xml\" has nothing inside its root: remove the include",
        ]
    );
    let kinds: Vec<ProblemKind> = error.problems.iter().map(|p| p.kind).collect();
    assert_eq!(kinds[1], ProblemKind::Io);
    assert_eq!(kinds[3], ProblemKind::Xml);
}

#[test]
fn includes_are_limited_in_number_depth_and_nesting() {
    let files = [
        ("/m/main.xml", "<mujoco><include file='b.xml'/></mujoco>"),
        ("/m/b.xml", "<x><y><include file='c.xml'/></y></x>"),
        ("/m/c.xml", "<x><c><d/></c></x>"),
    ];
    let base = Limits::default();
    for limits in [
        Limits { files: 2, ..base.clone() },
        Limits { include_depth: 1, ..base.clone() },
        Limits { depth: 2, ..base.clone() },
        Limits { bytes: 70, ..base.clone() },
        Limits { nodes: 5, ..base.clone() },
    ] {
        let error = expand_with(&limits, &files).unwrap_err();
        assert_eq!(error.kind(), ProblemKind::Limit, "{limits:?}");
    }
    assert!(expand_with(&base, &files).is_ok());
}
