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
    /// column are broken. Figures have one width, so that sums stand under each other.
    pub fn set(&mut self, parts: &[(&str, Style)], width: f32, side: Side, direction: Direction) -> Block {
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
