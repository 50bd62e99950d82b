//! Word wrapping.

/// Wraps a text at word boundaries, with a head before the first line and the other lines indented as far.
pub fn wrap(text: &str, head: &str, columns: usize) -> String {
    let indent = " ".repeat(head.chars().count());
    let mut lines = vec![head.to_string()];
    let mut used = indent.len();
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used + length > columns && used > indent.len() {
            lines.push(indent.clone());
            used = indent.len();
        }
        let line = lines.last_mut().expect("there is always a line");
        line.push_str(word);
        line.push(' ');
        used += length + 1;
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_lines_between_words() {
        assert_eq!(wrap("one two three", "- ", 10), "- one two\n  three\n");
        assert_eq!(wrap("incomprehensible", "", 5), "incomprehensible\n");
    }
}
