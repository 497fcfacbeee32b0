//! The commands that only read and write text.

use std::io::Write;
use std::path::{Path, PathBuf};

use battlemat::battle::{LARGEST_SAVE, Ruleset, Save, SaveError, write_whole};
use battlemat::referee::report::BugReport;
use battlemat::referee::{
    campaigns, coverage, log, protocol, reference, replay as again, scenario as scenarios, schema as protocol_schema,
    sim as simulation, stages,
};
use battlemat::{campaign, level, rules as rulesets};

use super::args::{Rules, Sim};
use super::trouble::Trouble;

type Done = Result<(), Trouble>;

/// Writes to standard output; a reader that has gone away is no trouble. What an author has written commands no terminal.
pub(super) fn say(text: &str) -> Done {
    let text = level::plain_lines(text);
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Trouble::Impossible(format!("Writing to standard output: {error}.")))
        }
        _ => Ok(()),
    }
}

/// All is well, or what was printed says what is not.
fn all_well(well: bool) -> Done {
    if well { Ok(()) } else { Err(Trouble::Failed(String::new())) }
}

pub(super) fn lint(files: &[PathBuf], json: bool) -> Done {
    let (text, code) = campaign::lint_files(files, json, &rulesets::Known::PLAYED);
    say(&text)?;
    all_well(code == 0)
}

pub(super) fn schema(of_campaigns: bool) -> Done {
    let known = &rulesets::Known::FINISHED;
    let schema = if of_campaigns { campaign::schema(known) } else { level::schema(known) };
    say(&format!("{}\n", schema.trim_end()))
}

pub(super) fn test(paths: &[PathBuf], suggest: bool) -> Done {
    let (text, well) = scenarios::test_files(paths, suggest)?;
    say(&text)?;
    all_well(well)
}

pub(super) fn sim(sim: &Sim) -> Done {
    if let Some(stuck) = &sim.stuck {
        another_file(&sim.level, stuck)?;
    }
    let player = simulation::Player::by_word(&sim.player)?;
    let plan = simulation::Plan { games: sim.games, seed: sim.seed, rounds: sim.rounds, player };
    if level::read_text(&sim.level, level::LARGEST_LEVEL).is_ok_and(|text| campaign::is_one(&text)) {
        return sim_campaign(sim, &plan);
    }
    let setup = simulation::Setup::read(&sim.level, sim.ruleset.as_deref())?;
    say_begun(setup.ruleset)?;
    #[expect(clippy::disallowed_methods, reason = "the speed is reported to people; no rule reads it")]
    let start = std::time::Instant::now();
    let tally = simulation::run(&setup, &plan)?;
    let seconds = start.elapsed().as_secs_f64();
    if sim.json {
        say(&format!("{:#}\n", tally.to_json(&setup)))?;
    } else {
        say(&tally.report(&setup))?;
        say(&speed(tally.games, seconds))?;
    }
    none_stuck(tally.first_stuck.as_deref(), sim.stuck.as_deref())
}

/// Lets the computer play a campaign, many times.
fn sim_campaign(sim: &Sim, plan: &simulation::Plan) -> Done {
    let loaded = campaign::read_file(&sim.level)?;
    let key = sim.ruleset.as_deref().unwrap_or(&loaded.campaign.ruleset);
    let ruleset = rulesets::by_key(key).ok_or_else(|| rulesets::unknown(key))?;
    say_begun(ruleset)?;
    let tally = campaigns::run(&loaded, ruleset, plan)?;
    if sim.json {
        say(&format!("{:#}\n", tally.to_json()))?;
    } else {
        say(&tally.report())?;
    }
    none_stuck(tally.first_stuck(), sim.stuck.as_deref())
}

/// Fails where a battle was stuck, and saves it if a file is named.
fn none_stuck(first: Option<&Save>, file: Option<&Path>) -> Done {
    match (first, file) {
        (None, _) => Ok(()),
        (Some(save), Some(path)) => {
            save.write(path).map_err(|error| format!("The first stuck battle could not be saved: {error}"))?;
            Err(Trouble::Failed(format!("The first stuck battle is saved in {}.", path.display())))
        }
        (Some(_), None) => Err(Trouble::Failed("With --stuck FILE the first stuck battle is saved.".into())),
    }
}

/// Says of a ruleset that is not finished that it is not.
fn say_begun(ruleset: &dyn Ruleset) -> Done {
    rulesets::begun_only(ruleset).map_or(Ok(()), |note| say(&format!("{note}\n")))
}

/// How fast battles were played, in the unit that says more.
fn speed(games: u64, seconds: f64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a speed for people")]
    let games = games as f64;
    let seconds = seconds.max(1e-9);
    match games / seconds {
        0.0 => String::new(),
        slow if slow < 1.0 => format!("speed: {:.1} seconds a battle\n", seconds / games),
        some if some < 10.0 => format!("speed: {some:.1} battles a second\n"),
        many => format!("speed: {many:.0} battles a second\n"),
    }
}

