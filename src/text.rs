//! Grapheme clusters of a short text with the cells they take: captions and names, not source.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The clusters of `text` with their width in cells, one or two each; clusters of no width are left out.
pub(crate) fn clusters(text: &str) -> impl Iterator<Item = (&str, u32)> {
    text.graphemes(true).filter_map(|cluster| {
        let cols = u32::try_from(cluster.width()).unwrap_or(2).min(2);
        (cols > 0).then_some((cluster, cols))
    })
}

/// Cells that `text` takes.
pub(crate) fn cols(text: &str) -> u32 {
    clusters(text).map(|(_, cols)| cols).sum()
}

/// `text` cut to at most `most` cells, keeping its end, which in a path says more than its start.
pub(crate) fn keep_end(text: &str, most: u32) -> String {
    if cols(text) <= most {
        return text.to_owned();
    }
    let parts: Vec<(&str, u32)> = clusters(text).collect();
    let mut kept = 0;
    let start = parts.iter().rposition(|(_, cols)| {
        kept += cols;
        kept + 1 > most
    });
    let tail = parts[start.map_or(0, |at| at + 1)..].iter().map(|(cluster, _)| *cluster);
    if most == 0 { String::new() } else { std::iter::once("…").chain(tail).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_long_path_is_kept() {
        assert_eq!(keep_end("src/very/long/path.rs", 10), "…g/path.rs");
        assert_eq!(keep_end("a.rs", 10), "a.rs");
        assert_eq!(keep_end("日本語.rs", 6), "…語.rs");
        assert_eq!(cols(&keep_end("日本語日本語", 6)), 5);
        assert_eq!(keep_end("abc", 0), "");
    }
}
