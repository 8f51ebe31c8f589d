import { createElement, Fragment, type ReactNode, useMemo } from "react";
import { ownDir, useI18n } from "../i18n";

/** The tags a hotel's text may use; of everything else only the words stay, and no attribute at all. */
const allowed = new Set(["P", "BR", "UL", "OL", "LI", "B", "STRONG", "I", "EM", "H3", "H4"]);
const dropped = new Set(["SCRIPT", "STYLE", "TEMPLATE", "IFRAME", "OBJECT", "NOSCRIPT"]);

function build(nodes: Iterable<ChildNode>): ReactNode[] {
  return [...nodes].map((node, index) => {
    if (node.nodeType === 3) return node.textContent;
    if (node.nodeType !== 1 || dropped.has(node.nodeName)) return null;
    if (node.nodeName === "BR") return createElement("br", { key: index });
    const tag = allowed.has(node.nodeName) ? node.nodeName.toLowerCase() : Fragment;
    return createElement(tag, { key: index }, ...build(node.childNodes));
  });
}

/** The words of a hotel's HTML without tags. */
export function plainText(html: string): string {
  // most texts have no tags, and a list of rooms has hundreds of texts
  if (!/[<&]/.test(html)) return html.trim();
  return new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() ?? "";
}

/** A hotel's own text, which may be HTML: rebuilt from a few harmless tags, never put into the page as it is. */
export function Prose({ html, className }: { html: string; className?: string }) {
  const { dir } = useI18n();
  const body = useMemo(() => new DOMParser().parseFromString(html, "text/html").body, [html]);
  const content = useMemo(() => build(body.childNodes), [body]);
  // between tags a new line is none
  const written = !html.includes("<") && "as-written";
  return createElement(
    "div",
    {
      dir: ownDir(body.textContent, dir),
      className: ["prose", written, className].filter(Boolean).join(" "),
    },
    ...content,
  );
}
