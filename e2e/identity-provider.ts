// A certified provider of OpenID Connect (the package `oidc-provider`) on a free port of this machine, where members of
// a hotel sign in.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Configuration, Provider } from "oidc-provider";

/** Somebody whom the provider knows. */
export interface Claims {
  sub: string;
  account_number: string;
  name: string;
  given_name: string;
  family_name: string;
  email: string;
  phone_number: string;
  address: { street_address: string; locality: string; region?: string; postal_code: string; country: string };
}

export const MAYA: Claims = {
  sub: "maya",
  account_number: "QC-1042",
  name: "Maya Lindqvist",
  given_name: "Maya",
  family_name: "Lindqvist",
  email: "maya@guest.example",
  phone_number: "+12075550142",
  address: {
    street_address: "3 Chandler Row",
    locality: "Portland",
    region: "Maine",
    postal_code: "04101",
    country: "US",
  },
};

export interface IdentityProvider {
  issuer: string;
  client_id: string;
  client_secret: string;
  stop(): Promise<void>;
}

/** Knows one client, the hotel's pages at `page`, and lets in whoever it is told to be. */
export async function identityProvider(page: string): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { client_id: "harbour-house", client_secret: "the quay at night, seen from the roof" };
  const configuration: Configuration = {
    clients: [
      {
        ...client,
        redirect_uris: [`${page}/v4/website/users/signed-in`],
        post_logout_redirect_uris: [`${page}/v4/website/users/signed-out`],
      },
    ],
    claims: {
      openid: ["sub"],
      profile: ["name", "given_name", "family_name", "account_number"],
      email: ["email"],
      phone: ["phone_number"],
      address: ["address"],
    },
    pkce: { required: () => true },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...MAYA, sub }) }),
    cookies: { keys: ["a key of the tests"] },
  };
  const provider = new Provider(issuer, configuration);
  server.on("request", provider.callback());
  return {
    issuer,
    ...client,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
