// `test` with a server of its own per worker, for calls without a page too.
import { test as base, expect } from "@playwright/test";
import { DEMO_DATABASE } from "./demo-database.ts";
import { GuestApi } from "./guest-api.ts";
import type { Hotel } from "./hotels.ts";
import { type Server, serve } from "./server.ts";

interface PerTest {
  /** Another guest at a hotel, through the API. */
  another: (hotel: Hotel) => GuestApi;
}

export const test = base.extend<PerTest, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = await serve(DEMO_DATABASE);
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  another: async ({ server }, use) => use((hotel) => new GuestApi(server.url, hotel)),
});

export { expect };
