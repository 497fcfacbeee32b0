//! Everything of this ruleset that can be written.

use super::super::data::{Armour, Attack, DamageType, SKILLS, bestiary, conditions};
use super::super::ruleset::Edge;
use crate::battle::*;
use crate::level;

fn attack(one: &Attack) -> (String, String, String) {
    (one.key.clone(), one.name.clone(), one.words())
}

fn piece(one: &Armour) -> (String, String, String) {
    (one.key.clone(), one.name.clone(), format!("Armour Value {}", one.av))
}

impl Content for Edge {
    fn kinds(&self) -> Vec<String> {
        bestiary::kinds()
    }

    fn outline(
        &self,
        kind: &str,
        size: Option<level::Size>,
        overrides: Option<&toml::Table>,
    ) -> Result<Outline, String> {
        let profile = bestiary::spawn_creature(kind, size, overrides)?;
        let attacks = profile.attacks.into_iter().map(|with| with.key);
        Ok(Outline {
            size: profile.size.shared(),
            height: profile.size.tall(),
            edge: profile.size.edge(),
            items: attacks.chain(profile.armour.into_iter().map(|piece| piece.key)).collect(),
        })
    }

    fn damage_kind(&self, word: &str) -> DamageKind {
        DamageType::known(word).unwrap_or_default().kind()
    }

    fn naming(&self) -> &'static [&'static str] {
        &["hidden_from"]
    }

    fn keys(&self, about: About) -> &'static [Key] {
        bestiary::WORDS.keys(about)
    }

    /// Everything.
    fn lexicon(&self) -> Lexicon {
        let (attacks, armour) = bestiary::shared();
        Lexicon {
            acts: action::words::<Edge>(),
            questions: &bestiary::WORDS.questions,
            stats: &bestiary::WORDS.stats,
            object_hp: &bestiary::WORDS.object_hp,
            overrides: &[],
            conditions: conditions::ALL.words(),
            damage: DamageType::words(),
            chapters: vec![
                Chapter::keyed("Attacks", "What `with` of an attack names.", attacks.iter().map(attack)),
                Chapter::keyed("Armour", "What `armour` of a level's creatures names.", armour.iter().map(piece)),
                Chapter::keyed(
                    "Skills",
                    "What `skills` of a level's creatures names.",
                    SKILLS.iter().map(|(key, name)| (key.to_string(), name.to_string(), String::new())),
                ),
            ],
        }
    }

    fn check_overrides(&self, _kind: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_overrides(table)
    }
}
