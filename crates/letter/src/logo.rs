//! The hotel's logo, from SVG to plain shapes.

use usvg::tiny_skia_path::PathSegment;
use usvg::{ImageHrefResolver, Node, Options, Paint};

use crate::colour::{self, Colour};

/// A logo that can be drawn: shapes within a square of side 1.
pub(crate) struct Logo {
    pub shapes: Vec<LogoShape>,
}

pub(crate) struct LogoShape {
    /// Already in the unit square, y down.
    pub path: usvg::tiny_skia_path::Path,
    pub ink: Ink,
    pub colour: Colour,
    pub opacity: f32,
}

/// How a path becomes visible.
pub(crate) enum Ink {
    Fill {
        even_odd: bool,
    },
    /// Width in the unit square.
    Stroke {
        width: f32,
        round: bool,
    },
}

/// `None` for what is no SVG or has parts that are more than shapes with a colour.
pub(crate) fn parse(svg: &str, accent: Colour) -> Option<Logo> {
    // The file is the hotel's: it must not make us read others.
    let closed = ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let options = Options {
        image_href_resolver: closed,
        style_sheet: Some(format!("svg {{ color: {} }}", colour::hex(accent))),
        ..Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).ok()?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = 1.0 / width.max(height);
    // Into the middle of the square.
    let (dx, dy) = ((1.0 - width * scale) / 2.0, (1.0 - height * scale) / 2.0);
    let place = usvg::Transform::from_row(scale, 0.0, 0.0, scale, dx, dy);
    let mut shapes = Vec::new();
    collect(tree.root(), place, 1.0, &mut shapes)?;
    (!shapes.is_empty()).then_some(Logo { shapes })
}

fn collect(group: &usvg::Group, place: usvg::Transform, opacity: f32, out: &mut Vec<LogoShape>) -> Option<()> {
    if group.clip_path().is_some() || group.mask().is_some() || !group.filters().is_empty() {
        return None;
    }
    let opacity = opacity * group.opacity().get();
    for node in group.children() {
        match node {
            Node::Group(inner) => collect(inner, place, opacity, out)?,
            Node::Path(path) if path.is_visible() => {
                let transform = place.pre_concat(path.abs_transform());
                let shape = path.data().clone().transform(transform)?;
                if let Some(fill) = path.fill() {
                    let even_odd = fill.rule() == usvg::FillRule::EvenOdd;
                    let opacity = opacity * fill.opacity().get();
                    let (path, colour) = (shape.clone(), plain(fill.paint())?);
                    out.push(LogoShape { path, ink: Ink::Fill { even_odd }, colour, opacity });
                }
                if let Some(stroke) = path.stroke() {
                    let width = stroke.width().get() * transform.get_scale().0;
                    let round = stroke.linecap() == usvg::LineCap::Round;
                    let opacity = opacity * stroke.opacity().get();
                    let colour = plain(stroke.paint())?;
                    out.push(LogoShape { path: shape, ink: Ink::Stroke { width, round }, colour, opacity });
                }
            }
            Node::Path(_) => {}
            Node::Image(_) | Node::Text(_) => return None,
        }
    }
    Some(())
}

fn plain(paint: &Paint) -> Option<Colour> {
    match paint {
        Paint::Color(c) => Some(Colour(c.red, c.green, c.blue)),
        _ => None,
    }
}

/// The path in a square of the given side at the given place.
pub(crate) fn outline(shape: &LogoShape, left: f32, top: f32, size: f32) -> Option<krilla::geom::Path> {
    let mut out = krilla::geom::PathBuilder::new();
    let (x, y) = (|x: f32| left + x * size, |y: f32| top + y * size);
    for segment in shape.path.segments() {
        match segment {
            PathSegment::MoveTo(p) => out.move_to(x(p.x), y(p.y)),
            PathSegment::LineTo(p) => out.line_to(x(p.x), y(p.y)),
            PathSegment::QuadTo(a, p) => out.quad_to(x(a.x), y(a.y), x(p.x), y(p.y)),
            PathSegment::CubicTo(a, b, p) => out.cubic_to(x(a.x), y(a.y), x(b.x), y(b.y), x(p.x), y(p.y)),
            PathSegment::Close => out.close(),
        }
    }
    out.finish()
}
