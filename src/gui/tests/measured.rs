//! What panels take of the window, and what they lie over, measured from where they are, in every state of the table.

use bevy::prelude::*;
use bevy_egui::{EguiContext, egui};

use super::super::app::settings::Settings;
use super::super::app::shot;
use super::super::app::shot::ShotOptions;
use super::super::board::lens::Lens;
use super::super::board::world_coords::BoardCamera;
use super::super::hud::keep_clear::{Under, crosses};
use super::super::hud::panel::Panel;
use super::super::session::Session;
use crate::ai::suggest;
use crate::battle::{ById, Creature, Id, Map, Position};
use crate::grid::Square;
use crate::level::Seat;

/// What is asked for; how much of the window is the board's then.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Asked {
    Nothing,
    Something,
}

/// A state of the table.
struct State {
    name: &'static str,
    level: &'static str,
    /// Instead of the level's own.
    ruleset: Option<&'static str>,
    seed: u64,
    orders: &'static str,
    aim: Option<&'static str>,
    hover: Option<(i16, i16)>,
    panel: Option<Panel>,
    asked: Asked,
}

const NOTHING: State = State {
    name: "at rest",
    level: "first-fight",
    ruleset: None,
    seed: 1,
    orders: "",
    aim: None,
    hover: None,
    panel: None,
    asked: Asked::Nothing,
};

const FORD: State = State { level: "harrow-ford", asked: Asked::Something, ..NOTHING };

const STEP: &str = "{\"move\":{\"to\":[9,5]}}\n";
const SHOT: &str =
    "{\"move\":{\"to\":[9,5]}}\n{\"act\":{\"action\":\"attack\",\"with\":\"pistol\",\"target\":\"Wenzel\"}}\n";

/// Where breath is paid for answers: somebody aims at a neighbour, is shot at, and may strike once more.
const BESIDE: &str =
    "{\"gm\":{\"place\":{\"creature\":\"Maddoc\",\"at\":[2,6]}}}\n{\"end_turn\":{\"creature\":\"Gannick\"}}\n";
const BLOW: &str = "{\"gm\":{\"place\":{\"creature\":\"Maddoc\",\"at\":[2,6]}}}\n{\"end_turn\":{\"creature\":\"Gannick\"}}\n\
    {\"act\":{\"action\":\"attack\",\"with\":\"sword\",\"target\":\"Maddoc\"}}\n";
/// A shot that has been dodged by somebody far off, after which the other hand may strike at what stands beside.
const DODGED: &str = "{\"act\":{\"action\":\"attack\",\"with\":\"bow\",\"target\":\"Vera\"}}\n{\"answer\":\"dodge\"}\n";
/// Two who stand six squares apart, one above the other.
const APART: &str = "{\"gm\":{\"place\":{\"creature\":\"Orla\",\"at\":[6,2]}}}\n{\"gm\":{\"place\":{\"creature\":\"Gannick\",\"at\":[6,8]}}}\n\
    {\"act\":{\"action\":\"attack\",\"with\":\"rifle\",\"target\":\"Orla\"}}\n";
const RIFLE: &str = "{\"act\":{\"action\":\"attack\",\"with\":\"rifle\",\"target\":\"Orla\"}}\n";

const ALL: &[Window] =
    &[(1280, 720, 100), (800, 600, 100), (800, 600, 200), (1920, 1080, 100), (3840, 2160, 100), (3840, 2160, 200)];
const SOME: &[Window] = &[(1280, 720, 100), (800, 600, 100), (800, 600, 200)];
const ONE: &[Window] = &[(1280, 720, 100)];

/// Points that a square has in the first view, at least: faces are told apart from here on.
const FACES: f32 = 32.0;

/// The states of the picture tests, and in which windows they are looked at.
fn states() -> Vec<(State, &'static [Window])> {
    let first = [
        NOTHING,
        State { name: "somebody pointed at", hover: Some((10, 2)), asked: Asked::Something, ..NOTHING },
        State {
            name: "aiming",
            orders: STEP,
            aim: Some("pistol"),
            hover: Some((10, 2)),
            asked: Asked::Something,
            ..NOTHING
        },
        State { name: "asked", orders: SHOT, asked: Asked::Something, ..NOTHING },
        State { name: "watching", orders: SHOT, panel: Some(Panel::Replay), ..NOTHING },
    ];
    let breath = [
        State { name: "aiming at a neighbour", orders: BESIDE, aim: Some("sword"), hover: Some((2, 6)), ..FORD },
        State { name: "shot at", orders: RIFLE, ..FORD },
        State { name: "shot at from six squares below", orders: APART, ..FORD },
        State { name: "with a hand left", orders: BLOW, ..FORD },
        State {
            name: "with a hand left for a thing",
            level: "first-fight",
            ruleset: Some("vigor"),
            seed: 3,
            orders: DODGED,
            ..FORD
        },
    ];
    let many = State { ruleset: Some("edge"), seed: 16, orders: SHOT, asked: Asked::Something, ..NOTHING };
    let mut out: Vec<_> = first.map(|state| (state, ALL)).into();
    out.push((State { name: "asked with many answers", ..many }, ONE));
    out.extend(breath.map(|state| (state, SOME)));

    for level in [
        "dry-dock",
        "gannet-stacks",
        "harrow-ford",
        "last-lantern",
        "low-wall",
        "overseer",
        "pump-room",
        "river-farm",
        "tally-hall",
        "the-long-ice",
        "winding-house",
    ] {
        let state = State { level, ..NOTHING };
        out.push((state, ONE));
    }
    out
}

