import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { holding } from "./api";
import { BUSINESS_DAY } from "./api/mock/hotel";
import { setClock } from "./booking/clock";
import { setBuiltIn } from "./i18n";
import { english } from "./i18n/english";

setBuiltIn(english);
// a machine that is busy with other tests takes its time
configure({ asyncUtilTimeout: 60_000 });

// the pretended hotel's deadlines pass on no day on which the tests are run
beforeEach(() => {
  const now = `${BUSINESS_DAY}T09:00:00Z`;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
  setClock(now);
});
afterEach(() => {
  cleanup();
  holding.clear();
});

// the test browser has no modal dialogs; open is all that the components rely on
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
window.scrollTo ??= () => undefined;
