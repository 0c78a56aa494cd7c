//! Whatever a file contains, checking it ends with a clear answer and in bounded memory.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use hissho_certificate::file::{FileError, check_file, read_text, report};
use hissho_certificate::impartial::grundy_period::{GrundyPeriod, write};
use hissho_certificate::{Allowance, Context, Refusal, Verdict, check};
use hissho_rules::Subtraction;

fn good() -> String {
    let game = Subtraction::new([1, 2]).unwrap();
    write(&GrundyPeriod { game, preperiod: 0, period: 3, values: vec![0, 1, 2] })
}

fn file(directory: &Path, bytes: &[u8]) -> PathBuf {
    let path = directory.join("file.cert");
    File::create(&path).unwrap().write_all(bytes).unwrap();
    path
}

fn refusal(bytes: &[u8]) -> String {
    let directory = tempfile::tempdir().unwrap();
    let error = check_file(&file(directory.path(), bytes)).unwrap_err();
    assert_ne!(error.verdict(), Verdict::Unreadable, "{error}");
    error.to_string()
}

#[test]
fn plain_and_compressed_certificates_are_accepted() {
    let directory = tempfile::tempdir().unwrap();
    assert!(check_file(&file(directory.path(), good().as_bytes())).is_ok());
    let compressed = hissho_testkit::zstd(good().as_bytes(), 0);
    assert!(check_file(&file(directory.path(), &compressed)).is_ok());
}

#[test]
fn files_that_are_no_certificates_are_refused_with_a_reason() {
    let long_line = [b'x'; 300];
    let cases: &[(&[u8], &str)] = &[
        (b"", "not a certificate: line 1 is ``"),
        (b"\n\n\n", "not a certificate"),
        (b"\x7fELF\x02\x01\x01\0\0", "not a certificate"),
        (&long_line, "not a certificate: line 1 is `xxx"),
        (b"hissho-certificate", "not a certificate"),
        (b"hissho-certificate1\n", "not a certificate"),
        (b"hissho-certificate 01\n", "not a certificate"),
        (b"hissho-certificate +1\n", "not a certificate"),
        (b"hissho-certificate 1\r\n", "not a certificate"),
        (
            b"hissho-certificate 1\nkind\xc2\xa0x\n",
            "line 2: found `\\u{a0}`, expected printable ASCII letters",
        ),
        (b"hissho-certificate 1\nkind x\r\n", "line 2: found `\\u{d}`"),
        (b"hissho-certificate 1\nkind x\n\x1b[2K\n", "line 3: found `\\u{1b}`"),
        (b"hissho-certificate 1\nkind x\n\xe2\x80\xae\n", "line 3: found `\\u{202e}`"),
        (b"hissho-certificate 1", "expected a complete last line"),
        (b"hissho-certificate 1\n", "expected the closing line `sha256 HEX`"),
        (b"hissho-certificate 9\nkind new\nsha256 0\n", "format version 9 is newer than version"),
        (b"hissho-certificate 1\nkind x\n\xff\xfe\nsha256 0\n", "byte 28 is not UTF-8"),
        (b"hissho-certificate 1\nkind x\nsha256 0\n", "line 3: digest `0`"),
        (b"\x28\xb5\x2f\xfd\xff\xff\xff", "zstd"),
    ];
    for (bytes, expected) in cases {
        let found = refusal(bytes);
        assert!(found.contains(expected), "{found}\nshould contain {expected}");
    }
    let unknown = hissho_testkit::sign(&["hissho-certificate 1", "kind astrology"]);
    assert!(refusal(unknown.as_bytes()).starts_with("line 2: kind `astrology` is not known"));
}

#[test]
fn a_certificate_cut_anywhere_is_refused() {
    let text = good();
    let directory = tempfile::tempdir().unwrap();
    for length in 0..text.len() {
        assert!(check_file(&file(directory.path(), &text.as_bytes()[..length])).is_err(), "{length}");
    }
}

#[test]
fn a_directory_and_a_missing_file_cannot_be_read() {
    let directory = tempfile::tempdir().unwrap();
    for path in [directory.path(), &directory.path().join("nothing.cert")] {
        let error = check_file(path).unwrap_err();
        assert_eq!(error.verdict(), Verdict::Unreadable, "{error}");
    }
}

