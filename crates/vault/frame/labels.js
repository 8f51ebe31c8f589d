// The form's words. The page sends them in the guest's language; what it leaves out stays English.

export const LABELS = {
  title: "Card details",
  number: "Card number",
  expiry: "Expires",
  expiry_placeholder: "MM / YY",
  cvc: "Security code",
  cvc_back: "on the back",
  cvc_front: "on the front",
  cvc_3: "3 digits",
  cvc_4: "4 digits",
  holder: "Name on the card",
  safe: "The number goes straight to the card vault. The hotel sees the last four digits.",
  terms: "Terms",
  privacy: "Privacy",
  number_required: "Credit card is required",
  number_invalid: "This card number is not right. Please check it.",
  expiry_required: "Enter the month and year on the card.",
  expiry_invalid: "Enter the month and year as they stand on the card, like 08 / 29.",
  expired: "The card that you provided is expired.",
  cvc_required: "Enter the security code.",
  cvc_invalid: "The security code is not complete.",
  holder_required: "Enter the name as it stands on the card.",
  holder_invalid: "Enter the name as it stands on the card, without the number.",
  check_fields: "Please check the card details.",
  session_expired: "This card form has expired. Please reload the page.",
  too_many: "The card was entered too many times. Please reload the page.",
  pay_title: "Payment",
  pay_to: "Payment to",
  pay_button: "Pay {amount}",
  pay_done: "Paid. Thank you. You can close this window.",
  pay_over: "This payment link is no longer open. Nothing was taken.",
  pay_used_up: "This payment link takes no more cards. Nothing was taken. Please contact the hotel.",
  pay_elsewhere: "The payment is under way in another window. There is nothing more to do here.",
  pay_unheard:
    "We could not hear whether it is paid. Please check your connection and send the same card again: you are never charged twice.",
  declined: "The card was declined. Please use another card or ask your bank.",
  refused: "The payment was not approved at your bank. Please use another card, or ask your bank.",
  network: "Your card details could not be sent. Please check your connection and try again.",
};

/** The server's codes that a guest can do something about, and the label that says the same. */
const OF_CODE = {
  NUMBER_INVALID: "number_invalid",
  EXPIRY_INVALID: "expiry_invalid",
  CARD_EXPIRED: "expired",
  CVC_INVALID: "cvc_invalid",
  HOLDER_INVALID: "holder_invalid",
  CARD_INVALID: "check_fields",
  SESSION_EXPIRED: "session_expired",
  SESSION_UNKNOWN: "session_expired",
  TOO_MANY_ATTEMPTS: "too_many",
  CARD_DECLINED: "declined",
  LINK_OVER: "pay_over",
  LINK_USED_UP: "pay_used_up",
  LINK_ELSEWHERE: "pay_elsewhere",
};

/** What is said of a code: of any other that the card did not get there, as where nobody answered. */
export function labelOfCode(code) {
  return Object.hasOwn(OF_CODE, code) ? OF_CODE[code] : "network";
}

/** Those of the page's labels that are ours and texts of a sensible length. */
export function knownLabels(sent) {
  const known = {};
  if (typeof sent !== "object" || sent === null) return known;
  for (const name of Object.keys(LABELS)) {
    const text = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (typeof text === "string" && text.trim() !== "" && text.length <= 300) known[name] = text;
  }
  return known;
}
