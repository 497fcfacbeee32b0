//! Every sound of the game: its files, which slider it listens to, how loud it is meant to be.
//!
//! The game, the tool that bakes the files and the test that looks after them all read this one table; so it uses nothing but the
//! standard library.

/// Hands the list of sounds to another macro: name, stem of the files, variants, group, loudness from 0 to 1 when all sliders are up.
macro_rules! every_sound {
    ($then:ident) => {
        $then! {
            /// A foot on stone, tiles or planks.
            StepStone = "step-stone" [1 2 3] Effects 0.42,
            /// A foot on a metal deck.
            StepMetal = "step-metal" [1 2 3] Effects 0.36,
            /// A foot on grass, earth, sand or snow.
            StepEarth = "step-earth" [1 2 3] Effects 0.42,
            /// A foot in water.
            StepWater = "step-water" [1 2 3] Effects 0.4,
            /// Hands and knees on a wall or through a gap.
            Scramble = "scramble" [1 2] Effects 0.4,
            /// A door opens.
            DoorOpen = "door-open" [1 2] Effects 0.65,
            /// A door falls shut.
            DoorClose = "door-close" [1 2] Effects 0.65,
            /// A blade, claw or jaw moves through the air.
            BladeSwing = "blade-swing" [1 2 3] Effects 0.5,
            /// It bites.
            BladeHit = "blade-hit" [1 2 3] Effects 0.7,
            /// A club or fist moves through the air.
            BlowSwing = "blow-swing" [1 2] Effects 0.5,
            /// A club or maul lands.
            ClubHit = "club-hit" [1 2 3] Effects 0.75,
            /// A fist lands.
            FistHit = "fist-hit" [1 2] Effects 0.65,
            /// A bow, a sling, something thrown.
            Bow = "bow" [1 2 3] Effects 0.6,
            /// A gun goes off.
            Shot = "shot" [1 2 3] Effects 0.8,
            /// A ray.
            Beam = "beam" [1 2] Effects 0.6,
            /// A gout of fire, acid or cold.
            Spray = "spray" [1 2] Effects 0.6,
            /// Something goes off.
            Burst = "burst" [1 2] Effects 0.95,
            /// Something that is no machine.
            Magic = "magic" [1 2] Effects 0.6,
            /// A body is hit by something that flew.
            BodyHit = "body-hit" [1 2 3] Effects 0.65,
            /// Wood is hit.
            WoodHit = "wood-hit" [1 2] Effects 0.6,
            /// Metal is hit.
            MetalHit = "metal-hit" [1 2] Effects 0.55,
            /// Stone or glass is hit.
            StoneHit = "stone-hit" [1 2] Effects 0.6,
            /// A thing breaks.
            Breaks = "breaks" [1 2] Effects 0.8,
            /// It went past.
            Miss = "miss" [1 2 3] Effects 0.5,
            /// A shield, a parry or cover took it.
            Block = "block" [1 2 3] Effects 0.65,
            /// A body lands after a fall.
            Fall = "fall" [1 2] Effects 0.75,
            /// Somebody goes down for good.
            Death = "death" [1 2] Effects 0.8,
            /// Wounds close.
            Heal = "heal" [1 2] Effects 0.6,
            /// A condition is gained.
            Gains = "gains" [1 2] Effects 0.4,
            /// A condition ends.
            Loses = "loses" [1 2] Effects 0.35,
            /// Somebody arrives or leaves.
            Arrives = "arrives" [1] Effects 0.55,
            /// Gas comes.
            Gas = "gas" [1] Effects 0.8,
            /// Walls or ground come down.
            Collapse = "collapse" [1] Effects 0.95,
            /// The lights go out.
            LightsOut = "lights-out" [1] Effects 0.7,
            /// A light comes on.
            LightsOn = "lights-on" [1] Effects 0.55,
            /// Steam or heat breaks out.
            Steam = "steam" [1] Effects 0.8,
            /// One die is rolled.
            DieOne = "die-one" [1 2 3] Dice 0.6,
            /// A few dice are rolled.
            DiceFew = "dice-few" [1 2 3] Dice 0.65,
            /// A handful of dice is rolled.
            DiceMany = "dice-many" [1 2] Dice 0.7,
            /// A person's creature has its turn.
            TurnStart = "turn-start" [1] Alerts 0.5,
            /// A round begins.
            RoundStart = "round-start" [1] Alerts 0.6,
            /// A person must decide.
            Decision = "decision" [1] Alerts 0.6,
            /// Something of the level is coming.
            Alarm = "alarm" [1] Alerts 0.6,
            /// The person at the table has won.
            Victory = "victory" [1] Alerts 0.8,
            /// Nobody at the table has won.
            Defeat = "defeat" [1] Alerts 0.8,
            /// A button was pressed.
            Click = "click" [1 2 3] Interface 0.5,
            /// The pointer came upon a button.
            Hover = "hover" [1 2] Interface 0.16,
            /// That cannot be done.
            Refused = "refused" [1 2] Interface 0.6,
            /// An order was taken back.
            Undo = "undo" [1 2] Interface 0.6,
            /// The quiet room behind everything; a loop.
            Bed = "bed" [1] Bed 1.0,
        }
    };
}

/// Sounds that share a slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Group {
    /// What happens on the board.
    Effects,
    /// Dice.
    Dice,
    /// What calls for a person.
    Alerts,
    /// The quiet room.
    Bed,
    /// Buttons.
    Interface,
}

macro_rules! define {
    ($($(#[$doc:meta])* $name:ident = $stem:literal [$($variant:literal)*] $group:ident $gain:literal,)*) => {
        /// A sound.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) enum Sound { $($(#[$doc])* $name),* }

        impl Sound {
            /// All of them.
            pub(crate) const ALL: &[Self] = &[$(Self::$name),*];

            /// What its files are called, without number and ending.
            pub(crate) fn stem(self) -> &'static str {
                match self { $(Self::$name => $stem),* }
            }

            /// How many files there are of it, numbered from 1.
            pub(crate) fn variants(self) -> usize {
                match self { $(Self::$name => [$($variant),*].len()),* }
            }

            /// The slider it listens to.
            pub(crate) fn group(self) -> Group {
                match self { $(Self::$name => Group::$group),* }
            }

            /// How loud it is when all sliders are up, from 0 to 1.
            pub(crate) fn gain(self) -> f32 {
                match self { $(Self::$name => $gain),* }
            }
        }
    };
}

every_sound!(define);

impl Sound {
    /// Whether it is played round and round.
    pub(crate) fn loops(self) -> bool {
        self == Self::Bed
    }

    /// Samples a second in its files: what is dark and long needs no highest tones, what clicks and rattles does.
    pub(crate) fn rate(self) -> u32 {
        match self {
            Self::DoorOpen | Self::DoorClose | Self::ClubHit | Self::Beam | Self::Burst | Self::Magic => 22_050,
            Self::Breaks | Self::Block | Self::Fall | Self::Death | Self::Heal | Self::Gains | Self::Loses => 22_050,
            Self::Arrives | Self::Gas | Self::Collapse | Self::LightsOut | Self::LightsOn | Self::Steam => 22_050,
            _ if matches!(self.group(), Group::Alerts | Group::Bed) => 22_050,
            _ => 32_000,
        }
    }

    /// The name of one of its files; variants count from 1.
    pub(crate) fn file(self, variant: usize) -> String {
        format!("{}-{variant}.wav", self.stem())
    }
}
