//! The campaign as a whole: ids that are there, ways that can be taken, ends that are reached, levels that serve.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::model::{Campaign, Stop, Test, Way};
use super::read::{Named, Reader, Span, StopPlaces};
use crate::level::{Code, Level, is_same_name};

/// The levels of a campaign by the paths that it writes; or why one cannot be had.
pub(super) type Levels = BTreeMap<String, Result<Arc<Level>, String>>;

impl Reader<'_, '_> {
    /// Checks everything that tables say of each other, and writes names as the members have them.
    pub(super) fn check(&mut self, campaign: &mut Campaign, levels: &Levels) {
        self.check_ids(campaign);
        self.settle_sides(campaign);
        self.settle_names(campaign);
        let battles = std::mem::take(&mut self.places.battles);
        for (stop, places) in campaign.battles.iter().zip(&battles) {
            self.check_ways(campaign, stop, places);
            self.check_level(campaign, stop, places, levels);
        }
        // What is written wrong may be what is missing.
        if !self.report.found.iter().any(|finding| finding.code == Code::UnknownStop) {
            self.check_reached(campaign, &battles);
        }
        self.places.battles = battles;
    }

    fn twice(&mut self, code: Code, what: &str, ids: &[(&str, Span)]) {
        for (place, (id, span)) in ids.iter().enumerate() {
            let first = ids.iter().take(place).find(|(known, _)| is_same_name(known, id));
            if let Some((_, first)) = first {
                self.report
                    .add(code, span, format!("two {what} are called `{id}`"))
                    .because("the name is taken")
                    .label(first, "here")
                    .help("rename one");
            }
        }
    }

