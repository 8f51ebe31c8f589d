// What a card is, without the page: pure functions over the server's own table of brands.

/** What was typed, with Arabic, Persian and full-width digits as ASCII ones. */
function asAscii(text) {
  return String(text).replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/gu, (sign) => sign.codePointAt(0) & 0xf);
}

/** The digits of what was typed, as ASCII. */
export function digitsOf(text) {
  return asAscii(text).replace(/\D/gu, "");
}

/** The rule of the brand that a number, or its beginning, belongs to. */
export function ruleOf(digits, brands) {
  const fits = ([from, to]) => {
    const start = digits.slice(0, from.length);
    return start.length === from.length && from <= start && start <= to;
  };
  return brands.find((rule) => rule.prefixes.some(fits));
}

/** Whether the last digit checks the others. */
export function luhn(digits) {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]) * (place % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** Whether the server would take this number. */
export function isNumber(digits, brands) {
  return ruleOf(digits, brands).lengths.includes(digits.length) && luhn(digits) && /[1-9]/.test(digits);
}

/** "4242 4242 4242 4242", "3782 822463 10005". */
export function group(digits, rule) {
  const groups = [];
  let rest = digits;
  for (const size of rule.groups) {
    if (rest === "") break;
    groups.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  while (rest !== "") {
    groups.push(rest.slice(0, 4));
    rest = rest.slice(4);
  }
  return groups.join(" ");
}

/** Where the caret stands in `text` after `count` of its digits. */
export function caretAfter(text, count) {
  let seen = 0;
  let at = 0;
  while (at < text.length && seen < count) {
    if (text[at] >= "0" && text[at] <= "9") seen++;
    at++;
  }
  return at;
}

/**
 * A number field after a key: its grouped text and the caret.
 * `before` are the digits it held, `raw` and `caret` what the browser made of the key, `kind` the event's inputType.
 */
export function editNumber(before, raw, caret, kind, brands) {
  let digits = digitsOf(raw);
  let count = digitsOf(raw.slice(0, caret)).length;
  // Deleting only the gap between two groups means the digit beside it.
  if (digits === before && kind === "deleteContentBackward" && count > 0) {
    digits = digits.slice(0, count - 1) + digits.slice(count);
    count--;
  } else if (digits === before && kind === "deleteContentForward") {
    digits = digits.slice(0, count) + digits.slice(count + 1);
  }
  const most = Math.max(...ruleOf(digits, brands).lengths);
  digits = digits.slice(0, most);
  const text = group(digits, ruleOf(digits, brands));
  return { digits, text, caret: caretAfter(text, Math.min(count, most)) };
}

/** "1229", "12/29", "12 / 2029", "2029-12", "202912" and "1/29" as {month, year}; null when it is no month. */
export function readExpiry(text) {
  const parts = asAscii(text).split(/\D+/u).filter(Boolean);
  let [month, year] = parts;
  if (/^20\d{4}$/u.test(parts.join())) [year, month] = [parts[0].slice(0, 4), parts[0].slice(4)];
  else if (parts.length === 1) [month, year] = [parts[0].slice(0, 2), parts[0].slice(2)];
  else if (parts.length === 2 && parts[0].length === 4) [year, month] = parts;
  if (!month || !year || month.length > 2 || (year.length !== 2 && year.length !== 4)) return null;
  const number = Number(month);
  if (number < 1 || number > 12) return null;
  return { month: month.padStart(2, "0"), year: year.length === 2 ? `20${year}` : year };
}

/** The expiry field while typing: "1" stays, "5" is "05 / ", "1229" is "12 / 29". Deleting is never undone. */
export function editExpiry(raw, kind) {
  const text = asAscii(raw);
  const deleting = String(kind).startsWith("delete");
  let digits = digitsOf(text);
  // Whoever types the year first has had their "2" read as a February by now, of a year 200x then: no card has that.
  const [, year, month] = digits.match(deleting ? /^(20\d{0,2})(\d{0,2})/u : /^0?(20\d{0,2})(\d{0,2})/u) ?? [];
  const whole = readExpiry(year ? `${year}-${month}` : text);
  // A year in full, as some type it and browsers fill it in, is brought to the one form. After it a "1" may become "12".
  if (whole && (year ? month !== "1" : /\d{4}/u.test(text.replace(/^\d{4}$/u, "")))) {
    return `${whole.month} / ${whole.year.slice(2)}`;
  }
  if (year) return month ? `${year} / ${month}` : year;
  // What is left of a year that was begun: a 0 before its "2" would make a month of it.
  if (deleting && digits.length === 1) return digits;
  if (/^[2-9]/u.test(digits) || /^1\D/u.test(text)) digits = `0${digits}`;
  // What follows a year of "20" makes it one in full.
  digits = digits.slice(0, digits.slice(2, 4) === "20" ? 6 : 4);
  if (digits.length < 2) return digits;
  if (digits.length === 2) return deleting ? digits : `${digits} / `;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** Whether the month is over at `thisMonth` ("2026-11"). */
export function isPast(expiry, thisMonth) {
  return `${expiry.year}-${expiry.month}` < thisMonth;
}

/**
 * Label of what is wrong with each field, or null: {number, expiry, cvc, holder}.
 * The same rules as the server's, which decides.
 */
export function faults(card, brands, thisMonth) {
  const rule = ruleOf(card.number, brands);
  const expiry = readExpiry(card.expiry);
  const name = card.holder.trim();
  const far = expiry && (Number(expiry.year) > Number(thisMonth.slice(0, 4)) + 25 || Number(expiry.year) < 2000);
  const one = (empty, required, wrong, label) => (empty ? required : wrong ? label : null);
  return {
    number: one(card.number === "", "number_required", !isNumber(card.number, brands), "number_invalid"),
    expiry: one(
      card.expiry.trim() === "",
      "expiry_required",
      !expiry || far || isPast(expiry, thisMonth),
      expiry && !far ? "expired" : "expiry_invalid",
    ),
    cvc: one(card.cvc === "", "cvc_required", !rule.cvc.includes(card.cvc.length), "cvc_invalid"),
    holder: one(name === "", "holder_required", (name.match(/\p{N}/gu) ?? []).length >= 6, "holder_invalid"),
  };
}
