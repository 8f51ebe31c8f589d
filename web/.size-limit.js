// What loads before the guest does anything: every script that the page itself names.
import { readFileSync } from "node:fs";

const page = readFileSync(new URL("dist/index.html", import.meta.url), "utf8");
const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path]) => `dist/${path}`);

export default [{ name: "first screen, JavaScript", path: scripts, limit: "100 kB", gzip: true }];