#[test]
fn a_gigabyte_of_zeros_is_refused_after_its_first_bytes() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("zeros");
    File::create(&path).unwrap().set_len(1 << 30).unwrap();
    assert!(matches!(read_text(&path, Allowance::default()), Err(FileError::Refused(_))));
}

#[test]
fn a_text_that_expands_without_end_stops_at_the_cap() {
    let directory = tempfile::tempdir().unwrap();
    let head = b"hissho-certificate 1\n";
    let mut expands = head.to_vec();
    expands.resize(8 << 20, b'0');
    let path = file(directory.path(), &hissho_testkit::zstd(head, 8 << 20));
    let allowance = Allowance { memory: 8 << 20, ..Allowance::default() };
    assert!(matches!(read_text(&path, allowance), Err(FileError::Refused(Refusal::Exhausted(_)))));
    assert_eq!(report(&path, allowance).verdict, Verdict::GaveUp);
    let path = file(directory.path(), &expands);
    assert!(matches!(read_text(&path, allowance), Err(FileError::Refused(Refusal::Exhausted(_)))));
}

#[test]
fn one_zstd_frame_with_its_checksum_and_nothing_behind_it() {
    let directory = tempfile::tempdir().unwrap();
    let check = |bytes: &[u8]| check_file(&file(directory.path(), bytes));
    let frame = hissho_testkit::zstd(good().as_bytes(), 0);
    assert!(check(&frame).is_ok());
    for behind in [b"x".as_slice(), &frame, b"\x50\x2a\x4d\x18\x01\0\0\0!"] {
        assert!(matches!(check(&[&frame, behind].concat()), Err(FileError::AfterTheFrame)));
    }
    let mut wrong = frame.clone();
    *wrong.last_mut().unwrap() ^= 1;
    assert!(matches!(check(&wrong), Err(FileError::WrongChecksum)));
    let without = hissho_testkit::zstd_without_checksum(good().as_bytes());
    assert!(matches!(check(&without), Err(FileError::WrongChecksum)));
}

#[test]
fn of_several_verdicts_the_exit_code_is_the_first_of_2_1_3_4_0() {
    use Verdict::{Accepted, Counted, GaveUp, Refused, Unreadable};
    let cases: &[(&[Verdict], u8)] = &[
        (&[], 0),
        (&[Accepted, Accepted], 0),
        (&[Accepted, Counted], 4),
        (&[GaveUp, Counted, Accepted], 3),
        (&[Counted, GaveUp, Refused], 1),
        (&[Refused, Unreadable, GaveUp], 2),
    ];
    for (verdicts, code) in cases {
        assert_eq!(Verdict::exit_code_of_all(verdicts.iter().copied()), *code, "{verdicts:?}");
    }
}

#[test]
fn room_is_taken_for_every_word_of_a_line() {
    let rules = "rules 3\ngame heap\nposition x\nmove x' < x\nparameters\n";
    let cases = [
        ("automatic", "fails 0".to_owned()),
        (
            "automatic",
            "states automaton\n".to_owned()
                + rules
                + "numeration msd_2\nautomata 1\nautomaton law\ntracks 1\nsymbols",
        ),
        ("buildings", "brick 2 4\nbricks 2\nscope all\ntotal".to_owned()),
        ("connection", "board".to_owned()),
        ("evaluation", "formula 0 = 1\nnot-true".to_owned()),
        ("grundy-box", rules.to_owned() + "shape"),
        ("grundy-period", "takes".to_owned()),
        ("grundy-period", "takes 1\npreperiod 0\nperiod 2\nvalues".to_owned()),
        (
            "response",
            "board infinite\nstones none\nto-move X\nresponder O\nexcludes opponent\npasses no\ncore"
                .to_owned(),
        ),
        ("towers", "brick".to_owned()),
        ("word", "word thue-morse\nplaces 1".to_owned()),
    ];
    for (kind, lines) in cases {
        let version = if kind == "automatic" { 2 } else { 1 };
        let words = " 1".repeat(1_000);
        let text = format!("hissho-certificate {version}\nkind {kind}\n{lines}{words}");
        let context =
            Context::new(Allowance { memory: 4 * text.len() as u64 + 3_000, ..Allowance::default() });
        let refusal = check(&hissho_testkit::sign(&[text]), &context).unwrap_err();
        assert!(matches!(refusal, Refusal::Exhausted(_)), "{kind}, {lines}: {refusal}");
    }
}
