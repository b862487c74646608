//! The peers, as manners of keeping: what values are cut from, and what is kept.

use std::marker::PhantomData;
use std::ops::Range;

use arcstr::{ArcStr, Substr};
use bytes::Bytes;
use bytestring::ByteString;
use compact_str::CompactString;
use hipstr::HipByt;
use http::HeaderValue;
use linecut::{Sharing, SmallBytes, Source};
use smol_str::SmolStr;

use crate::keeping::Keeping;
use crate::sources::{Buffer, RecordAt};

pub const STD: &str = "std";
pub const BYTES: &str = "1.12";
pub const BYTESTRING: &str = "1.5";
pub const HIPSTR: &str = "0.8";
pub const COMPACT: &str = "0.10";
pub const SMOL: &str = "0.3";
pub const ARCSTR: &str = "1.2";
pub const HTTP: &str = "1.5";

/// Keeps by a function; a value is cut from an `S`, which is made of the buffer.
pub struct By<S, T> {
    source: fn(Vec<u8>) -> S,
    keep: fn(&S, Range<usize>) -> T,
    kept: PhantomData<T>,
}

impl<S, T> By<S, T> {
    fn new(source: fn(Vec<u8>) -> S, keep: fn(&S, Range<usize>) -> T) -> Self {
        Self { source, keep, kept: PhantomData }
    }
}

impl<S, T: Send> Keeping for By<S, T> {
    type Source = S;
    type Ready = Vec<Range<usize>>;
    type Kept = T;

    fn source(&self, buffer: Vec<u8>) -> S {
        (self.source)(buffer)
    }

    fn ready(&self, buffer: &Buffer, record: &RecordAt) -> Self::Ready {
        buffer.values[record.values.clone()].to_vec()
    }

    fn keep(&self, source: &S, ready: &Self::Ready, out: &mut Vec<T>) {
        out.extend(ready.iter().map(|place| (self.keep)(source, place.clone())));
    }
}

/// Does something with every manner of keeping.
pub trait Visit {
    fn visit<S, T: Send>(&mut self, name: &str, embeds: usize, by: By<S, T>);
}

fn text(buffer: Vec<u8>) -> String {
    String::from_utf8(buffer).expect("the inputs are text")
}

fn value(bytes: Bytes) -> HeaderValue {
    HeaderValue::from_maybe_shared(bytes).expect("a value of a head or of a log")
}

/// Ours by the default policy, and its two ends.
pub fn ours(visit: &mut impl Visit) {
    let source = Source::from;
    visit.visit("SmallBytes", 23, By::<Source, SmallBytes>::new(source, |s, p| s.value(p).keep()));
}

/// Everyone else. `embeds` is the longest value that needs no block.
pub fn others(visit: &mut impl Visit) {
    visit.visit(
        "SmallBytes, Never",
        23,
        By::<Source, SmallBytes>::new(Source::from, |s, p| s.value(p).keep_with(Sharing::Never)),
    );
    visit.visit("Box<[u8]>", 0, By::new(|buffer| buffer, |s, p| Box::<[u8]>::from(&s[p])));
    visit.visit("String", 0, By::new(text, |s, p| String::from(&s[p])));
    visit.visit("Bytes copied", 0, By::new(|b| b, |s, p| Bytes::copy_from_slice(&s[p])));
    visit.visit("Bytes::slice", 0, By::new(Bytes::from, |s, p| s.slice(p)));
    visit.visit("ByteString", 0, By::new(|b| ByteString::from(text(b)), |s, p| s.slice_ref(&s[p])));
    visit.visit("HipByt copied", 23, By::new(|b| b, |s, p| HipByt::<'static>::from(&s[p])));
    visit.visit("HipByt::slice", 23, By::new(HipByt::from, |s, p| s.slice(p)));
    visit.visit("CompactString", 24, By::new(text, |s, p| CompactString::from(&s[p])));
    visit.visit("SmolStr", 23, By::new(text, |s, p| SmolStr::new(&s[p])));
    let source = |b| ArcStr::from(text(b));
    visit.visit("Substr", 0, By::<ArcStr, Substr>::new(source, |s, p| s.substr(p)));
    visit.visit(
        "HeaderValue copied",
        0,
        By::new(|b| b, |s, p| HeaderValue::from_bytes(&s[p]).expect("a value")),
    );
    visit.visit("HeaderValue shared", 0, By::new(Bytes::from, |s, p| value(s.slice(p))));
}
