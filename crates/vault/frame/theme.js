// What the page may change about the form's looks: named properties, and values that are nothing but a colour or a
// length. No address, no function that fetches, no text.

const COLOUR = /^(#[0-9a-f]{3,8}|(rgb|rgba|hsl|hsla|oklch|oklab|lab|lch|color)\([a-z0-9 .,%/+-]{1,80}\))$/iu;
const LENGTH = /^\d{1,2}(\.\d{1,3})?(px|rem|em)$|^0$/u;

const KINDS = {
  "--accent": COLOUR,
  "--accent-fill": COLOUR,
  "--accent-ink": COLOUR,
  "--accent-text": COLOUR,
  "--surface": COLOUR,
  "--sunk": COLOUR,
  "--line": COLOUR,
  "--line-strong": COLOUR,
  "--ink": COLOUR,
  "--ink-2": COLOUR,
  "--ink-3": COLOUR,
  "--bad": COLOUR,
  "--bad-soft": COLOUR,
  "--r-control": LENGTH,
  "--frame-pad": LENGTH,
};

/** Those of the page's properties that are ours and well-formed, as [name, value]. */
export function knownProperties(css) {
  if (typeof css !== "object" || css === null) return [];
  return Object.keys(KINDS)
    .filter((name) => Object.hasOwn(css, name) && typeof css[name] === "string" && KINDS[name].test(css[name].trim()))
    .map((name) => [name, css[name].trim()]);
}

/** A language tag for `lang`, or null. */
export function languageTag(locale) {
  const text = typeof locale === "string" ? locale.replaceAll("_", "-") : "";
  return /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/iu.test(text) ? text : null;
}
