//! The hotel's logo, from SVG to plain shapes.

use usvg::roxmltree::Document;
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
    let document = Document::parse(svg).ok()?;
    if !is_shallow(&document) {
        return None;
    }
    let tree = usvg::Tree::from_xmltree(&document, &options).ok()?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = 1.0 / width.max(height);
    // Into the middle of the square.
    let (dx, dy) = ((1.0 - width * scale) / 2.0, (1.0 - height * scale) / 2.0);
    let place = usvg::Transform::from_row(scale, 0.0, 0.0, scale, dx, dy);
    let mut shapes = Vec::new();
    collect(tree.root(), place, 1.0, &mut shapes)?;
    (!shapes.is_empty()).then_some(Logo { shapes })
}

/// Elements of a logo that can be drawn. All others that are drawn by a reference may refer to more of their kind.
const KNOWN: &[&str] = &[
    "g",
    "defs",
    "use",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "linearGradient",
    "radialGradient",
    "stop",
    "title",
    "desc",
    "metadata",
];
const SVG: &str = "http://www.w3.org/2000/svg";
const MOST_DEEP: usize = 32;
const MOST_USES: usize = 8;

/// Whether it is read within bounds: each level, also one by a reference, takes of the stack, and where that is used up the
/// whole server ends.
fn is_shallow(document: &Document<'_>) -> bool {
    let is_known = |element: &usvg::roxmltree::Node<'_, '_>| match element.tag_name().name() {
        "svg" => *element == document.root_element(),
        name => KNOWN.contains(&name),
    };
    let elements = || document.descendants().filter(|node| node.tag_name().namespace() == Some(SVG));
    elements().filter(|element| element.has_tag_name((SVG, "use"))).count() <= MOST_USES
        && elements().all(|element| is_known(&element) && element.ancestors().nth(MOST_DEEP).is_none())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(inside: &str) -> Option<usize> {
        let svg = format!("<svg xmlns=\"{SVG}\" viewBox=\"0 0 9 9\">{inside}</svg>");
        parse(&svg, Colour(0, 0, 0)).map(|logo| logo.shapes.len())
    }

    #[test]
    fn what_is_drawn_in_groups_and_again_is_drawn() {
        let deep = |levels: usize| format!("{}<path d=\"M0 0h9v9z\"/>{}", "<g>".repeat(levels), "</g>".repeat(levels));
        assert_eq!(read(&deep(20)), Some(1));
        assert_eq!(
            read("<defs><path id=\"a\" d=\"M0 0h9v9z\"/></defs><use href=\"#a\"/><use href=\"#a\" x=\"1\"/>"),
            Some(2)
        );
        assert_eq!(read(&deep(100_000)), None);
    }

    // Each of these ended the process, or its memory.
    #[test]
    fn what_goes_on_and_on_is_left_out() {
        let chain = |first: &str, one: fn(usize) -> String, last: &str| {
            let links: String = (1..3_000).map(one).collect();
            format!("{first}{links}{last}")
        };
        let patterns = chain(
            "<pattern id=\"a0\" width=\"1\" height=\"1\"><rect width=\"1\" height=\"1\"/></pattern>",
            |n| {
                format!(
                    "<pattern id=\"a{n}\" width=\"1\" height=\"1\"><rect width=\"1\" height=\"1\" fill=\"url(#a{})\"/></pattern>",
                    n - 1
                )
            },
            "<rect width=\"9\" height=\"9\" fill=\"url(#a2999)\"/>",
        );
        let clips = chain(
            "<clipPath id=\"a0\"><rect width=\"1\" height=\"1\"/></clipPath>",
            |n| {
                format!(
                    "<clipPath id=\"a{n}\" clip-path=\"url(#a{})\"><rect width=\"1\" height=\"1\"/></clipPath>",
                    n - 1
                )
            },
            "<rect width=\"9\" height=\"9\" clip-path=\"url(#a2999)\"/>",
        );
        let uses = chain(
            "<g id=\"a0\"><rect width=\"1\" height=\"1\"/></g>",
            |n| format!("<g id=\"a{n}\"><use href=\"#a{0}\"/><use href=\"#a{0}\"/></g>", n - 1),
            "",
        );
        let drawings = format!(
            "{}<path d=\"M0 0h9v9z\"/>{}",
            "<svg width=\"9\" height=\"9\">".repeat(3_000),
            "</svg>".repeat(3_000)
        );
        for svg in [patterns, clips, uses, drawings] {
            assert_eq!(read(&svg), None, "{}", &svg[..60]);
        }
        for turning in ["<g id=\"a\"><use href=\"#a\"/></g>", "<use id=\"a\" href=\"#a\"/>"] {
            assert_eq!(read(&format!("{turning}<path d=\"M0 0h9v9z\"/>")).unwrap_or_default() % 2, 1);
        }
    }
}
