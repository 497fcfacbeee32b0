//! How things look, sound and move, independent of a ruleset's names: a window or a speaker goes by it in place of names.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How an attack looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// A blade, claw or bite.
    Blade,
    /// A blunt blow.
    #[default]
    Blow,
    /// A bullet: the weapon flashes.
    Shot,
    /// An arrow or a bolt off a string: nothing flashes.
    Arrow,
    /// The weapon itself, or a stone, flies from the hand.
    Thrown,
    /// A bolt of energy that flies.
    Bolt,
    /// A ray of energy.
    Beam,
    /// A spray or gout.
    Spray,
    /// Something that no machine does, at a distance.
    Spell,
    /// Something that goes off and takes in an area.
    Burst,
}

impl Style {
    /// Whether it is done hand to hand: the attacker lunges.
    pub fn is_melee(self) -> bool {
        matches!(self, Self::Blade | Self::Blow)
    }

    /// Whether something flies that one sees coming.
    pub fn flies(self) -> bool {
        matches!(self, Self::Shot | Self::Arrow | Self::Thrown | Self::Bolt)
    }

    /// The icon of what looks so.
    pub fn icon(self) -> &'static str {
        match self {
            Self::Blade | Self::Blow => "melee",
            Self::Shot | Self::Bolt | Self::Beam | Self::Spray => "ranged",
            Self::Arrow => "bow",
            Self::Thrown => "throw",
            Self::Spell => "cast",
            Self::Burst => "burst",
        }
    }

    /// How it sounds, where its data does not say otherwise.
    pub fn voice(self) -> Voice {
        match self {
            Self::Blade => Voice::Blade,
            Self::Blow => Voice::Blunt,
            Self::Shot => Voice::Gun,
            Self::Arrow | Self::Thrown => Voice::String,
            Self::Bolt | Self::Beam => Voice::Beam,
            Self::Spray => Voice::Spray,
            Self::Spell => Voice::Magic,
            Self::Burst => Voice::Blast,
        }
    }
}

/// The family of sounds that an attack, a burst or a hazard belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Voice {
    /// Steel, claws or teeth.
    Blade,
    /// A club, a maul, a stomp.
    Blunt,
    /// A fist or a kick.
    Fist,
    /// A string, a sling, an arm that throws.
    String,
    /// A gun.
    Gun,
    /// A ray.
    Beam,
    /// A gout of fire, acid or cold.
    Spray,
    /// Something goes off.
    Blast,
    /// Something that is no machine.
    Magic,
    /// Gas comes.
    Gas,
    /// Steam or heat breaks out.
    Steam,
    /// Walls or ground come down.
    Collapse,
}

impl Voice {
    /// How harm of a kind sounds that breaks out of the level, by the level's word for the kind.
    pub fn of_hazard(word: &str) -> Self {
        match word {
            "toxic" | "poison" | "gas" | "pathogen" | "disease" | "acid" => Self::Gas,
            "steam" | "heat" => Self::Steam,
            "fire" | "cold" | "frost" => Self::Spray,
            _ => Self::Blast,
        }
    }
}

/// The colour of harm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tint {
    /// Whatever needs no colour of its own.
    #[default]
    Plain,
    /// Fire, heat, steam.
    Fire,
    /// Poison, gas, acid, disease.
    Toxic,
    /// Cold.
    Cold,
    /// Lightning.
    Spark,
    /// Mind and magic.
    Arcane,
}

impl Tint {
    /// The icon of what does harm of that colour and has no picture of its own.
    pub fn icon(self) -> &'static str {
        match self {
            Self::Plain => "cast",
            Self::Fire => "fire",
            Self::Toxic => "toxic",
            Self::Cold => "cold",
            Self::Spark => "spark",
            Self::Arcane => "arcane",
        }
    }
}

/// How something that does harm looks and sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Look {
    /// What is seen.
    pub style: Style,
    /// What is heard.
    pub voice: Voice,
    /// The colour of its harm.
    pub tint: Tint,
}

impl Look {
    /// The icon of a blow that looks and sounds so: a fist, teeth and claws where it is its body's own, or a weapon.
    pub fn blow_icon(self, natural: bool) -> &'static str {
        match (self.voice, natural) {
            (Voice::Fist, _) => "unarmed",
            (_, true) => "natural",
            (_, false) => "melee",
        }
    }

    /// A style with the sound that goes with it.
    pub fn new(style: Style, tint: Tint) -> Self {
        Self { style, voice: style.voice(), tint }
    }

    /// With a sound of its own, where there is one.
    #[must_use]
    pub fn sounding(mut self, voice: Option<Voice>) -> Self {
        self.voice = voice.unwrap_or(self.voice);
        self
    }
}

/// What a condition looks like on the board, beside its badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// It lies on the ground.
    Prone,
    /// It lies there and can do nothing, but lives.
    Out,
    /// Others do not know where it is.
    Hidden,
    /// It is in the air.
    Airborne,
    /// A creature or an object holds it.
    Held,
}

impl Mark {
    /// Whether who has it lies.
    pub fn lies(self) -> bool {
        matches!(self, Self::Prone | Self::Out)
    }
}

/// A way of getting from square to square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// On its feet.
    #[default]
    Walk,
    /// Quietly, so as not to be heard.
    Sneak,
    /// Lying down.
    Crawl,
    /// Through a gap too narrow for it.
    Squeeze,
    /// Along a wall or a slope.
    Climb,
    /// Through water.
    Swim,
    /// In one bound.
    Jump,
    /// Through the air.
    Fly,
    /// Through the ground, or out of it.
    Burrow,
    /// Down through the air, against its will.
    Fall,
    /// Afloat or weightless, as it is carried.
    Drift,
    /// Shoved or pulled, or out of the way of a creature that comes to stand there.
    Pushed,
    /// Flung.
    Thrown,
    /// Onto or off a creature that carries it.
    Mount,
    /// From one place to another without a way between.
    Teleport,
}

impl Motion {
    /// What people call it where a ruleset has no word of its own.
    pub fn word(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Sneak => "sneak",
            Self::Crawl => "crawl",
            Self::Squeeze => "squeeze",
            Self::Climb => "climb",
            Self::Swim => "swim",
            Self::Jump => "jump",
            Self::Fly => "fly",
            Self::Burrow => "burrow",
            Self::Fall => "fall",
            Self::Drift => "drifts",
            Self::Pushed => "pushed",
            Self::Thrown => "thrown",
            Self::Mount => "mounts",
            Self::Teleport => "teleport",
        }
    }
}
