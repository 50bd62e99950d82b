//! Runs the command transcripts in `tests/cmd` and the README.

#[test]
fn commands_print_what_the_transcripts_show() {
    trycmd::TestCases::new().env("LC_ALL", "C.UTF-8").case("tests/cmd/*.trycmd").case("../../README.md");
}
