#![no_main]

linecut_fuzz::fuzz!(ltsv_stream);
