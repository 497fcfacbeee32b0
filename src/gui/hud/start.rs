//! The start screen: what can be played, under which rules, by whom; and the battle that was left unfinished.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{
    self, Align, Align2, Button, Color32, Label, Layout, Pos2, Rect, RichText, ScrollArea, Sense, Stroke,
    TextureHandle, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::begin::Begin;
use super::chosen::{Start, Tab};
use super::panel_context::EguiContext;
use super::panel_order::Turn;
use super::pictures::Pictures;
use super::ui_command::{UiCommand, Window};
use super::ui_commands::UiCommands;
use super::{campaigns, levels, stored, theme};
use crate::gui::app::frame::{PaintSystems, Screen};
use crate::gui::app::saves::Stored;
use crate::gui::app::settings::Settings;
use crate::gui::app::start_trouble::StartTrouble;
use crate::gui::app::{frame_pacing, probe};
use crate::gui::session::replay::Watch;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Start>()
        .add_systems(OnEnter(Screen::Start), |mut start: ResMut<Start>| start.again())
        .add_systems(
            EguiPrimaryContextPass,
            draw.in_set(PaintSystems::Panels).before(Turn::Heed).run_if(in_state(Screen::Start)),
        );
}

fn draw(
    (glass, pictures): (If<Res<EguiContext>>, If<Res<Pictures>>),
    mut start: ResMut<Start>,
    mut settings: ResMut<Settings>,
    trouble: Res<StartTrouble>,
    mut said: MessageWriter<UiCommand>,
    mut speak: UiCommands,
) {
    let begin = show(&glass.0.0, &mut start, &pictures, &settings, &trouble.0);
    match begin.filter(|_| speak.meant.on_panel(&glass.0.0)) {
        Some(Begin::Level(launch)) => speak.launch(launch),
        Some(Begin::Resume(path)) => speak.resume(path),
        Some(Begin::Watch(path)) => speak.watch(Watch::File(path)),
        Some(Begin::Settings) => {
            said.write(UiCommand::Toggle(Window::Settings));
        }
        Some(Begin::Strength(strength)) => settings.computer = strength,
        None => {}
    }
}

/// Draws the start screen.
fn show(
    context: &egui::Context,
    start: &mut Start,
    pictures: &Pictures,
    settings: &Settings,
    trouble: &[String],
) -> Option<Begin> {
    if start.look(context.input(|input| input.time), settings.kept) {
        context.request_repaint();
    }
    // A file that comes or changes is seen soon enough: each frame takes a twentieth of a second where it is drawn in software.
    frame_pacing::wake_after(context, std::time::Duration::from_secs(5));
    let screen = context.content_rect();
    let mut said = None;
    egui::Area::new(egui::Id::new("start")).fixed_pos(screen.min).order(egui::Order::Background).show(context, |ui| {
        ui.allocate_rect(screen, Sense::hover());
        backdrop(ui, screen, start, pictures, settings);
        let gap = if screen.width() < 900.0 { 12.0 } else { 32.0 };
        let mut inner =
            ui.new_child(UiBuilder::new().max_rect(screen.shrink(gap)).layout(Layout::top_down(Align::Min)));
        let ui = &mut inner;
        title(ui, screen, start, &mut said);
        under_the_title(ui, start, &mut said);
        for line in trouble.iter().take(8) {
            ui.label(RichText::new(line).monospace().color(theme::HARM));
        }
        ui.add_space(8.0);
        let wide = screen.width() >= WIDE;
        let room = ui.available_rect_before_wrap();
        if wide {
            let list = Rect::from_min_size(room.min, Vec2::new((room.width() * 0.36).min(420.0), room.height()));
            let rest = Rect::from_min_max(Pos2::new(list.max.x + 16.0, room.min.y), room.max);
            // Whatever comes up above them, they stay what they are: a field keeps what is typed into it, a button is clicked.
            let half = |name: &str| UiBuilder::new().id(egui::Id::new(("start", name)));
            let mut left = ui.new_child(half("list").max_rect(list).layout(Layout::top_down(Align::Min)));
            tabs(&mut left, start);
            let mut right = ui.new_child(half("details").max_rect(rest).layout(Layout::top_down(Align::Min)));
            list_of(&mut left, start, pictures, settings);
            details_of(&mut right, start, pictures, settings, &mut said);
        } else {
            ScrollArea::vertical().id_salt("start").auto_shrink([false, false]).show(ui, |ui| {
                let mut list = ui.new_child(
                    UiBuilder::new()
                        .max_rect(Rect::from_min_size(ui.cursor().min, Vec2::new(ui.available_width(), 240.0))),
                );
                tabs(&mut list, start);
                list_of(&mut list, start, pictures, settings);
                ui.add_space(248.0);
                details_of(ui, start, pictures, settings, &mut said);
            });
        }
    });
    said
}

