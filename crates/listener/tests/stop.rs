//! Asked to stop once, everybody stops: those who wait already and those who come later.

use std::process::Command;

use listener::Stop;

#[tokio::test]
async fn whoever_waits_later_hears_of_it_too() {
    for name in ["INT", "TERM"] {
        let stop = Stop::listen().expect("signals");
        let before = tokio::spawn(stop.clone().asked());
        let told =
            Command::new("sh").args(["-c", "kill -s \"$0\" \"$1\"", name, &std::process::id().to_string()]).status();
        assert!(told.expect("a shell").success());
        before.await.expect("it hears");
        stop.asked().await;
    }
}
