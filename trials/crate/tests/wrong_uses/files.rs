//! Files that are not there, or are not what they should be.

use ferrodyn::{Loader, load, load_str};

use crate::{Fails, Wrong};

pub(crate) const USES: &[Wrong] = &[
    ("a file that is not there", Fails("nowhere.xml"), |_, _| {
        load("nowhere.xml")?;
        Ok(())
    }),
    ("a folder", Fails("src"), |_, _| {
        load(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))?;
        Ok(())
    }),
    ("a file of another kind", Fails("main.rs"), |_, _| {
        load(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/wrong_uses/main.rs"))?;
        Ok(())
    }),
    ("a mesh that is not there", Fails("arm.stl"), |_, _| {
        load_str(
            "<mujoco><asset><mesh file='arm.stl'/></asset><worldbody><geom type='mesh' mesh='arm'/></worldbody></mujoco>",
        )?;
        Ok(())
    }),
    ("a file that includes itself", Fails("include"), |_, _| {
        let file = std::env::temp_dir().join(format!("ferrodyn-itself-{}.xml", std::process::id()));
        let name = file.file_name().ok_or("no name")?.to_string_lossy().into_owned();
        std::fs::write(&file, format!("<mujoco><include file='{name}'/></mujoco>"))?;
        let result = load(&file);
        std::fs::remove_file(&file)?;
        result?;
        Ok(())
    }),
    ("a stranger's file outside its folder", Fails("may read"), |_, _| {
        Loader::untrusted().load_str("<mujoco><include file='/etc/passwd'/></mujoco>")?;
        Ok(())
    }),
    ("a stranger's endless copies", Fails("replicas"), |_, _| {
        Loader::untrusted().load_str("<mujoco><worldbody><replicate count='2000000000'><geom size='1'/></replicate></worldbody></mujoco>")?;
        Ok(())
    }),
];