/// A window.
type Window = (u32, u32, u32);

/// The app with a state on the table; the last number of the window is how large text is.
fn lay(state: &State, (width, height, text): Window) -> App {
    let folder = std::env::temp_dir();
    let orders = (!state.orders.is_empty()).then(|| {
        let path =
            folder.join(format!("battlemat-measured-{}-{}.jsonl", state.name.replace(' ', "-"), std::process::id()));
        std::fs::write(&path, state.orders).expect("orders should be written");
        path
    });
    let options = ShotOptions {
        level: Some(format!("levels/{}.toml", state.level).into()),
        orders,
        ruleset: state.ruleset.map(Into::into),
        seed: state.seed,
        aim: state.aim.map(Into::into),
        hover: state.hover.map(|(x, y)| Square::new(x, y)),
        panel: state.panel,
        size: (width, height),
        text,
        settings: Settings { hints: false, ..Settings::default() },
        ..ShotOptions::default()
    };
    let session = shot::set_up(&options).expect("a playable level");
    let (mut app, _) = shot::stage(session, &options);
    for frame in 0..14 {
        if let Some(panel) = options.panel.filter(|_| frame == 4) {
            shot::open(panel, app.world_mut(), options.level.as_ref());
        }
        app.update();
    }
    app
}

/// What a panel is called.
fn name(id: egui::Id) -> String {
    let all = [
        "ribbon",
        "goal",
        "tools",
        "bar",
        "end of turn",
        "odds",
        "card",
        "question",
        "intent",
        "last lines",
        "small map",
        "log",
        "sheet",
        "watch",
    ];
    let known = all.into_iter().find(|name| egui::Id::new(*name) == id);
    known.map_or_else(|| id.short_debug_format(), Into::into)
}

/// Where the panels are, in points; the size of the window in points; where the board is.
fn look(app: &mut App) -> (Vec<(String, egui::Rect)>, egui::Rect, Lens) {
    let mut eyes = app.world_mut().query_filtered::<(&Camera, &GlobalTransform), With<BoardCamera>>();
    let (camera, eye) = eyes.single(app.world()).expect("one camera");
    let (camera, eye) = (camera.clone(), *eye);
    let mut contexts = app.world_mut().query::<&mut EguiContext>();
    let mut context = contexts.single_mut(app.world_mut()).expect("one context");
    let context = context.get_mut();
    let window = context.content_rect();
    let lens = Lens::of(&camera, &eye, context.zoom_factor()).expect("the board is seen");
    let areas = context.memory(|memory| {
        let layers: Vec<egui::LayerId> = memory.areas().visible_layer_ids().into_iter().collect();
        // The board itself, and its words for screen readers.
        let board = [egui::LayerId::background().id, egui::Id::new("board in words")];
        let known = |layer: &&egui::LayerId| !board.contains(&layer.id);
        let rect = |layer: &egui::LayerId| Some((name(layer.id), memory.area_rect(layer.id)?));
        layers.iter().filter(known).filter_map(rect).collect::<Vec<_>>()
    });
    let areas = areas.into_iter().filter(|(_, rect)| rect.width() * rect.height() > 4.0);
    (areas.collect(), window, lens)
}

/// How much of the window no panel covers, in hundredths.
fn free(panels: &[(String, egui::Rect)], window: egui::Rect) -> f32 {
    const FINE: i32 = 4;
    let (columns, rows) = (window.width() as i32 / FINE, window.height() as i32 / FINE);
    let mut open = 0;
    for y in 0..rows {
        for x in 0..columns {
            let at = window.min + egui::vec2((x * FINE + FINE / 2) as f32, (y * FINE + FINE / 2) as f32);
            open += i32::from(!panels.iter().any(|(_, rect)| rect.contains(at)));
        }
    }
    open as f32 * 100.0 / (columns * rows) as f32
}

