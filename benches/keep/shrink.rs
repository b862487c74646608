//! What shrinking to fit saves where a log is kept: the list of a line's fields, and its values.

use linecut::SmallBytes;
use linecut::ltsv::{self, Reader, Record};

use super::inputs;
use super::markdown::{grouped, table};
use crate::counting::{Counts, counted};

type Field = (SmallBytes, SmallBytes);

/// A line as a list that grew field by field, and values that grew piece by piece.
struct Grown {
    fields: Vec<Field>,
    values: Vec<Vec<u8>>,
}

/// Bytes alive of a log in each form.
#[derive(Debug)]
pub struct Shrunk {
    pub lists_grown: u64,
    pub lists_fit: u64,
    pub values_grown: u64,
    pub values_fit: u64,
    pub records: u64,
    pub lines: u64,
}

fn alive<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let (result, Counts { alive, .. }) = counted(work);
    (result, alive as u64)
}

/// Keeps the log line by line.
pub fn of(log: &[u8]) -> Shrunk {
    let mut sum = Shrunk {
        lists_grown: 0,
        lists_fit: 0,
        values_grown: 0,
        values_fit: 0,
        records: 0,
        lines: 0,
    };
    let mut reader = Reader::from_reader(log);
    let mut record = Record::new();
    while reader.read_record(&mut record).expect("a good log") {
        sum.lines += 1;
        let (kept, bytes) = alive(|| record.clone());
        sum.records += bytes;
        let grown = Grown { fields: push_fields(&kept), values: Vec::new() };
        // The list alone; a value that is not embedded has its own block in both forms.
        sum.lists_grown += (grown.fields.capacity() * size_of::<Field>()) as u64;
        sum.lists_fit += (grown.fields.len() * size_of::<Field>()) as u64;
        let (values, bytes) = alive(|| push_pieces(&kept));
        let grown = Grown { values, ..grown };
        let slots = (grown.values.capacity() * size_of::<Vec<u8>>()) as u64;
        sum.values_grown += bytes - slots;
        sum.values_fit += grown.values.iter().map(|value| value.len() as u64).sum::<u64>();
    }
    sum
}

/// The usual loop: nobody knows the number of fields beforehand.
fn push_fields(record: &Record) -> Vec<Field> {
    let mut fields = Vec::new();
    for (label, value) in record {
        fields.push((SmallBytes::from(label), value.keep()));
    }
    fields
}

/// Values that are put together of pieces of 8 bytes, as a decoder does it.
fn push_pieces(record: &Record) -> Vec<Vec<u8>> {
    let mut values = Vec::with_capacity(record.len());
    for (_, value) in record {
        let mut bytes = Vec::new();
        value.chunks(8).for_each(|piece| bytes.extend_from_slice(piece));
        values.push(bytes);
    }
    values
}

pub fn counts() -> String {
    let log = inputs::log(16);
    assert!(ltsv::records(&log).next().is_some());
    let sum = of(&log);
    let row = |name: &str, grown: u64, fit: u64| {
        [name.to_string(), grouped(grown), grouped(fit), grouped(grown - fit)]
    };
    let lines = format!("kept of {} lines, in bytes", grouped(sum.lines));
    let text = table(
        [&lines, "as grown", "shrunk to fit", "saved"],
        [
            row("lists of fields (the arrays)", sum.lists_grown, sum.lists_fit),
            row("values put together of pieces (the strings)", sum.values_grown, sum.values_fit),
        ],
    );
    let record =
        format!("The same lines as kept records, labels and all: {} bytes.", grouped(sum.records));
    format!("{text}\n{record}\n")
}
