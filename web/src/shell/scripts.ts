import { letStrangersIn } from "./strangers";

/** Puts a third party's script into the page, once. */
export function addScript(src: string, integrity?: string): void {
  if ([...document.scripts].some((script) => script.dataset.injected === src)) return;
  letStrangersIn();
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

/** The property's own scripts (START-19): each once, with its hash where the list has one. The server read the list. */
export function injectScripts(list: string): void {
  for (const entry of list.split(",").filter(Boolean)) {
    const [src = "", integrity] = entry.split(" ");
    addScript(src, integrity);
  }
}
