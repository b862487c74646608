#![no_main]

linecut_fuzz::fuzz!(slices);
