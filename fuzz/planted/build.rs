//! Copies the source of linecut and plants the faults of `faults.rs` in it. A fault whose text is not
//! there exactly once stops the build, so that none is lost when the source changes.

use std::path::{Path, PathBuf};
use std::{env, fs};

include!("faults.rs");

fn main() {
    let source = Path::new("../../src");
    println!("cargo::rerun-if-changed={}", source.display());
    println!("cargo::rerun-if-changed=faults.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("a build script has it")).join("planted");
    let _ = fs::remove_dir_all(&out); // where there is one of a build before
    copy(source, &out);
    for fault in FAULTS {
        plant(&out.join(fault.file), fault);
    }
    strip_inner_attributes(&out.join("lib.rs"));
    let targets: Vec<_> = FAULTS.iter().map(|fault| fault.target).collect();
    let list = format!("const TARGETS: &[&str] = &{targets:?};\n");
    fs::write(out.join("targets.rs"), list).expect("the list is written");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder is made");
    for entry in fs::read_dir(from).expect("the source of linecut") {
        let path = entry.expect("an entry of the source").path();
        let to = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).expect("a file is copied");
        }
    }
}

fn plant(file: &Path, fault: &Fault) {
    let text = read(file);
    let places = text.matches(fault.from).count();
    assert!(
        places == 1,
        "the fault of {} is not planted: src/{} has this text {places} times, not once:\n{}\n\
         Change planted/faults.rs so that it plants its fault again.",
        fault.target,
        fault.file,
        fault.from
    );
    fs::write(file, text.replace(fault.from, fault.to)).expect("a file is written");
}

/// An included file cannot have attributes and docs of the whole.
fn strip_inner_attributes(file: &Path) {
    let text = read(file);
    let is_inner = |line: &&str| line.starts_with("#![") || line.starts_with("//!");
    let lines: Vec<&str> = text.lines().filter(|line| !is_inner(line)).collect();
    fs::write(file, lines.join("\n")).expect("a file is written");
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
