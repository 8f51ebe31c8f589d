//! TOML files as JSON values with the line of every value, so that a mistake found by any later check has a line.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::mistake::Mistake;

/// Where the values of one file stand.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// JSON pointer to line.
    lines: BTreeMap<String, usize>,
    /// Pointers of lists, whose items people count from 1.
    lists: BTreeSet<String>,
}

impl Source {
    /// The line of a value, or of the nearest value around it that the file has.
    pub(crate) fn line_of(&self, pointer: &str) -> usize {
        let mut pointer = pointer;
        loop {
            if let Some(line) = self.lines.get(pointer) {
                return *line;
            }
            match pointer.rfind('/') {
                Some(end) => pointer = &pointer[..end],
                None => return 1,
            }
        }
    }

    /// A JSON pointer as people say it: `/seasons/1/from` is `seasons[2].from`.
    pub(crate) fn spoken(&self, pointer: &str) -> String {
        let (mut words, mut so_far) = (String::new(), String::new());
        for part in pointer.split('/').skip(1) {
            let in_list = self.lists.contains(&so_far);
            so_far.push('/');
            so_far.push_str(part);
            match part.parse::<usize>() {
                Ok(index) if in_list => words.push_str(&format!("[{}]", index.saturating_add(1))),
                _ => {
                    if !words.is_empty() {
                        words.push('.');
                    }
                    words.push_str(&part.replace("~1", "/").replace("~0", "~"));
                }
            }
        }
        words
    }
}

/// Reads one file. With a syntax error there is no value: what would follow from half a file only confuses.
pub(crate) fn read(file: &str, bytes: &[u8]) -> (Source, Option<Value>, Vec<Mistake>) {
    let mistake = |line: usize, expected: String| Mistake {
        file: file.to_owned(),
        line: Some(line),
        field: String::new(),
        expected,
    };
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let line = 1 + bytes[..error.valid_up_to()].iter().filter(|b| **b == b'\n').count();
            let words = "expected text saved as UTF-8, found other bytes".to_owned();
            return (Source::default(), None, vec![mistake(line, words)]);
        }
    };
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1)).collect();
    let line_at = |offset: usize| starts.partition_point(|s| *s <= offset).max(1);
    let (table, errors) = DeTable::parse_recoverable(text);
    // A date that no calendar has is TOML all the same to whoever wrote it: as a text it is judged with everything else.
    let unreal = errors.iter().find_map(|error| unreal_date(text, error.span()?.start));
    if let Some(date) = unreal {
        let quoted = [&text[..date.start], "\"", &text[date.clone()], "\"", &text[date.end..]].concat();
        return read(file, quoted.as_bytes());
    }
    if !errors.is_empty() {
        // What else is wrong with a line mostly follows from the first.
        let mut by_line = BTreeMap::new();
        for error in &errors {
            by_line.entry(line_at(error.span().map_or(0, |span| span.start))).or_insert(error.message());
        }
        let told = |(line, message): (usize, &str)| {
            let written = text.lines().nth(line - 1).unwrap_or_default();
            let words = if let Some(found) = number_with_comma(written) {
                format!("expected one number, with a point and without a comma, or a list in [ ]; found {found}")
            } else if let Some(found) = bare_day(written) {
                format!("expected \"{found}\" in quotes for a day of every year, found {found}")
            } else {
                format!("expected TOML, found a line that cannot be read: {message}")
            };
            mistake(line, words)
        };
        return (Source::default(), None, by_line.into_iter().map(told).collect());
    }
    let mut source = Source::default();
    let value = {
        let mut reader = Reader { source: &mut source, line_at: &line_at };
        reader.table(table.get_ref(), "")
    };
    (source, Some(value), Vec::new())
}

/// A number with a comma, before its decimals or its thousands: `price = 79,99`, `price = 1,240.00`. In a list a comma
/// is one only where no number begins behind it: `child = [0, 20,05]`.
fn number_with_comma(line: &str) -> Option<&str> {
    let starts = line.match_indices(['=', '[', ',']).filter(|(at, _)| !in_quotes(line, *at));
    starts.map(|(at, sign)| (sign == "=", line[at + 1..].trim_start())).find_map(|(alone, value)| {
        let sign = usize::from(value.starts_with(['-', '+']));
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (before, after) = value.get(sign..)?.split_once(',')?;
        let behind = digits(after);
        let number = before.len() == digits(before) && !before.is_empty() && behind > 0;
        let rest = after.bytes().take_while(|c| c.is_ascii_digit() || matches!(c, b'.' | b',')).count();
        let found = number && (alone || behind > 1 && after.starts_with('0'));
        found.then(|| value[..sign + before.len() + 1 + rest].trim_end_matches(['.', ',']))
    })
}

