import { afterEach, expect, test } from "vitest";
import { api, setSessionRate } from ".";
import { installMock, type Mock } from "./mock/install";

let mock: Mock;
afterEach(() => mock.restore());

test("a room is put into a session only once the one before is out: it would be taken out with it", async () => {
  let answer: () => void = () => undefined;
  const out = new Promise<void>((resolve) => {
    answer = resolve;
  });
  mock = installMock({
    instead: async (method) => {
      if (method === "DELETE") await out;
      return { status: 200, body: {} };
    },
  });
  const sent = () => mock.calls.map(({ method }) => method);
  const batch = { batch_id: "b", token: "secret" };
  const room = {} as Parameters<typeof setSessionRate>[3];
  const left = api.clearRate(1, batch, "s1");
  const put = setSessionRate(1, batch, "s1", room);
  await setSessionRate(1, batch, "s2", room);
  expect(sent()).toEqual(["DELETE", "POST"]);
  answer();
  await Promise.all([left, put]);
  expect(sent()).toEqual(["DELETE", "POST", "POST"]);
});
