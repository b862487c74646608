//! The switches of the parser, by name, each with the kinds of the defects that it forgives.

use linecut::http1::ParserBuilder;

/// A switch.
pub struct Switch {
    pub name: &'static str,
    pub set: fn(&mut ParserBuilder, bool) -> &mut ParserBuilder,
    pub forgives: &'static [&'static str],
}

/// All of them.
pub const SWITCHES: &[Switch] = &[
    Switch { name: "bom", set: ParserBuilder::bom, forgives: &["Bom"] },
    Switch { name: "bare_lf", set: ParserBuilder::bare_lf, forgives: &["BareLf"] },
    Switch { name: "bare_cr", set: ParserBuilder::bare_cr, forgives: &["BareCr"] },
    Switch { name: "nul", set: ParserBuilder::nul, forgives: &["Nul"] },
    Switch {
        name: "control_bytes",
        set: ParserBuilder::control_bytes,
        forgives: &["InvalidValue"],
    },
    Switch { name: "obs_fold", set: ParserBuilder::obs_fold, forgives: &["ObsFold"] },
    Switch {
        name: "space_before_colon",
        set: ParserBuilder::space_before_colon,
        forgives: &["SpaceBeforeColon"],
    },
    Switch {
        name: "whitespace_led_lines",
        set: ParserBuilder::whitespace_led_lines,
        forgives: &["LeadingWhitespace"],
    },
    Switch {
        name: "start_line_whitespace",
        set: ParserBuilder::start_line_whitespace,
        forgives: &["ExtraSpace"],
    },
    Switch {
        name: "unusual_versions",
        set: ParserBuilder::unusual_versions,
        forgives: &["UnusualVersion"],
    },
    Switch {
        name: "unusual_targets",
        set: ParserBuilder::unusual_targets,
        forgives: &["InvalidTarget"],
    },
    Switch {
        name: "non_token_names",
        set: ParserBuilder::non_token_names,
        forgives: &["InvalidName"],
    },
    Switch {
        name: "lines_without_colon",
        set: ParserBuilder::lines_without_colon,
        forgives: &["MissingColon", "EmptyName"],
    },
];

/// Strict, with these switches on.
pub struct Profile {
    pub name: String,
    pub builder: ParserBuilder,
    /// Places in [`SWITCHES`].
    on: Vec<usize>,
}

impl Profile {
    fn new(on: &[usize]) -> Self {
        let mut builder = ParserBuilder::strict();
        for switch in on {
            (SWITCHES[*switch].set)(&mut builder, true);
        }
        let names: Vec<_> = on.iter().map(|switch| SWITCHES[*switch].name).collect();
        Self { name: names.join(" + "), builder, on: on.to_vec() }
    }

    /// Whether a switch that is on forgives defects of this kind.
    pub fn forgives(&self, kind: &str) -> bool {
        self.on.iter().any(|switch| SWITCHES[*switch].forgives.contains(&kind))
    }

    /// Whether the switch is on.
    pub fn has(&self, name: &str) -> bool {
        self.on.iter().any(|switch| SWITCHES[*switch].name == name)
    }
}

/// Strict with no switch, with each single one, and with each pair.
pub fn singles_and_pairs() -> Vec<Profile> {
    let mut profiles = vec![Profile::new(&[])];
    for first in 0..SWITCHES.len() {
        profiles.push(Profile::new(&[first]));
        profiles.extend((0..first).map(|second| Profile::new(&[second, first])));
    }
    profiles
}
