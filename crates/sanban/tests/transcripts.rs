//! Runs the command transcripts in `tests/cmd` and the README.

#[test]
fn transcripts() {
    trycmd::TestCases::new().env("LC_ALL", "C").case("tests/cmd/*.trycmd").case("../../README.md");
}
