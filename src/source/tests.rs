use super::*;
use proptest::prelude::*;

fn source(bytes: &[u8]) -> Source {
    Source::decode(bytes.to_vec(), None, &Limits::default()).expect("text")
}

fn terminal(bytes: &[u8]) -> String {
    let limits = Limits::default();
    Source::decode_as(InputKind::Terminal, bytes.to_vec(), None, &limits).expect("text").text().to_owned()
}

fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

#[test]
fn a_mark_is_not_content() {
    let marked = source(b"\xEF\xBB\xBF<a/>\n");
    assert_eq!(marked.text(), "<a/>\n");
    assert_eq!(marked.facts().encoding, Encoding::Utf8Bom);
}

#[test]
fn utf16_and_utf32_are_decoded_by_their_mark() {
    let text = "\u{FEFF}a\r\n\u{1F680}\n";
    for (bytes, encoding) in [
        (utf16(text, u16::to_le_bytes), Encoding::Utf16Le),
        (utf16(text, u16::to_be_bytes), Encoding::Utf16Be),
        (text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect(), Encoding::Utf32Le),
        (text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect(), Encoding::Utf32Be),
    ] {
        let source = source(&bytes);
        assert_eq!(source.text(), "a\n\u{1F680}\n", "{encoding:?}");
        assert_eq!(source.facts().encoding, encoding);
        assert_eq!(source.facts().eol, Eol::Mixed);
    }
}

#[test]
fn utf16_without_a_mark_is_taken_only_when_nothing_else_is_possible() {
    assert_eq!(source(&utf16("let a = 1;\n", u16::to_le_bytes)).text(), "let a = 1;\n");
    assert_eq!(source(&utf16("let a = 1;\n", u16::to_be_bytes)).text(), "let a = 1;\n");
    let packed = [1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0];
    assert!(Source::decode(packed.to_vec(), None, &Limits::default()).is_err());
}

#[test]
fn a_lone_surrogate_and_an_odd_byte_keep_their_place() {
    let mut bytes = utf16("\u{FEFF}ab\r\ncd", u16::to_le_bytes);
    bytes.extend([0x00, 0xD8, b'e', 0, b'x']);
    let source = source(&bytes);
    assert_eq!(source.text(), "ab\ncd\u{FFFD}\u{FFFD}e\u{FFFD}");
    let bad: Vec<_> = source.bad_bytes().iter().map(|b| (b.offset, b.byte)).collect();
    assert_eq!(bad, [(5, 0x00), (8, 0xD8), (12, b'x')]);
}

#[test]
fn undecodable_bytes_stand_where_they_stood() {
    let source = source(b"caf\xE9 \xEF\xBF\xBD\r\n\xC3");
    assert_eq!(source.text(), "caf\u{FFFD} \u{FFFD}\n\u{FFFD}");
    let bad: Vec<_> = source.bad_bytes().iter().map(|b| (b.offset, b.byte)).collect();
    assert_eq!(bad, [(3, 0xE9), (11, 0xC3)], "a replacement character of the input is no bad byte");
    assert_eq!(source.facts().invalid_bytes, 2);
}

#[test]
fn line_ends_become_lf_and_are_told() {
    for (input, text, eol, lines) in [
        (&b"a\nb\n"[..], "a\nb\n", Eol::Lf, 2),
        (b"a\r\nb\r\n", "a\nb\n", Eol::CrLf, 2),
        (b"a\rb\r", "a\nb\n", Eol::Cr, 2),
        (b"a\r\nb\nc", "a\nb\nc", Eol::Mixed, 3),
        (b"a\rb\nc\n", "a\rb\nc\n", Eol::Lf, 2),
        (b"a\r\r\nb", "a\r\nb", Eol::CrLf, 2),
        (b"ab", "ab", Eol::None, 1),
        (b"", "", Eol::None, 0),
        (b"\n", "\n", Eol::Lf, 1),
    ] {
        let source = source(input);
        assert_eq!(source.text(), text);
        assert_eq!((source.facts().eol, source.lines()), (eol, lines), "{input:?}");
        assert_eq!(source.facts().final_newline, text.ends_with('\n'));
    }
}

#[test]
fn other_separators_do_not_break_lines() {
    let source = source("a\u{2028}b\u{2029}c\u{85}d\u{0B}e\u{0C}f\n".as_bytes());
    assert_eq!(source.lines(), 1);
    let codes: Vec<_> = source.facts().invisible.iter().map(|i| i.code.as_str()).collect();
    assert_eq!(codes, ["U+000B", "U+000C", "U+0085", "U+2028", "U+2029"]);
}

