#![no_main]

linecut_fuzz::fuzz!(escapes);
