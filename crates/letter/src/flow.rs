//! From blocks to pages: a pen that goes down the sheet and knows when to take the next one.
//!
//! All positions are logical: `x` counts from the edge at which reading starts. Only [`Frame::left`] knows which edge
//! that is.

use std::ops::Range;
use std::rc::Rc;

use crate::colour::{Colour, LINE};
use crate::setting::Block;
use crate::{Direction, Paper};

/// The sheet and the room that text may take on it, points.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub width: f32,
    pub height: f32,
    pub side: f32,
    pub top: f32,
    pub bottom: f32,
    pub direction: Direction,
}

impl Frame {
    pub fn new(paper: Paper, direction: Direction) -> Self {
        let (width, height) = match paper {
            Paper::A4 => (595.28, 841.89),
            Paper::UsLetter => (612.0, 792.0),
        };
        Frame { width, height, side: 58.0, top: 42.0, bottom: 56.0, direction }
    }

    /// Width between the margins.
    pub fn measure(&self) -> f32 {
        self.width - 2.0 * self.side
    }

    /// Physical left edge of something that starts at `x` and is so wide.
    pub fn left(&self, x: f32, width: f32) -> f32 {
        match self.direction {
            Direction::Ltr => self.side + x,
            Direction::Rtl => self.width - self.side - x - width,
        }
    }
}

/// A part of the document's structure, for screen readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Headings, 1 is the title.
    Heading(u16),
    Paragraph,
    Table,
    Row,
    /// What a row is about.
    RowHeading,
    Cell,
    /// The logo: the hotel's name says it.
    Logo,
}

/// Number of a [`Part`] within its letter.
pub(crate) type PartId = usize;

/// Something drawn on a page; `part` is `None` for what is only decoration or repeated on every page.
pub(crate) struct Mark {
    pub part: Option<PartId>,
    pub shape: Shape,
}

/// Physical shapes: `left` is from the left edge, `top` from the upper one.
pub(crate) enum Shape {
    /// Some lines of a block, the first of them at `top`.
    Lines {
        block: Rc<Block>,
        lines: Range<usize>,
        left: f32,
        top: f32,
    },
    Box {
        left: f32,
        top: f32,
        width: f32,
        height: f32,
        radius: f32,
        colour: Colour,
    },
    /// Slanted strokes: the part of the cancellation line that costs.
    Hatch {
        left: f32,
        top: f32,
        width: f32,
        height: f32,
    },
    Logo {
        left: f32,
        top: f32,
        size: f32,
    },
}

/// The composed letter.
pub(crate) struct Pages {
    pub frame: Frame,
    pub pages: Vec<Vec<Mark>>,
    /// Kind and parent of each part, in reading order.
    pub parts: Vec<(Part, Option<PartId>)>,
}

/// Composes pages from top to bottom.
pub(crate) struct Flow {
    out: Pages,
    /// Where the next block starts.
    pub y: f32,
    /// Where it started on this page.
    first_y: f32,
    /// What every page after the first begins with, and where.
    running_head: Vec<(Rc<Block>, f32)>,
}

impl Flow {
    pub fn new(frame: Frame) -> Self {
        let out = Pages { frame, pages: vec![Vec::new()], parts: Vec::new() };
        Flow { out, y: frame.top, first_y: frame.top, running_head: Vec::new() }
    }

    pub fn frame(&self) -> Frame {
        self.out.frame
    }

    pub fn into_pages(self) -> Pages {
        self.out
    }

    /// Blocks that stand at the top of every further page, each at its `x`.
    pub fn set_running_head(&mut self, blocks: Vec<(Rc<Block>, f32)>) {
        self.running_head = blocks;
    }

    /// A new part of the structure.
    pub fn part(&mut self, part: Part, parent: Option<PartId>) -> PartId {
        self.out.parts.push((part, parent));
        self.out.parts.len() - 1
    }

    /// Makes sure that so much fits under the pen, on a new page if need be.
    pub fn need(&mut self, height: f32) {
        let frame = self.frame();
        if self.y + height > frame.height - frame.bottom && !self.at_top() {
            self.next_page();
        }
    }

