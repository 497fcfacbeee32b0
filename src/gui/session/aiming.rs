//! An action being aimed: what it can be done to, with which options, how it is put together.

use std::collections::BTreeMap;

use super::Session;
use crate::battle::{
    Act, Aim, AimInfo, ById, Composition, CoverStep, Creature, DoorState, Group, Id, Offer, Order, Purpose, Setting,
    Thing,
};
use crate::grid::Square;
use crate::level::Door;

/// An action being aimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aiming {
    /// The action.
    pub offer: Offer,
    /// Every legal way of doing it.
    pub acts: Vec<Act>,
    /// Options that were switched.
    pub options: BTreeMap<String, Setting>,
    /// The creature or object aimed at.
    pub target: Option<Id>,
    /// The square aimed at.
    pub at: Option<Square>,
    /// How it is put together from parts that cost, if it is.
    pub composed: Option<Composition>,
}

impl Aiming {
    /// The order it stands for now, if what is aimed at is legal.
    pub fn act(&self) -> Option<&Act> {
        let fits = |act: &&Act| match (act.target, act.at) {
            (Some(target), _) => self.target == Some(target),
            (None, Some(at)) => self.at == Some(at),
            (None, None) => true,
        };
        let mut fitting: Vec<&Act> = self.acts.iter().filter(fits).collect();
        fitting.sort_by_key(|act| act.options.len());
        fitting
            .iter()
            .find(|act| act.options == self.options)
            .or(fitting.first())
            .copied()
    }

    /// Every target, in the order of the ruleset's list.
    pub fn targets(&self) -> Vec<Id> {
        let mut out: Vec<Id> = Vec::new();
        for target in self.acts.iter().filter_map(|act| act.target) {
            if !out.contains(&target) {
                out.push(target);
            }
        }
        out
    }

    /// Whether nobody wishes it on their own side.
    pub fn harms(&self) -> bool {
        self.offer.group == Group::Attack || matches!(self.offer.purpose, Purpose::Harm | Purpose::Control)
    }

    /// How far it reaches as it is put together now, in squares.
    pub fn range(&self) -> Option<u32> {
        match &self.composed {
            Some(composed) => composed.range,
            None => self.offer.range,
        }
    }

    /// The radius of its area as it is put together now, in squares.
    pub fn radius(&self) -> Option<u32> {
        match &self.composed {
            Some(composed) => composed.radius,
            None => self.offer.radius,
        }
    }

    /// Every square it can be done at.
    pub fn spots(&self) -> Vec<Square> {
        let mut out: Vec<Square> = self.acts.iter().filter_map(|act| act.at).collect();
        out.sort_unstable();
        out.dedup();
        out
    }
}

impl Session {
    /// What a click on somebody or something means while nothing is chosen: the first thing on the list that can be done to it,
    /// attacks on foes before all else, doors opened before they are broken. `None` where nothing is meant but the square.
    ///
    /// # Errors
    /// Why what is meant cannot be done, in the words of the rules.
    pub fn obvious(&mut self, other: Id) -> Option<Result<Offer, String>> {
        let creature = self.commanded()?;
        let offers = self.offers().to_vec();
        let battle = self.seen();
        let (world, ruleset) = (battle.world(), battle.ruleset());
        let (is_creature, own) = (world.part::<Creature>(other).is_some(), self.is_own(other));
        let wished = |offer: &&Offer| {
            let attacks = offer.group == Group::Attack;
            offer.aim == Aim::Thing && !(own && attacks)
        };
        let mut listed: Vec<&Offer> = offers.iter().filter(wished).collect();
        listed.sort_by_key(|offer| offer.group);
        if !is_creature {
            listed.sort_by_key(|offer| offer.purpose != Purpose::Interact);
        }
        let hits = |offer: &&&Offer| {
            let ways = ruleset.acts(world, creature, offer);
            offer.refusal.is_none() && ways.iter().any(|act| act.target == Some(other))
        };
        if let Some(offer) = listed.iter().find(hits) {
            return Some(Ok((*offer).clone()));
        }
        let name = battle.name(other);
        let door = world.part::<DoorState>(other).is_some_and(|door| door.0 != Door::Open);
        if own {
            return Some(Err(format!("There is nothing to be done to {name} from here.")));
        }
        if !is_creature && !door {
            return None;
        }
        let first = listed.iter().find(|offer| offer.refusal.is_none()).or(listed.first())?;
        let act = Act {
            with: first.with.clone(),
            target: Some(other),
            ..Act::new(creature, first.action.clone())
        };
        let why = match (&first.refusal, &battle.check(&Order::Act(act))) {
            (Some(refusal), _) | (None, Err(refusal)) => self.masked(&refusal.to_string()),
            (None, Ok(())) => "not from here.".into(),
        };
        Some(Err(format!("{} at {name}: {why}", first.label)))
    }

