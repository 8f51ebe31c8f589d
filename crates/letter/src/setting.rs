//! From text to shaped lines.

use std::ops::Range;

use parley::{
    Alignment, AlignmentOptions, BaseDirection, FontContext, FontFamily, FontFeatures, Layout, LayoutContext,
    LineHeight, OverflowWrap, RangedBuilder, StyleProperty,
};

use crate::Direction;
use crate::colour::Colour;
use crate::fonts;

/// Typesetter: keeps the fonts and the scratch memory between letters.
pub(crate) struct Setter {
    fonts: FontContext,
    layouts: LayoutContext<Colour>,
    more: Vec<String>,
}

/// Which design of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Face {
    /// Names, dates and the sums that decide.
    Serif,
    Sans,
    /// The sans, heavier.
    Strong,
}

/// How a piece of text looks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    pub face: Face,
    /// Points.
    pub size: f32,
    /// Line height as a multiple of the size.
    pub leading: f32,
    pub colour: Colour,
}

/// At which side of its column a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// Where reading starts.
    Start,
    End,
}

/// A set text: lines of a known height, ready to be placed.
pub(crate) struct Block {
    pub text: String,
    pub layout: Layout<Colour>,
    /// Of the column it was set in, points.
    pub width: f32,
}

impl Block {
    pub fn height(&self) -> f32 {
        self.layout.height()
    }

    pub fn lines(&self) -> usize {
        self.layout.len()
    }

    /// Top of a line within the block.
    pub fn top(&self, line: usize) -> f32 {
        self.layout.get(line).map_or_else(|| self.height(), |l| l.metrics().block_min_coord)
    }
}

impl Setter {
    pub fn new(fonts: FontContext, more: Vec<String>) -> Self {
        Setter { fonts, layouts: LayoutContext::new(), more }
    }

    /// Sets the parts one after the other, each in its style, in a column so wide. Words that are wider than the
    /// column are broken. Figures have one width, so that sums stand under each other. Emoji and other signs that no
    /// font has are left out.
    pub fn set(&mut self, parts: &[(&str, Style)], width: f32, side: Side, direction: Direction) -> Block {
        let block = self.set_whole(parts, width, side, direction);
        let unknown = unknown_signs(&block);
        if unknown.is_empty() {
            return block;
        }
        let mut from = 0;
        let known: Vec<(String, Style)> = parts
            .iter()
            .map(|(part, style)| {
                let start = from;
                from += part.len();
                (without(part, start, &unknown), *style)
            })
            .collect();
        let known: Vec<_> = known.iter().map(|(part, style)| (part.as_str(), *style)).collect();
        self.set_whole(&known, width, side, direction)
    }

    fn set_whole(&mut self, parts: &[(&str, Style)], width: f32, side: Side, direction: Direction) -> Block {
        let text: String = parts.iter().map(|(part, _)| *part).collect();
        let families: Vec<_> =
            parts.iter().map(|(_, style)| fonts::family(style.face, direction, &self.more)).collect();
        let mut builder = self.layouts.ranged_builder(&mut self.fonts, &text, 1.0, false);
        builder.set_base_direction(match direction {
            Direction::Ltr => BaseDirection::Ltr,
            Direction::Rtl => BaseDirection::Rtl,
        });
        builder.push_default(FontFeatures::from("\"tnum\", \"lnum\""));
        builder.push_default(OverflowWrap::Anywhere);
        // A line is never lower than the default style, so that must be no larger than what is set.
        let least = parts.iter().map(|(_, style)| style.size).fold(f32::INFINITY, f32::min);
        if least.is_finite() {
            builder.push_default(StyleProperty::FontSize(least));
            builder.push_default(StyleProperty::LineHeight(LineHeight::FontSizeRelative(1.0)));
        }
        let mut from = 0;
        for ((part, style), family) in parts.iter().zip(families) {
            let range = from..from + part.len();
            from = range.end;
            push(&mut builder, style, family, range, direction);
        }
        let mut layout = builder.build(&text);
        layout.break_all_lines(Some(width));
        let to_left = (side == Side::Start) == (direction == Direction::Ltr);
        layout.align(if to_left { Alignment::Left } else { Alignment::Right }, AlignmentOptions::default());
        Block { text, layout, width }
    }
}

/// Where in its text a block has signs that no word is made of and that no font has. A letter that no font has is no
/// such sign: it is told by a box.
fn unknown_signs(block: &Block) -> Vec<Range<usize>> {
    let mut unknown = Vec::new();
    for run in block.layout.lines().flat_map(|line| line.runs().collect::<Vec<_>>()) {
        let missing = run.clusters().filter(|cluster| cluster.glyphs().any(|glyph| glyph.id == 0));
        let places = missing.map(|cluster| cluster.text_range());
        unknown.extend(places.filter(|place| !block.text[place.clone()].chars().any(char::is_alphanumeric)));
    }
    unknown
}

/// A part of a text, which starts at `start` of it, without these signs, what joins or colours them, and the space that
/// each stood in.
fn without(part: &str, start: usize, signs: &[Range<usize>]) -> String {
    let mut kept = String::with_capacity(part.len());
    let mut after_sign = false;
    for (at, c) in part.char_indices() {
        let joins = matches!(c, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}' | '\u{1f3fb}'..='\u{1f3ff}');
        if signs.iter().any(|sign| sign.contains(&(start + at))) || (after_sign && joins) {
            after_sign = true;
        } else if !(after_sign && c == ' ' && kept.chars().next_back().is_none_or(|last| last == ' ')) {
            after_sign = false;
            kept.push(c);
        }
    }
    kept
}

fn push(
    builder: &mut RangedBuilder<'_, Colour>,
    style: &Style,
    family: FontFamily<'_>,
    range: Range<usize>,
    direction: Direction,
) {
    // Arabic letters carry marks above and below, and its serif is drawn small on its body.
    let (size, leading) = match (direction, style.face) {
        (Direction::Ltr, _) => (style.size, style.leading),
        (Direction::Rtl, Face::Serif) => (style.size * 1.12, style.leading),
        (Direction::Rtl, _) => (style.size, style.leading * 1.1),
    };
    builder.push(StyleProperty::FontFamily(family), range.clone());
    builder.push(StyleProperty::FontSize(size), range.clone());
    builder.push(StyleProperty::LineHeight(LineHeight::FontSizeRelative(leading)), range.clone());
    if direction == Direction::Ltr && style.face == Face::Serif && size > 12.0 {
        builder.push(StyleProperty::LetterSpacing(-0.008 * size), range.clone());
    }
    builder.push(StyleProperty::Brush(style.colour), range);
}
