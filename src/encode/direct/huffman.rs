//! Huffman tables of one deflate block, and the header that describes them.

use super::bits::{Bits, Code};

/// Literals, end of block and length symbols.
pub(super) const LITERALS: usize = 286;
/// Distance symbols.
pub(super) const DISTANCES: usize = 30;
/// The end of the block.
pub(super) const END: usize = 256;
/// Longest repeat.
pub(super) const LONGEST: usize = 258;

/// Symbol, number of extra bits and their value for a repeat of 3 to 258 bytes (RFC 1951, 3.2.5).
pub(super) fn length_symbol(len: usize) -> (usize, u32, u64) {
    debug_assert!((3..=LONGEST).contains(&len), "length {len}");
    if len == LONGEST {
        return (285, 0, 0);
    }
    let (group, extra, value) = grouped(len - 3, 2);
    (257 + group, extra, value)
}

/// Symbol, number of extra bits and their value for a distance of 1 to 32768.
pub(super) fn distance_symbol(distance: usize) -> (usize, u32, u64) {
    debug_assert!((1..=32768).contains(&distance), "distance {distance}");
    grouped(distance - 1, 1)
}

/// Deflate's scale: groups of equal width, `2^fine` of them for each power of two.
fn grouped(n: usize, fine: u32) -> (usize, u32, u64) {
    let top = (n | 1).ilog2();
    let extra = top.saturating_sub(fine);
    let group = (n >> extra) + ((extra as usize) << fine);
    (group, extra, (n & ((1 << extra) - 1)) as u64)
}

/// How often each symbol occurs.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    pub(super) literals: [u32; LITERALS],
    pub(super) distances: [u32; DISTANCES],
}

impl Counts {
    pub(super) fn new() -> Self {
        let mut counts = Self { literals: [0; LITERALS], distances: [0; DISTANCES] };
        counts.literals[END] = 1;
        // Two distances at least: decoders differ in what they make of a code with one.
        counts.distances[0] = 1;
        counts.distances[1] = 1;
        counts
    }
    pub(super) fn repeat(&mut self, len: usize, distance: usize) {
        self.literals[length_symbol(len).0] += 1;
        self.distances[distance_symbol(distance).0] += 1;
    }
}

/// The codes of a block.
#[derive(Debug)]
pub(super) struct Tables {
    lengths: Vec<u8>,
    literals: Vec<Code>,
    distances: Vec<Code>,
}

impl Tables {
    pub(super) fn new(counts: &Counts) -> Self {
        let mut lengths = code_lengths(&counts.literals, 15);
        let distances = code_lengths(&counts.distances, 15);
        let tables = (codes(&lengths), codes(&distances));
        lengths.extend(distances);
        Self { lengths, literals: tables.0, distances: tables.1 }
    }
    pub(super) fn literal(&self, symbol: usize) -> Code {
        self.literals[symbol]
    }
    /// The bits of a repeat, at most 15 + 5 + 15 + 13.
    pub(super) fn repeat(&self, len: usize, distance: usize) -> Code {
        let (symbol, extra, value) = length_symbol(len);
        let code = self.literals[symbol].then(Code::new(value, extra));
        let (symbol, extra, value) = distance_symbol(distance);
        code.then(self.distances[symbol]).then(Code::new(value, extra))
    }
    /// Begins the last block of a stream with these tables.
    pub(super) fn write_header(&self, bits: &mut Bits) {
        let packed = pack_lengths(&self.lengths);
        let mut counts = [0; 19];
        for &(symbol, ..) in &packed {
            counts[symbol] += 1;
        }
        let lengths = code_lengths(&counts, 7);
        let symbols = codes(&lengths);
        // Last block, dynamic tables; all 286 and 30 lengths; all 19 lengths of the code for lengths.
        bits.put(Code::new(0b101, 3));
        bits.put(Code::new((LITERALS - 257) as u64, 5));
        bits.put(Code::new((DISTANCES - 1) as u64, 5));
        bits.put(Code::new(19 - 4, 4));
        for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] {
            bits.put(Code::new(u64::from(lengths[symbol]), 3));
        }
        for (symbol, value, extra) in packed {
            bits.put(symbols[symbol].then(Code::new(value, extra)));
        }
    }
}

/// Code lengths run-length packed as deflate wants them: symbol, extra value, extra bits.
fn pack_lengths(lengths: &[u8]) -> Vec<(usize, u64, u32)> {
    let mut packed = Vec::new();
    for run in lengths.chunk_by(|a, b| a == b) {
        let (value, mut left) = (usize::from(run[0]), run.len());
        while value == 0 && left >= 3 {
            let n = left.min(138);
            packed.push(if n < 11 { (17, (n - 3) as u64, 3) } else { (18, (n - 11) as u64, 7) });
            left -= n;
        }
        if value > 0 && left >= 4 {
            packed.push((value, 0, 0));
            left -= 1;
            while left >= 3 {
                let n = left.min(6);
                packed.push((16, (n - 3) as u64, 2));
                left -= n;
            }
        }
        packed.extend(std::iter::repeat_n((value, 0, 0), left));
    }
    packed
}

