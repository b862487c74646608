//! Amplification and allocations against the cutoff, drawn as SVG. Knows no files' contents.

use std::error::Error;
use std::path::Path;

use linecut::Sharing;
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::keeping::Memory;
use crate::policy::Policy;
use crate::sources::Way;
use crate::study::Group;

/// Lengths up to which a value is copied.
const CUTOFFS: [usize; 12] = [32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 2048];

/// The ways that differ in memory; another thread changes times only.
const WAYS: [(Way, RGBColor); 3] = [
    (Way::OneValue, RGBColor(0xD5, 0x5E, 0x00)),
    (Way::AllValues, RGBColor(0x00, 0x72, 0xB2)),
    (Way::OneRecord, RGBColor(0x00, 0x9E, 0x73)),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn Error>>;

/// A line of a chart.
struct Line {
    label: String,
    color: RGBColor,
    points: Vec<(f64, f64)>,
}

/// Draws two charts for each group, one below the other.
pub(crate) fn draw(path: &Path, groups: &[&Group]) -> Drawn {
    let height = 420 * groups.len().max(1) as u32;
    let root = SVGBackend::new(path, (1100, height)).into_drawing_area();
    root.fill(&WHITE)?;
    for (group, area) in groups.iter().zip(root.split_evenly((groups.len().max(1), 1))) {
        draw_group(group, &area)?;
    }
    root.present()?;
    Ok(())
}

fn draw_group(group: &Group, area: &Area<'_>) -> Drawn {
    let (left, right) = area.split_horizontally(550);
    let what = format!("{}, read {} KiB at a time", group.kind.plural(), group.kind.buffer() >> 10);
    let amplification = lines(group, Memory::amplification);
    chart(&left, &format!("bytes alive / bytes kept ({what})"), &amplification, 0.1)?;
    let allocations =
        lines(group, |memory| memory.allocations as f64 / memory.values.max(1) as f64);
    chart(&right, &format!("allocations a value ({what})"), &allocations, 0.01)
}

/// A fixed cutoff in each way, and the default rule with that cutoff where it is worst.
fn lines(group: &Group, figure: impl Fn(&Memory) -> f64) -> Vec<Line> {
    let line = |label: String, color, way, sharing: fn(usize) -> Sharing| {
        let point = |n: usize| {
            let memory = group.memory(way, Policy::Values(sharing(n)));
            (n as f64, figure(&memory))
        };
        Line { label, color, points: CUTOFFS.into_iter().map(point).collect() }
    };
    let mut lines: Vec<Line> = WAYS
        .into_iter()
        .map(|(way, color)| line(way.name().to_string(), color, way, Sharing::CopyUpTo))
        .collect();
    let bounded = |n| Sharing::Bounded { copy_up_to: n, factor: 4 };
    let (way, _) = WAYS[0];
    lines.push(line(format!("{}, Bounded, factor 4", way.name()), BLACK, way, bounded));
    lines
}

/// Both axes are logarithmic; what is below `least` is drawn there.
fn chart(area: &Area<'_>, title: &str, lines: &[Line], least: f64) -> Drawn {
    let points = lines.iter().flat_map(|line| &line.points);
    let most = points.map(|(_, y)| *y).fold(least * 10.0, f64::max) * 2.0;
    let cutoffs = CUTOFFS[0] as f64..CUTOFFS[CUTOFFS.len() - 1] as f64;
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(cutoffs.log_scale().base(2.0), (least..most).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("copied up to (bytes)")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{}", (y * 1000.0).round() / 1000.0))
        .draw()?;
    for Line { label, color, points } in lines {
        let color = *color;
        let points = points.iter().map(|(x, y)| (*x, y.max(least)));
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    Ok(())
}