    /// Whether nothing but the running head is on the page.
    pub fn at_top(&self) -> bool {
        self.y <= self.first_y
    }

    fn next_page(&mut self) {
        let frame = self.frame();
        self.out.pages.push(Vec::new());
        self.y = frame.top;
        let head = self.running_head.clone();
        let height = head.iter().map(|(block, _)| block.height()).fold(0.0, f32::max);
        for (block, x) in head {
            let left = frame.left(x, block.width);
            let shape = Shape::Lines { lines: 0..block.lines(), left, top: self.y, block };
            self.mark(None, shape);
        }
        self.y += height + 8.0;
        self.rule(0.0, frame.measure(), 0.5, LINE);
        self.y += 18.0;
        self.first_y = self.y;
    }

    /// A block at `x`, its first line at the pen. The pen stays.
    pub fn put(&mut self, block: Block, x: f32, part: PartId) {
        let top = self.y;
        self.put_at(Rc::new(block), x, top, Some(part));
    }

    fn put_at(&mut self, block: Rc<Block>, x: f32, top: f32, part: Option<PartId>) {
        let left = self.frame().left(x, block.width);
        self.mark(part, Shape::Lines { lines: 0..block.lines(), left, top, block });
    }

    /// A block at `x`, line by line over as many pages as it takes; the pen goes beneath it. At least two lines stay
    /// together at either end of a page.
    pub fn run(&mut self, block: Block, x: f32, part: PartId) {
        let block = Rc::new(block);
        let frame = self.frame();
        let left = frame.left(x, block.width);
        let mut from = 0;
        while from < block.lines() {
            let room = frame.height - frame.bottom - self.y;
            let mut to = from;
            while to < block.lines() && block.top(to + 1) - block.top(from) <= room {
                to += 1;
            }
            let left_over = block.lines() - to;
            if left_over == 1 && to - from > 2 {
                to -= 1;
            }
            let cramped = left_over > 0 && to - from < 2.min(block.lines() - from);
            if cramped && !self.at_top() && room < frame.height / 2.0 {
                self.next_page();
                continue;
            }
            // A line that is higher than a page still has to go somewhere.
            let to = to.max(from + 1);
            self.mark(Some(part), Shape::Lines { block: Rc::clone(&block), lines: from..to, left, top: self.y });
            self.y += block.top(to) - block.top(from);
            from = to;
            if from < block.lines() {
                self.next_page();
            }
        }
    }

    /// A horizontal line at the pen. The pen stays.
    pub fn rule(&mut self, x: f32, width: f32, height: f32, colour: Colour) {
        self.bar(x, 0.0, width, height, 0.0, colour);
    }

    /// A filled box, so far beneath the pen. The pen stays.
    pub fn bar(&mut self, x: f32, down: f32, width: f32, height: f32, radius: f32, colour: Colour) {
        let left = self.frame().left(x, width);
        self.mark(None, Shape::Box { left, top: self.y + down, width, height, radius, colour });
    }

    /// A hatched box, so far beneath the pen. The pen stays.
    pub fn hatch(&mut self, x: f32, down: f32, width: f32, height: f32) {
        let left = self.frame().left(x, width);
        self.mark(None, Shape::Hatch { left, top: self.y + down, width, height });
    }

    /// The logo at the pen, so far down. The pen stays.
    pub fn logo(&mut self, x: f32, down: f32, size: f32, part: PartId) {
        let left = self.frame().left(x, size);
        self.mark(Some(part), Shape::Logo { left, top: self.y + down, size });
    }

    /// A line at the foot of a page that is already full.
    pub fn foot(&mut self, page: usize, block: Block, x: f32) {
        let frame = self.frame();
        let top = frame.height - frame.bottom + 24.0;
        let (left, lines) = (frame.left(x, block.width), 0..block.lines());
        self.out.pages[page].push(Mark { part: None, shape: Shape::Lines { block: Rc::new(block), lines, left, top } });
    }

    pub fn pages(&self) -> usize {
        self.out.pages.len()
    }

    fn mark(&mut self, part: Option<PartId>, shape: Shape) {
        if let Some(page) = self.out.pages.last_mut() {
            page.push(Mark { part, shape });
        }
    }
}
