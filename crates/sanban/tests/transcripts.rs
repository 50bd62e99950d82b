//! What the commands print, in the transcripts under `tests/cmd` and in the README.

#[test]
fn transcripts() {
    trycmd::TestCases::new().env("LC_ALL", "C").case("tests/cmd/*.trycmd").case("../../README.md");
}
