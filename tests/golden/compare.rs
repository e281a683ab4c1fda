//! Comparing a page with its golden image, pixel by pixel, and saying where it differs.

use codeshot::document::Document;
use codeshot::engine::Page;
use codeshot::plan::Plan;
use codeshot::units::{Cols, LineNo};
use image::RgbImage;
use libtest_mimic::Failed;
use std::fs;
use std::path::Path;

/// Compares decoded pixels exactly; on a mismatch writes three pictures and names the first differing cell.
pub(crate) fn same_pixels(
    expected: &[u8],
    actual: &[u8],
    document: &Document,
    plan: &Plan,
    page: &Page,
    output: &Path,
) -> Result<(), Failed> {
    let (expected, actual) = (decode(expected)?, decode(actual)?);
    let Some((x, y, count)) = first_difference(&expected, &actual) else { return Ok(()) };
    save(&expected, &actual, output)?;
    let place = place(document, plan, page, x, y);
    Err(format!(
        "{count} pixels differ, first at {x},{y}: {place}; sizes {:?} and {:?}; see {}",
        expected.dimensions(),
        actual.dimensions(),
        output.display()
    )
    .into())
}

fn decode(png: &[u8]) -> Result<RgbImage, Failed> {
    Ok(image::load_from_memory_with_format(png, image::ImageFormat::Png)?.to_rgb8())
}

/// The first differing pixel in reading order and how many there are.
fn first_difference(a: &RgbImage, b: &RgbImage) -> Option<(u32, u32, u64)> {
    let (width, height) = (a.width().max(b.width()), a.height().max(b.height()));
    let mut first = None;
    let mut count = 0;
    for y in 0..height {
        for x in 0..width {
            if a.get_pixel_checked(x, y) != b.get_pixel_checked(x, y) {
                first = first.or(Some((x, y)));
                count += 1;
            }
        }
    }
    first.map(|(x, y)| (x, y, count))
}

/// Row, column and source line of a pixel.
fn place(document: &Document, plan: &Plan, page: &Page, x: u32, y: u32) -> String {
    let grid = plan.grid;
    let (left, top) = grid.origin(Cols::ZERO, codeshot::units::Rows::ZERO);
    let row = y.saturating_sub(top.get()) / grid.cell.height.get();
    let col = x.saturating_sub(left.get()) / grid.cell.width.get();
    let Some(text_row) = row.checked_sub(grid.frame.caption.get()) else {
        return format!("row {row}, column {col}, the caption");
    };
    let column = (0..grid.columns).rev().find(|&index| grid.column_start(index).get() <= col).unwrap_or(0);
    let span = &plan.pages[page.number.index() - 1].span.columns;
    let mut left = u64::from(text_row);
    let lines = span.get(column as usize).map_or(0..0, |span| span.first..span.end);
    for line in lines {
        let rows = u64::from(document.rows(line, grid.code).get());
        if left < rows {
            let number = document.number(line).map_or(0, LineNo::get);
            return format!("row {row}, column {col}, source line {number}");
        }
        left -= rows;
    }
    format!("row {row}, column {col}, below the text")
}

fn save(expected: &RgbImage, actual: &RgbImage, output: &Path) -> Result<(), Failed> {
    if let Some(folder) = output.parent() {
        fs::create_dir_all(folder)?;
    }
    let (width, height) = (expected.width().max(actual.width()), expected.height().max(actual.height()));
    let difference = RgbImage::from_fn(width, height, |x, y| {
        let same = expected.get_pixel_checked(x, y) == actual.get_pixel_checked(x, y);
        if same { image::Rgb([255, 255, 255]) } else { image::Rgb([220, 0, 0]) }
    });
    expected.save(output.with_extension("expected.png"))?;
    actual.save(output.with_extension("actual.png"))?;
    difference.save(output.with_extension("diff.png"))?;
    Ok(())
}

/// The comparison itself must be able to fail.
pub(crate) fn a_flipped_pixel_is_seen() -> Result<(), Failed> {
    let page = RgbImage::from_pixel(20, 10, image::Rgb([255, 255, 255]));
    let mut flipped = page.clone();
    flipped.put_pixel(7, 3, image::Rgb([254, 255, 255]));
    if first_difference(&page, &page).is_some() {
        return Err("equal pages were called different".into());
    }
    if first_difference(&page, &flipped) != Some((7, 3, 1)) {
        return Err("one flipped pixel was not found".into());
    }
    let smaller = RgbImage::from_pixel(20, 9, image::Rgb([255, 255, 255]));
    if first_difference(&page, &smaller) != Some((0, 9, 20)) {
        return Err("a missing row was not found".into());
    }
    Ok(())
}