    /// Whether something is a creature of the side that commands now.
    pub fn is_own(&self, id: Id) -> bool {
        let world = self.battle.world();
        let side = |id: Id| world.part::<Creature>(id).map(|who| who.side);
        side(id).is_some() && side(id) == self.commanded().and_then(side)
    }

    /// Brings first what is likely meant: foes before things, what can be hurt before what lies behind full cover, one's own side last.
    fn rank(&self, offer: &Offer, acts: &mut [Act]) {
        let aim = Aiming {
            offer: offer.clone(),
            acts: Vec::new(),
            options: BTreeMap::new(),
            target: None,
            at: None,
            composed: None,
        };
        if !aim.harms() {
            return;
        }
        let mut known: BTreeMap<Id, (bool, bool, bool)> = BTreeMap::new();
        for act in acts.iter() {
            if let Some(target) = act.target {
                known
                    .entry(target)
                    .or_insert_with(|| (self.is_own(target), self.is_sheltered(act), !self.is_foe(target)));
            }
        }
        acts.sort_by_key(|act| act.target.and_then(|target| known.get(&target).copied()));
    }

    /// Whether all of the target is behind cover.
    fn is_sheltered(&self, act: &Act) -> bool {
        let battle = self.seen();
        let info = battle.ruleset().aim(battle.world(), act);
        info.is_some_and(|info| info.shelter.step == CoverStep::Full)
    }

    /// Whether what is aimed at now cannot be hurt, as far as cover tells.
    pub fn aims_in_vain(&self) -> bool {
        let aim = self.aim.as_ref();
        aim.is_some_and(|aim| aim.harms() && aim.act().is_some_and(|act| self.is_sheltered(act)))
    }

    /// The targets that keys go through: one's own side only once one of them is pointed at, where it would be harmed.
    pub fn offered_targets(&self) -> Vec<Id> {
        let Some(aim) = &self.aim else { return Vec::new() };
        let mut targets = aim.targets();
        let asked_for = aim.target.is_some_and(|target| self.is_own(target));
        if aim.harms() {
            targets.retain(|&target| asked_for || !self.is_own(target));
        } else {
            targets.sort_by_key(|&target| !self.is_foe(target));
        }
        targets
    }

    /// Starts aiming an action, or gives the order at once when there is nothing to aim.
    pub fn pick(&mut self, offer: Offer) {
        let Some(creature) = self.commanded() else { return };
        let buttons = self.buttons();
        let fans = |family: &String| buttons.iter().any(|one| one.fans() && one.name == *family);
        self.fan = offer.family.clone().filter(fans);
        let before = self.aim.as_ref().and_then(|aim| aim.target);
        if let Some(refusal) = &offer.refusal {
            self.refuse(self.masked(&refusal.to_string()));
            return;
        }
        let (world, ruleset) = (self.seen().world(), self.seen().ruleset());
        let bare = Act {
            with: offer.with.clone(),
            ..Act::new(creature, offer.action.clone())
        };
        let composed = ruleset.compose(world, &bare);
        let mut acts = if composed.is_some() {
            ruleset.acts_with(world, creature, &offer, &BTreeMap::new())
        } else {
            ruleset.acts(world, creature, &offer)
        };
        self.rank(&offer, &mut acts);
        if offer.aim == Aim::Nothing && acts.len() == 1 {
            let _ = self.submit(&Order::Act(acts[0].clone()));
            return;
        }
        if acts.is_empty() && composed.is_none() {
            self.refuse(format!("{}: nothing here to aim at.", offer.label));
            return;
        }
        let mut aim = Aiming {
            offer,
            acts,
            options: BTreeMap::new(),
            target: None,
            at: None,
            composed,
        };
        aim.target = before
            .filter(|target| aim.targets().contains(target))
            .or_else(|| self.likely(&aim));
        self.aim = Some(aim);
        self.aim_at_hover();
    }

