const LOOK_MS = 10_000;

/** Looks every ten seconds while the page is in sight, and when it comes into sight: tabs are left open. */
export function nowAndThen(look: () => void): () => void {
  const seen = () => {
    if (!document.hidden) look();
  };
  const timer = setInterval(seen, LOOK_MS);
  document.addEventListener("visibilitychange", seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
