// The card's fields: draws and judges them, and sends what was typed to the vault. The frame and the page to pay on are
// made of it; what they do with an answer, and whom they speak to, is theirs.
import { BRANDS } from "./brands.js";
import { digitsOf, editExpiry, editNumber, faults, readExpiry, ruleOf } from "./card.js";
import { knownLabels, LABELS, labelOfCode } from "./labels.js";
import { knownProperties, languageTag } from "./theme.js";

const root = document.documentElement;
const THIS_MONTH = root.dataset.month;
const FIELDS = ["number", "expiry", "cvc", "holder"];
/** Longest wait for the vault, in milliseconds; shorter than the page's for us. */
const PATIENCE = 25_000;
/** How long the page has to say its language before the form shows in ours, in milliseconds. */
const CURTAIN = 600;

const byId = (id) => document.getElementById(id);
export const form = byId("card");
const notice = byId("notice");
const inputs = Object.fromEntries(FIELDS.map((name) => [name, byId(name)]));

let labels = { ...LABELS };
let digits = "";
let busy = false;
/** Nobody knows what became of what was sent: it stays as it was, and is sent again. */
let unheard = false;
let said = "";
/** Whether there was a submit: from then on an empty field is a fault too. */
let asked = false;
/** Label shown beside each field. */
const shown = { number: null, expiry: null, cvc: null, holder: null };
/** Hears whether the card is whole. */
let hearState = () => undefined;

function card() {
  return { number: digits, expiry: inputs.expiry.value, cvc: inputs.cvc.value, holder: inputs.holder.value };
}

export const words = (label) => labels[label];

function drawField(name) {
  const fault = shown[name];
  inputs[name].closest(".field").classList.toggle("bad", fault !== null);
  inputs[name].setAttribute("aria-invalid", String(fault !== null));
  const text = fault === null ? "" : words(fault);
  const place = byId(`${name}-err`);
  if (place.textContent !== text) place.textContent = text;
}

function drawBrand() {
  const rule = ruleOf(digits, BRANDS);
  const name = digits === "" ? "" : rule.name;
  if (byId("brand").textContent !== name) byId("brand").textContent = name;
  const four = rule.cvc.length === 1 && rule.cvc[0] === 4;
  byId("cvc-side").textContent = labels[four ? "cvc_front" : "cvc_back"];
  inputs.cvc.placeholder = labels[four ? "cvc_4" : "cvc_3"];
}

function draw() {
  for (const element of document.querySelectorAll("[data-label]")) element.textContent = labels[element.dataset.label];
  document.title = labels.title;
  inputs.expiry.placeholder = labels.expiry_placeholder;
  drawBrand();
  FIELDS.forEach(drawField);
}

/** Tells the page whether the card is whole, when that or the brand changed. */
function tellState() {
  const complete = Object.values(faults(card(), BRANDS, THIS_MONTH)).every((fault) => fault === null);
  const state = { id: "state", complete, brand: digits === "" ? null : ruleOf(digits, BRANDS).brand };
  if (JSON.stringify(state) === said) return;
  said = JSON.stringify(state);
  hearState(state);
}

/** Judges a field when the guest leaves it. An empty one is left alone until the submit. */
function judge(name) {
  const fault = faults(card(), BRANDS, THIS_MONTH)[name];
  shown[name] = inputs[name].value.trim() === "" && !asked ? null : fault;
  drawField(name);
}

/** While typing, a mended field is cleared at once; a new fault waits until the field is left. */
function changed(name) {
  if (shown[name] !== null) {
    shown[name] = faults(card(), BRANDS, THIS_MONTH)[name] === null ? null : shown[name];
    drawField(name);
  }
  tellState();
}

inputs.number.addEventListener("input", (event) => {
  const { value, selectionStart } = inputs.number;
  const next = editNumber(digits, value, selectionStart ?? value.length, event.inputType ?? "", BRANDS);
  digits = next.digits;
  if (value !== next.text) {
    inputs.number.value = next.text;
    if (document.activeElement === inputs.number) inputs.number.setSelectionRange(next.caret, next.caret);
  }
  drawBrand();
  inputs.cvc.value = inputs.cvc.value.slice(0, Math.max(...ruleOf(digits, BRANDS).cvc));
  changed("number");
});

inputs.expiry.addEventListener("input", (event) => {
  const { value, selectionStart } = inputs.expiry;
  const atEnd = selectionStart === null || selectionStart === value.length;
  const next = editExpiry(value, event.inputType ?? "");
  // In the middle of the text the guest mends a digit: the caret stays with it.
  if (next !== value) {
    const before = digitsOf(value.slice(0, selectionStart ?? value.length)).length;
    inputs.expiry.value = next;
    if (!atEnd && document.activeElement === inputs.expiry) {
      let at = 0;
      for (let seen = 0; at < next.length && seen < before; at++) if (/\d/u.test(next[at])) seen++;
      inputs.expiry.setSelectionRange(at, at);
    }
  }
  changed("expiry");
});

