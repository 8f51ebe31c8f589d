import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";
import { AGAIN_MS, RELOADED } from "./src/shell/chunk";

// Where a running server answers in development; `vite --mode mock` needs none.
const server = process.env.PORTICO_SERVER ?? "http://127.0.0.1:8080";
const forwarded = ["/v4", "/enterprise", "/public", "/media"];

/** Writes each text file of the build compressed beside it, as the server hands them out. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  enforce: "post",
  writeBundle({ dir = "dist" }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg|json)$/.test(file))) {
      const file = join(dir, name);
      const text = readFileSync(file);
      writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      writeFileSync(`${file}.br`, brotliCompressSync(text));
    }
  },
};

/** Sheets that stand in the page, by their names in the build. */
const inPage: string[] = [];

/**
 * What the server sent of the first screen is painted first: the stylesheet stands in the page, so that nothing but the
 * picture has to be asked for before. Fonts, code and first calls come after it, as they would take their share of a thin
 * line from it; a picture that takes longer than a second is not waited for. Whoever has the picture from an earlier
 * visit has the fonts too, and sees no others. A page in the background paints nothing. Code that does not come, as from
 * a server of another version behind the same address, is looked for once more in a page loaded anew (`chunk()`).
 */
const paintedFirst: Plugin = {
  name: "painted-first",
  apply: "build",
  enforce: "post",
  generateBundle(_, bundle) {
    const page = bundle["index.html"];
    if (page?.type !== "asset") throw new Error("the build has no index.html");
    const asked: string[] = [];
    const faces: string[] = [];
    page.source = String(page.source)
      .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_link, name) => {
        const sheet = bundle[name];
        if (sheet?.type !== "asset") throw new Error(`the build has no ${name}`);
        delete bundle[name];
        inPage.push(name);
        const drawn = String(sheet.source)
          .trim()
          .replace(/@font-face\{[^}]*\}/g, (face) => {
            faces.push(face);
            return "";
          });
        return `<style>${drawn}</style>`;
      })
      .replace(/ *<link rel="modulepreload"[^>]*>\n/g, (link) => {
        asked.push(link.trim());
        return "";
      })
      .replace(
        /<script type="module" crossorigin src="([^"]+)"><\/script>/,
        (_script, first) => `<template id="afterwards">
      <style>${faces.join("")}</style>
      <link rel="modulepreload" crossorigin href="${first}">
      ${asked.join("\n      ")}
      <!--afterwards-->
    </template>
    <script type="module">
      const afterwards = document.getElementById("afterwards").content;
      const again = async () => {
        const [last, now] = [Number(sessionStorage.getItem("${RELOADED}")), Date.now()];
        if (now - last < ${AGAIN_MS} || !(await fetch("/", { method: "HEAD", cache: "no-store" })).ok) return;
        sessionStorage.setItem("${RELOADED}", now);
        location.reload();
      };
      const start = () => {
        document.head.append(afterwards);
        import("${first}").catch((error) => again().finally(() => { throw error; }));
      };
      const picture = document.querySelector("#first-screen img");
      const [asked] = performance.getEntriesByName(picture?.currentSrc ?? "");
      if (asked?.transferSize === 0) document.head.append(afterwards.querySelector("style"));
      const longest = new Promise((go) => setTimeout(go, 1000));
      const there = Promise.race([picture?.decode().catch(() => undefined), longest]);
      if (document.hidden) start();
      else there.then(() => requestAnimationFrame(() => setTimeout(start)));
    </script>`,
      );
  },
  // A part that loads later names the sheets it needs, these too: the first script in their place is there already.
  // Only what is written has the names.
  writeBundle({ dir = "dist" }, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const first = chunks.find((chunk) => chunk.isEntry)?.fileName;
    for (const { fileName } of chunks) {
      const code = readFileSync(join(dir, fileName), "utf8");
      const named = inPage.reduce((text, sheet) => text.replaceAll(`"${sheet}"`, `"${first}"`), code);
      if (named !== code) writeFileSync(join(dir, fileName), named);
    }
  },
};

