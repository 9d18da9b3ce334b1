/** Requests to the companion's operations of the first worked example. */
import { heldKey } from "./plan-held.ts";
import type { PlannedServer } from "./plan-server.ts";

/** Who asks, and what is sent. */
export type SentToCompanion = {
  readonly userId?: string;
  readonly role?: "viewer";
  readonly json?: unknown;
  readonly language?: string;
};

/** Asks the companion as the holder of the example, or as another user. With `json` it posts. */
export async function askCompanion(
  server: PlannedServer,
  path: string,
  { userId = heldKey.userId, role, json, language }: SentToCompanion = {},
): Promise<Response> {
  return server.fetch(`/companion/v0/${path}`, {
    method: json === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${await server.tokenOf(userId, undefined, role)}`,
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...(language === undefined ? {} : { "accept-language": language }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
}
