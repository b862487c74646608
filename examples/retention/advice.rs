//! Which policy to take for what was measured, and why. Knows figures, no files.
//!
//! Judged by counts alone, so that the same files always get the same advice.

use crate::policy::Policy;
use crate::sources::Way;
use crate::study::Row;
use crate::terminal::grouped;

/// A policy that keeps more than this many bytes alive for each byte kept, in any way of keeping,
/// is out: the bound of the crate's default.
pub(crate) const LIMIT: f64 = 4.0;

/// The advice for a group of files.
pub(crate) struct Advice {
    pub(crate) policy: Policy,
    /// One reason each.
    pub(crate) why: Vec<String>,
}

/// A policy in all ways of keeping.
struct Whole {
    policy: Policy,
    allocations: u64,
    alive: u64,
    worst: f64,
    worst_way: Way,
}

/// The crate's default, which is bounded on any data, unless another policy that is within the limit
/// in every way saves a tenth of the allocations, or a fifth of the bytes for hardly more of them.
pub(crate) fn advice(rows: &[Row]) -> Advice {
    let all: Vec<Whole> = Policy::ALL.into_iter().map(|policy| whole(policy, rows)).collect();
    let default = whole(Policy::bounded(4), rows);
    let within = || all.iter().filter(|whole| whole.worst <= LIMIT);
    let fewest = within().min_by_key(|whole| (whole.allocations, whole.alive));
    let least = within()
        .filter(|whole| whole.allocations * 10 <= default.allocations * 11)
        .min_by_key(|whole| (whole.alive, whole.allocations));
    let best = match (fewest, least) {
        (Some(best), _) if best.allocations * 10 <= default.allocations * 9 => best,
        (_, Some(best)) if best.alive * 5 <= default.alive * 4 => best,
        _ => &default,
    };
    let mut why = vec![format!(
        "keeps at most {:.2} bytes alive for each byte kept ({}), with {} allocations in all four \
         ways",
        best.worst,
        best.worst_way.name(),
        grouped(best.allocations),
    )];
    why.extend(against_default(best, &default));
    why.extend(against_unbounded(best, &all));
    why.extend(records_instead(rows));
    Advice { policy: best.policy, why }
}

fn against_default(best: &Whole, default: &Whole) -> Option<String> {
    (best.policy != default.policy).then(|| {
        format!(
            "the default, {}, has {} bytes alive in all four ways where this has {}, and {} \
             allocations",
            default.policy.name(),
            grouped(default.alive),
            grouped(best.alive),
            grouped(default.allocations),
        )
    })
}

/// What fewer allocations would cost.
fn against_unbounded(best: &Whole, all: &[Whole]) -> Option<String> {
    let beyond = all.iter().filter(|whole| whole.worst > LIMIT);
    let fewest = beyond.min_by_key(|whole| whole.allocations)?;
    (fewest.allocations < best.allocations).then(|| {
        format!(
            "{} makes {} allocations, but keeps {:.0} bytes alive for each byte kept ({})",
            fewest.policy.name(),
            grouped(fewest.allocations),
            fewest.worst,
            fewest.worst_way.name(),
        )
    })
}

fn whole(policy: Policy, rows: &[Row]) -> Whole {
    let mut whole =
        Whole { policy, allocations: 0, alive: 0, worst: 0.0, worst_way: Way::AllValues };
    for row in rows.iter().filter(|row| row.policy == policy) {
        whole.allocations += row.memory.allocations;
        whole.alive += row.memory.alive;
        if row.memory.amplification() > whole.worst {
            whole.worst = row.memory.amplification();
            whole.worst_way = row.way;
        }
    }
    whole
}

/// Where all of a record's values are wanted, the record itself may be less.
fn records_instead(rows: &[Row]) -> Option<String> {
    let find = |policy| rows.iter().find(|row| row.way == Way::AllValues && row.policy == policy);
    let (record, values) = (find(Policy::WholeRecord)?.memory, find(Policy::bounded(4))?.memory);
    // With values come their slots, which a record does not have.
    let slots = values.values * size_of::<linecut::SmallBytes>() as u64;
    (record.allocations < values.allocations && record.alive < values.alive + slots).then(|| {
        format!(
            "where all values of a record are kept, keep the record: {} allocations in place of \
             {}, and {} bytes in place of {} with the values' slots",
            grouped(record.allocations),
            grouped(values.allocations),
            grouped(record.alive),
            grouped(values.alive + slots),
        )
    })
}
