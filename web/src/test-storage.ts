/** For tests: a browser in which site data is blocked. Reading `sessionStorage` throws there already. */
import { onTestFinished, vi } from "vitest";

/** Until the test is over, or what is returned is called. */
export function refuseStorage(): () => void {
  const spies = (["sessionStorage", "localStorage"] as const).map((storage) =>
    vi.spyOn(window, storage, "get").mockImplementation(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    }),
  );
  const allow = () => {
    for (const spy of spies) spy.mockRestore();
  };
  onTestFinished(allow);
  return allow;
}
