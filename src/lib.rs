//! codeshot turns source code into PNG pages that vision-language models read at fewer tokens than text.

pub mod units;
