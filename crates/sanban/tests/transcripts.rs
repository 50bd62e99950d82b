//! What the commands print, in the transcripts under `tests/cmd` and in the README.

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("../../README.md");
}
