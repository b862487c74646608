//! The HTTP/1 rows.

use super::table::Table;

pub fn rows(_table: &mut Table) {}