#[test]
fn binary_input_is_refused_by_name() {
    let blob: Vec<u8> = (0..=255).collect();
    for bytes in
        [&blob[..], b"\x89PNG\r\n\x1a\n", b"\x7fELF\x02", b"PK\x03\x04", b"\0\0\0\0", b"\x1f\x8b\x08\0", b"\0\xE9"]
    {
        let error = Source::decode(bytes.to_vec(), Some("blob.bin"), &Limits::default()).expect_err("binary");
        assert!(matches!(error, SourceError::Binary { .. }));
        assert!(error.to_string().starts_with("blob.bin is binary ("), "{error}");
    }
    let error = Source::decode(blob, None, &Limits::default()).expect_err("binary");
    assert!(error.to_string().starts_with("stdin is binary"), "{error}");
}

#[test]
fn text_with_a_nul_or_in_an_old_encoding_is_still_text() {
    assert_eq!(source(b"one.rs\0two.rs\0three.rs\0").text(), "one.rs\0two.rs\0three.rs\0");
    let russian: Vec<u8> = (0xC0..=0xFF).chain(*b"\r\n").cycle().take(6_000).collect();
    assert!(source(&russian).facts().invalid_bytes > 5_000);
}

#[test]
fn limits_name_the_thing_the_value_and_the_limit() {
    let limits = Limits { bytes: Bytes::new(100), lines: 3, columns: Cols::new(10), bad_bytes: 2 };
    let message = |bytes: &[u8]| Source::decode(bytes.to_vec(), Some("f"), &limits).expect_err("too much").to_string();
    assert_eq!(message(&[b'a'; 101]), "f has more than 100 bytes, the most that is read; give a smaller part of it");
    assert_eq!(message(b"\n\n\n\n"), "f has 4 lines, the limit is 3; give a smaller part of it");
    assert_eq!(message(b"a\nabcdefghijk"), "line 2 of f has 11 characters, the limit is 10; cut or reformat it first");
    assert_eq!(message(b"\xE9\xE9\xE9"), "f has 3 bytes that are not UTF-8, the limit is 2; convert it to UTF-8 first");
}

#[test]
fn indentation_is_mixed_when_one_line_differs() {
    let indent = |text: &str| (source(text.as_bytes()).facts().indent, source(text.as_bytes()).facts().indent_width);
    let width = |n| Some(Cols::new(n));
    assert_eq!(indent("f() {\n\tif ok {\n\t\treturn\n\t}\n    g()\n}\n"), (Indent::Mixed, width(4)));
    assert_eq!(indent("f() {\n    if ok {\n        return\n    }\n}\n"), (Indent::Spaces, width(4)));
    assert_eq!(indent("{\n \"a\": {\n  \"b\": 1\n }\n}\n"), (Indent::Spaces, width(1)));
    assert_eq!(indent("/*\n * a comment\n */\nint f() {\n\treturn 1;\n}\n"), (Indent::Tabs, None));
    assert_eq!(indent("f(a,\n\t  b)\n"), (Indent::Tabs, None), "blanks after tabs align");
    assert_eq!(indent("a\n  \tb\n").0, Indent::Mixed);
    assert_eq!(indent("a\n   \nb\n"), (Indent::None, None), "a blank line is not indented");
}

#[test]
fn decomposed_text_and_hidden_characters_are_told() {
    assert!(source("cafe\u{301}".as_bytes()).facts().not_nfc);
    assert!(!source("caf\u{E9}".as_bytes()).facts().not_nfc);
    let source = source("a\nb\u{202E}c\u{202E}\n".as_bytes());
    let told = Invisible { code: "U+202E".to_owned(), count: 2, first_line: LineNo::new(2) };
    assert_eq!(source.facts().invisible, [told]);
}

#[test]
fn facts_serialise_under_their_short_names() {
    let facts = serde_json::to_value(source(b"a\r\n\tb\r\n").facts()).expect("plain data");
    let want = serde_json::json!({
        "encoding": "utf-8", "invalid_bytes": 0, "eol": "crlf", "final_newline": true, "indent": "tabs",
        "not_nfc": false, "invisible": [], "bytes": 7, "lines": 2, "whole": true
    });
    assert_eq!(facts, want);
}

#[test]
fn a_terminal_shows_no_escape_sequence() {
    let log = b"\x1b[1m\x1b[32m   Compiling\x1b[0m demo v0.1.0\n\
        \x1b[1m\x1b[38;5;12m--> \x1b[0m\x1b]8;;https://example.invalid/main.rs\x1b\\main.rs:7\x1b]8;;\x1b\\\n\
        \x1b[2K\x1b[1G\x1b[?25l\x1b[?25h\x1b[38;2;200;10;10mthread 3\x1b[0m finished\n";
    assert_eq!(terminal(log), "   Compiling demo v0.1.0\n--> main.rs:7\nthread 3 finished\n");
}