    /// The target that is surely meant: the only foe, or else the only one there is; nobody means to harm their own side.
    fn likely(&self, aim: &Aiming) -> Option<Id> {
        let targets = aim.targets();
        let mut foes = targets.iter().copied().filter(|&target| self.is_foe(target));
        match (foes.next(), foes.next(), &targets[..]) {
            (Some(only), None, _) => Some(only),
            (None, _, &[only]) if !aim.harms() || !self.is_own(only) => Some(only),
            _ => None,
        }
    }

    /// Sets an option of the aimed action, or takes it back; what is put together from parts is worked out anew.
    pub fn set_option(&mut self, key: String, value: Setting, on: bool) {
        let Some(creature) = self.commanded() else { return };
        let Some(mut aim) = self.aim.take() else { return };
        if on {
            aim.options.insert(key, value);
        } else {
            aim.options.remove(&key);
        }
        let whole = aim.composed.is_none();
        if !whole {
            let (world, ruleset) = (self.seen().world(), self.seen().ruleset());
            let act = Act {
                with: aim.offer.with.clone(),
                options: aim.options.clone(),
                ..Act::new(creature, aim.offer.action.clone())
            };
            aim.composed = ruleset.compose(world, &act);
            aim.acts = ruleset.acts_with(world, creature, &aim.offer, &aim.options);
            self.rank(&aim.offer, &mut aim.acts);
            aim.target = aim.target.or_else(|| self.likely(&aim));
        }
        self.aim = Some(aim);
        if !whole {
            self.aim_at_hover();
        }
    }

    /// Lets the aim follow the cursor: a target under it is taken, else the last one stays.
    pub fn aim_at_hover(&mut self) {
        let Some(square) = self.hover else { return };
        let under = self.all_under(square);
        let Some(aim) = &mut self.aim else { return };
        // Of those who share the square, the first that it can be done to.
        let fits = |target: &Id| aim.acts.iter().any(|act| act.target == Some(*target));
        if let Some(target) = under.into_iter().find(fits) {
            aim.target = Some(target);
        }
        if aim.acts.iter().any(|act| act.at == Some(square)) {
            aim.at = Some(square);
        }
    }

    /// The order that a confirmation would give now; `None` while it is open what is to be done, or at whom.
    pub fn aimed(&self) -> Option<Order> {
        let aim = self.aim.as_ref()?;
        if aim.offer.aim == Aim::Nothing && aim.acts.len() > 1 {
            return None;
        }
        aim.act().cloned().map(Order::Act)
    }

    /// The order that pointing at the hovered square gives.
    ///
    /// # Errors
    /// Why there is none: what was aimed at last stays aimed at, but it is not what is pointed at.
    pub fn aimed_here(&self) -> Result<Order, String> {
        let Some(square) = self.hover else {
            return Err(self.why_not_aimed());
        };
        let under = self.all_under(square);
        let here = |act: &Act| match (act.target, act.at) {
            (Some(target), _) => under.contains(&target),
            (None, at) => at == Some(square),
        };
        match self.aimed() {
            Some(Order::Act(act)) if here(&act) => Ok(Order::Act(act)),
            _ => Err(self.why_not_here(square, under.first().copied())),
        }
    }

    /// Why nothing can be confirmed yet.
    pub fn why_not_aimed(&self) -> String {
        let Some(aim) = &self.aim else { return String::new() };
        let refusal = aim.composed.as_ref().and_then(|composed| composed.refusal.as_ref());
        let label = &aim.offer.label;
        match (refusal, aim.offer.aim) {
            (Some(refusal), _) => self.masked(&refusal.to_string()),
            (None, Aim::Nothing) => format!("{label}: choose in the bar how."),
            (None, Aim::Thing) => format!("{label}: choose whom first."),
            (None, Aim::Square) => format!("{label}: choose a square first."),
        }
    }

