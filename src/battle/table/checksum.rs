//! One checksum over all of a file of JSON: over what it says, not over its spacing or the order of its fields. So a client may read a
//! save and write it again.

use std::cell::Cell;
use std::hash::Hash;

use rustc_stable_hash::{FromStableHash, SipHasher128Hash, StableSipHasher128};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// The memory that JSON may take when it has been read, in bytes. Saves take some seventeen times as much as their text.
const MEMORY: usize = 1 << 30;

/// The memory that a value takes where it stands in a list or table.
const OF_A_VALUE: usize = size_of::<Value>();

/// The memory that a table takes that is not empty. Tables have room for eleven fields from the first one on.
const OF_A_TABLE: usize = 11 * (size_of::<String>() + OF_A_VALUE) + 16;

/// Reads JSON in which no object has the same key twice: a reader that takes the last of two would not see what stood first.
/// What would take far more memory than a save is not read: small texts can hold many tables.
///
/// # Errors
/// What is wrong, and at which line and column.
pub fn read_json(text: &str) -> serde_json::Result<Value> {
    read_within(text, MEMORY)
}

fn read_within(text: &str, memory: usize) -> serde_json::Result<Value> {
    let left = Cell::new(memory);
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Reader(&left).deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// Reads a value in which each key stands once, from the memory that is left.
#[derive(Clone, Copy)]
struct Reader<'m>(&'m Cell<usize>);

impl Reader<'_> {
    fn take<E: Error>(self, bytes: usize) -> Result<(), E> {
        let left = self.0.get().checked_sub(bytes);
        self.0.set(left.ok_or_else(|| E::custom("there is more in it than in any save"))?);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(flag.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        self.take(text.len())?;
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(self)? {
            // A list that grows has room for as many again.
            self.take(2 * OF_A_VALUE)?;
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut table = serde_json::Map::new();
        while let Some(key) = object.next_key::<String>()? {
            let fields = if table.is_empty() { OF_A_TABLE } else { size_of::<String>() + OF_A_VALUE };
            self.take(fields + key.len())?;
            let value = object.next_value_seed(self)?;
            if table.contains_key(&key) {
                return Err(A::Error::custom(format_args!("`{key}` is written twice")));
            }
            table.insert(key, value);
        }
        Ok(Value::Object(table))
    }
}

/// The field that holds it.
const FIELD: &str = "checksum";

/// The 128 bits of the hash.
struct Sum(u64, u64);

impl FromStableHash for Sum {
    type Hash = SipHasher128Hash;

    fn from(SipHasher128Hash([first, second]): SipHasher128Hash) -> Self {
        Self(first, second)
    }
}

/// Adds the checksum to an object; one that it has already is made anew.
pub fn seal(value: &mut Value) {
    let sum = sum(value);
    if let Value::Object(table) = value {
        table.insert(FIELD.into(), Value::String(sum));
    }
}

/// Takes the checksum out of an object.
///
/// # Errors
/// A sentence when there is none, or it does not fit the rest.
pub fn unseal(value: &mut Value) -> Result<(), String> {
    let right = sum(value);
    let found = value.as_object_mut().and_then(|table| table.remove(FIELD));
    match found {
        Some(Value::String(found)) if found == right => Ok(()),
        Some(_) => Err("its checksum does not fit what stands in it".into()),
        None => Err("it lacks its checksum".into()),
    }
}

/// The checksum of an object without the field that holds it, as hexadecimal digits.
fn sum(value: &Value) -> String {
    let mut hasher = StableSipHasher128::new();
    match value {
        Value::Object(table) => fields(table.iter().filter(|(key, _)| *key != FIELD).collect(), &mut hasher),
        other => feed(other, &mut hasher),
    }
    let Sum(first, second) = hasher.finish();
    format!("{first:016x}{second:016x}")
}

/// Every kind of value is fed with a mark of its own, so that none can stand for another.
fn feed(value: &Value, hasher: &mut StableSipHasher128) {
    match value {
        Value::Null => 0_u8.hash(hasher),
        Value::Bool(flag) => (1_u8, *flag).hash(hasher),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => (2_u8, number).hash(hasher),
            (None, Some(number)) => (3_u8, number).hash(hasher),
            (None, None) => (4_u8, number.to_string()).hash(hasher),
        },
        Value::String(text) => (5_u8, text).hash(hasher),
        Value::Array(list) => {
            (6_u8, list.len() as u64).hash(hasher);
            for value in list {
                feed(value, hasher);
            }
        }
        Value::Object(table) => fields(table.iter().collect(), hasher),
    }
}

fn fields(mut fields: Vec<(&String, &Value)>, hasher: &mut StableSipHasher128) {
    fields.sort_unstable_by_key(|(key, _)| *key);
    (7_u8, fields.len() as u64).hash(hasher);
    for (key, value) in fields {
        key.hash(hasher);
        feed(value, hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Whether a text with a checksum in it is believed.
    fn believed(text: &str) -> bool {
        serde_json::from_str(text).is_ok_and(|mut value| unseal(&mut value).is_ok())
    }

    #[test]
    fn spacing_and_the_order_of_fields_do_not_matter() {
        let mut value = json!({ "a": 1, "b": [true, null, "x"], "c": { "d": -2 } });
        seal(&mut value);
        let sum = value["checksum"].clone();
        insta::assert_snapshot!(sum.as_str().expect("a text"), @"5aeba2c3754a676adc368c96af123c63");
        assert!(believed(&value.to_string()));
        let other =
            format!("{{ \"c\": {{\"d\" : -2}}, \"checksum\": {sum},\n \"b\": [true, null, \"\\u0078\"], \"a\": 1 }}");
        assert!(believed(&other), "{other}");
    }

    #[test]
    fn what_is_said_differently_has_another_checksum() {
        let values = [
            json!({}),
            json!({ "a": null }),
            json!({ "a": false }),
            json!({ "a": 0 }),
            json!({ "a": -1 }),
            json!({ "a": u64::MAX }),
            json!({ "a": "0" }),
            json!({ "a": [] }),
            json!({ "a": {} }),
            json!({ "a": [[], 0] }),
            json!({ "a": [[0]] }),
            json!({ "a": 0, "b": 0 }),
            json!({ "a": "b" }),
            json!({ "ab": "" }),
        ];
        let sums: std::collections::BTreeSet<String> = values.iter().map(sum).collect();
        assert_eq!(sums.len(), values.len());
    }

    #[test]
    fn small_texts_that_would_take_much_memory_are_refused() {
        let texts = [
            format!("[{}0]", "{\"\":0},".repeat(1000)),
            format!("[{}0]", "0,".repeat(50_000)),
            format!("[{}0]", "[0],".repeat(20_000)),
            format!("{{\"a\":\"{}\"}}", "x".repeat(1_000_000)),
        ];
        for text in texts {
            let why = read_within(&text, 600_000).expect_err("it is too much").to_string();
            assert!(why.starts_with("there is more in it than in any save at line 1"), "{why}");
            read_within(&text, 8_000_000).expect("it is JSON");
        }
    }

    #[test]
    fn without_a_checksum_nothing_is_believed() {
        for text in ["{}", "[]", "3", r#"{"a":1}"#, r#"{"a":1,"checksum":3}"#, r#"{"a":1,"checksum":"00"}"#] {
            assert!(!believed(text), "{text}");
        }
    }
}
