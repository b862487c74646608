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
    mixed(&read(&folder("ltsv").join(file)), bytes)
}

/// The same of all fixtures whose names begin so.
pub fn logs_like(name: &str, bytes: usize) -> Vec<u8> {
    let entries = std::fs::read_dir(folder("ltsv")).expect("the folder of the logs");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| {
        path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name))
    });
    paths.sort();
    mixed(&paths.iter().map(|path| read(path)).collect::<Vec<_>>().concat(), bytes)
}

fn mixed(small: &[u8], bytes: usize) -> Vec<u8> {
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

/// About `bytes` of lines of some 40 bytes and three labels.
pub fn tiny_log(bytes: usize) -> Vec<u8> {
    use std::io::Write;
    let mut seeded = Seeded::new(0x7147);
    let mut log = Vec::with_capacity(bytes + 256);
    while log.len() < bytes {
        let (host, size) = (seeded.below(256), seeded.below(100_000));
        writeln!(log, "host:192.0.2.{host:03}\tstatus:200\tsize:{size:06}").expect("a vector");
    }
    log
}

/// About `bytes` of lines of five fields whose labels, of 24 to 64 bytes, never repeat.
pub fn new_keys_log(bytes: usize) -> Vec<u8> {
    let mut seeded = Seeded::new(0x4E55);
    let mut log = Vec::with_capacity(bytes + 1024);
    let mut number = 0;
    while log.len() < bytes {
        for field in 0..5 {
            number += 1;
            let len = 24 + seeded.below(41);
            log.extend_from_slice(format!("{number:x<len$}:value-{field}").as_bytes());
            log.push(if field == 4 { b'\n' } else { b'\t' });
        }
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
