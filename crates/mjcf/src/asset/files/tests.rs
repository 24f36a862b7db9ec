use super::*;

fn in_memory(names: &[&str]) -> Files {
    let mut files = Files::new();
    for name in names {
        files.add(name, name.as_bytes()).unwrap();
    }
    files
}

/// A directory that is deleted at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let dir =
            std::env::temp_dir().join(format!("ferrodyn-files-{name}-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("inside")).unwrap();
        std::fs::write(dir.join("inside/a.bin"), b"aaaa").unwrap();
        std::fs::write(dir.join("b.bin"), b"bb").unwrap();
        Self(dir)
    }

    fn dir(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn memory_is_found_with_or_without_directories_and_in_any_case() {
    let files = in_memory(&["Cow.PNG", "meshes/pig.stl"]);
    for (dir, file, found) in [
        ("", "Cow.PNG", "Cow.PNG"),
        ("/robots/", "textures/cow.png", "Cow.PNG"),
        ("", "meshes/pig.stl", "meshes/pig.stl"),
        ("elsewhere", "PIG.stl", "meshes/pig.stl"),
        ("", "x/../meshes/pig.stl", "meshes/pig.stl"),
    ] {
        assert_eq!(&*files.read(dir, file).unwrap(), found.as_bytes(), "{dir} {file}");
    }
}

#[test]
fn the_whole_path_wins_over_the_file_name() {
    let files = in_memory(&["a/x.png", "b/x.png", "b"]);
    assert_eq!(&*files.read("", "b/x.png").unwrap(), b"b/x.png");
    // a file in memory answers for everything below its own path
    assert_eq!(&*files.read("", "b/y.png").unwrap(), b"b");
}

#[test]
fn repeated_names_in_memory_are_refused() {
    let mut files = in_memory(&["a/x.png"]);
    assert!(files.add("a/./x.png", *b"other").is_err());
    assert!(files.add("x.png", *b"other").is_ok());
    assert!(files.contains("a/x.png") && files.remove("a/x.png"));
    // the name alone is enough to remove a file
    assert!(files.remove("b/X.png") && !files.remove("x.png"));
}

#[test]
fn missing_files_are_named_with_their_full_path() {
    let error = Files::new().read("no/such/dir", "x.png").unwrap_err().to_string();
    assert!(error.contains("'no/such/dir/x.png'"), "{error}");
}

#[test]
fn disk_is_read_relative_to_the_model_directory() {
    let scratch = Scratch::new("relative");
    let files = Files::new();
    assert_eq!(&*files.read(scratch.dir(), "inside/a.bin").unwrap(), b"aaaa");
    assert_eq!(&*files.read("", &format!("{}/b.bin", scratch.dir())).unwrap(), b"bb");
    assert!(files.read(scratch.dir(), "inside").is_err(), "a directory is not a file");
}

#[test]
fn files_outside_the_roots_are_refused() {
    let scratch = Scratch::new("roots");
    let files = Files::new().with_roots([scratch.0.join("inside")]);
    assert!(files.read(scratch.dir(), "inside/a.bin").is_ok());
    assert!(files.read(scratch.dir(), "b.bin").is_err());
    assert!(files.read(scratch.dir(), "inside/../b.bin").is_err());
    let nothing = Files::new().with_roots(Vec::<PathBuf>::new());
    assert!(nothing.read(scratch.dir(), "b.bin").is_err());
}

#[cfg(unix)]
#[test]
fn links_out_of_the_roots_are_refused() {
    let scratch = Scratch::new("links");
    std::os::unix::fs::symlink(scratch.0.join("b.bin"), scratch.0.join("inside/link")).unwrap();
    let files = Files::new().with_roots([scratch.0.join("inside")]);
    assert!(files.read(scratch.dir(), "inside/link").is_err());
    assert!(Files::new().read(scratch.dir(), "inside/link").is_ok());
}

#[test]
fn large_files_are_refused() {
    let scratch = Scratch::new("large");
    let files = Files::new().with_max_file_bytes(3);
    assert!(files.read(scratch.dir(), "b.bin").is_ok());
    let error = files.read(scratch.dir(), "inside/a.bin").unwrap_err().to_string();
    assert!(error.contains("limit of 3"), "{error}");
}

#[test]
fn asset_directories_and_strippath_shape_the_path() {
    let files = in_memory(&["only.bin"]);
    let mut source = AssetSource { asset_dir: "assets", ..AssetSource::new(&files) };
    assert_eq!(source.resolve("sub/x.png"), "assets/sub/x.png");
    assert_eq!(source.resolve("/sub/x.png"), "/sub/x.png");
    source.strippath = true;
    assert_eq!(source.resolve("/sub/x.png"), "assets/x.png");
    assert_eq!(&*source.read("deep/only.bin").unwrap(), b"only.bin");
}

#[test]
fn empty_assets_are_refused() {
    let mut files = Files::new();
    files.add("x.png", Vec::new()).unwrap();
    assert!(AssetSource::new(&files).read("x.png").unwrap_err().to_string().contains("empty"));
}

#[test]
fn a_file_missing_from_a_root_is_called_missing_and_one_outside_is_not() {
    let scratch = Scratch::new("missing");
    let files = Files::new().with_roots([scratch.0.join("inside")]);
    let told = |name: &str| files.read(scratch.dir(), name).unwrap_err().to_string();
    assert!(told("inside/none.bin").contains("could not be read"), "{}", told("inside/none.bin"));
    assert!(told("inside/no/ne.bin").contains("could not be read"));
    for outside in ["b.bin", "none.bin", "no/ne.bin", "/etc/none"] {
        assert!(told(outside).contains("the limit roots"), "{outside}");
    }
    #[cfg(unix)]
    for (link, to) in [("dead", "none.bin"), ("alive", "b.bin"), ("up", "")] {
        let link = scratch.0.join("inside").join(link);
        std::os::unix::fs::symlink(scratch.0.join(to), link).unwrap();
    }
    #[cfg(unix)]
    for link in ["inside/dead", "inside/alive", "inside/up/b.bin", "inside/up/none.bin"] {
        assert!(told(link).contains("the limit roots"), "{link}: {}", told(link));
    }
}

#[test]
fn text_may_be_shown_below_the_model_or_in_memory_only() {
    let scratch = Scratch::new("quote");
    let (dir, inside) = (scratch.dir(), format!("{}/inside", scratch.dir()));
    let mut files = Files::new();
    assert!(files.may_quote(dir, &format!("{dir}/inside/a.bin")));
    assert!(files.may_quote(dir, &format!("{inside}/../b.bin")));
    assert!(!files.may_quote(&inside, &format!("{dir}/b.bin")));
    assert!(!files.may_quote("/", &format!("{dir}/b.bin")), "the disk is no directory of a model");
    files.add("b.bin", *b"bb").unwrap();
    assert!(files.may_quote(&inside, &format!("{dir}/b.bin")));
}

/// A source that has the files of a list and remembers what it is asked for.
fn source(
    names: &'static [&'static str],
) -> (impl FileSource + 'static, Arc<std::sync::Mutex<Vec<String>>>) {
    let asked = Arc::new(std::sync::Mutex::new(Vec::new()));
    let log = asked.clone();
    let read = move |path: &str| -> Found {
        log.lock().unwrap().push(path.to_owned());
        if path.ends_with("broken") {
            return Err("the line is dead".into());
        }
        Ok(names.contains(&path).then(|| Arc::from(path.as_bytes())))
    };
    (read, asked)
}

#[test]
fn sources_are_asked_after_memory_and_before_the_disk() {
    let scratch = Scratch::new("sources");
    let on_disk = format!("{}/b.bin", scratch.dir());
    let (first, asked) = source(&["a", "deep/b", "mem"]);
    let (second, asked_second) = source(&["a", "c"]);
    let mut files = Files::new().with_source("", first).with_source("", second);
    files.add("mem", &b"memory"[..]).unwrap();
    for (dir, file, found) in [
        ("", "mem", &b"memory"[..]),
        ("", "a", b"a"),
        ("deep", "x/../b", b"deep/b"),
        ("", "c", b"c"),
        ("", &on_disk, b"bb"),
    ] {
        assert_eq!(&*files.read(dir, file).unwrap(), found, "{file}");
    }
    assert_eq!(*asked.lock().unwrap(), ["a", "deep/b", "c", &on_disk]);
    assert_eq!(*asked_second.lock().unwrap(), ["c", &on_disk]);

    let error = files.read("", "nowhere").unwrap_err().to_string();
    assert!(
        error.contains("among the files in memory, from the sources of files, nor on the disk")
    );
    let error = files.read("", "broken").unwrap_err().to_string();
    assert_eq!(error, "file 'broken' could not be read from its source: the line is dead");
    assert!(files.without_sources().read("", "a").is_err());
    assert!(files.without_memory().read("", "a").is_ok());
}

#[test]
fn a_source_is_asked_for_what_begins_with_its_prefix_only() {
    let (store, asked) = source(&["store://parts/a", "store://secret"]);
    let files =
        Files::new().with_roots(std::iter::empty::<&Path>()).with_source("store://parts/", store);
    // the prefix is absolute: directories of models stay away
    assert_eq!(&*files.read("/robots/meshes", "store://parts/a").unwrap(), b"store://parts/a");
    for outside in ["store://secret", "store://parts/../secret", "a", "/etc/passwd"] {
        let error = files.read("", outside).unwrap_err().to_string();
        assert!(error.contains("not in the directories this program may read"), "{error}");
    }
    assert_eq!(*asked.lock().unwrap(), ["store://parts/a"]);
}

#[test]
fn a_source_gives_no_more_than_the_limit() {
    let read = |_: &str| -> Found { Ok(Some(Arc::from(&b"12345"[..]))) };
    let files = Files::new().with_source("", read);
    assert_eq!(files.clone().with_max_file_bytes(5).read("", "x").unwrap().len(), 5);
    let error = files.with_max_file_bytes(4).read("", "x").unwrap_err().to_string();
    assert!(error.contains("it has 5 bytes, more than the limit of 4"), "{error}");
}

#[test]
fn messages_may_show_what_a_source_gave() {
    let (given, _) = source(&["/store/a"]);
    let files = Files::new().with_source("/store/", given);
    assert!(!files.may_quote("/robots/", "/store/a"), "nobody has asked for it");
    files.read("", "/store/a").unwrap();
    assert!(files.may_quote("/robots/", "/store/a"));
    assert!(!files.may_quote("/robots/", "/store/b"));
}

// elsewhere capital letters do not count
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_differs_in_capital_letters_is_named_where_it_may_be_read() {
    let scratch = Scratch::new("cases");
    let told = |files: &Files, name: &str| files.read(scratch.dir(), name).unwrap_err().to_string();
    for name in ["inside/A.BIN", "Inside/a.bin", "INSIDE/a.Bin"] {
        let text = told(&Files::new(), name);
        assert!(text.contains("inside/a.bin': capital letters count here"), "{text}");
    }
    assert!(!told(&Files::new(), "inside/c.bin").contains("capital"));
    let roots = Files::new().with_roots([scratch.0.join("inside")]);
    let text = told(&roots, "inside/A.BIN");
    assert!(text.contains("inside/a.bin': capital letters count here"), "{text}");
    // nothing is said of what may not be read
    for outside in ["B.bin", "Inside/a.bin"] {
        assert!(!told(&roots, outside).contains("capital"), "{outside}");
    }
}
