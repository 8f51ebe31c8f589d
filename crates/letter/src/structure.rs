//! What the document is, beside what it looks like: its structure for screen readers, its headings, its title.

use std::collections::HashMap;
use std::num::NonZeroU16;

use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::metadata::{Metadata, TextDirection};
use krilla::outline::{Outline, OutlineNode};
use krilla::tagging::{Identifier, Node, TableHeaderScope, Tag, TagGroup, TagKind, TagTree};

use crate::flow::{Pages, Part, PartId, Shape};
use crate::{Direction, Letter};

/// The structure of the document with what was drawn of it.
pub(crate) fn tree(letter: &Letter, pages: &Pages, drawn: &[Vec<Identifier>]) -> TagTree {
    let headings = headings(pages);
    let title = |id: PartId| headings.iter().find(|heading| heading.part == id).map(|heading| heading.text.clone());
    let spoken = spoken(pages);
    let group = |(id, (part, _)): (PartId, &(Part, _))| {
        let kind = kind(*part, letter, title(id));
        Some(TagGroup::new(match spoken.get(&id) {
            Some(text) => with_text(kind, text),
            None => kind,
        }))
    };
    let mut groups: Vec<Option<TagGroup>> = pages.parts.iter().enumerate().map(group).collect();
    for (group, identifiers) in groups.iter_mut().zip(drawn) {
        for identifier in identifiers {
            if let Some(group) = group {
                group.push(Node::Leaf(*identifier));
            }
        }
    }
    // Parents come before their children: from the last to the first each is complete when its turn comes. What
    // is pushed that way stands in reverse, so the children are collected first.
    let mut children: Vec<Vec<TagGroup>> = pages.parts.iter().map(|_| Vec::new()).collect();
    let mut roots = Vec::new();
    for id in (0..pages.parts.len()).rev() {
        let Some(mut group) = groups[id].take() else { continue };
        for child in children[id].drain(..).rev() {
            group.push(Node::Group(child));
        }
        match pages.parts[id].1 {
            Some(parent) => children[parent].push(group),
            None => roots.push(group),
        }
    }
    let mut tree = TagTree::new().with_lang((!letter.language.is_empty()).then(|| letter.language.clone()));
    for root in roots.into_iter().rev() {
        tree.push(Node::Group(root));
    }
    tree
}

fn kind(part: Part, letter: &Letter, title: Option<String>) -> TagKind {
    match part {
        Part::Heading(level) => Tag::Hn(NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN), title).into(),
        Part::Paragraph => Tag::P.into(),
        Part::Table => Tag::Table.into(),
        Part::Row => Tag::TR.into(),
        Part::RowHeading => Tag::TH(TableHeaderScope::Row).into(),
        Part::Cell => Tag::TD.into(),
        Part::Logo => Tag::Figure(Some(plain_name(letter))).into(),
    }
}

/// The hotel's name where it stands alone, for programs that search and compare it: without the signs that keep its side
/// between other words.
fn plain_name(letter: &Letter) -> String {
    letter.hotel.name.trim_matches(['\u{2068}', '\u{2069}']).to_owned()
}

fn with_text(mut kind: TagKind, text: &str) -> TagKind {
    kind.set_actual_text(Some(text.to_owned()));
    kind
}

/// A heading and where it stands.
struct Heading {
    part: PartId,
    level: u16,
    text: String,
    page: usize,
    top: f32,
}

fn headings(pages: &Pages) -> Vec<Heading> {
    let marks = pages.pages.iter().enumerate().flat_map(|(page, marks)| marks.iter().map(move |mark| (page, mark)));
    marks
        .filter_map(|(page, mark)| match (mark.part.map(|part| (part, pages.parts[part].0)), &mark.shape) {
            (Some((part, Part::Heading(level))), Shape::Lines { block, top, .. }) => {
                Some(Heading { part, level, text: block.text.clone(), page, top: *top })
            }
            _ => None,
        })
        .collect()
}

/// The texts of parts that read from the right. Their glyphs lie in the file as they lie on paper, from the left; a
/// screen reader needs the order of reading.
fn spoken(pages: &Pages) -> HashMap<PartId, &str> {
    let from_the_right =
        |c: char| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}');
    let marks = pages.pages.iter().flatten();
    marks
        .filter_map(|mark| match (mark.part, &mark.shape) {
            (Some(part), Shape::Lines { block, .. }) => Some((part, block.text.as_str())),
            _ => None,
        })
        .filter(|(_, text)| text.contains(from_the_right))
        .collect()
}

/// The headings for the side bar of a viewer: beneath the title, what follows it.
pub(crate) fn outline(pages: &Pages) -> Outline {
    let node = |h: &Heading| {
        OutlineNode::new(h.text.clone(), XyzDestination::new(h.page, Point::from_xy(0.0, (h.top - 12.0).max(0.0))))
    };
    let mut outline = Outline::new();
    let mut title = None;
    for heading in &headings(pages) {
        match &mut title {
            None if heading.level == 1 => title = Some(node(heading)),
            None => outline.push_child(node(heading)),
            Some(title) => title.push_child(node(heading)),
        }
    }
    if let Some(title) = title {
        outline.push_child(title);
    }
    outline
}

/// Title, language and author, as viewers and libraries show them.
pub(crate) fn metadata(letter: &Letter) -> Metadata {
    let direction = match letter.direction {
        Direction::Ltr => TextDirection::LeftToRight,
        Direction::Rtl => TextDirection::RightToLeft,
    };
    // Viewers show the title in their window, so it must never be empty.
    let title: Vec<&str> = [letter.title.as_str(), &letter.number.value, &letter.hotel.name]
        .into_iter()
        .filter(|t| !t.is_empty())
        .collect();
    let title = if title.is_empty() { "Confirmation".to_owned() } else { title.join(" · ") };
    Metadata::new()
        .title(title)
        .language(if letter.language.is_empty() { "en".to_owned() } else { letter.language.clone() })
        .authors(vec![plain_name(letter)])
        .creator("Portico".to_owned())
        .text_direction(direction)
}