/// What there is of the chosen kind.
fn list_of(ui: &mut Ui, start: &mut Start, pictures: &Pictures, settings: &Settings) {
    match start.tab {
        Tab::Levels => levels::list(ui, start, pictures, settings),
        Tab::Campaigns => campaigns::list(ui, &mut start.campaigns, pictures, settings),
        Tab::Saved => stored::list(ui, &mut start.saved, pictures, settings),
    }
}

/// What is chosen of it.
fn details_of(ui: &mut Ui, start: &mut Start, pictures: &Pictures, settings: &Settings, said: &mut Option<Begin>) {
    match start.tab {
        Tab::Levels => levels::details(ui, start, pictures, settings, said),
        Tab::Campaigns => campaigns::details(ui, start, pictures, settings, said),
        Tab::Saved => stored::details(ui, &mut start.saved, pictures, settings, said),
    }
}

/// The map of what is chosen, large and dim, under everything.
fn backdrop(ui: &Ui, screen: Rect, start: &mut Start, pictures: &Pictures, settings: &Settings) {
    let own = start.at().and_then(|at| start.picture(ui.ctx(), at, pictures, settings));
    let first = (start.tab == Tab::Campaigns).then(|| start.campaigns.backdrop(ui, pictures, settings)).flatten();
    dim(ui, screen, first.or(own));
}

/// A picture, large and dim, over the whole screen.
pub(super) fn dim(ui: &Ui, screen: Rect, picture: Option<TextureHandle>) {
    let painter = ui.painter();
    painter.rect_filled(screen, 0.0, Color32::from_rgb(0x1d, 0x19, 0x18));
    if let Some(texture) = picture {
        let size = texture.size_vec2();
        let scale = (screen.width() / size.x).max(screen.height() / size.y) * 1.05;
        let rect = Rect::from_center_size(screen.center(), size * scale);
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(texture.id(), rect, whole, Color32::from_rgba_unmultiplied(0xb0, 0xa0, 0x90, 150));
        // Darker towards the left, where the words are.
        let mut mesh = egui::Mesh::default();
        for (corner, alpha) in [
            (screen.left_top(), 220),
            (screen.right_top(), 60),
            (screen.right_bottom(), 110),
            (screen.left_bottom(), 240),
        ] {
            mesh.colored_vertex(corner, Color32::from_rgba_unmultiplied(0x1d, 0x19, 0x18, alpha));
        }
        mesh.add_triangle(0, 1, 2);
        mesh.add_triangle(0, 2, 3);
        painter.add(mesh);
    }
}