/// Who is to be seen: who acts or is asked, and who is aimed at or asks.
fn seen(session: &Session) -> Vec<Id> {
    let (first, other) = match session.question() {
        Some(question) => (Some(question.creature), question.against),
        None => (session.commanded().or(session.battle.active()), session.aim.as_ref().and_then(|aim| aim.target)),
    };
    let world = session.battle.world();
    let known =
        |id: &Id| session.sees(*id) && (world.part::<Creature>(*id).is_none() || world.part::<Position>(*id).is_some());
    [first, other].into_iter().flatten().filter(known).collect()
}

/// What is wrong with a state in a window.
fn faults(state: &State, window: Window) -> Vec<String> {
    let mut app = lay(state, window);
    let (panels, whole, lens) = look(&mut app);
    let told = format!("{} on {} in {window:?}", state.name, state.level);
    let mut out = Vec::new();
    if panels.len() < 3 {
        out.push(format!("{told}: {panels:?}"));
    }
    let share = free(&panels, whole);
    let small = window.0 < 1000 || window.2 > 150;
    let least = match state.asked {
        _ if small => 55.0,
        Asked::Nothing => 85.0,
        Asked::Something => 70.0,
    };
    if share < least {
        out.push(format!("{told}: the board has {share} % of the window; {panels:?}"));
    }
    let session = app.world().resource::<Session>();
    let spaces: Vec<egui::Rect> =
        seen(session).iter().filter_map(|&id| Some(lens.space(session.extent(id)?))).collect();
    if spaces.is_empty() && session.battle.active().is_some_and(|id| session.sees(id)) {
        out.push(format!("{told}: nobody acts"));
    }
    for rect in spaces.iter().copied().chain(session.hover.map(|at| lens.square(at))) {
        if !whole.contains_rect(rect.shrink(3.0)) {
            out.push(format!("{told}: {rect:?} is not in view"));
        }
        for (name, panel) in &panels {
            if panel.intersects(rect.shrink(3.0)) {
                out.push(format!("{told}: {name} at {panel:?} covers {rect:?}"));
            }
        }
    }
    if state.asked == Asked::Nothing && state.panel.is_none() && window.2 == 100 && window.0 <= 1920 {
        let crowd = crate::battle::on_map(session.battle.world()).filter(|&id| session.sees(id));
        let unseen = crowd.filter(|&id| !whole.contains_rect(lens.space(session.space(id)).shrink(3.0)));
        if lens.square < FACES - 0.1 {
            out.push(format!("{told}: a square has {} points in the first view", lens.square));
        } else if lens.square > FACES + 0.1 && unseen.count() > 0 {
            out.push(format!("{told}: somebody is not in the first view though there is room"));
        }
    }
    out.extend(over_the_fight(&app, (&panels, whole, lens), &spaces).into_iter().map(|why| format!("{told}: {why}")));
    if let [one, other] = spaces[..] {
        let info = session.aim_info();
        let decides = info.iter().flat_map(|info| &info.lines).map(|line| lens.line(line));
        let lines: Vec<_> = decides.chain([[one.center(), other.center()]]).collect();
        for (name, panel) in &panels {
            if lines.iter().any(|&[from, to]| crosses(panel.shrink(2.0), from, to)) {
                out.push(format!("{told}: {name} at {panel:?} lies over the line"));
            }
        }
    }
    out
}

/// The squares of the area that is aimed, as they lie in the window.
fn area(session: &Session, lens: Lens) -> Vec<egui::Rect> {
    let Some(aim) = &session.aim else { return Vec::new() };
    let (Some(radius), Some(middle)) = (aim.radius(), aim.at) else { return Vec::new() };
    let map = session.battle.world().resource::<Map>();
    let off = |at: Square| f32::from(at.x - middle.x).hypot(f32::from(at.y - middle.y));
    let squares = map.cells().squares().filter(|&at| off(at) <= radius as f32 + 0.5);
    squares.map(|at| lens.square(at)).collect()
}

/// What a panel lies on, reckoned square by square.
fn under(map: &Map, lens: Lens, panel: egui::Rect) -> Under {
    let on = |at: &Square| lens.square(*at).shrink(1.0).intersects(panel);
    let squares: Vec<Square> = map.cells().squares().filter(on).collect();
    match squares.iter().any(|&at| !map.solid(at)) {
        true => Under::Ground,
        false if squares.is_empty() => Under::Nothing,
        false => Under::Walls,
    }
}