    /// Why what is aimed cannot be done to what is pointed at, in the words of the rules where they have some.
    fn why_not_here(&self, square: Square, under: Option<Id>) -> String {
        let Some(aim) = &self.aim else { return String::new() };
        let composed = aim.composed.as_ref().is_some_and(|composed| composed.refusal.is_some());
        let (Some(creature), false) = (self.commanded(), composed || aim.offer.aim == Aim::Nothing) else {
            return self.why_not_aimed();
        };
        let label = &aim.offer.label;
        if aim.offer.aim == Aim::Thing && under.is_none() {
            return format!("{label}: there is nobody and nothing to aim at there.");
        }
        let first = aim.acts.first().cloned();
        let bare = first.unwrap_or_else(|| Act {
            with: aim.offer.with.clone(),
            options: aim.options.clone(),
            ..Act::new(creature, aim.offer.action.clone())
        });
        let act = if aim.offer.aim == Aim::Thing {
            Act { target: under, ..bare }
        } else {
            Act {
                at: Some(square),
                ..bare
            }
        };
        match self.seen().check(&Order::Act(act)) {
            Err(refusal) => self.masked(&refusal.to_string()),
            Ok(()) => format!("{label}: nothing would come of it there."),
        }
    }

    /// What the ruleset knows of the aimed attack.
    pub fn aim_info(&self) -> Option<AimInfo> {
        self.seen()
            .ruleset()
            .aim(self.seen().world(), self.aim.as_ref()?.act()?)
    }

