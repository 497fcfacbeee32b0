//! What can be written, to be looked up: printed from the tables that checks and orders go by, as Markdown.
//!
//! `docs/reference/` holds these very texts; a test keeps them so.

use std::fmt::Write;

use schemars::JsonSchema;
use serde_json::Value;

use super::stages;
use crate::battle::{About, Aim, GmAct, Key, Lexicon, Names, Order, Ruleset, StatWord};
use crate::level::{self, Code, art, catalog_markdown};

/// A page in the making.
struct Page(String);

impl Page {
    fn new(title: &str, about: &str) -> Self {
        Self(format!("# {title}\n\n{about}\n"))
    }

    fn section(&mut self, title: &str, about: &str) {
        write!(self.0, "\n## {title}\n").expect("writing to a string");
        self.text(about);
    }

    fn text(&mut self, text: &str) {
        if !text.is_empty() {
            write!(self.0, "\n{text}\n").expect("writing to a string");
        }
    }

    fn table(&mut self, columns: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
        let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        self.0.push('\n');
        self.0.push_str(&line(columns.iter().map(|head| cell(head)).collect()));
        self.0.push_str(&format!("|{}\n", "---|".repeat(columns.len())));
        for row in rows {
            self.0.push_str(&line(row.iter().map(|text| cell(text)).collect()));
        }
    }
}

fn code(word: &str) -> String {
    format!("`{word}`")
}

fn codes<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| code(word.as_ref())).collect();
    words.join(", ")
}

/// Everything that can be written of one ruleset.
pub fn of(ruleset: &'static dyn Ruleset) -> String {
    let key = ruleset.key();
    let mut page = Page::new(
        &format!("{}: what can be written", ruleset.title()),
        &format!(
            "Every word of this ruleset, as `battlemat rules {key} --reference` prints it. What all rulesets share stands in \
             [the common page](common.md), its rules in `battlemat rules {key}`."
        ),
    );
    let lexicon = ruleset.lexicon();
    actions(&mut page, &lexicon);
    questions(&mut page, &lexicon);
    masters(&mut page, &lexicon);
    page.section(
        "Conditions",
        "A level or the game master may give those that are marked; the others follow from something else.",
    );
    let conditions = lexicon.conditions.iter().map(|condition| {
        let given = if condition.given { "yes" } else { "" };
        let (name, text) = (condition.name.clone(), condition.text.clone());
        vec![code(&condition.key), name, given.to_owned(), text, condition.rule.clone()]
    });
    page.table(&["key", "name", "given", "what it does", "rule"], conditions);
    page.section("Damage", "The words that levels and overrides may write, and what they mean here.");
    let damage = lexicon.damage.iter().map(|(name, words)| vec![name.clone(), codes(words)]);
    page.table(&["kind", "words"], damage);
    for about in About::ALL {
        let keys = ruleset.keys(about);
        if !keys.is_empty() {
            let of = about.plural();
            let place = match about {
                About::Level => format!("`[rules.{key}]`"),
                About::Creature => {
                    format!("a creature's table `{key} = {{ … }}`, and of a scenario's creatures as they are")
                }
                About::Object => format!("`[object.KEY.{key}]`"),
                About::Terrain => format!("`[terrain.KEY.{key}]`"),
                About::Link => format!("a campaign's `[[link]]`, as `{key} = {{ … }}`"),
            };
            page.section(&format!("Keys of {of}"), &format!("In {place}."));
            page.table(&["key", "takes", "meaning"], keys.iter().map(key_row));
        }
    }
    page.section("Creatures", "The stat blocks of the shared kinds, and what each can carry: the words of `items`.");
    let kinds = ruleset.kinds().into_iter().map(|kind| {
        let size = ruleset.stature(&kind).map(|(size, _)| format!("{size:?}").to_lowercase());
        let items = codes(ruleset.items(&kind, None));
        vec![code(&kind), size.unwrap_or_default(), items]
    });
    page.table(&["kind", "size", "carries"], kinds);
    for chapter in lexicon.chapters.iter().chain(&ruleset.tables()) {
        page.section(chapter.title, chapter.about);
        page.table(&chapter.columns, chapter.rows.iter().cloned());
    }
    page.section(
        "Keys of a sheet",
        "What an expectation of a [scenario](../scenarios.md#expectations) may name of a creature, and `values` of a `state` holds: those that the \
         shared kinds have as a fight begins. Others come with what they are about, such as a weapon that can break.",
    );
    let sheet = sheet_keys(ruleset).into_iter().map(|(key, what)| vec![code(&key), what]);
    page.table(&["key", "what it is"], sheet);
    page.0
}

