//! The hotel's logo, from SVG to plain shapes.

use std::collections::HashSet;

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

/// Elements that are drawn, or only speak of it.
const DRAWN: &[&str] = &[
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
/// Elements that count only where something refers to them. They may refer to more of their kind.
const REFERRED_TO: &[&str] = &["clipPath", "mask", "filter", "marker", "pattern", "symbol"];
const SVG: &str = "http://www.w3.org/2000/svg";
const MOST_DEEP: usize = 32;
const MOST_USES: usize = 64;

/// Whether it is read within bounds: each level, also one by a reference, takes of the stack, and where that is used up the
/// whole server ends.
fn is_shallow(document: &Document<'_>) -> bool {
    type Element<'a, 'b> = usvg::roxmltree::Node<'a, 'b>;
    // One without a namespace is taken for one of these.
    let is_svg = |node: &Element<'_, '_>| node.is_element() && matches!(node.tag_name().namespace(), None | Some(SVG));
    let elements = || document.descendants().filter(is_svg);
    let is_too_deep = |element: Element<'_, '_>| element.ancestors().nth(MOST_DEEP).is_some();
    // Whatever it is of, it counts for all, and refers to what it likes.
    let is_style = |node: Element<'_, '_>| node.tag_name().name() == "style";
    let uses = elements().filter(|element| element.tag_name().name() == "use").count();
    if uses > MOST_USES || elements().any(is_too_deep) || document.descendants().any(is_style) {
        return false;
    }
    let around = |sign: char| sign.is_whitespace() || matches!(sign, '"' | '\'');
    let references = document.descendants().flat_map(|node| node.attributes()).flat_map(|attribute| {
        let by_address = attribute.value().split("url(").skip(1).filter_map(|rest| rest.split(')').next());
        let whole = Some(attribute.value()).filter(|_| attribute.name() == "href");
        by_address.chain(whole).filter_map(|address| address.trim_matches(around).strip_prefix('#'))
    });
    let references: HashSet<&str> = references.collect();
    // Where a reference ends within such signs is read in more than one way: one of them may mean it.
    let is_unclear = |id: &str| id.contains(|sign| around(sign) || sign == ')');
    let is_meant =
        |element: &Element<'_, '_>| element.attribute("id").is_some_and(|id| references.contains(id) || is_unclear(id));
    let is_known = |element: &Element<'_, '_>| match element.tag_name().name() {
        "svg" => *element == document.root_element(),
        // A copy of copies may go on and on.
        "use" => !element.ancestors().any(|above| is_meant(&above)),
        name => DRAWN.contains(&name),
    };
    let is_shown = |part: &Element<'_, '_>| part.descendants().any(|element| is_meant(&element));
    let parts = elements().filter(|element| REFERRED_TO.contains(&element.tag_name().name()));
    let unused: HashSet<_> = parts.filter(|part| !is_shown(part)).map(|part| part.id()).collect();
    let is_unused = |element: &Element<'_, '_>| element.ancestors().any(|above| unused.contains(&above.id()));
    elements().all(|element| is_known(&element) || is_unused(&element))
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
        let read = |of: &str| {
            let svg = format!("<svg{of} viewBox=\"0 0 9 9\">{inside}</svg>");
            parse(&svg, Colour(0, 0, 0)).map(|logo| logo.shapes.len())
        };
        let read = [read(&format!(" xmlns=\"{SVG}\"")), read("")];
        assert_eq!(read[0], read[1], "with a namespace and without");
        read[0]
    }

    #[test]
    fn what_is_drawn_in_groups_and_again_is_drawn() {
        let deep = |levels: usize| format!("{}<path d=\"M0 0h9v9z\"/>{}", "<g>".repeat(levels), "</g>".repeat(levels));
        assert_eq!(read(&deep(20)), Some(1));
        let leaf = "<defs><path id=\"a\" d=\"M0 0h9v9z\"/></defs>";
        assert_eq!(read(&format!("{leaf}{}", "<use href=\"#a\"/>".repeat(12))), Some(12));
        // What a program for drawings leaves behind is not looked at.
        let left =
            "<defs><clipPath id=\"b\"><path d=\"M0 0h9v9z\"/></clipPath><filter id=\"c\"><feFlood/></filter></defs>";
        assert_eq!(read(&format!("{left}<path id=\"d\" d=\"M0 0h9v9z\"/>")), Some(1));
        assert_eq!(read(&format!("{left}<path style=\"clip-path:url(#b)\" d=\"M0 0h9v9z\"/>")), None);
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
            // Nor out of what is not meant itself, by a style, or with spaces about.
            let left = format!("<clipPath>{svg}</clipPath><use href=\"#a2999\"/><path d=\"M0 0h9v9z\"/>");
            assert_eq!(read(&left), None, "{}", &svg[..60]);
            assert_eq!(read(&svg.replace("(#", "(&#10;#").replace("\"#", "\"&#9;#")), None, "{}", &svg[..60]);
            // Nor with signs in names at which others see a reference end.
            let bracket = svg.replace("url(#", "url('#").replace(")\"", "')\"");
            let bracket = bracket.replace("id=\"a", "id=\"a)").replace("#a", "#a)");
            assert_eq!(read(&bracket), None, "{}", &bracket[..60]);
        }
        let again = "<g id=\"a1\"><use href=\"#a2\"/><use href=\"#a2\"/></g><g id=\"a2\"><path d=\"M0 0h9v9z\"/></g>";
        assert_eq!(read(&format!("<clipPath>{again}</clipPath><use href=\"#a1\"/>")), None);
        let styled = "<symbol><x:style xmlns:x=\"urn:x\">*{fill:url(#p)}</x:style></symbol><path d=\"M0 0h9v9z\"/>";
        assert_eq!(read(styled), None);
        for turning in ["<g id=\"a\"><use href=\"#a\"/></g>", "<use id=\"a\" href=\"#a\"/>"] {
            assert_eq!(read(&format!("{turning}<path d=\"M0 0h9v9z\"/>")), None);
        }
    }
}
