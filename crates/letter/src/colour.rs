//! The letter's colours: warm inks on white, and one accent.

/// Red, green, blue.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Colour(pub u8, pub u8, pub u8);

/// Headings, names, amounts.
pub(crate) const INK: Colour = Colour(0x22, 0x1d, 0x18);
/// Running text.
pub(crate) const SOFT: Colour = Colour(0x55, 0x4e, 0x46);
/// Labels; the lightest that text may be (5:1 on white).
pub(crate) const FAINT: Colour = Colour(0x6e, 0x67, 0x5e);
/// Hairlines.
pub(crate) const LINE: Colour = Colour(0xdd, 0xd6, 0xcc);
/// The ground of the cancellation box.
pub(crate) const SUNK: Colour = Colour(0xf6, 0xf3, 0xed);
/// Hatching.
pub(crate) const HATCH: Colour = Colour(0x97, 0x90, 0x86);

/// The hotel's colour, dark enough to be seen on paper (3:1, as WCAG 1.4.11 asks of graphics); ink when it is none.
pub(crate) fn accent(hex: &str) -> Colour {
    let Some([mut r, mut g, mut b]) = parse(hex) else { return INK };
    while contrast_with_white([r, g, b]) < 3.0 {
        [r, g, b] = [r, g, b].map(|channel| (f32::from(channel) * 0.92) as u8);
    }
    Colour(r, g, b)
}

/// `#rrggbb` for style sheets and SVG.
pub(crate) fn hex(colour: Colour) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
}

fn parse(hex: &str) -> Option<[u8; 3]> {
    let digits = hex.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii())?;
    let channel = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).ok();
    Some([channel(0)?, channel(2)?, channel(4)?])
}

/// WCAG 2 contrast ratio.
fn contrast_with_white(rgb: [u8; 3]) -> f32 {
    let [r, g, b] = rgb.map(|channel| {
        let c = f32::from(channel) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    });
    1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accent_is_taken_or_darkened_or_ink() {
        assert_eq!(hex(accent("#14695f")), "#14695f");
        assert_ne!(hex(accent("#ffff66")), "#ffff66");
        for odd in ["", "#fff", "#12345g", "red", "#ééé", "14695f"] {
            assert_eq!(accent(odd), INK, "{odd}");
        }
    }
}
