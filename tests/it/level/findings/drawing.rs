//! Mistakes of the drawing, its overlays and its legend.

use battlemat::level::Code;

use super::super::level_text;
use super::{check, legend, map, rest, top};

#[test]
fn mistakes_of_drawing() {
    check(
        Code::EmptyMap,
        "name = \"x\"\nruleset = \"sol\"\nmap = «'''\n'''\n[[creature]]\nkind = \"scout\"\nside = \"a\"\nat = [0, 0]\n[[creature]]\nkind = \"scout\"\nside = \"b\"\nat = [1, 0]",
    );
    let wide = format!("«'''\n{}\n'''", ".".repeat(129));
    check(
        Code::MapTooLarge,
        &format!(
            "name = \"x\"\nruleset = \"sol\"\nmap = {wide}\n[[creature]]\nkind = \"scout\"\nside = \"a\"\nat = [0, 0]\n[[creature]]\nkind = \"scout\"\nside = \"b\"\nat = [1, 0]"
        ),
    );
    check(Code::MapTooSmall, &level_text("", "a.b\n", "").replace("map = '", "map = «'"));
    map(Code::RaggedLine, "a.......b\n«....\n.........\n");
    // One line longer than all others is the one to be mended.
    map(Code::RaggedLine, "a.......b\n.........«...\n.........\n.........\n");
    map(Code::UnknownCharacter, "a...«?...b\n....?...?\n");
    map(Code::UnknownCharacter, "a...«\t...b\n");
    rest(Code::UnknownCharacter, "[[area]]\nfog = true\nsquares = { legend = «\"z\" }");
    top(Code::OverlaySize, "light = '''\n........\n........\n«.......\n........\n'''");
    top(Code::OverlaySize, "fog = «'''\n........\n........\n'''");
    top(Code::OverlayCharacter, "elevation = '''\n........\n..«?..?..\n........\n........\n'''");
    top(Code::OverlayCharacter, "light = '''\n........\n..b..«q..\n........\n........\n'''");
    top(Code::OverlayCharacter, "fog = '''\n........\n..f..«q..\n........\n........\n'''");
    top(
        Code::OverlayCharacter,
        "zone_names = { q = \"yard\" }\nzones = '''\n........\n..«r..r..\n........\n........\n'''",
    );
    check(Code::LegendCharacter, &legend("«\"ab\" = { terrain = \"mud\" }", ""));
    check(Code::LegendCharacter, &legend("«\"\\t\" = { terrain = \"mud\" }", ""));
    check(Code::LegendUnused, &legend("«q = { terrain = \"mud\" }", ""));
    check(Code::LegendShadows, &legend("«T = { terrain = \"mud\" }", "a..T..b\n.......\n"));
    check(Code::LegendEmpty, &legend("«q = {}", "a..q..b\n.......\n"));
}