    fn check_ids(&mut self, campaign: &Campaign) {
        fn paired<'c>(ids: impl Iterator<Item = &'c str>, spans: impl Iterator<Item = Span>) -> Vec<(&'c str, Span)> {
            ids.zip(spans).collect()
        }
        let names = campaign.members.iter().map(|member| member.name.as_str());
        let members = paired(names, self.places.members.clone().into_iter());
        self.twice(Code::DuplicateName, "members", &members);
        let battles = self.places.battles.iter().map(|places| &places.id);
        let stops = paired(campaign.stop_ids(), battles.chain(&self.places.endings).cloned());
        self.twice(Code::DuplicateId, "battles or endings", &stops);
        let links = paired(campaign.links.iter().map(|link| link.id.as_str()), self.places.links.clone().into_iter());
        self.twice(Code::DuplicateId, "links", &links);
    }

    /// What `as` says of the one side of a campaign is said of it by name.
    fn settle_sides(&mut self, campaign: &mut Campaign) {
        for (stop, places) in campaign.battles.iter_mut().zip(&self.places.battles) {
            if let Some(own) = stop.fights_as.remove("") {
                let one = campaign.sides.first().filter(|_| campaign.sides.len() == 1);
                if let Some(side) = one {
                    stop.fights_as.insert(side.clone(), own);
                } else {
                    self.report
                        .add(Code::WrongType, &places.fights_as, "several sides go on, and `as` names one")
                        .because("whose is it?")
                        .help("write `as = { side = \"level's side\" }`, with each side of the campaign");
                }
            }
            for side in stop.fights_as.keys().filter(|side| !campaign.sides.contains(side)) {
                self.report
                    .add(Code::UnknownSide, &places.fights_as, format!("`{side}` is no side of the campaign"))
                    .because("not one of `side` above")
                    .suggest(side, &campaign.sides);
            }
        }
    }

    /// Reports names that no member has, and writes the others as the members are called.
    fn settle_names(&mut self, campaign: &mut Campaign) {
        let names: Vec<String> = campaign.members.iter().map(|member| member.name.clone()).collect();
        let known = |name: &str| names.iter().find(|known| is_same_name(known, name)).cloned();
        let mut wrong: Vec<(String, Span)> = Vec::new();
        for (stop, places) in campaign.battles.iter_mut().zip(&self.places.battles) {
            for (name, span) in stop.must.iter_mut().zip(&places.must) {
                match known(name) {
                    Some(own) => *name = own,
                    None => wrong.push((name.clone(), span.clone())),
                }
            }
            let tests = stop.then.iter_mut().flat_map(|way| &mut way.tests);
            for test in tests {
                if let Test::Alive(who) | Test::Dead(who) | Test::Fled(who) = test {
                    for name in who.iter_mut() {
                        *name = known(name).unwrap_or_else(|| name.clone());
                    }
                }
            }
            let named = places.ways.iter().flat_map(|way| &way.names).filter(|(named, _)| *named == Named::Member);
            wrong.extend(
                named.filter(|(_, at)| known(&at.value).is_none()).map(|(_, at)| (at.value.clone(), at.span.clone())),
            );
        }
        for (name, span) in wrong {
            self.report
                .add(Code::UnknownMember, &span, format!("nobody of the roster is called `{name}`"))
                .because("no member")
                .suggest(&name, &names);
        }
    }

    fn check_ways(&mut self, campaign: &Campaign, stop: &Stop, places: &StopPlaces) {
        let stops: Vec<&str> = campaign.stop_ids().collect();
        let links: Vec<&str> = campaign.links.iter().map(|link| link.id.as_str()).collect();
        for (number, (way, at)) in stop.then.iter().zip(&places.ways).enumerate() {
            if !stops.contains(&way.to.as_str()) {
                self.report
                    .add(Code::UnknownStop, &at.to, format!("there is no battle and no ending `{}`", way.to))
                    .because("leads nowhere")
                    .suggest(&way.to, &stops);
            }
            if let Some(by) = way.by.as_ref().filter(|by| !links.contains(&by.as_str())) {
                self.report
                    .add(Code::UnknownStop, &at.by, format!("there is no link `{by}`"))
                    .because("no such [[link]]")
                    .suggest(by, &links);
            }
            if let Some(why) = never(way, &stop.then[..number]) {
                self.report.add(Code::WayNever, &at.whole, "this way is never taken").because(why);
            }
        }
        if stop.then.last().is_some_and(|way| !way.tests.is_empty()) {
            self.report
                .add(Code::NoWayOn, &places.then, format!("from `{}` nothing leads on where no `if` holds", stop.id))
                .because("the last way has an `if`")
                .help("add a last way without `if`");
        }
    }

    fn check_level(&mut self, campaign: &Campaign, stop: &Stop, places: &StopPlaces, levels: &Levels) {
        if stop.level.is_empty() {
            return;
        }
        let level = match levels.get(&stop.level) {
            Some(Ok(level)) => level,
            Some(Err(why)) => {
                self.report.add(Code::LevelUnfit, &places.level, why.clone()).because("it cannot be played");
                return;
            }
            None => return,
        };
        let known: Vec<&str> = level.sides.iter().map(|side| side.id.as_str()).collect();
        for side in &campaign.sides {
            let fights_as = stop.side(side);
            if !known.contains(&fights_as) {
                let message = format!("{} has no side `{fights_as}`", level.name);
                self.report
                    .add(Code::LevelUnfit, &places.fights_as, message)
                    .because("nobody could take their places")
                    .help("say with `as` as which side of the level they fight")
                    .suggest_if_near(fights_as, &known);
            }
        }
        self.check_sides_named(campaign, stop, places, &known);
        if campaign.sides.iter().all(|side| known.contains(&stop.side(side))) {
            self.check_places(campaign, stop, places, level);
        }
    }

    /// Sides in tests are the campaign's or the level's.
    fn check_sides_named(&mut self, campaign: &Campaign, stop: &Stop, places: &StopPlaces, known: &[&str]) {
        let named = places.ways.iter().flat_map(|way| &way.names).filter(|(named, _)| *named == Named::Side);
        for (_, at) in named {
            if !campaign.sides.contains(&at.value) && !known.contains(&at.value.as_str()) {
                let all: Vec<&str> = campaign.sides.iter().map(String::as_str).chain(known.iter().copied()).collect();
                self.report
                    .add(Code::UnknownSide, &at.span, format!("`{}` fights on no side of `{}`", at.value, stop.id))
                    .because("no side of the campaign, and none of the level")
                    .suggest(&at.value, &all);
            }
        }
    }

    fn check_places(&mut self, campaign: &Campaign, stop: &Stop, places: &StopPlaces, level: &Level) {
        for side in &campaign.sides {
            let there = level.places(&[stop.side(side).to_owned()]).count();
            let of_side = |name: &&String| campaign.members.iter().any(|one| one.name == **name && one.side == *side);
            let must = stop.must.iter().filter(of_side).count();
            if there < must {
                let message = format!("{} has {there} places of that side, and {must} must go", level.name);
                self.report.add(Code::LevelUnfit, &places.level, message).because("too few places");
            }
        }
        let there = level.places(&campaign.sides_in(stop)).count();
        if there == 0 && stop.must.is_empty() {
            self.report
                .add(Code::LevelUnfit, &places.level, format!("{} has no place for anybody", level.name))
                .because("nobody of that side is on the map at the start");
        }
        if let Some(up_to) = stop.up_to.filter(|up_to| *up_to > there || *up_to < stop.must.len()) {
            let (message, why) = if up_to > there {
                (format!("{up_to} may go, and {} has {there} places", level.name), "more than there are places")
            } else {
                (format!("{up_to} may go, and {} must", stop.must.len()), "fewer than must go")
            };
            self.report.add(Code::LevelUnfit, &places.up_to, message).because(why).help("change `up_to`");
        }
        self.check_strangers(campaign, stop, places, level);
    }

    /// Reports members who share a name with a creature or thing of the level in whose place no member stands.
    fn check_strangers(&mut self, campaign: &Campaign, stop: &Stop, places: &StopPlaces, level: &Level) {
        let sides = campaign.sides_in(stop);
        let own: BTreeSet<&str> = level.places(&sides).map(|place| place.name.as_str()).collect();
        let others = level.creatures.iter().map(|creature| creature.name.as_str());
        let others = others.filter(|name| !own.contains(name)).chain(level.objects.iter().map(|o| o.name.as_str()));
        for name in others {
            if campaign.members.iter().any(|member| is_same_name(&member.name, name)) {
                self.report
                    .add(Code::LevelUnfit, &places.level, format!("somebody else of {} is called {name}", level.name))
                    .because("a member has that name")
                    .help("rename the member");
            }
        }
    }

    /// Reports what nothing leads to, and battles from which no ending is reached.
    fn check_reached(&mut self, campaign: &Campaign, battles: &[StopPlaces]) {
        let mut reached: BTreeSet<&str> = campaign.battles.first().map(|stop| stop.id.as_str()).into_iter().collect();
        grow(&mut reached, campaign, |stop, reached| {
            if reached.contains(stop.id.as_str()) {
                stop.then.iter().map(|way| way.to.as_str()).collect()
            } else {
                vec![]
            }
        });
        let places = battles.iter().map(|places| &places.id).chain(&self.places.endings);
        let stops = campaign.stop_ids().zip(places).filter(|(id, _)| !reached.contains(id));
        let ways = campaign.battles.iter().flat_map(|stop| &stop.then);
        let linked: BTreeSet<&str> = ways.filter_map(|way| way.by.as_deref()).collect();
        let links = campaign.links.iter().map(|link| link.id.as_str()).zip(&self.places.links);
        for (id, at) in stops.chain(links.filter(|(id, _)| !linked.contains(id))) {
            self.report.add(Code::Unreached, at, format!("nothing leads to `{id}`")).because("never reached");
        }
        let mut ends: BTreeSet<&str> = campaign.endings.iter().map(|ending| ending.id.as_str()).collect();
        grow(&mut ends, campaign, |stop, ends| {
            let leads = stop.then.iter().any(|way| ends.contains(way.to.as_str()));
            if leads { vec![stop.id.as_str()] } else { vec![] }
        });
        for (stop, places) in campaign.battles.iter().zip(battles) {
            if !ends.contains(stop.id.as_str()) {
                self.report
                    .add(Code::NoWayOn, &places.id, format!("from `{}` no ending is reached", stop.id))
                    .because("it would go on for ever");
            }
        }
    }
}