pub(super) fn referee(schema: bool) -> Done {
    if schema {
        return say(&format!("{}\n", protocol_schema::schema().trim_end()));
    }
    let input = std::io::stdin().lock();
    match protocol::serve(input, std::io::stdout().lock()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Trouble::Impossible(format!("The session broke off: {error}.")))
        }
        _ => Ok(()),
    }
}

pub(super) fn rules(rules: &Rules) -> Done {
    let Some(key) = &rules.ruleset else {
        if rules.reference {
            return say(&reference::common());
        }
        let mut text = String::new();
        for ruleset in rulesets::all() {
            text += &format!("{:10} {} ({} rules)\n", ruleset.key(), ruleset.title(), ruleset.ledger().len());
        }
        return say(&text);
    };
    let ruleset = rulesets::by_key(key).ok_or_else(|| rulesets::unknown(key))?;
    say_begun(ruleset)?;
    if rules.reference {
        return say(&reference::of(ruleset));
    }
    if rules.stages {
        return say(&stages::table(ruleset)?);
    }
    if let Some(id) = &rules.rule {
        return say(&coverage::row(ruleset, id)?);
    }
    if !rules.coverage {
        return say(&coverage::list(ruleset));
    }
    let found = coverage::Coverage::find(ruleset, &rules.scenarios, &rules.levels, rules.games)?;
    say(&found.report())?;
    all_well(!rules.strict || found.complete())
}

/// Sees to it that what is read is not written over.
fn another_file(read: &Path, written: &Path) -> Result<(), String> {
    if one_file(read, written) {
        Err(format!("{}: this is the file that is read; name another to write to.", written.display()))
    } else {
        Ok(())
    }
}

/// Whether two paths are names of one file.
#[cfg(unix)]
fn one_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    let place = |path: &Path| std::fs::metadata(path).map(|file| (file.dev(), file.ino())).ok();
    place(one).is_some() && place(one) == place(other)
}

#[cfg(not(unix))]
fn one_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Plays a save or a report again; shows its log, only checks it, or writes it as a scenario.
pub(super) fn replay(path: &Path, check: bool, traces: bool, scenario: Option<&Path>) -> Done {
    if let Some(out) = scenario {
        another_file(path, out)?;
    }
    let text = level::read_text(path, LARGEST_SAVE)?;
    let impossible = |error: SaveError| Trouble::Impossible(format!("{}: {error}", path.display()));
    let failed = |error: SaveError| Trouble::Failed(format!("{}: {error}", path.display()));
    if campaign::CampaignSave::is_text(&text) {
        if scenario.is_some() {
            return Err(Trouble::Impossible("A scenario is one battle, and this is the save of a campaign.".into()));
        }
        let save = campaign::CampaignSave::from_json(&text).map_err(impossible)?;
        return say(&replay_campaign(&save, check, traces).map_err(failed)?);
    }
    let (battle, report) = if BugReport::is_one(&text) {
        let report = BugReport::from_json(&text).map_err(impossible)?;
        (report.check().map_err(failed)?, report)
    } else {
        let save = Save::from_json(&text).map_err(impossible)?;
        let battle = again::check(&save).map_err(failed)?;
        let report = BugReport::new(&battle, &save.seats, "");
        (battle, report)
    };
    if let Some(out) = scenario {
        let text = scenarios::of_report(&report).map_err(Trouble::Failed)?;
        write_whole(out, &text).map_err(|error| error.to_string())?;
        return say(&format!("Written: {}\n", out.display()));
    }
    if !check {
        let lines = log::lines(&battle, 0, traces);
        say(&(lines.join("\n") + "\n"))?;
    }
    if !report.note.is_empty() {
        say(&format!("Note: {}\n", report.note))?;
    }
    say(&format!("{} orders, every hash is the same.\n", report.orders.len()))
}

/// Plays the save of a campaign again; what is to be printed.
fn replay_campaign(save: &campaign::CampaignSave, check: bool, traces: bool) -> Result<String, SaveError> {
    let mut out = String::new();
    let mut orders = 0;
    let restored = save.replay(&mut |battle| {
        orders += battle.orders().len();
        if !check {
            out += &format!("{}\n{}\n\n", battle.level().name, log::lines(battle, 0, traces).join("\n"));
        }
    })?;
    let lines = if check { Vec::new() } else { campaigns::lines(&restored.journey) };
    out.extend(lines.into_iter().chain(restored.note).map(|line| line + "\n"));
    let battles = restored.journey.fought().count();
    Ok(out + &format!("{} over, {orders} orders, every hash is the same.\n", level::counted(battles, "battle")))
}

pub(super) fn demo(level: &Path, ruleset: Option<&str>, seed: u64, traces: bool, save: Option<&Path>) -> Done {
    if let Some(save) = save {
        another_file(level, save)?;
    }
    let setup = simulation::Setup::read(level, ruleset)?;
    say_begun(setup.ruleset)?;
    say(&format!("{}\n{}\n\n", setup.level.name, setup.level.about))?;
    let battle = simulation::demo(&setup, seed)?;
    if let Some(path) = save {
        battle.save().write(path).map_err(|e| e.to_string())?;
    }
    say(&(log::lines(&battle, 0, traces).join("\n") + "\n"))
}
