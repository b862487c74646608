#![no_main]

linecut_fuzz::fuzz!(ltsv_round_trip);
