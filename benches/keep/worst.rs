//! The worst that can stay alive, both ways: sharing one small value of a large source, and copying
//! all values of a source that stays alive as well.

use linecut::{Sharing, SmallBytes, Source};

use super::markdown::table;
use crate::counting::counted;

pub const POLICIES: [(&str, Sharing); 4] = [
    ("`Always`", Sharing::Always),
    ("`CopyUpTo(128)`", Sharing::CopyUpTo(128)),
    ("default, `Bounded`", Sharing::Bounded { copy_up_to: 256, factor: 4 }),
    ("`Never`", Sharing::Never),
];

/// The large source, and sources a run.
pub const SOURCE: usize = 64 << 10;
const SOURCES: usize = 100;

/// Bytes alive for each byte kept: one value of `len` bytes of each source, which is let go.
pub fn one_value(len: usize, sharing: Sharing) -> (u64, u64) {
    let mut kept: Vec<SmallBytes> = Vec::with_capacity(SOURCES);
    let ((), counts) = counted(|| {
        for _ in 0..SOURCES {
            let source = Source::from(vec![b'x'; SOURCE]);
            kept.push(source.value(0..len).keep_with(sharing));
        }
    });
    (counts.alive as u64, (SOURCES * len) as u64)
}

/// Bytes alive with the values' slots, and bytes of the source: all values of `len` bytes each,
/// one behind the other, and the source stays.
pub fn all_values(len: usize, sharing: Sharing) -> (u64, u64) {
    let mut kept: Vec<SmallBytes> = Vec::with_capacity(SOURCE / len);
    let (source, made) = counted(|| Source::from(vec![b'x'; SOURCE]));
    let ((), copied) = counted(|| {
        for number in 0..SOURCE / len {
            kept.push(source.value(number * len..(number + 1) * len).keep_with(sharing));
        }
    });
    let slots = kept.len() * size_of::<SmallBytes>();
    drop(source);
    (made.alive as u64 + copied.alive as u64 + slots as u64, SOURCE as u64)
}

fn amplification((alive, kept): (u64, u64)) -> String {
    format!("{:.2}", alive as f64 / kept as f64)
}

pub fn counts() -> String {
    let one = [24, 129, 257, 1024].map(|len| (format!("one value of {len} bytes"), len));
    let all = [24, 129, 257, 1024].map(|len| (format!("all, of {len} bytes each"), len));
    let row = |name: String, figure: &dyn Fn(Sharing) -> (u64, u64)| {
        let mut row = vec![name];
        row.extend(POLICIES.map(|(_, sharing)| amplification(figure(sharing))));
        <[String; 5]>::try_from(row).expect("five cells")
    };
    let mut head = ["", "", "", "", ""];
    head[0] = "kept of a source of 64 KiB";
    POLICIES.iter().zip(&mut head[1..]).for_each(|((name, _), cell)| *cell = name);
    let let_go = one.map(|(name, len)| row(name, &|sharing| one_value(len, sharing)));
    let text = table(head, let_go);
    head[0] = "kept, and the source too, with slots";
    let stays = all.map(|(name, len)| row(name, &|sharing| all_values(len, sharing)));
    format!("{text}\n{}", table(head, stays))
}

/// The largest of the first table, for the text.
pub fn worst(sharing: Sharing) -> u64 {
    let (alive, kept) = one_value(24, sharing);
    alive / kept
}
