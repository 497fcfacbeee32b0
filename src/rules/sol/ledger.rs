use crate::battle::LedgerRow;
pub fn ledger() -> &'static [LedgerRow] { &[] }
pub fn content_hash() -> u64 { 0 }
