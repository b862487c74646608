//! What the conformance tests know of httparse and of the parser's switches.
#![allow(dead_code, unused_imports)] // the tests in there are left out

#[path = "../../../tests/conformance/assembled.rs"]
pub mod assembled;
#[path = "../../../tests/conformance/corpus.rs"]
pub mod corpus;
#[path = "../../../tests/conformance/faults.rs"]
pub mod faults;
#[path = "../../../tests/conformance/httparse.rs"]
pub mod httparse;
#[path = "../../../tests/conformance/lines.rs"]
pub mod lines;
#[path = "../../../tests/conformance/mutate.rs"]
pub mod mutate;
#[path = "../../../tests/conformance/read.rs"]
pub mod read;
#[path = "../../../tests/conformance/report.rs"]
pub mod report;
#[path = "../../../tests/conformance/side_by_side.rs"]
pub mod side_by_side;
#[path = "../../../tests/conformance/switches.rs"]
pub mod switches;