/// The keys of the sheets of all kinds as a fight begins, each once, with what people call it.
fn sheet_keys(ruleset: &'static dyn Ruleset) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    for kind in ruleset.kinds() {
        let battle = stages::battle_of_two(ruleset, &kind).expect("a battle of two should begin");
        let id = battle.world().resource::<Names>().find("Ada").expect("the first of the two");
        let sheet = ruleset.sheet(battle.world(), id);
        let counted = sheet.gauges.iter().chain(&sheet.pips).flat_map(|gauge| {
            let most = (format!("{}_max", gauge.key), format!("{}: the most", gauge.label));
            [(gauge.key.clone(), format!("{}: points", gauge.label)), most]
        });
        let stats = sheet.stats.iter().map(|stat| (stat.key.clone(), stat.label.clone()));
        for row in counted.chain(stats) {
            if out.iter().all(|(known, _)| *known != row.0) {
                out.push(row);
            }
        }
    }
    out
}

fn key_row(key: &Key) -> Vec<String> {
    vec![code(key.key), key.takes.words(), key.means.to_owned()]
}

fn actions(page: &mut Page, lexicon: &Lexicon) {
    page.section(
        "Actions",
        "What `action` of an order `act` names; `target` is a creature or an object, `at` a square.",
    );
    let acts = lexicon.acts.iter().map(|act| {
        let aims = act.aims.iter().map(|aim| match aim {
            Aim::Nothing => "nothing",
            Aim::Thing => "`target`",
            Aim::Square => "`at`",
        });
        let aim = aims.collect::<Vec<_>>().join(" or ");
        let options = codes(act.options.iter().map(|option| option.key));
        let (label, help) = (act.label.clone(), act.help.clone());
        vec![code(&act.action), label, aim, act.with.to_owned(), options, help]
    });
    page.table(&["`action`", "name", "aimed at", "`with`", "`options`", "what it does"], acts);
    page.text("The options:");
    let options = lexicon.acts.iter().flat_map(|act| {
        act.options.iter().map(|option| {
            let mut row = key_row(option);
            row.insert(0, code(&act.action));
            row
        })
    });
    page.table(&["`action`", "option", "takes", "meaning"], options);
}

fn questions(page: &mut Page, lexicon: &Lexicon) {
    page.section(
        "Questions",
        "The kinds of decisions and the keys of their choices; what stands in angle brackets differs from case to case.",
    );
    let questions = lexicon.questions.iter().flat_map(|question| {
        question.choices.iter().enumerate().map(|(place, (choice, means))| {
            let first = place == 0;
            let kind = if first { code(question.kind) } else { String::new() };
            let asked = if first { question.means } else { "" };
            vec![kind, asked.to_owned(), code(choice), (*means).to_owned()]
        })
    });
    page.table(&["kind", "when it is asked", "choice", "meaning"], questions);
}

