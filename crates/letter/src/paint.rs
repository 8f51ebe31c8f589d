//! Composed pages to the bytes of a PDF file.

use std::collections::HashMap;
use std::ops::Range;

use krilla::color::rgb;
use krilla::configure::validate::Accessibility;
use krilla::configure::{Configuration, ConfigurationBuilder};
use krilla::error::KrillaError;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, Stroke};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Identifier};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};

use crate::colour::{Colour, HATCH};
use crate::flow::{Mark, Pages, Shape};
use crate::logo::{self, Ink, Logo};
use crate::setting::Block;
use crate::{Letter, structure};

/// Why a letter could not be written.
#[derive(Debug, thiserror::Error)]
pub enum LetterError {
    /// A font was given that shapes text but cannot be embedded.
    #[error("a font cannot be embedded")]
    Font,
    /// The document could not be put together.
    #[error("the document cannot be written: {0}")]
    Document(String),
}

/// Writes the pages; as PDF/UA-1 if that can be, else without its seal. (A guest's name in a script that no font has
/// is the one reason known.)
pub(crate) fn paint(letter: &Letter, pages: &Pages, logo: Option<&Logo>) -> Result<Vec<u8>, LetterError> {
    let accessible = ConfigurationBuilder::new().with_accessibility_validator(Accessibility::UA1).finish();
    let accessible = accessible.map_err(|e| LetterError::Document(format!("{e:?}")))?;
    match write(letter, pages, logo, accessible)? {
        Err(KrillaError::Validation(_)) => write(letter, pages, logo, Configuration::default())?,
        written => written,
    }
    .map_err(|e| LetterError::Document(format!("{e:?}")))
}

fn write(
    letter: &Letter,
    pages: &Pages,
    logo: Option<&Logo>,
    configuration: Configuration,
) -> Result<Result<Vec<u8>, KrillaError>, LetterError> {
    let mut document = Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
    let mut painter = Painter { logo, fonts: HashMap::new(), tagged: vec![Vec::new(); pages.parts.len()] };
    let size = PageSettings::from_wh(pages.frame.width, pages.frame.height)
        .ok_or_else(|| LetterError::Document("a page without size".to_owned()))?;
    for marks in &pages.pages {
        let mut page = document.start_page_with(size.clone());
        let mut surface = page.surface();
        for mark in marks {
            painter.mark(&mut surface, mark)?;
        }
        surface.finish();
        page.finish();
    }
    document.set_tag_tree(structure::tree(letter, pages, &painter.tagged));
    document.set_outline(structure::outline(pages));
    document.set_metadata(structure::metadata(letter));
    Ok(document.finish())
}

struct Painter<'a> {
    logo: Option<&'a Logo>,
    /// By the number that the shaper gives a font.
    fonts: HashMap<(u64, u32), Font>,
    /// What was drawn of each part.
    tagged: Vec<Vec<Identifier>>,
}

