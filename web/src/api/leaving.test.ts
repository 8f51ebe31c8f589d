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

test("a room waits for all that is taken out of its session, not for the last of it alone", async () => {
  const answers: (() => void)[] = [];
  mock = installMock({
    instead: async (method) => {
      if (method === "DELETE") await new Promise<void>((resolve) => answers.push(resolve));
      return { status: 200, body: {} };
    },
  });
  const sent = () => mock.calls.map(({ method }) => method);
  const batch = { batch_id: "b", token: "secret" };
  const room = {} as Parameters<typeof setSessionRate>[3];
  const [first, second] = [api.clearRate(1, batch, "s1"), api.clearRate(1, batch, "s1")];
  const put = setSessionRate(1, batch, "s1", room);
  answers[1]?.();
  await second;
  await setSessionRate(1, batch, "s2", room);
  expect(sent()).toEqual(["DELETE", "DELETE", "POST"]);
  answers[0]?.();
  await Promise.all([first, put]);
  expect(sent()).toEqual(["DELETE", "DELETE", "POST", "POST"]);
});
