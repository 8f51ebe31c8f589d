import { createElement, type HTMLAttributes, type Ref } from "react";
import { ownDir, useI18n } from "../i18n";

/** A text that may be in another language than the page, as the hotel's own and a guest's name are: it runs as that does. */
export function Own({
  as = "p",
  children,
  ...rest
}: Omit<HTMLAttributes<HTMLElement>, "dir" | "children"> & {
  as?: "p" | "dt" | "span" | "b" | "small" | "h1" | "h2" | "h3";
  children: string;
  ref?: Ref<HTMLHeadingElement>;
}) {
  const { dir } = useI18n();
  return createElement(as, { ...rest, dir: ownDir(children, dir) }, children);
}
