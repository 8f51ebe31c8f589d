import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/** What a folder may import beside itself. `routes` puts everything together. */
const walls: Record<string, string[]> = {
  ui: ["i18n"],
  i18n: [],
  api: ["i18n"],
  shell: ["ui", "i18n", "api"],
  booking: ["ui", "i18n", "api", "shell", "card"],
  // what is managed was booked: its guest form, its names and its ways are the booking's
  manage: ["ui", "i18n", "api", "shell", "card", "booking"],
  // its calendar is the booking's
  brand: ["ui", "i18n", "api", "shell", "booking"],
  // guest form, card frame and the look of a step are the booking's
  activities: ["ui", "i18n", "api", "shell", "card", "booking"],
  events: ["ui", "i18n", "api", "shell", "card", "booking"],
  card: ["ui", "i18n", "api"],
};

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

const root = import.meta.dirname;

test("a feature imports ui, i18n, api and its own folder", () => {
  const wrong: string[] = [];
  for (const file of files(root).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\/test-/.test(name),
  )) {
    const own = relative(root, file).split("/")[0] ?? "";
    const allowed = walls[own];
    if (!allowed) continue;
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
      const target = relative(root, join(dirname(file), path)).split("/")[0] ?? "";
      const outside = target === ".." && /\/labels\/en\/|\/api\/openapi\.json$/.test(path);
      if (target !== own && !allowed.includes(target) && !outside)
        wrong.push(`${relative(root, file)} imports ${path}`);
    }
  }
  expect(wrong).toEqual([]);
});
