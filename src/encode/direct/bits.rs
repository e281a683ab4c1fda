//! Bits, least significant first, as deflate wants them.

/// Up to 56 bits with their number in the top byte: a code, or several in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Code(u64);

/// Bits that one [`Code`] holds.
pub(super) const ROOM: u32 = 56;

impl Code {
    /// The low `len` bits of `bits`; `len` is at most [`ROOM`].
    pub(super) fn new(bits: u64, len: u32) -> Self {
        debug_assert!(len <= ROOM && bits >> len == 0, "{len} bits");
        Self(bits | u64::from(len) << ROOM)
    }
    pub(super) fn len(self) -> u32 {
        u32::from(self.0.to_le_bytes()[7])
    }
    fn bits(self) -> u64 {
        self.0 & ((1 << ROOM) - 1)
    }
    /// This code and then another; both together are at most [`ROOM`] bits.
    pub(super) fn then(self, next: Self) -> Self {
        Self::new(self.bits() | next.bits() << self.len(), self.len() + next.len())
    }
    /// The bits in reverse order: Huffman codes are written from their most significant bit on.
    pub(super) fn reversed(self) -> Self {
        if self.len() == 0 { self } else { Self::new(self.bits().reverse_bits() >> (64 - self.len()), self.len()) }
    }
}

/// A growing string of bits.
#[derive(Debug)]
pub(super) struct Bits {
    out: Vec<u8>,
    /// Whole bytes written.
    at: usize,
    /// Bits not yet written, fewer than eight between calls.
    held: u64,
    count: u32,
}

impl Bits {
    pub(super) fn new(capacity: usize) -> Self {
        Self { out: vec![0; capacity.max(16)], at: 0, held: 0, count: 0 }
    }
    #[inline]
    pub(super) fn put(&mut self, code: Code) {
        self.held |= code.bits() << self.count;
        self.count += code.len();
        if self.at + 8 > self.out.len() {
            self.out.resize(self.out.len() * 2, 0);
        }
        self.out[self.at..self.at + 8].copy_from_slice(&self.held.to_le_bytes());
        self.at += (self.count / 8) as usize;
        // At most 63 bits are held, so the shift is below 64.
        self.held >>= self.count & !7;
        self.count &= 7;
    }
    /// The bytes, the last filled up with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.out.truncate(self.at + usize::from(self.count > 0));
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_packed_from_the_least_significant_on() {
        let mut bits = Bits::new(0);
        bits.put(Code::new(0b1, 1));
        bits.put(Code::new(0b01, 2).then(Code::new(0b111, 3)));
        bits.put(Code::new((1 << 56) - 1, 56));
        assert_eq!(bits.finish(), [0b1111_1011, 255, 255, 255, 255, 255, 255, 0b0011_1111]);
        assert_eq!(Code::new(0b0011, 4).reversed(), Code::new(0b1100, 4));
    }
}
