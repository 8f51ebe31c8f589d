// The card form in a frame: hears and speaks to the page that shows it, at the one origin that its session names, and
// hands it a key for the card.
import { begin, dress, form, showNotice, submit, tellHeight, words } from "./form.js";

const root = document.documentElement;
const PAGE_ORIGIN = root.dataset.pageOrigin;
const KEY = new URLSearchParams(location.search).get("key");
const EXPIRED = root.dataset.expired === "yes";

function tell(message) {
  if (window.parent !== window) window.parent.postMessage(message, PAGE_ORIGIN);
}

/** The page says it, beside its own button: said here too it would stand there twice. */
function fail(message) {
  tell({ id: "error", message });
}

for (const id of ["terms", "privacy"]) document.getElementById(id).addEventListener("click", () => tell({ id }));

window.addEventListener("message", (event) => {
  if (event.source !== window.parent || event.origin !== PAGE_ORIGIN) return;
  const message = event.data;
  if (typeof message !== "object" || message === null) return;
  if (message.id === "theme") {
    dress(message);
    if (EXPIRED) showNotice(words("session_expired"));
  } else if (message.id === "submit" && EXPIRED) fail(words("session_expired"));
  else if (message.id === "submit") {
    submit("/frame/card", { "X-Frame-Key": KEY }, ({ paymentKeys }) => tell({ paymentKeys }), fail);
  }
});

if (EXPIRED) {
  form.hidden = true;
  showNotice(words("session_expired"));
}
tellHeight(tell).then(() => EXPIRED && fail(words("session_expired")));
begin(tell);
