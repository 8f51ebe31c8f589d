import { createReadStream, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// Where a running server answers in development; `vite --mode mock` needs none.
const server = process.env.PORTICO_SERVER ?? "http://127.0.0.1:8080";
const forwarded = ["/v4", "/enterprise", "/public", "/media"];

/** Writes each text file of the build compressed beside it, as the server hands them out. */
const compressed: Plugin = {
  name: "compressed",
  apply: "build",
  writeBundle({ dir = "dist" }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const file = join(dir, name);
      const text = readFileSync(file);
      writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      writeFileSync(`${file}.br`, brotliCompressSync(text));
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

export default defineConfig(({ mode }) => ({
  plugins: [react(), compressed, ...(mode === "mock" ? [pictures] : [])],
  build: {
    outDir: "dist",
    target: "es2022",
    assetsInlineLimit: 0, // data: addresses would need a wider content security policy
    rollupOptions: {
      output: {
        // Everything that loads before the guest does anything is in `first-*`; size-limit measures it.
        entryFileNames: "assets/first-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
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
    testTimeout: 180_000,
  },
}));
