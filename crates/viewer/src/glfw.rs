//! Numbers of keys as GLFW has them, which callbacks written for MuJoCo's viewer know.

use eframe::egui::{Context, Event, Key};

/// The keys that were pressed since the last frame.
pub(crate) fn pressed(ctx: &Context) -> Vec<i32> {
    let number_of = |event: &Event| match event {
        Event::Key { key, pressed: true, .. } => number(*key),
        _ => None,
    };
    ctx.input(|input| input.events.iter().filter_map(number_of).collect())
}

/// The number of a key; none if GLFW has none.
fn number(key: Key) -> Option<i32> {
    // letters and digits, and what else has a character, have that of the character
    let mut name = key.symbol_or_name().chars();
    if let (Some(character), None) = (name.next(), name.next())
        && character.is_ascii_graphic()
    {
        return Some(character.to_ascii_uppercase() as i32);
    }
    let first_function = Key::F1 as i32;
    Some(match key {
        Key::Space => 32,
        Key::Minus => 45,
        Key::Escape => 256,
        Key::Enter => 257,
        Key::Tab => 258,
        Key::Backspace => 259,
        Key::Insert => 260,
        Key::Delete => 261,
        Key::ArrowRight => 262,
        Key::ArrowLeft => 263,
        Key::ArrowDown => 264,
        Key::ArrowUp => 265,
        Key::PageUp => 266,
        Key::PageDown => 267,
        Key::Home => 268,
        Key::End => 269,
        key if (first_function..=Key::F25 as i32).contains(&(key as i32)) => {
            290 + key as i32 - first_function
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_numbers_of_glfw() {
        for (key, expected) in [
            (Key::Space, 32),
            (Key::Comma, 44),
            (Key::Minus, 45),
            (Key::Num0, 48),
            (Key::Num9, 57),
            (Key::A, 65),
            (Key::Z, 90),
            (Key::OpenBracket, 91),
            (Key::Enter, 257),
            (Key::ArrowUp, 265),
            (Key::F1, 290),
            (Key::F12, 301),
        ] {
            assert_eq!(number(key), Some(expected), "{key:?}");
        }
        assert_eq!(number(Key::Copy), None);
    }
}
