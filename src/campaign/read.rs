//! From text to [`Campaign`]: each table with what is wrong in it. What two tables say to each other is checked in `check`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::keys;
use super::model::{Campaign, Ending, Link, Stop, Test, Way};
use crate::battle::Rest;
use crate::grid::{Length, Square};
use crate::level::overrides::{Start, ruleset_tables};
use crate::level::read::{self, At, Fields, Value};
use crate::level::report::Report;
use crate::level::{Code, Creature, Vocabulary};

/// A campaign may have this many of each table.
pub(super) const MOST: u16 = 256;

/// The hours that a link may last.
pub(super) const MOST_HOURS: u32 = 100_000;

/// The bytes of the text that something stands in.
pub(super) type Span = Range<usize>;

/// Where the tables of a campaign stand, each in the order of its list, and the names in them.
#[derive(Default)]
pub(super) struct Places {
    pub(super) members: Vec<Span>,
    pub(super) battles: Vec<StopPlaces>,
    pub(super) links: Vec<Span>,
    pub(super) endings: Vec<Span>,
}

/// Where the parts of a battle stand.
#[derive(Default)]
pub(super) struct StopPlaces {
    pub(super) id: Span,
    pub(super) level: Span,
    pub(super) fights_as: Span,
    pub(super) must: Vec<Span>,
    pub(super) up_to: Span,
    pub(super) then: Span,
    pub(super) ways: Vec<WayPlaces>,
}

/// Where the parts of a way stand.
#[derive(Default)]
pub(super) struct WayPlaces {
    pub(super) whole: Span,
    pub(super) to: Span,
    pub(super) by: Span,
    /// Names of members and sides in its tests, each with what it is.
    pub(super) names: Vec<(Named, At<String>)>,
}

/// What a name in a test is of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    Side,
    Member,
}

/// What reading needs.
pub(super) struct Reader<'r, 't> {
    pub(super) report: &'r mut Report<'t>,
    pub(super) vocabulary: &'r dyn Vocabulary,
    rulesets: Vec<String>,
    pub(super) places: Places,
}

impl<'r, 't> Reader<'r, 't> {
    pub(super) fn new(report: &'r mut Report<'t>, vocabulary: &'r dyn Vocabulary) -> Self {
        let rulesets = [vocabulary.rulesets(), vocabulary.begun()].concat();
        Self { report, vocabulary, rulesets, places: Places::default() }
    }

    pub(super) fn campaign(&mut self, root: Value) -> Option<Campaign> {
        let mut fields = Fields::open(self.report, root, "a campaign", keys::CAMPAIGN, &[])?;
        let text = self.report.text();
        fields.span = 0..text.find('\n').unwrap_or(text.len());
        let name = fields.require(self.report, "name").and_then(|_| fields.title(self.report, "name"));
        let about = self.told(&fields, "about");
        let ruleset = self.ruleset(&fields);
        let sides = fields.require(self.report, "side").and_then(|_| fields.strings(self.report, "side"));
        let sides = self.distinct(sides.unwrap_or_default());
        let members = self.each(&fields, "member", |reader, value| reader.member(value, &sides));
        let battles = self.each(&fields, "battle", Self::battle);
        let links = self.each(&fields, "link", Self::link);
        let endings = self.each(&fields, "ending", Self::ending);
        for (key, none) in [("member", members.is_empty()), ("battle", battles.is_empty())] {
            if none {
                fields.require(self.report, key);
            }
        }
        Some(Campaign {
            name: name?.value,
            about,
            ruleset,
            sides,
            members,
            battles,
            links,
            endings,
            source: text.to_owned(),
        })
    }

    /// What players are told under a key.
    fn told(&mut self, fields: &Fields, key: &str) -> String {
        fields.string(self.report, key).map(|at| at.value.trim().to_owned()).unwrap_or_default()
    }

    /// The ruleset that the author means; the first one where that is none.
    fn ruleset(&mut self, fields: &Fields) -> String {
        let asked = fields.require(self.report, "ruleset").and_then(|_| fields.string(self.report, "ruleset"));
        match asked {
            Some(asked) if self.rulesets.contains(&asked.value) => {
                self.report.only_begun(&asked.value, &asked.span);
                return asked.value;
            }
            Some(asked) => {
                let known = self.vocabulary.rulesets();
                self.report.unknown_ruleset(&asked.value, &asked.span, &known);
            }
            None => {}
        }
        self.rulesets.first().cloned().unwrap_or_default()
    }

