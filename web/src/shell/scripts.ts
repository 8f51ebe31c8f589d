/** The property's own scripts (START-19): each once, never twice, and never where money or cards are (decisions.md). */

export function injectScripts(list: string, options: { consentNeeded: boolean; onPayment: boolean }): void {
  if (options.onPayment || options.consentNeeded) return;
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  for (const src of list.split(",").map((entry) => entry.trim())) {
    if (src === "" || !/^(https:)?\/\/|^\//.test(src)) continue;
    if ([...document.scripts].some((script) => script.dataset.injected === src)) continue;
    const script = document.createElement("script");
    script.src = src;
    script.async = true;
    script.dataset.injected = src;
    if (nonce) script.nonce = nonce;
    document.head.append(script);
  }
}
