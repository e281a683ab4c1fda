//! The vocabulary as read-only data: nothing is unpacked, hashed or allocated before the first look-up.

include!("hash.rs");

/// Each token as its length in a byte and its bytes, in order of rank; from the `tiktoken` crate, whose vocabularies
/// a test compares it with. `OpenAI`'s, under the MIT licence.
static TOKENS: &[u8] = include_bytes!("vocabulary.bin");

/// Slots, then the places of the tokens; see `build.rs`.
static TABLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/o200k.table"));

fn entry(at: usize) -> Option<u32> {
    TABLE.as_chunks().0.get(at).map(|&bytes| u32::from_le_bytes(bytes))
}

/// The bytes of the token of a rank.
pub(super) fn token(rank: u32) -> Option<&'static [u8]> {
    let at = entry(SLOTS + rank as usize)? as usize;
    let len = usize::from(*TOKENS.get(at)?);
    TOKENS.get(at + 1..at + 1 + len)
}

/// The rank of a token.
pub(super) fn rank(bytes: &[u8]) -> Option<u32> {
    let (mut slot, tag) = hash(bytes);
    loop {
        let found = entry(slot)?;
        if found == 0 {
            return None;
        }
        let rank = (found & ((1 << RANK_BITS) - 1)) - 1;
        if found >> RANK_BITS == tag && token(rank) == Some(bytes) {
            return Some(rank);
        }
        slot = (slot + 1) % SLOTS;
    }
}