fn masters(page: &mut Page, lexicon: &Lexicon) {
    page.section(
        "What the game master sets",
        "`stat` of the override `set`; of an object only its `hp`. The other overrides stand in [the common page](common.md).",
    );
    let stat = |stat: &StatWord| {
        let bounds = format!("{} to {}", stat.bounds.start(), stat.bounds.end());
        vec![code(stat.key), bounds, stat.means.to_owned()]
    };
    let object = vec![
        format!("{} of an object", code(lexicon.object_hp.key)),
        format!("{} to {}", lexicon.object_hp.bounds.start(), lexicon.object_hp.bounds.end()),
        lexicon.object_hp.means.to_owned(),
    ];
    page.table(&["`stat`", "`value`", "meaning"], lexicon.stats.iter().map(stat).chain([object]));
    page.text("`key` of the override `rule`:");
    let own = lexicon.overrides.iter();
    page.table(
        &["`key`", "`value`", "what it does"],
        own.map(|(key, value, means)| vec![code(key), (*value).to_owned(), (*means).to_owned()]),
    );
}

/// Everything that can be written whatever the ruleset.
pub fn common() -> String {
    let mut page = Page::new(
        "What can be written under every ruleset",
        "As `battlemat rules --reference` prints it. What belongs to one ruleset stands on a page of its own: \
         [Secrets of Sol](sol.md), [Essence](essence.md), [Vigor](vigor.md), [Momentum](momentum.md).",
    );
    page.section("Orders", "One form for protocol, scenarios, saves and replays.");
    page.table(&["order", "what it is", "fields"], forms::<Order>());
    page.section(
        "Overrides",
        "What `do` of the request `gm` and the order `gm` take: `{\"set\": {\"creature\": 5, \"stat\": \"hp\", \"value\": 3}}`.",
    );
    page.table(&["override", "what it does", "fields"], forms::<GmAct>());
    page.section("Creatures", "The kinds that every bestiary has.");
    page.text(&codes(level::KINDS));
    page.section(
        "Damage and conditions",
        "The words that every ruleset reads in its own way; each has further words of its own.",
    );
    page.text(&format!("Damage: {}", codes(level::DAMAGE_WORDS)));
    page.text(&format!("Conditions: {}", codes(level::CONDITIONS)));
    page.section("Drawings", "What `art` may name.");
    page.text(&format!("Terrains: {}", codes([art::GROUNDS, art::WALLS].concat())));
    page.text(&format!("Objects: {}", codes(art::THINGS)));
    page.text(&format!("Between squares: {}", codes(art::EDGES)));
    page.section("Weather", "What `[weather]` of a level and the override `weather` may say.");
    page.table(&["key", "words", "for what"], level::weather_words());
    page.section("Characters, terrains and objects", "");
    page.0 += &format!("\n{}", catalog_markdown());
    page.section(
        "Findings",
        "What `battlemat lint` finds. Errors keep a level from being played; warnings and hints can be waived.",
    );
    page.0 += &format!("\n{}", Code::markdown());
    page.0
}

/// The forms that orders of a type take: name, what it is, its fields.
fn forms<T: JsonSchema>() -> Vec<Vec<String>> {
    let schema = schemars::schema_for!(T).to_value();
    let ways = schema["oneOf"].as_array().expect("orders should be told apart by their names");
    let row = |way: &Value| {
        let properties = way["properties"].as_object().expect("an order should have a name");
        let (name, form) = properties.iter().next().expect("an order should have a name");
        let text = |value: &Value| value["description"].as_str().unwrap_or_default().to_owned();
        let form = match form["$ref"].as_str().and_then(|path| path.strip_prefix('#')) {
            Some(path) => schema.pointer(path).expect("a reference should lead somewhere"),
            None => form,
        };
        let needed = form["required"].as_array().cloned().unwrap_or_default();
        let fields = form["properties"].as_object().into_iter().flatten().map(|(field, told)| {
            let left_away = if needed.contains(&Value::from(field.as_str())) { "" } else { " (may be left away)" };
            format!("{}{left_away}: {}", code(field), text(told))
        });
        vec![code(name), text(way), fields.collect::<Vec<_>>().join(" ")]
    };
    ways.iter().map(row).collect()
}
