//! Work of the server's own that is done hotel by hotel: one that somebody has locked keeps no other waiting, and what
//! panics takes nothing else with it.

use std::collections::HashMap;
use std::mem;
use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::{FutureExt, StreamExt, stream};
use store::Retryable;
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
    /// with again until it is done. Where a piece stops the rest of its hotel, that waits for the next time.
    pub fn begin<F>(&self, due: impl IntoIterator<Item = (i64, F)>) -> Vec<JoinHandle<()>>
    where
        F: Future<Output = ControlFlow<()>> + Send + 'static,
    {
        let mut hotels: HashMap<i64, (Arc<AtomicBool>, Vec<_>)> = HashMap::new();
        for (property_id, work) in due {
            let (stopped, works) = hotels.entry(property_id).or_default();
            let stopped = Arc::clone(stopped);
            works.push(async move {
                if stopped.load(Ordering::Relaxed) {
                    return;
                }
                match AssertUnwindSafe(work).catch_unwind().await {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => stopped.store(true, Ordering::Relaxed),
                    Err(_) => tracing::error!(property_id, "work of the server's own panicked and is tried again"),
                }
            });
        }
        let mut going_on = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut begun = Vec::new();
        for (property_id, (_, works)) in hotels {
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

    /// Ends what goes on, wherever it waits, and answers once it has ended.
    pub async fn stop(&self) {
        let going_on = mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        going_on.values().for_each(|(task, _)| task.abort());
        while going_on.values().any(|(task, _)| !task.is_finished()) {
            tokio::task::yield_now().await;
        }
    }
}

/// What follows from a piece of work: an error of its own keeps the others from nothing, while where the database writes
/// nothing at all each of them would only say so again.
pub fn after<T, E: Retryable>(done: &Result<T, E>) -> ControlFlow<()> {
    match done.as_ref().err().and_then(Retryable::store_error) {
        Some(error) if error.stops_all() => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use futures_util::future::{BoxFuture, join_all, ready};
    use store::StoreError;
    use tokio::sync::Notify;

    use super::*;

    const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

    #[tokio::test]
    async fn what_waits_or_panics_keeps_nothing_else() {
        let (by_hotel, unlocked) = (ByHotel::default(), Arc::new(Notify::new()));
        let locked = Arc::clone(&unlocked);
        let waits = (
            1,
            async move {
                locked.notified().await;
                GO_ON
            }
            .boxed(),
        );
        let panics = (2, async { panic!("a row that nobody thought of") }.boxed());
        let done = || -> (i64, BoxFuture<'static, ControlFlow<()>>) { (3, ready(GO_ON).boxed()) };
        let beside = Arc::new(AtomicBool::new(false));
        let is_done = Arc::clone(&beside);
        let beside_it = (
            2,
            async move {
                is_done.store(true, Ordering::Relaxed);
                GO_ON
            }
            .boxed(),
        );
        let mut begun = by_hotel.begin([waits, panics, beside_it, done(), done()]);
        assert_eq!(begun.len(), 3);
        while by_hotel.look_over() > 1 {
            tokio::task::yield_now().await;
        }
        assert!(beside.load(Ordering::Relaxed));
        let once_more = |property_id| (property_id, ready(GO_ON).boxed());
        let again = by_hotel.begin([once_more(1), once_more(1), once_more(2), once_more(3)]);
        assert_eq!((again.len(), by_hotel.look_over() >= 2), (2, true));
        begun.extend(again);
        unlocked.notify_one();
        join_all(begun).await;
        assert_eq!((by_hotel.look_over(), by_hotel.begin([once_more(1)]).len()), (0, 1));
    }

    #[tokio::test]
    async fn what_is_stopped_has_ended() {
        let (by_hotel, lives) = (ByHotel::default(), Arc::new(()));
        let held = Arc::clone(&lives);
        let goes_on = async move {
            let _held = held;
            loop {
                tokio::task::yield_now().await;
            }
        };
        by_hotel.begin([(1, goes_on)]);
        by_hotel.stop().await;
        assert_eq!((Arc::strong_count(&lives), by_hotel.look_over()), (1, 0));
    }

    // A full disk filled up by what the log said of it.
    #[tokio::test]
    async fn what_stops_all_is_met_by_those_under_way_alone() {
        let met = Arc::new(AtomicUsize::new(0));
        let stops = || {
            let met = Arc::clone(&met);
            (1, async move {
                met.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                after(&Err::<(), _>(StoreError::Busy))
            })
        };
        let due: Vec<_> = std::iter::repeat_with(stops).take(100).collect();
        join_all(ByHotel::default().begin(due)).await;
        assert_eq!(met.load(Ordering::Relaxed), 4);
        assert_eq!(after(&Err::<(), _>(StoreError::Panicked)), GO_ON);
        assert_eq!(after(&Err::<(), _>(StoreError::Closed)), ControlFlow::Break(()));
    }
}
