//! The zlib stream of a page: rows of pieces walked pixel row by pixel row, counted first and then written.

use super::Shape;
use super::bits::{Bits, Code, ROOM};
use super::huffman::{Counts, END, LONGEST, Tables};
use super::kinds::Kinds;
use super::rows::{Piece, TextRows, What};

/// Blank bytes up to which literals are no longer than a literal and a repeat.
const SHORT: usize = 3;

/// Modulus of Adler-32.
const ADLER: u64 = 65521;

/// What a walk over the page comes upon, in the order of the bytes.
trait Sink {
    /// So many bytes of paper.
    fn paper(&mut self, bytes: usize);
    /// So many bytes as in the pixel row above; at least three.
    fn above(&mut self, bytes: usize);
    /// One pixel row of the piece with this number.
    fn piece(&mut self, piece: &Piece, number: usize, y: usize);
}

/// Walks the page.
fn walk<S: Sink>(rows: &TextRows, shape: &Shape, sink: &mut S) {
    let Shape { stride, pitch, left, .. } = *shape;
    // The filter byte of a row and all that is blank counts as paper: both are zero.
    let mut paper = shape.top * stride;
    let mut first = 0;
    for pieces in rows.iter() {
        let inked = pieces.iter().fold(0, |set, piece| set | piece.inked);
        let tail = stride - left - pieces.iter().map(|piece| piece.bytes).sum::<usize>();
        for y in 0..pitch {
            if inked >> y & 1 == 0 {
                paper += stride;
                continue;
            }
            let mut run = Run { paper: paper + left, above: 0, after: 0 };
            for (piece, number) in pieces.iter().zip(first..) {
                let (inked, same) = (piece.inked >> y & 1 == 1, piece.same >> y & 1 == 1);
                if same && (inked || run.above > 0) {
                    run.extend(piece.bytes, inked, sink);
                } else {
                    run.end_above(sink);
                    if inked {
                        run.end_paper(sink);
                        sink.piece(piece, number, y);
                    } else {
                        run.paper += piece.bytes;
                    }
                }
            }
            run.end_above(sink);
            paper = run.paper + tail;
        }
        first += pieces.len();
    }
    paper += (shape.height - shape.top - shape.rows * pitch) * stride;
    if paper > 0 {
        sink.paper(paper);
    }
}

/// Bytes seen but not yet told: paper, then a run as in the row above, then paper in both rows, which
/// belongs to the run only if the run goes on behind it.
struct Run {
    paper: usize,
    above: usize,
    after: usize,
}

impl Run {
    #[inline]
    fn extend<S: Sink>(&mut self, bytes: usize, inked: bool, sink: &mut S) {
        if self.above == 0 {
            self.end_paper(sink);
        }
        if inked {
            self.above += self.after + bytes;
            self.after = 0;
        } else {
            self.after += bytes;
        }
    }
    #[inline]
    fn end_above<S: Sink>(&mut self, sink: &mut S) {
        if self.above > 0 {
            sink.above(self.above);
            *self = Self { paper: self.after, above: 0, after: 0 };
        }
    }
    #[inline]
    fn end_paper<S: Sink>(&mut self, sink: &mut S) {
        if self.paper > 0 {
            sink.paper(self.paper);
            self.paper = 0;
        }
    }
}

/// A length in repeats of 3 to 258 bytes.
fn repeats(mut bytes: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = match bytes {
            0 => return None,
            1..=LONGEST => bytes,
            // No rest of one or two bytes, which cannot be a repeat.
            259..=260 => bytes - 3,
            _ => LONGEST,
        };
        bytes -= next;
        Some(next)
    })
}

/// Counts symbols.
struct Counter<'a> {
    counts: Counts,
    /// How often each pixel row of each kind is written byte by byte.
    rows: Vec<u32>,
    shape: &'a Shape,
}

impl Sink for Counter<'_> {
    fn paper(&mut self, bytes: usize) {
        self.counts.literals[0] += 1;
        if bytes <= SHORT {
            self.counts.literals[0] += u32::try_from(bytes - 1).unwrap_or(0);
        } else {
            repeats(bytes - 1).for_each(|len| self.counts.repeat(len, 1));
        }
    }
    fn above(&mut self, bytes: usize) {
        repeats(bytes).for_each(|len| self.counts.repeat(len, self.shape.stride));
    }
    #[inline]
    fn piece(&mut self, piece: &Piece, _number: usize, y: usize) {
        match piece.what {
            What::Paper => {}
            What::Cell(kind) => self.rows[kind * self.shape.pitch + y] += 1,
            What::Repeat(distance) => self.counts.repeat(piece.bytes, distance),
        }
    }
}

/// Writes bits.
struct Writer<'a> {
    bits: Bits,
    tables: &'a Tables,
    shape: &'a Shape,
    /// Codes of each pixel row of each kind, [`Writer::codes`] of them, the last ones perhaps empty.
    cells: Vec<Code>,
    codes: usize,
    /// Codes of the repeats among the pieces, by number.
    pieces: Vec<Code>,
    /// Codes of runs of paper up to the longest repeat and its first byte.
    papers: Vec<Code>,
}

