/** Requests to the operator's operations. */
import { servedContracts } from "../operations/documents.gen.ts";
import { operatorContract } from "../operations/operator.gen.ts";
import { heldKey, planHeld } from "./plan-held.ts";
import type { PlannedServer } from "./plan-server.ts";

/** Who asks, and what is sent. */
export type SentToOperator = {
  readonly userId?: string;
  readonly role?: "viewer" | "operator" | undefined;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts when the caller has gone. */
  readonly signal?: AbortSignal;
};

/** Asks an operation of the operator as somebody with the role `operator`, or another one. */
export async function askOperator(
  server: PlannedServer,
  method: "GET" | "PATCH" | "POST",
  path: string,
  { userId = "desk-1", role = "operator", json, headers, signal }: SentToOperator = {},
): Promise<Response> {
  return server.fetch(`/operator/v0/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await server.tokenOf(userId, undefined, role)}`,
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The position of the first worked example, which is called. */
export const heldPosition: string = `accounts/${heldKey.accountId}/positions/FPT`;

/** Opens a test server with the first worked example, which serves the operator's document too. */
export function planOperated(): Promise<PlannedServer> {
  return planHeld({}, [...servedContracts, operatorContract]);
}
