//! The evaluation harness: the token-cost surface of the study this tool implements, reproduced and extended.
//!
//! [`corpus`] samples windows of real code by seed; [`surface`] lays each out at a grid of ratios, by our planner or by
//! the published search, for any model; [`report`] sums up: tables, figures, a comparison with the published
//! figures cell by cell, and the properties of the surface. [`legibility`] has the pages read by an outside reader. Nothing is printed here; progress goes to a callback.

pub mod corpus;
mod error;
pub mod legibility;
pub mod published;
mod random;
pub mod report;
mod stats;
pub mod surface;

pub use error::EvalError;
