//! Text and images that the owner of a simulation puts over its picture.

use eframe::egui::{
    Align2, Color32, ColorImage, FontId, Painter, Pos2, Rect, TextureHandle, TextureOptions, pos2,
    vec2,
};
use ferrodyn_engine::enums::GridPos;

/// Room between text and the border; points.
const BORDER: f32 = 8.0;

/// Two columns of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Where it is.
    pub place: GridPos,
    /// Height of a line, 1 for the usual one.
    pub scale: f32,
    /// Left column.
    pub left: String,
    /// Right column.
    pub right: String,
}

/// An image, its rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Pixels from the left and from the bottom of the picture.
    pub corner: [i32; 2],
    /// Width and height; px.
    pub size: [usize; 2],
    /// Three bytes for each pixel.
    pub rgb: Vec<u8>,
}

/// Texts and images over a picture.
#[derive(Default)]
pub(crate) struct Overlay {
    pub(crate) notes: Vec<Note>,
    images: Vec<([i32; 2], TextureHandle)>,
    /// Images that are not on the device yet.
    fresh: Option<Vec<Image>>,
}

impl Overlay {
    /// Shows other images; those whose bytes are not those of their size are left out.
    pub(crate) fn set_images(&mut self, mut images: Vec<Image>) {
        images.retain(|image| {
            let [width, height] = image.size;
            let bytes = width.checked_mul(height).and_then(|pixels| pixels.checked_mul(3));
            width > 0 && height > 0 && bytes == Some(image.rgb.len())
        });
        self.fresh = Some(images);
    }

    /// Draws everything over a picture.
    pub(crate) fn draw(&mut self, painter: &Painter, rect: Rect) {
        let ctx = painter.ctx();
        if let Some(fresh) = self.fresh.take() {
            let most = ctx.input(|input| input.max_texture_side);
            let fits = |image: &Image| image.size.iter().all(|&side| side <= most);
            let load = |image: Image| {
                let pixels = ColorImage::from_rgb(image.size, &image.rgb);
                (image.corner, ctx.load_texture("overlay", pixels, TextureOptions::LINEAR))
            };
            self.images = fresh.into_iter().filter(fits).map(load).collect();
        }
        let scale = ctx.pixels_per_point();
        for ([left, bottom], texture) in &self.images {
            let size = texture.size_vec2() / scale;
            let corner = rect.left_bottom() + vec2(*left as f32, -(*bottom as f32)) / scale;
            let place = Rect::from_min_size(corner - vec2(0.0, size.y), size);
            let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
            painter.image(texture.id(), place, whole, Color32::WHITE);
        }
        self.notes.iter().for_each(|note| write(painter, rect, note));
    }
}

/// Writes two columns beside each other, on a dark ground.
fn write(painter: &Painter, rect: Rect, note: &Note) {
    let font = FontId::monospace(14.0 * note.scale.clamp(0.5, 4.0));
    let lay = |text: &str| painter.layout_no_wrap(text.to_owned(), font.clone(), Color32::WHITE);
    let (left, right) = (lay(&note.left), lay(&note.right));
    let gap = if note.right.is_empty() { 0.0 } else { 2.0 * BORDER };
    let size = vec2(left.size().x + gap + right.size().x, left.size().y.max(right.size().y));
    let room = rect.shrink(2.0 * BORDER);
    let place = anchor(note.place).align_size_within_rect(size, room);
    painter.rect_filled(place.expand(BORDER), 2.0, Color32::from_black_alpha(140));
    let beside = place.min + vec2(left.size().x + gap, 0.0);
    painter.galley(place.min, left, Color32::WHITE);
    painter.galley(beside, right, Color32::WHITE);
}

fn anchor(place: GridPos) -> Align2 {
    match place {
        GridPos::TopLeft => Align2::LEFT_TOP,
        GridPos::TopRight => Align2::RIGHT_TOP,
        GridPos::BottomLeft => Align2::LEFT_BOTTOM,
        GridPos::BottomRight => Align2::RIGHT_BOTTOM,
        GridPos::Top => Align2::CENTER_TOP,
        GridPos::Bottom => Align2::CENTER_BOTTOM,
        GridPos::Left => Align2::LEFT_CENTER,
        GridPos::Right => Align2::RIGHT_CENTER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_have_the_bytes_of_their_size() {
        let image = |size, bytes| Image { corner: [0; 2], size, rgb: vec![0; bytes] };
        let mut overlay = Overlay::default();
        overlay.set_images(vec![
            image([2, 3], 18),
            image([2, 3], 17),
            image([0, 3], 0),
            image([usize::MAX, 2], 18),
        ]);
        assert_eq!(overlay.fresh, Some(vec![image([2, 3], 18)]));
    }
}
