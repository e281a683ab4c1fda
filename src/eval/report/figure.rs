//! Figure 3: prompt tokens and pages against the window's size, one line a ratio, as SVG and PNG.

use super::Report;
use super::cells::{Cell, ratio_name};
use crate::eval::EvalError;
use crate::eval::surface::Series;
use plotters::prelude::*;
use plotters::style::FontStyle;
use std::error::Error;

/// Width and height of a figure in pixels.
const SIZE: (u32, u32) = (1120, 460);
/// The face of all labels; it is embedded, so that figures look the same everywhere.
const FACE: &[u8] = include_bytes!("../../../fonts/JetBrainsMono-Regular.ttf");
/// Lines of the ratios: Paul Tol's bright scheme, told apart by the colour-blind.
const COLOURS: [RGBColor; 7] = [
    RGBColor(68, 119, 170),
    RGBColor(238, 102, 119),
    RGBColor(34, 136, 51),
    RGBColor(204, 187, 68),
    RGBColor(102, 204, 238),
    RGBColor(170, 51, 119),
    RGBColor(120, 120, 120),
];

type Drawn = Result<(), Box<dyn Error>>;

/// One line of a panel.
struct Curve {
    name: String,
    colour: RGBColor,
    points: Vec<(f64, f64)>,
}

/// Two files for each series: its two panels as SVG and as PNG.
pub(super) fn figures(report: &Report) -> Result<Vec<(String, Vec<u8>)>, EvalError> {
    if plotters::style::register_font("sans-serif", FontStyle::Normal, FACE).is_err() {
        return Err(EvalError::Figure {
            figure: "labels".to_owned(),
            reason: "the embedded face is unreadable".to_owned(),
        });
    }
    let mut files = Vec::new();
    for series in &report.settings.series {
        let name = format!("figure3-{}-{}", series.preset.name(), series.model.replace(['/', ':'], "-"));
        let failed = |error: Box<dyn Error>| EvalError::Figure { figure: name.clone(), reason: error.to_string() };
        files.push((format!("{name}.svg"), svg(report, series).map_err(failed)?));
        files.push((format!("{name}.png"), png(report, series).map_err(failed)?));
    }
    Ok(files)
}

fn svg(report: &Report, series: &Series) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut text = String::new();
    draw(&SVGBackend::with_string(&mut text, SIZE).into_drawing_area(), report, series)?;
    Ok(text.into_bytes())
}

fn png(report: &Report, series: &Series) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut pixels = vec![0; (SIZE.0 * SIZE.1 * 3) as usize];
    draw(&BitMapBackend::with_buffer(&mut pixels, SIZE).into_drawing_area(), report, series)?;
    Ok(crate::encode::rgb_png(SIZE.0, SIZE.1, &pixels)?)
}

fn draw<B: DrawingBackend>(area: &DrawingArea<B, plotters::coord::Shift>, report: &Report, series: &Series) -> Drawn
where
    B::ErrorType: 'static,
{
    area.fill(&WHITE)?;
    let (left, right) = area.split_horizontally(SIZE.0 / 2);
    let mut tokens = vec![text_curve(report, series)];
    tokens.extend(curves(report, series, |cell| cell.tokens.mean));
    let title = format!("Prompt tokens: {} preset, {}", series.preset.name(), series.model);
    panel(&left, &title, "tokens", &tokens)?;
    let title = format!("Pages: {} preset, {}", series.preset.name(), series.model);
    panel(&right, &title, "pages", &curves(report, series, |cell| cell.pages.mean))?;
    area.present()?;
    Ok(())
}

fn text_curve(report: &Report, series: &Series) -> Curve {
    let first = report.settings.ratios.first();
    let cells = report.cells.iter().filter(|cell| cell.series == *series && Some(&cell.ratio) == first);
    Curve { name: "text".to_owned(), colour: BLACK, points: cells.map(|c| (lines(c), c.text_tokens.mean)).collect() }
}

fn curves(report: &Report, series: &Series, value: impl Fn(&Cell) -> f64) -> Vec<Curve> {
    let curve = |(at, &ratio): (usize, &crate::units::Permille)| Curve {
        name: format!("r = {}", ratio_name(ratio)),
        colour: COLOURS[at % COLOURS.len()],
        points: report
            .cells
            .iter()
            .filter(|cell| cell.series == *series && cell.ratio == ratio)
            .map(|cell| (lines(cell), value(cell)))
            .collect(),
    };
    report.settings.ratios.iter().enumerate().map(curve).collect()
}

fn lines(cell: &Cell) -> f64 {
    super::stats::count(cell.lines)
}

#[expect(clippy::float_arithmetic, reason = "room above the highest point")]
fn panel<B: DrawingBackend>(
    area: &DrawingArea<B, plotters::coord::Shift>,
    title: &str,
    unit: &str,
    curves: &[Curve],
) -> Drawn
where
    B::ErrorType: 'static,
{
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let right = points().map(|point| point.0).fold(1.0, f64::max) * 1.02;
    let top = points().map(|point| point.1).fold(1.0, f64::max) * 1.05;
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 17))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(66)
        .build_cartesian_2d(0.0..right, 0.0..top)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.12))
        .x_desc("lines of the window")
        .y_desc(unit)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .label_style(("sans-serif", 13))
        .draw()?;
    for curve in curves {
        let style = ShapeStyle::from(&curve.colour).stroke_width(2);
        let line = LineSeries::new(curve.points.iter().copied(), style);
        chart
            .draw_series(line)?
            .label(curve.name.as_str())
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], style));
        chart.draw_series(curve.points.iter().map(|&point| Circle::new(point, 3, curve.colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .label_font(("sans-serif", 13))
        .draw()?;
    Ok(())
}
