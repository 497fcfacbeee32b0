//! The list of a creature as buttons: members of one family stand behind one button and fan out of it; and which of those who may
//! act now is given orders.

use crate::battle::{Act, Aim, Composition, Dial, Group, Id, Offer, Price, Purpose};

use super::Session;

/// A button of the action bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What it says.
    pub name: String,
    /// The places in the list of what stands behind it; several fan out.
    pub members: Vec<usize>,
    /// The place of the member that it does at once when it opens.
    pub lead: Option<usize>,
    /// The place of the member whose icon it bears.
    pub face: usize,
}

impl Button {
    /// Whether it opens a fan.
    pub fn fans(&self) -> bool {
        self.members.len() > 1
    }
}

/// The buttons of a list, each where the first of its members stands.
pub fn buttons(offers: &[Offer]) -> Vec<Button> {
    let mut out: Vec<Button> = Vec::new();
    for (place, offer) in offers.iter().enumerate() {
        if let Some(family) = &offer.family
            && let Some(known) = out.iter_mut().find(|one| is_family(offers, one, family))
        {
            known.members.push(place);
            known.lead = known.lead.or(offer.leads.then_some(place));
            continue;
        }
        out.push(Button {
            name: offer.label.clone(),
            members: vec![place],
            lead: (offer.family.is_some() && offer.leads).then_some(place),
            face: place,
        });
    }
    for button in out.iter_mut().filter(|button| button.fans()) {
        if let Some(family) = &offers[button.members[0]].family {
            button.name.clone_from(family);
        }
        // What leads comes first; what cannot be done now stays where it is.
        let lead = button.lead;
        button.members.sort_by_key(|&place| Some(place) != lead);
        button.face = button.members[0];
    }
    for own in 0..out.len() {
        if let Some(face) = own_face(offers, &out, own) {
            out[own].face = face;
        }
    }
    out
}

/// The first member of a family that nothing leads whose icon no other button bears, where the first one's is borne by another.
fn own_face(offers: &[Offer], buttons: &[Button], own: usize) -> Option<usize> {
    let button = &buttons[own];
    let borne = |place: usize| {
        let mut others = buttons.iter().enumerate().filter(|(other, _)| *other != own);
        others.any(|(_, other)| offers[other.face].icon == offers[place].icon)
    };
    (button.lead.is_none() && borne(button.face))
        .then(|| button.members.iter().copied().find(|&place| !borne(place)))
        .flatten()
}

/// What creatures of every kind can do, under every ruleset. Each has a key of its own, whatever else is on the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// Dodges or defends.
    Guard,
    /// Hides.
    Hide,
    /// Looks for creatures that hide.
    Search,
    /// Goes farther on this turn.
    Run,
    /// Waits, or gets something ready.
    Wait,
    /// Works something that is there.
    Interact,
    /// Draws, puts away, lets fall.
    Gear,
    /// Lies down, gets up, ducks.
    Posture,
    /// Helps or heals others.
    Aid,
}

impl Common {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Guard,
        Self::Hide,
        Self::Search,
        Self::Run,
        Self::Wait,
        Self::Interact,
        Self::Gear,
        Self::Posture,
        Self::Aid,
    ];

    /// What an action is one of, if it is; no attack is.
    fn of(offer: &Offer) -> Option<Self> {
        match offer.purpose {
            _ if offer.group == Group::Attack => None,
            Purpose::Guard | Purpose::Dodge => Some(Self::Guard),
            Purpose::Hide => Some(Self::Hide),
            Purpose::Search => Some(Self::Search),
            Purpose::Sprint => Some(Self::Run),
            Purpose::Wait => Some(Self::Wait),
            Purpose::Interact => Some(Self::Interact),
            Purpose::Gear | Purpose::Arm => Some(Self::Gear),
            // What is paid with actions, or aimed, goes somewhere.
            Purpose::Move if offer.aim == Aim::Nothing && !matches!(offer.price, Price::Points(_)) => {
                Some(Self::Posture)
            }
            Purpose::Aid | Purpose::Mend => Some(Self::Aid),
            _ => None,
        }
    }
}

/// The key of a button of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The key of a common act.
    Common(Common),
    /// The key of a choice by its number, counted from 0.
    Choice(usize),
}

