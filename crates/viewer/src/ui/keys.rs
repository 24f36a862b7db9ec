//! Keys, as in MuJoCo's `simulate`.

use eframe::egui::{Context, Event, Key, Modifiers};
use ferrodyn_engine::enums::{RndFlag, VisFlag};
use ferrodyn_scene::{RND_SWITCHES, Switch, VIS_SWITCHES};

use super::{Panels, UiRequest};
use crate::action::Action;

/// The action of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// To the simulation.
    Act(Action),
    /// To the window.
    Want(UiRequest),
    /// To a panel.
    Panel(Panel),
}

/// A panel that a key opens and closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Panel {
    Left,
    Right,
    Help,
    Info,
    Timers,
    Plots,
}

/// The actions of the keys that were pressed since the last frame.
pub(crate) fn pressed(ctx: &Context) -> Vec<Meaning> {
    if ctx.egui_wants_keyboard_input() {
        return Vec::new();
    }
    ctx.input(|input| input.events.iter().flat_map(meanings).collect())
}

/// What an event means; a character can switch two things.
fn meanings(event: &Event) -> Vec<Meaning> {
    match event {
        Event::Key { key, pressed: true, modifiers, .. } => {
            of_key(*key, *modifiers).into_iter().collect()
        }
        Event::Text(text) => of_text(text),
        // the window system makes these of ctrl and c
        Event::Copy => vec![Meaning::Want(UiRequest::CopyState)],
        _ => Vec::new(),
    }
}

fn of_key(key: Key, modifiers: Modifiers) -> Option<Meaning> {
    use Meaning::{Act, Panel as Open, Want};
    if modifiers.command {
        return Some(match key {
            Key::L => Act(Action::Reload),
            Key::A => Act(Action::Align),
            Key::C => Want(UiRequest::CopyState),
            Key::P => Want(UiRequest::Screenshot),
            Key::R => Want(UiRequest::Video),
            Key::S => Want(UiRequest::SaveKeys),
            Key::Q => Want(UiRequest::Quit),
            _ => return None,
        });
    }
    Some(match key {
        Key::Space => Act(Action::PlayPause),
        Key::Backspace => Act(Action::Reset),
        Key::ArrowRight => Act(Action::StepForward),
        Key::ArrowLeft => Act(Action::StepBack),
        Key::Escape => Act(Action::FreeCamera),
        Key::PageUp => Act(Action::SelectParent),
        Key::F1 => Open(Panel::Help),
        Key::F2 => Open(Panel::Info),
        Key::F3 => Open(Panel::Timers),
        Key::F4 => Open(Panel::Plots),
        Key::F5 => Want(UiRequest::Fullscreen),
        Key::F6 => Act(Action::NextFrame),
        Key::F7 => Act(Action::NextLabel),
        key => {
            let digits = [Key::Num0, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5];
            let group = digits.iter().position(|&digit| digit == key)?;
            Act(if modifiers.shift { Action::SiteGroup(group) } else { Action::GeomGroup(group) })
        }
    })
}

fn of_text(text: &str) -> Vec<Meaning> {
    let single = match text {
        "+" | "=" => Some(Action::Faster),
        "-" => Some(Action::Slower),
        "[" => Some(Action::PreviousCamera),
        "]" => Some(Action::NextCamera),
        _ => None,
    };
    let upper = text.to_uppercase();
    let is = |&(_, &(_, _, key)): &(usize, &Switch)| !key.is_empty() && key == upper;
    let vis = VIS_SWITCHES.iter().enumerate().filter(is);
    let rnd = RND_SWITCHES.iter().enumerate().filter(is);
    let vis = vis.filter_map(|(i, _)| VisFlag::from_i32(i as i32)).map(Action::Vis);
    let rnd = rnd.filter_map(|(i, _)| RndFlag::from_i32(i as i32)).map(Action::Rnd);
    single.into_iter().chain(vis).chain(rnd).map(Meaning::Act).collect()
}

impl Panels {
    /// Opens a panel, or closes it.
    pub(crate) fn toggle(&mut self, panel: Panel) {
        let open = match panel {
            Panel::Left => &mut self.left,
            Panel::Right => &mut self.right,
            Panel::Help => &mut self.help,
            Panel::Info => &mut self.info,
            Panel::Timers => &mut self.timers,
            Panel::Plots => &mut self.plots,
        };
        *open = !*open;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_switch_what_simulate_switches() {
        assert_eq!(of_text("c"), [Meaning::Act(Action::Vis(VisFlag::ContactPoint))]);
        assert_eq!(of_text("w"), [Meaning::Act(Action::Rnd(RndFlag::Wireframe))]);
        // two things have this key there
        assert_eq!(of_text(",").len(), 2);
        assert_eq!(of_text("").len() + of_text("é").len(), 0);
    }

    #[test]
    fn digits_are_groups_and_shift_makes_them_of_sites() {
        let plain = of_key(Key::Num3, Modifiers::NONE);
        assert_eq!(plain, Some(Meaning::Act(Action::GeomGroup(3))));
        let shift = of_key(Key::Num3, Modifiers::SHIFT);
        assert_eq!(shift, Some(Meaning::Act(Action::SiteGroup(3))));
        assert_eq!(of_key(Key::Num9, Modifiers::NONE), None);
        assert_eq!(of_key(Key::L, Modifiers::COMMAND), Some(Meaning::Act(Action::Reload)));
    }
}
