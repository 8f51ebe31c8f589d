import { expect, test, vi } from "vitest";
import type { Property } from "../api";
import { property } from "../api/mock/hotel";
import { type StartUpParts, startUp } from "./startup";

const withConfig = (change: Partial<Property["website_config"]>): Property => ({
  ...property,
  website_config: { ...property.website_config, ...change },
});

function parts(
  log: string[],
  change: Partial<StartUpParts> = {},
  hotel = withConfig({ enable_loyalty_flow: true }),
): StartUpParts {
  const note =
    <T>(name: string, value: T) =>
    async () => {
      log.push(name);
      return value;
    };
  return {
    loadProperty: note("property", hotel),
    applyColour: () => log.push("colour"),
    askPosition: () => log.push("position"),
    loadUser: note("user", {} as never),
    chooseLanguage: () => "ar_AE",
    loadLabels: note("labels", { a: "b" }),
    loadDynamicFields: note("fields", []),
    loadProfile: note("profile", { batch_id: "b" } as never),
    injectScripts: () => log.push("scripts"),
    hideLoader: () => log.push("loader"),
    loadBuiltIn: async () => ({ built: "in" }),
    ...change,
  };
}

const failing = async () => {
  throw new Error("no");
};

// clause: START-10, START-16, START-20
test("start-up begins everything in the documented order and hides the loader last", async () => {
  const log: string[] = [];
  await startUp(parts(log));
  expect(log.filter((entry) => entry !== "fields")).toEqual([
    "property",
    "colour",
    "position",
    "user",
    "labels",
    "profile",
    "scripts",
    "loader",
  ]);
});

// clause: START-15
test("without the loyalty flow no user is asked for", async () => {
  const log: string[] = [];
  await startUp(parts(log, {}, withConfig({ enable_loyalty_flow: false })));
  expect(log).not.toContain("user");
});

// clause: ERR-08, ERR-09, ERR-10, I18N-07, START-21
test("a failed user, profile or label call falls back and the page still comes", async () => {
  const log: string[] = [];
  const started = await startUp(
    parts(log, { loadUser: failing, loadProfile: failing, loadLabels: failing, loadDynamicFields: failing }),
  );
  expect(started.user).toBeNull();
  expect(started.profile).toBeNull();
  expect(started.labels).toEqual({ built: "in" });
  expect(log.at(-1)).toBe("loader");
});

// clause: START-21
test("the page waits for labels and profile, and the loader ends even when the property fails", async () => {
  const log: string[] = [];
  let release: (labels: Record<string, string>) => void = () => undefined;
  const labels = new Promise<Record<string, string>>((resolve) => {
    release = resolve;
  });
  const running = startUp(parts(log, { loadLabels: () => labels }));
  await vi.waitFor(() => expect(log).toContain("profile"), 60_000);
  expect(log).not.toContain("loader");
  release({});
  await running;
  expect(log.at(-1)).toBe("loader");

  const failed: string[] = [];
  await expect(startUp(parts(failed, { loadProperty: failing }))).rejects.toThrow();
  expect(failed).toEqual(["loader"]);
});
