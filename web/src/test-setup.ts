import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { setBuiltIn } from "./i18n";
import { english } from "./i18n/english";

setBuiltIn(english);
// a machine that is busy with other tests takes its time
configure({ asyncUtilTimeout: 60_000 });

afterEach(cleanup);

// the test browser has no modal dialogs; open is all that the components rely on
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
window.scrollTo ??= () => undefined;