fn title(ui: &mut Ui, screen: Rect, start: &mut Start, said: &mut Option<Begin>) {
    let size = (screen.width() / 16.0).clamp(28.0, 64.0);
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(size * 8.4, size * 1.25), Sense::hover());
        let painter = ui.painter();
        let mut x = rect.min.x;
        for (i, letter) in "BATTLEMAT".chars().enumerate() {
            let at = Pos2::new(x, rect.min.y);
            painter.text(at + Vec2::splat(2.0), Align2::LEFT_TOP, letter, theme::body(size), theme::INK);
            let colour = if i < 6 { theme::LAMP } else { theme::PAPER };
            let drawn = painter.text(at, Align2::LEFT_TOP, letter, theme::body(size), colour);
            x = drawn.max.x + size * 0.12;
        }
        // A measured line under the name, like the edge of a ruled map.
        let y = rect.max.y - size * 0.02;
        painter.hline(rect.min.x..=x, y, Stroke::new(2.0, theme::LAMP));
        let squares = 18;
        for i in 0..=squares {
            let at = rect.min.x + (x - rect.min.x) * i as f32 / squares as f32;
            painter.vline(at, y..=y + if i % 6 == 0 { 8.0 } else { 4.0 }, Stroke::new(1.5, theme::LAMP));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let narrow = screen.width() < WIDE;
            let words = if narrow { glyph::GEAR_SIX.to_owned() } else { format!("{} Settings", glyph::GEAR_SIX) };
            let settings = ui.button(words);
            settings.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Settings"));
            if settings.clicked() {
                *said = Some(Begin::Settings);
            }
            if narrow && start.tab == Tab::Levels {
                levels::short_cut(ui, start, said);
            }
        });
    });
    ui.add_space(4.0);
}

/// From this width on, in points, what is chosen stands beside the list, and not below it.
const WIDE: f32 = 720.0;

/// How high the line under the title is, whatever stands in it: nothing below it moves when saves have been read.
const LINE: f32 = 32.0;

/// What the game is, or the battle that was left unfinished, to be taken up again.
fn under_the_title(ui: &mut Ui, start: &Start, said: &mut Option<Begin>) {
    let (line, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), LINE), Sense::hover());
    let layout = Layout::left_to_right(Align::Center);
    let builder = UiBuilder::new().id(egui::Id::new("under the title")).max_rect(line);
    let ui = &mut ui.new_child(builder.layout(layout));
    let sound = |stored: &&Stored| stored.trouble.is_none();
    let unfinished = start.saved.shelf.unfinished().find(sound);
    let Some((path, about)) = unfinished.and_then(|stored| Some((&stored.path, stored.about.as_ref()?))) else {
        let words = "Tactical fights by the rules of the table, every number explained.";
        ui.add(Label::new(RichText::new(words).size(15.0).color(theme::FAINT)).truncate());
        return;
    };
    let words = format!("{} Resume {}", glyph::PLAY, stored::line(about));
    let button = Button::new(RichText::new(words).size(15.0)).stroke(Stroke::new(1.0, theme::LAMP));
    let button = ui.add(button.truncate());
    probe::spot(&button, || "resume".into());
    if button.clicked() {
        *said = Some(Begin::Resume(path.clone()));
    }
}

