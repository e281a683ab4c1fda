//! Figure 3: prompt tokens and pages against the window's size, one line a ratio, as SVG and PNG.

use super::Report;
use super::cells::{Cell, ratio_name};
use super::compare::Compared;
use crate::eval::EvalError;
use crate::eval::surface::{Preset, Series};
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
#[derive(Debug)]
pub(in crate::eval) struct Curve {
    name: String,
    /// Black where none is given by the panel.
    colour: Option<RGBColor>,
    points: Vec<(f64, f64)>,
    /// Crosses instead of a line: figures of others.
    crosses: bool,
}

impl Curve {
    /// A line through points, coloured by its place in the panel.
    pub(in crate::eval) fn new(name: &str, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.to_owned(), colour: None, points, crosses: false }
    }
}

/// One panel: its labels and its lines.
struct Panel<'a> {
    title: String,
    x: &'a str,
    y: &'a str,
    curves: &'a [Curve],
}

/// A file name with its bytes.
type File = (String, Vec<u8>);

/// Two files for each series: its two panels as SVG and as PNG.
pub(super) fn figures(report: &Report) -> Result<Vec<File>, EvalError> {
    let mut files = Vec::new();
    for series in &report.settings.series {
        let name = format!("figure3-{}-{}", series.preset.name(), series.model.replace(['/', ':'], "-"));
        let mut tokens = vec![text_curve(report, series)];
        tokens.extend(curves(report, series, |cell| cell.tokens.mean));
        let mut pages = curves(report, series, |cell| cell.pages.mean);
        if series.preset == Preset::Paper && !report.compared.is_empty() {
            tokens.push(published(report, |cell| cell.tokens.published));
            pages.push(published(report, |cell| cell.pages.published));
        }
        let title = |what: &str| format!("{what}: {} preset, {}", series.preset.name(), series.model);
        let x = "lines of the window";
        let left = Panel { title: title("Prompt tokens"), x, y: "tokens", curves: &tokens };
        let right = Panel { title: title("Pages"), x, y: "pages", curves: &pages };
        files.extend(both(&name, SIZE, &[left, right])?);
    }
    Ok(files)
}

/// A figure of one panel, of values in per cent against source characters a token, as SVG and PNG.
pub(in crate::eval) fn curve_figure(name: &str, title: &str, curves: &[Curve]) -> Result<Vec<File>, EvalError> {
    let panel = Panel { title: title.to_owned(), x: "source characters a visual token", y: "per cent", curves };
    both(name, (SIZE.0 * 2 / 3, SIZE.1), &[panel])
}

fn both(name: &str, size: (u32, u32), panels: &[Panel<'_>]) -> Result<Vec<File>, EvalError> {
    let failed = |reason: String| EvalError::Figure { figure: name.to_owned(), reason };
    if plotters::style::register_font("sans-serif", FontStyle::Normal, FACE).is_err() {
        return Err(failed("the embedded face is unreadable".to_owned()));
    }
    let (mut text, mut pixels) = (String::new(), vec![0; (size.0 * size.1 * 3) as usize]);
    draw(&SVGBackend::with_string(&mut text, size).into_drawing_area(), panels).map_err(|e| failed(e.to_string()))?;
    let bitmap = BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area();
    draw(&bitmap, panels).map_err(|e| failed(e.to_string()))?;
    drop(bitmap);
    let png = crate::encode::rgb_png(size.0, size.1, &pixels).map_err(|e| failed(e.to_string()))?;
    Ok(vec![(format!("{name}.svg"), text.into_bytes()), (format!("{name}.png"), png)])
}

fn draw<B: DrawingBackend>(area: &DrawingArea<B, plotters::coord::Shift>, panels: &[Panel<'_>]) -> Drawn
where
    B::ErrorType: 'static,
{
    area.fill(&WHITE)?;
    for (part, panel) in area.split_evenly((1, panels.len())).iter().zip(panels) {
        draw_panel(part, panel)?;
    }
    area.present()?;
    Ok(())
}

fn text_curve(report: &Report, series: &Series) -> Curve {
    let first = report.settings.ratios.first();
    let cells = report.cells.iter().filter(|cell| cell.series == *series && Some(&cell.ratio) == first);
    Curve {
        name: "text".to_owned(),
        colour: Some(BLACK),
        points: cells.map(|c| (lines(c), c.text_tokens.mean)).collect(),
        crosses: false,
    }
}

fn curves(report: &Report, series: &Series, value: impl Fn(&Cell) -> f64) -> Vec<Curve> {
    let curve = |(at, &ratio): (usize, &crate::units::Permille)| Curve {
        name: format!("r = {}", ratio_name(ratio)),
        colour: Some(COLOURS[at % COLOURS.len()]),
        points: report
            .cells
            .iter()
            .filter(|cell| cell.series == *series && cell.ratio == ratio)
            .map(|cell| (lines(cell), value(cell)))
            .collect(),
        crosses: false,
    };
    report.settings.ratios.iter().enumerate().map(curve).collect()
}

/// The published means as crosses.
fn published(report: &Report, value: impl Fn(&Compared) -> f64) -> Curve {
    let point = |cell: &Compared| (crate::eval::stats::count(cell.lines), value(cell));
    let points = report.compared.iter().map(point).collect();
    Curve { name: "published".to_owned(), colour: Some(BLACK), points, crosses: true }
}

fn lines(cell: &Cell) -> f64 {
    crate::eval::stats::count(cell.lines)
}

#[expect(clippy::float_arithmetic, reason = "room above the highest point")]
fn draw_panel<B: DrawingBackend>(area: &DrawingArea<B, plotters::coord::Shift>, panel: &Panel<'_>) -> Drawn
where
    B::ErrorType: 'static,
{
    let points = || panel.curves.iter().flat_map(|curve| &curve.points);
    let right = points().map(|point| point.0).fold(1.0, f64::max) * 1.02;
    let top = points().map(|point| point.1).fold(1.0, f64::max) * 1.05;
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 17))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(66)
        .build_cartesian_2d(0.0..right, 0.0..top)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.12))
        .x_desc(panel.x)
        .y_desc(panel.y)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .label_style(("sans-serif", 13))
        .draw()?;
    for (at, curve) in panel.curves.iter().enumerate() {
        let colour = curve.colour.unwrap_or(COLOURS[at % COLOURS.len()]);
        let style = ShapeStyle::from(&colour).stroke_width(2);
        if curve.crosses {
            let mark = |&point: &(f64, f64)| Cross::new(point, 4, colour);
            let legend = move |(x, y)| Cross::new((x + 9, y), 4, colour);
            chart.draw_series(curve.points.iter().map(mark))?.label(curve.name.as_str()).legend(legend);
            continue;
        }
        let line = LineSeries::new(curve.points.iter().copied(), style);
        let legend = move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], style);
        chart.draw_series(line)?.label(curve.name.as_str()).legend(legend);
        chart.draw_series(curve.points.iter().map(|&point| Circle::new(point, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .label_font(("sans-serif", 13))
        .draw()?;
    Ok(())
}
