//! Mistakes of where things stand, and of what nobody gets to.

use battlemat::level::Code;

use super::super::level_text;
use super::{check, legend, map, map_rest, rest};

#[test]
fn mistakes_of_placing() {
    rest(Code::OffMap, "[[area]]\nfog = true\nsquares = [[2, 2], «[99, 2]]");
    rest(Code::OffMap, "[[area]]\nfog = true\nsquares = { from = [2, 2], to = «[2, -1] }");
    rest(Code::OffMap, "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = «[2, 40000]");
    map_rest(
        Code::CreatureInWall,
        "a..#..b\n.......\n",
        "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = «[3, 0]",
    );
    rest(Code::CreatureInWall, "[[creature]]\nkind = \"ogre\"\nside = \"red\"\nat = «[3, 2]");
    rest(
        Code::CreatureInObject,
        "[[place]]\nobject = \"crate\"\nat = [3, 2]\n[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = «[3, 2]",
    );
    rest(Code::CreaturesOverlap, "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = «[1, 1]");
    rest(Code::CreaturesOverlap, "[[creature]]\nkind = \"ogre\"\nside = \"blue\"\nat = «[5, 1]");
    for ground in ["water", "pit"] {
        let area = format!(
            "[[area]]\nterrain = \"{ground}\"\nsquares = [3, 2]\n[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = «[3, 2]"
        );
        rest(Code::CreatureInHazard, &area);
    }
    rest(
        Code::CreatureTooBig,
        "[[area]]\ntight = \"medium\"\nsquares = [3, 2]\n[[creature]]\nkind = \"ogre\"\nside = \"red\"\nat = «[2, 1]",
    );
    rest(Code::ObjectInWall, "[[place]]\nobject = \"crate\"\nat = «[0, 0]");
    rest(
        Code::ObjectsOverlap,
        "[[place]]\nobject = \"crate\"\nat = [2, 2]\n[[place]]\nobject = \"barrel\"\nat = «[2, 2]",
    );
    rest(
        Code::SpawnBlocked,
        "[[event]]\nwhen = \"manual\"\ndo = { spawn = { kind = \"scout\", side = \"red\", at = «[0, 0] } }",
    );
    rest(Code::SpawnBlocked, "[[creature]]\narrives = 2\nkind = \"scout\"\nside = \"red\"\nat = «[0, 0]");
    map_rest(
        Code::WaterAbove,
        "########\n#a.«...b#\n#......#\n########\n",
        "[[area]]\nsquares = [3, 1]\nterrain = \"shallows\"\nelevation = \"20 ft\"",
    );
    check(
        Code::ElevationNonsense,
        &legend("q = { creature = \"scout\", side = \"red\", elevation = «\"900 m\" }", "a..q..b\n.......\n"),
    );
    map(Code::DoorInOpen, "a.......b\n...«+.....\n.........\n");
    map(Code::DoorToNowhere, "###«+####\na......b\n........\n########\n");
}

#[test]
fn places_nobody_gets_to() {
    map_rest(
        Code::UnreachableCreature,
        "a.....b\n.......\n#######\n.......\n",
        "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = «[3, 3]",
    );
    map(Code::SidesApart, "«a..#..b\n...#...\n");
    map_rest(
        Code::UnreachableZone,
        "a.....b\n.......\n#######\n.......\n",
        "[[goal]]\nside = \"red\"\nwin = { hold = \"vault\" }\n[zone]\n«vault = [[3, 3], [4, 3]]",
    );
    map(Code::UnreachableExit, "a.....b\n.......\n#######\n...«>...\n");
    rest(Code::EmptyZone, "[zone]\n«gate = []");
    rest(Code::UnusedZone, "[zone]\n«gate = [2, 2]");
    check(Code::UnusedZone, &legend("q = { zone = \"gate\" }", "a..«q..b\n...q...\n"));
    rest(Code::UnusedDefinition, "[object.«throne]\nheight = \"6 ft\"");
    rest(Code::UnusedDefinition, "[terrain.«lava]\nharm = \"2d6 fire\"");
    rest(Code::ElevationNonsense, "[[area]]\nsquares = [2, 2]\nelevation = «\"900 m\"");
    rest(
        Code::ElevationNonsense,
        "[[area]]\nsquares = [2, 2]\nelevation = \"3 m\"\n[[creature]]\nkind = \"drone\"\nside = \"red\"\nat = [2, 2]\nelevation = «\"1 m\"",
    );
    check(
        Code::ElevationNonsense,
        &level_text(
            "heights = { \"1\" = \"900 m\" }\nelevation = '''\n........\n..1.....\n........\n........\n'''",
            "",
            "",
        )
        .replace("#a....b#", "#a«....b#"),
    );
    rest(
        Code::TerrainContradiction,
        "«[terrain.glass]\nsolid = true\nwater = \"4 ft\"\n[[area]]\nterrain = \"glass\"\nsquares = [2, 2]",
    );
}