/// Levels, campaigns, or battles that were saved.
fn tabs(ui: &mut Ui, start: &mut Start) {
    let count = start.saved.shelf.all.len();
    let saved = match count {
        0 => "Saved".to_string(),
        count => format!("Saved ({count})"),
    };
    ui.horizontal(|ui| {
        for (kind, name, words) in [
            (Tab::Levels, "levels", format!("{} Levels", glyph::MAP_TRIFOLD)),
            (Tab::Campaigns, "campaigns", format!("{} Campaigns", glyph::PATH)),
            (Tab::Saved, "saved", format!("{} {saved}", glyph::FLOPPY_DISK)),
        ] {
            let text = RichText::new(words).size(15.0);
            let tab = ui.selectable_value(&mut start.tab, kind, text);
            probe::spot(&tab, || format!("tab {name}"));
        }
    });
    ui.add_space(4.0);
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::accesskit::{self, Role};
    use bevy_egui::egui::{Event, PointerButton};

    use super::super::drawn::nodes;
    use super::*;
    use crate::gui::app::about::About;
    use crate::gui::app::saves::Kind;
    use crate::gui::board::art;

    /// How large a window of 800 by 600 pixels is in points, where letters are twice as large.
    const SMALL: Vec2 = Vec2::new(400.0, 300.0);

    /// A context for a small window, and what draws the start screen in it and says its nodes.
    fn small() -> (egui::Context, impl Fn(&mut Start) -> Vec<accesskit::Node>) {
        let context = egui::Context::default();
        context.enable_accesskit();
        theme::dress(&context);
        let pictures = Pictures::new(context.clone(), art::Sheets::default());
        let own = context.clone();
        let frame = move |start: &mut Start| {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, SMALL));
            let input = egui::RawInput { screen_rect, ..egui::RawInput::default() };
            let mut drawn = own.run_ui(input, |ui| {
                show(ui.ctx(), start, &pictures, &Settings::default(), &[]);
            });
            drawn.textures_delta.clear();
            nodes(&drawn).iter().map(|(_, node)| node.clone()).collect()
        };
        (context, frame)
    }

    #[test]
    fn in_a_small_window_with_large_letters_play_is_in_sight() {
        let (context, frame) = small();
        let mut start = Start::default();
        let play = |node: &accesskit::Node| {
            let bounds = node.bounds().is_some_and(|at| at.x1 <= f64::from(SMALL.x) && at.y1 <= f64::from(SMALL.y));
            bounds && !node.is_disabled() && node.label().is_some_and(|label| label.ends_with("Play"))
        };
        let found = (0..6).map(|_| frame(&mut start).iter().any(play)).last();
        assert_eq!(found, Some(true));
        context.tex_manager().write().take_delta().clear();
    }

    #[test]
    fn in_a_small_window_with_large_letters_how_hard_the_computer_plays_fits() {
        let (context, frame) = small();
        let mut start = Start::default();
        let choice = |node: &accesskit::Node| {
            let is_choice = node.label().is_some_and(|label| label.starts_with("The computer plays "));
            is_choice.then(|| node.bounds().expect("it is somewhere"))
        };
        let choices = |start: &mut Start| frame(start).iter().filter_map(choice).collect::<Vec<_>>();
        choices(&mut start);
        assert_eq!(choices(&mut start).len(), 0, "two persons");
        start.seats[1] = crate::level::Seat::Ai;
        choices(&mut start);
        let found = choices(&mut start);
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|at| at.x0 >= 0.0 && at.x1 <= f64::from(SMALL.x)), "{found:?}");
        context.tex_manager().write().take_delta().clear();
    }

    #[test]
    fn a_save_that_is_found_moves_nothing_and_takes_no_letter() {
        let context = egui::Context::default();
        context.enable_accesskit();
        theme::dress(&context);
        let pictures = Pictures::new(context.clone(), art::Sheets::default());
        let mut start = Start::default();
        start.more = true;
        let frame = |start: &mut Start, events: Vec<Event>| {
            let input = egui::RawInput {
                screen_rect: Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 720.0))),
                events,
                ..egui::RawInput::default()
            };
            let mut drawn = context.run_ui(input, |ui| {
                show(ui.ctx(), start, &pictures, &Settings::default(), &[]);
            });
            drawn.textures_delta.clear();
            let field = nodes(&drawn).iter().find(|(_, node)| node.role() == Role::TextInput);
            let bounds = field.and_then(|(_, node)| node.bounds()).expect("the field of the seed");
            Pos2::new(f64::midpoint(bounds.x0, bounds.x1) as f32, f64::midpoint(bounds.y0, bounds.y1) as f32)
        };
        frame(&mut start, Vec::new());
        let at = frame(&mut start, Vec::new());
        start.seed.clear();
        frame(&mut start, vec![Event::PointerMoved(at)]);
        for pressed in [true, false] {
            let button = Event::PointerButton {
                pos: at,
                button: PointerButton::Primary,
                pressed,
                modifiers: egui::Modifiers::NONE,
            };
            frame(&mut start, vec![button]);
        }
        frame(&mut start, vec![Event::Text("4".into())]);
        let path = std::path::PathBuf::from("autosave-first fight-7.json");
        start.saved.shelf.all.push(Stored {
            kind: Kind::of(&path),
            path,
            changed: None,
            about: Some(About {
                title: "First Fight".into(),
                level: None,
                ruleset: "Secrets of Sol".into(),
                round: 3,
                orders: 9,
                outcome: None,
                campaign: false,
                between: None,
            }),
            trouble: None,
        });
        let then = frame(&mut start, Vec::new());
        frame(&mut start, vec![Event::Text("2".into())]);
        assert_eq!((start.seed.as_str(), then), ("42", at));
        context.tex_manager().write().take_delta().clear();
    }
}
