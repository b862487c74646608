#![no_main]

linecut_fuzz::fuzz!(chunk_size);
