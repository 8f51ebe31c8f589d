// The sandbox bank's page: tells the page that shows it that it stands, sends the guest's answer and tells that there is
// one. What it was the page learns from its own server.
const PAGE_ORIGIN = document.documentElement.dataset.pageOrigin;
const KEY = new URLSearchParams(location.search).get("key");
/** Longest wait for the answer, in milliseconds. */
const PATIENCE = 25_000;
const notice = document.getElementById("notice");
const buttons = { confirm: true, refuse: false };
let busy = false;
/** An answer that was lost on its way may have been heard: only the same is sent again. Null before. */
let given = null;

function tell(id) {
  if (window.parent !== window) window.parent.postMessage({ id }, PAGE_ORIGIN);
}

/** Disabled, the button that was pressed would lose the focus. */
function setBusy(now) {
  busy = now;
  for (const [id, confirmed] of Object.entries(buttons)) {
    const off = now || (given !== null && given !== confirmed);
    document.getElementById(id).setAttribute("aria-disabled", String(off));
  }
}

async function answer(confirmed) {
  if (busy || (given !== null && given !== confirmed)) return;
  given = confirmed;
  notice.hidden = true;
  setBusy(true);
  try {
    const sent = await fetch("/challenge", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Challenge-Key": KEY },
      body: JSON.stringify({ confirmed }),
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(PATIENCE),
    });
    // 404: it was answered already, or was given up
    if (!sent.ok && sent.status !== 404) throw new Error("no answer");
    // A page of ours that led here shows what became of it.
    if (location.hash.startsWith("#/pay/")) {
      tell("leaving");
      location.replace(`${location.hash.slice(1)}${sent.ok ? "" : "#elsewhere"}`);
    } else tell("challenge");
  } catch {
    notice.hidden = false;
    setBusy(false);
  }
}

for (const [id, confirmed] of Object.entries(buttons)) {
  const button = document.getElementById(id);
  button.addEventListener("click", () => answer(confirmed));
  // Before it can be heard nobody presses it.
  button.disabled = false;
}
// The page around a frame hears none of its keys.
window.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing && !busy) tell("escape");
});
tell("ready");
