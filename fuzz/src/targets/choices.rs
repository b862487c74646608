//! Choices from the front of an input: what a target does with the rest of it.

use linecut::__internal::{Backend, set_backend};

/// Takes one choice after the other. Where nothing is left, every choice is the first.
pub struct Choices<'a> {
    rest: &'a [u8],
}

impl<'a> Choices<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self { rest: data }
    }

    pub fn byte(&mut self) -> u8 {
        match self.rest.split_first() {
            Some((byte, rest)) => {
                self.rest = rest;
                *byte
            }
            None => 0,
        }
    }

    /// Two bytes, the low one first.
    pub fn pair(&mut self) -> usize {
        usize::from(u16::from_le_bytes([self.byte(), self.byte()]))
    }

    /// A number below `n`, of one byte where that is enough.
    pub fn below(&mut self, n: usize) -> usize {
        if n <= 256 { usize::from(self.byte()) % n } else { self.pair() % n }
    }

    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// One of a list, which is not empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Up to `n` bytes.
    #[cfg(feature = "std")] // for records to be written
    pub fn bytes(&mut self, n: usize) -> &'a [u8] {
        let (bytes, rest) = self.rest.split_at(n.min(self.rest.len()));
        self.rest = rest;
        bytes
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// All that is left.
    pub fn rest(self) -> &'a [u8] {
        self.rest
    }
}

/// Makes the scanner use one of the backends that this machine has, and gives its name.
pub fn choose_backend(choice: u8) -> &'static str {
    let mut backends = Backend::ALL.into_iter().filter(|backend| backend.is_available()).cycle();
    let backend = backends.nth(usize::from(choice)).expect("a backend that is everywhere");
    set_backend(backend);
    backend.name()
}

/// How an input is cut into chunks.
#[derive(Clone, Debug)]
pub enum Cuts {
    /// Chunks of this many bytes.
    Every(usize),
    /// A few places, each modulo the length and one.
    At(Vec<usize>),
}

impl Cuts {
    /// One byte: below 248 the length of the chunks, 0 for all at once; from there on a number of
    /// places, of two bytes each.
    pub fn choose(choices: &mut Choices<'_>) -> Self {
        match choices.byte() {
            0 => Self::At(Vec::new()),
            len @ 1..248 => Self::Every(usize::from(len)),
            places => Self::At((247..places).map(|_| choices.pair()).collect()),
        }
    }

    /// The chunks, of which some may be empty.
    pub fn chunks<'a>(&self, bytes: &'a [u8]) -> Vec<&'a [u8]> {
        match self {
            Self::Every(len) => bytes.chunks(*len).collect(),
            Self::At(places) => {
                let mut places: Vec<usize> =
                    places.iter().map(|place| place % (bytes.len() + 1)).collect();
                places.extend([0, bytes.len()]);
                places.sort_unstable();
                places.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect()
            }
        }
    }
}

/// The longest beginning of `bytes` with at most `len` bytes and `marks` of those that `is_mark`
/// tells: what is done with an input may take time that grows with the square of its parts.
pub fn bounded(bytes: &[u8], len: usize, marks: usize, is_mark: fn(u8) -> bool) -> &[u8] {
    let within = &bytes[..bytes.len().min(len)];
    let mut places = within.iter().enumerate().filter(|(_, byte)| is_mark(**byte));
    match places.nth(marks) {
        Some((at, _)) => &within[..at],
        None => within,
    }
}

/// The lines so many times, with a line end between the last and the first.
pub fn repeated(lines: &[u8], times: usize) -> Vec<u8> {
    let mut all = lines.to_vec();
    for _ in 1..times {
        if !all.ends_with(b"\n") {
            all.push(b'\n');
        }
        all.extend_from_slice(lines);
    }
    all
}