impl Sink for Writer<'_> {
    fn paper(&mut self, bytes: usize) {
        if let Some(&code) = self.papers.get(bytes) {
            self.bits.put(code);
            return;
        }
        self.bits.put(self.tables.literal(0));
        repeats(bytes - 1).for_each(|len| self.bits.put(self.tables.repeat(len, 1)));
    }
    fn above(&mut self, bytes: usize) {
        repeats(bytes).for_each(|len| self.bits.put(self.tables.repeat(len, self.shape.stride)));
    }
    #[inline]
    fn piece(&mut self, piece: &Piece, number: usize, y: usize) {
        if let What::Cell(kind) = piece.what {
            let start = (kind * self.shape.pitch + y) * self.codes;
            for &code in &self.cells[start..start + self.codes] {
                self.bits.put(code);
            }
        } else {
            self.bits.put(self.pieces[number]);
        }
    }
}

/// The stream: header, one block, checksum.
pub(super) fn zlib(rows: &TextRows, kinds: &Kinds, shape: &Shape) -> Vec<u8> {
    let tables = Tables::new(&count(rows, kinds, shape));
    let (cells, codes) = cell_codes(kinds, &tables, shape);
    let repeat = |piece: &Piece| match piece.what {
        What::Repeat(distance) => tables.repeat(piece.bytes, distance),
        _ => Code::default(),
    };
    let paper = |bytes: usize| {
        let first = tables.literal(0);
        match bytes {
            0 => Code::default(),
            1..=SHORT => (1..bytes).fold(first, |code, _| code.then(first)),
            _ => first.then(tables.repeat(bytes - 1, 1)),
        }
    };
    let mut writer = Writer {
        bits: Bits::new(shape.len() / 16),
        tables: &tables,
        shape,
        cells,
        codes,
        pieces: rows.pieces().iter().map(repeat).collect(),
        papers: (0..=LONGEST + 1).map(paper).collect(),
    };
    // Deflate with a window of 32 KiB, fastest level, no dictionary.
    writer.bits.put(Code::new(0x0178, 16));
    tables.write_header(&mut writer.bits);
    walk(rows, shape, &mut writer);
    writer.bits.put(tables.literal(END));
    let mut out = writer.bits.finish();
    out.extend(adler(kinds, shape).to_be_bytes());
    out
}

fn count(rows: &TextRows, kinds: &Kinds, shape: &Shape) -> Counts {
    let mut counter = Counter { counts: Counts::new(), rows: vec![0; kinds.len() * shape.pitch], shape };
    walk(rows, shape, &mut counter);
    for (&times, at) in counter.rows.iter().zip(0..) {
        if times > 0 {
            for &byte in kinds.row(at / shape.pitch, at % shape.pitch) {
                counter.counts.literals[usize::from(byte)] += times;
            }
        }
    }
    counter.counts
}

/// The bits of each pixel row of each kind, in as many codes as the longest needs, and that number.
fn cell_codes(kinds: &Kinds, tables: &Tables, shape: &Shape) -> (Vec<Code>, usize) {
    let row = |at: usize| {
        let (kind, y) = (at / shape.pitch, at % shape.pitch);
        let written = (kinds.inked[kind] & !kinds.same[kind]) >> y & 1 == 1;
        if written { kinds.row(kind, y) } else { &[] }
    };
    let rows = kinds.len() * shape.pitch;
    let pack = |at: usize, codes: &mut Vec<Code>| {
        let mut code = Code::default();
        for &byte in row(at) {
            let next = tables.literal(usize::from(byte));
            if code.len() + next.len() > ROOM {
                codes.push(std::mem::replace(&mut code, next));
            } else {
                code = code.then(next);
            }
        }
        codes.push(code);
    };
    let mut packed = Vec::with_capacity(rows);
    let mut ends = Vec::with_capacity(rows);
    for at in 0..rows {
        pack(at, &mut packed);
        ends.push(packed.len());
    }
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let most = starts.clone().zip(&ends).map(|(start, end)| end - start).max().unwrap_or(1);
    if most == 1 {
        return (packed, 1);
    }
    let mut codes = vec![Code::default(); rows * most];
    for ((start, &end), slot) in starts.zip(&ends).zip(codes.chunks_exact_mut(most)) {
        slot[..end - start].copy_from_slice(&packed[start..end]);
    }
    (codes, most)
}

/// Adler-32 of the image, each cell's share being its sum and its sum weighted by place.
fn adler(kinds: &Kinds, shape: &Shape) -> u32 {
    let share = |kind: usize| {
        let mut share = (0, 0);
        for y in (0..shape.pitch).filter(|&y| kinds.inked[kind] >> y & 1 == 1) {
            for (&byte, at) in kinds.row(kind, y).iter().zip(y * shape.stride..) {
                share.0 += u64::from(byte);
                share.1 += u64::from(byte) * at as u64;
            }
        }
        share
    };
    let shares: Vec<(u64, u64)> = (0..kinds.len()).map(share).collect();
    let len = shape.len() as u64;
    let (mut sum, mut weighted) = (1, len % ADLER);
    for (row, cells) in kinds.cells.chunks(shape.across.max(1)).enumerate() {
        let start = (shape.top + row * shape.pitch) * shape.stride + shape.left;
        for (&kind, at) in cells.iter().zip((start..).step_by(shape.cell)) {
            let (bytes, places) = shares[kind as usize];
            sum += bytes;
            // The n-th byte from the end counts n times.
            weighted += (len - at as u64) * bytes - places;
        }
        sum %= ADLER;
        weighted %= ADLER;
    }
    u32::try_from(weighted << 16 | sum).unwrap_or_default()
}
