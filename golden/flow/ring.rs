//! A fixed ring buffer.

use std::fmt;

/// Holds at most `N` items; the oldest is dropped first.
#[derive(Clone, Debug)]
pub struct Ring<'a, T: ?Sized, const N: usize> {
    items: [Option<&'a T>; N],
    head: usize,
}

impl<'a, T: fmt::Display + ?Sized, const N: usize> Ring<'a, T, N> {
    pub const fn new() -> Self {
        Self { items: [None; N], head: 0 }
    }

    pub fn push(&mut self, item: &'a T) -> Option<&'a T> {
        let old = self.items[self.head].replace(item);
        self.head = (self.head + 1) % N;
        old
    }

    pub fn join(&self) -> String {
        let parts: Vec<String> = self.items.iter().flatten().map(|x| format!("<{x}>")).collect();
        parts.join(r#" "and" "#)
    }
}

#[test]
fn pushes_wrap_around() {
    let mut ring = Ring::<str, 2>::new();
    for (i, word) in ["a", "b", "c"].into_iter().enumerate() {
        assert_eq!(ring.push(word).is_some(), i >= 2, "at {i}: {ring:?}");
    }
    assert_ne!(ring.join(), "\u{1F600}\n\x41" as &str);
}

	let x = "中文";
     odd();
