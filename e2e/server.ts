// Starts the real `portico` binary on ports that the system gives it, with a database of its own.
import { execFileSync, spawn } from "node:child_process";
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export const ROOT = resolve(import.meta.dirname, "..");
export const PORTICO = process.env.PORTICO ?? join(ROOT, "target/debug/portico");

/** Morning of the day on which every journey plays; the clock goes on from there. */
export const NOW = "2026-12-01T09:00";

/** When the hotels were imported. Not just before: a server reads once a second what was written in the last half minute. */
export const IMPORTED = "2026-12-01T08:00";

export interface Server {
  /** Where the page and the API answer, without a slash at the end. */
  url: string;
  database: string;
  stop(): Promise<void>;
}

/** Imports a hotel's folder into the SQLite file; a server that serves from it follows within a second. */
export function importHotel(folder: string, file: string, clock = NOW): void {
  execFileSync(PORTICO, ["import", folder, "--database", `sqlite:${file}`, "--clock", clock], { cwd: ROOT, stdio: "pipe" });
}

/** Imports every demo hotel, the exchange rates and the postal codes into the SQLite file. */
export function importDemo(file: string): void {
  for (const hotel of readdirSync(join(ROOT, "demo"), { withFileTypes: true })) {
    if (hotel.isDirectory()) importHotel(join(ROOT, "demo", hotel.name), file, IMPORTED);
  }
  for (const [command, name] of [["import-rates", "exchange-rates.csv"], ["import-postal-codes", "postal-codes.txt"]] as const) {
    const data = join(ROOT, "demo", name);
    execFileSync(PORTICO, [command, data, "--database", `sqlite:${file}`], { cwd: ROOT, stdio: "pipe" });
  }
}

/** A new file of that name with the demo: what an earlier run imported may be of another version. */
export function demoFile(name: string): string {
  const folder = join(ROOT, "var/e2e");
  const file = join(folder, `${name}.db`);
  mkdirSync(folder, { recursive: true });
  for (const part of [file, `${file}-wal`, `${file}-shm`]) rmSync(part, { force: true });
  importDemo(file);
  return file;
}

/** Serves a copy of the database file `from`; answers once the server listens. Keys go by the environment alone. */
export async function serve(from: string, extra: string[] = [], keys: Record<string, string> = {}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "portico-"));
  const file = join(folder, "portico.db");
  // An import leaves nothing beside the file.
  cpSync(from, file);
  const log = join(folder, "server.log");
  const sink = openSync(log, "w");
  const free = "127.0.0.1:0";
  const child = spawn(
    PORTICO,
    ["serve", "--listen", free, "--vault-listen", free, "--database", `sqlite:${file}`, "--clock", NOW,
      // all guests of the tests come from one address; the demo's exchange rates are of the April before
      "--requests-per-minute", "0", "--max-rate-age", "365", ...extra],
    { cwd: folder, stdio: ["ignore", "pipe", sink], env: { ...process.env, RUST_BACKTRACE: "0", ...keys } },
  );
  closeSync(sink);
  const url = await printedAddress(child.stdout!);
  if (!url) throw new Error(`portico did not start:\n${readFileSync(log, "utf8").slice(0, 2000)}`);
  return {
    url,
    database: file,
    async stop() {
      const gone = new Promise((done) => child.once("exit", done));
      if (child.exitCode === null && child.kill("SIGINT")) await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The address that the server prints as soon as it listens; nothing when it ends before. */
async function printedAddress(output: Readable): Promise<string | undefined> {
  for await (const line of createInterface({ input: output })) {
    const url = /http:\S+/.exec(line)?.[0];
    if (!url) continue;
    // What it prints later is not read, but has to go somewhere.
    output.resume();
    return url;
  }
  return undefined;
}
