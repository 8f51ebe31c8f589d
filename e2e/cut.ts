// Words that are cut off.
import type { Page } from "@playwright/test";

/** The words that something around them cuts off at its side, where it neither scrolls nor says so with an ellipsis. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all: string[] = [];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      if (width === 0 || !node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
      for (let around: Element | null = node.parentElement; around; around = around.parentElement) {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(around);
        if (overflowX === "auto" || overflowX === "scroll" || textOverflow === "ellipsis" || clipPath !== "none") break;
        if (overflowX === "visible") continue;
        const box = around.getBoundingClientRect();
        if (left < box.left - 1 || right > box.right + 1) all.push(node.textContent?.trim() ?? "");
      }
    }
    return all;
  });
