//! One bench a stage of the pipeline on real source (this project's own), throughput in bytes, lines or pixels.

use codeshot::document::{Document, Highlight, Options};
use codeshot::encode::Direct;
use codeshot::engine::{self, Budget, Planned, Request};
use codeshot::font::Atlas;
use codeshot::render::{PageCells, PageRaster, Slots, compose};
use codeshot::source::{Limits, Source};
use codeshot::units::{LineNo, LineRange, Permille};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Some 1,500 lines of Rust.
const SOURCE: &str = concat!(
    include_str!("../src/engine.rs"),
    include_str!("../src/plan/search.rs"),
    include_str!("../src/plan/mod.rs"),
    include_str!("../src/cli/render.rs"),
    include_str!("../src/render/cells.rs"),
    include_str!("../src/font/atlas.rs"),
);

/// The windows that agents read: a screenful, the study's largest, and a whole file.
const WINDOWS: [u64; 3] = [50, 200, 500];

fn source() -> Source {
    Source::decode(SOURCE.as_bytes().to_vec(), Some("source.rs"), &Limits::default()).expect("the input is text")
}

fn document(lines: u64, highlight: Highlight) -> Document {
    let window = LineRange::new(LineNo::new(1), LineNo::new(lines));
    Document::build(&source(), &Options { window, highlight, ..Options::default() }).expect("the input has lines")
}

fn request(ratio: u64) -> Request {
    Request { budget: Budget::Ratio(Permille::new(ratio * 1000)), ..Request::default() }
}

fn planned(document: &Document) -> Planned {
    engine::plan(document, &request(2)).expect("a layout fits")
}

fn decode(c: &mut Criterion) {
    let mut group = c.benchmark_group("decode");
    group.throughput(Throughput::Bytes(SOURCE.len() as u64));
    group.bench_function("utf-8", |b| {
        b.iter_batched(
            || SOURCE.as_bytes().to_vec(),
            |bytes| Source::decode(bytes, Some("source.rs"), &Limits::default()).expect("text"),
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

fn documents(c: &mut Criterion) {
    let source = source();
    let mut group = c.benchmark_group("document");
    group.throughput(Throughput::Elements(source.lines()));
    for (name, highlight) in [("plain", Highlight::Off), ("highlighted", Highlight::On)] {
        let options = Options { highlight, ..Options::default() };
        group.bench_function(name, |b| b.iter(|| Document::build(black_box(&source), &options).expect("lines")));
    }
    group.finish();
}

fn tokens(c: &mut Criterion) {
    let tokenizer = codeshot::cost::Tokenizer::by_name("o200k").expect("built in");
    let mut group = c.benchmark_group("text tokens");
    group.throughput(Throughput::Bytes(SOURCE.len() as u64));
    group.bench_function("o200k", |b| b.iter(|| tokenizer.count(black_box(SOURCE))));
    group.finish();
}

fn plans(c: &mut Criterion) {
    let mut group = c.benchmark_group("plan");
    for lines in WINDOWS {
        let document = document(lines, Highlight::Off);
        group.throughput(Throughput::Elements(lines));
        for ratio in [1, 2, 5] {
            let request = request(ratio);
            group.bench_function(format!("{lines} lines, ratio {ratio}"), |b| {
                b.iter(|| engine::plan(black_box(&document), &request).expect("a layout fits"));
            });
        }
    }
    group.finish();
}

fn pages(c: &mut Criterion) {
    let document = document(500, Highlight::On);
    let planned = planned(&document);
    let pixels: u64 = planned.plan.pages.iter().map(|page| page.size.area()).sum();
    let rasters: Vec<PageRaster> = engine::rasters(&document, &planned.plan).expect("pages");
    let mut group = c.benchmark_group("pages");
    group.throughput(Throughput::Elements(pixels));
    group.bench_function("atlas, compose and paint, pixels", |b| {
        b.iter(|| engine::rasters(black_box(&document), &planned.plan).expect("pages"));
    });
    let slots = Slots::collect(&document, &planned.plan);
    let atlas = Atlas::new(planned.plan.grid.cell, slots.wanted());
    group.bench_function("atlas, pixels", |b| b.iter(|| Atlas::new(planned.plan.grid.cell, slots.wanted())));
    let compose_all = || -> Vec<PageCells> {
        planned.plan.pages.iter().map(|page| compose(&document, &planned.plan, page, &slots)).collect()
    };
    let cells = compose_all();
    group.bench_function("compose, pixels", |b| b.iter(compose_all));
    group.bench_function("direct encode, pixels", |b| {
        b.iter(|| {
            let direct = Direct::new(&atlas, Request::default().theme);
            cells.iter().map(|page| direct.png(page).expect("a grid").len()).sum::<usize>()
        });
    });
    group.bench_function("encode painted pages, pixels", |b| {
        b.iter(|| rasters.iter().map(|raster| codeshot::encode::png(raster).expect("a PNG").len()).sum::<usize>());
    });
    group.finish();
}

fn whole(c: &mut Criterion) {
    let mut group = c.benchmark_group("end to end");
    for lines in WINDOWS {
        group.throughput(Throughput::Elements(lines));
        group.bench_function(format!("{lines} lines"), |b| {
            b.iter(|| {
                let document = document(lines, Highlight::On);
                let planned = planned(&document);
                engine::render(&document, &planned.plan).expect("pages")
            });
        });
    }
    group.finish();
}

criterion_group!(benches, decode, documents, tokens, plans, pages, whole);
criterion_main!(benches);
