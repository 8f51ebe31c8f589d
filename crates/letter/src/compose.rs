//! What stands where: the letter from its head to its foot.

use std::rc::Rc;

use crate::colour::{self, Colour, FAINT, INK, LINE, SOFT, SUNK};
use crate::flow::{Flow, Frame, Pages, Part, PartId};
use crate::setting::{Block, Face, Setter, Side, Style};
use crate::{Bill, BillLine, Cancellation, Direction, Letter, Room};

const fn style(face: Face, size: f32, leading: f32, colour: Colour) -> Style {
    Style { face, size, leading, colour }
}

const TITLE: Style = style(Face::Serif, 29.0, 1.1, INK);
const HOTEL: Style = style(Face::Serif, 19.0, 1.15, INK);
const VALUE: Style = style(Face::Serif, 15.0, 1.25, INK);
const NUMBER: Style = style(Face::Serif, 20.0, 1.15, INK);
const SUM: Style = style(Face::Serif, 23.0, 1.1, INK);
const BODY: Style = style(Face::Sans, 9.4, 1.48, SOFT);
const STRONG: Style = style(Face::Strong, 9.2, 1.4, INK);
const PLAIN: Style = style(Face::Sans, 9.2, 1.4, SOFT);
const AMOUNT: Style = style(Face::Sans, 9.2, 1.4, INK);
const LABEL: Style = style(Face::Sans, 8.0, 1.38, FAINT);
const SMALL: Style = style(Face::Sans, 8.3, 1.42, SOFT);
const SMALL_STRONG: Style = style(Face::Strong, 8.3, 1.42, INK);

/// Width of the column of headings beside the terms, as a part of the measure.
const MARGIN_COLUMN: f32 = 0.21;

/// What the air between the parts of a letter shrinks to where that saves a page.
const TIGHT: f32 = 0.4;

/// A passage of so many lines stays on one page.
const WHOLE_LINES: usize = 8;

/// The pages of a letter, with room for a logo or without. One that takes a further page for its air alone is set tighter.
pub(crate) fn compose(letter: &Letter, logo: bool, setter: &mut Setter) -> Pages {
    let airy = compose_with(1.0, letter, logo, setter);
    if airy.pages.len() == 1 {
        return airy;
    }
    let tight = compose_with(TIGHT, letter, logo, setter);
    if tight.pages.len() < airy.pages.len() { tight } else { airy }
}

fn compose_with(air: f32, letter: &Letter, logo: bool, setter: &mut Setter) -> Pages {
    let frame = Frame::new(letter.paper, letter.direction);
    let mut sheet = Sheet { letter, setter, flow: Flow::new(frame), width: frame.measure(), air };
    sheet.head(logo);
    sheet.greeting();
    sheet.stay();
    sheet.rooms(&letter.rooms);
    sheet.bill(&letter.bill);
    if let Some(cancellation) = &letter.cancellation {
        sheet.cancellation(cancellation);
    }
    sheet.terms();
    sheet.closing();
    sheet.feet();
    sheet.flow.into_pages()
}

struct Sheet<'a> {
    letter: &'a Letter,
    setter: &'a mut Setter,
    flow: Flow,
    /// Between the margins.
    width: f32,
    /// Of the distance between parts, 1 is all of it.
    air: f32,
}

