//! Which page sizes are worth drawing for a model, and how its pages end.

use super::Model;
use super::rule::{Rule, Size};
use crate::units::{Px, PxSize};

/// The page sizes worth searching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLimit {
    /// The widest page, in whole units; some sizes within it may still be resized ([`Model::fitting_tokens`] tells).
    pub width: Px,
    /// The highest page, in whole units.
    pub height: Px,
    /// The same when a request is known to hold few pictures (Claude: at most 20), where that allows more.
    pub few: Option<PxSize>,
    /// How a page ends.
    pub hugging: Hugging,
}

/// Whether a shorter page costs less.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hugging {
    /// It does: pages end with the rows they hold, in whole units.
    Hug,
    /// It does not, a small picture costs the same or is enlarged: every page should have this size.
    Fill(PxSize),
    /// Only these sizes are left as they are (tile families), the smallest first. Empty when there are none.
    Fixed(Vec<PxSize>),
}

impl Model {
    /// The sizes worth searching. Claude's high-resolution tier stays below 2000 px: a longer side is an error once a
    /// request holds more than 20 pictures, and a page does not know what else will be in its request.
    pub fn page_limit(&self) -> PageLimit {
        let unit = self.rule.unit();
        let whole = |side: u64| (side / unit).max(1) * unit;
        let (width, height) = self.pages;
        let limit = PxSize::from(Size::new(whole(width), whole(height)));
        let few = self.family.page_few.filter(|_| self.pages == self.family.page);
        let few = few.map(|(width, height)| Size::new(whole(width), whole(height)).into());
        PageLimit { width: limit.width, height: limit.height, few, hugging: self.hugging() }
    }

    fn hugging(&self) -> Hugging {
        match &self.rule {
            Rule::Cells(cells) => Hugging::Fill(cells.best_page().into()),
            Rule::Constant(constant) => Hugging::Fill(Size::square(constant.canvas).into()),
            Rule::Boxed(boxed) => self.fixed(boxed.pages()),
            Rule::Tiles(tiles) => self.fixed(tiles.pages()),
            _ => Hugging::Hug,
        }
    }

    /// Those of the pages that are within the limit, the smallest first.
    fn fixed(&self, mut pages: Vec<Size>) -> Hugging {
        let (width, height) = self.pages;
        pages.retain(|page| page.w <= width && page.h <= height);
        pages.sort_by_key(|page| (page.area(), page.w));
        match pages.as_slice() {
            &[page] => Hugging::Fill(page.into()),
            pages => Hugging::Fixed(pages.iter().map(|&page| page.into()).collect()),
        }
    }

    /// The page that shows most pixels a token, untouched, of those that use much of the limit: among equals the larger,
    /// then the one nearest to 2:3.
    pub fn best_page(&self) -> Option<PxSize> {
        let limit = self.page_limit();
        let pages = match limit.hugging {
            Hugging::Fill(page) => vec![page],
            Hugging::Fixed(pages) => pages,
            Hugging::Hug => {
                let unit = self.unit().get();
                let across = (1..=limit.width.get() / unit).map(|n| n * unit);
                let down = move || (1..=limit.height.get() / unit).map(move |n| n * unit);
                across.flat_map(|w| down().map(move |h| PxSize::new(Px::new(w), Px::new(h)))).collect()
            }
        };
        let mut fitting: Vec<(PxSize, u64)> = Vec::new();
        fitting.extend(pages.into_iter().filter_map(|page| Some((page, self.fitting_tokens(page)?.get()))));
        // A small page without its family's thumbnail may be cheap, but nobody reads code on it.
        let largest = fitting.iter().map(|(page, _)| page.area()).max()?;
        fitting.retain(|(page, _)| page.area() * 2 >= largest);
        let worth = |&(page, tokens): &(PxSize, u64)| {
            let aspect = u64::from(page.width.get()) * 1000 / u64::from(page.height.get());
            (page.area() * 100 / tokens.max(1), page.area(), u64::MAX - aspect.abs_diff(667), page.height)
        };
        fitting.into_iter().max_by_key(worth).map(|(page, _)| page)
    }
}
