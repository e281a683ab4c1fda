//! shim
use crate::layout::Lines;
use crate::source::{Facts, Source};
use crate::units::*;
/// x
#[derive(Clone, Debug)]
pub struct Options { pub tab_width: Cols, pub language: Language, pub highlight: Highlight, pub window: Option<LineRange>, pub start_line: LineNo }
impl Default for Options { fn default() -> Self { Self { tab_width: Cols::new(4), language: Language::Auto, highlight: Highlight::On, window: None, start_line: LineNo::new(1) } } }
#[derive(Clone, Debug)] pub enum Language { Auto, Named(String) }
#[derive(Clone, Debug, PartialEq)] pub enum Highlight { On, Off }
#[derive(Debug, thiserror::Error)] pub enum DocumentError { #[error("x {name}")] UnknownLanguage { name: String }, #[error("y")] Empty }
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)] #[repr(u8)]
pub enum Ink { Text, Comment, String, Number, Keyword, Function, Type, Name, Operator, Constant, Added, Removed, Gutter, Caption, Mark }
impl Ink { pub const COUNT: usize = 15; pub const ALL: [Ink; 15] = [Ink::Text, Ink::Comment, Ink::String, Ink::Number, Ink::Keyword, Ink::Function, Ink::Type, Ink::Name, Ink::Operator, Ink::Constant, Ink::Added, Ink::Removed, Ink::Gutter, Ink::Caption, Ink::Mark]; }
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)] pub struct Glyph(u32);
impl Glyph { pub fn as_ascii(self) -> Option<u8> { (self.0 < 128).then_some(self.0 as u8) } }
#[derive(Clone, Copy, Debug)] pub struct CellGlyph { pub glyph: Glyph, pub ink: Ink, pub cols: u8, pub inverse: bool }
#[derive(Debug)] pub struct Document { lines: Vec<String>, first: u64, facts: Facts, name: Option<String> }
impl Document {
  pub fn build(s: &Source, o: &Options) -> Result<Self, DocumentError> {
    let all: Vec<String> = s.text().lines().map(|l| l.replace('\t', "    ")).collect();
    let (a, b) = o.window.map_or((1, all.len() as u64), |w| (w.first().get(), w.last().get().min(all.len() as u64)));
    Ok(Self { lines: all[(a - 1) as usize..b as usize].to_vec(), first: o.start_line.get() + a - 1, facts: s.facts().clone(), name: s.name().map(str::to_owned) })
  }
  pub fn lines(&self) -> usize { self.lines.len() }
  pub fn number(&self, l: usize) -> Option<LineNo> { Some(LineNo::new(self.first + l as u64)) }
  pub fn cols(&self, l: usize) -> Cols { Cols::new(self.lines[l].chars().count() as u32) }
  pub fn rows(&self, l: usize, c: Cols) -> Rows { Rows::new(self.cols(l).get().div_ceil(c.get()).max(1)) }
  pub fn glyphs(&self, l: usize, out: &mut Vec<CellGlyph>) { out.extend(self.lines[l].chars().map(|c| CellGlyph { glyph: Glyph(c as u32), ink: Ink::Text, cols: 1, inverse: false })); }
  pub fn text(&self, l: usize) -> &str { &self.lines[l] }
  pub fn language(&self) -> &str { "x" }
  pub fn is_highlighted(&self) -> bool { false }
  pub fn name(&self) -> Option<&str> { self.name.as_deref() }
  pub fn facts(&self) -> &Facts { &self.facts }
  pub fn warnings(&self) -> &[String] { &[] }
  pub fn cluster(&self, g: Glyph) -> String { char::from_u32(g.0).unwrap().to_string() }
}
impl Lines for Document {
  fn count(&self) -> usize { self.lines() }
  fn cols(&self, l: usize) -> Cols { self.cols(l) }
  fn rows(&self, l: usize, c: Cols) -> Rows { self.rows(l, c) }
  fn is_break(&self, l: usize) -> bool { self.lines[l].is_empty() }
}
