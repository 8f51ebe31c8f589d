// `test` with a server of its own, for calls without a page too.
//
// Every test has a server and a database of its own: a copy of the imported demo hotels, thrown away
// at the end. So every night is free when a journey begins, whichever ran before it, beside it or on
// the other screen, and a journey may book STAY, hold the last room or count what is left without a
// thought for others. What a test needs before it begins (rooms held, a night sold out) it makes
// itself, through `another`; nothing is left to a test that follows. `test.use({ settings: [...] })`
// starts the server with other flags.
import { test as base, expect } from "@playwright/test";
import { DEMO_DATABASE } from "./demo-database.ts";
import { GuestApi } from "./guest-api.ts";
import type { Hotel } from "./hotels.ts";
import { type Server, serve } from "./server.ts";

interface PerTest {
  server: Server;
  /** Flags of `portico serve` beside those that every journey has. */
  settings: string[];
  /** Another guest at a hotel, through the API. */
  another: (hotel: Hotel) => GuestApi;
}

export const test = base.extend<PerTest>({
  settings: [[], { option: true }],
  server: async ({ settings }, use) => {
    const server = await serve(DEMO_DATABASE, settings);
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.url),
  another: async ({ server }, use) => use((hotel) => new GuestApi(server.url, hotel)),
});

export { expect };
