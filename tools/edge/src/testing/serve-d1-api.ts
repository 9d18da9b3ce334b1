import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { D1Binding } from "@trading-oms/store/d1";

/** What stands for Cloudflare's interface to one D1, over a binding of workerd's. */
export type D1Api = {
  readonly environment: Readonly<Record<string, string>>;
  readonly databaseId: string;
  /** What it does with whoever asks next: away, it answers nobody. */
  readonly state: { isAway: boolean; askedCount: number };
  readonly stop: () => Promise<void>;
};

type Statement = { readonly sql: string; readonly params?: readonly unknown[] };

const accountId = "a-1";
const databaseId = "d-1";
const token = "t-1";

/** Serves the interface as it is documented: a statement or a batch, whose values are texts. */
export async function serveD1Api(binding: D1Binding): Promise<D1Api> {
  const state = { isAway: false, askedCount: 0 };
  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const refuse = (status: number, message: string): void =>
      answer(status, { success: false, errors: [{ code: 7_000, message }], messages: [], result: [] });
    state.askedCount += 1;
    if (state.isAway) return refuse(503, "away");
    if (request.headers.authorization !== `Bearer ${token}`) return refuse(403, "Authentication error");
    if (request.url !== `/accounts/${accountId}/d1/database/${databaseId}/query`)
      return refuse(404, "not found");
    run(binding, request).then(
      (result) => answer(200, { success: true, errors: [], messages: [], result }),
      (failure: unknown) => refuse(400, String(failure)),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    databaseId,
    state,
    environment: {
      CLOUDFLARE_ACCOUNT_ID: accountId,
      CLOUDFLARE_API_TOKEN: token,
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

async function run(binding: D1Binding, request: IncomingMessage): Promise<object[]> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  const body = JSON.parse(Buffer.concat(parts).toString()) as Statement & { readonly batch?: Statement[] };
  const statements = (body.batch ?? [body]).map(({ sql, params = [] }) => {
    if (params.some((value) => typeof value !== "string")) throw new Error("A value is no text.");
    return binding.prepare(sql).bind(...(params as string[]));
  });
  const results = await binding.batch(statements);
  return results.map(({ results }) => ({ success: true, results, meta: {} }));
}