#[test]
fn a_progress_bar_leaves_its_last_state() {
    assert_eq!(terminal(b"  1%\r 50%\r100%\ndone\n"), "100%\ndone\n");
    assert_eq!(terminal(b"get [===>  ]\r\x1b[Kgot it\n"), "got it\n");
    assert_eq!(terminal(b"abc\x08\x08X\n"), "aXc\n");
    assert_eq!(terminal(b"a: 1\nb: 1\n\x1b[2A\x1b[2Ka: 2\n\x1b[2Kb: 2\n"), "a: 2\nb: 2\n");
    assert_eq!(terminal(b"one\r\ntwo\r\n"), "one\ntwo\n");
    assert_eq!(terminal(b"old\n\x1b[2J\x1b[Hnew\n"), "new\n");
    assert_eq!(terminal("\u{4E2D}\u{6587}\rab\n".as_bytes()), "ab\u{6587}\n");
    assert_eq!(terminal("\u{4E2D}\u{6587}\ra\n".as_bytes()), "a \u{6587}\n");
}

#[test]
fn a_terminal_keeps_undecodable_bytes_and_marks() {
    let limits = Limits::default();
    let bytes = b"ok \xE9\nx\re\xCC\x81\xFFy\n".to_vec();
    let source = Source::decode_as(InputKind::Terminal, bytes, None, &limits).expect("text");
    assert_eq!(source.text(), "ok \u{FFFD}\ne\u{301}\u{FFFD}y\n");
    let bad: Vec<_> = source.bad_bytes().iter().map(|b| (b.offset, b.byte)).collect();
    assert_eq!(bad, [(3, 0xE9), (10, 0xFF)]);
}

#[test]
fn reading_stops_behind_the_last_line_asked_for() {
    let read_to = |last| read(&b"a\nb\nc\n"[..], None, last, &Limits::default()).expect("fits");
    let part = read_to(Some(LineNo::new(2)));
    assert_eq!((part.bytes.as_slice(), part.whole), (&b"a\nb\n"[..], false));
    assert!(read_to(Some(LineNo::new(3))).whole);
    assert!(read_to(None).whole);
    let limits = Limits { bytes: Bytes::new(3), ..Limits::default() };
    assert!(matches!(read(&b"abcd"[..], None, None, &limits), Err(SourceError::TooManyBytes { .. })));
}

proptest! {
    #[test]
    fn decoding_never_panics_and_counts_lines_by_lf(bytes: Vec<u8>) {
        for kind in [InputKind::Source, InputKind::Terminal] {
            if let Ok(source) = Source::decode_as(kind, bytes.clone(), None, &Limits::default()) {
                let text = source.text();
                let feeds = text.matches('\n').count() as u64;
                prop_assert_eq!(source.lines(), feeds + u64::from(!text.is_empty() && !text.ends_with('\n')));
                for bad in source.bad_bytes() {
                    prop_assert!(text[bad.offset as usize..].starts_with(char::REPLACEMENT_CHARACTER));
                }
            }
        }
    }

    #[test]
    fn every_byte_is_accounted_for(pieces in prop::collection::vec(
        prop_oneof!["[a-z \t\r\n\u{e9}\u{fffd}\u{4e2d}]{0,6}".prop_map(String::into_bytes), any::<u8>().prop_map(|b| vec![b | 0x80])], 0..40))
    {
        let bytes = pieces.concat();
        if let Ok(source) = Source::decode(bytes.clone(), None, &Limits::default())
            && source.facts().encoding == Encoding::Utf8
        {
            let mut back = Vec::new();
            let mut bad = source.bad_bytes().iter().peekable();
            for (at, c) in source.text().char_indices() {
                match bad.next_if(|b| b.offset as usize == at) {
                    Some(b) => back.push(b.byte),
                    None => back.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                }
            }
            prop_assert!(bad.next().is_none());
            let classic = !bytes.contains(&b'\n');
            let mut want = Vec::new();
            for (i, &b) in bytes.iter().enumerate() {
                match b {
                    b'\r' if classic => want.push(b'\n'),
                    b'\r' if bytes.get(i + 1) == Some(&b'\n') => {}
                    _ => want.push(b),
                }
            }
            prop_assert_eq!(back, want);
        }
    }

    #[test]
    fn a_terminal_never_panics_on_sequences(text in "(\u{1b}\\[[0-9;?]{0,6}[A-Za-z@`]|\u{1b}[\\]78DEM\\\\]|[ab\u{e9}\u{301}\u{4e2d}\t\r\n\u{8}\u{7}]){0,60}") {
        let shown = terminal(text.as_bytes());
        prop_assert!(!shown.as_bytes().contains(&0x1b));
    }
}
