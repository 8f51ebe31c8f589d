// The page that a guest pays on, in a frame of the booking's page or in a window of its own. It dresses as that page says,
// sends the card, goes through the bank's page when it has to, and tells that it is paid. The card stays here.
import { begin, dress, form, isBusy, showNotice, submit, tellHeight, words } from "./form.js";

const root = document.documentElement;
const PAGE_ORIGIN = root.dataset.pageOrigin;
const REQUEST_ID = decodeURIComponent(location.pathname.split("/")[2]);
/** The page that shows this one, or that opened its window. */
const host = window.parent !== window ? window.parent : window.opener;
const button = document.getElementById("pay");
const paid = document.getElementById("paid");
const notice = document.getElementById("notice");
const amount = document.getElementById("amount").textContent;
/** Whether the bank's refusal stands there: until the next card is sent. */
let refused = root.dataset.state === "refused";
/** The bank's page for the card that was sent: the card sent once more would be another payment. */
let bank = null;

// The bank was asked about the card of another window meanwhile. Whoever loads the page anew may pay here after all.
if (location.hash === "#elsewhere") {
  history.replaceState(null, "", location.pathname + location.search);
  if (root.dataset.state === "open") root.dataset.state = "elsewhere";
}

function tell(message) {
  if (host && PAGE_ORIGIN) host.postMessage(message, PAGE_ORIGIN);
}

/** Leads a guest who is here to what became of the payment: where they were is gone. */
function lead(to) {
  if (document.hasFocus()) to.focus();
}

/** Takes no card any more, and says why. */
function close(state) {
  root.dataset.state = state;
  form.hidden = true;
  button.hidden = true;
  document.getElementById("mark").hidden = state !== "paid";
  showNotice(state === "paid" ? "" : words(`pay_${state}`));
  paid.hidden = state !== "paid";
  lead(state === "paid" ? paid : notice);
  if (state === "paid") tell({ status: "EXECUTED" });
  if (state === "elsewhere") tell({ id: "elsewhere" });
}

function draw() {
  button.textContent = words("pay_button").replace("{amount}", amount);
  document.title = words("pay_title");
  if (refused) {
    showNotice(words("refused"));
    // a guest who goes on already is left where they are
    if (document.activeElement === document.body) lead(notice);
  } else if (["paid", "over", "used_up", "elsewhere"].includes(root.dataset.state)) close(root.dataset.state);
}

/** Leads to the bank's page: how it is answered, this page sees when the guest is back. */
function toBank() {
  // what the browser keeps of a form it fills in again on the way back
  for (const input of form.querySelectorAll("input")) input.autocomplete = "off";
  tell({ id: "leaving" });
  location.assign(bank);
}

function answered({ status, url }) {
  if (status === "CHALLENGE") {
    bank = new URL(url, location.href);
    bank.searchParams.set("lang", root.lang);
    bank.hash = `${location.pathname}${location.search}`;
    toBank();
  } else close("paid");
}

/** Where the guest is stays in sight: the field that is wrong, else the button; above it as much as the window has room for. */
function keepInSight() {
  notice.scrollIntoView({ block: "nearest" });
  const at = document.activeElement;
  (form.contains(at) ? at : button).scrollIntoView({ block: "nearest" });
}

/** The page around a frame makes room for what is said a moment later; until then there is less to scroll. */
function onRoom() {
  keepInSight();
  if (root.scrollHeight <= window.innerHeight) window.removeEventListener("resize", onRoom);
}

/** Says above the form what went wrong, which moves what is below it. */
function explain(text) {
  showNotice(text);
  keepInSight();
  if (window.parent !== window) window.addEventListener("resize", onRoom);
}

function fail(message, code) {
  if (code === "LINK_OVER") close("over");
  else if (code === "LINK_USED_UP") close("used_up");
  else if (code === "LINK_ELSEWHERE") close("elsewhere");
  else explain(message);
}

/** The card may have paid. */
function lost() {
  explain(words("pay_unheard"));
}

/** Disabled, it would lose the focus. */
function showBusy(now) {
  button.setAttribute("aria-disabled", String(now));
  button.setAttribute("aria-busy", String(now));
}

function pay() {
  if (isBusy()) return;
  // that page was stopped, or did not come
  if (bank) return toBank();
  refused = false;
  showNotice("");
  showBusy(true);
  submit("/pay/card", { "X-Request-Id": REQUEST_ID }, answered, fail, lost).finally(() => showBusy(false));
}

// The page around a frame hears none of its keys.
if (window.parent !== window) {
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing && !isBusy()) tell({ id: "escape" });
  });
}
form.addEventListener("submit", pay);
form.addEventListener("input", () => {
  bank = null;
});
// who comes back from the bank to the page as they left it sees what became of the payment
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
window.addEventListener("message", (event) => {
  if (!host || event.source !== host || event.origin !== PAGE_ORIGIN) return;
  const message = event.data;
  if (typeof message !== "object" || message === null || message.id !== "theme") return;
  dress(message);
  draw();
});

tellHeight(tell);
// what nobody sees takes no focus: it is led there once the page shows
begin(() => undefined, draw);
draw();
