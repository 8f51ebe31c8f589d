//! Work of the server's own that is done hotel by hotel: one that somebody has locked keeps no other waiting, and what
//! panics takes nothing else with it.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Mutex, PoisonError};

use futures_util::{FutureExt, StreamExt, stream};
use tokio::task::{AbortHandle, JoinHandle};

/// Hotels whose work goes on, with how much of theirs is due.
#[derive(Default)]
pub struct ByHotel(Mutex<HashMap<i64, (AbortHandle, i64)>>);

impl ByHotel {
    /// Forgets the hotels that are done, before it is read what is due: what was read earlier may be done by now. Answers
    /// how much waits for the others. That comes first, and is not to fill the page.
    pub fn look_over(&self) -> i64 {
        let mut going_on = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        going_on.retain(|_, (task, _)| !task.is_finished());
        going_on.values().map(|(_, waiting)| waiting).sum()
    }

    /// Begins with what is due, each beside its hotel; answers a task for each hotel. One whose work goes on is not begun
    /// with again until it is done.
    pub fn begin<F>(&self, due: impl IntoIterator<Item = (i64, F)>) -> Vec<JoinHandle<()>>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let mut hotels: HashMap<i64, Vec<_>> = HashMap::new();
        for (property_id, work) in due {
            hotels.entry(property_id).or_default().push(async move {
                if AssertUnwindSafe(work).catch_unwind().await.is_err() {
                    tracing::error!(property_id, "work of the server's own panicked and is tried again");
                }
            });
        }
        let mut going_on = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut begun = Vec::new();
        for (property_id, works) in hotels {
            let due = works.len() as i64;
            if let Some((_, waiting)) = going_on.get_mut(&property_id) {
                *waiting = due;
                continue;
            }
            // Some at once: they share syncs of the disk, and where they have to wait they leave most connections to
            // other hotels.
            let task = tokio::spawn(stream::iter(works).buffer_unordered(4).collect::<()>());
            going_on.insert(property_id, (task.abort_handle(), due));
            begun.push(task);
        }
        begun
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use futures_util::future::{BoxFuture, join_all, ready};
    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn what_waits_or_panics_keeps_nothing_else() {
        let (by_hotel, unlocked) = (ByHotel::default(), Arc::new(Notify::new()));
        let locked = Arc::clone(&unlocked);
        let waits = (1, async move { locked.notified().await }.boxed());
        let panics = (2, async { panic!("a row that nobody thought of") }.boxed());
        let done = || -> (i64, BoxFuture<'static, ()>) { (3, ready(()).boxed()) };
        let beside = Arc::new(AtomicBool::new(false));
        let is_done = Arc::clone(&beside);
        let beside_it = (2, async move { is_done.store(true, Ordering::Relaxed) }.boxed());
        let mut begun = by_hotel.begin([waits, panics, beside_it, done(), done()]);
        assert_eq!(begun.len(), 3);
        while by_hotel.look_over() > 1 {
            tokio::task::yield_now().await;
        }
        assert!(beside.load(Ordering::Relaxed));
        let once_more = |property_id| (property_id, ready(()).boxed());
        let again = by_hotel.begin([once_more(1), once_more(1), once_more(2), once_more(3)]);
        assert_eq!((again.len(), by_hotel.look_over() >= 2), (2, true));
        begun.extend(again);
        unlocked.notify_one();
        join_all(begun).await;
        assert_eq!((by_hotel.look_over(), by_hotel.begin([once_more(1)]).len()), (0, 1));
    }
}