    /// The sides, each once.
    fn distinct(&mut self, sides: Vec<At<String>>) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for side in sides {
            if out.contains(&side.value) {
                self.report
                    .add(Code::SaidTwice, &side.span, format!("side `{}` is named twice", side.value))
                    .because("it stands there already")
                    .help("name it once");
            } else {
                out.push(side.value);
            }
        }
        out
    }

    /// Every table of a list, as far as it can be read.
    fn each<T>(&mut self, fields: &Fields, key: &str, mut look: impl FnMut(&mut Self, Value) -> Option<T>) -> Vec<T> {
        let values = fields.get(key).map(read::one_or_many).unwrap_or_default();
        if let Some(more) = values.get(usize::from(MOST)) {
            self.report
                .add(Code::TooMany, &more.span(), format!("{} tables `{key}`: there may be {MOST}", values.len()))
                .because("one too many");
        }
        values.into_iter().take(usize::from(MOST)).filter_map(|value| look(self, value)).collect()
    }

    fn member(&mut self, value: Value, sides: &[String]) -> Option<Creature> {
        let rulesets = self.rulesets.clone();
        let fields = Fields::open(self.report, value, "a member", keys::MEMBER, &rulesets)?;
        let name = fields.require(self.report, "name").and_then(|_| fields.name(self.report));
        let kind = fields.require(self.report, "kind").and_then(|_| fields.string(self.report, "kind"));
        let side = self.side_of(&fields, sides);
        if let Some(kind) = &kind {
            self.check_kind(kind);
        }
        let of = kind.as_ref().map_or("", |kind| kind.value.as_str());
        let start = Start::read(self.report, self.vocabulary, &rulesets, &fields, of);
        let creature = Creature {
            name: name.as_ref()?.value.clone(),
            kind: kind?.value,
            side: side?,
            at: Square::new(0, 0),
            size: start.size,
            height: fields.extent(self.report, "height"),
            elevation: None,
            light: fields.extent(self.report, "light").unwrap_or(Length(0)),
            items: start.item_keys(),
            rules: start.rules,
            arrives: None,
            bystander: false,
            manner: None,
            called: false,
        };
        self.places.members.push(name?.span);
        Some(creature)
    }

    /// The side of a member: the campaign's where there is one.
    fn side_of(&mut self, fields: &Fields, sides: &[String]) -> Option<String> {
        let several = sides.len() > 1;
        if several {
            fields.require(self.report, "side");
        }
        let Some(side) = fields.string(self.report, "side") else {
            return sides.first().filter(|_| !several).cloned();
        };
        if !sides.contains(&side.value) {
            self.report
                .add(Code::UnknownSide, &side.span, format!("`{}` is no side of the campaign", side.value))
                .because("not one of `side` above")
                .suggest(&side.value, sides);
            return None;
        }
        Some(side.value)
    }

    fn check_kind(&mut self, kind: &At<String>) {
        for ruleset in self.vocabulary.rulesets() {
            let kinds = self.vocabulary.kinds(&ruleset);
            if kinds.contains(&kind.value) {
                continue;
            }
            let first = self.report.found.len();
            self.report
                .add(Code::UnknownKind, &kind.span, format!("there is no creature `{}`", kind.value))
                .because("not in the bestiary")
                .suggest(&kind.value, &kinds);
            self.report.sort_in(first, &ruleset);
        }
        self.report.level_out(self.vocabulary.rulesets().len());
    }

    fn battle(&mut self, value: Value) -> Option<Stop> {
        let fields = Fields::open(self.report, value, "a battle", keys::BATTLE, &[])?;
        let mut places = StopPlaces::default();
        let id = self.id(&fields)?;
        places.id = id.span;
        let level = fields.require(self.report, "level").and_then(|_| fields.string(self.report, "level"));
        places.level = level.as_ref().map_or_else(|| fields.span.clone(), |level| level.span.clone());
        let fights_as = fields.entry("as").map(|entry| (entry.value, entry.value.span()));
        places.fights_as = fights_as.as_ref().map_or_else(|| places.level.clone(), |(_, span)| span.clone());
        let fights_as = fights_as.map(|(value, _)| self.fights_as(value)).unwrap_or_default();
        let (must, up_to) = self.takes(&fields, &mut places);
        let then = fields.require(self.report, "then");
        places.then = then.map_or_else(|| fields.span.clone(), toml::Spanned::span);
        let ways = then.map(read::one_or_many).unwrap_or_default();
        let then = ways.into_iter().take(usize::from(MOST)).filter_map(|way| self.way(way, &mut places)).collect();
        self.places.battles.push(places);
        let level = level.map(|level| level.value).unwrap_or_default();
        Some(Stop { id: id.value, level, fights_as, must, up_to, then })
    }

    /// The id of a table, which others name it by.
    fn id(&mut self, fields: &Fields) -> Option<At<String>> {
        let id = fields.require(self.report, "id").and_then(|_| fields.string(self.report, "id"))?;
        if id.value.trim().is_empty() {
            self.report.add(Code::EmptyText, &id.span, "`id` is empty").because("nothing to call it by");
        }
        Some(id)
    }

    /// `as`: a table by the campaign's sides, or one side of the level where the campaign has one side. That one stands under an empty key.
    fn fights_as(&mut self, value: Value) -> BTreeMap<String, String> {
        if value.get_ref().is_str() {
            let side = read::string(self.report, value, "as");
            return side.map(|side| (String::new(), side.value)).into_iter().collect();
        }
        let entries = read::entries(self.report, value, "`as`").unwrap_or_default();
        let mut out = BTreeMap::new();
        for entry in entries {
            if let Some(side) = read::string(self.report, entry.value, "as") {
                out.insert(entry.key.to_owned(), side.value);
            }
        }
        out
    }

    fn takes(&mut self, fields: &Fields, places: &mut StopPlaces) -> (Vec<String>, Option<usize>) {
        let Some(value) = fields.get("takes") else { return (Vec::new(), None) };
        let Some(takes) = Fields::open(self.report, value, "`takes`", keys::TAKES, &[]) else {
            return (Vec::new(), None);
        };
        let must = takes.strings(self.report, "must").unwrap_or_default();
        let up_to = takes.number(self.report, "up_to", 1..=i64::from(MOST));
        places.up_to = up_to.as_ref().map_or_else(|| takes.span.clone(), |at| at.span.clone());
        places.must = must.iter().map(|at| at.span.clone()).collect();
        let up_to = up_to.and_then(|at| usize::try_from(at.value).ok());
        (must.into_iter().map(|at| at.value).collect(), up_to)
    }

    fn way(&mut self, value: Value, places: &mut StopPlaces) -> Option<Way> {
        let fields = Fields::open(self.report, value, "a way of `then`", keys::WAY, &[])?;
        let to = fields.require(self.report, "to").and_then(|_| fields.string(self.report, "to"))?;
        let by = fields.string(self.report, "by");
        let mut names = Vec::new();
        let tests = fields.get("if").map(|value| self.tests(value, &mut names)).unwrap_or_default();
        let text = self.told(&fields, "text");
        let by_span = by.as_ref().map(|by| by.span.clone()).unwrap_or_default();
        places.ways.push(WayPlaces { whole: value.span(), to: to.span, by: by_span, names });
        Some(Way { tests, to: to.value, by: by.map(|by| by.value), text })
    }

    /// All that an `if` asks for, in the order of the file.
    fn tests(&mut self, value: Value, names: &mut Vec<(Named, At<String>)>) -> Vec<Test> {
        let Some(fields) = Fields::open(self.report, value, "`if`", keys::TEST, &[]) else { return Vec::new() };
        if fields.is_empty() {
            self.report
                .add(Code::DoesNothing, &value.span(), "this `if` asks for nothing")
                .because("it always holds")
                .help("leave it away, or say what must be so");
        }
        let mut tests = Vec::new();
        for (key, test) in [("won", Test::Won as fn(String) -> Test), ("lost", Test::Lost)] {
            if let Some(side) = fields.string(self.report, key) {
                tests.push(test(side.value.clone()));
                names.push((Named::Side, side));
            }
        }
        let lists = [("alive", Test::Alive as fn(Vec<String>) -> Test), ("dead", Test::Dead), ("fled", Test::Fled)];
        for (key, test) in lists {
            if let Some(who) = fields.strings(self.report, key) {
                tests.push(test(who.iter().map(|at| at.value.clone()).collect()));
                names.extend(who.into_iter().map(|at| (Named::Member, at)));
            }
        }
        tests
    }

    pub(super) fn link(&mut self, value: Value) -> Option<Link> {
        let rulesets = self.rulesets.clone();
        let fields = Fields::open(self.report, value, "a link", keys::LINK, &rulesets)?;
        let id = self.id(&fields)?;
        self.places.links.push(id.span);
        let vocabulary = self.vocabulary;
        let check = |ruleset: &str, table: &toml::Table| vocabulary.check_link(ruleset, table);
        let rules = ruleset_tables(self.report, &fields, &rulesets, &check);
        let offers = fields.strings(self.report, "offers").unwrap_or_default();
        self.check_offers(&offers);
        let hours = fields.number(self.report, "hours", 0..=i64::from(MOST_HOURS)).map_or(0, |at| at.value);
        Some(Link {
            id: id.value,
            text: self.told(&fields, "text"),
            hours: u32::try_from(hours).unwrap_or(0),
            rest: fields.word(self.report, "rest", RESTS).map(|at| at.value).unwrap_or_default(),
            offers: offers.into_iter().map(|offer| offer.value).collect(),
            rules,
        })
    }

    /// Reports offers that no ruleset knows.
    fn check_offers(&mut self, offers: &[At<String>]) {
        let known: Vec<String> =
            self.rulesets.iter().flat_map(|ruleset| self.vocabulary.link_offers(ruleset)).collect();
        for offer in offers.iter().filter(|offer| !known.contains(&offer.value)) {
            self.report
                .add(Code::UnknownWord, &offer.span, format!("no ruleset has anything to offer as `{}`", offer.value))
                .because("nobody could choose it")
                .help("leave it away")
                .suggest(&offer.value, &known);
        }
    }

    fn ending(&mut self, value: Value) -> Option<Ending> {
        let fields = Fields::open(self.report, value, "an ending", keys::ENDING, &[])?;
        let id = self.id(&fields)?;
        self.places.endings.push(id.span);
        let text = self.told(&fields, "text");
        Some(Ending { id: id.value, text })
    }
}

/// How much of the time is rest, by its words.
pub(super) const RESTS: &[(&str, Rest)] = &[("none", Rest::None), ("normal", Rest::Normal), ("full", Rest::Full)];
