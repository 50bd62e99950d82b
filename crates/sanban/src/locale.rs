//! The characters that the locale can show. In one without Unicode, such as `LC_ALL=C`, all output is ASCII.

use ratatui::buffer::Buffer;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Whether output may have characters beyond ASCII.
pub fn has_unicode() -> bool {
    static HAS_UNICODE: LazyLock<bool> = LazyLock::new(|| {
        let variable = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
        locale.is_none_or(|locale| locale.to_lowercase().replace('-', "").contains("utf8"))
    });
    *HAS_UNICODE
}

/// The text as the locale can show it.
pub fn encode(text: &str) -> Cow<'_, str> {
    if has_unicode() || text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(to_ascii(text)) }
}

/// Replaces what the locale can't show in the cells of a screen, each with one character.
pub fn encode_cells(buffer: &mut Buffer) {
    if !has_unicode() {
        for cell in buffer.content.iter_mut().filter(|cell| !cell.symbol().is_ascii()) {
            let ascii = to_ascii(cell.symbol());
            cell.set_symbol(ascii.get(..1).unwrap_or(" "));
        }
    }
}

/// The nearest text in ASCII.
fn to_ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            _ if character.is_ascii() => ascii.push(character),
            'á' | 'à' | 'â' | 'ã' | 'ª' => ascii.push('a'),
            'Á' | 'À' | 'Â' | 'Ã' => ascii.push('A'),
            'é' | 'ê' => ascii.push('e'),
            'É' | 'Ê' => ascii.push('E'),
            'í' => ascii.push('i'),
            'Í' => ascii.push('I'),
            'ó' | 'ô' | 'õ' | 'º' => ascii.push('o'),
            'Ó' | 'Ô' | 'Õ' => ascii.push('O'),
            'ú' => ascii.push('u'),
            'Ú' => ascii.push('U'),
            'ç' => ascii.push('c'),
            'Ç' => ascii.push('C'),
            '…' => ascii.push_str("..."),
            '–' | '—' | '−' => ascii.push('-'),
            '×' => ascii.push('x'),
            '±' => ascii.push_str("+-"),
            '→' => ascii.push_str("->"),
            '←' => ascii.push_str("<-"),
            '“' | '”' | '«' | '»' => ascii.push('"'),
            '‘' | '’' => ascii.push('\''),
            '·' | '•' => ascii.push('*'),
            '\u{a0}' => ascii.push(' '),
            _ => ascii.push('?'),
        }
    }
    ascii
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_characters_by_their_nearest_in_ascii() {
        assert_eq!(to_ascii("Não há lições … 9×9, 10–8 ± 2"), "Nao ha licoes ... 9x9, 10-8 +- 2");
    }
}
