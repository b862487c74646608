//! Writes the seed corpora of the fuzz targets, made from the fixtures and their cases.
//!
//! `cargo run -p linecut-fuzz-seeds -- corpus` writes `corpus/<target>/seed-*`. What stands before the
//! text of a seed are the choices of its target; see there.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use serde_json::Value;

/// The longest seed: longer ones are cut.
const MOST: usize = 2000;

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).expect("the folder of the corpora");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let texts = Texts::read(&fixtures)?;
    let mut seeds = Seeds { folder: folder.into(), number: 0, state: Cell::new(1) };
    ltsv(&mut seeds, &texts.ltsv)?;
    heads(&mut seeds, &texts)?;
    for (name, prefix, dump) in &texts.dumps {
        seeds.write("http1_capture", name, &[u8::from(*prefix), 3, 0], dump)?;
        let [prefix, limit, put, ..] = seeds.six();
        seeds.write("http1_capture", name, &[prefix, limit, put], dump)?;
    }
    for (name, line) in &texts.chunk_lines {
        seeds.write("chunk_size", name, &[0, 0], line)?;
        let [place, before_limit, ..] = seeds.six();
        seeds.write("chunk_size", name, &[place, before_limit], line)?;
    }
    for (name, value) in &texts.values {
        seeds.write("escapes", name, &[], value)?;
    }
    // Operations have no fixtures. A large table is not full soon.
    for (name, bounds) in [("slices", &[][..]), ("interner", &[126, 0, 100, 100])] {
        for number in 1..=8u32 {
            let mut state = number;
            let bytes: Vec<u8> = (0..64).map(|_| random(&mut state)).collect();
            seeds.write(name, &number.to_string(), bounds, &bytes)?;
        }
    }
    println!("{} seeds in {}", seeds.number, seeds.folder.display());
    Ok(())
}

fn random(state: &mut u32) -> u8 {
    *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    (*state >> 24) as u8
}

fn ltsv(seeds: &mut Seeds, streams: &[Text]) -> io::Result<()> {
    for (name, stream) in streams {
        let [backend, way, buffer, faults, place, cuts] = seeds.six();
        seeds.write("ltsv_fields", name, &[backend, way, place], stream)?;
        // No limits or short ones; whole or in pieces.
        let whole = [backend, way, place, 0, 0, buffer, faults, 0, cuts];
        seeds.write("ltsv_stream", name, &whole, stream)?;
        let limited = [way, backend, faults, cuts, place % 9, 10, buffer, place, 7];
        seeds.write("ltsv_stream", name, &limited, stream)?;
        seeds.write("ltsv_round_trip", name, &[backend, way, buffer, place, 0], stream)?;
    }
    Ok(())
}

fn heads(seeds: &mut Seeds, texts: &Texts) -> io::Result<()> {
    for (name, head) in &texts.heads {
        let is_response = head.starts_with(b"HTTP/");
        seeds.write("http1_head", name, &[], head)?;
        let profile = [u8::from(!is_response), seeds.odd()];
        seeds.write("http1_profiles", name, &profile, head)?;
        let [interned, cuts, most, fields, ..] = seeds.six();
        let lenient = [2 * u8::from(!is_response), interned, 0, 0, 0, 0, cuts];
        seeds.write("http1_stream", name, &lenient, head)?;
        let limited = [1 + 2 * u8::from(!is_response), cuts, most, fields % 20, 0, 0, 0];
        seeds.write("http1_stream", name, &limited, head)?;
    }
    Ok(())
}

/// A text and what it is called.
type Text = (String, Vec<u8>);

/// The texts of the fixtures.
#[derive(Default)]
struct Texts {
    ltsv: Vec<Text>,
    heads: Vec<Text>,
    /// With whether their lines have a prefix.
    dumps: Vec<(String, bool, Vec<u8>)>,
    chunk_lines: Vec<Text>,
    values: Vec<Text>,
}

impl Texts {
    fn read(fixtures: &Path) -> io::Result<Self> {
        let mut texts = Self::default();
        for (name, bytes) in files(&fixtures.join("ltsv"))? {
            if name.ends_with(".ltsv") {
                texts.add_log(&name, &bytes);
            }
        }
        for (name, bytes) in files(&fixtures.join("http1"))? {
            if name.starts_with("curl-") || name.contains("proxy") {
                texts.dumps.push((name.clone(), name.contains("verbose"), bytes.clone()));
            }
            texts.heads.push((name, bytes));
        }
        for (name, bytes) in files(&fixtures.join("cases"))? {
            if name.ends_with(".json") {
                texts.add_cases(&serde_json::from_slice(&bytes)?);
            }
        }
        Ok(texts)
    }

    /// A few pieces of a log, of a few lines each; and its values with escapes.
    fn add_log(&mut self, name: &str, log: &[u8]) {
        let lines: Vec<&[u8]> = log.split_inclusive(|byte| *byte == b'\n').collect();
        for (number, piece) in lines.chunks(lines.len().div_ceil(12)).enumerate() {
            let few = piece[..piece.len().min(3)].concat();
            self.ltsv.push((format!("{name}-{number}"), few));
        }
        let values =
            log.split(|byte| b"\t\n".contains(byte)).filter(|field| field.contains(&b'\\'));
        for (number, value) in values.enumerate().step_by(10) {
            self.values.push((format!("{name}-{number}"), value.to_vec()));
        }
    }

    fn add_cases(&mut self, cases: &Value) {
        for case in cases.as_array().expect("a list of cases") {
            let id = case["id"].as_str().expect("an id").to_string();
            let bytes = from_hex(case["input_hex"].as_str().expect("an input"));
            match case["kind"].as_str() {
                None => self.ltsv.push((id, bytes)),
                Some("chunk") => self.chunk_lines.push((id, bytes)),
                Some("cap") => self.dumps.push((id, case["line_prefix"].is_string(), bytes)),
                Some(_) => self.heads.push((id, bytes)),
            }
        }
    }
}

fn files(folder: &Path) -> io::Result<Vec<Text>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        files.push((name, fs::read(path)?));
    }
    files.sort();
    Ok(files)
}

fn from_hex(digits: &str) -> Vec<u8> {
    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16);
    digits.as_bytes().chunks(2).map(|pair| byte(pair).expect("hexadecimal digits")).collect()
}

/// Where the seeds go.
struct Seeds {
    folder: PathBuf,
    number: u32,
    state: Cell<u32>,
}

impl Seeds {
    /// Some byte, another each time.
    fn odd(&self) -> u8 {
        let mut state = self.state.get();
        let byte = random(&mut state);
        self.state.set(state);
        byte
    }

    fn six(&self) -> [u8; 6] {
        [(); 6].map(|()| self.odd())
    }

    fn write(&mut self, target: &str, name: &str, choices: &[u8], text: &[u8]) -> io::Result<()> {
        let folder = self.folder.join(target);
        fs::create_dir_all(&folder)?;
        let mut seed = choices.to_vec();
        seed.extend_from_slice(&text[..text.len().min(MOST)]);
        self.number += 1;
        fs::write(folder.join(format!("seed-{name}-{}", self.number)), seed)
    }
}