/// A day of every year without quotes: `from = 12-24`.
fn bare_day(line: &str) -> Option<&str> {
    let starts = line.match_indices('=').filter(|(at, _)| !in_quotes(line, *at));
    starts.map(|(at, _)| line[at + 1..].trim_start()).find_map(|value| {
        let end = value.bytes().take_while(|c| c.is_ascii_digit() || *c == b'-').count();
        let day = &value[..end];
        let dashed = day.len() == 5 && day.bytes().enumerate().all(|(at, c)| (c == b'-') == (at == 2));
        // A leap year, so that 29 February is a day.
        (dashed && format!("2024-{day}").parse::<jiff::civil::Date>().is_ok()).then_some(day)
    })
}

fn in_quotes(line: &str, at: usize) -> bool {
    line[..at].matches('"').count() % 2 == 1
}

/// The date `YYYY-MM-DD` without quotes that a place lies in, when it is one that the calendar does not have.
fn unreal_date(text: &str, at: usize) -> Option<std::ops::Range<usize>> {
    let part = |c: &u8| c.is_ascii_digit() || *c == b'-';
    let bytes = text.as_bytes();
    let start = at - bytes[..at].iter().rev().take_while(|c| part(c)).count();
    let end = at + bytes[at..].iter().take_while(|c| part(c)).count();
    let quoted = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(|c| matches!(c, b'"' | b'\''));
    let date = text.get(start..end)?;
    let dashed = date.len() == 10 && date.bytes().enumerate().all(|(i, c)| (c == b'-') == matches!(i, 4 | 7));
    let bare = !quoted(start.checked_sub(1)) && !quoted(Some(end));
    (dashed && bare && date.parse::<jiff::civil::Date>().is_err()).then_some(start..end)
}

struct Reader<'s, F> {
    source: &'s mut Source,
    line_at: &'s F,
}

impl<F: Fn(usize) -> usize> Reader<'_, F> {
    fn table(&mut self, table: &DeTable<'_>, pointer: &str) -> Value {
        let mut map = Map::new();
        for (key, value) in table.iter() {
            let name = key.get_ref().as_ref();
            let inner = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
            self.source.lines.insert(inner.clone(), (self.line_at)(key.span().start));
            map.insert(name.to_owned(), self.value(value, &inner));
        }
        Value::Object(map)
    }

    fn value(&mut self, value: &Spanned<DeValue<'_>>, pointer: &str) -> Value {
        match value.get_ref() {
            DeValue::String(text) => Value::from(text.as_ref()),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map_or_else(|_| Value::from(number.to_string()), Value::from),
            DeValue::Float(number) => number
                .as_str()
                .parse::<f64>()
                .ok()
                .and_then(serde_json::Number::from_f64)
                .map_or_else(|| Value::from(number.to_string()), Value::Number),
            DeValue::Boolean(answer) => Value::from(*answer),
            DeValue::Datetime(moment) => Value::from(moment.to_string()),
            DeValue::Array(items) => {
                self.source.lists.insert(pointer.to_owned());
                let mut list = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    let inner = format!("{pointer}/{index}");
                    self.source.lines.insert(inner.clone(), (self.line_at)(item.span().start));
                    list.push(self.value(item, &inner));
                }
                Value::Array(list)
            }
            DeValue::Table(table) => self.table(table, pointer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_knows_its_line() {
        let text = "a = 1\n\n[[seasons]]\ncode = \"LOW\"\n[[seasons]]\ncode = \"HIGH\"\nfrom = 2026-12-24\n[t]\nx = { y = 3 }\n";
        let (source, value, mistakes) = read("rates.toml", text.as_bytes());
        assert_eq!(mistakes, []);
        assert_eq!(value.expect("a value")["seasons"][1]["from"], "2026-12-24");
        assert_eq!(source.line_of("/seasons/1"), 5);
        assert_eq!(source.line_of("/seasons/1/from"), 7);
        assert_eq!(source.line_of("/seasons/0/to"), 3);
        assert_eq!(source.line_of("/t/x/y"), 9);
        assert_eq!(source.spoken("/seasons/1/from"), "seasons[2].from");
        assert_eq!(source.spoken("/t/x/3"), "t.x.3");
    }

    #[test]
    fn every_syntax_error_of_a_file_is_told() {
        let (_, value, mistakes) = read("rooms.toml", b"a = \nb = 2\nc = [1, \"x\nd = 4\n");
        assert!(value.is_none());
        let lines: Vec<_> = mistakes.iter().map(|m| m.line).collect();
        assert!(lines.contains(&Some(1)) && lines.contains(&Some(3)), "{mistakes:?}");
        let (_, _, mistakes) = read("rooms.toml", b"a = 1\nb = \"\xff\"\n");
        assert_eq!(mistakes[0].line, Some(2));
    }
}
