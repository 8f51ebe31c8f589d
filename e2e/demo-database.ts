// Once per run: the demo hotels and the one of the tests are imported into one file, which every test copies.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { QASR_FILES } from "./groups.ts";
import { IMPORTED, importDemo, importHotel, ROOT } from "./server.ts";

export const DEMO_DATABASE = join(ROOT, "var/e2e/demo.db");

export default function prepare(): void {
  rmSync(join(ROOT, "var/e2e"), { recursive: true, force: true });
  mkdirSync(join(ROOT, "var/e2e"), { recursive: true });
  importDemo(DEMO_DATABASE);
  importHotel(QASR_FILES, DEMO_DATABASE, IMPORTED);
}