/// Lengths of a Huffman code for these counts, none above `most`. Unused symbols get none.
fn code_lengths(counts: &[u32], most: u8) -> Vec<u8> {
    let mut counts: Vec<u64> = counts.iter().map(|&count| u64::from(count)).collect();
    loop {
        let lengths = unlimited_lengths(&counts);
        if lengths.iter().all(|&length| length <= most) {
            return lengths;
        }
        // Flattening the counts shortens the longest codes; it ends at all counts alike.
        for count in &mut counts {
            *count = count.div_ceil(2).saturating_add(u64::from(*count > 0));
        }
    }
}

/// Huffman's construction with two queues: leaves by count, and inner nodes as they are made.
fn unlimited_lengths(counts: &[u64]) -> Vec<u8> {
    let mut leaves: Vec<(u64, usize)> = counts.iter().copied().zip(0..).filter(|&(count, _)| count > 0).collect();
    leaves.sort_unstable();
    let mut lengths = vec![0; counts.len()];
    if leaves.len() < 2 {
        for &(_, symbol) in &leaves {
            lengths[symbol] = 1;
        }
        return lengths;
    }
    // Nodes are the leaves in order, then the inner ones; `parent` is filled as pairs are joined.
    let n = leaves.len();
    let mut weight: Vec<u64> = leaves.iter().map(|&(count, _)| count).collect();
    let mut parent = vec![0; 2 * n - 1];
    let (mut leaf, mut inner) = (0, n);
    for node in n..2 * n - 1 {
        let mut sum = 0;
        for _ in 0..2 {
            let from_leaves = leaf < n && (inner >= node || weight[leaf] <= weight[inner]);
            let next = if from_leaves { &mut leaf } else { &mut inner };
            sum += weight[*next];
            parent[*next] = node;
            *next += 1;
        }
        weight.push(sum);
    }
    let mut depth = vec![0_u8; 2 * n - 1];
    for node in (0..2 * n - 2).rev() {
        depth[node] = depth[parent[node]].saturating_add(1);
        if node < n {
            lengths[leaves[node].1] = depth[node];
        }
    }
    lengths
}

/// The canonical codes of these lengths, in the order of bits in which they are written.
fn codes(lengths: &[u8]) -> Vec<Code> {
    let mut counts = [0_u64; 16];
    for &length in lengths.iter().filter(|&&length| length > 0) {
        counts[usize::from(length)] += 1;
    }
    let mut next = [0_u64; 16];
    for length in 1..16 {
        next[length] = (next[length - 1] + counts[length - 1]) << 1;
    }
    let assign = |&length: &u8| {
        let code = &mut next[usize::from(length)];
        *code += 1;
        if length == 0 { Code::default() } else { Code::new(*code - 1, u32::from(length)).reversed() }
    };
    lengths.iter().map(assign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_those_of_the_standard() {
        assert_eq!(length_symbol(3), (257, 0, 0));
        assert_eq!(length_symbol(10), (264, 0, 0));
        assert_eq!(length_symbol(12), (265, 1, 1));
        assert_eq!(length_symbol(257), (284, 5, 30));
        assert_eq!(length_symbol(258), (285, 0, 0));
        assert_eq!(distance_symbol(1), (0, 0, 0));
        assert_eq!(distance_symbol(4), (3, 0, 0));
        assert_eq!(distance_symbol(7), (5, 1, 0));
        assert_eq!(distance_symbol(32768), (29, 13, 8191));
    }

    #[test]
    fn codes_are_canonical() {
        // The example of RFC 1951, 3.2.2.
        let expected =
            [(0b010, 3), (0b011, 3), (0b100, 3), (0b101, 3), (0b110, 3), (0b00, 2), (0b1110, 4), (0b1111, 4)];
        assert_eq!(codes(&[3, 3, 3, 3, 3, 2, 4, 4]), expected.map(|(bits, len)| Code::new(bits, len).reversed()));
    }

    #[test]
    fn lengths_are_limited_and_complete() {
        let steep: Vec<u32> = (0..30).map(|n| 1 << n).collect();
        let full = |lengths: &[u8]| lengths.iter().filter(|&&l| l > 0).map(|&l| 1_u32 << (15 - l)).sum::<u32>();
        let lengths = code_lengths(&steep, 15);
        assert!(lengths.iter().all(|&l| (1..=15).contains(&l)));
        assert_eq!(full(&lengths), 1 << 15);
        assert_eq!(code_lengths(&[0, 5, 0, 1, 2], 7), [0, 1, 0, 2, 2]);
    }
}
