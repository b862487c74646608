//! The inputs: made from the bundled fixtures by a seeded generator, or read from `LINECUT_CORPUS`.

use std::path::{Path, PathBuf};

/// A small generator with a seed, so that every run measures the same bytes.
pub struct Seeded(u64);

impl Seeded {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

fn folder(name: &str) -> PathBuf {
    match std::env::var_os("LINECUT_CORPUS") {
        Some(dir) => PathBuf::from(dir),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name),
    }
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// About `bytes` of log: lines of a fixture in seeded order.
pub fn log(file: &str, bytes: usize) -> Vec<u8> {
    let small = read(&folder("ltsv").join(file));
    let lines: Vec<&[u8]> = small.split_inclusive(|byte| *byte == b'\n').collect();
    let mut seeded = Seeded::new(0x011C_EC07);
    let mut log = Vec::with_capacity(bytes + 128 * 1024);
    while log.len() < bytes {
        log.extend_from_slice(lines[seeded.below(lines.len())]);
    }
    log
}

/// About `bytes` of a log with seven labels, 100 bytes a line.
pub fn short_log(bytes: usize) -> Vec<u8> {
    use std::io::Write;
    let mut seeded = Seeded::new(0x5407);
    let mut log = Vec::with_capacity(bytes + 256);
    while log.len() < bytes {
        writeln!(
            log,
            "time:{:010}\thost:192.0.2.{}\tmethod:GET\turi:/item/{}\tstatus:{}\tsize:{}\treqtime:0.{:03}",
            1_790_000_000 + log.len(),
            seeded.below(256),
            seeded.below(100_000),
            [200, 200, 200, 304, 404][seeded.below(5)],
            seeded.below(100_000),
            seeded.below(1000),
        )
        .expect("a vector takes all");
    }
    log
}

/// Every head of the fixtures whose name passes, shuffled.
pub fn heads(wants: impl Fn(&str) -> bool) -> Vec<Vec<u8>> {
    let folder = folder("http1");
    let entries =
        std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder that stays").path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(".head") && wants(&name)
        })
        .collect();
    paths.sort();
    let mut heads: Vec<Vec<u8>> = paths.iter().map(|path| read(path)).collect();
    Seeded::new(0x4EAD).shuffle(&mut heads);
    heads
}