impl Sheet<'_> {
    fn set(&mut self, text: &str, style: Style, width: f32, side: Side) -> Block {
        self.setter.set(&[(text, style)], width, side, self.letter.direction)
    }

    fn start(&mut self, text: &str, style: Style, width: f32) -> Block {
        self.set(text, style, width, Side::Start)
    }

    /// What reads from the left in every language: telephone numbers, addresses of the net, confirmation numbers. It
    /// still stands at the side of the letter's own direction.
    fn latin(&mut self, text: &str, style: Style, width: f32, side: Side) -> Block {
        let other = if side == Side::Start { Side::End } else { Side::Start };
        let side = if self.letter.direction == Direction::Rtl { other } else { side };
        self.setter.set(&[(text, style)], width, side, Direction::Ltr)
    }

    /// Puts one paragraph (or heading) at `x` without moving the pen; its height, nothing for no text.
    fn put(&mut self, block: Block, x: f32, part: Part) -> f32 {
        if block.text.trim().is_empty() {
            return 0.0;
        }
        let height = block.height();
        let part = self.flow.part(part, None);
        self.flow.put(block, x, part);
        height
    }

    /// Moves the pen over the air between two parts.
    fn gap(&mut self, height: f32) {
        self.flow.y += height * self.air;
    }

    fn hairline(&mut self) {
        self.flow.rule(0.0, self.width, 0.6, LINE);
    }

    /// Letterhead: logo and name where reading starts, the ways to reach the hotel opposite.
    fn head(&mut self, logo: bool) {
        let hotel = &self.letter.hotel;
        let (size, gap) = if logo { (38.0, 12.0) } else { (0.0, 0.0) };
        let contacts = [&hotel.phone, &hotel.email, &hotel.website];
        let contacts: Vec<&str> = contacts.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        let reach = if contacts.is_empty() { 0.0 } else { self.width * 0.34 };
        let column = self.width - reach - size - gap - if reach > 0.0 { 20.0 } else { 0.0 };

        if logo {
            let part = self.flow.part(Part::Logo, None);
            self.flow.logo(0.0, 2.0, size, part);
        }
        let top = self.flow.y;
        if !hotel.name.is_empty() {
            let name = self.start(&hotel.name, HOTEL, column);
            self.flow.y += self.put(name, size + gap, Part::Paragraph) + 1.0;
        }
        if !hotel.address.is_empty() {
            let address = self.start(&hotel.address, LABEL, column);
            self.flow.y += self.put(address, size + gap, Part::Paragraph);
        }
        let mut bottom = self.flow.y.max(top + size + 2.0);
        self.flow.y = top + 3.0;
        for text in contacts {
            let line = self.latin(text, LABEL, reach, Side::End);
            self.flow.y += self.put(line, self.width - reach, Part::Paragraph);
        }
        bottom = bottom.max(self.flow.y);
        self.flow.y = bottom;
        self.gap(12.0);
        self.hairline();
        self.gap(22.0);

        let name = self.start(&hotel.name, style(Face::Serif, 11.0, 1.3, INK), self.width * 0.6);
        let number = self.latin(&self.letter.number.value, LABEL, self.width * 0.38, Side::End);
        self.flow.set_running_head(vec![(Rc::new(name), 0.0), (Rc::new(number), self.width * 0.62)]);
    }

    /// Title with the confirmation number beside it, then the words to the guest.
    fn greeting(&mut self) {
        let letter = self.letter;
        let beside = if letter.number.value.is_empty() { 0.0 } else { self.width * 0.36 };
        let column = self.width - beside - if beside > 0.0 { 30.0 } else { 0.0 };
        let title = self.start(&letter.title, TITLE, column);
        let title_part = self.flow.part(Part::Heading(1), None);
        let mut bottom = self.flow.y + title.height();
        if beside > 0.0 {
            let x = self.width - beside;
            self.flow.rule(x, beside, 0.8, INK);
            self.flow.y += 7.0;
            let label = self.start(&letter.number.label, LABEL, beside);
            self.flow.y += self.put(label, x, Part::Paragraph);
            let value = self.latin(&letter.number.value, NUMBER, beside, Side::Start);
            self.flow.y += self.put(value, x, Part::Paragraph) + 6.0;
            self.flow.rule(x, beside, 0.8, INK);
            bottom = bottom.max(self.flow.y);
        }
        // Both end on one line.
        self.flow.y = bottom - title.height();
        self.flow.put(title, 0.0, title_part);
        self.flow.y = bottom;
        self.gap(14.0);
        for (text, style) in [(&letter.greeting, style(Face::Strong, 9.4, 1.48, INK)), (&letter.opening, BODY)] {
            if !text.is_empty() {
                let block = self.start(text, style, self.width * 0.86);
                let part = self.flow.part(Part::Paragraph, None);
                self.flow.run(block, 0.0, part);
                self.flow.y += 2.0;
            }
        }
        self.gap(12.0);
    }

    /// Arrival, departure, guests: columns between two lines.
    fn stay(&mut self) {
        let facts = &self.letter.stay;
        if facts.is_empty() {
            return;
        }
        let gap = 16.0;
        let column = (self.width + gap) / facts.len() as f32 - gap;
        let mut blocks: Vec<Vec<Block>> = Vec::new();
        for fact in facts {
            let texts = [(&fact.label, LABEL), (&fact.value, VALUE), (&fact.note, LABEL)];
            let set = texts.iter().filter(|(text, _)| !text.is_empty());
            blocks.push(set.map(|(text, style)| self.start(text, *style, column)).collect());
        }
        let height = |set: &Vec<Block>| set.iter().map(Block::height).sum::<f32>();
        let tallest = blocks.iter().map(height).fold(0.0, f32::max);
        self.flow.need(tallest + 20.0);
        self.hairline();
        self.gap(9.0);
        let top = self.flow.y;
        for (i, set) in blocks.into_iter().enumerate() {
            self.flow.y = top;
            for block in set {
                self.flow.y += self.put(block, i as f32 * (column + gap), Part::Paragraph);
            }
        }
        self.flow.y = top + tallest;
        self.gap(10.0);
        self.hairline();
        self.gap(11.0);
    }

    fn rooms(&mut self, rooms: &[Room]) {
        for (i, room) in rooms.iter().enumerate() {
            let beside = self.width * 0.34;
            let column = self.width - beside - 20.0;
            let name = self.start(&room.name, VALUE, column);
            let details = room.details.join("  ·  ");
            let details = self.start(&details, PLAIN, column);
            let door = self.set(&room.door, LABEL, beside, Side::End);
            let height = name.height() + details.height();
            self.flow.need(height + 16.0);
            if i > 0 && !self.flow.at_top() {
                self.hairline();
                self.gap(9.0);
            }
            let top = self.flow.y;
            self.flow.y += self.put(name, 0.0, Part::Heading(2));
            self.flow.y += self.put(details, 0.0, Part::Paragraph);
            let mut bottom = self.flow.y;
            self.flow.y = top + 4.0;
            self.flow.y += self.put(door, self.width - beside, Part::Paragraph);
            bottom = bottom.max(self.flow.y);
            self.flow.y = bottom;
            self.gap(9.0);
        }
        if !rooms.is_empty() {
            self.gap(3.0);
        }
    }

    /// The bill, as a table of two columns: its lines, a rule of ink, the total, and what is paid when.
    fn bill(&mut self, bill: &Bill) {
        if bill.lines.is_empty() && bill.total.amount.is_empty() && bill.dues.is_empty() {
            return;
        }
        if !bill.heading.is_empty() {
            self.flow.need(70.0);
            let heading = self.start(&bill.heading, STRONG, self.width);
            self.flow.y += self.put(heading, 0.0, Part::Heading(2)) + 3.0;
        }
        let table = self.flow.part(Part::Table, None);
        for (i, line) in bill.lines.iter().enumerate() {
            if i > 0 {
                self.hairline();
            }
            self.line(line, PLAIN, AMOUNT, table, 1.8 * self.air);
        }
        self.flow.y += 2.0;
        if !bill.total.amount.is_empty() {
            // The rule, the sum and the first note stay together.
            self.flow.need(60.0);
            self.flow.rule(0.0, self.width, 1.0, INK);
            self.flow.y += 5.0;
            let total = &bill.total;
            let amount = self.set(&total.amount, SUM, self.width * 0.5, Side::End);
            let label = self.start(&total.label, style(Face::Strong, 10.5, 1.4, INK), self.width * 0.5 - 12.0);
            let height = amount.height().max(label.height() + 7.0);
            // Both stand on one line.
            let down =
                (amount.layout.first_baseline().unwrap_or(0.0) - label.layout.first_baseline().unwrap_or(0.0)).max(0.0);
            let row = self.flow.part(Part::Row, Some(table));
            let (heading, cell) = (self.flow.part(Part::RowHeading, Some(row)), self.flow.part(Part::Cell, Some(row)));
            self.flow.y += down;
            self.flow.put(label, 0.0, heading);
            self.flow.y -= down;
            self.flow.put(amount, self.width * 0.5, cell);
            self.flow.y += height + 1.0;
        }
        for note in &bill.notes {
            let note = self.start(note, LABEL, self.width * 0.8);
            self.flow.need(note.height());
            self.flow.y += self.put(note, 0.0, Part::Paragraph);
        }
        if !bill.dues.is_empty() {
            self.gap(6.0);
            let table = self.flow.part(Part::Table, None);
            for due in &bill.dues {
                self.line(due, STRONG, style(Face::Strong, 9.2, 1.4, INK), table, 1.0);
            }
        }
        self.gap(13.0);
    }

    /// A label and its amount in one row; the pen goes beneath.
    fn line(&mut self, line: &BillLine, label: Style, amount: Style, table: PartId, air: f32) {
        let beside = self.width * 0.32;
        let label = self.start(&line.label, label, self.width - beside - 12.0);
        let amount = self.set(&line.amount, amount, beside, Side::End);
        let height = label.height().max(amount.height());
        self.flow.need(height + 2.0 * air);
        self.flow.y += air;
        let row = self.flow.part(Part::Row, Some(table));
        let heading = self.flow.part(Part::RowHeading, Some(row));
        self.flow.put(label, 0.0, heading);
        let cell = self.flow.part(Part::Cell, Some(row));
        self.flow.put(amount, self.width - beside, cell);
        self.flow.y += height + air;
    }

    /// The one ornament: a line that is solid as long as cancelling is free, hatched from then on, with the sentence
    /// that says the same.
    fn cancellation(&mut self, cancellation: &Cancellation) {
        let (inner, pad) = (self.width - 28.0, 14.0);
        let after = format!(" {}", cancellation.after);
        let parts = [(cancellation.sentence.as_str(), STRONG), (after.as_str(), PLAIN)];
        let words = self.setter.set(&parts, inner, Side::Start, self.letter.direction);
        let height = pad + 5.0 + 8.0 + words.height() + pad - 4.0;
        self.flow.need(height);
        self.flow.bar(0.0, 0.0, self.width, height, 7.0, SUNK);
        let free = inner * cancellation.free_share.clamp(0.0, 1.0);
        let gap = if free > 0.0 && free < inner { 2.5 } else { 0.0 };
        if free > 0.0 {
            self.flow.bar(pad, pad, free, 5.0, 2.5, colour::accent(&self.letter.accent));
        }
        if free + gap < inner {
            self.flow.hatch(pad + free + gap, pad, inner - free - gap, 5.0);
        }
        let top = self.flow.y;
        self.flow.y += pad + 5.0 + 8.0;
        self.put(words, pad, Part::Paragraph);
        self.flow.y = top + height;
        self.gap(12.0);
    }

    /// Terms and how to change: headings in the margin, texts beside them, over as many pages as they take.
    fn terms(&mut self) {
        let passages = self.letter.passages().filter(|p| !p.heading.is_empty() || !p.text.is_empty());
        for (i, passage) in passages.enumerate() {
            let column = self.width * MARGIN_COLUMN;
            let heading = self.start(&passage.heading, SMALL_STRONG, column - 14.0);
            let text = self.start(&passage.text, SMALL, self.width - column);
            // A short passage stays together, of a long one the heading and the first two lines.
            let together = if text.lines() <= WHOLE_LINES { text.lines() } else { 2 };
            self.flow.need(heading.height().max(text.top(together)) + 8.0);
            if i > 0 && !self.flow.at_top() {
                self.hairline();
                self.gap(5.0);
            }
            let least = self.flow.y + heading.height();
            let pages = self.flow.pages();
            if !passage.heading.is_empty() {
                self.put(heading, 0.0, Part::Heading(2));
            }
            if !passage.text.is_empty() {
                let part = self.flow.part(Part::Paragraph, None);
                self.flow.run(text, column, part);
            }
            if self.flow.pages() == pages {
                self.flow.y = self.flow.y.max(least);
            }
            self.gap(5.0);
        }
    }

    fn closing(&mut self) {
        let letter = self.letter;
        if letter.closing.is_empty() {
            return;
        }
        // The hotel's name on the line of the last words, as if signed.
        let words = self.start(&letter.closing, BODY, self.width * 0.56);
        let name = self.set(&letter.hotel.name, style(Face::Serif, 14.0, 1.2, INK), self.width * 0.42, Side::End);
        let last = words.layout.last_baseline().unwrap_or(0.0);
        let first = name.layout.first_baseline().unwrap_or(0.0);
        self.gap(5.0);
        self.flow.need(words.height().max(last - first + name.height()));
        let top = self.flow.y + (first - last).max(0.0);
        self.flow.y = top;
        self.put(words, 0.0, Part::Paragraph);
        self.flow.y = top + last - first;
        self.put(name, self.width * 0.58, Part::Paragraph);
    }

    /// What every page ends with.
    fn feet(&mut self) {
        let pages = self.flow.pages();
        for page in 0..pages {
            let number = self.letter.page_text(page + 1, pages);
            let foot = style(Face::Sans, 7.6, 1.4, FAINT);
            let beside = self.width * 0.2;
            let words = self.start(&self.letter.footer, foot, self.width - beside);
            self.flow.foot(page, words, 0.0);
            let number = self.set(&number, foot, beside, Side::End);
            self.flow.foot(page, number, self.width - beside);
        }
    }
}
