//! PNG files from palette rasters.

use crate::render::{PageRaster, Rgb};

/// A page could not be written as PNG.
#[derive(Debug, thiserror::Error)]
#[error("page of {width}x{height} px could not be encoded as PNG")]
pub struct EncodeError {
    width: u32,
    height: u32,
    #[source]
    source: png::EncodingError,
}

/// Encodes a raster as an indexed PNG: 4 bits a pixel where the colours in use fit, else 8.
///
/// Rows are not filtered: filters make rendered text 5 to 20 % larger and slower (measured, `docs/design.md`).
///
/// # Errors
/// [`EncodeError`] when the page has no pixels.
pub fn png(page: &PageRaster) -> Result<Vec<u8>, EncodeError> {
    let (width, height) = (page.size().width.get(), page.size().height.get());
    let used = Used::of(page);
    let mut out = Vec::with_capacity(page.indices().len() / 16);
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(used.palette.iter().flatten().copied().collect::<Vec<u8>>());
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let nibbles = used.palette.len() <= 16;
    encoder.set_depth(if nibbles { png::BitDepth::Four } else { png::BitDepth::Eight });
    let data: Vec<u8> = if nibbles {
        page.indices().chunks(width as usize).flat_map(|row| row.chunks(2).map(|pair| used.pack(pair))).collect()
    } else {
        page.indices().iter().map(|&index| used.map[usize::from(index)]).collect()
    };
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(&data)?;
        writer.finish()
    });
    written.map_err(|source| EncodeError { width, height, source })?;
    Ok(out)
}

/// Encodes 8-bit RGB pixels, row by row: for figures, not pages.
///
/// # Errors
/// [`EncodeError`] when there are no pixels or not as many as the size says.
pub fn rgb_png(width: u32, height: u32, pixels: &[u8]) -> Result<Vec<u8>, EncodeError> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(pixels)?;
        writer.finish()
    });
    written.map_err(|source| EncodeError { width, height, source })?;
    Ok(out)
}

/// The colours that occur, renumbered in palette order.
struct Used {
    palette: Vec<Rgb>,
    map: [u8; 256],
}

impl Used {
    fn of(page: &PageRaster) -> Self {
        let mut seen = [false; 256];
        for &index in page.indices() {
            seen[usize::from(index)] = true;
        }
        let mut used = Self { palette: Vec::new(), map: [0; 256] };
        for (index, colour) in page.palette().iter().enumerate() {
            if seen[index] {
                used.map[index] = u8::try_from(used.palette.len()).unwrap_or(u8::MAX);
                used.palette.push(*colour);
            }
        }
        used
    }
    fn pack(&self, pair: &[u8]) -> u8 {
        let nibble = |at: usize| pair.get(at).map_or(0, |&index| self.map[usize::from(index)]);
        nibble(0) << 4 | nibble(1)
    }
}
