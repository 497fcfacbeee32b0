//! Every mistake the checker knows, with the number and name that never change.
//!
//! The table is the one source for the `code` of a diagnostic, for its severity and for the table in
//! `docs/level-format.md`.

use serde::{Serialize, Serializer};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The level cannot be played.
    Error,
    /// It can be played, but probably not as meant.
    Warning,
    /// A thought for the author.
    Hint,
}

impl Severity {
    /// The word shown to people.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Hint => "hint",
        }
    }
}

macro_rules! codes {
    ($($variant:ident $number:literal $name:literal $severity:ident $what:literal, $example:literal => $fix:literal;)*) => {
        /// A mistake an author can make.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $what] $variant,)*
        }

        impl Code {
            /// Every code, in order of number.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The number shown to people and used in waivers, such as `L014`.
            pub fn id(self) -> &'static str {
                match self { $(Code::$variant => $number,)* }
            }

            /// The name shown behind the number, such as `unknown-terrain`.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// How bad it is.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// What is wrong, in a sentence.
            pub fn what(self) -> &'static str {
                match self { $(Code::$variant => $what,)* }
            }

            /// A line or two of a level that has the mistake.
            pub fn example(self) -> &'static str {
                match self { $(Code::$variant => $example,)* }
            }

            /// How to mend it.
            pub fn fix(self) -> &'static str {
                match self { $(Code::$variant => $fix,)* }
            }
        }
    };
}