/// Adds to a set what battles add to it, until nothing more comes.
fn grow<'c>(
    set: &mut BTreeSet<&'c str>,
    campaign: &'c Campaign,
    adds: impl Fn(&'c Stop, &BTreeSet<&'c str>) -> Vec<&'c str>,
) {
    loop {
        let before = set.len();
        for stop in &campaign.battles {
            let more = adds(stop, set);
            set.extend(more);
        }
        if set.len() == before {
            return;
        }
    }
}

/// Why a way is never taken, after those before it.
fn never(way: &Way, before: &[Way]) -> Option<&'static str> {
    if before.iter().any(|way| way.tests.is_empty()) {
        return Some("a way before it has no `if`");
    }
    if before.iter().any(|one| one.tests.iter().all(|test| way.tests.contains(test))) {
        return Some("whenever its `if` holds, so does one before it");
    }
    let contradicts = |one: &Test| match one {
        Test::Won(side) => way.tests.contains(&Test::Lost(side.clone())),
        Test::Alive(who) | Test::Fled(who) => who.iter().any(|name| asks_for_death(way, name)),
        Test::Lost(_) | Test::Dead(_) => false,
    };
    way.tests.iter().any(contradicts).then_some("its `if` asks for what cannot be so at once")
}

/// Whether a way is only taken where this member is dead.
fn asks_for_death(way: &Way, name: &str) -> bool {
    way.tests.iter().any(|test| matches!(test, Test::Dead(who) if who.iter().any(|one| is_same_name(one, name))))
}
