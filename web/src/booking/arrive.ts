/** What is on screen begins at its top, with the focus. */
export function arrive(): void {
  const main = document.querySelector("main");
  // in a stack the guest is led to the step that opened, in a line to the top (WIZ-01)
  const opened = main?.querySelector("li.now");
  if (opened && main?.dataset.layout === "VERTICAL") opened.scrollIntoView();
  else window.scrollTo({ top: 0 });
  main?.focus({ preventScroll: true });
}