codes! {
    Unreadable "L000" "unreadable" Error "The file cannot be read, or is not UTF-8 text.", "a missing file" => "check the path, save the file as UTF-8";
    Syntax "L001" "syntax" Error "The text is not TOML.", "`name = \"Gate`" => "close the quote, the bracket or the table";
    MissingKey "L002" "missing-key" Error "A key that must be there is not.", "a level without `map`" => "add the key";
    WrongType "L003" "wrong-type" Error "A value has another type than the key wants.", "`name = 3`" => "write a value of the type named";
    UnknownKey "L004" "unknown-key" Error "Nothing reads this key.", "`nmae = \"Gate\"`" => "mend the spelling or remove it";
    UnknownWord "L005" "unknown-word" Error "The word is not one of those allowed here.", "`seat = \"robot\"`" => "use one of the words listed";
    BadLength "L006" "bad-length" Error "A length is not a number with a unit.", "`height = \"4 bananas\"`" => "write \"4 ft\", \"1.2 m\" or \"30 cm\"";
    BadDice "L007" "bad-dice" Error "Dice or damage cannot be understood.", "`damage = \"d6d toxic\"`" => "write \"1d6 toxic\" or \"2d6+2 fire\"";
    BadNumber "L008" "bad-number" Error "A number is outside what makes sense here.", "`hp = -3`" => "use a number in the range named";
    RoundZero "L009" "round-zero" Error "Rounds count from 1.", "`when = { round_end = 0 }`" => "use 1 for the first round";
    OneOf "L010" "one-of" Error "Exactly one of several keys must be there.", "`when = { round_end = 1, down = \"Ada\" }`" => "keep one";
    EmptyText "L011" "empty-text" Warning "A name is empty.", "`name = \"\"`" => "write a name";
    TooMany "L012" "too-many" Error "The level has more of something than a battle can bear.", "a thousand creatures" => "take some away, or make two levels";

    EmptyMap "L020" "empty-map" Error "The drawing has no squares.", "`map = \"\"`" => "draw the map";
    MapTooLarge "L021" "map-too-large" Error "The drawing is wider or higher than 128 squares.", "a line of 200 characters" => "cut it or make two levels";
    MapTooSmall "L022" "map-too-small" Warning "The drawing has fewer than eight squares.", "`map = \"...\"`" => "draw more ground";
    RaggedLine "L023" "ragged-line" Warning "A line of the drawing is longer or shorter than the others; what is missing becomes void.", "`####` above `##`" => "make all lines as long";
    UnknownCharacter "L024" "unknown-character" Error "A character of the drawing has no meaning.", "`#.?.#`" => "add it to [legend] or use a built-in one";
    OverlaySize "L025" "overlay-size" Error "An overlay has another size than the map.", "a `light` drawing with a line too few" => "draw it exactly as large as `map`";
    OverlayCharacter "L026" "overlay-character" Error "A character of an overlay has no meaning.", "`elevation` with `?`" => "use the characters listed, `.` for nothing";
    LegendCharacter "L027" "legend-character" Error "A legend key is not one visible character.", "`\"ab\" = { terrain = \"mud\" }`" => "use one character";
    LegendUnused "L028" "legend-unused" Warning "A legend character is drawn nowhere.", "`\"q\" = { creature = \"hound\" }` and no `q`" => "draw it or remove it";
    LegendShadows "L029" "legend-shadows-built-in" Hint "A legend character hides a built-in one.", "`\"T\" = { terrain = \"mud\" }`" => "use another character if the built-in one is wanted";
    LegendEmpty "L030" "legend-empty" Warning "A legend entry says nothing.", "`\"q\" = {}`" => "give it a terrain, an object or a creature";
    EdgeCharacter "L031" "edge-character" Error "A character between the squares of a plan has no meaning.", "a `T` where a wall could stand" => "add it to [edges], or move it to where squares are drawn";
    EdgeTwice "L032" "edge-twice" Error "Something stands between the same two squares twice.", "two `[[run]]` with a side in common" => "take one of them away";
    EdgeInCorner "L033" "edge-in-corner" Warning "A character where the sides of a plan meet does nothing.", "`+-D-+` where the squares above and below have no `D` between them" => "move it one column or one line: what stands between two squares is drawn between them";
    PlanShifted "L034" "plan-shifted" Error "A plan, or a part of it, is drawn a line or a column beside where it belongs.", "a plan without its empty first line" => "put the squares at every second character of every second line";

    UnknownTerrain "L040" "unknown-terrain" Error "No terrain has this key.", "`terrain = \"flor\"`" => "use a built-in key or define [terrain.KEY]";
    UnknownObject "L041" "unknown-object" Error "No object definition has this key.", "`object = \"crat\"`" => "use a built-in key or define [object.KEY]";
    UnknownKind "L042" "unknown-kind" Error "The level's ruleset has no such creature kind.", "`creature = \"solder\"`" => "use one of the shared kinds";
    UnknownSide "L043" "unknown-side" Error "No [[side]] has this id.", "`side = \"rde\"`" => "mend it or add the side";
    UnknownZone "L044" "unknown-zone" Error "No zone has this name.", "`zone = \"gaet\"`" => "mend it or add the zone";
    UnknownRuleset "L045" "unknown-ruleset" Error "There is no such ruleset.", "`ruleset = \"soll\"`" => "use one of the rulesets listed";
    UnknownCondition "L046" "unknown-condition" Error "No condition has this word.", "`condition = \"pron\"`" => "use one of the words listed";
    UnknownDamage "L047" "unknown-damage" Error "No damage has this word.", "`damage = \"1d6 toxik\"`" => "use one of the words listed";
    UnknownCreature "L048" "unknown-creature" Error "No creature of this level has this name.", "`surprised = [\"Adda\"]`" => "use a name from the level";
    UnknownThing "L049" "unknown-thing" Error "No object of this level has this name.", "`destroyed = \"Vlave\"`" => "use a name from the level";
    BadOverride "L050" "bad-override" Error "A ruleset refuses an override meant for it.", "`sol = { hp_mx = 9 }`" => "use a key that ruleset knows";
    DuplicateName "L051" "duplicate-name" Error "Two creatures or objects have the same name, small and capital letters being the same.", "creatures called `Ada` and `ADA`" => "rename one";
    DuplicateId "L052" "duplicate-id" Error "Two sides, or two events, have the same id.", "two sides with `id = \"red\"`" => "rename one";
    UnknownItem "L053" "unknown-item" Error "The creature can carry no such thing under any ruleset.", "`items = [\"bananas\"]`" => "use the key of a weapon it has";
    CircularLike "L054" "circular-like" Error "Terrains or objects are like each other in a circle.", "`[terrain.a]` like `b`, `[terrain.b]` like `a`" => "let one of them stand for itself";
    UnknownArt "L055" "unknown-art" Warning "There is no drawing of this name; another is shown.", "`art = \"tresure\"`" => "use one of the drawings listed";
    NobodyThere "L056" "nobody-there" Error "Nobody is on the map when the fight begins.", "every creature with `arrives = 2`" => "let somebody be there from the start";
    UnknownEdge "L057" "unknown-edge" Error "Nothing that stands between squares has this key.", "`edge = \"wal\"`" => "use a built-in key or define [edge.KEY]";
    BadName "L058" "bad-name" Error "Nothing can be called so.", "`name = \"#5\"`, or a name with a line break" => "use a word or several that can be seen and typed";
    NameDrawnTwice "L059" "name-drawn-twice" Warning "A creature with a name is drawn in several places, so there are several of it.", "`\"A\" = { creature = \"scout\", name = \"Ada\" }` and two `A`, apart" => "draw it once, or give each a character of its own";

    EmptySide "L060" "side-without-creatures" Warning "Nobody fights for this side.", "a side that no creature names" => "add creatures or remove the side";
    TooFewSides "L061" "too-few-sides" Warning "Fewer than two sides that are not neutral.", "a level with one side" => "add an opponent";
    NoHuman "L062" "no-human-seat" Hint "No side has a person's seat.", "`seat = \"ai\"` twice" => "give one side `seat = \"human\"`";
    GoalNeutral "L063" "goal-of-neutral-side" Warning "A neutral side cannot win.", "a goal for the bystanders" => "give the goal to another side";
    GoalImpossible "L064" "goal-impossible" Warning "The goal can never be reached.", "`escape = 9` with three creatures" => "change the goal or the level";
    EventNever "L065" "event-never" Warning "The event can never happen as written.", "`{ from = 4, every = 1, until = 2 }`" => "change the rounds";
    EventEmpty "L066" "event-empty" Warning "The event does nothing and says nothing.", "`do = []` without text" => "give it an effect or a text";
    ZonesOverlap "L067" "zones-overlap" Warning "Two zones that are to be held have squares in common.", "`hold = \"gate\"` and `hold = \"yard\"` with a square in both" => "take the squares out of one of them";
    EventCircle "L068" "event-circle" Error "Events set one another off at once without an end.", "`after = \"b\"` in event `a`, `after = \"a\"` in event `b`" => "let one of them come some rounds later, or upon something else";
    GoalAtOnce "L069" "goal-at-once" Warning "A goal is reached as the level begins.", "`hold = \"gate\"` where one of the side stands, and nobody else" => "let it be held for several rounds, or begin elsewhere";

    OffMap "L070" "off-map" Error "A square lies outside the map.", "`at = [99, 2]`" => "x counts from 0 at the left, y from 0 at the top";
    CreatureInWall "L071" "creature-in-wall" Error "A creature stands in a wall.", "an ogre drawn beside a wall it overlaps" => "move it; large creatures spread right and down from their square";
    CreatureInObject "L072" "creature-in-object" Error "A creature stands inside an object.", "`at` on a crate's square" => "move one of them";
    CreaturesOverlap "L073" "creatures-overlap" Error "Two creatures stand on the same square.", "two with `at = [3, 3]`" => "move one of them";
    CreatureInHazard "L074" "creature-in-hazard" Warning "A creature starts over a pit, in deep water or on harmful ground.", "`at` on `~`" => "move it, or give it an `elevation` if it flies";
    CreatureTooBig "L075" "creature-too-big" Warning "A creature starts where it must squeeze.", "an ogre on a square with `tight = \"medium\"`" => "move it or widen the place";
    ObjectInWall "L076" "object-in-wall" Error "An object stands in a wall.", "`place` on `#`" => "move it";
    ObjectsOverlap "L077" "objects-overlap" Error "Two objects stand on the same square.", "two `place` entries with the same `at`" => "move one of them";
    SpawnBlocked "L078" "spawn-blocked" Error "Somebody is to appear in a wall or an object.", "`spawn` with `at` on `#`" => "choose a free square";
    DoorInOpen "L079" "door-in-the-open" Hint "A door has no wall on either hand.", "`.+.`" => "put it between two walls";

    UnreachableCreature "L080" "unreachable-creature" Warning "A creature can reach nobody it could fight.", "a guard in a room without doors" => "open a way";
    SidesApart "L081" "sides-apart" Warning "No way leads from one side to another.", "a wall across the whole map" => "open a way";
    UnreachableZone "L082" "unreachable-zone" Warning "No creature can get to the zone.", "a zone in a closed room" => "open a way";
    UnreachableExit "L083" "unreachable-exit" Warning "No creature can get to the exit.", "an exit behind a wall" => "open a way";
    EmptyZone "L084" "empty-zone" Warning "A zone has no squares.", "`[zone]` `gate = []`" => "give it squares or remove it";
    UnusedZone "L085" "unused-zone" Hint "No goal, event or place names the zone.", "`[zone]` `gate = [3, 3]`" => "use it or remove it";
    UnusedDefinition "L086" "unused-definition" Hint "A terrain or object is defined and never used.", "`[object.throne]` without use" => "use it or remove it";
    ElevationNonsense "L087" "elevation-nonsense" Warning "A height cannot be meant so.", "`elevation = \"900 m\"`" => "check the unit and the sign";
    TerrainContradiction "L088" "terrain-contradiction" Warning "A terrain says two things that exclude each other.", "`solid = true, water = \"4 ft\"`" => "keep one of them";
    DoorToNowhere "L089" "door-to-nowhere" Hint "A door leads off the map.", "a door in the outer wall" => "draw ground behind it, or make the square an exit";

    WaiverReason "L090" "waiver-without-reason" Warning "A waiver does not say why.", "`[[allow]]` without `reason`" => "write the reason";
    WaiverUnused "L091" "waiver-unused" Warning "A waiver waives nothing.", "`[[allow]]` for a finding that is not there" => "remove it";
    WaiverCode "L092" "waiver-of-unknown-code" Error "A waiver names no code, or an error, which cannot be waived.", "`code = \"L999\"`" => "name the code of a warning or hint";
    MoreFindings "L093" "more-findings" Hint "There are more findings than are listed.", "a hundred misspelt keys" => "mend those that are listed, and check again";
    WaterAbove "L094" "water-above" Hint "Water lies above the ground on both sides of it.", "a river drawn through a bridge at `elevation` 4" => "lower the square, or raise what is beside it";
    UnknownEvent "L095" "unknown-event" Error "No event of this level has this id.", "`after = \"alram\"`" => "use the id of an [[event]]";
    DoesNothing "L096" "does-nothing" Warning "What is written changes nothing.", "`[[area]]` with `squares` alone" => "say what is to change, or remove it";
    SaidTwice "L097" "said-twice" Warning "Two places say something about one thing, and one of them does not count as meant.", "`arrives = 3`, and an `[[arrival]]` in round 2" => "keep one of them";
    RulesetBegun "L098" "ruleset-begun" Warning "Only a part of the ruleset's rules is written.", "a ruleset that is still being written" => "take its figures for what they are, or choose a finished ruleset";

    UnknownStop "L100" "unknown-stop" Error "No battle, link or ending of the campaign has this id.", "`to = \"hul\"`" => "use the id of a [[battle]], a [[link]] or an [[ending]]";
    Unreached "L101" "unreached" Warning "Nothing leads to this battle, link or ending.", "an [[ending]] that no `to` names" => "let some `then` lead there, or remove it";
    NoWayOn "L102" "no-way-on" Error "From this battle the campaign does not come to an end.", "a `then` whose last way has an `if`" => "end it with a way without `if`, and let some way lead to an [[ending]]";
    WayNever "L103" "way-never" Warning "This way is never taken.", "two ways with the same `if`" => "change the condition, or remove the way";
    LevelUnfit "L104" "level-unfit" Error "The level cannot serve for this battle.", "a level without the campaign's side" => "mend the level, or name another";
    UnknownMember "L105" "unknown-member" Error "No [[member]] of the campaign has this name.", "`must = [\"Vael\"]`" => "use the name of a [[member]]";
}

impl Code {
    /// Finds a code by its number or its name.
    pub fn find(text: &str) -> Option<Code> {
        Self::ALL.iter().copied().find(|code| code.id().eq_ignore_ascii_case(text) || code.name() == text)
    }

    /// The table of all codes for the documentation, in Markdown.
    pub fn markdown() -> String {
        use std::fmt::Write;
        let mut out =
            String::from("| code | name | severity | what is wrong | for example | fix |\n|---|---|---|---|---|---|\n");
        for code in Self::ALL {
            let (id, name, severity) = (code.id(), code.name(), code.severity().word());
            let (what, example, fix) = (code.what(), code.example().replace('|', "\\|"), code.fix());
            writeln!(out, "| {id} | {name} | {severity} | {what} | {example} | {fix} |")
                .expect("writing to a string works");
        }
        out
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