/// Cards that lie over an area that is aimed, or on the ground though there is room beside the board or on walls.
fn over_the_fight(
    app: &App,
    (panels, whole, lens): (&[(String, egui::Rect)], egui::Rect, Lens),
    spaces: &[egui::Rect],
) -> Vec<String> {
    let session = app.world().resource::<Session>();
    let map = session.battle.world().resource::<Map>();
    let area = area(session, lens);
    let mut out = Vec::new();
    for (name, card) in panels.iter().filter(|(name, _)| name == "odds" || name == "question") {
        if area.iter().any(|square| square.shrink(2.0).intersects(*card)) {
            out.push(format!("{name} at {card:?} lies over the area"));
        }
        let now = under(map, lens, *card);
        let others: Vec<egui::Rect> = panels.iter().filter(|(one, _)| one != name).map(|(_, rect)| *rect).collect();
        let taken = |place: egui::Rect| {
            let seen = spaces.iter().chain(&area).chain(&others).any(|rect| place.expand(30.0).intersects(*rect));
            let line = matches!(spaces, [one, other] if crosses(place, one.center(), other.center()));
            seen || line || session.hover.is_some_and(|at| place.expand(30.0).intersects(lens.square(at)))
        };
        let room = whole.shrink2(egui::vec2(12.0, 70.0));
        let tries =
            |least: f32, most: f32| (0..).map(move |step| least + 20.0 * step as f32).take_while(move |at| *at <= most);
        let places = tries(room.min.y, room.max.y - card.height()).flat_map(|y| {
            tries(room.min.x, room.max.x - card.width())
                .map(move |x| egui::Rect::from_min_size(egui::pos2(x, y), card.size()))
        });
        let better = places.filter(|place| !taken(*place)).find(|place| under(map, lens, place.expand(18.0)) < now);
        if let Some(place) = better {
            out.push(format!("{name} at {card:?} lies on the board though there is room at {place:?}"));
        }
    }
    out
}

/// Where there is room for one of them only, an open log makes room for the question.
#[test]
fn an_open_log_does_not_lie_over_a_question() {
    let asked = State {
        name: "asked with the log open",
        orders: SHOT,
        panel: Some(Panel::Reckonings),
        asked: Asked::Something,
        ..NOTHING
    };
    for window in [(800, 600, 200), (800, 600, 100), (1280, 720, 200)] {
        let mut app = lay(&asked, window);
        let (panels, ..) = look(&mut app);
        let find = |wanted: &str| panels.iter().find(|(name, _)| name == wanted).map(|(_, rect)| *rect);
        let question = find("question").expect("something is asked");
        if let Some(log) = find("log") {
            assert!(!log.intersects(question), "{window:?}: {log:?} over {question:?}");
        }
    }
}

/// What the computer is about to do is said beside who does it, over nobody whom it is about.
#[test]
fn the_line_over_a_shoulder_covers_neither_who_acts_nor_whom_it_strikes() {
    for &(width, height, text) in SOME {
        let options = ShotOptions {
            level: Some("levels/first-fight.toml".into()),
            size: (width, height),
            text,
            settings: Settings { hints: false, ..Settings::default() },
            ..ShotOptions::default()
        };
        let mut session = shot::set_up(&options).expect("a playable level").expect("a battle");
        let told = suggest(&mut session.battle).into_iter().next().expect("there is something to be done");
        let (viewer, before) = (session.viewer, session.battle.events().len());
        session.seats.fill(Seat::Ai);
        session.note_intents(before, vec![(viewer, told)]);
        let (mut app, _) = shot::stage(Some(session), &options);
        for _ in 0..10 {
            app.update();
        }
        let (panels, whole, lens) = look(&mut app);
        let (_, line) = panels.iter().find(|(name, _)| name == "intent").expect("the line is there");
        let session = app.world().resource::<Session>();
        let acts = session.battle.active().and_then(|id| session.extent(id)).expect("somebody acts");
        assert!(whole.contains_rect(*line) && !line.intersects(lens.space(acts).shrink(3.0)), "{line:?}");
        for (name, panel) in panels.iter().filter(|(name, _)| name != "intent") {
            assert!(!panel.intersects(line.shrink(1.0)), "{name} at {panel:?} and the line at {line:?}");
        }
    }
}

/// Around a small map there is its ground and the table it lies on, no dark field.
#[test]
fn what_lies_around_a_map_is_drawn() {
    for level in ["first-fight", "low-wall", "harrow-ford"] {
        let options = ShotOptions { level: Some(format!("levels/{level}.toml").into()), ..ShotOptions::default() };
        let session = shot::set_up(&options).expect("a playable level");
        let picture = shot::take(session, &options).expect("a picture");
        let dark = picture.pixels().filter(|pixel| pixel.0[..3].iter().all(|&part| part < 24));
        let share = dark.count() as f32 * 100.0 / (picture.width() * picture.height()) as f32;
        assert!(share < 8.0, "{level}: {share} % of the window is black");
    }
}

/// The bars that the window is to keep.
#[test]
fn the_board_has_the_window_and_no_panel_covers_what_matters() {
    let all = states();
    let all = all.iter().flat_map(|(state, windows)| windows.iter().map(move |&window| (state, window)));
    let faults: Vec<String> = all.flat_map(|(state, window)| faults(state, window)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
