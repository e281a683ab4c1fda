//! Makes the look-up table of the o200k vocabulary, so that the program need not fill one when it starts.
//!
//! The table is open addressing over 32-bit little-endian slots: zero, or a tag and a token's rank plus one. After
//! it stand the tokens' places in the vocabulary, one more than there are tokens.

use std::error::Error;
use std::path::Path;

include!("src/cost/o200k/hash.rs");

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/cost/o200k/vocabulary.bin");
    println!("cargo::rerun-if-changed=src/cost/o200k/hash.rs");
    println!("cargo::rerun-if-changed=build.rs");
    let vocabulary = std::fs::read("src/cost/o200k/vocabulary.bin")?;
    let mut slots = vec![0_u32; SLOTS];
    let mut places = Vec::new();
    let mut at = 0;
    while at < vocabulary.len() {
        let end = at + 1 + usize::from(vocabulary[at]);
        let token = vocabulary.get(at + 1..end).ok_or("the vocabulary ends inside a token")?;
        places.push(u32::try_from(at)?);
        let (mut slot, tag) = hash(token);
        while slots[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        slots[slot] = tag << RANK_BITS | u32::try_from(places.len())?;
        at = end;
    }
    if places.len() >= 1 << RANK_BITS {
        return Err("more tokens than a slot can number".into());
    }
    let table: Vec<u8> = slots.into_iter().chain(places).flat_map(u32::to_le_bytes).collect();
    std::fs::write(
        Path::new(&std::env::var_os("OUT_DIR").ok_or("cargo names no OUT_DIR")?).join("o200k.table"),
        table,
    )?;
    Ok(())
}