    /// Moves the aim to the next or previous target.
    pub fn cycle(&mut self, forward: bool) {
        let targets = self.offered_targets();
        let Some(aim) = &mut self.aim else { return };
        if targets.is_empty() {
            if !aim.acts.is_empty() {
                let why = format!(
                    "{}: no foe is in reach. Point at your own side to aim there.",
                    aim.offer.label
                );
                self.refuse(why);
            }
            return;
        }
        let place = aim
            .target
            .and_then(|target| targets.iter().position(|&known| known == target));
        let next = match (place, forward) {
            (None, _) => 0,
            (Some(place), true) => (place + 1) % targets.len(),
            (Some(place), false) => (place + targets.len() - 1) % targets.len(),
        };
        let target = targets[next];
        aim.target = Some(target);
        // The cursor goes along, and with it the view.
        let thing = self.battle.world().part::<Thing>(target);
        let beside = crate::battle::laid_at(self.battle.world(), target).map(|laid| laid.space.at);
        let square = thing.map_or_else(
            || Some(self.space(target).at),
            |thing| thing.squares.first().copied().or(beside),
        );
        (self.hover, self.pointed, self.by_keys) = (square, Some(target), true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::trial::begun;

    /// One with Spells, and one to cast them upon, sixty feet off.
    const RANGE: &str = r#"
name = "Range"
ruleset = "essence"
map = '''
################
#c...........r.#
#..............#
################
'''
[legend]
"c" = { creature = "mystic", side = "blue", name = "Cleo", essence = { energy = 4 } }
"r" = { creature = "brute", side = "red", name = "Rook" }
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

    fn aiming(spell: &str) -> Session {
        let mut session = begun(RANGE, "Cleo");
        let offer = session
            .offers()
            .iter()
            .find(|offer| offer.with.as_deref() == Some(spell))
            .cloned();
        session.pick(offer.expect("she knows that"));
        session
    }

    fn composed(session: &Session) -> &Composition {
        let aim = session.aim.as_ref().expect("something is aimed");
        aim.composed.as_ref().expect("it is put together")
    }

    fn turn(session: &mut Session, part: &str, to: i32) {
        session.set_option(part.into(), Setting::Number(to), true);
    }

    #[test]
    fn energy_makes_a_spell_reach_farther_and_strike_harder() {
        let mut session = aiming("flame_dart");
        assert_eq!(composed(&session).total, "1 of 4 Energy");
        assert_eq!(composed(&session).range, Some(6));
        assert!(session.aimed().is_none(), "Rook is sixty feet away");
        turn(&mut session, "range", 1);
        assert_eq!(composed(&session).range, Some(12));
        let weak = session.aimed().expect("he is in range now");
        turn(&mut session, "power", 3);
        let power = composed(&session)
            .dials
            .iter()
            .find(|dial| dial.key == "power")
            .cloned();
        assert_eq!(
            power.map(|dial| (dial.value, dial.less)),
            Some(("3d6".into(), Some("2d6".into())))
        );
        let strong = session.aimed().expect("there is enough for it");
        let mean = |session: &mut Session, order: &Order| {
            let forecast = session.battle.forecast(order).expect("it can be cast");
            let branch = forecast.branches.last().expect("something comes of it").clone();
            let success = branch.success.expect("it is rolled against a defense");
            assert!(success > 0 && success < branch.whole);
            branch
                .targets
                .values()
                .map(|one| one.mean_hundredths(branch.whole))
                .sum::<u128>()
        };
        assert!(mean(&mut session, &strong) > 2 * mean(&mut session, &weak));
    }

    #[test]
    fn pointing_confirms_only_what_is_pointed_at() {
        let mut session = aiming("flame_dart");
        turn(&mut session, "range", 1);
        let rook = session
            .battle
            .world()
            .resource::<crate::battle::Cast>()
            .find("Rook")
            .expect("he is there");
        let point = |session: &mut Session, at: Square| {
            (session.hover, session.pointed) = (Some(at), None);
            session.aim_at_hover();
            session.aimed_here()
        };
        let at = session.space(rook).at;
        assert!(point(&mut session, at).is_ok(), "he is aimed at");
        for nothing in [Square::new(5, 2), Square::new(5, 0)] {
            let why = point(&mut session, nothing).expect_err("nobody is there");
            assert!(why.contains("nobody"), "{why}");
            assert!(session.aimed().is_some(), "a key still confirms what the bar shows");
        }
        let mut session = aiming("fog_bank");
        assert!(point(&mut session, Square::new(4, 2)).is_ok());
        let far = point(&mut session, Square::new(14, 2)).expect_err("that is far away");
        assert!(!far.is_empty() && session.aimed().is_some(), "{far}");
    }

    #[test]
    fn the_cursor_goes_along_to_the_next_target() {
        let mut session = aiming("flame_dart");
        turn(&mut session, "range", 1);
        session.hover = None;
        session.cycle(true);
        let rook = session.aim.as_ref().and_then(|aim| aim.target).expect("a target");
        assert_eq!(session.hover, Some(session.space(rook).at));
        assert_eq!((session.pointed, session.by_keys), (Some(rook), true));
    }

    #[test]
    fn more_than_there_is_is_refused_in_the_words_of_the_rules() {
        let mut session = aiming("flame_dart");
        turn(&mut session, "power", 4);
        turn(&mut session, "range", 1);
        let refusal = composed(&session).refusal.clone().expect("five of four");
        assert!(refusal.message.contains("5 Energy"), "{refusal}");
        assert!(refusal.rule.is_some_and(|rule| rule.id() == "ESS-SPELL-4"));
        assert!(session.aimed().is_none());
        turn(&mut session, "power", 3);
        assert!(composed(&session).refusal.is_none());
        assert!(session.aimed().is_some());
    }

    #[test]
    fn keys_turn_the_parts_one_by_one() {
        use crate::gui::fan::{LESS, Pressed};
        let mut session = aiming("fog_bank");
        assert_eq!(session.pressed(0), Some(Pressed::Turn("area".into(), 1)));
        turn(&mut session, "area", 1);
        assert_eq!(session.pressed(LESS), Some(Pressed::Turn("area".into(), 0)));
        assert_eq!(session.pressed(2), None, "its range cannot be changed");
        session.step_back();
        assert!(session.aim.is_none() && session.fan.is_some(), "back among the Spells");
    }

    fn find(session: &Session, name: &str) -> Id {
        let cast = session.battle.world().resource::<crate::battle::Cast>();
        cast.find(name).expect("somebody of that name")
    }

    /// A door beside her, a foe far off, a friend near by, and another foe behind a wall.
    const HALL: &str = r#"
name = "Hall"
ruleset = "sol"
map = '''
####################
#.v+...............#
#..#..............r#
#.k#...............#
####################
'''
[legend]
"v" = { creature = "brute", side = "blue", name = "Vera" }
"k" = { creature = "soldier", side = "blue", name = "Kit" }
"r" = { creature = "brute", side = "red", name = "Rook" }
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

    #[test]
    fn a_click_means_what_is_there() {
        let mut session = begun(HALL, "Vera");
        let door = crate::battle::thing_at(session.battle.world(), Square::new(3, 1)).expect("a door");
        let offer = session
            .obvious(door)
            .expect("one opens a door")
            .expect("it is beside her");
        assert_eq!(offer.purpose, Purpose::Interact);
        let rook = find(&session, "Rook");
        let why = session
            .obvious(rook)
            .expect("one attacks a foe")
            .expect_err("he is far away");
        assert!(why.contains("Rook") && !why.contains("left"), "{why}");
        session.pick(offer);
        assert!(session.aim.is_some(), "the first click aims");
    }

    #[test]
    fn a_foe_in_reach_is_attacked_and_a_friend_is_not() {
        let mut session = begun(crate::gui::trial::DUSK, "Rook");
        let sable = find(&session, "Sable");
        let attacks =
            |found: Option<Result<Offer, String>>| matches!(found, Some(Ok(offer)) if offer.group == Group::Attack);
        assert!(!attacks(session.obvious(sable)));
        let mut session = begun(YARD, "Rook");
        let bea = find(&session, "Bea");
        assert!(attacks(session.obvious(bea)));
    }

    const YARD: &str = r#"
name = "Yard"
ruleset = "sol"
map = '''
###########
#...#.....#
#.r.#.f...#
#...#.....#
#.........#
#.b.......#
###########
'''
[legend]
"r" = { creature = "soldier", side = "red", name = "Rook" }
"f" = { creature = "guard", side = "blue", name = "Finn" }
"b" = { creature = "guard", side = "blue", name = "Bea" }
[[side]]
id = "red"
seat = "human"
[[side]]
id = "blue"
seat = "human"
"#;

    #[test]
    fn whom_nothing_can_hurt_comes_last_and_is_told_to_be_so() {
        let mut session = begun(YARD, "Rook");
        let shot = session.offers().iter().find(|offer| {
            offer.group == Group::Attack && offer.aim == Aim::Thing && offer.range.is_some_and(|range| range > 6)
        });
        let shot = shot.cloned().expect("a soldier shoots");
        session.pick(shot);
        let (finn, bea) = (find(&session, "Finn"), find(&session, "Bea"));
        let targets = session.offered_targets();
        let place = |id: Id| targets.iter().position(|&known| known == id).expect("a target");
        assert!(place(bea) < place(finn), "a wall hides Finn: {targets:?}");
        for (target, vain) in [(bea, false), (finn, true)] {
            session.aim.as_mut().expect("an aim").target = Some(target);
            assert_eq!(session.aims_in_vain(), vain);
        }
    }

    #[test]
    fn keys_offer_no_friend_as_a_target() {
        const ALONE: &str = r#"
name = "Alone"
ruleset = "essence"
map = '''
########################################
#ck...................................r#
########################################
'''
[legend]
"c" = { creature = "mystic", side = "blue", name = "Cleo", essence = { energy = 4 } }
"k" = { creature = "soldier", side = "blue", name = "Kit" }
"r" = { creature = "brute", side = "red", name = "Rook" }
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;
        let mut session = begun(ALONE, "Cleo");
        let spike = session
            .offers()
            .iter()
            .find(|offer| offer.with.as_deref() == Some("mind_spike"))
            .cloned();
        session.pick(spike.expect("she knows that"));
        let kit = find(&session, "Kit");
        let aim = session.aim.as_ref().expect("it could be done to Kit");
        assert!(
            aim.targets().contains(&kit) && aim.target.is_none(),
            "nobody means that"
        );
        session.cycle(true);
        assert!(session.aim.as_ref().is_some_and(|aim| aim.target.is_none()));
        assert!(
            session
                .notice
                .as_ref()
                .is_some_and(|(said, _)| said.contains("no foe is in reach"))
        );
        session.hover = Some(session.space(kit).at);
        session.aim_at_hover();
        assert!(session.aimed().is_some(), "pointed at, it can be");
    }
}
