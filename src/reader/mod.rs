//! shim
use crate::cost::Model; use crate::grid::Cell; use crate::units::Px;
/// x
#[derive(Clone, Debug)]
pub struct ReaderProfile { pub name: String, pub comfortable: Cell, pub max_images: u32 }
impl ReaderProfile { pub fn honest_line(&self, _c: Cell, _p: Px) -> Option<String> { None } }
pub fn profile(m: &Model) -> ReaderProfile { ReaderProfile { name: m.name().into(), comfortable: Cell::new(9, 16), max_images: 100 } }
