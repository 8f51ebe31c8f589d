/** The property's own scripts (START-19): each once, with its hash where the hotel gives one (decisions.md). */

/** `https://a.example/x.js` or `/x.js`, and after a space the hash that it must have. */
const ENTRY =
  /^(?<src>(?:(?:https:)?\/\/|\/)\S+)(?:\s+(?<integrity>sha(?:256|384|512)-[A-Za-z0-9+/]+={0,2}))?$/;

/** Puts a script into the page, once. */
export function addScript(src: string, integrity?: string): void {
  if ([...document.scripts].some((script) => script.dataset.injected === src)) return;
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  const script = document.createElement("script");
  script.src = src;
  script.async = true;
  script.dataset.injected = src;
  if (integrity) {
    script.integrity = integrity;
    script.crossOrigin = "anonymous";
  }
  if (nonce) script.nonce = nonce;
  document.head.append(script);
}

/** Every script of a comma list; an odd entry is passed over. */
export function injectScripts(list: string): void {
  for (const entry of list.split(",")) {
    const { src, integrity } = ENTRY.exec(entry.trim())?.groups ?? {};
    if (src) addScript(src, integrity);
  }
}
