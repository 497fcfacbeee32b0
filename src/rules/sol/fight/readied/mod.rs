//! What is readied under this ruleset: what is watched for, what opens a chance, who is asked.
pub(in crate::rules::sol) mod ask;
pub(in crate::rules::sol) mod opening;
pub(in crate::rules::sol) mod watch;
