//! What stands in the cells of a page: glyphs, and the class that colours them.

use crate::units::Cols;
use serde::{Deserialize, Serialize};

/// What a piece of text is, for colouring. A theme gives each class a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Ink {
    /// Everything without a class of its own.
    #[default]
    Text,
    /// A comment.
    Comment,
    /// A string, a character, quoted text.
    String,
    /// A number.
    Number,
    /// A word of the language.
    Keyword,
    /// The name of a function where it is defined or called.
    Function,
    /// The name of a type.
    Type,
    /// A parameter, an attribute, a key.
    Name,
    /// An operator.
    Operator,
    /// A constant of the language, an escape in a string.
    Constant,
    /// An added line of a diff.
    Added,
    /// A removed line of a diff.
    Removed,
    /// Line numbers. Never in a document; for the page around it.
    Gutter,
    /// Captions, and the bars between files and ranges.
    Caption,
    /// Stand-ins for what has no ink: control characters, hidden characters, bytes that are no text.
    Mark,
}

impl Ink {
    /// All classes, in order.
    pub const ALL: [Self; 15] = [
        Self::Text,
        Self::Comment,
        Self::String,
        Self::Number,
        Self::Keyword,
        Self::Function,
        Self::Type,
        Self::Name,
        Self::Operator,
        Self::Constant,
        Self::Added,
        Self::Removed,
        Self::Gutter,
        Self::Caption,
        Self::Mark,
    ];

    pub(super) const fn from_bits(bits: u16) -> Self {
        Self::ALL[if (bits as usize) < Self::ALL.len() { bits as usize } else { 0 }]
    }
}

/// A glyph: one scalar value, or a cluster of several that its document keeps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Glyph(u32);

/// One past the largest scalar value: the first cluster.
const FIRST_CLUSTER: u32 = 0x11_0000;

impl Glyph {
    /// The glyph of one scalar value; the same in every document.
    pub const fn scalar(c: char) -> Self {
        Self(c as u32)
    }
    pub(super) fn cluster(index: usize) -> Self {
        Self(FIRST_CLUSTER.saturating_add(u32::try_from(index).unwrap_or(u32::MAX)))
    }
    /// The scalar value, unless the glyph is a cluster.
    pub const fn as_scalar(self) -> Option<char> {
        char::from_u32(self.0)
    }
    pub(super) const fn cluster_index(self) -> Option<usize> {
        match self.0.checked_sub(FIRST_CLUSTER) {
            Some(index) => Some(index as usize),
            None => None,
        }
    }
    /// A number that tells glyphs of one document apart.
    pub const fn id(self) -> u32 {
        self.0
    }
}

impl std::fmt::Debug for Glyph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.as_scalar() {
            Some(c) => write!(f, "Glyph({c:?})"),
            None => write!(f, "Glyph(cluster {})", self.0 - FIRST_CLUSTER),
        }
    }
}

/// What to draw for a glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterText<'a> {
    /// One scalar value.
    Scalar(char),
    /// A base with its marks, a syllable of conjoining letters, or an emoji with its presentation selector.
    Sequence(&'a str),
}

/// A glyph in its place: one or two cells with a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellGlyph {
    /// What is drawn. The same scalar may stand in one cell here and in two there: look up by glyph and `cols`.
    pub glyph: Glyph,
    /// Its class.
    pub ink: Ink,
    /// Cells it takes: 1 or 2.
    pub cols: u8,
    /// Drawn light on dark: part of a stand-in.
    pub inverse: bool,
}

impl CellGlyph {
    /// Cells it takes.
    pub const fn width(self) -> Cols {
        Cols::new(self.cols as u32)
    }
}