/** The pretended hotel's pictures: those of the demo hotel. */
const pictures: Plugin = {
  name: "mock-pictures",
  configureServer(dev) {
    dev.middlewares.use("/media/1", (request, response) => {
      const file = fileURLToPath(
        new URL(`../demo/harbour-house/pictures/${basename(request.url ?? "")}`, import.meta.url),
      );
      response.setHeader("Content-Type", file.endsWith(".svg") ? "image/svg+xml" : "image/webp");
      createReadStream(file)
        .on("error", () => response.writeHead(404).end())
        .pipe(response);
    });
  },
};

/** What the page loads until a room is chosen; a part that comes to belong to it, or is moved, is named here. */
const untilARoom = [
  "booking/search/Dates",
  "booking/search/GuestsForm",
  "booking/wizard/Wizard",
  "booking/rooms/RoomsStep",
  "shell/CurrencyList",
].map((part) => fileURLToPath(new URL(`src/${part}.tsx`, import.meta.url)));

/** Modules with all that they import, and so on. */
function withImports(modules: string[], imports: (module: string) => readonly string[]): Set<string> {
  const all = new Set(modules);
  for (const module of all) for (const next of imports(module)) all.add(next);
  return all;
}

let neededForARoom: Set<string> | undefined;

/**
 * The functions of what loads until a room is chosen are compiled as it loads, beside the page, and not one by one when
 * its answer has come and the guest waits, where they were a sixth of the time until a long list stood there. To browsers
 * without explicit compile hints it is a comment. The first screen calls too few of its functions for it.
 */
const compiledAhead: Plugin = {
  name: "compiled-ahead",
  apply: "build",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      const ahead = file.name === "stay" || untilARoom.includes(file.facadeModuleId ?? "");
      if (ahead) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    }
  },
};

/**
 * What more than one part needs, in three files by how far a guest has come: with the first screen, until a room is
 * chosen, and later. Left alone it is a file for every set of parts that share something, some seventy in all: each is
 * asked for, and small ones are packed worse. Words stand by themselves: they are fetched when a line is bad, too.
 */
const shared: Rolldown.CodeSplittingGroup[] = [
  { name: "base", tags: ["$initial"] }, // "$initial": the first screen has it
  {
    test: /^(?!.*\/labels\/)/,
    name: (module, build) => {
      neededForARoom ??= withImports(untilARoom, (id) => {
        const known = build.getModuleInfo(id);
        if (!known) throw new Error(`the page has no ${id}, see untilARoom`);
        return known.importedIds;
      });
      return neededForARoom.has(module) ? "stay" : "order";
    },
  },
];

export default defineConfig(({ mode }) => ({
  plugins: [react(), paintedFirst, compiledAhead, compressed, ...(mode === "mock" ? [pictures] : [])],
  // the router brings what React has by itself
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  build: {
    outDir: "dist",
    target: "es2022",
    // a browser that does not know it fetches a part when it is asked for, which costs the others nothing
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // data: addresses would need a wider content security policy
    rollupOptions: {
      output: {
        // Everything that loads before the guest does anything is in `first-*`; size-limit measures it.
        // The names of all parts stand in it: seven characters of a hash tell two builds apart as well as eight, and small
        // letters and digits are packed tighter than letters of both kinds.
        hashCharacters: "base36",
        entryFileNames: "assets/first-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        // what a shared module imports goes by the same rules, and not with it: it may belong to the first screen
        codeSplitting: { groups: shared, minShareCount: 2, includeDependenciesRecursively: false },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    fs: { allow: [fileURLToPath(new URL("..", import.meta.url))] },
    proxy: mode === "mock" ? {} : Object.fromEntries(forwarded.map((path) => [path, server])),
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test-setup.ts"],
    // One more than there are cores: tests wait, too. Each worker loads its pretended browser once, not for every file.
    maxWorkers: availableParallelism() + 1,
    pool: "vmThreads",
    testTimeout: 180_000,
  },
}));
