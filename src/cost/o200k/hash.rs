// The hash of a token in the table that `build.rs` makes; included there and in `vocabulary.rs`, so that both agree.

/// Slots of the table: two and a half for each of the 199,998 tokens, so that most look-ups end at the first.
const SLOTS: usize = 1 << 19;

/// Bits of a slot that hold a token's rank, plus one.
const RANK_BITS: u32 = 18;

/// First slot to look at, and the tag of 14 bits that spares most comparisons.
fn hash(token: &[u8]) -> (usize, u32) {
    let mut state = token.len() as u64;
    for chunk in token.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        // Multiplication by an odd constant (2^64 over the golden ratio), high bits folded in.
        state = (state ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        state ^= state >> 32;
    }
    let slot = usize::try_from(state % SLOTS as u64).unwrap_or(0);
    (slot, u32::try_from(state >> 40 & 0x3FFF).unwrap_or(0))
}
