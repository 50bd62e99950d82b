//! The guide `docs/adding-a-game.md` quotes the code of games verbatim.

#[test]
fn excerpts_match_the_code() {
    let guide = include_str!("../../../docs/adding-a-game.md");
    let code = [
        include_str!("../src/hexapawn/mod.rs"),
        include_str!("../src/jinli/game.rs"),
        include_str!("../src/jinli/position.rs"),
    ];
    let excerpts = guide.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut count = 0;
    for excerpt in excerpts {
        // In the guide, code from inside an `impl` may have lost its indentation.
        let indented: String =
            excerpt.lines().map(|l| if l.is_empty() { "\n".into() } else { format!("    {l}\n") }).collect();
        assert!(code.iter().any(|c| c.contains(excerpt) || c.contains(&indented)), "not in the code:\n{excerpt}");
        count += 1;
    }
    assert!(count >= 10, "{count} excerpts");
}
