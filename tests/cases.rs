//! Runs the case files through every way into the parsers.
//!
//! The files are the `ltsv*.json` and `http1*.json` of `fixtures/cases/`, or of the folder
//! that the environment variable `LINECUT_CASES` names. Every case is run in both profiles
//! through every way of `cases/ways.rs` that applies. A line is printed for each case that
//! differs, then `run / in file / differing` for each file; the test fails if any case
//! differs, if none was run, or if a file holds a kind of case, an outcome or a name of an
//! error or defect that is not known here.

mod naive;
mod ways;

mod cases {
    pub mod http1;
    pub mod load;
    pub mod ltsv;
    pub mod run;
    pub mod ways;
}

use cases::{http1, load, ltsv, run};

#[test]
fn every_case_through_every_way() {
    let mut report = run::Report::default();
    let ltsv_ways = cases::ways::ltsv_ways();
    for file in load::files("ltsv") {
        report.run_file(&file.name, &file.cases(ltsv::case), &ltsv_ways);
    }
    let http1_ways = cases::ways::http1_ways();
    for file in load::files("http1") {
        report.run_file(&file.name, &file.cases(http1::case), &http1_ways);
    }
    report.finish();
}
