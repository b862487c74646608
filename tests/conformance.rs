//! Runs the HTTP/1 parser against what others wrote: real heads, httparse, the `http` crate, and all
//! pairs of its own switches. `docs/conformance.md` has the tables, which these tests print:
//! `cargo test --test conformance -- --nocapture --test-threads 1`.
//!
//! The heads of `fixtures/` are always run. Larger collections lie in `../shared/corpora`, beside the
//! repository; where that folder is absent its heads are not run, and its rows are not printed.

mod naive;

mod conformance {
    pub mod assembled;
    pub mod corpus;
    pub mod faults;
    pub mod heads;
    pub mod http_crate;
    pub mod httparse;
    pub mod httparse_switches;
    pub mod lines;
    pub mod mutate;
    pub mod pairs;
    pub mod read;
    pub mod report;
    pub mod side_by_side;
    pub mod switches;
}
