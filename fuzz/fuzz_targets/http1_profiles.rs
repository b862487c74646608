#![no_main]

linecut_fuzz::fuzz!(http1_profiles);
