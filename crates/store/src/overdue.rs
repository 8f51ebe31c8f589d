//! Open rows whose time is over, page by page: one that cannot be read keeps no other from being found.

/// How far a list is read.
pub(crate) struct Pages {
    pub limit: i64,
    /// How many rows the next page leaves out.
    pub passed: i64,
}

impl Pages {
    pub fn new(limit: i64) -> Pages {
        Pages { limit, passed: 0 }
    }

    /// What can be read of a page; `None` when that is nothing and another page follows.
    pub fn readable<R, T>(&mut self, rows: Vec<R>, read: impl Fn(R) -> Option<T>) -> Option<Vec<T>> {
        let last = (rows.len() as i64) < self.limit;
        self.passed += self.limit;
        let readable: Vec<T> = rows.into_iter().filter_map(read).collect();
        (last || !readable.is_empty()).then_some(readable)
    }
}