/// The keys of the buttons. The first button of each common act has that act's own key; all others are counted.
pub fn keys(offers: &[Offer], buttons: &[Button]) -> Vec<Key> {
    let common = |button: &Button| Common::of(&offers[button.members[0]]);
    let mut count = 0..;
    let key = |(place, button): (usize, &Button)| {
        let own = common(button).filter(|own| !buttons[..place].iter().any(|other| common(other) == Some(*own)));
        own.map_or_else(|| Key::Choice(count.next().unwrap_or_default()), Key::Common)
    };
    buttons.iter().enumerate().map(key).collect()
}

fn is_family(offers: &[Offer], button: &Button, family: &str) -> bool {
    offers[button.members[0]].family.as_deref() == Some(family)
}

/// What a key of the bar stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// An action.
    Pick(Box<Offer>),
    /// The fan of a family.
    Open(String),
    /// So much into a part of what is put together.
    Turn(String, i32),
    /// One of the ways of doing what needs no target.
    Do(Act),
}

/// The keys of the lower row of choices take back what those of the upper put in.
pub const LESS: usize = 10;

/// One more into the so-manieth part, or with a key of the lower row one less.
fn turned(composed: &Composition, number: usize) -> Option<Pressed> {
    let dials: Vec<&Dial> = composed.dials.iter().filter(|dial| dial.most > dial.least).collect();
    if let Some(dial) = dials.get(number).filter(|dial| dial.more.is_some()) {
        return Some(Pressed::Turn(dial.key.clone(), dial.now + 1));
    }
    let dial = dials.get(number.checked_sub(LESS)?)?;
    dial.less.is_some().then(|| Pressed::Turn(dial.key.clone(), dial.now - 1))
}

impl Session {
    /// The buttons of the commanded creature's list.
    pub fn buttons(&mut self) -> Vec<Button> {
        buttons(self.offers())
    }

    /// What the so-manieth key of the bar, counted from 0, stands for now: more or less of a part of what is put together, a way
    /// of doing what needs no target, a member of the open fan, else a button.
    pub fn pressed(&mut self, number: usize) -> Option<Pressed> {
        if let Some(composed) = self.aim.as_ref().and_then(|aim| aim.composed.as_ref()) {
            return turned(composed, number);
        }
        if let Some(aim) = self.aim.as_ref().filter(|aim| aim.offer.aim == Aim::Nothing) {
            return aim.acts.get(number).map(|act| Pressed::Do(self.worded(act)));
        }
        let buttons = self.buttons();
        if let Some(open) = self.fan.clone()
            && let Some(button) = buttons.iter().find(|button| button.fans() && button.name == open)
        {
            let offer = self.offers().get(*button.members.get(number)?)?;
            return Some(Pressed::Pick(Box::new(offer.clone())));
        }
        self.pressed_key(&buttons, Key::Choice(number))
    }

    /// What the key of a common act stands for now.
    pub fn pressed_common(&mut self, common: Common) -> Option<Pressed> {
        let buttons = self.buttons();
        self.pressed_key(&buttons, Key::Common(common))
    }

    fn pressed_key(&mut self, buttons: &[Button], key: Key) -> Option<Pressed> {
        let place = keys(self.offers(), buttons).iter().position(|own| *own == key)?;
        let button = &buttons[place];
        if button.fans() {
            return Some(Pressed::Open(button.name.clone()));
        }
        let offer = self.offers().get(button.members[0])?;
        Some(Pressed::Pick(Box::new(offer.clone())))
    }

    /// Opens a family; what leads it is aimed at once.
    pub fn open(&mut self, family: String) {
        let button = self.buttons().into_iter().find(|button| button.name == family);
        let Some(button) = button.filter(Button::fans) else {
            return;
        };
        self.aim = None;
        self.fan = Some(family);
        let lead = button.lead.and_then(|place| self.offers().get(place).cloned());
        if let Some(lead) = lead.filter(|lead| lead.refusal.is_none() && lead.aim != Aim::Nothing) {
            self.pick(lead);
        }
    }

    /// Closes plans that are open, else lets the aim be; from a member of a family without a lead, one is back in the family first.
    pub fn step_back(&mut self) {
        if self.close_plans() {
            return;
        }
        let led = self
            .fan
            .clone()
            .is_some_and(|open| self.buttons().iter().any(|one| one.name == open && one.lead.is_some()));
        if self.aim.take().is_none() || led {
            self.fan = None;
        }
    }

