use bevy::prelude::World; use crate::battle::*; use crate::grid::Square;
pub fn install(_: &mut Engine) {}
pub fn reach(_: &World, _: Id) -> Reach { Reach::default() }
pub fn step(_: &World, _: Id, _: Square) -> Result<Step, Refusal> { Err(Refusal::new("x","x")) }
pub fn walk(_: &World, _: Id, _: &[Square]) -> Result<Vec<Step>, Refusal> { Err(Refusal::new("x","x")) }
pub fn take_step(_: &mut World, _: Id, _: &Step) {}
pub fn movement_left(_: &World, _: Id) -> (i32, &'static str) { (0,"ft") }
pub fn offers(_: &World, _: Id) -> Vec<Offer> { vec![] }
pub fn acts(_: &World, _: Id, _: &Offer) -> Vec<Act> { vec![] }
pub fn check(_: &World, _: &Act) -> Result<(), Refusal> { Err(Refusal::new("x","x")) }
pub fn begin(_: &mut World, _: &Act) {}
pub fn displaced(_: &mut World, _: Id) {}
pub fn ground_changed(_: &mut World, _: &[Square]) {}
pub fn fall_prone(_: &mut World, _: Id, _: Rule) {}
pub fn stranded(_: &World, _: Id) -> Option<Refusal> { None }
