// Starts the real `portico` binary on free ports, with a database of its own.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, cpSync, existsSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "..");
export const PORTICO = process.env.PORTICO ?? join(ROOT, "target/debug/portico");

/** Morning of the day on which every journey plays; the clock goes on from there. */
export const NOW = "2026-12-01T09:00";

export interface Server {
  /** Where the page and the API answer, without a slash at the end. */
  url: string;
  vault: string;
  database: string;
  stop(): Promise<void>;
}

/** A port that nobody listens on at this moment. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}

/** Imports every demo hotel into the SQLite file. */
export function importDemo(file: string): void {
  for (const hotel of readdirSync(join(ROOT, "demo"), { withFileTypes: true })) {
    if (!hotel.isDirectory()) continue;
    const folder = join(ROOT, "demo", hotel.name);
    execFileSync(PORTICO, ["import", folder, "--database", `sqlite:${file}`, "--clock", NOW], { cwd: ROOT, stdio: "pipe" });
  }
}

/** Serves a copy of the database file `from`; answers once the server does. */
export async function serve(from: string, extra: string[] = []): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "portico-"));
  const file = join(folder, "portico.db");
  // What has not been folded into the file yet stands beside it.
  for (const part of ["", "-wal"]) if (existsSync(from + part)) cpSync(from + part, file + part);
  const [listen, vault] = [await freePort(), await freePort()].map((port) => `127.0.0.1:${port}`) as [string, string];
  const log = join(folder, "server.log");
  const sink = openSync(log, "w");
  const child = spawn(
    PORTICO,
    ["serve", "--listen", listen, "--vault-listen", vault, "--database", `sqlite:${file}`, "--clock", NOW,
      // all guests of the tests come from one address
      "--requests-per-minute", "0", ...extra],
    { cwd: folder, stdio: ["ignore", sink, sink], env: { ...process.env, RUST_BACKTRACE: "0" } },
  );
  closeSync(sink);
  const url = `http://${listen}`;
  await ready(child, url, log);
  return {
    url,
    vault: `http://${vault}`,
    database: file,
    async stop() {
      const gone = new Promise((done) => child.once("exit", done));
      if (child.exitCode === null && child.kill("SIGINT")) await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ready(child: ChildProcess, url: string, log: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break;
    try {
      if ((await fetch(`${url}/readyz`)).ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((next) => setTimeout(next, 50));
  }
  child.kill("SIGKILL");
  throw new Error(`portico did not start:\n${readFileSync(log, "utf8").slice(0, 2000)}`);
}