    /// Those whom a person can give orders to now, the one whose turn it is first.
    pub fn actors(&self) -> Vec<Id> {
        if self.commanded().is_none() {
            return Vec::new();
        }
        self.battle.actors()
    }

    /// Gives the next orders to another of those who may act.
    pub fn command(&mut self, creature: Id) {
        if self.actors().contains(&creature) && self.commanded() != Some(creature) {
            self.aim = None;
            self.fan = None;
            self.actor = Some(creature);
            self.version += 1;
        }
    }

    /// Gives the next orders to the next of those who may act.
    pub fn next_actor(&mut self) {
        let actors = self.actors();
        let place = actors.iter().position(|&id| Some(id) == self.commanded());
        if let Some(place) = place
            && actors.len() > 1
        {
            self.command(actors[(place + 1) % actors.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Order;
    use crate::gui::tests::test_battles::{STABLE, begun, pick};

    fn offer(label: &str, family: Option<&str>, refused: bool) -> Offer {
        Offer {
            action: label.to_lowercase(),
            with: None,
            label: label.into(),
            icon: String::new(),
            purpose: Purpose::Other,
            cost: String::new(),
            price: Price::Free,
            group: Group::Action,
            family: family.map(Into::into),
            leads: family == Some(label),
            aim: Aim::Thing,
            range: None,
            radius: None,
            exposes: Vec::new(),
            refusal: refused.then(|| crate::battle::Refusal::new("no", "No.")),
            help: String::new(),
        }
    }

    #[test]
    fn a_family_stands_behind_one_button_led_by_its_namesake() {
        let list = [
            offer("Throw Knife", Some("Knife"), false),
            offer("Dodge", None, false),
            offer("Trip", Some("Knife"), true),
            offer("Knife", Some("Knife"), false),
            offer("Sneak", Some("Skills"), false),
        ];
        let buttons = buttons(&list);
        let names: Vec<_> = buttons.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Knife", "Dodge", "Sneak"], "alone in its family, it is itself");
        assert_eq!(buttons[0].members, [3, 0, 2]);
        assert_eq!(buttons[0].lead, Some(3));
        assert!(!buttons[2].fans());
    }

    #[test]
    fn a_family_bears_an_icon_of_its_own_where_one_of_its_members_has_one() {
        let with = |label: &str, family, icon: &str| Offer { icon: icon.into(), ..offer(label, family, false) };
        let list = [
            with("Medkit", None, "heal"),
            with("Medicine", Some("Skills"), "heal"),
            with("Wake", Some("Skills"), "heal"),
            with("Investigate", Some("Skills"), "search"),
            with("Rescue", Some("Rescue"), "heal"),
            with("Drag", Some("Rescue"), "grapple"),
        ];
        let icons: Vec<_> = buttons(&list).iter().map(|one| list[one.face].icon.as_str()).collect();
        assert_eq!(icons, ["heal", "search", "heal"], "what leads a family stands for it");
    }

    #[test]
    fn common_acts_have_keys_of_their_own_and_all_else_is_counted() {
        let to = |label: &str, purpose: Purpose, group: Group| Offer {
            purpose,
            group,
            aim: Aim::Nothing,
            price: Price::Free,
            ..offer(label, None, false)
        };
        let sword = to("Sword", Purpose::Harm, Group::Attack);
        let flare = to("Flare", Purpose::Search, Group::Attack);
        let hide = to("Hide", Purpose::Hide, Group::Action);
        let lurk = to("Lurk", Purpose::Hide, Group::Action);
        let prone = to("Drop prone", Purpose::Move, Group::Free);
        let list = [sword.clone(), flare, hide.clone(), lurk, prone];
        let known = keys(&list, &buttons(&list));
        let expected =
            [Key::Choice(0), Key::Choice(1), Key::Common(Common::Hide), Key::Choice(2), Key::Common(Common::Posture)];
        assert_eq!(known, expected);
        let other = [hide, sword];
        assert_eq!(keys(&other, &buttons(&other))[0], Key::Common(Common::Hide), "whoever it is, the same key");
    }

    fn kennel() -> Session {
        begun(STABLE, "Ada")
    }

    #[test]
    fn an_attack_opens_the_fan_of_its_weapon_and_is_aimed_at_once() {
        let mut session = kennel();
        let Some(Pressed::Open(family)) = session.pressed(0) else {
            panic!("a soldier's weapon has Maneuvers");
        };
        session.open(family.clone());
        assert_eq!(session.fan.as_deref(), Some(&*family));
        let fanned = session.buttons()[0].members.len();
        assert!(fanned >= 7, "the attack and six Maneuvers: {fanned}");
        let Some(Pressed::Pick(first)) = session.pressed(0) else {
            panic!("a fan has members");
        };
        assert_eq!(first.label, family);
        session.step_back();
        assert_eq!((&session.fan, &session.aim), (&None, &None));
        let ready = |offer: &Offer| offer.action == "ready" && offer.aim == Aim::Nothing;
        pick(&mut session, ready);
        let way = session.pressed(1);
        assert!(matches!(&way, Some(Pressed::Do(act)) if act.action == "ready"), "{way:?}");
    }

    #[test]
    fn after_a_command_the_beast_takes_orders_too() {
        let mut session = kennel();
        let rider = session.commanded().expect("it is a person's turn");
        assert_eq!(session.actors(), [rider]);
        pick(&mut session, |offer| offer.action == "command");
        let order = session.aimed().expect("there is one beast to command");
        session.submit(&order).expect("it is hers");
        let actors = session.actors();
        assert_eq!(actors.len(), 2);
        assert_eq!(session.commanded(), Some(rider), "she goes on until told otherwise");
        session.next_actor();
        assert_eq!(session.commanded(), Some(actors[1]));
        let reached = session.reach().expect("a beast can walk").squares.len();
        assert!(reached > 1, "{reached}");
        let bite = session.offers().iter().find(|offer| offer.action == "attack").cloned();
        assert!(bite.is_some_and(|bite| bite.refusal.is_none()), "its list, not hers");
        session.next_actor();
        assert_eq!(session.commanded(), Some(rider));
        session.command(actors[1]);
        session.submit(&Order::EndTurn { creature: rider }).expect("it is her turn that ends");
        assert_ne!(session.commanded(), Some(actors[1]));
    }

    #[test]
    fn squares_are_watched_behind_one_button() {
        const TOWER: &str = r#"
ruleset = "essence"
map = '''
########
#.c..r.#
########
'''
[legend]
"c" = { creature = "mystic", side = "blue", name = "Cleo", essence = { energy = 4 } }
"r" = { creature = "brute", side = "red", name = "Rook" }
"#;
        let mut session = begun(TOWER, "Cleo");
        let offers = session.offers().to_vec();
        // What is readied for a square has no target of its own.
        let watches = |place: &usize| (&*offers[*place].action, offers[*place].aim) == ("ready", Aim::Square);
        let many = (0..offers.len()).filter(watches).count();
        assert!(many > 2, "she has more than one thing to ready");
        let of_them: Vec<_> =
            buttons(&offers).into_iter().filter(|button| button.members.iter().any(watches)).collect();
        assert_eq!(of_them.len(), 1);
        assert!(of_them[0].fans() && of_them[0].members.iter().all(watches));
    }

    #[test]
    fn an_action_keeps_its_key_wherever_one_walks() {
        use crate::battle::MoveOrder;
        use crate::gui::tests::test_battles::DUSK;
        let mut session = begun(DUSK, "Rook");
        let who = session.commanded().expect("it is his turn");
        let known = |session: &mut Session| -> Vec<(String, Option<String>)> {
            let offers = session.offers().iter();
            offers.map(|offer| (offer.action.clone(), offer.with.clone())).collect()
        };
        let (first, mut steps) = (known(&mut session), 0);
        for _ in 0..5 {
            let from = session.space(who).at;
            let next = session.reach().and_then(|reach| {
                let mut near = reach.squares.iter().filter(|at| at.stop && at.at.distance_squared(from) == 1);
                near.next().map(|at| at.at)
            });
            let Some(to) = next else { break };
            let walk = MoveOrder { creature: who, to: Some(to), path: None };
            session.submit(&Order::Move(walk)).expect("it is one step");
            steps += 1;
            assert_eq!(known(&mut session)[..first.len()], first[..], "at {to:?}");
        }
        assert!(steps > 2);
        pick(&mut session, |offer| offer.action == "prone");
        assert_eq!(known(&mut session)[..first.len()], first[..], "lying, too");
    }
}