impl Painter<'_> {
    fn mark(&mut self, surface: &mut Surface<'_>, mark: &Mark) -> Result<(), LetterError> {
        match mark.part {
            Some(part) => {
                let identifier = surface.start_tagged(ContentTag::Other);
                self.tagged[part].push(identifier);
            }
            None => {
                let kind = if matches!(mark.shape, Shape::Lines { .. }) {
                    ArtifactType::PaginationOther
                } else {
                    ArtifactType::Layout
                };
                surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(kind)));
            }
        }
        match &mark.shape {
            Shape::Lines { block, lines, left, top } => self.lines(surface, block, lines.clone(), *left, *top)?,
            Shape::Box { left, top, width, height, radius, colour } => {
                if let Some(path) = rounded(*left, *top, *width, *height, *radius) {
                    fill(surface, &path, *colour, 1.0, FillRule::NonZero);
                }
            }
            Shape::Hatch { left, top, width, height } => hatch(surface, *left, *top, *width, *height),
            Shape::Logo { left, top, size } => self.logo(surface, *left, *top, *size),
        }
        surface.end_tagged();
        Ok(())
    }

    /// Glyphs of one line: a run at a time, and within it a colour at a time.
    fn lines(
        &mut self,
        surface: &mut Surface<'_>,
        block: &Block,
        lines: Range<usize>,
        left: f32,
        top: f32,
    ) -> Result<(), LetterError> {
        let first = block.top(lines.start);
        for line in lines.filter_map(|i| block.layout.get(i)) {
            let y = top + line.metrics().baseline - first;
            let mut x = left + line.metrics().offset;
            for run in line.runs() {
                let font = self.font(run.font())?;
                let size = run.font_size();
                let mut batch: Vec<KrillaGlyph> = Vec::new();
                let (mut batch_x, mut batch_style) = (x, 0);
                // The rest of a ligature's text, met before its glyph where reading goes from the right.
                let mut ahead: Option<usize> = None;
                for cluster in run.visual_clusters() {
                    let mut text_range = cluster.text_range();
                    if cluster.is_ligature_continuation() {
                        if run.is_rtl() {
                            ahead = ahead.max(Some(text_range.end));
                        } else if let Some(glyph) = batch.last_mut() {
                            glyph.text_range.end = text_range.end;
                        }
                        continue;
                    }
                    text_range.end = text_range.end.max(ahead.take().unwrap_or(0));
                    let style = cluster.style_index();
                    for glyph in cluster.glyphs() {
                        if style != batch_style && !batch.is_empty() {
                            let colour = block.layout.styles()[usize::from(batch_style)].brush;
                            glyphs(surface, &batch, batch_x, y, &font, &block.text, size, colour);
                            batch.clear();
                            batch_x = x;
                        }
                        batch_style = style;
                        let placed = |id, advance, x| {
                            let (x, y) = (x / size, -glyph.y / size);
                            KrillaGlyph::new(GlyphId::new(id), advance / size, x, y, 0.0, text_range.clone(), None)
                        };
                        batch.push(placed(glyph.id, glyph.advance, glyph.x));
                        // The empty box stands for every sign that the font lacks, and says which one only as part of a
                        // cluster of several: it is drawn twice in one place.
                        if glyph.id == 0 {
                            batch.push(placed(0, 0.0, glyph.x - glyph.advance));
                        }
                        x += glyph.advance;
                    }
                }
                if !batch.is_empty() {
                    let colour = block.layout.styles()[usize::from(batch_style)].brush;
                    glyphs(surface, &batch, batch_x, y, &font, &block.text, size, colour);
                }
            }
        }
        Ok(())
    }

    fn font(&mut self, font: &parley::FontData) -> Result<Font, LetterError> {
        let (data, id) = font.data.clone().into_raw_parts();
        let key = (id, font.index);
        if let Some(known) = self.fonts.get(&key) {
            return Ok(known.clone());
        }
        let made = Font::new(data.into(), font.index).ok_or(LetterError::Font)?;
        self.fonts.insert(key, made.clone());
        Ok(made)
    }

    fn logo(&self, surface: &mut Surface<'_>, left: f32, top: f32, size: f32) {
        for shape in self.logo.iter().flat_map(|logo| &logo.shapes) {
            let Some(path) = logo::outline(shape, left, top, size) else { continue };
            match shape.ink {
                Ink::Fill { even_odd } => {
                    let rule = if even_odd { FillRule::EvenOdd } else { FillRule::NonZero };
                    fill(surface, &path, shape.colour, shape.opacity, rule);
                }
                Ink::Stroke { width, round } => {
                    let line_cap = if round { LineCap::Round } else { LineCap::Butt };
                    let (paint, opacity) = (ink(shape.colour).into(), normal(shape.opacity));
                    let stroke = Stroke { paint, width: width * size, line_cap, opacity, ..Stroke::default() };
                    surface.set_fill(None);
                    surface.set_stroke(Some(stroke));
                    surface.draw_path(&path);
                    surface.set_stroke(None);
                }
            }
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "one call of the drawing interface with its place and colour")]
fn glyphs(
    surface: &mut Surface<'_>,
    glyphs: &[KrillaGlyph],
    x: f32,
    y: f32,
    font: &Font,
    text: &str,
    size: f32,
    colour: Colour,
) {
    surface.set_fill(Some(Fill { paint: ink(colour).into(), opacity: NormalizedF32::ONE, rule: FillRule::NonZero }));
    surface.draw_glyphs(Point::from_xy(x, y), glyphs, font.clone(), text, size, false);
}

fn fill(surface: &mut Surface<'_>, path: &Path, colour: Colour, opacity: f32, rule: FillRule) {
    surface.set_stroke(None);
    surface.set_fill(Some(Fill { paint: ink(colour).into(), opacity: normal(opacity), rule }));
    surface.draw_path(path);
}

fn ink(colour: Colour) -> rgb::Color {
    rgb::Color::new(colour.0, colour.1, colour.2)
}

fn normal(opacity: f32) -> NormalizedF32 {
    NormalizedF32::new(opacity).unwrap_or(NormalizedF32::ONE)
}

/// A box with rounded corners; `None` when it has no area.
fn rounded(left: f32, top: f32, width: f32, height: f32, radius: f32) -> Option<Path> {
    let rect = Rect::from_xywh(left, top, width, height)?;
    let mut path = PathBuilder::new();
    let r = radius.min(width / 2.0).min(height / 2.0);
    if r <= 0.0 {
        path.push_rect(rect);
        return path.finish();
    }
    // A quarter of a circle as a Bézier curve.
    let k = r * 0.447_715;
    let (right, bottom) = (left + width, top + height);
    path.move_to(left + r, top);
    path.line_to(right - r, top);
    path.cubic_to(right - k, top, right, top + k, right, top + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - k, right - k, bottom, right - r, bottom);
    path.line_to(left + r, bottom);
    path.cubic_to(left + k, bottom, left, bottom - k, left, bottom - r);
    path.line_to(left, top + r);
    path.cubic_to(left, top + k, left + k, top, left + r, top);
    path.close();
    path.finish()
}

/// Slanted strokes, cut to the box.
fn hatch(surface: &mut Surface<'_>, left: f32, top: f32, width: f32, height: f32) {
    let mut path = PathBuilder::new();
    let (step, slant, thick) = (3.6, height * 0.5, 1.1);
    let mut x = left;
    while x + slant + thick <= left + width {
        path.move_to(x + slant, top);
        path.line_to(x + slant + thick, top);
        path.line_to(x + thick, top + height);
        path.line_to(x, top + height);
        path.close();
        x += step;
    }
    if let Some(path) = path.finish() {
        fill(surface, &path, HATCH, 1.0, FillRule::NonZero);
    }
}
