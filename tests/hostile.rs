//! A hostile world: no input makes the parsers hold more than a stated multiple of it, or work more
//! than in proportion. Debug builds do a part of the largest counts; all of them, with figures:
//!
//! ```sh
//! cargo test --release --test hostile -- --nocapture --test-threads 1
//! ```

#[path = "hostile/collisions.rs"]
mod collisions;
#[path = "hostile/counting.rs"]
mod counting;
#[path = "hostile/floods.rs"]
mod floods;
#[path = "hostile/inputs.rs"]
mod inputs;
#[path = "hostile/memory.rs"]
mod memory;