inputs.cvc.addEventListener("input", () => {
  const most = Math.max(...ruleOf(digits, BRANDS).cvc);
  const next = digitsOf(inputs.cvc.value).slice(0, most);
  if (next !== inputs.cvc.value) inputs.cvc.value = next;
  changed("cvc");
});

inputs.holder.addEventListener("input", () => changed("holder"));
for (const name of FIELDS) inputs[name].addEventListener("blur", () => judge(name));
// Return never books or pays: a button says what it costs.
form.addEventListener("submit", (event) => event.preventDefault());

export function showNotice(text) {
  notice.textContent = text;
  notice.hidden = text === "";
}

export const isBusy = () => busy;

function setBusy(now) {
  busy = now;
  form.setAttribute("aria-busy", String(now));
  for (const input of Object.values(inputs)) input.readOnly = now || unheard;
}

/** Shows what is wrong, goes to the first of it, and answers the sentence that says so. */
function refuse(found) {
  Object.assign(shown, found);
  FIELDS.forEach(drawField);
  const first = FIELDS.find((name) => shown[name] !== null);
  if (first) inputs[first].focus();
  return found.expiry === "expired" && first === "expiry" ? labels.expired : labels.check_fields;
}

async function post(path, headers) {
  const expiry = readExpiry(inputs.expiry.value);
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({
      number: digits,
      expire_month: expiry.month,
      expire_year: expiry.year,
      cvc: inputs.cvc.value,
      holder: inputs.holder.value,
    }),
    cache: "no-store",
    credentials: "omit",
    redirect: "error",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(PATIENCE),
  });
  return { ok: answer.ok, lost: answer.status === 408 || answer.status >= 500, body: await answer.json() };
}

/**
 * Checks the card and sends it; `done` gets the vault's answer, `fail` the sentence that says why there is none, and the
 * vault's code with it where it gave one. What a card that is sent does at once may be done though nobody answers: then
 * `lost` is called in place of `fail`, where it is given, and the same card is all that can be sent until there is an
 * answer.
 */
export async function submit(path, headers, done, fail, lost) {
  if (busy) return;
  asked = true;
  const found = faults(card(), BRANDS, THIS_MONTH);
  if (Object.values(found).some((fault) => fault !== null)) {
    fail(refuse(found));
    return;
  }
  setBusy(true);
  try {
    const answer = await post(path, headers);
    const { ok, body } = answer;
    if (lost && answer.lost) throw new Error("no answer");
    unheard = false;
    if (ok) {
      done(body);
      return;
    }
    const errors = Array.isArray(body.errors) ? body.errors : [];
    const mine = errors.filter(({ field }) => FIELDS.includes(field));
    if (mine.length > 0) {
      fail(refuse(Object.fromEntries(mine.map(({ field, code }) => [field, labelOfCode(code)]))));
      return;
    }
    fail(words(labelOfCode(body.code)), body.code);
  } catch {
    unheard = lost !== undefined;
    if (unheard) lost();
    else fail(labels.network);
  } finally {
    setBusy(false);
  }
}

/** Whoever shows the form: hears its height once its letters are there (others make it jump), and from then on. */
export async function tellHeight(tell) {
  await Promise.race([document.fonts.ready, new Promise((go) => setTimeout(go, CURTAIN))]);
  const height = () => Math.ceil(document.body.getBoundingClientRect().height);
  tell({ id: "ready", height: height() });
  new ResizeObserver(() => tell({ id: "resize", height: height() })).observe(document.body);
}

/** Puts on the page's colours and words. */
export function dress(message) {
  for (const [name, value] of knownProperties(message.css)) root.style.setProperty(name, value);
  if (message.dir === "rtl" || message.dir === "ltr") root.dir = message.dir;
  if (message.scheme === "light" || message.scheme === "dark") root.dataset.scheme = message.scheme;
  const lang = languageTag(message.locale);
  if (lang) root.lang = lang;
  labels = { ...labels, ...knownLabels(message.labels) };
  draw();
  document.body.classList.remove("waiting");
}

/**
 * Begins: draws, and tells from then on whether the card is whole. `lifted` is called where no page has said its words in
 * time, and the form shows in ours.
 */
export function begin(state, lifted = () => undefined) {
  hearState = state;
  draw();
  // A browser may have filled the form in before this script ran.
  if (inputs.number.value !== "") inputs.number.dispatchEvent(new Event("input"));
  tellState();
  setTimeout(() => {
    if (!document.body.classList.contains("waiting")) return;
    document.body.classList.remove("waiting");
    lifted();
  }, CURTAIN);
}
