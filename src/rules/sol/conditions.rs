use crate::battle::Ailment;
pub fn known(_: &str) -> bool { true }
pub fn all() -> Vec<(String,String)> { vec![] }
pub fn ailment(k: &str, l: &str) -> Ailment { Ailment { key: k.into(), label: k.into(), text: String::new(), lasts: l.into(), rule: None } }
