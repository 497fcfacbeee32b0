//! Keys too deep or too long for any level. They are looked for before the TOML reader is asked, because it takes memory with the square
//! of a key's parts: `a.a.a. … = 1` of 60 kB takes a gigabyte.

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::limits::{DOTS, KEY_BYTES, KEY_PARTS};
use super::read::TextSpan;

/// What is too much about a key, and where.
pub(super) struct LongKey {
    pub(super) span: TextSpan,
    /// How many there are.
    pub(super) number: usize,
    /// Of what.
    pub(super) what: &'static str,
    /// How many there may be.
    pub(super) most: usize,
}

impl LongKey {
    /// The first one of a text, if there is one. Reads the text once, and keeps nothing of it.
    pub(super) fn find(text: &str) -> Option<Self> {
        let (mut dots, mut parts, mut start) = (0, 1, 0);
        for token in Source::new(text).lex() {
            let span = token.span();
            match token.kind() {
                TokenKind::Dot => {
                    dots += 1;
                    parts += 1;
                    if parts > KEY_PARTS {
                        let number = parts + rest(text, span.end());
                        return Some(Self { span: start..span.end(), number, what: "parts of a key", most: KEY_PARTS });
                    }
                    if dots > DOTS {
                        let span = span.start()..span.end();
                        return Some(Self { span, number: dots, what: "dots outside of texts", most: DOTS });
                    }
                }
                TokenKind::Atom | TokenKind::LiteralString | TokenKind::BasicString | TokenKind::Whitespace => {
                    let length = span.end() - span.start();
                    if token.kind() == TokenKind::Atom && length > KEY_BYTES {
                        let span = span.start()..span.end();
                        return Some(Self { span, number: length, what: "bytes of a word", most: KEY_BYTES });
                    }
                }
                _ => (parts, start) = (1, span.end()),
            }
        }
        None
    }
}

/// How many dots more stand on this line.
fn rest(text: &str, from: usize) -> usize {
    text.as_bytes()[from..].iter().take_while(|&&byte| byte != b'\n').filter(|&&byte| byte == b'.').count()
}

/// Looks at a text that is no level, such as a scenario, before the TOML reader is asked.
///
/// # Errors
/// A sentence with the line.
pub fn check_keys(text: &str) -> Result<(), String> {
    match LongKey::find(text) {
        None => Ok(()),
        Some(LongKey { span, number, what, most }) => {
            let line = text[..span.start].matches('\n').count() + 1;
            Err(format!("line {line}: {number} {what} are too many: there may be at most {most}."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn found(text: &str) -> Option<(usize, &'static str)> {
        LongKey::find(text).map(|long| (long.number, long.what))
    }

    #[test]
    fn what_is_meant_is_no_long_key() {
        let row = ".".repeat(128);
        for text in [
            format!("map = '''\n{row}{row}\n'''\n"),
            format!("map = \"\"\"\n{row}{row}\"\"\"\n"),
            // Of a drawing that was not opened something better can be said.
            format!("map =\n{row}\n{row}\n'''\n"),
            format!("# {row}{row}\na.b.c = 1.5\n[terrain.\"a.b\"]\n"),
            format!("name = \"{}\"\n", "x".repeat(5000)),
        ] {
            assert_eq!(found(&text), None, "{text}");
        }
    }

    #[test]
    fn a_key_of_many_parts_is_found_wherever_it_stands() {
        let deep = ["a"; 300].join(".");
        for text in [
            format!("{deep} = 1\n"),
            format!("[{deep}]\n"),
            format!("a = {{ {deep} = 1 }}\n"),
            format!("a = [{{ b = 1, {deep} = 1 }}]\n"),
            format!("a = '''x''' {deep}"),
        ] {
            assert_eq!(found(&text), Some((300, "parts of a key")), "{text}");
        }
        assert_eq!(found(&["\"a\""; 300].join(" . ")), Some((300, "parts of a key")));
        assert_eq!(found(&"a".repeat(2000)), Some((2000, "bytes of a word")));
        assert_eq!(found(&"a.b = 1\n".repeat(DOTS + 1)), Some((DOTS + 1, "dots outside of texts")));
        let told = check_keys(&format!("\n\n{deep} = 1")).expect_err("it is too deep");
        assert_eq!(told, "line 3: 300 parts of a key are too many: there may be at most 129.");
    }
}
